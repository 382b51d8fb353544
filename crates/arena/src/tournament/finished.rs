//! Games of a tournament that are over, and the rounds that they complete.

use std::collections::HashMap;

use plywood_rules::Player;
use plywood_rules::ending::Ending;

use super::pairing::{Pairing, PairingResult};
use super::schedule::{Schedule, ScheduledGame};
use crate::spent::Spent;

/// A game of a tournament that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The round, from 0, in the order in which [`Schedule::next_round`] gave them.
    pub round: usize,
    /// Its place in the round.
    pub scheduled: ScheduledGame,
    /// Its end.
    pub ending: Ending,
    /// The reason of a failure, if a player failed.
    pub failure: Option<String>,
    /// The plies, those of the opening and the outcomes of chance included.
    pub plies: usize,
    /// The time of the moves of the player that moved first, and of the other.
    pub spent: [Spent; 2],
    /// The number of the opening, the same for games that began the same way.
    pub opening: u64,
    /// The moves and the end as a hash: equal for identical games.
    pub key: u64,
}

impl FinishedGame {
    /// +1, 0 or -1: won, drawn or lost by the player that moved first.
    pub fn utility(&self) -> i8 {
        self.ending.utility(Player::First)
    }

    /// The number of the player on a side.
    pub fn player(&self, side: Player) -> usize {
        self.scheduled.players[side.index()]
    }

    /// The points of a player, in halves, if it is one of the two.
    fn halves_of(&self, player: usize) -> Option<u32> {
        let side = Player::BOTH.into_iter().find(|&side| self.player(side) == player)?;
        Some((self.ending.utility(side) + 1) as u32)
    }
}

/// The results of the rounds of which all games are over, up to the first that is not complete. With them
/// [`Schedule::next_round`] gives the round that is played next, or goes on.
pub fn complete_rounds(schedule: &Schedule, games: &[FinishedGame]) -> Vec<Vec<PairingResult>> {
    let played: HashMap<(usize, ScheduledGame), &FinishedGame> =
        games.iter().map(|game| ((game.round, game.scheduled), game)).collect();
    let mut rounds = Vec::new();
    while let Some(round) = schedule.next_round(&rounds) {
        let mut results: Vec<PairingResult> =
            round.pairings.iter().map(|&pairing| PairingResult { pairing, halves: [0, 0] }).collect();
        for scheduled in schedule.games_of(&round) {
            let Some(game) = played.get(&(rounds.len(), scheduled)) else { return rounds };
            let PairingResult { pairing: Pairing { players }, halves } = &mut results[scheduled.pairing];
            for (player, halves) in players.iter().zip(halves) {
                *halves += game.halves_of(*player).unwrap_or_default();
            }
        }
        rounds.push(results);
    }
    rounds
}
