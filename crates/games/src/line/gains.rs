//! The gain of a mark on each cell, updated mark by mark.
//!
//! A mark changes only the gains of the other cells of its lines: some twenty additions on Qubic, after which
//! the best reply is found by reading one number a cell. [`Gains`] follow a search by themselves: they compare
//! their marks with those of the position in question, so moves need not be reported or undone.

use std::sync::Arc;

use plywood_rules::Player;

use crate::bits::Bits;

/// The terms that a line adds to each of its cells: the gain of a mark for the first and for the second player,
/// each in points of that player; and 1 or 65536 if the line lacks just two marks of the first or of the second
/// player and has none of the other's. The fourth number fills up the vector.
type Sums = [i32; 4];

/// Marks of the first player in the number of a line's state; those of the second count as [`GainRules::stride`] each.
const FIRST: u16 = 1;

/// Lines up to this length are followed.
const LONGEST: usize = 100;

/// The constant part: the cells of each line, and the effect of marks.
#[derive(Debug)]
pub(super) struct GainRules {
    /// Cells a line.
    k: usize,
    /// The cells of each line, one line after the other.
    cells_of: Vec<u16>,
    /// The lines through each cell, one cell after the other, and where each begins.
    lines_of: Vec<u32>,
    begins: Vec<u32>,
    /// A mark of the second player in the number of a line's state.
    stride: u16,
    /// For each player and each state of a line the change by one more mark of that player.
    changes: [Vec<Sums>; 2],
    /// The sums on an empty board.
    empty: Vec<Sums>,
}

impl GainRules {
    /// The rules for lines that count `weights` by their marks, for the player who has them; `None` if numbers
    /// become too large. The cells of each line, and the lines through each cell with their starts, are flat
    /// lists.
    pub(super) fn new(
        weights: &[i64],
        most_through: usize,
        cells_of: Vec<u16>,
        (lines_of, begins): (Vec<u32>, Vec<u32>),
    ) -> Option<GainRules> {
        let k = weights.len() - 1;
        if !(2..=LONGEST).contains(&k) {
            return None;
        }
        // The gain of completing a line is never used.
        let most = weights[..k].iter().map(|weight| weight.abs()).max()?;
        if most.checked_mul(4 * most_through as i64).is_none_or(|most| most > i64::from(i32::MAX)) {
            return None;
        }
        let gain = |own: usize, other: usize| match (own, other) {
            (own, _) if own + 1 >= k => 0,
            (own, 0) => (weights[own + 1] - weights[own]) as i32,
            (0, other) if other < k => weights[other] as i32,
            _ => 0,
        };
        let sums = |a: usize, b: usize| {
            let lacks_two = |own: usize, other: usize| i32::from(own + 2 == k && other == 0);
            [gain(a, b), gain(b, a), lacks_two(a, b) + (lacks_two(b, a) << 16), 0]
        };
        let stride = k + 1;
        let change = |player: usize, state: usize| {
            let (a, b) = (state % stride, state / stride);
            let (before, after) = (sums(a, b), if player == 0 { sums(a + 1, b) } else { sums(a, b + 1) });
            std::array::from_fn(|lane| after[lane] - before[lane])
        };
        let changes = [0, 1].map(|player| (0..stride * stride).map(|state| change(player, state)).collect());
        let through = |cell: usize| (begins[cell + 1] - begins[cell]) as i32;
        let empty = (0..begins.len() - 1).map(|cell| sums(0, 0).map(|sum| sum * through(cell))).collect();
        Some(GainRules { k, cells_of, lines_of, begins, stride: stride as u16, changes, empty })
    }
}

/// The gains at the current position of a search.
pub(super) struct Gains<const W: usize> {
    rules: Arc<GainRules>,
    marks: [Bits<W>; 2],
    /// For each line how many marks either player has there.
    states: Vec<u16>,
    sums: Vec<Sums>,
}

impl<const W: usize> Gains<W> {
    /// On an empty board.
    pub(super) fn new(rules: Arc<GainRules>) -> Gains<W> {
        let states = vec![0; rules.cells_of.len() / rules.k];
        Gains { marks: [Bits::EMPTY; 2], states, sums: rules.empty.clone(), rules }
    }

    /// Updates the gains to these marks.
    #[inline]
    pub(super) fn go_to(&mut self, marks: &[Bits<W>; 2]) {
        match self.rules.k {
            3 => self.go_along::<3>(marks),
            4 => self.go_along::<4>(marks),
            5 => self.go_along::<5>(marks),
            _ => self.go_along::<0>(marks),
        }
    }

    /// The same for lines of `K` cells, or of any number if `K` is 0.
    #[inline]
    fn go_along<const K: usize>(&mut self, marks: &[Bits<W>; 2]) {
        for player in [0, 1] {
            let (here, there) = (self.marks[player], marks[player]);
            for word in 0..W {
                let (here, there) = (here.words()[word], there.words()[word]);
                let mut gone = here & !there;
                while gone != 0 {
                    self.change::<K, false>(64 * word + gone.trailing_zeros() as usize, player);
                    gone &= gone - 1;
                }
                let mut new = there & !here;
                while new != 0 {
                    self.change::<K, true>(64 * word + new.trailing_zeros() as usize, player);
                    new &= new - 1;
                }
            }
        }
        self.marks = *marks;
    }

    /// Makes a mark, or takes it back.
    #[inline]
    fn change<const K: usize, const MAKES: bool>(&mut self, cell: usize, player: usize) {
        let rules = &*self.rules;
        let mark = if player == 0 { FIRST } else { rules.stride };
        let k = if K > 0 { K } else { rules.k };
        let changes = rules.changes[player].as_slice();
        for &line in &rules.lines_of[rules.begins[cell] as usize..rules.begins[cell + 1] as usize] {
            let state = &mut self.states[line as usize];
            let without = if MAKES { *state } else { *state - mark };
            *state = if MAKES { *state + mark } else { without };
            let change = changes[usize::from(without)];
            // A spoilt line cannot be predicted: for short lines, zero is added without a branch.
            if K == 0 && change == [0; 4] {
                continue;
            }
            for &cell in &rules.cells_of[line as usize * k..][..k] {
                let sums = &mut self.sums[usize::from(cell)];
                for lane in 0..4 {
                    sums[lane] += if MAKES { change[lane] } else { -change[lane] };
                }
            }
        }
    }

    /// The gain of a mark for `player`, in points of that player, unless it completes a line.
    #[inline]
    pub(super) fn gain(&self, player: Player, cell: usize) -> i32 {
        self.sums[cell][player.index()]
    }

    /// True if a mark of `player` leaves a line that lacks just one more and has none of the opponent's.
    #[inline]
    pub(super) fn threatens(&self, player: Player, cell: usize) -> bool {
        let lines = self.sums[cell][2];
        if player == Player::First { lines & 0xFFFF != 0 } else { lines >> 16 != 0 }
    }
}
