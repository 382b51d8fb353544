//! Positions as numbers, and the values of those with few seeds, as in Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23
//! (2000). Each is worked out when it is first asked for.

use std::fmt;
use std::sync::atomic::{AtomicI8, Ordering::Relaxed};

use plywood_rules::Player;

use super::board::{KalahBoard, MOST_HOUSES, ONES, State};

/// Positions at most, a byte each.
const MOST: u64 = 3_000_000;

/// The value of a position with more seeds may take a second.
const MOST_SEEDS: u8 = 16;

/// A move: the seeds that it brings to the mover's store minus those to the opponent's, whether the mover moves again, and the houses
/// that are left, those of the player who moves next first.
pub(super) struct Sown {
    pub gain: i32,
    pub again: bool,
    pub rows: [u64; 2],
}

/// For all positions with at most [`Endgames::seeds`] seeds in the houses: how many more of them come to the store of the mover
/// than to that of the opponent, if both play their best.
pub(super) struct Endgames {
    board: KalahBoard,
    seeds: u8,
    /// `ways[houses][seeds]`: how many ways there are to have fewer than `seeds` seeds in one house more.
    ways: Vec<[u64; 256]>,
    /// By number of the position: one more than twice the value, or 0 if it is not known yet.
    values: Vec<AtomicI8>,
}

impl PartialEq for Endgames {
    /// The values follow from the rest.
    fn eq(&self, other: &Endgames) -> bool {
        (self.board, self.seeds) == (other.board, other.seeds)
    }
}

impl Eq for Endgames {}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames({} seeds)", self.seeds)
    }
}

impl Endgames {
    /// The values of all positions with less than `below` seeds, as far as [`MOST`] goes.
    pub fn new(board: KalahBoard, below: u8) -> Endgames {
        let mut row: [u64; 256] = std::array::from_fn(|seeds| seeds as u64);
        let mut ways = Vec::new();
        for _ in 0..2 * board.houses {
            ways.push(row);
            for seeds in 1..row.len() {
                // Either one seed less, or none in the last house. Those that do not fit are never asked for.
                row[seeds] = row[seeds].saturating_add(row[seeds - 1]);
            }
        }
        let mut endgames = Endgames { board, seeds: 0, ways, values: Vec::new() };
        let seeds = (1..below.min(MOST_SEEDS + 1)).rev().find(|&seeds| endgames.count(seeds) <= MOST);
        endgames.seeds = seeds.unwrap_or(0);
        let zeros = vec![0; endgames.count(endgames.seeds) as usize];
        endgames.values = zeros.into_iter().map(AtomicI8::new).collect();
        endgames
    }

    /// The seeds that positions may have in their houses.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The positions with at most so many seeds.
    pub fn count(&self, seeds: u8) -> u64 {
        self.ways.last().map_or(0, |ways| ways[usize::from(seeds) + 1])
    }

    /// The growth of the first player's lead from `state`, which has at most [`Endgames::seeds`] seeds.
    pub fn growth(&self, state: &State) -> f64 {
        let rows = state.rows();
        state.mover.sign() * f64::from(self.value(self.number(rows), rows))
    }

    /// The number of a position with the mover's houses first, in the combinatorial number system: those with fewer seeds in all houses
    /// come first, among equals those with fewer in all but the last house, and so on.
    #[inline]
    pub fn number(&self, rows: [u64; 2]) -> u64 {
        // Byte `h` of a sum has the seeds of all houses up to `h`.
        let [own, other] = rows.map(|row| row.wrapping_mul(ONES[MOST_HOUSES]));
        let other = other.wrapping_add((own >> 56).wrapping_mul(ONES[MOST_HOUSES]));
        let (first, second) = self.ways.split_at(self.board.houses);
        let part = |sums: u64, ways: &[[u64; 256]]| -> u64 {
            ways.iter().enumerate().map(|(house, ways)| ways[(sums >> (8 * house)) as usize & 0xFF]).sum()
        };
        part(own, first) + part(other, second)
    }

    /// Lists the moves of the player whose houses come first.
    #[inline]
    pub fn moves(&self, rows: [u64; 2], mut list: impl FnMut(Sown)) {
        let state = State { houses: rows, stores: [0; 2], mover: Player::First };
        let mut filled = state.filled();
        while filled != 0 {
            let mut after = state;
            self.board.play(&mut after, filled.trailing_zeros() as usize / 8);
            filled &= filled - 1;
            list(Sown {
                gain: i32::from(after.stores[0]) - i32::from(after.stores[1]),
                again: after.mover == Player::First,
                rows: after.rows(),
            });
        }
    }

    /// The value of a position with this number, the mover's houses first. A move that keeps all seeds in play brings them nearer to the
    /// mover's store (see `plies_left`), so this comes to an end.
    pub fn value(&self, number: u64, rows: [u64; 2]) -> i32 {
        let entry = &self.values[number as usize];
        let known = entry.load(Relaxed);
        if known != 0 {
            return i32::from(known >> 1);
        }
        let mut best = i32::MIN;
        if rows.contains(&0) {
            // A move that ends the game clears the board.
            best = 0;
        } else {
            self.moves(rows, |Sown { gain, again, rows }| {
                let rest = self.value(self.number(rows), rows);
                best = best.max(gain + if again { rest } else { -rest });
            });
        }
        entry.store((2 * best + 1) as i8, Relaxed);
        best
    }
}
