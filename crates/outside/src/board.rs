//! Hex and k in a row as other programs name them: flat boards with stones on cells.

use plywood_rules::options::split_name;
use plywood_rules::{Player, TextError};

use crate::protocol::Protocol;

/// A square board of stones: hex, or k in a row without gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlatBoard {
    pub kind: Kind,
    /// Cells along each side.
    pub size: u32,
}

/// The game on a [`FlatBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Hex,
    /// `k` in a row; with `exact`, more do not count.
    Row {
        k: u32,
        exact: bool,
        misere: bool,
    },
}

/// A cell: column and row from 0, rows from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub column: u32,
    pub row: u32,
}

impl FlatBoard {
    /// The board of a game by its full name, if it is one.
    pub fn of(game: &str) -> Option<FlatBoard> {
        let (family, given) = split_name(game);
        let pairs = given.unwrap_or_default().split(',').filter_map(|pair| pair.split_once('='));
        let value = |key: &str| pairs.clone().find(|(name, _)| *name == key).map(|(_, value)| value);
        let number = |key: &str, default: u32| value(key).map_or(Some(default), |text| text.parse().ok());
        let is_on = |key: &str| value(key) == Some("on");
        match family {
            "hex" => Some(FlatBoard { kind: Kind::Hex, size: number("size", 11)? }),
            "mnk" if !is_on("gravity") => {
                let (m, n, k) = (number("m", 3)?, number("n", 3)?, number("k", 3)?);
                let kind = Kind::Row { k, exact: is_on("exact"), misere: is_on("misere") };
                (m == n).then_some(FlatBoard { kind, size: m })
            }
            _ => None,
        }
    }

    /// Checks that a protocol can play a game.
    ///
    /// # Errors
    /// If it cannot: names what it plays.
    pub fn check(protocol: Protocol, game: &str) -> Result<(), TextError> {
        let board = FlatBoard::of(game);
        let refused = |plays: &str| {
            let name = protocol.info().name;
            Err(TextError::new(format!("bot '{name}' cannot play '{game}'; it plays {plays}")))
        };
        match (protocol, board) {
            (Protocol::Exec | Protocol::Ugi, _) | (Protocol::Gtp, Some(_)) => Ok(()),
            (Protocol::Gtp, None) => refused("hex, and k in a row on square boards without gravity"),
            (Protocol::Gomocup, Some(board)) => match board.kind {
                Kind::Row { k: 5, misere: false, .. } if board.size >= 5 => Ok(()),
                _ => refused("five in a row on square boards, such as gomoku"),
            },
            (Protocol::Gomocup, None) => refused("five in a row on square boards, such as gomoku"),
        }
    }

    /// The cell of a name in the game's notation, such as `c7`.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
        let row: u32 = name[1..].parse().ok()?;
        self.checked(letter as u32 - 'a' as u32, row.checked_sub(1)?)
    }

    /// The cell in this column and row, if there is one.
    pub fn checked(&self, column: u32, row: u32) -> Option<Cell> {
        (column < self.size && row < self.size).then_some(Cell { column, row })
    }

    /// The stones of a position of hex or k in a row: its rows from the top, `x` and `o`, numbers for runs of free cells.
    pub fn stones(&self, position: &str) -> Option<Vec<(Player, Cell)>> {
        let rows = position.split_whitespace().next()?.split('/');
        let mut stones = Vec::new();
        for (from_top, row) in (0..self.size).zip(rows) {
            let mut column = 0;
            let mut rest = row;
            while let Some(first) = rest.chars().next() {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if digits > 0 {
                    column += rest[..digits].parse::<u32>().ok()?;
                    rest = &rest[digits..];
                    continue;
                }
                let owner = match first {
                    'x' => Player::First,
                    'o' => Player::Second,
                    _ => return None,
                };
                stones.push((owner, self.checked(column, self.size - 1 - from_top)?));
                column += 1;
                rest = &rest[1..];
            }
        }
        Some(stones)
    }
}

impl Cell {
    /// Its name in the game's notation.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.column as u8), self.row + 1)
    }
}
