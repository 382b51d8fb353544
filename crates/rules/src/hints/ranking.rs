//! Ranks: positions as numbers with few gaps, so that their values fit in an array.

use std::ops::Range;

use crate::{Game, Player, Turn};

/// The rank of a position, and the image that it is of the rank's representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ranked {
    /// The rank.
    pub rank: u64,
    /// The image of that position that is meant, less than [`Ranking::images`].
    pub image: u8,
}

/// The turn and the symmetries of the representative of a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The player to move, or the outcome.
    pub turn: Turn,
    /// The images that are the position itself, as bits; bit 0, the identity, is always one of them.
    pub fixed: u16,
}

/// Ranks, from 0 on with few gaps, for all positions that may come after a start.
///
/// Positions that are images of each other share a rank, and one of them represents it. Images are numbered, 0
/// is the identity, and they form a group ([`Ranking::compose`]) that keeps the rules: the moves from an image
/// of a position lead to the images of the positions that its moves lead to. Some maps may exchange the players
/// ([`Ranking::exchanges`]). The others are the maps of [`Symmetric`](crate::Symmetric), under the same
/// numbers, or the identity alone.
///
/// [`crate::laws`] checks all of this. There is no chance in such a game, and no payoffs.
pub trait Ranking<G: Game + ?Sized>: Send + Sync {
    /// Ranks in the order in which positions can be valued: a move leads to the same stage or to one before it. They
    /// follow each other without a gap, from 0 on.
    fn stages(&self) -> Vec<Range<u64>>;

    /// The number of images of a position, counting the identity and images that are equal: at most 16.
    fn images(&self) -> usize;

    /// The number of the map that is `inner`, and then `outer`.
    fn compose(&self, outer: usize, inner: usize) -> usize;

    /// True if this map exchanges the players.
    fn exchanges(&self, image: usize) -> bool;

    /// The rank of a position: `None` for positions that cannot come after the start. Any of several equal
    /// images may be named.
    fn place(&self, state: &G::State) -> Option<Ranked>;

    /// The representative of this rank: `None` for ranks without a position.
    fn state(&self, rank: u64) -> Option<G::State>;

    /// The player who moves in [`Ranking::state`], or would if the game were not over: the opponent moved last.
    fn mover(&self, rank: u64) -> Player;

    /// Describes [`Ranking::state`] and adds the positions after its moves to `children`, one for each move in
    /// any order.
    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot>;

    /// Adds the positions from which a move leads to [`Ranking::state`]: all decisions that have a rank, whether they can come
    /// after the start or not, and nothing else. Some may be named more than once.
    fn before(&self, rank: u64, parents: &mut Vec<Ranked>);
}
