//! Exact results: all positions valued, and dice races solved.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use plywood_games::short_name;
use plywood_rules::{Interrupted, Playable, Player, RaceSpot, Run, Stop, TextError, Turn};
use plywood_solve::cluster::ClusterOptions;
pub use plywood_solve::cluster::Peers;
use plywood_solve::race::{RacePolicy, RaceProgress, RaceSolution};
use plywood_solve::table;
use plywood_solve::table::RetrogradeError;
pub use plywood_solve::table::{Exact, Phase, PositionCounts, SolveProgress, Traffic};

use crate::answers::{AgainstHold, FoundBy, Meeting, RaceReport, SolveMethod, Solved, SolvedMove, Worth};
use crate::enumeration::{Enumeration, EnumerationOptions, Team};
use crate::error::{BotError, COMPLETE, LEFT_OUT};
use crate::iterate::{self, IterationProgress};
use crate::knowledge::at_once;
use crate::proof::{self, ProofKeeper, ProofProgress, ProofReport};
use crate::tables::{AT_ONCE, halted};
use crate::typed::TypedSession;
use crate::values::Holder;
use plywood_erased::Analysis;

/// More lines than this are not searched to the end within a day.
const HOPELESS: f64 = 1e17;

/// Exact knowledge of the position of a session.
pub trait Solves {
    /// The analysis of the bot `perfect`: the value of the position and of every move, looked up rather than
    /// searched. The history does not matter. The first call for a game may take about a second.
    ///
    /// `None` if the game cannot be solved at once, if play from its opening does not lead to this position, or
    /// if `stop` was raised meanwhile.
    ///
    /// # Errors
    /// If the position has no player to move.
    fn look_up(&self, stop: &Stop) -> Result<Option<Analysis>, BotError>;
    /// The exact value of the position, and with `all` those of the moves, each if it is found by visiting at most `work` positions: by a
    /// search to the end of the game where that is near, in the solution of a race, or in a table of a small game that need not end. The
    /// history does not matter. The same call gives the same answer on every machine; [`MOMENT`](crate::MOMENT) is less than a second of work.
    ///
    /// `None` if the value takes more than that, or if `stop` was raised.
    ///
    /// # Errors
    /// If the position has no player to move.
    fn known_within(&self, work: u64, all: bool, stop: &Stop) -> Result<Option<Analysis>, BotError>;
    /// True if the game is a race with dice, which can be solved exactly.
    fn is_race(&self) -> bool;
    /// The options with which `plywood solve` looks for the exact value, beginning with a blank; empty where it needs none. `None` where
    /// that would be hopeless.
    fn solving_options(&self) -> Option<&'static str>;
    /// Values every position from this one on.
    ///
    /// # Errors
    /// If the game has dice or payoffs or too many positions, the position has no player to move, or it was
    /// stopped.
    fn enumerate(
        &self,
        plan: EnumerationOptions,
        run: &Run<'_, SolveProgress>,
    ) -> Result<Enumeration, BotError>;
    /// Values every position from this one on within bounds, with chance, payoffs and recurring positions,
    /// until this one's value is known to `error` (at least 0, in the unit of the values). If it is stopped after all positions were found, the report holds the bounds so far.
    ///
    /// # Errors
    /// If there are too many positions, this one is finished, or it was stopped before all of
    /// them were found.
    fn iterate(&self, error: f64, run: &Run<'_, IterationProgress>) -> Result<Solved, BotError>;
    /// Proves which player wins, or that neither does, with a strategy as evidence, which is in the report's file with `write`. If it is stopped, the
    /// report holds the result so far. With a `keeper` it resumes an earlier search for the same question.
    ///
    /// # Errors
    /// If the position has no player to move, the game has dice, the search needs more memory than allowed, or
    /// the keeper fails.
    fn prove(
        &self,
        write: bool,
        keeper: Option<&mut dyn ProofKeeper>,
        run: &Run<'_, ProofProgress>,
    ) -> Result<ProofReport, BotError>;
    /// Solves a dice race.
    ///
    /// # Errors
    /// If the game is no such race, the position is finished, or it was stopped.
    fn solve_race(&self, plan: RaceOptions, run: &Run<'_, RaceProgress>) -> Result<Solved, BotError>;
}

impl<G: Playable> Solves for TypedSession<G> {
    fn look_up(&self, stop: &Stop) -> Result<Option<Analysis>, BotError> {
        self.decider()?;
        let Some(Ok(knowledge)) = at_once(&self.opened, AT_ONCE, stop) else { return Ok(None) };
        self.looked_up(knowledge, stop)
    }

    fn known_within(&self, work: u64, all: bool, stop: &Stop) -> Result<Option<Analysis>, BotError> {
        self.known(work, all, stop)
    }

    fn is_race(&self) -> bool {
        self.game().specialists().race.is_some()
    }

    fn solving_options(&self) -> Option<&'static str> {
        let game = self.game();
        let mut moves = Vec::new();
        game.legal_moves(self.state(), &mut moves);
        // Alpha-beta looks at the square root of all lines at least.
        let is_hopeless = |plies: u32| (moves.len() as f64).powf(f64::from(plies) / 2.0) > HOPELESS;
        match (game.specialists().race.is_some(), game.has_chance(), game.plies_left(self.state())) {
            (false, true, _) => Some(" --method iterate"),
            (false, false, None) => Some(" --method proof"),
            (false, false, Some(plies)) if game.specialists().columns.is_none() && is_hopeless(plies) => None,
            _ => Some(""),
        }
    }

    fn enumerate(
        &self,
        plan: EnumerationOptions,
        run: &Run<'_, SolveProgress>,
    ) -> Result<Enumeration, BotError> {
        self.not_over()?;
        if !COMPLETE {
            return Err(BotError::Failed(LEFT_OUT.to_string()));
        }
        enumerate(self.game(), self.state(), plan, run)
    }

    fn iterate(&self, error: f64, run: &Run<'_, IterationProgress>) -> Result<Solved, BotError> {
        self.not_over()?;
        if !COMPLETE {
            return Err(BotError::Failed(LEFT_OUT.to_string()));
        }
        iterate::iterate(self, error, run)
    }

    fn prove(
        &self,
        write: bool,
        keeper: Option<&mut dyn ProofKeeper>,
        run: &Run<'_, ProofProgress>,
    ) -> Result<ProofReport, BotError> {
        self.not_over()?;
        if !COMPLETE {
            return Err(BotError::Failed(LEFT_OUT.to_string()));
        }
        proof::prove(&**self.game(), self.state(), write, keeper, run)
    }

    fn solve_race(&self, plan: RaceOptions, run: &Run<'_, RaceProgress>) -> Result<Solved, BotError> {
        self.not_over()?;
        if !COMPLETE {
            return Err(BotError::Failed(LEFT_OUT.to_string()));
        }
        race(self, plan, run)
    }
}

/// Makes a folder of checkpoints, if there is none, and keeps others with a lock of this name away for as long as the file is open.
///
/// # Errors
/// If it cannot be made or written to, or another process works with it.
pub fn claim(folder: &Path, name: &str) -> Result<File, BotError> {
    plywood_solve::cluster::claim(folder, name).map_err(|trouble| BotError::Failed(trouble.to_string()))
}

/// Values all positions from `state` on.
fn enumerate<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    plan: EnumerationOptions,
    run: &Run<'_, SolveProgress>,
) -> Result<Enumeration, BotError> {
    let EnumerationOptions { merge, team } = plan;
    let Some(Team { peers, checkpoints }) = team else {
        let book = table::solve_packed(&**game, state, merge, run).map_err(|halt| halted(&**game, halt))?;
        let value = book.lookup(&**game, state).ok().flatten();
        let value = value.expect("it is in memory, and the start is one of the positions found");
        return Ok(Enumeration { counts: book.counts(), book: Some(Arc::new(book)), value, team: None });
    };
    let options = ClusterOptions { peers, checkpoints, merge };
    let solved =
        plywood_solve::cluster::solve(game, state, &options, run).map_err(|trouble| match trouble {
            RetrogradeError::Halt(halt) => halted(&**game, halt),
            other => BotError::Failed(other.to_string()),
        })?;
    Ok(Enumeration {
        book: solved.tablebase.map(Arc::new),
        counts: solved.counts,
        value: solved.value,
        team: Some((solved.traffic, solved.resumed)),
    })
}

