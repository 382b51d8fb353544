//! Evaluates all replies to a position by the gains of marks there.

use plywood_rules::{Player, ReplyEvaluator};

use super::gains::Gains;
use super::game::{CellNumber, LineGame, LineState, Status};

/// The weight of a gain in move ordering, next to the history score: large enough to decide unless moves gain
/// nearly the same. Values of 4, 16 and 100 take the same time on the benchmark positions of line games, 1
/// takes longer.
const PROMISE: i32 = 16;

/// The greatest ordering score of a gain, which leaves room for other terms.
const MOST_PROMISE: i32 = 1 << 28;

/// Terms of an evaluation other than the gains on lines, in points of the player who marks.
pub(super) trait Besides<const W: usize>: Send {
    /// The terms that apply whatever `mover` marks.
    fn always(&self, state: &LineState<W>, mover: Player) -> i64;

    /// The terms that apply after `mv`.
    fn after(&self, at: &GainsAt<W>, mover: Player, mv: CellNumber) -> i64;
}

/// A position, with the gains of marks there.
pub(super) struct GainsAt<'a, const W: usize> {
    pub game: &'a LineGame<W>,
    pub state: &'a LineState<W>,
    pub gains: &'a Gains<W>,
}

/// The evaluation `lines` has no other terms.
impl<const W: usize> Besides<W> for () {
    fn always(&self, _: &LineState<W>, _: Player) -> i64 {
        0
    }

    fn after(&self, _: &GainsAt<W>, _: Player, _: CellNumber) -> i64 {
        0
    }
}

/// The gains of marks on lines, and the other terms.
pub(super) struct Following<B, const W: usize> {
    pub gains: Gains<W>,
    pub besides: B,
}

impl<B: Besides<W>, const W: usize> ReplyEvaluator<LineGame<W>> for Following<B, W> {
    fn best(
        &mut self,
        game: &LineGame<W>,
        state: &LineState<W>,
        accumulator: i64,
        moves: &[CellNumber],
        _: f64,
    ) -> Option<(f64, usize)> {
        let Status::ToMove(mover) = state.status else { return None };
        if game.may_end_with(state, mover) {
            return None;
        }
        self.gains.go_to(&state.marks);
        let Following { gains, besides } = self;
        let at = GainsAt { game, state, gains };
        let (mut most, mut place) = (i64::MIN, 0);
        for (number, &mv) in moves.iter().enumerate() {
            let points = i64::from(gains.gain(mover, mv.number())) + besides.after(&at, mover, mv);
            // Which one it is cannot be predicted: without a branch.
            (most, place) = if points > most { (points, number) } else { (most, place) };
        }
        let accumulator = if mover == Player::First { accumulator } else { -accumulator };
        Some(((accumulator + besides.always(state, mover) + most) as f64, place))
    }

    /// Scores a move by its gain plus the gain that it takes from the opponent.
    fn ordering_scores(
        &mut self,
        _: &LineGame<W>,
        state: &LineState<W>,
        moves: &[CellNumber],
        ordering_scores: &mut Vec<i32>,
    ) {
        self.gains.go_to(&state.marks);
        ordering_scores.extend(moves.iter().map(|&mv| {
            let [first, second] = Player::BOTH.map(|player| self.gains.gain(player, mv.number()));
            (first + second).saturating_mul(PROMISE).clamp(-MOST_PROMISE, MOST_PROMISE)
        }));
    }
}
