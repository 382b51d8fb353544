//! Moves and positions as text, and positions as bytes.
//!
//! A position is its rows in reading order, `x`, `o` and numbers for runs of empty cells (of two digits where
//! there are ten or more), and after a blank the side to move: `xox/o1o/x2 x`. The side may be left out: the numbers of
//! marks say it, unless they are others than play leads to: those composed positions need it. Rows are separated by `/`,
//! the levels of a cube by `|`, and by one more `|` for each further dimension. A middle cell that was
//! taken away is written as an empty one. Capital letters are accepted, and so is `.` for an empty cell; with a
//! character for each cell, separators may be left out. When the game is over the side to move is the one whose
//! turn it would be.

use plywood_rules::{FlatBoard, FlatCell, Notation, Player, StoneGoal, TextError};

use super::game::{CellNumber, LineGame, LineState, Status};
use super::geometry::CellPlace;
use crate::bits::Bits;
use crate::ternary;
use crate::text::alternation;

/// The letters of the players, the first one first.
const LETTERS: [char; 2] = ['x', 'o'];

fn letter(player: Player) -> char {
    LETTERS[player.index()]
}

fn error<T>(message: String) -> Result<T, TextError> {
    Err(TextError::new(message))
}

impl<const W: usize> Notation for LineGame<W> {
    fn move_text(&self, _state: &LineState<W>, mv: CellNumber) -> String {
        self.plan.geometry.move_name(mv.number())
    }

    /// If marks fall, a move is the letter of its column; the whole name of the cell it falls to is accepted as
    /// well.
    fn parse_move(&self, state: &LineState<W>, text: &str) -> Result<CellNumber, TextError> {
        let geometry = &self.plan.geometry;
        let Status::ToMove(_) = state.status else {
            return error(format!("'{text}' cannot be played: the game is over"));
        };
        let open = self.open_cells(state);
        let landing = |lowest: usize| {
            let height = geometry.fall().unwrap_or(1);
            (lowest..lowest + height).find(|&cell| open.has(cell))
        };
        match geometry.find(text)? {
            CellPlace::Cell(cell) if open.has(cell) => Ok(CellNumber(cell as u16)),
            CellPlace::Cell(cell) if state.marks.iter().any(|marks| marks.has(cell)) => {
                error(format!("'{text}' cannot be played: the cell is taken"))
            }
            CellPlace::Cell(cell) if self.plan.removed == Some(cell) => {
                error(format!("'{text}' cannot be played: centre=off takes the middle cell away"))
            }
            CellPlace::Cell(cell) if self.plan.closed == Some(cell) => error(format!(
                "'{text}' cannot be the first move of the game: opening=nocentre forbids the middle cell"
            )),
            CellPlace::Cell(cell) => {
                let lowest = cell - cell % geometry.fall().unwrap_or(1);
                let falls = landing(lowest).map_or(String::new(), |cell| geometry.name(cell));
                error(format!("'{text}' cannot be played: a mark in that column falls to {falls}"))
            }
            CellPlace::Column(lowest) => match landing(lowest) {
                Some(cell) => Ok(CellNumber(cell as u16)),
                None => error(format!("'{text}' cannot be played: the column is full")),
            },
        }
    }

    fn state_text(&self, state: &LineState<W>) -> String {
        let geometry = &self.plan.geometry;
        let length = geometry.row_length();
        let mut text = String::new();
        let mut empty = 0;
        for place in 0..geometry.cells() {
            let cell = geometry.cell_at(place);
            let owner = Player::BOTH.into_iter().find(|player| state.marks[player.index()].has(cell));
            let row_ends = (place + 1) % length == 0;
            empty += usize::from(owner.is_none());
            if empty > 0 && (owner.is_some() || row_ends) {
                text += &empty.to_string();
                empty = 0;
            }
            text.extend(owner.map(letter));
            if row_ends && place + 1 < geometry.cells() {
                text += &geometry.separator((place + 1) / length);
            }
        }
        text.push(' ');
        text.push(letter(state.next));
        text
    }

    fn parse_state(&self, text: &str) -> Result<LineState<W>, TextError> {
        let mut words = text.split_whitespace();
        let (board, side) = (words.next().unwrap_or_default(), words.next());
        if let Some(more) = words.next() {
            return error(format!("'{more}' is too much: a position ends with the side to move"));
        }
        let marks = self.parse_cells(board).map_or_else(|| self.parse_board(board), Ok)?;
        let is = |side: &str, player| side.eq_ignore_ascii_case(&letter(player).to_string());
        let side = match side {
            // The numbers of marks say it.
            None => by_marks(&marks).ok_or_else(|| {
                let [x, o] = marks.map(|own| own.len());
                TextError::new(format!(
                    "{x} x and {o} o do not say whose turn it is: add x or o at the end, the side to move"
                ))
            })?,
            Some(side) => match Player::BOTH.into_iter().find(|&player| is(side, player)) {
                Some(player) => player,
                None => return error(format!("the side to move cannot be '{side}'; it has to be x or o")),
            },
        };
        self.position(marks, side)
    }

