//! The symmetries of a game of lines: every permutation of cells that keeps the lines and whatever else its
//! rules speak of.

use std::cmp::Ordering;

use plywood_rules::{Canonical, Symmetric};

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
    /// For each cell and map, where the cell goes: what all maps do to a cell lies together.
    images: Vec<u16>,
    /// Boards of one word: for each byte of the word, each value of that byte and each map, where the cells
    /// of that value go. What all maps do to a board lies together, as all of it is wanted at once. Empty
    /// where there are too many maps.
    tables: Vec<u64>,
    /// Entries for each value of a byte: the maps, and where they make a block at least, so many entries with
    /// all cells that blocks are whole. Those are not the least image of anything.
    stride: usize,
    /// Bytes of a board.
    bytes: usize,
}

/// Positions of more marks than this are not looked for among their images when they are looked up by a search: of 8
/// symmetries on 5,5,4 this took a plain alpha-beta from 6.9 to 2.4 million positions (2.9 to 0.8 s), 12 marks to 2.3
/// million in the same time, all of them to 2.0 in 1.3 s; on connect four merging beyond 8 marks changes nothing.
const MOST_MERGED: usize = 10;

/// The same by the number of symmetries, whose images take the longer to find the more they are (30 ns for 8, 120 for
/// 48, 500 for 192): of 32 symmetries on 5,5,5 ten marks took a tenth longer than eight.
fn most_merged(symmetries: usize) -> usize {
    match symmetries {
        ..=8 => MOST_MERGED,
        9..=64 => 8,
        _ => 4,
    }
}

/// Maps whose images are found together: a cache line of words.
const BLOCK: usize = 8;

/// The least image of a board.
struct Least<const W: usize> {
    marks: [Bits<W>; 2],
    /// The first map that leads to it.
    map: usize,
    /// How many maps do.
    ways: usize,
}

impl<const W: usize> Least<W> {
    /// Takes note of the image under the next map.
    #[inline]
    fn meet(&mut self, image: [Bits<W>; 2], map: usize) {
        match image.cmp(&self.marks) {
            Ordering::Less => *self = Least { marks: image, map, ways: 1 },
            Ordering::Equal => self.ways += 1,
            Ordering::Greater => {}
        }
    }
}

impl Maps {
    fn new<const W: usize>(game: &LineGame<W>) -> Maps {
        let geometry = &game.plan.geometry;
        let cells = geometry.cells();
        let maps = automorphisms(&structure(game), MOST_MAPS, MOST_WORK);
        let maps = maps.unwrap_or_else(|| geometry.rigid_maps());
        let (count, bytes) = (maps.len(), cells.div_ceil(8));
        let images = (0..cells).flat_map(|cell| maps.iter().map(move |map| map[cell])).collect();
        let stride = if count < BLOCK { count } else { count.next_multiple_of(BLOCK) };
        let mut tables = Vec::new();
        if W == 1 && stride * bytes * 256 * size_of::<u64>() <= MOST_TABLE {
            tables = vec![u64::MAX; bytes * 256 * stride];
            for (byte, values) in tables.chunks_exact_mut(256 * stride).enumerate() {
                for (number, map) in maps.iter().enumerate() {
                    let part = &map[8 * byte..cells.min(8 * byte + 8)];
                    values[number] = 0;
                    for value in 1..256usize {
                        let image = part.get(value.trailing_zeros() as usize).map_or(0, |&cell| 1u64 << cell);
                        values[value * stride + number] =
                            values[(value & (value - 1)) * stride + number] | image;
                    }
                }
            }
        }
        Maps { count, images, tables, stride, bytes }
    }

    #[inline]
    fn image<const W: usize>(&self, cells: Bits<W>, map: usize) -> Bits<W> {
        if self.tables.is_empty() {
            return Bits::from_cells(cells.cells().map(|cell| self.image_of(cell, map)));
        }
        Bits::from_word(self.rows(cells).fold(0, |image, row| image | row[map]))
    }

    #[inline]
    fn image_of(&self, cell: usize, map: usize) -> usize {
        usize::from(self.images[cell * self.count + map])
    }

