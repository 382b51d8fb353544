//! Positions as numbers: the sort keys of a table.

use std::fmt::Debug;
use std::hash::Hash;

use plywood_rules::random::mix;
use plywood_rules::{Canonical, Notation, Outcome, Player, Symmetric, Turn, is_symmetric};

use super::code::{Exact, ValueCode};
use super::progress::SolveError;

/// The bytes of a packed position as one number, so that equal positions have equal keys: from the highest bit
/// down a 1, the bytes, and a bit that is set if the game is over and the player who moved last has won.
///
/// That bit identifies the side that would be to move there. It is no part of the position: if either
/// player's move can lead to the same end, the key without it is kept.
pub trait Key: Copy + Default + Ord + Hash + Debug + Send + Sync + 'static {
    /// Bytes of a packed position that fit.
    const BYTES: usize;
    /// Bytes of the key.
    const SIZE: usize;

    /// The key of these bytes, at most [`Key::BYTES`] of them.
    fn new(bytes: &[u8], own_win: bool) -> Self;

    /// Puts the bytes into `bytes`, which is emptied before; returns the bit.
    fn unpack(self, bytes: &mut Vec<u8>) -> bool;

    /// The number of the bytes.
    fn length(self) -> u32;

    /// The key without the bit: the same for the same position.
    fn position(self) -> Self;

    /// 64 bits that are the same in every process and in which keys are spread evenly.
    fn spread(self) -> u64;

    /// The first half of the bytes. A move mostly changes few of the bytes, so many positions have the same half as the one before
    /// them.
    fn half(self) -> u64;

    /// As a number of 128 bits.
    fn wide(self) -> u128;
    /// The key that this number is; `None` if it is too great for one.
    fn narrow(wide: u128) -> Option<Self>;
}

macro_rules! key {
    ($number:ty, $bytes:expr) => {
        impl Key for $number {
            const BYTES: usize = $bytes;
            const SIZE: usize = size_of::<$number>();

            #[inline]
            fn new(bytes: &[u8], own_win: bool) -> $number {
                let packed = bytes.iter().fold(1, |key: $number, &byte| key << 8 | <$number>::from(byte));
                packed << 1 | <$number>::from(own_win)
            }

            #[inline]
            fn unpack(self, bytes: &mut Vec<u8>) -> bool {
                bytes.clear();
                bytes.extend((0..self.length()).rev().map(|place| (self >> (8 * place + 1)) as u8));
                self & 1 == 1
            }

            #[inline]
            fn length(self) -> u32 {
                (<$number>::BITS - 1 - (self >> 1).max(1).leading_zeros()) / 8
            }

            #[inline]
            fn position(self) -> $number {
                self & !1
            }

            #[inline]
            fn spread(self) -> u64 {
                let wide = u128::from(self);
                mix(mix(wide as u64) ^ (wide >> 64) as u64)
            }

            #[inline]
            fn half(self) -> u64 {
                (self >> (8 * self.length().div_ceil(2) + 1)) as u64
            }

            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn narrow(wide: u128) -> Option<$number> {
                wide.try_into().ok()
            }
        }
    };
}

key!(u64, 7);
key!(u128, 15);

/// The one of `workers` workers that owns the position of a key: the same on every machine, and for keys of both sizes. By the
/// whole key it depends on all bytes, as in an earlier version, and else on the first half of them.
#[inline]
pub fn owner_of<K: Key>(key: K, workers: usize, by_whole_key: bool) -> usize {
    let spread = if by_whole_key { key.position().spread() } else { mix(key.half()) };
    // A division takes longer than all else here.
    if workers.is_power_of_two() {
        return spread as usize & (workers - 1);
    }
    (spread % workers as u64) as usize
}

/// Turns positions of a game into keys and back.
pub struct Codec<'a, G: ?Sized> {
    /// The game.
    pub game: &'a G,
    /// True if one position represents all its images.
    pub merged: bool,
}

