//! A table in parts: each is a file with the positions that one of several workers owned, and no worker has the others.
//!
//! ```text
//! plywood table part 1         the format
//! ...                          the blocks, as in a table
//! plywood table 3              all that a table has before its blocks, about the positions of this part,
//! ...
//! part 2 of 4 by half-key      with one more line: which part it is, and what decides which positions belong to it,
//! ...
//!                              and the number of bytes from 'plywood table 3' on: eight bytes, little-endian
//! ```
//!
//! The blocks are first because each is written when it is full: only the index is held.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, Write};
use std::ops::Range;

use super::blocks::read;
use super::error::{TablebaseError, damaged, unreadable};
use super::header::{ByKey, Form, PartOf, TableHeader, end_of_header};
use super::sorted::{Sorted, SortedIndex, SortedPlace};
use crate::retrograde::RetrogradeError;
use crate::values::{
    BlockRows, BlockSink, BlockStorage, ByteSource, Exact, LevelsDraft, PositionCounts, ValueCode, checksum,
    owner_of,
};

/// The first line, up to the number of its format.
const FIRST: &str = "plywood table part ";
/// The format.
const FORMAT: &str = "1\n";
/// The bytes of a checksum, and of the length at the end.
const WORD: usize = size_of::<u64>();

/// The bytes before the blocks.
const BEFORE: u64 = (FIRST.len() + FORMAT.len()) as u64;

/// The name of the file of a part, counted from 0.
pub fn part_name(number: usize, parts: usize) -> String {
    format!("part-{}-of-{parts}.table", number + 1)
}

/// The number of parts that the name of such a file says there are.
pub fn parts_of_name(name: &str) -> Option<usize> {
    let ["part", number, "of", parts] = name.strip_suffix(".table")?.split('-').collect::<Vec<_>>()[..]
    else {
        return None;
    };
    number.parse::<usize>().ok().and(parts.parse().ok())
}

/// Writes parts of tables, each as a whole or not at all.
pub trait PartStore: Sync {
    /// Writes the file of this name. It is there when all of it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), RetrogradeError>;
}

/// Writes a part: its blocks, which `fill` adds level by level, and then all the rest. `header` tells of everything but them.
pub(super) fn write_part(
    out: &mut dyn Write,
    header: &TableHeader,
    mut fill: impl FnMut(&mut LevelsDraft<&mut dyn FnMut(&[u8]) -> io::Result<()>>) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(FIRST.as_bytes())?;
    out.write_all(FORMAT.as_bytes())?;
    let mut hand_over = |block: &[u8]| out.write_all(block);
    let mut draft = LevelsDraft::new(&mut hand_over as &mut dyn FnMut(&[u8]) -> io::Result<()>);
    fill(&mut draft)?;
    let LevelsDraft { levels, index, bytes, .. } = draft;
    let head = header.clone().with_levels(levels).head(index, bytes);
    out.write_all(&head)?;
    out.write_all(&(head.len() as u64).to_le_bytes())
}

/// The rows of a level of one part.
struct LevelRows<'a> {
    heads: &'a [(u128, u64)],
    /// The blocks that were not read yet.
    blocks: Range<usize>,
    rows: BlockRows,
    code: ValueCode,
}

impl LevelRows<'_> {
    /// Goes to the next row; returns its key.
    fn next_key(&mut self, mut fetch: impl FnMut(usize) -> io::Result<Vec<u8>>) -> io::Result<Option<u128>> {
        if self.rows.is_over() {
            let Some(number) = self.blocks.next() else { return Ok(None) };
            self.rows = BlockRows::new(fetch(number)?, self.heads[number]);
        }
        let (key, code) = self.rows.next_row().ok_or(io::ErrorKind::InvalidData)?;
        self.code = code;
        Ok(Some(key))
    }
}

/// Adds all positions of some parts to a draft, level by level. `fetch` gives the bytes of a block of a part.
pub(super) fn merge<P: BlockSink>(
    parts: &[&SortedIndex],
    draft: &mut LevelsDraft<P>,
    mut fetch: impl FnMut(usize, usize) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    for level in 0..parts.first().map_or(0, |part| part.levels.len()) {
        let rows = |index: &&SortedIndex| (index.levels[level].clone(), BlockRows::default());
        let mut all: Vec<LevelRows<'_>> = (parts.iter().zip(parts.iter().map(rows)))
            .map(|(index, (blocks, rows))| LevelRows {
                heads: &index.heads,
                blocks,
                rows,
                code: ValueCode::UNKNOWN,
            })
            .collect();
        let mut least = BinaryHeap::new();
        for (part, rows) in all.iter_mut().enumerate() {
            let first = rows.next_key(|number| fetch(part, number))?;
            least.extend(first.map(|key| Reverse((key, part))));
        }
        while let Some(mut next) = least.peek_mut() {
            let Reverse((key, part)) = *next;
            draft.add(key, all[part].code)?;
            match all[part].next_key(|number| fetch(part, number))? {
                Some(key) => *next = Reverse((key, part)),
                None => _ = PeekMut::pop(next),
            }
        }
        draft.end_level()?;
    }
    Ok(())
}

