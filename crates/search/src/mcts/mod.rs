//! Monte Carlo tree search: a tree grows towards the moves that do best in random games.
//!
//! Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", Computers and Games 2006;
//! Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006 (UCT); proved values are backed up as
//! in MCTS-Solver (see `bounds.rs`). `search.rs` has one playout from top to bottom.
//!
//! Everything in the tree is from the *first* player's point of view, who maximises while the second minimises:
//! no sign can be wrong if a player moves again. Only the report is from the point of view of the player to
//! move.

mod best_first;
mod bounds;
mod choice;
mod node;
mod nodes;
mod playout;
mod repetition;
mod search;
mod settings;
mod trace;
mod tree;
mod watch;

use plywood_rules::bot::{Listener, Thought};
use plywood_rules::trace::Playout;
use plywood_rules::{Bot, Evaluate, Position, Report, Stop, Tactics, Trace};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use self::node::{MctsNode, Mover};
use self::search::MctsSearch;
pub use self::settings::{MctsSettings, TreeGrowth};
use self::tree::MctsTree;
use self::watch::MctsBudget;

/// Chooses by Monte Carlo tree search. Needs only the rules: the evaluation gives the worth of a win in points
/// and, on request, the order in which moves are tried. With [`TreeGrowth::BestFirst`] it is best-first minimax, which lives by its
/// evaluation.
///
/// The tree is kept for the next choice, which reuses it if play continued from the position before (see
/// [`Position::history`]).
///
/// The value of a move is proved or exact if the tree shows it: the plies in [`plywood_rules::Proved`] are then
/// those of the win that was found; there may be a quicker one. Otherwise it is an estimate: the mean of its playouts and two
/// more, one won and one lost, or with [`TreeGrowth::BestFirst`] the minimax of the evaluations. [`Report::nodes`] counts the positions of the tree.
///
/// A trace ([`Bot::choose_traced`]) shows the tree after the choice, with the part kept from before: the visits
/// of each position, its mean result (from -1, the second player wins, to 1), and its proved bounds. Its order
/// is that in which positions came into the tree; those that were never visited have none. Moves that the
/// game's hints rejected are there as well. The first thousand playouts are there one by one.
pub struct Mcts<G: Tactics + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: MctsSettings,
    tree: Option<MctsTree<G>>,
    listener: Option<Listener<G::Move>>,
}

/// The playouts if there is only one move: enough for a value, and no more, since the move is forced.
const FORCED_PLAYOUTS: u64 = 1000;

impl<G: Tactics + ?Sized> Mcts<G> {
    /// Searches as `settings` say, with the worth of a win from `evaluation`.
    ///
    /// ```
    /// # use plywood_rules::{evaluate::Nothing, tree::WrittenTree};
    /// # use plywood_search::{Mcts, MctsSettings};
    /// let settings = MctsSettings { playouts: Some(10_000), ..MctsSettings::default() };
    /// let bot: Mcts<WrittenTree> = Mcts::new(Box::new(Nothing), settings);
    /// ```
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: MctsSettings) -> Mcts<G> {
        Mcts { evaluation, settings, tree: None, listener: None }
    }

    /// The nodes that fit the memory allowed: while a tree is carried over to the next choice there are two, one of
    /// them half the size.
    fn room(&self) -> usize {
        let bytes = self.settings.tree as usize * (1 << 20);
        (bytes * 2 / 3 / size_of::<MctsNode<G::Move>>()).clamp(1, u32::MAX as usize)
    }

    /// The tree kept for `position`, or a new one.
    fn tree(&mut self, game: &G, position: &Position<'_, G>, watch: &MctsBudget) -> MctsTree<G> {
        let kept = self.tree.take().and_then(|tree| {
            // A tree without the hopeless moves of the root is not enough if all moves are to be valued.
            let node = if self.settings.all { None } else { tree.find(game, position) }?;
            let is_decision = matches!(tree.nodes[node].mover, Mover::Player(_));
            is_decision.then(|| tree.keep(node, position, self.room() / 2, || watch.has_time_to_keep()))
        });
        kept.unwrap_or_else(|| {
            MctsTree::new(game, position, self.evaluation.win_worth(game), self.settings.growth)
        })
    }

    /// Chooses, and adds the first playouts to the `log`, if there is one.
    fn think(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        log: Option<Vec<Playout>>,
    ) -> (Report<G::Move>, Option<Vec<Playout>>) {
        let player = game.turn(position.state).player().expect("a bot is asked where a player decides");
        let mut watch =
            MctsBudget::new(&self.settings, position.clock, game.plies_left(position.state), stop);
        let seed = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
        let tree = self.tree(game, &position, &watch);
        let room = self.room();
        let mut search =
            MctsSearch::new(game, &*self.evaluation, &self.settings, tree, room, &position, seed);
        search.log = log;
        if game.count_moves(position.state) == 1 && !self.settings.all {
            watch.make_at_most(FORCED_PLAYOUTS);
        }
        while !search.is_finished() && watch.goes_on(&search) {
            match self.settings.growth {
                TreeGrowth::BestFirst => search.grow(),
                TreeGrowth::Playouts | TreeGrowth::Evaluations => search.playout(),
            }
            watch.playouts += 1;
            if let Some(listener) = &mut self.listener
                && watch.is_time_to_tell()
            {
                let (value, pv) = search.opinion(player);
                listener(&Thought {
                    depth: None,
                    value,
                    exact_plies: false,
                    win_worth: search.win_worth,
                    nodes: search.tree.nodes.count() as u64,
                    table_use: Some(search.fullness()),
                    pv: &pv,
                });
            }
        }
        let report = search.report(position.state, player, rng);
        self.tree = Some(search.tree);
        (report, search.log)
    }
}

impl<G: Tactics + ?Sized> Bot<G> for Mcts<G> {
    /// # Panics
    /// If no player decides in `position`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        self.think(game, position, rng, stop, None).0
    }

    /// # Panics
    /// If no player decides in `position`.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        let (report, log) = self.think(game, position, rng, stop, Some(Vec::new()));
        self.tree.as_ref()?.write(game, &report, &log.unwrap_or_default(), trace);
        trace.mark(&report.pv);
        Some(report)
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.listener = listener;
    }
}
