//! A program of a release, as it is run here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::platform::Platform;
use crate::shell;

/// A program with what runs it.
pub struct BuiltProgram {
    platform: &'static Platform,
    runner: Vec<String>,
    file: PathBuf,
    home: PathBuf,
}

/// The end of a run.
pub struct EndedProgram {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl BuiltProgram {
    pub fn new(
        platform: &'static Platform,
        runner: Vec<String>,
        file: PathBuf,
        home: PathBuf,
    ) -> BuiltProgram {
        BuiltProgram { platform, runner, file, home }
    }

    pub fn name(&self) -> &'static str {
        self.platform.name
    }

    pub fn is_windows(&self) -> bool {
        self.platform.is_windows()
    }

    /// True if the machine runs it itself.
    pub fn is_native(&self) -> bool {
        self.runner.is_empty()
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The folder that is the program's own in this check.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A fresh folder in it.
    pub fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.home.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    /// The same program as another file.
    pub fn at(&self, file: PathBuf) -> BuiltProgram {
        BuiltProgram { platform: self.platform, runner: self.runner.clone(), file, home: self.home.clone() }
    }

    /// The command that starts it in a folder. Nothing of this machine's user is seen by it.
    pub fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = match self.runner.split_first() {
            None => Command::new(&self.file),
            Some((runner, more)) => {
                let mut command = Command::new(runner);
                command.args(more).arg(&self.file);
                command
            }
        };
        command.args(arguments).current_dir(folder);
        command.env("HOME", &self.home).env_remove("XDG_DATA_HOME").env_remove("DISPLAY");
        command.env("WINEPREFIX", self.home.join("wine")).env("WINEDEBUG", "-all");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Makes the folders that Wine keeps for a user, as those of Windows 10, which is the oldest that Rust knows.
    pub fn prepare_wine(&self) -> Result<(), String> {
        for words in [&["wineboot", "--init"][..], &["wine", "winecfg", "/v", "win10"]] {
            let mut wine = Command::new(words[0]);
            wine.args(&words[1..]).env("HOME", &self.home).env_remove("DISPLAY");
            wine.env("WINEPREFIX", self.home.join("wine")).env("WINEDEBUG", "-all");
            shell::output(&mut wine)?;
        }
        Ok(())
    }

    /// Starts it, and does not wait.
    pub fn spawn(&self, folder: &Path, arguments: &[&str]) -> Result<Child, String> {
        self.command(folder, arguments)
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", self.name()))
    }

    /// Runs it to its end.
    pub fn run(&self, folder: &Path, arguments: &[&str]) -> Result<EndedProgram, String> {
        let output = self.command(folder, arguments).output();
        output.map(EndedProgram::of).map_err(|error| format!("{} does not start: {error}", self.name()))
    }

    /// Runs it in its own folder, and returns its output; it has to succeed.
    pub fn text(&self, arguments: &[&str]) -> Result<String, String> {
        self.text_in(&self.home, arguments)
    }

    /// Runs it, and returns its output; it has to succeed.
    pub fn text_in(&self, folder: &Path, arguments: &[&str]) -> Result<String, String> {
        let ended = self.run(folder, arguments)?;
        match ended.code {
            Some(0) => Ok(ended.stdout),
            _ => Err(format!("{}: plywood {}: {ended}", self.name(), arguments.join(" "))),
        }
    }

    /// Checks that it refuses: it ends with code 1 or 2 and one reason, and does not break.
    pub fn refuses(&self, folder: &Path, arguments: &[&str]) -> Result<String, String> {
        let ended = self.run(folder, arguments)?;
        let wrong =
            |why: &str| Err(format!("{}: plywood {}: {why}: {ended}", self.name(), arguments.join(" ")));
        match ended.code {
            Some(1 | 2) if ended.stderr.contains("panicked") => wrong("it panics"),
            Some(1 | 2) if ended.stderr.trim().is_empty() => wrong("it gives no reason"),
            Some(1 | 2) => Ok(ended.stderr.trim().to_string()),
            Some(0) => wrong("it is not refused"),
            _ => wrong("it breaks"),
        }
    }
}

impl EndedProgram {
    pub fn of(output: Output) -> EndedProgram {
        EndedProgram {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl std::fmt::Display for EndedProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "code {:?}\n{}{}", self.code, self.stdout, self.stderr)
    }
}
