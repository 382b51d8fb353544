//! The bot that plays by a proof.

use std::sync::Arc;

use plywood_rules::{
    Alternative, Bot, Playable, Player, Position, Proved, Report, Stop, Turn, Value, moves_or_outcomes,
};
use rand_core::Rng;

use crate::cursor::ProofCursor;
use crate::index::ProofIndex;

/// Plays the side of a proof as the proof says, without searching.
///
/// It reports a win and the most plies that it takes; or a draw, where the proof says of the position for
/// both sides that they do not lose. On the other side of a won game it reports a loss, and plays the longest
/// defence that the proof allows. In positions outside the proof it plays the first legal move and reports no
/// value.
pub struct ProofPlayer<G: Playable> {
    index: Arc<ProofIndex<G>>,
}

impl<G: Playable> ProofPlayer<G> {
    /// A bot that plays by this index.
    pub fn new(index: Arc<ProofIndex<G>>) -> ProofPlayer<G> {
        ProofPlayer { index }
    }

    /// The value of a position to `player` by the proof; `own` is the cursor for that player, `other` that for the opponent.
    fn value(
        player: Player,
        own: Option<&ProofCursor<'_, G>>,
        other: Option<&ProofCursor<'_, G>>,
    ) -> Option<Value> {
        let wins = [own, other].into_iter().flatten().find_map(|cursor| {
            let win = Proved::Win { plies: cursor.plies()? };
            Some(if cursor.claim().player == player { win } else { win.reversed() })
        });
        let value = wins.or_else(|| own.and(other).map(|_| Proved::Draw));
        value.map(Value::Proved)
    }

    /// The value to `player` of a move that leads to `after`, with these cursors there, if the proof says it.
    fn value_of(
        game: &G,
        player: Player,
        after: &G::State,
        cursors: [Option<ProofCursor<'_, G>>; 2],
    ) -> Option<Value> {
        if let Turn::Over(outcome) = game.turn(after) {
            return Some(Value::Proved(outcome.proved(player).one_ply_later()));
        }
        let [own, other] = [player, player.other()].map(|player| cursors[player.index()].as_ref());
        ProofPlayer::value(player, own, other).map(Value::one_ply_later)
    }
}

impl<G: Playable> Bot<G> for ProofPlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        _rng: &mut dyn Rng,
        _stop: &Stop,
    ) -> Report<G::Move> {
        let moves = moves_or_outcomes(game, position.state);
        let nothing = || Report::without_value(moves[0], moves.iter().copied());
        let Some(player) = game.turn(position.state).player() else { return nothing() };
        let cursors = Player::BOTH.map(|player| self.index.cursor(game, &position, player));
        let [own, other] = [player, player.other()].map(|player| cursors[player.index()].as_ref());
        let best = match (own, other) {
            (Some(own), _) => own.answer(),
            (None, other) => other.and_then(ProofCursor::longest).map(|(mv, _)| mv),
        };
        let Some(best) = best else { return nothing() };
        let value = ProofPlayer::value(player, own, other);
        let alternative = |mv: G::Move| {
            if mv == best {
                return Alternative { mv, value };
            }
            // A move that the proof does not play may still lead to a position that is in it.
            let after = game.child(position.state, mv);
            let cursors = Player::BOTH.map(|of| {
                let on = cursors[of.index()].as_ref().and_then(|cursor| cursor.after(&after));
                on.or_else(|| self.index.cursor_at(game, &after, of))
            });
            Alternative { mv, value: ProofPlayer::value_of(game, player, &after, cursors) }
        };
        Report {
            value,
            pv: self.index.line(game, &position),
            moves: moves.iter().map(|&mv| alternative(mv)).collect(),
            ..Report::without_value(best, [])
        }
    }
}
