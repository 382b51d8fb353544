//! A network as a static evaluation, for searches.

use std::sync::Arc;

use plywood_rules::cells::random_states;
use plywood_rules::{Evaluate, Outcome, Playable, Player, Turn};

use super::encoder::Encoder;
use super::frozen::{Frozen, MOST_CELLS, UNIT};
use super::network::Network;
use crate::proof::points;

/// The evaluation of positions by a network as it was when this was made: [`Evaluate::evaluate`] is the result that it expects, in
/// points.
///
/// Copies share the weights.
pub struct NetworkEvaluation<G: Playable>(Arc<Parts<G>>);

struct Parts<G: Playable> {
    encoder: Encoder<G>,
    weights: Frozen,
    /// True if sums are followed from position to position, because moves change few tuples.
    is_followed: bool,
}

impl<G: Playable> Clone for NetworkEvaluation<G> {
    fn clone(&self) -> Self {
        NetworkEvaluation(Arc::clone(&self.0))
    }
}

/// Random games that show how much moves change, and their greatest length.
const GAMES: u32 = 8;
const LONGEST: u32 = 100;

impl<G: Playable> NetworkEvaluation<G> {
    pub(crate) fn new(game: &G, encoder: Encoder<G>, network: &Network) -> NetworkEvaluation<G> {
        let weights = Frozen::new(network);
        let mut parts = Parts { encoder, weights, is_followed: false };
        if parts.weights.cells() <= MOST_CELLS {
            let states = random_states(game, GAMES, LONGEST);
            let follows = |pair: &[G::State]| {
                let [before, after] = [0, 1].map(|at| parts.cells(game, &pair[at], Player::First));
                parts.weights.is_followed(&before, &after)
            };
            let count = states.windows(2).filter(|pair| follows(pair)).count();
            parts.is_followed = 2 * count > states.len();
        }
        NetworkEvaluation(Arc::new(parts))
    }

    /// The points that a sum stands for, for the first player.
    fn points(&self, game: &G, mover: Player, sum: i32) -> f64 {
        let value = (f64::from(sum) / UNIT).tanh().clamp(-0.9999, 0.9999);
        mover.sign() * value * game.greatest_payoff()
    }
}

impl<G: Playable> Parts<G> {
    fn cells(&self, game: &G, state: &G::State, mover: Player) -> Vec<u8> {
        let mut cells = vec![0; self.weights.cells()];
        self.encoder.read(game, state, mover, &mut cells);
        cells
    }

    /// The sum of the weights that a position has of its own as an opening.
    fn opening(&self, game: &G, state: &G::State, mover: Player) -> i32 {
        if !self.weights.opens(self.encoder.ply(game, state)) {
            return 0;
        }
        self.weights.opening(mover, &self.cells(game, state, mover))
    }
}

/// Two sums in one number: those of the first player to move and of the second.
fn both([first, second]: [i32; 2]) -> i64 {
    (i64::from(first) << 32) + i64::from(second)
}

fn of_both(sums: i64) -> [i32; 2] {
    let second = sums as i32;
    [((sums - i64::from(second)) >> 32) as i32, second]
}

impl<G: Playable> Evaluate<G> for NetworkEvaluation<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        match game.turn(state) {
            Turn::Decision(mover) => {
                let Parts { encoder, weights, .. } = &*self.0;
                let cells = self.0.cells(game, state, mover);
                self.points(game, mover, weights.sum(mover, &cells, encoder.ply(game, state)))
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

    fn accumulator(&self, game: &G, state: &G::State) -> i64 {
        if !self.0.is_followed {
            return 0;
        }
        both(Player::BOTH.map(|mover| self.0.weights.sum(mover, &self.0.cells(game, state, mover), None)))
    }

    fn accumulator_after(
        &self,
        game: &G,
        before: &G::State,
        accumulator: i64,
        _mv: G::Move,
        after: &G::State,
    ) -> i64 {
        let Parts { encoder, weights, is_followed } = &*self.0;
        if !is_followed {
            return 0;
        }
        let (mut old, mut new) = ([0; MOST_CELLS], [0; MOST_CELLS]);
        let (old, new) = (&mut old[..weights.cells()], &mut new[..weights.cells()]);
        let mut sums = of_both(accumulator);
        for (mover, sum) in Player::BOTH.into_iter().zip(&mut sums) {
            // Without an exchange of the players both sides see the same.
            if mover == Player::First || encoder.exchanges() {
                encoder.read(game, before, mover, old);
                encoder.read(game, after, mover, new);
            }
            *sum += weights.difference(mover, old, new);
        }
        both(sums)
    }

    fn evaluate_accumulated(&self, game: &G, state: &G::State, accumulator: i64) -> f64 {
        match game.turn(state) {
            Turn::Decision(mover) if self.0.is_followed => {
                let sum = of_both(accumulator)[mover.index()] + self.0.opening(game, state, mover);
                self.points(game, mover, sum)
            }
            _ => self.evaluate(game, state),
        }
    }
}
