//! An estimate from how near each player is to winning each board, and from the lines of boards.

use plywood_rules::{Evaluate, Player};

use super::game::{ANY, State, Ultimate};
use super::lines::{LINES, lines};
use crate::rows::bits;

/// The worth of a win. No sum of the others comes near it.
const WIN: f64 = 10_000.0;

/// The share of a board that is won, in percent, and the greatest of an open one.
const WON: i32 = 100;
const OPEN: i32 = 70;

/// The worth of the choice of a board.
const CHOICE: i32 = 30;

/// The evaluation `boards`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardsEvaluation;

/// The share of an open board: by the lines that only `own` has, with one cell and with two.
fn share(own: u16, other: u16) -> i32 {
    let free = !lines(other).with[0];
    let [one, two] = [0, 1].map(|least| (lines(own).with[least] & free).count_ones() as i32);
    if free == 0 { 0 } else { (12 + 4 * one + 12 * two).min(OPEN) }
}

impl Evaluate<Ultimate> for BoardsEvaluation {
    fn evaluate(&self, _: &Ultimate, state: &State) -> f64 {
        let sides = Player::BOTH.map(|player| {
            let shares: [i32; 9] = std::array::from_fn(|board| {
                let marks = state.marks_on(board);
                match (state.won(player) >> board & 1, state.closed >> board & 1) {
                    (1, _) => WON,
                    (_, 1) => 0,
                    _ => share(marks[player.index()], marks[player.other().index()]),
                }
            });
            let product = |&line: &u16| bits(line.into()).map(|board| shares[board]).product::<i32>();
            let choice = if state.active == ANY && state.mover == player { CHOICE } else { 0 };
            LINES.iter().map(product).sum::<i32>() / 1000 + choice
        });
        f64::from(sides[0] - sides[1])
    }

    /// Measured by the example `chances` of the benchmarks.
    fn winning_lead(&self, _: &Ultimate) -> Option<f64> {
        Some(370.0)
    }

    fn win_worth(&self, _: &Ultimate) -> f64 {
        WIN
    }
}
