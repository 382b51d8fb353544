//! Hints about players who cannot lose: because the opponent can no longer win, or because they answer by pairs
//! of moves.

use super::specialists::Specialized;
use crate::{Game, Player, moves_or_outcomes};

/// Hints about which player can still win, and about pairs of moves by which a player does not lose.
pub trait PairingHints: Game {
    /// The least and the greatest payoff with which play from `state` can end, from the first player's point of
    /// view. A draw is a payoff of 0; a win is beyond every number, so a game that may end in one keeps the
    /// default, which rules out nothing.
    fn payoff_bounds(&self, _state: &Self::State) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// False only if no play of this game ends in a draw, so that a player who cannot lose wins.
    fn has_draws(&self) -> bool {
        true
    }

    /// False only if no play from `state` ends with a win for `player`. If it is false for both players, the
    /// game ends in a draw. By default it is false if the payoff is bounded so.
    fn can_win(&self, state: &Self::State, player: Player) -> bool {
        let (least, most) = self.payoff_bounds(state);
        if player == Player::First { most > 0.0 } else { least < 0.0 }
    }

    /// True only if `player` can avoid a loss from `state` whatever the opponent plays; false says nothing. By
    /// default it is true if the opponent cannot win at all.
    fn cannot_lose(&self, state: &Self::State, player: Player) -> bool {
        !self.can_win(state, player.other())
    }

    /// Pairs of moves by which `player` does not lose from `state`, if such pairs are found quickly: when the
    /// opponent makes one move of a pair, `player` answers with the other one if that is legal, and otherwise
    /// makes the move of [`unpaired`](super::Specialists::unpaired), or any. [`PairingHints::pairs_hold`] confirms them. No
    /// pairs are needed if the opponent cannot win at all, which is all that the default detects; `None` says
    /// nothing.
    ///
    /// A move may be in several pairs if the game knows what that means. The moves that such pairs connect are a *group*, and
    /// [`unpaired`](super::Specialists::unpaired) answers in it.
    fn pairing(&self, state: &Self::State, player: Player) -> Option<Vec<(Self::Move, Self::Move)>> {
        self.pairs_hold(state, player, &[]).then(Vec::new)
    }

    /// True only if `player`, answering by these pairs as [`PairingHints::pairing`] describes, does not lose
    /// from `state`, whatever the opponent plays. Proofs depend on it. While `player` answers in this way, it
    /// stays true of the same pairs whenever the opponent is to move: a pair of which a move was made is over.
    /// The default accepts only an empty list against an opponent who cannot win.
    fn pairs_hold(&self, state: &Self::State, player: Player, pairs: &[(Self::Move, Self::Move)]) -> bool {
        pairs.is_empty() && !self.can_win(state, player.other())
    }
}

/// The reply of `player`, whose turn it is, to the opponent's move `asked`: the other move of its pair if that
/// is legal and neither is in another one, else the move of [`unpaired`](super::Specialists::unpaired), else the first legal move. `None` if there
/// is none.
pub fn answer_by_pairs<G: Specialized>(
    game: &G,
    state: &G::State,
    player: Player,
    pairs: &[(G::Move, G::Move)],
    asked: Option<G::Move>,
) -> Option<G::Move> {
    let moves = moves_or_outcomes(game, state);
    let is_alone = |mv| pairs.iter().filter(|&&(a, b)| a == mv || b == mv).count() == 1;
    let partner = pairs.iter().find_map(|&(a, b)| match asked? {
        asked if asked == a => Some(b),
        asked if asked == b => Some(a),
        _ => None,
    });
    let partner = partner
        .filter(|&partner| moves.contains(&partner) && is_alone(partner) && asked.is_some_and(is_alone));
    let unpaired = || game.specialists().unpaired.and_then(|unpaired| unpaired(game, state, player, pairs));
    partner.or_else(unpaired).or_else(|| moves.first().copied())
}
