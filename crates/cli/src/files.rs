//! Files that are written as a whole or not at all, and never over a brain.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use plywood_rules::text::{self, CleanReader};
use plywood_rules::threads::has_failed;
use plywood_workshop::{Access, Store, StoreError};
use same_file::Handle;
use serde::de::DeserializeOwned;

use crate::output::Failure;

/// The ending of a file's name in small letters, without its dot; empty if it has none.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Refuses a file to write whose ending is not one of `endings`, those of `what` is written there.
///
/// # Errors
/// If it is another one. A name without an ending is accepted, and so are devices and standard output.
pub fn check_kind(path: &Path, what: &str, endings: &[&str]) -> Result<(), Failure> {
    let ending = ending(path);
    if ending.is_empty() || endings.contains(&&*ending) {
        return Ok(());
    }
    Err(Failure::Wrong(format!(
        "'{}' would be {what}, not a file of the kind .{ending}; use .{}",
        path.display(),
        endings.join(" or .")
    )))
}

/// Finds out before the work that lines of JSON can be written to `path`.
///
/// # Errors
/// If nothing can be written there, or its ending is that of another kind of file.
pub fn check_json_lines(path: &Path) -> Result<(), Failure> {
    check_writable(path)?;
    check_kind(path, "lines of JSON", &["jsonl", "json", "txt"])
}

/// Opens a text from outside.
///
/// # Errors
/// If it cannot be read.
pub fn open_text(path: &Path) -> Result<CleanReader<BufReader<File>>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file("read", path, &error))?;
    Ok(CleanReader::new(BufReader::new(file)))
}

/// Reads a text from outside.
///
/// # Errors
/// If it cannot be read, or is neither UTF-8 nor UTF-16.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    File::open(path).and_then(text::read).map_err(|error| Failure::file("read", path, &error))
}

/// Reads a file of settings in TOML.
///
/// # Errors
/// If it cannot be read or its text is wrong: says where.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = read_text(path)?;
    toml::from_str(&text).map_err(|error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        let line = before.matches('\n').count() + 1;
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        Failure::Wrong(format!("{}, line {line}: {message}", path.display()))
    })
}

/// Makes a folder, unless it is there.
///
/// # Errors
/// If it cannot be made, or there is a file of its name.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    if path.is_file() {
        return Err(Failure::Wrong(format!("'{}' is a file; name a folder", path.display())));
    }
    fs::create_dir_all(path).map_err(|error| Failure::file("write", path, &error))
}

/// The place that a path to write to names.
enum Target {
    /// `-`: standard output.
    Stdout,
    /// A pipe or a device, which is written through.
    Device,
    /// A regular file, with links followed, and what is known of it if it is there already.
    File(PathBuf, Option<Metadata>),
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        const MOST_LINKS: u32 = 40;
        if is_stdout(path) {
            return Ok(Target::Stdout);
        }
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => {
                // A file that may not be written to is not replaced either.
                OpenOptions::new().append(true).open(path)?;
                Ok(Target::File(path.canonicalize()?, Some(found)))
            }
            Ok(_) => Ok(Target::Device),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // The target of a link that leads to nothing yet is made there.
                let mut place = path.to_path_buf();
                for _ in 0..MOST_LINKS {
                    let Ok(to) = fs::read_link(&place) else { break };
                    place = place.parent().unwrap_or(Path::new("")).join(to);
                }
                Ok(Target::File(place, None))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns true for `-`, the name of standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file under a temporary name that no other file has. It is removed when this is dropped.
struct Temporary {
    file: File,
    name: PathBuf,
}

impl Temporary {
    /// A new file beside `place`. It is private until it gets the rights of the file that it replaces, `old`.
    fn beside(place: &Path, old: Option<&Metadata>) -> io::Result<Temporary> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(not(unix))]
        let _ = old;
        #[cfg(unix)]
        if old.is_some() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        for number in 0_u64.. {
            let mut name = OsString::from(".");
            name.push(place.file_name().ok_or(ErrorKind::InvalidFilename)?);
            name.push(format!(".{}-{number}.tmp", std::process::id()));
            let name = place.with_file_name(name);
            match options.open(&name) {
                Ok(file) => return Ok(Temporary { file, name }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                // The file itself may be writable: the folder is what keeps it from being replaced.
                Err(error) => {
                    let reason = format!("no new file can be made in its folder: {error}");
                    return Err(io::Error::new(error.kind(), reason));
                }
            }
        }
        unreachable!("some number is free")
    }

