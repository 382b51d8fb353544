//! The law about pairs: a player who answers by pairs that the game confirms is not beaten, and the pairs
//! keep holding.

use super::checker::{Checker, PAIRS};
use super::tactics::{HOLDING_PLIES, HOLDING_TRIES};
use crate::hints::pairing::{answer_by_pairs, free_pairs};
use crate::{Playable, Player, Tactics, Turn, moves_or_outcomes};

/// A player who answers by pairs, and otherwise makes the move of `unpaired`, or the first legal one.
struct Pairer<'a, G: Tactics> {
    game: &'a G,
    player: Player,
    pairs: &'a [(G::Move, G::Move)],
}

impl<G: Tactics> Pairer<'_, G> {
    /// True if the player is found to be beaten within `plies`, or not to hold any more. `asked` is the move to
    /// be answered. False once `tries` is used up.
    fn is_beaten(&self, state: &G::State, asked: Option<G::Move>, plies: u32, tries: &mut u32) -> bool {
        let (game, player) = (self.game, self.player);
        let turn = game.turn(state);
        if let Turn::Over(outcome) = turn {
            return outcome.winner() == Some(player.other());
        }
        if plies == 0 || *tries == 0 {
            return false;
        }
        *tries -= 1;
        let mut moves = moves_or_outcomes(game, state);
        if turn == Turn::Decision(player) {
            moves = answer_by_pairs(game, state, player, self.pairs, asked).into_iter().collect();
        } else if turn == Turn::Decision(player.other())
            && !game.pairs_hold(state, player, &free_pairs(game, state, self.pairs))
        {
            return true;
        }
        moves.into_iter().any(|mv| {
            let asked = (turn == Turn::Decision(player.other())).then_some(mv);
            self.is_beaten(&game.child(state, mv), asked, plies - 1, tries)
        })
    }
}

impl<G: Playable> Checker<'_, G> {
    /// The laws about holding by pairs.
    pub(super) fn pairs(&mut self, state: &G::State) {
        let (game, at) = (self.game, self.at(state));
        for player in Player::BOTH {
            let Some(pairs) = game.pairing(state, player) else {
                if game.pairs_hold(state, player, &[]) {
                    self.not_beaten_by_pairs(state, player, &[]);
                }
                continue;
            };
            let held = game.pairs_hold(state, player, &pairs);
            self.expect(PAIRS, held, || {
                format!("{at}: {player} would answer by {pairs:?}, which do not hold")
            });
            self.not_beaten_by_pairs(state, player, &pairs);
            let Some((&first, rest)) = pairs.split_first() else { continue };
            let twice = [&pairs[..], &[first]].concat();
            let good = !game.pairs_hold(state, player, &twice) && first.0 != first.1;
            self.expect(PAIRS, good, || format!("{at}: {twice:?} overlap, and are said to hold"));
            // Without one of them it may still be enough, but not by mistake.
            if game.pairs_hold(state, player, rest) {
                self.not_beaten_by_pairs(state, player, rest);
            }
        }
    }

    fn not_beaten_by_pairs(&mut self, state: &G::State, player: Player, pairs: &[(G::Move, G::Move)]) {
        let (game, at) = (self.game, self.at(state));
        let pairer = Pairer { game, player, pairs };
        let beaten = pairer.is_beaten(state, None, HOLDING_PLIES, &mut { HOLDING_TRIES });
        self.expect(PAIRS, !beaten, || {
            format!("{at}: {player}, who answers by {pairs:?}, is beaten, or no longer said to hold")
        });
    }
}
