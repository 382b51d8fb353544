//! The strategy of a finished search.

use plywood_rules::{Playable, Turn};

use super::super::claim::{Claim, Goal};
use super::super::error::Interrupted;
use super::super::strategy::{Choice, Defence, Strategy};
use super::search::{Kind, Search};

/// The strategy that a finished [`Search`] has found: the attacker's, if it wins, or else the defender's. It
/// covers all positions that it leads to from the start, and their images.
///
/// An attacker moves to the position that was won first, which was before its own: every move brings the end
/// nearer. A defender makes the reply that is followed.
pub struct FixpointStrategy<'s, 'g, G: Playable> {
    search: &'s mut Search<'g, G>,
    claim: Claim,
}

impl<'s, 'g, G: Playable> FixpointStrategy<'s, 'g, G> {
    /// The strategy of a search that is done; `None` if it is not.
    pub fn new(search: &'s mut Search<'g, G>) -> Option<FixpointStrategy<'s, 'g, G>> {
        let claim = search.claim()?;
        Some(FixpointStrategy { search, claim })
    }

    /// The rank of moving to `child` from position `at`: the least is best. `None` if the goal is then out of
    /// reach.
    fn rank(&mut self, game: &G, at: Option<u32>, child: &G::State) -> Option<u32> {
        let player = self.claim.player;
        let wins = self.claim.goal == Goal::Wins;
        // The end comes before other positions: a win that is detected at once may take several plies.
        if let Turn::Over(outcome) = game.turn(child) {
            return match outcome.utility(player) {
                1 => Some(0),
                0 if !wins => Some(1),
                _ => None,
            };
        }
        if let Some(attacker_wins) = self.search.seen_at_once(child).ok()? {
            return (attacker_wins == wins).then_some(2);
        }
        let number = self.search.positions.find(game, child)?;
        let node = &self.search.nodes[number as usize];
        if wins {
            return (node.won > 0).then_some(2 + node.won);
        }
        let node = &self.search.nodes[at? as usize];
        (node.kind == Kind::Defends && node.first == number).then_some(3)
    }
}

impl<G: Playable> Strategy<G> for FixpointStrategy<'_, '_, G> {
    fn choose(&mut self, game: &G, state: &G::State, _plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        let at = self.search.positions.find(game, state);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let mut best = (u32::MAX, moves[0]);
        for mv in moves {
            if let Some(rank) = self.rank(game, at, &game.child(state, mv))
                && rank < best.0
            {
                best = (rank, mv);
            }
        }
        debug_assert!(best.0 < u32::MAX, "there is an answer wherever it is asked for one: {state:?}");
        Ok(Choice::Move(best.1))
    }

    fn defend(&mut self, _game: &G, _state: &G::State, _plies: u32) -> Result<Defence<G::Move>, Interrupted> {
        Ok(Defence::Each)
    }
}