/// Further questions about a dice race, besides its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaceOptions {
    /// The least turn totals to stop at, over all scores.
    pub surface: bool,
    /// The best results from the start of the game against this player.
    pub against: Option<Holder>,
}

fn called_off(_: Interrupted) -> BotError {
    BotError::Failed("stopped before the race was solved".to_string())
}

/// Solves the race of `at`.
fn race<G: Playable>(
    at: &TypedSession<G>,
    plan: RaceOptions,
    run: &Run<'_, RaceProgress>,
) -> Result<Solved, BotError> {
    let (game, state) = (&**at.game(), at.state());
    let as_race = as_race(game)?;
    let solution = RaceSolution::optimal(&as_race.race, run).map_err(called_off)?;
    let mut found = RaceReport {
        holds: Vec::new(),
        first_holds: plan.surface.then(|| first_holds(&solution, as_race.race.target)),
        against: plan.against.map(|bot| against_hold(&solution, bot, run)).transpose()?,
    };
    // No probability is further than this from the truth, but for the rounding within a turn.
    let error = solution.error();
    let valued = |mv, probability, wins| SolvedMove {
        mv: game.move_text(state, mv),
        probability,
        worth: Worth::chance(wins, error),
    };
    let solved = |side, wins, found| Solved {
        nodes: solution.turns(),
        ..Solved::new(&at.play, SolveMethod::Race, side, Worth::chance(wins, error), FoundBy::Race(found))
    };
    let Turn::Decision(side) = game.turn(state) else {
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        let first_wins = |state: &G::State| match game.turn(state) {
            Turn::Decision(player) => {
                let spot = (as_race.spot)(game, state);
                let wins = solution.choices(0, spot.mine, spot.theirs)[usize::from(spot.total)].best();
                if player == Player::First { wins } else { 1.0 - wins }
            }
            Turn::Over(outcome) => f64::from(u8::from(outcome.winner() == Some(Player::First))),
            Turn::Chance => unreachable!("a race asks after each roll"),
        };
        let outcomes: Vec<(G::Move, f64, f64)> = outcomes
            .into_iter()
            .map(|(mv, probability)| (mv, probability, first_wins(&game.child(state, mv))))
            .collect();
        let wins = outcomes.iter().map(|(_, probability, wins)| probability * wins).sum();
        let moves = outcomes.into_iter().map(|(mv, probability, wins)| valued(mv, Some(probability), wins));
        return Ok(Solved { moves: moves.collect(), ..solved(Player::First, wins, found) });
    };
    let spot = (as_race.spot)(game, state);
    let choices = solution.choices(0, spot.mine, spot.theirs);
    let choice = choices[usize::from(spot.total)];
    let mut moves = vec![valued(as_race.roll, None, choice.roll)];
    moves.extend(choice.hold.map(|hold| valued(as_race.hold, None, hold)));
    for total in (0..choices.len()).filter(|&total| choices[total].holds()).map(|total| total as u16) {
        match found.holds.last_mut() {
            Some((_, to)) if *to + 1 == total => *to = total,
            _ => found.holds.push((total, total)),
        }
    }
    let best = Some(moves[usize::from(choice.holds())].mv.clone());
    Ok(Solved { best, moves, ..solved(side, choice.best(), found) })
}

