//! Rows that are kept from one visit to the next, with a key each.

use plywood_page::play::GameSnapshot;
use plywood_page::protocol::RecordView;
use plywood_workshop::former_bot;

use crate::outside::Outside;

/// The rows that were kept, read.
pub enum KeptRow {
    /// A game that was going on.
    Table(Box<GameSnapshot>),
    /// A finished game, and its place in the order.
    Record(u64, Box<RecordView>),
}

const TABLE: &str = "table/";
const RECORD: &str = "record/";
const BRAIN: &str = "brain/";

impl KeptRow {
    /// Reads a row; `None` if it is a row of a brain, which is put back, or none of this version.
    pub fn read(key: &str, value: &[u8]) -> Option<KeptRow> {
        if key.starts_with(TABLE) {
            return Some(KeptRow::Table(Box::new(GameSnapshot::from_bytes(value, former_bot).ok()?)));
        }
        if let Some(number) = key.strip_prefix(RECORD) {
            return Some(KeptRow::Record(
                number.parse().ok()?,
                Box::new(serde_json::from_slice(value).ok()?),
            ));
        }
        brains::put_back(key.strip_prefix(BRAIN)?, value);
        None
    }
}

/// Keeps a game that is going on.
pub fn keep_table(outside: &dyn Outside, snapshot: &GameSnapshot) {
    outside.keep(&format!("{TABLE}{}", snapshot.id), Some(&snapshot.to_bytes()));
}

/// Drops a game that was removed.
pub fn drop_table(outside: &dyn Outside, id: &str) {
    outside.keep(&format!("{TABLE}{id}"), None);
}

/// Keeps a finished game.
pub fn keep_record(outside: &dyn Outside, number: u64, record: &RecordView) {
    let text = serde_json::to_vec(record).expect("a record can always be written");
    outside.keep(&format!("{RECORD}{number}"), Some(&text));
}

/// Drops a finished game.
pub fn drop_record(outside: &dyn Outside, number: u64) {
    outside.keep(&format!("{RECORD}{number}"), None);
}

/// Keeps the rows that brains have changed since the last call.
pub fn keep_brains(outside: &dyn Outside) {
    for (key, value) in brains::take_changes() {
        outside.keep(&format!("{BRAIN}{key}"), value.as_deref());
    }
}

/// Rows of brains, by the file and the key as hexadecimal digits.
#[cfg(target_family = "wasm")]
mod brains {
    use plywood_workshop::brain_files::{self, FileRow};

    pub fn put_back(name: &str, value: &[u8]) {
        let Some((path, digits)) = name.rsplit_once('#') else { return };
        let byte = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        if let Some(key) = (0..digits.len()).step_by(2).map(byte).collect() {
            brain_files::put_back(path.as_ref(), key, value.to_vec());
        }
    }

    pub fn take_changes() -> impl Iterator<Item = (String, Option<Vec<u8>>)> {
        let named = |FileRow { path, key, value }: FileRow| {
            let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            (format!("{}#{digits}", path.display()), value)
        };
        brain_files::take_changes().into_iter().map(named)
    }
}

/// Elsewhere brains are files.
#[cfg(not(target_family = "wasm"))]
mod brains {
    pub fn put_back(_: &str, _: &[u8]) {}

    pub fn take_changes() -> impl Iterator<Item = (String, Option<Vec<u8>>)> {
        std::iter::empty()
    }
}
