//! The bot that plays by a proof.

use std::sync::Arc;

use plywood_rules::{Alternative, Bot, Playable, Position, Proved, Report, Stop, Value, moves_or_outcomes};
use rand_core::Rng;

use super::Guide;
use crate::head::Goal;

/// Plays the side that a proof is for as the proof says, without searching.
///
/// It knows that it wins, and within how many plies at most; or where the proof is of a draw and says so of the position for
/// both sides, that it is one. For the other side, and in positions that no play by the proof leads to, it plays the
/// first legal move and says nothing.
pub struct Follower<G: Playable> {
    guide: Arc<Guide<G>>,
}

impl<G: Playable> Follower<G> {
    /// Who plays by this guide.
    pub fn new(guide: Arc<Guide<G>>) -> Follower<G> {
        Follower { guide }
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
        let Some(guided) = self.guide.answer(game, &position) else {
            return Report::without_value(moves[0], moves);
        };
        let other = game.turn(position.state).player().map(|player| player.other());
        let value = match (guided.goal, guided.plies) {
            (Goal::Wins, Some(plies)) => Some(Value::Proved(Proved::Win { plies })),
            _ => other
                .filter(|&other| self.guide.covers(game, &position, other))
                .map(|_| Value::Proved(Proved::Draw)),
        };
        let of = |mv| Alternative { mv, value: value.filter(|_| mv == guided.mv) };
        Report {
            value,
            moves: moves.iter().map(|&mv| of(mv)).collect(),
            ..Report::without_value(guided.mv, [])
        }
    }
}
