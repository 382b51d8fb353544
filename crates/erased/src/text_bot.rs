//! Bots that see games as text.

use std::time::Duration;

use plywood_rules::{Clock, Stop, Value};
use rand_core::Rng;

use crate::{Ending, Playthrough};

/// A bot that plays every game. It sees positions and moves as text, so it need not know the types of a game.
///
/// [`TextBot::choose`] is enough. [`TextBot::answer`] also gets the clock and may give a value, or a reason why there is no move.
pub trait TextBot: Send {
    /// Chooses one of the [moves](Playthrough::moves) of `position`, in which a player decides. All its random
    /// choices come from `rng`; it returns at once when `stop` is raised.
    fn choose(&mut self, position: &dyn Playthrough, rng: &mut dyn Rng, stop: &Stop) -> String;

    /// The same with the clock, and with more to say than a move. By default the move that [`TextBot::choose`] chooses.
    ///
    /// # Errors
    /// If the bot has no move, with the reason. When `stop` is raised it has one, as always: any legal move will do.
    fn answer(&mut self, turn: &TextTurn<'_>, rng: &mut dyn Rng, stop: &Stop) -> Result<TextAnswer, String> {
        Ok(TextAnswer::new(self.choose(turn.position, rng, stop)))
    }

    /// False if [`TextBot::prepare`] has something to start, as [`Bot::is_ready`](plywood_rules::Bot::is_ready).
    fn is_ready(&self) -> bool {
        true
    }

    /// Gets ready for the next question, which is this one, as [`Bot::prepare`](plywood_rules::Bot::prepare).
    fn prepare(&mut self, _turn: &TextTurn<'_>, _rng: &mut dyn Rng, _stop: &Stop) -> Duration {
        Duration::ZERO
    }

    /// True for a bot that a user wrote, as [`Bot::is_outside`](plywood_rules::Bot::is_outside).
    fn is_outside(&self) -> bool {
        false
    }

    /// Receives the end of the game. By default nothing is done.
    fn game_over(&mut self, _ending: Ending) {}
}

/// A position in which a text bot has to choose a move.
pub struct TextTurn<'a> {
    /// The position, with the moves that led there as far as they are known. A player decides in it.
    pub position: &'a dyn Playthrough,
    /// The mover's clock, if the game is played with one.
    pub clock: Option<Clock>,
}

/// A move of a text bot, and its opinion.
#[derive(Clone, Debug, PartialEq)]
pub struct TextAnswer {
    /// The move.
    pub mv: String,
    /// The value of the position for the player to move, a win counting 1.
    pub value: Option<Value>,
    /// The line that it expects, beginning with the move; may be empty.
    pub pv: Vec<String>,
    /// A remark for people.
    pub comment: Option<String>,
}

impl TextAnswer {
    /// A move without an opinion.
    pub fn new(mv: impl Into<String>) -> TextAnswer {
        TextAnswer { mv: mv.into(), value: None, pv: Vec::new(), comment: None }
    }
}
