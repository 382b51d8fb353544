//! Drawing dots and boxes: a grid in which dots, edges and boxes alternate.

use plywood_rules::scene::{Cell, Effect, Grid, Outline, Piece, Place, Square, Steps};
use plywood_rules::{Board, Depict, Motion, MoveNumber, Player, Scene};

use super::game::{DotsAndBoxes, Edges, State, edge};
use crate::rows::{bits, file_name};

/// A level edge, an upright edge and a box of each player.
const OWNED: [(Piece, [char; 3]); 2] = [(Piece::First, ['─', '│', '1']), (Piece::Second, ['═', '║', '2'])];

/// The names of dots and, between them, of the gaps.
fn names(count: u32, name: impl Fn(u32) -> String) -> Vec<String> {
    let gap = |place: u32| format!("{}-{}", name(place / 2), name(place / 2 + 1));
    (0..=2 * count).map(|place| if place % 2 == 0 { name(place / 2) } else { gap(place) }).collect()
}

impl DotsAndBoxes {
    /// The place at this many half edges from the bottom left dot.
    fn place(&self, right: u32, up: u32) -> Place {
        Place { grid: 0, row: (2 * self.rows() - up) as usize, column: right as usize }
    }

    pub(super) fn place_of(&self, mv: MoveNumber) -> Place {
        let (dot, upright) = (mv.0 % 64, mv.0 / 64);
        self.place(dot % 8 * 2 + (1 - upright), dot / 8 * 2 + upright)
    }

    /// Boxes, by their lower left dots.
    pub(super) fn places_of(&self, boxes: u64) -> impl Iterator<Item = Place> {
        bits(boxes.into()).map(|dot| self.place(dot as u32 % 8 * 2 + 1, dot as u32 / 8 * 2 + 1))
    }

    /// The boxes that are complete with these edges, but not in `before`.
    fn taken(&self, before: &State, edges: Edges) -> u64 {
        self.complete(edges) ^ self.complete(before.edges)
    }

    pub(super) fn all_edges(&self) -> impl Iterator<Item = MoveNumber> {
        bits(self.every_edge()).map(MoveNumber::from)
    }
}

impl Depict for DotsAndBoxes {
    /// Boxes belong to neither player here: who took them is not part of the position, only how many each has.
    fn scene(&self, state: &State) -> Scene {
        let (columns, rows) = (2 * self.columns() + 1, 2 * self.rows() + 1);
        let mut squares = vec![vec![Square::Hole; columns as usize]; rows as usize];
        let mut set = |Place { row, column, .. }: Place, square: Square| squares[row][column] = square;
        for mv in self.all_edges() {
            let drawn = state.edges & edge(mv) != 0;
            let piece = Square::Taken(Piece::Neutral, if mv.0 < 64 { '-' } else { '|' });
            set(self.place_of(mv), if drawn { piece } else { Square::Free });
        }
        self.places_of(self.boxes()).for_each(|place| set(place, Square::Free));
        let complete = self.places_of(self.complete(state.edges));
        complete.for_each(|place| set(place, Square::Taken(Piece::Neutral, '#')));
        let grid = Grid {
            columns: names(self.columns(), |column| file_name(column as usize)),
            rows: names(self.rows(), |row| (row + 1).to_string()).into_iter().rev().collect(),
            squares,
            ..Grid::default()
        };
        let scores = self.scores(state);
        let fact = |player: Player| (format!("{player} boxes"), scores[player.index()].to_string());
        let (scores, facts) = (Some(scores.map(i32::unsigned_abs)), Player::BOTH.map(fact).to_vec());
        Scene { grids: vec![grid], scores, facts, ..Scene::default() }
    }

    /// The same with the owners of the edges that were drawn and the boxes that were completed in the game.
    fn scene_after(&self, before: &[State], state: &State) -> Scene {
        let mut scene = self.scene(state);
        for (before, after) in before.iter().zip(before.iter().skip(1).chain([state])) {
            let (piece, [level, upright, taken]) = OWNED[before.mover.index()];
            let boxes = self.places_of(self.taken(before, after.edges)).map(|at| (at, taken));
            let drawn = bits(after.edges & !before.edges).map(MoveNumber::from);
            let edges = drawn.map(|mv| (self.place_of(mv), if mv.0 < 64 { level } else { upright }));
            for (Place { grid, row, column }, letter) in edges.chain(boxes) {
                scene.grids[grid].squares[row][column] = Square::Taken(piece, letter);
            }
        }
        scene
    }

    /// Dots are circles, boxes squares, and edges the long hexagons between two dots.
    fn board(&self) -> Board {
        let cell = |place: Place| {
            let hexagon =
                [[0.0, -0.4], [0.06, -0.34], [0.06, 0.34], [0.0, 0.4], [-0.06, 0.34], [-0.06, -0.34]];
            let square = [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]];
            let outline = match (place.column % 2, place.row % 2) {
                (0, 0) => Outline::Circle(0.2),
                (1, 1) => Outline::Polygon(square.to_vec()),
                (1, _) => Outline::Polygon(hexagon.map(|[x, y]| [-y, x]).to_vec()),
                _ => Outline::Polygon(hexagon.to_vec()),
            };
            Cell { place, centre: [place.column as f64 / 2.0, place.row as f64 / 2.0], outline }
        };
        let column = |right: u32| (0..=2 * self.rows()).map(move |up| (right, up));
        let places = (0..=2 * self.columns()).flat_map(column).map(|(right, up)| self.place(right, up));
        Board { cells: places.map(cell).collect(), ..Board::default() }
    }

    #[inline]
    fn observe(&self, state: &State, _: Player, observation: &mut [f32]) {
        let columns = 2 * self.columns() as usize + 1;
        // What is drawn belongs to neither player: the third plane.
        let neutral = &mut observation[2 * columns * (2 * self.rows() as usize + 1)..];
        let mut set = |Place { row, column, .. }: Place| neutral[row * columns + column] = 1.0;
        bits(state.edges).for_each(|mv| set(self.place_of(MoveNumber::from(mv))));
        self.places_of(self.complete(state.edges)).for_each(set);
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        let drawn = self.place_of(mv);
        let taken = self.taken(state, state.edges | edge(mv));
        let effects = [drawn].into_iter().chain(self.places_of(taken)).map(Effect::Put).collect();
        Motion::Steps(Steps { touched: vec![drawn], effects })
    }
}
