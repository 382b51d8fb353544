//! The records of a tournament's games, written as they are finished: a tournament that was interrupted goes on from them.
//!
//! The file begins with a comment that has the rules of the tournament. After it come the records, two at a time: a pair of games
//! with sides swapped. A pair is written at once, so that a kill can leave only the last one unfinished; that one is dropped.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_erased::Record;
use plywood_rules::text::cleaned;

use crate::files;
use crate::output::Failure;
use crate::save::RECORDS;

/// The first line of the comment at the beginning: the format and its version.
const HEADER: &str = "{ plywood tournament 1\n";

/// The interval at which the disk is asked to keep what was written. A kill loses nothing of it, a power failure this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The records of a tournament's games, open for more. No other process can write to it.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl GamesFile {
    /// Opens the file at `path`, or makes it, for the tournament of this description. Returns it with the records of all finished
    /// pairs in it.
    pub fn open(path: &Path, description: &str) -> Result<(GamesFile, Vec<Record>), Failure> {
        files::check_no_brain(path)?;
        if !path.exists() {
            files::check_kind(path, RECORDS, &["txt", "games"])?;
        }
        let failed = |error| Failure::file("open", path, &error);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Failed(format!(
                    "'{}' is in use by another process; wait for it, or keep the games in another file: --records FILE",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        // A torn end may be in the middle of a character.
        let text = String::from_utf8_lossy(&bytes);
        let header = format!("{HEADER}{description}}}\n\n");
        let clean = cleaned(&text);
        if clean != text && clean.starts_with(&header) {
            // An editor has written it in its own way.
            drop(file);
            files::write(path, |out| out.write_all(clean.as_bytes()))?;
            return GamesFile::open(path, description);
        }
        let mut games = GamesFile { path: path.to_path_buf(), file, synced: Instant::now() };
        if header.starts_with(&*text) {
            games.cut(0)?;
            games.write(&header)?;
            return Ok((games, Vec::new()));
        }
        let Some(records) = text.strip_prefix(&header) else { return Err(differs(path, &text, description)) };
        let kept = &records[..whole_pairs(records)];
        let read = Record::read_all(kept).map_err(|error| {
            Failure::Wrong(format!(
                "{}: after the rules, {error}; mend it, or name another file",
                path.display()
            ))
        })?;
        games.cut((header.len() + kept.len()) as u64)?;
        Ok((games, read))
    }

    /// Adds a pair of games.
    pub fn add(&mut self, pair: [&Record; 2]) -> Result<(), Failure> {
        self.write(&pair.map(Record::to_text).concat())?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Returns when all that was written is on the disk.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| Failure::file("save to", &self.path, &error))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| Failure::file("save to", &self.path, &error))
    }

    /// Drops everything from this byte on.
    fn cut(&mut self, length: u64) -> Result<(), Failure> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| Failure::file("save to", &self.path, &error))
    }
}

/// The length of the whole pairs of records at the beginning of a text.
fn whole_pairs(text: &str) -> usize {
    let mut end = 0;
    while let Some(next) = record_end(text, end).and_then(|middle| record_end(text, middle)) {
        end = next;
    }
    end
}

/// The end of the whole record that begins at `from`: its tags, an empty line, its moves, an empty line.
fn record_end(text: &str, from: usize) -> Option<usize> {
    const EMPTY_LINE: &str = "\n\n";
    let moves = from + text[from..].find(EMPTY_LINE)? + EMPTY_LINE.len();
    let end = moves + text[moves..].find(EMPTY_LINE)? + EMPTY_LINE.len();
    text[from..].starts_with("[Game ").then_some(end)
}

/// A setting of a tournament in its description: the name, and the value; a game and a player are part of the name.
fn settings(description: &str) -> Vec<(String, &str)> {
    let mut game = "";
    let setting = |line| {
        let (key, value) = str::split_once(line, ": ").unwrap_or((line, ""));
        match key {
            "game" => {
                game = value;
                (format!("game '{value}'"), "")
            }
            "openings" => (format!("openings of '{game}'"), value),
            "player" => {
                let (name, bot) = value.split_once(" = ").unwrap_or((value, ""));
                (format!("player '{name}'"), bot)
            }
            _ => (key.to_string(), value),
        }
    };
    description.lines().map(setting).collect()
}

/// The differences between two descriptions of tournaments, in words.
fn changes(old: &str, new: &str) -> String {
    let (old, new) = (settings(old), settings(new));
    let value = |settings: &[(String, &str)], name: &str| {
        settings.iter().find(|(other, _)| other == name).map(|(_, value)| value.to_string())
    };
    let of = |value: &str| if value.is_empty() { String::new() } else { format!(" ({value})") };
    let mut changes = Vec::new();
    for (name, before) in &old {
        match value(&new, name) {
            None => changes.push(format!("{name}{} is gone", of(before))),
            Some(now) if now != *before => changes.push(format!("{name} was '{before}' and is '{now}'")),
            Some(_) => {}
        }
    }
    let added = new.iter().filter(|(name, _)| value(&old, name).is_none());
    changes.extend(added.map(|(name, now)| format!("{name}{} is new", of(now))));
    if changes.is_empty() {
        let moved = old.iter().zip(&new).find(|(old, new)| old != new);
        changes.extend(
            moved.map(|((old, _), (new, _))| format!("{new} is now where {old} was: the order counts")),
        );
    }
    changes.join("; ")
}

