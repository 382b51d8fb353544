//! The submissions of a class: one program each, a file or a folder.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use plywood_outside::{Program, Protocol, runner_of};
use plywood_workshop::Workshop;
use serde::Deserialize;

use super::assignment::{Assignment, ProgramLimits};
use super::isolation::Isolation;
use crate::digest::TextDigest;
use crate::files;
use crate::output::Failure;

/// The file in the folder of a submission that says how it is run.
const SETTINGS: &str = "bot.toml";
/// The largest such file, in bytes.
const LARGEST_SETTINGS: u64 = 64 << 10;
/// The longest name of a submission, in bytes: with an ending it still is a name of a file.
const LONGEST_NAME: usize = 200;
/// The most files of a submission.
const MOST_FILES: usize = 10_000;
/// The most bytes of all its files.
const MOST_BYTES: u64 = 1 << 30;
/// The folder that an interpreter writes beside its program, which is no part of it.
const NO_PART: &str = "__pycache__";

/// The file `bot.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BotFile {
    name: Option<String>,
    command: String,
    game: Option<String>,
    protocol: Option<String>,
}

/// A submission.
pub struct Submission {
    /// The name of its file or folder, which no other and no reference has.
    pub name: String,
    /// The name that its program gives itself.
    pub title: Option<String>,
    /// The program, or the fault for which there is none.
    pub program: Result<SubmittedProgram, String>,
}

/// The program of a submission.
pub struct SubmittedProgram {
    /// Its name as a bot.
    pub bot: String,
    /// The full name of the only game that it plays; `None` for all.
    pub game: Option<String>,
    /// A hash of all its files.
    pub digest: String,
}

impl SubmittedProgram {
    /// True if it plays the game of this full name.
    pub fn plays(&self, game: &str) -> bool {
        self.game.as_deref().is_none_or(|only| only == game)
    }
}

/// All submissions in a folder, by name. Isolated programs write within `scratch`, and `program` is the path of this one. Names that begin with a point or two underscores are left out.
///
/// # Errors
/// If the folder cannot be read or is empty, or the name of a submission is wrong.
pub fn read_all(
    workshop: &Workshop,
    assignment: &Assignment,
    folder: &Path,
    (program, scratch): (&str, &Path),
) -> Result<Vec<Submission>, Failure> {
    const HINT: &str = "it has the programs, a file or a folder each";
    let failed = |error: io::Error| Failure::file("read", folder, &error).if_missing(HINT);
    let folder = folder.canonicalize().map_err(failed)?;
    let mut submissions: Vec<Submission> = Vec::new();
    let mut entries = fs::read_dir(&folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>())
        .map_err(failed)?;
    entries.sort();
    for path in entries {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.starts_with('.') || file.starts_with("__") {
            continue;
        }
        let wrong = |reason: &str| Failure::Wrong(format!("the submission {file:?} {reason}; rename it"));
        if path.to_str().is_none() || file.contains(char::is_control) {
            return Err(wrong("has a name with signs that are no text"));
        }
        if file.len() > LONGEST_NAME {
            return Err(wrong(&format!("has a name of more than {LONGEST_NAME} bytes")));
        }
        let name = match path.is_dir() {
            true => file.clone(),
            false => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        };
        // Some systems do not tell large letters from small ones in names of files.
        let is_it = |other: &str| other.to_lowercase() == name.to_lowercase();
        if let Some(other) = submissions.iter().find(|other| is_it(&other.name)) {
            return Err(wrong(&format!("has the name '{name}', as another has ('{}')", other.name)));
        }
        if let Some(other) = assignment.references.iter().find(|other| is_it(&other.name)) {
            return Err(wrong(&format!("has the name '{name}', as a reference has ('{}')", other.name)));
        }
        // The person who grades may have links here; those in a submission are not followed.
        let found = match path.canonicalize() {
            Ok(path) => read(workshop, assignment, &path, (program, scratch)),
            Err(error) => Err(format!("'{file}' cannot be read: {error}")),
        };
        let (title, program) = match found {
            Ok((title, program)) => (title, Ok(program)),
            Err(fault) => (None, Err(fault)),
        };
        submissions.push(Submission { name, title, program });
    }
    match submissions.is_empty() {
        true => Err(Failure::Wrong(format!(
            "there is no submission in '{}'; put a file or a folder for each student there",
            folder.display()
        ))),
        false => Ok(submissions),
    }
}

