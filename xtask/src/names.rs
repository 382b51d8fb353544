//! One name, one thing: no two types of the workspace share a name.

use std::collections::BTreeMap;
use std::fs;

use crate::cargo::Cargo;
use crate::lengths::collect;
use crate::source;

/// Names that several types may have, by the reason.
const SHARED: &[(&str, &[&str])] = &[
    ("each game has its own", &["State", "Move"]),
    ("the same thing in a browser, where there are no files", &["FileId", "NodeBytes", "Reader", "Store"]),
    (
        "the same thing in a browser, which starts no programs",
        &["OutsideBot", "Process", "Program", "Programs", "Wait"],
    ),
    ("the same thing on Windows", &["PipesReady", "ProcessGroup", "ProcessPipes"]),
];

/// Checks all types that are defined outside tests.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let mut files = Vec::new();
    let skipped = ["target", "tests", "node_modules", "examples", "versus"];
    collect(cargo.root(), &skipped, &|name| name.ends_with(".rs") && name != "tests.rs", &mut files)?;
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(cargo.root()).unwrap_or(file).display().to_string();
        for kind in source::read(&text).into_iter().flat_map(|scope| scope.types) {
            places.entry(kind).or_default().push(name.clone());
        }
    }
    let count: usize = places.values().map(Vec::len).sum();
    places.retain(|_, places| places.len() > 1);
    for &shared in SHARED.iter().flat_map(|(_, names)| *names) {
        if places.remove(shared).is_none() {
            return Err(format!(
                "one type only is called {shared}; take it out of SHARED (xtask/src/names.rs)"
            ));
        }
    }
    if places.is_empty() {
        return Ok(format!("{count} types, and no two of one name"));
    }
    let lines = places.iter().map(|(name, places)| format!("\n  {name}: {}", places.join(", ")));
    Err(format!("types that share a name; give each one that says what it is:{}", lines.collect::<String>()))
}
