//! The figures of a grade, each with its 95 % interval.

use plywood_arena::stats::{mean_interval, normal_interval, wilson};
use serde::{Deserialize, Serialize};

/// A share of cases, with its interval by Wilson.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Share {
    /// The number of cases that count.
    pub right: u64,
    /// The number of all cases.
    pub of: u64,
    /// The share, from 0 to 1; `None` of no cases.
    pub share: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    pub(crate) fn new(right: u64, of: u64) -> Share {
        let share = (of > 0).then(|| right as f64 / of as f64);
        let (low, high) = wilson(share.unwrap_or_default(), of as f64);
        Share { right, of, share, low, high }
    }
}

/// A mean of numbers, with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampleMean {
    /// The number of numbers.
    pub of: u64,
    /// Their mean; `None` of no numbers.
    pub mean: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The moves of a player whose values are known, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeFigures {
    /// The positions whose values were not found with the work allowed. They are part of no other figure.
    pub unknown: u64,
    /// The share of moves that keep the value of their position.
    pub kept: Share,
    /// The same of the positions in which at least one legal move throws value away.
    pub decisions: Share,
    /// The loss of a move, in chance of winning, a draw counting half: 0.5 for a draw made of a win. Answers that are no legal move count
    /// as a lost game.
    pub regret: SampleMean,
    /// The loss of a legal move in points, in games that end in points.
    pub regret_points: Option<SampleMean>,
    /// The plies by which a move that wins is longer than the quickest win, where both are known.
    pub longer_wins: SampleMean,
    /// The moves that made a worse outcome of one; `None` with dice.
    pub blunders: Option<Blunders>,
    /// The answers that were no legal move: illegal, too late, or none.
    pub failed: u64,
    /// Mean seconds of a move; `None` where they are not known.
    pub mean_seconds: Option<f64>,
    /// Seconds of the longest move.
    pub longest_seconds: Option<f64>,
}

/// The number of moves that made a worse outcome of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Blunders {
    /// Wins made into draws.
    pub won_to_drawn: u64,
    /// Draws made into losses.
    pub drawn_to_lost: u64,
    /// Wins made into losses.
    pub won_to_lost: u64,
}

/// One answer of a player, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "KeptAnswer", from = "KeptAnswer")]
pub(crate) struct JudgedAnswer {
    /// The move, or the reason why there is none.
    pub mv: Result<String, String>,
    /// True if the move keeps the value.
    pub keeps: bool,
    /// True if another legal move would not have kept it.
    pub is_decision: bool,
    /// The loss in chance of winning.
    pub lost: f64,
    /// The loss in points.
    pub points: Option<f64>,
    /// The plies more than the quickest win.
    pub longer: Option<u32>,
    /// The chances of winning of the best move and of this one, without dice.
    pub outcome: Option<(f64, f64)>,
    /// The time.
    pub seconds: Option<f64>,
}

impl JudgedAnswer {
    /// The chance of winning of the best move, without dice.
    pub fn best_chance(&self) -> Option<f64> {
        match self.mv {
            Ok(_) => self.outcome.map(|(best, _)| best),
            // An answer that is no move loses all of it.
            Err(_) => Some(self.lost),
        }
    }
}

/// A [`JudgedAnswer`] in a file. Its numbers are their bits: decimals are not always read back exactly.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    mv: Result<String, String>,
    keeps: bool,
    is_decision: bool,
    lost: u64,
    points: Option<u64>,
    longer: Option<u32>,
    outcome: Option<(u64, u64)>,
    seconds: Option<u64>,
}

impl From<JudgedAnswer> for KeptAnswer {
    fn from(answer: JudgedAnswer) -> KeptAnswer {
        let JudgedAnswer { mv, keeps, is_decision, lost, points, longer, outcome, seconds } = answer;
        KeptAnswer {
            mv,
            keeps,
            is_decision,
            lost: lost.to_bits(),
            points: points.map(f64::to_bits),
            longer,
            outcome: outcome.map(|(best, this)| (best.to_bits(), this.to_bits())),
            seconds: seconds.map(f64::to_bits),
        }
    }
}

impl From<KeptAnswer> for JudgedAnswer {
    fn from(answer: KeptAnswer) -> JudgedAnswer {
        let KeptAnswer { mv, keeps, is_decision, lost, points, longer, outcome, seconds } = answer;
        JudgedAnswer {
            mv,
            keeps,
            is_decision,
            lost: f64::from_bits(lost),
            points: points.map(f64::from_bits),
            longer,
            outcome: outcome.map(|(best, this)| (f64::from_bits(best), f64::from_bits(this))),
            seconds: seconds.map(f64::from_bits),
        }
    }
}

/// The sum of numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    number: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.number += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self, interval: fn(f64, f64, f64) -> (f64, f64)) -> SampleMean {
        if self.number == 0 {
            return SampleMean { of: 0, mean: None, low: None, high: None };
        }
        let size = self.number as f64;
        let mean = self.sum / size;
        let (low, high) = interval(mean, (self.squares / size - mean * mean).max(0.0), size);
        SampleMean { of: self.number, mean: Some(mean), low: Some(low.max(0.0)), high: Some(high) }
    }
}

/// The answers of a player, added up.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerSums {
    pub unknown: u64,
    answers: u64,
    kept: u64,
    decisions: u64,
    decided: u64,
    failed: u64,
    blunders: Blunders,
    lost: Moments,
    points: Moments,
    longer: Moments,
    seconds: Moments,
    longest: f64,
}

impl AnswerSums {
    pub fn add(&mut self, answer: &JudgedAnswer) {
        self.answers += 1;
        self.kept += u64::from(answer.keeps);
        self.decisions += u64::from(answer.is_decision);
        self.decided += u64::from(answer.is_decision && answer.keeps);
        self.failed += u64::from(answer.mv.is_err());
        self.lost.add(answer.lost);
        answer.points.into_iter().for_each(|points| self.points.add(points));
        answer.longer.into_iter().for_each(|plies| self.longer.add(plies.into()));
        if let Some(seconds) = answer.seconds {
            self.seconds.add(seconds);
            self.longest = self.longest.max(seconds);
        }
        match answer.outcome {
            // Of a win, of a draw.
            Some((1.0, 0.5)) => self.blunders.won_to_drawn += 1,
            Some((0.5, 0.0)) => self.blunders.drawn_to_lost += 1,
            Some((1.0, 0.0)) => self.blunders.won_to_lost += 1,
            _ => {}
        }
    }

    pub fn figures(&self, has_dice: bool, has_points: bool) -> GradeFigures {
        let seconds = self.seconds.mean(normal_interval).mean;
        GradeFigures {
            unknown: self.unknown,
            kept: Share::new(self.kept, self.answers),
            decisions: Share::new(self.decided, self.decisions),
            regret: self.lost.mean(mean_interval),
            regret_points: has_points.then(|| self.points.mean(normal_interval)),
            longer_wins: self.longer.mean(normal_interval),
            blunders: (!has_dice).then_some(self.blunders),
            failed: self.failed,
            mean_seconds: seconds,
            longest_seconds: seconds.map(|_| self.longest),
        }
    }
}
