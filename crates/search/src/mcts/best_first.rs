//! Best-first minimax: the tree grows at the end of its best line, and the evaluations at its edge are backed up by minimax.
//!
//! Korf and Chickering, "Best-First Minimax Search", Artificial Intelligence 84 (1996). Proved positions are not searched again, and
//! the move that was followed most often is played: the completed and safe forms of Cohen-Solal, "Learning to Play Two-Player
//! Perfect-Information Games without Knowledge" (arXiv 2008.01188), who calls it unbounded minimax. At chance nodes, which neither has,
//! the value is the mean of the outcomes, which are followed as often as they come.

use std::cmp::Ordering::Greater;
use std::cmp::Reverse;

use plywood_rules::Tactics;

use super::node::{MctsNode, Mover, ROOT};
use super::search::{MctsSearch, PathStep};

impl<G: Tactics + ?Sized> MctsSearch<'_, G> {
    /// Gives the position at the end of the best line its children, and backs up what they are worth. The search must not be finished.
    pub fn grow(&mut self) {
        self.path.clear();
        let (mut state, mut node) = (self.tree.state.clone(), ROOT);
        loop {
            self.path.push(PathStep { node, instead: None });
            if self.tree.nodes[node].count == 0 {
                self.expand(node, &state);
                break;
            }
            node = self.most_promising(node);
            if self.goes_round(node, &mut state) {
                self.path.push(PathStep { node, instead: None });
                break;
            }
        }
        self.settle_path();
        while let Some(PathStep { node, .. }) = self.path.pop() {
            self.weigh(node);
        }
        if let Some(line) = &mut self.line {
            line.rewind();
        }
    }

    /// The best child of `node` that is not known for sure, of equal ones the one that was followed least; or the outcome that lags behind
    /// its probability. At the root each is followed as often as the others if all are to be valued.
    fn most_promising(&self, node: usize) -> usize {
        let (mover, is_fair) = (self.tree.nodes[node].mover, node == ROOT && self.settings.all);
        let merit = |child: usize| {
            let MctsNode { mean, visits, probability, .. } = self.tree.nodes[child];
            match mover {
                Mover::Player(player) if !is_fair => (player.sign() * mean, Reverse(visits)),
                _ => (probability / f64::from(visits), Reverse(0)),
            }
        };
        let open = self.tree.nodes[node].children().filter(|&child| !self.tree.nodes[child].is_settled());
        // The first of equal ones, as everywhere.
        let better =
            |a: usize, b: usize| if merit(b).partial_cmp(&merit(a)) == Some(Greater) { b } else { a };
        open.reduce(better).expect("what is not settled has a child that is not")
    }

    /// Counts a visit of `node`, and takes its value from its children.
    fn weigh(&mut self, node: usize) {
        let here = &self.tree.nodes[node];
        let children = &self.tree.nodes[here.children()];
        let mean = match here.mover {
            _ if here.is_settled() || children.is_empty() => here.mean,
            Mover::Player(player) => {
                let best = children.iter().map(|child| player.sign() * child.mean).fold(f64::MIN, f64::max);
                player.sign() * best
            }
            Mover::Chance => children.iter().map(|outcome| outcome.probability * outcome.mean).sum(),
            Mover::None => here.mean,
        };
        let here = &mut self.tree.nodes[node];
        (here.mean, here.visits) = (mean, here.visits.saturating_add(1));
    }
}
