//! Cubes of any dimension: n^d cells, n in a line along any axis or diagonal of any dimension.

use plywood_rules::TextError;
use plywood_rules::scene::{Grid, Square};

use super::geometry::{CellPlace, Geometry, Line, Permutation, Plane};

/// A cube of `side`^`dimensions` cells.
///
/// A cell's coordinates run from 0 and are written from 1, the slowest first: in three dimensions its level
/// from the top, its row from the back, its column from the left.
#[derive(Clone, Debug)]
pub(super) struct Cube {
    pub side: usize,
    pub dimensions: usize,
}

impl Cube {
    fn cell(&self, coordinates: impl IntoIterator<Item = usize>) -> usize {
        coordinates.into_iter().fold(0, |cell, coordinate| cell * self.side + coordinate)
    }

    fn coordinates(&self, cell: usize) -> Vec<usize> {
        let powers = (0..self.dimensions as u32).rev();
        powers.map(|power| cell / self.side.pow(power) % self.side).collect()
    }

    /// The cell in the middle, if there is one.
    pub fn centre(&self) -> Option<usize> {
        (self.side % 2 == 1).then(|| self.cells() / 2)
    }

    fn written(&self, coordinates: &[usize]) -> String {
        let numbers: Vec<String> = coordinates.iter().map(|c| (c + 1).to_string()).collect();
        numbers.join(if self.side > 9 { "." } else { "" })
    }
}

impl Geometry for Cube {
    fn cells(&self) -> usize {
        self.side.pow(self.dimensions as u32)
    }

    /// Along a line each coordinate stays, counts up, or counts down, and at least one moves: (n+2)^d - n^d is
    /// the number of cells of a shell around the cube, and each line has two ends there.
    fn lines(&self) -> Vec<Line> {
        let (n, d) = (self.side, self.dimensions);
        // Each coordinate is a digit: below n it stays at that value, n is up, n + 1 is down.
        let digits =
            |number: usize| (0..d as u32).rev().map(move |power| number / (n + 2).pow(power) % (n + 2));
        let moving = |number: usize| digits(number).find(|&digit| digit >= n);
        let along = |digit: usize, step: usize| match digit {
            digit if digit < n => digit,
            digit if digit == n => step,
            _ => n - 1 - step,
        };
        (0..(n + 2).pow(d as u32))
            // The first coordinate that moves counts up: of the two ways along a line this takes one.
            .filter(|&number| moving(number) == Some(n))
            .map(|number| {
                let cell = |step| self.cell(digits(number).map(|digit| along(digit, step)));
                Line { cells: (0..n).map(cell).collect(), ends: Vec::new() }
            })
            .collect()
    }

    fn row_length(&self) -> usize {
        self.side
    }

    fn cell_at(&self, place: usize) -> usize {
        place
    }

    fn separator(&self, rows: usize) -> String {
        let mut bars = 0;
        let mut left = rows;
        while left.is_multiple_of(self.side) {
            left /= self.side;
            bars += 1;
        }
        if bars == 0 { "/".to_string() } else { "|".repeat(bars) }
    }

    fn name(&self, cell: usize) -> String {
        self.written(&self.coordinates(cell))
    }

    /// Dots between the numbers are always accepted, and needed if a number can have two digits.
    fn find(&self, text: &str) -> Result<CellPlace, TextError> {
        let number = |digits: &str| -> Option<usize> {
            let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            plain
                .then(|| digits.parse().ok())?
                .filter(|number| (1..=self.side).contains(number))
                .map(|c| c - 1)
        };
        let numbers: Option<Vec<usize>> = if self.side > 9 || text.contains('.') {
            text.split('.').map(number).collect()
        } else {
            text.split("").filter(|digit| !digit.is_empty()).map(number).collect()
        };
        // Cells of the 3x3x3 cube are also numbered from 1 to 27, in reading order.
        let is_small = (self.dimensions, self.side) == (3, 3);
        let place = text
            .parse::<usize>()
            .ok()
            .filter(|place| is_small && !text.starts_with('+') && (1..=27).contains(place));
        if let Some(place) = place {
            return Ok(CellPlace::Cell(self.cell_at(place - 1)));
        }
        match numbers {
            Some(numbers) if numbers.len() == self.dimensions => Ok(CellPlace::Cell(self.cell(numbers))),
            _ => {
                let order = match self.dimensions {
                    2 => "row, column",
                    3 => "level, row, column",
                    4 => "cube, level, row, column",
                    _ => "group, cube, level, row, column",
                };
                Err(TextError::new(format!(
                    "'{text}' is not a cell; a cell is {} numbers from 1 to {} ({order}), such as {}",
                    self.dimensions,
                    self.side,
                    self.name(self.cells() / 2)
                )))
            }
        }
    }

