//! The search: null-window alpha-beta on scores, with moves that lose at once left out, forced moves followed without a node
//! of their own, bounds by parity, look-ups of all replies before one is searched, and moves ordered by the winning cells that
//! they make.
//!
//! The score of a win is the number of marks that the winner could still set when it is complete, plus one: a quicker win scores
//! more, and a draw 0.

use plywood_rules::Interrupted;
use std::hint::black_box;
use std::sync::Arc;

use super::board::{ConnectFourBoard, ConnectFourPosition, bits};
use crate::score_table::{ScoreBounds, ScoreEntries, ScoreTable};
use crate::searchers::Busy;

/// Bits of a score in the table.
pub(super) const SCORE_BITS: u32 = 6;

/// With this many free cells or fewer the table is not used: to search on takes less time.
const FEW_CELLS: i32 = 12;

/// Images in a mirror share an entry if more cells than this are free.
const MANY_CELLS: i32 = 25;

/// With more free cells than this threads avoid each other.
const MANY_FREE: i32 = 20;

/// Added to the weight of a reply that is known not to be as good for the opponent as it might be.
const BOUNDED: i32 = 2;

/// A position to be searched: the player who decides has no winning move, and more than one that does not lose at once.
#[derive(Clone, Copy, Default)]
struct ConnectFourNode {
    position: ConnectFourPosition,
    /// The cells that complete lines of the opponent's.
    theirs: u64,
    /// The moves to try.
    moves: u64,
    /// The mixed key.
    key: u64,
    /// The weight of the move that led here.
    weight: i32,
    /// The number of all marks.
    stones: i32,
    /// The question: if the score is at least this.
    level: i32,
    /// The bounds of the score.
    least: i32,
    most: i32,
    /// True if an odd number of forced moves led here.
    turned: bool,
}

impl ConnectFourNode {
    /// A score of this node from the view of the player who decided before the forced moves.
    #[inline(always)]
    fn before_forced(&self, score: i32) -> i32 {
        if self.turned { -score } else { score }
    }
}

/// The replies of a node.
enum Listed {
    /// Its score, or a bound of it that answers the question.
    Score(i32),
    /// The replies on the list have to be searched; the best of the others scores this.
    Open(i32),
}

enum Seen {
    /// The score, or a bound of it that answers the question.
    Score(i32),
    Open(ConnectFourNode),
}

/// The search of one thread.
pub(super) struct ConnectFourSearch<'a, const ROWS: u32, const K: u32> {
    board: &'a ConnectFourBoard<ROWS, K>,
    table: &'a ScoreTable<SCORE_BITS>,
    /// Those of the table, as they were a moment ago.
    entries: Arc<ScoreEntries<SCORE_BITS>>,
    /// Called with the number of positions now and then; the search stops when it returns false.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// The nodes that other threads search, if there are any.
    busy: Option<&'a Busy>,
    /// Positions searched.
    pub nodes: u64,
    /// The replies still to be searched of all nodes on the way to the current one.
    open: Vec<ConnectFourNode>,
}

impl<'a, const ROWS: u32, const K: u32> ConnectFourSearch<'a, ROWS, K> {
    /// Positions between two calls of `go_on`.
    const LOOK_EVERY: u64 = 1024;

    pub fn new(
        board: &'a ConnectFourBoard<ROWS, K>,
        table: &'a ScoreTable<SCORE_BITS>,
        busy: Option<&'a Busy>,
        go_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> ConnectFourSearch<'a, ROWS, K> {
        ConnectFourSearch { board, table, entries: table.entries(), go_on, busy, nodes: 0, open: Vec::new() }
    }

    /// Decides if the score of a position without a winning move is at least `level`: returns a lower bound of that much, or an
    /// upper bound below.
    pub fn at_least(&mut self, position: ConnectFourPosition, level: i32) -> Result<i32, Interrupted> {
        self.open.clear();
        let theirs = self.board.completing(position.others());
        match self.look(position, theirs, position.taken.count_ones() as i32, level) {
            Seen::Score(score) => Ok(score),
            Seen::Open(node) => match self.known(&node).decides(node.level) {
                Some(score) => Ok(node.before_forced(score)),
                None => self.expand(&node),
            },
        }
    }

    /// Counts the positions that were not counted yet: many short searches may share a table.
    pub fn end(&mut self) {
        self.table.count(self.nodes % Self::LOOK_EVERY, &mut || (self.go_on)(self.nodes));
    }

    /// Follows forced moves, and answers the question if no search is needed. `theirs` are the cells that complete lines of the
    /// opponent's.
    #[inline(always)]
    fn look(
        &self,
        mut position: ConnectFourPosition,
        mut theirs: u64,
        mut stones: i32,
        mut level: i32,
    ) -> Seen {
        let board = self.board;
        let mut turned = false;
        let mut bounds;
        let sided = |score: i32, turned: bool| Seen::Score(if turned { -score } else { score });
        let moves = loop {
            let ConnectFourPosition { own, taken } = position;
            let left = board.cells() - stones;
            let free = board.full & !taken;
            let open = board.open(taken);
            let forced = open & theirs;
            // Below a winning cell of the opponent's nothing is marked.
            let mut moves = open & !((theirs & free) >> 1);
            if forced != 0 {
                moves &= if forced & (forced - 1) == 0 { forced } else { 0 };
            }
            if moves == 0 {
                return sided(-(left / 2), turned);
            }
            if left <= 2 {
                return Seen::Score(0);
            }
            // Nobody wins with the next move of either side.
            bounds = ScoreBounds { least: -((left - 2) / 2), most: (left - 1) / 2 };
            if let Some(score) = bounds.decides(level) {
                return sided(score, turned);
            }
            // The side that would have to win has no line left.
            if !board.has_line(free | if level > 0 { own } else { position.others() }) {
                return Seen::Score(0);
            }
            if moves & (moves - 1) != 0 {
                break moves;
            }
            theirs = board.completing(own | moves);
            position = position.after(moves);
            stones += 1;
            level = 1 - level;
            turned = !turned;
        };
        bounds.most = bounds.most.min(board.bound_by_parity(position, theirs, stones));
        if bounds.most < level {
            return sided(bounds.most, turned);
        }
        let key = board.key(position);
        let key = if board.cells() - stones > MANY_CELLS { key.min(board.mirrored(key)) } else { key };
        let key = self.entries.mix(key);
        let ScoreBounds { least, most } = bounds;
        Seen::Open(ConnectFourNode {
            position,
            theirs,
            moves,
            key,
            weight: 0,
            stones,
            level,
            least,
            most,
            turned,
        })
    }

