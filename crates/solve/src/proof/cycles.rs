//! Games in which positions recur: the winner, or none, with proofs.

use plywood_rules::{Playable, Player, Run};

use super::claim::{ProofClaim, ProofGoal};
use super::error::ProofError;
use super::falling::Falling;
use super::least_fixpoint;
use super::within;
use super::write::{ProofResult, write};

/// A phase of settling a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPhase {
    /// Searching for a win of this player within a number of plies.
    Within(Player, u32),
    /// Searching for a win of this player, or a closed set in which the opponent does not lose.
    Closed(Player),
    /// Writing the proof.
    Write,
}

/// The progress of settling a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettleProgress {
    /// The present phase.
    pub phase: ProofPhase,
    /// Positions visited so far by all searches; while writing, positions written.
    pub nodes: u64,
    /// Positions found by the search for closed sets that is under way, up to symmetry.
    pub found: u64,
}

/// Visits that each search has before the next one is tried; it doubles.
const FIRST_VISITS: u64 = 1 << 14;

/// The limit of plies for the first search for wins; it doubles if there is none. It takes little longer to
/// find a win within 61 plies than within 37 (Pikk Pakk of size 5, which is won within 33), but within 128
/// three times as long.
const PLIES: u32 = 64;

/// Visits of a search for closed sets between two reports.
const REPORT: u64 = 1 << 12;

/// Finds the winner from `state` on, and writes the proof. Searches for short wins and for closed sets, of
/// either player, take turns, with the number of visits doubled each round: which of them will settle the
/// question is unknown, and this takes a few times as long as that one alone. They share the memory.
///
/// # Errors
/// If the game has chance, or if the searches need more memory than allowed.
pub fn settle<G: Playable>(
    game: &G,
    state: &G::State,
    run: &Run<'_, SettleProgress>,
) -> Result<ProofResult, ProofError> {
    if game.has_chance() {
        return Err(ProofError::Chance);
    }
    let mut settling = Settling::new(game, state, run)?;
    match settling.settle() {
        Err(ProofError::Stopped) => {
            Ok(ProofResult { nodes: settling.nodes(), interrupted: true, ..ProofResult::default() })
        }
        settled => settled,
    }
}

/// The searches that settle the game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CycleProofs {
    /// A win of this player within a number of plies.
    Short(Player, u32),
    /// These closed searches, by their attackers.
    Closed(Vec<Player>),
}

