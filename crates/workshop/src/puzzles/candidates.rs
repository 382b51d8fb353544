//! The positions of one game that are puzzles.

use std::sync::Arc;

use plywood_rules::random::{below, part_seed};
use plywood_rules::{Outcome, Player, Proved, Run, Stop, Turn, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::puzzle::{Puzzle, PuzzleGoal, PuzzleOptions};
use crate::session::Session;
use crate::trouble::Trouble;
use crate::{AnyGame, Level};

/// The levels of the two players: each is one of these.
const LEVELS: [u32; 4] = [2, 3, 4, 5];
/// Random plies at the opening: at least one and at most this many.
const OPENING: usize = 4;
/// Plies of a game at most.
const LONGEST: usize = 300;
/// The fewest moves to choose from.
const LEAST_CHOICE: usize = 3;
/// Positions in a row whose values are not found, before the search gives up on those before.
const UNKNOWN: u32 = 2;
/// A longer win is not to be played to the end.
const MOST_PLIES: u32 = 9;
/// Bytes for the table of a search for a forced win.
const TABLE: u64 = 16 << 20;

/// A position that is a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub puzzle: Puzzle,
    /// The position that all its images share.
    pub image: String,
}

/// Plays the game of this number and returns the puzzles in it, the last first.
pub(super) fn of_game(
    game: &Arc<dyn AnyGame>,
    options: &PuzzleOptions,
    number: u64,
    stop: &Stop,
) -> Result<Vec<Candidate>, Trouble> {
    let mut session = play(game, part_seed(options.seed, number), stop)?;
    let mut found = Vec::new();
    let mut unknown = 0;
    while unknown < UNKNOWN && session.undo() && !stop.is_raised() {
        let Turn::Decision(side) = session.turn() else { continue };
        if session.moves().len() < LEAST_CHOICE {
            continue;
        }
        match only_move(&mut *session, side, options.nodes, stop)? {
            KeepingMoves::Unknown => unknown += 1,
            KeepingMoves::Several => unknown = 0,
            KeepingMoves::Only(mv, goal) => {
                unknown = 0;
                let puzzle = puzzle(&mut *session, (side, mv, goal), stop)?;
                found.push(Candidate { puzzle, image: session.canonical_position() });
            }
        }
    }
    // What a stopped search says is no proof.
    Ok(if stop.is_raised() { Vec::new() } else { found })
}

/// Plays a game between two levels, after a few random moves.
fn play(game: &Arc<dyn AnyGame>, seed: u64, stop: &Stop) -> Result<Box<dyn Session>, Trouble> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut level = || {
        let level = Level::of(LEVELS[below(&mut rng, LEVELS.len())]).expect("there are more levels");
        level.name()
    };
    let levels = [level(), level()];
    let opening = 1 + below(&mut rng, OPENING);
    let mut session = game.session(None, "", seed)?;
    for ply in 0..LONGEST {
        let Turn::Decision(player) = session.turn() else { break };
        if session.ending().is_some() || stop.is_raised() {
            break;
        }
        let bot = if ply < opening { "random" } else { &levels[player.index()] };
        let chosen = session.analyse(bot, false, part_seed(seed, ply as u64), stop)?;
        session.play(&chosen.best)?;
    }
    Ok(session)
}

/// The number of moves of a position that keep its value.
enum KeepingMoves {
    /// The value of a move is not proved.
    Unknown,
    /// More than one.
    Several,
    /// One.
    Only(String, PuzzleGoal),
}

/// Finds the only move that keeps the value, for a player who has something to keep.
fn only_move(
    session: &mut dyn Session,
    side: Player,
    nodes: u32,
    stop: &Stop,
) -> Result<KeepingMoves, Trouble> {
    let mut left = u64::from(nodes);
    let mut values = Vec::new();
    for mv in session.moves() {
        session.play(&mv)?;
        let value = value(session, side, &mut left, stop);
        session.undo();
        let Some(value) = value? else { return Ok(KeepingMoves::Unknown) };
        values.push((value, mv));
        if values.iter().filter(|(value, _)| *value > 0).count() > 1 {
            return Ok(KeepingMoves::Several);
        }
    }
    let best = values.iter().map(|(value, _)| *value).max().unwrap_or_default();
    let mut keeping = values.into_iter().filter(|(value, _)| *value == best);
    Ok(match (best, keeping.next(), keeping.next()) {
        (1, Some((_, mv)), None) => KeepingMoves::Only(mv, PuzzleGoal::Win),
        (0, Some((_, mv)), None) => KeepingMoves::Only(mv, PuzzleGoal::Draw),
        _ => KeepingMoves::Several,
    })
}

