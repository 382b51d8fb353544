//! The engine: the searcher with all techniques, deepening ply by ply within its limits, on several threads.
//!
//! This file is the player; `rounds.rs` runs its searches, `course.rs` decides their depths and when everything
//! is played out.

mod course;
mod replay;
mod rounds;
mod settings;

use plywood_rules::{Evaluate, Game, Listener, Position, Report, Stop, Tactics};
use rand_core::Rng;

use self::course::Course;
use self::replay::ReplayRng;
use self::rounds::EngineSearch;
pub use self::settings::{EngineSettings, Selective};
use crate::bot::{decision, searching_bot};
use crate::core::{Repetition, Root, SearchNode, TranspositionTable, best_first};
use crate::trace::Sink;
use crate::{Settings, Tie};

/// Alpha-beta with all enhancements: the strongest player in games with an evaluation, and an exact one if it
/// reaches the end.
///
/// Without selective steps it finds the value of [`Minimax`](crate::Minimax) at the same depth. With them, a
/// reported win or loss is still sure, but may be quicker than reported ([`Report::exact_plies`]).
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
        let evaluation = &*self.evaluation;
        let node = SearchNode { state: state.clone(), accumulator: evaluation.accumulator(game, state) };
        let root = Root { node, player, moves: &moves };
        let order = best_first(&moves.iter().map(|&mv| game.ordering_score(state, mv)).collect::<Vec<_>>());
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
        let report = rounds.report(&table, stop);
        self.table = Some(table);
        (report, sink)
    }
}

searching_bot!(Engine: Tactics, Sync; listener);
