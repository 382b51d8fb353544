//! Wins by forced replies: the moves of a player who threatens to win at once with every one of them.
//!
//! A player who threatens and threatens again leaves the opponent no choice, so such sequences are followed far beyond the
//! reach of any other search. Proof search asks for them where the game offers it: at its leaves, and of every reply to a
//! quiet move, most of which are answered by one and the same sequence.

use crate::Game;

/// One move of a player who wins by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The move.
    pub mv: M,
    /// The move that wins at once unless the opponent prevents it; `None` if `mv` itself wins.
    pub threat: Option<M>,
}

/// A sequence of steps, the last of which wins: after each of the others every reply is answered by the threat, but for
/// those after which the next step goes on.
pub type Forced<M> = Vec<Step<M>>;

/// The opponent's winning sequences against every move of the player who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers<M> {
    /// Sequences, each with the replies (at least one) that it answers.
    pub answered: Vec<(Forced<M>, Vec<M>)>,
    /// The replies for which none was found.
    pub open: Vec<M>,
}

/// A search for forced sequences that a game brings along. It may keep what it found out from one question to the next, as long
/// as that makes no difference to whether there is a sequence, nor to what is open and in which order: which sequence it tells may
/// differ.
pub trait Forcing<G: Game + ?Sized> {
    /// A sequence by which the player who decides in `state` wins; `None` if there is none among those looked for.
    fn wins(&mut self, state: &G::State) -> Option<Forced<G::Move>>;

    /// The opponent's winning sequences against every legal move of the player who decides in `state`; `None`
    /// if the opponent would have none even if the player passed.
    fn answers(&mut self, state: &G::State) -> Option<Answers<G::Move>>;

    /// The same wherever it is asked: each move that has a sequence of its own is answered.
    fn answers_each(&mut self, state: &G::State) -> Answers<G::Move>;

    /// Puts moves of the player who decides in `state`, who has no sequence there, in order: first what is most likely to lead
    /// to one.
    fn order(&mut self, state: &G::State, moves: &mut [G::Move]);

    /// Positions visited so far.
    fn nodes(&self) -> u64;
}
