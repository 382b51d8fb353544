//! The tuples of a game, found from its board: its lines, windows of cells, random walks, and its numbers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use plywood_rules::random::below;
use plywood_rules::scene::Place;
use plywood_rules::{Cells, Playable};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::shape::{COLUMN, Element, steps, values};

/// The most weights of a tuple of squares, and of a tuple of numbers.
const MOST_WEIGHTS: usize = 1 << 16;
const MOST_OF_NUMBERS: usize = 1 << 20;

/// The most lines and pairs of lines.
const MOST_LINES: usize = 800;

/// The number of random walks, those included that are images of each other.
const WALKS: usize = 96;

/// The tuples of a game, without their images under its symmetries.
pub(super) fn tuples<G: Playable>(game: &G, cells: &dyn Cells<G>) -> Vec<Vec<Element>> {
    let map = SquareMap::new(cells);
    let lines = map.lines(&game.board().lines);
    let mut tuples = if map.weights(&map.squares) <= MOST_WEIGHTS {
        // One tuple knows everything.
        [lines, vec![map.squares.clone()]].concat()
    } else if map.has_levels() {
        map.crossings(&lines)
    } else if lines.is_empty() {
        [map.windows(), map.walks(WALKS / game.symmetries().min(WALKS))].concat()
    } else {
        [map.windows(), lines].concat()
    };
    if tuples.is_empty() {
        tuples = map.squares.chunks(map.most_together()).map(<[u16]>::to_vec).collect();
    }
    tuples.retain(|tuple| !tuple.is_empty());
    let mut tuples: Vec<Vec<Element>> =
        tuples.into_iter().map(|tuple| tuple.into_iter().map(|cell| (cell, 0)).collect()).collect();
    if cells.are_columns() {
        tuples.extend(map.columns());
    }
    tuples.extend(map.numbers());
    tuples
}

/// The cells of a board by their squares.
struct SquareMap<'a> {
    contents: &'a [u16],
    places: &'a [Option<Place>],
    at: HashMap<Place, u16>,
    /// The cells that are squares.
    squares: Vec<u16>,
}

impl<'a> SquareMap<'a> {
    fn new<G: Playable>(cells: &'a dyn Cells<G>) -> SquareMap<'a> {
        let (contents, places) = (cells.contents(), cells.places());
        let placed = places.iter().enumerate().filter_map(|(cell, place)| Some(((*place)?, cell as u16)));
        let squares = (0..places.len() as u16).filter(|&cell| places[usize::from(cell)].is_some());
        SquareMap { contents, places, at: placed.collect(), squares: squares.collect() }
    }

    /// The number of weights of a tuple.
    fn weights(&self, tuple: &[u16]) -> usize {
        let contents = |&cell: &u16| usize::from(self.contents[usize::from(cell)]);
        tuple.iter().map(contents).fold(1, usize::saturating_mul)
    }

    /// The lines of the board as cells.
    fn lines(&self, lines: &[Vec<Place>]) -> Vec<Vec<u16>> {
        let line = |line: &Vec<Place>| line.iter().map(|place| self.at.get(place).copied()).collect();
        lines.iter().filter_map(line).filter(|line: &Vec<u16>| self.weights(line) <= MOST_WEIGHTS).collect()
    }

    /// Pairs of lines that cross, if they are not too many, else the lines alone.
    fn crossings(&self, lines: &[Vec<u16>]) -> Vec<Vec<u16>> {
        let mut pairs = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            for other in &lines[place + 1..] {
                let rest: Vec<u16> = other.iter().copied().filter(|cell| !line.contains(cell)).collect();
                if rest.len() + 1 == other.len() {
                    pairs.push([&line[..], &rest].concat());
                }
                if pairs.len() > MOST_LINES {
                    return if lines.len() > MOST_LINES { Vec::new() } else { lines.to_vec() };
                }
            }
        }
        pairs.retain(|pair| self.weights(pair) <= MOST_WEIGHTS);
        if pairs.is_empty() { lines.to_vec() } else { pairs }
    }

    /// True if the board has more than one grid.
    fn has_levels(&self) -> bool {
        self.places.iter().flatten().any(|place| place.grid > 0)
    }

