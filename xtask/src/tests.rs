//! All tests, and those that are over soon.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::cargo::Cargo;
use crate::setup::{self, run};

/// The beginning of the name of a test, or of a file of tests, that takes more than a second or so. Everything else is the quick tier.
const SLOW: &str = "slow_";

/// Runs all tests, those in the documentation and in the browser too.
pub fn all(cargo: &Cargo) -> Result<String, String> {
    let forgotten = forgotten(cargo).map_err(|error| format!("the crates cannot be read: {error}"))?;
    if !forgotten.is_empty() {
        return Err(format!(
            "tests that no main.rs beside them names, so that they never run: {}",
            forgotten.join(", ")
        ));
    }
    // Where the browser is there its tests must not be skipped.
    let browser = if setup::has_browser() { "required" } else { "none" };
    // Examples were compiled by the lints, those of the documentation run at the end.
    for which in [&["--workspace", "--lib", "--bins", "--tests"][..], &["--workspace", "--doc"]] {
        cargo.run_with("test", which, &[], &[("PLYWOOD_BROWSER", browser)])?;
    }
    if !cfg!(unix) {
        return Ok(
            "all tests pass; those of signals, rights and links are NOT HERE, they need Unix".to_string()
        );
    }
    Ok("all tests pass, those in the documentation too".to_string())
}

/// The files beside a `tests/main.rs` that it does not name as modules.
fn forgotten(cargo: &Cargo) -> io::Result<Vec<String>> {
    let mut forgotten = Vec::new();
    for package in fs::read_dir(cargo.root().join("crates"))? {
        let folder = package?.path().join("tests");
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
        for file in fs::read_dir(&folder)? {
            let file = file?.path();
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let is_rust = file.extension().is_some_and(|extension| extension == "rs");
            if is_rust && stem != "main" && !main.lines().any(|line| line == format!("mod {stem};")) {
                forgotten.push(file.display().to_string());
            }
        }
    }
    Ok(forgotten)
}

/// Runs the tests that are over soon, without those in the documentation and in the browser.
pub fn quick(cargo: &Cargo) -> Result<String, String> {
    // The tests in the browser are compiled and left out: without their crate others would be compiled with other features.
    cargo.run_with(
        "test",
        &["--workspace", "--tests", "--quiet"],
        &["--", "--skip", SLOW],
        &[("PLYWOOD_BROWSER", "none")],
    )?;
    Ok(format!("all tests pass but those named {SLOW}…, which were left out"))
}

/// Checks that the crate of a user, and those that `plywood new` writes, compile as workspaces of their own, with the versions of
/// libraries of this one. What they do is tested by `crates/browser`, with what is compiled already.
pub fn own_game(cargo: &Cargo) -> Result<String, String> {
    let root = cargo.root();
    let example = root.join("examples/own-game");
    let lock = "Cargo.lock";
    fs::copy(root.join(lock), example.join(lock)).map_err(|error| format!("{lock}: {error}"))?;
    let target = root.join("target").display().to_string();
    let unlocked = Cargo { locked: false };
    let check = |folder: &Path| {
        let manifest = folder.join("Cargo.toml").display().to_string();
        let variables = [("CARGO_TARGET_DIR", target.as_str())];
        unlocked.run_with("check", &["--manifest-path", &manifest, "--tests"], &[], &variables)
    };
    check(&example)?;
    cargo.build_for_tests()?;
    for (name, options) in [("new-game", &[][..]), ("new-bot", &["--bot"])] {
        let folder = root.join("target").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut new =
            Command::new(root.join("target/debug").join(format!("own-game{}", std::env::consts::EXE_SUFFIX)));
        run(new.arg("new").arg(&folder).args(options))?;
        check(&folder)?;
    }
    Ok("the example of your own game, a new game and a new bot compile on their own".to_string())
}