    /// The bounds of the score of a node that are known now.
    #[inline(always)]
    fn known(&self, node: &ConnectFourNode) -> ScoreBounds {
        let bounds = ScoreBounds { least: node.least, most: node.most };
        self.entries.find(node.key).map_or(bounds, |found| bounds.and(found))
    }

    /// Searches a node. The result is from the view of the player who decided before the forced moves.
    fn expand(&mut self, node: &ConnectFourNode) -> Result<i32, Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::LOOK_EVERY) {
            self.table.look(Self::LOOK_EVERY, &mut self.entries, &mut || (self.go_on)(self.nodes))?;
        }
        let (start, before) = (self.open.len(), self.nodes);
        let (best, is_stored) = match self.list(node) {
            Listed::Score(score) => (score, false),
            Listed::Open(best) => (self.best(node, start, best)?, true),
        };
        self.open.truncate(start);
        if is_stored && self.board.cells() - node.stones > FEW_CELLS {
            let bounds = ScoreBounds { least: node.least, most: node.most }.found(best, node.level);
            self.entries.store(node.key, bounds, self.nodes - before);
        }
        Ok(node.before_forced(best))
    }

    /// Lists the replies that have to be searched, behind those of the nodes above, unless one that needs no search answers the
    /// question.
    #[inline(always)]
    fn list(&mut self, node: &ConnectFourNode) -> Listed {
        let &ConnectFourNode { position, theirs, stones, level, .. } = node;
        let start = self.open.len();
        let mut best = -i32::MAX;
        for cell in bits(node.moves) {
            let bit = 1 << cell;
            let ours = self.board.completing(position.own | bit);
            match self.look(position.after(bit), ours, stones + 1, 1 - level) {
                Seen::Score(score) if -score >= level => return Listed::Score(-score),
                Seen::Score(score) => best = best.max(-score),
                Seen::Open(reply) => {
                    let weight = self.weight(position.taken | bit, ours & !(theirs << 1), cell);
                    self.open.push(ConnectFourNode { weight, ..reply });
                }
            }
        }
        if self.board.cells() - stones <= FEW_CELLS + 1 {
            return Listed::Open(best);
        }
        // All buckets at once: the processor waits for the memory only once.
        black_box(self.open[start..].iter().fold(0, |all, reply| all ^ self.entries.touch(reply.key)));
        let mut kept = start;
        for at in start..self.open.len() {
            let mut reply = self.open[at];
            let ScoreBounds { least, most } = self.known(&reply);
            match (ScoreBounds { least, most }).decides(reply.level) {
                Some(score) => {
                    let score = -reply.before_forced(score);
                    if score >= level {
                        return Listed::Score(score);
                    }
                    best = best.max(score);
                }
                None => {
                    reply.weight += if most < reply.most { BOUNDED } else { 0 };
                    self.open[kept] = ConnectFourNode { least, most, ..reply };
                    kept += 1;
                }
            }
        }
        self.open.truncate(kept);
        Listed::Open(best)
    }

    /// The weight of a move to this cell, for the order: the winning cells that it leaves its player, those above a cell that is
    /// open count more, and the way from the edge of the board.
    #[inline(always)]
    fn weight(&self, taken: u64, ours: u64, cell: u32) -> i32 {
        let winning = ours & !taken;
        let open = taken + self.board.bottom;
        let count = |cells: u64| cells.count_ones() as i32;
        4 * count(winning)
            + 2 * count(winning & open)
            + 4 * count(winning & open << 1)
            + self.board.distance_to_edge(cell)
    }

    /// The best score of the replies from place `start` on, the heaviest first; those that were not listed score `best`.
    fn best(&mut self, node: &ConnectFourNode, start: usize, mut best: i32) -> Result<i32, Interrupted> {
        let replies = &mut self.open[start..];
        for from in 1..replies.len() {
            let mut to = from;
            while to > 0 && replies[to - 1].weight < replies[to].weight {
                replies.swap(to - 1, to);
                to -= 1;
            }
        }
        let shared = self.busy.filter(|_| self.board.cells() - node.stones > MANY_FREE);
        let (mut at, mut deferred) = (start, 0);
        while at < self.open.len() && best < node.level {
            let reply = self.open[at];
            let Some(busy) = shared else {
                best = best.max(-self.expand(&reply)?);
                at += 1;
                continue;
            };
            // What another thread is searching waits until the rest is done, and is known then.
            if at > start && busy.has(reply.key) && deferred < self.open.len() - at {
                deferred += 1;
                self.open[at..].rotate_left(1);
                continue;
            }
            let score = match self.known(&reply).decides(reply.level) {
                Some(score) => reply.before_forced(score),
                None => busy.during(reply.key, || self.expand(&reply))?,
            };
            best = best.max(-score);
            at += 1;
        }
        Ok(best)
    }
}
