//! The search: depth-first proof numbers (Nagai 2002), with bounds of values in a table.

use std::hint::black_box;
use std::sync::Arc;

use plywood_rules::Interrupted;

use super::super::endgames::{Endgames, Houses, Sown};
use super::numbers::{IMPOSSIBLE, ProofEntries, ProofTable, QuestionEstimates, QuestionNumbers};
use crate::score_table::{ScoreBounds, ScoreEntries, ScoreTable};
use crate::searchers::Busy;

/// Bits of a score in the table.
pub(super) const SCORE_BITS: u32 = 8;

/// Positions whose moves are listed between two looks whether to go on.
const LOOK_EVERY: u64 = 256;

/// With more seeds than this threads avoid each other.
const MANY_SEEDS: i32 = 28;

/// A move whose worth is not decided yet.
#[derive(Clone, Copy)]
struct KalahMove {
    gain: i32,
    again: bool,
    houses: Houses,
    /// The question that it leads to: if the player who moves next still gains at least this.
    level: i32,
    /// The numbers of that question, from the view of the player who makes the move.
    numbers: QuestionNumbers,
}

impl KalahMove {
    /// The bounds of its worth, if the value of what is left has these.
    #[inline]
    fn worth(&self, ScoreBounds { least, most }: ScoreBounds) -> ScoreBounds {
        let gain = self.gain;
        match self.again {
            true => ScoreBounds { least: gain + least, most: gain + most },
            false => ScoreBounds { least: gain - most, most: gain - least },
        }
    }

    /// Numbers from the view of the other of both players, if the turn passes.
    #[inline]
    fn view(&self, numbers: QuestionNumbers) -> QuestionNumbers {
        if self.again { numbers } else { numbers.reversed() }
    }
}

/// The search of one thread.
pub(super) struct KalahSearch<'a> {
    endgames: &'a Endgames,
    estimates: &'a QuestionEstimates,
    table: &'a ScoreTable<SCORE_BITS>,
    /// Those of the table, as they were a moment ago.
    entries: Arc<ScoreEntries<SCORE_BITS>>,
    numbers: &'a ProofTable,
    /// Those of the numbers, as they were a moment ago.
    number_entries: Arc<ProofEntries>,
    /// Numbers stored since then.
    stored: usize,
    /// The positions that other threads search, if there are any.
    busy: Option<&'a Busy>,
    /// Called with the number of positions now and then; the search stops when it returns false.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// Positions whose moves were listed.
    expanded: u64,
    /// Positions visited: those and all that their moves lead to.
    pub nodes: u64,
    /// The moves of all positions on the way to the current one.
    open: Vec<KalahMove>,
}

impl<'a> KalahSearch<'a> {
    /// A search with tables of bounds and of proof numbers, beside others if there are any.
    pub fn new(
        endgames: &'a Endgames,
        estimates: &'a QuestionEstimates,
        (table, numbers): (&'a ScoreTable<SCORE_BITS>, &'a ProofTable),
        busy: Option<&'a Busy>,
        go_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> KalahSearch<'a> {
        KalahSearch {
            endgames,
            estimates,
            table,
            entries: table.entries(),
            numbers,
            number_entries: numbers.entries(),
            stored: 0,
            busy,
            go_on,
            expanded: 0,
            nodes: 0,
            open: Vec::new(),
        }
    }

    /// True if the value is at least `level`, which is as even as the value.
    pub fn is_worth(&mut self, houses: &Houses, level: i32) -> Result<bool, Interrupted> {
        if self.is_endgame(houses) {
            return Ok(self.endgames.answer(houses, level) >= level);
        }
        if let Some(score) = self.known(houses).decides(level) {
            return Ok(score >= level);
        }
        let limits = QuestionNumbers { proof: IMPOSSIBLE, disproof: IMPOSSIBLE };
        Ok(self.expand(houses, level, limits)?.proof == 0)
    }

    /// Counts the positions that were not counted yet: many short searches may share a table.
    pub fn end(&mut self) {
        self.table.count(self.expanded % LOOK_EVERY, &mut || (self.go_on)(self.nodes));
    }

    /// True if the endgames have the position.
    #[inline]
    fn is_endgame(&self, houses: &Houses) -> bool {
        houses.seeds <= i32::from(self.endgames.seeds())
    }

    /// The bounds of the value that are known now.
    #[inline]
    fn known(&self, houses: &Houses) -> ScoreBounds {
        if self.is_endgame(houses) {
            return self.endgames.bounds(houses);
        }
        let bounds = ScoreBounds { least: -houses.seeds, most: houses.seeds };
        let found = self.entries.find(self.entries.mix(houses.number));
        found.map_or(bounds, |found| bounds.and(found))
    }

    /// The numbers of the question if the value is at least `level`, if no bound answers it.
    #[inline]
    fn numbers(&self, houses: &Houses, level: i32) -> QuestionNumbers {
        let found = self.number_entries.find(key(houses, level));
        found.unwrap_or_else(|| self.estimates.numbers(houses.rows, level))
    }

