//! The engine: marks on bitboards, and lines as masks of cells.
//!
//! A state stores the cells that would complete a line of each player's. A mark can only change them on the
//! lines through its cell: if one of them then lacks just one mark, the cell of that mark completes it. One
//! bit therefore says whether a move wins, and one whether the opponent would win there.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use plywood_rules::random::fold;
use plywood_rules::scene::Place;
use plywood_rules::{Game, Outcome, Player, Turn};

use super::geometry::{Geometry, Line};
use super::maps::Maps;
use super::narrow::Narrow;
use super::points::{LineEvaluation, TunedLines};
use crate::bits::Bits;

/// The number of lines that are processed without a branch between them. Cells have different numbers of lines,
/// and a loop with a varying end mispredicts; but lists that are all as long as the longest take twice the
/// work.
pub(super) const TOGETHER: usize = 4;

/// The number of a cell: a move marks it.
///
/// Cells are numbered from 0 in the order in which moves are listed: row by row from the top, each from the
/// left (cubes: level by level); if marks fall, column by column from the left, each from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellNumber(pub(super) u16);

impl CellNumber {
    /// Its number, from 0.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// Marks on a board of up to 64 `W` cells, and the player to move or the result.
#[derive(Clone, Copy, Debug)]
pub struct LineState<const W: usize> {
    /// The cells of the first and of the second player.
    pub(super) marks: [Bits<W>; 2],
    /// For each player the cells that would complete a line, even if the opponent has taken them. Derived
    /// from the marks during the game, and meaningless when it is over. Always empty in games in which longer
    /// rows do not win: there a mark beside a line spoils it.
    pub(super) completing: [Bits<W>; 2],
    pub(super) status: Status,
    /// The player whose turn it is, or would be if the game were not over.
    pub(super) next: Player,
    /// True if the numbers of marks do not say whose turn it is: play cannot lead here from the opening. It is the same for all
    /// positions of a game.
    pub(super) composed: bool,
}

impl<const W: usize> LineState<W> {
    /// A part of a key that says whose turn it is, if the marks do not: else 0.
    #[inline]
    pub(super) fn turn_key(&self) -> u64 {
        if self.composed { SEEDS[self.next.index()] } else { 0 }
    }
}

/// The cells that complete lines follow from the marks.
impl<const W: usize> PartialEq for LineState<W> {
    #[inline]
    fn eq(&self, other: &LineState<W>) -> bool {
        self.marks == other.marks && self.status == other.status && self.next == other.next
    }
}

impl<const W: usize> Eq for LineState<W> {}

impl<const W: usize> PartialOrd for LineState<W> {
    #[inline]
    fn partial_cmp(&self, other: &LineState<W>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the marks first.
impl<const W: usize> Ord for LineState<W> {
    #[inline]
    fn cmp(&self, other: &LineState<W>) -> Ordering {
        self.marks.cmp(&other.marks).then(self.status.cmp(&other.status)).then(self.next.cmp(&other.next))
    }
}

/// The marks determine the rest, but for composed positions.
impl<const W: usize> Hash for LineState<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.marks.iter().flat_map(Bits::words) {
            hasher.write_u64(*word);
        }
    }
}

/// The player to move, or the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    ToMove(Player),
    Won(Player),
    Drawn,
}

/// The definition of one game of lines.
pub(super) struct LineDefinition {
    pub geometry: Box<dyn Geometry>,
    /// True if completing a line loses.
    pub misere: bool,
    /// A cell that is taken away, with its lines.
    pub removed: Option<usize>,
    /// A cell that the first move of the game may not go to.
    pub closed: Option<usize>,
    /// The full name that opens this game.
    pub name: String,
}

