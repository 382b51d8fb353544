//! A table as bytes: in memory, and in a file.
//!
//! ```text
//! plywood table 1              the format
//! game tictactoe               its full name
//! rules 1f0e...                a fingerprint of its rules, notation and symmetries
//! start 3/3/3 x                the position that everything was found from
//! merged yes                   whether one position stands for all its images
//! stage 0                      the stage of the first level, or none where all positions are in one level
//! positions 5478               counts: different positions, the same up to symmetry, those won, lost and drawn for the
//! ...                          side to move, drawn without end, finished, and the plies of the longest forced win
//! levels 10                    how many levels there are
//! bytes 2218                   how many bytes follow the empty line, without the checksum
//!
//! ```
//!
//! Then for each level the number of its positions and of its bytes, and for each position how much its key is above that
//! of the position before it, and its code: all of them numbers of seven bits a byte, the lowest first, the highest bit set
//! where more follow. Last come eight bytes of checksum of everything before them, the lowest first.

use std::fmt::Write as _;
use std::io::{self, Write};

use plywood_rules::{Playable, fingerprint};

use super::bytes::{checksum, put, take};
use super::key::{Codec, Key};
use super::known::{Code, Exact};
use super::{Counts, Table, end_of, level_of};

const FORMAT: &str = "plywood table 1";

/// Positions between two places where reading can begin.
const STRIDE: usize = 64;

/// Why bytes are not a table of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Something else.
    #[error("this is no table of Plywood: it does not begin with '{FORMAT}'")]
    Foreign,
    /// A table of another game.
    #[error("this is a table of {is}, not of {wanted}")]
    OtherGame {
        /// What it is of.
        is: String,
        /// What was asked for.
        wanted: String,
    },
    /// A table that was made with other rules.
    #[error("this table was made with other rules of {0} than this program has: solve the game again")]
    OtherRules(String),
    /// Bytes are missing at the end, or there are too many.
    #[error("this table should have {should} bytes and has {has}: it was cut off, or something was added")]
    Length {
        /// Bytes there should be.
        should: u64,
        /// Bytes there are.
        has: u64,
    },
    /// Bytes are not those that were written.
    #[error("this table is damaged: {0}")]
    Damaged(String),
}

fn damaged(what: impl Into<String>) -> BookError {
    BookError::Damaged(what.into())
}

/// The exact values of all positions of a game, packed.
#[derive(Clone, Debug)]
pub struct Book {
    merged: bool,
    first_stage: Option<u32>,
    counts: Counts,
    start: String,
    /// Whether keys have 128 bits.
    wide: bool,
    levels: Vec<Level>,
    /// All bytes, the header's and the checksum's included.
    bytes: Vec<u8>,
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

/// Makes a book, level by level.
#[derive(Debug, Default)]
pub struct Binder {
    levels: usize,
    body: Vec<u8>,
}

impl Binder {
    /// Adds the next level: its positions, sorted, and what is known of each.
    pub fn add<K: Key>(&mut self, keys: &[K], codes: &[Code]) {
        let mut level = Vec::new();
        let mut before = 0;
        for (key, code) in keys.iter().zip(codes) {
            put(&mut level, key.wide() - before);
            put(&mut level, code.0.into());
            before = key.wide();
        }
        put(&mut self.body, keys.len() as u128);
        put(&mut self.body, level.len() as u128);
        self.body.append(&mut level);
        self.levels += 1;
    }

    /// Bytes so far.
    pub fn size(&self) -> u64 {
        self.body.len() as u64
    }

    /// The book of all levels, which were found from `start`. See [`Table`] for the rest.
    pub fn bind<G: Playable>(
        mut self,
        game: &G,
        start: &G::State,
        merged: bool,
        first_stage: Option<u32>,
        counts: Counts,
    ) -> Book {
        let header = header(game, start, merged, first_stage, counts, self.levels, self.body.len());
        let mut bytes = header.into_bytes();
        bytes.append(&mut self.body);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        Book::read(game, bytes).expect("it was written just now")
    }
}

/// The bytes of the checksum.
const TAIL: usize = size_of::<u64>();

impl Book {
    /// Packs a table of `game` that was found from `start`.
    pub fn new<G: Playable, K: Key>(game: &G, start: &G::State, table: &Table<K>) -> Book {
        let mut binder = Binder::default();
        for (keys, codes) in &table.levels {
            binder.add(keys, codes);
        }
        let Table { merged, first_stage, counts, .. } = *table;
        binder.bind(game, start, merged, first_stage, counts)
    }

