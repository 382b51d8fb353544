//! Move ordering: moves that caused cutoffs elsewhere come first. A wrong order costs only time.

use std::cmp::Reverse;

use plywood_rules::{Player, Tactics};

use super::history::MoveStatistics;
use super::searcher::{DecisionNode, SearchNode, SearchPlan, Searcher};
use super::table::TableEntry;
use crate::trace::Sink;

/// The weight of a killer, more than any history.
const KILLER: i32 = 1 << 20;

/// With fewer plies left no ordering scores are computed: to search all replies costs less than to predict the
/// best one (gomoku to depth 6: 7 s, and 40 s with ordering scores everywhere).
const LEAST_DEPTH: u32 = 3;

/// The same if the evaluation computes all replies at once.
const LEAST_DEPTH_OF_REPLIES: u32 = 2;

/// Sorts by falling weight, and equal ones as they were: another order would be another search wherever the standard library sorts in
/// another way, as in the module of the page. Generic over moves only: games share it.
fn sort_by_weight<M>(weighed: &mut [(i64, M)]) {
    weighed.sort_by_key(|&(weight, _)| Reverse(weight));
}

/// The order of the moves of a node so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sorting {
    /// As the game lists them.
    Listed,
    /// Weighed, and this many may still be picked one by one.
    Weighed(u32),
    /// In their final order.
    Sorted,
}

/// Most moves that cause a cutoff are among the first few, and those are found by selecting the heaviest of the
/// rest. After this many the rest is sorted, if there are more than [`FEW`] left.
const PICKS: u32 = 4;

