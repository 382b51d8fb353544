//! The length of source files: a person can read each in one sitting.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::Cargo;

/// The most lines that a file may have, its tests not counted.
const MOST_LINES: usize = 700;

/// The endings of the names of source files.
const SOURCES: &[&str] = &[".rs", ".js", ".css"];

/// Checks all source files of the workspace that are not tests.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let mut files = Vec::new();
    sources(cargo.root(), &mut files)?;
    let (mut wrong, mut longest) = (Vec::new(), 0);
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let lines = lines_outside_tests(&text);
        longest = longest.max(lines);
        if lines > MOST_LINES {
            let name = file.strip_prefix(cargo.root()).unwrap_or(file);
            wrong.push(format!("{} has {lines} lines, at most {MOST_LINES} are allowed", name.display()));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    Ok(format!("{} files, the longest has {longest} lines outside tests", files.len()))
}

/// Adds the source files in `folder` and below, but for tests and what is built, installed or hidden.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let is_source = |name: &str| SOURCES.iter().any(|end| name.ends_with(end)) && name != "tests.rs";
    collect(folder, &["target", "tests", "node_modules"], &is_source, files)
}

/// Adds the files in `folder` and below whose names `is_wanted` accepts, but for hidden folders and those with the names `left_out`.
pub fn collect(
    folder: &Path,
    left_out: &[&str],
    is_wanted: &dyn Fn(&str) -> bool,
    files: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if entry.file_type().map_err(failed)?.is_dir() {
            if !name.starts_with('.') && !left_out.contains(&&*name) {
                collect(&path, left_out, is_wanted, files)?;
            }
        } else if is_wanted(&name) {
            files.push(path);
        }
    }
    Ok(())
}

/// The lines of a file before its module of tests, which is at the end.
fn lines_outside_tests(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let tests = lines.windows(2).position(|two| two[0] == "#[cfg(test)]" && two[1].ends_with('{'));
    tests.unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_not_counted() {
        let check = |text: &str, expected: usize| assert_eq!(lines_outside_tests(text), expected, "{text}");
        check("", 0);
        check("one\ntwo\n", 2);
        check("one\n#[cfg(test)]\nmod tests;\ntwo", 4);
        check("one\n#[cfg(test)]\nmod tests {\n}\n", 1);
    }

    #[test]
    fn sources_are_found_and_nothing_else() {
        let mut files = Vec::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        sources(root, &mut files).unwrap();
        for file in ["xtask/src/lengths.rs", "crates/server/ui/styles/tokens.css"] {
            assert!(files.iter().any(|other| other.ends_with(file)), "{file}");
        }
        assert!(!files.iter().any(|file| file.to_string_lossy().contains("node_modules")));
    }
}