    /// Reads a table of `game`.
    ///
    /// # Errors
    /// If these are other bytes than [`Book::write`] has written for this game and these rules.
    pub fn read<G: Playable>(game: &G, bytes: Vec<u8>) -> Result<Book, BookError> {
        let name = game_of(&bytes)?;
        if name != game.name() {
            return Err(BookError::OtherGame { is: name, wanted: game.name() });
        }
        let header = Header::read(&bytes)?;
        let should = header.bytes.saturating_add((header.end + TAIL) as u64);
        if should != bytes.len() as u64 {
            return Err(BookError::Length { should, has: bytes.len() as u64 });
        }
        let (all, sum) = bytes.split_at(bytes.len() - TAIL);
        if checksum(all).to_le_bytes() != sum {
            return Err(damaged("its checksum is not that of its bytes"));
        }
        if header.rules != fingerprint(game) {
            return Err(BookError::OtherRules(game.name()));
        }
        let mut levels = Vec::new();
        let mut rest = &all[header.end..];
        for _ in 0..header.levels {
            let level = Level::read(&mut rest, all.len())
                .ok_or_else(|| damaged("a level of it is not as it should be"))?;
            levels.push(level);
        }
        let positions: usize = levels.iter().map(|level| level.positions).sum();
        if !rest.is_empty() || positions as u64 != header.counts.up_to_symmetry {
            return Err(damaged("it does not have as many positions as it says"));
        }
        let Header { merged, first_stage, counts, start, .. } = header;
        let state = game.parse_state(&start).map_err(|error| damaged(format!("its start: {error}")))?;
        let mut packed = Vec::new();
        game.pack(&state, &mut packed);
        let wide = packed.len() > <u64 as Key>::BYTES;
        Ok(Book { merged, first_stage, counts, start, wide, levels, bytes })
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(&self.bytes)
    }

    /// How many bytes that takes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// How many positions there are of each kind.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The position that everything was found from.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// What is known of `state`; `None` if it is not one of the positions that were found.
    pub fn lookup<G: Playable>(&self, game: &G, state: &G::State) -> Option<Exact> {
        if let Some(exact) = end_of(game, state) {
            return Some(exact);
        }
        let codec = Codec { game, merged: self.merged };
        let mut bytes = Vec::new();
        let key = match self.wide {
            false => codec.key::<u64>(state, false, &mut bytes).ok()?.wide(),
            true => codec.key::<u128>(state, false, &mut bytes).ok()?,
        };
        self.levels.get(level_of(game, state, self.first_stage)?)?.find(&self.bytes, key)?.exact()
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

/// The game that these bytes are a table of.
///
/// # Errors
/// If they are no table.
pub fn game_of(bytes: &[u8]) -> Result<String, BookError> {
    let text = &bytes[..bytes.len().min(4096)];
    let rest = text.strip_prefix(FORMAT.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let line = rest.and_then(|rest| rest.split(|&byte| byte == b'\n').next()).ok_or(BookError::Foreign)?;
    let name = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix("game "));
    name.map(str::to_string).ok_or_else(|| damaged("its second line does not name a game"))
}

fn header<G: Playable>(
    game: &G,
    start: &G::State,
    merged: bool,
    first_stage: Option<u32>,
    counts: Counts,
    levels: usize,
    bytes: usize,
) -> String {
    let Counts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } = counts;
    let stage = first_stage.map_or("none".to_string(), |stage| stage.to_string());
    let merged = if merged { "yes" } else { "no" };
    let mut text = format!("{FORMAT}\ngame {}\nrules {:016x}\n", game.name(), fingerprint(game));
    write!(
        text,
        "start {}\nmerged {merged}\nstage {stage}\npositions {positions}\nup-to-symmetry {up_to_symmetry}\nwins {wins}\nlosses \
         {losses}\ndraws {draws}\nendless {endless}\nfinished {finished}\nlongest {longest}\nlevels {levels}\nbytes \
         {bytes}\n\n",
        game.state_text(start)
    )
    .expect("a text takes everything");
    text
}

struct Header {
    rules: u64,
    start: String,
    merged: bool,
    first_stage: Option<u32>,
    counts: Counts,
    levels: u64,
    bytes: u64,
    /// Where it ends.
    end: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, BookError> {
        let end = bytes
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or_else(|| damaged("its header has no end"))?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| damaged("its header is no text"))?;
        let mut lines = text.lines().skip(2);
        let mut value = |key: &str| {
            let line =
                lines.next().and_then(|line| line.strip_prefix(key)).and_then(|line| line.strip_prefix(' '));
            line.ok_or_else(|| damaged(format!("its header does not say '{key}' where it should")))
        };
        fn number<N: std::str::FromStr>(key: &str, text: &str) -> Result<N, BookError> {
            text.parse().map_err(|_| damaged(format!("'{key} {text}' in its header is no number")))
        }
        let rules = value("rules")?;
        let rules =
            u64::from_str_radix(rules, 16).map_err(|_| damaged("'rules' in its header is no number"))?;
        let start = value("start")?.to_string();
        let merged = match value("merged")? {
            "yes" => true,
            "no" => false,
            other => return Err(damaged(format!("'merged {other}' in its header is neither yes nor no"))),
        };
        let first_stage = match value("stage")? {
            "none" => None,
            stage => Some(number("stage", stage)?),
        };
        let mut next = |key: &str| number::<u64>(key, value(key)?);
        let counts = Counts {
            positions: next("positions")?,
            up_to_symmetry: next("up-to-symmetry")?,
            wins: next("wins")?,
            losses: next("losses")?,
            draws: next("draws")?,
            endless: next("endless")?,
            finished: next("finished")?,
            longest: u32::try_from(next("longest")?).map_err(|_| damaged("its longest win is too long"))?,
        };
        let (levels, bytes) = (next("levels")?, next("bytes")?);
        Ok(Header { rules, start, merged, first_stage, counts, levels, bytes, end: end + 2 })
    }
}
