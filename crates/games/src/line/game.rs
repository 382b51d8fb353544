//! The engine: marks on bitboards, and lines as masks of cells.
//!
//! A move can only complete lines through the cell it marks, so the outcome is found when it is played, from
//! the masks of those lines, and kept in the state.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use plywood_rules::scene::Place;
use plywood_rules::{Game, Outcome, Player, Turn};

use super::bits::Bits;
use super::evaluation::Lines;
use super::geometry::{Geometry, Line};
use super::symmetry::Maps;

/// The number of a cell: where the next mark goes.
///
/// Cells are numbered from 0 in the order in which moves are listed: row by row from the top, each from the
/// left (cubes: level by level); where marks fall column by column from the left, each from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// Its number, from 0.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// Marks on a board of up to 64 `W` cells, and who moves or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineState<const W: usize> {
    /// The cells of the first and of the second player.
    pub(super) marks: [Bits<W>; 2],
    pub(super) status: Status,
}

/// The marks alone say who moves and how it ended.
impl<const W: usize> Hash for LineState<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.marks.iter().flat_map(Bits::words) {
            hasher.write_u64(*word);
        }
    }
}

/// Whose turn it is, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    ToMove(Player),
    Won(Player),
    Drawn,
}

/// What makes one game of lines differ from another.
pub(super) struct Plan {
    pub geometry: Box<dyn Geometry>,
    /// Whether completing a line loses.
    pub misere: bool,
    /// A cell that is taken away, with its lines.
    pub removed: Option<usize>,
    /// A cell that the first move of the game may not go to.
    pub closed: Option<usize>,
    /// The full name that opens this game.
    pub name: String,
}

/// A game in which the players mark cells in turn and whoever owns a whole line has won (misère: has lost).
/// The bitboards have `W` words.
pub struct LineGame<const W: usize> {
    pub(super) plan: Plan,
    /// All lines, each once.
    pub(super) lines: Vec<Line>,
    /// How many cells the geometry has.
    pub(super) cells: usize,
    /// The cells that can be marked.
    pub(super) board: Bits<W>,
    /// For each cell the square that shows it.
    pub(super) places: Vec<Place>,
    /// The cells that can be marked with nothing below them: all, or where marks fall the lowest.
    floor: Bits<W>,
    /// For each cell the lines through it, as many entries for each: the shorter lists are filled up with
    /// lines that nobody can own, so that no branch depends on the cell.
    through: Vec<Bits<W>>,
    /// For the same lines: their cells and the cells that make them too long. Empty where none do.
    around: Vec<Bits<W>>,
    /// Entries a cell.
    stride: usize,
    pub(super) maps: OnceLock<Maps>,
    pub(super) evaluation: OnceLock<Lines>,
}

impl<const W: usize> LineGame<W> {
    pub(super) fn new(plan: Plan) -> LineGame<W> {
        let geometry = &plan.geometry;
        let cells = geometry.cells();
        let mut lines = geometry.lines();
        lines.retain(|line| plan.removed.is_none_or(|removed| !line.cells.contains(&removed)));
        let board = Bits::from_cells((0..cells).filter(|&cell| plan.removed != Some(cell)));
        let floor = geometry.fall().map_or(board, |height| Bits::from_cells((0..cells).step_by(height)));
        let mut count = vec![0; cells];
        lines.iter().flat_map(|line| &line.cells).for_each(|&cell| count[cell] += 1);
        let stride = count.iter().copied().max().unwrap_or(0);
        let exact = lines.iter().any(|line| !line.ends.is_empty());
        // More cells than one player can ever own.
        let nobodys = Bits::from_cells(0..64 * W);
        let mut through = vec![nobodys; cells * stride];
        let mut around = vec![nobodys; if exact { cells * stride } else { 0 }];
        for line in &lines {
            let mask = Bits::from_cells(line.cells.iter().copied());
            let ends = Bits::from_cells(line.ends.iter().copied());
            for &cell in &line.cells {
                count[cell] -= 1;
                let entry = cell * stride + count[cell];
                through[entry] = mask;
                if exact {
                    around[entry] = mask | ends;
                }
            }
        }
        let places = places(&**geometry);
        let (maps, evaluation) = (OnceLock::new(), OnceLock::new());
        LineGame { plan, lines, cells, board, places, floor, through, around, stride, maps, evaluation }
    }

