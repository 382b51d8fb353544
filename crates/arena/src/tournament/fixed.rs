//! Tournaments whose pairings do not depend on results.

use super::pairing::Pairing;

/// The rounds of a round robin by the circle method: all players but one are in a circle, which turns by one place a round; those
/// opposite each other meet, and the one at the top meets the last player, or has a bye if the number is odd.
pub fn round_robin(players: usize) -> Vec<Vec<Pairing>> {
    let even = players + players % 2;
    let circle = even - 1;
    (0..circle)
        .map(|round| {
            let top = Some([round, circle]).filter(|_| even == players);
            let opposite = (1..even / 2).map(|k| [(round + k) % circle, (round + circle - k) % circle]);
            top.into_iter()
                .chain(opposite)
                .map(|[a, b]| Pairing { players: if (a + b) % 2 == 0 { [a, b] } else { [b, a] } })
                .collect()
        })
        .collect()
}

/// The rounds of a gauntlet: the smaller side moves along the larger one, so that no player sits out two rounds if both are even.
pub fn gauntlet(players: usize, heroes: usize) -> Vec<Vec<Pairing>> {
    let others = players - heroes;
    (0..heroes.max(others))
        .map(|round| {
            (0..heroes.min(others))
                .map(|k| {
                    let along = (round + k) % heroes.max(others);
                    let (hero, other) = if heroes <= others { (k, along) } else { (along, k) };
                    Pairing { players: [hero, heroes + other] }
                })
                .collect()
        })
        .collect()
}
