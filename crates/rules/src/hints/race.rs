//! Races in which a turn may gain nothing, in the form that a solver needs.
//!
//! Pig and its relatives are "jeopardy dice games" (Neller and Presser, UMAP Journal 25(1), 2004): the player
//! throws repeatedly and adds up the throws; a bad throw loses the turn total, and stopping banks it. A
//! position is two scores and a turn total, and only positions of the same two scores can recur: a solver that
//! knows this can solve millions of them without calling the rules again.

use std::fmt;

use crate::Game;

/// The rules of a race in which both players have the same choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Points that win, as soon as score and turn total together reach them. At least 1.
    pub target: u16,
    /// The probability that a throw takes the turn total and ends the turn; less than 1.
    pub bust: f64,
    /// The gains of the other throws, at least 1 each and in ascending order, with their probabilities.
    pub gains: Vec<(u16, f64)>,
}

/// The scores of a race when a player decides whether to throw (again) or to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RaceSpot {
    /// The score of the player who decides, without the turn total; less than the target.
    pub mine: u16,
    /// The other player's score; less than the target.
    pub theirs: u16,
    /// The turn total; together with `mine` less than the target. A player may stop unless it is 0.
    pub total: u16,
}

/// A game as such a race.
pub struct AsRace<G: Game + ?Sized> {
    /// Its rules.
    pub race: Race,
    /// The scores in a position in which a player decides.
    pub spot: fn(&G, &G::State) -> RaceSpot,
    /// To throw.
    pub roll: G::Move,
    /// To stop.
    pub hold: G::Move,
}

impl<G: Game + ?Sized> fmt::Debug for AsRace<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsRace").field("race", &self.race).finish_non_exhaustive()
    }
}
