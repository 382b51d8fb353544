//! All replies to a position judged by what marks gain there.

use plywood_rules::{Player, ReplyEvaluator};

use super::gains::Gains;
use super::game::{Cell, LineGame, LineState, Status};

/// What a gain counts for where moves are ordered, next to what history says: so much that it decides unless moves gain nearly the
/// same. With 4, 16 and 100 the fixed positions of lines take the same time, with 1 more.
const PROMISE: i32 = 16;

/// No move promises more, so that what else counts can be added.
const MOST_PROMISE: i32 = 1 << 28;

/// What counts after a mark besides what it gains on lines, in points of the player who makes it.
pub(super) trait Besides<const W: usize>: Send {
    /// What counts whatever `mover` marks.
    fn always(&self, state: &LineState<W>, mover: Player) -> i64;

    /// What counts if it is `mv`.
    fn after(&self, at: &At<W>, mover: Player, mv: Cell) -> i64;
}

/// A position, with what marks gain there.
pub(super) struct At<'a, const W: usize> {
    pub game: &'a LineGame<W>,
    pub state: &'a LineState<W>,
    pub gains: &'a Gains<W>,
}

/// The evaluation `lines`: nothing does.
impl<const W: usize> Besides<W> for () {
    fn always(&self, _: &LineState<W>, _: Player) -> i64 {
        0
    }

    fn after(&self, _: &At<W>, _: Player, _: Cell) -> i64 {
        0
    }
}

/// What marks gain on lines, and what counts besides.
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
        moves: &[Cell],
    ) -> Option<(f64, usize)> {
        let Status::ToMove(mover) = state.status else { return None };
        if game.may_end_with(state, mover) {
            return None;
        }
        self.gains.go_to(&state.marks);
        let Following { gains, besides } = self;
        let at = At { game, state, gains };
        let (mut most, mut place) = (i64::MIN, 0);
        for (number, &mv) in moves.iter().enumerate() {
            let points = i64::from(gains.gain(mover, mv.number())) + besides.after(&at, mover, mv);
            // Which one it is cannot be predicted: without a branch.
            (most, place) = if points > most { (points, number) } else { (most, place) };
        }
        let accumulator = if mover == Player::First { accumulator } else { -accumulator };
        Some(((accumulator + besides.always(state, mover) + most) as f64, place))
    }

    /// What a mark gains, and what it takes from the opponent.
    fn ordering_scores(
        &mut self,
        _: &LineGame<W>,
        state: &LineState<W>,
        moves: &[Cell],
        ordering_scores: &mut Vec<i32>,
    ) {
        self.gains.go_to(&state.marks);
        ordering_scores.extend(moves.iter().map(|&mv| {
            let [first, second] = Player::BOTH.map(|player| self.gains.gain(player, mv.number()));
            (first + second).saturating_mul(PROMISE).clamp(-MOST_PROMISE, MOST_PROMISE)
        }));
    }
}
