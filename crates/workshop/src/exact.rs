//! Exact results: all positions valued, and dice races solved.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use plywood_games::short_name;
use plywood_rules::hints::race::{RaceProgress, wins};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Interrupted, Playable, Player, Run, Stop, TextError};
use plywood_solve::cluster::ClusterOptions;
pub use plywood_solve::cluster::Peers;
use plywood_solve::table;
pub use plywood_solve::table::{Exact, Phase, PositionCounts, SolveProgress, Traffic};
use plywood_solve::table::{RetrogradeError, SolveError};

use crate::answers::{AgainstHold, FoundBy, RaceReport, SolveMethod, Solved, SolvedMove, Worth};
use crate::enumeration::{Enumeration, EnumerationOptions, Team};
use crate::iterate::{self, IterationProgress};
use crate::knowledge::at_once;
use crate::proof::{self, ProofKeeper, ProofProgress, ProofReport};
use crate::tables::{AT_ONCE, halted};
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
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
    fn look_up(&self, stop: &Stop) -> Result<Option<Analysis>, Trouble>;
    /// The exact value of the position, and with `all` those of the moves, each if it is found by visiting at most `work` positions: by a
    /// search to the end of the game where that is near, in the solution of a race, or in a table of a small game that need not end. The
    /// history does not matter. The same call gives the same answer on every machine; [`MOMENT`](crate::MOMENT) is less than a second of work.
    ///
    /// `None` if the value takes more than that, or if `stop` was raised.
    ///
    /// # Errors
    /// If the position has no player to move.
    fn known_within(&self, work: u64, all: bool, stop: &Stop) -> Result<Option<Analysis>, Trouble>;
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
    ) -> Result<Enumeration, Trouble>;
    /// Values every position from this one on within bounds, with chance, payoffs and recurring positions,
    /// until this one's value is known to `error` (at least 0, in the unit of the values). If it is stopped after all positions were found, the report holds the bounds so far.
    ///
    /// # Errors
    /// If there are too many positions, this one is finished, or it was stopped before all of
    /// them were found.
    fn iterate(&self, error: f64, run: &Run<'_, IterationProgress>) -> Result<Solved, Trouble>;
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
    ) -> Result<ProofReport, Trouble>;
    /// Solves a dice race.
    ///
    /// # Errors
    /// If the game is no such race, the position is finished, or it was stopped.
    fn solve_race(&self, plan: RaceOptions, run: &Run<'_, RaceProgress>) -> Result<Solved, Trouble>;
}

impl<G: Playable> Solves for TypedSession<G> {
    fn look_up(&self, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
        self.decider()?;
        let Some(Ok(knowledge)) = at_once(&self.opened, AT_ONCE, stop) else { return Ok(None) };
        self.looked_up(knowledge, stop)
    }

    fn known_within(&self, work: u64, all: bool, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
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
            (false, false, Some(plies)) if game.specialists().solver.is_none() && is_hopeless(plies) => None,
            _ => Some(""),
        }
    }

    fn enumerate(
        &self,
        plan: EnumerationOptions,
        run: &Run<'_, SolveProgress>,
    ) -> Result<Enumeration, Trouble> {
        self.not_over()?;
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        enumerate(self.game(), self.state(), plan, run)
    }

    fn iterate(&self, error: f64, run: &Run<'_, IterationProgress>) -> Result<Solved, Trouble> {
        self.not_over()?;
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        iterate::iterate(self, error, run)
    }

    fn prove(
        &self,
        write: bool,
        keeper: Option<&mut dyn ProofKeeper>,
        run: &Run<'_, ProofProgress>,
    ) -> Result<ProofReport, Trouble> {
        self.not_over()?;
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        proof::prove(&**self.game(), self.state(), write, keeper, run)
    }

    fn solve_race(&self, plan: RaceOptions, run: &Run<'_, RaceProgress>) -> Result<Solved, Trouble> {
        self.not_over()?;
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        race(self, plan, run)
    }
}