/// The least turn total at which the player stops, at all scores.
fn first_holds(solution: &RaceSolution, target: u16) -> Vec<Vec<u16>> {
    let first = |mine: u16, theirs: u16| {
        let choices = solution.choices(0, mine, theirs);
        choices.iter().position(|choice| choice.holds()).map_or(target - mine, |total| total as u16)
    };
    (0..target).map(|mine| (0..target).map(|theirs| first(mine, theirs)).collect()).collect()
}

/// Exact results in the race that `best` solves against a player who stops at turn total `at`.
fn against_hold(
    best: &RaceSolution,
    bot: Holder,
    run: &Run<'_, RaceProgress>,
) -> Result<AgainstHold, BotError> {
    let race = best.race();
    let target = usize::from(race.target);
    let stops: Vec<Vec<bool>> = (0..target * target)
        .map(|pair| {
            let choices = best.choices(0, (pair / target) as u16, (pair % target) as u16);
            choices.into_iter().map(|choice| choice.holds()).collect()
        })
        .collect();
    let optimal = |spot: RaceSpot| {
        stops[usize::from(spot.mine) * target + usize::from(spot.theirs)][usize::from(spot.total)]
    };
    let hold = |spot: RaceSpot| spot.total >= bot.at;
    let meet = |one: RacePolicy<'_>| {
        let solution = RaceSolution::between(race, [one, RacePolicy::Fixed(&hold)], run);
        solution.as_ref().map(Meeting::of).map_err(|&interrupted| called_off(interrupted))
    };
    Ok(AgainstHold {
        bot,
        optimal: meet(RacePolicy::Fixed(&optimal))?,
        response: meet(RacePolicy::Best)?,
        itself: meet(RacePolicy::Fixed(&hold))?,
    })
}

fn as_race<G: Playable>(game: &G) -> Result<plywood_rules::AsRace<G>, BotError> {
    let none =
        || TextError::new(format!("{} is no race that can be solved exactly", short_name(&game.name())));
    let as_race = game.specialists().race.ok_or_else(none)?;
    let most = RaceSolution::MOST_POINTS;
    if as_race.race.target > most {
        return Err(TextError::new(format!("races to more than {most} points are not solved")).into());
    }
    Ok(as_race)
}
