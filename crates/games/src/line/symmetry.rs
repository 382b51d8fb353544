//! The symmetries of a game of lines: every permutation of cells that keeps the lines and whatever else its
//! rules speak of.

use std::cmp::Ordering;

use plywood_rules::Symmetric;

use super::automorphism::{Structure, automorphisms};
use super::bits::Bits;
use super::game::{Cell, LineGame, LineState};

/// Where a game of lines has more symmetries than this, only the turns and reflections of its board are used.
/// The 4x4x4x4x4 cube has 15360, but a board of nothing but rows has more than can be counted.
const MOST_MAPS: usize = 1 << 14;

/// The same where finding them takes more than about this many word operations, a fraction of a second: twice
/// what the cube 4x4x4x4x4 takes.
const MOST_WORK: u64 = 150_000_000;

/// Bytes that the tables of a small board may fill.
const MOST_TABLE: usize = 1 << 24;

/// The symmetries of a game, the identity first.
pub(super) struct Maps {
    count: usize,
    cells: usize,
    /// For each map and cell, where the cell goes.
    images: Vec<u16>,
    /// Boards of one word: for each map, each byte of the word and each value of that byte, where the cells
    /// of that value go. Empty where there are too many maps.
    tables: Vec<u64>,
    /// Bytes of a board.
    bytes: usize,
}

impl Maps {
    fn new<const W: usize>(game: &LineGame<W>) -> Maps {
        let geometry = &game.plan.geometry;
        let cells = geometry.cells();
        let maps = automorphisms(&structure(game), MOST_MAPS, MOST_WORK);
        let maps = maps.unwrap_or_else(|| geometry.rigid_maps());
        let (count, bytes) = (maps.len(), cells.div_ceil(8));
        let images = maps.concat();
        let mut tables = Vec::new();
        if W == 1 && count * bytes * 256 * size_of::<u64>() <= MOST_TABLE {
            tables.reserve_exact(count * bytes * 256);
            for part in maps.iter().flat_map(|map| map.chunks(8)) {
                let start = tables.len();
                tables.push(0);
                for value in 1..256usize {
                    let image = part.get(value.trailing_zeros() as usize).map_or(0, |&cell| 1u64 << cell);
                    tables.push(tables[start + (value & (value - 1))] | image);
                }
            }
        }
        Maps { count, cells, images, tables, bytes }
    }

    #[inline]
    fn image<const W: usize>(&self, cells: Bits<W>, map: usize) -> Bits<W> {
        if self.tables.is_empty() {
            let images = &self.images[map * self.cells..][..self.cells];
            return Bits::from_cells(cells.cells().map(|cell| usize::from(images[cell])));
        }
        let table = &self.tables[map * self.bytes * 256..][..self.bytes * 256];
        let bytes = cells.words()[0].to_le_bytes();
        let parts = table.chunks_exact(256).zip(bytes).map(|(part, byte)| part[usize::from(byte)]);
        Bits::from_word(parts.fold(0, |image, part| image | part))
    }
}

/// What a symmetry has to keep: the lines; where longer rows do not win, also these; where marks fall, the
/// columns and the height of each cell; and the cell that has a rule of its own.
fn structure<const W: usize>(game: &LineGame<W>) -> Structure {
    let plan = &game.plan;
    let cells = plan.geometry.cells();
    let fall = plan.geometry.fall();
    let own_rule = |cell| plan.removed == Some(cell) || plan.closed == Some(cell);
    let height = |cell| fall.map_or(0, |height| (cell % height) as u32 + 1);
    let colours = (0..cells).map(|cell| if own_rule(cell) { u32::MAX } else { height(cell) }).collect();
    let mut sets: Vec<(u32, Vec<usize>)> = Vec::new();
    for line in &game.lines {
        sets.push((0, line.cells.clone()));
        sets.extend(line.ends.iter().map(|&end| (1, [&line.cells[..], &[end]].concat())));
    }
    if let Some(height) = fall {
        sets.extend((0..cells).step_by(height).map(|lowest| (2, (lowest..lowest + height).collect())));
    }
    sets.iter_mut().for_each(|(_, set)| set.sort_unstable());
    sets.sort_unstable();
    sets.dedup();
    Structure { colours, sets }
}

impl<const W: usize> LineGame<W> {
    fn maps(&self) -> &Maps {
        self.maps.get_or_init(|| Maps::new(self))
    }
}

/// All symmetries of the lines, which are often more than the turns and reflections of the board: 32 instead
/// of 8 for four in a row on 4x4, 1536 instead of 384 for the cube 4x4x4x4. Where they are more than 16384
/// (where lines are few, cells can be exchanged almost at will), only the turns and reflections.
impl<const W: usize> Symmetric for LineGame<W> {
    fn symmetries(&self) -> usize {
        self.maps().count
    }

    fn map_state(&self, state: &LineState<W>, map: usize) -> LineState<W> {
        let maps = self.maps();
        LineState { marks: state.marks.map(|cells| maps.image(cells, map)), status: state.status }
    }

    fn map_move(&self, mv: Cell, map: usize) -> Cell {
        let maps = self.maps();
        Cell(maps.images[map * maps.cells + mv.number()])
    }

    /// Most images lose the comparison by the first player's marks alone, so that the second player's need
    /// not be mapped.
    fn canonical_and_orbit(&self, state: &LineState<W>) -> (LineState<W>, usize) {
        let maps = self.maps();
        let mut least = state.marks;
        let mut ways = 1;
        for map in 1..maps.count {
            let first = maps.image(state.marks[0], map);
            if first > least[0] {
                continue;
            }
            let image = [first, maps.image(state.marks[1], map)];
            match image.cmp(&least) {
                Ordering::Less => (least, ways) = (image, 1),
                Ordering::Equal => ways += 1,
                Ordering::Greater => {}
            }
        }
        (LineState { marks: least, status: state.status }, maps.count / ways)
    }
}
