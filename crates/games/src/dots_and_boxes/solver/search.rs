//! The search: null-window alpha-beta on the boxes that are left, with bounds in a table.

use std::hint::black_box;
use std::sync::Arc;

use plywood_rules::Interrupted;

use super::rest::{DotsBoard, Giving, MOVES, Rest};
use super::strings::{NO_CHOICE, worth_of_giving};
use crate::score_table::{ScoreBounds, ScoreEntries, ScoreTable};
use crate::searchers::Busy;

/// Bits of a score in the table.
pub(super) const SCORE_BITS: u32 = 6;

/// Positions between two looks whether to go on.
const LOOK_EVERY: u64 = 256;

/// With more free edges than this threads avoid each other.
const MANY_EDGES: u32 = 16;

/// The rate of a move that answers always.
const ALWAYS: i32 = 1 << 16;

/// For each move, how often it answered the question lately where it was searched, of [`ALWAYS`].
pub(super) type MoveRates = [i32; MOVES];

pub(super) const NO_RATES: MoveRates = [0; MOVES];

/// A move to be searched.
#[derive(Clone, Copy)]
struct DotsMove {
    giving: Giving,
    /// The mixed key of what is left.
    key: u64,
    /// Moves with a greater weight are searched first.
    weight: i32,
}

/// The search of one thread.
pub(super) struct DotsSearch<'a> {
    board: &'a DotsBoard,
    table: &'a ScoreTable<SCORE_BITS>,
    /// Those of the table, as they were a moment ago.
    entries: Arc<ScoreEntries<SCORE_BITS>>,
    /// Called with the number of positions now and then; the search stops when it returns false.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// The positions that other threads search, if there are any.
    busy: Option<&'a Busy>,
    /// Positions whose moves were listed.
    expanded: u64,
    /// Positions visited: those and all that their moves lead to.
    pub nodes: u64,
    /// The moves still to be searched of all positions on the way to the current one.
    open: Vec<DotsMove>,
    pub rates: MoveRates,
}

impl<'a> DotsSearch<'a> {
    pub fn new(
        board: &'a DotsBoard,
        table: &'a ScoreTable<SCORE_BITS>,
        rates: MoveRates,
        busy: Option<&'a Busy>,
        go_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> DotsSearch<'a> {
        DotsSearch {
            board,
            table,
            entries: table.entries(),
            go_on,
            busy,
            expanded: 0,
            nodes: 0,
            open: Vec::new(),
            rates,
        }
    }

    /// Decides if the value for the player who moves next is at least `level`: returns a lower bound of that much, or an upper bound
    /// below.
    pub fn at_least(&mut self, rest: &Rest, level: i32) -> Result<i32, Interrupted> {
        let key = self.entries.mix(self.board.key(rest));
        self.answer(rest, key, level)
    }

    /// True if a move is worth at least `level` for the player who makes it, which is as even as its worth.
    pub fn is_worth(&mut self, giving: &Giving, level: i32) -> Result<bool, Interrupted> {
        let key = self.entries.mix(self.board.key(&giving.rest));
        Ok(self.worth(giving, key, level)? >= level)
    }

    /// Counts the positions that were not counted yet: many short searches may share a table.
    pub fn end(&mut self) {
        self.table.count(self.expanded % LOOK_EVERY, &mut || (self.go_on)(self.nodes));
    }

    /// The same of a position with this mixed key.
    fn answer(&mut self, rest: &Rest, key: u64, level: i32) -> Result<i32, Interrupted> {
        let bounds = self.known(rest, key);
        match bounds.decides(level) {
            Some(score) => Ok(score),
            None => self.expand(rest, key, bounds, level),
        }
    }

    /// The bounds of the value that are known now.
    #[inline]
    fn known(&self, rest: &Rest, key: u64) -> ScoreBounds {
        if rest.edges == 0 {
            let value = self.board.sets.value(rest.strings);
            return ScoreBounds { least: value, most: value };
        }
        let bounds = ScoreBounds { least: -rest.boxes, most: rest.boxes };
        self.entries.find(key).map_or(bounds, |found| bounds.and(found))
    }

