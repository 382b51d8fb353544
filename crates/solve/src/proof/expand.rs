//! The expansion of a position: its useful moves, before their positions are searched.

use std::sync::Arc;

use plywood_rules::hints::forcing::{Answers, Forcing};
use plywood_rules::{Game, Player, TacticalStatus, Tactics, Turn, moves_or_outcomes};

use super::numbers::{Branch, ProofNumbers};

/// The expansion of a position.
#[derive(Clone)]
pub(super) enum Expansion<M> {
    Settled(ProofNumbers),
    /// The candidate moves, in order.
    Branches(Arc<[Branch<M>]>),
}

/// The numbers of a finished game; `None` if it is not over.
pub(super) fn over<G: Game>(game: &G, attacker: Player, state: &G::State) -> Option<ProofNumbers> {
    let outcome = game.turn(state).outcome()?;
    Some(if outcome.utility(attacker) > 0 { ProofNumbers::WON } else { ProofNumbers::FAILED })
}

/// Expands positions. The result depends on nothing but the position: not on the thread, nor on earlier positions.
pub(super) struct Expander<'g, G: Tactics> {
    game: &'g G,
    attacker: Player,
    forcing: Option<Box<dyn Forcing<G> + Send + 'g>>,
}

impl<'g, G: Tactics> Expander<'g, G> {
    /// For searches of a win of this player.
    pub fn new(game: &'g G, attacker: Player) -> Expander<'g, G> {
        let forcing = game.specialists().forcing.and_then(|new| new(game));
        Expander { game, attacker, forcing }
    }

    /// Positions visited on forced sequences.
    pub fn nodes(&self) -> u64 {
        self.forcing.as_ref().map_or(0, |forcing| forcing.nodes())
    }

    /// Expands a position at which the game is not over. In a quiet one the attacker has no forced sequence, so none is
    /// searched for.
    pub fn expand(&mut self, state: &G::State, quiet: bool) -> Expansion<G::Move> {
        let Expander { game, attacker, .. } = *self;
        let turn = game.turn(state);
        let attacks = turn == Turn::Decision(attacker);
        let mut moves = Vec::new();
        let status = match turn {
            Turn::Decision(_) => game.candidates(state, &mut moves),
            _ => {
                moves = moves_or_outcomes(game, state);
                TacticalStatus::Open
            }
        };
        let settled =
            |wins: bool| Expansion::Settled(if wins { ProofNumbers::WON } else { ProofNumbers::FAILED });
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
        // If sequences are searched, no player completes one at once here, and other ends are found by visiting
        // them.
        if self.forcing.is_none() {
            let ends = |&mv: &G::Move| over(game, attacker, &game.child(state, mv));
            if let Some(best) =
                moves.iter().filter_map(ends).find(|end| (*end == ProofNumbers::WON) == attacks)
            {
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
