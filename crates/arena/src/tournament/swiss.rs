//! Swiss pairings: players with about the same points meet, and nobody meets anybody twice while that can be avoided.

use super::matching;
use super::pairing::{Pairing, PairingResult};

/// The points of a player of a Swiss tournament. A pairing counts as a whole: 1 point to the player with the better score in it, or
/// half a point to each. A bye is a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SwissScore {
    /// The points, in halves.
    pub halves: u32,
    /// The first tie-break, Buchholz: the points of all opponents together, in halves. A bye adds nothing.
    pub buchholz_halves: u32,
    /// The second tie-break, Sonneborn-Berger: the points of opponents beaten and half of the points of those drawn with, in
    /// quarters.
    pub sonneborn_berger_quarters: u32,
    /// The rounds without an opponent.
    pub byes: u32,
}

/// The halves of a point that each player of a pairing gets.
fn halves_of(result: &PairingResult) -> [u32; 2] {
    match result.winner() {
        None => [1, 1],
        Some(winner) if winner == result.pairing.players[0] => [2, 0],
        Some(_) => [0, 2],
    }
}

/// The results of players that there are; others cannot come from the schedule.
fn known(players: usize, results: &[PairingResult]) -> impl Iterator<Item = &PairingResult> {
    results.iter().filter(move |result| result.pairing.players.iter().all(|&player| player < players))
}

/// The scores of all players.
pub fn scores(players: usize, finished: &[Vec<PairingResult>]) -> Vec<SwissScore> {
    let mut scores = vec![SwissScore::default(); players];
    for results in finished {
        let mut has_played = vec![false; players];
        for result in known(players, results) {
            for (player, halves) in result.pairing.players.into_iter().zip(halves_of(result)) {
                scores[player].halves += halves;
                has_played[player] = true;
            }
        }
        for (score, _) in scores.iter_mut().zip(has_played).filter(|(_, has_played)| !has_played) {
            score.halves += 2;
            score.byes += 1;
        }
    }
    let halves: Vec<u32> = scores.iter().map(|score| score.halves).collect();
    for result in finished.iter().flat_map(|results| known(players, results)) {
        let [a, b] = result.pairing.players;
        for ((player, opponent), share) in [(a, b), (b, a)].into_iter().zip(halves_of(result)) {
            scores[player].buchholz_halves += halves[opponent];
            scores[player].sonneborn_berger_quarters += share * halves[opponent];
        }
    }
    scores
}

/// The pairings of the next round, the best players first. With an odd number one player is left out: the last one in the
/// standing that has had no bye.
pub fn pair(players: usize, finished: &[Vec<PairingResult>]) -> Vec<Pairing> {
    let scores = scores(players, finished);
    let mut meetings = vec![vec![0_u32; players]; players];
    for result in finished.iter().flat_map(|results| known(players, results)) {
        let [a, b] = result.pairing.players;
        meetings[a][b] += 1;
        meetings[b][a] += 1;
    }
    let mut standing: Vec<usize> = (0..players).collect();
    // A stable sort: the seeding decides between players with the same points.
    standing.sort_by_key(|&player| std::cmp::Reverse(scores[player].halves));
    let table = PairingTable { scores: &scores, meetings: &meetings };
    if !players.is_multiple_of(2) {
        let fewest = scores.iter().map(|score| score.byes).min().unwrap_or_default();
        let candidates = standing.iter().copied().filter(|&player| scores[player].byes == fewest).rev();
        let bye = candidates.min_by_key(|&player| table.rematches(&without(&standing, &[player])));
        standing.retain(|&player| Some(player) != bye);
    }
    table.pair(standing)
}

/// The standing, and who has met whom.
struct PairingTable<'a> {
    scores: &'a [SwissScore],
    meetings: &'a [Vec<u32>],
}

impl PairingTable<'_> {
    /// Pairs an even number of players, in the order of the standing. Each gets the opponent that it should have, if the rest
    /// can still be paired with as few rematches as before.
    fn pair(&self, mut left: Vec<usize>) -> Vec<Pairing> {
        let mut pairings = Vec::with_capacity(left.len() / 2);
        let mut unavoidable = self.rematches(&left);
        while let Some(&player) = left.first() {
            let choice = self.preferred(&left).into_iter().find_map(|opponent| {
                let rest = without(&left, &[player, opponent]);
                let rematch = usize::from(self.meetings[player][opponent] > 0);
                let after = self.rematches(&rest);
                (rematch + after <= unavoidable).then_some((opponent, rest, after))
            });
            let Some((opponent, rest, after)) = choice else { break };
            let players = if pairings.len() % 2 == 0 { [player, opponent] } else { [opponent, player] };
            pairings.push(Pairing { players });
            (left, unavoidable) = (rest, after);
        }
        pairings
    }

    /// The opponents for the first of `left`, best first: the first of the lower half of those with the same points and on from
    /// there, then the upper half from below, then those with fewer points. Those met less often come first.
    fn preferred(&self, left: &[usize]) -> Vec<usize> {
        let points = |player: usize| self.scores[player].halves;
        let group = left.iter().take_while(|&&player| points(player) == points(left[0])).count();
        let middle = (group / 2).max(1);
        let mut order: Vec<usize> =
            (middle..group).chain((1..middle).rev()).chain(group..left.len()).collect();
        order.sort_by_key(|&at| self.meetings[left[0]][left[at]]);
        order.into_iter().map(|at| left[at]).collect()
    }

    /// The fewest rematches with which these players can be paired: those that remain single in a largest matching without any.
    fn rematches(&self, players: &[usize]) -> usize {
        let is_new = |a: usize, b: usize| self.meetings[players[a]][players[b]] == 0;
        players.len() / 2 - matching::largest(players.len(), &is_new)
    }
}

fn without(players: &[usize], gone: &[usize]) -> Vec<usize> {
    players.iter().copied().filter(|player| !gone.contains(player)).collect()
}
