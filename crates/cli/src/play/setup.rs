//! A game to be played, and its players.

use std::sync::Arc;

use plywood_rules::Player;
use plywood_workshop::{AnyGame, Trouble};

/// The name of a person in place of a bot's.
pub const HUMAN: &str = "human";

/// The game, the start and the two players.
pub struct Setup {
    pub name: String,
    pub game: Arc<dyn AnyGame>,
    pub position: Option<String>,
    pub moves: String,
    /// The names of the first and the second player's bots, or [`HUMAN`].
    pub seats: [String; 2],
}

impl Setup {
    /// The name of this player's bot; `None` for a person.
    pub fn bot(&self, player: Player) -> Option<&str> {
        Some(&*self.seats[player.index()]).filter(|&seat| seat != HUMAN)
    }

    /// True if a person plays.
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| seat == HUMAN)
    }
}

/// Checks the name of a player: [`HUMAN`], or a bot that plays `game`.
pub fn check_seat(game: &dyn AnyGame, seat: &str) -> Result<(), Trouble> {
    if seat == HUMAN { Ok(()) } else { game.check_bot(seat) }
}
