//! All tests, and those that are over soon.

use crate::cargo::Cargo;

/// Tests that take more than a second or so, by a part of their names. Everything else is the quick tier.
const SLOW: &[&str] = &[];

/// Runs all tests, those in the documentation and in the browser too.
pub fn all(cargo: &Cargo) -> Result<String, String> {
    // The browser is there: its tests must not be skipped.
    cargo.run_with("test", &["--workspace"], &[], &[("PLYWOOD_BROWSER", "required")])?;
    let names =
        cargo.output("test", &["--workspace", "--tests", "--quiet", "--", "--list", "--format", "terse"])?;
    let gone: Vec<&str> = SLOW.iter().copied().filter(|slow| !names.contains(slow)).collect();
    if !gone.is_empty() {
        return Err(format!("SLOW (xtask/src/tests.rs) lists tests that are not there: {}", gone.join(", ")));
    }
    Ok("all tests pass, those in the documentation too".to_string())
}

/// Runs the tests that are over soon, without those in the documentation and in the browser.
pub fn quick(cargo: &Cargo) -> Result<String, String> {
    let skipped: Vec<&str> = SLOW.iter().flat_map(|slow| ["--skip", slow]).collect();
    cargo.run(
        "test",
        &["--workspace", "--exclude", "plywood-browser", "--tests", "--quiet"],
        &[&["--"], &skipped[..]].concat(),
    )?;
    Ok(format!("all but {} slow tests pass", SLOW.len()))
}
