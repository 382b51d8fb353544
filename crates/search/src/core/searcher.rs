//! The data of a search: its settings, its nodes, and the buffers that spare it an allocation a node.

use plywood_rules::hints::LastMoves;
use plywood_rules::{Evaluate, Game, Player, ReplyEvaluator, Tactics, random::mix};

use super::history::MoveStatistics;
use super::range::ChanceBound;
use super::repetition::Repetition;
use super::table::TranspositionTable;
use super::techniques::Techniques;
use super::value_basis::ValueBasis;
use crate::budget::Budget;
use crate::window::Window;
use crate::{ChancePruning, Order, Settings};

/// The value of a position at the depth limit that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HorizonValue {
    /// The evaluation's guess.
    Guess,
    /// A loss of this player: the worst that could be.
    LossOf(Player),
}

impl HorizonValue {
    /// Keeps entries of the table that rest on different assumptions apart.
    pub fn salt(self) -> u64 {
        match self {
            HorizonValue::Guess => 0,
            HorizonValue::LossOf(Player::First) => 0x9E37_79B9_7F4A_7C15,
            HorizonValue::LossOf(Player::Second) => 0xC2B2_AE3D_27D4_EB4F,
        }
    }
}

/// A position and the accumulator of its evaluation.
pub(crate) struct SearchNode<G: Game + ?Sized> {
    pub state: G::State,
    pub accumulator: i64,
}

/// A decision that is being searched.
pub(super) struct DecisionNode<'n, G: Game + ?Sized> {
    pub node: &'n SearchNode<G>,
    /// The player who decides; the window is from that player's point of view.
    pub player: Player,
    /// Plies left to search.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
    pub window: Window,
    /// The place of its moves in [`Searcher::moves`].
    pub start: usize,
}

/// The settings of a search.
pub(crate) struct SearchPlan<'a, G: Game + ?Sized> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub techniques: Techniques,
    /// The order of moves before any technique changes it.
    pub order: Order,
    pub pruning: ChancePruning,
    /// True if risky steps may be taken.
    pub selective: bool,
    /// True if the depth reaches the end of the game everywhere.
    pub to_the_end: bool,
    /// True if a plain search visits what it needs for its value and nothing else: neither for the length of a win nor to
    /// find out if a number is exact.
    pub bare: bool,
    /// The game's own search of its last moves, if every line is followed to its end.
    pub last_moves: Option<LastMoves<G>>,
    /// The transposition table, if there is one.
    pub table: Option<&'a TranspositionTable>,
}

impl<'a, G: Tactics + ?Sized> SearchPlan<'a, G> {
    /// The alpha-beta of the textbook, from `state`.
    pub fn textbook(
        game: &'a G,
        evaluation: &'a dyn Evaluate<G>,
        state: &G::State,
        settings: Settings,
    ) -> SearchPlan<'a, G> {
        let Settings { limits, order, chance_pruning, .. } = settings;
        let reaches_the_end = |left| left <= limits.plies() && !limits.deepens();
        SearchPlan {
            game,
            evaluation,
            techniques: Techniques::NONE,
            order,
            pruning: chance_pruning,
            selective: false,
            to_the_end: game.plies_left(state).is_some_and(reaches_the_end),
            bare: false,
            last_moves: None,
            table: None,
        }
    }
}

impl<G: Game + ?Sized> Clone for SearchPlan<'_, G> {
    fn clone(&self) -> Self {
        SearchPlan { ..*self }
    }
}

/// The search of one thread. It is compiled twice.
///
/// A `PLAIN` one is the alpha-beta of the textbook: all techniques are compiled away, and a quick win scores no
/// more than a slow one, so that it prunes more. `distance.rs` finds the distances afterwards.
pub(crate) struct Searcher<'a, G: Game + ?Sized, T, const PLAIN: bool> {
    pub plan: SearchPlan<'a, G>,
    /// The evaluations of all replies at once. It skips winning moves, so the tactics have to find those.
    pub(super) replies: Option<Box<dyn ReplyEvaluator<G> + Send>>,
    pub win_worth: f64,
    pub budget: Budget,
    pub(super) horizon_value: HorizonValue,
    /// The basis of the score that was found last.
    pub(super) basis: ValueBasis,
    /// The greatest number of plies from the root at which a position was visited.
    pub(super) reached: u32,
    /// The moves of the root, in the order of the search under way, that it has finished.
    pub tried: usize,
    /// In a plain search the plies from the root within which the win is complete that was found last.
    pub(super) win_plies: u32,
    /// The moves of all nodes between the root and here, one node's behind the other's.
    pub(super) moves: Vec<G::Move>,
    /// The outcomes of all chance nodes between the root and here, with their probabilities.
    pub(super) outcomes: Vec<(G::Move, f64)>,
    /// The bounds of these outcomes.
    pub(super) chance_bounds: Vec<ChanceBound<G::Move>>,
    /// The best line from each ply, as found last.
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) statistics: MoveStatistics<G::Move>,
    /// The depth of the search at the root.
    pub(super) root_depth: u32,
    pub(super) repetition: Repetition,
    /// Positions that the current threat search may still visit.
    pub(super) threats_left: u32,
    /// The receiver of the trace.
    pub sink: T,
}

