//! What there is to do at a position, before anything is known of where its moves lead.

use std::sync::Arc;

use plywood_rules::hints::forcing::{Answers, Forcing};
use plywood_rules::{Symmetric, TacticalStatus, Tactics, Turn, moves_or_outcomes};

use super::numbers::{Branch, Numbers};
use super::search::Search;

/// What there is to say of a position before any move is tried.
#[derive(Clone)]
pub(super) enum Expansion<M> {
    Settled(Numbers),
    /// What is worth trying, in order.
    Branches(Arc<[Branch<M>]>),
}

/// Who finds that out. It depends on nothing but the position, so that it does not matter who does, nor what they found
/// out before.
pub(super) struct Expander<'s, 'g, G: Tactics + Symmetric> {
    shared: &'s Search<'g, G>,
    forcing: Option<Box<dyn Forcing<G> + Send + 'g>>,
}

impl<'s, 'g, G: Tactics + Symmetric + Sync> Expander<'s, 'g, G> {
    pub fn new(shared: &'s Search<'g, G>) -> Expander<'s, 'g, G> {
        Expander { shared, forcing: shared.game().forcing() }
    }

    /// Positions visited on forced sequences.
    pub fn nodes(&self) -> u64 {
        self.forcing.as_ref().map_or(0, |forcing| forcing.nodes())
    }

    /// What there is to do at a position at which the game is not over. In a quiet one the attacker has no forced sequence, so
    /// that none is looked for.
    pub fn expand(&mut self, state: &G::State, quiet: bool) -> Expansion<G::Move> {
        let game = self.shared.game();
        let turn = game.turn(state);
        let attacker = self.shared.attacker();
        let attacks = turn == Turn::Decision(attacker);
        let mut moves = Vec::new();
        let status = match turn {
            Turn::Decision(_) => game.candidates(state, &mut moves),
            _ => {
                moves = moves_or_outcomes(game, state);
                TacticalStatus::Open
            }
        };
        let settled = |wins: bool| Expansion::Settled(if wins { Numbers::WON } else { Numbers::FAILED });
        match status {
            TacticalStatus::Wins => return settled(attacks),
            TacticalStatus::Lost => return settled(!attacks),
            TacticalStatus::Open => {}
        }
        if game.pairing(state, attacker.other()).is_some() {
            return settled(false);
        }
        let mut quiet_after = false;
        if let Some(forcing) = &mut self.forcing {
            if attacks {
                if !quiet && forcing.wins(state).is_some() {
                    return settled(true);
                }
            } else {
                if let Some(Answers { open, .. }) = forcing.answers(state) {
                    if open.is_empty() {
                        return settled(true);
                    }
                    moves = open;
                }
                // Either it was not answered, or there would be nothing to answer it with even without it.
                quiet_after = true;
            }
        }
        if turn != Turn::Chance {
            game.drop_useless(state, &mut moves, 0);
        }
        if attacks {
            match &mut self.forcing {
                Some(forcing) => forcing.order(state, &mut moves),
                None => moves.sort_by_cached_key(|mv| -game.ordering_score(state, *mv)),
            }
        }
        // Where sequences are looked for, nobody completes one at once here, and what ends otherwise is seen when it is visited.
        if self.forcing.is_none() {
            let ends = |&mv: &G::Move| self.shared.over(&game.child(state, mv));
            if let Some(best) = moves.iter().filter_map(ends).find(|end| (*end == Numbers::WON) == attacks) {
                return Expansion::Settled(best);
            }
            moves.retain(|mv| ends(mv).is_none());
        }
        let branches: Vec<_> = moves.into_iter().map(|mv| Branch::new(mv, quiet_after)).collect();
        if branches.is_empty() {
            return settled(!attacks);
        }
        Expansion::Branches(Arc::from(branches))
    }
}
