//! Threat search: a win by threats that each leave the opponent a single answer.
//!
//! In k in a row strong players look for this first: three in a line, a forced block, three in a line, ... until
//! one move makes two threats. Only the attacker has a choice, so such wins are found far beyond the horizon (Allis,
//! van den Herik and Huntjens, "Go-Moku and Threat-Space Search", 1993).

use plywood_rules::{Player, TacticalStatus, Tactics, Turn};

use super::searcher::Searcher;
use crate::budget::Stopped;
use crate::trace::Sink;

/// Positions that one threat search may visit.
const MOST: u32 = 300;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// The ply at which `player`, who begins in `state`, has won by threats within `plies` plies, if such a win
    /// is found. A win is certain; `None` proves nothing.
    pub(super) fn threat_search(
        &mut self,
        state: &G::State,
        player: Player,
        ply: u32,
        plies: u32,
    ) -> Result<Option<u32>, Stopped> {
        self.threats_left = MOST;
        self.attack(state, player, ply, plies)
    }

    /// `player` is to decide in `state`.
    fn attack(
        &mut self,
        state: &G::State,
        player: Player,
        ply: u32,
        plies: u32,
    ) -> Result<Option<u32>, Stopped> {
        let game = self.plan.game;
        let start = self.moves.len();
        match game.candidates(state, &mut self.moves) {
            TacticalStatus::Wins => {
                self.moves.truncate(start);
                return Ok((plies >= 1).then_some(ply + 1));
            }
            TacticalStatus::Lost => {
                self.moves.truncate(start);
                return Ok(None);
            }
            TacticalStatus::Open => {}
        }
        let threats = self.moves.len();
        if plies < 3 || !game.threats(state, &mut self.moves) {
            self.moves.truncate(start);
            return Ok(None);
        }
        // A forced reply must make a threat of its own.
        let forced = threats - start == 1;
        let mut found = None;
        for at in threats..self.moves.len() {
            let mv = self.moves[at];
            if forced && mv != self.moves[start] {
                continue;
            }
            found = self.defend(&game.child(state, mv), player, ply + 1, plies - 1)?;
            if found.is_some() || self.threats_left == 0 {
                break;
            }
        }
        self.moves.truncate(start);
        Ok(found)
    }

    /// `player` has just made a threat: the opponent is to answer it.
    fn defend(
        &mut self,
        state: &G::State,
        player: Player,
        ply: u32,
        plies: u32,
    ) -> Result<Option<u32>, Stopped> {
        if self.threats_left == 0 {
            return Ok(None);
        }
        self.threats_left -= 1;
        self.budget.visit()?;
        let game = self.plan.game;
        match game.turn(state) {
            Turn::Decision(decider) if decider != player => {}
            _ => return Ok(None),
        }
        let start = self.moves.len();
        let status = game.candidates(state, &mut self.moves);
        let answers = self.moves.len() - start;
        let answer = self.moves[start];
        self.moves.truncate(start);
        match status {
            TacticalStatus::Wins => Ok(None),
            TacticalStatus::Lost => Ok((plies >= 2).then_some(ply + 2)),
            TacticalStatus::Open if answers > 1 => Ok(None),
            TacticalStatus::Open => {
                let next = game.child(state, answer);
                match game.turn(&next) {
                    Turn::Decision(decider) if decider == player => {
                        self.attack(&next, player, ply + 1, plies - 1)
                    }
                    _ => Ok(None),
                }
            }
        }
    }
}
