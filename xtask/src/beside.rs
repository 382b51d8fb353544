//! A step that runs beside others, as a process of its own.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::cargo::Cargo;

/// A step that is running. It is stopped when this is dropped.
pub struct Beside {
    /// The name of the step.
    pub name: String,
    process: Child,
    /// Its output, which is shown at its end.
    log: PathBuf,
}

impl Beside {
    /// Starts the step of this name.
    pub fn start(cargo: &Cargo, name: &str) -> io::Result<Beside> {
        let folder = cargo.root().join("target/steps");
        fs::create_dir_all(&folder)?;
        let log = folder.join(format!("{name}.log"));
        let out = File::create(&log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(name).args(cargo.locked.then_some("--locked"));
        command.stdin(Stdio::null()).stderr(out.try_clone()?).stdout(out);
        Ok(Beside { name: name.to_string(), process: command.spawn()?, log })
    }

    /// Waits for its end, and shows its output.
    pub fn finish(mut self) -> Result<String, String> {
        let status = self.process.wait().map_err(|error| format!("it cannot be waited for: {error}"))?;
        print!("{}", String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()));
        match status.success() {
            true => Ok("it ran beside the tests".to_string()),
            false => Err(format!("it failed ({status})")),
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It has ended, or it is of no use any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
