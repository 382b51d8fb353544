//! The live part of a board: lines that one player can still complete, and the cells on them.
//!
//! If marks do not fall and lines win, an extra mark never hurts: its owner can play as if it were not there. A
//! cell on no live line is therefore no better than a pass, and any cell on a live line is at least as good.
//! The value of the rest of the game depends only on the live lines and the marks on them.

use plywood_rules::Player;
use plywood_rules::random::{fold, mix};

use super::game::{LineGame, LineState, Status};
use crate::bits::Bits;

impl<const W: usize> LineGame<W> {
    /// True if an extra mark never hurts.
    pub(super) fn marks_never_hurt(&self) -> bool {
        !self.falls && !self.plan.misere && !self.exact()
    }

    /// For each player the cells on lines that hold none of the opponent's marks.
    #[inline]
    pub(super) fn live_cells(&self, state: &LineState<W>) -> [Bits<W>; 2] {
        let [first, second] = state.marks;
        let mut live = [Bits::EMPTY; 2];
        for line in &self.masks {
            if (*line & second).is_empty() {
                live[0] = live[0] | *line;
            }
            if (*line & first).is_empty() {
                live[1] = live[1] | *line;
            }
        }
        live
    }

    /// The cells that `mover` may have a reason to mark: those on live lines, and only the opponent's if the
    /// mover has none.
    #[inline]
    pub(super) fn worthwhile(&self, state: &LineState<W>, mover: Player) -> Bits<W> {
        let live = self.live_cells(state);
        let [own, others] = [live[mover.index()], live[mover.other().index()]];
        if own.is_empty() { others } else { own | others }
    }

    /// A key of the live lines, the marks on them and the side to move.
    #[inline]
    pub(super) fn live_key(&self, state: &LineState<W>) -> u64 {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let [first, second] = state.marks;
        let mut live = [Bits::EMPTY; 2];
        let mut hash = match state.status {
            Status::ToMove(Player::First) => K,
            _ => !K,
        };
        for lines in self.masks.chunks(64) {
            let mut alive = [0u64; 2];
            for (at, line) in lines.iter().enumerate() {
                let (a, b) = ((*line & second).is_empty(), (*line & first).is_empty());
                alive[0] |= u64::from(a) << at;
                alive[1] |= u64::from(b) << at;
                if a {
                    live[0] = live[0] | *line;
                }
                if b {
                    live[1] = live[1] | *line;
                }
            }
            hash = fold(hash ^ alive[0], K ^ alive[1]);
        }
        for (a, b) in (first & live[0]).words().iter().zip((second & live[1]).words()) {
            hash = fold(hash ^ a, K ^ b.rotate_left(32));
        }
        mix(hash)
    }
}
