//! Draws by pairs and by weight: a player who can answer every mark of the opponent cannot lose.
//!
//! Lines that the attacker can still complete and that hold a pair of free cells are answered by the pair: a
//! mark on one of the two by a mark on the other (Hales and Jewett, "Regularity and Positional Games", 1963; as
//! a test in searches: Uiterwijk, "Set Matching: An Enhancement of the Hales-Jewett Pairing Strategy", ICGA
//! Journal 2017). Lines without a pair are *open*. Each of them weighs 1, halved for each cell on it that is
//! free and in no pair, so a completed line would weigh 1: cells in pairs count as the attacker's already. The
//! defender marks the cell with the greatest weight of lines through it, and removes at least as much as the
//! attacker's next mark can add; so a total below 1 never reaches 1 (Erdős and Selfridge, "On a combinatorial
//! game", 1973). If the attacker is to move, there has to be room for one more mark. An extra mark of the
//! defender never hurts.

use plywood_rules::Player;

use super::game::{CellNumber, LineGame, LineState};
use crate::bits::Bits;

/// The weight of a completed line.
pub(super) const ONE: u64 = 1 << 40;

/// Lines that weigh more than this together are hardly ever held.
const TOO_MUCH: u64 = ONE * 17 / 10;

/// The same after a pair was chosen.
const STILL_TOO_MUCH: u64 = ONE * 8 / 5;

/// The greatest number of pairs tried: with more, there are fewer positions to search, but each takes longer. That the second player
/// holds (7,7,5) and (10,5,5) takes 30 and 141 thousand positions with 60, 20 and 126 thousand with 200, and the same time.
const TRIES: u32 = 100;

/// The number of pairs tried on a line. With one, a third more positions are left to search.
const BRANCHES: usize = 2;

/// The number of free cells of a line that are tried for pairs.
const CHOICES: usize = 8;

/// The weight of a line with `free` cells that are free and in no pair; rounded up, so it is never too small.
#[inline]
pub(super) fn weight(free: usize) -> u64 {
    ONE >> free.min(40)
}

impl<const W: usize> LineGame<W> {
    /// Pairs by which `defender` holds, together with the weight of the open lines; `None` if a quick search
    /// finds none.
    pub(super) fn pairs(
        &self,
        state: &LineState<W>,
        defender: Player,
    ) -> Option<Vec<(CellNumber, CellNumber)>> {
        let [own, others] = [defender, defender.other()].map(|player| state.marks[player.index()]);
        let open = self.masks.iter().filter(|line| (**line & own).is_empty()).map(|line| *line - others);
        let mut hunt = Hunt::new(self.cells);
        if hunt.holds(open, self.marks_any(state, defender)) {
            Some(hunt.pairs)
        } else {
            self.grouped_pairs(state, defender)
        }
    }
}

/// A line that no pair answers.
#[derive(Clone, Copy)]
struct OpenLine<const W: usize> {
    /// Those of its cells that are free and in no pair.
    cells: Bits<W>,
    weight: u64,
}

/// The lines of a step of the search, taken together.
struct Survey<const W: usize> {
    cells: Bits<W>,
    /// The cells of more than one line.
    shared: Bits<W>,
    sum: u64,
    /// The cells of the heaviest line.
    heaviest: Bits<W>,
}

/// A search for pairs.
pub(super) struct Hunt<const W: usize> {
    /// The lines of a step of the search begin at its index; those of earlier steps come before.
    lines: Vec<OpenLine<W>>,
    pairs: Vec<(CellNumber, CellNumber)>,
    tries: u32,
    /// True if the defender is to move.
    defends: bool,
    /// The weight of the lines through each cell; scratch space.
    through: Vec<u64>,
    /// The cells of lines that are held by weight.
    weighed: Bits<W>,
}

impl<const W: usize> Hunt<W> {
    /// For a board of so many cells.
    pub fn new(cells: usize) -> Hunt<W> {
        Hunt {
            lines: Vec::new(),
            pairs: Vec::new(),
            tries: 0,
            defends: false,
            through: vec![0; cells],
            weighed: Bits::EMPTY,
        }
    }

    /// True if a quick search finds pairs that, together with weight, hold the lines with these free cells. `defends` is true if the
    /// defender is to move.
    pub fn holds(&mut self, lines: impl Iterator<Item = Bits<W>>, defends: bool) -> bool {
        self.lines.clear();
        self.lines.extend(lines.map(|cells| OpenLine { cells, weight: weight(cells.len()) }));
        self.pairs.clear();
        (self.tries, self.defends) = (TRIES, defends);
        self.lines.iter().map(|line| line.weight).sum::<u64>() <= TOO_MUCH && self.search(0)
    }

