//! The rhombus of hexagons as bitboards: neighbours, groups, links and distances.
//!
//! Cell `rank * side + file`. A cell touches six others, in this order round it: right, up, up and left, left,
//! down, down and right. Two cells that share two neighbours are a *bridge* apart: if both of these are free,
//! the opponent cannot cut them, because either one connects them.

use crate::bits::Bits;

/// The words of a set of cells of the largest board, 19 x 19.
pub(super) const WORDS: usize = 6;

/// A board of at most 64 `W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lattice<const W: usize> {
    pub side: usize,
    pub cells: Bits<W>,
    /// The two edges that each player has to connect: bottom and top, left and right.
    pub edges: [[Bits<W>; 2]; 2],
}

/// The least number of stones to complete a chain of bridges, and the cells of such chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainCost<const W: usize> {
    pub stones: usize,
    pub cells: Bits<W>,
}

impl Lattice<WORDS> {
    pub fn new(side: usize) -> Lattice<WORDS> {
        let line = |from: usize, step: usize| Bits::from_cells((0..side).map(|i| from + i * step));
        let last = side * (side - 1);
        Lattice {
            side,
            cells: Bits::from_cells(0..side * side),
            edges: [[line(0, 1), line(last, 1)], [line(0, side), line(side - 1, side)]],
        }
    }

    #[inline]
    pub fn narrowed<const W: usize>(&self) -> Lattice<W> {
        Lattice {
            side: self.side,
            cells: self.cells.resized(),
            edges: self.edges.map(|edges| edges.map(|edge| edge.resized())),
        }
    }
}

impl<const W: usize> Lattice<W> {
    /// All cells moved by one in the direction of this number, from 0 to 5. Some may land above the board.
    #[inline(always)]
    fn moved(&self, cells: Bits<W>, direction: usize) -> Bits<W> {
        let [left, right] = self.edges[1];
        match direction {
            0 => (cells - right).raised_by(1),
            1 => cells.raised_by(self.side),
            2 => (cells - left).raised_by(self.side - 1),
            3 => (cells - left).lowered_by(1),
            4 => cells.lowered_by(self.side),
            _ => (cells - right).lowered_by(self.side - 1),
        }
    }

    /// The cells beside any of these, and maybe some above the board.
    #[inline]
    pub fn beside(&self, cells: Bits<W>) -> Bits<W> {
        (0..6).fold(Bits::EMPTY, |all, direction| all | self.moved(cells, direction))
    }

