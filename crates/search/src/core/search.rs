//! The recursion: alpha-beta with all techniques of the field, as a list of numbered steps.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6 (1975); fail-soft after
//! Fishburn (1983): a value outside the window is returned as the best bound found.
//!
//! Each step says why it is *sound* (it changes the number of nodes, not the value) or what it *risks*. With
//! the selective steps off, a search to depth d finds the value of plain minimax at depth d, for any contents
//! of the table and any number of threads. Each step that [`Techniques`](super::Techniques) names can be
//! switched off; `book/src/benchmarks/worth.md` measures its gain.
//!
//! Scores are from the point of view of a named player, and change sign only if another player decides: one
//! player may decide several times running.

use std::cmp::Ordering;

use plywood_rules::trace::{Bound, End};
use plywood_rules::{Game, Player, TacticalStatus, Tactics, Turn};

use super::order::Sorting;
use super::range::TriedMove;
use super::searcher::{DecisionNode, SearchNode, SearchPlan, Searcher};
use super::table::TableEntry;
use super::value_basis::ValueBasis;
use crate::Order;
use crate::budget::Stopped;
use crate::score::{self, is_loss, is_points, is_win, win_at};
use crate::trace::Sink;
use crate::window::Window;

/// The plies that a selective search follows threats for.
const THREAT_PLIES: u32 = 40;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// The score of a position `ply` plies after the root for `view`, looking `depth` plies ahead: exact inside
    /// `window`; at or below its alpha an upper bound, at or above its beta a lower bound.
    pub(super) fn search(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        ply: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        self.search_inline(node, depth, ply, window, view)
    }

    /// The same, compiled into the caller: most positions are leaves, which need no call then.
    #[inline(always)]
    pub(super) fn search_inline(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        ply: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        // 1. Count the node, and check now and then whether to stop.
        self.budget.visit()?;
        let turn = self.plan.game.turn(&node.state);
        if T::ON {
            self.sink.enter(turn, depth, Some(score::span(window, ply, view)));
        }
        let score = match turn {
            // 2. A finished game has the value of its outcome, whatever depth is left.
            Turn::Over(outcome) => self.finished(outcome, ply, view),
            // 3. A position that occurs for the third time in the game, or for the second time since the root,
            //    is scored as a draw: a player who could do better the second time could have done so the first
            //    time. Risks: the stored results of the positions before it depend on the path, so nothing that
            //    rests on it counts as known. If the values have to be minimax's, the history is ignored, as
            //    minimax does.
            _ if self.plan().selective && self.plan().techniques.repetition && self.recurs(node) => {
                self.basis |= ValueBasis::UNKNOWN | ValueBasis::ZERO;
                self.lines[ply as usize].clear();
                self.sink.end(End::Repeated);
                self.sink.rests_on(true, false);
                self.sink.bound(Bound::Exact);
                0.0
            }
            // 4. The horizon: the position is evaluated. A selective search first tests for a win in one.
            _ if depth == 0 => self.horizon(node, turn, ply, view),
            Turn::Decision(player) if player == view => {
                self.decision(node, player, depth, ply, window, None)?
            }
            Turn::Decision(player) => -self.decision(node, player, depth, ply, -window, None)?,
            // 5. Chance: the mean of the outcomes.
            Turn::Chance => self.chance(node, depth, ply, window, view)?,
        };
        self.trace_score(score, ply, window, view);
        Ok(score)
    }

    /// A decision of `player`, from that player's view: the best of the moves, and no further once the window
    /// is left. If one move was `tried` already, in a window that is no narrower, its score is not sought again.
    pub(super) fn decision(
        &mut self,
        node: &SearchNode<G>,
        player: Player,
        depth: u32,
        ply: u32,
        window: Window,
        tried: Option<TriedMove<G::Move>>,
    ) -> Result<f64, Stopped> {
        let start = self.moves.len();
        let here = DecisionNode { node, player, depth, ply, window, start };
        let is_new_question = window.is_null() && tried.is_none();
        self.lines[ply as usize].clear();
        if !PLAIN {
            self.reached = self.reached.max(ply);
        }

        // 6. Mate distance pruning: nothing is better than to win with the next move. Sound.
        if !PLAIN && window.alpha >= win_at(ply + 1) {
            self.sink.end(End::Cut);
            return Ok(win_at(ply + 1));
        }
        // 7. A bound by what the game knows of its end, or finds by a search of the last moves of its own. Sound if the rest
        //    of the game is within the depth.
        let known = match self.known_bound(&here) {
            None if is_new_question => self.last_moves(&here)?,
            known => known,
        };
        if let Some(score) = known {
            if is_points(score) {
                self.basis |= if score == 0.0 { ValueBasis::ZERO } else { ValueBasis::PAYOFF };
            }
            self.sink.end(End::Tactics);
            return Ok(score);
        }
        // 8. One ply before the horizon, the best of all replies, if the evaluation computes it. Sound. It
        //    takes no longer than a look-up in the table, which does not store such positions.
        if !PLAIN
            && depth == 1
            && is_new_question
            && let Some(score) = self.best_reply(node, ply, window)?
        {
            return Ok(score);
        }
        // 9. The table's entry for this position, if it decides the score. Sound if the entry is as deep as
        //    required (`answer` decides that). Not on the principal variation, so that the expected line is
        //    never cut short.
        let (key, entry) = self.table_entry(&here);
        if is_new_question
            && let Some(entry) = &entry
            && let Some(score) = answer(&self.plan(), entry, &here)
        {
            self.basis |= entry.basis;
            self.sink.end(End::Table);
            self.sink.rests_on(entry.basis.has(ValueBasis::UNKNOWN), entry.basis.has(ValueBasis::CHANCE));
            self.sink.bound(entry.bound.seen_by(player));
            return Ok(score);
        }
        let hint = entry.and_then(|entry| entry.hint);
        // 10. Hints of the game without a search: a win in one, a loss in two, moves that lose at once. Sound.
        //     With one ply left minimax would not see the answer to a bad move, so only a win counts there.
        let status = self.list_moves(&node.state, depth);
        if self.plan().techniques.tactics
            && let Some(score) = self.seen_at_once(&here, status)
        {
            self.moves.truncate(start);
            return Ok(score);
        }
        // 11. A win by threats that each allow one answer only: a proved lower bound, so a cut by it is sound.
        if self.plan().techniques.sequences
            && let Some(score) = self.threat_win(&here, key)?
        {
            self.moves.truncate(start);
            return Ok(score);
        }
        // 12. The moves one by one, until one of them cuts off.
        let basis_before = self.basis;
        let (best, best_move, basis) = self.search_moves(&here, hint, tried)?;
        // A win or a loss rests on nothing but itself.
        let basis = if is_points(best) { basis } else { ValueBasis::NOTHING };
        if !PLAIN {
            self.basis = basis_before | basis;
        }
        // 18. Store the result.
        if let Some(table) = self.plan().table {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A move that is merely not refuted yet is no better than the one known before.
            let hint = match best_move.filter(|_| bound != Bound::Upper) {
                Some(mv) => self.hint(&node.state, mv, depth),
                None => hint,
            };
            let score = match is_points(best) {
                true => best - self.payoff_so_far(&node.state, player),
                false => score::from_node(best, ply),
            };
            table.store(key, TableEntry { score, bound, depth, basis, hint });
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// Step 7: the payoffs that are still possible bound the score. If neither player can lose, the position is a draw;
    /// if one cannot, a draw bounds the score, or in a game without draws a win at its end.
    #[inline(always)]
    fn known_bound(&self, here: &DecisionNode<'_, G>) -> Option<f64> {
        let SearchPlan { game, techniques, selective, .. } = self.plan();
        let &DecisionNode { node: SearchNode { state, .. }, player, depth, ply, window, .. } = here;
        if !techniques.bounds || !(selective || game.plies_left(state).is_some_and(|left| left <= depth)) {
            return None;
        }
        let (least, most) = match (game.payoff_bounds(state), player) {
            (bounds, Player::First) => bounds,
            ((least, most), Player::Second) => (-most, -least),
        };
        if least >= window.beta {
            return Some(least);
        }
        if most <= window.alpha {
            return Some(most);
        }
        // A win of unknown distance is complete by the end of the game. A selective search needs no more.
        if !game.has_draws()
            && let Some(left) = game.plies_left(state)
        {
            let won = win_at(ply + left);
            return if (selective || won >= window.beta) && game.cannot_lose(state, player) {
                Some(won)
            } else if (selective || -won <= window.alpha) && game.cannot_lose(state, player.other()) {
                Some(-won)
            } else {
                None
            };
        }
        let is_drawn = (window.beta <= 0.0 || game.cannot_lose(state, player.other()))
            && (window.alpha >= 0.0 || game.cannot_lose(state, player));
        is_drawn.then_some(0.0)
    }

    /// Step 7: the bound of a game that searches its last moves itself.
    #[inline(always)]
    fn last_moves(&mut self, here: &DecisionNode<'_, G>) -> Result<Option<f64>, Stopped> {
        let SearchPlan { game, techniques, last_moves, .. } = self.plan();
        let Some(last_moves) = last_moves.filter(|_| techniques.bounds) else { return Ok(None) };
        let Some((score, nodes)) = (last_moves.bound)(game, &here.node.state, here.window.alpha) else {
            return Ok(None);
        };
        self.budget.visit_all(nodes as usize)?;
        Ok(Some(score))
    }

    /// Step 9: the key of the position, if there is a table, and its entry.
    #[inline(always)]
    fn table_entry(&self, here: &DecisionNode<'_, G>) -> (u64, Option<TableEntry>) {
        match self.plan().table {
            Some(table) => {
                let key = self.table_key(&here.node.state) ^ self.horizon_value.salt();
                let mut entry = table.probe(key);
                if let Some(entry) = entry.as_mut().filter(|entry| is_points(entry.score)) {
                    entry.score += self.payoff_so_far(&here.node.state, here.player);
                }
                (key, entry)
            }
            None => (0, None),
        }
    }

    /// Step 10: the score, if the game sees it. The moves have been listed.
    #[inline(always)]
    fn seen_at_once(&mut self, here: &DecisionNode<'_, G>, status: TacticalStatus) -> Option<f64> {
        let ply = here.ply;
        let score = match status {
            TacticalStatus::Open => return None,
            TacticalStatus::Wins => {
                self.reached = self.reached.max(ply + 1);
                let mv = self.moves[here.start];
                self.lines[ply as usize].push(mv);
                win_at(ply + 1)
            }
            TacticalStatus::Lost => {
                self.reached = self.reached.max(ply + 2);
                self.lost_line(here);
                -win_at(ply + 2)
            }
        };
        self.sink.end(End::Tactics);
        self.sink.bound(Bound::Exact);
        Some(score)
    }

    /// Step 11: the score of a win by threats, if one is found. The table stores it.
    #[inline]
    fn threat_win(&mut self, here: &DecisionNode<'_, G>, key: u64) -> Result<Option<f64>, Stopped> {
        let &DecisionNode { node, player, depth, ply, window, .. } = here;
        if depth < 3 || !window.is_null() || !is_points(window.beta) {
            return Ok(None);
        }
        let plies = if self.plan().selective { THREAT_PLIES } else { depth };
        let Some(wins_at) = self.threat_search(&node.state, player, ply, plies)? else { return Ok(None) };
        self.sink.end(End::Tactics);
        self.sink.bound(Bound::Lower.seen_by(player));
        let score = win_at(wins_at);
        if let Some(table) = self.plan().table {
            let entry = TableEntry {
                score: score::from_node(score, ply),
                bound: Bound::Lower,
                depth: wins_at - ply,
                basis: ValueBasis::NOTHING,
                hint: None,
            };
            table.store(key, entry);
        }
        Ok(Some(score))
    }

    /// Step 12: searches the listed moves. Returns the best score, the first move that has it, and its basis.
    #[inline(always)]
    fn search_moves(
        &mut self,
        here: &DecisionNode<'_, G>,
        hint: Option<usize>,
        mut tried: Option<TriedMove<G::Move>>,
    ) -> Result<(f64, Option<G::Move>, ValueBasis), Stopped> {
        let &DecisionNode { node, player, ply, mut window, start, .. } = here;
        let count = self.moves.len() - start;
        // 13. The table's move first, the others in the order of `order.rs`, sorted only once the first has not settled
        //     the matter.
        let first = match tried {
            Some(tried) => self.moves[start..].iter().position(|&other| other == tried.mv),
            None => hint.and_then(|hint| self.place_of_hint(hint, start)),
        };
        if let Some(place) = first {
            self.moves[start..=start + place].rotate_right(1);
        }
        let mut sorting = Sorting::Listed;
        let (mut best, mut best_move) = (f64::NEG_INFINITY, None);
        let mut basis = ValueBasis::NOTHING;
        let mut win_plies = 0;
        if !PLAIN {
            self.repetition.enter(self.plan.game, &node.state);
        }
        for at in 0..count {
            if !PLAIN && (at > 0 || first.is_none()) {
                self.bring_next(&mut sorting, here, start + at);
            }
            let mv = self.moves[start + at];
            // The textbook takes every position that it visits for part of the basis.
            if !PLAIN {
                self.basis = ValueBasis::NOTHING;
            }
            let score = match tried.take() {
                Some(tried) => {
                    self.basis |= tried.basis;
                    tried.score
                }
                _ => {
                    let child = self.child(node, mv);
                    self.search_move(&child, NextMove { mv, at, count }, here, window)?
                }
            };
            // The winner needs one move that wins, and the loser has no other.
            if PLAIN && (score > best || is_loss(score)) {
                win_plies = if is_loss(score) { self.win_plies.max(win_plies) } else { self.win_plies };
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if score > window.alpha {
                    window.alpha = score;
                    self.extend_line(mv, ply);
                }
                // 17. Beta cutoff: the opponent has an alternative at least as good elsewhere. Sound. The basis
                //     of the other moves does not matter then.
                if score >= window.beta {
                    basis = self.basis;
                    self.remember_cut(here, at);
                    self.trace_skipped(&node.state, start, at + 1);
                    break;
                }
            }
            basis |= self.basis;
        }
        if PLAIN {
            self.win_plies = win_plies;
        } else {
            self.repetition.leave();
        }
        self.trace_useless(&node.state, start);
        if T::ON {
            self.sink.narrow(score::span(window, ply, player));
        }
        Ok((best, best_move, basis))
    }

    /// The score of one move, exact within `window`.
    #[inline]
    fn search_move(
        &mut self,
        child: &SearchNode<G>,
        NextMove { mv, at, count }: NextMove<G::Move>,
        here: &DecisionNode<'_, G>,
        window: Window,
    ) -> Result<f64, Stopped> {
        let &DecisionNode { player, depth, ply, .. } = here;
        let SearchPlan { techniques, selective, .. } = self.plan();
        // 14. A forced reply is searched a ply deeper, so that threats do not push things over the horizon. Risks time.
        let mut next = depth - 1;
        if selective && techniques.extensions && count == 1 && ply < 2 * self.root_depth {
            next += 1;
        }
        // 15. The first move gets the whole window, the others only the question whether they are better: a null window
        //     cuts off most. Those that are get the whole window after all: sound (principal variation search: Marsland
        //     and Campbell 1982; Reinefeld 1983).
        if !techniques.pvs || at == 0 || window.alpha == f64::NEG_INFINITY {
            self.sink.step(mv, at);
            return self.search_inline(child, next, ply + 1, window, player);
        }
        let question = Window { alpha: window.alpha, beta: window.alpha.next_up() };
        // 16. Late move reductions: late moves are searched to a reduced depth first, and again in full if they
        //     look better. Risks overlooking a late move that is good only at greater depth.
        let reduction = if selective && techniques.reductions { reduction(depth, at, count) } else { 0 };
        let mut score = f64::INFINITY;
        if reduction > 0 {
            self.sink.step(mv, at);
            score = self.search(child, next - reduction.min(next), ply + 1, question, player)?;
            self.sink.reduced();
        }
        if score > window.alpha {
            self.sink.step(mv, at);
            score = self.search_inline(child, next, ply + 1, question, player)?;
        }
        if score > window.alpha && score < window.beta {
            self.sink.step(mv, at);
            score = self.search(child, next, ply + 1, window, player)?;
        }
        Ok(score)
    }

    /// Returns whether this position ends the game as a draw, or might as well.
    #[inline]
    fn recurs(&self, node: &SearchNode<G>) -> bool {
        self.repetition.is_open() && self.repetition.recurs(self.plan.game, &node.state)
    }

    /// Appends the moves that matter with `depth` plies left. Returns the tactical status.
    #[inline]
    pub(super) fn list_moves(&mut self, state: &G::State, depth: u32) -> TacticalStatus {
        let SearchPlan { game, techniques, selective, to_the_end, order, .. } = self.plan();
        let start = self.moves.len();
        if techniques.tactics && (selective || depth >= 2) {
            let status = game.candidates(state, &mut self.moves);
            if status == TacticalStatus::Open
                && to_the_end
                && techniques.bounds
                && self.moves.len() > start + 1
            {
                game.drop_useless(state, &mut self.moves, start);
            }
            return status;
        }
        if techniques.tactics
            && let Some(mv) = game.winning_move(state)
        {
            self.moves.push(mv);
            return TacticalStatus::Wins;
        }
        game.legal_moves(state, &mut self.moves);
        if order == Order::Promising {
            self.sort_by_evaluation(state, start);
        }
        TacticalStatus::Open
    }

    /// Makes the line of a position in which the game is lost in two plies whatever is played: a move and a winning answer.
    fn lost_line(&mut self, here: &DecisionNode<'_, G>) {
        let game = self.plan.game;
        let mv = self.moves[here.start];
        let child = game.child(&here.node.state, mv);
        let line = &mut self.lines[here.ply as usize];
        line.push(mv);
        if let Turn::Decision(_) = game.turn(&child) {
            let start = self.moves.len();
            if game.candidates(&child, &mut self.moves) == TacticalStatus::Wins {
                line.push(self.moves[start]);
            }
            self.moves.truncate(start);
        }
    }

    /// Makes `mv` and the line behind it the best line of this ply.
    fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (here, behind) = self.lines.split_at_mut(ply as usize + 1);
        let here = &mut here[ply as usize];
        here.clear();
        here.push(mv);
        here.extend_from_slice(&behind[0]);
    }
}

