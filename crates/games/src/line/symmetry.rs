//! The symmetries of a game of lines: every permutation of cells that keeps the lines and whatever else its
//! rules speak of.

use plywood_rules::{Canonical, Symmetric};

use super::automorphism::{Structure, automorphisms};
use super::game::{CellNumber, LineGame, LineState};
use super::maps::Maps;
use crate::bits::Bits;

/// With more symmetries than this, only the turns and reflections of the board are used. The 4x4x4x4x4 cube has
/// 15360, but a board of nothing but rows has too many to count.
const MOST_MAPS: usize = 1 << 14;

/// The same if finding them takes more than about this many word operations, a fraction of a second: twice the
/// work for the cube 4x4x4x4x4.
const MOST_WORK: u64 = 150_000_000;

/// Positions of more marks than this are not looked for among their images when they are looked up by a search: of 8
/// symmetries on 5,5,4 this took a plain alpha-beta from 6.9 to 2.4 million positions (2.9 to 0.8 s), 12 marks to 2.3
/// million in the same time, all of them to 2.0 in 1.3 s; on connect four merging beyond 8 marks changes nothing.
const MOST_MERGED: usize = 10;

/// The greatest number of marks of merged positions, by the number of symmetries: more images take longer to
/// find (30 ns for 8, 120 for 48, 500 for 192). With the 32 symmetries of 5,5,5, ten marks took a tenth longer
/// than eight.
fn most_merged(symmetries: usize) -> usize {
    match symmetries {
        ..=8 => MOST_MERGED,
        9..=64 => 8,
        _ => 4,
    }
}

/// The structure that a symmetry keeps: the lines; if longer rows do not win, also these; if marks fall, the
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
    /// The marks of the representative of `state` and its images if finding it takes less time than it saves a
    /// search, otherwise of `state` itself: on boards of one word while there are few marks.
    #[inline]
    pub(super) fn merged_marks(&self, state: &LineState<W>) -> [Bits<W>; 2] {
        let count = (state.marks[0] | state.marks[1]).len();
        if W > 1 || count > MOST_MERGED {
            return state.marks;
        }
        let maps = self.maps();
        if maps.tables.is_empty() || count > most_merged(maps.count) {
            return state.marks;
        }
        maps.least(&state.marks).marks
    }

    pub(super) fn maps(&self) -> &Maps {
        self.maps.get_or_init(|| {
            let geometry = &self.plan.geometry;
            let maps = automorphisms(&structure(self), MOST_MAPS, MOST_WORK);
            Maps::new::<W>(geometry.cells(), &maps.unwrap_or_else(|| geometry.rigid_maps()))
        })
    }
}

/// All symmetries of the lines, which are often more than the turns and reflections of the board: 32 instead of
/// 8 for four in a row on 4x4, 1536 instead of 384 for the cube 4x4x4x4. If they are more than 16384 (with few
/// lines, cells can be exchanged almost freely), only the turns and reflections.
impl<const W: usize> Symmetric for LineGame<W> {
    fn symmetries(&self) -> usize {
        self.maps().count
    }

    fn map_state(&self, state: &LineState<W>, map: usize) -> LineState<W> {
        let maps = self.maps();
        let image = |cells| maps.image(cells, map);
        LineState { marks: state.marks.map(image), completing: state.completing.map(image), ..*state }
    }

    fn map_move(&self, mv: CellNumber, map: usize) -> CellNumber {
        let maps = self.maps();
        CellNumber(maps.image_of(mv.number(), map) as u16)
    }

    fn canonical(&self, state: &LineState<W>) -> Canonical<LineState<W>> {
        let maps = self.maps();
        let least = maps.least(&state.marks);
        Canonical {
            state: LineState {
                marks: least.marks,
                completing: state.completing.map(|cells| maps.image(cells, least.map)),
                ..*state
            },
            map: least.map,
            orbit: maps.count / least.ways,
        }
    }
}
