//! The names of cells, and the board drawn.

use plywood_rules::options::split_name;

use crate::protocols::bot_game::Refusal;

/// The letters of columns on a board of Go, where no column is called i.
const LETTERS_OF_GO: &str = "abcdefghjklmnopqrstuvwxyz";

/// The letters of columns in Hex, and in all games here.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The move of Hex that takes over the first stone, as programs of Hex call it.
const SWAP: &str = "swap-pieces";

/// The board of a game that the protocol can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    Hex,
    KInARow,
}

impl Board {
    /// The board of the game with this full name.
    pub fn of(name: &str) -> Result<Board, String> {
        match split_name(name) {
            ("hex", _) => Ok(Board::Hex),
            ("mnk", given) if !given.is_some_and(|given| given.contains("gravity=on")) => Ok(Board::KInARow),
            _ => Err(format!(
                "the Go Text Protocol is for hex and k in a row without gravity, and not for '{name}'"
            )),
        }
    }

    /// The name of the game for controllers: a capital letter, then small ones.
    pub fn title(self) -> &'static str {
        match self {
            Board::Hex => "Hex",
            Board::KInARow => "Gomoku",
        }
    }

    fn letters(self) -> &'static str {
        match self {
            Board::Hex => LETTERS,
            Board::KInARow => LETTERS_OF_GO,
        }
    }

    /// The options of the game with a board of this size.
    pub fn options(self, columns: &str, rows: &str) -> Result<Vec<(&'static str, String)>, Refusal> {
        match self {
            Board::Hex if columns != rows => {
                Err(format!("the sides of Hex are equal, and not {columns} and {rows}"))
            }
            Board::Hex => Ok(vec![("size", columns.to_string())]),
            Board::KInARow => Ok(vec![("m", columns.to_string()), ("n", rows.to_string())]),
        }
    }

    /// Our name of a move.
    pub fn to_ours(self, vertex: &str) -> Result<String, Refusal> {
        let small = vertex.to_ascii_lowercase();
        if self == Board::Hex && (small == SWAP || small == "swap") {
            return Ok("swap".to_string());
        }
        self.renamed(&small, self.letters(), LETTERS).ok_or_else(|| {
            format!("'{vertex}' is no cell; a cell is a letter of a column and the number of a row: b3")
        })
    }

    /// The protocol's name of a move.
    pub fn to_theirs(self, mv: &str) -> String {
        match mv {
            "swap" => SWAP.to_string(),
            mv => self.renamed(mv, LETTERS, self.letters()).unwrap_or_else(|| mv.to_string()),
        }
    }

    /// A cell with the column of the same number in another alphabet.
    fn renamed(self, cell: &str, from: &str, to: &str) -> Option<String> {
        let (column, row) = cell.split_at(cell.bytes().take_while(u8::is_ascii_alphabetic).count());
        let places = column.chars().map(|letter| from.find(letter)).collect::<Option<Vec<_>>>()?;
        let column = match *places.as_slice() {
            [one] => one,
            [first, second] => (first + 1) * from.len() + second,
            _ => return None,
        };
        let row: u32 = row.parse().ok().filter(|_| row.bytes().all(|b| b.is_ascii_digit()))?;
        Some(format!("{}{row}", name(column, to)))
    }

    /// The same position with the other player to move.
    pub fn turned(position: &str) -> Option<String> {
        let (board, side) = position.rsplit_once(' ')?;
        let other = match side {
            "x" => "o",
            "o" => "x",
            _ => return None,
        };
        Some(format!("{board} {other}"))
    }

    /// The number of columns and of rows of a position.
    pub fn sides(position: &str) -> [usize; 2] {
        let rows = rows(position);
        [rows.iter().map(String::len).max().unwrap_or_default(), rows.len()]
    }

    /// The stones of a position, `X` for black and `O` for white, on a square: `?` is beside the board.
    pub fn squared(position: &str) -> String {
        let side = Board::sides(position).into_iter().max().unwrap_or_default();
        let mut rows = rows(position);
        rows.iter_mut().for_each(|row| row.push_str(&"?".repeat(side - row.len())));
        rows.splice(0..0, vec!["?".repeat(side); side - rows.len()]);
        let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
        rows.iter().map(spaced).collect::<Vec<_>>().join("\n").to_ascii_uppercase()
    }

    /// The stones of a position, `x` for black and `o` for white.
    pub fn drawn(self, position: &str) -> String {
        let rows = rows(position);
        let [width, _] = Board::sides(position);
        // Of a column with two letters the second one is shown.
        let last = |column| name(column, self.letters()).pop().unwrap_or(' ');
        let letters: String = (0..width).flat_map(|column| [' ', last(column)]).collect();
        let count = rows.len();
        // Each rank of Hex lies half a cell to the right of the one below.
        let shift = |rank: usize| if self == Board::Hex { " ".repeat(rank) } else { String::new() };
        let mut text: String = rows
            .iter()
            .enumerate()
            .map(|(place, row)| {
                let rank = count - place;
                let cells: String = row.chars().flat_map(|cell| [' ', cell]).collect();
                format!("{}{rank:2}{cells}\n", shift(rank - 1))
            })
            .collect();
        text += &format!("  {letters}");
        text
    }
}

