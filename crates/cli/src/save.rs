//! Adding records to a file.

use std::fs::OpenOptions;
use std::io::{BufRead as _, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plywood_erased::{Record, date};

use crate::files;
use crate::output::Failure;

/// The contents of a file of records, for a person.
pub const RECORDS: &str = "a file of records of games";

/// Adds `record`, dated today, to the file at `path`, which is made if it is not there. What is in it already
/// is never touched, and nothing is added to a brain; when this returns, the record is on the disk.
pub fn append(path: &Path, record: Record) -> Result<(), Failure> {
    append_all(path, [record])
}

/// [`append`] for many records at once.
pub fn append_all(path: &Path, records: impl IntoIterator<Item = Record>) -> Result<(), Failure> {
    files::check_no_brain(path)?;
    match path.exists() {
        true => check_records(path)?,
        false => files::check_kind(path, RECORDS, &["txt", "games"])?,
    }
    let text = dated_text(records);
    let write = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| Failure::file("save to", path, &error))
}

/// Refuses a file that does not begin as records do: with a tag, or with a comment.
fn check_records(path: &Path) -> Result<(), Failure> {
    // Other things than files would be waited for, and writing reports the error of a file that cannot be read.
    let first = match path.is_file().then(|| files::open_text(path)) {
        Some(Ok(text)) => text.lines().find(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty())),
        _ => None,
    };
    match first {
        Some(line) if !line.as_ref().is_ok_and(|line| line.trim_start().starts_with(['[', ';'])) => {
            let file = path.display();
            Err(Failure::Wrong(format!("'{file}' is no file of records of games; write to another file")))
        }
        _ => Ok(()),
    }
}

/// The text of a file of these records, dated today.
pub fn dated_text(records: impl IntoIterator<Item = Record>) -> String {
    let date = date(since_1970().as_secs());
    let dated = records.into_iter().map(|mut record| {
        record.set_tag("Date", date.clone());
        record.to_text()
    });
    dated.collect()
}

/// The time since the beginning of 1970; zero if the clock is wrong.
pub fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
