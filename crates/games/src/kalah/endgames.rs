//! Positions as numbers, and what is known of those with few seeds, as in Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23
//! (2000). Each question is worked out when it is first asked.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use plywood_rules::Player;

use super::board::{KalahBoard, MOST_HOUSES, ONES, State, seeds_in};
use crate::score_table::ScoreBounds;

/// The bounds of a position with more seeds do not fit into a byte.
const MOST_SEEDS: u8 = 15;

/// A move: the seeds that it brings to the mover's store minus those to the opponent's, whether the mover moves again, and the houses
/// that are left, those of the player who moves next first.
pub(super) struct Sown {
    pub gain: i32,
    pub again: bool,
    pub rows: [u64; 2],
}

/// A position: the houses, the mover's first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Houses {
    pub rows: [u64; 2],
    pub seeds: i32,
    pub number: u64,
}

impl Houses {
    #[inline]
    pub fn new(endgames: &Endgames, rows: [u64; 2]) -> Houses {
        Houses {
            rows,
            seeds: rows.map(|row| i32::from(seeds_in(row))).into_iter().sum(),
            number: endgames.number(rows),
        }
    }
}

/// For all positions with at most [`Endgames::seeds`] seeds in the houses: how many more of them come to the store of the mover
/// than to that of the opponent, if both play their best.
pub(super) struct Endgames {
    board: KalahBoard,
    seeds: u8,
    /// `ways[houses][seeds]`: how many ways there are to have fewer than `seeds` seeds in one house more. Those of the mover's houses come
    /// first, [`MOST_HOUSES`] of each player's: zeros for houses that the board does not have.
    ways: Box<[[u64; 256]; 2 * MOST_HOUSES]>,
    /// How many positions have fewer than so many seeds.
    counts: [u64; 256],
    /// By number of the position: how many steps of two the lower bound of its value is above the least that may be, and from the fifth
    /// bit on how many the upper one is below the most.
    bounds: Vec<AtomicU8>,
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
    /// The bounds of all positions with less than `below` seeds, as far as `most` positions go, a byte each.
    pub fn new(board: KalahBoard, below: u8, most: u64) -> Endgames {
        let mut row: [u64; 256] = std::array::from_fn(|seeds| seeds as u64);
        let (mut ways, mut counts) = (Box::new([[0; 256]; 2 * MOST_HOUSES]), row);
        for player in ways.as_chunks_mut::<MOST_HOUSES>().0 {
            for house in &mut player[..board.houses] {
                (*house, counts) = (row, row);
                for seeds in 1..row.len() {
                    // Either one seed less, or none in the last house. Those that do not fit are never asked for.
                    row[seeds] = row[seeds].saturating_add(row[seeds - 1]);
                }
            }
        }
        let mut endgames = Endgames { board, seeds: 0, ways, counts, bounds: Vec::new() };
        let seeds = (1..below.min(MOST_SEEDS + 1)).rev().find(|&seeds| endgames.count(seeds) <= most);
        endgames.seeds = seeds.unwrap_or(0);
        let zeros = vec![0; endgames.count(endgames.seeds) as usize];
        endgames.bounds = zeros.into_iter().map(AtomicU8::new).collect();
        endgames
    }

    /// The seeds that positions may have in their houses.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The positions with at most so many seeds.
    pub fn count(&self, seeds: u8) -> u64 {
        self.counts[usize::from(seeds) + 1]
    }

    /// The growth of the first player's lead from `state`, which has at most [`Endgames::seeds`] seeds.
    pub fn growth(&self, state: &State) -> f64 {
        let houses = Houses::new(self, state.rows());
        let mut bounds = self.bounds(&houses);
        while bounds.least < bounds.most {
            let middle = bounds.least + 2 * ((bounds.most - bounds.least + 2) / 4);
            bounds = bounds.found(self.answer(&houses, middle), middle);
        }
        state.mover.sign() * f64::from(bounds.least)
    }

    /// The number of a position with the mover's houses first, in the combinatorial number system: those with fewer seeds in all houses
    /// come first, among equals those with fewer in all but the last house, and so on.
    #[inline(always)]
    fn number(&self, rows: [u64; 2]) -> u64 {
        // Byte `h` of a sum has the seeds of all houses up to `h`.
        let [own, other] = rows.map(|row| row.wrapping_mul(ONES[MOST_HOUSES]));
        let other = other.wrapping_add((own >> 56).wrapping_mul(ONES[MOST_HOUSES]));
        let mut number = 0;
        for house in 0..MOST_HOUSES {
            let seeds = |sums: u64| (sums >> (8 * house)) as usize & 0xFF;
            number += self.ways[house][seeds(own)] + self.ways[MOST_HOUSES + house][seeds(other)];
        }
        number
    }

    /// The moves of the player whose houses come first, the house next to the store first.
    #[inline(always)]
    pub fn moves(&self, rows: [u64; 2]) -> impl Iterator<Item = Sown> {
        let (board, state) = (self.board, State { houses: rows, stores: [0; 2], mover: Player::First });
        let mut filled = state.filled();
        std::iter::from_fn(move || {
            let house = filled.checked_ilog2()? as usize / 8;
            filled &= (1 << (8 * house)) - 1;
            let mut after = state;
            board.play(&mut after, house);
            Some(Sown {
                gain: i32::from(after.stores[0]) - i32::from(after.stores[1]),
                again: after.mover == Player::First,
                rows: after.rows(),
            })
        })
    }

    /// The bounds of the value that are known now, of a position with at most [`Endgames::seeds`] seeds.
    #[inline]
    pub fn bounds(&self, houses: &Houses) -> ScoreBounds {
        let steps = i32::from(self.bounds[houses.number as usize].load(Relaxed));
        ScoreBounds { least: 2 * (steps & 0xF) - houses.seeds, most: houses.seeds - 2 * (steps >> 4) }
    }

    /// Decides if the value of a position with at most [`Endgames::seeds`] seeds is at least `level`, which is as even as the value:
    /// returns a lower bound of that much, or an upper bound below. A move that keeps all seeds in play brings them nearer to the mover's
    /// store (see `plies_left`), so this comes to an end.
    pub fn answer(&self, houses: &Houses, level: i32) -> i32 {
        let bounds = self.bounds(houses);
        if let Some(score) = bounds.decides(level) {
            return score;
        }
        let mut best = -houses.seeds;
        for Sown { gain, again, rows } in self.moves(houses.rows) {
            let next = Houses::new(self, rows);
            best = best.max(match again {
                true => gain + self.answer(&next, level - gain),
                false => gain - self.answer(&next, gain - level + 2),
            });
            if best >= level {
                break;
            }
        }
        let ScoreBounds { least, most } = bounds.found(best, level);
        let steps = (least + houses.seeds) / 2 + 16 * ((houses.seeds - most) / 2);
        self.bounds[houses.number as usize].store(steps as u8, Relaxed);
        best
    }
}