    /// The cells the next mark can go to.
    #[inline]
    pub(super) fn open_cells(&self, state: &LineState<W>) -> Bits<W> {
        let taken = state.marks[0] | state.marks[1];
        let open = (self.board - taken) & (self.floor | taken.shifted());
        match self.plan.closed {
            Some(closed) if taken.is_empty() => open - Bits::from_cells([closed]),
            _ => open,
        }
    }

    /// Whether the owner of these cells owns a line through `cell`.
    #[inline]
    fn owns_line_through(&self, own: Bits<W>, cell: usize) -> bool {
        let entries = cell * self.stride..(cell + 1) * self.stride;
        let lines = &self.through[entries.clone()];
        if !self.around.is_empty() {
            return lines.iter().zip(&self.around[entries]).any(|(line, around)| own & *around == *line);
        }
        if W == 1 {
            // Looking at all of them is faster than asking each time whether to go on.
            lines.iter().fold(false, |found, line| found | own.contains(line))
        } else {
            lines.iter().any(|line| own.contains(line))
        }
    }

    /// The lines that the owner of these cells has completed.
    pub(super) fn lines_of(&self, own: Bits<W>) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| {
            line.cells.iter().all(|&cell| own.has(cell)) && !line.ends.iter().any(|&cell| own.has(cell))
        })
    }

    /// What the marks say: `mover` has just made the last of them, and owns a line or not.
    #[inline]
    pub(super) fn status(&self, marks: &[Bits<W>; 2], mover: Player, owns_line: bool) -> Status {
        if owns_line {
            Status::Won(if self.plan.misere { mover.other() } else { mover })
        } else if marks[0] | marks[1] == self.board {
            Status::Drawn
        } else {
            Status::ToMove(mover.other())
        }
    }
}

/// For each cell the square that shows it: the grids hold the cells in reading order.
fn places(geometry: &dyn Geometry) -> Vec<Place> {
    let mut places = vec![Place { grid: 0, row: 0, column: 0 }; geometry.cells()];
    let mut number = 0;
    for (grid, drawn) in geometry.grids().0.iter().enumerate() {
        for (row, squares) in drawn.squares.iter().enumerate() {
            for column in 0..squares.len() {
                places[geometry.cell_at(number)] = Place { grid, row, column };
                number += 1;
            }
        }
    }
    places
}

impl<const W: usize> Game for LineGame<W> {
    type State = LineState<W>;
    type Move = Cell;

    fn initial(&self) -> LineState<W> {
        LineState { marks: [Bits::EMPTY; 2], status: Status::ToMove(Player::First) }
    }

    #[inline]
    fn turn(&self, state: &LineState<W>) -> Turn {
        match state.status {
            Status::ToMove(player) => Turn::Decision(player),
            Status::Won(player) => Turn::Over(Outcome::Win(player)),
            Status::Drawn => Turn::Over(Outcome::Draw),
        }
    }

    fn legal_moves(&self, state: &LineState<W>, moves: &mut Vec<Cell>) {
        if let Status::ToMove(_) = state.status {
            moves.extend(self.open_cells(state).cells().map(|cell| Cell(cell as u16)));
        }
    }

    #[inline]
    fn play(&self, state: &mut LineState<W>, mv: Cell) {
        let Status::ToMove(mover) = state.status else { return };
        debug_assert!(self.open_cells(state).has(mv.number()), "{mv:?} cannot be marked");
        let own = &mut state.marks[mover.index()];
        own.insert(mv.number());
        let owns_line = self.owns_line_through(*own, mv.number());
        state.status = self.status(&state.marks, mover, owns_line);
    }

    #[inline]
    fn count_moves(&self, state: &LineState<W>) -> usize {
        match state.status {
            Status::ToMove(_) => self.open_cells(state).len(),
            _ => 0,
        }
    }

    #[inline]
    fn nth_move(&self, state: &LineState<W>, n: usize) -> Cell {
        Cell(self.open_cells(state).nth(n) as u16)
    }

    fn stage(&self, state: &LineState<W>) -> Option<u32> {
        Some((state.marks[0].len() + state.marks[1].len()) as u32)
    }
}
