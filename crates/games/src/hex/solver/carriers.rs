//! Sets of cells that each connect the same two ends.

use crate::bits::Bits;

/// At most `N` carriers, none of which contains another one; small ones are kept before large ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carriers<const W: usize, const N: usize> {
    len: u8,
    sets: [Bits<W>; N],
}

impl<const W: usize, const N: usize> Carriers<W, N> {
    pub const NONE: Carriers<W, N> = Carriers { len: 0, sets: [Bits::EMPTY; N] };

    #[inline]
    pub fn as_slice(&self) -> &[Bits<W>] {
        &self.sets[..self.len as usize]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if one of these carriers is inside this set.
    #[inline]
    pub fn has_within(&self, set: Bits<W>) -> bool {
        self.as_slice().iter().any(|&own| (own - set).is_empty())
    }

    /// Keeps the carriers for which this is true.
    #[inline]
    pub fn retain(&mut self, keeps: impl Fn(Bits<W>) -> bool) {
        let mut kept = 0;
        for at in 0..self.len as usize {
            self.sets[kept] = self.sets[at];
            kept += usize::from(keeps(self.sets[at]));
        }
        self.len = kept as u8;
    }

    /// The same with this cell taken out of all carriers.
    pub fn without(&self, cell: usize) -> Carriers<W, N> {
        let mut list = Carriers::NONE;
        for mut set in self.as_slice().iter().copied() {
            set.remove(cell);
            list.add(set);
        }
        list
    }

    /// Adds a carrier, and takes away those that contain it. Returns false if one of them is inside it, or if there is no room for
    /// it beside smaller ones.
    #[inline]
    pub fn add(&mut self, set: Bits<W>) -> bool {
        if self.has_within(set) {
            return false;
        }
        self.retain(|own| !(set - own).is_empty());
        let len = self.len as usize;
        if len < N {
            self.sets[len] = set;
            self.len += 1;
            return true;
        }
        let largest = (0..N).max_by_key(|&at| self.sets[at].len()).expect("there are some");
        let fits = self.sets[largest].len() > set.len();
        if fits {
            self.sets[largest] = set;
        }
        fits
    }
}
