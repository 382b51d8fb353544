//! The values of all positions with few seeds, as in Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000).

use std::fmt;

use plywood_rules::{Player, Stop};

use super::board::{KalahBoard, State};

/// Positions at most, a byte each: they are valued in a second or two.
const MOST: usize = 6_000_000;

/// Positions between two questions whether to go on.
const AT_A_TIME: usize = 4096;

/// A value that is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// For all positions with at most [`Endgames::seeds`] seeds in the houses: how many more of them come to the store of the mover
/// than to that of the opponent, if both play their best.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Endgames {
    seeds: u8,
    /// `ways[houses][seeds]`: how many ways there are to have fewer than `seeds` seeds in so many houses.
    ways: Vec<Vec<usize>>,
    /// By number of the position.
    values: Vec<i8>,
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames({} seeds)", self.seeds)
    }
}

impl Endgames {
    /// The values of all positions with less than `below` seeds, as far as [`MOST`] goes. `None` if it is stopped first.
    pub(super) fn new(board: KalahBoard, below: u8, stop: &Stop) -> Option<Endgames> {
        let all = 2 * board.houses;
        let mut ways = vec![vec![0_usize; usize::from(below) + 1]; all + 1];
        ways[0][1..].fill(1);
        for houses in 1..=all {
            for seeds in 1..=usize::from(below) {
                // Either one seed less, or none in the last house.
                ways[houses][seeds] = ways[houses][seeds - 1].saturating_add(ways[houses - 1][seeds]);
            }
        }
        let seeds = (1..below).rev().find(|&seeds| ways[all][usize::from(seeds) + 1] <= MOST)?;
        let values = vec![UNKNOWN; ways[all][usize::from(seeds) + 1]];
        let mut endgames = Endgames { seeds, ways, values };
        let (mut houses, mut sum, mut positions) = (vec![0_u8; all], 0, 0);
        loop {
            positions += 1;
            if positions % AT_A_TIME == 0 && stop.is_raised() {
                return None;
            }
            let side = |row: &[u8]| row.iter().rev().fold(0, |sum, &seeds| sum << 8 | u64::from(seeds));
            let (own, other) = houses.split_at(board.houses);
            endgames.work_out(board, [side(own), side(other)]);
            // The next one: a seed more in the first house with room for it, and none in those before.
            let mut house = 0;
            while sum == seeds && house < all {
                sum -= std::mem::take(&mut houses[house]);
                house += 1;
            }
            let Some(next) = houses.get_mut(house) else { return Some(endgames) };
            *next += 1;
            sum += 1;
        }
    }

    /// The seeds that positions may have in their houses.
    pub(super) fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The growth of the first player's lead from `state`, which has at most [`Endgames::seeds`] seeds.
    pub(super) fn growth(&self, state: &State) -> f64 {
        let [own, other] = [state.mover, state.mover.other()].map(|player| state.houses[player.index()]);
        state.mover.sign() * f64::from(self.values[self.number([own, other])])
    }

    /// The number of a position, in the combinatorial number system: those with fewer seeds in all houses come first, among equals
    /// those with fewer in all but the last house, and so on.
    fn number(&self, rows: [u64; 2]) -> usize {
        let houses = self.ways.len() / 2;
        let (mut seeds, mut number) = (0, 0);
        for (house, ways) in self.ways[1..].iter().enumerate() {
            seeds += (rows[house / houses] >> (8 * (house % houses))) as usize & 0xFF;
            number += ways[seeds];
        }
        number
    }

    /// The value of a position with the mover's houses first. A move that keeps all seeds in play brings them nearer to the mover's
    /// store (see `plies_left`), so this comes to an end.
    fn work_out(&mut self, board: KalahBoard, rows: [u64; 2]) -> i8 {
        let number = self.number(rows);
        if self.values[number] != UNKNOWN {
            return self.values[number];
        }
        let state = State { houses: rows, stores: [0; 2], mover: Player::First };
        // A move that ends the game clears the board.
        let (mut best, mut filled) = if state.is_over() { (0, 0) } else { (UNKNOWN, state.filled()) };
        while filled != 0 {
            let mut after = state;
            board.play(&mut after, filled.trailing_zeros() as usize / 8);
            filled &= filled - 1;
            let [own, other] = after.houses;
            let rest = match after.mover {
                Player::First => self.work_out(board, [own, other]),
                Player::Second => -self.work_out(board, [other, own]),
            };
            best = best.max(after.stores[0] as i8 - after.stores[1] as i8 + rest);
        }
        self.values[number] = best;
        best
    }
}
