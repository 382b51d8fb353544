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

use super::game::{Cell, LineGame, LineState};
use crate::bits::Bits;

/// The weight of a completed line.
pub(super) const ONE: u64 = 1 << 40;

/// Lines that weigh more than this together are hardly ever held. Of the positions of (7,7,5) that weighed more than 1.75 none was, of
/// those above 1.5 one in forty.
const TOO_MUCH: u64 = ONE * 8 / 5;

/// The greatest number of pairs tried: with more, there are fewer positions to search, but each takes longer. That the second player
/// holds (7,7,5) takes 84 507 positions and 0.67 s with 24, 82 459 and 0.90 s with 40, 48 647 and 0.87 s with 100.
const TRIES: u32 = 24;

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
    pub(super) fn pairs(&self, state: &LineState<W>, defender: Player) -> Option<Vec<(Cell, Cell)>> {
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
struct Open<const W: usize> {
    /// Those of its cells that are free and in no pair.
    cells: Bits<W>,
    weight: u64,
}

/// A search for pairs.
pub(super) struct Hunt<const W: usize> {
    /// The lines of a step of the search begin at its index; those of earlier steps come before.
    lines: Vec<Open<W>>,
    pairs: Vec<(Cell, Cell)>,
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
        self.lines.extend(lines.map(|cells| Open { cells, weight: weight(cells.len()) }));
        self.pairs.clear();
        (self.tries, self.defends) = (TRIES, defends);
        self.weight(0) <= TOO_MUCH && self.search(0)
    }

    /// The free cells in pairs, and those on lines that are held by weight, of what was found last. The others might as well be the
    /// attacker's.
    pub fn zone(&self) -> Bits<W> {
        let cells = self.pairs.iter().flat_map(|(a, b)| [a.number(), b.number()]);
        self.weighed | Bits::from_cells(cells)
    }

    /// True if pairs, together with weight, hold the lines from `from` on.
    fn search(&mut self, from: usize) -> bool {
        loop {
            if self.is_light(from) {
                self.weighed = self.lines[from..].iter().fold(Bits::EMPTY, |cells, line| cells | line.cells);
                return true;
            }
            if !self.pair_off(from) {
                break;
            }
        }
        let mut choices = [(0, 0, 0); CHOICES * (CHOICES - 1) / 2];
        let count = self.choices(from, &mut choices);
        let (to, pairs) = (self.lines.len(), self.pairs.len());
        for &(_, a, b) in &choices[..count] {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            for at in from..to {
                let Open { mut cells, mut weight } = self.lines[at];
                match (cells.has(a), cells.has(b)) {
                    (true, true) => continue,
                    (false, false) => {}
                    (on_it, _) => {
                        cells.remove(if on_it { a } else { b });
                        weight *= 2;
                    }
                }
                self.lines.push(Open { cells, weight });
            }
            self.pairs.push((Cell(a as u16), Cell(b as u16)));
            if self.search(to) {
                return true;
            }
            self.lines.truncate(to);
            self.pairs.truncate(pairs);
        }
        false
    }

    /// Pairs on the heaviest line, which has the fewest choices: first those that leave the least weight on the
    /// others, together with that weight. Returns their number.
    fn choices(&self, from: usize, choices: &mut [(u64, usize, usize)]) -> usize {
        let lines = &self.lines[from..];
        let mut heaviest = Open { cells: Bits::EMPTY, weight: 0 };
        for line in lines {
            if line.weight > heaviest.weight {
                heaviest = *line;
            }
        }
        let mut cells = [0; CHOICES];
        let count = heaviest.cells.cells().zip(&mut cells).map(|(cell, place)| *place = cell).count();
        let (mut sum, mut together) = (0, [[0; CHOICES]; CHOICES]);
        for line in lines {
            sum += line.weight;
            if (line.cells & heaviest.cells).is_empty() {
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
                let left = sum + together[a][a] + together[b][b] - 3 * together[a][b];
                choices[found] = (left, cells[a], cells[b]);
                found += 1;
            }
        }
        choices[..found].sort_unstable();
        found
    }

    /// The weight of the lines from `from` on.
    fn weight(&self, from: usize) -> u64 {
        self.lines[from..].iter().map(|line| line.weight).sum()
    }

    /// True if the lines from `from` on are held by their weight alone.
    fn is_light(&mut self, from: usize) -> bool {
        let lines = &self.lines[from..];
        let sum = self.weight(from);
        if sum >= ONE || self.defends || sum < ONE / 2 {
            return sum < ONE;
        }
        self.through.fill(0);
        lines.iter().all(|line| {
            line.cells.cells().all(|cell| {
                self.through[cell] += line.weight;
                sum + self.through[cell] < ONE
            })
        })
    }

    /// Two cells that no other line needs are as good a pair as any. Returns whether there were any.
    fn pair_off(&mut self, from: usize) -> bool {
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for line in &self.lines[from..] {
            twice = twice | (once & line.cells);
            once = once | line.cells;
        }
        let mut kept = from;
        for at in from..self.lines.len() {
            let line = self.lines[at];
            let mut alone = (line.cells - twice).cells();
            if let (Some(a), Some(b)) = (alone.next(), alone.next()) {
                self.pairs.push((Cell(a as u16), Cell(b as u16)));
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
