//! Cells that no longer matter, or are as good as one player's.
//!
//! A cell is *dead* if no stone on it would ever help: whatever touches it touches each other without it. Two cells are *captured* if
//! their owner makes the one dead by a stone on the other: the opponent gains nothing there, so both may be filled.

use crate::bits::Bits;
use crate::hex::lattice::Lattice;

/// The cells beside each group of a player.
struct Groups<const W: usize> {
    free: Bits<W>,
    /// The free cells beside each group, the two edges among them.
    beside: Vec<Bits<W>>,
}

/// Cells to fill for one player, and true if the opponent may still play there: `None` if there are none.
pub(super) fn inferior<const W: usize>(
    lattice: &Lattice<W>,
    stones: [Bits<W>; 2],
) -> Option<(usize, Bits<W>, bool)> {
    let free = lattice.cells - stones[0] - stones[1];
    let groups = [0, 1].map(|player| Groups::new(lattice, stones[player], free, lattice.edges[player]));
    let dead = free.cells().filter(|&cell| groups.iter().any(|groups| groups.is_dead(lattice, cell)));
    let dead = Bits::from_cells(dead.take(1));
    if !dead.is_empty() {
        return Some((0, dead, false));
    }
    [0, 1].into_iter().find_map(|player| Some((player, groups[player].captured(lattice)?, true)))
}

impl<const W: usize> Groups<W> {
    fn new(lattice: &Lattice<W>, own: Bits<W>, free: Bits<W>, edges: [Bits<W>; 2]) -> Groups<W> {
        let mut beside: Vec<Bits<W>> = Vec::new();
        let mut rest = own;
        for edge in edges {
            let group = lattice.filled(own & edge, own);
            rest = rest - group;
            beside.push((lattice.beside(group) | edge) & free);
        }
        while let Some(stone) = rest.first() {
            let group = lattice.filled(Bits::from_cells([stone]), own);
            rest = rest - group;
            beside.push(lattice.beside(group) & free);
        }
        Groups { free, beside }
    }

    /// The groups beside a free cell, as bits.
    fn touching(&self, cell: usize) -> u128 {
        (0..self.beside.len()).filter(|&at| self.beside[at].has(cell)).fold(0, |all, at| all | 1 << at)
    }

    /// The free cells beside any of these groups.
    fn beside_any(&self, groups: u128) -> Bits<W> {
        let touched = (0..self.beside.len()).filter(|at| groups >> at & 1 == 1);
        touched.fold(Bits::EMPTY, |all, at| all | self.beside[at])
    }

    fn is_dead(&self, lattice: &Lattice<W>, cell: usize) -> bool {
        let groups = self.touching(cell);
        let near = lattice.beside(Bits::from_cells([cell])) & self.free;
        match groups.count_ones() {
            0 => near.cells().all(|one| {
                let mut rest =
                    near - lattice.beside(Bits::from_cells([one])) - self.beside_any(self.touching(one));
                rest.remove(one);
                rest.is_empty()
            }),
            1 => (near - self.beside_any(groups)).is_empty(),
            _ => false,
        }
    }

    /// Two cells that the owner captures.
    fn captured(&self, lattice: &Lattice<W>) -> Option<Bits<W>> {
        for one in self.free.cells() {
            let groups = self.touching(one);
            let near = lattice.beside(Bits::from_cells([one])) & self.free;
            for other in near.cells().filter(|&other| other > one && self.touching(other) == groups) {
                let near_other = lattice.beside(Bits::from_cells([other])) & self.free;
                let linked = self.beside_any(groups);
                let mut rest = [near - near_other - linked, near_other - near - linked];
                rest[0].remove(other);
                rest[1].remove(one);
                if rest.iter().all(|rest| rest.is_empty()) {
                    return Some(Bits::from_cells([one, other]));
                }
            }
        }
        None
    }
}
