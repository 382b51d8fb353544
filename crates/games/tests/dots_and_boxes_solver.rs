//! The solver of dots and boxes against plain search over sets of edges.

use plywood_games::dots_and_boxes::{DotsAndBoxes, State};
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Run, Specialized, Stop, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A board with edges numbered as in the text of a position, row by row from the top, and the four edges of each box.
struct PlainBoard {
    game: DotsAndBoxes,
    edges: u32,
    boxes: Vec<u32>,
}

impl PlainBoard {
    fn new(columns: u32, rows: u32) -> PlainBoard {
        let in_rows = 2 * columns + 1;
        let of_box = |row: u32, column: u32| {
            let top = row * in_rows + column;
            [top, top + columns, top + columns + 1, top + in_rows].iter().fold(0, |all, edge| all | 1 << edge)
        };
        let boxes = (0..rows).flat_map(|row| (0..columns).map(move |column| of_box(row, column)));
        PlainBoard {
            game: DotsAndBoxes::new(columns, rows).unwrap(),
            edges: rows * in_rows + columns,
            boxes: boxes.collect(),
        }
    }

    fn complete(&self, drawn: u32) -> usize {
        self.boxes.iter().filter(|&&edges| drawn & edges == edges).count()
    }

    /// The position in which the first player has the boxes that are complete.
    fn state(&self, drawn: u32, side: &str) -> State {
        let mut edge = 0;
        let mut row = |width: u32, sign: char| -> String {
            let row =
                (edge..edge + width).map(|edge| if drawn >> edge & 1 == 1 { sign } else { '.' }).collect();
            edge += width;
            row
        };
        let columns = self.game.columns();
        let mut rows = vec![row(columns, '-')];
        for _ in 0..self.game.rows() {
            rows.extend([row(columns + 1, '|'), row(columns, '-')]);
        }
        let text = format!("{} {}-0 {side}", rows.join("/"), self.complete(drawn));
        self.game.parse_state(&text).unwrap()
    }

    /// The boxes that the player who moves still gets minus those of the opponent, for every set of edges that has all `drawn` ones; by
    /// the number of those among the others.
    fn values(&self, drawn: u32) -> Vec<i32> {
        let free: Vec<u32> = (0..self.edges).filter(|edge| drawn >> edge & 1 == 0).collect();
        let mut values = vec![0; 1 << free.len()];
        for more in (0..values.len() - 1).rev() {
            let set = |more: usize| {
                drawn
                    | free
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| more >> at & 1 == 1)
                        .fold(0, |all, (_, edge)| all | 1 << edge)
            };
            let before = self.complete(set(more));
            let worth = |at: usize| match (self.complete(set(more | 1 << at)) - before) as i32 {
                0 => -values[more | 1 << at],
                taken => taken + values[more | 1 << at],
            };
            values[more] = (0..free.len()).filter(|at| more >> at & 1 == 0).map(worth).max().unwrap();
        }
        values
    }

    /// Checks that the solver finds this value of what is left.
    fn check(&self, solver: &dyn ExactSolver<DotsAndBoxes>, drawn: u32, value: i32) {
        for (side, sign) in [("first", 1), ("second", -1)] {
            let state = self.state(drawn, side);
            let points = f64::from(value + sign * self.complete(drawn) as i32);
            let found = solver.solve(&state, &Run::default());
            let text = self.game.state_text(&state);
            assert_eq!((found.value, found.exact_plies), (Some(Value::Exact(points)), true), "{text}");
            let at_most =
                |points| solver.is_at_most(&state, Value::Exact(points), u64::MAX, &Run::default()).0;
            assert_eq!([points, points.next_down()].map(at_most), [Some(true), Some(false)], "{text}");
        }
    }
}

fn solver(game: &DotsAndBoxes, threads: usize) -> Box<dyn ExactSolver<DotsAndBoxes>> {
    (game.specialists().solver.unwrap())(game, 1 << 22, threads)
}

fn thorough() -> bool {
    std::env::var_os("PLYWOOD_THOROUGH").is_some()
}

/// All positions of small boards; of 3x2 every 61st, with `PLYWOOD_THOROUGH=1` all.
#[test]
fn small_boards_have_the_values_of_plain_search() {
    for (columns, rows) in [(1, 1), (2, 1), (1, 3), (4, 1), (2, 2), (3, 2)] {
        let board = PlainBoard::new(columns, rows);
        let (solver, values) = (solver(&board.game, 1), board.values(0));
        let step = if columns * rows < 6 || thorough() { 1 } else { 61 };
        for drawn in (0..values.len() - 1).step_by(step) {
            board.check(&*solver, drawn as u32, values[drawn]);
        }
    }
}

/// Positions with few free edges, or with any number of them with `PLYWOOD_THOROUGH=1`, and then ten thousand.
#[test]
fn positions_of_larger_boards_have_the_values_of_plain_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let boards = [(3, 3, 40), (4, 2, 30), (5, 2, 20), (2, 4, 10), (4, 3, 20)];
    for (columns, rows, count) in boards {
        let board = PlainBoard::new(columns, rows);
        let solver = solver(&board.game, 1);
        for _ in 0..if thorough() { 50 * count } else { count } {
            let mut drawn = 0_u32;
            let free = 4 + below(&mut rng, 8) as u32;
            while drawn.count_ones() < board.edges - free {
                drawn |= 1 << below(&mut rng, board.edges as usize);
            }
            board.check(&*solver, drawn, board.values(drawn)[0]);
        }
    }
    if thorough() {
        let board = PlainBoard::new(3, 3);
        let (solver, values) = (solver(&board.game, 1), board.values(0));
        for _ in 0..10_000 {
            let drawn = below(&mut rng, values.len() - 1);
            board.check(&*solver, drawn as u32, values[drawn]);
        }
    }
}

/// That of 4x3 was found by alpha-beta on all its positions too, by another program. Several threads help where the question takes long.
#[test]
fn whole_boards_have_their_values() {
    let boards: &[(u32, u32, f64)] = &[(3, 2, -2.0), (4, 2, 2.0), (3, 3, -3.0), (5, 2, -2.0), (4, 3, 0.0)];
    for &(columns, rows, points) in &boards[..if thorough() { 5 } else { 4 }] {
        let board = PlainBoard::new(columns, rows);
        for threads in [1, 3] {
            let found = solver(&board.game, threads).solve(&board.state(0, "first"), &Run::default());
            assert_eq!(found.value, Some(Value::Exact(points)), "{columns}x{rows}");
        }
    }
}

#[test]
fn the_solver_stops_when_asked() {
    let game = DotsAndBoxes::new(4, 4).unwrap();
    let (stop, state) = (Stop::never(), game.initial());
    let run = Run { progress: &|_| stop.raise(), ..Run::until(&stop) };
    for threads in [1, 3] {
        assert_eq!(solver(&game, threads).solve(&state, &run).value, None);
    }
    let (answer, nodes) = solver(&game, 1).is_at_most(&state, Value::Exact(0.0), 5000, &Run::default());
    assert!(answer.is_none() && nodes < 20_000, "{answer:?} after {nodes}");
    assert!(DotsAndBoxes::new(5, 4).unwrap().specialists().solver.is_none(), "too large");
}
