//! Groups of cells, each of which is held by the weight of its own lines.
//!
//! A pair is the smallest part of a board that a defender holds by itself. Any number of parts that have no cell in common can be
//! held together: the defender answers where the attacker has marked. So pairs that share cells mean a *group*, the cells that
//! they connect, and each group is held by weight as `holding` describes for the cells in no pair: a line counts in every group
//! that it meets, as if all its cells elsewhere were the attacker's already. Lines that meet no group count in the group of the
//! cells that are left.
//!
//! Groups take fewer cells than pairs where lines cross often. On a plane of a cube, four rows, four columns and both diagonals
//! meet in 16 cells, where pairs need 20; so on 7x7x7 the second player holds after a mark or two.

use plywood_rules::Player;
use plywood_rules::random::below;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::game::{CellNumber, LineGame, LineState, Status};
use super::geometry::Plane;
use super::holding::{ONE, weight};
use crate::bits::Bits;

/// The number of random choices of groups tried. A few are enough where there are pairs for all other lines.
const TRIES: usize = 100;

/// The lines that a group on a plane answers, and the cells that pairs for these would take besides.
const SQUARE_LINES: usize = 10;
const SAVED: usize = 4;

/// The part of a board that a cell belongs to: none if it is taken or in a pair, else a group, of which number 0 has all
/// cells that are left.
struct BoardParts {
    group: Vec<Option<usize>>,
    groups: usize,
    pairs: Vec<[usize; 2]>,
}

/// The weight of the open lines in each group, and through each cell in its group.
struct GroupWeights {
    sums: Vec<u64>,
    through: Vec<u64>,
    parts: BoardParts,
}

impl GroupWeights {
    /// The greatest weight through a cell of each group, and that cell.
    fn heaviest(&self) -> Vec<(u64, usize)> {
        let mut heaviest = vec![(0, 0); self.sums.len()];
        for (cell, group) in self.parts.group.iter().enumerate() {
            if let &Some(group) = group
                && self.through[cell] > heaviest[group].0
            {
                heaviest[group] = (self.through[cell], cell);
            }
        }
        heaviest
    }
}

impl<const W: usize> LineGame<W> {
    /// True if `defender` holds by these pairs and groups, and by the weight of the open lines. Computed from the lines, cell by
    /// cell, independently of the search for pairs.
    pub(super) fn are_pairs(
        &self,
        state: &LineState<W>,
        defender: Player,
        pairs: &[(CellNumber, CellNumber)],
    ) -> bool {
        let Some(weights) = self.weigh(state, defender, pairs) else { return false };
        let most = weights.heaviest();
        // There has to be room for one more mark of the attacker's, but for the group where the defender marks now.
        let full = weights.sums.iter().zip(&most).filter(|&(sum, (most, _))| sum + most >= ONE).count();
        let defends = self.marks_any(state, defender);
        weights.sums.iter().all(|&sum| sum < ONE) && full <= usize::from(defends)
    }

    /// True if `defender` is to move and may mark every free cell.
    pub(super) fn marks_any(&self, state: &LineState<W>, defender: Player) -> bool {
        let free = self.board - state.marks[0] - state.marks[1];
        state.status == Status::ToMove(defender) && self.open_cells(state) == free
    }

    /// The heaviest cell of the group that has the least room, if there is any.
    pub(super) fn heaviest(
        &self,
        state: &LineState<W>,
        defender: Player,
        pairs: &[(CellNumber, CellNumber)],
    ) -> Option<CellNumber> {
        let weights = self.weigh(state, defender, pairs)?;
        let most = weights.heaviest();
        // The first of those that are equal.
        let of_groups = weights.sums.iter().zip(&most).rev();
        let (_, &(through, cell)) = of_groups.max_by_key(|&(sum, &(through, _))| sum + through)?;
        (through > 0).then_some(CellNumber(cell as u16))
    }

