//! Every example in the documents works as pasted, and prints what they say it prints.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::run;

/// A command of a document, and the output printed below it, if there is any.
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// The commands of all fenced blocks of `language` that begin with `prompt`.
fn examples(document: &str, language: &str, prompt: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in document.lines().enumerate() {
        match line.trim_end() {
            fence if fence.starts_with("```") => inside = !inside && fence == format!("```{language}"),
            text if inside => match text.strip_prefix(prompt) {
                Some(command) if !command.is_empty() && !command.starts_with('#') => {
                    let (line, command) = (index + 1, command.to_string());
                    examples.push(Example { line, command, output: Vec::new() });
                }
                _ => {
                    if let Some(example) = examples.last_mut() {
                        example.output.push(text.to_string());
                    }
                }
            },
            _ => {}
        }
    }
    examples
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(path).expect("the document is there")
}

/// A fresh folder to run in, so that files that examples write are there for the next ones and nowhere else.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a fresh folder");
    folder
}

/// Lines without what differs from run to run: times and rates.
fn steady(lines: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    lines
        .into_iter()
        .map(|line| {
            let line = line.as_ref().trim_end();
            match line.rfind(" in ") {
                Some(place) if line[place..].contains(" ms") || line[place..].contains(" s") => {
                    line[..place].to_string()
                }
                _ => line.to_string(),
            }
        })
        .filter(|line| !line.is_empty())
        .collect()
}

fn check(example: &Example, command: &str, folder: &Path, input: &str) {
    let binaries = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().expect("a program is in a folder");
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap_or_default());
    let result = run(
        Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path).env("COLUMNS", "110"),
        input,
    );
    let place = format!("line {}: {}", example.line, example.command);
    assert_eq!(result.code, 0, "{place}\n{}{}", result.stdout, result.stderr);
    if !example.output.iter().all(|line| line.trim().is_empty()) {
        assert_eq!(steady(result.stdout.lines()), steady(&example.output), "{place}");
    }
}

#[test]
fn readme_examples_work_and_print_what_it_says() {
    let folder = scratch("readme");
    let readme = document("README.md");
    let found = examples(&readme, "console", "$ ");
    assert!(found.len() >= 10, "the README lives by its examples");
    for example in &found {
        check(example, &example.command, &folder, "");
    }
}

#[test]
fn the_examples_about_learning_work() {
    let folder = scratch("learning");
    let found = examples(&document("docs/learning.md"), "console", "$ ");
    assert!(!found.is_empty());
    for example in &found {
        check(example, &example.command, &folder, "quit\n");
    }
}

/// The pictures of a folder, by name.
fn pictures(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let svgs = files.filter(|path| path.extension().is_some_and(|ending| ending == "svg"));
    svgs.map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("it is text"))
    })
    .collect()
}

/// `UPDATE_PICTURES=1` puts the pictures into the documents instead of comparing them.
#[test]
fn the_tour_works_and_its_pictures_are_what_it_makes() {
    let folder = scratch("tour");
    let tour = document("docs/tour.md");
    let found = examples(&tour, "console", "$ ");
    for example in &found {
        check(example, &example.command, &folder, "");
    }
    let made = pictures(&folder);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/tour");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(&kept).expect("a folder for them");
        for (name, picture) in &made {
            std::fs::write(kept.join(name), picture).expect("room for a picture");
        }
    }
    let kept = pictures(&kept);
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    for (name, picture) in &made {
        assert!(tour.contains(&format!("(pictures/tour/{name})")), "{name} is shown nowhere");
        assert!(
            *picture == kept[name],
            "{name} has changed: UPDATE_PICTURES=1 makes it anew, and then look at it"
        );
    }
}
