//! Moves and flips on bitboards, of one word or of two.
//!
//! A run of the opponent's discs is found by shifting: first runs of one and of two, then of two more at a
//! time. Sideways and diagonal runs are kept off the first and the last file, so that nothing wraps around.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A set of cells.
pub(super) trait DiscSet:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    /// Runs are one to `2 + 2 * DOUBLES` long: with both discs at their ends as long as a board.
    const DOUBLES: u32;
    /// The low bits of a wider set.
    fn of(wide: u128) -> Self;
}

impl DiscSet for u64 {
    const EMPTY: u64 = 0;
    const DOUBLES: u32 = 2;
    #[inline]
    fn of(wide: u128) -> u64 {
        wide as u64
    }
}

impl DiscSet for u128 {
    const EMPTY: u128 = 0;
    const DOUBLES: u32 = 3;
    #[inline]
    fn of(wide: u128) -> u128 {
        wide
    }
}

/// The four lines through a cell: how far its next cell is, and where runs may be.
#[inline]
fn lines<W: DiscSet>(size: u32, inner: u128, other: W) -> [(u32, W); 4] {
    let inside = other & W::of(inner);
    [(1, inside), (size - 1, inside), (size, other), (size + 1, inside)]
}

/// All runs of `through` that begin beside `from`, in full length; `shift` moves by one cell.
#[inline]
fn runs<W: DiscSet>(from: W, through: W, step: u32, shift: impl Fn(W, u32) -> W) -> W {
    let mut run = through & shift(from, step);
    run = run | through & shift(run, step);
    let two = through & shift(through, step);
    for _ in 0..W::DOUBLES {
        run = run | two & shift(run, 2 * step);
    }
    run
}

#[inline]
fn up<W: DiscSet>(set: W, step: u32) -> W {
    set << step
}

#[inline]
fn down<W: DiscSet>(set: W, step: u32) -> W {
    set >> step
}

/// The free cells where a disc of `own` would enclose some of `other`; `inner` is all but the outer files.
#[inline]
pub(super) fn moves<W: DiscSet>(size: u32, inner: u128, [own, other]: [W; 2], full: W) -> W {
    let mut ends = W::EMPTY;
    for (step, through) in lines(size, inner, other) {
        ends = ends | up(runs(own, through, step, up), step) | down(runs(own, through, step, down), step);
    }
    ends & full & !(own | other)
}

/// The discs of `other` that a new disc of `own` on the cell of `put` encloses.
#[inline]
pub(super) fn flips<W: DiscSet>(size: u32, inner: u128, [own, other]: [W; 2], put: W) -> W {
    let mut flipped = W::EMPTY;
    for (step, through) in lines(size, inner, other) {
        let [above, below] = [runs(put, through, step, up), runs(put, through, step, down)];
        if up(above, step) & own != W::EMPTY {
            flipped = flipped | above;
        }
        if down(below, step) & own != W::EMPTY {
            flipped = flipped | below;
        }
    }
    flipped
}
