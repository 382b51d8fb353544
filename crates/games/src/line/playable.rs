//! Drawing a game of lines, and its entry in the list of games.

use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Piece, Place, Shape, Square};
use plywood_rules::{Board, Cells, Depict, Game, Motion, Playable, Player, Scene, Tunable, Turn, Weight};
use rand_core::Rng;

use super::cells;
use super::game::{CellNumber, LineGame, LineState};
use super::geometry::Line;
use super::points::{LineEvaluation, TunedLines};
use super::tuned;

/// The most work that a search without any pruning may be at the default depth: positions times the words
/// that evaluating one goes through. Measured at a second or two for that search, and far less for
/// alpha-beta.
const MOST_WORK: u64 = 100_000_000;

/// Columns and rows from which flat boards have stones.
const STONES: usize = 9;

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
        for number in 0..geometry.cells() {
            let cell = geometry.cell_at(number);
            let Place { grid, row, column } = self.places[cell];
            grids[grid].squares[row][column] = if state.marks[0].has(cell) {
                Square::Taken(Piece::First, 'x')
            } else if state.marks[1].has(cell) {
                Square::Taken(Piece::Second, 'o')
            } else if self.board.has(cell) {
                Square::Free
            } else {
                Square::Hole
            };
            if won[cell] {
                grids[grid].highlights.push((row, column));
            }
        }
        Scene { grids, across, ..Scene::default() }
    }

    /// All lines are shown, also those of a misère game, where they lose; if longer ones do not count, only
    /// those of the right length.
    fn board(&self) -> Board {
        let places = |line: &Line| line.cells.iter().map(|&cell| self.places[cell]).collect();
        let axes = self.plan.geometry.axes();
        // As people play it there: black begins.
        let stones = !self.falls && axes.len() == 2 && axes.iter().all(|&side| side >= STONES);
        Board {
            axes,
            shape: if stones { Shape::Ball } else { Shape::Mark },
            dark_first: stones,
            falls: self.falls,
            lines: self.lines.iter().map(places).collect(),
            ..Board::default()
        }
    }

    fn numbers(&self, _: &LineState<W>, _: Player) -> Vec<f32> {
        Vec::new()
    }

    #[inline]
    fn observe(&self, state: &LineState<W>, view: Player, observation: &mut [f32]) {
        let third = observation.len() / 3;
        for (marks, plane) in [view, view.other()]
            .map(|player| state.marks[player.index()])
            .into_iter()
            .zip(observation.chunks_exact_mut(third))
        {
            marks.cells().for_each(|cell| plane[self.squares[cell]] = 1.0);
        }
    }

    /// A mark is put on its cell: if marks fall, on the one where it lands.
    fn motion(&self, _state: &LineState<W>, mv: CellNumber) -> Motion {
        Motion::Put(self.places[mv.number()])
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

impl<const W: usize> Playable for LineGame<W> {
    fn name(&self) -> String {
        self.plan.name.clone()
    }

    fn warning(&self) -> Option<String> {
        let warning = || "every game is a draw: no line fits on the board; choose a smaller k".to_string();
        self.board().lines.is_empty().then(warning)
    }

    fn how_to_play(&self) -> String {
        let end = if self.plan.misere {
            "The player who completes a line loses."
        } else {
            "The player who completes a line wins."
        };
        let closed = match self.plan.closed {
            Some(cell) => {
                format!("\nThe first mark may not go to the middle, {}.", self.plan.geometry.name(cell))
            }
            None => String::new(),
        };
        format!("{}\n{end} A full board is a draw.{closed}", self.plan.geometry.how_to_play())
    }

    fn playout<R: Rng + ?Sized>(&self, state: &LineState<W>, max_plies: u32, rng: &mut R) -> (Turn, u32) {
        self.random_game(state, max_plies, rng)
    }

    /// The cells that can be marked, in their order; where marks fall, the columns.
    fn actions(&self) -> usize {
        self.board.len() / self.plan.geometry.fall().unwrap_or(1)
    }

    fn action(&self, mv: CellNumber) -> usize {
        let removed = self.plan.removed.is_some_and(|removed| removed < mv.number());
        mv.number() / self.plan.geometry.fall().unwrap_or(1) - usize::from(removed)
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Self>> {
        let lines = self.evaluation.get_or_init(|| LineEvaluation::new(self));
        let mut evaluations = vec![NamedEvaluation::new(
            "lines",
            "Counts the marks on lines that only one player has marked.",
            lines.clone(),
        )];
        if tuned::suits(self) {
            let tuned = self.tuned.get_or_init(|| TunedLines::new(self, &tuned::values(self)));
            evaluations.push(NamedEvaluation::new(
                "tuned",
                "Weighs marks on lines, the move and cells that complete lines, with weights from games.",
                tuned.clone(),
            ));
        }
        if tuned::leads(self) {
            evaluations.reverse();
        }
        evaluations
    }

    fn cells(&self) -> Box<dyn Cells<Self>> {
        cells::of(self)
    }

    fn tunable_evaluations(&self) -> Vec<Tunable<Self>> {
        if !tuned::suits(self) {
            return Vec::new();
        }
        let weight = |(name, value): (&'static str, i32)| Weight {
            name,
            value,
            min: -2000,
            max: 2000,
            step: 1 + value.abs() / 5,
        };
        let weights = tuned::names(self).into_iter().zip(tuned::values(self)).map(weight).collect();
        vec![Tunable {
            name: "tuned",
            weights,
            build: Box::new(|game, values| Box::new(TunedLines::new(game, values))),
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
        // Even if a ply has one move only, there are no more plies than cells.
        (2..cells as u32).find(|&depth| too_much(depth + 1))
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::moves_or_outcomes;

    use super::*;
    use crate::{Visitor, open};

    /// Opens a game and looks up its board and the motions of all moves in a position, by their names.
    struct Shown<'a>(&'a str);

    impl Visitor for Shown<'_> {
        type Output = (Board, Vec<(String, Motion)>);

        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let state = if self.0.is_empty() { game.initial() } else { game.parse_state(self.0).unwrap() };
            let moves = moves_or_outcomes(&game, &state);
            let named = |mv| (game.move_text(&state, mv), game.motion(&state, mv));
            (game.board(), moves.into_iter().map(named).collect())
        }
    }

    fn shown(game: &str, position: &str) -> (Board, Vec<(String, Motion)>) {
        open(game, Shown(position)).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    fn place((grid, row, column): (usize, usize, usize)) -> Place {
        Place { grid, row, column }
    }

    #[track_caller]
    fn puts(game: &str, position: &str, mv: &str, to: (usize, usize, usize)) {
        let (_, motions) = shown(game, position);
        let found = motions.iter().find(|(name, _)| name == mv).map(|(_, motion)| motion);
        assert_eq!(found, Some(&Motion::Put(place(to))), "{game} '{position}' {mv}");
    }

    #[track_caller]
    fn has_board(game: &str, axes: &[usize], falls: bool, count: usize, line: &[(usize, usize, usize)]) {
        let (board, _) = shown(game, "");
        assert_eq!((&board.axes[..], board.falls, board.lines.len()), (axes, falls, count), "{game}");
        let line: Vec<Place> = line.iter().map(|&at| place(at)).collect();
        let reversed: Vec<Place> = line.iter().rev().copied().collect();
        assert!(board.lines.contains(&line) || board.lines.contains(&reversed), "{game}: {line:?}");
    }

    #[test]
    fn boards_have_their_lines() {
        has_board("tictactoe", &[3, 3], false, 8, &[(0, 0, 2), (0, 1, 1), (0, 2, 0)]);
        has_board("tictactoe:misere=on", &[3, 3], false, 8, &[(0, 0, 0), (0, 0, 1), (0, 0, 2)]);
        has_board("mnk:m=5,n=1,k=3,exact=on", &[1, 5], false, 3, &[(0, 0, 1), (0, 0, 2), (0, 0, 3)]);
        has_board("connect4", &[6, 7], true, 69, &[(0, 5, 0), (0, 4, 1), (0, 3, 2), (0, 2, 3)]);
        has_board("connect4", &[6, 7], true, 69, &[(0, 0, 6), (0, 1, 6), (0, 2, 6), (0, 3, 6)]);
        has_board("cube:n=3,d=2", &[3; 2], false, 8, &[(0, 0, 0), (0, 1, 1), (0, 2, 2)]);
        has_board("cube3", &[3; 3], false, 49, &[(0, 2, 0), (1, 1, 1), (2, 0, 2)]);
        has_board("cube3:centre=off", &[3; 3], false, 36, &[(1, 0, 0), (1, 0, 1), (1, 0, 2)]);
        has_board("tesseract", &[4; 4], false, 520, &[(0, 0, 0), (5, 1, 1), (10, 2, 2), (15, 3, 3)]);
        has_board("tesseract", &[4; 4], false, 520, &[(3, 2, 1), (7, 2, 1), (11, 2, 1), (15, 2, 1)]);
    }

    #[test]
    fn without_the_middle_no_line_or_move_goes_there() {
        let (board, motions) = shown("cube3:centre=off", "");
        let middle = place((1, 1, 1));
        assert!(board.lines.iter().all(|line| line.len() == 3 && !line.contains(&middle)));
        assert_eq!(motions.len(), 26);
        assert!(motions.iter().all(|(_, motion)| *motion != Motion::Put(middle)));
    }

    #[test]
    fn marks_are_put_where_they_are_seen_afterwards() {
        puts("tictactoe", "", "a1", (0, 2, 0));
        puts("tictactoe", "", "c2", (0, 1, 2));
        puts("mnk:m=5,n=3,k=3", "", "e3", (0, 0, 4));
        puts("cube3", "", "221", (1, 1, 0));
        puts("cube3:centre=off", "", "333", (2, 2, 2));
        puts("tesseract", "", "2341", (6, 3, 0));
        puts("cube:n=2,d=5", "", "12121", (2, 1, 0));
        // A falling mark is put on the cell where it lands.
        let position = "7/7/7/7/o6/x5x o";
        puts("connect4", position, "a", (0, 3, 0));
        puts("connect4", position, "b", (0, 5, 1));
        puts("connect4", position, "g", (0, 4, 6));
    }
}
