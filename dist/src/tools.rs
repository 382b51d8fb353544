//! The tools that a release is made with: targets of Rust, zig and maturin from PyPI, MinGW from the system.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::platform::{Linker, Platform};
use crate::shell::{is_there, output, run};

/// Packages of PyPI, in the versions that were tried.
const PACKAGES: &[&str] = &["ziglang==0.17.1", "cargo-zigbuild==0.24.1", "maturin==1.16.0"];

/// The tools, and the folders that hold them.
pub struct Tools {
    /// A virtual environment of Python.
    environment: PathBuf,
}

/// Something that is missing, and the command that brings it.
struct Missing {
    what: String,
    command: Vec<String>,
}

impl Tools {
    pub fn new(root: &Path) -> Tools {
        Tools { environment: root.join("target/dist-tools") }
    }

    /// The folder of the programs from PyPI.
    fn programs(&self) -> PathBuf {
        self.environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// A program from PyPI.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs().join(name));
        let before = std::env::var_os("PATH").unwrap_or_default();
        let folders = [self.programs()].into_iter().chain(std::env::split_paths(&before));
        command.env("PATH", std::env::join_paths(folders).unwrap_or(before.clone()));
        command
    }

    /// The list of what is missing.
    pub fn needs(&self, platforms: &[&Platform], wheels: bool) -> String {
        let missing = self.missing(platforms, wheels);
        let lines = missing.iter().map(|one| format!("{}: {}\n", one.what, one.command.join(" ")));
        if missing.is_empty() { "nothing is missing\n".to_string() } else { lines.collect() }
    }

    /// Installs what is missing.
    pub fn install(&self, platforms: &[&Platform], wheels: bool) -> Result<(), String> {
        for Missing { what, command } in self.missing(platforms, wheels) {
            println!("{what} is missing");
            run(Command::new(&command[0]).args(&command[1..])).map_err(|wrong| {
                format!("{wrong}: {what} is missing and could not be installed; type '{}'", command.join(" "))
            })?;
        }
        let left = self.missing(platforms, wheels);
        match left.first() {
            None => Ok(()),
            Some(one) => Err(format!(
                "{} is missing, though '{}' has run; install the package of your system that has it",
                one.what,
                one.command.join(" ")
            )),
        }
    }

    fn missing(&self, platforms: &[&Platform], wheels: bool) -> Vec<Missing> {
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let mut missing = Vec::new();
        let installed = output(Command::new("rustup").args(["target", "list", "--installed"]));
        let installed = installed.unwrap_or_default();
        let mut targets: Vec<&str> = platforms.iter().map(|platform| platform.program).collect();
        targets.extend(platforms.iter().filter(|_| wheels).map(|platform| platform.wheel));
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            if !installed.lines().any(|line| line == target) {
                missing.push(Missing {
                    what: format!("the target {target} of Rust"),
                    command: words(&format!("rustup target add {target}")),
                });
            }
        }
        let mingw = platforms.iter().any(|platform| platform.linker == Linker::Mingw);
        if mingw && !cfg!(windows) && !is_there("x86_64-w64-mingw32-gcc") {
            let install = "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends";
            let before = if is_root() { "" } else { "sudo -n " };
            missing.push(Missing {
                what: "MinGW, the linker for Windows,".to_string(),
                command: words(&format!("{before}{install} gcc-mingw-w64-x86-64")),
            });
        }
        if wheels || platforms.iter().any(|platform| platform.linker == Linker::Zig) {
            let environment = self.environment.display().to_string();
            let python = if cfg!(windows) { "python" } else { "python3" };
            if !self.programs().is_dir() {
                let command = [python, "-m", "venv", &environment].map(str::to_string).to_vec();
                missing.push(Missing { what: "an environment of Python".to_string(), command });
            }
            if !self.is_installed("cargo-zigbuild") || !self.is_installed("maturin") {
                let pip = self.programs().join("pip").display().to_string();
                let before = [&pip, "install", "--quiet", "--disable-pip-version-check"].map(str::to_string);
                let packages = PACKAGES.iter().map(|package| (*package).to_string());
                let command = before.into_iter().chain(packages).collect();
                missing.push(Missing { what: "zig or maturin".to_string(), command });
            }
        }
        missing
    }

    fn is_installed(&self, name: &str) -> bool {
        let folder = self.programs();
        folder.join(name).is_file() || folder.join(format!("{name}.exe")).is_file()
    }
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}
