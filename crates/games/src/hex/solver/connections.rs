//! The virtual connections of one player (Anshelevich 2000).
//!
//! Two ends are *connected* if their owner can join them even if the opponent moves first, and *half connected* if only the owner's own
//! first move does it. The carrier is the set of the free cells that this takes; what happens outside it does not matter. Larger
//! connections follow from smaller ones:
//!
//! - *and*: if x and u, and u and y, are connected by carriers that share no cell, then x and y are connected if u is a group of stones,
//!   and half connected by the free cell u otherwise;
//! - *or*: if x and y are half connected by carriers that have no cell in common, they are connected, by all of them together: one
//!   move of the opponent leaves one of them whole.

use super::super::lattice::Lattice;
use super::carriers::Carriers;
use crate::bits::Bits;

/// Carriers kept for each two ends.
const FULL: usize = 8;
const HALF: usize = 16;

/// Half connections that together make one.
const ALTERNATIVES: usize = 4;

/// The connections between the ends of one player: free cells, groups of stones, and the two edges, which count as groups.
pub(super) struct ConnectionTable<const W: usize> {
    cells: usize,
    /// The ends that are there: free cells, groups and edges.
    ends: Vec<u8>,
    is_stone: Vec<bool>,
    are_joined: bool,
    full: Vec<Carriers<W, FULL>>,
    half: Vec<Carriers<W, HALF>>,
    /// New connections whose consequences are still to be drawn.
    queue: Vec<(u8, u8, Bits<W>)>,
}

impl<const W: usize> Clone for ConnectionTable<W> {
    fn clone(&self) -> Self {
        let ConnectionTable { cells, ends, is_stone, are_joined, full, half, queue: _ } = self;
        ConnectionTable {
            cells: *cells,
            ends: ends.clone(),
            is_stone: is_stone.clone(),
            are_joined: *are_joined,
            full: full.clone(),
            half: half.clone(),
            queue: Vec::new(),
        }
    }

    /// Without new memory.
    fn clone_from(&mut self, from: &Self) {
        self.cells = from.cells;
        self.ends.clone_from(&from.ends);
        self.is_stone.clone_from(&from.is_stone);
        self.are_joined = from.are_joined;
        self.full.clone_from(&from.full);
        self.half.clone_from(&from.half);
    }
}

impl<const W: usize> ConnectionTable<W> {
    /// The connections of these stones, between these edges.
    pub fn new(lattice: &Lattice<W>, own: Bits<W>, free: Bits<W>, edges: [Bits<W>; 2]) -> ConnectionTable<W> {
        let cells = lattice.side * lattice.side;
        let count = cells + 2;
        let mut table = ConnectionTable {
            cells,
            ends: (0..count as u8)
                .filter(|&end| end as usize >= cells || (free | own).has(end as usize))
                .collect(),
            is_stone: (0..count).map(|end| end >= cells).collect(),
            are_joined: false,
            full: vec![Carriers::NONE; count * (count - 1) / 2],
            half: vec![Carriers::NONE; count * (count - 1) / 2],
            queue: Vec::new(),
        };
        for cell in (free | own).cells() {
            let beside = lattice.beside(Bits::from_cells([cell])) & (free | own);
            beside.cells().filter(|&other| other > cell).for_each(|other| table.touch(cell, other));
            for (at, edge) in edges.iter().enumerate() {
                if edge.has(cell) {
                    table.touch(cell, cells + at);
                }
            }
        }
        own.cells().for_each(|cell| table.join(cell));
        for (one, other) in table.pairs() {
            table.renew(one, other);
        }
        table.close();
        table
    }

    /// The smallest carriers by which the edges are connected, and all by which they are half connected.
    pub fn of_edges(&self) -> (Option<Bits<W>>, &[Bits<W>]) {
        let pair = self.pair(self.cells, self.cells + 1);
        if self.are_joined {
            return (Some(Bits::EMPTY), &[]);
        }
        let smallest = self.full[pair].as_slice().iter().min_by_key(|carrier| carrier.len()).copied();
        (smallest, self.half[pair].as_slice())
    }

    /// The owner places a stone on this free cell. If that joins both edges, the game is over, and the connections mean nothing.
    pub fn place(&mut self, cell: usize) {
        self.join(cell);
        self.close();
    }

