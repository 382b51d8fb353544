//! The runs that a player may push: all lines of an axis at once, by shifting the whole field.
//!
//! Shift the field by 0, 1, ... n-1 steps and every cell sees, at its own bit, the n cells that begin there.
//! And-ing the shifted fields finds all full runs; adding them up bit by bit, as full adders do, finds all
//! majorities. There are no branches on the contents of cells.

use super::field::{Direction, Field, bit, cells_of};

/// The runs a player may push, by way: the cells of their first balls (leftmost or lowest).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pushes(pub [u128; 4]);

impl Pushes {
    pub fn count(&self) -> u32 {
        self.0.iter().map(|firsts| firsts.count_ones()).sum()
    }

    pub fn contains(&self, way: Direction, first: usize) -> bool {
        self.0[way as usize] & bit(first) != 0
    }

    /// In the order moves are listed: way by way, and by the cell of the first ball.
    pub fn iter(&self) -> impl Iterator<Item = (Direction, usize)> {
        let firsts = self.0;
        Direction::ALL
            .into_iter()
            .flat_map(move |way| cells_of(firsts[way as usize]).map(move |first| (way, first)))
    }

    /// Calls `visit` with each of them in that order, on a field of this side: a faster [`Pushes::iter`]. The
    /// end of a loop is a branch that is hard to predict, so there are as few loops as possible: files begin on
    /// the lowest ranks, ranks mostly between the edges.
    #[inline]
    pub fn each(&self, side: usize, mut visit: impl FnMut(Direction, u8)) {
        let word = 64 / side * side;
        for way in Direction::ALL {
            let firsts = self.0[way as usize];
            let mut visit_all = |mut cells: u64, from: usize| {
                while cells != 0 {
                    visit(way, from as u8 + cells.trailing_zeros() as u8);
                    cells &= cells - 1;
                }
            };
            if way.is_along_file() {
                visit_all(firsts as u64, 0);
                visit_all((firsts >> 64) as u64, 64);
            } else {
                visit_all(firsts as u64 & ((1 << side) - 1), 0);
                visit_all((firsts >> side) as u64 & (u64::MAX >> (64 - word)), side);
                visit_all((firsts >> (side + word)) as u64, side + word);
            }
        }
    }

    /// Number `n`, from 0, of that order.
    pub fn nth(&self, n: usize) -> Option<(Direction, usize)> {
        let mut left = n as u32;
        for way in Direction::ALL {
            let firsts = self.0[way as usize];
            for (mut half, from) in [(firsts as u64, 0), ((firsts >> 64) as u64, 64)] {
                let count = half.count_ones();
                if left < count {
                    for _ in 0..left {
                        half &= half - 1;
                    }
                    return Some((way, from + half.trailing_zeros() as usize));
                }
                left -= count;
            }
        }
        None
    }
}

/// Finds the pushes of the player who has `own` against `other`, with the target on the cell `target`.
pub(super) type Find = fn(field: &Field, own: u128, other: u128, target: u128) -> Pushes;

/// Counts the pushes that [`Find`] would find for the player who has `own`, and for the opponent.
pub(super) type Count = fn(field: &Field, own: u128, other: u128, target: u128) -> [u32; 2];

/// Full lines of exactly `RUN` balls, most of them own, that have room to move: on a field of side `RUN + 2`.
pub(super) fn full_lines<const SIDE: usize, const RUN: usize>(
    _: &Field,
    own: u128,
    other: u128,
    target: u128,
) -> Pushes {
    let (files, ranks) = full_runs::<SIDE, RUN>(own, own | other | target).most;
    let files = u128::from(files);
    let (rank_1, file_a) = const { ((1 << SIDE) - 1, first_file(SIDE, SIDE)) };
    Pushes([files & !rank_1, files & !(rank_1 << (2 * SIDE)), ranks & !file_a, ranks & !(file_a << 2)])
}

