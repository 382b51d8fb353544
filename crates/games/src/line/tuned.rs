//! The evaluation `tuned`: that of lines with weights found by games, the move, and cells that complete a line.
//!
//! If marks fall, a cell that completes a line has value long before it can be reached: in the end both players
//! have to fill column after column, and the parity of its row decides which player gets it (Allis, "A
//! Knowledge-Based Approach of Connect-Four", 1988). Such cells therefore count by player and by row parity.
//!
//! The weights were moved by simultaneous perturbation (`plywood tune`): 63 thousand games of connect four at depth 4, 9600 each
//! of Qubic and of five in a row on 8x8 at depth 3. Against `lines`, games in pairs after 4 random plies:
//!
//! | game | depth | won, drawn, lost | Elo |
//! |---|---|---|---|
//! | connect four | 4 | +417 =32 -151 | 166 ± 30 |
//! | connect four | 6 | +419 =32 -149 | 168 ± 30 |
//! | 8x8, five in a row | 3 | +307 =58 -235 | 42 ± 27 |
//! | 6x6, five in a row, marks fall | 3 | +116 =192 -92 | 21 ± 25 |
//! | Qubic | 3 | +304 =1 -295 | 5 ± 28 |
//! | gomoku | 3 | +86 =0 -83 | 6 ± 53 |

use plywood_rules::{Evaluate, Player, ReplyEvaluator};

use super::following::{Besides, GainsAt};
use super::game::{CellNumber, LineGame, LineState, Status};
use super::points::{LineEvaluation, TunedLines};
use crate::bits::Bits;

/// Lines with more marks than this weigh as much as with this many.
const MOST_MARKS: usize = 6;

/// The names of the weights of lines, by their marks.
const MARKS: [&str; MOST_MARKS] = ["one", "two", "three", "four", "five", "six"];
/// To have the move.
const MOVE: &str = "move";
/// A free cell that completes a line, if marks do not fall.
const CELLS: [&str; 1] = ["completes"];
/// The same if marks fall: for the first and the second player, in rows 1, 3, ... from the bottom and in rows
/// 2, 4, ...
const CELLS_BY_ROW: [&str; 4] = ["first-odd", "first-even", "second-odd", "second-even"];

/// The number of weights of lines.
fn marks<const W: usize>(game: &LineGame<W>) -> usize {
    game.lines.first().map_or(0, |line| line.cells.len() - 1).min(MOST_MARKS)
}

/// True if the evaluation fits this game: lines win, however long, and take more than two marks.
pub(super) fn suits<const W: usize>(game: &LineGame<W>) -> bool {
    !game.plan.misere && !game.exact() && marks(game) >= 2
}

/// The names of the weights of this game.
pub(super) fn names<const W: usize>(game: &LineGame<W>) -> Vec<&'static str> {
    let cells: &[&str] = if game.falls { &CELLS_BY_ROW } else { &CELLS };
    MARKS[..marks(game)].iter().chain([&MOVE]).chain(cells).copied().collect()
}

/// Their values, in points.
pub(super) fn values<const W: usize>(game: &LineGame<W>) -> Vec<i32> {
    let (lines, to_move, cells): ([i32; MOST_MARKS], i32, &[i32]) = match (game.falls, marks(game) + 1) {
        (true, 4) => ([8, 17, 9, 0, 0, 0], 4, &[102, 3, 8, 81]),
        (true, _) => ([2, 10, 40, 120, 360, 1000], 10, &[60, 25, 15, 40]),
        (false, 4) => ([3, 13, 50, 0, 0, 0], 9, &[51]),
        (false, _) => ([2, 14, 57, 130, 360, 1000], 4, &[69]),
    };
    lines[..marks(game)].iter().chain(&[to_move]).chain(cells).copied().collect()
}

/// True if it is the default evaluation: only in games where matches have shown that it is better.
pub(super) fn leads<const W: usize>(game: &LineGame<W>) -> bool {
    game.falls && marks(game) == 3
}

