//! The isolation of programs from the network and from the files of others.

use std::process::{Command, Stdio};

use serde::Deserialize;

#[cfg(target_os = "linux")]
use super::landlock;
use crate::output::Failure;

/// The isolation that an assignment asks for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WantedIsolation {
    /// Bubblewrap where it works, else Landlock where that works.
    #[default]
    Auto,
    /// Bubblewrap, and nothing without it.
    Bubblewrap,
    /// Landlock, and nothing without it.
    Landlock,
    /// None.
    None,
}

/// The isolation of programs, beside the limits that all programs from outside have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Each program runs in bubblewrap: without network, with its own files and those of the system, which it can only read.
    Bubblewrap,
    /// Each program is restricted by the kernel: it can only read its own files and those of the system. How much of the network it is
    /// refused depends on this version of Landlock.
    Landlock(u32),
    /// Nothing else works on this system, or is wanted.
    None,
}

/// The folders of the system that a program can read, where they exist.
pub const SYSTEM: [&str; 9] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix"];

impl Isolation {
    /// The isolation that is asked for, where it works on this system. Landlock needs the path of `program`, of this process.
    ///
    /// # Errors
    /// If it is asked for and does not work.
    pub fn found(wanted: WantedIsolation, program: Option<&str>) -> Result<Isolation, Failure> {
        let bubblewrap = || bubblewrap_works().then_some(Isolation::Bubblewrap);
        let landlock = || program.and_then(landlock::version).map(Isolation::Landlock);
        let missing = |what: &str| {
            Failure::Wrong(format!("the assignment asks for {what}, or write isolation = \"auto\""))
        };
        match wanted {
            WantedIsolation::None => Ok(Isolation::None),
            WantedIsolation::Bubblewrap => bubblewrap()
                .ok_or_else(|| missing("bubblewrap, and 'bwrap' does not work here; install it")),
            WantedIsolation::Landlock => landlock().ok_or_else(|| {
                missing("landlock, which does not work here; run the program 'plywood' itself on Linux 5.13 or newer")
            }),
            WantedIsolation::Auto => Ok(bubblewrap().or_else(landlock).unwrap_or(Isolation::None)),
        }
    }

    /// The least memory of a program, in MiB: with Landlock, Plywood itself starts within the limits.
    pub fn least_memory(self) -> u32 {
        if matches!(self, Isolation::Landlock(_)) { 64 } else { 1 }
    }

    /// The words before a command that needs `own` file or folder; empty without isolation. It runs in `folder`, or in one of its own
    /// without that. `readable` are other folders that every program can read. Landlock needs the path of `program`, of this process, and
    /// the folder `scratch` for files that programs write.
    pub fn words(
        self,
        own: &str,
        readable: &[String],
        folder: Option<&str>,
        (program, scratch): (&str, &str),
    ) -> Vec<String> {
        let readable: Vec<&str> = readable.iter().map(String::as_str).chain([own]).collect();
        match self {
            Isolation::Bubblewrap => bubblewrap(&readable, folder.unwrap_or("/tmp")),
            Isolation::Landlock(_) => landlock::words(program, &readable, folder, scratch),
            Isolation::None => Vec::new(),
        }
    }

    /// The isolation in words.
    pub fn about(self) -> String {
        match self {
            Isolation::Bubblewrap => {
                "bubblewrap: no network, no files but those of the program and of the system, which cannot be changed".to_string()
            }
            Isolation::Landlock(version) => {
                let parts = |refused: bool| {
                    let parts = LANDLOCK.iter().filter(|(since, _)| (*since <= version) == refused);
                    parts.map(|(_, part)| *part).collect::<Vec<_>>().join(", ")
                };
                format!(
                    "landlock, version {version}: no files but those of the program and of the system, which cannot be changed; \
                     also refused: {}; not refused: {}",
                    Some(parts(true)).filter(|parts| !parts.is_empty()).as_deref().unwrap_or("nothing"),
                    parts(false)
                )
            }
            Isolation::None => {
                "none: programs could use the network, and read and change the files of this user".to_string()
            }
        }
    }
}

/// All that Landlock refuses beside reading and writing files, and the version since which it does.
const LANDLOCK: [(u32, &str); 7] = [
    (3, "emptying files"),
    (4, "TCP"),
    (6, "signals to other programs"),
    (6, "Unix sockets without a file"),
    (9, "Unix sockets with a file"),
    (10, "UDP"),
    (u32::MAX, "other protocols such as MPTCP, changing rights and times of files"),
];

/// Tries bubblewrap.
fn bubblewrap_works() -> bool {
    let [program, words @ ..] = &bubblewrap(&[], "/")[..] else { return false };
    let mut command = Command::new(program);
    command.args(words).args(["/bin/sh", "-c", ":"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A call of bubblewrap for a program that is to run in `folder` and can read these files and folders beside those of the system.
fn bubblewrap(readable: &[&str], folder: &str) -> Vec<String> {
    let mut words = vec!["bwrap"];
    for path in SYSTEM {
        words.extend(["--ro-bind-try", path, path]);
    }
    words.extend(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--setenv", "HOME", "/tmp"]);
    for path in readable {
        words.extend(["--ro-bind", path, path]);
    }
    // Not --die-with-parent: a program would be killed when the thread ends that started it, while another one plays with it.
    words.extend(["--unshare-all", "--chdir", folder, "--"]);
    words.into_iter().map(str::to_string).collect()
}

#[cfg(not(target_os = "linux"))]
mod landlock {
    pub fn version(_: &str) -> Option<u32> {
        None
    }

    pub fn words(_: &str, _: &[&str], _: Option<&str>, _: &str) -> Vec<String> {
        Vec::new()
    }
}