/// Counts the pushes that [`full_lines`] finds for each player: two for a run in the middle of its line, one
/// for any other.
pub(super) fn count_full_lines<const SIDE: usize, const RUN: usize>(
    field: &Field,
    own: u128,
    other: u128,
    target: u128,
) -> [u32; 2] {
    let (rank_2, file_b) = const { (((1 << SIDE) - 1) << SIDE, first_file(SIDE, SIDE) << 1) };
    let lines = full_runs::<SIDE, RUN>(own, own | other | target);
    // If one player has no majority, the other has it, unless the target makes the number of balls even.
    let through = field.begins_through(target.trailing_zeros() as u8);
    let count = |files: u64, ranks: u128| {
        let files = files | (files & rank_2) << (2 * SIDE);
        let ranks = ranks | (ranks & file_b) << 2;
        files.count_ones() + ranks.count_ones()
    };
    let theirs = lines.full.0 & !lines.most.0 & !(lines.half.0 & through.0);
    [
        count(lines.most.0, lines.most.1),
        count(theirs, lines.full.1 & !lines.most.1 & !(lines.half.1 & through.1)),
    ]
}

/// The first cells of full runs, along files (the lowest three ranks) and along ranks.
struct FullRuns {
    /// All.
    full: (u64, u128),
    /// Those with more than half of the cells own.
    most: (u64, u128),
    /// Those with as many own as others, if the target is in them.
    half: (u64, u128),
}

#[inline(always)]
fn full_runs<const SIDE: usize, const RUN: usize>(own: u128, occupied: u128) -> FullRuns {
    // A run along a file begins on rank 1, 2 or 3, so the lowest three ranks of each shifted field will do.
    let at = |cells: u128, rank: usize| (cells >> (rank * SIDE)) as u64;
    let all_three = |n| at(occupied, n) & at(occupied, n + 1) & at(occupied, n + 2);
    let add_three = |n| add(at(own, n), at(own, n + 1), at(own, n + 2));
    let beside = (occupied << SIDE) as u64 | at(occupied, RUN);
    let begins = const { (1 << (3 * SIDE)) - 1 };
    let files = all::<RUN>(all_three) & !beside & begins;
    let (most_files, half_files) = most::<RUN>(|n| at(own, n), add_three);

    // A run along a rank begins on file a, b or c. Ranks are taken as many at a time as fit a word.
    let [ranks, most_ranks, half_ranks] = by_words::<SIDE, 3>(|from| {
        let (own, occupied) = (at(own, from), at(occupied, from));
        let file_a = const { first_file(SIDE, SIDE) as u64 };
        let three = occupied & (occupied >> 1) & (occupied >> 2);
        let (sum, carry) = add(own, own >> 1, own >> 2);
        let beside = (occupied & !(file_a << (SIDE - 1))) << 1 | (occupied & !file_a) >> RUN;
        let begins = const { 0b111 * first_file(SIDE, 64 / SIDE) as u64 };
        let full = all::<RUN>(|n| three >> n) & !beside & begins;
        let (most, half) = most::<RUN>(|n| own >> n, |n| (sum >> n, carry >> n));
        [full, full & most, full & half]
    });

    FullRuns {
        full: (files, ranks),
        most: (files & most_files, most_ranks),
        half: (files & half_files, half_ranks),
    }
}

/// Any line with a majority, both ways: on a field of side `RUN` that is full of balls.
#[inline(always)]
pub(super) fn rolling_lines<const RUN: usize>(_: &Field, own: u128, _: u128, _: u128) -> Pushes {
    let at = |rank: usize| (own >> (rank * RUN)) as u64;
    let files = most::<RUN>(at, |n| add(at(n), at(n + 1), at(n + 2))).0 & const { (1 << RUN) - 1 };
    let [ranks] = by_words::<RUN, 1>(|from| {
        let own = at(from);
        let (sum, carry) = add(own, own >> 1, own >> 2);
        [most::<RUN>(|n| own >> n, |n| (sum >> n, carry >> n)).0 & const { first_file(RUN, 64 / RUN) as u64 }]
    });
    Pushes([u128::from(files), u128::from(files), ranks, ranks])
}

