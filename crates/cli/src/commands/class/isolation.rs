//! The isolation of programs from the network and from the files of others.

use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::output::Failure;

/// The isolation that an assignment asks for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WantedIsolation {
    /// Bubblewrap where it works.
    #[default]
    Auto,
    /// Bubblewrap, and nothing without it.
    Bubblewrap,
    /// None.
    None,
}

/// The isolation of programs, beside the limits that all programs from outside have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Each program runs in bubblewrap: without network, with its own files and those of the system, which it can only read.
    Bubblewrap,
    /// This system has no bubblewrap that works.
    None,
}

/// The folders of the system that a program can read, where they exist.
const SYSTEM: [&str; 9] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix"];

impl Isolation {
    /// The isolation that is asked for, where it works on this system.
    ///
    /// # Errors
    /// If it is asked for and does not work.
    pub fn found(wanted: WantedIsolation) -> Result<Isolation, Failure> {
        match wanted {
            WantedIsolation::None => Ok(Isolation::None),
            WantedIsolation::Bubblewrap if Isolation::tried() == Isolation::None => Err(Failure::Wrong(
                "the assignment asks for bubblewrap, and 'bwrap' does not work here; install it, or write isolation = \"auto\""
                    .to_string(),
            )),
            WantedIsolation::Bubblewrap => Ok(Isolation::Bubblewrap),
            WantedIsolation::Auto => Ok(Isolation::tried()),
        }
    }

    /// The isolation that works on this system.
    fn tried() -> Isolation {
        let [program, words @ ..] = &bubblewrap(&[], &[], "/")[..] else { return Isolation::None };
        let mut command = Command::new(program);
        command.args(words).args(["/bin/sh", "-c", ":"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => Isolation::Bubblewrap,
            _ => Isolation::None,
        }
    }

    /// The words before a command that is to run in `folder` and needs `own` file or folder; empty without isolation. `readable` are
    /// other folders that every program can read.
    pub fn words(self, own: &str, readable: &[String], folder: &str) -> Vec<String> {
        match self {
            Isolation::Bubblewrap => bubblewrap(&[own], readable, folder),
            Isolation::None => Vec::new(),
        }
    }

    /// The isolation in words.
    pub fn about(self) -> &'static str {
        match self {
            Isolation::Bubblewrap => {
                "bubblewrap: no network, no files but those of the program and of the system, which cannot be changed"
            }
            Isolation::None => {
                "none: programs could use the network, and read and change the files of this user"
            }
        }
    }
}

/// A call of bubblewrap for a program that is to run in `folder` and can read these files and folders beside those of the system.
fn bubblewrap(own: &[&str], readable: &[String], folder: &str) -> Vec<String> {
    let mut words = vec!["bwrap"];
    for path in SYSTEM {
        words.extend(["--ro-bind-try", path, path]);
    }
    words.extend(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--setenv", "HOME", "/tmp"]);
    for path in readable.iter().map(String::as_str).chain(own.iter().copied()) {
        words.extend(["--ro-bind", path, path]);
    }
    // Not --die-with-parent: a program would be killed when the thread ends that started it, while another one plays with it.
    words.extend(["--unshare-all", "--chdir", folder, "--"]);
    words.into_iter().map(str::to_string).collect()
}
