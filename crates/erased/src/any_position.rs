//! Positions of one type of game behind the trait that hides it.

use std::sync::Arc;

use plywood_rules::{Outcome, Playable, Player, TextError, Turn, moves_or_outcomes};

use crate::typed::rolled;
use crate::{AnyPosition, Playthrough, TypedPlaythrough, TypedPosition};

impl<G: Playable> AnyPosition for TypedPosition<G> {
    fn text(&self) -> String {
        self.game.state_text(&self.state)
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn.outcome().or(self.is_repeated.then_some(Outcome::Draw))
    }

    fn moves(&self) -> Vec<String> {
        if self.is_repeated {
            return Vec::new();
        }
        let moves = moves_or_outcomes(&*self.game, &self.state);
        moves.into_iter().map(|mv| self.game.move_text(&self.state, mv)).collect()
    }

    fn actions(&self) -> Vec<usize> {
        self.legal().iter().map(|&mv| self.game.action(mv)).collect()
    }

    fn probabilities(&self) -> Vec<f64> {
        let mut outcomes = Vec::new();
        if self.turn == Turn::Chance {
            self.game.chance_outcomes(&self.state, &mut outcomes);
        }
        outcomes.into_iter().map(|(_, probability)| probability).collect()
    }

    fn observe(&self, view: Player, observation: &mut [f32]) {
        self.game.observe(&self.state, view, observation);
    }

    fn start(&self) -> Option<String> {
        let start = &self.first().state;
        (*start != self.game.initial()).then(|| self.game.state_text(start))
    }

    fn played(&self) -> Vec<String> {
        let texts = self.way().map(|(before, mv)| self.game.move_text(&before.state, mv));
        let mut texts: Vec<String> = texts.collect();
        texts.reverse();
        texts
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn play(self: Arc<Self>, text: &str) -> Result<Arc<dyn AnyPosition>, TextError> {
        if self.is_repeated {
            return Err(TextError::new("the game is over by threefold repetition"));
        }
        if self.turn.outcome().is_some() {
            return Err(TextError::new("the game is over"));
        }
        let mv = self.game.parse_move(&self.state, text)?;
        Ok(self.after(mv))
    }

    fn play_action(self: Arc<Self>, action: usize) -> Result<Arc<dyn AnyPosition>, TextError> {
        let is_meant = |mv: &G::Move| self.game.action(*mv) == action && self.game.actions() > 0;
        match self.legal().iter().copied().find(is_meant) {
            Some(mv) => Ok(self.after(mv)),
            None => Err(TextError::new(format!("action {action} is no legal move here; see legal_actions"))),
        }
    }

    fn roll(self: Arc<Self>) -> Result<Arc<dyn AnyPosition>, TextError> {
        let outcome = rolled(&*self.game, &self.state, self.seed, self.plies as usize)?;
        Ok(self.after(outcome))
    }

    fn playthrough(&self) -> Box<dyn Playthrough> {
        let (mut moves, mut states) = (Vec::new(), vec![self.state.clone()]);
        for (before, mv) in self.way() {
            moves.push(mv);
            states.push(before.state.clone());
        }
        moves.reverse();
        states.reverse();
        Box::new(TypedPlaythrough::of_states(Arc::clone(&self.game), states, moves, self.seed))
    }
}
