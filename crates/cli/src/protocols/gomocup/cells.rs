//! Cells as `x,y` from 0, from the top left, and boards of them.

use plywood_rules::Player;
use plywood_rules::notation::{column_name, split_column};

use crate::protocols::bot_game::Refusal;

/// The side of the smallest board, on which there is a line of five.
const SMALLEST: usize = 5;

/// The side of the largest board that the rules here have.
const LARGEST: usize = 32;

/// A board of this many columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
}

/// A stone of a BOARD: its column and row, and true if it is our own.
pub type Stone = (usize, usize, bool);

impl Board {
    pub fn new(width: &str, height: &str) -> Result<Board, Refusal> {
        let side = |text: &str| {
            let side = number(text).filter(|side| (SMALLEST..=LARGEST).contains(side));
            side.ok_or_else(|| format!("unsupported size '{text}'; a side has {SMALLEST} to {LARGEST} cells"))
        };
        Ok(Board { width: side(width)?, height: side(height)? })
    }

    pub fn sides(self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// The game on it. If it is exact, more than five in a row do not count.
    pub fn game(self, is_exact: bool) -> String {
        let exact = if is_exact { ",exact=on" } else { "" };
        format!("mnk:m={},n={},k=5{exact}", self.width, self.height)
    }

    /// Our name of the cell `x,y`.
    pub fn to_ours(self, cell: &str) -> Result<String, Refusal> {
        let [x, y] = pair(cell)?;
        match (number(x), number(y)) {
            (Some(x), Some(y)) if x < self.width && y < self.height => Ok(self.name(x, y)),
            _ => Err(format!(
                "'{cell}' is no cell of the board; it has 0 to {} and 0 to {}",
                self.width - 1,
                self.height - 1
            )),
        }
    }

    /// `x,y` of one of our moves.
    pub fn to_theirs(self, mv: &str) -> String {
        let (column, rank) = split_column(mv).unwrap_or_default();
        let rank = number(rank).unwrap_or(1);
        format!("{column},{}", self.height.saturating_sub(rank))
    }

    fn name(self, x: usize, y: usize) -> String {
        format!("{}{}", column_name(x), self.height - y)
    }

    /// Moves that lead to these stones, with us to move. No stone is part of a line of five, or else the game is over, so that the
    /// order of the moves does not matter.
    pub fn in_order(self, stones: &[Stone]) -> Result<String, Refusal> {
        let [own, other] = [true, false].map(|own| {
            let of_player = stones.iter().filter(|stone| stone.2 == own);
            of_player.map(|&(x, y, _)| self.to_ours(&format!("{x},{y}"))).collect::<Result<Vec<_>, _>>()
        });
        let (own, other) = (own?, other?);
        let me = match other.len().checked_sub(own.len()) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => {
                return Err(format!(
                    "it is not our turn with {} stones of ours and {} of the opponent",
                    own.len(),
                    other.len()
                ));
            }
        };
        let (first, second) = if me == Player::First { (own, other) } else { (other, own) };
        let mut replies = second.into_iter();
        let moves: Vec<String> =
            first.into_iter().flat_map(|mv| [Some(mv), replies.next()]).flatten().collect();
        Ok(moves.join(" "))
    }
}

/// The stones so far with that of one more line, `x,y,who`: 1 for our own, 2 for the opponent's.
pub fn with_stone(mut stones: Vec<Stone>, line: &str) -> Result<Vec<Stone>, Refusal> {
    let mut parts = line.split(',').map(str::trim);
    let stone = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(x), Some(y), Some(who), None) => match (number(x), number(y), who) {
            (Some(x), Some(y), "1" | "2") => Some((x, y, who == "1")),
            _ => None,
        },
        _ => None,
    };
    stones.push(stone.ok_or_else(|| format!("'{line}' is no stone; write x,y,1 for one of ours or x,y,2"))?);
    if stones.len() > LARGEST * LARGEST {
        return Err("there are more stones than cells".to_string());
    }
    Ok(stones)
}

/// The two parts of `x,y`.
pub fn pair(text: &str) -> Result<[&str; 2], Refusal> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("'{text}' is no pair of numbers; write x,y"))?;
    Ok([x.trim(), y.trim()])
}

/// Digits only: `str::parse` alone would also take a plus sign.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_two_names() {
        let board = Board::new("15", "10").unwrap();
        for (theirs, ours) in [("0,0", "a10"), ("14,9", "o1"), ("8,3", "i7")] {
            assert_eq!(board.to_ours(theirs).as_deref(), Ok(ours));
            assert_eq!(board.to_theirs(ours), theirs);
        }
        for wrong in ["15,0", "0,10", "-1,0", "+1,0", "1", "1,2,3", "a,b", ",", ""] {
            assert!(board.to_ours(wrong).is_err(), "{wrong}");
        }
        let board = Board::new("32", "20").unwrap();
        assert_eq!(
            (board.to_ours("26,0").as_deref(), board.to_theirs("af1")),
            (Ok("aa20"), "31,19".to_string())
        );
        for wrong in ["4", "33", "", "x", "+9", "99999999999999999999"] {
            assert!(Board::new(wrong, "9").is_err(), "{wrong}");
        }
    }

    #[test]
    fn stones_become_moves() {
        let board = Board::new("5", "5").unwrap();
        let read = |lines: &[&str]| {
            let stones = lines.iter().try_fold(Vec::new(), |stones, line| with_stone(stones, line));
            stones.and_then(|stones| board.in_order(&stones))
        };
        assert_eq!(read(&[]).as_deref(), Ok(""));
        assert_eq!(read(&["0,0,1", "1,0,1", "4,4,2", "3,4,2"]).as_deref(), Ok("a5 e1 b5 d1"));
        assert_eq!(read(&["0,0,1", "4,4,2", "3,4,2"]).as_deref(), Ok("e1 a5 d1"));
        assert!(read(&["0,0,1"]).is_err());
        assert!(read(&["0,0,3"]).is_err());
        assert!(read(&["0,0"]).is_err());
    }
}
