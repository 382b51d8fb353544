//! In which order moves are tried: what cut off elsewhere first. It costs nothing but time if it is wrong.

use std::cmp::Reverse;

use plywood_rules::{Player, Symmetric, Tactics};

use super::search::{Node, Plan, Searcher};
use super::table::Entry;
use crate::Limits;
use crate::trace::Sink;

/// The largest weight that history can have.
const MOST_HISTORY: i32 = 1 << 14;

/// What killers count for, more than any history.
const KILLER: i32 = 1 << 20;

/// With fewer plies left the game and the evaluation are not asked what they expect of each move: to look at all replies costs
/// less than to guess which comes first (gomoku to depth 6: 7 s, and 40 s with every position's moves asked about).
const PROMISE: u32 = 3;

/// The same where the evaluation knows all replies at once.
const PROMISE_OF_REPLIES: u32 = 2;

/// What was learnt about moves so far.
#[derive(Debug)]
pub(super) struct Memory<M> {
    /// For each ply two moves that cut off there, the newer one first (Akl and Newborn 1977).
    killers: Vec<[Option<M>; 2]>,
    /// For each player and code how well that move has done (Schaeffer 1989): from -[`MOST_HISTORY`] to
    /// [`MOST_HISTORY`].
    history: [Vec<i32>; 2],
    /// For each move of [`Searcher::moves`] that has been weighed its weight, and below it its place, the first one highest:
    /// so no two of a node are equal, and of equal moves the one listed first comes first.
    weights: Vec<i64>,
    /// What the evaluation promises of the moves that are being weighed.
    ordering_scores: Vec<i32>,
    /// Moves that are being sorted, with these weights.
    sorting: Vec<(i64, M)>,
    /// The depth of the search at the root.
    pub root_depth: u32,
}

impl<M: Copy + PartialEq> Memory<M> {
    pub fn new(codes: usize) -> Memory<M> {
        let codes = if codes > 1 { codes } else { 0 };
        Memory {
            killers: vec![[None; 2]; Limits::DEEPEST as usize + 2],
            history: [vec![0; codes], vec![0; codes]],
            weights: Vec::new(),
            ordering_scores: Vec::new(),
            sorting: Vec::new(),
            root_depth: 0,
        }
    }
}

/// Moves `weight` towards its bound, the more slowly the nearer it is.
fn adjust(weight: &mut i32, bonus: i32) {
    *weight += bonus - *weight * bonus.abs() / MOST_HISTORY;
}

/// How far the moves of a node are in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// They are as the game lists them.
    Listed,
    /// They have been weighed, and this many may still be picked one by one.
    Weighed(u32),
    /// They stay as they are.
    Sorted,
}

/// Most moves that cut off are among the first few, and those are found by looking for the heaviest of the rest. After so
/// many the rest is sorted, if there are more than [`FEW`] left.
const PICKS: u32 = 4;

