//! The table of solved positions.

use std::sync::Mutex;

use plywood_rules::random::mix;
use plywood_rules::threads::lock;

use crate::bits::Bits;
use crate::hex::lattice::Lattice;

/// Parts that are locked alone.
const PARTS: usize = 64;

/// The winner of a position, and the free cells that the win depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct HexVerdict<const W: usize> {
    /// True if the player to move wins.
    pub wins: bool,
    pub carrier: Bits<W>,
}

/// A position up to half a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolvedPosition<const W: usize> {
    stones: [Bits<W>; 2],
    mover: usize,
    cells: usize,
    /// True if the stones are turned.
    turned: bool,
}

impl<const W: usize> SolvedPosition<W> {
    pub fn of(lattice: &Lattice<W>, stones: [Bits<W>; 2], mover: usize) -> SolvedPosition<W> {
        let cells = lattice.side * lattice.side;
        let other = stones.map(|stones| stones.turned(cells));
        let turned = other < stones;
        SolvedPosition { stones: if turned { other } else { stones }, mover, cells, turned }
    }

    fn hash(&self) -> u64 {
        let words = self.stones.iter().flat_map(|stones| stones.words());
        words.fold(self.mover as u64, |key, &word| mix(key.rotate_left(23) ^ word))
    }
}

#[derive(Clone, Copy)]
struct SolvedEntry<const W: usize> {
    stones: [Bits<W>; 2],
    mover: u8,
    wins: bool,
    carrier: Bits<W>,
}

/// Solved positions, each in one place, where a newer one replaces it.
pub(super) struct SolvedTable<const W: usize> {
    parts: Vec<Mutex<Vec<Option<SolvedEntry<W>>>>>,
    places: usize,
}

impl<const W: usize> SolvedTable<W> {
    /// A table of about so many bytes.
    pub fn new(bytes: usize) -> SolvedTable<W> {
        let places = (bytes / size_of::<Option<SolvedEntry<W>>>() / PARTS).max(16);
        SolvedTable { parts: (0..PARTS).map(|_| Mutex::default()).collect(), places }
    }

    pub fn get(&self, position: &SolvedPosition<W>) -> Option<HexVerdict<W>> {
        let hash = position.hash();
        let part = lock(&self.parts[hash as usize % PARTS]);
        let entry = (*part.get((hash >> 8) as usize % self.places)?)?;
        let same = entry.stones == position.stones && entry.mover as usize == position.mover;
        let seen = |carrier: Bits<W>| if position.turned { carrier.turned(position.cells) } else { carrier };
        same.then(|| HexVerdict { wins: entry.wins, carrier: seen(entry.carrier) })
    }

    pub fn put(&self, position: &SolvedPosition<W>, verdict: HexVerdict<W>) {
        let hash = position.hash();
        let mut part = lock(&self.parts[hash as usize % PARTS]);
        if part.is_empty() {
            part.resize(self.places, None);
        }
        let carrier = if position.turned { verdict.carrier.turned(position.cells) } else { verdict.carrier };
        part[(hash >> 8) as usize % self.places] = Some(SolvedEntry {
            stones: position.stones,
            mover: position.mover as u8,
            wins: verdict.wins,
            carrier,
        });
    }
}
