//! The judge of moves by the exact values of their position.

use plywood_erased::Analysis;
use plywood_rules::{Proved, Value};
use serde::{Deserialize, Serialize};

use crate::grade_figures::JudgedAnswer;
use crate::loss::{LossScale, is_sure};

/// A move that a player made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MadeMove {
    /// The move, or the reason why there is none.
    pub mv: Result<String, String>,
    /// The time, if it is known.
    pub seconds: Option<f64>,
}

/// The exact values of a position, by which moves are judged.
pub(crate) struct PositionJudge<'a> {
    truth: &'a Analysis,
    exact_losses: bool,
    scale: LossScale,
    best: Value,
    /// True if a legal move throws value away.
    pub is_decision: bool,
}

impl<'a> PositionJudge<'a> {
    /// `exact_losses` is true if the distances of all moves are those of best play. `None` if a value is missing or an estimate.
    pub fn new(truth: &'a Analysis, exact_losses: bool, scale: LossScale) -> Option<PositionJudge<'a>> {
        let best = truth.value.filter(|&value| is_sure(value))?;
        let mut is_decision = false;
        for mv in &truth.moves {
            let value = mv.value.filter(|&value| is_sure(value))?;
            is_decision |= !scale.of_move(best, value).keeps_value();
        }
        Some(PositionJudge { truth, exact_losses, scale, best, is_decision })
    }

    /// True if this move keeps the value of the position; `None` if every move does, or it is no legal one.
    pub fn decides_well(&self, mv: &str) -> Option<bool> {
        let value = self.truth.moves.iter().find(|known| known.mv == mv)?.value?;
        self.is_decision.then(|| self.scale.of_move(self.best, value).keeps_value())
    }

    /// The value of the position in words.
    pub fn best_value(&self) -> String {
        self.best.in_words(self.truth.exact_plies)
    }

    /// The moves that are as good as the best one, and win as quickly or lose as slowly.
    pub fn best_moves(&self) -> Vec<String> {
        let is_best = |value: Value| match (self.best, value) {
            (Value::Proved(best), Value::Proved(value)) if self.truth.exact_plies => best == value,
            (best, value) => self.scale.of_move(best, value).keeps_value(),
        };
        let best = self.truth.moves.iter().filter(|mv| mv.value.is_some_and(is_best));
        best.map(|mv| mv.mv.clone()).collect()
    }

    /// The answer of this player, judged, with the value of the move in words.
    pub(crate) fn answer(&self, player: usize, made: MadeMove) -> (usize, JudgedAnswer, Option<String>) {
        let MadeMove { mv, seconds } = made;
        let legal = |mv: String| {
            let value = self.truth.moves.iter().find(|known| known.mv == mv).and_then(|known| known.value);
            value.map(|value| (mv.clone(), value)).ok_or_else(|| format!("'{mv}' is no legal move"))
        };
        let answer = match mv.and_then(legal) {
            Ok((mv, value)) => {
                let loss = self.scale.of_move(self.best, value);
                let chances = (self.scale.chance(self.best), self.scale.chance(value));
                let longer = match (self.best, value) {
                    (Value::Proved(Proved::Win { plies: best }), Value::Proved(Proved::Win { plies })) => {
                        self.truth.exact_plies.then(|| plies.saturating_sub(best))
                    }
                    _ => None,
                };
                let answer = JudgedAnswer {
                    mv: Ok(mv),
                    keeps: loss.keeps_value(),
                    is_decision: self.is_decision,
                    lost: loss.chance,
                    points: loss.points,
                    longer,
                    outcome: (!self.scale.has_dice).then_some(chances),
                    seconds,
                };
                return (player, answer, Some(value.in_words(self.exact_losses)));
            }
            Err(reason) => JudgedAnswer {
                mv: Err(reason),
                keeps: false,
                is_decision: self.is_decision,
                lost: self.scale.chance(self.best),
                points: None,
                longer: None,
                outcome: None,
                seconds,
            },
        };
        (player, answer, None)
    }
}
