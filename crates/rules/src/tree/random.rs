//! Trees drawn at random, for tests of whatever walks through trees.

use rand_core::Rng;

use super::build::{MAX_DEPTH, MAX_NODES, Tree};
use super::node::Probability;
use super::written::WrittenTree;
use crate::random::below;
use crate::{Outcome, Player};

/// The shape of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// The plies from the root to the leaves ([`MAX_DEPTH`] at most).
    pub depth: u32,
    /// The most moves that a node has (1000 at most); each number from 1 is as likely.
    pub width: u32,
    /// Makes one inner node in three a chance node.
    pub chance: bool,
    /// Draws the mover of each decision, so that a player may move several times running; otherwise the players
    /// alternate, the first one beginning.
    pub repeat_movers: bool,
    /// Makes one node in eight, the root aside, a leaf before the full depth.
    pub early_leaves: bool,
    /// Gives inner nodes written values, whole numbers from -9 to 9.
    pub written: bool,
    /// The kind of values at the leaves.
    pub leaves: Leaves,
}

impl Default for RandomTree {
    /// Four plies of up to three moves, players in turn, payoffs from -10 to 10.
    fn default() -> RandomTree {
        RandomTree {
            depth: 4,
            width: 3,
            chance: false,
            repeat_movers: false,
            early_leaves: true,
            written: false,
            leaves: Leaves::Payoffs { size: 10 },
        }
    }
}

/// The values at the leaves of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Win, draw and loss, equally likely.
    Outcomes,
    /// Whole numbers from minus to plus `size`, equally likely: small sizes make many ties.
    Payoffs {
        /// The greatest number.
        size: u16,
    },
    /// Half of them outcomes, half of them payoffs of up to `size`.
    Mixed {
        /// The greatest payoff.
        size: u16,
    },
}

/// A random tree of this shape. The same generator in the same state gives the same tree in every version. A
/// tree that would have too many nodes is cut short by leaves.
///
/// ```
/// use plywood_rules::tree::{self, RandomTree};
/// use rand_chacha::ChaCha8Rng;
/// use rand_core::SeedableRng;
///
/// let shape = RandomTree { depth: 2, chance: true, ..RandomTree::default() };
/// let tree = tree::random(&mut ChaCha8Rng::seed_from_u64(1), shape);
/// assert_eq!(tree.depth(), 2);
/// ```
pub fn random(rng: &mut (impl Rng + ?Sized), shape: RandomTree) -> WrittenTree {
    let mut nodes = 0;
    let tree = node(rng, &shape, shape.depth.min(MAX_DEPTH), Player::First, &mut nodes);
    WrittenTree::new(tree).expect("a random tree is cut to the limits of trees")
}

/// A node with at most `depth` plies below it, at which `player` moves if the players alternate.
fn node(
    rng: &mut (impl Rng + ?Sized),
    shape: &RandomTree,
    depth: u32,
    player: Player,
    nodes: &mut usize,
) -> Tree {
    let is_root = *nodes == 0;
    *nodes += 1;
    // The half that is left is enough for all siblings of the nodes above.
    let cut = *nodes >= MAX_NODES / 2;
    if depth == 0 || cut || (shape.early_leaves && !is_root && below(rng, 8) == 0) {
        return leaf(rng, shape.leaves);
    }
    let width = 1 + below(rng, shape.width.clamp(1, 1000) as usize);
    let tree = if shape.chance && below(rng, 3) == 0 {
        let weights: Vec<u32> = (0..width).map(|_| 1 + below(rng, 4) as u32).collect();
        let sum = weights.iter().sum();
        Tree::chance(weights.into_iter().map(|weight| {
            let probability = Probability::new(weight, sum).expect("a weight above zero of all of them");
            (probability, "", node(rng, shape, depth - 1, player, nodes))
        }))
    } else {
        let drawn = if shape.repeat_movers { Player::BOTH[below(rng, 2)] } else { player };
        Tree::decision(drawn, (0..width).map(|_| ("", node(rng, shape, depth - 1, drawn.other(), nodes))))
    };
    if shape.written { tree.written(below(rng, 19) as f64 - 9.0) } else { tree }
}

fn leaf(rng: &mut (impl Rng + ?Sized), leaves: Leaves) -> Tree {
    let size = match leaves {
        Leaves::Payoffs { size } => Some(size),
        Leaves::Mixed { size } if below(rng, 2) == 0 => Some(size),
        Leaves::Outcomes | Leaves::Mixed { .. } => None,
    };
    if let Some(size) = size {
        return Tree::payoff(below(rng, 2 * usize::from(size) + 1) as f64 - f64::from(size));
    }
    let outcomes = [Outcome::Win(Player::First), Outcome::Draw, Outcome::Win(Player::Second)];
    Tree::leaf(outcomes[below(rng, outcomes.len())])
}
