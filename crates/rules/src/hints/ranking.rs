//! Positions as numbers that leave few gaps, so that what is known of them can stand in an array.

use std::ops::Range;

use crate::{Game, Player, Turn};

/// The number of a position that stands for all its images, and which of them is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ranked {
    /// The number of the position that stands for it.
    pub rank: u64,
    /// The image of that position that is meant, less than [`Ranking::images`].
    pub image: u8,
}

/// The turn and the symmetries of the position that stands for a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Whose turn it is, or how the game ended.
    pub turn: Turn,
    /// The images that are the position itself, as bits; bit 0, the identity, is always one of them.
    pub fixed: u16,
}

/// Numbers, from 0 on without many gaps, for all positions that may come after a start.
///
/// Positions that are images of each other share a rank, and one of them stands for all. Images are numbered, 0 is the identity, and
/// they form a group ([`Ranking::compose`]) that keeps the rules: what the moves from a position lead to has the images that the moves
/// from its image lead to. Some may exchange the players ([`Ranking::exchanges`]). Of the others each map of
/// [`Symmetric`](crate::Symmetric) is one, under the same number, or else there is the identity alone.
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

    /// The position that stands for this rank: `None` for those that none has.
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
