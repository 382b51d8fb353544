//! One game between two bots.
//!
//! The referee trusts the rules and no bot: a panic is caught and a move is played only if it is on the list
//! of legal moves. Rules say nothing of play that never ends, so the referee adds what they lack: threefold
//! repetition and a limit of plies are draws.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use plywood_rules::ending::{Call, Ending};
use plywood_rules::random::chance_outcome;
use plywood_rules::student::{Ended, tell};
use plywood_rules::{Bot, Clock, Game, Instant, Player, Position, Stop, Turn, is_threefold};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::spent::Spent;

/// The time by which a move may exceed the clock before the game is lost: a thread that was ready in time may have to
/// wait for a processor.
pub const GRACE: Duration = Duration::from_millis(10);

/// Instant bots play this many plies between two checks of the stop: a check costs as much as a move.
const INSTANT_PLIES: usize = 64;

/// The default limit of plies.
pub const MAX_PLIES: u32 = 10_000;

/// The start of a game and its limits.
#[derive(Debug)]
pub struct Setup<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position before any move.
    pub start: &'a G::State,
    /// Moves (and outcomes of chance) already played from there: legal, and not the end of the game.
    pub opening: &'a [G::Move],
    /// A game that has lasted for this many plies after the opening is a draw.
    pub max_plies: u32,
    /// The time of each player for the whole game, and the increment of each move; without it time does not count.
    pub clock: Option<Clock>,
}

/// The seeds of a game's random choices: each player's choices and the dice stay the same whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// For chance nodes.
    pub dice: u64,
    /// For the first player's bot and the second player's.
    pub bots: [u64; 2],
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<M> {
    /// All moves from the start on, those of the opening and the outcomes of chance included.
    pub moves: Vec<M>,
    /// The number of opening moves among them.
    pub opening: usize,
    /// The end of the game.
    pub ending: Ending,
}

/// A game, and the time of its players' moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed<M> {
    /// The game.
    pub record: Record<M>,
    /// The first player's time and the second player's.
    pub spent: [Spent; 2],
}

/// A failure of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It panicked, with this message.
    Panic(String),
    /// It answered with this move, as the program prints it.
    IllegalMove(String),
    /// It could not read its memory or learn the game, with the reason.
    Trouble(String),
}

/// The reason why a game was not finished.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt<S, M> {
    /// It was stopped.
    Stopped,
    /// A bot failed.
    Failed {
        /// The player whose bot it was.
        player: Player,
        /// The position it had to move in.
        state: S,
        /// The moves that led there, from the start on.
        moves: Vec<M>,
        /// Its failure.
        fault: Fault,
    },
}

/// A finished game with its times, or the reason why there is none.
pub type Conclusion<G> = Result<Timed<<G as Game>::Move>, Halt<<G as Game>::State, <G as Game>::Move>>;

/// Plays one game; `bots` are the first player's and the second player's. Stopping takes effect when a bot has answered,
/// and that answer is not played. A bot whose time runs out is stopped, and has lost.
///
/// # Errors
/// If a bot panics or answers with a move that is not legal, and if `stop` is raised before the game is over.
pub fn play_game<G: Game>(
    setup: &Setup<'_, G>,
    bots: [&mut dyn Bot<G>; 2],
    seeds: Seeds,
    stop: &Stop,
) -> Conclusion<G> {
    play_game_while(setup, bots, seeds, stop, &|| true, &mut Scratch::default())
}

/// Memory that is used again from game to game.
pub(crate) struct Scratch<G: Game> {
    history: Vec<G::State>,
    legal: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
    /// The moves of the longest game so far.
    longest: usize,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Scratch<G> {
        Scratch { history: Vec::new(), legal: Vec::new(), outcomes: Vec::new(), longest: 0 }
    }
}