impl<const W: usize> TunedLines<W> {
    /// The evaluation with these values of the weights, in the order of [`names`].
    pub(super) fn new(game: &LineGame<W>, values: &[i32]) -> TunedLines<W> {
        let values: Vec<i64> = values.iter().copied().map(i64::from).collect();
        let (lines, rest) = values.split_at(marks(game));
        let k = game.lines.first().map_or(1, |line| line.cells.len());
        let by_marks = |marks: usize| if marks == 0 { 0 } else { lines[marks.min(lines.len()) - 1] };
        let most_of = |values: &[i64]| values.iter().map(|value| value.abs()).max().unwrap_or(0);
        let most = game.lines.len() as i64 * most_of(lines) + game.cells as i64 * most_of(rest);
        // A full line ends the game, so its value is never used.
        let lines = LineEvaluation::with_weights(game, (0..=k).map(by_marks).collect(), most);
        let (to_move, cells) = match *rest {
            [to_move, a, b, c, d] => (to_move, [a, b, c, d]),
            [to_move, cell] => (to_move, [cell; 4]),
            _ => unreachable!("as many values as weights"),
        };
        let height = game.plan.geometry.fall().unwrap_or(1);
        let odd = Bits::from_cells((0..game.cells).filter(|cell| (cell % height).is_multiple_of(2)));
        TunedLines { lines, to_move, cells, odd }
    }

    /// The terms that do not come from the lines.
    #[inline]
    fn rest(&self, state: &LineState<W>) -> i64 {
        let Status::ToMove(mover) = state.status else { return 0 };
        let taken = state.marks[0] | state.marks[1];
        let [first, second] = [0, 1].map(|player| self.worth(player, state.completing[player] - taken));
        let to_move = if mover == Player::First { self.to_move } else { -self.to_move };
        to_move + first - second
    }

    /// The value of these free cells that complete a line of `player`, in points of that player.
    #[inline]
    fn worth(&self, player: usize, free: Bits<W>) -> i64 {
        let odd = free.both(&self.odd) as i64;
        odd * self.cells[2 * player] + (free.len() as i64 - odd) * self.cells[2 * player + 1]
    }
}

impl<const W: usize> Evaluate<LineGame<W>> for TunedLines<W> {
    fn evaluate(&self, game: &LineGame<W>, state: &LineState<W>) -> f64 {
        self.lines.evaluate(game, state) + self.rest(state) as f64
    }

    fn accumulator(&self, game: &LineGame<W>, state: &LineState<W>) -> i64 {
        self.lines.accumulator(game, state)
    }

    #[inline]
    fn accumulator_after(
        &self,
        game: &LineGame<W>,
        before: &LineState<W>,
        accumulator: i64,
        mv: CellNumber,
        after: &LineState<W>,
    ) -> i64 {
        self.lines.accumulator_after(game, before, accumulator, mv, after)
    }

    #[inline]
    fn evaluate_accumulated(&self, _: &LineGame<W>, state: &LineState<W>, accumulator: i64) -> f64 {
        (accumulator + self.rest(state)) as f64
    }

    fn reply_evaluator(&self, _: &LineGame<W>) -> Option<Box<dyn ReplyEvaluator<LineGame<W>> + Send>> {
        self.lines.replies_with(self.clone())
    }

    /// Measured for connect four by the example `chances` of the benchmarks.
    fn winning_lead(&self, _: &LineGame<W>) -> Option<f64> {
        Some(77.0)
    }

    fn win_worth(&self, game: &LineGame<W>) -> f64 {
        self.lines.win_worth(game)
    }

    fn ordering_score(&self, game: &LineGame<W>, state: &LineState<W>, mv: CellNumber) -> i32 {
        self.lines.ordering_score(game, state, mv)
    }
}

impl<const W: usize> Besides<W> for TunedLines<W> {
    /// The cells that complete lines now; the opponent is to move afterwards.
    #[inline]
    fn always(&self, state: &LineState<W>, mover: Player) -> i64 {
        let taken = state.marks[0] | state.marks[1];
        let [own, other] = [mover, mover.other()].map(Player::index);
        let worth = |player: usize| self.worth(player, state.completing[player] - taken);
        worth(own) - worth(other) - self.to_move
    }

    /// Such a cell of the opponent's that is taken, and such cells that are new.
    #[inline]
    fn after(&self, at: &GainsAt<W>, mover: Player, mv: CellNumber) -> i64 {
        let LineState { marks, completing, .. } = at.state;
        let [own, other] = [mover, mover.other()].map(Player::index);
        let mut points = 0;
        if completing[other].has(mv.number()) {
            points += self.worth(other, Bits::from_cells([mv.number()]));
        }
        if at.gains.threatens(mover, mv.number()) {
            let mut after = marks[own];
            after.insert(mv.number());
            let now = at.game.completing_after(completing[own], after, mv.number());
            points += self.worth(own, now - completing[own] - after - marks[other]);
        }
        points
    }
}
