//! What there is to see of a game of lines, and its place in the list of games.

use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Piece, Square};
use plywood_rules::{Depict, Game, Playable, Scene};

use super::evaluation::Lines;
use super::game::{LineGame, LineState};

/// The most work that a search without any pruning may be at the default depth: positions times the words
/// that evaluating one goes through. Measured at a second or two for that search, and far less for
/// alpha-beta.
const MOST_WORK: u64 = 100_000_000;

impl<const W: usize> Depict for LineGame<W> {
    /// The board; for a cube one grid a level, each further dimension a row of grids. The cells of completed
    /// lines are pointed out.
    fn scene(&self, state: &LineState<W>) -> Scene {
        let geometry = &self.plan.geometry;
        let mut won = vec![false; geometry.cells()];
        for own in state.marks {
            self.lines_of(own).flat_map(|line| &line.cells).for_each(|&cell| won[cell] = true);
        }
        let (mut grids, across) = geometry.grids();
        let mut place = 0;
        for grid in &mut grids {
            for (row, squares) in grid.squares.iter_mut().enumerate() {
                for (column, square) in squares.iter_mut().enumerate() {
                    let cell = geometry.cell_at(place);
                    place += 1;
                    *square = if state.marks[0].has(cell) {
                        Square::Taken(Piece::First, 'x')
                    } else if state.marks[1].has(cell) {
                        Square::Taken(Piece::Second, 'o')
                    } else if self.board.has(cell) {
                        Square::Free
                    } else {
                        Square::Hole
                    };
                    if won[cell] {
                        grid.highlights.push((row, column));
                    }
                }
            }
        }
        Scene { grids, across, ..Scene::default() }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

impl<const W: usize> Playable for LineGame<W> {
    fn name(&self) -> String {
        self.plan.name.clone()
    }

    fn how_to_play(&self) -> String {
        let end = if self.plan.misere {
            "Whoever completes a line loses."
        } else {
            "Whoever completes a line wins."
        };
        let closed = match self.plan.closed {
            Some(cell) => {
                format!("\nThe first mark may not go to the middle, {}.", self.plan.geometry.name(cell))
            }
            None => String::new(),
        };
        format!("{}\n{end} A full board is a draw.{closed}", self.plan.geometry.how_to_play())
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Self>> {
        let lines = self.evaluation.get_or_init(|| Lines::new(self));
        vec![NamedEvaluation {
            name: "lines",
            about: "Counts the marks on lines that only one player has marked.",
            evaluation: Box::new(lines.clone()),
        }]
    }

    fn default_depth(&self) -> Option<u32> {
        let cells = self.board.len();
        if cells <= 9 {
            return None;
        }
        let moves = self.count_moves(&self.initial()) as u64;
        let words = self.lines.len().div_ceil(64).max(1) as u64;
        let too_much = |depth: u32| moves.saturating_pow(depth).saturating_mul(words) > MOST_WORK;
        // Even where a ply has one move only, there are no more plies than cells.
        (2..cells as u32).find(|&depth| too_much(depth + 1))
    }

    fn line_count(&self) -> Option<usize> {
        Some(self.lines.len())
    }
}