/// [`play_game`] for as long as `wanted` returns true; it is called whenever `stop` is checked.
pub(crate) fn play_game_while<G: Game>(
    setup: &Setup<'_, G>,
    bots: [&mut dyn Bot<G>; 2],
    seeds: Seeds,
    stop: &Stop,
    wanted: &dyn Fn() -> bool,
    scratch: &mut Scratch<G>,
) -> Conclusion<G> {
    let game = setup.game;
    let mut dice = None;
    // Not `map`, which copies a generator of 320 bytes twice.
    let mut rngs = [ChaCha8Rng::seed_from_u64(seeds.bots[0]), ChaCha8Rng::seed_from_u64(seeds.bots[1])];
    let Scratch { history, legal, outcomes, longest } = scratch;
    history.clear();
    let mut state = setup.start.clone();
    for &mv in setup.opening {
        history.push(state.clone());
        game.play(&mut state, mv);
    }
    let mut moves = Vec::with_capacity(*longest);
    moves.extend_from_slice(setup.opening);
    let mut spent = [Spent::default(); 2];
    let mut clocks = [setup.clock; 2];
    // Two readings of the clock take longer than an instant bot: with such bots alone the game is timed as a
    // whole.
    let as_a_whole = setup.clock.is_none() && bots.iter().all(|bot| bot.is_instant());
    let begun = Instant::now();
    let ending = loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            break Ending::Rules(outcome);
        }
        if is_threefold(game, history, &state) {
            break Ending::Repetition;
        }
        if moves.len() - setup.opening.len() >= setup.max_plies as usize {
            break Ending::Called(Call::PlyLimit);
        }
        let mv = match turn.player() {
            None => {
                let dice = dice.get_or_insert_with(|| ChaCha8Rng::seed_from_u64(seeds.dice));
                chance_outcome(game, &state, outcomes, dice)
            }
            Some(player) => {
                let clock = &mut clocks[player.index()];
                let position = Position { state: &state, history, clock: *clock };
                let bot = &mut *bots[player.index()];
                let limited = clock.map(|clock| stop.within(clock.left + GRACE));
                let asked = (!as_a_whole).then(Instant::now);
                let answer = ask(
                    game,
                    bot,
                    position,
                    &mut rngs[player.index()],
                    limited.as_ref().unwrap_or(stop),
                    legal,
                );
                let mv = match answer {
                    Ok(mv) => mv,
                    Err(fault) => return Err(Halt::Failed { player, state, moves, fault }),
                };
                let check = !as_a_whole || moves.len() % INSTANT_PLIES == INSTANT_PLIES - 1;
                if check && (stop.is_raised() || !wanted()) {
                    return Err(Halt::Stopped);
                }
                let spent = &mut spent[player.index()];
                if let Some(asked) = asked {
                    let time = asked.elapsed();
                    let left = clock.map(|clock| clock.left);
                    spent.add(time, left);
                    if left.is_some_and(|left| time >= left + GRACE) {
                        break Ending::Called(Call::OutOfTime(player));
                    }
                    if let Some(clock) = clock {
                        clock.left = clock.left.saturating_sub(time) + clock.increment;
                    }
                } else {
                    spent.moves += 1;
                }
                mv
            }
        };
        history.push(state.clone());
        game.play(&mut state, mv);
        moves.push(mv);
    };
    history.push(state);
    if as_a_whole {
        Spent::share(&mut spent, begun.elapsed());
    }
    *longest = moves.len().max(*longest);
    let opening = setup.opening.len();
    let ended = match ending {
        Ending::Rules(outcome) => Ended::Rules(outcome),
        Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
    };
    // No bot chose the opening, so none has to learn it.
    let told = {
        let [first, second] = bots;
        tell(game, &history[opening..], &moves[opening..], ended, [first.student(), second.student()])
    };
    match told {
        Ok(_) => Ok(Timed { record: Record { moves, opening, ending }, spent }),
        Err((player, reason)) => {
            let state = history.pop().expect("the last state was put there");
            Err(Halt::Failed { player, state, moves, fault: Fault::Trouble(reason) })
        }
    }
}

/// The answer of a bot, known to be legal. `legal` is scratch space.
fn ask<G: Game>(
    game: &G,
    bot: &mut dyn Bot<G>,
    position: Position<'_, G>,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
    legal: &mut Vec<G::Move>,
) -> Result<G::Move, Fault> {
    legal.clear();
    game.legal_moves(position.state, legal);
    // A bot that panicked is not asked again, so the state it was left in does not matter.
    let answer = catch_unwind(AssertUnwindSafe(|| bot.choose_move(game, position, legal, rng, stop)));
    if let (Ok(_), Some(reason)) = (&answer, bot.trouble()) {
        return Err(Fault::Trouble(reason));
    }
    match answer {
        Ok(mv) if legal.contains(&mv) => Ok(mv),
        Ok(mv) => Err(Fault::IllegalMove(format!("{mv:?}"))),
        Err(payload) => Err(Fault::Panic(panic_message(&*payload))),
    }
}

/// The message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_string()
}
