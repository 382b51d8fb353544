//! The numbers that encode a part of a proof file.

use crate::refusal::ProofFault;

/// The most bytes that a number may have: seven bits each, and 32 in all.
const MOST_BYTES: usize = 5;

/// Reads numbers one after the other: little-endian groups of seven bits, the highest bit of a byte saying that more
/// follow (LEB128), in no more bytes than are needed.
#[derive(Clone, Debug)]
pub struct NumberReader<'a> {
    left: &'a [u8],
}

impl<'a> NumberReader<'a> {
    pub fn new(bytes: &'a [u8]) -> NumberReader<'a> {
        NumberReader { left: bytes }
    }

    /// The number of bytes left.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// The next number.
    pub fn next(&mut self) -> Result<u32, ProofFault> {
        let mut number = 0u64;
        for (place, &byte) in self.left.iter().take(MOST_BYTES).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                if byte == 0 && place > 0 {
                    return Err(ProofFault::LongNumber);
                }
                self.left = &self.left[place + 1..];
                return u32::try_from(number).map_err(|_| ProofFault::LargeNumber);
            }
        }
        Err(if self.left.len() < MOST_BYTES { ProofFault::Ends } else { ProofFault::LargeNumber })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form_each() {
        let check = |bytes: &[u8], expected: Result<u32, ProofFault>| {
            assert_eq!(NumberReader::new(bytes).next(), expected, "{bytes:?}");
        };
        check(&[0], Ok(0));
        check(&[0x7f], Ok(127));
        check(&[0x80, 1], Ok(128));
        check(&[0xff, 0xff, 0xff, 0xff, 0x0f], Ok(u32::MAX));
        check(&[0xff, 0xff, 0xff, 0xff, 0x1f], Err(ProofFault::LargeNumber));
        check(&[0xff, 0xff, 0xff, 0xff, 0xff, 0], Err(ProofFault::LargeNumber));
        check(&[0x80, 0], Err(ProofFault::LongNumber));
        check(&[0x81, 0x80, 0], Err(ProofFault::LongNumber));
        check(&[], Err(ProofFault::Ends));
        check(&[0x80], Err(ProofFault::Ends));
        let mut numbers = NumberReader::new(&[1, 0x82, 1, 3]);
        let read: Vec<_> = std::iter::from_fn(|| numbers.next().ok()).collect();
        assert_eq!((read, numbers.left()), (vec![1, 130, 3], 0));
    }
}
