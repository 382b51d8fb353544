//! Ratings of a pool of players by maximum likelihood.
//!
//! The model is that of Rao and Kupper ("Ties in Paired-Comparison Experiments", J. Am. Stat. Assoc. 62, 1967) in the form that
//! BayesElo made common (Coulom, "Bayesian Elo Rating", 2005). With x = rating of the first player - rating of the second player +
//! advantage, and f(x) = 1 / (1 + 10^(-x/400)), the first player wins with probability f(x - draw), the second one with
//! f(-x - draw), and the rest are draws. `advantage` and `draw` are estimated for each game (its rules) from the same results.
//!
//! The likelihood is multiplied by a weak prior, so that all that is asked for is finite: each player has half a win and half a
//! loss against an imaginary player rated 0; in each game the imaginary player has half a win and half a loss as first player
//! against itself without draws, and half a draw and half a decided game for `draw`. The logarithm of all this is concave, so
//! Newton's method finds its only maximum.
//!
//! The more draws, the less a difference of ratings in this model changes the score. All differences are therefore multiplied by
//! the slope of the expected score between equals, relative to that without draws, 4 f(draw) f(-draw), as BayesElo does: a small
//! difference then means the same score as anywhere else on Elo's scale. With several games it is the mean, weighted by the
//! results of each.
//!
//! Intervals are from the Fisher information: the inverse of the negative second derivatives is taken as the covariance of all
//! estimates together, draw parameters included, and the mean of the ratings is fixed at 0. They say nothing about how well the
//! model fits.

#[cfg(test)]
mod tests;

use plywood_rules::TextError;

use super::positive::Positive;
use super::{Z95, normal_below};

/// Elo points of one natural unit of the logistic scale.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The weight of each imaginary result.
const PRIOR: f64 = 0.5;

/// The most steps of Newton's method. About ten are needed.
const STEPS: usize = 200;

/// A game of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The number of the game (its rules).
    pub game: usize,
    /// The player that moved first, and the one that moved second.
    pub players: [usize; 2],
    /// +1, 0 or -1: won, drawn or lost by the first player.
    pub utility: i8,
    /// 1 for a game that counts, 0 for one that does not ([`distinct`](super::distinct())).
    pub weight: f64,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// On Elo's scale; the mean of the pool is 0.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The rank, from 1.
    pub rank: usize,
}

/// The side to move first and draws in a game of the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameParameters {
    /// The Elo points by which moving first makes a player stronger.
    pub advantage: f64,
    /// The lower and the upper end of its 95 % interval.
    pub advantage_interval: (f64, f64),
    /// The share of draws between equal players, the advantage left out, from 0 to 1.
    pub draws: f64,
}

/// The ratings of a pool.
#[derive(Clone, Debug)]
pub struct PoolRatings {
    /// In the order of the players' numbers.
    pub players: Vec<Rating>,
    /// In the order of the games' numbers.
    pub games: Vec<GameParameters>,
    /// The players from the best to the worst.
    pub ranking: Vec<usize>,
    /// The estimates in natural units: ratings, advantages, draw parameters.
    estimates: Vec<f64>,
    /// Their covariance.
    covariance: Vec<Vec<f64>>,
}

impl PoolRatings {
    /// The likelihood of superiority: how likely it is, from 0 to 1, that player `a` is stronger than player `b`. The
    /// difference of their ratings is taken as normal with the variance that the games of the whole pool leave, so that
    /// common opponents count. One half for a player and itself, and for numbers that no player has.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        if a == b || a.max(b) >= self.players.len() {
            return 0.5;
        }
        let variance = quadratic(&self.covariance, &[(a, 1.0), (b, -1.0)]);
        normal_below((self.estimates[a] - self.estimates[b]) / variance.max(f64::MIN_POSITIVE).sqrt())
    }
}

/// Rates `players` players by their results in `games` games.
///
/// # Errors
/// If a game names a player or a game that does not exist, a player against itself, or a weight that is negative or not finite.
pub fn rate(players: usize, games: usize, results: &[RatedGame]) -> Result<PoolRatings, TextError> {
    let counts = ResultCounts::of(players, games, results)?;
    let mut at = vec![0.0; counts.size()];
    at[players + games..].fill(1.0);
    for _ in 0..STEPS {
        let (gradient, information) = counts.derivatives(&at);
        let step = Positive::factor(information).solve(&gradient);
        if step.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
        let Some(next) = counts.climb(&at, &step) else { break };
        at = next;
    }
    Ok(counts.ratings(at))
}