    /// The opponent places a stone on this free cell.
    pub fn lose(&mut self, cell: usize) {
        self.ends.retain(|&end| end as usize != cell);
        for at in 0..self.ends.len() {
            self.clear(self.pair(self.ends[at] as usize, cell));
        }
        self.full
            .iter_mut()
            .filter(|list| !list.is_empty())
            .for_each(|list| list.retain(|set| !set.has(cell)));
        self.half
            .iter_mut()
            .filter(|list| !list.is_empty())
            .for_each(|list| list.retain(|set| !set.has(cell)));
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The ends that are there.
    pub fn ends(&self) -> impl Iterator<Item = usize> {
        self.ends.iter().map(|&end| end as usize)
    }

    /// True for groups and edges.
    pub fn is_stone(&self, end: usize) -> bool {
        self.is_stone[end]
    }

    /// The carriers by which two ends are connected.
    pub fn full(&self, one: usize, other: usize) -> &[Bits<W>] {
        self.full[self.pair(one, other)].as_slice()
    }

    /// The carriers by which two ends are half connected.
    pub fn half(&self, one: usize, other: usize) -> &[Bits<W>] {
        self.half[self.pair(one, other)].as_slice()
    }

    #[inline]
    fn pair(&self, one: usize, other: usize) -> usize {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        high * (high - 1) / 2 + low
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let ends = self.ends.iter().map(|&end| end as usize);
        let before =
            |other: usize| self.ends.iter().map(|&end| end as usize).take_while(move |&one| one < other);
        ends.flat_map(|other| before(other).map(move |one| (one, other))).collect()
    }

    /// Two ends are beside each other.
    fn touch(&mut self, one: usize, other: usize) {
        let pair = self.pair(one, other);
        self.full[pair].add(Bits::EMPTY);
    }

    fn clear(&mut self, pair: usize) {
        self.full[pair] = Carriers::NONE;
        self.half[pair] = Carriers::NONE;
    }

    /// A stone on this free cell makes one end of it and the groups and edges beside it.
    fn join(&mut self, cell: usize) {
        let touches = |&end: &usize| end != cell && self.is_stone[end] && self.touch_each_other(cell, end);
        let joined: Vec<usize> = self.ends.iter().map(|&end| end as usize).filter(touches).collect();
        self.is_stone[cell] = true;
        self.need_no_more(cell);
        // An edge stays an edge.
        let kept = joined.iter().copied().find(|&end| end >= self.cells).unwrap_or(cell);
        self.are_joined |= joined.iter().filter(|&&end| end >= self.cells).count() == 2;
        for gone in joined.into_iter().chain([cell]).filter(|&end| end != kept) {
            self.merge(gone, kept);
        }
        for at in 0..self.ends.len() {
            let other = self.ends[at] as usize;
            if other != kept {
                self.renew(kept, other);
            }
        }
    }

    fn touch_each_other(&self, one: usize, other: usize) -> bool {
        self.full[self.pair(one, other)].has_within(Bits::EMPTY)
    }

    /// Two groups are one from now on.
    fn merge(&mut self, gone: usize, kept: usize) {
        self.ends.retain(|&end| end as usize != gone);
        for at in 0..self.ends.len() {
            let other = self.ends[at] as usize;
            if other == kept {
                continue;
            }
            let (from, to) = (self.pair(gone, other), self.pair(kept, other));
            let (full, half) = (self.full[from], self.half[from]);
            full.as_slice().iter().for_each(|&set| _ = self.full[to].add(set));
            half.as_slice().iter().for_each(|&set| self.add_half(kept, other, set));
            self.clear(from);
        }
    }

    /// Takes a cell that is the owner's now out of all carriers.
    fn need_no_more(&mut self, cell: usize) {
        for (one, other) in self.pairs() {
            let pair = self.pair(one, other);
            if self.full[pair].as_slice().iter().any(|set| set.has(cell)) {
                self.full[pair] = self.full[pair].without(cell);
                self.renew(one, other);
            }
            if self.half[pair].as_slice().iter().any(|set| set.has(cell)) {
                let list = self.half[pair].without(cell);
                self.half[pair] = Carriers::NONE;
                list.as_slice().iter().for_each(|&set| self.add_half(one, other, set));
            }
        }
    }

    /// Draws the consequences of the connections of these two ends again.
    fn renew(&mut self, one: usize, other: usize) {
        let list = self.full[self.pair(one, other)];
        self.queue.extend(list.as_slice().iter().map(|&set| (one as u8, other as u8, set)));
    }

    /// Draws all consequences.
    fn close(&mut self) {
        let mut at = 0;
        while at < self.queue.len() {
            let (one, other, set) = self.queue[at];
            at += 1;
            let (one, other) = (one as usize, other as usize);
            if self.full[self.pair(one, other)].as_slice().contains(&set) {
                self.extend(one, other, set);
                self.extend(other, one, set);
            }
        }
        self.queue.clear();
    }

    /// By the and-rule at `middle`.
    fn extend(&mut self, from: usize, middle: usize, set: Bits<W>) {
        if middle >= self.cells {
            return;
        }
        let stone = self.is_stone[middle];
        let mut around = set;
        if from < self.cells && !self.is_stone[from] {
            around.insert(from);
        }
        for at in 0..self.ends.len() {
            let to = self.ends[at] as usize;
            if to == from || to == middle || to < self.cells && set.has(to) {
                continue;
            }
            let list = self.full[self.pair(middle, to)];
            for &more in list.as_slice() {
                if !(more & around).is_empty() {
                    continue;
                }
                let mut all = set | more;
                if stone {
                    self.add_full(from, to, all);
                } else {
                    all.insert(middle);
                    self.add_half(from, to, all);
                }
            }
        }
    }

    fn add_full(&mut self, one: usize, other: usize, set: Bits<W>) {
        let pair = self.pair(one, other);
        if self.full[pair].add(set) {
            self.half[pair].retain(|half| !(set - half).is_empty());
            self.queue.push((one as u8, other as u8, set));
        }
    }

    fn add_half(&mut self, one: usize, other: usize, set: Bits<W>) {
        let pair = self.pair(one, other);
        if !self.full[pair].has_within(set) && self.half[pair].add(set) {
            let list = self.half[pair];
            self.alternatives((one, other), list.as_slice(), set, set, ALTERNATIVES - 1);
        }
    }

    /// By the or-rule: `all` half connections together, which have the cells `common` in common.
    fn alternatives(
        &mut self,
        ends: (usize, usize),
        rest: &[Bits<W>],
        common: Bits<W>,
        all: Bits<W>,
        more: usize,
    ) {
        if !rest.iter().fold(common, |common, set| common & *set).is_empty() {
            return;
        }
        for (at, &set) in rest.iter().enumerate() {
            let left = common & set;
            if left == common {
                continue;
            }
            let all = all | set;
            if left.is_empty() {
                self.add_full(ends.0, ends.1, all);
            } else if more > 1 && !self.full[self.pair(ends.0, ends.1)].has_within(all) {
                self.alternatives(ends, &rest[at + 1..], left, all, more - 1);
            }
        }
    }
}
