//! Moves and positions as text, and positions as bytes.
//!
//! A position is its ranks from the top, `x` for stones of the first player, which are light, `o` for dark ones,
//! numbers for runs of free cells, and after a blank the side to move: `3/1x1/3 o`. Capital letters are read as
//! well, `w` and `b`, and dots for free cells. When the game is over the side to move is the one whose turn it would be.

use plywood_rules::{FlatBoard, MoveNumber, Notation, Player, StoneGoal, TextError};

use super::{Hex, State, narrowed};
use crate::bits::Bits;
use crate::rows::side;
use crate::ternary;
use crate::text::{alternation, check_open, parts, refuse};

/// The letters of each player; the first one is written.
const LETTERS: [&str; 2] = ["xw", "ob"];

fn letter(player: Player) -> &'static str {
    &LETTERS[player.index()][..1]
}

impl Notation for Hex {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        if mv == self.swap_move() { "swap".to_string() } else { self.rows().name(mv.index()) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let text = text.trim();
        if text.eq_ignore_ascii_case("swap") {
            return match (self.swap, self.swaps_now(state)) {
                (_, true) => Ok(self.swap_move()),
                (true, _) => refuse!("only the first stone may be taken over, at once; name a free cell"),
                (false, _) => refuse!("this game is without swap (swap=on has it); name a free cell"),
            };
        }
        let cell = self.rows().find(text)?;
        match state.owner(cell) {
            None => Ok(cell.into()),
            Some(_) => refuse!("'{text}' cannot be played: the cell is taken"),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let board = self.rows().text(|cell| state.owner(cell).map(Player::index), LETTERS);
        format!("{board} {}", letter(state.mover))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [board, mover] = parts(self, text, "Hex", "the board and the side to move")?;
        let mut stones = [Bits::EMPTY; 2];
        self.rows().parse(board, LETTERS, |cell, owner| stones[owner].insert(cell))?;
        self.checked(stones, side(mover, LETTERS)?)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn composed(&self, state: &State) -> Option<String> {
        let [x, o] = state.stones.map(|stones| stones.len());
        let second = state.mover == Player::Second;
        // After a swap the second player is ahead.
        let swapped = self.swap && if second { x == o && x > 0 } else { o == x + 1 };
        (x != o + usize::from(second) && !swapped).then(|| alternation(x, o, letter(state.mover)))
    }

    fn flat_board(&self, state: &State) -> Option<FlatBoard> {
        let goal = StoneGoal::Chain { swap: self.swap };
        Some(self.rows().flat_board(goal, |cell| state.owner(cell), state.mover))
    }

    /// The stones as digits to base 3; one digit more for the side to move.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let mut stones = state.stones;
        stones[state.mover.index()].insert(self.cells());
        ternary::pack([stones[0].words(), stones[1].words()], self.cells() + 1, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let mut stones = ternary::unpack(bytes, self.cells() + 1)?.map(Bits::from_words);
        let to_move = Player::BOTH.into_iter().find(|player| stones[player.index()].has(self.cells()));
        let Some(mover) = to_move else {
            return refuse!("these bytes do not say whose turn it is");
        };
        stones[mover.index()].remove(self.cells());
        self.checked(stones, mover)
    }
}

impl Hex {
    /// The position of these stones, if the last of them can have been a move.
    fn checked(&self, stones: [Bits<6>; 2], mover: Player) -> Result<State, TextError> {
        let state = State { stones, mover, won: false };
        let won = self.chains(&state).map(|chain| !chain.is_empty());
        let winner = mover.other();
        let [name, other] = [winner, mover].map(letter);
        if won[mover.index()] {
            return refuse!("{other} is connected, so the game was over before the last move");
        }
        if won[winner.index()] && !self.has_last_move(&state, winner) {
            return refuse!("{name} is connected whichever stone came last, so the game was over before");
        }
        Ok(State { won: won[winner.index()], ..state })
    }

    /// The stones of each player that are connected with both edges.
    pub(super) fn chains(&self, state: &State) -> [Bits<6>; 2] {
        narrowed!(self, state, |lattice, stones| {
            [0, 1].map(|player| lattice.chain(stones[player], lattice.edges[player]).resized())
        })
    }

    /// True if without one of the winner's stones the edges are not connected.
    fn has_last_move(&self, state: &State, winner: Player) -> bool {
        let chain = self.chains(state)[winner.index()];
        chain.cells().any(|cell| {
            let mut before = *state;
            before.stones[winner.index()].remove(cell);
            self.chains(&before)[winner.index()].is_empty()
        })
    }
}