/// The results, those of the same game and players in the same order together.
struct ResultCounts {
    players: usize,
    games: usize,
    /// The game, the players, and the weights of lost, drawn and won games as the first player sees them.
    rows: Vec<(usize, [usize; 2], [f64; 3])>,
}

impl ResultCounts {
    fn of(players: usize, games: usize, results: &[RatedGame]) -> Result<ResultCounts, TextError> {
        let mut rows = std::collections::BTreeMap::new();
        for (number, result) in (1..).zip(results) {
            let wrong = |what: String| Err(TextError::new(format!("game {number} of the pool {what}")));
            let RatedGame { game, players: [a, b], utility, weight } = *result;
            if game >= games {
                return wrong(format!("is of the unknown game '{game}'; there are {games}"));
            }
            if let Some(player) = [a, b].into_iter().find(|&player| player >= players) {
                return wrong(format!("has the unknown player '{player}'; there are {players}"));
            }
            if a == b {
                return wrong(format!("has player '{a}' against itself; name two players"));
            }
            if !(weight.is_finite() && weight >= 0.0) {
                return wrong(format!("cannot have the weight '{weight}'; write a number of at least 0"));
            }
            let counts: &mut [f64; 3] = rows.entry((game, [a, b])).or_default();
            counts[(utility.signum() + 1) as usize] += weight;
        }
        let rows = rows.into_iter().map(|((game, pair), counts)| (game, pair, counts)).collect();
        Ok(ResultCounts { players, games, rows })
    }

    fn size(&self) -> usize {
        self.players + 2 * self.games
    }

    fn advantage(&self, game: usize) -> usize {
        self.players + game
    }

    fn draw(&self, game: usize) -> usize {
        self.players + self.games + game
    }

    /// The terms of the logarithm of likelihood and prior: each is a weight times the logarithm of f of a sum of some estimates and
    /// their negatives, or of the factor of draws, 1 - e^(-2 draw).
    fn for_each_term(&self, visit: &mut dyn FnMut(f64, Term<'_>)) {
        for &(game, [a, b], [losses, draws, wins]) in &self.rows {
            let (advantage, draw) = (self.advantage(game), self.draw(game));
            let first_wins = [(a, 1.0), (b, -1.0), (advantage, 1.0), (draw, -1.0)];
            let second_wins = [(a, -1.0), (b, 1.0), (advantage, -1.0), (draw, -1.0)];
            visit(wins, Term::Logistic(&first_wins));
            visit(losses, Term::Logistic(&second_wins));
            // A draw has the probability f(x + draw) f(draw - x) (1 - e^(-2 draw)).
            let not_lost = second_wins.map(|(at, sign)| (at, -sign));
            let not_won = first_wins.map(|(at, sign)| (at, -sign));
            visit(draws, Term::Logistic(&not_lost));
            visit(draws, Term::Logistic(&not_won));
            visit(draws, Term::DrawFactor(draw));
        }
        for at in 0..self.players + self.games {
            visit(PRIOR, Term::Logistic(&[(at, 1.0)]));
            visit(PRIOR, Term::Logistic(&[(at, -1.0)]));
        }
        for draw in (0..self.games).map(|game| self.draw(game)) {
            visit(2.0 * PRIOR, Term::Logistic(&[(draw, 1.0)]));
            visit(PRIOR, Term::DrawFactor(draw));
            visit(PRIOR, Term::Logistic(&[(draw, -1.0)]));
        }
    }

    fn log_posterior(&self, at: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each_term(&mut |weight, term| match term {
            Term::Logistic(signs) => sum -= weight * softplus(-value(signs, at)),
            Term::DrawFactor(draw) => sum += weight * (-(-2.0 * at[draw]).exp_m1()).ln(),
        });
        sum
    }

    /// The first derivatives, and the negative second ones.
    fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.size();
        let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        self.for_each_term(&mut |weight, term| match term {
            Term::Logistic(signs) => {
                let x = value(signs, at);
                let (f, rest) = (logistic(x), logistic(-x));
                for &(i, sign) in signs {
                    gradient[i] += weight * rest * sign;
                    for &(j, other) in signs {
                        information[i][j] += weight * f * rest * sign * other;
                    }
                }
            }
            Term::DrawFactor(draw) => {
                let grown = (2.0 * at[draw]).exp_m1();
                gradient[draw] += weight * 2.0 / grown;
                information[draw][draw] += weight * 4.0 * (1.0 + 1.0 / grown) / grown;
            }
        });
        (gradient, information)
    }

