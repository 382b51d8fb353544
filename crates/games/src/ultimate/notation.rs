//! Positions and moves as text and as bytes.
//!
//! A position is the nine ranks of all boards from the top, `x`, `o` and numbers for runs of free cells, the side to
//! move, and the board to play in: `9/9/9/9/4x4/9/9/9/9 o c`. The boards are called by the points of the compass,
//! `c` is the middle one, and `any` stands for the choice of a board. When the game is over, it is `any`.

use plywood_rules::{Game, MoveNumber, Notation, Player, TextError};

use super::game::{ANY, CELLS, State, Ultimate, by_marks, count, packed};
use super::lines::{FULL, LINES, has_line};
use crate::rows::{Rows, bits, from_words, side, words};
use crate::ternary;
use crate::text::{alternation, check_open, parts, refuse};

/// All cells as one board.
pub(super) const ROWS: Rows = Rows { files: 9, ranks: 9 };

/// The names of the boards, by their number.
pub(super) const BOARD_NAMES: [&str; 9] = ["sw", "s", "se", "w", "c", "e", "nw", "n", "ne"];

const LETTERS: [&str; 2] = ["x", "o"];

/// The place among all cells, rank by rank, of cell `9 * board + cell`; and the other way round.
pub(super) fn spread(number: usize) -> usize {
    let [rank_of_board, file_of_board, rank, file] = [27, 9, 3, 1].map(|unit| number / unit % 3);
    27 * rank_of_board + 9 * rank + 3 * file_of_board + file
}

fn board_named(text: &str) -> Option<usize> {
    BOARD_NAMES.iter().position(|name| name.eq_ignore_ascii_case(text))
}

/// The names of the boards in a set.
fn names(boards: u16) -> String {
    bits(boards.into()).map(|board| BOARD_NAMES[board]).collect::<Vec<_>>().join(" ")
}

impl Notation for Ultimate {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        match mv.index().checked_sub(CELLS) {
            Some(board) => BOARD_NAMES[board].to_string(),
            None => ROWS.name(spread(mv.index())),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let open = names(FULL & !state.closed);
        if state.active == ANY {
            return match board_named(text) {
                Some(board) if state.closed >> board & 1 == 0 => Ok(MoveNumber::from(CELLS + board)),
                Some(_) => refuse!("board '{text}' is won or full; choose one of {open}"),
                None => refuse!("'{text}' is not a board; choose one of {open} first"),
            };
        }
        let active = usize::from(state.active);
        if board_named(text).is_some() {
            return refuse!("the board is {}, and the move a cell of it", BOARD_NAMES[active]);
        }
        let found = spread(ROWS.find(text)?);
        if owner(&state.marks, found).is_some() {
            return refuse!("'{text}' cannot be played: the cell is taken");
        }
        if found / 9 != active {
            let [first, last] = [0, 8].map(|cell| ROWS.name(spread(9 * active + cell)));
            let board = BOARD_NAMES[active];
            return refuse!(
                "'{text}' cannot be played: the next mark goes to board {board}, {first} to {last}"
            );
        }
        Ok(MoveNumber::from(found))
    }

