//! The fewest plies to a win, where the end is near.

use std::collections::HashMap;

use plywood_rules::{Interrupted, Run};

use crate::bits::Bits;
use crate::hex::lattice::Lattice;

/// Searches for wins within more and more plies.
pub(super) struct DistanceSearch<'s, const W: usize> {
    lattice: &'s Lattice<W>,
    run: &'s Run<'s, u64>,
    /// For positions of the player who wins: most plies without a win, and plies that are enough.
    known: HashMap<[Bits<W>; 2], [u32; 2]>,
    /// Positions visited.
    pub nodes: u64,
}

impl<'s, const W: usize> DistanceSearch<'s, W> {
    pub fn new(lattice: &'s Lattice<W>, run: &'s Run<'s, u64>) -> Self {
        DistanceSearch { lattice, run, known: HashMap::new(), nodes: 0 }
    }

    /// The plies to the end of a position that `mover` wins or loses.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn distance(&mut self, stones: [Bits<W>; 2], mover: usize, wins: bool) -> Result<u32, Interrupted> {
        let mut plies = if wins { 1 } else { 2 };
        loop {
            let done = if wins {
                self.wins_within(stones, mover, plies)?
            } else {
                self.is_lost_within(stones, mover, plies)?
            };
            if done {
                return Ok(plies);
            }
            plies += 2;
        }
    }

    /// True if `mover` wins within so many plies, an odd number.
    fn wins_within(&mut self, stones: [Bits<W>; 2], mover: usize, plies: u32) -> Result<bool, Interrupted> {
        let lattice = self.lattice;
        let free = lattice.cells - stones[0] - stones[1];
        let (own, edges) = (stones[mover], lattice.edges[mover]);
        if lattice.steps(own, free, edges) > plies.div_ceil(2) as usize {
            return Ok(false);
        }
        if !lattice.winning(own, free, edges).is_empty() {
            return Ok(true);
        }
        if plies < 3 {
            return Ok(false);
        }
        let [none, enough] = self.known.get(&stones).copied().unwrap_or([0, u32::MAX]);
        if plies <= none || plies >= enough {
            return Ok(plies >= enough);
        }
        self.nodes += 1;
        self.run.report(self.nodes)?;
        let threats = lattice.winning(stones[1 - mover], free, lattice.edges[1 - mover]);
        let moves = match threats.first() {
            Some(_) if !threats.at_most_one() => Bits::EMPTY,
            Some(_) => threats,
            None => free,
        };
        let mut wins = false;
        for cell in moves.cells() {
            let mut child = stones;
            child[mover].insert(cell);
            if self.is_lost_within(child, 1 - mover, plies - 1)? {
                wins = true;
                break;
            }
        }
        let bounds = if wins { [none, plies] } else { [plies, enough] };
        self.known.insert(stones, bounds);
        Ok(wins)
    }

    /// True if `mover` loses within so many plies, an even number.
    fn is_lost_within(
        &mut self,
        stones: [Bits<W>; 2],
        mover: usize,
        plies: u32,
    ) -> Result<bool, Interrupted> {
        let lattice = self.lattice;
        let free = lattice.cells - stones[0] - stones[1];
        let [own, other] =
            [mover, 1 - mover].map(|player| lattice.winning(stones[player], free, lattice.edges[player]));
        if !own.is_empty() || other.is_empty() && plies == 2 {
            return Ok(false);
        }
        if !other.at_most_one() {
            return Ok(true);
        }
        let replies = if other.is_empty() { free } else { other };
        for cell in replies.cells() {
            let mut child = stones;
            child[mover].insert(cell);
            if !self.wins_within(child, 1 - mover, plies - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