    /// Gives the file its real name, on the disk, with the owner (where that is allowed) and the rights of `old`.
    fn put(&self, place: &Path, old: Option<&Metadata>) -> io::Result<()> {
        if let Some(old) = old {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                // Only root may give files away.
                let _ = fchown(&self.file, Some(old.uid()), Some(old.gid()));
            }
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(&self.name, place)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.name);
    }
}

/// Writes to `path`: `-` is standard output, links are followed, pipes and devices are written through. A regular file is
/// replaced when `write` has written all of it: no reader sees half of it, and its rights stay. If `write` returns false, no
/// file is changed and this returns false.
///
/// # Errors
/// If `write` fails or the file cannot be written; then no file is changed either.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    replace_or(path, |error| Failure::file("write", path, &error), write)
}

/// [`replace`] with errors of another type.
///
/// # Errors
/// Those of [`replace`], converted by `wrong`.
pub fn replace_or<E>(
    path: &Path,
    wrong: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<bool, E>,
) -> Result<bool, E> {
    let through = |file: &mut (dyn Write + Send)| {
        let mut out = BufWriter::new(file);
        let whole = write(&mut out)?;
        out.flush().map_err(&wrong)?;
        Ok(whole)
    };
    match Target::of(path).map_err(&wrong)? {
        Target::Stdout => through(&mut io::stdout()),
        Target::Device => through(&mut OpenOptions::new().write(true).open(path).map_err(&wrong)?),
        Target::File(place, old) => {
            let mut temporary = Temporary::beside(&place, old.as_ref()).map_err(&wrong)?;
            let whole = through(&mut temporary.file)?;
            if has_failed() {
                return Err(wrong(io::Error::other("the rules of the game failed")));
            }
            if whole {
                temporary.put(&place, old.as_ref()).map_err(&wrong)?;
            }
            Ok(whole)
        }
    }
}

/// The same where all of it can be written.
///
/// # Errors
/// Those of [`replace`].
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    replace(path, |out| {
        write(out).map_err(|error| Failure::file("write", path, &error))?;
        Ok(true)
    })
    .map(drop)
}

/// Finds out now what would keep [`replace`] from writing to `path` later. Pipes and devices are not opened.
///
/// # Errors
/// If nothing can be written there, or the file is a brain.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    check_no_brain(path)?;
    let check = || match Target::of(path)? {
        Target::File(place, old) => Temporary::beside(&place, old.as_ref()).map(drop),
        Target::Stdout | Target::Device => Ok(()),
    };
    check().map_err(|error| Failure::file("write", path, &error))
}

/// Refuses to write over a brain, which is easily said by mistake and cannot be undone.
///
/// # Errors
/// If there is a brain at `path`.
pub fn check_no_brain(path: &Path) -> Result<(), Failure> {
    const LITTLE_CACHE: usize = 1 << 20;
    // Other things than files would be waited for.
    if !path.is_file() {
        return Ok(());
    }
    match Store::open(path, Access::Read, LITTLE_CACHE) {
        // Something else, or unknown: then writing reports the error.
        Err(StoreError::Missing { .. } | StoreError::NotABrain { .. } | StoreError::Io { .. }) => Ok(()),
        _ => Err(Failure::Wrong(format!("'{}' is a brain; write to another file", path.display()))),
    }
}

/// Refuses to write over one of the files that the answer is made of.
///
/// # Errors
/// If `path` is one of `sources`.
pub fn check_no_source(path: &Path, sources: &[PathBuf]) -> Result<(), Failure> {
    let is_it = |source: &PathBuf| Some(Handle::from_path(path).ok()? == Handle::from_path(source).ok()?);
    match sources.iter().any(|source| is_it(source) == Some(true)) {
        true => Err(Failure::Wrong(format!("'{}' is read here; write to another file", path.display()))),
        false => Ok(()),
    }
}

/// The file at `path`, which is made if it is not there, open to read and write and locked against other processes.
///
/// # Errors
/// If it cannot be opened, or another process has it: then with `advice`.
pub fn lock(path: &Path, advice: &str) -> Result<File, Failure> {
    let failed = |error| Failure::file("open", path, &error);
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        match file.try_lock() {
            // Another process may have put a new file in its place since it was opened.
            Ok(()) if is_at(&file, path).map_err(failed)? => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Failed(format!(
                    "'{}' is in use by another process; {advice}",
                    path.display()
                )));
            }
            // Some file systems of clusters have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// True if `path` still leads to this file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let open = Handle::from_file(file.try_clone()?)?;
    Ok(Handle::from_path(path).is_ok_and(|now| now == open))
}
