//! The positions of one stage, which can be looked up by key.

use plywood_rules::Player;

use crate::values::{Key, ValueCode};

/// All positions of one stage that a worker owns, sorted, and their values.
#[derive(Debug, Default)]
pub struct Stage<K> {
    /// The positions.
    pub keys: Vec<K>,
    /// Their values.
    pub codes: Vec<ValueCode>,
    /// For all highest bits, counted from the first key: the first key with them.
    starts: Vec<u32>,
    first: u128,
    shift: u32,
}

impl<K: Key> Stage<K> {
    /// Sorted positions and the value of each.
    pub fn new(keys: Vec<K>, codes: Vec<ValueCode>) -> Stage<K> {
        let mut level = Stage { keys, codes, starts: Vec::new(), first: 0, shift: 0 };
        let (Some(first), Some(last)) = (level.keys.first(), level.keys.last()) else { return level };
        // About one key has each of the highest bits.
        level.first = first.position().wide();
        let range = last.position().wide() - level.first;
        let bits = (u32::BITS - (level.keys.len() as u32).leading_zeros()).max(1);
        level.shift = (u128::BITS - range.leading_zeros()).saturating_sub(bits);
        let mut starts = vec![0; (range >> level.shift) as usize + 2];
        for key in &level.keys {
            starts[((key.position().wide() - level.first) >> level.shift) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        level.starts = starts;
        level
    }

    /// The value of the position of `key`, which is one of these.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    pub fn code(&self, key: K) -> ValueCode {
        let high = ((key.position().wide() - self.first) >> self.shift) as usize;
        let (from, to) = (self.starts[high] as usize, self.starts[high + 1] as usize);
        let at = self.keys[from..to].binary_search_by_key(&key.position(), |key| key.position());
        self.codes[from + at.expect("a child was found before its parent is valued")]
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.keys.capacity() * K::SIZE
            + self.codes.capacity() * size_of::<ValueCode>()
            + self.starts.len() * 4) as u64
    }
}

/// The value of a position where `mover` moves to positions of these values.
#[inline]
pub fn value_of(mover: Player, children: &[ValueCode]) -> ValueCode {
    let (mut quickest, mut slowest, mut draw) = (None, 0, false);
    for child in children {
        match child.winner() {
            Some((winner, plies)) if winner == mover => {
                quickest = Some(quickest.map_or(plies, |known: u32| known.min(plies)));
            }
            Some((_, plies)) => slowest = slowest.max(plies),
            None => draw = true,
        }
    }
    match quickest {
        Some(plies) => ValueCode::win(mover, plies + 1),
        None if draw => ValueCode::DRAW,
        None => ValueCode::win(mover.other(), slowest + 1),
    }
}
