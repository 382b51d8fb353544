//! Boards of files and ranks, and two sets of at most 128 cells on them as text and as bytes.
//!
//! Cell `files * rank + file` is called by its file and rank, `a1` at the bottom left. A board is written as its
//! ranks from the top, separated by `/`: a letter for a cell of either set, numbers for runs of other cells.
//! A dot is read as one other cell.

use plywood_rules::random::mix;
use plywood_rules::scene::{Grid, Piece, Place, Square};
use plywood_rules::{FlatBoard, FlatCell, FlatRules, Notation, Player, StoneGoal, TextError};

use crate::bits::Bits;
use crate::ternary;
use crate::text::{parts, refuse};

/// A board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub files: usize,
    pub ranks: usize,
}

impl Rows {
    pub fn cells(self) -> usize {
        self.files * self.ranks
    }

    /// All cells.
    pub fn full(self) -> u128 {
        u128::MAX >> (128 - self.cells())
    }

    /// The image of a set of cells when the board is turned by half.
    #[inline]
    pub fn turned(self, set: u128) -> u128 {
        set.reverse_bits() >> (128 - self.cells())
    }

    pub fn name(self, cell: usize) -> String {
        format!("{}{}", file_name(cell % self.files), cell / self.files + 1)
    }

    /// The cell of this name, in capitals or not.
    pub fn find(self, text: &str) -> Result<usize, TextError> {
        match (0..self.cells()).find(|&cell| self.name(cell).eq_ignore_ascii_case(text)) {
            Some(cell) => Ok(cell),
            None => {
                let last = self.name(self.cells() - 1);
                refuse!("'{text}' is not a cell of this board, which has a1 to {last}")
            }
        }
    }

    /// The board as text, given the owner of each cell that has a piece. The first letter of each owner is written.
    pub fn text(self, owner: impl Fn(usize) -> Option<usize>, letters: [&str; 2]) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut run = 0;
            for file in 0..=self.files {
                let owner = if file < self.files { owner(self.files * rank + file) } else { None };
                if run > 0 && (owner.is_some() || file == self.files) {
                    text.push_str(&run.to_string());
                    run = 0;
                }
                match owner {
                    Some(owner) => text.push_str(&letters[owner][..1]),
                    None => run += 1,
                }
            }
            text.push_str(if rank > 0 { "/" } else { "" });
        }
        text
    }

    /// Calls `put` with each cell that has a piece and its owner, on a board that is written with these letters.
    pub fn parse(
        self,
        text: &str,
        letters: [&str; 2],
        mut put: impl FnMut(usize, usize),
    ) -> Result<(), TextError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.ranks {
            let (given, count) = (rows.len(), self.ranks);
            let ending = if given == 1 { "" } else { "s" };
            return refuse!("'{text}' has {given} row{ending} instead of {count}: rows are separated by /");
        }
        for ((place, row), rank) in (1..).zip(rows).zip((0..self.ranks).rev()) {
            let first = self.files * rank;
            let mut file = 0;
            let mut run: Option<usize> = None;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    if run.is_none() && digit == 0 {
                        return refuse!("row {place}, '{row}', has a run of empty cells that begins with 0");
                    }
                    run = Some((run.unwrap_or(0) * 10 + digit as usize).min(1000));
                    continue;
                }
                file += run.take().unwrap_or(0);
                match letters.iter().position(|set| set.contains(c.to_ascii_lowercase())) {
                    Some(owner) if file < self.files => put(first + file, owner),
                    None if c != '.' => {
                        let [one, other] = letters.map(|set| &set[..1]);
                        return refuse!(
                            "row {place}, '{row}', has '{c}': a row is made of {one}, {other}, and . or numbers for \
                             empty cells"
                        );
                    }
                    _ => {}
                }
                file += 1;
            }
            file += run.unwrap_or(0);
            if file != self.files {
                return refuse!("row {place}, '{row}', has {file} cells instead of {}", self.files);
            }
        }
        Ok(())
    }

    /// A position of two sets and the side to move.
    pub fn state_text(self, sets: [u128; 2], mover: Player, letters: [&str; 2]) -> String {
        let owner = |cell: usize| (0..2).find(|&set| sets[set] >> cell & 1 == 1);
        format!("{} {}", self.text(owner, letters), &letters[mover.index()][..1])
    }

    /// Such a position as stones.
    pub fn flat_board(
        self,
        goal: StoneGoal,
        owner: impl Fn(usize) -> Option<Player>,
        mover: Player,
    ) -> FlatBoard {
        let rules = FlatRules { columns: self.files, rows: self.ranks, goal };
        let mut board = FlatBoard::empty(rules, mover);
        for cell in 0..self.cells() {
            if let Some(owner) = owner(cell) {
                board.put(FlatCell { column: cell % self.files, row: cell / self.files }, owner);
            }
        }
        board
    }

    /// Reads such a position.
    pub fn parse_state<G: Notation>(
        self,
        game: &G,
        text: &str,
        letters: [&str; 2],
    ) -> Result<([u128; 2], Player), TextError> {
        let [board, mover] = parts(game, text, "this game", "the board and the side to move")?;
        let mut sets = [0; 2];
        self.parse(board, letters, |cell, owner| sets[owner] |= 1 << cell)?;
        Ok((sets, side(mover, letters)?))
    }

    /// Appends the sets as digits to base 3, then 0 or 1 for the side to move.
    pub fn pack(self, sets: [u128; 2], mover: Player, bytes: &mut Vec<u8>) {
        let [first, second] = sets.map(words);
        ternary::pack([&first, &second], self.cells(), bytes);
        bytes.push(mover.index() as u8);
    }

    pub fn unpack(self, bytes: &[u8]) -> Result<([u128; 2], Player), TextError> {
        let Some((&mover @ 0..=1, board)) = bytes.split_last() else {
            return refuse!("a packed position of this game ends with 0 or 1, the side to move");
        };
        Ok((ternary::unpack(board, self.cells())?.map(from_words), Player::BOTH[usize::from(mover)]))
    }

    /// The place of a cell on the one grid of a board.
    pub fn place(self, cell: usize) -> Place {
        Place { grid: 0, row: self.ranks - 1 - cell / self.files, column: cell % self.files }
    }

    /// The grid of a board with these squares.
    pub fn grid(self, square: impl Fn(usize) -> Square) -> Grid {
        let row = |rank: usize| (0..self.files).map(|file| square(self.files * rank + file)).collect();
        Grid {
            columns: (0..self.files).map(file_name).collect(),
            rows: (1..=self.ranks).rev().map(|rank| rank.to_string()).collect(),
            squares: (0..self.ranks).rev().map(row).collect(),
            ..Grid::default()
        }
    }

    /// The grid of a board with the pieces of both players.
    pub fn grid_of(self, [first, second]: [u128; 2], letters: [char; 2]) -> Grid {
        self.grid(|cell| match (first >> cell & 1, second >> cell & 1) {
            (1, _) => Square::Taken(Piece::First, letters[0]),
            (_, 1) => Square::Taken(Piece::Second, letters[1]),
            _ => Square::Free,
        })
    }
}

