//! The blocks of a table: each has a checksum of its own, is read and checked on demand, and is cached.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use plywood_rules::threads::lock;

use super::error::{TablebaseError, damaged, unreadable};
use crate::values::{BlockStorage, ByteSource, checksum};

/// Some bytes of a source.
pub(super) fn read(source: &dyn ByteSource, from: u64, length: usize) -> Result<Vec<u8>, TablebaseError> {
    let mut bytes = vec![0; length];
    source.read(&mut bytes, from).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// A block's entry in the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockEntry {
    /// Its end, counted from the beginning of the first block.
    pub to: u64,
    /// The checksum of its bytes.
    pub sum: u64,
}

/// Blocks, and a cache of pages of type `P` made from them.
pub(super) struct Blocks<P> {
    entries: Vec<BlockEntry>,
    place: BlockStorage,
    cache: Cache<P>,
}

impl<P> Blocks<P> {
    /// These blocks, with a cache of about `memory` bytes, and at least one block.
    pub fn new(entries: Vec<BlockEntry>, place: BlockStorage, memory: u64) -> Blocks<P> {
        let starts = std::iter::once(0).chain(entries.iter().map(|entry| entry.to));
        let largest = starts.zip(&entries).map(|(from, entry)| entry.to - from).max().unwrap_or_default();
        let pages = usize::try_from(memory / largest.max(1)).unwrap_or(usize::MAX);
        Blocks { cache: Cache::new(pages.min(entries.len())), entries, place }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The bytes of a block, as they were written.
    pub fn bytes(&self, number: usize) -> Result<Vec<u8>, TablebaseError> {
        let BlockEntry { to, sum } = self.entries[number];
        let from = number.checked_sub(1).map_or(0, |before| self.entries[before].to);
        let read = self.place.read(number, from, (to - from) as usize);
        let bytes = read.map_err(|error| unreadable(&error))?;
        if bytes.len() as u64 == to - from && checksum(&bytes) == sum {
            Ok(bytes)
        } else {
            Err(self.broken(number))
        }
    }

    fn broken(&self, number: usize) -> TablebaseError {
        damaged(format!("block {} of {} is not what was written", number + 1, self.len()))
    }

    /// The page that `make` builds from a block; `None` means that the block is damaged.
    pub fn page(
        &self,
        number: usize,
        make: impl FnOnce(Vec<u8>) -> Option<P>,
    ) -> Result<Arc<P>, TablebaseError> {
        if let Some(page) = self.cache.get(number) {
            return Ok(page);
        }
        // There is no lock meanwhile: at worst two threads read the same block.
        let page = make(self.bytes(number)?).ok_or_else(|| self.broken(number))?;
        let page = Arc::new(page);
        self.cache.put(number, &page);
        Ok(page)
    }

    /// Reads all of them, each only to compare it with its checksum.
    pub fn check(&self) -> Result<(), TablebaseError> {
        (0..self.len()).try_for_each(|number| self.bytes(number).map(drop))
    }

    /// Writes all of them.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        (0..self.len()).try_for_each(|number| {
            let bytes = self.bytes(number).map_err(io::Error::other)?;
            out.write_all(&bytes)
        })
    }
}

impl<P> fmt::Debug for Blocks<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks").field("blocks", &self.len()).finish_non_exhaustive()
    }
}

/// Sets of pages at most, so that threads seldom wait for each other.
const SETS: usize = 64;

/// Pages with their numbers, the most recently used at the end.
type Set<P> = Vec<(usize, Arc<P>)>;

/// A cache of pages in sets, by their numbers: each set keeps the most recently used.
struct Cache<P> {
    sets: Vec<Mutex<Set<P>>>,
    /// Pages of a set.
    ways: usize,
}

impl<P> Cache<P> {
    /// A cache of about `pages` pages.
    fn new(pages: usize) -> Cache<P> {
        let sets = pages.clamp(1, SETS);
        Cache { sets: (0..sets).map(|_| Mutex::default()).collect(), ways: pages.div_ceil(sets).max(1) }
    }

    fn get(&self, number: usize) -> Option<Arc<P>> {
        let mut set = self.set(number);
        let at = set.iter().position(|page| page.0 == number)?;
        set[at..].rotate_left(1);
        set.last().map(|page| Arc::clone(&page.1))
    }

    fn put(&self, number: usize, page: &Arc<P>) {
        let mut set = self.set(number);
        set.retain(|page| page.0 != number);
        if set.len() == self.ways {
            set.remove(0);
        }
        set.push((number, Arc::clone(page)));
    }

    fn set(&self, number: usize) -> MutexGuard<'_, Set<P>> {
        lock(&self.sets[number % self.sets.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_keeps_what_was_asked_for_last() {
        let cache = Cache::new(1);
        for number in [3, 4] {
            cache.put(number, &Arc::new(number));
        }
        assert_eq!((cache.get(3), cache.get(4)), (None, Some(Arc::new(4))));
        // Numbers 0, 64, 128 ... are in the same set.
        let cache = Cache::new(3 * SETS);
        let own = |place: usize| SETS * place;
        (0..3).for_each(|place| cache.put(own(place), &Arc::new(place)));
        assert!(cache.get(own(0)).is_some());
        cache.put(own(3), &Arc::new(3));
        let left: Vec<bool> = (0..4).map(|place| cache.get(own(place)).is_some()).collect();
        assert_eq!(left, [true, false, true, true]);
        // A page put twice takes one place.
        (0..5).for_each(|_| cache.put(own(3), &Arc::new(3)));
        assert!(cache.get(own(0)).is_some());
        assert!(cache.sets.iter().all(|set| set.lock().unwrap().len() <= 3));
    }
}
