//! Random numbers that can be had again.

use std::convert::Infallible;

use rand_core::{Rng, TryRng};

/// Repeats the same random numbers after every [`ReplayRng::again`]: the draw at the end of one depth does not
/// depend on the number of depths before.
pub(super) struct ReplayRng<'a> {
    rng: &'a mut dyn Rng,
    drawn: Vec<u64>,
    at: usize,
}

impl<'a> ReplayRng<'a> {
    pub fn new(rng: &'a mut dyn Rng) -> ReplayRng<'a> {
        ReplayRng { rng, drawn: Vec::new(), at: 0 }
    }

    fn draw(&mut self, new: fn(&mut dyn Rng) -> u64) -> Result<u64, Infallible> {
        if self.at == self.drawn.len() {
            self.drawn.push(new(self.rng));
        }
        self.at += 1;
        Ok(self.drawn[self.at - 1])
    }

    /// Begins anew.
    pub fn again(&mut self) {
        self.at = 0;
    }
}

impl TryRng for ReplayRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.draw(|rng| u64::from(rng.next_u32())).map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.draw(|rng| rng.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}