/// A move to try, number `at` of `count`.
struct NextMove<M> {
    mv: M,
    at: usize,
    count: usize,
}

/// The plies that move number `at` of `count` is searched less deeply at first.
fn reduction(depth: u32, at: usize, count: usize) -> u32 {
    if depth < 3 || at < 2 || count < 4 {
        return 0;
    }
    let late = u32::from(at >= 4) + u32::from(at >= 10);
    (1 + late.min(depth / 4)).min(depth - 2)
}

/// The score that `entry` gives, from its position's point of view, or `None` if it does not decide it.
///
/// It does if its bound decides the question, and if it agrees with a search of exactly this depth:
/// - all its lines ended within that depth, so a deeper search gives the same (to the end of the game: at any
///   depth);
/// - or it was searched to exactly this depth (in a selective search: or deeper);
/// - or it is a win (or a loss) that is complete within this depth: a deeper search does not change it, and a
///   shallower one would have found it.
fn answer<G: Game + ?Sized>(
    plan: &SearchPlan<'_, G>,
    entry: &TableEntry,
    here: &DecisionNode<'_, G>,
) -> Option<f64> {
    let &SearchPlan { selective, to_the_end, .. } = plan;
    let &DecisionNode { depth, ply, window, .. } = here;
    let plies = if is_points(entry.score) { u32::MAX } else { score::plies(entry.score) };
    let complete = !entry.basis.has(ValueBasis::UNKNOWN);
    let same_depth = match entry.depth.cmp(&depth) {
        _ if to_the_end => complete,
        Ordering::Less => complete,
        Ordering::Equal => true,
        Ordering::Greater => selective || complete && entry.bound == Bound::Exact && plies <= depth,
    };
    let mut bound = entry.bound;
    if !same_depth {
        // A win within reach is a lower bound, a loss an upper bound.
        let wins = is_win(entry.score);
        let of_use = if wins { Bound::Lower } else { Bound::Upper };
        let holds = plies <= depth || (selective || to_the_end) && plies != u32::MAX;
        if !holds || bound != Bound::Exact && bound != of_use {
            return None;
        }
        bound = of_use;
    }
    let score = score::from_root(entry.score, ply);
    let decides = match bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    decides.then_some(score)
}
