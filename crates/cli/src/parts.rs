//! Files of parts of the work of a command, and what they say together.
//!
//! The work is numbered items: pairs of games, positions, lines. None depends on another one, so that it does not matter which part
//! has it. The first line of a file is its head, as JSON. Then comes each finished item, its number and its JSON, in any order, and
//! a line `end` when the part is complete. Lines are only added: a kill can leave only the last one unfinished, and it is dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_rules::Stop;
use plywood_workshop::WorkPart;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::args::PartArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, quoted};

/// The version of the format.
const FORMAT: u32 = 1;

/// The beginning of every file.
const BEGINNING: &str = "{\"plywood_part\":";

/// The last line of a complete part.
const END: &str = "end";

/// The interval at which the disk is asked to keep what was written. A kill loses nothing of it, a power failure this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartHead {
    /// The version of the format.
    plywood_part: u32,
    /// The version of the program: another one may play other moves.
    version: String,
    /// The part, `3/10`.
    part: String,
    /// The command without the part.
    command: Vec<String>,
    /// All that the items depend on, a setting a line.
    settings: String,
}

/// A file as it was read.
struct ReadPart {
    head: PartHead,
    part: WorkPart,
    /// The JSON of the finished items.
    items: BTreeMap<u64, String>,
    is_complete: bool,
}

impl ReadPart {
    /// Reads whole lines; `None` if there are none.
    fn read(path: &Path, lines: &[u8]) -> Result<Option<ReadPart>, Failure> {
        let wrong = |reason: String| Err(Failure::Wrong(format!("{}: {reason}", path.display())));
        let damaged =
            |line: usize| wrong(format!("line {line} is damaged; remove the file and make it again"));
        if !lines.is_empty() && !lines.starts_with(BEGINNING.as_bytes()) {
            return wrong(
                "it is no part of the work of a command; name a file that --part wrote".to_string(),
            );
        }
        let lines = match str::from_utf8(lines) {
            Ok(lines) => lines,
            Err(error) => return damaged(lines[..error.valid_up_to()].split(|&it| it == b'\n').count()),
        };
        let mut all = (1..).zip(lines.lines());
        let Some((_, first)) = all.next() else { return Ok(None) };
        let Ok(head) = serde_json::from_str::<PartHead>(first) else { return damaged(1) };
        if (head.plywood_part, &*head.version) != (FORMAT, env!("CARGO_PKG_VERSION")) {
            return wrong(format!(
                "it was made by Plywood {}, and this is {}; use one version for all parts, as another one may play other moves",
                head.version,
                env!("CARGO_PKG_VERSION")
            ));
        }
        let Ok(part) = head.part.parse::<WorkPart>() else { return damaged(1) };
        let mut read = ReadPart { head, part, items: BTreeMap::new(), is_complete: false };
        for (number, line) in all {
            if line == END {
                read.is_complete = true;
                continue;
            }
            let item = line.split_once(' ').and_then(|(item, json)| Some((item.parse().ok()?, json)));
            match item.filter(|(item, _)| part.has(*item)) {
                Some((item, json)) => read.items.insert(item, json.to_string()),
                None => return damaged(number),
            };
        }
        Ok(Some(read))
    }
}

/// The whole lines of a file, without a torn end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)]
}

/// The first differences between two descriptions.
fn differences(one: &str, other: &str) -> String {
    const LISTED: usize = 3;
    let (ones, others): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let line = |lines: &[&str], place: usize| lines.get(place).copied().unwrap_or_default().to_string();
    let pairs = (0..ones.len().max(others.len())).map(|place| (line(&ones, place), line(&others, place)));
    let differ = pairs.filter(|(one, other)| one != other);
    differ.take(LISTED).map(|(one, other)| format!("'{one}' and '{other}'")).collect::<Vec<_>>().join(", ")
}

/// The file of a part, open for more items. No other process can write to it.
pub struct PartFile {
    path: PathBuf,
    file: File,
    part: WorkPart,
    items: BTreeMap<u64, String>,
    is_complete: bool,
    synced: Instant,
    /// The first failure to write.
    failure: Option<Failure>,
}