/// All parts of a table.
#[derive(Debug)]
pub struct TableParts {
    /// The header of the whole table, but for sizes.
    pub(super) header: TableHeader,
    pub(super) form: ByKey,
    by_whole_key: bool,
    /// By number: the name of the file of each part, and its positions.
    parts: Vec<(String, Sorted)>,
    /// The bytes of all files.
    pub(super) bytes: u64,
}

/// A part as it was opened.
struct OpenPart {
    name: String,
    header: TableHeader,
    form: ByKey,
    part: PartOf,
    sorted: Sorted,
    bytes: u64,
}

impl TableParts {
    /// Opens the parts of a table, which are files of these names. Everything but the blocks is read and checked; the blocks are
    /// when they are needed, with a cache of about `memory` bytes.
    ///
    /// # Errors
    /// If one of them is not as it was written, is missing or there twice, or they are not of the same table.
    pub fn open(
        files: Vec<(String, Box<dyn ByteSource>)>,
        memory: u64,
    ) -> Result<TableParts, TablebaseError> {
        let memory = memory / files.len().max(1) as u64;
        let open = |(name, source): (String, Box<dyn ByteSource>)| {
            let opened = OpenPart::open(name.clone(), source, memory);
            opened.map_err(|error| TablebaseError::Part { name, error: Box::new(error) })
        };
        let mut all: Vec<OpenPart> = files.into_iter().map(open).collect::<Result<_, _>>()?;
        all.sort_by(|one, other| (one.part.number, &one.name).cmp(&(other.part.number, &other.name)));
        let refuse = |text: String| Err(TablebaseError::Parts(text));
        let Some(first) = all.first() else {
            return refuse(format!(
                "there is no part of a table, which is a file such as '{}'",
                part_name(0, 2)
            ));
        };
        for (other, before) in all[1..].iter().zip(&all) {
            if let Some(what) = first.other_than(other) {
                let (one, other) = (&first.name, &other.name);
                return refuse(format!("'{one}' and '{other}' are parts of different tables, {what}"));
            }
            if before.part.number == other.part.number {
                return refuse(format!("'{}' and '{}' are the same part", before.name, other.name));
            }
        }
        let PartOf { parts, by_whole_key, .. } = first.part;
        let missing: Vec<String> = (0..parts)
            .filter(|number| all.iter().all(|it| it.part.number != *number))
            .map(|number| format!("'{}'", part_name(number, parts)))
            .collect();
        if !missing.is_empty() {
            let (number, some) = (missing.len(), missing[..missing.len().min(MOST_NAMED)].join(", "));
            let more = if number > MOST_NAMED { " and others" } else { "" };
            return refuse(format!(
                "{number} of {parts} parts are missing: copy {some}{more} here from the machines where they were made"
            ));
        }
        let mut counts = PositionCounts::default();
        all.iter().for_each(|it| counts += it.header.counts);
        let (header, form) = (TableHeader { part: None, counts, ..first.header.clone() }, first.form.clone());
        let bytes = all.iter().map(|it| it.bytes).sum();
        let parts = all.into_iter().map(|it| (it.name, it.sorted)).collect();
        Ok(TableParts { header, form, by_whole_key, parts, bytes })
    }

