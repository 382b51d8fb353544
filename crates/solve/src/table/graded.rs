//! Games in which every move raises the stage by one: nothing recurs, so positions are found stage by stage, and then
//! valued from the last stage back.

use plywood_rules::{Notation, Player, Symmetric, Turn};

use super::key::{Codec, Key};
use super::known::Code;
use super::{Counts, Halt, Levels, Phase, Watch};

/// All positions of one stage, sorted, with what is known of them.
#[derive(Debug)]
pub struct Stage<K> {
    /// The positions.
    pub keys: Vec<K>,
    /// What is known of each of them.
    pub codes: Vec<Code>,
    /// Where keys begin that have the same highest bits, counted from the first key.
    starts: Vec<u32>,
    first: u128,
    shift: u32,
}

impl<K: Key> Stage<K> {
    /// Nothing is known yet of these sorted positions.
    pub fn new(keys: Vec<K>) -> Stage<K> {
        let codes = vec![Code::UNKNOWN; keys.len()];
        let mut level = Stage { keys, codes, starts: Vec::new(), first: 0, shift: 0 };
        let (Some(first), Some(last)) = (level.keys.first(), level.keys.last()) else { return level };
        // About one key has each of the highest bits.
        level.first = first.position().wide();
        let range = last.position().wide() - level.first;
        let bits = (u32::BITS - (level.keys.len() as u32).leading_zeros()).max(1);
        level.shift = (u128::BITS - range.leading_zeros()).saturating_sub(bits);
        let mut starts = vec![0; (range >> level.shift) as usize + 2];
        for key in &level.keys {
            starts[((key.position().wide() - level.first) >> level.shift) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        level.starts = starts;
        level
    }

    /// What is known of the position of `key`, which is one of these.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    pub fn code(&self, key: K) -> Code {
        let high = ((key.position().wide() - self.first) >> self.shift) as usize;
        let (from, to) = (self.starts[high] as usize, self.starts[high + 1] as usize);
        let at = self.keys[from..to].binary_search_by_key(&key.position(), |key| key.position());
        self.codes[from + at.expect("a child was found before its parent is valued")]
    }

    /// What it takes to hold, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.keys.len() * (K::SIZE + size_of::<Code>()) + self.starts.len() * 4) as u64
    }
}

/// Finds all positions from `start` on and values them. The levels in the order of their stages.
pub(super) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    codec: &Codec<'_, G>,
    start: &G::State,
    watch: &mut Watch<'_>,
) -> Result<(Levels<K>, Counts), Halt> {
    let mut levels = find::<G, K>(codec, start, watch)?;
    let mut counts = Counts::default();
    let mut found = Vec::new();
    let mut above: Option<Stage<K>> = None;
    watch.begin(Phase::Value);
    while let Some(mut level) = levels.pop() {
        value(codec, &mut level, above.as_ref(), &mut counts, watch)?;
        watch.level_done(levels.len() as u32)?;
        if let Some(Stage { keys, codes, .. }) = above.replace(level) {
            found.push((keys, codes));
        }
    }
    found.extend(above.map(|level| (level.keys, level.codes)));
    found.reverse();
    Ok((found, counts))
}

/// Positions between two looks at the watch.
const STRIDE: usize = 1 << 14;
/// Images of positions between two looks at it: where there are many symmetries a few positions take long.
const IMAGES: u64 = 1 << 20;

fn find<G: Symmetric + Notation + ?Sized, K: Key>(
    codec: &Codec<'_, G>,
    start: &G::State,
    watch: &mut Watch<'_>,
) -> Result<Vec<Stage<K>>, Halt> {
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let images = codec.images();
    let mut levels: Vec<Stage<K>> = Vec::new();
    let mut next = vec![codec.key::<K>(start, false, &mut bytes)?];
    while !next.is_empty() {
        let level = Stage::new(std::mem::take(&mut next));
        let (mut sorted, mut told, mut moved) = (0, 0, 0);
        for (at, &key) in level.keys.iter().enumerate() {
            let (state, _) = codec.state(key, &mut bytes);
            match codec.game.turn(&state) {
                Turn::Over(outcome) => _ = codec.end(outcome)?,
                Turn::Decision(mover) => {
                    moves.clear();
                    codec.game.legal_moves(&state, &mut moves);
                    moved += moves.len() as u64;
                    for &mv in &moves {
                        next.push(codec.child_key(&codec.game.child(&state, mv), mover, &mut bytes)?);
                    }
                }
                Turn::Chance => return Err(codec.chance()),
            }
            // Most children have several parents: they are put together before they take much more room than they need.
            if next.len() > 2 * sorted + (1 << 20) {
                next.sort_unstable();
                next.dedup_by_key(|key| key.position());
                sorted = next.len();
            }
            let done = at + 1;
            if done - told == STRIDE || moved * images >= IMAGES {
                let room = levels.iter().map(Stage::bytes).sum::<u64>() + level.bytes();
                watch.moved(std::mem::take(&mut moved), images);
                watch.look((done - told) as u64, room + (next.capacity() * K::SIZE) as u64)?;
                told = done;
            }
        }
        watch.moved(moved, images);
        watch.look((level.keys.len() - told) as u64, 0)?;
        levels.push(level);
        next.sort_unstable();
        next.dedup_by_key(|key| key.position());
        next.shrink_to_fit();
        watch.level_done(levels.len() as u32 - 1)?;
    }
    Ok(levels)
}

fn value<G: Symmetric + Notation + ?Sized, K: Key>(
    codec: &Codec<'_, G>,
    level: &mut Stage<K>,
    above: Option<&Stage<K>>,
    counts: &mut Counts,
    watch: &mut Watch<'_>,
) -> Result<(), Halt> {
    let (mut bytes, mut moves, mut children) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..level.keys.len() {
        let (state, own_win) = codec.state(level.keys[at], &mut bytes);
        let code = match codec.game.turn(&state) {
            Turn::Over(outcome) => codec.end(outcome)?,
            Turn::Decision(mover) => {
                moves.clear();
                codec.game.legal_moves(&state, &mut moves);
                let above = above.expect("a position with moves has positions above");
                children.clear();
                for &mv in &moves {
                    let key = codec.child_key(&codec.game.child(&state, mv), mover, &mut bytes)?;
                    children.push(above.code(key));
                }
                value_of(mover, &children)
            }
            Turn::Chance => return Err(codec.chance()),
        };
        level.codes[at] = code;
        counts.add(code, codec.game.turn(&state), own_win, codec.orbit(&state));
        if at % STRIDE == STRIDE - 1 {
            watch.look(STRIDE as u64, 0)?;
        }
    }
    watch.look((level.keys.len() % STRIDE) as u64, 0)
}

/// What a position is worth where `mover` moves to positions of these values.
#[inline]
pub fn value_of(mover: Player, children: &[Code]) -> Code {
    let (mut quickest, mut slowest, mut draw) = (None, 0, false);
    for child in children {
        match child.winner() {
            Some((winner, plies)) if winner == mover => {
                quickest = Some(quickest.map_or(plies, |known: u32| known.min(plies)));
            }
            Some((_, plies)) => slowest = slowest.max(plies),
            None => draw = true,
        }
    }
    match quickest {
        Some(plies) => Code::win(mover, plies + 1),
        None if draw => Code::DRAW,
        None => Code::win(mover.other(), slowest + 1),
    }
}