    /// The weight of the open lines; `None` if the pairs are not of the board's cells, or two of them are the same.
    fn weigh(
        &self,
        state: &LineState<W>,
        defender: Player,
        pairs: &[(CellNumber, CellNumber)],
    ) -> Option<GroupWeights> {
        let parts = self.parts(state, pairs)?;
        let own = state.marks[defender.index()];
        let (mut sums, mut through) = (vec![0; parts.groups], vec![0; self.cells]);
        for line in &self.lines {
            let on_it = |cell: &usize| line.cells.contains(cell);
            let is_paired = parts.pairs.iter().any(|pair| pair.iter().all(on_it));
            if is_paired || line.cells.iter().any(|&cell| own.has(cell)) {
                continue;
            }
            let mut free = vec![0; parts.groups];
            line.cells.iter().filter_map(|&cell| parts.group[cell]).for_each(|group| free[group] += 1);
            if free[1..].iter().any(|&free| free > 0) {
                free[0] = 0;
            } else {
                sums[0] += weight(free[0]);
            }
            for group in (1..parts.groups).filter(|&group| free[group] > 0) {
                sums[group] += weight(free[group]);
            }
            for &cell in &line.cells {
                if let Some(group) = parts.group[cell].filter(|&group| free[group] > 0) {
                    through[cell] += weight(free[group]);
                }
            }
        }
        Some(GroupWeights { sums, through, parts })
    }

    /// The pairs and groups that are left: a pair is over when one of its cells is taken, a group keeps its free cells.
    fn parts(&self, state: &LineState<W>, pairs: &[(CellNumber, CellNumber)]) -> Option<BoardParts> {
        let free = self.board - state.marks[0] - state.marks[1];
        // Cells that pairs connect have the same name, that of one of them.
        let mut name: Vec<usize> = (0..self.cells).collect();
        for &(a, b) in pairs {
            let [a, b] = [a, b].map(|cell| name.get(cell.number()).copied());
            let (a, b) = (a?, b?);
            // One pair would say nothing more than the others.
            if a == b || !self.board.has(a) || !self.board.has(b) {
                return None;
            }
            name.iter_mut().filter(|name| **name == b).for_each(|name| *name = a);
        }
        let mut size = vec![0; self.cells];
        name.iter().for_each(|&name| size[name] += 1);
        let is_pair = |&(a, b): &(CellNumber, CellNumber)| {
            size[name[a.number()]] == 2 && free.has(a.number()) && free.has(b.number())
        };
        let pairs = pairs.iter().filter(|pair| is_pair(pair)).map(|&(a, b)| [a.number(), b.number()]);
        let pairs: Vec<[usize; 2]> = pairs.collect();
        let paired: Bits<W> = Bits::from_cells(pairs.iter().flatten().copied());
        let mut parts = BoardParts { group: vec![None; self.cells], groups: 1, pairs };
        let mut numbers = vec![0; self.cells];
        for cell in (free - paired).cells() {
            let number = &mut numbers[name[cell]];
            if *number == 0 && size[name[cell]] > 2 {
                *number = parts.groups;
                parts.groups += 1;
            }
            parts.group[cell] = Some(*number);
        }
        Some(parts)
    }

    /// Pairs and groups on the planes of a cube by which `defender` holds, whichever side is to move; `None` if a quick search
    /// finds none, and on all other boards.
    pub(super) fn grouped_pairs(
        &self,
        state: &LineState<W>,
        defender: Player,
    ) -> Option<Vec<(CellNumber, CellNumber)>> {
        let axes = self.plan.geometry.planes();
        let saved = SAVED * axes.first()?.len();
        let free = self.board - state.marks[0] - state.marks[1];
        let own = state.marks[defender.index()];
        let open = self.masks.iter().filter(|line| (**line & own).is_empty());
        let lines: Vec<Bits<W>> = open.map(|line| *line & free).collect();
        if 2 * lines.len() > free.len() + saved || lines.iter().any(|line| line.at_most_one()) {
            return None;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..TRIES).find_map(|_| {
            let mut rest = lines.clone();
            let (mut left, mut pairs) = (free, Vec::new());
            for plane in &axes[below(&mut rng, axes.len())] {
                if 2 * rest.len() <= left.len() {
                    break;
                }
                let group: Bits<W> = square(plane, &mut rng) & left;
                let answered = answers(group, &rest);
                let used = answered.iter().fold(Bits::EMPTY, |used, line| used | (*line & group));
                if 2 * answered.len() > used.len() {
                    rest.retain(|line| !answered.contains(line));
                    left = left - used;
                    let cells: Vec<CellNumber> = used.cells().map(|cell| CellNumber(cell as u16)).collect();
                    pairs.extend(cells.windows(2).map(|pair| (pair[0], pair[1])));
                }
            }
            pairs.extend(matched(self.cells, &rest, left)?);
            self.are_pairs(state, defender, &pairs).then_some(pairs)
        })
    }
}

