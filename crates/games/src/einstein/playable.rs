//! Drawing a game of EinStein würfelt nicht!, its evaluation, and its entry in the list of games.

use plywood_rules::evaluate::WithLead;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Effect, Piece, Place, Shape, Square, Steps};
use plywood_rules::{Board, Cells, Depict, Game, Motion, MoveNumber, Playable, Player, Scene, Turn};

use super::{CUBES, EINSTEIN, Einstein, FACES, GONE, State, cells, movable};

/// The cubes of both players: a letter stands for pieces of one owner only.
const LETTERS: [[char; CUBES]; 2] = [['1', '2', '3', '4', '5', '6'], ['①', '②', '③', '④', '⑤', '⑥']];

impl Depict for Einstein {
    fn scene(&self, state: &State) -> Scene {
        let mut grid = self.rows.grid(|_| Square::Free);
        for (player, cube, cell) in self.cubes(state) {
            let Place { row, column, .. } = self.rows.place(cell);
            let piece = [Piece::First, Piece::Second][player.index()];
            grid.squares[row][column] = Square::Taken(piece, LETTERS[player.index()][cube]);
            if self.seen(player, cell) == self.goal() {
                grid.highlights.push((row, column));
            }
        }
        let fact = match self.turn(state) {
            Turn::Over(_) => None,
            Turn::Chance => Some(("turn", format!("{} is rolling", state.mover))),
            Turn::Decision(_) => Some(("die", state.die.to_string())),
        };
        let facts = fact.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        Scene { grids: vec![grid], facts, ..Scene::default() }
    }

    fn board(&self) -> Board {
        Board {
            axes: vec![self.rows.files; 2],
            shape: Shape::Cube,
            drawless: true,
            faces: (1..=CUBES as u32).collect(),
            ..Board::default()
        }
    }

    /// The face of the die, 0 before it is rolled.
    fn numbers(&self, state: &State, _: Player) -> Vec<f32> {
        let is_rolled = matches!(self.turn(state), Turn::Decision(_));
        vec![if is_rolled { f32::from(state.die) } else { 0.0 }]
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let cells = self.rows.cells();
        for (player, cube, cell) in self.cubes(state) {
            let Place { row, column, .. } = self.rows.place(cell);
            let plane = usize::from(player != view) * cells;
            observation[plane + row * self.rows.files + column] = (cube + 1) as f32;
        }
        if matches!(self.turn(state), Turn::Decision(_)) {
            observation[3 * cells..].fill(state.die.into());
        }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        if let Some(face) = mv.index().checked_sub(FACES) {
            return Motion::Face(face as u32 + 1);
        }
        let [from, to] = self.ends(state, mv).map(|cell| self.rows.place(cell));
        Motion::Steps(Steps { touched: vec![from, to], effects: vec![Effect::Slide(from, to)] })
    }
}

/// The growth of the odds of winning with each turn ahead, and the turns that the move is worth. Set by hand.
const SLOPE: f64 = 0.35;
const TEMPO: f64 = 0.5;

impl Einstein {
    /// The evaluation `progress`: the turns that the fastest cube of each player is expected to need, and those of
    /// a cube that every roll chooses anew.
    fn progress(&self, state: &State) -> f64 {
        let [first, second] = state.cubes.map(|cubes| self.turns(&cubes));
        let ahead = second - first + TEMPO * state.mover.sign();
        (SLOPE * ahead).tanh().clamp(-0.999, 0.999)
    }

    /// The mean of the turns that the fastest cube takes and of those that the nearest cubes would take if the die
    /// always chose one of them.
    fn turns(&self, cubes: &[u8; CUBES]) -> f64 {
        let distance = cubes.map(|cell| {
            if cell == GONE { 0.0 } else { self.steps_left(cell).into_iter().max().unwrap_or(0) as f64 }
        });
        let (mut faces, mut nearest) = ([0.0; CUBES], 0.0);
        for face in 0..CUBES {
            let chosen = movable(cubes, face).into_iter().flatten();
            chosen.clone().for_each(|cube| faces[cube] += 1.0);
            nearest += chosen.map(|cube| distance[cube]).fold(f64::INFINITY, f64::min);
        }
        let there = (0..CUBES).filter(|&cube| cubes[cube] != GONE);
        let fastest = there.map(|cube| distance[cube] / faces[cube]).fold(f64::INFINITY, f64::min);
        (fastest * CUBES as f64 + nearest / CUBES as f64) / 2.0
    }
}

impl Playable for Einstein {
    /// Three ways for each cube. The faces of the die are no moves of a player.
    fn actions(&self) -> usize {
        FACES
    }

    fn name(&self) -> String {
        EINSTEIN.full_name(&[("size", self.rows.files.to_string())])
    }

    fn how_to_play(&self) -> String {
        let goal = self.rows.name(self.goal());
        format!(
            "Roll the die and move the cube of that number; if it is gone, the nearest lower or higher one.\n\
             A cube goes one step away from its own corner, straight or diagonally. It captures whatever is there, \
             of either colour.\n\
             Reach the opposite corner ({goal} for the first player, a1 for the second) or capture all enemy cubes \
             to win.\n\
             Moves are the two cells: a1-b2, or a1xb2 with a capture."
        )
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Einstein>> {
        let about = "Compares the turns that each player's fastest cubes are expected to need.";
        vec![NamedEvaluation::new("progress", about, WithLead(Einstein::progress, 0.48))]
    }

    fn cells(&self) -> Box<dyn Cells<Einstein>> {
        cells::of(self)
    }

    /// Five moves and the four rolls between them.
    fn default_depth(&self) -> Option<u32> {
        Some(9)
    }

    fn has_chance(&self) -> bool {
        true
    }
}
