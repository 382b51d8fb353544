//! The law about boards of columns: marks fall and lines win as [`Columns`](crate::Columns) says.

use super::checker::{COLUMNS, Checker};
use super::subject::{Move, State};
use crate::{Columns, Outcome, Turn};

impl Checker<'_> {
    /// Checks a decision of a game that is such a board.
    pub(super) fn columns(&mut self, state: &State, moves: &[Move]) {
        let (Some(columns), Some(marks)) = (self.game.columns(), self.game.column_marks(state)) else {
            return;
        };
        let Turn::Decision(player) = self.game.turn(state) else { return };
        let [own, others] = marks;
        let taken = own | others;
        let mut missing = moves.to_vec();
        for open in open_cells(columns, taken) {
            let marked = own | 1 << open;
            let after = |mv: &Move| {
                let child = self.game.child(state, *mv);
                match self.game.turn(&child) {
                    Turn::Over(Outcome::Win(winner)) => winner == player && has_line(columns, marked),
                    Turn::Over(outcome) => {
                        let full =
                            (taken | 1 << open).count_ones() as usize == columns.columns * columns.rows;
                        outcome == Outcome::Draw && full && !has_line(columns, marked)
                    }
                    turn => {
                        turn == Turn::Decision(player.other())
                            && !has_line(columns, marked)
                            && self.game.column_marks(&child) == Some([others, marked])
                    }
                }
            };
            match missing.iter().position(after) {
                Some(at) => drop(missing.swap_remove(at)),
                None => return self.declared(state, false),
            }
        }
        self.declared(state, missing.is_empty() && own & others == 0);
    }

    fn declared(&mut self, state: &State, right: bool) {
        let at = self.at(state);
        self.expect(COLUMNS, right, || format!("{at}: not what happens on a board of columns"));
    }
}

/// The lowest free cell of each column that is not full.
fn open_cells(Columns { columns, rows, .. }: Columns, taken: u64) -> impl Iterator<Item = usize> {
    let open = move |column| (rows * column..rows * (column + 1)).find(|cell| taken >> cell & 1 == 0);
    (0..columns).filter_map(open)
}

/// True if these marks hold a line.
fn has_line(Columns { columns, rows, k }: Columns, marks: u64) -> bool {
    let has =
        |column: usize, row: usize| column < columns && row < rows && marks >> (rows * column + row) & 1 == 1;
    let cells = || (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    cells().any(|(column, row)| {
        (0..k).all(|i| has(column, row + i))
            || (0..k).all(|i| has(column + i, row))
            || (0..k).all(|i| has(column + i, row + i))
            || (0..k).all(|i| row >= i && has(column + i, row - i))
    })
}