/// Makes a folder of checkpoints, if there is none, and keeps others with a lock of this name away for as long as the file is open.
///
/// # Errors
/// If it cannot be made or written to, or another process works with it.
pub fn claim(folder: &Path, name: &str) -> Result<File, Trouble> {
    plywood_solve::cluster::claim(folder, name).map_err(|trouble| Trouble::failed(trouble.to_string()))
}

/// Values all positions from `state` on.
fn enumerate<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    plan: EnumerationOptions,
    run: &Run<'_, SolveProgress>,
) -> Result<Enumeration, Trouble> {
    let EnumerationOptions { merge, team } = plan;
    let on_disk = team.as_ref().is_some_and(|team| team.checkpoints.is_some());
    let halted = |halt: SolveError| match halt {
        SolveError::Memory { .. } if !on_disk && game.stage(state).is_some() => {
            let folder = [", or name a folder for the levels with ".into(), ErrorPart::option("checkpoint")];
            Trouble::Failed(TextError::of(folder).after(halt.to_string()))
        }
        other => halted(&**game, other),
    };
    let Some(Team { peers, checkpoints, parts }) = team else {
        let book = table::solve_packed(&**game, state, merge, run).map_err(&halted)?;
        let value = book.lookup(&**game, state).ok().flatten();
        let value = value.expect("it is in memory, and the start is one of the positions found");
        return Ok(Enumeration { counts: book.counts(), book: Some(Arc::new(book)), value, team: None });
    };
    let options = ClusterOptions { peers, checkpoints, parts, merge };
    let solved =
        plywood_solve::cluster::solve(game, state, &options, run).map_err(|trouble| match trouble {
            RetrogradeError::Halt(halt) => halted(halt),
            other => Trouble::failed(other.to_string()),
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

/// Solves the race of `at`.
fn race<G: Playable>(
    at: &TypedSession<G>,
    plan: RaceOptions,
    run: &Run<'_, RaceProgress>,
) -> Result<Solved, Trouble> {
    let (game, state) = (&**at.game(), at.state());
    let no_race =
        || TextError::new(format!("{} is no race that can be solved exactly", short_name(&game.name())));
    let called_off = |_: Interrupted| Trouble::failed("stopped before the race was solved");
    let race = game.specialists().race.ok_or_else(no_race)?;
    let race = (race.solve)(game, run).map_err(called_off)?;
    let against = |bot: Holder| {
        let [optimal, response, itself] = race.against_hold(bot.at, run)?;
        Ok(AgainstHold { bot, optimal, response, itself })
    };
    let against = plan.against.map(against).transpose().map_err(called_off)?;
    // No probability is further than this from the truth, but for the rounding within a turn.
    let error = race.error();
    let side = game.turn(state).player();
    let moves: Vec<(G::Move, Option<f64>, f64)> = match side {
        Some(_) => race.moves(state).into_iter().map(|(mv, wins)| (mv, None, wins)).collect(),
        None => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let first_wins = |mv| wins(game, &*race, &game.child(state, mv), Player::First);
            outcomes
                .into_iter()
                .filter_map(|(mv, chance)| Some((mv, Some(chance), first_wins(mv)?)))
                .collect()
        }
    };
    let text = |mv| game.move_text(state, mv);
    // The first of the best ones.
    let best = moves.iter().rev().max_by(|one, other| one.2.total_cmp(&other.2)).filter(|_| side.is_some());
    let found = RaceReport {
        holds: side.map_or(Vec::new(), |_| race.holds(state)),
        first_holds: plan.surface.then(|| race.first_holds()),
        against,
    };
    let side = side.unwrap_or(Player::First);
    let value = wins(game, &*race, state, side).map_or(Worth::default(), |wins| Worth::chance(wins, error));
    Ok(Solved {
        best: best.map(|&(mv, ..)| text(mv)),
        nodes: race.turns(),
        moves: moves
            .iter()
            .map(|&(mv, probability, wins)| SolvedMove {
                mv: text(mv),
                probability,
                worth: Worth::chance(wins, error),
            })
            .collect(),
        ..Solved::new(&at.play, SolveMethod::Race, side, value, FoundBy::Race(found))
    })
}