    fn side_to_move(&self, state: &LineState<W>) -> Player {
        state.next
    }

    fn composed(&self, state: &LineState<W>) -> Option<String> {
        let [x, o] = state.marks.map(|own| own.len());
        state.composed.then(|| alternation(x, o, letter(state.next)))
    }

    fn flat_board(&self, state: &LineState<W>) -> Option<FlatBoard> {
        let geometry = &self.plan.geometry;
        let mut rules = geometry.flat_rules()?;
        if let StoneGoal::Row { misere, .. } = &mut rules.goal {
            *misere = self.plan.misere;
        }
        let mut board = FlatBoard::empty(rules, state.next);
        for place in 0..self.cells {
            let (column, from_top) = (place % rules.columns, place / rules.columns);
            let cell = geometry.cell_at(place);
            if let Some(owner) = Player::BOTH.into_iter().find(|player| state.marks[player.index()].has(cell))
            {
                board.put(FlatCell { column, row: rules.rows - 1 - from_top }, owner);
            }
        }
        Some(board)
    }

    /// The marks as digits to base 3, in the order in which cells are numbered: they determine everything else, but for whose turn
    /// it is in composed positions, where one byte more says it.
    #[inline]
    fn pack(&self, state: &LineState<W>, bytes: &mut Vec<u8>) {
        let [first, second] = &state.marks;
        ternary::pack([first.words(), second.words()], self.cells, bytes);
        if state.composed {
            bytes.push(state.next.index() as u8);
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Result<LineState<W>, TextError> {
        let length = ternary::length(self.cells);
        let (board, rest) = bytes.split_at(length.min(bytes.len()));
        let marks = ternary::unpack(board, self.cells)?.map(Bits::from_words);
        let by_marks = by_marks(&marks);
        let next = match rest {
            [] => by_marks,
            [next @ 0..=1] => Some(Player::BOTH[usize::from(*next)]).filter(|next| by_marks != Some(*next)),
            _ => None,
        };
        match next {
            Some(next) => self.position(marks, next),
            None => error("these bytes do not say whose turn it is".to_string()),
        }
    }
}

/// The player to move, or who would be, if the numbers of marks say it: the players take turns and the first one begins.
fn by_marks<const W: usize>(marks: &[Bits<W>; 2]) -> Option<Player> {
    match marks[0].len().checked_sub(marks[1].len())? {
        0 => Some(Player::First),
        1 => Some(Player::Second),
        _ => None,
    }
}

impl<const W: usize> LineGame<W> {
    /// The position with these marks and the player whose turn it is, or would be.
    fn position(&self, marks: [Bits<W>; 2], next: Player) -> Result<LineState<W>, TextError> {
        let composed = by_marks(&marks) != Some(next);
        self.check_places(&marks, composed)?;
        let mover = next.other();
        let owns_line = self.check_lines(&marks, mover)?;
        // On the empty board there was no move, but neither player owns a line either.
        let completing = marks.map(|own| self.completing(own));
        let status = self.status(&marks, mover, owns_line);
        Ok(LineState { marks, completing, status, next, composed })
    }

    /// The marks of a board that is written cell by cell, `.` for an empty one.
    fn parse_cells(&self, text: &str) -> Option<[Bits<W>; 2]> {
        if text.chars().count() != self.plan.geometry.cells() {
            return None;
        }
        let mut marks = [Bits::EMPTY; 2];
        for (place, written) in text.chars().enumerate() {
            let owner =
                Player::BOTH.into_iter().find(|&player| letter(player) == written.to_ascii_lowercase());
            match owner {
                Some(owner) => marks[owner.index()].insert(self.plan.geometry.cell_at(place)),
                None if written == '.' => {}
                None => return None,
            }
        }
        Some(marks)
    }

    /// The marks of a board as it is written.
    fn parse_board(&self, text: &str) -> Result<[Bits<W>; 2], TextError> {
        let geometry = &self.plan.geometry;
        let length = geometry.row_length();
        let row_count = geometry.cells() / length;
        let is_separator = |c: char| c == '/' || c == '|';
        let mut rows: Vec<&str> = Vec::new();
        let mut separators: Vec<&str> = Vec::new();
        let mut rest = text;
        loop {
            let (row, after) = rest.split_at(rest.find(is_separator).unwrap_or(rest.len()));
            rows.push(row);
            if after.is_empty() {
                break;
            }
            let (separator, after) = after.split_at(after.find(|c| !is_separator(c)).unwrap_or(after.len()));
            separators.push(separator);
            rest = after;
        }
        if rows.len() != row_count {
            let plural = if rows.len() == 1 { "" } else { "s" };
            return error(format!("'{text}' has {} row{plural} instead of {row_count}", rows.len()));
        }
        for (i, separator) in separators.iter().enumerate() {
            let expected = geometry.separator(i + 1);
            if *separator != expected {
                return error(format!(
                    "'{separator}' follows row {} of '{text}' instead of '{expected}'",
                    i + 1
                ));
            }
        }
        let mut marks = [Bits::EMPTY; 2];
        for (i, row) in rows.iter().enumerate() {
            let owners = parse_row(row, length)
                .map_err(|wrong| TextError::new(format!("row {}, '{row}', {wrong}", i + 1)))?;
            for (column, owner) in owners.iter().enumerate() {
                if let Some(owner) = owner {
                    marks[owner.index()].insert(geometry.cell_at(i * length + column));
                }
            }
        }
        Ok(marks)
    }

    /// Checks that marks are only on cells that can be marked.
    fn check_places(&self, marks: &[Bits<W>; 2], composed: bool) -> Result<(), TextError> {
        let geometry = &self.plan.geometry;
        let taken = marks[0] | marks[1];
        if let Some(cell) = self.plan.removed.filter(|&cell| taken.has(cell)) {
            return error(format!("{} has a mark, but centre=off takes that cell away", geometry.name(cell)));
        }
        if let Some(cell) = self.plan.closed.filter(|_| !composed)
            && marks[0].has(cell)
            && marks[0].len() == 1
        {
            return error(format!(
                "the first mark cannot have been made on {}: opening=nocentre forbids it",
                geometry.name(cell)
            ));
        }
        // Where marks do not fall, the floor is the whole board.
        if let Some(cell) = (taken - self.floor - taken.shifted()).first() {
            let (mark, below) = (geometry.name(cell), geometry.name(cell - 1));
            return error(format!("the mark on {mark} floats: under gravity {below} cannot be empty"));
        }
        Ok(())
    }

    /// True if `mover` owns a line. An error if no last move can have made all the lines.
    fn check_lines(&self, marks: &[Bits<W>; 2], mover: Player) -> Result<bool, TextError> {
        let geometry = &self.plan.geometry;
        let (own, other) = (marks[mover.index()], marks[mover.other().index()]);
        let names =
            |cells: &[usize]| cells.iter().map(|&cell| geometry.name(cell)).collect::<Vec<_>>().join(" ");
        let Some(line) = self.lines_of(own).next() else {
            return match self.lines_of(other).next() {
                None => Ok(false),
                Some(line) => error(format!(
                    "{} has a line ({}) and yet {} moved after it: a line ends the game",
                    letter(mover.other()),
                    names(&line.cells),
                    letter(mover)
                )),
            };
        };
        if let Some(second) = self.lines_of(other).next() {
            return error(format!(
                "both players have a line ({} and {}): the first one ends the game",
                names(&line.cells),
                names(&second.cells)
            ));
        }
        let taken = own | other;
        let last_move = line.cells.iter().find(|&&cell| {
            let covered = geometry.fall().is_some_and(|h| (cell + 1) % h != 0 && taken.has(cell + 1));
            !covered && self.lines_of(own - Bits::from_cells([cell])).next().is_none()
        });
        match last_move {
            Some(_) => Ok(true),
            None => error(format!(
                "no last move of {} can have made its lines, for instance {}: a line ends the game",
                letter(mover),
                names(&line.cells)
            )),
        }
    }
}

/// The owner of each cell of a row, or an error.
fn parse_row(row: &str, length: usize) -> Result<Vec<Option<Player>>, String> {
    let mut owners = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            let (run, after) = rest.split_at(digits);
            if run.starts_with('0') {
                return Err(format!("has '{run}': a run of empty cells is a number that begins with 1 to 9"));
            }
            match run.parse::<usize>() {
                Ok(run) if run <= length => owners.extend(std::iter::repeat_n(None, run)),
                _ => return Err(format!("has {run} empty cells running, and a row is {length} cells long")),
            }
            rest = after;
        } else if let Some(after) = rest.strip_prefix('.') {
            owners.push(None);
            rest = after;
        } else {
            let Some(owner) = Player::BOTH.into_iter().find(|&p| letter(p) == first.to_ascii_lowercase())
            else {
                return Err(format!(
                    "has '{first}': a row is made of x, o, and . or numbers for empty cells"
                ));
            };
            owners.push(Some(owner));
            rest = &rest[first.len_utf8()..];
        }
    }
    if owners.len() != length {
        return Err(format!("has {} cells instead of {length}", owners.len()));
    }
    Ok(owners)
}
