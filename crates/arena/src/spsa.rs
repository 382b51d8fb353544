//! Tuning numbers by games: simultaneous perturbation stochastic approximation.
//!
//! All weights are moved at once, each up or down by the toss of a coin, and the bot with these weights plays the bot
//! with the opposite moves. All weights then change a little towards the winner. On average that is a step along the
//! gradient of the score, for any number of weights, from two measurements (Spall, "Multivariate Stochastic
//! Approximation Using a Simultaneous Perturbation Gradient Approximation", IEEE Trans. Autom. Control 37, 1992).
//! Moves and steps shrink with time by the exponents that Spall recommends ("Implementation of the Simultaneous
//! Perturbation Algorithm", 1998), and are stated by their size at the end, as in fishtest.

use plywood_rules::Weight;
use plywood_rules::random::part_seed;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The exponent by which the steps shrink.
const ALPHA: f64 = 0.602;
/// The exponent by which the moves shrink.
const GAMMA: f64 = 0.101;
/// The part of the iterations that the first steps are kept from being too large for.
const STABILITY: f64 = 0.1;
/// The part of its move by which a weight changes in the last iteration if all games are won. At the beginning it is
/// about four times as much.
const LAST_STEP: f64 = 0.1;

/// Random choices of an iteration.
const COINS: u64 = 0;
const GAMES: u64 = 1;

/// Two sets of weights that are to play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The weights of the side whose score is requested.
    pub plus: Vec<i32>,
    /// Those of its opponent.
    pub minus: Vec<i32>,
    /// The random seed of the games.
    pub seed: u64,
}

/// A tuning under way. Its state is its values and the number of iterations done; all its random choices come from the
/// seed and the number of the iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    weights: Vec<Weight>,
    values: Vec<f64>,
    iterations: u64,
    done: u64,
    seed: u64,
}

impl Spsa {
    /// A tuning of this many iterations, from the built-in values.
    pub fn new(weights: Vec<Weight>, iterations: u64, seed: u64) -> Spsa {
        let values = weights.iter().map(|weight| f64::from(weight.value)).collect();
        Spsa { weights, values, iterations, done: 0, seed }
    }

    /// The same after `done` iterations that led to `values`, which are brought within their bounds.
    ///
    /// # Panics
    /// If there is not a value for each weight.
    pub fn resume(mut self, done: u64, values: &[f64]) -> Spsa {
        assert_eq!(values.len(), self.weights.len(), "a value a weight");
        self.done = done.min(self.iterations);
        self.values = self.weights.iter().zip(values).map(|(weight, &value)| within(weight, value)).collect();
        self
    }

    /// Iterations done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The values so far, as they are varied: with fractions.
    pub fn exact(&self) -> &[f64] {
        &self.values
    }

