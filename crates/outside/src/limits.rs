//! The limits of a program, and how it is started within them.

use std::ffi::OsStr;
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

    /// The shell script that sets the limits and becomes the program. Sizes are in KiB and in blocks of 512 bytes, as the shell
    /// wants them. A limit that is lower already stays, and so does one that the system does not have.
    fn script(&self) -> String {
        let memory = u64::from(self.memory_mib) * 1024;
        let file = u64::from(self.file_mib) * 2048;
        format!(
            "ulimit -c 0 2>/dev/null || :; ulimit -n {} 2>/dev/null || :; ulimit -f {file} 2>/dev/null || :; \
             ulimit -v {memory} 2>/dev/null || :; exec \"$@\"",
            self.open_files
        )
    }
}

/// The variables of the environment that a program gets, beside those that begin with `LC_`.
const ENVIRONMENT: &[&str] =
    &["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"];

/// The command that starts a program within its limits.
pub(crate) fn command(program: &Program, limits: &ProcessLimits) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(limits.script()).arg("plywood").args(program.words());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let kept = |name: &OsStr| {
        name.to_str().is_some_and(|name| ENVIRONMENT.contains(&name) || name.starts_with("LC_"))
    };
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| kept(name)));
    command
}
