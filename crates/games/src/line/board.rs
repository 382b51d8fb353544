//! The rectangular boards of m,n,k games, with or without gravity.

use plywood_rules::notation::{column_name, split_column};
use plywood_rules::scene::{Grid, Square};
use plywood_rules::{FlatRules, StoneGoal, TextError};

use super::geometry::{CellPlace, Geometry, Line, Permutation};

/// A board of `columns` by `rows` on which `k` in a row, in any of four directions, are a line.
#[derive(Clone, Debug)]
pub(super) struct LineBoard {
    pub columns: usize,
    pub rows: usize,
    pub k: usize,
    /// True if marks fall to the bottom.
    pub gravity: bool,
    /// True if rows longer than `k` do not win.
    pub exact: bool,
}

/// One step along a row, a column and the two diagonals: columns to the right, rows down.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl LineBoard {
    /// The cell in this column from the left and this row from the top.
    fn cell(&self, column: usize, row: usize) -> usize {
        if self.gravity { column * self.rows + (self.rows - 1 - row) } else { row * self.columns + column }
    }

    /// The column from the left and the row from the top of a cell.
    fn coordinates(&self, cell: usize) -> (usize, usize) {
        if self.gravity {
            (cell / self.rows, self.rows - 1 - cell % self.rows)
        } else {
            (cell % self.columns, cell / self.columns)
        }
    }

    /// The cell `steps` steps in a direction from a place, if that is on the board.
    fn step(&self, (column, row): (usize, usize), direction: (isize, isize), steps: isize) -> Option<usize> {
        let column = column.checked_add_signed(direction.0 * steps).filter(|&c| c < self.columns)?;
        let row = row.checked_add_signed(direction.1 * steps).filter(|&r| r < self.rows)?;
        Some(self.cell(column, row))
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)))
    }
}

impl Geometry for LineBoard {
    fn cells(&self) -> usize {
        self.columns * self.rows
    }

    fn lines(&self) -> Vec<Line> {
        // A single cell is the same line in all directions, and the first mark wins whatever is around it.
        let directions = if self.k == 1 { &DIRECTIONS[..1] } else { &DIRECTIONS[..] };
        let k = self.k as isize;
        let mut lines = Vec::new();
        for &direction in directions {
            for place in self.places() {
                if let Some(cells) = (0..k).map(|i| self.step(place, direction, i)).collect::<Option<_>>() {
                    let ends = if self.exact && k > 1 { &[-1, k][..] } else { &[] };
                    let ends = ends.iter().filter_map(|&i| self.step(place, direction, i)).collect();
                    lines.push(Line { cells, ends });
                }
            }
        }
        lines
    }

    fn row_length(&self) -> usize {
        self.columns
    }

    fn cell_at(&self, place: usize) -> usize {
        self.cell(place % self.columns, place / self.columns)
    }

    fn separator(&self, _rows: usize) -> String {
        "/".to_string()
    }

    fn fall(&self) -> Option<usize> {
        self.gravity.then_some(self.rows)
    }

    fn flat_rules(&self) -> Option<FlatRules> {
        let goal = StoneGoal::Row { length: self.k, exact: self.exact, misere: false };
        (!self.gravity).then_some(FlatRules { columns: self.columns, rows: self.rows, goal })
    }

    fn name(&self, cell: usize) -> String {
        let (column, row) = self.coordinates(cell);
        format!("{}{}", column_name(column), self.rows - row)
    }

    fn move_name(&self, cell: usize) -> String {
        if self.gravity { column_name(self.coordinates(cell).0) } else { self.name(cell) }
    }

    fn find(&self, text: &str) -> Result<CellPlace, TextError> {
        let place = || {
            let (column, digits) = match text.as_bytes() {
                // Columns by number, as other programs write them.
                [digit @ b'1'..=b'9'] if self.gravity => (usize::from(digit - b'1'), ""),
                _ => split_column(text)?,
            };
            if column >= self.columns {
                return None;
            }
            if digits.is_empty() && self.gravity {
                return Some(CellPlace::Column(self.cell(column, self.rows - 1)));
            }
            if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            let row = digits.parse().ok().filter(|row| (1..=self.rows).contains(row))?;
            Some(CellPlace::Cell(self.cell(column, self.rows - row)))
        };
        place().ok_or_else(|| {
            let last = column_name(self.columns - 1);
            TextError::new(if self.gravity {
                format!("'{text}' is not a column; the columns are a to {last}")
            } else {
                format!(
                    "'{text}' is not a cell; cells are a1, bottom left, to {last}{}, top right",
                    self.rows
                )
            })
        })
    }

    fn rigid_maps(&self) -> Vec<Permutation> {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let turns = usize::from(!self.gravity);
        let swaps = usize::from(!self.gravity && self.columns == self.rows);
        let mut maps = Vec::new();
        // Swap the axes or not, turn upside down or not, mirror or not.
        for (swap, upside_down, mirror) in (0..=swaps).flat_map(|swap| {
            (0..=turns).flat_map(move |turn| (0..=1).map(move |mirror| (swap, turn, mirror)))
        }) {
            let image = |cell| {
                let (mut column, mut row) = self.coordinates(cell);
                if swap == 1 {
                    (column, row) = (row, column);
                }
                if upside_down == 1 {
                    row = bottom - row;
                }
                if mirror == 1 {
                    column = right - column;
                }
                self.cell(column, row) as u16
            };
            let map = (0..self.cells()).map(image).collect();
            // On a board one cell wide mirroring changes nothing.
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
        maps
    }

    fn how_to_play(&self) -> String {
        let (k, last) = (self.k, self.name(self.cell(self.columns - 1, 0)));
        let exactly = if self.exact { "exactly" } else { "at least" };
        let (place, moves) = if self.gravity {
            (
                "drop marks into columns, where they fall to the lowest free cell",
                "A move is the letter of its column.",
            )
        } else {
            ("mark free cells", "A move is the column's letter and the row's number, counted from below:")
        };
        let corners = if self.gravity { String::new() } else { format!(" a1 to {last}.") };
        format!(
            "X and O {place}, in turn.\nA line is {exactly} {k} marks in a row, column or diagonal.\n{moves}{corners}"
        )
    }

    fn axes(&self) -> Vec<usize> {
        vec![self.rows, self.columns]
    }

    fn grids(&self) -> (Vec<Grid>, usize) {
        let grid = Grid {
            title: String::new(),
            columns: (0..self.columns).map(column_name).collect(),
            rows: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            squares: vec![vec![Square::Free; self.columns]; self.rows],
            highlights: Vec::new(),
            ends: Vec::new(),
        };
        (vec![grid], 0)
    }
}
