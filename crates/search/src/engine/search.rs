//! The engine's search: alpha-beta with all the means of the field, as a list of numbered steps.
//!
//! Each step says why it is *sound* (it changes how much is looked at, not what is found) or what it *risks*. With the
//! selective steps off, a search to depth d finds what plain minimax finds at depth d, whatever the table holds, however
//! many threads there are. Every step can be switched off ([`Means`]).
//!
//! Scores are from the view of a player who is named, and turned round only where somebody else decides: dice games let
//! one player decide several times running.

use std::cmp::Ordering;

use plywood_rules::trace::{self, End};
use plywood_rules::{
    Evaluate, Game, Player, ReplyEvaluator, Symmetric, TacticalStatus, Tactics, Turn, random::mix,
};

use super::chance::{Outlook, Tried};
use super::means::Means;
use super::met::Met;
use super::order::{Memory, Order};
use super::past::Past;
use super::score::{self, is_points, is_win, win_at};
use super::table::{Bound, Entry, Table};
use crate::budget::{Budget, Stopped};
use crate::trace::Sink;
use crate::window::Window;
use crate::{ChancePruning, Limits};

/// What an unknown position (not over, at the depth limit) counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// What the evaluation says.
    Guess,
    /// A loss of this player: the worst that could be.
    LossOf(Player),
}

impl Unknown {
    /// Sets what is remembered under one assumption apart from what is remembered under another.
    fn salt(self) -> u64 {
        match self {
            Unknown::Guess => 0,
            Unknown::LossOf(Player::First) => 0x9E37_79B9_7F4A_7C15,
            Unknown::LossOf(Player::Second) => 0xC2B2_AE3D_27D4_EB4F,
        }
    }
}

/// A position and what its evaluation carries along.
pub(super) struct Node<G: Game + ?Sized> {
    pub state: G::State,
    pub accumulator: i64,
}

/// What a searcher needs to know before it begins.
pub(super) struct Plan<'a, G: Game + ?Sized> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub means: Means,
    pub pruning: ChancePruning,
    /// Whether steps may be taken that risk something.
    pub selective: bool,
    /// Whether the depth reaches the end of the game everywhere.
    pub to_the_end: bool,
    pub table: &'a Table,
}

impl<G: Game + ?Sized> Clone for Plan<'_, G> {
    fn clone(&self) -> Self {
        Plan { ..*self }
    }
}

/// One thread's search: what it searches, what it may spend, and the buffers that spare it an allocation a node.
pub(super) struct Searcher<'a, G: Game + ?Sized, T> {
    pub plan: Plan<'a, G>,
    /// What the evaluation knows of all replies at once. It passes by moves that win, so somebody else has to see those.
    pub replies: Option<Box<dyn ReplyEvaluator<G> + Send>>,
    pub win_worth: f64,
    pub budget: Budget,
    /// What unknown positions count for just now.
    pub unknown: Unknown,
    pub met: Met,
    /// The most plies from the root at which a position was looked at.
    pub reached: u32,
    /// The moves of all nodes between the root and here, one node's behind the other's.
    pub moves: Vec<G::Move>,
    /// The same for the outcomes of chance nodes, with their probabilities, and what is known of them beforehand.
    pub outcomes: Vec<(G::Move, f64)>,
    pub outlooks: Vec<Outlook<G::Move>>,
    /// For each ply the best line from there, as it was seen last.
    pub lines: Vec<Vec<G::Move>>,
    pub memory: Memory<G::Move>,
    pub past: Past,
    /// Positions that the current forced sequence may still visit.
    pub sequence_left: u32,
    /// Who is told of it all.
    pub sink: T,
}

