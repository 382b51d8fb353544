//! Isolation by Landlock: a fresh process of this program restricts itself, and becomes the program of a submission.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode};

use clap::Parser;
use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::isolation::SYSTEM;
use crate::output::{self, CommandResult, Failure, Output};

/// The newest version that was tried. Of an older kernel all that it can refuse is refused.
const NEWEST: ABI = ABI::V10;
/// The state of the system that a program can read: its own process, and no other.
const STATE: [&str; 7] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/uptime",
    "/proc/version",
    "/proc/filesystems",
];
/// Devices that a program can read and write.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// The first argument of a process that is to restrict itself. It is no command for people.
const RUN_ISOLATED: &str = "run-isolated";

/// The arguments after it.
#[derive(Debug, Parser)]
struct RunIsolatedArgs {
    /// A file or folder that the program can read, beside those of the system
    #[arg(long)]
    readable: Vec<PathBuf>,
    /// The folder in which it gets a fresh folder, where it can write
    #[arg(long)]
    scratch: Option<PathBuf>,
    /// The folder in which it runs (default: the one where it can write)
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The program with its arguments; without one the version of Landlock is printed
    #[arg(last = true)]
    command: Vec<OsString>,
}

/// Becomes another program if the words of this process ask for that, and returns only if it fails. Without a program it prints the
/// version of Landlock. Returns `None` for all other words.
pub fn run(words: &[OsString]) -> Option<ExitCode> {
    let words = words.get(1..).filter(|words| words.first().is_some_and(|word| word == RUN_ISOLATED))?;
    Some(output::finish(become_program(RunIsolatedArgs::parse_from(words)), false, false))
}

/// The version of the system's Landlock, asked of a process of this `program` that restricts itself as those of submissions do; `None`
/// if it does not work.
pub fn version(program: &str) -> Option<u32> {
    let answer = Command::new(program).arg(RUN_ISOLATED).output().ok()?;
    String::from_utf8(answer.stdout).ok()?.trim().parse().ok().filter(|_| answer.status.success())
}

/// The words, beginning with this `program`, before a command that can read these files and folders, and write in a fresh folder of its own within `scratch`. It runs
/// there if it has no `folder`.
pub fn words(program: &str, readable: &[&str], folder: Option<&str>, scratch: &str) -> Vec<String> {
    let mut words = vec![program, RUN_ISOLATED, "--scratch", scratch];
    words.extend(readable.iter().flat_map(|path| ["--readable", path]));
    words.extend(folder.iter().flat_map(|folder| ["--folder", folder]));
    words.push("--");
    words.into_iter().map(str::to_string).collect()
}

fn become_program(args: RunIsolatedArgs) -> CommandResult {
    let fresh =
        |folder: &PathBuf| fresh_folder(folder).map_err(|error| Failure::file("write", folder, &error));
    let scratch = args.scratch.as_ref().map(fresh).transpose()?;
    let version = restrict(&args.readable, scratch.as_deref())?;
    let [program, words @ ..] = &args.command[..] else { return Ok(Output::text(format!("{version}\n"))) };
    let mut command = Command::new(program);
    command.args(words);
    if let Some(folder) = &scratch {
        command.env("HOME", folder).env("TMPDIR", folder).current_dir(folder);
    }
    if let Some(folder) = &args.folder {
        command.current_dir(folder);
    }
    let error = command.exec();
    Err(Failure::Failed(format!(
        "cannot run {program:?}: {error}; a program or interpreter outside the folders of the system needs limits.readable"
    )))
}

/// Makes a new folder, in `folder`.
fn fresh_folder(folder: &Path) -> io::Result<PathBuf> {
    for number in 0_u32.. {
        // Another process may have had this number before.
        let path = folder.join(format!("{}-{number}", process::id()));
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.and_then(|()| path.canonicalize()),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Restricts this thread and all that it starts. Returns the version of Landlock.
fn restrict(readable: &[impl AsRef<Path>], scratch: Option<&Path>) -> Result<ABI, Failure> {
    let opened = readable.iter().map(|path| {
        let path = path.as_ref();
        // The error of the other crate does not say the path.
        fs::metadata(path).map_err(|error| Failure::file("read", path, &error))?;
        PathFd::new(path).map_err(|error| Failure::Failed(error.to_string()))
    });
    let opened: Vec<PathFd> = opened.collect::<Result<_, _>>()?;
    let enforce = || {
        let reads = AccessFs::from_read(NEWEST);
        // No devices: those of disks hold the files of everybody.
        let owns = AccessFs::from_all(NEWEST) & !(AccessFs::MakeBlock | AccessFs::MakeChar);
        Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM.iter().chain(&STATE), reads))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(opened.into_iter().map(|path| Ok::<_, RulesetError>(PathBeneath::new(path, reads))))?
            .add_rules(path_beneath_rules(scratch, owns))?
            .restrict_self()
    };
    let status = enforce().map_err(|error| Failure::Failed(format!("Landlock: {error}")))?;
    match (status.ruleset, status.landlock) {
        (
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced,
            LandlockStatus::Available { effective_abi, .. },
        ) => Ok(effective_abi),
        _ => Err(Failure::Failed("this kernel has no Landlock".to_string())),
    }
}
