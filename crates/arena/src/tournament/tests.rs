//! Schedules: everybody meets whom they should, and interruptions change nothing.

use std::collections::HashMap;

use plywood_rules::random::below;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::*;

fn schedule(format: TournamentFormat, players: usize) -> Schedule {
    Schedule::new(format, players, 1, 1).unwrap()
}

/// Plays all rounds with results of chance; `after` sees the rounds before each round and that round.
fn play(
    schedule: &Schedule,
    seed: u64,
    draws: bool,
    mut after: impl FnMut(&[Vec<PairingResult>], &Round),
) -> Vec<Vec<PairingResult>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut finished: Vec<Vec<PairingResult>> = Vec::new();
    while let Some(round) = schedule.next_round(&finished) {
        assert!(!round.pairings.is_empty());
        after(&finished, &round);
        let results = round.pairings.iter().map(|&pairing| {
            let games = 4 * round.pairs;
            let first = if draws { below(&mut rng, games as usize + 1) as u32 } else { games / 2 };
            PairingResult { pairing, halves: [first, games - first] }
        });
        finished.push(results.collect());
        assert!(finished.len() < 3000, "a tournament that never ends");
    }
    finished
}

/// The numbers of meetings, by the players in rising order.
fn meetings(finished: &[Vec<PairingResult>]) -> HashMap<[usize; 2], u32> {
    let mut meetings = HashMap::new();
    for result in finished.iter().flatten() {
        let mut players = result.pairing.players;
        players.sort_unstable();
        assert_ne!(players[0], players[1]);
        *meetings.entry(players).or_default() += 1;
    }
    meetings
}

#[test]
fn in_a_round_robin_each_pair_meets_exactly_once_and_everybody_plays_early() {
    for players in 2..=17 {
        let schedule = schedule(TournamentFormat::RoundRobin, players);
        let mut played = 0;
        let finished = play(&schedule, 1, true, |before, round| {
            assert_eq!(round.byes.len(), players % 2);
            assert_eq!(round.pairings.len(), players / 2);
            assert_eq!(schedule.fixed_rounds().unwrap()[before.len()], *round);
            played += schedule.games_of(round).len() as u64;
        });
        let meetings = meetings(&finished);
        assert_eq!(meetings.len(), players * (players - 1) / 2);
        assert!(meetings.values().all(|&count| count == 1));
        assert_eq!(played, schedule.expected_games());
    }
}

#[test]
fn in_a_gauntlet_each_hero_meets_each_other_once() {
    for players in 2..=9 {
        for heroes in 1..players {
            let schedule = schedule(TournamentFormat::Gauntlet { heroes }, players);
            let finished = play(&schedule, 1, true, |_, round| {
                let mut busy: Vec<usize> =
                    round.pairings.iter().flat_map(|pairing| pairing.players).collect();
                busy.extend(&round.byes);
                busy.sort_unstable();
                assert_eq!(busy, (0..players).collect::<Vec<_>>());
            });
            let meetings = meetings(&finished);
            assert_eq!(meetings.len() as u64, schedule.expected_games() / 2);
            assert!(meetings.iter().all(|([a, b], &count)| *a < heroes && *b >= heroes && count == 1));
        }
    }
}

/// The fewest rematches of a pairing of all players but `bye`, by trying all sets of players.
fn fewest_rematches(players: usize, bye: Option<usize>, met: &HashMap<[usize; 2], u32>) -> u32 {
    let full = (1_usize << players) - 1;
    let start = bye.map_or(0, |bye| 1 << bye);
    let mut fewest = vec![u32::MAX; full + 1];
    fewest[start] = 0;
    for paired in start..full {
        if fewest[paired] == u32::MAX {
            continue;
        }
        let a = (!paired).trailing_zeros() as usize;
        for b in (a + 1..players).filter(|b| paired & (1 << b) == 0) {
            let next = paired | 1 << a | 1 << b;
            fewest[next] = fewest[next].min(fewest[paired] + u32::from(met.contains_key(&[a, b])));
        }
    }
    fewest[full]
}

/// Plays a Swiss tournament and checks every round against all that were possible.
fn check_swiss(players: usize, rounds: usize, seed: u64, draws: bool) {
    let schedule = schedule(TournamentFormat::Swiss { rounds }, players);
    let mut byes = vec![0; players];
    let finished = play(&schedule, seed, draws, |before, round| {
        let met = meetings(before);
        assert_eq!((round.pairings.len(), round.byes.len()), (players / 2, players % 2));
        let rematches = round.pairings.iter().filter(|pairing| {
            let mut players = pairing.players;
            players.sort_unstable();
            met.contains_key(&players)
        });
        let least = match round.byes.first() {
            Some(&bye) => {
                assert_eq!(byes[bye], 0, "a second bye");
                let may = (0..players).filter(|&player| byes[player] == 0);
                let least = may.map(|bye| fewest_rematches(players, Some(bye), &met)).min().unwrap();
                byes[bye] += 1;
                least
            }
            None => fewest_rematches(players, None, &met),
        };
        assert_eq!(rematches.count() as u32, least, "{players} players, round {}", before.len());
    });
    assert_eq!(finished.len(), rounds);
    let scores = schedule.swiss_scores(&finished).unwrap();
    assert_eq!(
        scores.iter().map(|score| score.halves as usize).sum::<usize>(),
        rounds * 2 * players.div_ceil(2)
    );
}

#[test]
fn swiss_rounds_have_as_few_rematches_as_there_can_be() {
    for players in 2..=11 {
        let most = players - 1 + players % 2;
        for seed in 0..3 {
            check_swiss(players, most, seed, true);
        }
        check_swiss(players, most, 0, false);
    }
    check_swiss(14, 13, 5, true);
    check_swiss(16, 15, 4, true);
    check_swiss(13, 6, 4, true);
}

