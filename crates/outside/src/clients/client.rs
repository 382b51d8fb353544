//! A protocol from our side.

use std::time::Duration;

use plywood_erased::{TextAnswer, TextTurn};
use plywood_rules::{FlatBoard, Player, Stop};

use crate::failure::ProgramFailure;
use crate::process::{Process, Wait};

/// A game that a program is to play.
pub(crate) struct ProgramGame {
    /// Its full name.
    pub name: String,
    /// The start position, unless it is the opening.
    pub start: Option<String>,
    /// The seed of the program's random choices.
    pub seed: u32,
}

/// A question to a program.
pub(crate) struct MoveQuestion<'a> {
    pub turn: &'a TextTurn<'a>,
    pub player: Player,
    pub wait: Wait,
}

/// The board after this many of the moves played, for the protocols that play on one.
pub(super) fn board(question: &MoveQuestion<'_>, plies: usize) -> Result<FlatBoard, ProgramFailure> {
    let position = question.turn.position;
    let cannot = || ProgramFailure::no_answer(format!("its protocol cannot play '{}'", position.game()));
    position.flat_board(plies).ok_or_else(cannot)
}

/// A protocol and all that it remembers of a program. Every call may fail; the program is killed then.
pub(crate) trait ProtocolClient: Send {
    /// Greets a program that was just started, and waits until it is ready where the protocol says so.
    fn start(&mut self, _process: &mut Process, _wait: &Wait) -> Result<(), ProgramFailure> {
        Ok(())
    }

    /// Begins a game, whose first question is about to come, and waits until the program is ready for it where the protocol says so.
    fn new_game(
        &mut self,
        process: &mut Process,
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<(), ProgramFailure>;

    /// Asks for a move.
    fn ask(
        &mut self,
        process: &mut Process,
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<TextAnswer, ProgramFailure>;

    /// Sends the end of the game: the result, the reason and the program's side.
    fn end(
        &mut self,
        _process: &mut Process,
        _result: (&str, &str),
        _player: Player,
        _wait: &Wait,
    ) -> Result<(), ProgramFailure> {
        Ok(())
    }

    /// A remark on how the program uses the protocol, if there is one.
    fn remark(&self) -> Option<&'static str> {
        None
    }

    /// True if a program whose question was taken back can be asked again.
    fn survives_stop(&self) -> bool {
        false
    }
}

/// The time that a program gets for a move if nothing else is said.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The time that a program gets to end a search when it is told to, and to take the end of a game.
pub(crate) const SOON: Duration = Duration::from_millis(50);

/// A wait of [`SOON`] that no stop ends.
pub(crate) fn soon() -> Wait {
    Wait::new(SOON, &Stop::never())
}
