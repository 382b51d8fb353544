//! Positions as cells with small contents, for value functions over tuples of cells.

use std::collections::BTreeSet;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random::{below, chance_outcome};
use crate::scene::{Place, Square};
use crate::{Depict, Game, Player, Turn};

/// A way to read positions as cells: each has one of a few contents, numbered from 0. A value function over tuples of cells (an
/// n-tuple network) knows nothing else of a position.
pub trait Cells<G: Game + ?Sized>: Send + Sync {
    /// For each cell the number of contents that it can have: 1 to 256.
    fn contents(&self) -> &[u16];

    /// For each cell the square that shows it; `None` for a number beside the board.
    fn places(&self) -> &[Option<Place>];

    /// True if the squares are columns that are filled from the bottom, and each is 0 if it is free, 1 own, 2 the opponent's, 3 free
    /// and next. A network then reads columns as a whole.
    fn are_columns(&self) -> bool {
        false
    }

    /// Writes the content of each cell of `state` as `view` sees it: pieces are own ones and the opponent's.
    fn read(&self, game: &G, state: &G::State, view: Player, cells: &mut [u8]);
}

/// The states of `games` random games that are not over, each of up to `longest` plies.
pub fn random_states<G: Game + ?Sized>(game: &G, games: u32, longest: u32) -> Vec<G::State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut states, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let mut state = game.initial();
        for _ in 0..longest {
            let mv = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => chance_outcome(game, &state, &mut outcomes, &mut rng),
                Turn::Decision(_) => game.nth_move(&state, below(&mut rng, game.count_moves(&state))),
            };
            states.push(state.clone());
            game.play(&mut state, mv);
        }
    }
    states
}

/// The cells of any game that can be drawn: its squares and its [numbers](Depict::numbers), with the contents that random games
/// showed. One that they did not show is read as the nearest below.
pub struct ObservedCells {
    shape: [usize; 3],
    /// For each square its index in a plane of observations, with its grid.
    squares: Vec<(usize, usize)>,
    places: Vec<Option<Place>>,
    contents: Vec<u16>,
    /// For each cell what it can show, in ascending order.
    shown: Vec<Vec<u32>>,
}

/// The most contents of a cell.
const MOST_CONTENTS: usize = 256;

/// The random games that show the contents of cells, and their greatest length.
const GAMES: u32 = 200;
const LONGEST: u32 = 400;

/// A number above all counts of pieces on a square, which tells owners apart.
const OWNER: u32 = 1 << 16;

impl ObservedCells {
    /// The cells of a game.
    pub fn new<G: Depict>(game: &G) -> ObservedCells {
        let shape = game.observation_shape();
        let [planes, _, columns] = shape;
        let start = game.scene(&game.initial());
        let mut squares = Vec::new();
        let mut places = Vec::new();
        for (grid, squares_of) in start.grids.iter().enumerate() {
            for (row, of_row) in squares_of.squares.iter().enumerate() {
                for (column, square) in of_row.iter().enumerate() {
                    if *square != Square::Hole {
                        squares.push((grid, row * columns + column));
                        places.push(Some(Place { grid, row, column }));
                    }
                }
            }
        }
        let numbers = planes - 3 * start.grids.len();
        places.extend((0..numbers).map(|_| None));
        let mut cells = ObservedCells { shape, squares, places, contents: Vec::new(), shown: Vec::new() };
        let mut shown: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); cells.places.len()];
        for state in random_states(game, GAMES, LONGEST) {
            for view in Player::BOTH {
                let codes = cells.codes(game, &state, view);
                shown.iter_mut().zip(codes).for_each(|(shown, code)| shown.extend([code]));
            }
        }
        // Random games seldom come near a goal.
        let of_tracks = start.tracks.iter().flat_map(|track| [track.goal; 2]);
        let squares = cells.squares.len();
        shown[squares..].iter_mut().zip(of_tracks).for_each(|(shown, goal)| shown.extend(0..=goal));
        cells.shown = shown.into_iter().map(thinned).collect();
        cells.contents = cells.shown.iter().map(|shown| shown.len() as u16).collect();
        cells
    }

    /// The contents of each cell, as numbers.
    fn codes<G: Depict>(&self, game: &G, state: &G::State, view: Player) -> Vec<u32> {
        let [planes, rows, columns] = self.shape;
        let (area, grids) = (rows * columns, (planes - (self.places.len() - self.squares.len())) / 3);
        let mut seen = vec![0.0; planes * area];
        game.observe(state, view, &mut seen);
        let mut codes = Vec::with_capacity(self.places.len());
        for &(grid, square) in &self.squares {
            let amount = |owner: usize| seen[(owner * grids + grid) * area + square] as u32;
            let owner = (0..3).find(|&owner| amount(owner) > 0);
            codes.push(owner.map_or(0, |owner| owner as u32 * OWNER + amount(owner).min(OWNER - 1)));
        }
        codes.extend((3 * grids..planes).map(|plane| seen[plane * area].max(0.0) as u32));
        codes
    }
}

/// These numbers in order, evenly thinned to the most contents of a cell.
fn thinned(shown: BTreeSet<u32>) -> Vec<u32> {
    let all: Vec<u32> = shown.into_iter().collect();
    let step = all.len().div_ceil(MOST_CONTENTS).max(1);
    all.into_iter().step_by(step).collect()
}

impl<G: Depict> Cells<G> for ObservedCells {
    fn contents(&self) -> &[u16] {
        &self.contents
    }

    fn places(&self) -> &[Option<Place>] {
        &self.places
    }

    fn read(&self, game: &G, state: &G::State, view: Player, cells: &mut [u8]) {
        for ((cell, code), shown) in cells.iter_mut().zip(self.codes(game, state, view)).zip(&self.shown) {
            *cell = shown.partition_point(|&known| known <= code).saturating_sub(1) as u8;
        }
    }
}