#[test]
fn the_first_swiss_round_is_the_upper_half_against_the_lower() {
    let round = schedule(TournamentFormat::Swiss { rounds: 3 }, 7).next_round(&[]).unwrap();
    assert_eq!(
        round.pairings.iter().map(|pairing| pairing.players).collect::<Vec<_>>(),
        [[0, 3], [4, 1], [2, 5]]
    );
    assert_eq!(round.byes, [6]);
}

#[test]
fn swiss_tie_breaks_are_the_sums_of_the_opponents() {
    // Worked by hand: 0 beats 1 and 2; 1 beats 3; 2 draws with 3 in the first round.
    let result = |a, b, halves| PairingResult { pairing: Pairing { players: [a, b] }, halves };
    let finished =
        [vec![result(0, 1, [4, 0]), result(2, 3, [2, 2])], vec![result(2, 0, [1, 3]), result(1, 3, [3, 1])]];
    let scores = schedule(TournamentFormat::Swiss { rounds: 3 }, 4).swiss_scores(&finished).unwrap();
    let of = |at: usize| {
        let SwissScore { halves, buchholz_halves, sonneborn_berger_quarters, .. } = scores[at];
        (halves, buchholz_halves, sonneborn_berger_quarters)
    };
    assert_eq!([of(0), of(1), of(2), of(3)], [(4, 3, 6), (2, 5, 2), (1, 5, 1), (1, 3, 1)]);
}

#[test]
fn a_knockout_ends_with_one_winner_who_lost_to_nobody() {
    for players in 2..=33 {
        for seed in 0..4 {
            let schedule = schedule(TournamentFormat::Knockout, players);
            let finished = play(&schedule, seed, seed > 0, |_, _| {});
            let bracket = schedule.bracket(&finished).unwrap();
            let winner = bracket.winner().unwrap();
            let ties = bracket.stages.iter().flatten().filter(|tie| tie.players.1.is_some());
            assert_eq!(ties.count(), players - 1, "everybody but the winner loses one tie");
            let byes = bracket.stages[0].iter().filter(|tie| tie.players.1.is_none());
            let byes: Vec<usize> = byes.map(|tie| tie.players.0).collect();
            assert!(byes.iter().all(|&player| player < players.next_power_of_two() - players));
            assert_eq!(byes.len(), players.next_power_of_two() - players);
            // Where everything is drawn the better seed wins, after the further pairs.
            if seed == 0 {
                assert_eq!(winner, 0);
                assert_eq!(finished.len(), bracket.stages.len() * (1 + FURTHER_PAIRS));
                assert!(
                    bracket.stages.iter().flatten().all(|tie| tie.is_by_seed() || tie.players.1.is_none())
                );
            }
        }
    }
}

#[test]
fn further_pairs_of_a_knockout_are_played_by_those_who_drew() {
    let schedule = Schedule::new(TournamentFormat::Knockout, 4, 2, 3).unwrap();
    let first = schedule.next_round(&[]).unwrap();
    assert_eq!(first.pairings.iter().map(|pairing| pairing.players).collect::<Vec<_>>(), [[0, 3], [1, 2]]);
    assert_eq!(schedule.games_of(&first).len(), 2 * 2 * 2 * 3);
    let result = |at: usize, halves| PairingResult { pairing: first.pairings[at], halves };
    let further = schedule.next_round(&[vec![result(0, [12, 12]), result(1, [11, 13])]]).unwrap();
    assert_eq!((further.pairings.as_slice(), further.pairs), ([first.pairings[0]].as_slice(), 1));
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    use TournamentFormat::{Gauntlet, Knockout, RoundRobin, Swiss};
    let cases = [
        (RoundRobin, 1, 1, 1, "a tournament cannot have 1 players; name 2 to 1024"),
        (Knockout, 2, 0, 1, "a tournament needs a game; name at least one"),
        (Knockout, 2, 1, 0, "a pairing cannot play 0 pairs of games; write at least 1"),
        (Gauntlet { heroes: 4 }, 4, 1, 1, "a gauntlet of 4 players cannot have 4 heroes; write 1 to 3"),
        (Swiss { rounds: 4 }, 4, 1, 1, "a Swiss tournament of 4 players cannot have 4 rounds; write 1 to 3"),
        (Swiss { rounds: 0 }, 5, 1, 1, "a Swiss tournament of 5 players cannot have 0 rounds; write 1 to 5"),
    ];
    for (format, players, games, pairs, expected) in cases {
        assert_eq!(Schedule::new(format, players, games, pairs).unwrap_err().to_string(), expected);
    }
}

proptest! {
    #[test]
    fn a_largest_matching_is_as_large_as_the_best_of_all(n in 0..9_usize, some in any::<u64>(), others in any::<u64>()) {
        // Few edges: with many of them there is nothing to search for.
        let edges = some & others;
        let joins = |a: usize, b: usize| edges >> (a.min(b) * 8 + a.max(b) - 1).min(63) & 1 == 1;
        fn best(left: &[usize], joins: &dyn Fn(usize, usize) -> bool) -> usize {
            let [first, rest @ ..] = left else { return 0 };
            let pairs = rest.iter().filter(|&&other| joins(*first, other)).map(|&other| {
                let rest: Vec<usize> = rest.iter().copied().filter(|&node| node != other).collect();
                1 + best(&rest, joins)
            });
            pairs.max().unwrap_or(0).max(best(rest, joins))
        }
        let all: Vec<usize> = (0..n).collect();
        prop_assert_eq!(super::matching::largest(n, &joins), best(&all, &joins));
    }
}
