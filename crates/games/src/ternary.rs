//! Two disjoint sets of cells as bytes: five cells a byte, each of them a digit to base 3.
//!
//! Cell `5 b + i` is digit `i` of byte `b`, the least significant first: 0 for neither set, 1 for the first, 2
//! for the second. 3^5 = 243 fits a byte as closely as anything could. Stores on disk hold such bytes, so this
//! may never change.

use plywood_rules::TextError;

/// Cells in a byte.
const DIGITS: usize = 5;

/// Values that a byte can have.
const VALUES: usize = 243;

/// For ten cells of one set, as bits: their two bytes, the first one low. A table of fifteen would no longer
/// stay in the nearest cache.
const TWO_BYTES: [u16; 1 << (2 * DIGITS)] = {
    let mut table = [0; 1 << (2 * DIGITS)];
    let places = [1, 3, 9, 27, 81, 1 << 8, 3 << 8, 9 << 8, 27 << 8, 81 << 8];
    let mut set = 1usize;
    while set < table.len() {
        table[set] = table[set & (set - 1)] + places[set.trailing_zeros() as usize];
        set += 1;
    }
    table
};

/// For each byte: its cells of the first set and of the second, as bits.
const CELLS: [[u8; 2]; VALUES] = {
    let mut table = [[0; 2]; VALUES];
    let mut value = 0;
    while value < VALUES {
        let (mut rest, mut cell) = (value, 0);
        while cell < DIGITS {
            if rest % 3 > 0 {
                table[value][rest % 3 - 1] |= 1 << cell;
            }
            (rest, cell) = (rest / 3, cell + 1);
        }
        value += 1;
    }
    table
};

/// The number of bytes that hold `cells` cells.
pub(crate) const fn length(cells: usize) -> usize {
    cells.div_ceil(DIGITS)
}

/// Cells of which eight bytes are made at a time.
const FORTY: usize = 8 * DIGITS;

/// Appends two disjoint sets of cells below `cells`, cell `i` being bit `i % 64` of word `i / 64`.
#[inline]
pub(crate) fn pack<const W: usize>(sets: [&[u64; W]; 2], cells: usize, bytes: &mut Vec<u8>) {
    let end = bytes.len() + length(cells);
    bytes.reserve(length(cells) + 8);
    for from in (0..cells).step_by(FORTY) {
        let [first, second] = sets.map(|set| eight_bytes(forty_cells(set, from)));
        // No byte is more than 121 for the first set, so that none overflows into the next.
        bytes.extend_from_slice(&(first + 2 * second).to_le_bytes());
    }
    bytes.truncate(end);
}

/// The forty cells from `from` on, as bits, with others above them.
#[inline]
fn forty_cells<const W: usize>(set: &[u64; W], from: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let cells = set[word] >> bit;
    if bit > 64 - FORTY && word + 1 < W { cells | set[word + 1] << (64 - bit) } else { cells }
}

/// The bytes of forty cells of one set, the first one lowest.
#[inline]
fn eight_bytes(cells: u64) -> u64 {
    let two =
        |place: u32| u64::from(TWO_BYTES[(cells >> (10 * place)) as usize % TWO_BYTES.len()]) << (16 * place);
    two(0) | two(1) | two(2) | two(3)
}

/// The sets that [`pack`] turned into these bytes.
///
/// # Errors
/// If no two sets of cells below `cells` give these bytes.
pub(crate) fn unpack<const W: usize>(bytes: &[u8], cells: usize) -> Result<[[u64; W]; 2], TextError> {
    if bytes.len() != length(cells) {
        return Err(TextError::new(format!(
            "a board of {cells} cells is packed in {} bytes, not {}",
            length(cells),
            bytes.len()
        )));
    }
    let mut sets = [[0; W]; 2];
    for (place, &byte) in bytes.iter().enumerate() {
        let Some(found) = CELLS.get(usize::from(byte)) else {
            return Err(TextError::new(format!(
                "byte {place} of a packed board is {byte}, and five cells make at most {}",
                VALUES - 1
            )));
        };
        let from = DIGITS * place;
        if u32::from(found[0] | found[1]) >> (cells - from).min(DIGITS) != 0 {
            return Err(TextError::new(format!("a packed board has something beyond its {cells} cells")));
        }
        for (set, &found) in sets.iter_mut().zip(found) {
            set[from / 64] |= u64::from(found) << (from % 64);
            // What went over the end of the word belongs to the next one, if there is one at all.
            if let (true, Some(next)) = (from % 64 > 64 - DIGITS, set.get_mut(from / 64 + 1)) {
                *next |= u64::from(found) >> (64 - from % 64);
            }
        }
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use plywood_rules::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    /// One digit at a time.
    fn packed_slowly(owners: &[usize]) -> Vec<u8> {
        owners
            .chunks(5)
            .map(|five| five.iter().rev().fold(0, |byte, &owner| 3 * byte + owner as u8))
            .collect()
    }

    #[test]
    fn boards_of_any_size_are_packed_digit_by_digit_and_read_back() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for cells in 1..=256 {
            let owners: Vec<usize> = (0..cells).map(|_| below(&mut rng, 3)).collect();
            let mut sets = [[0u64; 4]; 2];
            for (cell, &owner) in owners.iter().enumerate().filter(|(_, owner)| **owner > 0) {
                sets[owner - 1][cell / 64] |= 1 << (cell % 64);
            }
            let mut bytes = vec![7];
            pack([&sets[0], &sets[1]], cells, &mut bytes);
            assert_eq!(bytes[0], 7);
            assert_eq!(bytes[1..], packed_slowly(&owners));
            assert_eq!(unpack(&bytes[1..], cells), Ok(sets));
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let refusal = |bytes: &[u8], cells| unpack::<1>(bytes, cells).unwrap_err().to_string();
        assert_eq!(refusal(&[0; 3], 9), "a board of 9 cells is packed in 2 bytes, not 3");
        assert_eq!(refusal(&[243, 0], 9), "byte 0 of a packed board is 243, and five cells make at most 242");
        assert_eq!(refusal(&[0, 81], 9), "a packed board has something beyond its 9 cells");
        assert!(unpack::<1>(&[242, 80], 9).is_ok());
    }
}
