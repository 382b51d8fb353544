//! The weights of a network as bytes: for each side to move, those of a table that were ever changed.
//!
//! A weight is the distance from the one before it as a varint, then itself and its two sums of errors as little-endian 32-bit
//! floats. A side ends with the distance 0.

use super::network::Network;
use crate::codec::{Bytes, put};

impl Network {
    /// The number of its tables.
    pub fn tables(&self) -> usize {
        self.shape().tables.len()
    }

    /// The place of a table's weights among those of a side.
    fn place(&self, table: usize) -> std::ops::Range<usize> {
        let len = |table: usize| self.shape().tables[table].len(&self.shape().contents);
        let start = (0..table).map(len).sum();
        start..start + len(table)
    }

    /// Writes a table.
    pub fn encode(&self, table: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let place = self.place(table);
        for start in (0..self.weights.len()).step_by(self.side().max(1)) {
            let mut last = 0;
            for number in place.clone() {
                let at = start + number;
                let [sum, size] = self.coherence[at];
                if size > 0.0 {
                    put(&mut bytes, (number + 1 - place.start - last) as u64);
                    last = number + 1 - place.start;
                    bytes.extend([self.weights[at], sum, size].into_iter().flat_map(f32::to_le_bytes));
                }
            }
            put(&mut bytes, 0);
        }
        bytes
    }

    /// Writes single weights, each after its number.
    pub fn encode_weights(&self, numbers: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 * numbers.len());
        for &number in numbers {
            let at = number as usize;
            let [sum, size] = self.coherence[at];
            bytes.extend(number.to_le_bytes());
            bytes.extend([self.weights[at], sum, size].into_iter().flat_map(f32::to_le_bytes));
        }
        bytes
    }

    /// Reads single weights; `None` if the bytes are none.
    pub fn decode_weights(&mut self, bytes: &[u8]) -> Option<()> {
        let mut bytes = Bytes(bytes);
        while !bytes.0.is_empty() {
            let at = u32::from_le_bytes(bytes.array()?) as usize;
            self.set(at, &mut bytes)?;
        }
        Some(())
    }

    /// Reads a weight and its sums.
    fn set(&mut self, at: usize, bytes: &mut Bytes<'_>) -> Option<()> {
        let mut float = || Some(f32::from_le_bytes(bytes.array()?)).filter(|float| float.is_finite());
        *self.weights.get_mut(at)? = float()?;
        self.coherence[at] = [float()?, float()?];
        Some(())
    }

    /// Reads a table; `None` if the bytes are none.
    pub fn decode(&mut self, table: usize, bytes: &[u8]) -> Option<()> {
        let place = self.place(table);
        let mut bytes = Bytes(bytes);
        for start in (0..self.weights.len()).step_by(self.side().max(1)) {
            let mut next = start + place.start;
            loop {
                let distance: usize = bytes.number()?;
                if distance == 0 {
                    break;
                }
                next = next.checked_add(distance).filter(|next| *next <= start + place.end)?;
                self.set(next - 1, &mut bytes)?;
            }
        }
        bytes.0.is_empty().then_some(())
    }
}