/// The number of moves that is not worth sorting.
const FEW: usize = 12;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// Brings the next move to index `at`, from the moves there and after it: the one of the greatest weight,
    /// of equal ones the first. `sorting` records the part of the node's moves that is in order.
    #[inline]
    pub(super) fn bring_next(&mut self, sorting: &mut Sorting, decision: &DecisionNode<'_, G>, at: usize) {
        if *sorting == Sorting::Listed {
            let weighs = self.weigh(decision.node, decision.player, at, decision.depth, decision.ply);
            *sorting = if weighs { Sorting::Weighed(PICKS) } else { Sorting::Sorted };
        }
        let Sorting::Weighed(picks) = *sorting else { return };
        // A trace shows the moves that are left out in their order, too.
        if T::ON || picks == 0 && self.moves.len() - at > FEW {
            self.sort_weighed(at);
            *sorting = Sorting::Sorted;
            return;
        }
        *sorting = Sorting::Weighed(picks.saturating_sub(1));
        let weights = &mut self.statistics.weights[at..self.moves.len()];
        let (mut place, mut most) = (0, i64::MIN);
        for (other, &weight) in weights.iter().enumerate() {
            // Which one it is cannot be predicted: without a branch.
            (place, most) = if weight > most { (other, weight) } else { (place, most) };
        }
        weights.swap(0, place);
        self.moves.swap(at, at + place);
    }

    /// Sorts the moves from place `from` on, those of the greatest weight first, equal ones as they were.
    pub(super) fn sort(&mut self, node: &SearchNode<G>, player: Player, from: usize, depth: u32, ply: u32) {
        if self.weigh(node, player, from, depth, ply) {
            self.sort_weighed(from);
        }
    }

    /// Sorts the moves of `state` from index `from` on by the evaluation's ordering score alone, the largest
    /// first, stably: by insertion, the quickest way for few moves.
    pub(super) fn sort_by_evaluation(&mut self, state: &G::State, from: usize) {
        let SearchPlan { game, evaluation, .. } = self.plan();
        let moves = &mut self.moves[from..];
        let scores = &mut self.statistics.ordering_scores;
        scores.clear();
        scores.extend(moves.iter().map(|&mv| evaluation.ordering_score(game, state, mv)));
        for from in 1..moves.len() {
            let (mv, score) = (moves[from], scores[from]);
            let mut to = from;
            while to > 0 && scores[to - 1] < score {
                moves[to] = moves[to - 1];
                scores[to] = scores[to - 1];
                to -= 1;
            }
            moves[to] = mv;
            scores[to] = score;
        }
    }

    /// Weighs the moves from place `from` on; false if they are all alike.
    fn weigh(&mut self, node: &SearchNode<G>, player: Player, from: usize, depth: u32, ply: u32) -> bool {
        let SearchPlan { game, evaluation, techniques, last_moves, .. } = self.plan();
        let moves = &self.moves[from..];
        let statistics = &mut self.statistics;
        let history = statistics.history[player.index()].as_slice();
        let least = if self.replies.is_some() { LEAST_DEPTH_OF_REPLIES } else { LEAST_DEPTH };
        let asks = techniques.promise && depth >= least;
        if moves.len() < 2 || !asks && history.is_empty() && !techniques.killers {
            return false;
        }
        let by_place =
            |weight: i32, place: usize| i64::from(weight) << 32 | i64::from(u32::MAX - place as u32);
        let history = |mv| history.get(game.move_code(mv)).copied().unwrap_or(0);
        let listed = moves.iter().copied().enumerate();
        statistics.weights.resize(from, 0);
        if asks {
            statistics.ordering_scores.clear();
            if let Some(replies) = &mut self.replies {
                replies.ordering_scores(game, &node.state, moves, &mut statistics.ordering_scores);
            } else if !last_moves
                .is_some_and(|last| (last.scores)(game, &node.state, moves, &mut statistics.ordering_scores))
            {
                let ordering_score = |&mv| {
                    game.ordering_score(&node.state, mv) + evaluation.ordering_score(game, &node.state, mv)
                };
                statistics.ordering_scores.extend(moves.iter().map(ordering_score));
            }
            let scores = &statistics.ordering_scores;
            let weights = listed.zip(scores).map(|((place, mv), score)| by_place(score + history(mv), place));
            statistics.weights.extend(weights);
        } else {
            statistics.weights.extend(listed.map(|(place, mv)| by_place(history(mv), place)));
        }
        if techniques.killers {
            let killers = statistics.killers[ply as usize].into_iter().zip([2 * KILLER, KILLER]);
            for (killer, weight) in killers.filter_map(|(killer, weight)| Some((killer?, weight))) {
                if let Some(place) = moves.iter().position(|&mv| mv == killer) {
                    statistics.weights[from + place] += i64::from(weight) << 32;
                }
            }
        }
        true
    }

    /// Sorts the moves from place `from` on, all of which have been weighed.
    fn sort_weighed(&mut self, from: usize) {
        let MoveStatistics { weights, sorting, .. } = &mut self.statistics;
        let moves = &mut self.moves[from..];
        sorting.clear();
        sorting.extend(weights[from..].iter().copied().zip(moves.iter().copied()));
        sort_by_weight(sorting);
        moves.iter_mut().zip(sorting).for_each(|(mv, sorted)| *mv = sorted.1);
    }

    /// The number of `mv` in the table: its code, or its index in the list if moves have no codes.
    pub(super) fn hint(&mut self, state: &G::State, mv: G::Move, depth: u32) -> Option<usize> {
        let game = self.plan.game;
        if game.move_codes() > 1 {
            return Some(game.move_code(mv)).filter(|&code| code < TableEntry::HINTS);
        }
        let start = self.moves.len();
        self.list_moves(state, depth);
        let place = self.moves[start..].iter().position(|&other| other == mv);
        self.moves.truncate(start);
        place.filter(|&place| place < TableEntry::HINTS)
    }

    /// The index, from `start` on, of the move with this number in the table. The numbers of an image of the
    /// position mean other moves: that costs only time.
    pub(super) fn place_of_hint(&self, hint: usize, start: usize) -> Option<usize> {
        let game = self.plan.game;
        let moves = &self.moves[start..];
        if game.move_codes() > 1 {
            return moves.iter().position(|&mv| game.move_code(mv) == hint);
        }
        Some(hint).filter(|&place| place < moves.len())
    }

    /// Records that the move at index `at` of a decision caused a cutoff, after those before it had not.
    pub(super) fn remember_cut(&mut self, decision: &DecisionNode<'_, G>, at: usize) {
        if PLAIN {
            return;
        }
        let &DecisionNode { player, depth, ply, start, .. } = decision;
        let (game, mv) = (self.plan.game, self.moves[start + at]);
        self.statistics.add_killer(mv, ply);
        if !self.statistics.history[player.index()].is_empty() {
            let others = self.moves[start..start + at].iter().map(|&other| game.move_code(other));
            self.statistics.reward(player, game.move_code(mv), others, depth);
        }
    }
}