    /// The largest of the step and its halves that leads higher; `None` if none does, at the precision of the numbers. Draw
    /// parameters stay above 0. A short step is taken without asking: along it the second derivatives hardly change, and the sum of
    /// millions of results is too coarse to show that it leads higher.
    fn climb(&self, at: &[f64], step: &[f64]) -> Option<Vec<f64>> {
        let mut scale = 1.0_f64;
        for draw in (0..self.games).map(|game| self.draw(game)) {
            if step[draw] < 0.0 {
                scale = scale.min(0.9 * at[draw] / -step[draw]);
            }
        }
        let is_short = |(at, step): (usize, &f64), from: &[f64]| {
            step.abs() < 0.01 && (at < self.players + self.games || step.abs() < 0.01 * from[at])
        };
        let all_short = step.iter().enumerate().all(|one| is_short(one, at));
        let from = self.log_posterior(at);
        for _ in 0..60 {
            let next: Vec<f64> = at.iter().zip(step).map(|(at, step)| at + scale * step).collect();
            if all_short || self.log_posterior(&next) > from {
                return Some(next);
            }
            scale /= 2.0;
        }
        None
    }

    /// The factors of the scales of all games, their derivatives by the draw parameters, and the shares of all results.
    fn scales(&self, at: &[f64]) -> Vec<(f64, f64, f64)> {
        let mut weights = vec![1.0; self.games];
        for (game, _, counts) in &self.rows {
            weights[*game] += counts.iter().sum::<f64>();
        }
        let all: f64 = weights.iter().sum();
        let of = |(game, weight): (usize, f64)| {
            let (f, rest) = (logistic(at[self.draw(game)]), logistic(-at[self.draw(game)]));
            (4.0 * f * rest, 4.0 * f * rest * (rest - f), weight / all)
        };
        weights.into_iter().enumerate().map(of).collect()
    }

    fn ratings(&self, at: Vec<f64>) -> PoolRatings {
        let covariance = Positive::factor(self.derivatives(&at).1).inverse();
        let n = self.players;
        let mean = at[..n].iter().sum::<f64>() / n.max(1) as f64;
        let scales = self.scales(&at);
        let scale =
            if self.games == 0 { 1.0 } else { scales.iter().map(|(scale, _, share)| scale * share).sum() };
        // An estimate and its interval, by its derivatives.
        let with_interval = |natural: f64, slopes: &[(usize, f64)]| {
            let half = Z95 * UNIT * quadratic(&covariance, slopes).max(0.0).sqrt();
            (UNIT * natural, UNIT * natural - half, UNIT * natural + half)
        };
        let mut players: Vec<Rating> = (0..n)
            .map(|i| {
                let less_mean = |j: usize| f64::from(u8::from(i == j)) - 1.0 / n as f64;
                let ratings = (0..n).map(|j| (j, scale * less_mean(j)));
                let draws = scales.iter().enumerate();
                let draws =
                    draws.map(|(game, (_, slope, share))| (self.draw(game), (at[i] - mean) * slope * share));
                let slopes: Vec<(usize, f64)> = ratings.chain(draws).collect();
                let (elo, low, high) = with_interval(scale * (at[i] - mean), &slopes);
                Rating { elo, low, high, rank: 0 }
            })
            .collect();
        let mut ranking: Vec<usize> = (0..n).collect();
        ranking.sort_by(|&a, &b| at[b].total_cmp(&at[a]));
        for (rank, &player) in (1..).zip(&ranking) {
            players[player].rank = rank;
        }
        let parameters = |(game, &(scale, slope, _)): (usize, &(f64, f64, f64))| {
            let (place, draw) = (self.advantage(game), self.draw(game));
            let slopes = [(place, scale), (draw, at[place] * slope)];
            let (advantage, low, high) = with_interval(scale * at[place], &slopes);
            GameParameters { advantage, advantage_interval: (low, high), draws: (at[draw] / 2.0).tanh() }
        };
        let games = scales.iter().enumerate().map(parameters).collect();
        PoolRatings { players, games, ranking, estimates: at, covariance }
    }
}

/// A part of the likelihood.
enum Term<'a> {
    /// The logarithm of f of the sum of these estimates with these signs.
    Logistic(&'a [(usize, f64)]),
    /// The logarithm of 1 - e^(-2 draw).
    DrawFactor(usize),
}

fn value(signs: &[(usize, f64)], at: &[f64]) -> f64 {
    signs.iter().map(|&(place, sign)| sign * at[place]).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln(1 + e^x), without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// The variance of a sum of estimates with these factors.
fn quadratic(covariance: &[Vec<f64>], factors: &[(usize, f64)]) -> f64 {
    let row = |&(i, a): &(usize, f64)| a * factors.iter().map(|&(j, b)| b * covariance[i][j]).sum::<f64>();
    factors.iter().map(row).sum()
}
