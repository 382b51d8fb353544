//! A game of any type being played, and its positions.

#[cfg(feature = "arrays")]
use std::{any::Any, sync::Arc};

#[cfg(feature = "arrays")]
use plywood_rules::Outcome;
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Board, FlatBoard, Motion, Player, Scene, TextError, Turn};

use crate::{Record, SideLine};

/// A game being played, whatever game it is: a position and the moves that led there. Moves and positions are text.
pub trait Playthrough: Send + Sync {
    /// The full name of the game.
    fn game(&self) -> String;
    /// The names of the players: the first, the second.
    fn player_names(&self) -> [&'static str; 2];
    /// The current position.
    fn position(&self) -> String;
    /// The stones after this many of the moves played, if it is a game of stones on a flat board.
    fn flat_board(&self, plies: usize) -> Option<FlatBoard>;
    /// Whose turn it is by the rules.
    fn turn(&self) -> Turn;
    /// The end of the game, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// The reason why play cannot lead to the position from the opening, if the game knows one.
    fn composed(&self) -> Option<String>;
    /// The reason for the value of the position, if the game has a theory of it.
    fn explanation(&self) -> Option<String>;
    /// The pieces and facts of the position.
    fn scene(&self) -> Scene;
    /// The parts of the board that stay the same through the game.
    fn board(&self) -> Board;
    /// The legal moves, or the outcomes of a chance node, in their order.
    fn moves(&self) -> Vec<String>;
    /// The effect of each of [`Playthrough::moves`] on the board.
    fn motions(&self) -> Vec<Motion>;
    /// The effect of the last move on the board; `None` before the first.
    fn last_motion(&self) -> Option<Motion>;
    /// The moves played so far.
    fn played(&self) -> &[String];
    /// The player who made the move at index `ply` of [`Playthrough::played`]; `None` for chance.
    fn mover(&self, ply: usize) -> Option<Player>;

    /// The position that the game began with; `None` for the opening.
    fn start(&self) -> Option<String>;
    /// The number of variations in the list of moves that the game was begun with. They were not played: who does not
    /// show [`Playthrough::side_lines`] has to say so.
    fn skipped_variations(&self) -> usize;
    /// The variations in the list of moves that the game was begun with, as far as their moves are legal.
    fn side_lines(&self) -> &[SideLine];
    /// The current position with the moves that led there, which does not change as this game goes on. An end from outside is
    /// not part of it.
    #[cfg(feature = "arrays")]
    fn shared(&self) -> Arc<dyn AnyPosition>;

    /// Plays a move (or enters an outcome of chance).
    ///
    /// # Errors
    /// If it is not legal, with the reason; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Draws an outcome of chance with the game's own generator, plays it and returns it. The same ply of the same game always
    /// gets the same outcome, so that taking back a move does not roll the dice anew.
    ///
    /// # Errors
    /// If it is not chance's turn.
    fn roll(&mut self) -> Result<String, TextError>;
    /// Ends the game from outside.
    ///
    /// # Errors
    /// If the game is over.
    fn call(&mut self, call: Call) -> Result<(), TextError>;
    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;
    /// Plays the move again that was taken back last; false if there is none.
    fn redo(&mut self) -> bool;

    /// The game so far as a record between these players: tags Game, Position (unless it began at the opening), First, Second,
    /// Seed, Result, Ending, and the moves.
    fn record(&self, players: [&str; 2]) -> Record;
}

/// A position of any game that never changes, and the moves that led there. Players' moves are texts or
/// [numbers](plywood_rules::Playable::action).
#[cfg(feature = "arrays")]
pub trait AnyPosition: Any + Send + Sync {
    /// The position as text.
    fn text(&self) -> String;
    /// Whose turn it is by the rules.
    fn turn(&self) -> Turn;
    /// The outcome, if the game is over by its rules or, as a draw, by threefold repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves, or the outcomes of a chance node, in their order; empty if the game is over.
    fn moves(&self) -> Vec<String>;
    /// The numbers of the legal moves of a player, in the order of [`AnyPosition::moves`]; empty elsewhere.
    fn actions(&self) -> Vec<usize>;
    /// The probabilities of the outcomes of a chance node, in the order of [`AnyPosition::moves`]; empty elsewhere.
    fn probabilities(&self) -> Vec<f64>;
    /// Writes the [observation](plywood_rules::observation) by `view` into `observation`, which is all zeros and has the length
    /// of the shape.
    fn observe(&self, view: Player, observation: &mut [f32]);
    /// The position that the game began with; `None` for the opening.
    fn start(&self) -> Option<String>;
    /// The moves that led here.
    fn played(&self) -> Vec<String>;
    /// The random seed of [`AnyPosition::roll`].
    fn seed(&self) -> u64;

    /// The position after a move, or an outcome of chance.
    ///
    /// # Errors
    /// If it is not legal, with the reason.
    fn play(self: Arc<Self>, text: &str) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The position after the move of this number.
    ///
    /// # Errors
    /// If it is not the number of a legal move.
    fn play_action(self: Arc<Self>, action: usize) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The position after an outcome that chance draws, as [`Playthrough::roll`] does.
    ///
    /// # Errors
    /// If it is not chance's turn.
    fn roll(self: Arc<Self>) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The same game, to be played on and taken back.
    fn playthrough(&self) -> Box<dyn Playthrough>;
}