    /// Searches for whether the value is at least `level`, until that is known or one of the numbers reaches its limit.
    fn expand(
        &mut self,
        houses: &Houses,
        level: i32,
        limits: QuestionNumbers,
    ) -> Result<QuestionNumbers, Interrupted> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(LOOK_EVERY) {
            self.table.look(LOOK_EVERY, &mut self.entries, &mut || (self.go_on)(self.nodes))?;
            self.numbers.look(std::mem::take(&mut self.stored), &mut self.number_entries);
        }
        let (start, before) = (self.open.len(), self.expanded);
        let mut best = self.list(houses, level);
        let busy = self.busy.filter(|_| houses.seeds > MANY_SEEDS);
        let numbers = loop {
            if best >= level {
                break QuestionNumbers::PROVED;
            }
            let Some((at, numbers, next)) = self.most_promising(start, busy) else {
                break QuestionNumbers::DISPROVED;
            };
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                break numbers;
            }
            let mv = self.open[at];
            let enough = QuestionNumbers {
                // Half as much more than the next best move needs: to change between moves costs time.
                proof: limits.proof.min(next.saturating_add(1 + next / 2)),
                disproof: limits.disproof - (numbers.disproof - mv.numbers.disproof),
            };
            let found = mv.view(self.beside_others(&mv, mv.view(enough), busy)?);
            self.open[at].numbers = found;
            if found.is_answered() {
                // The bound may be lost from the table already.
                let answer = if found.proof == 0 { level } else { level - 2 };
                let bounds = mv.worth(self.known(&mv.houses)).found(answer, level);
                best = best.max(if found.proof == 0 { bounds.least } else { bounds.most });
                self.open.remove(at);
            }
        };
        self.open.truncate(start);
        let work = self.expanded - before;
        if numbers.is_answered() {
            let bounds = self.known(houses).found(best, level);
            self.entries.store(self.entries.mix(houses.number), bounds, work);
        } else {
            self.number_entries.store(key(houses, level), numbers, work);
            self.stored += 1;
        }
        Ok(numbers)
    }

    /// Searches the question of a move that others may have answered meanwhile.
    fn beside_others(
        &mut self,
        mv: &KalahMove,
        limits: QuestionNumbers,
        busy: Option<&Busy>,
    ) -> Result<QuestionNumbers, Interrupted> {
        let Some(busy) = busy else { return self.expand(&mv.houses, mv.level, limits) };
        match self.known(&mv.houses).decides(mv.level) {
            Some(score) if score >= mv.level => Ok(QuestionNumbers::PROVED),
            Some(_) => Ok(QuestionNumbers::DISPROVED),
            None => {
                let key = self.entries.mix(mv.houses.number);
                busy.during(key, || self.expand(&mv.houses, mv.level, limits))
            }
        }
    }

    /// The place of the move that is easiest to prove among those from `start` on, with the numbers of all together and the proof number
    /// of the next best. What another thread searches counts as harder, so that threads search different moves where they are about as
    /// easy (Kaneko, "Parallel Depth First Proof Number Search", AAAI 2010).
    #[inline]
    fn most_promising(&self, start: usize, busy: Option<&Busy>) -> Option<(usize, QuestionNumbers, u32)> {
        let (mut best, mut proof, mut next, mut disproof) = (None, IMPOSSIBLE, IMPOSSIBLE, 0);
        for (at, mv) in self.open.iter().enumerate().skip(start) {
            disproof += mv.numbers.disproof;
            let is_busy = busy.is_some_and(|busy| busy.has(self.entries.mix(mv.houses.number)));
            let more = if is_busy { mv.numbers.proof / 2 } else { 0 };
            let needs = (mv.numbers.proof + more).min(IMPOSSIBLE - 1);
            if best.is_none() || needs < proof {
                next = proof;
                proof = needs;
                best = Some(at);
            } else {
                next = next.min(needs);
            }
        }
        best.map(|at| (at, QuestionNumbers { proof, disproof: disproof.min(IMPOSSIBLE - 1) }, next))
    }

    /// Lists the moves that have to be searched behind those of the positions above. Returns the best bound of the others; if that answers
    /// the question, the moves do not matter.
    fn list(&mut self, houses: &Houses, level: i32) -> i32 {
        let (start, mut best) = (self.open.len(), -i32::MAX);
        self.nodes += 1;
        for Sown { gain, again, rows } in self.endgames.moves(houses.rows) {
            self.nodes += 1;
            let houses = Houses::new(self.endgames, rows);
            let left = if again { level - gain } else { gain - level + 2 };
            let mv = KalahMove { gain, again, houses, level: left, numbers: QuestionNumbers::DISPROVED };
            if !self.is_endgame(&houses) {
                self.open.push(mv);
                continue;
            }
            let answer = self.endgames.answer(&houses, left);
            best = best.max(if again { gain + answer } else { gain - answer });
            if best >= level {
                self.open.truncate(start);
                return best;
            }
        }
        // All buckets at once: the processor waits for the memory only once.
        black_box(self.open[start..].iter().fold(0, |all, KalahMove { houses, level, .. }| {
            let bounds = self.entries.touch(self.entries.mix(houses.number));
            all ^ bounds ^ self.number_entries.touch(key(houses, *level))
        }));
        let mut kept = start;
        for at in start..self.open.len() {
            let mut mv = self.open[at];
            let worth = mv.worth(self.known(&mv.houses));
            if worth.least >= level {
                return worth.least;
            }
            if worth.most < level {
                best = best.max(worth.most);
                continue;
            }
            mv.numbers = mv.view(self.numbers(&mv.houses, mv.level));
            self.open[kept] = mv;
            kept += 1;
        }
        self.open.truncate(kept);
        best
    }
}

/// The key of the question if the value of a position is at least `level`.
#[inline]
fn key(houses: &Houses, level: i32) -> u64 {
    houses.number << 8 | (level + 128) as u64
}
