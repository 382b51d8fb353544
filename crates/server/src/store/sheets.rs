//! Sheets for classes, with the items that were solved under each name.

use redb::{
    Database, Error, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};

const SHEETS: TableDefinition<&str, &[u8]> = TableDefinition::new("sheets");
/// When a sheet was made or last worked on, in milliseconds since 1970.
const TIMES: TableDefinition<&str, u64> = TableDefinition::new("sheet times");
/// The solved items of a sheet under a name, a bit each.
const SOLVED: TableDefinition<(&str, &str), u64> = TableDefinition::new("sheets solved");

/// A change of the sheets.
#[derive(Clone, Debug)]
pub enum SheetWrite {
    /// A new sheet.
    Make {
        /// Its name.
        id: String,
        /// The whole of it.
        bytes: Vec<u8>,
        /// The time, in milliseconds since 1970.
        now: u64,
    },
    /// Items are solved under a name. A sheet that is no more stays so.
    Solve {
        /// The sheet.
        id: String,
        /// The name.
        name: String,
        /// The items, a bit each.
        items: u64,
        /// The time, in milliseconds since 1970.
        now: u64,
    },
    /// A sheet and all that is known of it goes.
    Drop {
        /// Its name.
        id: String,
    },
}

/// The first name after that of a sheet: rows are in the order of their sheets.
fn end_of(id: &str) -> String {
    format!("{id}\0")
}

/// Makes the tables that are not there yet.
pub(super) fn open(transaction: &WriteTransaction) -> Result<(), Error> {
    transaction.open_table(SHEETS)?;
    transaction.open_table(TIMES)?;
    transaction.open_table(SOLVED)?;
    Ok(())
}

/// Writes a change.
pub(super) fn write(transaction: &WriteTransaction, write: &SheetWrite) -> Result<(), Error> {
    let mut sheets = transaction.open_table(SHEETS)?;
    let mut times = transaction.open_table(TIMES)?;
    let mut solved = transaction.open_table(SOLVED)?;
    match write {
        SheetWrite::Make { id, bytes, now } => {
            sheets.insert(id.as_str(), bytes.as_slice())?;
            times.insert(id.as_str(), now)?;
        }
        SheetWrite::Solve { id, name, items, now } => {
            if sheets.get(id.as_str())?.is_none() {
                return Ok(());
            }
            let key = (id.as_str(), name.as_str());
            let before = solved.get(key)?.map_or(0, |items| items.value());
            solved.insert(key, before | items)?;
            times.insert(id.as_str(), now)?;
        }
        SheetWrite::Drop { id } => {
            sheets.remove(id.as_str())?;
            times.remove(id.as_str())?;
            let end = end_of(id);
            solved.retain_in((id.as_str(), "")..(end.as_str(), ""), |_, _| false)?;
        }
    }
    Ok(())
}

/// A sheet.
pub(super) fn sheet(database: &Database, id: &str) -> Result<Option<Vec<u8>>, Error> {
    let sheets = database.begin_read()?.open_table(SHEETS)?;
    Ok(sheets.get(id)?.map(|bytes| bytes.value().to_vec()))
}

/// The names on a sheet with their solved items, a bit each.
pub(super) fn solved(database: &Database, id: &str) -> Result<Vec<(String, u64)>, Error> {
    let solved = database.begin_read()?.open_table(SOLVED)?;
    let end = end_of(id);
    let mut found = Vec::new();
    for row in solved.range((id, "")..(end.as_str(), ""))? {
        let (key, items) = row?;
        found.push((key.value().1.to_string(), items.value()));
    }
    Ok(found)
}

/// The number of sheets, and the one that was idle for longest, with the time of the last work on it.
pub(super) fn idle(database: &Database) -> Result<(u64, Option<(String, u64)>), Error> {
    let times = database.begin_read()?.open_table(TIMES)?;
    let mut idle: Option<(String, u64)> = None;
    for row in times.iter()? {
        let (id, time) = row?;
        if idle.as_ref().is_none_or(|(_, least)| time.value() < *least) {
            idle = Some((id.value().to_string(), time.value()));
        }
    }
    Ok((times.len()?, idle))
}
