//! Flat boards of stones: positions in the form that protocols and files of other programs have.

use std::fmt;

use crate::Player;

/// A cell of a flat board: its column, counted from the left, and its row, counted from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatCell {
    /// The column.
    pub column: usize,
    /// The row.
    pub row: usize,
}

/// The name, as games and people write it: `c7`.
impl fmt::Display for FlatCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column), self.row + 1)
    }
}

/// The aim of a game of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneGoal {
    /// A chain of stones between the player's two sides of a board of hexagons. With `swap` the second player may take over the
    /// first stone.
    Chain {
        /// The option.
        swap: bool,
    },
    /// A number of stones in a row; with `exact`, more do not count; with `misere`, they lose.
    Row {
        /// The stones of a row.
        length: usize,
        /// The option.
        exact: bool,
        /// The option.
        misere: bool,
    },
    /// More stones than the opponent at the end; moves turn stones over.
    Most,
}

/// The rules of a game of stones, as far as other programs name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatRules {
    /// The columns of the board.
    pub columns: usize,
    /// Its rows.
    pub rows: usize,
    /// The aim.
    pub goal: StoneGoal,
}

impl FlatRules {
    /// The cell in this column and row, if there is one.
    pub fn cell(&self, column: usize, row: usize) -> Option<FlatCell> {
        (column < self.columns && row < self.rows).then_some(FlatCell { column, row })
    }

    /// The cell of this name, in letters of either case.
    pub fn find(&self, name: &str) -> Option<FlatCell> {
        let (column, row) = split_column(name)?;
        let row: usize = row.parse().ok().filter(|_| row.bytes().all(|byte| byte.is_ascii_digit()))?;
        self.cell(column, row.checked_sub(1)?)
    }
}

/// A position of a game that is stones of both players on a flat board, and the side to move.
///
/// ```
/// use plywood_rules::{FlatBoard, FlatRules, Player, StoneGoal};
///
/// let rules = FlatRules { columns: 4, rows: 2, goal: StoneGoal::Most };
/// let mut board = FlatBoard::empty(rules, Player::Second);
/// board.put(rules.find("b2").unwrap(), Player::First);
/// assert_eq!(board.to_string(), "1x2/4 o");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatBoard {
    /// The rules.
    pub rules: FlatRules,
    /// The side to move, or in a finished game the side whose turn it would be.
    pub mover: Player,
    /// The owner of each cell, row by row from the bottom.
    cells: Vec<Option<Player>>,
}

impl FlatBoard {
    /// A board without stones.
    pub fn empty(rules: FlatRules, mover: Player) -> FlatBoard {
        FlatBoard { rules, mover, cells: vec![None; rules.columns * rules.rows] }
    }

    /// Puts a stone on a cell of the board.
    pub fn put(&mut self, FlatCell { column, row }: FlatCell, owner: Player) {
        self.cells[row * self.rules.columns + column] = Some(owner);
    }

    /// The rows from the top, each from the left: the owner of each cell.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Player>]> {
        self.cells.chunks(self.rules.columns).rev()
    }

    /// The stones in the order in which rows are read, with their owners.
    pub fn stones(&self) -> impl Iterator<Item = (Player, FlatCell)> {
        self.rows().zip((0..self.rules.rows).rev()).flat_map(|(owners, row)| {
            let at =
                move |(column, owner): (usize, &Option<Player>)| Some(((*owner)?, FlatCell { column, row }));
            owners.iter().enumerate().filter_map(at)
        })
    }
}

/// The position as these games write it: rows from the top, `x` and `o`, numbers for runs of free cells, and the side to move.
impl fmt::Display for FlatBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, row) in self.rows().enumerate() {
            f.write_str(if place > 0 { "/" } else { "" })?;
            for run in row.chunk_by(|one, next| one.is_none() && next.is_none()) {
                match run[0] {
                    Some(owner) => write!(f, "{}", letter(owner))?,
                    None => write!(f, "{}", run.len())?,
                }
            }
        }
        write!(f, " {}", letter(self.mover))
    }
}

/// The letter of a player on these boards.
fn letter(player: Player) -> char {
    ['x', 'o'][player.index()]
}

/// The name of a column, counted from 0: `a` to `z`, then `aa`, `ab` and so on, as in spreadsheets.
///
/// ```
/// use plywood_rules::notation::{column_name, split_column};
///
/// assert_eq!([0, 25, 26, 31].map(column_name), ["a", "z", "aa", "af"]);
/// assert_eq!(split_column("AF32"), Some((31, "32")));
/// assert_eq!(split_column("32"), None);
/// ```
pub fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        before => column_name(before - 1) + &letter.to_string(),
    }
}

/// The column that a text begins with, by its [name](column_name) in letters of either case, and the rest of the text.
pub fn split_column(text: &str) -> Option<(usize, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(letters);
    let digit = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    // No board has more columns than three letters name.
    let number = (1..=3).contains(&letters).then(|| name.bytes().fold(0, |sum, c| 26 * sum + digit(c)))?;
    Some((number - 1, rest))
}
