//! Positions and moves as text and as bytes.
//!
//! A position is its ranks from the top, `x` for the discs of the first player, who are dark, `o` for light ones
//! and numbers for runs of free cells, and after a blank the side to move: `8/8/8/3xo3/3ox3/8/8/8 x`. Capital
//! letters are read as well, and `b` and `w`. When the game is over, either side may be said to be to move.
//!
//! The boards of other programs are read too: a character a cell from a1 on, row 1 first, `*` as well for dark discs and `-` for free
//! cells, and the side to move, dark if it is left out.

use plywood_rules::{FlatBoard, Game, MoveNumber, Notation, Player, StoneGoal, TextError};

use super::game::{Othello, State};
use crate::rows::{bits, side};
use crate::text::{check_open, refuse};

/// The letters of each player; the first one is written.
const LETTERS: [&str; 2] = ["xb", "ow"];

/// The letters of each player on boards without separators.
const PLAIN_LETTERS: [&str; 2] = ["xb*", "ow"];

/// The words for a pass in transcripts.
const PASSES: [&str; 3] = ["pass", "pa", "--"];

impl Notation for Othello {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        if mv == self.pass() { "pass".to_string() } else { self.rows.name(mv.index()) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let moves = self.moves_of(&state.discs, state.mover);
        let would_do = || bits(moves).map(|cell| self.rows.name(cell)).collect::<Vec<_>>().join(" ");
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return match moves {
                0 => Ok(self.pass()),
                _ => refuse!("you cannot pass while you can move; moves are {}", would_do()),
            };
        }
        let cell = self.rows.find(text)?;
        if moves >> cell & 1 == 1 {
            Ok(MoveNumber::from(cell))
        } else if Player::BOTH.iter().any(|&player| state.discs(player) >> cell & 1 == 1) {
            refuse!("'{text}' cannot be played: the cell is taken")
        } else if moves == 0 {
            refuse!("'{text}' cannot be played: no disc can be put anywhere; the only move is pass")
        } else {
            refuse!("'{text}' cannot be played: it would turn no disc over; moves are {}", would_do())
        }
    }

    fn state_text(&self, state: &State) -> String {
        self.rows.state_text(state.discs, state.mover, LETTERS)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let cells = self.parse_cells(text);
        let (discs, mover) = cells.unwrap_or_else(|| self.rows.parse_state(self, text, LETTERS))?;
        Ok(self.state(discs, mover))
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn composed(&self, state: &State) -> Option<String> {
        let taken = state.discs[0] | state.discs[1];
        let size = self.rows.files;
        let low = (size / 2 - 1) * (size + 1);
        let middle = [low, low + 1, low + size, low + size + 1];
        if let Some(&cell) = middle.iter().find(|&cell| taken >> cell & 1 == 0) {
            let name = self.rows.name(cell);
            return Some(format!("{name} has no disc, but the four cells in the middle always have one"));
        }
        let initial = self.initial();
        if taken.count_ones() == 4 && *state != initial {
            return Some(format!("four discs are the opening, which is '{}'", self.state_text(&initial)));
        }
        // Each disc was put beside another one: all hang together with the middle.
        let mut joined = 1u128 << low;
        loop {
            let near =
                bits(joined).flat_map(|cell| self.around(cell)).fold(joined, |set, cell| set | 1 << cell);
            if near & taken == joined {
                break;
            }
            joined = near & taken;
        }
        let name = self.rows.name(bits(taken & !joined).next()?);
        Some(format!("no discs beside each other lead from the one on {name} to the middle"))
    }

    fn flat_board(&self, state: &State) -> Option<FlatBoard> {
        let owner =
            |cell: usize| Player::BOTH.into_iter().find(|&player| state.discs(player) >> cell & 1 == 1);
        Some(self.rows.flat_board(StoneGoal::Most, owner, state.mover))
    }

    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        self.rows.pack(state.discs, state.mover, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let (discs, mover) = self.rows.unpack(bytes)?;
        Ok(self.state(discs, mover))
    }
}

impl Othello {
    /// The discs and the side to move of a board that is written cell by cell; `None` if the text is none.
    fn parse_cells(&self, text: &str) -> Option<Result<([u128; 2], Player), TextError>> {
        let written: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (board, mover) = match written.len().checked_sub(self.rows.cells())? {
            0 => (&written[..], None),
            1 => written.split_last().map(|(mover, board)| (board, Some(mover)))?,
            _ => return None,
        };
        let mut discs = [0; 2];
        for (cell, &c) in board.iter().enumerate() {
            match PLAIN_LETTERS.iter().position(|letters| letters.contains(c.to_ascii_lowercase())) {
                Some(owner) => discs[owner] |= 1 << cell,
                None if matches!(c, '-' | '.') => {}
                None => return None,
            }
        }
        let mover = mover.map_or(Ok(Player::First), |mover| side(&mover.to_string(), PLAIN_LETTERS));
        Some(mover.map(|mover| (discs, mover)))
    }

    /// The cells beside a cell, diagonally too.
    fn around(&self, cell: usize) -> impl Iterator<Item = usize> {
        let size = self.rows.files;
        let near = move |at: usize| at.saturating_sub(1)..(at + 2).min(size);
        near(cell / size).flat_map(move |rank| near(cell % size).map(move |file| size * rank + file))
    }
}
