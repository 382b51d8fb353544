//! In which order moves are tried: what cut off elsewhere first. It costs nothing but time if it is wrong.

use plywood_rules::{Player, Symmetric, Tactics};

use super::search::{Node, Searcher};
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

/// What was learnt about moves so far.
#[derive(Debug)]
pub(super) struct Memory<M> {
    /// For each ply two moves that cut off there, the newer one first (Akl and Newborn 1977).
    killers: Vec<[Option<M>; 2]>,
    /// For each player and code how well that move has done (Schaeffer 1989): from -[`MOST_HISTORY`] to
    /// [`MOST_HISTORY`].
    history: [Vec<i32>; 2],
    /// The moves that are being sorted, with their weights and places.
    sorting: Vec<(i32, u32, M)>,
    /// The depth of the search at the root.
    pub root_depth: u32,
}

impl<M: Copy + PartialEq> Memory<M> {
    pub fn new(codes: usize) -> Memory<M> {
        let codes = if codes > 1 { codes } else { 0 };
        Memory {
            killers: vec![[None; 2]; Limits::DEEPEST as usize + 2],
            history: [vec![0; codes], vec![0; codes]],
            sorting: Vec::new(),
            root_depth: 0,
        }
    }
}

/// Moves `weight` towards its bound, the more slowly the nearer it is.
fn adjust(weight: &mut i32, bonus: i32) {
    *weight += bonus - *weight * bonus.abs() / MOST_HISTORY;
}

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Sorts the moves from place `from` on, those of the greatest weight first, equal ones as they were.
    pub fn sort(&mut self, node: &Node<G>, player: Player, from: usize, depth: u32, ply: u32) {
        let game = self.plan.game;
        let means = self.plan.means;
        if !(means.killers || means.history || means.promise) {
            return;
        }
        let moves = &mut self.moves[from..];
        if moves.len() < 2 {
            return;
        }
        let memory = &mut self.memory;
        let killers = memory.killers[ply as usize];
        let history = &memory.history[player.index()];
        memory.sorting.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let mut weight = 0;
            if means.promise && depth >= PROMISE {
                weight +=
                    game.potential(&node.state, mv) + self.plan.evaluation.promise(game, &node.state, mv);
            }
            if means.history && !history.is_empty() {
                weight += history[game.move_code(mv)];
            }
            if means.killers {
                weight += match killers.iter().position(|&killer| killer == Some(mv)) {
                    Some(0) => 2 * KILLER,
                    Some(_) => KILLER,
                    None => 0,
                };
            }
            memory.sorting.push((-weight, place as u32, mv));
        }
        memory.sorting.sort_unstable_by_key(|&(weight, place, _)| (weight, place));
        moves.iter_mut().zip(&memory.sorting).for_each(|(mv, sorted)| *mv = sorted.2);
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
