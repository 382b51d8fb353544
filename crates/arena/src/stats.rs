//! Statistics of matches: scores, Elo and their uncertainty.
//!
//! A game is worth 1 point, half a point or none, so a match is a sample of a few classes of equal width:
//! three for single games (lost, drawn, won), five for pairs of games with the same opening and dice. All
//! that is estimated here rests on the mean and the variance of such a sample. The pairs give the narrower
//! margin where openings or dice favour one side, because within a pair that cancels out.
//!
//! No number here is ever NaN or infinite: an unknown difference is a case of its own ([`Elo`]).

mod distinct;
mod pool;
mod positive;
mod sprt;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Add;

use plywood_rules::Player;

use plywood_rules::ending::{Call, Ending};

use crate::game::player_of_first_bot;

pub use distinct::distinct;
pub use pool::{GameParameters, PoolRatings, RatedGame, Rating, rate};
pub use sprt::{Sprt, SprtVerdict};

/// Half the width of the middle 95 % of the normal distribution, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Games won, drawn and lost, as one of the two bots sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn, those cut by repetition or at the ply limit included.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games as the other bot sees them.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Points a game, from 0 to 1; `None` if nothing was played.
    pub fn score(&self) -> Option<f64> {
        Some(Sample::of(&self.classes())?.mean)
    }

    /// The Elo difference that corresponds to the score, games taken as independent of each other.
    pub fn elo(&self) -> Elo {
        Sample::of(&self.classes()).map_or(Elo::Unknown, |sample| sample.elo())
    }

    /// The [Wilson interval](wilson) of the score; from 0 to 1 if nothing was played.
    pub fn wilson(&self) -> (f64, f64) {
        Sample::of(&self.classes()).map_or((0.0, 1.0), |sample| wilson(sample.mean, sample.size))
    }

    /// The likelihood of superiority: how likely it is, from 0 to 1, that this bot is the stronger of the two.
    ///
    /// The mean of the sample is taken as normal. Where all games ended the same way there is no spread to
    /// judge by; then the decided games are taken as tosses of a coin of unknown bias, every bias equally
    /// likely at first, which gives 1 - 2^-(n+1) after n wins and an even chance if nothing was decided. (Both
    /// are on the Chess Programming Wiki, "Match Statistics".)
    pub fn superiority(&self) -> f64 {
        match Sample::of(&self.classes()) {
            Some(sample) if sample.variance > 0.0 => {
                normal_below((sample.mean - 0.5) / (sample.variance / sample.size).sqrt())
            }
            _ if self.losses == 0 => 1.0 - 0.5 * 0.5_f64.powf(self.wins as f64),
            _ => 0.5 * 0.5_f64.powf(self.losses as f64),
        }
    }

    /// The three classes in rising order: lost, drawn, won.
    pub fn classes(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Counts one more game, whose worth for this bot is +1, 0 or -1.
    pub(crate) fn count(&mut self, utility: i8) {
        match utility {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            ..0 => self.losses += 1,
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Pairs of games with the same opening and dice and sides swapped, by the points of both games together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// The numbers of pairs with 0, a half, 1, one and a half and 2 points: LL, LD, WL or DD, WD, WW.
    pub classes: [u64; 5],
}

impl Pentanomial {
    /// Pairs of which both games were played.
    pub fn count(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// The Elo difference that corresponds to the score, pairs taken as independent of each other (the
    /// pentanomial model).
    pub fn elo(&self) -> Elo {
        Sample::of(&self.classes).map_or(Elo::Unknown, |sample| sample.elo())
    }
}

/// The standing of a match, from the first-named bot's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games in which that bot played first.
    pub as_first: Tally,
    /// Games in which it played second.
    pub as_second: Tally,
    /// Complete pairs of games.
    pub pairs: Pentanomial,
    /// Draws by threefold repetition.
    pub repetitions: u64,
    /// Draws at the ply limit.
    pub ply_limits: u64,
    /// Games lost on time: by the first-named bot, and by the other.
    pub time_losses: [u64; 2],
    /// Games lost by a failing program from outside: by the first-named bot, and by the other.
    pub failures: [u64; 2],
    /// Plies of all games, those of the openings and the outcomes of chance included.
    pub plies: u64,
    /// The number of the last pair of which only one game has been counted, and that game's worth.
    half: Option<(u64, i8)>,
}

impl Standing {
    /// All games.
    pub fn total(&self) -> Tally {
        self.as_first + self.as_second
    }

    /// Counts one more game by its number, plies and ending. Games come in the order of their numbers; some may be missing.
    pub fn count(&mut self, number: u64, plies: usize, ending: Ending) {
        let player = player_of_first_bot(number);
        let utility = ending.utility(player);
        match player {
            Player::First => self.as_first.count(utility),
            Player::Second => self.as_second.count(utility),
        }
        self.repetitions += u64::from(ending == Ending::Repetition);
        self.ply_limits += u64::from(ending == Ending::Called(Call::PlyLimit));
        match ending {
            Ending::Called(Call::OutOfTime(loser)) => self.time_losses[usize::from(loser != player)] += 1,
            Ending::Called(Call::Failed(loser)) => self.failures[usize::from(loser != player)] += 1,
            _ => {}
        }
        self.plies += plies as u64;
        match self.half.take() {
            Some((pair, other)) if pair == number / 2 => {
                self.pairs.classes[(utility + other + 2) as usize] += 1;
            }
            _ => self.half = Some((number / 2, utility)),
        }
    }
}

/// A difference in playing strength on Elo's scale, estimated from a sample. A score s corresponds to -400
/// log10(1/s - 1) (Elo, "The Rating of Chessplayers", 1978, in its logistic form), which is infinite where
/// everything is won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// Nothing was played.
    Unknown,
    /// The most likely difference, and half the width of its 95 % interval.
    Measured {
        /// Above 0 for the stronger bot.
        elo: f64,
        /// Plus or minus this much.
        margin: f64,
    },
    /// Everything was won: the lower end of the 95 % interval.
    AtLeast(f64),
    /// Everything was lost: the upper end of the 95 % interval.
    AtMost(f64),
}

impl Elo {
    /// The most likely difference, where there is a finite one.
    pub fn difference(self) -> Option<f64> {
        match self {
            Elo::Measured { elo, .. } => Some(elo),
            Elo::Unknown | Elo::AtLeast(_) | Elo::AtMost(_) => None,
        }
    }

    /// Half the width of its 95 % interval.
    pub fn margin(self) -> Option<f64> {
        match self {
            Elo::Measured { margin, .. } => Some(margin),
            Elo::Unknown | Elo::AtLeast(_) | Elo::AtMost(_) => None,
        }
    }
}

/// `+40.7 ± 30.4`, `at least +286.6`, `at most -286.6` or `unknown`; the precision asked for is that of the
/// numbers.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        match *self {
            Elo::Unknown => f.write_str("unknown"),
            // Adding zero takes the sign off a negative zero.
            Elo::Measured { elo, margin } => write!(f, "{:+.decimals$} ± {margin:.decimals$}", elo + 0.0),
            Elo::AtLeast(bound) => write!(f, "at least {bound:+.decimals$}"),
            Elo::AtMost(bound) => write!(f, "at most {bound:+.decimals$}"),
        }
    }
}

