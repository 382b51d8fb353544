//! The size of a game: moves, positions and nodes, counted by the rules alone.

use plywood_rules::levels::{self, TreeLevel};
use plywood_rules::perft::{divide_until, perft_until};
use plywood_rules::reach::{Reach, reach};
use plywood_rules::{Interrupted, Playable, Run, Stop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::trouble::COMPLETE;
use crate::typed::TypedSession;

/// Counts the tree below the position of a session.
pub trait Counting {
    /// Counts the move paths of exactly `depth` plies.
    ///
    /// # Errors
    /// If it was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Result<u64, Interrupted>;
    /// The same, split by the first move.
    ///
    /// # Errors
    /// If it was stopped.
    fn divide(&self, depth: u32, stop: &Stop) -> Result<Vec<(String, u64)>, Interrupted>;
    /// The size of the tree, level by level.
    ///
    /// # Errors
    /// If it was stopped.
    fn count_levels(&self, depth: u32, stop: &Stop) -> Result<Vec<TreeLevel>, Interrupted>;
    /// The same, estimated from `ways` random paths down.
    fn estimate_levels(&self, depth: u32, ways: u32, seed: u64) -> Vec<TreeLevel>;
    /// Counts the positions that can be reached. Reports the positions and the ply so far.
    fn reach(&self, run: &Run<'_, (u64, usize)>) -> Reach;
}

impl<G: Playable> Counting for TypedSession<G> {
    fn perft(&self, depth: u32, stop: &Stop) -> Result<u64, Interrupted> {
        if !COMPLETE {
            return Err(Interrupted);
        }
        perft_until(&**self.game(), self.state(), depth, stop)
    }

    fn divide(&self, depth: u32, stop: &Stop) -> Result<Vec<(String, u64)>, Interrupted> {
        if !COMPLETE {
            return Err(Interrupted);
        }
        let split = divide_until(&**self.game(), self.state(), depth, stop)?;
        Ok(split.into_iter().map(|(mv, paths)| (self.game().move_text(self.state(), mv), paths)).collect())
    }

    fn count_levels(&self, depth: u32, stop: &Stop) -> Result<Vec<TreeLevel>, Interrupted> {
        if !COMPLETE {
            return Err(Interrupted);
        }
        levels::count(&**self.game(), self.state(), depth, stop)
    }

    fn estimate_levels(&self, depth: u32, ways: u32, seed: u64) -> Vec<TreeLevel> {
        if !COMPLETE {
            return Vec::new();
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        levels::estimate(&**self.game(), self.state(), depth, ways, &mut rng)
    }

    fn reach(&self, run: &Run<'_, (u64, usize)>) -> Reach {
        reach(&**self.game(), self.state(), run)
    }
}
