//! Which runs a player may push: all lines of an axis at once, by shifting the whole field.
//!
//! Shift the field by 0, 1, ... n-1 steps and every cell sees, at its own bit, the n cells that begin there.
//! And-ing the shifted fields finds all full runs; adding them up bit by bit, as full adders do, finds all
//! majorities. Nothing branches on what lies where.

use super::field::{Field, Way, bit, cells_of};

/// The runs a player may push, by way: the cells of their first balls (leftmost or lowest).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pushes(pub [u128; 4]);

impl Pushes {
    pub fn count(&self) -> u32 {
        self.0.iter().map(|firsts| firsts.count_ones()).sum()
    }

    pub fn contains(&self, way: Way, first: usize) -> bool {
        self.0[way as usize] & bit(first) != 0
    }

    /// In the order moves are listed: way by way, and by the cell of the first ball.
    pub fn iter(&self) -> impl Iterator<Item = (Way, usize)> {
        let firsts = self.0;
        Way::ALL.into_iter().flat_map(move |way| cells_of(firsts[way as usize]).map(move |first| (way, first)))
    }

    /// Number `n`, from 0, of that order.
    pub fn nth(&self, n: usize) -> Option<(Way, usize)> {
        let mut left = n as u32;
        for way in Way::ALL {
            let mut firsts = self.0[way as usize];
            let count = firsts.count_ones();
            if left < count {
                for _ in 0..left {
                    firsts &= firsts - 1;
                }
                return Some((way, firsts.trailing_zeros() as usize));
            }
            left -= count;
        }
        None
    }
}

/// Finds the pushes of the player who has `own` against `other`, the target lying on the cell `target`.
pub(super) type Finder = fn(field: &Field, own: u128, other: u128, target: u128) -> Pushes;

/// Full lines of exactly `RUN` balls, most of them own, with room to move: on a field of side `RUN + 2`.
pub(super) fn full_lines<const SIDE: usize, const RUN: usize>(
    _: &Field,
    own: u128,
    other: u128,
    target: u128,
) -> Pushes {
    let occupied = own | other | target;
    let file = |f: usize| const { file_a(SIDE) } << f;
    let rank = |r: usize| const { (1u128 << SIDE) - 1 } << (r * SIDE);

    // Along ranks a run begins in file a, b or c; further right it would run on into the next rank, and the
    // neighbours of its ends have to be kept from doing that too.
    let before = (occupied & !file(SIDE - 1)) << 1;
    let after = (occupied & !file(0)) >> RUN;
    let begins = const { file_a(SIDE) * 0b111 };
    let ranks = windows_full::<RUN>(occupied, 1) & !before & !after & begins & majorities::<RUN>(own, 1);

    // Along files nothing runs on: what is shifted in from beyond the field is empty.
    let before = occupied << SIDE;
    let after = occupied >> (RUN * SIDE);
    let files = windows_full::<RUN>(occupied, SIDE) & !before & !after & majorities::<RUN>(own, SIDE);

    Pushes([files & !rank(0), files & !rank(2), ranks & !file(0), ranks & !file(2)])
}

/// Any line with a majority, both ways: on a field of side `RUN` that is full of balls.
pub(super) fn rolling_lines<const RUN: usize>(_: &Field, own: u128, _: u128, _: u128) -> Pushes {
    let files = majorities::<RUN>(own, RUN) & ((1 << RUN) - 1);
    let ranks = majorities::<RUN>(own, 1) & const { file_a(RUN) };
    Pushes([files, files, ranks, ranks])
}

/// Runs of any length with more own balls than others, as long as the target stays on the field.
pub(super) fn capturing_runs(field: &Field, own: u128, other: u128, target: u128) -> Pushes {
    let occupied = own | other | target;
    let mut pushes = Pushes::default();
    for along_file in [true, false] {
        let (back, on) = (Way::new(along_file, false), Way::new(along_file, true));
        for first in cells_of(field.firsts(occupied, along_file)) {
            let last = field.last(occupied, along_file, first);
            let run = field.span(on, first as u8, last as u8);
            if (own & run).count_ones() > (other & run).count_ones() {
                if bit(first) & target & field.edge[back as usize] == 0 {
                    pushes.0[back as usize] |= bit(first);
                }
                if bit(last) & target & field.edge[on as usize] == 0 {
                    pushes.0[on as usize] |= bit(first);
                }
            }
        }
    }
    pushes
}

/// The cells of the first file.
const fn file_a(side: usize) -> u128 {
    let mut cells = 0;
    let mut rank = 0;
    while rank < side {
        cells |= 1 << (rank * side);
        rank += 1;
    }
    cells
}

/// The cells from which on `RUN` cells, `step` apart, are all in `cells`.
#[inline(always)]
fn windows_full<const RUN: usize>(cells: u128, step: usize) -> u128 {
    let three = cells & (cells >> step) & (cells >> (2 * step));
    let mut all = three;
    let mut from = 3;
    while from < RUN {
        all &= three >> (from.min(RUN - 3) * step);
        from += 3;
    }
    all
}

/// The cells from which on, of `RUN` cells `step` apart, more than half are in `cells`.
///
/// Three bits add up to a sum (odd) and a carry (at least two), at every cell of the field in one go; from the
/// sums and carries of threes the majority of 3, 5, 7 or 9 follows as in an adder.
#[inline(always)]
fn majorities<const RUN: usize>(cells: u128, step: usize) -> u128 {
    let at = |cells: u128, n: usize| cells >> (n * step);
    let (a, b, c) = (cells, at(cells, 1), at(cells, 2));
    let (sum, carry) = (odd(a, b, c), two_of(a, b, c));
    match RUN {
        3 => carry,
        5 => {
            // At least 3 of sum + 2 carry + two more: two of (carry, second carry, second sum).
            let (d, e) = (at(cells, 3), at(cells, 4));
            two_of(carry, two_of(sum, d, e), odd(sum, d, e))
        }
        7 => {
            // At least 4 of two threes and one more: at least two carries of weight 2.
            let second_carry = two_of(sum, at(sum, 3), at(cells, 6));
            two_of(carry, at(carry, 3), second_carry)
        }
        9 => {
            // At least 5 of three threes: four carries of weight 2, three of them and one, and a last bit.
            let (s, d) = (odd(sum, at(sum, 3), at(sum, 6)), two_of(sum, at(sum, 3), at(sum, 6)));
            let carries = (carry, at(carry, 3), at(carry, 6));
            let (x, y) = (odd(carries.0, carries.1, carries.2), two_of(carries.0, carries.1, carries.2));
            (y & (x | d | s)) | (x & d & s)
        }
        _ => unreachable!(),
    }
}

fn odd(a: u128, b: u128, c: u128) -> u128 {
    a ^ b ^ c
}

fn two_of(a: u128, b: u128, c: u128) -> u128 {
    (a & b) | (c & (a | b))
}
