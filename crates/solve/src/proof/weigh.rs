//! The numbers of a position from those of its children, and the child to visit next.
//!
//! All numbers here are those of the side to move ([`ProofNumbers::seen_by`]): one child is enough for the proof
//! number, the disproof number needs all of them.

use super::numbers::ProofNumbers;

/// The way in which the numbers of children that all have to be settled are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sum {
    /// Added up: they are different work.
    All,
    /// The greatest, and one for each of the others: they mostly lead to the same work.
    Greatest,
    /// The greatest, and one for [`TOGETHER`] of the others: for many children, the sum hardly measures the
    /// work.
    Mostly,
}

impl Sum {
    /// The sum for a position with `count` children.
    pub fn of(count: usize) -> Sum {
        if count < MANY { Sum::All } else { Sum::Mostly }
    }

    /// The number for `count` unvisited children.
    pub fn unknown(self, count: u32) -> u32 {
        self.of_open(count, count, 1)
    }

    /// The number for `count` unsettled children, from their sum and the greatest of them.
    #[inline]
    fn of_open(self, count: u32, sum: u32, greatest: u32) -> u32 {
        let others = count.saturating_sub(1);
        match self {
            Sum::All => sum,
            Sum::Greatest => greatest.saturating_add(others),
            Sum::Mostly => greatest.saturating_add(others.div_ceil(TOGETHER)),
        }
    }
}

/// The number of children from which on they are not added up. With plain sums, the moves of 4x4x4x4 that
/// threaten nothing and leave 250 replies all look equally bad, and all are tried for a while: after 2222 no
/// win of the first player was found in twelve minutes, and in a few this way. Qubic never has that many
/// children; there, adding up is better even for positions in which every move is a reply.
const MANY: usize = 100;

/// The number of children that count as one. With 10 the first player is proved to win 4x4x4x4 in 75 million
/// positions, with 8 in 185 and with 12 in 250 million; not in 327 million with 16, nor in 87 million with 6.
/// These trees are chaotic: values in between cannot be interpolated.
const TOGETHER: u32 = 10;

/// The numbers of the children so far.
pub(super) struct Weigh {
    limits: ProofNumbers,
    least: u32,
    /// The least number, the next one, and the index of the first one.
    first: u32,
    second: u32,
    best: Option<usize>,
    best_disproof: u32,
    sum: u32,
    greatest: u32,
    open: u32,
}

impl Weigh {
    /// For a position that is worked on until one of its numbers reaches its limit.
    pub fn new(limits: ProofNumbers) -> Weigh {
        const NEVER: u32 = ProofNumbers::NEVER;
        Weigh {
            limits,
            least: NEVER,
            first: NEVER,
            second: NEVER,
            best: None,
            best_disproof: 0,
            sum: 0,
            greatest: 0,
            open: 0,
        }
    }

    /// Adds the child at index `at`. One that is taken is left to another thread.
    #[inline]
    pub fn add(&mut self, at: usize, numbers: ProofNumbers, is_taken: bool) {
        let ProofNumbers { proof, disproof } = numbers;
        self.least = self.least.min(proof);
        let proof = match proof {
            0 => 0,
            _ if is_taken || proof >= self.limits.proof => ProofNumbers::NEVER,
            _ => proof.min(ProofNumbers::NEVER - 1),
        };
        if proof < self.first {
            (self.second, self.first, self.best, self.best_disproof) =
                (self.first, proof, Some(at), disproof);
        } else {
            self.second = self.second.min(proof);
        }
        self.sum = self.sum.saturating_add(disproof).min(ProofNumbers::NEVER);
        self.greatest = self.greatest.max(disproof);
        self.open += u32::from(disproof > 0);
    }

    /// Adds `count` unvisited children.
    pub fn add_unknown(&mut self, count: u32) {
        self.sum = self.sum.saturating_add(count).min(ProofNumbers::NEVER);
        self.greatest = self.greatest.max(1);
        self.open += count;
    }

    /// True if a child with this proof number would not be visited next, nor affect how long the visited one is
    /// searched.
    #[inline]
    pub fn is_far(&self, proof: u32) -> bool {
        proof > self.second
    }

    /// The place of the child to visit next, if there is one.
    #[inline]
    pub fn best(&self) -> Option<usize> {
        self.best
    }

    /// The numbers of the position.
    #[inline]
    pub fn numbers(&self, how: Sum) -> ProofNumbers {
        if self.least == 0 {
            return ProofNumbers::WON;
        }
        let disproof = how.of_open(self.open, self.sum, self.greatest);
        // An unsettled number must stay below the limit, however often the same work was counted.
        ProofNumbers { proof: self.least, disproof: disproof.min(ProofNumbers::NEVER - 1) }
    }

    /// Returns true if a position with these numbers is worked on no longer.
    #[inline]
    pub fn is_done(&self, numbers: ProofNumbers) -> bool {
        numbers.is_settled() || numbers.proof >= self.limits.proof || numbers.disproof >= self.limits.disproof
    }

    /// The limits for the visited child, if the position has these numbers. The search stays with it until
    /// another child is better by a third, to avoid switching to and fro.
    #[inline]
    pub fn limits(&self, numbers: ProofNumbers) -> ProofNumbers {
        let others = numbers.disproof - self.best_disproof.min(numbers.disproof);
        ProofNumbers {
            proof: self.limits.proof.min(self.second.saturating_add(self.second / 3 + 1)),
            disproof: self.limits.disproof.saturating_sub(others).max(self.best_disproof.saturating_add(1)),
        }
    }
}