/// Reads a submission: the name that it gives itself, and its program; or its fault, in words for the student.
fn read(
    workshop: &Workshop,
    assignment: &Assignment,
    path: &Path,
    (program, scratch): (&str, &Path),
) -> Result<(Option<String>, SubmittedProgram), String> {
    let ProgramLimits { patience, start, memory, isolation, readable } = &assignment.limits;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let written = match path.is_dir() {
        true => bot_file(&path.join(SETTINGS))?,
        false if !path.is_file() => return Err("it is neither a file nor a folder".to_string()),
        false => BotFile { name: None, command: command_of_file(path, &file)?, game: None, protocol: None },
    };
    let protocol = written.protocol.as_deref().unwrap_or("exec");
    let protocol = Protocol::named(protocol).ok_or_else(|| {
        format!("{SETTINGS}: unknown protocol '{protocol}'; write exec, ugi, gtp or gomocup")
    })?;
    let command = shlex::split(&written.command).filter(|words| !words.is_empty()).ok_or_else(|| {
        format!(
            "{SETTINGS}: the command '{}' is no command; write one such as \"python3 bot.py\"",
            written.command
        )
    })?;
    let game = written.game.as_deref().map(|name| only_game(workshop, assignment, name)).transpose()?;
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let folder_text = text(folder);
    // A program that is one file sees no other submission.
    let run_in = path.is_dir().then_some(&*folder_text);
    let words = isolation.words(&text(path), readable, run_in, (program, &text(scratch)));
    let words: Vec<String> = words.into_iter().chain(command).collect();
    let words = shlex::try_join(words.iter().map(String::as_str))
        .map_err(|_| format!("{SETTINGS}: the command has a zero byte"))?;
    let command = match isolation {
        Isolation::Bubblewrap | Isolation::Landlock(_) => words,
        Isolation::None if cfg!(windows) => format!("cd /d \"{folder_text}\" && {}", written.command),
        Isolation::None => {
            let folder = shlex::try_quote(&folder_text).map_err(|error| error.to_string())?;
            format!("cd {folder} && exec {words}")
        }
    };
    let shell = if *isolation == Isolation::None { ",shell=on" } else { "" };
    let name = protocol.info().name;
    let bot = format!("{name}:[memory={memory},patience={patience},start={start}{shell}] {command}");
    Program::named(&bot).map_err(|error| error.to_string())?;
    let digest = digest_of(path)?;
    Ok((written.name, SubmittedProgram { bot, game, digest }))
}

/// Reads `bot.toml`.
fn bot_file(path: &Path) -> Result<BotFile, String> {
    let found = fs::symlink_metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("its folder has no {SETTINGS}; write one with the line command = \"python3 bot.py\"")
        }
        _ => format!("{SETTINGS} cannot be read: {error}"),
    })?;
    if !found.is_file() || found.len() > LARGEST_SETTINGS {
        return Err(format!("{SETTINGS} is no file of at most {} KiB", LARGEST_SETTINGS >> 10));
    }
    // Without the folders before it.
    let shown = path.display().to_string();
    files::read_toml(path).map_err(|failure| failure.message().replace(&shown, SETTINGS))
}

/// The command that runs a file.
fn command_of_file(path: &Path, file: &str) -> Result<String, String> {
    let full = path.to_string_lossy().into_owned();
    let quoted = shlex::try_quote(&full).map_err(|error| error.to_string())?;
    match (is_executable(path), runner_of(path)) {
        // On some disks every file is executable; the system runs a script only if its first line says with what.
        (true, Some(runner)) if !begins_as_script(path) => Ok(format!("{runner} {quoted}")),
        (true, _) => Ok(quoted.into_owned()),
        (false, Some(runner)) => Ok(format!("{runner} {quoted}")),
        (false, None) => Err(format!(
            "'{file}' is no program that can be run; try 'chmod +x {file}', or hand in a folder with {SETTINGS}"
        )),
    }
}

/// True if the first line of a file says what runs it.
fn begins_as_script(path: &Path) -> bool {
    let mut start = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() && ["exe", "cmd", "bat"].contains(&&*files::ending(path))
}

/// The full name of the only game that a program plays.
fn only_game(workshop: &Workshop, assignment: &Assignment, name: &str) -> Result<String, String> {
    let full = workshop.open(name).map_err(|error| format!("{SETTINGS}: {error}"))?.name();
    match assignment.games.iter().any(|game| game.game.name() == full) {
        true => Ok(full),
        false => {
            let games: Vec<&str> = assignment.games.iter().map(|game| &*game.name).collect();
            Err(format!("{SETTINGS}: '{name}' is no game of this assignment; it has {}", games.join(", ")))
        }
    }
}

/// A hash of all files of a submission. `bot.toml` is one of them.
fn digest_of(path: &Path) -> Result<String, String> {
    let mut digest = TextDigest::default();
    let mut left = (MOST_FILES, MOST_BYTES);
    add_files(&mut digest, path, &mut left).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => format!(
            "it has more than {MOST_FILES} files or {} MiB; leave out what it does not need",
            MOST_BYTES >> 20
        ),
        _ => format!("its files cannot be read: {error}"),
    })?;
    Ok(digest.finish())
}

/// Adds a file, or a folder with all that is in it. Links are not followed, and of pipes and the like only their names count.
fn add_files(digest: &mut TextDigest, path: &Path, left: &mut (usize, u64)) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    let name = path.file_name().unwrap_or_default();
    left.0 = left.0.checked_sub(1).ok_or(io::ErrorKind::FileTooLarge)?;
    digest.add(name.as_encoded_bytes());
    if found.is_dir() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        entries.retain(|entry| entry.file_name().is_none_or(|name| name != NO_PART));
        entries.sort();
        digest.add(&(entries.len() as u64).to_le_bytes());
        entries.iter().try_for_each(|entry| add_files(digest, entry, left))
    } else if found.is_file() {
        left.1 = left.1.checked_sub(found.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        let mut bytes = Vec::new();
        File::open(path)?.take(found.len()).read_to_end(&mut bytes)?;
        digest.add(&bytes);
        digest.add(&[u8::from(is_executable(path))]);
        Ok(())
    } else {
        let target = fs::read_link(path).unwrap_or_default();
        digest.add(target.as_os_str().as_encoded_bytes());
        Ok(())
    }
}
