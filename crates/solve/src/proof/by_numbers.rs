//! The strategies of a proof-number search.
//!
//! The search keeps numbers, not lines of play, and drops some of them. A strategy therefore queries it at
//! every decision: stored results cost a look-up, the rest is searched again.

use plywood_rules::hints::forcing::Forcing;
use plywood_rules::{Interrupted, Playable, TacticalStatus, Turn};

use super::claim::{ProofClaim, ProofGoal};
use super::numbers::ProofNumbers;
use super::search::ProofNumberSearch;
use super::strategy::{Choice, Defence, Strategy};

/// The strategy by which a player reaches the goal that a search has found: the attacker wins by forced sequences and by
/// the search, the opponent holds by pairs and by the search.
pub struct ByNumbers<'s, 'g, G: Playable> {
    search: &'s ProofNumberSearch<'g, G>,
    claim: ProofClaim,
    forcing: Option<Box<dyn Forcing<G> + Send + 'g>>,
}

impl<'s, 'g, G: Playable> ByNumbers<'s, 'g, G> {
    /// The strategy for this claim of the search.
    pub fn new(search: &'s ProofNumberSearch<'g, G>, claim: ProofClaim) -> ByNumbers<'s, 'g, G> {
        let forcing = search.game().specialists().forcing.filter(|_| claim.goal == ProofGoal::Wins);
        let forcing = forcing.and_then(|new| new(search.game()));
        ByNumbers { search, claim, forcing }
    }

    /// The pairs by which a player who is to hold answers every move.
    fn pairs(&self, game: &G, state: &G::State) -> Option<Vec<(G::Move, G::Move)>> {
        let ProofClaim { player, goal } = self.claim;
        if goal == ProofGoal::Holds { game.pairing(state, player) } else { None }
    }

    /// A move that reaches the goal, as stored or found by the search. The first moves are preferred.
    fn leading(
        &self,
        game: &G,
        state: &G::State,
        plies: u32,
        moves: &[G::Move],
    ) -> Result<G::Move, Interrupted> {
        let (search, wins) = (self.search, self.claim.goal == ProofGoal::Wins);
        let wanted = Some(if wins { ProofNumbers::WON } else { ProofNumbers::FAILED });
        let known = |mv: &&G::Move| search.look(&game.child(state, **mv), plies + 1) == wanted;
        if let Some(&mv) = moves.iter().find(known) {
            return Ok(mv);
        }
        // Stored results were dropped: the position itself is forgotten first, which leads to the right move
        // soonest.
        search.forget(state, plies);
        search.settle(state, plies)?;
        if let Some(&mv) = moves.iter().find(known) {
            return Ok(mv);
        }
        for &mv in moves {
            if search.settle(&game.child(state, mv), plies + 1)? == wins {
                return Ok(mv);
            }
        }
        Ok(moves[0])
    }
}

impl<G: Playable> Strategy<G> for ByNumbers<'_, '_, G> {
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        if let Some(pairs) = self.pairs(game, state) {
            return Ok(Choice::Pairs(pairs));
        }
        let mut moves = Vec::new();
        if game.candidates(state, &mut moves) == TacticalStatus::Wins {
            return Ok(Choice::Move(moves[0]));
        }
        if let Some(forcing) = &mut self.forcing {
            if let Some(line) = forcing.wins(state) {
                return Ok(Choice::Move(line[0].mv));
            }
            forcing.order(state, &mut moves);
        }
        self.leading(game, state, plies, &moves).map(Choice::Move)
    }

    fn defend(&mut self, game: &G, state: &G::State) -> Defence<G::Move> {
        debug_assert_eq!(game.turn(state), Turn::Decision(self.claim.player.other()));
        if let Some(forcing) = &mut self.forcing {
            return Defence::Answers(forcing.answers_each(state));
        }
        self.pairs(game, state).map_or(Defence::Each, Defence::Pairs)
    }
}
