//! A tree before it becomes text: an arena of positions.

use std::ops::{Deref, DerefMut};

use plywood_rules::trace::{End, Visit};
use plywood_rules::{Outcome, Playable, Player, Proved, Turn, Value, moves_or_outcomes};

use super::report::{EndsBy, StrategySize, TreeProof, TreeQuestion, TreeSearch};

/// The most positions that are grown before some of them are chosen. Beyond, nothing is counted any more.
pub(crate) const GROWN: usize = 200_000;

/// The nodes grown for a view, before anything is left out.
pub(crate) struct Grown<G: Playable> {
    pub spots: Vec<Spot<G>>,
    /// Nodes that there was no room for; `None` if they were not counted.
    pub beyond: Option<u64>,
    pub cut_at: Option<u32>,
    pub strategy: Option<StrategySize>,
    pub search: Option<TreeSearch>,
    pub proof: Option<TreeProof>,
    pub question: Option<TreeQuestion>,
    pub win_worth: f64,
    pub solved: bool,
}

impl<G: Playable> Grown<G> {
    pub fn new(spots: Vec<Spot<G>>, win_worth: f64) -> Grown<G> {
        Grown {
            spots,
            beyond: Some(0),
            cut_at: None,
            strategy: None,
            search: None,
            proof: None,
            question: None,
            win_worth,
            solved: true,
        }
    }

    /// The children of every node, in their order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.spots.len()];
        for (at, spot) in self.spots.iter().enumerate() {
            if let Some(parent) = spot.parent {
                children[parent].push(at);
            }
        }
        children
    }
}

/// A node before it becomes text: a visit, with its position.
pub(crate) struct Spot<G: Playable> {
    pub visit: Visit<G::Move>,
    pub also: Vec<usize>,
    pub ways: u32,
    pub state: G::State,
    pub ply: u32,
    pub ends_by: Option<EndsBy>,
    /// True if it has moves that were not followed, because the tree had to end here.
    pub open: bool,
}

impl<G: Playable> Spot<G> {
    /// A node of which only the rules are known.
    pub fn new(game: &G, parent: Option<usize>, mv: Option<G::Move>, state: G::State, ply: u32) -> Spot<G> {
        let turn = game.turn(&state);
        let end = if matches!(turn, Turn::Over(_)) { End::Over } else { End::Searched };
        let value = if let Turn::Over(outcome) = turn { Some(outcome_value(outcome)) } else { None };
        let visit = Visit { end, value, ..Visit::new(parent, mv, turn) };
        Spot { visit, also: Vec::new(), ways: 1, state, ply, ends_by: None, open: false }
    }
}

impl<G: Playable> Deref for Spot<G> {
    type Target = Visit<G::Move>;

    fn deref(&self) -> &Visit<G::Move> {
        &self.visit
    }
}

impl<G: Playable> DerefMut for Spot<G> {
    fn deref_mut(&mut self) -> &mut Visit<G::Move> {
        &mut self.visit
    }
}

/// The value of an end for the first player.
pub(crate) fn outcome_value(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win(Player::First) => Value::Proved(Proved::Win { plies: 0 }),
        Outcome::Win(Player::Second) => Value::Proved(Proved::Loss { plies: 0 }),
        Outcome::Draw => Value::Proved(Proved::Draw),
        Outcome::Payoff(points) => Value::Exact(points),
    }
}

/// Moves and how likely they are, if they are outcomes of chance.
pub(crate) fn moves_of<G: Playable>(game: &G, state: &G::State) -> Vec<(G::Move, Option<f64>)> {
    if game.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        return outcomes.into_iter().map(|(mv, probability)| (mv, Some(probability))).collect();
    }
    moves_or_outcomes(game, state).into_iter().map(|mv| (mv, None)).collect()
}