    fn state_text(&self, state: &State) -> String {
        let board = ROWS.text(|cell| owner(&state.marks, spread(cell)), LETTERS);
        let active = BOARD_NAMES.get(usize::from(state.active)).unwrap_or(&"any");
        format!("{board} {} {active}", LETTERS[state.mover.index()])
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        if let Some(second) = text.split_whitespace().nth(3) {
            return refuse!("'{second}' is too much: one board at most is to be played in, or any");
        }
        let form = "the cells, the side to move and the board to play in";
        let [board, mover, active] = parts(self, text, "this game", form)?;
        let mut marks = [[0; 9]; 2];
        ROWS.parse(board, LETTERS, |cell, owner| marks[owner][spread(cell) / 9] |= 1 << (spread(cell) % 9))?;
        let mover = side(mover, LETTERS)?;
        let active = match board_named(active) {
            Some(board) => board as u8,
            None if active.eq_ignore_ascii_case("any") => ANY,
            None => {
                let known = BOARD_NAMES.join(", ");
                return refuse!("the board to play in cannot be '{active}'; it is any or one of {known}");
            }
        };
        self.checked(marks, active, mover)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn composed(&self, state: &State) -> Option<String> {
        let [x, o] = state.marks.map(count);
        if state.composed {
            return Some(alternation(x, o, LETTERS[state.mover.index()]));
        }
        // The last mark sent the player to the board, or to one that is closed, so that all can be chosen.
        let last = state.mover.other();
        let sent = state.marks[last.index()].iter().fold(0, |sent, own| sent | own);
        if x == 0 || sent & state.closed != 0 || self.turn(state).outcome().is_some() {
            return None;
        }
        let (letter, boards) = (LETTERS[last.index()], names(sent));
        match BOARD_NAMES.get(usize::from(state.active)) {
            None => {
                Some(format!("the last mark sent to an open board: the board to play in is one of {boards}"))
            }
            Some(name) if sent >> state.active & 1 == 0 => {
                Some(format!("no mark of {letter} sends to board {name}; it is one of {boards}"))
            }
            _ => None,
        }
    }

    /// The marks as digits to base 3, board by board, then the number of the board to play in, 9 for any; in composed positions
    /// one byte more for the side to move.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let [first, second] = state.marks.map(|own| words(packed(own)));
        ternary::pack([&first, &second], CELLS, bytes);
        bytes.push(state.active);
        if state.composed {
            bytes.push(state.mover.index() as u8);
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let (board, rest) = bytes.split_at(ternary::length(CELLS).min(bytes.len()));
        let (&[active @ 0..=ANY] | &[active @ 0..=ANY, 0..=1]) = rest else {
            return refuse!("a packed position of this game ends with the board to play in, 0 to 9");
        };
        let sets = ternary::unpack(board, CELLS)?.map(from_words);
        let marks = sets.map(|set| std::array::from_fn(|board| (set >> (9 * board)) as u16 & FULL));
        let named = rest.get(1).map(|&mover| Player::BOTH[usize::from(mover)]);
        match (by_marks(&marks), named) {
            (Some(mover), None) => self.checked(marks, active, mover),
            (by_marks, Some(mover)) if by_marks != Some(mover) => self.checked(marks, active, mover),
            _ => refuse!("these bytes do not say whose turn it is"),
        }
    }
}

/// The owner of the mark on cell `9 * board + cell`.
fn owner(marks: &[[u16; 9]; 2], cell: usize) -> Option<usize> {
    marks.iter().position(|own| own[cell / 9] >> (cell % 9) & 1 == 1)
}

/// The cells that all lines of a set have in common; every cell if it has no line.
fn common(set: u16) -> u16 {
    LINES.iter().filter(|&line| set & line == *line).fold(FULL, |common, line| common & line)
}

impl Ultimate {
    /// The state with these marks, if they make sense.
    fn checked(&self, marks: [[u16; 9]; 2], active: u8, mover: Player) -> Result<State, TextError> {
        for (board, name) in BOARD_NAMES.iter().enumerate() {
            if marks.iter().all(|own| has_line(own[board])) {
                return refuse!("both players have a line on board {name}: the first one closes it");
            }
            if marks.iter().any(|own| common(own[board]) == 0) {
                return refuse!("no last mark can have made the lines on board {name}");
            }
        }
        let state = self.state(marks, active, mover);
        let last = mover.other();
        if has_line(state.won(mover)) {
            let [letter, other] = [mover, last].map(|player| LETTERS[player.index()]);
            return refuse!("{letter} has three boards in a row and yet {other} moved after it");
        }
        if common(state.won(last)) == 0 {
            return refuse!("no last mark can have won all these boards: three in a row end the game");
        }
        if self.turn(&state).outcome().is_some() {
            return match active {
                ANY => Ok(state),
                _ => refuse!("the game is over, so the board to play in is any"),
            };
        }
        let named = BOARD_NAMES.get(usize::from(active));
        if let Some(name) = named.filter(|_| state.closed >> active & 1 == 1) {
            return refuse!("board {name} is won or full: the board to play in is another one or any");
        }
        Ok(state)
    }
}