/// The alpha-beta of the textbook.
pub(crate) type Textbook<'a, G, T> = Searcher<'a, G, T, true>;

/// The searcher with techniques.
pub(crate) type Enhanced<'a, G, T> = Searcher<'a, G, T, false>;

impl<'a, G: Tactics + ?Sized, T, const PLAIN: bool> Searcher<'a, G, T, PLAIN> {
    pub fn new(plan: SearchPlan<'a, G>, budget: Budget, repetition: Repetition, sink: T) -> Self {
        Searcher {
            // If every line is followed to its end nothing is estimated, and the greatest threats are tried
            // first.
            replies: if plan.techniques.tactics && !plan.to_the_end {
                plan.evaluation.reply_evaluator(plan.game)
            } else {
                None
            },
            win_worth: plan.evaluation.win_worth(plan.game),
            budget,
            horizon_value: HorizonValue::Guess,
            basis: ValueBasis::NOTHING,
            reached: 0,
            tried: 0,
            win_plies: 0,
            moves: Vec::new(),
            outcomes: Vec::new(),
            chance_bounds: Vec::new(),
            lines: Vec::new(),
            statistics: MoveStatistics::new(plan.techniques, plan.game.move_codes()),
            root_depth: 0,
            repetition,
            threats_left: 0,
            sink,
            plan,
        }
    }

    /// The settings, in which those that the textbook lacks are compile-time constants.
    #[inline(always)]
    pub(super) fn plan(&self) -> SearchPlan<'a, G> {
        let plan = self.plan.clone();
        if PLAIN {
            return SearchPlan { techniques: Techniques::NONE, selective: false, table: None, ..plan };
        }
        plan
    }

    /// Prepares another search of this depth from the root: discards the state of an interrupted search.
    pub(super) fn prepare(&mut self, depth: u32) {
        self.horizon_value = HorizonValue::Guess;
        self.basis = ValueBasis::NOTHING;
        self.reached = 0;
        self.tried = 0;
        self.root_depth = depth;
        self.moves.clear();
        self.outcomes.clear();
        self.chance_bounds.clear();
        self.repetition.back_to_root();
        // Extensions end at twice the depth, and the search below them is no deeper than the root's.
        let plies = 3 * depth as usize + 2;
        self.lines.resize_with(plies.max(self.lines.len()), Vec::new);
        self.statistics.make_room(plies);
    }

    /// The root of a search.
    pub fn node(&self, state: &G::State) -> SearchNode<G> {
        SearchNode {
            state: state.clone(),
            accumulator: self.plan.evaluation.accumulator(self.plan.game, state),
        }
    }

    /// The position after `mv`.
    #[inline]
    pub(super) fn child(&self, node: &SearchNode<G>, mv: G::Move) -> SearchNode<G> {
        let SearchPlan { game, evaluation, to_the_end, .. } = self.plan;
        let mut child = SearchNode { state: node.state.clone(), accumulator: 0 };
        game.play(&mut child.state, mv);
        // Nothing is evaluated where every line is followed to its end, and the textbook evaluates leaves from scratch.
        if !PLAIN && !to_the_end {
            child.accumulator =
                evaluation.accumulator_after(game, &node.state, node.accumulator, mv, &child.state);
        }
        child
    }

    /// The points of a position for `player` that the table leaves out: positions that differ in them alone share a
    /// key.
    #[inline]
    pub(super) fn payoff_so_far(&self, state: &G::State, player: Player) -> f64 {
        match self.plan().techniques.merging && self.plan().to_the_end {
            true => self.plan.game.payoff_so_far(state) * player.sign(),
            false => 0.0,
        }
    }

    /// The key of a position in the table.
    #[inline]
    pub(super) fn table_key(&self, state: &G::State) -> u64 {
        match self.plan().techniques.merging {
            true if self.plan().to_the_end => self.plan.game.outcome_key(state),
            true => self.plan.game.table_key(state),
            false => mix(self.plan.game.key(state)),
        }
    }
}
