//! Images of boards under many maps of their cells.

use std::cmp::Ordering;

use super::geometry::Permutation;
use crate::bits::Bits;

/// Bytes that the tables of a small board may fill.
const MOST_TABLE: usize = 1 << 24;

/// The symmetries of a game, the identity first.
pub(super) struct Maps {
    pub count: usize,
    /// For each cell and map, the image of the cell; the images of a cell under all maps are contiguous.
    images: Vec<u16>,
    /// Boards of one word: for each byte of the word, each value of that byte and each map, the images of the
    /// cells of that value. The images under all maps are contiguous, as all of them are needed at once. Empty
    /// if there are too many maps.
    pub tables: Vec<u64>,
    /// Entries for each value of a byte: the maps, and if they make at least a block, padding with all cells
    /// set that completes the last block. Padding is never the least image.
    stride: usize,
    /// Bytes of a board.
    bytes: usize,
}

/// The number of maps whose images are computed together: a cache line of words.
const BLOCK: usize = 8;

/// The least image of a board.
pub(super) struct Least<const W: usize> {
    pub marks: [Bits<W>; 2],
    /// The first map that leads to it.
    pub map: usize,
    /// The number of maps that lead to it.
    pub ways: usize,
}

impl<const W: usize> Least<W> {
    /// Records the image under the next map.
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
    /// These maps of `cells` cells on boards of `W` words.
    pub fn new<const W: usize>(cells: usize, maps: &[Permutation]) -> Maps {
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
    pub fn image<const W: usize>(&self, cells: Bits<W>, map: usize) -> Bits<W> {
        if self.tables.is_empty() {
            return Bits::from_cells(cells.cells().map(|cell| self.image_of(cell, map)));
        }
        Bits::from_word(self.rows(cells).fold(0, |image, row| image | row[map]))
    }

    #[inline]
    pub fn image_of(&self, cell: usize, map: usize) -> usize {
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

    /// [`Maps::least`] for many maps without tables: word by word, only the maps with the least word continue.
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
    pub fn least<const W: usize>(&self, marks: &[Bits<W>; 2]) -> Least<W> {
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
        // Most bytes of a board with few marks are empty, and have no images. The first row is always included:
        // it makes the padding of the last block larger than any image.
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