impl PartFile {
    /// Opens the file that the arguments name, or makes it, for work with these settings: all that its items depend on, a line each.
    /// `None` if no part is asked for.
    pub fn open(args: &PartArgs, settings: &str) -> Result<Option<PartFile>, Failure> {
        let Some(part) = args.part else { return Ok(None) };
        let default = || PathBuf::from(file_name(part));
        let path = args.part_file.clone().unwrap_or_else(default);
        files::check_no_brain(&path)?;
        let mut file = files::lock(&path, "wait for it, or name another file: --part-file FILE")?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| Failure::file("open", &path, &error))?;
        let lines = whole_lines(&bytes);
        // A torn head is written again; something else without an end of line is not touched.
        let is_begun = BEGINNING.as_bytes().starts_with(&bytes[..bytes.len().min(BEGINNING.len())]);
        let read = ReadPart::read(&path, if lines.is_empty() && !is_begun { &bytes } else { lines })?;
        let head = PartHead {
            plywood_part: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            part: part.to_string(),
            command: args.command.clone(),
            settings: settings.to_string(),
        };
        let (items, is_complete) = match read {
            Some(read) if read.part != part || read.head.settings != settings => {
                let there = format!("part: {}\n{}", read.part, read.head.settings);
                return Err(Failure::Wrong(format!(
                    "'{}' has a part of other work: {} differ; name another file: --part-file FILE",
                    path.display(),
                    differences(&there, &format!("part: {part}\n{settings}"))
                )));
            }
            Some(read) => (read.items, read.is_complete),
            None => (BTreeMap::new(), false),
        };
        let mut part_file =
            PartFile { path, file, part, items, is_complete, synced: Instant::now(), failure: None };
        let end = lines.len() as u64;
        let is_new = lines.is_empty();
        let cut = part_file.file.set_len(end).and_then(|()| part_file.file.seek(SeekFrom::Start(end)));
        cut.map_err(|error| Failure::file("save to", &part_file.path, &error))?;
        if is_new {
            part_file.write(&format!("{}\n", json!(head)))?;
        }
        Ok(Some(part_file))
    }

    /// The part.
    pub fn part(&self) -> WorkPart {
        self.part
    }

    /// The number of finished items.
    pub fn len(&self) -> u64 {
        self.items.len() as u64
    }

    /// True if the item of this number is finished.
    pub fn has(&self, number: u64) -> bool {
        self.items.contains_key(&number)
    }

    /// The finished items, by their numbers.
    pub fn items<T: DeserializeOwned>(&self) -> Result<BTreeMap<u64, T>, Failure> {
        read_items(&self.items).map_err(|failure| failure.about(&self.path.display().to_string()))
    }

    /// Adds a finished item. If it cannot be written, the work is stopped, and [`PartFile::finish`] says why.
    pub fn add<T: Serialize>(&mut self, number: u64, item: &T, stop: &Stop) {
        if self.failure.is_some() {
            return;
        }
        let text = serde_json::to_string(item).expect("its parts are texts, numbers and lists");
        let mut added = self.write(&format!("{number} {text}\n"));
        if self.synced.elapsed() >= SYNC_EVERY {
            added = added.and_then(|()| self.sync());
        }
        match added {
            Ok(()) => _ = self.items.insert(number, String::new()),
            Err(failure) => {
                self.failure = Some(failure);
                stop.raise();
            }
        }
    }

    /// True if all items of the part are finished, where there are `total` of the whole work.
    pub fn has_all(&self, total: u64) -> bool {
        self.len() == self.part.count(total)
    }

    /// Ends the file if it has all of its items, after work with this result. Says what is in it.
    pub fn finish(
        mut self,
        result: Result<(), Failure>,
        is_whole: bool,
        noun: &str,
        json: bool,
    ) -> CommandResult {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        result?;
        if is_whole && !self.is_complete {
            self.write(&format!("{END}\n"))?;
        }
        self.sync()?;
        let (part, file, done) = (self.part, self.path.display().to_string(), self.len());
        let answer = || json!({ "part": part.number(), "of": part.of(), "file": file, "done": done, "complete": is_whole });
        let output =
            Output::either(json, answer, || format!("part {part}: {} in '{file}'\n", counted(done, noun)));
        Ok(match is_whole {
            true => output,
            false => {
                output.incomplete(format!("stopped before part {part} was done; the same command goes on"))
            }
        })
    }

    fn sync(&mut self) -> Result<(), Failure> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| Failure::file("save to", &self.path, &error))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| Failure::file("save to", &self.path, &error))
    }
}

/// The name of the file of a part.
fn file_name(part: WorkPart) -> String {
    format!("{}-of-{}.part", part.number(), part.of())
}

fn read_items<T: DeserializeOwned>(items: &BTreeMap<u64, String>) -> Result<BTreeMap<u64, T>, Failure> {
    let read = items.iter().map(|(&number, text)| match serde_json::from_str(text) {
        Ok(item) => Ok((number, item)),
        Err(error) => Err(Failure::Wrong(format!("item {number} is damaged: {error}"))),
    });
    read.collect()
}

/// All parts of the work of a command.
pub struct MergedParts {
    /// The command, without the name of the program.
    pub command: Vec<String>,
    settings: String,
    items: BTreeMap<u64, String>,
}

