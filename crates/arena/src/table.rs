//! A game between two bots under way, whatever its types: referee, openings and matches are compiled once.

use std::any::Any;
use std::fmt;
use std::time::Duration;

use plywood_rules::ending::Ending;
use plywood_rules::{Clock, Player, Stop, TextError, Turn};
use rand_chacha::ChaCha8Rng;

/// A failure of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotFault {
    /// It panicked, with this message.
    Panic(String),
    /// It answered with this move, as the program prints it.
    IllegalMove(String),
    /// It could not read its memory or learn the game, with the reason.
    Trouble(TextError),
}

impl fmt::Display for BotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotFault::Panic(message) => write!(f, "panicked ({message})"),
            BotFault::IllegalMove(mv) => write!(f, "answered with the illegal move {mv}"),
            BotFault::Trouble(reason) => write!(f, "was in trouble ({reason})"),
        }
    }
}

impl BotFault {
    /// A panic with its message.
    pub(crate) fn of_panic(payload: &(dyn Any + Send)) -> BotFault {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        BotFault::Panic(text.unwrap_or("no message").to_string())
    }
}

/// A bot's view of the end of a game that it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opinion {
    /// Its chance of winning, from 0 to 1, a draw counting half.
    Chance(f64),
    /// It has proved that the game is drawn.
    Drawn,
}

/// The turn in a position; `None` where play has repeated itself.
pub(crate) type NextTurn = Option<Turn>;

/// A game of a match under way, whatever its types. It holds the position and, once one was chosen, the next move.
pub(crate) trait MatchGame {
    /// Has a bot of this contestant made, which may panic, for this player. Returns true if it is instant.
    fn seat(&mut self, player: Player, contestant: usize) -> bool;
    /// Goes back to the start of the match.
    fn restart(&mut self) -> NextTurn;
    /// Chooses the move at `ply` of the opening at place `at` of the list, counted again from the beginning. Returns true if
    /// it is legal, and `None` after the last.
    fn choose_listed(&mut self, at: u64, ply: usize) -> Option<bool>;
    /// Chooses a move at random.
    fn choose_any(&mut self, rng: &mut ChaCha8Rng);
    /// Chooses an outcome of chance by its probability.
    fn roll(&mut self, rng: &mut ChaCha8Rng);
    /// True if the player's bot is a program from outside.
    fn is_outside(&self, player: Player) -> bool;
    /// The winner under best play, or that there is none, if it is known for certain and the match has a judge.
    fn known_winner(&mut self, next: NextTurn) -> Option<Option<Player>>;
    /// Has the bot of the player to move get ready to choose, which may panic. Returns the time that its program took to start.
    fn prepare(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Duration;
    /// Has the bot of the player to move choose, which may panic. Returns its opinion, if the match asks for opinions.
    fn ask(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Result<Option<Opinion>, BotFault>;
    /// Plays the chosen move.
    fn play(&mut self) -> NextTurn;
    /// Has instant bots choose and play up to `most` moves, from one of `player` on, who becomes the last who was asked, and
    /// counts them, until no player is to move. May panic like [`MatchGame::ask`].
    fn play_on(
        &mut self,
        player: &mut Player,
        most: u32,
        rngs: &mut [ChaCha8Rng; 2],
        stop: &Stop,
        counts: &mut [u64; 2],
    ) -> Result<NextTurn, BotFault>;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// Ends the game, reports that to the bots, which learn it from ply `opening` on, and keeps its moves.
    fn finish(&mut self, opening: usize, ending: Ending) -> Result<(), (Player, TextError)>;
    /// Hands over a vector of the moves of all games that were finished since the last call, one after the other.
    fn hand_over(&mut self) -> Box<dyn Any + Send>;
}
