//! Positions that never change, each with the way to it: playing a move copies nothing but the new state.

use std::any::Any;
use std::iter::successors;
use std::sync::{Arc, OnceLock};

use plywood_rules::{Playable, Turn, is_twice_before};

use crate::AnyPosition;

/// A position of one type of game as [`AnyPosition`].
pub struct TypedPosition<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    pub(crate) turn: Turn,
    pub(crate) is_repeated: bool,
    /// True if positions of this game may recur.
    may_recur: bool,
    /// The legal moves of a player, once they were asked for: who asks for them plays one of them next.
    legal: OnceLock<Vec<G::Move>>,
    /// The position before the last move, and the move.
    before: Option<(Arc<TypedPosition<G>>, G::Move)>,
    pub(crate) plies: u32,
    pub(crate) seed: u64,
}

impl<G: Playable> TypedPosition<G> {
    /// A position that nothing led to.
    pub fn new(game: Arc<G>, state: G::State, seed: u64) -> Arc<TypedPosition<G>> {
        let turn = game.turn(&state);
        let may_recur = game.stage(&state).is_none() && game.plies_left(&state).is_none();
        let (is_repeated, legal, before, plies) = (false, OnceLock::new(), None, 0);
        Arc::new(TypedPosition { game, state, turn, is_repeated, may_recur, legal, before, plies, seed })
    }

    /// The position after `mv`, a legal move or an outcome of chance.
    pub fn after(self: Arc<Self>, mv: G::Move) -> Arc<TypedPosition<G>> {
        let state = self.game.child(&self.state, mv);
        self.then(mv, state)
    }

    /// The position after `mv`, of which the state is known.
    pub(crate) fn then(self: Arc<Self>, mv: G::Move, state: G::State) -> Arc<TypedPosition<G>> {
        let (game, seed, plies) = (Arc::clone(&self.game), self.seed, self.plies + 1);
        let (turn, may_recur) = (game.turn(&state), self.may_recur);
        let is_repeated = may_recur
            && is_twice_before(
                successors(Some(&*self), |at| at.last()),
                |at| at.state == state,
                |at| at.turn,
            );
        let (legal, before) = (OnceLock::new(), Some((self, mv)));
        Arc::new(TypedPosition { game, state, turn, is_repeated, may_recur, legal, before, plies, seed })
    }

    /// The legal moves of a player; none elsewhere.
    pub(crate) fn legal(&self) -> &[G::Move] {
        if self.turn.player().is_none() || self.is_repeated {
            return &[];
        }
        self.legal.get_or_init(|| {
            // There are hardly ever more of them than a move ago: the list need not grow step by step.
            let before = self.last().and_then(|last| last.legal.get());
            let mut moves = Vec::with_capacity(before.map_or(0, Vec::len));
            self.game.legal_moves(&self.state, &mut moves);
            moves
        })
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
    pub(crate) fn way(&self) -> impl Iterator<Item = (&TypedPosition<G>, G::Move)> {
        successors(self.before(), |(before, _)| before.before())
    }

    pub(crate) fn first(&self) -> &TypedPosition<G> {
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
