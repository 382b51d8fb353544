//! Kalah as text and as bytes.
//!
//! `4-4-4-4-4-4 0 4-4-4-4-4-4 0 first` is the houses of the first player from that player's left, the first
//! player's store, the same of the second player, and the side to move. A move is the number of a house from
//! the mover's left.
//!
//! Any position with all seeds of the game is one, either side being to move. When it is over, all houses are
//! empty.

use plywood_rules::{MoveNumber, Notation, Player, TextError};

use super::board::State;
use super::game::Kalah;
use crate::text::{check_length, check_open, parse_side, parts, refuse, side_of_byte, whole};

impl Kalah {
    /// The houses of `player`, from the left.
    fn houses_of(&self, state: &State, player: Player) -> impl Iterator<Item = u8> {
        let state = *state;
        (0..self.houses()).map(move |house| state.house(player, house))
    }

    /// Reads a number of seeds.
    fn parse_seeds(&self, what: &str, text: &str) -> Result<u8, TextError> {
        let most = self.total();
        match whole(text, most.into()) {
            Some(seeds) => Ok(seeds as u8),
            None => refuse!("a {what} cannot have '{text}' seeds; it has to be a number from 0 to {most}"),
        }
    }

    /// Reads the houses of a player.
    fn parse_houses(&self, player: Player, text: &str) -> Result<Vec<u8>, TextError> {
        let houses: Vec<&str> = text.split('-').collect();
        let (given, count) = (houses.len(), self.houses());
        if given != count {
            return refuse!(
                "the {player} player has {given} houses instead of {count}; they are joined by dashes"
            );
        }
        houses.into_iter().map(|seeds| self.parse_seeds("house", seeds)).collect()
    }

    /// The state with these seeds, if they are all there and not at the end of a game outside the stores.
    fn state(&self, houses: [&[u8]; 2], stores: [u8; 2], mover: Player) -> Result<State, TextError> {
        let seeds = houses.concat().into_iter().chain(stores).map(u32::from).sum::<u32>();
        let total = self.total();
        if seeds != total.into() {
            return refuse!("there are {seeds} seeds instead of {total}");
        }
        let bytes =
            |houses: &[u8]| houses.iter().rev().fold(0, |bytes, &seeds| bytes << 8 | u64::from(seeds));
        let state = State { houses: houses.map(bytes), stores, mover };
        let mut cleared = state;
        cleared.clear();
        if state.is_over() && cleared != state {
            let player = Player::BOTH[usize::from(state.houses[0] != 0)];
            return refuse!(
                "all houses of the {player} player are empty, so the game is over; it is written '{}'",
                self.state_text(&cleared)
            );
        }
        Ok(state)
    }
}

impl Notation for Kalah {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let houses = self.houses();
        let Some(house) = (0..houses).find(|house| (house + 1).to_string() == text) else {
            return refuse!(
                "'{text}' is not a move; it is the number of a house from your left, 1 to {houses}"
            );
        };
        if state.house(state.mover, house) == 0 {
            return refuse!("'{text}' cannot be played: that house is empty");
        }
        Ok(MoveNumber::from(house))
    }

    fn state_text(&self, state: &State) -> String {
        let [first, second] = Player::BOTH.map(|player| {
            let houses: Vec<String> = self.houses_of(state, player).map(|seeds| seeds.to_string()).collect();
            format!("{} {}", houses.join("-"), state.store(player))
        });
        format!("{first} {second} {}", state.mover)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let form = "the houses and the store of the first player, those of the second, and the side to move";
        let [first, store, second, other_store, side] = parts(self, text, "Kalah", form)?;
        let houses = [self.parse_houses(Player::First, first)?, self.parse_houses(Player::Second, second)?];
        let stores = [self.parse_seeds("store", store)?, self.parse_seeds("store", other_store)?];
        self.state([&houses[0], &houses[1]], stores, parse_side(side)?)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    /// A byte for each house, the first player's first, one for the first player's store, and one for the side
    /// to move. The rest of the seeds is in the other store.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        bytes.extend(Player::BOTH.into_iter().flat_map(|player| self.houses_of(state, player)));
        bytes.extend([state.stores[0], state.mover.index() as u8]);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let length = 2 * self.houses() + 2;
        check_length(bytes, length)?;
        let (houses, rest) = bytes.split_at(length - 2);
        let (first, second) = houses.split_at(self.houses());
        let elsewhere = bytes[..length - 1].iter().fold(0, |sum: u8, &seeds| sum.saturating_add(seeds));
        let store = self.total().saturating_sub(elsewhere);
        self.state([first, second], [rest[0], store], side_of_byte(rest[1])?)
    }
}
