//! States and moves as text, and states as bytes.

use crate::{FlatBoard, Game, Player, TextError};

pub use crate::flat_board::{column_name, split_column};

/// States and moves as text that round-trips: parsing gives back the printed value, and accepts only legal
/// input, so that [`Game::play`] can trust its arguments.
pub trait Notation: Game {
    /// The name of `mv` in `state`, without white space.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The legal move (at a chance node: the outcome) that `text` names in `state`. The default compares with
    /// the names of all of them; a game overrides it to accept more spellings.
    ///
    /// # Errors
    /// If no legal move has that name, with the reason.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let moves = moves_or_outcomes(self, state);
        moves.iter().copied().find(|&mv| self.move_text(state, mv) == text).ok_or_else(|| {
            let names: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
            match names.len() {
                0 => TextError::new(format!("'{text}' cannot be played: the game is over")),
                _ => TextError::new(format!(
                    "'{text}' is not a move here; one of these is: {}",
                    abbreviated(&names, 30)
                )),
            }
        })
    }

    /// The whole of `state` on one line.
    fn state_text(&self, state: &Self::State) -> String;

    /// The state that `text` describes, if play can continue from it.
    ///
    /// # Errors
    /// If it does not follow the notation, or describes an impossible position.
    fn parse_state(&self, text: &str) -> Result<Self::State, TextError>;

    /// The side to move that the text of a state names; in a finished state, the side whose turn it would be.
    /// The default, for games whose text does not say, is the first player at chance nodes and in finished
    /// states.
    fn side_to_move(&self, state: &Self::State) -> Player {
        self.turn(state).player().unwrap_or(Player::First)
    }

    /// The reason why play cannot lead from the opening to a state, as far as the game knows one: `3 x and 1 o with x to move, but
    /// ...`. Such a composed position is played and searched like any other.
    fn composed(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The stones of `state`, if positions of this game are stones on a flat board, written as [`FlatBoard`] does. Protocols and
    /// files of other programs use it. The default is `None`.
    fn flat_board(&self, _state: &Self::State) -> Option<FlatBoard> {
        None
    }

    /// Appends `state` in few bytes: equal states of a game give equal bytes and different states different
    /// ones, in every process and in later versions too, because stores on disk use them as keys. They are not
    /// self-delimiting. The default is [`Notation::state_text`] in UTF-8; a game overrides it, together with
    /// [`Notation::unpack`], to be faster and to take less room.
    fn pack(&self, state: &Self::State, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.state_text(state).as_bytes());
    }

    /// The state that [`Notation::pack`] turned into these bytes. Other bytes, those of a damaged file for
    /// instance, give an error or a playable state.
    ///
    /// # Errors
    /// If the bytes are not those of a position.
    fn unpack(&self, bytes: &[u8]) -> Result<Self::State, TextError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.parse_state(text),
            Err(_) => Err(TextError::new("these bytes are no position: they are not UTF-8")),
        }
    }
}

/// The legal moves of a decision node or the outcomes of a chance node, in their order; empty when the game is
/// over.
pub fn moves_or_outcomes<G: Game + ?Sized>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    match game.turn(state) {
        crate::Turn::Decision(_) => game.legal_moves(state, &mut moves),
        crate::Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            moves.extend(outcomes.iter().map(|&(outcome, _)| outcome));
        }
        crate::Turn::Over(_) => {}
    }
    moves
}

/// `names` joined by blanks, at most `most` of them, with a count of the rest.
pub fn abbreviated(names: &[String], most: usize) -> String {
    if names.len() <= most {
        return names.join(" ");
    }
    format!("{} ... ({} more)", names[..most].join(" "), names.len() - most)
}
