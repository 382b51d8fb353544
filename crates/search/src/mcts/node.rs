//! A node of the tree.

use std::ops::Range;

use plywood_rules::{Outcome, Player, Turn};

use super::bounds::ProvedBounds;
use super::playout::reward;
use super::settings::TreeGrowth;

/// The player who decides at a node, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Player(Player),
    Chance,
    /// The game is over.
    None,
}

/// A position of the tree. All numbers are from the view of the first player.
#[derive(Clone, Debug)]
pub(super) struct MctsNode<M> {
    /// The move or outcome that leads here; the root has none.
    pub mv: Option<M>,
    pub mover: Mover,
    /// For the first and the second player: true if the player can avoid a loss whatever chance does.
    pub safe: [bool; 2],
    /// The place of its first child, and their number: none before it is expanded.
    pub first: u32,
    pub count: u32,
    pub visits: u32,
    /// The mean result of the visits, from -1 (the second player wins) to 1, or with [`TreeGrowth::BestFirst`] the minimax of the
    /// evaluations; the true value once it is known.
    pub mean: f64,
    pub bounds: ProvedBounds,
    /// The probability of an outcome of chance.
    pub probability: f64,
}

impl<M> MctsNode<M> {
    /// A position that was not visited.
    pub fn new(mv: Option<M>, turn: Turn, probability: f64, win_worth: f64) -> MctsNode<M> {
        let mover = match turn {
            Turn::Decision(player) => Mover::Player(player),
            Turn::Chance => Mover::Chance,
            Turn::Over(_) => Mover::None,
        };
        let mut node = MctsNode {
            mv,
            mover,
            safe: [false; 2],
            first: 0,
            count: 0,
            visits: 0,
            mean: 0.0,
            bounds: ProvedBounds::UNKNOWN,
            probability,
        };
        if let Turn::Over(outcome) = turn {
            node.end(outcome, win_worth);
        }
        node
    }

    /// Makes it the end of the game.
    pub fn end(&mut self, outcome: Outcome, win_worth: f64) {
        self.mover = Mover::None;
        self.bounds = ProvedBounds::of_outcome(outcome);
        self.mean = reward(outcome, win_worth);
        self.safe = Player::BOTH.map(|player| outcome.utility(player) >= 0);
    }

    /// The result to be expected: of visits the mean with two more, one won and one lost (Laplace's rule of succession). A few
    /// lost playouts are no lost game.
    pub fn estimate(&self, growth: TreeGrowth) -> f64 {
        let visits = f64::from(self.visits);
        if growth == TreeGrowth::BestFirst { self.mean } else { self.mean * visits / (visits + 2.0) }
    }

    /// The places of its children.
    pub fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Returns whether its value is known for sure.
    pub fn is_settled(&self) -> bool {
        self.bounds.are_settled()
    }
}

/// The place of the root.
pub(super) const ROOT: usize = 0;
