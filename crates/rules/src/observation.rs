//! Positions as arrays of numbers, for programs that learn from them.
//!
//! An observation is a stack of planes of rows and columns, seen by one of the players. For every grid of the [`Scene`] there
//! are three planes: the player's pieces, the opponent's, and those of neither. A square counts 1 if it has a piece,
//! the number on it if the piece is a digit, and the number of pieces if they are counted. After them comes a plane for each
//! of [`Depict::numbers`](crate::Depict::numbers), filled with it. Grids that are smaller than the largest one are at the top left.

use crate::Player;
use crate::scene::{Piece, Place, Scene, Square};

/// Planes of a grid: own pieces, the opponent's, those of neither.
const OWNERS: usize = 3;

/// The number of planes, rows and columns of the observation of a scene with this many numbers beside it.
pub fn shape(scene: &Scene, numbers: usize) -> [usize; 3] {
    let rows = scene.grids.iter().map(|grid| grid.rows.len()).max().unwrap_or(1);
    let columns = scene.grids.iter().map(|grid| grid.columns.len()).max().unwrap_or(1);
    [OWNERS * scene.grids.len() + numbers, rows, columns]
}

/// The numbers of a scene that are on no square: for each track the points reached and at stake, the tracks of `view` first, and
/// the node of its tree.
pub fn numbers(scene: &Scene, view: Player) -> Vec<f32> {
    let mut tracks: Vec<_> = scene.tracks.iter().collect();
    tracks.sort_by_key(|track| owner(track.owner, view));
    let tracks = tracks.into_iter().flat_map(|track| [track.reached as f32, track.at_stake as f32]);
    tracks.chain(scene.node.map(|node| node as f32)).collect()
}

/// Writes the observation of a scene into zeros: the plain version of [`Depict::observe`](crate::Depict::observe).
pub fn of_scene(scene: &Scene, numbers: &[f32], view: Player, observation: &mut [f32]) {
    let [_, rows, columns] = shape(scene, numbers.len());
    let (squares, filled) = observation.split_at_mut(OWNERS * scene.grids.len() * rows * columns);
    for (number, grid) in scene.grids.iter().enumerate() {
        for (row, of_row) in grid.squares.iter().enumerate() {
            for (column, square) in of_row.iter().enumerate() {
                let (piece, amount) = match *square {
                    Square::Hole | Square::Free => continue,
                    Square::Taken(piece, letter) => (piece, number_on(letter)),
                    Square::Counted(piece, count) => (piece, count),
                };
                let plane = owner(piece, view) * scene.grids.len() + number;
                squares[(plane * rows + row) * columns + column] = amount as f32;
            }
        }
    }
    for (plane, &number) in filled.chunks_exact_mut(rows * columns).zip(numbers) {
        plane.fill(number);
    }
}

/// Takes away what stands on a square in an observation of this shape, of scenes with so many grids: there it becomes an empty one.
/// Returns false if nothing stands there.
pub fn take_away(place: Place, grids: usize, shape: [usize; 3], observation: &mut [f32]) -> bool {
    let [_, rows, columns] = shape;
    let mut is_taken = false;
    for owner in 0..OWNERS {
        let plane = owner * grids + place.grid;
        let number = &mut observation[(plane * rows + place.row) * columns + place.column];
        is_taken |= *number != 0.0;
        *number = 0.0;
    }
    is_taken
}

/// The number that a letter stands for: a digit, also one in a circle, else 1.
fn number_on(letter: char) -> u32 {
    match letter {
        '①'..='⑳' => letter as u32 - '①' as u32 + 1,
        _ => letter.to_digit(10).unwrap_or(1),
    }
}

fn owner(piece: Piece, view: Player) -> usize {
    match (piece, view) {
        (Piece::Neutral, _) => 2,
        (Piece::First, Player::First) | (Piece::Second, Player::Second) => 0,
        (Piece::First, Player::Second) | (Piece::Second, Player::First) => 1,
    }
}
