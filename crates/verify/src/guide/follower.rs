//! The bot that plays by a proof.

use std::sync::Arc;

use plywood_rules::{
    Alternative, Bot, Playable, Player, Position, Proved, Report, Stop, Turn, Value, moves_or_outcomes,
};
use rand_core::Rng;

use super::{Guide, Track};

/// Plays the side that a proof is for as the proof says, without searching.
///
/// It knows that it wins, and within how many plies at most; or where the proof is of a draw and says so of the position for
/// both sides, that it is one. On the other side of a won game it knows that it has lost, and holds out for as long as the proof
/// allows. In positions that no play by the proof leads to it plays the first legal move and says nothing.
pub struct Follower<G: Playable> {
    guide: Arc<Guide<G>>,
}

impl<G: Playable> Follower<G> {
    /// Who plays by this guide.
    pub fn new(guide: Arc<Guide<G>>) -> Follower<G> {
        Follower { guide }
    }

    /// What the proof says that a position is worth to `player`, who goes on from it on `own`, the opponent on `other`.
    fn value(player: Player, own: Option<&Track<'_, G>>, other: Option<&Track<'_, G>>) -> Option<Value> {
        let wins = [own, other].into_iter().flatten().find_map(|track| {
            let win = Proved::Win { plies: track.plies()? };
            Some(if track.claim().player == player { win } else { win.reversed() })
        });
        let value = wins.or_else(|| own.and(other).map(|_| Proved::Draw));
        value.map(Value::Proved)
    }

    /// What a move is worth to `player`, as far as the proof says, if it leads to `after`, where play goes on on these tracks.
    fn value_of(
        game: &G,
        player: Player,
        after: &G::State,
        tracks: [Option<Track<'_, G>>; 2],
    ) -> Option<Value> {
        if let Turn::Over(outcome) = game.turn(after) {
            return Some(Value::Proved(match outcome.utility(player) {
                0 => Proved::Draw,
                1.. => Proved::Win { plies: 1 },
                _ => Proved::Loss { plies: 1 },
            }));
        }
        let [own, other] = [player, player.other()].map(|player| tracks[player.index()].as_ref());
        Follower::value(player, own, other).map(Value::one_ply_later)
    }
}

impl<G: Playable> Bot<G> for Follower<G> {
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
        let tracks = Player::BOTH.map(|player| self.guide.track(game, &position, player));
        let [own, other] = [player, player.other()].map(|player| tracks[player.index()].as_ref());
        let best = match (own, other) {
            (Some(own), _) => own.answer(),
            (None, other) => other.and_then(Track::longest).map(|(mv, _)| mv),
        };
        let Some(best) = best else { return nothing() };
        let value = Follower::value(player, own, other);
        let alternative = |mv: G::Move| {
            if mv == best {
                return Alternative { mv, value };
            }
            // Where a move leads that the proof does not play may stand in it all the same.
            let after = game.child(position.state, mv);
            let tracks = Player::BOTH.map(|of| {
                let on = tracks[of.index()].as_ref().and_then(|track| track.after(&after));
                on.or_else(|| self.guide.track_at(game, &after, of))
            });
            Alternative { mv, value: Follower::value_of(game, player, &after, tracks) }
        };
        Report {
            value,
            pv: self.guide.line(game, &position),
            moves: moves.iter().map(|&mv| alternative(mv)).collect(),
            ..Report::without_value(best, [])
        }
    }
}