    /// The cells of `within` that `from` reaches by steps inside it, and `from` itself.
    #[inline]
    pub fn filled(&self, from: Bits<W>, within: Bits<W>) -> Bits<W> {
        let mut reached = from;
        loop {
            let next = reached | (self.beside(reached) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// True if the group of the stone on `cell` connects the edges of its owner.
    #[inline]
    pub fn connects(&self, own: Bits<W>, edges: [Bits<W>; 2], cell: usize) -> bool {
        own.len() >= self.side && {
            let group = self.filled(Bits::from_cells([cell]), own);
            edges.iter().all(|&edge| !(group & edge).is_empty())
        }
    }

    /// True if the owner of these stones captures two cells: a stone on either makes the other useless.
    pub fn captures(&self, own: Bits<W>, free: Bits<W>, edges: [Bits<W>; 2], [a, b]: [usize; 2]) -> bool {
        a != b && self.is_useless(own, free, edges, a, b) && self.is_useless(own, free, edges, b, a)
    }

    /// True if everything that `cell` touches, stones, edges and free cells, is touched by the group of a stone `beside` it as well.
    fn is_useless(
        &self,
        own: Bits<W>,
        free: Bits<W>,
        edges: [Bits<W>; 2],
        cell: usize,
        beside: usize,
    ) -> bool {
        let cell = Bits::from_cells([cell]);
        let touched = |group: Bits<W>| edges.map(|edge| edge.only_if(!(group & edge).is_empty()));
        let mut group = Bits::from_cells([beside]);
        loop {
            let [one, other] = touched(self.filled(group, own));
            let more = self.filled(group, own) | (one | other) & own;
            if more == group {
                break;
            }
            group = more;
        }
        let [one, other] = touched(group);
        let is_beside = edges.into_iter().all(|edge| (cell & edge).is_empty() || !(group & edge).is_empty());
        let near = self.beside(cell) & (own | free);
        is_beside && (near - group - self.beside(group) - one - other).is_empty()
    }

    /// The stones connected with both edges.
    pub fn chain(&self, own: Bits<W>, edges: [Bits<W>; 2]) -> Bits<W> {
        let [start, end] = edges.map(|edge| self.filled(own & edge, own));
        start & end
    }

    /// The free cells with which the owner of these stones would connect both edges.
    #[inline]
    pub fn winning(&self, own: Bits<W>, free: Bits<W>, edges: [Bits<W>; 2]) -> Bits<W> {
        if own.len() + 1 < self.side {
            return Bits::EMPTY;
        }
        let [start, end] = edges.map(|edge| self.beside(self.filled(own & edge, own)) | edge);
        start & end & free
    }

    /// The fewest stones with which the owner of these stones would connect both edges, if the opponent passed.
    pub fn steps(&self, own: Bits<W>, free: Bits<W>, [start, end]: [Bits<W>; 2]) -> usize {
        let mut reached = self.filled(own & start, own);
        let mut steps = 0;
        while (reached & end).is_empty() {
            let next = reached | (self.beside(reached) | start) & free;
            if next == reached {
                return usize::MAX;
            }
            reached = self.filled(next, own);
            steps += 1;
        }
        steps
    }

    /// Disjoint pairs of free cells such that either cell of each is enough to connect both edges, if they are found.
    pub fn linked(
        &self,
        own: Bits<W>,
        mut free: Bits<W>,
        [start, end]: [Bits<W>; 2],
    ) -> Option<Vec<[usize; 2]>> {
        // Between two rows with stones there is at most one without.
        if own.len() < self.side / 2 {
            return None;
        }
        let mut pairs = Vec::new();
        let mut take_two = |from: Bits<W>, free: &mut Bits<W>| {
            let pair = [from.nth(0), from.nth(1)];
            pair.into_iter().for_each(|cell| free.remove(cell));
            pairs.push(pair);
        };
        let mut reached = self.filled(own & start, own);
        'links: loop {
            if !(reached & end).is_empty() {
                return Some(pairs);
            }
            let contact = (self.beside(reached) | start) & free;
            if !(contact & end).at_most_one() {
                take_two(contact & end, &mut free);
                return Some(pairs);
            }
            let mut rest = own - reached;
            while let Some(stone) = rest.first() {
                let group = self.filled(Bits::from_cells([stone]), own);
                let common = self.beside(group) & contact;
                if !common.at_most_one() {
                    take_two(common, &mut free);
                    reached = reached | group;
                    continue 'links;
                }
                rest = rest - group;
            }
            return None;
        }
    }

    /// True if either cell of each of these pairs, which are disjoint and free, is enough to connect both edges.
    pub fn linked_by(&self, own: Bits<W>, [start, end]: [Bits<W>; 2], pairs: &[Bits<W>]) -> bool {
        let mut reached = self.filled(own & start, own);
        loop {
            let contact = self.beside(reached) | start;
            let leading = || pairs.iter().filter(|&&pair| (pair - contact).is_empty());
            if !(reached & end).is_empty() || leading().any(|&pair| (pair - end).is_empty()) {
                return true;
            }
            let groups = leading().map(|pair| {
                let beside = pair.cells().map(|cell| self.beside(Bits::from_cells([cell])) & own);
                beside.fold(own, |groups, stones| groups & self.filled(stones, own))
            });
            let next = groups.fold(reached, |reached, group| reached | group);
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// The way between the edges, for the owner of these stones.
    pub fn way(&self, own: Bits<W>, free: Bits<W>, [start, end]: [Bits<W>; 2]) -> ChainCost<W> {
        let mut from_start = [Bits::EMPTY; 20];
        let mut from_end = [Bits::EMPTY; 20];
        let stones = self.rings(own, free, [start, end], &mut from_start);
        self.rings(own, free, [end, start], &mut from_end);
        let shared = (1..=stones).map(|i| from_start[i] & from_end[stones + 1 - i] & free);
        ChainCost { stones, cells: shared.fold(Bits::EMPTY, |all, cells| all | cells) }
    }

    /// Fills `rings`: those at place `n` are the cells that a chain of bridges from `start` reaches with `n`
    /// more stones. Returns the number of stones with which it reaches `end`.
    fn rings(
        &self,
        own: Bits<W>,
        free: Bits<W>,
        [start, end]: [Bits<W>; 2],
        rings: &mut [Bits<W>; 20],
    ) -> usize {
        let goal = end | self.bridged_to(end, free);
        let first = start | self.bridged_to(start, free);
        let mut reached = own & first;
        for stones in 0..rings.len() {
            let mut linked = self.linked_to(reached, free);
            // Stones that are linked with these cost nothing.
            while !(linked & (own - reached)).is_empty() {
                reached = reached | (linked & own);
                linked = self.linked_to(reached, free);
            }
            rings[stones] = reached;
            if stones + 1 == rings.len() || !(reached & goal).is_empty() {
                rings[stones + 1..].fill(reached);
                return stones;
            }
            reached = reached | ((linked | first) & free);
        }
        rings.len()
    }

    /// The cells beside any of these or a bridge away, and maybe some above the board.
    #[inline]
    fn linked_to(&self, cells: Bits<W>, free: Bits<W>) -> Bits<W> {
        let steps: [Bits<W>; 6] = std::array::from_fn(|direction| self.moved(cells, direction));
        (0..6).fold(Bits::EMPTY, |all, direction| {
            let next = (direction + 1) % 6;
            let bridged =
                self.moved(steps[direction] & free, next) & self.moved(steps[next] & free, direction);
            all | steps[direction] | bridged
        })
    }

    /// The cells that two free cells connect with an edge.
    #[inline]
    fn bridged_to(&self, edge: Bits<W>, free: Bits<W>) -> Bits<W> {
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for direction in 0..6 {
            let moved = self.moved(edge & free, direction);
            twice = twice | (once & moved);
            once = once | moved;
        }
        twice - edge
    }
}
