//! Positions that never change, each with the way to it: playing a move copies nothing but the new state.

use std::any::Any;
use std::iter::successors;
use std::sync::Arc;

use plywood_rules::{Outcome, Playable, Player, TextError, Turn, is_twice_before, moves_or_outcomes};

use crate::typed::rolled;
use crate::{Playthrough, TypedPlaythrough};

/// A position of any game that never changes, and the moves that led there. Players' moves are texts or
/// [numbers](plywood_rules::Playable::action).
pub trait AnyPosition: Any + Send + Sync {
    /// The position as text.
    fn text(&self) -> String;
    /// Whose turn it is by the rules.
    fn turn(&self) -> Turn;
    /// The outcome, if the game is over by its rules or, as a draw, by threefold repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves, or the outcomes of a chance node, in their order; empty if the game is over.
    fn moves(&self) -> Vec<String>;
    /// The numbers of the legal moves of a player, in the order of [`AnyPosition::moves`]; empty elsewhere.
    fn actions(&self) -> Vec<usize>;
    /// The probabilities of the outcomes of a chance node, in the order of [`AnyPosition::moves`]; empty elsewhere.
    fn probabilities(&self) -> Vec<f64>;
    /// Writes the [observation](plywood_rules::observation) by `view` into `observation`, which is all zeros and has the length
    /// of the shape.
    fn observe(&self, view: Player, observation: &mut [f32]);
    /// The position that the game began with; `None` for the opening.
    fn start(&self) -> Option<String>;
    /// The moves that led here.
    fn played(&self) -> Vec<String>;
    /// The random seed of [`AnyPosition::roll`].
    fn seed(&self) -> u64;

    /// The position after a move, or an outcome of chance.
    ///
    /// # Errors
    /// If it is not legal, with the reason.
    fn play(self: Arc<Self>, text: &str) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The position after the move of this number.
    ///
    /// # Errors
    /// If it is not the number of a legal move.
    fn play_action(self: Arc<Self>, action: usize) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The position after an outcome that chance draws, as [`Playthrough::roll`] does.
    ///
    /// # Errors
    /// If it is not chance's turn.
    fn roll(self: Arc<Self>) -> Result<Arc<dyn AnyPosition>, TextError>;
    /// The same game, to be played on and taken back.
    fn playthrough(&self) -> Box<dyn Playthrough>;
}

/// A position of one type of game as [`AnyPosition`].
pub struct TypedPosition<G: Playable> {
    game: Arc<G>,
    state: G::State,
    turn: Turn,
    is_repeated: bool,
    /// The position before the last move, and the move.
    before: Option<(Arc<TypedPosition<G>>, G::Move)>,
    plies: u32,
    seed: u64,
}

impl<G: Playable> TypedPosition<G> {
    /// A position that nothing led to.
    pub fn new(game: Arc<G>, state: G::State, seed: u64) -> Arc<TypedPosition<G>> {
        let turn = game.turn(&state);
        Arc::new(TypedPosition { game, state, turn, is_repeated: false, before: None, plies: 0, seed })
    }

    /// The position after `mv`, a legal move or an outcome of chance.
    pub fn after(self: Arc<Self>, mv: G::Move) -> Arc<TypedPosition<G>> {
        let state = self.game.child(&self.state, mv);
        self.then(mv, state)
    }

    /// The position after `mv`, of which the state is known.
    pub(crate) fn then(self: Arc<Self>, mv: G::Move, state: G::State) -> Arc<TypedPosition<G>> {
        let (game, seed, plies) = (Arc::clone(&self.game), self.seed, self.plies + 1);
        let turn = game.turn(&state);
        let is_repeated = game.stage(&state).is_none()
            && is_twice_before(
                successors(Some(&*self), |at| at.last()),
                |at| at.state == state,
                |at| at.turn,
            );
        Arc::new(TypedPosition { game, state, turn, is_repeated, before: Some((self, mv)), plies, seed })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<G> {
        &self.game
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The number of moves that led here, rolls of dice included.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The position before the last move, and the move.
    pub fn before(&self) -> Option<(&TypedPosition<G>, G::Move)> {
        self.before.as_ref().map(|(before, mv)| (&**before, *mv))
    }

    fn last(&self) -> Option<&TypedPosition<G>> {
        self.before.as_ref().map(|(before, _)| &**before)
    }

    /// The way here: each position that was left and the move, the last one first.
    fn way(&self) -> impl Iterator<Item = (&TypedPosition<G>, G::Move)> {
        successors(self.before(), |(before, _)| before.before())
    }

    fn first(&self) -> &TypedPosition<G> {
        self.way().last().map_or(self, |(first, _)| first)
    }
}

/// A long game is let go one position after the other: each would drop the one before it inside its own drop, until the stack
/// is full.
impl<G: Playable> Drop for TypedPosition<G> {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some((position, _)) = before {
            before = Arc::into_inner(position).and_then(|mut position| position.before.take());
        }
    }
}

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
        let mut moves = Vec::new();
        if self.turn.player().is_some() && !self.is_repeated {
            self.game.legal_moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.action(mv)).collect()
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
        let mut moves = Vec::new();
        if self.turn.player().is_some() && !self.is_repeated && self.game.actions() > 0 {
            self.game.legal_moves(&self.state, &mut moves);
        }
        match moves.into_iter().find(|&mv| self.game.action(mv) == action) {
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

/// The position as one of this game, if it is one.
pub fn typed_position<'a, G: Playable>(
    game: &Arc<G>,
    position: &'a dyn AnyPosition,
) -> Option<&'a TypedPosition<G>> {
    let position: &dyn Any = position;
    let position = position.downcast_ref::<TypedPosition<G>>()?;
    let is_same = Arc::ptr_eq(position.rules(), game) || position.rules().name() == game.name();
    is_same.then_some(position)
}
