//! Searches to the end of the game, on boards of one word: the order of moves, and the last moves.
//!
//! Most positions of such a search are a few moves before the end. Here they are pairs of words and are searched without
//! a table, those moves first that leave the opponent few replies. Neither parity (5 % fewer positions in the same time) nor a
//! search of its own for the last four cells (a fifth less time) was worth its lines.

use super::discs;
use super::empties::Empties;
use crate::rows::Rows;

/// The most free cells of a position whose last moves are searched here.
pub(super) const LAST_MOVES: u32 = 11;

/// The search that orders moves does not look closely at moves that are worse than the best by this much.
const MARGIN: i32 = 24;

/// More than any guess.
const MOST: i32 = 1 << 20;

/// The worth of one more move, move to a corner, corner, cell beside a taken corner, cell diagonally from a free corner, and
/// free cell beside the opponent's discs. Of some twenty choices these were among the best: they took a third of the
/// positions that weights fitted to final scores took, on four boards of 6 by 6 with 24 free cells.
const MOVE: i32 = 16;
const CORNER_MOVE: i32 = 30;
const CORNER: i32 = 70;
const BESIDE: i32 = 28;
const DIAGONAL: i32 = -20;
const OPEN: i32 = 5;

/// Each corner, the cells beside it on the edges, and the one diagonally beside it, as bits.
pub(super) fn areas(rows: Rows) -> [[u128; 3]; 4] {
    let Rows { files: size, .. } = rows;
    let (last, bit) = (size - 1, |file: usize, rank: usize| 1 << (size * rank + file));
    let inwards = |at: usize| if at == 0 { 1 } else { last - 1 };
    [(0, 0), (last, 0), (0, last), (last, last)].map(|(file, rank)| {
        let beside = bit(inwards(file), rank) | bit(file, inwards(rank));
        [bit(file, rank), beside, bit(inwards(file), inwards(rank))]
    })
}

/// A board of at most 64 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endgame {
    size: u32,
    /// All files but the first and the last.
    inner: u64,
    full: u64,
    corners: u64,
    /// See [`areas`].
    areas: [[u64; 3]; 4],
    empties: Empties,
}

/// The discs of the player to move and of the other.
type Discs = [u64; 2];

impl Endgame {
    pub fn new(rows: Rows, inner: u128) -> Endgame {
        let areas = areas(rows).map(|area| area.map(|set| set as u64));
        Endgame {
            size: rows.files as u32,
            inner: inner as u64,
            full: rows.full() as u64,
            corners: areas.iter().map(|area| area[0]).sum(),
            areas,
            empties: Empties::Winner,
        }
    }

    pub fn with_empties(self, empties: Empties) -> Endgame {
        Endgame { empties, ..self }
    }

    /// The score of a finished game.
    fn score(&self, [own, other]: Discs) -> i32 {
        self.empties.score(count(own) - count(other), count(self.full & !(own | other)))
    }

    #[inline(always)]
    fn moves(&self, discs: Discs) -> u64 {
        discs::moves(self.size, self.inner.into(), discs, self.full)
    }

    /// The position after a disc on `cell`.
    #[inline]
    fn after(&self, [own, other]: Discs, cell: usize) -> Discs {
        let flipped = discs::flips(self.size, self.inner.into(), [own, other], 1u64 << cell);
        [other ^ flipped, own | flipped | 1 << cell]
    }

    /// Scores for the order of `moves`, from a search of the opponent's best of `plies` and the number of replies.
    pub fn scores(
        &self,
        discs: Discs,
        moves: impl Iterator<Item = usize>,
        plies: u32,
        scores: &mut Vec<i32>,
    ) {
        let mut best = -MOST;
        scores.extend(moves.map(|cell| {
            let child = self.after(discs, cell);
            let score = -self.glance(child, plies, -MOST, MARGIN - best);
            best = best.max(score);
            score - 4 * count(self.moves(child))
        }));
    }

    /// The best guess after `plies`, from the point of view of the player to move.
    fn glance(&self, discs: Discs, plies: u32, mut alpha: i32, beta: i32) -> i32 {
        let moves = self.moves(discs);
        if plies == 0 {
            return self.guess(discs, moves);
        }
        let [own, other] = discs;
        if moves == 0 {
            return match self.moves([other, own]) {
                0 => 4 * self.score(discs),
                _ => -self.glance([other, own], plies, -beta, -alpha),
            };
        }
        let mut best = -MOST;
        for cell in cells(moves & self.corners).chain(cells(moves & !self.corners)) {
            let child = self.after(discs, cell);
            best = best.max(-self.glance(child, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// A guess who is better off, the player with these moves being the one to move.
    fn guess(&self, [own, other]: Discs, moves: u64) -> i32 {
        let free = self.full & !(own | other);
        let more = |set: u64| count(own & set) - count(other & set);
        let (mut beside, mut diagonal) = (0, 0);
        for [corner, near, inwards] in self.areas {
            match free & corner {
                0 => beside |= near,
                _ => diagonal |= inwards,
            }
        }
        let replies = self.moves([other, own]);
        let around = |set: u64| {
            let inside = set & self.inner;
            let wide = set | inside << 1 | inside >> 1;
            count((wide << self.size | wide >> self.size | wide) & free)
        };
        MOVE * (count(moves) - count(replies))
            + CORNER_MOVE * (count(moves & self.corners) - count(replies & self.corners))
            + CORNER * more(self.corners)
            + BESIDE * more(beside)
            + DIAGONAL * more(diagonal)
            + OPEN * (around(other) - around(own))
    }

    /// Decides if best play brings the player to move, who has these moves, a score of more than `level`: returns
    /// more than `level`, a lower bound of the score, or else an upper bound. Adds the positions visited to `nodes`.
    pub fn exceeds(&self, discs: Discs, moves: u64, level: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let [own, other] = discs;
        if moves == 0 {
            return match self.moves([other, own]) {
                0 => self.score(discs),
                replies => -self.exceeds([other, own], replies, -level - 1, nodes),
            };
        }
        let mut children = [(0, discs, 0); LAST_MOVES as usize];
        for (place, cell) in cells(moves).enumerate() {
            let child = self.after(discs, cell);
            let replies = self.moves(child);
            let weight = count(replies) + count(replies & self.corners);
            let mut at = place;
            while at > 0 && children[at - 1].0 > weight {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = (weight, child, replies);
        }
        let mut best = i32::MIN;
        for &(_, child, replies) in &children[..moves.count_ones() as usize] {
            best = best.max(-self.exceeds(child, replies, -level - 1, nodes));
            if best > level {
                break;
            }
        }
        best
    }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The cells of a set.
#[inline]
fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
