//! The law about pairs: a player who answers by pairs that the game confirms is not beaten, and the pairs
//! keep holding.

use super::checker::{Checker, PAIRS};
use super::subject::{CheckedGame, Move, State, shown_pairs};
use super::tactics::{HOLDING_PLIES, HOLDING_TRIES};
use crate::{Player, Turn};

/// A player who answers by pairs, and otherwise makes the move of `unpaired`, or the first legal one.
struct Pairer<'a> {
    game: &'a dyn CheckedGame,
    player: Player,
    pairs: &'a [(Move, Move)],
}

impl Pairer<'_> {
    /// True if the player is found to be beaten within `plies`, or not to hold any more. `asked` is the move to
    /// be answered. False once `tries` is used up.
    fn is_beaten(&self, state: &State, asked: Option<Move>, plies: u32, tries: &mut u32) -> bool {
        let (game, player) = (self.game, self.player);
        let turn = game.turn(state);
        if let Turn::Over(outcome) = turn {
            return outcome.winner() == Some(player.other());
        }
        if plies == 0 || *tries == 0 {
            return false;
        }
        *tries -= 1;
        let mut moves = game.moves_or_outcomes(state);
        if turn == Turn::Decision(player) {
            moves = game.answer_by_pairs(state, player, self.pairs, asked).into_iter().collect();
        } else if turn == Turn::Decision(player.other()) && !game.pairs_hold(state, player, self.pairs) {
            return true;
        }
        moves.into_iter().any(|mv| {
            let asked = (turn == Turn::Decision(player.other())).then_some(mv);
            self.is_beaten(&game.child(state, mv), asked, plies - 1, tries)
        })
    }
}

impl Checker<'_> {
    /// The laws about holding by pairs.
    pub(super) fn pairs(&mut self, state: &State) {
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
                let pairs = shown_pairs(game, &pairs);
                format!("{at}: {player} would answer by {pairs:?}, which do not hold")
            });
            self.not_beaten_by_pairs(state, player, &pairs);
            let Some((&first, rest)) = pairs.split_first() else { continue };
            let twice = [&pairs[..], &[first]].concat();
            let good = !game.pairs_hold(state, player, &twice) && first.0 != first.1;
            self.expect(PAIRS, good, || {
                format!("{at}: {:?} overlap, and are said to hold", shown_pairs(game, &twice))
            });
            // Without one of them it may still be enough, but not by mistake.
            if game.pairs_hold(state, player, rest) {
                self.not_beaten_by_pairs(state, player, rest);
            }
        }
    }

    fn not_beaten_by_pairs(&mut self, state: &State, player: Player, pairs: &[(Move, Move)]) {
        let (game, at) = (self.game, self.at(state));
        let pairer = Pairer { game, player, pairs };
        let beaten = pairer.is_beaten(state, None, HOLDING_PLIES, &mut { HOLDING_TRIES });
        self.expect(PAIRS, !beaten, || {
            let pairs = shown_pairs(game, pairs);
            format!("{at}: {player}, who answers by {pairs:?}, is beaten, or no longer said to hold")
        });
    }
}
