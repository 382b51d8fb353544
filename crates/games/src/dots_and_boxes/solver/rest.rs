//! The rest of a game: boxes that can be taken, chains and loops on their own, and the other edges.

use super::super::game::{DotsAndBoxes, Edges, around, next_to};
use super::images::EdgeImages;
use super::strings::{BoxString, CHAIN_COST, LOOP_COST, NO_CHOICE, StringSets};

/// The rest of a game when no box can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// The free edges of the parts that have a joint: a box with three free edges or four.
    pub edges: Edges,
    /// The other parts are chains and loops: the number of their set.
    pub strings: u32,
    /// The boxes.
    pub boxes: i32,
    /// The number of the edges up to symmetry.
    pub image: u64,
    /// The edges that give no box away.
    pub safe: i32,
}

/// A move, with all that the opponent takes after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Giving {
    /// The boxes.
    pub taken: i32,
    /// The cost for the opponent of leaving the last of them, so as not to move next.
    pub cost: i32,
    pub rest: Rest,
    /// The number of the move, the same in all positions of a board: less than [`MOVES`].
    pub number: u8,
}

/// Numbers of moves: edges that are safe, then chains by their first box, then chains and loops on their own by their boxes.
pub(super) const MOVES: usize = 256;
const CHAINS: u8 = 128;
const STRINGS: u8 = 192;

/// A board with everything that is computed once.
pub(super) struct DotsBoard {
    game: DotsAndBoxes,
    pub sets: StringSets,
    images: EdgeImages,
    /// The edges that go up at corners.
    corners_up: Edges,
    edge_count: u32,
}

impl DotsBoard {
    pub fn new(game: &DotsAndBoxes) -> DotsBoard {
        DotsBoard {
            game: *game,
            sets: StringSets::new(game.columns() * game.rows()),
            images: EdgeImages::new(game),
            corners_up: game.corners().into_iter().fold(0, |all, [_, up]| all | up),
            edge_count: game.edges(),
        }
    }

    /// The bits of keys.
    pub fn key_bits(&self) -> u32 {
        self.edge_count + self.sets.count().ilog2() + 1
    }

    /// Different for all that do not have the same value for sure.
    #[inline]
    pub fn key(&self, rest: &Rest) -> u64 {
        u64::from(rest.strings) << self.edge_count | rest.image
    }

    /// The rest of free edges without a box that can be taken, and these strings.
    pub fn rest(&self, free: Edges, strings: u32) -> Rest {
        let [_, two, joints] = self.game.lacking(free);
        let boxes = (two | joints).count_ones() as i32 + self.sets.boxes(strings);
        let mut alone = two & !reach(free, joints, two);
        let edges = self.game.settled(free & !around(alone));
        let mut all = strings;
        while alone != 0 {
            let string = reach(free, alone & alone.wrapping_neg(), alone);
            alone &= !string;
            let boxes = string.count_ones();
            let is_loop = (free & around(string)).count_ones() == boxes;
            all = self.sets.with(all, BoxString { boxes, is_loop });
        }
        let safe = (edges & !around(two)).count_ones() as i32;
        Rest { edges, strings: all, boxes, image: self.images.least(edges), safe }
    }

    /// The boxes that a player who may move can take, the cost of leaving the last ones, and the rest.
    pub fn taking(&self, free: Edges) -> Giving {
        let (taken, after) = self.game.drained(free);
        Giving {
            taken: taken.count_ones() as i32,
            cost: self.game.cost(free, taken),
            rest: self.rest(after, 0),
            number: 0,
        }
    }

    /// Lists the moves, of those with the same worth one.
    pub fn moves(&self, rest: &Rest, mut list: impl FnMut(Giving)) {
        let Rest { edges, strings, boxes, .. } = *rest;
        let [_, two, _] = self.game.lacking(edges);
        let mut safe = edges & !around(two) & !self.corners_up;
        while safe != 0 {
            let edge = safe & safe.wrapping_neg();
            safe ^= edge;
            let number = edge.trailing_zeros() as u8;
            list(Giving { taken: 0, cost: NO_CHOICE, rest: self.rest(edges ^ edge, strings), number });
        }
        for (string, strings) in self.sets.each(strings) {
            let taken = string.boxes as i32;
            list(Giving {
                taken,
                cost: string.cost(),
                rest: Rest { strings, boxes: boxes - taken, ..*rest },
                number: STRINGS + 2 * taken as u8 + u8::from(string.is_loop),
            });
        }
        let mut chains = two;
        while chains != 0 {
            let first = chains & chains.wrapping_neg();
            let chain = reach(edges, first, two);
            chains &= !chain;
            list(self.opened(edges, strings, chain));
        }
    }

    /// Opens a chain that begins or ends at a joint: whichever edge it is, all of them are drawn in the end. A chain that comes back to
    /// a joint with three edges takes it along, and what is behind it.
    fn opened(&self, edges: Edges, strings: u32, chain: u64) -> Giving {
        let boxes = chain.count_ones();
        let (more, after) = self.game.drained(edges & !around(chain));
        let cost = BoxString { boxes, is_loop: false }.cost();
        Giving {
            taken: (boxes + more.count_ones()) as i32,
            cost,
            rest: self.rest(after, strings),
            number: CHAINS + chain.trailing_zeros() as u8,
        }
    }
}

impl DotsAndBoxes {
    /// Takes all boxes that can be taken one after the other: the boxes, and the free edges that are left.
    pub(in crate::dots_and_boxes) fn drained(&self, free: Edges) -> (u64, Edges) {
        let incomplete = |free| self.lacking(free).into_iter().fold(0, |all, boxes| all | boxes);
        let mut after = free;
        loop {
            let [one, ..] = self.lacking(after);
            if one == 0 {
                return (incomplete(free) & !incomplete(after), after);
            }
            after &= !around(one);
        }
    }

    /// The cost of leaving the last of these boxes. They are trees: one with an edge that leads out of it has as many edges as
    /// boxes, and its last two boxes can be left; in one without, four boxes in a row can.
    pub(in crate::dots_and_boxes) fn cost(&self, free: Edges, taken: u64) -> i32 {
        let [_, two, more] = self.lacking(free);
        let (mut left, mut cost) = (taken, NO_CHOICE);
        while left != 0 {
            let tree = reach(free, left & left.wrapping_neg(), left);
            left &= !tree;
            let (boxes, inner) = (tree.count_ones(), tree & (two | more));
            let leads_out = (free & around(tree)).count_ones() == boxes;
            cost = match leads_out {
                true if boxes > 1 => cost.min(CHAIN_COST),
                false if next_to(free, inner) & inner != 0 => cost.min(LOOP_COST),
                _ => cost,
            };
        }
        cost
    }
}

/// The boxes that free edges join to these, within a set.
pub fn reach(free: Edges, from: u64, within: u64) -> u64 {
    let mut reached = from;
    loop {
        let more = reached | next_to(free, reached) & within;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}
