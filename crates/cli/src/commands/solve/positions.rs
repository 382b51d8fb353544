//! `solve --method enumerate -o FILE.csv` or `.parquet`: all positions with their values.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use plywood_rules::{Proved, threads};
use plywood_workshop::{Enumeration, Session, Trouble, ValuedPosition};

use crate::commands::batch::PositionTask;
use crate::files;
use crate::output::{Failure, csv_value};

/// A format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Text, a line for each position (RFC 4180).
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl RowFormat {
    /// The format that the ending of a file's name asks for.
    pub fn of(path: &Path) -> Option<RowFormat> {
        match &*files::ending(path) {
            "csv" => Some(RowFormat::Csv),
            "parquet" => Some(RowFormat::Parquet),
            _ => None,
        }
    }
}

/// Positions that are found while those before them are written.
const BATCH: usize = 1 << 12;

/// Batches that wait to be written.
const WAITING: usize = 4;

/// Gives the next batch: an empty one at the end, or if the work is to stop.
type NextBatch<'a> = dyn FnMut() -> Result<Vec<ValuedPosition>, Failure> + 'a;

type Batches = Receiver<Result<Vec<ValuedPosition>, Trouble>>;

/// Writes all positions of `found` to a file; at most `memory` bytes are held besides the table. Returns their number; `None` if the work was stopped, and then there is no file.
pub fn write(
    session: &dyn Session,
    found: &Enumeration,
    memory: u64,
    path: &Path,
    format: RowFormat,
    task: &PositionTask<'_>,
) -> Result<Option<u64>, Failure> {
    let mut positions = session.positions(found, memory, false)?;
    let progress = task.control.bar("writing positions", found.counts.positions);
    let stop = task.control.stop();
    let (sender, batches) = sync_channel(WAITING);
    let find = move || loop {
        let batch = positions.next_batch(BATCH, &stop);
        let is_last = batch.as_ref().map_or(true, Vec::is_empty);
        // Without a receiver the writer has failed.
        if sender.send(batch).is_err() || is_last {
            break;
        }
    };
    let mut written = 0;
    let whole = thread::scope(|scope| {
        if !threads::spawn(scope, Box::new(find)) {
            return Err(Failure::Failed("the system has no room for another thread".to_string()));
        }
        let mut next = rows(batches, task, |rows| {
            written += rows as u64;
            progress.reach(written);
        });
        files::replace(path, |out| {
            match format {
                RowFormat::Csv => csv(out, &mut next, path)?,
                RowFormat::Parquet => parquet(out, &mut next, path)?,
            }
            Ok(!task.control.is_raised())
        })
    })?;
    Ok(whole.then_some(written))
}

/// Gives one batch of the channel after the other, and says how many rows each has.
fn rows(
    batches: Batches,
    task: &PositionTask<'_>,
    mut given: impl FnMut(usize),
) -> impl FnMut() -> Result<Vec<ValuedPosition>, Failure> {
    move || {
        let batch =
            batches.recv().map_err(|_| Failure::Failed("not all positions were found".to_string()))??;
        given(batch.len());
        Ok(if task.control.is_raised() { Vec::new() } else { batch })
    }
}

fn csv(out: &mut (dyn Write + Send), next: &mut NextBatch<'_>, path: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::file("write", path, &error);
    out.write_all(b"position,ply,turn,value,proved,plies,moves\r\n").map_err(failed)?;
    loop {
        let batch = next()?;
        if batch.is_empty() {
            return Ok(());
        }
        for row in batch {
            let plies = row.plies().map_or(String::new(), |plies| plies.to_string());
            let (turn, number, proved) = (row.turn_word(), row.number() as i8, proved(&row));
            let ValuedPosition { position, ply, moves, .. } = row;
            let position = csv_value(position);
            write!(out, "{position},{ply},{turn},{number},{proved},{plies},{moves}\r\n").map_err(failed)?;
        }
    }
}

/// `win`, `draw` or `loss`: a table has nothing else.
fn proved(row: &ValuedPosition) -> &'static str {
    row.value.proved().map_or("", Proved::word)
}

/// The columns, under the names of [`csv`].
const COLUMNS: &str = "message positions {
    required binary position (UTF8);
    required int32 ply;
    required binary turn (UTF8);
    required int32 value (INTEGER(8,true));
    required binary proved (UTF8);
    optional int32 plies;
    required int32 moves;
}";

/// Rows that are held and written together, column by column.
const GROUP: usize = 16 * BATCH;

fn parquet(out: &mut (dyn Write + Send), next: &mut NextBatch<'_>, path: &Path) -> Result<(), Failure> {
    let failed = |error: ParquetError| match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => Failure::file("write", path, &error),
            Err(error) => Failure::Failed(format!("cannot write '{}': {error}", path.display())),
        },
        error => Failure::Failed(format!("cannot write '{}': {error}", path.display())),
    };
    let schema = parse_message_type(COLUMNS).expect("a constant text");
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let mut group = Vec::with_capacity(GROUP);
    loop {
        let batch = next()?;
        let is_last = batch.is_empty();
        group.extend(batch);
        if group.len() >= GROUP || is_last {
            let mut writer = file.next_row_group().map_err(failed)?;
            write_group(&mut writer, &mut group).map_err(failed)?;
            writer.close().map_err(failed)?;
        }
        if is_last {
            return file.close().map(drop).map_err(failed);
        }
    }
}

/// Writes these rows column by column, and removes them.
fn write_group<W: Write + Send>(
    out: &mut SerializedRowGroupWriter<'_, W>,
    rows: &mut Vec<ValuedPosition>,
) -> Result<(), ParquetError> {
    let texts = |of: fn(&mut ValuedPosition) -> ByteArray, rows: &mut Vec<ValuedPosition>| {
        rows.iter_mut().map(of).collect::<Vec<_>>()
    };
    let numbers = |of: fn(&ValuedPosition) -> i32| rows.iter().map(of).collect::<Vec<_>>();
    let ply = numbers(|row| row.ply as i32);
    let value = numbers(|row| row.number() as i32);
    let moves = numbers(|row| row.moves as i32);
    let plies: Vec<i32> = rows.iter().filter_map(ValuedPosition::plies).map(|plies| plies as i32).collect();
    let known: Vec<i16> = rows.iter().map(|row| row.plies().is_some().into()).collect();
    let position = texts(|row| std::mem::take(&mut row.position).into_bytes().into(), rows);
    let turn = texts(|row| row.turn_word().into(), rows);
    let proved = texts(|row| proved(row).into(), rows);
    rows.clear();
    write_texts(out, &position)?;
    write_numbers(out, &ply, None)?;
    write_texts(out, &turn)?;
    write_numbers(out, &value, None)?;
    write_texts(out, &proved)?;
    write_numbers(out, &plies, Some(&known))?;
    write_numbers(out, &moves, None)
}

fn write_texts<W: Write + Send>(
    out: &mut SerializedRowGroupWriter<'_, W>,
    values: &[ByteArray],
) -> Result<(), ParquetError> {
    let mut column = out.next_column()?.expect("as many columns as the schema has");
    column.typed::<ByteArrayType>().write_batch(values, None, None)?;
    column.close()
}

/// `known` is 1 for the rows that have a value, where some have none.
fn write_numbers<W: Write + Send>(
    out: &mut SerializedRowGroupWriter<'_, W>,
    values: &[i32],
    known: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = out.next_column()?.expect("as many columns as the schema has");
    column.typed::<Int32Type>().write_batch(values, known, None)?;
    column.close()
}