impl Rows {
    /// Writes the [observation](plywood_rules::observation) of a board with the pieces of both players into zeros.
    #[inline]
    pub fn observe(self, sets: [u128; 2], view: Player, observation: &mut [f32]) {
        let planes = observation.chunks_exact_mut(self.cells());
        for (player, plane) in [view, view.other()].into_iter().zip(planes) {
            let mut set = sets[player.index()];
            for row in plane.chunks_exact_mut(self.files).rev() {
                let mut of_rank = set as u32 & ((1 << self.files) - 1);
                while of_rank != 0 {
                    row[of_rank.trailing_zeros() as usize] = 1.0;
                    of_rank &= of_rank - 1;
                }
                set >>= self.files;
            }
        }
    }
}

/// The letter of a file.
pub(crate) fn file_name(file: usize) -> String {
    char::from(b'a' + file as u8).to_string()
}

/// The player whose letters contain this word.
pub(crate) fn side(text: &str, letters: [&str; 2]) -> Result<Player, TextError> {
    let is = |player: &Player| text.len() == 1 && letters[player.index()].contains(&text.to_lowercase());
    let [one, other] = letters.map(|set| &set[..1]);
    match Player::BOTH.into_iter().find(is) {
        Some(player) => Ok(player),
        None => refuse!("the side to move cannot be '{text}'; it has to be {one} or {other}"),
    }
}

/// The numbers of the bits of a set, ascending.
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// The number of the bit at place `n`, counted from 0, of a set.
///
/// # Panics
/// If there are not that many.
pub(crate) fn nth_bit(set: u128, n: usize) -> usize {
    Bits::from_words(words(set)).nth(n)
}

/// A key of two sets and a small number.
pub(crate) fn key(sets: [u128; 2], rest: u64) -> u64 {
    let [[a, b], [c, d]] = sets.map(words);
    let low = mix(a ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(c);
    if b | d == 0 { mix(low) } else { mix(mix(mix(low) ^ b).wrapping_add(d)) }
}

/// The sets as words of 64 cells, and back.
pub(crate) fn words(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

pub(crate) fn from_words([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}