    /// The number of squares that fit into one tuple, whichever they are.
    fn most_together(&self) -> usize {
        let contents = self.squares.iter().map(|&cell| usize::from(self.contents[usize::from(cell)]));
        let contents = contents.max().unwrap_or(2).max(2);
        (1..17).take_while(|&area| contents.saturating_pow(area) <= MOST_WEIGHTS).count()
    }

    /// The largest windows of each grid that have few enough weights: as square as possible, two rows high, two columns wide, and
    /// one.
    fn windows(&self) -> Vec<Vec<u16>> {
        let area = self.most_together();
        let side = area.isqrt();
        let mut sizes = vec![
            [2, area / 2],
            [area / 2, 2],
            [side, area / side],
            [area / side, side],
            [1, area],
            [area, 1],
        ];
        sizes.sort_unstable();
        sizes.dedup();
        let mut windows = Vec::new();
        for place in self.places.iter().flatten() {
            for [rows, columns] in &sizes {
                let cell = |number: usize| {
                    let (row, column) = (place.row + number / columns, place.column + number % columns);
                    self.at.get(&Place { grid: place.grid, row, column }).copied()
                };
                windows.extend((0..rows * columns).map(cell).collect::<Option<Vec<u16>>>());
            }
        }
        windows
    }

    /// Each two columns, of a board in which marks fall.
    fn columns(&self) -> Vec<Vec<Element>> {
        let mut columns: BTreeMap<usize, Vec<(Reverse<usize>, u16)>> = BTreeMap::new();
        for &cell in &self.squares {
            let Place { row, column, .. } = self.places[usize::from(cell)].expect("it is a square");
            columns.entry(column).or_default().push((Reverse(row), cell));
        }
        let column = |mut squares: Vec<(Reverse<usize>, u16)>| -> Vec<Element> {
            squares.sort_unstable();
            squares.iter().zip(COLUMN..).map(|(&(_, cell), row)| (cell, row)).collect()
        };
        let columns: Vec<Vec<Element>> = columns.into_values().map(column).collect();
        let pairs = columns.iter().enumerate();
        let pairs = pairs
            .flat_map(|(place, one)| columns[place + 1..].iter().map(|other| [&one[..], other].concat()));
        pairs.filter(|pair| steps(self.contents, pair).1 <= MOST_WEIGHTS).collect()
    }

    /// Random walks from square to neighbouring square.
    fn walks(&self, count: usize) -> Vec<Vec<u16>> {
        let squares = &self.squares;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut walks = Vec::new();
        for _ in 0..count {
            let mut walk = vec![squares[below(&mut rng, squares.len())]];
            for _ in 0..1000 {
                let from =
                    self.places[usize::from(walk[below(&mut rng, walk.len())])].expect("it is a square");
                let by = |from: usize, rng: &mut Xoshiro256PlusPlus| (from + below(rng, 3)).wrapping_sub(1);
                let (row, column) = (by(from.row, &mut rng), by(from.column, &mut rng));
                let next =
                    self.at.get(&Place { grid: from.grid, row, column }).filter(|next| !walk.contains(next));
                let Some(&next) = next else { continue };
                walk.push(next);
                if self.weights(&walk) > MOST_WEIGHTS {
                    walk.pop();
                    break;
                }
            }
            walks.push(walk);
        }
        walks
    }

    /// Numbers beside the board: each alone, and as many together as there is room for, exactly and in coarser and coarser ranges.
    fn numbers(&self) -> Vec<Vec<Element>> {
        let numbers: Vec<u16> = (0..self.contents.len() as u16)
            .filter(|&cell| self.places[usize::from(cell)].is_none())
            .collect();
        let mut tuples: Vec<Vec<Element>> = numbers.iter().map(|&cell| vec![(cell, 0)]).collect();
        for shift in 0..6 {
            let mut tuple: Vec<Element> = Vec::new();
            let mut weights = 1;
            for &cell in &numbers {
                let own = values(self.contents, (cell, shift));
                if weights * own > MOST_OF_NUMBERS {
                    tuples.push(std::mem::take(&mut tuple));
                    weights = 1;
                }
                tuple.push((cell, shift));
                weights *= own;
            }
            tuples.push(tuple);
        }
        tuples.retain(|tuple| tuple.len() > 1 || tuple.first().is_some_and(|(_, shift)| *shift == 0));
        tuples.sort();
        tuples.dedup();
        tuples
    }
}
