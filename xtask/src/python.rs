//! The Python package: its wheel, built and tested in a fresh virtual environment.

use std::fs;
use std::process::{Command, Stdio};

use crate::cargo::Cargo;
use crate::setup::run;

/// Programs that may be a Python that is new enough.
const PYTHONS: &[&str] = &["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];

/// The line to type where none is.
const INSTALL: &str = "sudo apt-get install -y python3 python3-venv";

/// Builds the wheel, installs it with what its tests need, and runs them.
pub fn test(cargo: &Cargo) -> Result<String, String> {
    let Some(python) = find() else {
        return Err(format!(
            "Python 3.11 or newer with venv is missing; type '{INSTALL}', or leave its tests out with --no-python"
        ));
    };
    let folder = cargo.root().join("target/python");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let environment = folder.join("venv");
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment))?;
    let inside = environment.join("bin/python");
    let source = cargo.root().join("python");
    println!("pip install '{}[test]'", source.display());
    run(Command::new(&inside)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .arg(format!("{}[test]", source.display()))
        // As other tests: less optimised, with debug assertions, and apart from what is being compiled beside it.
        .env("MATURIN_PEP517_ARGS", "--profile wheel")
        .env("CARGO_TARGET_DIR", folder.join("cargo")))?;
    let pytest = |arguments: &[&str]| {
        run(Command::new(&inside)
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .args(arguments)
            .current_dir(&source))
    };
    pytest(&["tests"])?;
    // Examples in docstrings, those of the installed package.
    pytest(&["--doctest-modules", "--pyargs", "plywood", "--rootdir", "package"])?;
    let types = ["-m", "mypy", "--config-file", "pyproject.toml", "package/plywood"];
    run(Command::new(&inside).args(types).current_dir(&source))?;
    Ok("the wheel is built and installed, and its tests pass".to_string())
}

/// Says that the tests were left out.
pub fn left_out(_: &Cargo) -> Result<String, String> {
    Ok("THE PYTHON PACKAGE IS NOT TESTED, as --no-python says".to_string())
}

/// The first Python that is new enough and makes virtual environments.
fn find() -> Option<&'static str> {
    let fits = |python: &&&str| {
        let script = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
        let mut command = Command::new(python);
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    PYTHONS.iter().find(fits).copied()
}
