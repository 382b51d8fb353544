//! The sequential probability ratio test: stop a match as soon as it has decided between two hypotheses.
//!
//! After Wald ("Sequential Tests of Statistical Hypotheses", Ann. Math. Stat. 16, 1945). Elo says only what the
//! mean of a sample is, not how it spreads, so each hypothesis is represented by the distribution of that mean
//! that makes the sample most likely: the generalised test, in the form that Van den Bergh worked out for
//! chess engines ("Comments on Normalized Elo", and the notes on the generalised test he wrote for fishtest).

#[cfg(test)]
mod tests;

use plywood_rules::TextError;

use super::score_of_elo;

/// A test of "the difference is `elo1` or more" against "it is `elo0` or less".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The verdict of a sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Play on.
    Undecided,
    /// The difference is at most `elo0`.
    Lower,
    /// The difference is at least `elo1`.
    Upper,
}

/// Differences beyond this many Elo are of no use in a test: such a match is over after a few games.
const GREATEST_ELO: f64 = 2000.0;

/// The count of an empty class. Without it, hypotheses whose mean is outside the observed classes could
/// not be represented (the value is fishtest's).
const EMPTY: f64 = 1e-3;

impl Sprt {
    /// A test that accepts `elo1` wrongly with probability `alpha` at most, and `elo0` wrongly with
    /// probability `beta` at most.
    ///
    /// # Errors
    /// If `elo0` is not less than `elo1`, one of them is beyond 2000 either way, or `alpha` or `beta` is not
    /// between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, TextError> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-GREATEST_ELO..=GREATEST_ELO).contains(&elo) {
                return Err(TextError::new(format!(
                    "{name} cannot be {elo}; it has to be a number from -{GREATEST_ELO} to {GREATEST_ELO}"
                )));
            }
        }
        if elo0 >= elo1 {
            return Err(TextError::new(format!(
                "elo0 has to be less than elo1, but {elo0} is not less than {elo1}"
            )));
        }
        for (name, error) in [("alpha", alpha), ("beta", beta)] {
            if !(error > 0.0 && error < 0.5) {
                return Err(TextError::new(format!(
                    "{name} cannot be {error}; it has to be more than 0 and less than 0.5"
                )));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The difference that one hypothesis says is not exceeded, H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference that the other says is reached, H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The log-likelihood ratios at which the test ends: `elo0` is accepted at the lower one and below, `elo1`
    /// at the upper one and above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how many times more likely a sample is under `elo1` than under `elo0`. `classes` are
    /// those of a [`Tally`](super::Tally::classes) or of [`Pentanomial`](super::Pentanomial); pairs are to be preferred.
    /// Never infinite; 0 for an empty sample and for fewer than two classes.
    pub fn log_likelihood_ratio(&self, classes: &[u64]) -> f64 {
        if classes.len() < 2 || classes.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let last = (classes.len() - 1) as f64;
        let weights: Vec<(f64, f64)> = classes
            .iter()
            .enumerate()
            .map(|(class, &n)| (class as f64 / last, if n == 0 { EMPTY } else { n as f64 }))
            .collect();
        let (score0, score1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let (tilt0, tilt1) = (tilt(&weights, score0), tilt(&weights, score1));
        weights
            .iter()
            .map(|&(points, n)| {
                n * ((1.0 + tilt0 * (points - score0)) / (1.0 + tilt1 * (points - score1))).ln()
            })
            .sum()
    }

    /// The verdict on a sample.
    pub fn verdict(&self, classes: &[u64]) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(classes) {
            ratio if ratio >= high => SprtVerdict::Upper,
            ratio if ratio <= low => SprtVerdict::Lower,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// Among all distributions over the classes with mean `score`, the one that makes the sample most likely has
/// class i with probability n_i / (1 + tilt (points_i - score)), up to a constant factor (Lagrange multipliers;
/// Owen, "Empirical Likelihood", 2001). This finds the tilt: the only zero of a function that falls from
/// plus to minus infinity between the two tilts at which a probability would turn negative.
fn tilt(weights: &[(f64, f64)], score: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        let slope: f64 =
            weights.iter().map(|&(points, n)| n * (points - score) / (1.0 + middle * (points - score))).sum();
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}
