//! Draws by pairing, by a quick test: for searches that visit many positions.
//!
//! If every line that the attacker can still complete holds a pair of free cells, and no cell is in two pairs,
//! the defender does not lose, whichever side is to move. Lines that share two cells can share the pair. The
//! search of `holding` takes longer and finds more.

use plywood_rules::Player;

use super::game::{LineGame, LineState};
use crate::bits::Bits;

/// With more lines than this, pairs are not looked for: there would hardly be any, and the search takes too long.
const MOST_LINES: usize = 16;

/// The greatest number of pairs tried.
const TRIES: u32 = 24;

impl<const W: usize> LineGame<W> {
    /// True only if pairs are found for `defender` against all lines that the opponent can still complete. The
    /// search is limited, so false proves nothing.
    pub(super) fn has_pairs(&self, state: &LineState<W>, defender: Player) -> bool {
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
        find_pairs(&lines[..count], Bits::EMPTY, &mut { TRIES })
    }
}

/// True if each of these lines can have a pair of its cells that are not `used`.
fn find_pairs<const W: usize>(lines: &[Bits<W>], used: Bits<W>, tries: &mut u32) -> bool {
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
        return find_pairs(&left[..count], used, tries);
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
            if find_pairs(&others[..count], used | pair, tries) {
                return true;
            }
        }
    }
    false
}
