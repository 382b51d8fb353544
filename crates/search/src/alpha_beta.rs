//! The alpha-beta player of the textbook.

use plywood_rules::{Evaluate, Game, Listener, Position, Report, Stop, Tactics};
use rand_core::Rng;

use crate::bot::{decision, searching_bot};
use crate::budget::Budget;
use crate::clock::on_the_clock;
use crate::core::{Repetition, Root, RootTask, SearchPlan, Textbook};
use crate::deepen::{self, DepthResult};
use crate::one_ply::{OnePly, StoppedChoice, StoppedSearch};
use crate::trace::{Off, Sink};
use crate::{Limits, Settings, Tie};

/// Chooses like [`Minimax`](crate::Minimax) and finds the same values, but prunes positions that cannot change
/// the result.
///
/// It is the searcher of [`Engine`](crate::Engine) with every technique off, with scores that ignore the length
/// of a win.
///
/// [`Report::nodes`] counts all searches of a move: for the best move, for the length of a win, and for the
/// exactness of a value that touches unknown positions. A trace
/// ([`Bot::choose_traced`](plywood_rules::Bot::choose_traced)) shows only the search for the best move, of the
/// last finished depth, with each visited position once. Its root has the value of the report. Further down,
/// the length of a win is the one that the search found, which need not be the shortest: a search that minds
/// distances prunes less.
///
/// [`AlphaBeta::textbook`] makes the search of the textbook and nothing else.
pub struct AlphaBeta<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
    /// True for the search of the textbook alone.
    bare: bool,
    listener: Option<Listener<G::Move>>,
}

/// Expectiminimax: minimax for games with dice, with the mean of the outcomes at chance nodes. [`AlphaBeta`]
/// computes it, and [`ChancePruning`](crate::ChancePruning) prunes some outcomes. [`Minimax`](crate::Minimax)
/// is expectiminimax in its plainest form.
pub type Expectiminimax<G> = AlphaBeta<G>;

impl<G: Tactics + ?Sized> AlphaBeta<G> {
    /// Searches as `settings` say, with `evaluation` at the horizon.
    ///
    /// ```
    /// # use plywood_rules::{evaluate::Nothing, tree::WrittenTree};
    /// # use plywood_search::{AlphaBeta, Limits};
    /// let bot: AlphaBeta<WrittenTree> = AlphaBeta::new(Box::new(Nothing), Limits::depth(6).into());
    /// ```
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> AlphaBeta<G> {
        AlphaBeta { evaluation, settings, bare: false, listener: None }
    }

    /// The search of the textbook: one search to the depth of `settings`, which visits exactly the positions that a few
    /// lines of pseudocode visit (fail-soft, in the order of the rules, the root included).
    ///
    /// It finds the value of the game and prefers no win to another. The length of a win that it reports is that of the
    /// win that it has found: there may be a quicker one. A number that rests on unknown positions is an estimate, even
    /// if further searches would show it to be exact. Only with a limit of nodes or time, or on a clock, it deepens.
    pub fn textbook(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> AlphaBeta<G> {
        // The first move that is found in the order of the search, as in the pseudocode.
        let tie = if settings.tie == Tie::Default { Tie::Any } else { settings.tie };
        AlphaBeta { bare: true, ..AlphaBeta::new(evaluation, Settings { tie, ..settings }) }
    }

    /// Chooses, and reports to `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        sink: T,
    ) -> (Report<G::Move>, T) {
        let (evaluation, bare, state) = (&*self.evaluation, self.bare, position.state);
        let mut settings = self.settings;
        settings.limits = on_the_clock(settings.limits, position.clock, game.plies_left(state));
        let Settings { limits, tie, order, .. } = settings;
        // One depth is searched for all moves together. Within limits the choice comes first, as it would alone.
        let all = settings.all && !limits.deepens();
        let (player, moves) = decision(game, state);
        let plan = SearchPlan { bare, ..SearchPlan::textbook(game, evaluation, state, settings) };
        let mut searcher = Textbook::new(plan.clone(), Budget::new(limits, stop), Repetition::NONE, sink);
        let root = Root { node: searcher.node(state), player, moves: &moves };
        let listed = root.order(game, evaluation, order);
        let win_worth = searcher.win_worth;
        let (mut attempt, mut order) = (None, Vec::new());
        let (mut begun, mut finished) = (0, 0);
        let search = |depth, last: Option<&DepthResult<G::Move>>| {
            attempt = None;
            begun = depth;
            order.clone_from(&listed);
            if let Some(place) = last.and_then(|last| order.iter().position(|&at| at == last.best)) {
                order[..=place].rotate_right(1);
            }
            // Had the game been decided within fewer plies, the search would have ended there.
            let undecided = if all { 0 } else { last.map_or(0, |last| last.depth) };
            let usual = RootTask::textbook(depth, tie, all);
            let task = RootTask { undecided, tie: if bare { tie } else { usual.tie }, ..usual };
            let found = searcher.root(&root, task, &mut order, rng, &mut |now, _| attempt = Some(now))?;
            attempt = None;
            finished = depth;
            Ok((found, searcher.budget.nodes()))
        };
        let (found, stopped) =
            deepen::deepen(settings, moves.len(), win_worth, !bare, &mut self.listener, search);
        if let (Some(found), Some(attempt)) = (&found, &attempt)
            && attempt.best != found.best
        {
            finished = begun;
        }
        let mut answer = if stopped {
            let at = OnePly { game, evaluation, state, player, moves: &moves, tie };
            let tried = &order[..searcher.tried];
            at.answer(StoppedSearch { found, attempt, tried }, win_worth, rng)
        } else {
            StoppedChoice { found, fallback: None, nodes: 0 }
        };
        let mut nodes = searcher.budget.nodes() + answer.nodes;
        if let Some(found) = &mut answer.found
            && settings.all
            && !all
        {
            // As many positions for each as there were for the choice, and as much time for all.
            let others = limits.nodes.map(|nodes| nodes.saturating_mul(moves.len() as u64 - 1));
            let budget = Budget::new(Limits { nodes: others, ..limits }, stop);
            let mut searcher = Textbook::new(plan, budget, Repetition::NONE, Off);
            let first = finished.max(1);
            searcher.value_others(&root, &listed, first..=limits.plies().max(first), found);
            nodes += searcher.budget.nodes();
        }
        let report = deepen::report(&moves, answer.found, answer.fallback, win_worth, nodes);
        (Report { exact_plies: report.exact_plies && !bare, ..report }, searcher.sink)
    }
}

searching_bot!(AlphaBeta: Tactics; listener);
