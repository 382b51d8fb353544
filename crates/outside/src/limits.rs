//! The limits of a program, and how it is started within them.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::Program;

/// The limits of a program from outside. They are set before it runs, and hold for each of its processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// The most address space of a process, in MiB.
    pub memory_mib: u32,
    /// The most files that a process may have open.
    pub open_files: u32,
    /// The largest file that it may write, in MiB.
    pub file_mib: u32,
    /// The most processes in its group.
    pub processes: usize,
    /// The longest line that it may write, in bytes.
    pub longest_line: usize,
    /// The most bytes that it may write for one question.
    pub most_bytes: usize,
    /// The time for a move where there is no clock.
    pub patience: Duration,
    /// The time to start, and again to begin a game.
    pub start: Duration,
}

impl Default for ProcessLimits {
    fn default() -> ProcessLimits {
        ProcessLimits {
            memory_mib: 1024,
            open_files: 256,
            file_mib: 256,
            processes: 64,
            longest_line: 1 << 20,
            most_bytes: 8 << 20,
            patience: Duration::from_secs(60),
            start: Duration::from_secs(10),
        }
    }
}

impl ProcessLimits {
    /// The same with the settings of a program.
    pub(crate) fn of(self, program: &Program) -> ProcessLimits {
        let settings = program.settings();
        ProcessLimits {
            memory_mib: settings.memory.unwrap_or(self.memory_mib),
            patience: settings.patience.unwrap_or(self.patience),
            start: settings.start.unwrap_or(self.start),
            ..self
        }
    }

    /// The limits that this system lacks, in words.
    pub(crate) fn missing() -> Option<&'static str> {
        if cfg!(windows) {
            Some("this system limits neither memory nor files of a program")
        } else if cfg!(target_os = "linux") {
            None
        } else {
            Some("this system does not limit the memory of a program, and its processes are not counted")
        }
    }
}

/// The shell script that sets the limits and becomes the program. Sizes are in KiB and in blocks of 512 bytes, as the shell wants
/// them. A limit that is lower already stays, and so does one that the system does not have.
#[cfg(unix)]
fn script(limits: &ProcessLimits) -> String {
    let memory = u64::from(limits.memory_mib) * 1024;
    let file = u64::from(limits.file_mib) * 2048;
    format!(
        "ulimit -c 0 2>/dev/null || :; ulimit -n {} 2>/dev/null || :; ulimit -f {file} 2>/dev/null || :; \
         ulimit -v {memory} 2>/dev/null || :; exec \"$@\"",
        limits.open_files
    )
}

/// The variables of the environment that a program gets, beside those that begin with `LC_`.
#[cfg(unix)]
const ENVIRONMENT: &[&str] =
    &["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"];
#[cfg(not(unix))]
const ENVIRONMENT: &[&str] = &[
    "PATH",
    "PATHEXT",
    "COMSPEC",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "APPDATA",
    "LOCALAPPDATA",
    "LANG",
    "TZ",
];

/// The command that starts a program, which is in `file`, within its limits.
pub(crate) fn command(file: &Path, program: &Program, limits: &ProcessLimits) -> Command {
    let mut command = words(file, program, limits);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let kept = |name: &OsStr| {
        let is = |known: &str| if cfg!(windows) { name.eq_ignore_ascii_case(known) } else { name == known };
        ENVIRONMENT.iter().any(|known| is(known)) || name.to_str().is_some_and(|name| name.starts_with("LC_"))
    };
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| kept(name)));
    command
}

/// A shell that sets the limits and becomes the program.
#[cfg(unix)]
fn words(_: &Path, program: &Program, limits: &ProcessLimits) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(script(limits)).arg("plywood").args(program.words());
    command
}

/// The program. No limit can be set here before it runs.
#[cfg(not(unix))]
fn words(file: &Path, program: &Program, _: &ProcessLimits) -> Command {
    let mut command = Command::new(file);
    command.args(&program.words()[1..]);
    command
}
