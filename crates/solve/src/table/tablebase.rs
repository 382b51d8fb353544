//! A table as bytes: in memory, or in a file, of which only the blocks needed are read.
//!
//! ```text
//! plywood table 3              the format
//! game tictactoe               its full name
//! rules 1f0e...                a fingerprint of its rules, notation and symmetries
//! start 3/3/3 x                the position that everything was found from
//! merged yes                   yes if positions are merged up to symmetry
//! positions 5478               counts: different positions, the same up to symmetry, those won, lost and drawn for the
//! ...                          side to move, drawn without end, finished, and the plies of the longest forced win
//! by key                       positions by key, or by rank
//! stage 0                      by key: the stage of the first level, or none where all positions are in one level,
//! levels 10                    and how many levels there are
//! numbering 52aa...            by rank: a fingerprint of the way in which positions are numbered,
//! ranks 503415186              the number of ranks,
//! known 262221376              the number of ranks whose value is known,
//! codes 2 3 4 5                and the codes that the bits of a position mean: 0 the first of these, and so on
//! index 117                    the bytes of the index, which follows the empty line,
//! bytes 2218                   and the bytes of the blocks after it
//!
//! ```
//!
//! Then comes the index, then eight bytes of checksum of everything before them, little-endian, and then the
//! blocks, one after the other. `sorted.rs` documents them and the index for positions by key, `packed.rs` for
//! those by rank. The index has a checksum of every block. A file is therefore checked by its first bytes and
//! its length, and each block when it is read.

use std::io::{self, Write};

use plywood_rules::{Playable, Ranking};

use super::blocks::read;
use super::dense::DenseTable;
use super::error::{TablebaseError, damaged, unreadable};
use super::header::{ByKey, Form, LONGEST, TableHeader, end_of_header};
use super::packed::{self, PackedTable};
use super::parts::TableParts;
use super::sorted::{Sorted, SortedIndex, SortedPlace};
use crate::values::{BlockStorage, ByteSource, Exact, PositionCounts, checksum, end_of};

/// The exact values of all positions of a game, packed. Several threads may look up positions at the same time.
#[derive(Debug)]
pub struct Tablebase {
    counts: PositionCounts,
    start: String,
    positions: StoredPositions,
    /// All bytes before the blocks.
    head: Vec<u8>,
    /// The bytes of the blocks.
    bytes: u64,
}

/// The positions.
#[derive(Debug)]
enum StoredPositions {
    ByKey { merged: bool, form: ByKey, sorted: Sorted },
    ByRank(PackedTable),
    InParts(TableParts),
}

/// The bytes of the checksum after the index.
const SUM: usize = size_of::<u64>();

/// Bytes of blocks that are kept of a book that is in memory.
const KEPT: u64 = 4 << 20;

/// Bytes that are read at first to find the header.
const FIRST: u64 = 4096;

impl Tablebase {
    /// Packs a table by rank that was found from `start`.
    pub(super) fn by_rank<G: Playable>(
        game: &G,
        ranking: &dyn Ranking<G>,
        start: &G::State,
        table: DenseTable,
    ) -> Tablebase {
        let (merged, counts) = (table.merged, table.counts);
        let (form, index, blocks) = packed::pack(game, ranking, start, &table);
        drop(table);
        let header = TableHeader { counts, ..TableHeader::new(game, start, merged, form) };
        let bytes = blocks.iter().map(|block| block.len() as u64).sum();
        Tablebase::bound(game, header, index, (BlockStorage::Held(blocks), bytes))
    }

    /// The table of these positions, with a header that tells of everything but their bytes.
    pub(super) fn bound<G: Playable>(
        game: &G,
        header: TableHeader,
        index: Vec<u8>,
        (blocks, bytes): (BlockStorage, u64),
    ) -> Tablebase {
        let head = header.head(index, bytes);
        let end = end_of_header(&head).ok().flatten().unwrap_or_default();
        let header = TableHeader::read(&head[..end]).expect("it was written just now");
        Tablebase::of(game, header, head, |_| blocks, KEPT).expect("it was written just now")
    }

