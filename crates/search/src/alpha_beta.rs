//! The alpha-beta player of the textbook.

use plywood_rules::{Evaluate, Game, Listener, Position, Report, Stop, Tactics};
use rand_core::Rng;

use crate::bot::{decision, searching_bot};
use crate::budget::Budget;
use crate::core::{Plan, Repetition, Root, Task, Textbook};
use crate::deepen::{self, Found};
use crate::trace::{Off, Sink};
use crate::{Limits, Settings};

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
pub struct AlphaBeta<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
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
        AlphaBeta { evaluation, settings, listener: None }
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
        let Settings { limits, tie, order, .. } = self.settings;
        // One depth is searched for all moves together. Within limits the choice comes first, as it would alone.
        let all = self.settings.all && !limits.deepens();
        let (player, moves) = decision(game, position.state);
        let plan = Plan::textbook(game, &*self.evaluation, position.state, self.settings);
        let mut searcher = Textbook::new(plan.clone(), Budget::new(limits, stop), Repetition::NONE, sink);
        let root = Root { node: searcher.node(position.state), player, moves: &moves };
        let listed = root.order(game, &*self.evaluation, order);
        let win_worth = searcher.win_worth;
        let mut attempt = None;
        let (mut begun, mut finished) = (0, 0);
        let search = |depth, last: Option<&Found<G::Move>>| {
            attempt = None;
            begun = depth;
            let mut order = listed.clone();
            if let Some(place) = last.and_then(|last| order.iter().position(|&at| at == last.best)) {
                order[..=place].rotate_right(1);
            }
            // Had the game been decided within fewer plies, the search would have ended there.
            let undecided = if all { 0 } else { last.map_or(0, |last| last.depth) };
            let task = Task { undecided, ..Task::textbook(depth, tie, all) };
            let found = searcher.root(&root, task, &mut order, rng, &mut |now, _| attempt = Some(now))?;
            attempt = None;
            finished = depth;
            Ok((found, searcher.budget.nodes()))
        };
        let mut found = deepen::deepen(self.settings, moves.len(), win_worth, &mut self.listener, search);
        let fallback = attempt.as_ref().map(|attempt| attempt.best);
        if let (Some(found), Some(attempt)) = (&mut found, attempt)
            && attempt.best != found.best
        {
            finished = begun;
            found.improve(attempt, win_worth);
        }
        let mut nodes = searcher.budget.nodes();
        if let Some(found) = &mut found
            && self.settings.all
            && !all
        {
            // As many positions for each as there were for the choice, and as much time for all.
            let others = limits.nodes.map(|nodes| nodes.saturating_mul(moves.len() as u64 - 1));
            let budget = Budget::new(Limits { nodes: others, ..limits }, stop);
            let mut searcher = Textbook::new(plan, budget, Repetition::NONE, Off);
            let depths = finished..=limits.plies().max(finished);
            searcher.value_others(&root, &listed, depths, found);
            nodes += searcher.budget.nodes();
        }
        let report = deepen::report(&moves, found, fallback, win_worth, nodes);
        (report, searcher.sink)
    }
}

searching_bot!(AlphaBeta: Tactics; listener);
