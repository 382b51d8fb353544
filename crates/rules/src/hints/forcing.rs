//! Forced wins: sequences of moves each of which threatens to win at once.
//!
//! A player who keeps threatening leaves the opponent no choice, so such sequences can be searched much deeper
//! than other play. Proof search uses them if the game offers them: at its leaves, and for every reply to a
//! quiet move, as one sequence often answers most replies.

use crate::Game;

/// One move of a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The move.
    pub mv: M,
    /// The move that wins at once unless the opponent prevents it; `None` if `mv` itself wins.
    pub threat: Option<M>,
}

/// A sequence of steps, the last of which wins. After each of the others the threat answers every reply, except
/// the one after which the next step follows.
pub type Forced<M> = Vec<Step<M>>;

/// The opponent's winning sequences against every move of the player who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers<M> {
    /// Sequences, each with the replies (at least one) that it answers.
    pub answered: Vec<(Forced<M>, Vec<M>)>,
    /// The replies for which none was found.
    pub open: Vec<M>,
}

/// A game's own search for forced sequences. It may keep results from one question to the next if they do not
/// change whether there is a sequence, nor the open replies and their order; only the sequence that it returns
/// may differ.
pub trait Forcing<G: Game + ?Sized> {
    /// A sequence by which the player who decides in `state` wins; `None` if the search finds none.
    fn wins(&mut self, state: &G::State) -> Option<Forced<G::Move>>;

    /// The opponent's winning sequences against every legal move of the player who decides in `state`; `None`
    /// if the opponent would have none even if the player passed.
    fn answers(&mut self, state: &G::State) -> Option<Answers<G::Move>>;

    /// Like [`Forcing::answers`], but independent of earlier questions: every move that has a sequence is
    /// answered.
    fn answers_each(&mut self, state: &G::State) -> Answers<G::Move>;

    /// Orders moves of the player who decides in `state` and has no sequence there: first those most likely to
    /// lead to one.
    fn order(&mut self, state: &G::State, moves: &mut [G::Move]);

    /// Positions visited so far.
    fn nodes(&self) -> u64;
}
