//! Sheets for classes, with the items that were solved under each name.

use redb::{ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction};

use super::{GameStore, GameStoreError, failed};

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
pub(super) fn open(transaction: &WriteTransaction) -> Result<(), GameStoreError> {
    transaction.open_table(SHEETS).map_err(failed)?;
    transaction.open_table(TIMES).map_err(failed)?;
    transaction.open_table(SOLVED).map_err(failed)?;
    Ok(())
}

/// Writes a change.
pub(super) fn write(transaction: &WriteTransaction, write: &SheetWrite) -> Result<(), GameStoreError> {
    let mut sheets = transaction.open_table(SHEETS).map_err(failed)?;
    let mut times = transaction.open_table(TIMES).map_err(failed)?;
    let mut solved = transaction.open_table(SOLVED).map_err(failed)?;
    match write {
        SheetWrite::Make { id, bytes, now } => {
            sheets.insert(id.as_str(), bytes.as_slice()).map_err(failed)?;
            times.insert(id.as_str(), now).map_err(failed)?;
        }
        SheetWrite::Solve { id, name, items, now } => {
            if sheets.get(id.as_str()).map_err(failed)?.is_none() {
                return Ok(());
            }
            let key = (id.as_str(), name.as_str());
            let before = solved.get(key).map_err(failed)?.map_or(0, |items| items.value());
            solved.insert(key, before | items).map_err(failed)?;
            times.insert(id.as_str(), now).map_err(failed)?;
        }
        SheetWrite::Drop { id } => {
            sheets.remove(id.as_str()).map_err(failed)?;
            times.remove(id.as_str()).map_err(failed)?;
            let end = end_of(id);
            solved.retain_in((id.as_str(), "")..(end.as_str(), ""), |_, _| false).map_err(failed)?;
        }
    }
    Ok(())
}

impl GameStore {
    /// A sheet.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn sheet(&self, id: &str) -> Result<Option<Vec<u8>>, GameStoreError> {
        self.file.with(|database| {
            let sheets = database.begin_read().map_err(failed)?.open_table(SHEETS).map_err(failed)?;
            Ok(sheets.get(id).map_err(failed)?.map(|bytes| bytes.value().to_vec()))
        })
    }

    /// The names on a sheet with their solved items, a bit each.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn solved(&self, id: &str) -> Result<Vec<(String, u64)>, GameStoreError> {
        self.file.with(|database| {
            let solved = database.begin_read().map_err(failed)?.open_table(SOLVED).map_err(failed)?;
            let end = end_of(id);
            let rows = solved.range((id, "")..(end.as_str(), "")).map_err(failed)?;
            rows.map(|row| {
                let (key, items) = row.map_err(failed)?;
                Ok((key.value().1.to_string(), items.value()))
            })
            .collect()
        })
    }

    /// The number of sheets, and the one that nobody has worked on for longest, with the time of that.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn idle_sheet(&self) -> Result<(u64, Option<(String, u64)>), GameStoreError> {
        self.file.with(|database| {
            let times = database.begin_read().map_err(failed)?.open_table(TIMES).map_err(failed)?;
            let mut idle: Option<(String, u64)> = None;
            for row in times.iter().map_err(failed)? {
                let (id, time) = row.map_err(failed)?;
                if idle.as_ref().is_none_or(|(_, least)| time.value() < *least) {
                    idle = Some((id.value().to_string(), time.value()));
                }
            }
            Ok((times.len().map_err(failed)?, idle))
        })
    }
}
