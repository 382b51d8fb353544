//! The lesson of a finished game for a network.

use plywood_rules::Player;

use crate::settings::LearnSettings;

/// A decision of a game, as a network learns it.
#[derive(Clone, Copy, Debug)]
struct TrainingDecision {
    mover: Player,
    /// The number of the side whose weights value it.
    side: u8,
    /// Its value for the mover, and the best value after it, as they were when it was played.
    value: f32,
    best: f32,
    followed: Followed,
    /// The change of the sum of its weights that it asks for.
    error: f32,
}

/// The move that was made, and so what the rest of the game says about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    /// The best one by the network: the rest of the game is what the position is worth.
    Best,
    /// A random one: nothing.
    Random,
    /// Another player's choice: the position is worth at least that.
    Other,
}

/// The decisions of a finished game, with the values that they should have had.
#[derive(Default)]
pub(crate) struct Targets {
    decisions: Vec<TrainingDecision>,
    /// The indices of all decisions, one after the other.
    indices: Vec<u32>,
}

impl Targets {
    pub fn clear(&mut self) {
        self.decisions.clear();
        self.indices.clear();
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Adds a decision of `mover`, which has this `value` and whose tuples have these indices.
    pub fn push(&mut self, mover: Player, side: usize, value: f32, indices: &[u32]) {
        self.indices.extend_from_slice(indices);
        let side = side as u8;
        self.decisions.push(TrainingDecision {
            mover,
            side,
            value,
            best: value,
            followed: Followed::Best,
            error: 0.0,
        });
    }

    /// Adds a position that is to have the value `target` for its mover.
    pub fn teach(&mut self, mover: Player, side: usize, value: f32, indices: &[u32], target: f32) {
        self.push(mover, side, value, indices);
        self.decide(target, Followed::Random);
    }

    /// Completes the last decision: the best value after it, for its mover, and the move that was made.
    pub fn decide(&mut self, best: f32, followed: Followed) {
        if let Some(last) = self.decisions.last_mut() {
            (last.best, last.followed) = (best, followed);
        }
    }

    /// Ends the game with this value for the first player. Each decision is to have the mean of what the best move promised and
    /// of what the decisions after it are to have, with the weight `lambda`: the return of TD(lambda) in its forward view (Sutton
    /// and Barto, "Reinforcement learning", 2nd ed., chapter 12), discounted by `gamma` for each decision, and cut
    /// where a random move was made.
    pub fn finish(&mut self, settings: &LearnSettings, end: f32) {
        let (gamma, lambda) = (settings.gamma, settings.network.lambda);
        let mut target = end;
        for decision in self.decisions.iter_mut().rev() {
            let sign = decision.mover.sign() as f32;
            let more = gamma * sign * target - decision.best;
            let counted = match decision.followed {
                Followed::Best => more,
                Followed::Random => 0.0,
                Followed::Other => more.max(0.0),
            };
            let own = decision.best + lambda * counted;
            target = sign * own;
            // The slope of the hyperbolic tangent is left out, as in logistic regression: it would keep a weight from learning where the
            // network is sure and wrong.
            decision.error = own - decision.value;
        }
    }

    /// Hands out each decision: its side, its indices, and its error.
    pub fn each(&self, tuples: usize, learn: &mut dyn FnMut(usize, &[u32], f32)) {
        for (decision, indices) in self.decisions.iter().zip(self.indices.chunks_exact(tuples.max(1))) {
            learn(usize::from(decision.side), indices, decision.error);
        }
    }
}
