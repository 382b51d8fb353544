//! The alpha-beta player.

use plywood_rules::{Bot, Evaluate, Game, Listener, Position, Report, Stop, Trace};
use rand_core::Rng;

use crate::Settings;
use crate::alphabeta::Searcher;
use crate::budget::Budget;
use crate::deepen::{self, Found};
use crate::root::{Root, Task};
use crate::trace::{Off, Sink, record};

/// Chooses as [`Minimax`](crate::Minimax) does and finds the same values, while it leaves out what cannot matter.
///
/// [`Report::nodes`] counts all it takes: the search for the best move, how long a win takes, and whether a value
/// that touches unknown positions is exact all the same. A trace ([`Bot::choose_traced`]) shows the search for the best
/// move alone, of the last depth that was finished, each position that it visits once. Its root has the value of
/// the report. Further down a win takes as long as the search happened to see, which need not be the quickest way: a
/// search that minds distances cuts off less.
pub struct AlphaBeta<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
    listener: Option<Listener<G::Move>>,
}

/// Expectiminimax: minimax for games with dice, where chance nodes are worth the mean of their outcomes. That is
/// what [`AlphaBeta`] does at chance nodes, with [`ChancePruning`](crate::ChancePruning) to spare it some of them;
/// [`Minimax`](crate::Minimax) is expectiminimax in its plainest form.
pub type Expectiminimax<G> = AlphaBeta<G>;

impl<G: Game + ?Sized> AlphaBeta<G> {
    /// Looks ahead as `settings` say and asks `evaluation` about what lies beyond.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> AlphaBeta<G> {
        AlphaBeta { evaluation, settings, listener: None }
    }

    /// Chooses, and tells `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        sink: T,
    ) -> (Report<G::Move>, T) {
        let Settings { limits, tie, all, order, chance_pruning } = self.settings;
        let budget = Budget::new(limits, stop);
        let mut searcher = Searcher::new(game, &*self.evaluation, order, chance_pruning, budget, sink);
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let player = game.turn(position.state).player().expect("a bot is asked where a player decides");
        let root = Root { state: position.state, player, moves: &moves };
        let win_worth = searcher.win_worth;
        let mut attempt = None;
        let search = |depth, last: Option<&Found<G::Move>>| {
            // Had the game been decided within fewer plies, the search would have ended there.
            let undecided = if all { 0 } else { last.map_or(0, |last| last.depth) };
            let task = Task { depth, undecided, first: last.map(|last| last.best), tie, all };
            let found = searcher.root(&root, task, rng, &mut attempt)?;
            attempt = None;
            Ok((found, searcher.budget.nodes()))
        };
        let mut found = deepen::deepen(self.settings, moves.len(), win_worth, &mut self.listener, search);
        let fallback = attempt.as_ref().map(|attempt| attempt.best);
        if let (Some(found), Some(attempt)) = (&mut found, attempt) {
            found.improve(attempt, win_worth);
        }
        let report = deepen::report(&moves, found, fallback, win_worth, searcher.budget.nodes());
        (report, searcher.sink)
    }
}

impl<G: Game + ?Sized> Bot<G> for AlphaBeta<G> {
    /// # Panics
    /// If nobody decides in `position`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        self.search(game, position, rng, stop, Off).0
    }

    /// # Panics
    /// If nobody decides in `position`.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(record(trace, |recorder| self.search(game, position, rng, stop, recorder)))
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.listener = listener;
    }
}
