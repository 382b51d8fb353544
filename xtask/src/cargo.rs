//! Running cargo.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Calls cargo in this workspace.
pub struct Cargo {
    /// True if Cargo.lock has to stay as it is.
    pub locked: bool,
}

impl Cargo {
    /// The root of the workspace.
    pub fn root(&self) -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is in a folder of the workspace")
    }

    /// Runs `cargo COMMAND ARGUMENTS [--locked] LAST`, its output shown as it comes.
    pub fn run(&self, command: &str, arguments: &[&str], last: &[&str]) -> Result<(), String> {
        self.run_with(command, arguments, last, &[])
    }

    /// [`Cargo::run`] with variables added to the environment.
    pub fn run_with(
        &self,
        command: &str,
        arguments: &[&str],
        last: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<(), String> {
        let mut call = self.call(command, arguments);
        call.args(last).envs(variables.iter().copied());
        let status = call.status().map_err(|error| format!("cargo does not start: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("cargo {command} failed ({status})")) }
    }

    /// Builds all libraries and programs with the features and the profile of the tests: nothing but what they leave out is compiled anew.
    pub fn build_for_tests(&self) -> Result<(), String> {
        self.run("build", &["--workspace", "--lib", "--bins", "--tests"], &[])
    }

    /// The output of `cargo COMMAND ARGUMENTS [--locked]`.
    pub fn output(&self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let output = self.call(command, arguments).output();
        let output = output.map_err(|error| format!("cargo does not start: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cargo {command} failed ({}):\n{}", output.status, said.trim_end()));
        }
        String::from_utf8(output.stdout)
            .map_err(|_| format!("cargo {command} printed something other than text"))
    }

    /// The root files of all libraries and programs of the workspace, each with the name of its package.
    pub fn roots(&self) -> Result<Vec<(String, PathBuf)>, String> {
        let metadata = self.output("metadata", &["--no-deps", "--format-version", "1"])?;
        let mut found = Vec::new();
        for piece in metadata.split("\"manifest_path\":\"").skip(1) {
            let manifest = Path::new(piece.split('"').next().unwrap_or_default());
            let folder = manifest.parent().unwrap_or(self.root());
            let name = folder.strip_prefix(self.root()).unwrap_or(folder).display().to_string();
            let source = folder.join("src");
            let mut roots = vec![source.join("lib.rs"), source.join("main.rs")];
            for entry in source.join("bin").read_dir().into_iter().flatten().flatten() {
                roots.extend([entry.path(), entry.path().join("main.rs")]);
            }
            found.extend(roots.into_iter().filter(|root| root.is_file()).map(|root| (name.clone(), root)));
        }
        Ok(found)
    }

    fn call(&self, command: &str, arguments: &[&str]) -> Command {
        // The cargo that runs this program says where it is.
        let mut call = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        call.arg(command).current_dir(self.root()).stdin(Stdio::null());
        if self.locked && command != "fmt" {
            call.arg("--locked");
        }
        call.args(arguments);
        call
    }

    /// Says whether `cargo COMMAND` is there.
    pub fn has(&self, command: &str) -> bool {
        works(Command::new("cargo").args([command, "--version"]))
    }

    /// Makes sure that `cargo COMMAND` is there, which comes with a component of the toolchain.
    pub fn install_component(&self, component: &str, command: &str) -> Result<(), String> {
        if self.has(command) {
            return Ok(());
        }
        println!("cargo {command} is missing: rustup component add {component}");
        let mut rustup = Command::new("rustup");
        rustup.args(["component", "add", component]).stdin(Stdio::null());
        if rustup.status().is_ok_and(|status| status.success()) {
            return Ok(());
        }
        Err(format!(
            "cargo {command} is missing and could not be installed; type 'rustup component add {component}', or \
             install the package of your system that has it"
        ))
    }
}

/// Returns true if a command starts and succeeds. Its output is discarded.
pub fn works(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