impl<'a, G: Symmetric + Notation + ?Sized> Codec<'a, G> {
    /// One position represents all its images if `start` is symmetric, or if `merge` is set.
    pub fn new(game: &'a G, start: &G::State, merge: bool) -> Codec<'a, G> {
        Codec { game, merged: merge && game.symmetries() > 1 || is_symmetric(game, start) }
    }

    /// The key of a position; `own_win` is true if the player who moved last has won. `bytes` is scratch space.
    ///
    /// # Errors
    /// If the packed position is too long.
    #[inline]
    pub fn key<K: Key>(&self, state: &G::State, own_win: bool, bytes: &mut Vec<u8>) -> Result<K, SolveError> {
        bytes.clear();
        match self.merged {
            true => self.game.pack(&self.game.canonical(state).state, bytes),
            false => self.game.pack(state, bytes),
        }
        if bytes.len() > K::BYTES {
            let (length, most) = (bytes.len(), K::BYTES);
            return Err(SolveError::Unfit(format!(
                "a position takes {length} bytes, and a table holds {most} at most"
            )));
        }
        Ok(K::new(bytes, own_win))
    }

    /// The key of the position that a move of `mover` led to.
    ///
    /// # Errors
    /// Those of [`Codec::key`].
    #[inline]
    pub fn child_key<K: Key>(
        &self,
        child: &G::State,
        mover: Player,
        bytes: &mut Vec<u8>,
    ) -> Result<K, SolveError> {
        let own_win = match self.game.turn(child) {
            Turn::Over(outcome) => outcome.winner() == Some(mover),
            _ => false,
        };
        self.key(child, own_win, bytes)
    }

    /// The number of images that are generated to find the representative of a position.
    pub fn images(&self) -> u64 {
        if self.merged { self.game.symmetries() as u64 } else { 1 }
    }

    /// The value of a finished game.
    ///
    /// # Errors
    /// If it ended with points.
    pub fn end(&self, outcome: Outcome) -> Result<ValueCode, SolveError> {
        match outcome {
            Outcome::Win(winner) => Ok(ValueCode::win(winner, 0)),
            Outcome::Draw => Ok(ValueCode::DRAW),
            Outcome::Payoff(_) => Err(SolveError::Unfit(
                "the game ends with points, and a table holds wins, losses and draws".into(),
            )),
        }
    }

    /// The error for a game with chance.
    pub fn chance(&self) -> SolveError {
        SolveError::Unfit("it has chance, and a table holds wins, losses and draws".into())
    }

    /// The position of a key that this codec made, and true if the player who moved last has won there.
    ///
    /// # Panics
    /// If it is no key of this game.
    #[inline]
    pub fn state<K: Key>(&self, key: K, bytes: &mut Vec<u8>) -> (G::State, bool) {
        let own_win = key.unpack(bytes);
        (self.game.unpack(bytes).expect("it was packed by the same game"), own_win)
    }

    /// The number of positions that this one represents.
    pub fn orbit(&self, state: &G::State) -> u64 {
        if !self.merged {
            return 1;
        }
        let Canonical { orbit, .. } = self.game.canonical(state);
        orbit as u64
    }
}

/// Returns true if this position has a key of type `K`. Other positions of the game take about as many bytes.
pub fn fits<G: Notation + ?Sized, K: Key>(game: &G, start: &G::State) -> bool {
    let mut bytes = Vec::new();
    game.pack(start, &mut bytes);
    bytes.len() <= K::BYTES
}

/// The level of `state`, if the first level has this stage.
pub fn level_of<G: Symmetric + ?Sized>(
    game: &G,
    state: &G::State,
    first_stage: Option<u32>,
) -> Option<usize> {
    match (first_stage, game.stage(state)) {
        (Some(first), Some(stage)) => Some(stage.checked_sub(first)? as usize),
        _ => Some(0),
    }
}

/// The value of a finished game; `None` if it is not over.
pub fn end_of<G: Symmetric + ?Sized>(game: &G, state: &G::State) -> Option<Exact> {
    let outcome = game.turn(state).outcome()?;
    Some(outcome.winner().map_or(Exact::Draw, |player| Exact::Win { player, plies: 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_every_length_come_back() {
        fn check<K: Key>() {
            for length in 0..=K::BYTES {
                for fill in [0, 1, 127, 255] {
                    for own_win in [false, true] {
                        let bytes = vec![fill; length];
                        let key = K::new(&bytes, own_win);
                        let mut back = vec![9];
                        assert_eq!(key.unpack(&mut back), own_win);
                        assert_eq!(back, bytes);
                        assert_eq!(K::narrow(key.wide()), Some(key));
                        for by_whole_key in [false, true] {
                            let owner = owner_of(key, 7, by_whole_key);
                            assert_eq!(owner_of(key.wide(), 7, by_whole_key), owner);
                        }
                    }
                }
            }
            assert_ne!(K::new(&[0], false), K::new(&[0, 0], false));
        }
        check::<u64>();
        check::<u128>();
    }
}