/// Those of these lines that a group answers: as many as its weight allows, of those with most cells in it.
fn answers<const W: usize>(group: Bits<W>, lines: &[Bits<W>]) -> Vec<Bits<W>> {
    let inside = |line: &Bits<W>| (*line & group).len();
    let mut answered: Vec<Bits<W>> = lines.iter().copied().filter(|line| inside(line) > 2).collect();
    answered.sort_by_key(|line| std::cmp::Reverse(inside(line)));
    answered.truncate(SQUARE_LINES);
    while !answered.is_empty() {
        let sum: u64 = answered.iter().map(|line| weight(inside(line))).sum();
        let through = |cell: usize| {
            answered.iter().filter(|line| line.has(cell)).map(|line| weight(inside(line))).sum()
        };
        let most: u64 = group.cells().map(through).max().unwrap_or(0);
        if sum + most < ONE {
            break;
        }
        answered.pop();
    }
    answered
}

/// The cells of a plane in four of its rows and columns, two and their images in a mirror. Of some of them, two cells of a row, and
/// their image in that mirror, are left out: pairs for that row leave more to the other lines.
fn square<const W: usize>(plane: &Plane, rng: &mut Xoshiro256PlusPlus) -> Bits<W> {
    let side = plane.len();
    let a = below(rng, side / 2);
    let b = (a + 1 + below(rng, side / 2 - 1)) % (side / 2);
    let places = [a, b, side - 1 - a, side - 1 - b];
    let all = places.iter().flat_map(|&row| places.map(|column| (row, column)));
    let short = (below(rng, 3) == 0).then(|| (places[below(rng, 4)], below(rng, 2) == 0));
    let other = |row: usize| if row == a || row == side - 1 - a { b } else { a };
    let is_left_out = |row: usize, column: usize| {
        short.is_some_and(|(line, is_row)| {
            let (line_of, place) = if is_row { (row, column) } else { (column, row) };
            line_of == line && (place == other(line) || place == side - 1 - other(line))
        })
    };
    Bits::from_cells(
        all.filter(|&(row, column)| !is_left_out(row, column)).map(|(row, column)| plane[row][column]),
    )
}

/// A pair of these free cells for each line; `None` if there are none (Kuhn, "The Hungarian method", 1955).
fn matched<const W: usize>(
    cells: usize,
    lines: &[Bits<W>],
    free: Bits<W>,
) -> Option<Vec<(CellNumber, CellNumber)>> {
    let mut owners: Vec<Option<usize>> = vec![None; cells];
    for line in 0..lines.len() {
        for _ in 0..2 {
            let mut seen = Bits::EMPTY;
            if !takes_cell(lines, free, line, &mut owners, &mut seen) {
                return None;
            }
        }
    }
    let of = |line: usize| {
        let mut own = owners.iter().enumerate().filter(move |(_, owner)| **owner == Some(line));
        let cell = |own: Option<(usize, _)>| own.map(|(cell, _)| CellNumber(cell as u16));
        Some((cell(own.next())?, cell(own.next())?))
    };
    (0..lines.len()).map(of).collect()
}

/// Gives a line one more cell, if need be one of another line that takes another.
fn takes_cell<const W: usize>(
    lines: &[Bits<W>],
    free: Bits<W>,
    line: usize,
    owners: &mut [Option<usize>],
    seen: &mut Bits<W>,
) -> bool {
    for cell in (lines[line] & free).cells() {
        if seen.has(cell) || owners[cell] == Some(line) {
            continue;
        }
        seen.insert(cell);
        let owner = owners[cell];
        if owner.is_none_or(|other| takes_cell(lines, free, other, owners, seen)) {
            owners[cell] = Some(line);
            return true;
        }
    }
    false
}