/// Runs of any length with more own balls than others, as long as the target stays on the field.
pub(super) fn capturing_runs(field: &Field, own: u128, other: u128, target: u128) -> Pushes {
    let occupied = own | other | target;
    let mut pushes = Pushes::default();
    for along_file in [true, false] {
        let (back, on) = (Direction::new(along_file, false), Direction::new(along_file, true));
        for (first, last) in field.runs(occupied, along_file) {
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

/// The cells of file a on the first `ranks` ranks, on a field of that side.
const fn first_file(side: usize, ranks: usize) -> u128 {
    let mut cells = 0;
    let mut rank = 0;
    while rank < ranks && rank < side {
        cells |= 1 << (rank * side);
        rank += 1;
    }
    cells
}

/// Puts sets of cells together from words of as many whole ranks as fit one; `word` is given the first rank.
#[inline(always)]
fn by_words<const SIDE: usize, const N: usize>(word: impl Fn(usize) -> [u64; N]) -> [u128; N] {
    let mut cells = [0; N];
    let mut from = 0;
    while from < SIDE {
        for (cells, word) in cells.iter_mut().zip(word(from)) {
            *cells |= u128::from(word) << (from * SIDE);
        }
        from += 64 / SIDE;
    }
    cells
}

/// The bits that are set in all of `RUN` words; `three(n)` has those of words n, n + 1 and n + 2.
#[inline(always)]
fn all<const RUN: usize>(three: impl Fn(usize) -> u64) -> u64 {
    match RUN {
        3 => three(0),
        5 => three(0) & three(2),
        7 => three(0) & three(3) & three(4),
        9 => three(0) & three(3) & three(6),
        _ => unreachable!("lines have 3, 5, 7 or 9 balls"),
    }
}

/// The bits that are set in more than half of `RUN` words, and those that are set in one word less than that,
/// which is half of the others; `three(n)` adds up words n, n + 1 and n + 2.
///
/// Three bits add up to a sum (odd) and a carry (at least two of them), in all places of a word at once. The
/// majority of 5, 7 or 9 follows from the sums and carries of threes as in an adder.
#[inline(always)]
fn most<const RUN: usize>(word: impl Fn(usize) -> u64, three: impl Fn(usize) -> (u64, u64)) -> (u64, u64) {
    let (sum, carry) = three(0);
    match RUN {
        3 => (carry, sum & !carry),
        5 => {
            // At least 3 = 2 + 1: two carries, or one and the last sum. 2: one carry, no sum.
            let (sum, carry_2) = add(sum, word(3), word(4));
            let (odd, most) = add(carry, carry_2, sum);
            (most, odd & !most & !sum)
        }
        7 => {
            // At least 4 = 2 + 2: two of three carries. 3: one carry and the last sum.
            let (sum_2, carry_2) = three(3);
            let (sum, carry_3) = add(sum, sum_2, word(6));
            let (odd, most) = add(carry, carry_2, carry_3);
            (most, odd & !most & sum)
        }
        9 => {
            // At least 5 = 4 + 1: of four carries three, or two and the last sum. 4: two carries, no sum.
            let ((sum_2, carry_2), (sum_3, carry_3)) = (three(3), three(6));
            let (sum, carry_4) = add(sum, sum_2, sum_3);
            let (twos, fours) = add(carry, carry_2, carry_3);
            let most = (fours & (twos | carry_4 | sum)) | (twos & carry_4 & sum);
            (most, (fours ^ (twos & carry_4)) & !most & !sum)
        }
        _ => unreachable!("lines have 3, 5, 7 or 9 balls"),
    }
}

/// A full adder in every place: the sum and the carry of three bits.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a | b)))
}
