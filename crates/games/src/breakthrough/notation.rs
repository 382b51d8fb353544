//! Positions and moves as text and as bytes.
//!
//! A position is its ranks from the top, `w` for the pieces of the first player, who are light and go up, `b` for
//! dark ones and numbers for runs of free cells, and after a blank the side to move:
//! `bbbbb/bbbbb/5/5/wwwww/wwwww w`. Capital letters are read as well, and `x` and `o`.

use plywood_rules::{MoveNumber, Notation, Player, TextError, moves_or_outcomes};

use super::game::{Breakthrough, State};
use crate::text::{check_open, refuse};

/// The letters of each player; the first one is written.
const LETTERS: [&str; 2] = ["wx", "bo"];

impl Notation for Breakthrough {
    fn move_text(&self, state: &State, mv: MoveNumber) -> String {
        let [from, to] = self.path(state.mover, mv);
        let captures = self.pieces(state)[state.mover.other().index()] >> to & 1 == 1;
        format!("{}{}{}", self.rows.name(from), if captures { 'x' } else { '-' }, self.rows.name(to))
    }

    /// The sign between the cells may be left out, or be the other one.
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let split = text.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
        let Some((middle, sign)) = split else {
            return refuse!("'{text}' is not a move: write both cells, like a2-b3 or a2xb3");
        };
        let rest = if matches!(sign, '-' | 'x' | 'X') { middle + 1 } else { middle };
        let [from, to] = [self.rows.find(&text[..middle])?, self.rows.find(&text[rest..])?];
        let moves = moves_or_outcomes(self, state);
        if let Some(mv) = moves.into_iter().find(|&mv| self.path(state.mover, mv) == [from, to]) {
            return Ok(mv);
        }
        let [own, other] =
            [state.mover, state.mover.other()].map(|player| self.pieces(state)[player.index()]);
        let reason = if own >> from & 1 == 0 {
            format!("you have no piece on {}", self.rows.name(from))
        } else if own >> to & 1 == 1 {
            format!("your own piece is on {}", self.rows.name(to))
        } else if other >> to & 1 == 1 && from % self.rows.files == to % self.rows.files {
            "a piece captures diagonally only".to_string()
        } else {
            "a piece steps one rank forward, straight or diagonally".to_string()
        };
        refuse!("'{text}' cannot be played: {reason}")
    }

    fn state_text(&self, state: &State) -> String {
        self.rows.state_text(self.pieces(state), state.mover, LETTERS)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        self.checked(self.rows.parse_state(self, text, LETTERS)?)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn composed(&self, state: &State) -> Option<String> {
        let most = self.filled().count_ones();
        let mut counts =
            state.pieces.iter().zip(LETTERS).map(|(pieces, letters)| (pieces.count_ones(), letters));
        let (count, letters) = counts.find(|&(count, _)| count > most)?;
        Some(format!("{count} pieces {}, but the game begins with {most}", &letters[..1]))
    }

    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        self.rows.pack(self.pieces(state), state.mover, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        self.checked(self.rows.unpack(bytes)?)
    }
}

impl Breakthrough {
    /// The state of these pieces, as the first player sees them, if the last of them can have been a move.
    fn checked(&self, ([first, second], mover): ([u128; 2], Player)) -> Result<State, TextError> {
        let state = State { pieces: [first, self.rows.turned(second)], mover };
        let last = state.mover.other();
        if self.has_won(&state, state.mover) {
            let [winner, other] = [state.mover, last].map(|player| &LETTERS[player.index()][..1]);
            return refuse!("{winner} has won already, so that {other} would be to move");
        }
        let far = state.pieces[last.index()] & self.rank(self.rows.ranks - 1);
        if far.count_ones() > 1 {
            let count = far.count_ones();
            return refuse!("{count} pieces are on the far rank, but the first one there ends the game");
        }
        Ok(state)
    }
}
