//! Identical games count once.

use std::collections::HashSet;
use std::hash::Hash;

/// The weight of each game: 1 for the first with these moves, 0 for each repetition; and the number of games that count.
///
/// Two deterministic players repeat the same game as often as they are asked to, which says no more about their strength than
/// playing it once. `games` are in the order in which they were scheduled; each is the game (its rules), the player that moved
/// first and the one that moved second, and its moves or their hash. Games of other players, or with sides swapped, are others.
pub fn distinct<K: Hash + Eq>(games: impl IntoIterator<Item = (usize, [usize; 2], K)>) -> (Vec<f64>, usize) {
    let mut seen = HashSet::new();
    let weights = games.into_iter().map(|game| if seen.insert(game) { 1.0 } else { 0.0 }).collect();
    (weights, seen.len())
}