/// A game in which the players mark cells in turn and the first to own a whole line wins (misère: loses). The
/// bitboards have `W` words.
pub struct LineGame<const W: usize = 1> {
    pub(super) plan: LineDefinition,
    /// All lines, each once.
    pub(super) lines: Vec<Line>,
    /// The number of cells of the geometry.
    pub(super) cells: usize,
    /// The cells that can be marked.
    pub(super) board: Bits<W>,
    /// For each cell the square that shows it.
    pub(super) places: Vec<Place>,
    /// For each cell the number of this square, over all grids.
    pub(super) squares: Vec<usize>,
    /// The cells that can be marked with nothing below them: all, or if marks fall the lowest.
    pub(super) floor: Bits<W>,
    /// True if marks fall.
    pub(super) falls: bool,
    /// The cells of each line.
    pub(super) masks: Vec<Bits<W>>,
    /// For each cell the lines through it, `stride` entries each. They are processed [`TOGETHER`] at a time, so
    /// lists are padded with lines of no cells, or if longer rows do not win, of more cells than a player can
    /// own.
    through: Vec<Bits<W>>,
    /// For each cell how many of these entries hold all of its lines, a multiple of [`TOGETHER`].
    filled: Vec<usize>,
    /// For the same lines: their cells and the cells that make them too long. Empty where none do.
    around: Vec<Bits<W>>,
    /// Entries a cell.
    stride: usize,
    /// The most lines that go through one cell.
    pub(super) most_through: usize,
    /// The cells that complete a line by themselves.
    completing_alone: Bits<W>,
    /// The board in the form for random games, if marks fall and the board is small.
    pub(super) narrow: Option<Narrow>,
    pub(super) maps: OnceLock<Maps>,
    pub(super) evaluation: OnceLock<LineEvaluation>,
    pub(super) tuned: OnceLock<TunedLines<W>>,
}

