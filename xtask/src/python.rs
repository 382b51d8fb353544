//! The Python package, installed and tested in a fresh virtual environment.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::Cargo;
use crate::setup::run;

/// Programs that may be a Python that is new enough.
const PYTHONS: &[&str] = &["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];

/// The line to type where none is.
const INSTALL: &str = "sudo apt-get install -y python3 python3-venv";

/// The build backend that packs files as they are.
const PACKED: &str = "\
[build-system]
requires = [\"hatchling\"]
build-backend = \"hatchling.build\"

[tool.hatch.build.targets.wheel]
packages = [\"package/plywood\"]
artifacts = [\"*.so\", \"*.pyd\"]

[tool.hatch.version]
path = \"version\"
pattern = '(?P<version>.+)'
";

/// Installs the package with what its tests need, and runs them.
pub fn test(cargo: &Cargo) -> Result<String, String> {
    let Some(python) = find() else {
        return Err(format!(
            "Python 3.11 or newer with venv is missing; type '{INSTALL}', or leave its tests out with --no-python"
        ));
    };
    compiles_once(cargo)?;
    let folder = cargo.root().join("target/python");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let environment = folder.join("venv");
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment))?;
    let inside = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let source = cargo.root().join("python");
    let packed = packed(cargo, &source, &folder.join("packed"))
        .map_err(|error| format!("the package cannot be packed: {error}"))?;
    println!("pip install '{}[test]'", packed.display());
    run(Command::new(&inside)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .arg(format!("{}[test]", packed.display())))?;
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
    Ok("the package is installed, and its tests pass".to_string())
}

/// Checks that the package compiles nothing again that was compiled for the program.
fn compiles_once(cargo: &Cargo) -> Result<(), String> {
    let features = |packages: &[&str]| -> Result<BTreeSet<String>, String> {
        let tree = ["-e", "normal,build", "--no-dedupe", "--prefix", "none", "-f", "{p} [{f}]"];
        let tree = cargo.output("tree", &[packages, &tree].concat())?;
        Ok(tree.lines().map(str::to_string).collect())
    };
    let alone = features(&["-p", "plywood-cli"])?;
    let both = features(&["-p", "plywood-cli", "-p", "plywood-python"])?;
    match alone.difference(&both).collect::<Vec<_>>() {
        again if again.is_empty() => Ok(()),
        again => Err(format!(
            "the Python package compiles these once more, with other features than the program (crates/cli/Cargo.toml): {again:?}"
        )),
    }
}

/// Copies the package to `target`, with its native part as the tests of the workspace have compiled it: maturin would compile the
/// whole workspace once more.
fn packed(cargo: &Cargo, source: &Path, target: &Path) -> io::Result<PathBuf> {
    cargo.build_for_tests().map_err(io::Error::other)?;
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    let package = target.join("package/plywood");
    copy(&source.join("package/plywood"), &package)?;
    let built = format!("{}_plywood{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let native = if cfg!(windows) { "_plywood.pyd" } else { "_plywood.abi3.so" };
    fs::copy(cargo.root().join("target/debug").join(built), package.join(native))?;
    fs::copy(source.join("README.md"), target.join("README.md"))?;
    fs::write(target.join("version"), env!("CARGO_PKG_VERSION"))?;
    let manifest = fs::read_to_string(source.join("pyproject.toml"))?;
    let project =
        manifest.find("[project]").ok_or_else(|| io::Error::other("no [project] in pyproject.toml"))?;
    fs::write(target.join("pyproject.toml"), format!("{PACKED}\n{}", &manifest[project..]))?;
    Ok(target.to_path_buf())
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (file, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        match file.is_dir() {
            true if name == "__pycache__" => {}
            true => copy(&file, &to.join(name))?,
            false => drop(fs::copy(&file, to.join(name))?),
        }
    }
    Ok(())
}

/// Says that the tests were left out.
pub fn left_out(_: &Cargo) -> Result<String, String> {
    Ok("THE PYTHON PACKAGE IS NOT TESTED, as --no-python says".to_string())
}

/// The first Python that is new enough and makes virtual environments.
pub fn find() -> Option<&'static str> {
    let fits = |python: &&&str| {
        let script = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
        let mut command = Command::new(python);
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    PYTHONS.iter().find(fits).copied()
}
