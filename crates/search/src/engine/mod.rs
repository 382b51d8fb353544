//! The engine: the searcher with all techniques, deepening ply by ply within its limits, on several threads.
//!
//! This file is the player; `rounds.rs` runs its searches, `course.rs` decides their depths and when everything
//! is played out.

mod course;
mod replay;
mod rounds;
mod settings;

use std::hint::black_box;
use std::time::Duration;

use plywood_rules::hints::RootMoves;
use plywood_rules::{
    Alternative, Evaluate, Game, Instant, Listener, Position, Proved, Report, Stop, Tactics, Value,
};
use rand_core::Rng;

use self::course::Course;
use self::replay::ReplayRng;
use self::rounds::EngineSearch;
pub use self::settings::{EngineSettings, Selective};
use crate::bot::{decision, searching_bot};
use crate::core::{Repetition, Root, SearchNode, TranspositionTable, best_first};
use crate::trace::Sink;
use crate::{Settings, Tie};

/// The part of its limits in which a search asks the game for the moves to keep to.
const LOOK: u32 = 4;

/// The moves after which it looks how long a position takes.
const TRIED: usize = 16;

/// Alpha-beta with all enhancements: the strongest player in games with an evaluation, and an exact one if it
/// reaches the end.
///
/// Without selective steps it finds the value of [`Minimax`](crate::Minimax) at the same depth. With them, a
/// reported win or loss is still sure, but may be quicker than reported ([`Report::exact_plies`]).
///
/// With a limit of nodes or time it keeps to the moves that a game [finds for the root](plywood_rules::Specialists::root_moves), and all
/// other moves are left without a value. The time for that is a share of the limit; its positions are not counted.
///
/// It keeps its table from move to move: one engine plays one side of one game.
///
/// A trace ([`Bot::choose_traced`](plywood_rules::Bot::choose_traced)) shows the last finished depth, in its
/// final window, as this thread searched it. Positions that were searched several times, to smaller depths or
/// in narrower windows, appear several times. Threat searches and the searches of other threads are counted in
/// [`Report::nodes`] and not shown.
pub struct Engine<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
    engine: EngineSettings,
    table: Option<TranspositionTable>,
    listener: Option<Listener<G::Move>>,
}

impl<G: Tactics + Sync + ?Sized> Engine<G> {
    /// Searches as the settings say, with `evaluation` at the horizon.
    ///
    /// ```
    /// # use plywood_rules::{evaluate::Nothing, tree::WrittenTree};
    /// # use plywood_search::{Engine, EngineSettings, Limits};
    /// let settings = EngineSettings { threads: 2, ..EngineSettings::default() };
    /// let bot: Engine<WrittenTree> = Engine::new(Box::new(Nothing), Limits::depth(6).into(), settings);
    /// ```
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings, engine: EngineSettings) -> Engine<G> {
        Engine { evaluation, settings, engine, table: None, listener: None }
    }

    /// The moves to keep to, if the game finds them in a share of the limits. A search that has to have the values of minimax, or of all
    /// moves, does not ask.
    fn look(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        course: &Course,
    ) -> Option<RootMoves<G::Move>> {
        let find = game.specialists().root_moves?;
        if !course.selective || !course.limited || self.settings.all || !self.engine.techniques.tactics {
            return None;
        }
        let time = course.stop.time_left().map(|left| left / LOOK);
        let stop = time.map_or_else(|| course.stop.clone(), |time| course.stop.within(time));
        let nodes = course.nodes.map(|nodes| nodes / u64::from(LOOK));
        let timed = time.map(|time| self.positions_in(game, state, moves, time));
        find(game, state, nodes.into_iter().chain(timed).min()?, &stop)
    }

    /// The positions that a search visits in this time, judged by some of the moves.
    fn positions_in(&self, game: &G, state: &G::State, moves: &[G::Move], time: Duration) -> u64 {
        let begun = Instant::now();
        let tried = &moves[..moves.len().min(TRIED)];
        for &mv in tried {
            let child = game.child(state, mv);
            if game.turn(&child).outcome().is_none() {
                black_box(self.evaluation.evaluate(game, &child));
            }
        }
        let takes = begun.elapsed().max(Duration::from_nanos(1));
        (time.as_nanos() * tried.len() as u128 / takes.as_nanos()) as u64
    }

    /// Chooses, and reports to `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        mut sink: T,
    ) -> (Report<G::Move>, T) {
        let Position { state, history, clock } = position;
        let plies_left = game.plies_left(state);
        // If all moves are to be valued, half of the time is for the choice.
        let until = stop.time_left().filter(|_| self.settings.all);
        let until = until.map_or_else(|| stop.clone(), |left| stop.within(left / 2));
        let course = Course::new(self.settings.limits, &self.engine, clock, plies_left, &until);
        let together = self.settings.all && !course.selective && !course.limited;
        let (player, moves) = decision(game, state);
        let look = self.look(game, state, &moves, &course);
        let listed = match &look {
            Some(look) => look.moves.clone(),
            None => moves.clone(),
        };
        let evaluation = &*self.evaluation;
        let node = SearchNode { state: state.clone(), accumulator: evaluation.accumulator(game, state) };
        let root = Root { node, player, moves: &listed };
        let order = best_first(&listed.iter().map(|&mv| game.ordering_score(state, mv)).collect::<Vec<_>>());
        let tie = match self.settings.tie {
            Tie::Default if course.selective => Tie::Any,
            Tie::Default => Tie::First,
            asked => asked,
        };
        let mut table = self.table.take().unwrap_or_else(|| TranspositionTable::new(0));
        table.begin_search();
        let mut rounds = EngineSearch {
            game,
            evaluation,
            settings: Settings { tie, ..self.settings },
            engine: self.engine,
            win_worth: evaluation.win_worth(game),
            course,
            repetition: Repetition::new(game, history, state),
            root: &root,
            order,
            rng: ReplayRng::new(rng),
            listener: &mut self.listener,
            next: 1,
            nodes: 0,
            found: None,
            found_at: (0, false),
            attempt: None,
            direct: false,
            together,
            tried: 0,
            stopped: false,
        };
        loop {
            let goes_on;
            (goes_on, sink) = rounds.run(&table, sink);
            if !goes_on {
                break;
            }
            if let Some(bytes) = rounds.larger_table(&table) {
                table = TranspositionTable::new(bytes);
            }
        }
        let mut report = rounds.report(&table, stop);
        if let Some(look) = look {
            complete(&mut report, &moves, look.wins);
        }
        self.table = Some(table);
        (report, sink)
    }
}

/// Lists `all` moves in the report of a search that kept to some of them. If these win within so many plies, the position is won, even if
/// the search has not seen it.
fn complete<M: Copy + PartialEq>(report: &mut Report<M>, all: &[M], wins: Option<u32>) {
    if let Some(plies) = wins {
        let win = Value::Proved(Proved::Win { plies });
        let known =
            |value: Option<Value>| value.filter(|value| matches!(value, Value::Proved(_))).or(Some(win));
        report.exact_plies &= report.value == known(report.value);
        report.value = known(report.value);
        report.moves.iter_mut().for_each(|listed| listed.value = known(listed.value));
    }
    let value = |mv| report.moves.iter().find(|listed| listed.mv == mv).and_then(|listed| listed.value);
    report.moves = all.iter().map(|&mv| Alternative { mv, value: value(mv) }).collect();
}

searching_bot!(Engine: Tactics, Sync; listener);
