//! Random games, without what only searches need: the cells that would complete a line.
//!
//! A column is chosen from a list of those that have room. Where a column is full, the last one of the list takes its place, since
//! their order does not matter.

use std::mem::swap;

use plywood_rules::random::{below, playout};
use plywood_rules::{Game, Outcome, Turn};
use rand_core::Rng;

use super::game::{LineGame, LineState, Status};
use crate::bits::Bits;

impl<const W: usize> LineGame<W> {
    /// [`Playable::playout`](plywood_rules::Playable::playout) of these games.
    #[inline]
    pub(super) fn random_game<R: Rng + ?Sized>(
        &self,
        state: &LineState<W>,
        max_plies: u32,
        rng: &mut R,
    ) -> (Turn, u32) {
        let Status::ToMove(mover) = state.status else { return (self.turn(state), 0) };
        let free = self.board - state.marks[0] - state.marks[1];
        if (max_plies as usize) < free.len() || self.plan.closed.is_some() {
            return playout(self, state, max_plies, rng);
        }
        let marks = [mover, mover.other()].map(|player| state.marks[player.index()]);
        let (has_line, plies) = match &self.narrow {
            Some(narrow) => narrow.playout(marks.map(|marks| marks.words()[0]), rng),
            None => self.playout_by_lines(marks, self.open_cells(state), rng),
        };
        let last = if plies % 2 == 1 { mover } else { mover.other() };
        let winner = if self.plan.misere { last.other() } else { last };
        (Turn::Over(if has_line { Outcome::Win(winner) } else { Outcome::Draw }), plies)
    }

    /// The same as [`Narrow::playout`] on any board. Where marks do not fall, each cell is a column.
    fn playout_by_lines<R: Rng + ?Sized>(
        &self,
        [mut own, mut other]: [Bits<W>; 2],
        open_cells: Bits<W>,
        rng: &mut R,
    ) -> (bool, u32) {
        let below_another = self.beneath(self.board);
        let mut next = [[0; 64]; W];
        let next = next.as_flattened_mut();
        let mut open = 0;
        for cell in open_cells.cells() {
            next[open] = cell as u16;
            open += 1;
        }
        let mut count = 0;
        while open > 0 {
            let place = below(rng, open);
            let cell = usize::from(next[place]);
            own.insert(cell);
            count += 1;
            if self.owns_line(own, cell) {
                return (true, count);
            }
            if below_another.has(cell) {
                next[place] += 1;
            } else {
                open -= 1;
                next[place] = next[open];
            }
            swap(&mut own, &mut other);
        }
        (false, count)
    }
}
