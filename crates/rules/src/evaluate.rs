//! Guesses for positions that are not over.

use crate::Game;

/// A static evaluation: a guess of what a position is worth, without looking ahead.
pub trait Evaluate<G: Game + ?Sized>: Send + Sync {
    /// The guess for a state that is not over, in points from the *first* player's view, strictly between
    /// minus and plus [`Evaluate::win_worth`].
    fn evaluate(&self, game: &G, state: &G::State) -> f64;

    /// What a won game is worth in points where chance weighs it against others, and how values that are
    /// proved are shown as numbers. No estimate and no payoff is larger.
    fn win_worth(&self, game: &G) -> f64;

    /// What this evaluation wants to carry along from `state` to the positions after it, so that it need not look at
    /// all of the board again. Only it knows what the number means. The default carries nothing.
    fn tally(&self, _game: &G, _state: &G::State) -> i64 {
        0
    }

    /// [`Evaluate::tally`] of `after`, which `mv` leads to from `before`, whose tally is `tally`. If the game is over
    /// then, nobody looks at it.
    fn tally_after(
        &self,
        _game: &G,
        _before: &G::State,
        _tally: i64,
        _mv: G::Move,
        _after: &G::State,
    ) -> i64 {
        0
    }

    /// [`Evaluate::evaluate`] of a state whose tally is known: the same number, found faster. The default does
    /// without the tally.
    fn evaluate_tallied(&self, game: &G, state: &G::State, _tally: i64) -> f64 {
        self.evaluate(game, state)
    }

    /// How promising `mv` looks before it is tried, for the mover; searches that sort moves try the largest
    /// first. It costs nothing but time if it is wrong. The default finds all moves equal.
    fn promise(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }
}

/// Knows nothing: every position that is not over is worth 0, a win 1.
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

/// Knows nothing, in a game whose payoffs may be larger than 1: every position that is not over is worth 0, and a win
/// is worth this many points, which no payoff exceeds.
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
