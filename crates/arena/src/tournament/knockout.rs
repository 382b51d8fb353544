//! The bracket of a knockout.

use super::pairing::{Pairing, PairingResult};

/// The most further rounds of one pair of games (in each game) that a drawn pairing of a knockout plays. Then the better seed, that
/// is the player named earlier, goes on.
pub const FURTHER_PAIRS: usize = 4;

/// A place of a bracket: two players, one of whom goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutTie {
    /// The players, the better seed first; there is no second one if the first has a bye.
    pub players: (usize, Option<usize>),
    /// The points of both in all rounds of this tie, in halves.
    pub halves: [u32; 2],
    /// The rounds that were played for it: 0 before the first and for a bye.
    pub rounds: usize,
    /// The player that goes on, once that is known.
    pub winner: Option<usize>,
}

impl KnockoutTie {
    fn new(a: usize, b: Option<usize>) -> KnockoutTie {
        // Two who meet are named in the order of their seeds.
        let players = b.map_or((a, None), |b| (a.min(b), Some(a.max(b))));
        KnockoutTie { players, halves: [0, 0], rounds: 0, winner: b.is_none().then_some(a) }
    }

    /// Returns true if the better seed went on because all games together were drawn.
    pub fn is_by_seed(&self) -> bool {
        self.winner.is_some() && self.players.1.is_some() && self.halves[0] == self.halves[1]
    }

    /// The two players, unless there is only one.
    fn pairing(&self) -> Option<Pairing> {
        Some(Pairing { players: [self.players.0, self.players.1?] })
    }

    /// Counts one more round.
    fn count(&mut self, results: &[PairingResult]) {
        let Some(pairing) = self.pairing() else { return };
        if let Some(result) = results.iter().find(|result| result.pairing.is_same(pairing)) {
            let [a, b] = result.halves;
            let halves = if result.pairing == pairing { [a, b] } else { [b, a] };
            self.halves = [0, 1].map(|at| self.halves[at].saturating_add(halves[at]));
        }
        self.rounds += 1;
        let better = usize::from(self.halves[1] > self.halves[0]);
        if self.halves[0] != self.halves[1] || self.rounds > FURTHER_PAIRS {
            self.winner = Some(pairing.players[better]);
        }
    }
}

/// A knockout so far: its stages, the last of which may be under way.
///
/// The best seeds have the byes, and the two best can only meet in the final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The stages up to the final, as far as they are known.
    pub stages: Vec<Vec<KnockoutTie>>,
}

impl Bracket {
    /// The bracket after the rounds in `finished`. A stage takes one round, and one more for each further pair.
    pub fn after(players: usize, finished: &[Vec<PairingResult>]) -> Bracket {
        let mut finished = finished.iter();
        let mut stages: Vec<Vec<KnockoutTie>> = Vec::new();
        let mut stage = first_stage(players);
        loop {
            while stage.iter().any(|tie| tie.winner.is_none())
                && let Some(results) = finished.next()
            {
                for tie in stage.iter_mut().filter(|tie| tie.winner.is_none()) {
                    tie.count(results);
                }
            }
            let winners: Option<Vec<usize>> = stage.iter().map(|tie| tie.winner).collect();
            stages.push(stage);
            match winners {
                Some(winners) if winners.len() > 1 => {
                    stage =
                        winners.chunks(2).map(|two| KnockoutTie::new(two[0], two.get(1).copied())).collect();
                }
                _ => return Bracket { stages },
            }
        }
    }

    /// The player that won the final.
    pub fn winner(&self) -> Option<usize> {
        match self.stages.last()?.as_slice() {
            [last] => last.winner,
            _ => None,
        }
    }

    /// The stages that each of `players` players has got through; the winner of the final has one more than the loser.
    pub fn stages_won(&self, players: usize) -> Vec<usize> {
        let mut won = vec![0; players];
        for winner in self.stages.iter().flatten().filter_map(|tie| tie.winner) {
            won[winner] += 1;
        }
        won
    }

    /// The pairings that are played next, and the number of their pairs of games if these are further ones; `None` after the final.
    pub fn next(&self) -> Option<(Vec<Pairing>, Option<u32>)> {
        let open = || self.stages.last().into_iter().flatten().filter(|tie| tie.winner.is_none());
        let pairings: Vec<Pairing> = open().filter_map(KnockoutTie::pairing).collect();
        let is_further = open().any(|tie| tie.rounds > 0);
        (!pairings.is_empty()).then_some((pairings, is_further.then_some(1)))
    }
}

/// The first stage: a full bracket in which the best seed meets the last and so on, so that in every stage the better seeds meet
/// the worse ones; places without a player are byes.
fn first_stage(players: usize) -> Vec<KnockoutTie> {
    let mut order = vec![0];
    while order.len() < players {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    let exists = |seed: usize| Some(seed).filter(|&seed| seed < players);
    order.chunks(2).map(|two| KnockoutTie::new(two[0], two.get(1).copied().and_then(exists))).collect()
}
