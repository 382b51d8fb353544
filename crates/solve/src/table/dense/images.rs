//! The parts of the work that stay the same while a game is solved: its ranks, and sets of images of a position as bits.

use std::ops::Range;

use plywood_rules::{Game, Ranked, Ranking};

use crate::values::SolveError;

/// Sets of images, as bits.
pub struct Images {
    /// By image and byte: the set of images after this one is applied first.
    after: Vec<[[u16; 256]; 2]>,
    /// The images in which the players are exchanged.
    pub exchanged: u16,
}

impl Images {
    pub fn new<G: Game + ?Sized>(ranking: &dyn Ranking<G>) -> Images {
        let images = ranking.images();
        let moved = |byte: usize, set: usize, inner: usize| {
            let outer =
                (8 * byte..8 * byte + 8).filter(|at| set << (8 * byte) >> at & 1 == 1 && *at < images);
            outer.fold(0, |all, at| all | 1 << ranking.compose(at, inner))
        };
        Images {
            after: (0..images)
                .map(|inner| [0, 1].map(|byte| std::array::from_fn(|set| moved(byte, set, inner))))
                .collect(),
            exchanged: (0..images).filter(|&image| ranking.exchanges(image)).fold(0, |all, at| all | 1 << at),
        }
    }

    /// The images of `inner` under each of a set.
    #[inline]
    pub fn after(&self, set: u16, inner: usize) -> u16 {
        let [low, high] = &self.after[inner];
        low[usize::from(set & 255)] | high[usize::from(set >> 8)]
    }

    /// The set with all that are the same positions, where `fixed` leave the position as it is.
    #[inline]
    pub fn closed(&self, set: u16, fixed: u16) -> u16 {
        if fixed == 1 { set } else { bits(fixed).fold(0, |all, image| all | self.after(set, image)) }
    }

    /// Ranks, and whether the players are exchanged there, each once: several moves may lead to images of a position.
    pub fn different<'b>(&self, places: &'b mut Vec<Ranked>) -> impl Iterator<Item = (u64, bool)> + use<'b> {
        let exchanged = self.exchanged;
        let key = move |place: &Ranked| (place.rank, exchanged >> place.image & 1 == 1);
        places.sort_unstable_by_key(key);
        places.dedup_by_key(|place| key(place));
        places.iter().map(key)
    }

    /// One image of each set of equal positions.
    pub fn distinct(&self, set: u16, fixed: u16) -> u16 {
        if fixed == 1 {
            return set;
        }
        let (mut left, mut one) = (self.closed(set, fixed), 0);
        while left != 0 {
            let first = left & left.wrapping_neg();
            one |= first;
            left &= !self.closed(first, fixed);
        }
        one
    }
}

/// The places of bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (at < u16::BITS).then_some(at as usize)
    })
}

/// The game, its ranks and the way to solve it.
pub struct Setting<'a, G: ?Sized> {
    pub ranking: &'a dyn Ranking<G>,
    pub images: Images,
    pub stages: Vec<Range<u64>>,
    pub merged: bool,
    pub threads: usize,
}

impl<G: Game + ?Sized> Setting<'_, G> {
    /// The number of ranks.
    pub fn ranks(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.end)
    }

    /// The error for a game that breaks the laws of its ranks.
    pub fn broken(&self, rank: u64) -> SolveError {
        SolveError::Unfit(format!("the position of rank {rank} is none that a table holds"))
    }
}