/// The Elo difference of a score strictly between 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score, strictly between 0 and 1, that corresponds to an Elo difference of at most a few thousand.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The 95 % interval of a proportion `score`, 0 to 1, observed in `trials` trials: the scores from which the
/// observed one is less than 1.96 standard deviations away (Wilson, "Probable Inference, the Law of
/// Succession, and Statistical Inference", J. Am. Stat. Assoc. 22, 1927). It is never empty and never leaves
/// 0 to 1; with no trials it is all of that.
pub fn wilson(score: f64, trials: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let z2 = Z95 * Z95;
    let middle = (score + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let spread = (score * (1.0 - score) / trials + z2 / (4.0 * trials * trials)).sqrt();
    let half = Z95 * spread / (1.0 + z2 / trials);
    // At 0 and 1 the interval ends exactly there; rounding must not say otherwise.
    let low = if score <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if score >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// The 95 % interval of the mean of a sample of values from 0 to 1, as a normal one. A sample without spread, or one so small and
/// one-sided that this interval leaves 0 to 1, says too little about its own variance: then it is that of [`wilson`], which takes the
/// greatest variance that a sample with this mean can have, so that it errs towards doubt. `variance` is that of one value.
pub fn mean_interval(mean: f64, variance: f64, size: f64) -> (f64, f64) {
    let (low, high) = normal_interval(mean, variance, size);
    if low < high && low > 0.0 && high < 1.0 { (low, high) } else { wilson(mean, size) }
}

/// The 95 % interval of the mean of a sample, taken as normal. `variance` is that of one value.
pub fn normal_interval(mean: f64, variance: f64, size: f64) -> (f64, f64) {
    let half = Z95 * (variance / size).sqrt();
    (mean - half, mean + half)
}

/// The mean and variance of a sample. The lowest class is worth 0 and the highest 1.
#[derive(Clone, Copy, Debug)]
struct Sample {
    size: f64,
    mean: f64,
    /// Of one trial, not of the mean.
    variance: f64,
}

impl Sample {
    /// `None` if there were no trials.
    fn of(classes: &[u64]) -> Option<Sample> {
        let size = classes.iter().sum::<u64>() as f64;
        let worth = |class: usize| class as f64 / (classes.len() - 1) as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            classes.iter().enumerate().map(|(class, &n)| value(worth(class)) * n as f64).sum::<f64>() / size
        };
        if size == 0.0 {
            return None;
        }
        let mean = mean_of(&|points| points);
        let all_alike = classes.iter().filter(|&&n| n > 0).count() == 1;
        let variance = if all_alike { 0.0 } else { mean_of(&|points| (points - mean).powi(2)) };
        Some(Sample { size, mean, variance })
    }

    fn elo(&self) -> Elo {
        let bounds = wilson(self.mean, self.size);
        if self.mean >= 1.0 {
            return Elo::AtLeast(elo_of_score(bounds.0));
        }
        if self.mean <= 0.0 {
            return Elo::AtMost(elo_of_score(bounds.1));
        }
        let (low, high) = mean_interval(self.mean, self.variance, self.size);
        Elo::Measured { elo: elo_of_score(self.mean), margin: (elo_of_score(high) - elo_of_score(low)) / 2.0 }
    }
}

/// The normal distribution function, to about 15 decimals (Marsaglia, "Evaluating the Normal Distribution",
/// J. Stat. Softw. 11(4), 2004: 1/2 + density times x + x^3/3 + x^5/(3*5) + ...).
fn normal_below(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while sum + term != sum {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}
