//! An evaluation made for tuning: a few counts, each with an integer weight.
//!
//! The weights began as those of a logistic regression of the winners of 4000 games of `surround` against
//! itself at depth 4 (135 thousand positions, 7x7), and were moved by simultaneous perturbation (Spall, IEEE
//! Trans. Automatic Control 37(3), 1992) over 14 thousand games at depths 4 and 5. Against `surround`, games in
//! pairs after 4 to 8 random plies, third repetitions drawn, won, drawn and lost:
//!
//! | 7x7 | | | other games | |
//! |---|---|---|---|---|
//! | depth 3 | +268 =630 -102 | | 5x5, depth 4 | +54 =211 -35 |
//! | depth 4 | +128 =420 -52 | | 9x9, depth 4 | +57 =235 -8 |
//! | depth 5 | +237 =676 -87 | | tie-win, depth 3 | +93 =160 -47 |
//! | depth 6 | +142 =389 -69 | | rolling, depth 3 | +101 =189 -10 |
//! | 1 ms a move | +62 =210 -28 | | rolling-tie-win, depth 3 | +126 =118 -56 |
//!
//! In each of them the sequential test of 10 Elo against 0 (alpha = beta = 0.05) decides for this evaluation. In
//! capture at depth 2 it was about to: +62 =127 -11. On 3x3 it decides for `surround`: +74 =127 -99.

use plywood_rules::{Evaluate, MoveNumber, Player};

use super::evaluate::Surround;
use super::field::EnclosureChances;
use super::game::{PikkPakk, State};

/// The worth of a won game, more than any estimate.
const WIN: i32 = 10_000;

/// The value of each count, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; Weights::COUNT]);

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = 11;

    /// The names of the weights, in order. All but the last are for differences: the mover's count less the
    /// opponent's.
    pub const NAMES: [&str; Weights::COUNT] = [
        // Balls beside the target: whether there is one at least, two at least, three.
        "beside-1",
        "beside-2",
        "beside-3",
        // Balls that touch it at a corner, two steps away in a straight line, and a knight's move away.
        "corners",
        "straight",
        "knight",
        // Balls on the target's file and rank and on those next to them.
        "near-lines",
        // Pushes that would enclose it, judged by the nine cells around it, and a flag if there is one.
        "chances",
        "encloses",
        "pushes",
        // To have the move.
        "move",
    ];
}

/// Those found by playing.
impl Default for Weights {
    fn default() -> Weights {
        Weights([-40, 40, 220, 85, 27, 33, 32, 52, 615, 55, 60])
    }
}

/// The evaluation `tuned`: [`Weights`] times [`Tuned::counts`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuned {
    weights: Weights,
}

impl Tuned {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Tuned {
        Tuned { weights }
    }

    /// The counts, in the order of [`Weights::NAMES`], from the point of view of the player to move.
    pub fn counts(game: &PikkPakk, state: &State) -> [i32; Weights::COUNT] {
        let (own, other) = (state.board(state.mover), state.board(state.mover.other()));
        let [beside, corners, straight, knight] = game.field.rings(state.target);
        let [files, ranks] = game.field.near(state.target);
        let lead =
            |cells: u128| (own.own & cells).count_ones() as i32 - (other.own & cells).count_ones() as i32;
        let (a, b) = ((own.own & beside).count_ones(), (other.own & beside).count_ones());
        let at_least = |n: u32| i32::from(a >= n) - i32::from(b >= n);
        let (chances, dangers) = (game.chances(own), game.chances(other));
        let encloses = |board, chances: EnclosureChances| {
            let may = !state.placing && !chances.is_none();
            i32::from(may && game.enclosing_among(board, chances).is_some())
        };
        [
            at_least(1),
            at_least(2),
            at_least(3),
            lead(corners),
            lead(straight),
            lead(knight),
            lead(files | ranks),
            chances.count() as i32 - dangers.count() as i32,
            encloses(own, chances) - encloses(other, dangers),
            i32::from(state.pushes_of(state.mover)) - i32::from(state.pushes_of(state.mover.other())),
            1,
        ]
    }
}

impl Evaluate<PikkPakk> for Tuned {
    fn evaluate(&self, game: &PikkPakk, state: &State) -> f64 {
        let counts = Tuned::counts(game, state);
        let points: i32 = counts.iter().zip(self.weights.0).map(|(count, weight)| count * weight).sum();
        let points = points.clamp(1 - WIN, WIN - 1);
        let first = game.player(state.mover) == Player::First;
        f64::from(if first { points } else { -points })
    }

    /// Measured by the example `chances` of the benchmarks.
    fn winning_lead(&self, _: &PikkPakk) -> Option<f64> {
        Some(280.0)
    }

    fn win_worth(&self, _: &PikkPakk) -> f64 {
        f64::from(WIN)
    }

    /// That of `surround`.
    fn ordering_score(&self, game: &PikkPakk, state: &State, mv: MoveNumber) -> i32 {
        Surround.ordering_score(game, state, mv)
    }
}