    fn expand(&mut self, rest: &Rest, key: u64, bounds: ScoreBounds, level: i32) -> Result<i32, Interrupted> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(LOOK_EVERY) {
            self.table.look(LOOK_EVERY, &mut self.entries, &mut || (self.go_on)(self.nodes))?;
        }
        let (start, before) = (self.open.len(), self.expanded);
        let mut best = self.list(rest, level);
        if best < level {
            self.open[start..].sort_unstable_by_key(|mv| -mv.weight);
            let shared = self.busy.filter(|_| rest.edges.count_ones() > MANY_EDGES);
            let (mut at, mut deferred) = (start, 0);
            while at < self.open.len() && best < level {
                let mv = self.open[at];
                // What another thread is searching waits until the rest is done, and is known then.
                if at > start
                    && deferred < self.open.len() - at
                    && shared.is_some_and(|busy| busy.has(mv.key))
                {
                    deferred += 1;
                    self.open[at..].rotate_left(1);
                    continue;
                }
                let worth = match shared {
                    Some(busy) => busy.during(mv.key, || self.worth(&mv.giving, mv.key, level)),
                    None => self.worth(&mv.giving, mv.key, level),
                };
                best = best.max(worth?);
                self.remember(mv.giving.number, best >= level);
                at += 1;
            }
        }
        self.open.truncate(start);
        self.entries.store(key, bounds.found(best, level), self.expanded - before);
        Ok(best)
    }

    /// Lists the moves that have to be searched behind those of the positions above. Returns the best bound of the others, and if that
    /// answers the question, no moves.
    fn list(&mut self, rest: &Rest, level: i32) -> i32 {
        let start = self.open.len();
        let DotsSearch { board, entries, open, .. } = self;
        board.moves(rest, |giving| {
            let key = entries.mix(board.key(&giving.rest));
            open.push(DotsMove { giving, key, weight: 0 });
        });
        self.nodes += 1 + (self.open.len() - start) as u64;
        // All buckets at once: the processor waits for the memory only once.
        black_box(self.open[start..].iter().fold(0, |all, mv| all ^ self.entries.touch(mv.key)));
        let (mut kept, mut best) = (start, -i32::MAX);
        for at in start..self.open.len() {
            let mut mv = self.open[at];
            let Giving { taken, cost, rest, .. } = mv.giving;
            let ScoreBounds { least, most } = self.known(&rest, mv.key);
            // The opponent's choice is worst where both are worth nearly the same.
            let middle = -cost / 2 + rest.boxes % 2;
            let highest = worth_of_giving(taken, cost, middle.clamp(least, most));
            let lowest = -(taken + most).max(taken - cost - least);
            if lowest >= level {
                return lowest;
            }
            if highest < level {
                best = best.max(highest);
                continue;
            }
            mv.weight = self.weight(&mv.giving);
            self.open[kept] = mv;
            kept += 1;
        }
        self.open.truncate(kept);
        best
    }

    /// The worth of a move, or a bound of it that tells if it is at least `level`.
    fn worth(&mut self, giving: &Giving, key: u64, level: i32) -> Result<i32, Interrupted> {
        let Giving { taken, cost, rest, .. } = *giving;
        // The opponent may take all boxes and move next: then what is left has to be at most this ...
        let enough = -level - taken;
        let most = self.answer(&rest, key, enough + 2)?;
        if most > enough || cost == NO_CHOICE {
            return Ok(-(taken + most));
        }
        // ... or not move next, and then it has to be at least this.
        let enough = taken - cost + level;
        let least = if most < enough { most } else { self.answer(&rest, key, enough)? };
        if least < enough {
            return Ok(-(taken - cost - least));
        }
        Ok(-(taken + most).max(taken - cost - least))
    }

    /// The weight of a move, for the order: the fewer safe edges the opponent has, the better, and what answered elsewhere may answer
    /// here (Schaeffer's history heuristic, 1989).
    fn weight(&self, giving: &Giving) -> i32 {
        self.rates[usize::from(giving.number)] - (giving.taken + giving.rest.safe) * (ALWAYS / 16)
    }

    fn remember(&mut self, number: u8, answered: bool) {
        let rate = &mut self.rates[usize::from(number)];
        *rate += (i32::from(answered) * ALWAYS - *rate) / 64;
    }
}
