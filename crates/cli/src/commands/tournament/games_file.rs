//! The records of a tournament's games, written as they are finished: a tournament that was interrupted goes on from them.
//!
//! The file begins with a comment that has the rules of the tournament. After it come the records, two at a time: a pair of games
//! with sides swapped. A pair is written at once, so that a kill can leave only the last one unfinished; that one is dropped.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_erased::Record;
use plywood_rules::text::cleaned;

use crate::files;
use crate::output::Failure;
use crate::save::RECORDS;

/// The first line of the comment at the beginning: the format and its version.
const HEADER: &str = "{ plywood tournament 2\n";

/// The first line of versions in which the bot `alphabeta` was what `engine` is now. In such a file it still is.
const FORMER_HEADER: &str = "{ plywood tournament 1\n";

/// The end of that comment, which is in no description.
const END: &str = "}\n\n";

/// The interval at which the disk is asked to keep what was written. A kill loses nothing of it, a power failure this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The advice while another process has the file.
const IN_USE: &str = "wait for it, or keep the games in another file: --records FILE";

/// The records of a tournament's games, open for more. No other process can write to it.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    /// The first line of the file.
    header: &'static str,
    synced: Instant,
    /// True if the rules in it are those before the tournament grew.
    is_old: bool,
}

impl GamesFile {
    /// Opens the file at `path`, or makes it, for the tournament of this description. Returns it with the records of all finished
    /// pairs in it.
    pub fn open(path: &Path, description: &str) -> Result<(GamesFile, Vec<Record>), Failure> {
        files::check_no_brain(path)?;
        if !path.exists() {
            files::check_kind(path, RECORDS, &["txt", "games"])?;
        }
        let mut file = files::lock(path, IN_USE)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| Failure::file("open", path, &error))?;
        // A torn end may be in the middle of a character.
        let text = String::from_utf8_lossy(&bytes);
        let clean = cleaned(&text);
        if clean != text && [HEADER, FORMER_HEADER].iter().any(|header| clean.starts_with(header)) {
            // An editor has written it in its own way. The old file stays locked meanwhile, but where an open one stays as it is.
            #[cfg(windows)]
            drop(file);
            files::write(path, |out| out.write_all(clean.as_bytes()))?;
            return GamesFile::open(path, description);
        }
        let header = if text.starts_with(FORMER_HEADER) { FORMER_HEADER } else { HEADER };
        let mut games =
            GamesFile { path: path.to_path_buf(), file, header, synced: Instant::now(), is_old: false };
        let begun = match text.strip_prefix(header) {
            Some(rest) => rest.split_once(END).filter(|(_, records)| whole_pairs(records) > 0),
            None if [HEADER, FORMER_HEADER].iter().any(|header| header.starts_with(&*text)) => None,
            None => return Err(no_games(path)),
        };
        // Without a whole pair nothing was played, and its rules may be others now.
        let Some((rules, records)) = begun else {
            games.cut(0)?;
            games.header = HEADER;
            games.write(&games.beginning(description))?;
            return Ok((games, Vec::new()));
        };
        if rules != description {
            check_growth(rules, description).map_err(|reason| differs(path, rules, description, &reason))?;
            games.is_old = true;
        }
        let kept = &records[..whole_pairs(records)];
        let read = Record::read_all(kept).map_err(|error| {
            Failure::Wrong(format!(
                "{}: after the rules, {error}; mend it, or name another file",
                path.display()
            ))
        })?;
        games.cut((header.len() + rules.len() + END.len() + kept.len()) as u64)?;
        Ok((games, read))
    }

    /// True if an earlier version began the file, in which bots had the names that [`former_bot`](plywood_workshop::former_bot) reads.
    pub fn is_former(&self) -> bool {
        self.header == FORMER_HEADER
    }

    /// The beginning of the file of a tournament with this description.
    fn beginning(&self, description: &str) -> String {
        format!("{}{description}{END}", self.header)
    }

    /// Writes a file of a tournament with this description and these games.
    pub fn write_new<'a>(
        path: &Path,
        description: &str,
        records: impl Iterator<Item = &'a Record>,
    ) -> Result<(), Failure> {
        let mut text = format!("{HEADER}{description}{END}");
        text.extend(records.map(Record::to_text));
        files::write(path, |out| out.write_all(text.as_bytes()))
    }

    /// Writes the file anew, with these records, if its rules are not those of this description yet. At any moment it has either the
    /// old rules or the new ones, and all games.
    pub fn renew<'a>(
        &mut self,
        description: &str,
        records: impl Iterator<Item = &'a Record>,
    ) -> Result<(), Failure> {
        if !self.is_old {
            return Ok(());
        }
        let mut text = self.beginning(description);
        text.extend(records.map(Record::to_text));
        // Windows does not replace an open file on every disk.
        #[cfg(windows)]
        {
            self.file = File::open("NUL").map_err(|error| Failure::file("open", &self.path, &error))?;
        }
        files::write(&self.path, |out| out.write_all(text.as_bytes()))?;
        // The old file stays locked until the new one is, but on Windows.
        let mut file = files::lock(&self.path, IN_USE)?;
        file.seek(SeekFrom::End(0)).map_err(|error| Failure::file("open", &self.path, &error))?;
        self.file = file;
        self.is_old = false;
        Ok(())
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

/// Checks that a tournament of which games were played has only grown, so that its games are those that it would have had if it had
/// been planned so.
///
/// # Errors
/// If it has not: says how tournaments of its kind may change.
fn check_growth(old: &str, new: &str) -> Result<(), String> {
    let (old, new) = (settings(old), settings(new));
    let format = old.first().map_or("", |(_, format)| *format);
    let kind = format.split(',').next().unwrap_or_default();
    let is_free = matches!(kind, "round-robin" | "gauntlet");
    let number = |value: &str| value.rsplit(' ').next().and_then(|number| number.parse::<u32>().ok());
    let has_grown = |name: &str, before: &str, now: &str| match name {
        "pairs" => is_free && number(now) > number(before),
        "format" => kind == "swiss" && now.starts_with("swiss,") && number(now) > number(before),
        _ => false,
    };
    let is_player = |name: &str| name.starts_with("player '");
    let old_players = old.iter().filter(|(name, _)| is_player(name));
    let new_players: Vec<_> = new.iter().filter(|(name, _)| is_player(name)).collect();
    let players_stay = old_players.clone().zip(&new_players).all(|(old, new)| old == *new);
    let joined = new_players.len().checked_sub(old_players.count());
    let others = |all: &[(String, &str)]| {
        all.iter()
            .filter(|(name, _)| !is_player(name))
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect::<Vec<_>>()
    };
    let (old, new) = (others(&old), others(&new));
    let fits = |((name, before), (other, now)): (&(String, String), &(String, String))| {
        name == other && (before == now || has_grown(name, before, now))
    };
    let rest_fits = old.len() == new.len() && old.iter().zip(&new).all(fits);
    if players_stay && rest_fits && joined.is_some_and(|joined| joined == 0 || is_free) {
        return Ok(());
    }
    Err(match kind {
        "swiss" => "a Swiss tournament under way may only get more rounds, as who meets whom follows from the results",
        "knockout" => "a knockout under way keeps its rules and players, as who meets whom follows from the results",
        _ => "a round robin or gauntlet may only get more pairs, and more players after the others",
    }
    .to_string())
}

/// The error for a file that is of no tournament.
fn no_games(path: &Path) -> Failure {
    Failure::Wrong(format!(
        "'{}' holds no games of a tournament, and is left as it is; name another file: --records FILE",
        path.display()
    ))
}

/// The error for a file of another tournament: names all settings that differ, and what may.
fn differs(path: &Path, old: &str, new: &str, reason: &str) -> Failure {
    Failure::Wrong(format!(
        "the games in '{}' are of a tournament with other rules: {}; undo the change, or keep the new games in another \
         file: --records FILE ({reason})",
        path.display(),
        changes(old, new)
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
