//! The exact value of every position that can be reached, as tables: solved, packed, written and looked up.
//!
//! [`solve`] finds all positions of a game without chance from a start on, merged up to symmetry if the start
//! is symmetric, and values them: the winner and the number of plies, or a draw, and if that draw ends. The
//! result is a [`Tablebase`], packed by [keys](Key) that are the packed positions as numbers. [`solve_packed`]
//! packs by rank where the game has ranks.

mod blocks;
pub mod dense;
mod error;
mod gather;
mod header;
mod packed;
mod parts;
mod positions;
mod sorted;
mod tablebase;

use plywood_rules::{Playable, Ranking, Run, is_symmetric};

pub use self::error::TablebaseError;
pub use self::gather::{GatheredSolution, ShareUse, solve_by_threads, work};
pub use self::parts::{PartStore, TableParts, part_name, parts_of_name};
pub use self::positions::{ReachablePositions, Reached};
pub use self::tablebase::Tablebase;
use crate::retrograde::ThreadExchange;
pub use crate::retrograde::{
    Exchange, Handler, Payload, RetrogradeError, RoundStore, RoundTally, RoundWriter, StoredRound, Traffic,
};
pub use crate::values::{
    ByteSource, Codec, Exact, Key, Phase, PositionCounts, ScratchFile, SolveError, SolveProgress, SolveWatch,
    ValueCode, checksum, fits,
};

/// Finds and values all positions of `game` from `start` on. If `start` is not symmetric, positions that are
/// images of each other are merged only with `merge`: images that cannot be reached may then be counted as
/// well.
///
/// # Errors
/// If it is stopped or needs more memory than allowed, and for games with chance, payoffs or positions that keys cannot hold.
pub fn solve<G: Playable>(
    game: &G,
    start: &G::State,
    merge: bool,
    run: &Run<'_, SolveProgress>,
) -> Result<Tablebase, SolveError> {
    // In a browser the size of the code counts for more, and wide keys hold everything.
    if !cfg!(target_family = "wasm") && fits::<G, u64>(game, start) {
        solve_alone::<G, u64>(game, start, merge, run)
    } else {
        solve_alone::<G, u128>(game, start, merge, run)
    }
}

fn solve_alone<G: Playable, K: Key>(
    game: &G,
    start: &G::State,
    merge: bool,
    run: &Run<'_, SolveProgress>,
) -> Result<Tablebase, SolveError> {
    // First check whether a position fits: to compute all images of a large board may take minutes.
    Codec { game, merged: false }.key::<K>(start, false, &mut Vec::new())?;
    let mut alone = ThreadExchange::<K>::alone();
    let codec = Codec::new(game, start, merge);
    let merged = codec.merged;
    match work(codec, start, &mut alone, None, ShareUse::Hold, SolveWatch::new(run)) {
        Ok((_, share)) => {
            let bound = gather::bind(game, start, merged, vec![share]);
            Ok(bound.expect("nothing is written outside of memory"))
        }
        Err(RetrogradeError::Halt(halt)) => Err(halt),
        Err(other) => unreachable!("a lone worker has no peers and no checkpoints: {other}"),
    }
}

/// With fewer ranks than this a table by key is as good.
const WORTH_RANKS: u64 = 1 << 16;

/// Finds and values all positions as [`solve`] does, and packs them: by rank if the game has a
/// [ranking](plywood_rules::Specialists::ranking) of more than a few positions, with the threads of `run`.
///
/// # Errors
/// Those of [`solve`].
pub fn solve_packed<G: Playable>(
    game: &G,
    start: &G::State,
    merge: bool,
    run: &Run<'_, SolveProgress>,
) -> Result<Tablebase, SolveError> {
    let ranking = game.specialists().ranking.and_then(|new| new(game, start));
    let worth =
        |ranking: &dyn Ranking<G>| ranking.stages().last().is_some_and(|stage| stage.end >= WORTH_RANKS);
    if let Some(ranking) = ranking.filter(|ranking| worth(&**ranking)) {
        let merged = merge && game.symmetries() > 1 || is_symmetric(game, start);
        let table = dense::solve(&*ranking, start, merged, run)?;
        return Ok(Tablebase::by_rank(game, &*ranking, start, table));
    }
    solve(game, start, merge, run)
}
