//! Holding: keeping the opponent from winning, by a game's own search.

use crate::Game;

/// A game's own search for whether one player, the defender, can keep the opponent from winning. It may judge a simpler game in which
/// the defender has less: what holds there holds in the game.
pub trait Holding<G: Game + ?Sized> {
    /// True only if the defender does not lose from `state`; false says nothing about the game. `None` if `go_on`, which is called
    /// with the positions visited so far, returned false; results so far are kept.
    fn holds(&mut self, state: &G::State, go_on: &mut dyn FnMut(u64) -> bool) -> Option<bool>;

    /// A move by which the defender, who decides in `state`, holds as [`Holding::holds`] means it; `None` if there is none, or `go_on`
    /// returned false.
    fn holding_move(&mut self, state: &G::State, go_on: &mut dyn FnMut(u64) -> bool) -> Option<G::Move>;
}