impl<const W: usize> LineGame<W> {
    pub(super) fn new(plan: LineDefinition) -> LineGame<W> {
        let geometry = &plan.geometry;
        let cells = geometry.cells();
        let mut lines = geometry.lines();
        lines.retain(|line| plan.removed.is_none_or(|removed| !line.cells.contains(&removed)));
        let board = Bits::from_cells((0..cells).filter(|&cell| plan.removed != Some(cell)));
        let floor = geometry.fall().map_or(board, |height| Bits::from_cells((0..cells).step_by(height)));
        let mut count = vec![0usize; cells];
        lines.iter().flat_map(|line| &line.cells).for_each(|&cell| count[cell] += 1);
        let most_through = count.iter().copied().max().unwrap_or(0);
        let stride = most_through.next_multiple_of(TOGETHER);
        let filled = count.iter().map(|count| count.next_multiple_of(TOGETHER)).collect();
        let exact = lines.iter().any(|line| !line.ends.is_empty());
        let filler = if exact { Bits::from_cells(0..64 * W) } else { Bits::EMPTY };
        let mut through = vec![filler; cells * stride];
        let mut around = vec![filler; if exact { cells * stride } else { 0 }];
        let masks: Vec<Bits<W>> =
            lines.iter().map(|line| Bits::from_cells(line.cells.iter().copied())).collect();
        for (line, &mask) in lines.iter().zip(&masks) {
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
        let [rows, columns] = extent(&places);
        let square = |place: &Place| (place.grid * rows + place.row) * columns + place.column;
        let squares = places.iter().map(square).collect();
        let narrow = geometry.fall().zip(lines.first()).filter(|_| !exact);
        let narrow = narrow.and_then(|(rows, line)| Narrow::new(cells / rows, rows, line.cells.len()));
        let (maps, evaluation, tuned) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let mut game = LineGame {
            falls: geometry.fall().is_some(),
            completing_alone: Bits::EMPTY,
            narrow,
            plan,
            lines,
            cells,
            board,
            places,
            squares,
            floor,
            masks,
            through,
            filled,
            around,
            stride,
            most_through,
            maps,
            evaluation,
            tuned,
        };
        game.completing_alone = game.completing(Bits::EMPTY);
        game
    }

    /// True if rows that are too long do not win.
    #[inline]
    pub(super) fn exact(&self) -> bool {
        !self.around.is_empty()
    }

    /// The lines through a cell, and some of no cells; in games where longer rows do not win, of too many.
    #[inline]
    pub(super) fn through(&self, cell: usize) -> &[[Bits<W>; TOGETHER]] {
        self.through[cell * self.stride..][..self.filled[cell]].as_chunks().0
    }

    /// [`LineState::completing`] for the owner of these cells, found from all lines.
    pub(super) fn completing(&self, own: Bits<W>) -> Bits<W> {
        let lines: &[Bits<W>] = if self.exact() { &[] } else { &self.masks };
        add_missing(Bits::EMPTY, lines, own)
    }

    /// [`LineState::completing`] for the owner of these cells, the last of which is `cell`, from its value
    /// before.
    #[inline]
    pub(super) fn completing_after(&self, completing: Bits<W>, own: Bits<W>, cell: usize) -> Bits<W> {
        let lines = self.through(cell).iter();
        lines.fold(completing, |completing, together| add_missing(completing, together, own))
    }

    /// True if a mark of `mover` may end the game other than by a win: it is the last mark, or (misère) loses.
    #[inline]
    pub(super) fn may_end_with(&self, state: &LineState<W>, mover: Player) -> bool {
        let free = self.board - state.marks[0] - state.marks[1];
        free.at_most_one() || self.plan.misere && !(free & state.completing[mover.index()]).is_empty()
    }

    /// The cells of each line in ascending order, one line after the other.
    pub(super) fn cells_by_line(&self) -> Vec<u16> {
        self.masks.iter().flat_map(|mask| mask.cells()).map(|cell| cell as u16).collect()
    }

    /// Applies `item` to each line and the place of a cell on it, for the lines through each cell, cell by
    /// cell. Also returns the start of each cell's items, and the end of the last.
    pub(super) fn lines_by_cell<T>(&self, item: impl Fn(u32, usize) -> T) -> (Vec<T>, Vec<u32>) {
        let mut by_cell: Vec<Vec<T>> = (0..self.cells).map(|_| Vec::new()).collect();
        for (line, mask) in self.masks.iter().enumerate() {
            for (place, cell) in mask.cells().enumerate() {
                by_cell[cell].push(item(line as u32, place));
            }
        }
        let ends = by_cell.iter().scan(0, |end, items| {
            *end += items.len() as u32;
            Some(*end)
        });
        let begins = std::iter::once(0).chain(ends).collect();
        (by_cell.into_iter().flatten().collect(), begins)
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

    /// True if the owner of these cells owns a line through `cell`.
    #[inline]
    pub(super) fn owns_line(&self, own: Bits<W>, cell: usize) -> bool {
        if self.exact() {
            return self.owns_exact_line(own, cell);
        }
        let owns = |line: &Bits<W>| (*line - own).is_empty() & !line.is_empty();
        self.through(cell).iter().any(|together| together.iter().fold(false, |any, line| any | owns(line)))
    }

    /// True if the owner of these cells owns a line through `cell` that is not too long.
    #[inline]
    fn owns_exact_line(&self, own: Bits<W>, cell: usize) -> bool {
        let around = &self.around[cell * self.stride..][..self.stride];
        self.through(cell).as_flattened().iter().zip(around).any(|(line, around)| own & *around == *line)
    }

    /// The lines that the owner of these cells has completed.
    pub(super) fn lines_of(&self, own: Bits<W>) -> impl Iterator<Item = &Line> {
        let owned = move |(line, mask): &(&Line, &Bits<W>)| {
            (**mask - own).is_empty() && !line.ends.iter().any(|&cell| own.has(cell))
        };
        self.lines.iter().zip(&self.masks).filter(owned).map(|(line, _)| line)
    }

    /// The status after `mover` made the last of these marks; `owns_line` is true if it completed a line.
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

/// Adds to `completing` the missing cells of the lines that lack just one.
#[inline]
fn add_missing<const W: usize>(completing: Bits<W>, lines: &[Bits<W>], own: Bits<W>) -> Bits<W> {
    lines.iter().fold(completing, |completing, line| {
        let missing = *line - own;
        if W == 1 {
            completing | missing.only_if(missing.at_most_one())
        } else if missing.at_most_one() {
            completing | missing
        } else {
            completing
        }
    })
}

/// Appends the moves to these cells.
#[inline]
pub(super) fn list<const W: usize>(cells: Bits<W>, moves: &mut Vec<CellNumber>) {
    for (word, &cells) in cells.words().iter().enumerate() {
        let mut left = cells;
        // The number is counted beforehand, so that there is room for all of them.
        moves.extend((0..cells.count_ones()).map(|_| {
            let cell = 64 * word as u32 + left.trailing_zeros();
            left &= left.wrapping_sub(1);
            CellNumber(cell as u16)
        }));
    }
}

/// Arbitrary odd numbers with about as many ones as zeros (the first digits of pi).
const SEEDS: [u64; 4] =
    [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1, 0x082E_FA98_EC4E_6C89];

/// The words of both players' marks, folded one after the other by the product of two of them (the mixing step of Wang
/// Yi's wyhash, 2019): well mixed in all its bits.
#[inline]
pub(super) fn key_of<const W: usize>([first, second]: &[Bits<W>; 2]) -> u64 {
    let words = first.words().iter().zip(second.words());
    let key = words.fold(SEEDS[0], |key, (first, second)| fold(key ^ first, second ^ SEEDS[1]));
    fold(key ^ SEEDS[2], SEEDS[3])
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

/// The rows and columns of each grid.
fn extent(places: &[Place]) -> [usize; 2] {
    let most = |of: fn(&Place) -> usize| places.iter().map(of).max().map_or(1, |last| last + 1);
    [most(|place| place.row), most(|place| place.column)]
}

impl<const W: usize> Game for LineGame<W> {
    type State = LineState<W>;
    type Move = CellNumber;

    fn initial(&self) -> LineState<W> {
        LineState {
            marks: [Bits::EMPTY; 2],
            completing: [self.completing_alone; 2],
            status: Status::ToMove(Player::First),
            next: Player::First,
            composed: false,
        }
    }

    #[inline]
    fn turn(&self, state: &LineState<W>) -> Turn {
        match state.status {
            Status::ToMove(player) => Turn::Decision(player),
            Status::Won(player) => Turn::Over(Outcome::Win(player)),
            Status::Drawn => Turn::Over(Outcome::Draw),
        }
    }

    fn legal_moves(&self, state: &LineState<W>, moves: &mut Vec<CellNumber>) {
        if let Status::ToMove(_) = state.status {
            list(self.open_cells(state), moves);
        }
    }

    #[inline]
    fn play(&self, state: &mut LineState<W>, mv: CellNumber) {
        let Status::ToMove(mover) = state.status else { return };
        debug_assert!(self.open_cells(state).has(mv.number()), "{mv:?} cannot be marked");
        let cell = mv.number();
        state.next = mover.other();
        let own = &mut state.marks[mover.index()];
        own.insert(cell);
        let owns_line = if self.exact() {
            self.owns_exact_line(*own, cell)
        } else {
            let completing = &mut state.completing[mover.index()];
            let owns_line = completing.has(cell);
            *completing = self.completing_after(*completing, *own, cell);
            owns_line
        };
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
    fn nth_move(&self, state: &LineState<W>, n: usize) -> CellNumber {
        CellNumber(self.open_cells(state).nth(n) as u16)
    }

    #[inline]
    fn key(&self, state: &LineState<W>) -> u64 {
        key_of(&state.marks) ^ state.turn_key()
    }

    fn stage(&self, state: &LineState<W>) -> Option<u32> {
        Some((state.marks[0].len() + state.marks[1].len()) as u32)
    }
}