/// The name of a column in an alphabet: after the last letter two of them.
fn name(column: usize, letters: &str) -> String {
    let letter = |place: usize| letters.get(place..=place).unwrap_or_default();
    match column.checked_sub(letters.len()) {
        None => letter(column).to_string(),
        Some(beyond) => letter(beyond / letters.len()).to_string() + letter(beyond % letters.len()),
    }
}

/// The rows of a position from the top, with a character for each cell.
fn rows(position: &str) -> Vec<String> {
    position.split_whitespace().next().unwrap_or_default().split('/').map(cells).collect()
}

/// A row of a position with a character for each cell: `xo2` becomes `xo..`.
fn cells(row: &str) -> String {
    let mut cells = String::new();
    let mut run = 0;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => run = 10 * run + digit as usize,
            None => {
                cells += &".".repeat(run);
                run = 0;
                cells.push(c);
            }
        }
    }
    cells + &".".repeat(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_column_of_k_in_a_row_is_called_i() {
        let row = Board::KInARow;
        assert_eq!(row.to_ours("H8").as_deref(), Ok("h8"));
        assert_eq!(row.to_ours("j10").as_deref(), Ok("i10"));
        assert_eq!(row.to_theirs("i10"), "j10");
        assert_eq!(Board::Hex.to_ours("i9").as_deref(), Ok("i9"));
        assert_eq!(Board::Hex.to_theirs("swap"), "swap-pieces");
        assert_eq!(row.to_ours("z1").as_deref(), Ok("y1"));
        assert_eq!(row.to_ours("AA1").as_deref(), Ok("z1"));
        assert_eq!(row.to_theirs("z1"), "aa1");
        assert_eq!(row.to_theirs("af32"), "ag32");
        assert_eq!(row.to_ours("ag32").as_deref(), Ok("af32"));
        for wrong in ["i9", "", "9", "a", "a+1", "aaa1", "ai1", "é1", "a99999999999999"] {
            assert!(row.to_ours(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn boards_are_drawn() {
        assert_eq!(
            Board::KInARow.drawn("xo1/10/2x x"),
            " 3 x o .\n 2 . . . . . . . . . .\n 1 . . x\n   a b c d e f g h j k"
        );
        assert_eq!(Board::Hex.drawn("1o/x1 x"), "  2 . o\n 1 x .\n   a b");
    }

    #[test]
    fn boards_are_squares_for_controllers() {
        assert_eq!(Board::squared("1xo/3 x"), "? ? ?\n. X O\n. . .");
        assert_eq!(Board::squared("1x/o1/2 o"), ". X ?\nO . ?\n. . ?");
        assert_eq!(Board::turned("1x/o1 x").as_deref(), Some("1x/o1 o"));
    }

    #[test]
    fn other_games_are_refused() {
        assert!(Board::of("mnk:m=7,n=6,k=4,gravity=on").is_err());
        assert!(Board::of("pig").is_err());
        assert_eq!(Board::of("mnk:m=15,n=15,k=5"), Ok(Board::KInARow));
    }
}
