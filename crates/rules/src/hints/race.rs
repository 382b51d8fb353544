//! Dice races that a game solves as a whole.
//!
//! Pig and its relatives are "jeopardy dice games" (Neller and Presser, UMAP Journal 25(1), 2004): the player throws repeatedly and
//! adds up the throws; a bad throw loses the turn total, and stopping banks it. Positions recur, so no search comes to an end;
//! but a solver that knows the rules values all of them, and says more: when to stop.

use serde::Serialize;

use crate::{Game, Interrupted, Player, Run, Turn};

/// A race in which both players have the same choices and one of them wins.
pub struct DiceRace<G: Game + ?Sized> {
    /// Points that win: time and memory for solving grow with their square.
    pub points: u16,
    /// Solves it.
    pub solve: SolveRace<G>,
}

/// Solves a race.
///
/// # Errors
/// If it was stopped.
pub type SolveRace<G> = fn(&G, &Run<'_, RaceProgress>) -> Result<Box<dyn SolvedRace<G>>, Interrupted>;

/// The progress of solving a race: the pairs of scores done, and their total.
pub type RaceProgress = (u64, u64);

/// The winning probabilities of all positions of a race under best play.
pub trait SolvedRace<G: Game + ?Sized>: Send + Sync {
    /// The legal moves of a decision, each with the probability that the player who decides wins after it.
    fn moves(&self, state: &G::State) -> Vec<(G::Move, f64)>;

    /// A bound on how far any probability is from the truth, apart from the rounding within a turn.
    fn error(&self) -> f64;

    /// The number of turns that were evaluated.
    fn turns(&self) -> u64;

    /// The turn totals at which the player who decides in `state` stops during this turn, from the least on, as runs: from, to.
    fn holds(&self, state: &G::State) -> Vec<(u16, u16)>;

    /// For every score of the player who decides and of the opponent, the least turn total at which to stop, or the distance to the
    /// target if there is none.
    fn first_holds(&self) -> Vec<Vec<u16>>;

    /// The results against a player who stops at turn total `at`: by playing as against the best, by the best answer to just
    /// this player, and of this player against the like.
    ///
    /// # Errors
    /// If it was stopped.
    fn against_hold(&self, at: u16, run: &Run<'_, RaceProgress>) -> Result<[Meeting; 3], Interrupted>;
}

/// Exact winning probabilities of two strategies in a race.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// The probability that the one wins when beginning the game.
    pub begins: f64,
    /// The same when the other player begins.
    pub follows: f64,
    /// The probability over both seats.
    pub score: f64,
}

/// The probability that `player` wins from a position of a solved race; `None` if it may end without a winner.
pub fn wins<G: Game>(game: &G, race: &dyn SolvedRace<G>, state: &G::State, player: Player) -> Option<f64> {
    match game.turn(state) {
        Turn::Over(outcome) => outcome.winner().map(|winner| f64::from(u8::from(winner == player))),
        Turn::Decision(mover) => {
            let best = race.moves(state).into_iter().map(|(_, wins)| wins).fold(0.0, f64::max);
            Some(if mover == player { best } else { 1.0 - best })
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            outcomes.into_iter().try_fold(0.0, |sum, (mv, probability)| {
                Some(sum + probability * wins(game, race, &game.child(state, mv), player)?)
            })
        }
    }
}
