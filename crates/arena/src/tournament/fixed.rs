//! Tournaments whose pairings do not depend on results.

use super::pairing::Pairing;

/// Round `round` of a round robin by the circle method: all players but one are in a circle, which turns by one place a round; those
/// opposite each other meet, and the one at the top meets the last player, or has a bye if the number is odd. `None` after the last.
/// The player with the higher number is named first, however many there are: two who meet are the same pairing if players join.
pub fn round_robin(players: usize, round: usize) -> Option<Vec<Pairing>> {
    let even = players + players % 2;
    let circle = even - 1;
    let top = Some([round, circle]).filter(|_| even == players);
    let opposite = (1..even / 2).map(|k| [(round + k) % circle, (round + circle - k) % circle]);
    let pairings = top.into_iter().chain(opposite);
    let named = |[a, b]: [usize; 2]| Pairing { players: [a.max(b), a.min(b)] };
    (round < circle).then(|| pairings.map(named).collect())
}

/// Round `round` of a gauntlet: the smaller side moves along the larger one, so that each of them plays in every round. `None` after
/// the last.
pub fn gauntlet(players: usize, heroes: usize, round: usize) -> Option<Vec<Pairing>> {
    let others = players - heroes;
    let (fewer, more) = (heroes.min(others), heroes.max(others));
    let pairing = |k: usize| {
        let along = (round + k) % more;
        let (hero, other) = if heroes <= others { (k, along) } else { (along, k) };
        Pairing { players: [hero, heroes + other] }
    };
    (round < more).then(|| (0..fewer).map(pairing).collect())
}
