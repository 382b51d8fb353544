//! A network as a static evaluation, for searches.

use std::sync::{Arc, Mutex};

use plywood_rules::{Evaluate, Outcome, Playable, Player, ReplyEvaluator, Turn};

use super::encoder::Encoder;
use super::frozen::{FollowedPosition, Frozen, UNIT};
use super::network::Network;
use crate::proof::points;

/// The evaluation of positions by a network as it was when this was made: [`Evaluate::evaluate`] is the result that it expects, in
/// points.
///
/// Copies share the weights.
pub struct NetworkEvaluation<G: Playable>(Arc<EvaluationParts<G>>);

struct EvaluationParts<G: Playable> {
    encoder: Encoder<G>,
    weights: Frozen,
    /// The number of cells.
    cells: usize,
    /// The positions evaluated last, for each side to move. A thread that finds all of them in use takes a new one.
    walks: [Mutex<[FollowedPosition; 2]>; WALKS],
}

/// The greatest value of a position that is not over.
const MOST: f64 = 0.9999;

/// Threads that evaluate at the same time and follow what they evaluated before.
const WALKS: usize = 8;

impl<G: Playable> Clone for NetworkEvaluation<G> {
    fn clone(&self) -> Self {
        NetworkEvaluation(Arc::clone(&self.0))
    }
}

impl<G: Playable> NetworkEvaluation<G> {
    pub(crate) fn new(encoder: Encoder<G>, network: &Network) -> NetworkEvaluation<G> {
        let (weights, cells) = (Frozen::new(network), network.shape().contents.len());
        NetworkEvaluation(Arc::new(EvaluationParts { encoder, weights, cells, walks: Default::default() }))
    }
}

impl<G: Playable> EvaluationParts<G> {
    /// The points that a sum stands for, for the first player.
    fn points(&self, game: &G, mover: Player, sum: i32) -> f64 {
        let value = (f64::from(sum) / UNIT).tanh().clamp(-MOST, MOST);
        mover.sign() * value * game.greatest_payoff()
    }

    /// A sum that stands for at least so many points; more than any if none does.
    fn sum_of_points(&self, game: &G, points: f64) -> i32 {
        let value = points / game.greatest_payoff();
        if value > MOST { i32::MAX } else { (value.max(-1.0).atanh() * UNIT) as i32 + 2 }
    }

    fn read(&self, game: &G, state: &G::State, mover: Player, walk: &mut FollowedPosition) {
        walk.next.resize(self.cells, 0);
        self.encoder.read(game, state, mover, &mut walk.next);
    }

    /// Goes to `state` and returns its sum if `mover` is to move.
    fn go(&self, game: &G, state: &G::State, mover: Player, walks: &mut [FollowedPosition; 2]) -> i32 {
        let walk = &mut walks[mover.index()];
        self.read(game, state, mover, walk);
        self.weights.go(walk, mover, self.encoder.ply(game, state))
    }
}

impl<G: Playable> Evaluate<G> for NetworkEvaluation<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        let parts = &*self.0;
        match game.turn(state) {
            Turn::Decision(mover) => {
                let sum = match parts.walks.iter().find_map(|walks| walks.try_lock().ok()) {
                    Some(mut walks) => parts.go(game, state, mover, &mut walks),
                    None => parts.go(game, state, mover, &mut Default::default()),
                };
                parts.points(game, mover, sum)
            }
            Turn::Over(Outcome::Payoff(points)) => points,
            Turn::Over(outcome) => f64::from(points(game, outcome)) * game.greatest_payoff(),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                let value = |&(mv, probability)| probability * self.evaluate(game, &game.child(state, mv));
                outcomes.iter().map(value).sum()
            }
        }
    }

    /// Half the way to a sure win: three games of four.
    fn winning_lead(&self, game: &G) -> Option<f64> {
        Some(game.greatest_payoff() / 2.0)
    }

    fn reply_evaluator(&self, game: &G) -> Option<Box<dyn ReplyEvaluator<G> + Send>> {
        let replies = Replies { parts: Arc::clone(&self.0), walks: Default::default(), tried_first: None };
        (!game.has_chance()).then(|| Box::new(replies) as Box<dyn ReplyEvaluator<G> + Send>)
    }
}

/// Evaluates all replies to a position by what they change in it.
struct Replies<G: Playable> {
    parts: Arc<EvaluationParts<G>>,
    walks: [FollowedPosition; 2],
    /// The move that was enough last, which often is again.
    tried_first: Option<G::Move>,
}

/// The position whose replies are evaluated.
struct ParentPosition<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    player: Player,
    /// For each side that may be to move after a reply: true if its walk is at the position.
    is_there: [bool; 2],
}

impl<'a, G: Playable> ParentPosition<'a, G> {
    fn new(game: &'a G, state: &'a G::State) -> Option<ParentPosition<'a, G>> {
        Some(ParentPosition { game, state, player: game.turn(state).player()?, is_there: [false; 2] })
    }
}

impl<G: Playable> Replies<G> {
    /// The sum of the position after `mv`, for the player who makes the move; `None` if no player decides there.
    fn sum_after(&mut self, before: &mut ParentPosition<'_, G>, mv: G::Move) -> Option<i32> {
        let Replies { parts, walks, .. } = self;
        let ParentPosition { game, state, player, is_there } = before;
        let child = game.child(state, mv);
        let mover = game.turn(&child).player()?;
        if !std::mem::replace(&mut is_there[mover.index()], true) {
            parts.go(game, state, mover, walks);
        }
        let walk = &mut walks[mover.index()];
        parts.read(game, &child, mover, walk);
        let sum = parts.weights.sum_of_next(walk, mover, parts.encoder.ply(game, &child));
        Some(if mover == *player { sum } else { -sum })
    }
}

impl<G: Playable> ReplyEvaluator<G> for Replies<G> {
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        _: i64,
        moves: &[G::Move],
        enough: f64,
    ) -> Option<(f64, usize)> {
        let mut before = ParentPosition::new(game, state)?;
        let enough = self.parts.sum_of_points(game, enough);
        let first = self.tried_first.and_then(|first| moves.iter().position(|&mv| mv == first));
        let rest = (0..moves.len()).filter(|&place| Some(place) != first);
        let (mut most, mut best) = (i32::MIN, 0);
        for place in first.into_iter().chain(rest) {
            let sum = self.sum_after(&mut before, moves[place])?;
            if sum > most || sum == most && place < best {
                (most, best) = (sum, place);
            }
            if sum >= enough {
                self.tried_first = Some(moves[place]);
                break;
            }
        }
        Some((self.parts.points(game, Player::First, most), best))
    }

    /// Scores a move by the value of the position after it.
    fn ordering_scores(&mut self, game: &G, state: &G::State, moves: &[G::Move], scores: &mut Vec<i32>) {
        let before = &mut ParentPosition::new(game, state);
        scores.extend(
            moves
                .iter()
                .map(|&mv| before.as_mut().and_then(|before| self.sum_after(before, mv)).unwrap_or(0)),
        );
    }
}
