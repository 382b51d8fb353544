//! Draws by pairing: who can answer every mark of the opponent's with one of their own has nothing to fear.
//!
//! If every line that the attacker can still complete holds a pair of free cells, and no cell is in two pairs, then the
//! defender answers a mark in a pair with the other cell of it, and no line is ever completed (Hales and Jewett,
//! "Regularity and Positional Games", 1963; as a test in searches: Uiterwijk, "Set Matching: An Enhancement of the
//! Hales-Jewett Pairing Strategy", ICGA Journal 2017). Whoever is to move: a mark more never hurts. Lines that share two cells can
//! share the pair.

use plywood_rules::Player;

use super::bits::Bits;
use super::game::{Cell, LineGame, LineState};

/// With more lines than this, pairs are not looked for: there would hardly be any, and the search takes too long.
const MOST_LINES: usize = 16;

/// So many pairs are tried at most.
const TRIES: u32 = 24;

impl<const W: usize> LineGame<W> {
    /// Whether `defender` has pairs against all lines that the opponent can still complete; false as well where
    /// that is not quickly seen.
    pub(super) fn has_pairs(&self, state: &LineState<W>, defender: Player) -> bool {
        self.look_for_pairs(state, defender, &mut Unnamed)
    }

    /// The pairs behind [`LineGame::has_pairs`].
    pub(super) fn pairs(&self, state: &LineState<W>, defender: Player) -> Option<Vec<(Cell, Cell)>> {
        let mut pairs = Vec::new();
        self.look_for_pairs(state, defender, &mut pairs).then_some(pairs)
    }

    fn look_for_pairs(&self, state: &LineState<W>, defender: Player, pairs: &mut impl Pairs) -> bool {
        let taken = state.marks[defender.index()];
        let attacking = state.marks[defender.other().index()];
        let mut lines = [Bits::EMPTY; MOST_LINES];
        let mut count = 0;
        for line in &self.masks {
            if (*line & taken).is_empty() {
                let missing = *line - attacking;
                if count == MOST_LINES || missing.at_most_one() {
                    return false;
                }
                lines[count] = missing;
                count += 1;
            }
        }
        find_pairs(&lines[..count], Bits::EMPTY, &mut { TRIES }, pairs)
    }

    /// Whether every line that the opponent of `defender` can still complete holds one of these pairs of free cells, no
    /// cell being in two of them: from the lines themselves, cell by cell, and nothing that the search for pairs uses.
    pub(super) fn are_pairs(&self, state: &LineState<W>, defender: Player, pairs: &[(Cell, Cell)]) -> bool {
        let [own, others] = [defender, defender.other()].map(|player| state.marks[player.index()]);
        let mut free: Vec<bool> =
            (0..self.cells).map(|cell| self.board.has(cell) && !own.has(cell) && !others.has(cell)).collect();
        for cell in pairs.iter().flat_map(|&(a, b)| [a, b]) {
            match free.get_mut(cell.number()) {
                Some(free) if *free => *free = false,
                _ => return false,
            }
        }
        self.lines.iter().all(|line| {
            let on_it = |cell: Cell| line.cells.contains(&cell.number());
            line.cells.iter().any(|&cell| own.has(cell)) || pairs.iter().any(|&(a, b)| on_it(a) && on_it(b))
        })
    }
}

/// What keeps the pairs that are found.
trait Pairs {
    /// How many there are.
    fn count(&self) -> usize;
    /// Adds one.
    fn add(&mut self, a: usize, b: usize);
    /// Keeps the first ones only.
    fn keep(&mut self, count: usize);
}

/// Where it is enough that there are pairs.
struct Unnamed;

impl Pairs for Unnamed {
    #[inline]
    fn count(&self) -> usize {
        0
    }

    #[inline]
    fn add(&mut self, _: usize, _: usize) {}

    #[inline]
    fn keep(&mut self, _: usize) {}
}

impl Pairs for Vec<(Cell, Cell)> {
    fn count(&self) -> usize {
        self.len()
    }

    fn add(&mut self, a: usize, b: usize) {
        self.push((Cell(a as u16), Cell(b as u16)));
    }

    fn keep(&mut self, count: usize) {
        self.truncate(count);
    }
}

/// Whether each of these lines can have a pair of its cells that are not `used`.
fn find_pairs<const W: usize>(
    lines: &[Bits<W>],
    used: Bits<W>,
    tries: &mut u32,
    pairs: &mut impl Pairs,
) -> bool {
    // Two cells that no other line needs are as good a pair as any.
    let (mut once, mut twice) = (Bits::EMPTY, used);
    for line in lines {
        twice = twice | (once & *line);
        once = once | *line;
    }
    let mut left = [Bits::EMPTY; MOST_LINES];
    let mut count = 0;
    let mut tightest = (usize::MAX, Bits::EMPTY);
    for line in lines {
        let alone = *line - twice;
        if !alone.at_most_one() {
            let mut cells = alone.cells();
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                pairs.add(a, b);
            }
            continue;
        }
        let free = *line - used;
        let room = free.len();
        if room < 2 {
            return false;
        }
        if room < tightest.0 {
            tightest = (room, free);
        }
        left[count] = *line;
        count += 1;
    }
    if count == 0 {
        return true;
    }
    if count < lines.len() {
        return find_pairs(&left[..count], used, tries, pairs);
    }
    // The line with the fewest free cells has the least choice.
    let left = &left[..count];
    let mut rest = tightest.1;
    while let Some(a) = rest.first() {
        rest = rest - Bits::from_cells([a]);
        for b in rest.cells() {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let pair = Bits::from_cells([a, b]);
            let mut others = [Bits::EMPTY; MOST_LINES];
            let mut count = 0;
            for line in left {
                if !(pair - *line).is_empty() {
                    others[count] = *line;
                    count += 1;
                }
            }
            let before = pairs.count();
            pairs.add(a, b);
            if find_pairs(&others[..count], used | pair, tries, pairs) {
                return true;
            }
            pairs.keep(before);
        }
    }
    false
}
