//! Positions by key, sorted, as bytes: where a game has no ranks, or too few of them are positions.
//!
//! For each level the number of its positions and of its bytes, and for each position how much its key is above that
//! of the position before it, and its code: all of them numbers of seven bits a byte, the lowest first, the highest bit set
//! where more follow.

use plywood_rules::Playable;

use super::bytes::{put, take};
use super::key::{Codec, Key};
use super::known::{Code, Exact};
use super::level_of;

/// Positions between two places where reading can begin.
const STRIDE: usize = 64;

/// Where positions stand among all bytes of a book.
#[derive(Clone, Debug)]
pub(super) struct Sorted {
    merged: bool,
    first_stage: Option<u32>,
    /// Whether keys have 128 bits.
    wide: bool,
    levels: Vec<Level>,
}

#[derive(Clone, Debug, Default)]
struct Level {
    positions: usize,
    /// Where its positions end among all bytes.
    to: usize,
    /// The key of every [`STRIDE`]th position from the first on, and where it begins, with the key before it.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    key: u128,
    before: u128,
    at: usize,
}

/// Adds a level to a body: its positions, sorted, and what is known of each.
pub(super) fn add_level<K: Key>(body: &mut Vec<u8>, keys: &[K], codes: &[Code]) {
    let mut level = Vec::new();
    let mut before = 0;
    for (key, code) in keys.iter().zip(codes) {
        put(&mut level, key.wide() - before);
        put(&mut level, code.0.into());
        before = key.wide();
    }
    put(body, keys.len() as u128);
    put(body, level.len() as u128);
    body.append(&mut level);
}

impl Sorted {
    /// Reads so many levels, which are the bytes from place `from` on; says what is wrong with them.
    pub fn read(
        bytes: &[u8],
        from: usize,
        levels: u64,
        merged: bool,
        first_stage: Option<u32>,
        wide: bool,
    ) -> Result<Sorted, &'static str> {
        let mut rest = &bytes[from..];
        let mut read = Vec::new();
        for _ in 0..levels {
            read.push(Level::read(&mut rest, bytes.len()).ok_or("a level of it is not as it should be")?);
        }
        match rest {
            [] => Ok(Sorted { merged, first_stage, wide, levels: read }),
            _ => Err("it does not have as many positions as it says"),
        }
    }

    /// How many positions there are, those that are images of each other counted once.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions as u64).sum()
    }

    /// What is known of a position that is not over.
    pub fn lookup<G: Playable>(&self, bytes: &[u8], game: &G, state: &G::State) -> Option<Exact> {
        let codec = Codec { game, merged: self.merged };
        let mut packed = Vec::new();
        let key = match self.wide {
            false => codec.key::<u64>(state, false, &mut packed).ok()?.wide(),
            true => codec.key::<u128>(state, false, &mut packed).ok()?,
        };
        self.levels.get(level_of(game, state, self.first_stage)?)?.find(bytes, key)?.exact()
    }
}

impl Level {
    /// Takes a level off the front of `rest`, which ends at place `end` of all bytes, looking at every position.
    fn read(rest: &mut &[u8], end: usize) -> Option<Level> {
        let positions = usize::try_from(take(rest)?).ok()?;
        let length = usize::try_from(take(rest)?).ok()?;
        let from = end - rest.len();
        let mut own = rest.get(..length)?;
        *rest = &rest[length..];
        let mut level = Level { positions, to: from + length, marks: Vec::new() };
        let mut before = 0u128;
        for number in 0..positions {
            let at = level.to - own.len();
            let step = take(&mut own)?;
            let key = before.checked_add(step)?;
            let code = take(&mut own)?;
            if step == 0 || code == 0 || code > u128::from(u16::MAX) {
                return None;
            }
            if number % STRIDE == 0 {
                level.marks.push(Mark { key, before, at });
            }
            before = key;
        }
        own.is_empty().then_some(level)
    }

    /// The code of the position of this key.
    fn find(&self, bytes: &[u8], key: u128) -> Option<Code> {
        let mark = self.marks.partition_point(|mark| mark.key.position() <= key).checked_sub(1)?;
        let Mark { before, at, .. } = self.marks[mark];
        let mut rest = &bytes[at..self.to];
        let mut current = before;
        for _ in 0..STRIDE {
            current += take(&mut rest)?;
            let code = take(&mut rest)?;
            if current.position() >= key {
                return (current.position() == key).then_some(Code(code as u16));
            }
        }
        None
    }
}
