//! Numbers and keys as bytes, for tables and the parts of them.

use plywood_rules::random::mix;

use super::key::Key;

/// Adds a number as a varint: seven bits a byte, the lowest first, the highest bit set if more follow.
pub fn put(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` if there is none, or it has more than 128 bits.
#[inline]
pub fn take(bytes: &mut &[u8]) -> Option<u128> {
    // Most of them are small.
    match **bytes {
        [byte, ref rest @ ..] if byte < 128 => {
            *bytes = rest;
            Some(byte.into())
        }
        [low, high, ref rest @ ..] if high < 128 => {
            *bytes = rest;
            Some((u32::from(low & 127) | u32::from(high) << 7).into())
        }
        _ => take_long(bytes),
    }
}

fn take_long(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for (place, &byte) in bytes.iter().enumerate().take(19) {
        // The last of them has two bits of the 128 left.
        if place == 18 && byte > 3 {
            return None;
        }
        number |= u128::from(byte & 127) << (7 * place);
        if byte < 128 {
            *bytes = &bytes[place + 1..];
            return Some(number);
        }
    }
    None
}

/// Takes eight bytes off the front, the lowest first; `None` if there are fewer.
pub fn take_word(bytes: &mut &[u8]) -> Option<u64> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*word))
}

/// 64 bits that no damage is likely to leave as they are.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    }
    sum
}

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
