//! Positions as cells for value functions: lists of cells, and functions that read them all.

use plywood_rules::scene::Place;
use plywood_rules::{Cells, Game, Player};

use crate::rows::{Rows, words};

/// A cell: its square, if it has one, and the number of its contents.
pub(crate) type CellContents = (Option<Place>, u16);

/// Cells with the function that reads them.
struct ReadCells<F> {
    contents: Vec<u16>,
    places: Vec<Option<Place>>,
    are_columns: bool,
    read: F,
}

/// These cells, which `read` reads in the same order.
pub(crate) fn cells<G: Game>(
    list: impl IntoIterator<Item = CellContents>,
    read: impl Fn(&G, &G::State, Player, &mut [u8]) + Send + Sync + 'static,
) -> Box<dyn Cells<G>> {
    cells_that(false, list, read)
}

/// The same of a board that may be one of columns, as [`Cells::are_columns`] means it.
pub(crate) fn cells_that<G: Game>(
    are_columns: bool,
    list: impl IntoIterator<Item = CellContents>,
    read: impl Fn(&G, &G::State, Player, &mut [u8]) + Send + Sync + 'static,
) -> Box<dyn Cells<G>> {
    let (places, contents) = list.into_iter().unzip();
    Box::new(ReadCells { contents, places, are_columns, read })
}

impl<G: Game, F: Fn(&G, &G::State, Player, &mut [u8]) + Send + Sync> Cells<G> for ReadCells<F> {
    fn contents(&self) -> &[u16] {
        &self.contents
    }

    fn places(&self) -> &[Option<Place>] {
        &self.places
    }

    fn are_columns(&self) -> bool {
        self.are_columns
    }

    fn read(&self, game: &G, state: &G::State, view: Player, cells: &mut [u8]) {
        (self.read)(game, state, view, cells);
    }
}

impl Rows {
    /// The cells of a board of pieces, as [`write_owners`] writes them, with these contents each.
    pub fn listed(self, contents: u16) -> impl Iterator<Item = CellContents> {
        (0..self.cells()).map(move |cell| (Some(self.place(cell)), contents))
    }
}

/// Cells beside the board with these contents.
pub(crate) fn numbers(contents: impl IntoIterator<Item = u16>) -> impl Iterator<Item = CellContents> {
    contents.into_iter().map(|contents| (None, contents))
}

/// Writes for each cell 0 if it is free, 1 if it is in the set of `view`, and 2 if it is in the other player's.
#[inline]
pub(crate) fn write_owners(cells: &mut [u8], sets: [u128; 2], view: Player) {
    let sets = sets.map(words);
    write_words(cells, [&sets[0], &sets[1]], view);
}

/// The same for sets of any size, by words of 64 cells.
#[inline]
pub(crate) fn write_words(cells: &mut [u8], sets: [&[u64]; 2], view: Player) {
    let [own, other] = [view, view.other()].map(|player| sets[player.index()]);
    let of_words = cells.chunks_mut(64).zip(own).zip(other);
    for ((cells, own), other) in of_words {
        for (eight, cells) in cells.chunks_mut(8).enumerate() {
            let contents = (spread(own >> (8 * eight)) + 2 * spread(other >> (8 * eight))).to_le_bytes();
            match cells.first_chunk_mut() {
                Some(all) => *all = contents,
                None => cells.copy_from_slice(&contents[..cells.len()]),
            }
        }
    }
}

/// The lowest eight bits as eight bytes that are 0 or 1.
#[inline]
pub(crate) fn spread(bits: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Byte n keeps bit n alone; adding 127 carries it, wherever it is, to the highest bit of the byte.
    let each = ((bits & 0xFF) * ONES) & 0x8040_2010_0804_0201;
    (each + 0x7F * ONES) >> 7 & ONES
}
