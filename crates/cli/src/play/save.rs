//! Adding records to a file.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plywood_session::Record;

use crate::files;
use crate::output::Failure;

/// Adds `record`, dated today, to the file at `path`, which is made if it is not there. What is in it already
/// is never touched, and nothing is added to a brain; when this returns, the record is on the disk.
pub fn append(path: &Path, record: Record) -> Result<(), Failure> {
    append_all(path, [record])
}

/// [`append`] for many records at once.
pub fn append_all(path: &Path, records: impl IntoIterator<Item = Record>) -> Result<(), Failure> {
    files::check_no_brain(path)?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let date = date(seconds);
    let mut text = String::new();
    for mut record in records {
        record.set_tag("Date", date.clone());
        text.push_str(&record.to_text());
    }
    let write = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| Failure::file("save to", path, &error))
}

/// The day in the form 2026-11-21 (UTC), by the civil-from-days algorithm: a year begins in March, so that the
/// leap day is its last, and 400 years have 146097 days.
fn date(seconds_since_1970: u64) -> String {
    let days = seconds_since_1970 / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        let cases = [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_251_200, "2024-03-01"),
            (1_795_219_200, "2026-11-21"),
        ];
        for (seconds, expected) in cases {
            assert_eq!(date(seconds), expected);
        }
    }
}