impl<'a, G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'a, G, T> {
    pub fn new(plan: Plan<'a, G>, budget: Budget, past: Past, sink: T) -> Self {
        Searcher {
            // Where every line is followed to its end nobody guesses, and what threatens most is tried first.
            replies: if plan.means.tactics && !plan.to_the_end {
                plan.evaluation.reply_evaluator(plan.game)
            } else {
                None
            },
            win_worth: plan.evaluation.win_worth(plan.game),
            budget,
            unknown: Unknown::Guess,
            met: Met::NOTHING,
            reached: 0,
            moves: Vec::new(),
            outcomes: Vec::new(),
            outlooks: Vec::new(),
            lines: Vec::new(),
            memory: Memory::new(plan.game.move_codes()),
            past,
            sequence_left: 0,
            sink,
            plan,
        }
    }

    /// Makes ready for another search from the root: forgets what was met and what an interrupted search left behind.
    pub fn prepare(&mut self) {
        self.unknown = Unknown::Guess;
        self.met = Met::NOTHING;
        self.reached = 0;
        self.moves.clear();
        self.outcomes.clear();
        self.outlooks.clear();
        self.past.back_to_root();
        self.lines.resize_with(Limits::DEEPEST as usize + 2, Vec::new);
    }

    /// The root of a search.
    pub fn node(&self, state: &G::State) -> Node<G> {
        Node { state: state.clone(), accumulator: self.plan.evaluation.accumulator(self.plan.game, state) }
    }

    /// The position after `mv`.
    #[inline]
    pub fn child(&self, node: &Node<G>, mv: G::Move) -> Node<G> {
        let Plan { game, evaluation, .. } = self.plan;
        let state = game.child(&node.state, mv);
        let accumulator = evaluation.accumulator_after(game, &node.state, node.accumulator, mv, &state);
        Node { state, accumulator }
    }

    /// The score of a position `ply` plies after the root for `view`, looking `depth` plies ahead: exact inside
    /// `window`; at or below its alpha an upper bound, at or above its beta a lower bound.
    pub fn search(
        &mut self,
        node: &Node<G>,
        depth: u32,
        ply: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        // 1. Count, and look now and then whether to stop.
        self.budget.visit()?;
        let turn = self.plan.game.turn(&node.state);
        if T::ON {
            self.sink.enter(turn, depth, Some(score::span(window, ply, view)));
        }
        // 2 to 4. What takes no look at moves.
        let score = match self.without_moves(node, turn, depth, ply, view) {
            Some(score) => score,
            // 5. Dice: the mean of what can be rolled.
            None => match turn {
                Turn::Decision(player) if player == view => {
                    self.decision(node, player, depth, ply, window, None)?
                }
                Turn::Decision(player) => -self.decision(node, player, depth, ply, -window, None)?,
                _ => self.chance(node, depth, ply, window, view)?,
            },
        };
        self.tell_score(score, ply, window, view);
        Ok(score)
    }

    /// The score of a position if it takes no look at moves.
    #[inline(always)]
    pub fn without_moves(
        &mut self,
        node: &Node<G>,
        turn: Turn,
        depth: u32,
        ply: u32,
        view: Player,
    ) -> Option<f64> {
        match turn {
            // 2. A finished game is worth what its rules say, whatever depth is left.
            Turn::Over(outcome) => Some(self.finished(outcome, ply, view)),
            // 3. A position that stands for the third time in the game, or for the second time since the root, is treated
            //    as a draw: whoever could do better the second time could have done so the first time. Risks: what is
            //    remembered of the positions before it depends on how they were reached, so nothing that rests on it
            //    counts as known. Where minimax's very values are wanted the history is left out of it, as minimax does.
            _ if self.plan.selective && self.plan.means.repetition && self.recurs(node) => {
                self.met |= Met::UNKNOWN | Met::ZERO;
                self.lines[ply as usize].clear();
                self.sink.end(End::Repeated);
                self.sink.rests_on(true, false);
                self.sink.bound(trace::Bound::Exact);
                Some(0.0)
            }
            // 4. The horizon: the evaluation guesses. A win in one is seen first where the search is selective.
            _ if depth == 0 => Some(self.horizon(node, turn, ply, view)),
            _ => None,
        }
    }

