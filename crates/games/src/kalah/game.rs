//! The houses as bytes, and sowing without a loop.

use std::sync::Arc;

use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, SolverHints, Symmetric, TextError,
    ThreatHints, Turn,
};

use super::endgames::Endgames;
use crate::coded::coded;
use crate::text::refuse;

/// Houses of a player at most.
const MOST_HOUSES: usize = 8;

/// One seed in each of the first houses, by their number.
const ONES: [u64; MOST_HOUSES + 1] = {
    let mut ones = [0; MOST_HOUSES + 1];
    let mut houses = 0;
    while houses < MOST_HOUSES {
        ones[houses + 1] = ones[houses] << 8 | 1;
        houses += 1;
    }
    ones
};

/// The rules: the number of houses and seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    houses: usize,
    seeds: u8,
    /// If there are any, play ends where they know the value.
    endgames: Option<Arc<Endgames>>,
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
        // The highest byte of the product is the sum of all bytes.
        (self.houses[player.index()].wrapping_mul(ONES[MOST_HOUSES]) >> 56) as u8
    }

    /// The seeds in all houses.
    fn seeds_left(&self) -> u8 {
        Player::BOTH.into_iter().map(|player| self.seeds_in_houses(player)).sum()
    }

    /// The seeds in the store of the first player minus those in that of the second.
    fn lead(&self) -> f64 {
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

    /// The highest bit of each house of the mover's that is not empty.
    pub(super) fn filled(&self) -> u64 {
        let (own, low) = (self.houses[self.mover.index()], 0x7F * ONES[MOST_HOUSES]);
        (((own & low) + low) | own) & !low
    }
}

impl Kalah {
    /// Kalah with 1 to 8 houses a player and 1 to 10 seeds in each of them.
    ///
    /// ```
    /// use plywood_games::kalah::Kalah;
    /// use plywood_rules::{Game, Notation};
    ///
    /// let kalah = Kalah::new(6, 4)?;
    /// assert_eq!(kalah.state_text(&kalah.initial()), "4-4-4-4-4-4 0 4-4-4-4-4-4 0 first");
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If there are other numbers of houses or seeds.
    pub fn new(houses: u32, seeds: u32) -> Result<Kalah, TextError> {
        if !(1..=8).contains(&houses) {
            return refuse!("there cannot be {houses} houses; it has to be 1 to 8");
        }
        if !(1..=10).contains(&seeds) {
            return refuse!("a house cannot begin with {seeds} seeds; it has to be 1 to 10");
        }
        Ok(Kalah { houses: houses as usize, seeds: seeds as u8, endgames: None })
    }

    /// The houses of each player.
    pub fn houses(&self) -> usize {
        self.houses
    }

    /// The seeds in each house at the beginning.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// All seeds of the game.
    pub(super) fn total(&self) -> u8 {
        2 * self.houses as u8 * self.seeds
    }

    /// Sows a house of the mover's. All the seeds of a lap and those left over are added at once.
    #[inline]
    pub(super) fn sow(&self, state: &mut State, house: usize) -> Last {
        let (houses, own, other) = (self.houses, state.mover.index(), state.mover.other().index());
        let seeds = state.house(state.mover, house);
        let lap = 2 * houses + 1;
        let (laps, rest) = (usize::from(seeds) / lap, usize::from(seeds) % lap);
        let right = rest.min(houses - 1 - house);
        let store = usize::from(rest > right);
        let opposite = (rest - right - store).min(houses);
        let left = rest - right - store - opposite;
        state.houses[own] -= u64::from(seeds) << (8 * house);
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
    #[inline]
    pub(super) fn capture(&self, state: &mut State, house: usize) -> Option<(usize, u8)> {
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

    /// True if all houses of a player are empty.
    pub(super) fn is_over(&self, state: &State) -> bool {
        state.houses.contains(&0)
    }

    /// Puts the seeds that are left at the end into the stores of their owners.
    pub(super) fn clear(&self, state: &mut State) {
        for player in Player::BOTH {
            state.stores[player.index()] += state.seeds_in_houses(player);
        }
        state.houses = [0; 2];
    }
}

impl Game for Kalah {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        let houses = u64::from(self.seeds) * ONES[self.houses];
        State { houses: [houses; 2], stores: [0; 2], mover: Player::First }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) {
            return Turn::Over(Outcome::Payoff(state.lead()));
        }
        match &self.endgames {
            Some(endgames) if state.seeds_left() <= endgames.seeds() => {
                Turn::Over(Outcome::Payoff(state.lead() + endgames.growth(state)))
            }
            _ => Turn::Decision(state.mover),
        }
    }