    /// The full name of the game.
    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// The number of positions of each kind.
    pub fn counts(&self) -> PositionCounts {
        self.header.counts
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The value of a position at this place.
    pub(super) fn find(&self, place: SortedPlace) -> Result<Option<Exact>, TablebaseError> {
        let (name, sorted) = &self.parts[owner_of(place.key, self.parts.len(), self.by_whole_key)];
        sorted.find(place).map_err(|error| in_part(name, error))
    }

    /// Reads all of them and compares them with their checksums.
    ///
    /// # Errors
    /// If a block differs from what was written, or cannot be read.
    pub fn check(&self) -> Result<(), TablebaseError> {
        let mut parts = self.parts.iter();
        parts.try_for_each(|(name, sorted)| sorted.blocks().check().map_err(|error| in_part(name, error)))
    }

    /// Writes the table that they are together: the same bytes as one worker alone writes. Returns their number.
    ///
    /// # Errors
    /// Those of `out`, and those of [`TableParts::check`].
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<u64> {
        // The index, which is before the blocks, is known after all of them.
        let mut draft = LevelsDraft::new(|_: &[u8]| Ok(()));
        self.merge(&mut draft)?;
        let LevelsDraft { levels, index, bytes, .. } = draft;
        let head = self.header.clone().with_levels(levels).head(index, bytes);
        out.write_all(&head)?;
        self.merge(&mut LevelsDraft::new(|block: &[u8]| out.write_all(block)))?;
        Ok(head.len() as u64 + bytes)
    }

    fn merge<P: BlockSink>(&self, draft: &mut LevelsDraft<P>) -> io::Result<()> {
        let indexes: Vec<&SortedIndex> = self.parts.iter().map(|(_, sorted)| &sorted.index).collect();
        merge(&indexes, draft, |part, number| {
            let (name, sorted) = &self.parts[part];
            sorted.blocks().bytes(number).map_err(|error| io::Error::other(in_part(name, error)))
        })
    }
}

/// Missing parts that are named, at most.
const MOST_NAMED: usize = 3;

fn in_part(name: &str, error: TablebaseError) -> TablebaseError {
    TablebaseError::Part { name: name.to_string(), error: Box::new(error) }
}

impl OpenPart {
    fn open(name: String, source: Box<dyn ByteSource>, memory: u64) -> Result<OpenPart, TablebaseError> {
        let size = source.size().map_err(|error| unreadable(&error))?;
        let first = read(&*source, 0, size.min(BEFORE) as usize)?;
        let format = first.strip_prefix(FIRST.as_bytes()).ok_or(TablebaseError::Foreign)?;
        if format != FORMAT.as_bytes() {
            return Err(damaged("it is of another version of Plywood, or was cut off: solve the game again"));
        }
        let cut_off = || damaged("it was cut off, or something was added");
        let room = size.checked_sub(BEFORE + WORD as u64).ok_or_else(cut_off)?;
        let length = read(&*source, size - WORD as u64, WORD)?;
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let blocks = room.checked_sub(length).ok_or_else(cut_off)?;
        let head = read(&*source, BEFORE + blocks, length as usize)?;
        let (before, sum) = head.split_at_checked(head.len().saturating_sub(WORD)).ok_or_else(cut_off)?;
        if checksum(before).to_le_bytes() != sum {
            return Err(damaged("its end is not as it was written"));
        }
        let end = end_of_header(before)?.ok_or_else(|| damaged("its header has no end"))?;
        let header = TableHeader::read(&before[..end])?;
        let (Some(part), Form::Keys(form)) = (header.part, header.form.clone()) else {
            return Err(damaged("its header does not say which part it is"));
        };
        if header.bytes != blocks || header.index != (before.len() - end) as u64 {
            return Err(cut_off());
        }
        let (index, entries) = SortedIndex::read(&before[end..], &header, &form).map_err(damaged)?;
        let owns = |&(key, _): &(u128, u64)| owner_of(key, part.parts, part.by_whole_key) == part.number;
        if !index.heads.iter().all(owns) {
            return Err(damaged("it has positions of another part"));
        }
        let sorted = Sorted::new(index, entries, BlockStorage::At(source.into(), BEFORE), memory);
        Ok(OpenPart { name, header, form, part, sorted, bytes: size })
    }

    /// The difference to a part of another table; `None` if they are of the same one.
    fn other_than(&self, other: &OpenPart) -> Option<String> {
        let (one, two) = (&self.header, &other.header);
        let differ = |what: &str, one: &dyn std::fmt::Display, two: &dyn std::fmt::Display| {
            let (one, two) = (one.to_string(), two.to_string());
            (one != two).then(|| format!("with {what} {one} and {two}"))
        };
        let levels = |it: &OpenPart| format!("{:?}", it.form);
        differ("the games", &one.game, &two.game)
            .or_else(|| (one.rules != two.rules).then(|| "made with other rules".to_string()))
            .or_else(|| differ("the starts", &one.start, &two.start))
            .or_else(|| (one.merged != two.merged).then(|| "one with --merge".to_string()))
            .or_else(|| differ("numbers of parts", &self.part.parts, &other.part.parts))
            .or_else(|| {
                let same = self.part.by_whole_key == other.part.by_whole_key && levels(self) == levels(other);
                (!same).then(|| "made by other versions of Plywood".to_string())
            })
    }
}
