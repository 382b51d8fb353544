//! Keys and numbers as bytes, for the results of rounds.

use crate::values::{Key, put, take};

/// Adds sorted keys.
pub fn put_keys<K: Key>(bytes: &mut Vec<u8>, keys: &[K]) {
    put(bytes, keys.len() as u128);
    let mut before = 0;
    for key in keys {
        put(bytes, key.wide() - before);
        before = key.wide();
    }
}

/// Takes sorted keys off the front.
pub fn take_keys<K: Key>(bytes: &mut &[u8]) -> Option<Vec<K>> {
    let length = take_length(bytes)?;
    let mut keys = Vec::with_capacity(length);
    let mut before = 0u128;
    for _ in 0..length {
        before = before.checked_add(take(bytes)?)?;
        keys.push(K::narrow(before)?);
    }
    Some(keys)
}

/// Takes a number of items, each of which takes a byte at least.
pub fn take_length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(take(bytes)?).ok().filter(|&length| length <= bytes.len())
}

/// Takes a number that fits into `N`.
pub fn take_as<N: TryFrom<u128>>(bytes: &mut &[u8]) -> Option<N> {
    take(bytes)?.try_into().ok()
}