    fn rigid_maps(&self) -> Vec<Permutation> {
        let mut maps = Vec::new();
        for order in permutations(self.dimensions) {
            for reversed in 0..1usize << self.dimensions {
                let image = |cell| {
                    let coordinates = self.coordinates(cell);
                    let along = |(i, &axis): (usize, &usize)| match reversed >> i & 1 {
                        0 => coordinates[axis],
                        _ => self.side - 1 - coordinates[axis],
                    };
                    self.cell(order.iter().enumerate().map(along)) as u16
                };
                maps.push((0..self.cells()).map(image).collect());
            }
        }
        maps
    }

    fn how_to_play(&self) -> String {
        let (n, d) = (self.side, self.dimensions);
        let order = match d {
            2 => "row and column",
            3 => "level, row and column",
            4 => "cube, level, row and column",
            _ => "the highest dimension first, then on to level, row and column",
        };
        let (first, last) = (self.written(&vec![0; d]), self.written(&vec![n - 1; d]));
        format!(
            "X and O mark free cells, in turn.\nA line is {n} marks along an axis or a diagonal of any dimension.\n\
             A move is {order}: {first} to {last}. Levels count from the top, rows from the back, columns from the left."
        )
    }

    fn axes(&self) -> Vec<usize> {
        vec![self.side; self.dimensions]
    }

    /// Of a cube that has three dimensions and is not too small: groups take four rows and columns of a plane.
    fn planes(&self) -> Vec<Vec<Plane>> {
        if self.dimensions != 3 || self.side < 6 {
            return Vec::new();
        }
        let cell = |axis: usize, plane: usize, row: usize, column: usize| {
            let mut coordinates = vec![row, column];
            coordinates.insert(axis, plane);
            self.cell(coordinates)
        };
        let side = || 0..self.side;
        let row = |axis, plane, row| side().map(|column| cell(axis, plane, row, column)).collect();
        let plane = |axis, plane| side().map(|number| row(axis, plane, number)).collect();
        (0..3).map(|axis| side().map(|number| plane(axis, number)).collect()).collect()
    }

    fn grids(&self) -> (Vec<Grid>, usize) {
        let labels: Vec<String> = (1..=self.side).map(|number| number.to_string()).collect();
        let title = |grid: usize| match self.dimensions {
            2 => String::new(),
            3 => format!("level {}", grid + 1),
            _ => {
                let cell = self.coordinates(grid * self.side * self.side);
                let (level, outer) = (cell[self.dimensions - 3], &cell[..self.dimensions - 3]);
                let outer: Vec<String> = outer.iter().map(|c| (c + 1).to_string()).collect();
                format!("cube {}, level {}", outer.join("."), level + 1)
            }
        };
        let grid = |number| Grid {
            title: title(number),
            columns: labels.clone(),
            rows: labels.clone(),
            squares: vec![vec![Square::Free; self.side]; self.side],
            highlights: Vec::new(),
            ends: Vec::new(),
        };
        let count = self.cells() / (self.side * self.side);
        ((0..count).map(grid).collect(), if count > 1 { self.side } else { 0 })
    }
}

/// All orders of the numbers below `n`, the ascending one first.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |start: &Vec<usize>| {
            let start = start.clone();
            (0..n).filter(|i| !start.contains(i)).map(|i| [&start[..], &[i]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