    /// Opens a table of `game`: reads and checks everything before the blocks, and the length of the file.
    /// Blocks are read and checked when a position in them is looked up, with a cache of about `memory` bytes.
    ///
    /// # Errors
    /// If the part read was not written by [`Tablebase::write`] for this game and these rules, or cannot be
    /// read.
    pub fn open<G: Playable>(
        game: &G,
        source: Box<dyn ByteSource>,
        memory: u64,
    ) -> Result<Tablebase, TablebaseError> {
        let has = source.size().map_err(|error| unreadable(&error))?;
        // Bytes are not read twice: the same bytes are checked in the end.
        let mut head = Vec::new();
        let read_to = |head: &mut Vec<u8>, to: u64| {
            let more = to.saturating_sub(head.len() as u64);
            head.append(&mut read(&*source, head.len() as u64, more as usize)?);
            Ok(())
        };
        let end = loop {
            let length = head.len() as u64;
            read_to(&mut head, (2 * length).max(FIRST).min(has))?;
            match end_of_header(&head)? {
                Some(end) => break end,
                None if head.len() as u64 == has || head.len() > LONGEST => {
                    return Err(damaged("its header has no end"));
                }
                None => {}
            }
        };
        let header = TableHeader::read(&head[..end])?;
        header.check_game(game)?;
        let body = header.index.saturating_add((header.length + SUM) as u64);
        let should = header.bytes.saturating_add(body);
        if should != has {
            return Err(TablebaseError::Length { should, has });
        }
        read_to(&mut head, body)?;
        head.truncate(body as usize);
        Tablebase::of(game, header, head, |body| BlockStorage::At(source.into(), body), memory)
    }

    /// A table with this header, which `head` begins with, and with blocks in `place`, which receives their
    /// offset in a file.
    fn of<G: Playable>(
        game: &G,
        header: TableHeader,
        head: Vec<u8>,
        place: impl FnOnce(u64) -> BlockStorage,
        memory: u64,
    ) -> Result<Tablebase, TablebaseError> {
        let (before, sum) = head.split_at(head.len() - SUM);
        if checksum(before).to_le_bytes() != sum {
            return Err(damaged("its head is not as it was written"));
        }
        if header.part.is_some() {
            return Err(damaged("it is only a part of a table"));
        }
        let state = header.start_in(game)?;
        let (index, place) = (&before[header.length..], place(head.len() as u64));
        let positions = match &header.form {
            Form::Keys(form) => SortedIndex::read(index, &header, form).map(|(index, entries)| {
                let sorted = Sorted::new(index, entries, place, memory);
                StoredPositions::ByKey { merged: header.merged, form: form.clone(), sorted }
            }),
            Form::Ranks(form) => {
                let form = form.clone();
                PackedTable::read(game, &state, index, form, header.bytes, place, memory)
                    .map(StoredPositions::ByRank)
            }
        };
        let positions = positions.map_err(damaged)?;
        let TableHeader { start, counts, bytes, .. } = header;
        Ok(Tablebase { counts, start, positions, head, bytes })
    }

    /// The table of `game` that these parts are together.
    ///
    /// # Errors
    /// If they are of another game or other rules.
    pub fn of_parts<G: Playable>(game: &G, parts: TableParts) -> Result<Tablebase, TablebaseError> {
        parts.header.check_game(game)?;
        parts.header.start_in(game)?;
        let (counts, start, bytes) = (parts.counts(), parts.header.start.clone(), parts.bytes);
        Ok(Tablebase { counts, start, positions: StoredPositions::InParts(parts), head: Vec::new(), bytes })
    }

    /// Reads all of it and compares it with its checksums, without keeping any of it.
    ///
    /// # Errors
    /// If a block differs from what was written, or cannot be read.
    pub fn check(&self) -> Result<(), TablebaseError> {
        match &self.positions {
            StoredPositions::ByKey { sorted, .. } => sorted.blocks().check(),
            StoredPositions::ByRank(packed) => packed.blocks().check(),
            StoredPositions::InParts(parts) => parts.check(),
        }
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// Those of `out`, and those of [`Tablebase::check`].
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(&self.head)?;
        match &self.positions {
            StoredPositions::ByKey { sorted, .. } => sorted.blocks().write(out),
            StoredPositions::ByRank(packed) => packed.blocks().write(out),
            StoredPositions::InParts(parts) => parts.write(out).map(drop),
        }
    }

    /// The size of the file in bytes, or of all files of its parts.
    pub fn size(&self) -> u64 {
        self.head.len() as u64 + self.bytes
    }

    /// The number of positions of each kind.
    pub fn counts(&self) -> PositionCounts {
        self.counts
    }

    /// The position that everything was found from.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The value of `state`; `None` if it is not in the table. A table by rank also knows the images of its
    /// positions, and those with the players exchanged.
    ///
    /// # Errors
    /// If the table cannot be read or is damaged there. That does not happen to a table in memory.
    pub fn lookup<G: Playable>(&self, game: &G, state: &G::State) -> Result<Option<Exact>, TablebaseError> {
        if let Some(exact) = end_of(game, state) {
            return Ok(Some(exact));
        }
        match &self.positions {
            StoredPositions::ByKey { merged, form, sorted } => {
                SortedPlace::of(game, state, *merged, form).map_or(Ok(None), |place| sorted.find(place))
            }
            StoredPositions::ByRank(packed) => packed.lookup::<G>(state),
            StoredPositions::InParts(parts) => SortedPlace::of(game, state, parts.header.merged, &parts.form)
                .map_or(Ok(None), |place| parts.find(place)),
        }
    }
}