    /// From the left.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        let mut filled = state.filled();
        while filled != 0 {
            moves.push(MoveNumber(filled.trailing_zeros() / 8));
            filled &= filled - 1;
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        let last = self.sow(state, mv.index());
        if let Last::Own(house) = last {
            self.capture(state, house);
        }
        if self.is_over(state) {
            self.clear(state);
        }
        if last != Last::Store {
            state.mover = state.mover.other();
        }
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        state.filled().count_ones() as usize
    }

    #[inline]
    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        let filled = (0..n).fold(state.filled(), |filled, _| filled & (filled - 1));
        MoveNumber(filled.trailing_zeros() / 8)
    }

    fn greatest_payoff(&self) -> f64 {
        self.total().into()
    }
}

/// No map but the identity; the players may be exchanged.
impl Symmetric for Kalah {
    fn exchanged(&self, state: &State) -> Option<State> {
        let &State { houses: [first, second], stores: [one, other], mover } = state;
        Some(State { houses: [second, first], stores: [other, one], mover: mover.other() })
    }
}

impl ThreatHints for Kalah {}

impl PairingHints for Kalah {
    /// All seeds in houses may go to either player.
    fn payoff_bounds(&self, state: &State) -> (f64, f64) {
        let [first, second] = state.stores.map(f64::from);
        let left = f64::from(self.total()) - first - second;
        (state.lead() - left, state.lead() + left)
    }
}

impl OrderingHints for Kalah {
    /// Moves after which the mover moves again, then those that capture most, then those next to the store.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        let mut sown = *state;
        let captured = match self.sow(&mut sown, mv.index()) {
            Last::Store => u8::MAX,
            Last::Own(house) => self.capture(&mut sown, house).map_or(0, |(_, seeds)| seeds),
            Last::Other => 0,
        };
        i32::from(captured) * MOST_HOUSES as i32 + mv.0 as i32
    }

    coded!(self, self.houses);

    /// The same whatever is in the stores.
    fn outcome_key(&self, state: &State) -> u64 {
        self.table_key(&State { stores: [0; 2], ..*state })
    }

    fn payoff_so_far(&self, state: &State) -> f64 {
        state.lead()
    }

    /// A bound far above the longest game. Every move lowers the sum over all seeds in houses of their steps to the
    /// store of their row, each plus `h(h - 1)` with `h` houses: a move that ends before the store brings seeds
    /// nearer to it, and of the seeds of any other move one in `2h + 1` at least goes into the store, while the
    /// others gain fewer steps than that. Captures only take seeds out.
    fn plies_left(&self, state: &State) -> Option<u32> {
        let houses = self.houses as u32;
        let seeds = |player, house| u32::from(state.house(player, house));
        let sum = |player| {
            (0..houses).map(|house| seeds(player, house as usize) * (houses * houses - house)).sum::<u32>()
        };
        Some(Player::BOTH.into_iter().map(sum).sum())
    }
}

impl SolverHints for Kalah {
    /// From a position with enough seeds for a search to be longer than that takes.
    fn with_endgames(&self, start: &State, go_on: &mut dyn FnMut() -> bool) -> Option<Kalah> {
        const WORTH_IT: u8 = 20;
        let seeds = Some(start.seeds_left()).filter(|&seeds| seeds >= WORTH_IT)?;
        let endgames = Endgames::new(self, seeds, go_on)?;
        Some(Kalah { endgames: Some(Arc::new(endgames)), ..*self })
    }
}
