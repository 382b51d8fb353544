//! Holding by pairs of moves, as [`Tactics::pairing`] says.

use crate::{Player, Tactics, moves_or_outcomes};

/// Those of these pairs of which neither move was made: both are legal in `state`.
pub fn free_pairs<G: Tactics>(
    game: &G,
    state: &G::State,
    pairs: &[(G::Move, G::Move)],
) -> Vec<(G::Move, G::Move)> {
    let moves = moves_or_outcomes(game, state);
    pairs.iter().copied().filter(|(a, b)| moves.contains(a) && moves.contains(b)).collect()
}

/// What `player`, whose turn it is, plays to hold by these pairs when the opponent has made the move `asked`: the other one of its pair if
/// that is legal, else what [`Tactics::unpaired`] tells, else the first legal move. `None` if there is none.
pub fn answer_by_pairs<G: Tactics>(
    game: &G,
    state: &G::State,
    player: Player,
    pairs: &[(G::Move, G::Move)],
    asked: Option<G::Move>,
) -> Option<G::Move> {
    let moves = moves_or_outcomes(game, state);
    let partner = pairs.iter().find_map(|&(a, b)| match asked? {
        asked if asked == a => Some(b),
        asked if asked == b => Some(a),
        _ => None,
    });
    let partner = partner.filter(|partner| moves.contains(partner));
    let unpaired = || game.unpaired(state, player, &free_pairs(game, state, pairs));
    partner.or_else(unpaired).or_else(|| moves.first().copied())
}
