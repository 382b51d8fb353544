//! Holding: keeping the opponent from winning, by a game's own search.

use crate::{Game, Interrupted, Run};

/// A game's own search for whether one player, the defender, can keep the opponent from winning. It may judge a simpler game in which
/// the defender has less: what holds there holds in the game.
pub trait Holding<G: Game + ?Sized> {
    /// True only if the defender does not lose from `state`; false says nothing about the game. Reports the positions visited
    /// so far.
    ///
    /// # Errors
    /// If it was stopped. Results so far are kept.
    fn holds(&mut self, state: &G::State, run: &Run<'_, u64>) -> Result<bool, Interrupted>;

    /// A move by which the defender, who decides in `state`, holds as [`Holding::holds`] means it, if there is one.
    ///
    /// # Errors
    /// If it was stopped.
    fn holding_move(&mut self, state: &G::State, run: &Run<'_, u64>) -> Result<Option<G::Move>, Interrupted>;
}