/// All searches, by player: for wins within some plies, and for closed sets.
struct Settling<'g, 'l, G: Playable> {
    game: &'g G,
    state: &'g G::State,
    run: &'g Run<'l, SettleProgress>,
    /// Begun when something is left to do after the first round, with the number of plies that they are at.
    short: [Option<within::BoundedSearch<'g, G>>; 2],
    plies: [u32; 2],
    /// `None` if it took too much memory; the number of positions found is kept.
    closed: [Option<least_fixpoint::FixpointSearch<'g, G>>; 2],
    found: u64,
}

impl<'g, 'l, G: Playable> Settling<'g, 'l, G> {
    fn new(
        game: &'g G,
        state: &'g G::State,
        run: &'g Run<'l, SettleProgress>,
    ) -> Result<Settling<'g, 'l, G>, ProofError> {
        let [first, second] =
            Player::BOTH.map(|player| least_fixpoint::FixpointSearch::new(game, player, state));
        let closed = [Some(first?), Some(second?)];
        Ok(Settling { game, state, run, short: [None, None], plies: [PLIES; 2], closed, found: 0 })
    }

    fn settle(&mut self) -> Result<ProofResult, ProofError> {
        let mut visits = FIRST_VISITS;
        loop {
            if let Some(proofs) = self.round(visits)? {
                return self.write(&proofs);
            }
            visits = visits.saturating_mul(2);
        }
    }

    fn nodes(&self) -> u64 {
        let closed: u64 = self.closed.iter().flatten().map(least_fixpoint::FixpointSearch::visits).sum();
        closed + self.short.iter().flatten().map(within::BoundedSearch::nodes).sum::<u64>()
    }

    /// Returns true if it was shown that `player` cannot win.
    fn is_held(&self, player: Player) -> bool {
        let claim = self.closed[player.index()].as_ref().and_then(least_fixpoint::FixpointSearch::claim);
        claim.is_some_and(|claim| claim.goal == ProofGoal::Holds)
    }

    /// Runs every search for `visits` more positions.
    fn round(&mut self, visits: u64) -> Result<Option<CycleProofs>, ProofError> {
        for player in Player::BOTH {
            if self.close(player, visits)? == Some(true) {
                return Ok(Some(CycleProofs::Closed(vec![player])));
            }
        }
        if Player::BOTH.iter().all(|&player| self.is_held(player)) {
            return Ok(Some(CycleProofs::Closed(vec![Player::Second, Player::First])));
        }
        for player in Player::BOTH {
            let plies = self.plies[player.index()];
            if self.look_within(player, visits)? == Some(true) {
                return Ok(Some(CycleProofs::Short(player, plies)));
            }
        }
        // Each player's work left is a search that is open, or one that has found that there is no short win.
        let is_done = |player: Player| {
            let at = player.index();
            self.is_held(player) || self.closed[at].is_none() && self.plies[at] > within::MOST_PLIES
        };
        if Player::BOTH.into_iter().all(is_done) {
            return Err(ProofError::TooLarge { found: self.found });
        }
        Ok(None)
    }

    /// Runs one search for a closed set for more visits.
    fn close(&mut self, player: Player, visits: u64) -> Result<Option<bool>, ProofError> {
        let (memory, mut left) = (self.run.memory / 8 * 3, visits);
        while let Some(search) = &mut self.closed[player.index()]
            && left > 0
        {
            let some = left.min(REPORT);
            left -= some;
            let answer = match search.run(some, memory) {
                Err(ProofError::TooLarge { found }) => {
                    // A win within some plies may still be found.
                    self.closed[player.index()] = None;
                    self.found += found;
                    return Ok(None);
                }
                answer => answer?,
            };
            let found = search.found();
            let progress = SettleProgress { phase: ProofPhase::Closed(player), nodes: self.nodes(), found };
            self.run.report(progress)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Runs one search for wins within a number of plies for more visits.
    fn look_within(&mut self, player: Player, visits: u64) -> Result<Option<bool>, ProofError> {
        let (at, nodes) = (player.index(), self.nodes());
        let plies = self.plies[at];
        if self.is_held(player) || plies > within::MOST_PLIES {
            return Ok(None);
        }
        let (game, run) = (self.game, self.run);
        let search =
            self.short[at].get_or_insert_with(|| within::BoundedSearch::new(game, player, run.memory / 8));
        let others = nodes - search.nodes();
        let phase = ProofPhase::Within(player, plies);
        let tell = |nodes| (run.progress)(SettleProgress { phase, nodes: others + nodes, found: 0 });
        let answer = search.run(self.state, plies, visits, &run.with(&tell))?;
        if answer == Some(false) {
            self.plies[at] = 2 * plies;
        }
        Ok(answer)
    }

    fn write(&mut self, proofs: &CycleProofs) -> Result<ProofResult, ProofError> {
        // Merging is sound after any number of plies, as these strategies answer images of a position by images of one
        // move.
        let merge = if self.game.symmetries() > 1 { u32::MAX } else { 0 };
        let (game, state, run) = (self.game, self.state, self.run);
        let tell = |nodes| (run.progress)(SettleProgress { phase: ProofPhase::Write, nodes, found: 0 });
        let run = run.with(&tell);
        let mut parts = Vec::new();
        match proofs {
            CycleProofs::Short(player, plies) => {
                let claim = ProofClaim { player: *player, goal: ProofGoal::Wins };
                if let Some(search) = &mut self.short[player.index()] {
                    let mut strategy = Falling::new(search, state, *plies, &run)?;
                    parts.push(write(game, state, claim, merge, &mut strategy, &run)?);
                }
            }
            CycleProofs::Closed(attackers) => {
                for attacker in attackers {
                    let Some(search) = &mut self.closed[attacker.index()] else { continue };
                    let Some(claim) = search.claim() else { continue };
                    parts.push(write(game, state, claim, merge, search, &run)?);
                }
            }
        }
        let claims = parts.iter().map(|part| part.claim).collect();
        Ok(ProofResult { claims, parts, merge, nodes: self.nodes(), interrupted: false })
    }
}