    /// The values so far, rounded.
    pub fn values(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The next probe to be played; `None` when all iterations are done.
    pub fn probe(&self) -> Option<Probe> {
        if self.done >= self.iterations {
            return None;
        }
        let side = |sign: f64| {
            let moved = self.weights.iter().zip(&self.values).zip(self.moves());
            moved.map(|((weight, value), by)| within(weight, value + sign * by).round() as i32).collect()
        };
        let seed = part_seed(part_seed(self.seed, self.done), GAMES);
        Some(Probe { plus: side(1.0), minus: side(-1.0), seed })
    }

    /// Proceeds to the next iteration. `score` is the result of the last probe for its first side: from -1,
    /// all games lost, to 1, all won.
    pub fn learn(&mut self, score: f64) {
        let stability = STABILITY * self.iterations as f64;
        let ago = (stability + self.iterations as f64) / (stability + (self.done + 1) as f64);
        // Spall divides by the move; that all weights have moves of their own is the same as measuring each weight
        // in units of its move squared.
        let step = LAST_STEP * ago.powf(ALPHA) / self.shrinking();
        let moves = self.moves();
        for ((weight, value), by) in self.weights.iter().zip(&mut self.values).zip(moves) {
            *value = within(weight, *value + step * score * by);
        }
        self.done += 1;
    }

    /// The ratio of the moves now to those at the end.
    fn shrinking(&self) -> f64 {
        (self.iterations as f64 / (self.done + 1) as f64).powf(GAMMA)
    }

    /// The move of each weight in this iteration, up or down.
    fn moves(&self) -> Vec<f64> {
        let mut coins = ChaCha8Rng::seed_from_u64(part_seed(part_seed(self.seed, self.done), COINS));
        let shrinking = self.shrinking();
        let mut toss = || if coins.next_u32() & 1 == 0 { 1.0 } else { -1.0 };
        self.weights.iter().map(|weight| toss() * f64::from(weight.step) * shrinking).collect()
    }
}

fn within(weight: &Weight, value: f64) -> f64 {
    value.clamp(f64::from(weight.min), f64::from(weight.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: [Weight; 3] = [
        Weight { name: "a", value: 10, min: 0, max: 100, step: 4 },
        Weight { name: "b", value: 50, min: -100, max: 100, step: 8 },
        Weight { name: "c", value: 0, min: 0, max: 5, step: 1 },
    ];

    /// The strength of weights: best at 40, -20 and beyond the bounds of the last.
    fn strength(values: &[i32]) -> f64 {
        let miss = |value: i32, best: i32, unit: f64| (f64::from(value - best) / unit).powi(2);
        -miss(values[0], 40, 15.0) - miss(values[1], -20, 30.0) - miss(values[2], 9, 5.0)
    }

    /// The score of eight pairs of games whose results are as random as real ones.
    fn play(probe: &Probe) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(probe.seed);
        let chance = 1.0 / (1.0 + (strength(&probe.minus) - strength(&probe.plus)).exp());
        let wins = (0..16).filter(|_| plywood_rules::random::unit(&mut rng) < chance).count();
        wins as f64 / 8.0 - 1.0
    }

    fn tune(mut spsa: Spsa, most: u64) -> Spsa {
        while spsa.done() < most
            && let Some(probe) = spsa.probe()
        {
            spsa.learn(play(&probe));
        }
        spsa
    }

    #[test]
    fn weights_come_near_the_best() {
        for seed in 0..5 {
            let tuned = tune(Spsa::new(WEIGHTS.to_vec(), 1000, seed), u64::MAX).values();
            assert!((tuned[0] - 40).abs() <= 6 && (tuned[1] + 20).abs() <= 12, "{tuned:?}");
            assert!(tuned[2] >= 4, "{tuned:?}");
        }
    }

    #[test]
    fn an_interrupted_tuning_goes_on_as_if_nothing_had_happened() {
        let whole = tune(Spsa::new(WEIGHTS.to_vec(), 60, 3), u64::MAX);
        let half = tune(Spsa::new(WEIGHTS.to_vec(), 60, 3), 25);
        let resumed = Spsa::new(WEIGHTS.to_vec(), 60, 3).resume(half.done(), half.exact());
        assert_eq!(tune(resumed, u64::MAX), whole);
        assert_ne!(tune(Spsa::new(WEIGHTS.to_vec(), 60, 4), u64::MAX).exact(), whole.exact());
    }

    #[test]
    fn probes_keep_within_the_bounds_and_differ() {
        let mut spsa = Spsa::new(WEIGHTS.to_vec(), 100, 1);
        while let Some(probe) = spsa.probe() {
            assert_ne!(probe.plus, probe.minus);
            for values in [&probe.plus, &probe.minus] {
                let mut within = values.iter().zip(&WEIGHTS);
                assert!(
                    within.all(|(value, weight)| (weight.min..=weight.max).contains(value)),
                    "{values:?}"
                );
            }
            // All won or all lost, without end.
            spsa.learn(if spsa.done() < 50 { 1.0 } else { -1.0 });
        }
        assert_eq!(spsa.done(), 100);
    }
}
