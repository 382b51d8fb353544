//! The rules.

use std::sync::Arc;

use plywood_rules::hints::EndgameTable;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialists, Specialized, Symmetric,
    TextError, ThreatHints, Turn,
};

use super::board::{KalahBoard, Last, MOST_HOUSES, ONES, State};
use super::endgames::Endgames;
use crate::coded::coded;
use crate::text::refuse;

/// The rules: the number of houses and seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    pub(super) board: KalahBoard,
    seeds: u8,
    /// If there are any, play ends where they know the value.
    endgames: Option<Arc<Endgames>>,
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
        Ok(Kalah { board: KalahBoard { houses: houses as usize }, seeds: seeds as u8, endgames: None })
    }

    /// The houses of each player.
    pub fn houses(&self) -> usize {
        self.board.houses
    }

    /// The seeds in each house at the beginning.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// All seeds of the game.
    pub(super) fn total(&self) -> u8 {
        2 * self.board.houses as u8 * self.seeds
    }
}

impl Game for Kalah {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        let houses = u64::from(self.seeds) * ONES[self.board.houses];
        State { houses: [houses; 2], stores: [0; 2], mover: Player::First }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_over() {
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
        self.board.play(state, mv.index());
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
        let captured = match self.board.sow(&mut sown, mv.index()) {
            Last::Store => u8::MAX,
            Last::Own(house) => self.board.capture(&mut sown, house).map_or(0, |(_, seeds)| seeds),
            Last::Other => 0,
        };
        i32::from(captured) * MOST_HOUSES as i32 + mv.0 as i32
    }

    coded!(self, self.board.houses);

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
        let houses = self.board.houses as u32;
        let seeds = |player, house| u32::from(state.house(player, house));
        let sum = |player| {
            (0..houses).map(|house| seeds(player, house as usize) * (houses * houses - house)).sum::<u32>()
        };
        Some(Player::BOTH.into_iter().map(sum).sum())
    }
}

impl Specialized for Kalah {
    fn specialists(&self) -> Specialists<Kalah> {
        const MANY: u8 = 20;
        /// Positions of the table.
        const ENDGAMES: u64 = 3_000_000;
        let endgames = EndgameTable {
            pays: |_, start: &State| start.seeds_left() >= MANY,
            make: |game: &Kalah, _| {
                let endgames = Endgames::new(game.board, game.total(), ENDGAMES);
                Some(Box::new(Kalah { endgames: Some(Arc::new(endgames)), ..*game }))
            },
        };
        let solver = self.solver();
        // The solver has a table of its own.
        Specialists { endgames: solver.is_none().then_some(endgames), solver, ..Specialists::default() }
    }
}
