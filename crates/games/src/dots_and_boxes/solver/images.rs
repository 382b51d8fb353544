//! Sets of edges as small numbers, the same for all images of a set.

use super::super::game::{DotsAndBoxes, Edges, STRIDE};
use crate::rows::bits;

/// Maps whose images are looked up together.
const FOUR: usize = 4;

/// Sets of free edges as numbers of as many bits as there are edges, by look-ups of the rows of the board.
pub(super) struct EdgeImages {
    /// The first edge of each row, and the bits of a row.
    rows: Vec<u32>,
    width: u32,
    /// By four maps, row and what is in the row.
    parts: Vec<[u64; FOUR]>,
}

impl EdgeImages {
    pub fn new(game: &DotsAndBoxes) -> EdgeImages {
        let (columns, rows) = (game.columns(), game.rows());
        let across = (0..=rows).map(|row| STRIDE * row);
        let places: Vec<u32> = across.chain((0..rows).map(|row| 64 + STRIDE * row)).collect();
        // A board of one column has three edges at a corner, which may not be exchanged for each other under every map.
        let maps = if columns == rows && columns > 1 { 8 } else { 4 };
        let width = columns + 1;
        let mut parts = Vec::new();
        for first in (0..maps).step_by(FOUR) {
            for &place in &places {
                for contents in 0..1_u64 << width {
                    let edges = Edges::from(contents) << place & game.every_edge();
                    let image = |map| bits(edges).fold(0, |all, edge| all | image(game, 1 << edge, map));
                    parts.push([0, 1, 2, 3].map(|map| compact(game, image(first + map))));
                }
            }
        }
        EdgeImages { rows: places, width, parts }
    }

    /// The least number of all images of a set in which edges at corners are [settled](DotsAndBoxes::settled).
    #[inline]
    pub fn least(&self, edges: Edges) -> u64 {
        let mask = (1 << self.width) - 1;
        let least = |parts: &[[u64; FOUR]]| {
            let mut images = [0; FOUR];
            for (row, &place) in self.rows.iter().enumerate() {
                let part = &parts[row << self.width | (edges >> place) as usize & mask];
                images.iter_mut().zip(part).for_each(|(image, part)| *image |= part);
            }
            images.into_iter().min()
        };
        self.parts.chunks_exact(self.rows.len() << self.width).filter_map(least).min().unwrap_or(0)
    }
}

/// The image of an edge. At a corner the edge to the right stays the one to the right, so that settled sets stay settled.
fn image(game: &DotsAndBoxes, edge: Edges, map: usize) -> Edges {
    let image = game.mapped(edge, map);
    let goes_up = |edge: Edges| edge >> 64 != 0;
    match game.corners().into_iter().find(|[across, up]| image & (across | up) != 0) {
        Some([across, up]) if goes_up(image) != goes_up(edge) => image ^ across ^ up,
        _ => image,
    }
}

/// The edges of a set numbered without gaps.
fn compact(game: &DotsAndBoxes, edges: Edges) -> u64 {
    bits(game.every_edge())
        .enumerate()
        .filter(|&(_, edge)| edges >> edge & 1 != 0)
        .fold(0, |all, (at, _)| all | 1 << at)
}
