//! An estimate from the boxes and the end that the edges lead to.

use plywood_rules::{Evaluate, Symmetric};

use super::game::{DotsAndBoxes, Edges, State, around};
use super::solver::{BoxString, reach, worth_of_giving};

/// The worth of a point of the rest, against one that is made: even a rest that is certain to be won is no win yet.
const REST: f64 = 0.99;

/// The evaluation `chains`: the boxes so far, and those of the rest of the game if both players draw edges that give no box away as long
/// as there are some, and then open the shortest chain each time.
///
/// The edges that give nothing away decide who opens the first chain, and how many they are depends on their order. So the rest is played
/// once in every image of the board, always with the first edge there, and the mean counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chains;

impl DotsAndBoxes {
    /// The points of the rest for the player who moves next, if no box can be taken.
    fn played_out(&self, mut free: Edges) -> i32 {
        let mut sign = 1;
        loop {
            let [_, two, _] = self.lacking(free);
            let safe = free & !around(two);
            if safe == 0 {
                return sign * self.of_chains(free);
            }
            free ^= safe & safe.wrapping_neg();
            sign = -sign;
        }
    }

    /// The same if every edge gives a box away.
    fn of_chains(&self, free: Edges) -> i32 {
        let [_, mut two, _] = self.lacking(free);
        let (mut shortest, mut boxes) = (0, u32::MAX);
        while two != 0 {
            let chain = reach(free, two & two.wrapping_neg(), two);
            two &= !chain;
            if chain.count_ones() < boxes {
                (shortest, boxes) = (chain, chain.count_ones());
            }
        }
        if shortest == 0 {
            return 0;
        }
        let opened = around(shortest);
        let is_loop = (free & opened).count_ones() == boxes;
        let (more, after) = self.drained(free & !opened);
        let taken = (shortest | more).count_ones() as i32;
        worth_of_giving(taken, BoxString { boxes, is_loop }.cost(), self.of_chains(after))
    }
}

impl Evaluate<DotsAndBoxes> for Chains {
    fn evaluate(&self, game: &DotsAndBoxes, state: &State) -> f64 {
        let free = game.free(state);
        let (boxes, after) = game.drained(free);
        let (taken, cost) = (boxes.count_ones() as i32, game.cost(free, boxes));
        let images = game.symmetries();
        let points = |map| -worth_of_giving(taken, cost, game.played_out(game.mapped(after, map)));
        let mean = f64::from((0..images).map(points).sum::<i32>()) / images as f64;
        f64::from(state.lead()) + REST * state.mover().sign() * mean
    }

    /// Measured as the example `chances` of the benchmarks does.
    fn winning_lead(&self, _: &DotsAndBoxes) -> Option<f64> {
        Some(5.3)
    }
}
