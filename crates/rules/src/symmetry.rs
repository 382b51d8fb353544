//! Positions that are the same up to a turn or a reflection of the game, or up to an exchange of the players.

use std::cmp::Ordering;

use crate::Game;

/// Numbered maps of states and moves that keep the rules: `map(play(s, m)) = play(map(s), map(m))`, with the
/// same player to move and the same outcome. Number 0 is the identity, and the maps form a group. By default
/// there is only the identity.
pub trait Symmetric: Game<State: Ord> {
    /// The number of maps, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of `state` under map number `map`, which is less than [`Symmetric::symmetries`].
    fn map_state(&self, state: &Self::State, map: usize) -> Self::State {
        debug_assert_eq!(map, 0, "the default symmetry is the identity alone");
        state.clone()
    }

    /// The image of a move (or chance outcome) under the same map.
    fn map_move(&self, mv: Self::Move, map: usize) -> Self::Move {
        debug_assert_eq!(map, 0, "the default symmetry is the identity alone");
        mv
    }

    /// The position with the players exchanged, the side to move included. It has the same moves in the same
    /// order, they lead to exchanged positions, and it ends for one player as the original ends for the other
    /// (points change their sign); exchanging twice changes nothing. Knowledge of one position applies to the
    /// other.
    ///
    /// `None`, the default, if the rules treat the players differently, or if it would be of no use: if a
    /// position shows the number of moves that led to it, as in k in a row, it also shows whose turn it is, and
    /// no game reaches both it and its exchanged one. The answer is `None` for all reachable positions or for
    /// none.
    fn exchanged(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The least of all images of `state`, which is the same for all positions that are the same up to
    /// symmetry, with the first map that leads to it.
    fn canonical(&self, state: &Self::State) -> Canonical<Self::State> {
        let mut least = state.clone();
        // As many maps lead to the least image as leave the state alone, so the orbit has one position for
        // each such number of maps.
        let (mut map, mut ways) = (0, 1);
        for other in 1..self.symmetries() {
            let image = self.map_state(state, other);
            match image.cmp(&least) {
                Ordering::Less => (least, map, ways) = (image, other, 1),
                Ordering::Equal => ways += 1,
                Ordering::Greater => {}
            }
        }
        Canonical { state: least, map, orbit: self.symmetries() / ways }
    }
}

/// The representative of a position and all its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical<S> {
    /// The position.
    pub state: S,
    /// The first map from the given position to it.
    pub map: usize,
    /// The number of different images that each of them has: the size of their orbit. Less than the number of
    /// symmetries if some of these leave the position as it is.
    pub orbit: usize,
}

/// True if `state` is equal to all its images, and there is more than one map. The positions after it can then be reached in all
/// their images, and one of them may represent all.
pub fn is_symmetric<G: Symmetric + ?Sized>(game: &G, state: &G::State) -> bool {
    game.symmetries() > 1 && game.canonical(state).orbit == 1
}