/// The error for a file of another tournament: names all settings that differ.
fn differs(path: &Path, text: &str, description: &str) -> Failure {
    let Some(rest) = text.strip_prefix(HEADER) else {
        return Failure::Wrong(format!(
            "'{}' holds no games of a tournament, and is left as it is; name another file: --records FILE",
            path.display()
        ));
    };
    let old = rest.split_once('}').map_or(rest, |(old, _)| old);
    Failure::Wrong(format!(
        "the games in '{}' are of a tournament with other rules: {}; undo the change, or keep the new games in another \
         file: --records FILE",
        path.display(),
        changes(old, description)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: usize) -> Record {
        let mut record = Record { moves: vec![format!("m{number}"), "[x".to_string()], ..Record::default() };
        record.set_tag("Game", "tree:lesson.txt");
        record.set_tag("First", "é");
        record
    }

    /// Each change is named, with what was there before, and nothing that stayed.
    #[test]
    fn what_has_changed_is_named() {
        let old = "format: swiss, rounds 3\npairs: 1\ngame: hex\nopenings: none\nplayer: a = random\nplayer: b = mcts\nclock: none\nseed: 1\n";
        for (from, to, expected) in [
            ("seed: 1", "seed: 2", "seed was '1' and is '2'"),
            ("player: a = random\n", "", "player 'a' (random) is gone"),
            ("clock", "player: c = rules\nclock", "player 'c' (rules) is new"),
            ("b = mcts", "b = mcts:time=1s", "player 'b' was 'mcts' and is 'mcts:time=1s'"),
            (
                "openings: none\n",
                "openings: none\ngame: nim\nopenings: random:1\n",
                "game 'nim' is new; openings of 'nim' (random:1) is new",
            ),
            ("openings: none", "openings: all:2", "openings of 'hex' was 'none' and is 'all:2'"),
            (
                "player: a = random\nplayer: b = mcts",
                "player: b = mcts\nplayer: a = random",
                "player 'b' is now where player 'a' was: the order counts",
            ),
            (
                "clock: none\nseed: 1",
                "clock: 1 s + 0 s\nseed: 7",
                "clock was 'none' and is '1 s + 0 s'; seed was '1' and is '7'",
            ),
        ] {
            assert_eq!(changes(old, &old.replace(from, to)), expected);
        }
    }

    #[test]
    fn a_file_that_is_cut_anywhere_keeps_its_whole_pairs() {
        let dir = std::env::temp_dir().join(format!("plywood-games-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("league.games");
        let (mut file, none) = GamesFile::open(&path, "format: swiss\n").unwrap();
        assert!(none.is_empty());
        for pair in 0..3 {
            file.add([&record(2 * pair), &record(2 * pair + 1)]).unwrap();
        }
        drop(file);
        let whole = std::fs::read(&path).unwrap();
        let mut most = 0;
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut file, kept) = GamesFile::open(&path, "format: swiss\n").unwrap();
            assert_eq!(kept, (0..kept.len()).map(record).collect::<Vec<_>>());
            assert!(kept.len() % 2 == 0 && kept.len() >= most);
            most = kept.len();
            // It goes on where the whole pairs end.
            for pair in kept.len() / 2..3 {
                file.add([&record(2 * pair), &record(2 * pair + 1)]).unwrap();
            }
            drop(file);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
        }
        assert_eq!(most, 6);
        let of_an_editor = format!("\u{feff}{}", String::from_utf8_lossy(&whole).replace('\n', "\r\n"));
        std::fs::write(&path, of_an_editor).unwrap();
        drop(GamesFile::open(&path, "format: swiss\n").unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), whole, "marks and ends of lines are dropped");
        let failed = |description: &str| match GamesFile::open(&path, description) {
            Err(Failure::Wrong(reason) | Failure::Failed(reason)) => reason,
            _ => panic!("it was opened"),
        };
        assert!(
            failed("format: knockout\n").contains("other rules: format was 'swiss' and is 'knockout'; undo")
        );
        let open = GamesFile::open(&path, "format: swiss\n").unwrap();
        assert!(failed("format: swiss\n").contains("in use by another process"));
        drop(open);
        std::fs::write(&path, "[Game \"hex\"]\n\n1. a1\n\n").unwrap();
        assert!(failed("format: swiss\n").contains("holds no games of a tournament"));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
