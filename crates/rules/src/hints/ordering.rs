//! Hints for the order of moves and for tables of positions.

use crate::random::mix;
use crate::{Game, Player, Turn};

/// Hints for move ordering and for the keys under which positions are stored.
pub trait OrderingHints: Game {
    /// The importance of `mv` for either player; searches try the largest first. It must be cheap, and a wrong
    /// score costs only time. The default is 0 for every move.
    fn ordering_score(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// The number of moves that `player` would have if it were their turn, if that is cheap to count and
    /// predicts a win or a loss; `None`, the default, otherwise.
    fn mobility(&self, _state: &Self::State, _player: Player) -> Option<u32> {
        None
    }

    /// The number of move codes. Different moves should have different codes: searches keep statistics by code.
    /// The default, 1, keeps none.
    fn move_codes(&self) -> usize {
        1
    }

    /// The code of a move or chance outcome, less than [`OrderingHints::move_codes`].
    fn move_code(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The legal move of a decision that has this code, if there is exactly one. The default goes through all moves; a
    /// game that reads moves off their codes is faster.
    fn move_of_code(&self, state: &Self::State, code: usize) -> Option<Self::Move> {
        let Turn::Decision(_) = self.turn(state) else { return None };
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        let mut of_code = moves.into_iter().filter(|&mv| self.move_code(mv) == code);
        of_code.next().filter(|_| of_code.next().is_none())
    }

    /// The key of `state` in a search's table: the same for equal states, well mixed in all its bits. If it
    /// costs less than searching twice, also the same for images under [`Symmetric`](crate::Symmetric). The
    /// default mixes [`Game::key`].
    fn table_key(&self, state: &Self::State) -> u64 {
        mix(self.key(state))
    }

    /// The same for a search that follows every line to the end of the game: positions may share a key if they
    /// have the same value, distances included, under best play, for instance because they differ only in
    /// pieces that no longer matter. Payoffs may differ by [`OrderingHints::payoff_so_far`]. The default is
    /// [`OrderingHints::table_key`].
    fn outcome_key(&self, state: &Self::State) -> u64 {
        self.table_key(state)
    }

    /// The part of the payoff that was decided before `state`, from the first player's point of view, if
    /// [`OrderingHints::outcome_key`] leaves it out: of two positions of one key the payoffs under best play differ
    /// by what this differs. Sums with payoffs have to be exact, as those of whole numbers are, so a game with chance
    /// keeps the default, 0.
    fn payoff_so_far(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// Takes away from the moves of `state` at places from `from` on those that are never better, when played out, than
    /// one that stays; at least one stays. The default takes none away.
    fn drop_useless(&self, _state: &Self::State, _moves: &mut Vec<Self::Move>, _from: usize) {}

    /// An upper bound on the plies of any game from `state`; `None` if there is none, or none is known. Positions of
    /// a game that has one do not recur.
    fn plies_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}
