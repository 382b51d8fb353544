//! A game to be played, and its players.

use std::sync::Arc;

use plywood_workshop::{AnyGame, BotError};

/// The game, the start and the two players.
pub struct Setup {
    pub name: String,
    pub game: Arc<dyn AnyGame>,
    pub position: Option<String>,
    pub moves: String,
    /// The names of the first and the second player's bots, or `human`.
    pub seats: [String; 2],
}

/// Checks the name of a player: `human`, or a bot that plays `game`.
pub fn check_seat(game: &dyn AnyGame, seat: &str) -> Result<(), BotError> {
    if seat == "human" { Ok(()) } else { game.check_bot(seat) }
}
