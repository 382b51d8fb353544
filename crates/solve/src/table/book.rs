//! A table as bytes: in memory, and in a file.
//!
//! ```text
//! plywood table 1              the format: 1 for positions by key, 2 by rank
//! game tictactoe               its full name
//! rules 1f0e...                a fingerprint of its rules, notation and symmetries
//! start 3/3/3 x                the position that everything was found from
//! merged yes                   whether one position stands for all its images
//! stage 0                      the stage of the first level, or none where all positions are in one level
//! positions 5478               counts: different positions, the same up to symmetry, those won, lost and drawn for the
//! ...                          side to move, drawn without end, finished, and the plies of the longest forced win
//! levels 10                    by key: how many levels there are
//! numbering 52aa...            by rank: a fingerprint of the way in which positions are numbered,
//! ranks 503415186              how many numbers there are,
//! known 262221376              of how many something is known,
//! codes 2 3 4 5                and what the bits of a position stand for: 0 for the first of these codes, and so on
//! bytes 2218                   how many bytes follow the empty line, without the checksum
//!
//! ```
//!
//! Then come the positions as `sorted.rs` or `packed.rs` says. Last come eight bytes of checksum of everything before them, the
//! lowest first.

use std::io::{self, Write};

use plywood_rules::{Playable, fingerprint};

use super::bytes::checksum;
use super::dense::DenseTable;
use super::header::{Form, Header, game_of, header};
use super::key::Key;
use super::known::{Code, Exact};
use super::packed::{self, Packed};
use super::sorted::{Sorted, add_level};
use super::{Counts, Table, end_of};

/// Why bytes are not a table of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Something else.
    #[error("this is no table of Plywood: it does not begin with 'plywood table 1' or 2")]
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

pub(super) fn damaged(what: impl Into<String>) -> BookError {
    BookError::Damaged(what.into())
}

/// The exact values of all positions of a game, packed.
#[derive(Clone, Debug)]
pub struct Book {
    counts: Counts,
    start: String,
    positions: Positions,
    /// All bytes, the header's and the checksum's included.
    bytes: Vec<u8>,
}

/// Where positions stand among all bytes.
#[derive(Clone, Debug)]
enum Positions {
    ByKey(Sorted),
    ByRank(Packed),
}

/// Makes a book, level by level.
#[derive(Debug, Default)]
pub struct Binder {
    levels: u64,
    body: Vec<u8>,
}

impl Binder {
    /// Adds the next level: its positions, sorted, and what is known of each.
    pub fn add<K: Key>(&mut self, keys: &[K], codes: &[Code]) {
        add_level(&mut self.body, keys, codes);
        self.levels += 1;
    }

    /// Bytes so far.
    pub fn size(&self) -> u64 {
        self.body.len() as u64
    }

    /// The book of all levels, which were found from `start`. See [`Table`] for the rest.
    pub fn bind<G: Playable>(
        self,
        game: &G,
        start: &G::State,
        merged: bool,
        first_stage: Option<u32>,
        counts: Counts,
    ) -> Book {
        let form = Form::Keys { first_stage, levels: self.levels };
        Book::bound(game, start, merged, counts, &form, self.body)
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

    /// Packs a table by rank that was found from `start`; `None` where positions from there on have no ranks.
    pub fn by_rank<G: Playable>(game: &G, start: &G::State, table: DenseTable) -> Option<Book> {
        let (merged, counts) = (table.merged, table.counts);
        let (form, body) = packed::pack(game, &*game.ranking(start)?, start, &table);
        // It takes several times the room of its book.
        drop(table);
        Some(Book::bound(game, start, merged, counts, &form, body))
    }

    fn bound<G: Playable>(
        game: &G,
        start: &G::State,
        merged: bool,
        counts: Counts,
        form: &Form,
        mut body: Vec<u8>,
    ) -> Book {
        let mut bytes = header(game, start, merged, counts, form, body.len()).into_bytes();
        bytes.reserve_exact(body.len() + TAIL);
        bytes.append(&mut body);
        drop(body);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        Book::read(game, bytes).expect("it was written just now")
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
        let Header { start, merged, counts, form, end, .. } = header;
        let state = game.parse_state(&start).map_err(|error| damaged(format!("its start: {error}")))?;
        let positions = match form {
            Form::Keys { first_stage, levels } => {
                let mut packed = Vec::new();
                game.pack(&state, &mut packed);
                let wide = packed.len() > <u64 as Key>::BYTES;
                let sorted = Sorted::read(all, end, levels, merged, first_stage, wide).map_err(damaged)?;
                if sorted.positions() != counts.up_to_symmetry {
                    return Err(damaged("it does not have as many positions as it says"));
                }
                Positions::ByKey(sorted)
            }
            Form::Ranks { numbering, ranks, known, codes } => {
                let numbers = (numbering, ranks, known);
                Positions::ByRank(Packed::read(game, &state, all, end, numbers, codes).map_err(damaged)?)
            }
        };
        Ok(Book { counts, start, positions, bytes })
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

    /// What is known of `state`; `None` if it is not one of the positions that were found. By rank it is known of images of those too,
    /// and with the players exchanged.
    pub fn lookup<G: Playable>(&self, game: &G, state: &G::State) -> Option<Exact> {
        if let Some(exact) = end_of(game, state) {
            return Some(exact);
        }
        match &self.positions {
            Positions::ByKey(sorted) => sorted.lookup(&self.bytes, game, state),
            Positions::ByRank(packed) => packed.lookup::<G>(&self.bytes, state),
        }
    }
}
