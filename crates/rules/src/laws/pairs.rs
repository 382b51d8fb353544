//! The law about pairs: who answers by those that are said to hold is not beaten.

use super::tactics::{HOLDING_PLIES, HOLDING_TRIES};
use super::{Checker, PAIRS};
use crate::{Game, Playable, Player, Turn, moves_or_outcomes};

/// A player who answers by pairs and else makes the first legal move.
struct Pairer<'a, G: Game> {
    game: &'a G,
    player: Player,
    pairs: &'a [(G::Move, G::Move)],
}

impl<G: Game> Pairer<'_, G> {
    /// Whether the player is seen to be beaten within so many plies. `asked` is the move that is to be answered. Who runs
    /// out of `tries` sees nothing.
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
            let partner = |&(a, b): &(G::Move, G::Move)| match asked {
                Some(asked) if asked == a => Some(b),
                Some(asked) if asked == b => Some(a),
                _ => None,
            };
            let answer = self.pairs.iter().find_map(partner).filter(|answer| moves.contains(answer));
            moves = vec![answer.unwrap_or(moves[0])];
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
                format!("{at}: {player} is told to answer by {pairs:?}, which do not hold")
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
        self.expect(PAIRS, !beaten, || format!("{at}: {player} is beaten, who answers by {pairs:?}"));
    }
}
