//! Results of the search by position.

use crate::bits::Bits;

/// A side, by its place in pairs of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MakerBreakerSide {
    /// The player who has to complete a line.
    Maker,
    /// The player who has to mark a cell of every line.
    Breaker,
}

impl MakerBreakerSide {
    #[inline]
    pub fn other(self) -> MakerBreakerSide {
        match self {
            MakerBreakerSide::Maker => MakerBreakerSide::Breaker,
            MakerBreakerSide::Breaker => MakerBreakerSide::Maker,
        }
    }
}

/// The number of a side that cannot win. Those of unsettled positions are smaller.
pub const NEVER: u32 = 1 << 30;

/// The knowledge of a position.
#[derive(Clone, Copy, Debug)]
pub struct MakerBreakerResult<const W: usize> {
    /// The work that is left to prove that Maker wins and that Breaker does, as in proof-number search: 0 and [`NEVER`] if it is proved.
    pub numbers: [u32; 2],
    /// If a side has won: the free cells that its win depends on.
    pub zone: Bits<W>,
}

impl<const W: usize> MakerBreakerResult<W> {
    /// A win of this side, which depends on these cells.
    pub fn won(side: MakerBreakerSide, zone: Bits<W>) -> MakerBreakerResult<W> {
        let mut numbers = [NEVER; 2];
        numbers[side as usize] = 0;
        MakerBreakerResult { numbers, zone }
    }

    #[inline]
    pub fn winner(self) -> Option<MakerBreakerSide> {
        match self.numbers {
            [0, _] => Some(MakerBreakerSide::Maker),
            [_, 0] => Some(MakerBreakerSide::Breaker),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct MakerBreakerEntry<const W: usize> {
    key: u64,
    found: MakerBreakerResult<W>,
    /// Positions visited for it; 0 if there is none.
    work: u32,
}

impl<const W: usize> MakerBreakerEntry<W> {
    const NONE: MakerBreakerEntry<W> = MakerBreakerEntry {
        key: 0,
        found: MakerBreakerResult { numbers: [0; 2], zone: Bits::EMPTY },
        work: 0,
    };
}

/// Entries in which a position may be stored.
const WAYS: usize = 4;

/// Entries of a new table.
const FEW: usize = 1 << 12;

/// Results by the keys of positions. It grows up to its greatest size; then what took the least work is dropped where there is no
/// room.
pub struct MakerBreakerTable<const W: usize> {
    entries: Vec<MakerBreakerEntry<W>>,
    used: usize,
    most: usize,
}

impl<const W: usize> MakerBreakerTable<W> {
    /// A table that fills at most so many bytes, also while it grows: then there are two.
    pub fn new(bytes: u64) -> MakerBreakerTable<W> {
        let most = (bytes as usize / 3 * 2 / size_of::<MakerBreakerEntry<W>>()).max(WAYS);
        let most = 1 << most.ilog2();
        MakerBreakerTable { entries: vec![MakerBreakerEntry::NONE; most.min(FEW)], used: 0, most }
    }

    #[inline]
    fn first(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    #[inline]
    pub fn look(&self, key: u64) -> Option<MakerBreakerResult<W>> {
        let entries = &self.entries[self.first(key)..][..WAYS];
        entries.iter().find(|entry| entry.key == key && entry.work > 0).map(|entry| entry.found)
    }

    /// Stores what was found by visiting so many positions.
    pub fn note(&mut self, key: u64, found: MakerBreakerResult<W>, work: u64) {
        if 2 * self.used > self.entries.len() && self.entries.len() < self.most {
            let larger = vec![MakerBreakerEntry::NONE; 2 * self.entries.len()];
            self.used = 0;
            for entry in std::mem::replace(&mut self.entries, larger) {
                if entry.work > 0 {
                    self.put(entry);
                }
            }
        }
        self.put(MakerBreakerEntry { key, found, work: work.clamp(1, u32::MAX.into()) as u32 });
    }

    fn put(&mut self, entry: MakerBreakerEntry<W>) {
        let first = self.first(entry.key);
        let places = self.entries[first..][..WAYS].iter_mut();
        let place = places.min_by_key(|place| (place.key != entry.key, place.work)).expect("there are some");
        self.used += usize::from(place.work == 0);
        *place = entry;
    }
}