impl MergedParts {
    /// Reads the files of all parts, in any order.
    ///
    /// # Errors
    /// If one is damaged or of other work than another one, or a part is missing or not complete: then with the command that makes it.
    pub fn read(paths: &[PathBuf]) -> Result<MergedParts, Failure> {
        let mut files = Vec::new();
        for path in paths {
            let bytes = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
            let read = ReadPart::read(path, whole_lines(&bytes))?;
            let Some(read) = read else {
                return Err(Failure::Wrong(format!(
                    "'{}' has not even the head of a part; make it again",
                    path.display()
                )));
            };
            files.push((read, path));
        }
        // The order of the arguments does not count.
        files.sort_by(|(one, _), (other, _)| {
            (one.part, &one.head.command).cmp(&(other.part, &other.head.command))
        });
        let (first, first_path) = &files[0];
        let (of, settings, command) =
            (first.part.of(), first.head.settings.clone(), first.head.command.clone());
        for (read, path) in &files {
            if read.head.settings != settings || read.part.of() != of {
                let all = |read: &ReadPart| format!("{} parts\n{}", read.part.of(), read.head.settings);
                return Err(Failure::Wrong(format!(
                    "'{}' and '{}' are parts of different work: {} differ",
                    first_path.display(),
                    path.display(),
                    differences(&all(first), &all(read))
                )));
            }
        }
        let complete: BTreeSet<WorkPart> =
            files.iter().filter(|(read, _)| read.is_complete).map(|(read, _)| read.part).collect();
        let missing: Vec<WorkPart> = WorkPart::all(of).filter(|part| !complete.contains(part)).collect();
        if let Some(&part) = missing.first() {
            let begun = files.iter().find(|(read, _)| read.part == part).map(|(_, path)| *path);
            return Err(missing_parts(&missing, begun, &command));
        }
        let mut items: BTreeMap<u64, String> = BTreeMap::new();
        for (read, _) in files {
            for (number, text) in read.items {
                // What was done twice may differ in times: the same one is taken in any order.
                let entry = items.entry(number).or_insert_with(|| text.clone());
                if text < *entry {
                    *entry = text;
                }
            }
        }
        Ok(MergedParts { command, settings, items })
    }

    /// All items of work with these settings, of which there are `total`.
    ///
    /// # Errors
    /// If the settings are no longer those of the parts, or items are missing or damaged.
    pub fn items<T: DeserializeOwned>(&self, settings: &str, total: u64) -> Result<Vec<T>, Failure> {
        self.check(settings)?;
        match (0..total).find(|number| !self.items.contains_key(number)) {
            None if self.items.len() as u64 == total => Ok(read_items(&self.items)?.into_values().collect()),
            found => Err(Failure::Wrong(format!(
                "item {} is missing in the parts, or there is one too many; make them again",
                found.unwrap_or(total)
            ))),
        }
    }

    /// The items that there are, by their numbers, of work with these settings.
    ///
    /// # Errors
    /// If the settings are no longer those of the parts, or an item is damaged.
    pub fn numbered_items<T: DeserializeOwned>(&self, settings: &str) -> Result<BTreeMap<u64, T>, Failure> {
        self.check(settings)?;
        read_items(&self.items)
    }

    /// Checks that the settings are those of the parts.
    fn check(&self, settings: &str) -> Result<(), Failure> {
        if self.settings != settings {
            return Err(Failure::Wrong(format!(
                "the parts are of other work than '{}' names now: {} differ",
                shell_words(&self.command),
                differences(&self.settings, settings)
            )));
        }
        Ok(())
    }
}

/// The command as it is typed.
pub fn shell_words(command: &[String]) -> String {
    let words = command.iter().map(|word| quoted(word).into_owned());
    [vec!["plywood".to_string()], words.collect()].concat().join(" ")
}

/// The error for parts that are missing, or were cut short: `begun` is a file of the first of them.
fn missing_parts(missing: &[WorkPart], begun: Option<&PathBuf>, command: &[String]) -> Failure {
    const LISTED: usize = 10;
    let part = missing[0];
    let mut make = format!("{} --part {part}", shell_words(command));
    if let Some(path) = begun.filter(|path| **path != Path::new(&file_name(part))) {
        make += &format!(" --part-file {}", quoted(&path.display().to_string()));
    }
    let mut names: Vec<String> = missing.iter().take(LISTED).map(WorkPart::to_string).collect();
    names.extend((missing.len() > LISTED).then(|| format!("{} more", missing.len() - LISTED)));
    Failure::Failed(match (missing.len(), begun) {
        (1, Some(path)) => format!("part {part} in '{}' is not complete; go on with: {make}", path.display()),
        (1, None) => format!("part {part} is missing; make it with: {make}"),
        _ => format!(
            "parts {} are missing or not complete; make each like the first: {make}",
            names.join(", ")
        ),
    })
}
