//! Guesses for positions that are not over.

use crate::options::alternatives;
use crate::{Game, TextError};

/// A static evaluation: an estimate of a position's value without search.
pub trait Evaluate<G: Game + ?Sized>: Send + Sync {
    /// The guess for a state that is not over, in points from the *first* player's view, strictly between
    /// minus and plus [`Evaluate::win_worth`].
    fn evaluate(&self, game: &G, state: &G::State) -> f64;

    /// The worth of a won game in points: chance nodes weigh wins against estimates with it, and proved values
    /// are shown as numbers with it. No estimate and no payoff is larger. The default is the greatest payoff.
    fn win_worth(&self, game: &G) -> f64 {
        game.greatest_payoff()
    }

    /// The lead, in points, with which the side ahead wins three games of four between equal players, as
    /// measured. People are shown estimates as the chance of winning, which is worked out from it
    /// ([`Value::chance`](crate::Value::chance)). The default is `None`: it was not measured.
    fn winning_lead(&self, _game: &G) -> Option<f64> {
        None
    }

    /// A number carried from `state` to the positions after it, which saves evaluating the whole board again.
    /// Only the evaluation knows its meaning. The default is 0.
    fn accumulator(&self, _game: &G, _state: &G::State) -> i64 {
        0
    }

    /// [`Evaluate::accumulator`] of `after`, which `mv` reaches from `before`, whose accumulator is
    /// `accumulator`. The result is not used if the game is over.
    fn accumulator_after(
        &self,
        _game: &G,
        _before: &G::State,
        _accumulator: i64,
        _mv: G::Move,
        _after: &G::State,
    ) -> i64 {
        0
    }

    /// [`Evaluate::evaluate`] of a state whose accumulator is known: the same number, found faster. The default
    /// ignores the accumulator.
    fn evaluate_accumulated(&self, game: &G, state: &G::State, _accumulator: i64) -> f64 {
        self.evaluate(game, state)
    }

    /// Evaluates all replies to a position at once, if that is faster than one by one. The default is `None`.
    fn reply_evaluator(&self, _game: &G) -> Option<Box<dyn ReplyEvaluator<G> + Send>> {
        None
    }

    /// An estimate of `mv` for the mover before it is searched; searches that sort moves try the largest first.
    /// A wrong estimate costs only time. The default is 0 for every move.
    fn ordering_score(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }
}

/// Evaluates all positions one ply further at once. Most positions of a search are leaves, and an
/// implementation that knows the effect of each move need not make any of them.
///
/// It follows a search by itself: each call moves it from the last position to the new one.
pub trait ReplyEvaluator<G: Game + ?Sized> {
    /// The greatest [`Evaluate::evaluate`], from the mover's point of view, over the positions that `moves`
    /// lead to from `state`, and the place of the first move that has it. `state` is a decision, whose
    /// accumulator is `accumulator`; `moves` are legal there, at least one, and none of them wins at once.
    /// `None` if it cannot tell, for example because one of the moves ends the game. Any move whose value is at least
    /// `enough` may be answered instead.
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        accumulator: i64,
        moves: &[G::Move],
        enough: f64,
    ) -> Option<(f64, usize)>;

    /// Appends the ordering score of each of `moves` for the mover of `state`, a decision in which they are
    /// legal: searches use it instead of [`Evaluate::ordering_score`] and
    /// [`OrderingHints::ordering_score`](crate::OrderingHints::ordering_score). A wrong score costs only time.
    fn ordering_scores(&mut self, game: &G, state: &G::State, moves: &[G::Move], scores: &mut Vec<i32>);
}

/// A number in an evaluation that was set by hand or by games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Its name, of letters, digits, dashes and underscores: `mobility`.
    pub name: &'static str,
    /// The value in the built-in evaluation.
    pub value: i32,
    /// The least it may be; at most `value`.
    pub min: i32,
    /// The greatest it may be; at least `value`.
    pub max: i32,
    /// The smallest change that alters play noticeably, and a tuner's first step. At least 1.
    pub step: i32,
}

impl Weight {
    /// The values of `weights`, some of them set by `text`: `beside=12+corner=-5`; the others have their
    /// built-in values.
    ///
    /// # Errors
    /// If a name is unknown or given twice, or a value is no number or out of bounds.
    pub fn read(weights: &[Weight], text: &str) -> Result<Vec<i32>, TextError> {
        let mut values: Vec<Option<i32>> = vec![None; weights.len()];
        for piece in text.split('+') {
            let Some((name, value)) = piece.split_once('=') else {
                return Err(TextError::new(format!("'{piece}' sets no weight: write weight=value")));
            };
            let Some(place) = weights.iter().position(|weight| weight.name == name) else {
                let names = weights.iter().map(|weight| weight.name);
                return Err(TextError::new(format!(
                    "unknown weight '{name}'; {}",
                    alternatives(name, names, "there are")
                )));
            };
            let Weight { min, max, .. } = weights[place];
            let value = match value.parse() {
                Ok(number) if (min..=max).contains(&number) => number,
                _ => {
                    let reason = format!("weight '{name}' cannot be '{value}'; it has to be {min} to {max}");
                    return Err(TextError::new(reason));
                }
            };
            if values[place].replace(value).is_some() {
                return Err(TextError::new(format!("weight '{name}' is given twice")));
            }
        }
        Ok(weights.iter().zip(values).map(|(weight, value)| value.unwrap_or(weight.value)).collect())
    }

    /// Writes all `weights` with these values in the form that [`Weight::read`] reads.
    pub fn text(weights: &[Weight], values: &[i32]) -> String {
        let pieces = weights.iter().zip(values).map(|(weight, value)| format!("{}={value}", weight.name));
        pieces.collect::<Vec<_>>().join("+")
    }
}

/// An evaluation whose weights can be tuned by games.
pub struct Tunable<G: ?Sized> {
    /// The name of the evaluation.
    pub name: &'static str,
    /// Its weights.
    pub weights: Vec<Weight>,
    /// The evaluation with these weights instead, in their order, each within its bounds; with the built-in ones
    /// the one that is built in.
    #[allow(clippy::type_complexity)]
    pub build: Box<dyn Fn(&G, &[i32]) -> Box<dyn Evaluate<G>>>,
}

/// A function from game and state to the guess.
impl<G: Game + ?Sized, F: Fn(&G, &G::State) -> f64 + Send + Sync> Evaluate<G> for F {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self(game, state)
    }
}

/// A function from game and state to the guess, and its [`Evaluate::winning_lead`].
pub struct WithLead<F>(pub F, pub f64);

impl<G: Game + ?Sized, F: Fn(&G, &G::State) -> f64 + Send + Sync> Evaluate<G> for WithLead<F> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        (self.0)(game, state)
    }

    fn winning_lead(&self, _game: &G) -> Option<f64> {
        Some(self.1)
    }
}

/// No knowledge: every position that is not over has the value 0, a win 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<G: Game + ?Sized> Evaluate<G> for Nothing {
    fn evaluate(&self, _game: &G, _state: &G::State) -> f64 {
        0.0
    }

    fn win_worth(&self, _game: &G) -> f64 {
        1.0
    }
}

/// No knowledge, in a game whose payoffs may be larger than 1: every position that is not over has the value 0,
/// and a win is worth this many points, which no payoff exceeds.
#[derive(Clone, Copy, Debug)]
pub struct NothingUpTo(pub f64);

impl<G: Game + ?Sized> Evaluate<G> for NothingUpTo {
    fn evaluate(&self, _game: &G, _state: &G::State) -> f64 {
        0.0
    }

    fn win_worth(&self, _game: &G) -> f64 {
        self.0
    }
}
