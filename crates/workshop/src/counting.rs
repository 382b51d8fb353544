//! The size of a game: moves, positions and nodes, counted by the rules alone.

use plywood_rules::Playable;
use plywood_rules::levels::{self, Level};
use plywood_rules::perft::{divide_while, perft_while};
use plywood_rules::reach::{Reach, reach};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::error::COMPLETE;
use crate::typed::Typed;

/// Counts the tree below the position of a session.
pub trait Counting {
    /// Counts the move paths of exactly `depth` plies; `None` if `go_on` returned false.
    fn perft(&self, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64>;
    /// The same, split by the first move.
    fn divide(&self, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<(String, u64)>>;
    /// The size of the tree, level by level; `None` if `go_on` returned false.
    fn count_levels(&self, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Level>>;
    /// The same, estimated from `ways` random paths down.
    fn estimate_levels(&self, depth: u32, ways: u32, seed: u64) -> Vec<Level>;
    /// Counts the positions that can be reached.
    fn reach(&self, go_on: &mut dyn FnMut(&Reach) -> bool) -> Reach;
}

impl<G: Playable> Counting for Typed<G> {
    fn perft(&self, depth: u32, mut go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        if !COMPLETE {
            return None;
        }
        perft_while(&**self.game(), self.state(), depth, &mut go_on)
    }

    fn divide(&self, depth: u32, mut go_on: &mut dyn FnMut() -> bool) -> Option<Vec<(String, u64)>> {
        if !COMPLETE {
            return None;
        }
        let split = divide_while(&**self.game(), self.state(), depth, &mut go_on)?;
        Some(split.into_iter().map(|(mv, paths)| (self.game().move_text(self.state(), mv), paths)).collect())
    }

    fn count_levels(&self, depth: u32, mut go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Level>> {
        if !COMPLETE {
            return None;
        }
        levels::count_while(&**self.game(), self.state(), depth, &mut go_on)
    }

    fn estimate_levels(&self, depth: u32, ways: u32, seed: u64) -> Vec<Level> {
        if !COMPLETE {
            return Vec::new();
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        levels::estimate(&**self.game(), self.state(), depth, ways, &mut rng)
    }

    fn reach(&self, go_on: &mut dyn FnMut(&Reach) -> bool) -> Reach {
        reach(&**self.game(), self.state(), go_on)
    }
}