    /// The free cells in pairs, and those on lines that are held by weight, of what was found last. The others might as well be the
    /// attacker's.
    pub fn zone(&self) -> Bits<W> {
        let cells = self.pairs.iter().flat_map(|(a, b)| [a.number(), b.number()]);
        self.weighed | Bits::from_cells(cells)
    }

    /// True if pairs, together with weight, hold the lines from `from` on.
    fn search(&mut self, from: usize) -> bool {
        let survey = loop {
            let survey = self.survey(from);
            if self.is_light(from, survey.sum) {
                self.weighed = survey.cells;
                return true;
            }
            if !self.pair_off(from, survey.shared) {
                break survey;
            }
        };
        let mut choices = [(0, 0, 0); CHOICES * (CHOICES - 1) / 2];
        let count = self.choices(from, &survey, &mut choices);
        let (to, pairs) = (self.lines.len(), self.pairs.len());
        for &(left, a, b) in choices[..count].iter().take(BRANCHES) {
            if self.tries == 0 || left > STILL_TOO_MUCH {
                return false;
            }
            self.tries -= 1;
            let pair = Bits::from_cells([a, b]);
            for at in from..to {
                let OpenLine { cells, weight } = self.lines[at];
                match (cells & pair).len() {
                    2 => {}
                    one => self.lines.push(OpenLine { cells: cells - pair, weight: weight << one }),
                }
            }
            self.pairs.push((CellNumber(a as u16), CellNumber(b as u16)));
            if self.search(to) {
                return true;
            }
            self.lines.truncate(to);
            self.pairs.truncate(pairs);
        }
        false
    }

    fn survey(&self, from: usize) -> Survey<W> {
        let (mut cells, mut shared, mut sum) = (Bits::EMPTY, Bits::EMPTY, 0);
        let mut heaviest = OpenLine { cells: Bits::EMPTY, weight: 0 };
        for line in &self.lines[from..] {
            shared = shared | (cells & line.cells);
            cells = cells | line.cells;
            sum += line.weight;
            if line.weight > heaviest.weight {
                heaviest = *line;
            }
        }
        Survey { cells, shared, sum, heaviest: heaviest.cells }
    }

    /// Pairs on the heaviest line, which has the fewest choices: first those that leave the least weight on the
    /// others, together with that weight. Returns their number.
    fn choices(&self, from: usize, survey: &Survey<W>, choices: &mut [(u64, usize, usize)]) -> usize {
        let mut cells = [0; CHOICES];
        let count = survey.heaviest.cells().zip(&mut cells).map(|(cell, place)| *place = cell).count();
        let mut together = [[0; CHOICES]; CHOICES];
        for line in &self.lines[from..] {
            if (line.cells & survey.heaviest).is_empty() {
                continue;
            }
            for a in (0..count).filter(|&a| line.cells.has(cells[a])) {
                for b in (a..count).filter(|&b| line.cells.has(cells[b])) {
                    together[a][b] += line.weight;
                }
            }
        }
        let mut found = 0;
        for a in 0..count {
            for b in a + 1..count {
                // Lines with both are answered, those with one weigh twice as much.
                let left = survey.sum + together[a][a] + together[b][b] - 3 * together[a][b];
                choices[found] = (left, cells[a], cells[b]);
                found += 1;
            }
        }
        choices[..found].sort_unstable();
        found
    }

    /// True if the lines from `from` on, which weigh so much, are held by their weight alone.
    fn is_light(&mut self, from: usize, sum: u64) -> bool {
        if sum >= ONE || self.defends || sum < ONE / 2 {
            return sum < ONE;
        }
        self.through.fill(0);
        self.lines[from..].iter().all(|line| {
            line.cells.cells().all(|cell| {
                self.through[cell] += line.weight;
                sum + self.through[cell] < ONE
            })
        })
    }

    /// Two cells that no other line needs are as good a pair as any. Returns whether there were any.
    fn pair_off(&mut self, from: usize, shared: Bits<W>) -> bool {
        let mut kept = from;
        for at in from..self.lines.len() {
            let line = self.lines[at];
            if let Some((a, b)) = (line.cells - shared).first_two() {
                self.pairs.push((CellNumber(a as u16), CellNumber(b as u16)));
            } else {
                self.lines[kept] = line;
                kept += 1;
            }
        }
        let some = kept < self.lines.len();
        self.lines.truncate(kept);
        some
    }
}