    /// A decision of `player`, from that player's view: the best of the moves, and no further once the window
    /// is left. If one move was `tried` already, in a window that is no narrower, its score is not sought again.
    pub fn decision(
        &mut self,
        node: &Node<G>,
        player: Player,
        depth: u32,
        ply: u32,
        mut window: Window,
        tried: Option<Tried<G::Move>>,
    ) -> Result<f64, Stopped> {
        let Plan { game, means, selective, table, .. } = self.plan;
        let state = &node.state;
        self.lines[ply as usize].clear();
        self.reached = self.reached.max(ply);

        // 6. Nothing is better than to win with the next move: sound.
        if window.alpha >= win_at(ply + 1) {
            self.sink.end(End::Cut);
            return Ok(win_at(ply + 1));
        }

        // 7. What can still come of it: where both can hold it is a draw, and against who can hold there is a draw at
        //    most. Sound where the rest of the game is within the depth anyway.
        if means.bounds && (selective || game.plies_left(state).is_some_and(|left| left <= depth)) {
            let other_holds = || window.beta <= 0.0 || game.cannot_lose(state, player.other());
            let own_holds = || window.alpha >= 0.0 || game.cannot_lose(state, player);
            if other_holds() && own_holds() {
                self.met |= Met::ZERO;
                self.sink.end(End::Tactics);
                return Ok(0.0);
            }
        }

        // 8. One ply before the horizon, where the evaluation knows what all replies are worth, the best of them: sound.
        //    That takes no longer than a look into the table, which is spared such positions.
        let asks_once = window.is_null();
        if depth == 1
            && asks_once
            && tried.is_none()
            && let Some(score) = self.best_reply(node, ply, window)?
        {
            return Ok(score);
        }

        // 9. What the table knows of this position, if it answers the question at hand: sound where it was looked
        //    into as deeply as is asked for now (`answer` says when). Not on the principal variation, so that the
        //    line expected is never cut short.
        let mut hint = None;
        let key = if means.table { self.table_key(state) ^ self.unknown.salt() } else { 0 };
        if means.table
            && let Some(entry) = table.probe(key)
        {
            hint = entry.hint;
            if asks_once
                && tried.is_none()
                && let Some(score) = answer(&self.plan, &entry, depth, ply, window)
            {
                self.met |= entry.met;
                self.sink.end(End::Table);
                self.sink.rests_on(entry.met.has(Met::UNKNOWN), entry.met.has(Met::CHANCE));
                self.sink.bound(entry.bound.told().seen_by(player));
                return Ok(score);
            }
        }

        // 10. What the game sees without trying: a win in one, a loss in two, moves that lose at once. Sound, but
        //    where one ply is left minimax would not see the answer to a bad move.
        let start = self.moves.len();
        match self.list_moves(state, depth) {
            TacticalStatus::Wins => {
                self.reached = self.reached.max(ply + 1);
                let mv = self.moves[start];
                self.lines[ply as usize].push(mv);
                self.moves.truncate(start);
                self.sink.end(End::Tactics);
                self.sink.bound(trace::Bound::Exact);
                return Ok(win_at(ply + 1));
            }
            TacticalStatus::Lost => {
                self.reached = self.reached.max(ply + 2);
                let mv = self.moves[start];
                self.moves.truncate(start);
                self.lost_line(node, mv, ply);
                self.sink.end(End::Tactics);
                self.sink.bound(trace::Bound::Exact);
                return Ok(-win_at(ply + 2));
            }
            TacticalStatus::Open => {}
        }

        // 11. A win by threats that each allow one answer only: a proved lower bound, so a cut by it is sound.
        if means.sequences
            && depth >= 3
            && asks_once
            && is_points(window.beta)
            && let Some(wins_at) = self.forced_win(state, player, ply, if selective { 40 } else { depth })?
        {
            self.moves.truncate(start);
            self.sink.end(End::Tactics);
            self.sink.bound(trace::Bound::Lower.seen_by(player));
            let score = win_at(wins_at);
            if means.table {
                let entry = Entry {
                    score: score::from_node(score, ply),
                    bound: Bound::Lower,
                    depth: wins_at - ply,
                    met: Met::NOTHING,
                    hint: None,
                };
                table.store(key, entry);
            }
            return Ok(score);
        }

        // 12. The moves one by one: the table's first, the others in the order of `order.rs`, sorted only once the
        //     first has not settled the matter.
        let count = self.moves.len() - start;
        let first = match tried {
            Some(tried) => self.moves[start..].iter().position(|&other| other == tried.mv),
            None => hint.and_then(|hint| self.place_of_hint(hint, start)),
        };
        if let Some(place) = first {
            self.moves[start..=start + place].rotate_right(1);
        }
        let is_last = !T::ON && depth == 1 && asks_once && count > 1;
        let mut order = Order::Listed;
        let asked = window;
        let (mut best, mut best_move) = (f64::NEG_INFINITY, None);
        let met_before = std::mem::take(&mut self.met);
        let mut met = Met::NOTHING;
        self.past.enter(game, state);
        for tried_moves in 0..count {
            if tried_moves > 0 || first.is_none() {
                self.bring_next(&mut order, node, player, start + tried_moves, depth, ply);
            }
            let mv = self.moves[start + tried_moves];
            self.met = Met::NOTHING;
            let score = match tried {
                Some(tried) if tried.mv == mv => {
                    self.met = tried.met;
                    tried.score
                }
                _ if is_last => self.last_ply(node, mv, ply + 1, player)?,
                _ => {
                    let step = Step { mv, child: self.child(node, mv), at: tried_moves, count };
                    self.try_move(&step, player, depth, ply, window)?
                }
            };
            if score > best {
                best = score;
                best_move = Some(mv);
                if score > window.alpha {
                    window.alpha = score;
                    self.extend_line(mv, ply);
                }
                // 13. The opponent has something at least as good elsewhere and will not let this happen: sound.
                //     What the other moves met does not matter then.
                if score >= window.beta {
                    met = self.met;
                    self.remember_cut(player, mv, start, tried_moves, depth, ply);
                    self.tell_skipped(state, start, tried_moves + 1);
                    break;
                }
            }
            met |= self.met;
        }
        self.past.leave();
        self.tell_useless(state, start);
        if T::ON {
            self.sink.narrow(score::span(window, ply, player));
        }
        // A win or a loss rests on nothing but itself.
        if !is_points(best) {
            met = Met::NOTHING;
        }
        self.met = met_before | met;

        // 14. Remember.
        if means.table {
            let bound = if best >= asked.beta {
                Bound::Lower
            } else if best > asked.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A move that is merely not refuted yet is no better than the one known before.
            let hint = match best_move.filter(|_| bound != Bound::Upper) {
                Some(mv) => self.hint(state, mv, depth),
                None => hint,
            };
            table.store(key, Entry { score: score::from_node(best, ply), bound, depth, met, hint });
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// The score of one move.
    #[inline]
    fn try_move(
        &mut self,
        step: &Step<G>,
        player: Player,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<f64, Stopped> {
        let Step { mv, ref child, at, count } = *step;
        let Plan { means, selective, .. } = self.plan;
        // 15. A forced reply is searched a ply deeper, so that threats do not push things over the horizon. Risks time.
        let mut next = depth - 1;
        if selective && means.extensions && count == 1 && ply < 2 * self.memory.root_depth {
            next += 1;
        }
        // 16. The first move gets the whole window, the others only the question whether they are better: a window
        //     without width cuts off most. Those that are get the whole window after all: sound (principal variation
        //     search: Marsland and Campbell 1982; Reinefeld 1983).
        if !means.pvs || at == 0 || window.alpha == f64::NEG_INFINITY {
            self.sink.step(mv, at);
            return self.search(child, next, ply + 1, window, player);
        }
        let question = Window { alpha: window.alpha, beta: window.alpha.next_up() };
        // 17. Late moves are asked less deeply first, and again in full if the answer is yes. Risks to overlook a
        //     late move that is good only deeper down.
        let reduction = if selective && means.reductions { reduction(depth, at, count) } else { 0 };
        let mut score = f64::INFINITY;
        if reduction > 0 {
            self.sink.step(mv, at);
            score = self.search(child, next - reduction.min(next), ply + 1, question, player)?;
            self.sink.reduced();
        }
        if score > window.alpha {
            self.sink.step(mv, at);
            score = self.search(child, next, ply + 1, question, player)?;
        }
        if score > window.alpha && score < window.beta {
            self.sink.step(mv, at);
            score = self.search(child, next, ply + 1, window, player)?;
        }
        Ok(score)
    }

    /// The key of a position in the table.
    #[inline]
    pub fn table_key(&self, state: &G::State) -> u64 {
        match self.plan.means.merging {
            true if self.plan.to_the_end => self.plan.game.outcome_key(state),
            true => self.plan.game.table_key(state),
            false => mix(self.plan.game.key(state)),
        }
    }

    /// Whether this position ends the game as a draw, or might as well.
    #[inline]
    fn recurs(&self, node: &Node<G>) -> bool {
        self.past.is_open() && self.past.recurs(self.plan.game, &node.state)
    }

    /// Appends the moves that matter where `depth` plies are left, and says what the game sees.
    #[inline]
    pub fn list_moves(&mut self, state: &G::State, depth: u32) -> TacticalStatus {
        let Plan { game, means, selective, to_the_end, .. } = self.plan;
        if means.tactics && (selective || depth >= 2) {
            let start = self.moves.len();
            let status = game.candidates(state, &mut self.moves);
            if status == TacticalStatus::Open && to_the_end && means.bounds && self.moves.len() > start + 1 {
                game.drop_useless(state, &mut self.moves, start);
            }
            return status;
        }
        if means.tactics
            && let Some(mv) = game.winning_move(state)
        {
            self.moves.push(mv);
            return TacticalStatus::Wins;
        }
        game.legal_moves(state, &mut self.moves);
        TacticalStatus::Open
    }

    /// The line of a position in which the game is lost in two plies whatever is played: `mv` and a winning answer.
    fn lost_line(&mut self, node: &Node<G>, mv: G::Move, ply: u32) {
        let game = self.plan.game;
        let child = game.child(&node.state, mv);
        let line = &mut self.lines[ply as usize];
        line.push(mv);
        if let Turn::Decision(_) = game.turn(&child) {
            let start = self.moves.len();
            if game.candidates(&child, &mut self.moves) == TacticalStatus::Wins {
                line.push(self.moves[start]);
            }
            self.moves.truncate(start);
        }
    }

    /// `mv` and the line behind it become the best line of this ply.
    pub fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (here, behind) = self.lines.split_at_mut(ply as usize + 1);
        let here = &mut here[ply as usize];
        here.clear();
        here.push(mv);
        here.extend_from_slice(&behind[0]);
    }
}

/// A move to try, number `at` of `count`.
struct Step<G: Game + ?Sized> {
    mv: G::Move,
    child: Node<G>,
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

/// The score that `entry` answers a question with, from its position's view, or `None` if it does not answer it.
///
/// It does if its bound decides the question, and if it says what a search of just this depth would say:
/// - all its lines came to an end within that depth: deeper is no different (to the end of the game: whatever the depth);
/// - or it was looked into to this very depth (where the search is selective: or deeper);
/// - or it is a win (or a loss) that is complete within this depth: more depth does not take it back, and less would
///   have found it.
fn answer<G: Game + ?Sized>(
    plan: &Plan<'_, G>,
    entry: &Entry,
    depth: u32,
    ply: u32,
    window: Window,
) -> Option<f64> {
    let Plan { selective, to_the_end, .. } = *plan;
    let plies = if is_points(entry.score) { u32::MAX } else { score::plies(entry.score) };
    let complete = !entry.met.has(Met::UNKNOWN);
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