/// The value of a position for `side`: 1 for a win, 0 for a draw, -1 for a loss, `None` if it is not proved with the positions that
/// are left to visit.
fn value(session: &dyn Session, side: Player, left: &mut u64, stop: &Stop) -> Result<Option<i8>, Trouble> {
    let player = match session.turn() {
        Turn::Over(outcome) => return Ok(Some(outcome.utility(side))),
        Turn::Chance => return Ok(None),
        Turn::Decision(player) => player,
    };
    if *left == 0 {
        return Ok(None);
    }
    let analysis = session.analyse(&format!("engine:nodes={left}"), false, 0, stop)?;
    *left = left.saturating_sub(analysis.nodes);
    let for_mover = match analysis.value {
        Some(Value::Proved(Proved::Win { .. })) => 1,
        Some(Value::Proved(Proved::Draw)) => 0,
        Some(Value::Proved(Proved::Loss { .. })) => -1,
        // The points at the end: their number is no matter.
        Some(Value::Exact(points)) => Outcome::Payoff(points).utility(Player::First),
        Some(Value::Estimated(_)) | None => return Ok(None),
    };
    Ok(Some(if player == side { for_mover } else { -for_mover }))
}

/// The puzzle at the position of the session, whose only good move is known.
fn puzzle(
    session: &mut dyn Session,
    (side, mv, goal): (Player, String, PuzzleGoal),
    stop: &Stop,
) -> Result<Puzzle, Trouble> {
    let plies = match goal {
        PuzzleGoal::Win => wins_in(session, side, MOST_PLIES, stop)?,
        PuzzleGoal::Draw => None,
    };
    let line = match plies {
        Some(plies) => line(session, side, plies, stop)?,
        None => None,
    };
    let difficulty = difficulty(session, &mv, stop)?;
    Ok(Puzzle {
        version: Puzzle::VERSION,
        game: session.game(),
        position: session.position(),
        side,
        goal,
        plies: plies.filter(|_| line.is_some()),
        solution: line.unwrap_or_else(|| vec![mv]),
        difficulty,
    })
}

/// The fewest plies in which `side` wins, if it can within `most`.
fn wins_in(session: &dyn Session, side: Player, most: u32, stop: &Stop) -> Result<Option<u32>, Trouble> {
    if let Turn::Over(outcome) = session.turn() {
        return Ok((outcome.winner() == Some(side)).then_some(0));
    }
    Ok(session.wins_within(Some(side), most, &Run { memory: TABLE, ..Run::until(stop) })?.plies)
}

/// A win of `side` in `plies` plies, of whose moves each is the only one that wins in time, against replies that hold out to the end.
/// `None` if there is none: other moves win as quickly after all such replies.
fn line(
    session: &mut dyn Session,
    side: Player,
    plies: u32,
    stop: &Stop,
) -> Result<Option<Vec<String>>, Trouble> {
    let player = match session.turn() {
        Turn::Over(_) => return Ok(Some(Vec::new())),
        Turn::Chance => return Ok(None),
        Turn::Decision(player) => player,
    };
    let later = plies.saturating_sub(1);
    let mut going_on = Vec::new();
    for mv in session.moves() {
        session.play(&mv)?;
        let wins = wins_in(session, side, later, stop);
        session.undo();
        match wins? {
            Some(_) if player == side => going_on.push(mv),
            Some(wins) if wins == later => going_on.push(mv),
            _ => {}
        }
    }
    if player == side && going_on.len() != 1 {
        return Ok(None);
    }
    for mv in going_on {
        session.play(&mv)?;
        let rest = line(session, side, later, stop);
        session.undo();
        if let Some(rest) = rest? {
            return Ok(Some([vec![mv], rest].concat()));
        }
    }
    Ok(None)
}

/// The least depth from which on alpha-beta chooses the move.
fn difficulty(session: &dyn Session, mv: &str, stop: &Stop) -> Result<u32, Trouble> {
    for depth in (1..=Puzzle::DEEPEST).rev() {
        if session.analyse(&Puzzle::finder(depth), false, 0, stop)?.best != mv {
            return Ok(depth + 1);
        }
    }
    Ok(1)
}