/// So many moves are never worth sorting.
const FEW: usize = 12;

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Brings the move to place `at` that is to be tried next, of those from there on: the one of the greatest weight, of equal
    /// ones the first. `order` tells how far the node's moves are in order.
    #[inline]
    pub fn bring_next(
        &mut self,
        order: &mut Order,
        node: &Node<G>,
        player: Player,
        at: usize,
        depth: u32,
        ply: u32,
    ) {
        if *order == Order::Listed {
            let weighs = self.weigh(node, player, at, depth, ply);
            *order = if weighs { Order::Weighed(PICKS) } else { Order::Sorted };
        }
        let Order::Weighed(picks) = *order else { return };
        // Whoever listens is told of the other moves in their order, too.
        if T::ON || picks == 0 && self.moves.len() - at > FEW {
            self.sort_weighed(at);
            *order = Order::Sorted;
            return;
        }
        *order = Order::Weighed(picks.saturating_sub(1));
        let weights = &mut self.memory.weights[at..self.moves.len()];
        let (mut place, mut most) = (0, i64::MIN);
        for (other, &weight) in weights.iter().enumerate() {
            // Which one it is cannot be predicted: without a branch.
            (place, most) = if weight > most { (other, weight) } else { (place, most) };
        }
        weights.swap(0, place);
        self.moves.swap(at, at + place);
    }

    /// Sorts the moves from place `from` on, those of the greatest weight first, equal ones as they were.
    pub fn sort(&mut self, node: &Node<G>, player: Player, from: usize, depth: u32, ply: u32) {
        if self.weigh(node, player, from, depth, ply) {
            self.sort_weighed(from);
        }
    }

    /// Weighs the moves from place `from` on; false if they are all alike.
    fn weigh(&mut self, node: &Node<G>, player: Player, from: usize, depth: u32, ply: u32) -> bool {
        let Plan { game, evaluation, means, .. } = self.plan;
        let moves = &self.moves[from..];
        let memory = &mut self.memory;
        let history = if means.history { memory.history[player.index()].as_slice() } else { &[] };
        let least = if self.replies.is_some() { PROMISE_OF_REPLIES } else { PROMISE };
        let asks = means.promise && depth >= least;
        if moves.len() < 2 || !asks && history.is_empty() && !means.killers {
            return false;
        }
        let by_place =
            |weight: i32, place: usize| i64::from(weight) << 32 | i64::from(u32::MAX - place as u32);
        let history = |mv| history.get(game.move_code(mv)).copied().unwrap_or(0);
        let listed = moves.iter().copied().enumerate();
        memory.weights.resize(from, 0);
        if asks {
            memory.ordering_scores.clear();
            if let Some(replies) = &mut self.replies {
                replies.ordering_scores(game, &node.state, moves, &mut memory.ordering_scores);
            } else {
                let ordering_score = |&mv| {
                    game.ordering_score(&node.state, mv) + evaluation.ordering_score(game, &node.state, mv)
                };
                memory.ordering_scores.extend(moves.iter().map(ordering_score));
            }
            let ordering_scores = &memory.ordering_scores;
            memory.weights.extend(
                listed
                    .zip(ordering_scores)
                    .map(|((place, mv), ordering_score)| by_place(ordering_score + history(mv), place)),
            );
        } else {
            memory.weights.extend(listed.map(|(place, mv)| by_place(history(mv), place)));
        }
        if means.killers {
            let killers = memory.killers[ply as usize].into_iter().zip([2 * KILLER, KILLER]);
            for (killer, weight) in killers.filter_map(|(killer, weight)| Some((killer?, weight))) {
                if let Some(place) = moves.iter().position(|&mv| mv == killer) {
                    memory.weights[from + place] += i64::from(weight) << 32;
                }
            }
        }
        true
    }

    /// Sorts the moves from place `from` on, all of which have been weighed.
    fn sort_weighed(&mut self, from: usize) {
        let Memory { weights, sorting, .. } = &mut self.memory;
        let moves = &mut self.moves[from..];
        sorting.clear();
        sorting.extend(weights[from..].iter().copied().zip(moves.iter().copied()));
        sorting.sort_unstable_by_key(|&(weight, _)| Reverse(weight));
        moves.iter_mut().zip(sorting).for_each(|(mv, sorted)| *mv = sorted.1);
    }

    /// The number by which the table remembers `mv`: its code, or its place in the list where moves have none.
    pub fn hint(&mut self, state: &G::State, mv: G::Move, depth: u32) -> Option<usize> {
        let game = self.plan.game;
        if game.move_codes() > 1 {
            return Some(game.move_code(mv)).filter(|&code| code < Entry::HINTS);
        }
        let start = self.moves.len();
        self.list_moves(state, depth);
        let place = self.moves[start..].iter().position(|&other| other == mv);
        self.moves.truncate(start);
        place.filter(|&place| place < Entry::HINTS)
    }

    /// The place, from `start` on, of the move that was remembered by this number. The numbers of an image of the position mean
    /// other moves: that costs time, no more.
    pub fn place_of_hint(&self, hint: usize, start: usize) -> Option<usize> {
        let game = self.plan.game;
        let moves = &self.moves[start..];
        if game.move_codes() > 1 {
            return moves.iter().position(|&mv| game.move_code(mv) == hint);
        }
        Some(hint).filter(|&place| place < moves.len())
    }

    /// A move has cut off, after `tried` others had not.
    pub fn remember_cut(
        &mut self,
        player: Player,
        mv: G::Move,
        start: usize,
        tried: usize,
        depth: u32,
        ply: u32,
    ) {
        let (game, means) = (self.plan.game, self.plan.means);
        if means.killers {
            let killers = &mut self.memory.killers[ply as usize];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        let history = &mut self.memory.history[player.index()];
        if means.history && !history.is_empty() {
            let bonus = (depth * depth).min(1024) as i32;
            adjust(&mut history[game.move_code(mv)], bonus);
            for &other in &self.moves[start..start + tried] {
                adjust(&mut history[game.move_code(other)], -bonus);
            }
        }
    }
}
