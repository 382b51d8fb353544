//! The houses as bytes, and sowing without a loop.

use plywood_rules::Player;

/// Houses of a player at most.
pub(super) const MOST_HOUSES: usize = 8;

/// One seed in each of the first houses, by their number.
pub(super) const ONES: [u64; MOST_HOUSES + 1] = {
    let mut ones = [0; MOST_HOUSES + 1];
    let mut houses = 0;
    while houses < MOST_HOUSES {
        ones[houses + 1] = ones[houses] << 8 | 1;
        houses += 1;
    }
    ones
};

/// The seeds in a row of houses.
#[inline]
pub(super) fn seeds_in(row: u64) -> u8 {
    // The highest byte of the product is the sum of all bytes.
    (row.wrapping_mul(ONES[MOST_HOUSES]) >> 56) as u8
}

/// The highest bit of each byte that is not 0.
#[inline]
pub(super) fn filled(row: u64) -> u64 {
    let low = 0x7F * ONES[MOST_HOUSES];
    (((row & low) + low) | row) & !low
}

/// The seeds in houses and stores, and the side to move (in a finished game, the side that would be).
///
/// The houses of a player are the bytes of a number, the leftmost house lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) houses: [u64; 2],
    pub(super) stores: [u8; 2],
    pub(super) mover: Player,
}

/// The end of a sowing: the place of the last seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The mover's store.
    Store,
    /// This house of the mover's, whose seed and those opposite, none or more, are captured if it was empty.
    Own(usize),
    /// A house of the opponent's.
    Other,
}

impl State {
    /// The seeds in the store of `player`.
    pub fn store(&self, player: Player) -> u8 {
        self.stores[player.index()]
    }

    /// The seeds in all houses of `player`.
    pub fn seeds_in_houses(&self, player: Player) -> u8 {
        seeds_in(self.houses[player.index()])
    }

    /// The seeds in all houses.
    pub(super) fn seeds_left(&self) -> u8 {
        Player::BOTH.into_iter().map(|player| self.seeds_in_houses(player)).sum()
    }

    /// The seeds in the store of the first player minus those in that of the second.
    pub(super) fn lead(&self) -> f64 {
        let [first, second] = self.stores.map(f64::from);
        first - second
    }

    /// The side to move; in a finished game, the side that would be.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The seeds in a house.
    pub(super) fn house(&self, player: Player, house: usize) -> u8 {
        (self.houses[player.index()] >> (8 * house)) as u8
    }

    /// True if all houses of a player are empty.
    pub(super) fn is_over(&self) -> bool {
        self.houses.contains(&0)
    }

    /// The houses, those of the side to move first.
    #[inline]
    pub(super) fn rows(&self) -> [u64; 2] {
        [self.mover, self.mover.other()].map(|player| self.houses[player.index()])
    }

    /// Puts the seeds that are left at the end into the stores of their owners.
    pub(super) fn clear(&mut self) {
        for player in Player::BOTH {
            self.stores[player.index()] += self.seeds_in_houses(player);
        }
        self.houses = [0; 2];
    }

    /// The highest bit of each house of the mover's that is not empty.
    pub(super) fn filled(&self) -> u64 {
        filled(self.houses[self.mover.index()])
    }
}

/// A board with so many houses for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KalahBoard {
    pub houses: usize,
}

impl KalahBoard {
    /// Sows a house of the mover's. All the seeds of a lap and those left over are added at once.
    #[inline(always)]
    pub fn sow(&self, state: &mut State, house: usize) -> Last {
        let (houses, own, other) = (self.houses, state.mover.index(), state.mover.other().index());
        let seeds = usize::from(state.house(state.mover, house));
        let lap = 2 * houses + 1;
        // Divisions take long.
        let (laps, rest) = if seeds < lap { (0, seeds) } else { (seeds / lap, seeds % lap) };
        let right = rest.min(houses - 1 - house);
        let store = usize::from(rest > right);
        let opposite = (rest - right - store).min(houses);
        let left = rest - right - store - opposite;
        state.houses[own] -= (seeds as u64) << (8 * house);
        state.houses[own] +=
            ONES[house + 1 + right] - ONES[house + 1] + ONES[left] + laps as u64 * ONES[houses];
        state.houses[other] += ONES[opposite] + laps as u64 * ONES[houses];
        state.stores[own] += (laps + store) as u8;
        match (store, opposite, left) {
            (0, ..) => Last::Own(house + right),
            (_, 0, _) => Last::Store,
            (_, _, 0) => Last::Other,
            _ => Last::Own(left - 1),
        }
    }

    /// Captures what the end of a sowing in `house` does: the seed there and those opposite. The opposite house
    /// and its seeds, or `None` if nothing is captured.
    #[inline(always)]
    pub fn capture(&self, state: &mut State, house: usize) -> Option<(usize, u8)> {
        let (own, other) = (state.mover, state.mover.other());
        let opposite = self.houses - 1 - house;
        let seeds = state.house(other, opposite);
        if state.house(own, house) != 1 || seeds == 0 {
            return None;
        }
        state.houses[own.index()] -= 1 << (8 * house);
        state.houses[other.index()] -= u64::from(seeds) << (8 * opposite);
        state.stores[own.index()] += 1 + seeds;
        Some((opposite, seeds))
    }

    /// Sows a house of the mover's, with the capture and the end of the game that follow.
    #[inline(always)]
    pub fn play(&self, state: &mut State, house: usize) {
        let last = self.sow(state, house);
        if let Last::Own(house) = last {
            self.capture(state, house);
        }
        if state.is_over() {
            state.clear();
        }
        if last != Last::Store {
            state.mover = state.mover.other();
        }
    }
}