    /// The rows of the tables that together make the images of a board of one word.
    #[inline]
    fn rows<const W: usize>(&self, cells: Bits<W>) -> impl Iterator<Item = &[u64]> {
        let bytes = cells.words()[0].to_le_bytes();
        let row = move |(byte, value)| {
            &self.tables[(256 * byte + usize::from(value)) * self.stride..][..self.stride]
        };
        bytes.into_iter().take(self.bytes).enumerate().map(row)
    }

    /// [`Maps::least`] where there are many maps and no tables: word by word, the maps that make the least of it go on to the
    /// next.
    fn least_by_words<const W: usize>(&self, marks: &[Bits<W>; 2]) -> Least<W> {
        let mut maps: Vec<u32> = (0..self.count as u32).collect();
        let mut words = Vec::with_capacity(self.count);
        for cells in marks {
            for word in 0..W {
                if maps.len() == 1 {
                    break;
                }
                words.clear();
                words.resize(maps.len(), 0u64);
                for cell in cells.cells() {
                    let row = &self.images[cell * self.count..][..self.count];
                    for (image, &map) in words.iter_mut().zip(&maps) {
                        let to = usize::from(row[map as usize]);
                        *image |= u64::from(to / 64 == word) << (to % 64);
                    }
                }
                let least = words.iter().copied().min().unwrap_or(0);
                let mut word = words.iter();
                maps.retain(|_| word.next() == Some(&least));
            }
        }
        let map = maps[0] as usize;
        Least { marks: marks.map(|cells| self.image(cells, map)), map, ways: maps.len() }
    }

    /// Most images lose the comparison by the first player's marks alone, so that the second player's need
    /// not be mapped.
    #[inline]
    fn least<const W: usize>(&self, marks: &[Bits<W>; 2]) -> Least<W> {
        let mut least = Least { marks: *marks, map: 0, ways: 0 };
        if self.count < BLOCK {
            least.ways = 1;
            for map in 1..self.count {
                let first = self.image(marks[0], map);
                if first <= least.marks[0] {
                    least.meet([first, self.image(marks[1], map)], map);
                }
            }
            return least;
        }
        if self.tables.is_empty() {
            return self.least_by_words(marks);
        }
        // Most bytes of a board with few marks are empty, and what is empty goes nowhere. The first row is always there: it
        // makes the entries that fill up the last block larger than any image.
        let bytes = marks[0].words()[0].to_le_bytes();
        let mut rows: [&[u64]; 8] = [&[]; 8];
        let mut count = 0;
        for (byte, row) in self.rows(marks[0]).enumerate() {
            if byte == 0 || bytes[byte] != 0 {
                rows[count] = row;
                count += 1;
            }
        }
        for from in (0..self.stride).step_by(BLOCK) {
            let mut images = [0; BLOCK];
            for row in &rows[..count] {
                images.iter_mut().zip(&row[from..from + BLOCK]).for_each(|(image, part)| *image |= part);
            }
            let first = images.into_iter().fold(u64::MAX, u64::min);
            if first > least.marks[0].words()[0] {
                continue;
            }
            // Which of them it is cannot be predicted: a mask of them is made without branches.
            let mut which = (0..BLOCK).fold(0u32, |which, i| which | u32::from(images[i] == first) << i);
            while which != 0 {
                let map = from + which.trailing_zeros() as usize;
                least.meet([Bits::from_word(first), self.image(marks[1], map)], map);
                which &= which - 1;
            }
        }
        least
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
    /// The marks of the position that stands for `state` and its images where those are found in less time than they
    /// save a search, and of `state` itself elsewhere: on boards of one word while few marks stand.
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
        let image = |cells| maps.image(cells, map);
        LineState {
            marks: state.marks.map(image),
            completing: state.completing.map(image),
            status: state.status,
        }
    }

    fn map_move(&self, mv: Cell, map: usize) -> Cell {
        let maps = self.maps();
        Cell(maps.image_of(mv.number(), map) as u16)
    }

    fn canonical(&self, state: &LineState<W>) -> Canonical<LineState<W>> {
        let maps = self.maps();
        let least = maps.least(&state.marks);
        Canonical {
            state: LineState {
                marks: least.marks,
                completing: state.completing.map(|cells| maps.image(cells, least.map)),
                status: state.status,
            },
            map: least.map,
            orbit: maps.count / least.ways,
        }
    }
}
