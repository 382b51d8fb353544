//! README.md and the book: every example prints what is below it, every link resolves, and every command has its page.
//!
//! In a block of ```` ```console ```` each line that begins with `$ ` is run, and the lines below it are its output: none of them, if it is
//! not to be compared. `…` stands for any text, and a line of it alone for any lines. `UPDATE_BOOK=1` writes what was
//! printed into the documents, and the pictures into the book, instead of comparing them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use serde_json::Value as Json;

use crate::common::{json, plywood, run};

/// A command of a document, and the lines of output below it.
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut inside, mut block) = (false, 0);
    for (index, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line.trim_end() == "```console";
            block = index;
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    examples.push(Example {
                        line: index + 1,
                        command: command.to_string(),
                        output: Vec::new(),
                    });
                }
                None => match examples.last_mut() {
                    Some(example) if example.line > block => example.output.push(line.to_string()),
                    _ => panic!("line {}: a block begins with a command", index + 1),
                },
            }
        }
    }
    examples
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn updates() -> bool {
    std::env::var_os("UPDATE_BOOK").is_some()
}

/// The files of a folder, and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The Markdown files of the book.
fn chapters() -> Vec<PathBuf> {
    let mut found = files(&root().join("book/src"));
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    found.sort();
    found
}

/// The chapters of the book, and README.md.
fn documents() -> Vec<PathBuf> {
    [vec![root().join("README.md")], chapters()].concat()
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares a line with one in which `…` stands for any text.
pub fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((first, mut rest)) = pattern.split_once('…') else {
        return pattern.trim_end() == line.trim_end();
    };
    let Some(mut left) = line.strip_prefix(first) else { return false };
    while let Some((part, after)) = rest.split_once('…') {
        let Some(place) = left.find(part) else { return false };
        (left, rest) = (&left[place + part.len()..], after);
    }
    left.trim_end().ends_with(rest.trim_end())
}

/// Compares lines with those of a document, where a line of `…` stands for any number of them.
fn fits(pattern: &[String], lines: &[String]) -> bool {
    match (pattern.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, after))) => line_fits(first, line) && fits(rest, after),
        _ => false,
    }
}

/// The lines up to the last one that is not empty.
fn trimmed(mut lines: Vec<String>) -> Vec<String> {
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// A line with `…` for its times and rates. A rate in parentheses is only printed after longer times.
fn steady(line: &str) -> String {
    const UNITS: [&str; 8] = ["ns", "us", "µs", "ms", "s", "/s", "k/s", "M/s"];
    let is_number =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '('));
    let mut words = line.split(' ').peekable();
    let mut out: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        let unit = words.peek().map_or("", |unit| unit.trim_end_matches([',', ';', '.', ')']));
        let is_timed = is_number(word) && (UNITS.contains(&unit) || unit == "a");
        if !is_timed {
            out.push(word);
            continue;
        }
        while out.last().is_some_and(|last| is_number(last)) {
            out.pop();
        }
        if unit != "a" {
            words.next();
        }
        match (out.last(), word.starts_with('(') && unit == "a") {
            (_, true) => out.push("(…"),
            (Some(&"…"), false) => {}
            _ => out.push("…"),
        }
    }
    let mut line = out.join(" ");
    for key in ["\"seconds\":", "\"nodes_per_second\":"] {
        if let Some((before, after)) = line.split_once(key) {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-'));
            line = format!("{before}{key}…{rest}");
        }
    }
    line.trim_end().to_string()
}

/// Runs the examples of a document in a folder of its own. Returns what is wrong, and what was printed below each line.
fn check(document: &Path) -> (Vec<String>, BTreeMap<usize, Vec<String>>) {
    let name = document.strip_prefix(root()).expect("it is below the root").display().to_string();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name.replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a fresh folder");
    let binaries = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().expect("a program is in a folder");
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap_or_default());
    let (mut wrong, mut printed) = (Vec::new(), BTreeMap::new());
    for Example { line, command, output } in examples(&read(document)) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&folder).env("PATH", &path).env("COLUMNS", "80");
        let result = run(&mut shell, "quit\n");
        let lines = trimmed(result.stdout.lines().map(str::to_string).collect());
        let expected = trimmed(output);
        if result.code != 0 {
            wrong.push(format!("{name}:{line}: {command}\n{}{}", result.stdout, result.stderr));
        } else if !expected.is_empty() && !fits(&expected, &lines) {
            let (expected, found) = (expected.join("\n"), lines.join("\n"));
            wrong.push(format!("{name}:{line}: {command}\n--- expected\n{expected}\n--- printed\n{found}\n"));
            printed.insert(line, lines);
        }
    }
    wrong.extend(check_pictures(document, &name, &folder));
    (wrong, printed)
}

/// Compares pictures made by the examples of a document with those that it shows.
fn check_pictures(document: &Path, name: &str, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = read(document);
    for link in links(&text).filter(|link| link.ends_with(".svg")) {
        let shown = document.parent().expect("it is in a folder").join(&link);
        let made = folder.join(shown.file_name().expect("a name"));
        if !made.exists() {
            if link.contains("/course/") {
                wrong.push(format!("{name}: no example makes {link}"));
            }
        } else if updates() {
            fs::copy(&made, &shown).expect("room for a picture");
        } else if read(&made) != read(&shown) {
            wrong.push(format!("{name}: {link} has changed: UPDATE_BOOK=1 makes it anew, then look at it"));
        }
    }
    wrong
}

/// Replaces the output below the given lines.
fn update(document: &Path, printed: &BTreeMap<usize, Vec<String>>) {
    let text = read(document);
    let mut lines = text.lines().enumerate().peekable();
    let mut out = Vec::new();
    while let Some((index, line)) = lines.next() {
        out.push(line.to_string());
        let Some(output) = printed.get(&(index + 1)) else { continue };
        let mut last = None;
        while let Some((_, line)) =
            lines.next_if(|(_, line)| !line.starts_with("$ ") && !line.starts_with("```"))
        {
            last = Some(line);
        }
        out.extend(output.iter().map(|line| steady(line)));
        out.extend(last.filter(|line| line.is_empty()).map(str::to_string));
    }
    fs::write(document, out.join("\n") + "\n").expect("room for a document");
}

#[test]
fn slow_examples_print_what_their_document_says() {
    let documents = Mutex::new(documents());
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(document) = { documents.lock().unwrap().pop() } {
                    let (found, printed) = check(&document);
                    if updates() && !printed.is_empty() {
                        update(&document, &printed);
                    }
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines of a document that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// The targets of the links and pictures of a document.
fn links(text: &str) -> impl Iterator<Item = String> {
    prose(text).flat_map(|line| {
        let parts = line.split("](").skip(1);
        parts
            .filter_map(|part| part.split_once(')'))
            .map(|(target, _)| target.to_string())
            .collect::<Vec<_>>()
    })
}

/// The anchors of a document's headings, as a forge and mdBook name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn links_resolve() {
    let mut checked = documents();
    checked.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let book = root().join("book/src").canonicalize().expect("the book is there");
    let (mut wrong, mut shown) = (Vec::new(), BTreeSet::new());
    for document in &checked {
        let document = &document.canonicalize().expect("it is there");
        let text = read(document);
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target =
                if file.is_empty() { document.clone() } else { document.with_file_name("").join(file) };
            shown.extend(target.canonicalize());
            let there = target.exists() && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
            // The site of the book has nothing else.
            let leaves = document.starts_with(&book)
                && !target.canonicalize().is_ok_and(|target| target.starts_with(&book));
            if !there || leaves {
                wrong.push(format!("{}: {link}", document.display()));
            }
        }
    }
    let pictures = files(&book.join("pictures")).into_iter().filter(|picture| !shown.contains(picture));
    wrong.extend(pictures.map(|picture| format!("{} is shown nowhere", picture.display())));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn readme_is_a_page() {
    assert!(read(&root().join("README.md")).lines().count() <= 150);
}

#[test]
fn the_book_lists_all_its_chapters() {
    let source = root().join("book/src");
    let listed: BTreeSet<PathBuf> =
        links(&read(&source.join("SUMMARY.md"))).map(|link| source.join(link)).collect();
    let chapters = chapters().into_iter().filter(|path| !path.ends_with("SUMMARY.md"));
    assert_eq!(listed, chapters.collect());
}

/// Their options are there because the printed help is compared.
#[test]
fn all_commands_games_and_bots_are_in_the_reference() {
    let reference = root().join("book/src/reference");
    let help = plywood(&["--help"]).stdout;
    let listed =
        help.lines().skip_while(|line| !line.starts_with("Usage")).take_while(|line| *line != "Options:");
    let commands: Vec<&str> = listed
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .map(|(name, _)| name)
        .filter(|name| *name != "help" && !name.is_empty())
        .collect();
    assert!(commands.len() >= 19, "{commands:?}");
    let pages = commands.iter().map(|name| (format!("commands/{name}.md"), format!("plywood {name} --help")));
    let lists = ["games", "bots"].map(|name| (format!("{name}.md"), format!("plywood {name}")));
    let compared = |page: &str, command: &str| {
        let path = reference.join(page);
        path.exists() && examples(&read(&path)).iter().any(|e| e.command == command && e.output.len() > 3)
    };
    let overview = read(&reference.join("commands/overview.md"));
    assert!(commands.iter().all(|name| overview.contains(&format!("({name}.md)"))), "{commands:?}");
    let missing: Vec<_> = pages.chain(lists).filter(|(page, command)| !compared(page, command)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Adds the keys of all objects in `value`.
fn add_keys(value: &Json, keys: &mut BTreeSet<String>) {
    match value {
        Json::Object(object) => {
            keys.extend(object.keys().cloned());
            object.values().for_each(|value| add_keys(value, keys));
        }
        Json::Array(values) => values.iter().for_each(|value| add_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn keys_of_the_json_are_in_the_reference() {
    const RUNS: [&str; 21] = [
        "games",
        "games qubic",
        "games pig",
        "bots",
        "show tictactoe",
        "perft tictactoe 3 --divide",
        "count tictactoe",
        "eval tictactoe",
        "analyse tictactoe --all",
        "solve tictactoe",
        "solve tictactoe --method enumerate",
        "solve pig --against hold:at=20",
        "solve cube3 --method proof",
        "solve pig:target=20 --method iterate",
        "solve pikkpakk --within 5",
        "tree tree:(a:(3,12),b:(2,4)) --bot alphabeta",
        "compare tictactoe --depth 3",
        "match tictactoe rules random --games 4 --clock 1s --sprt elo0=0,elo1=10",
        "grade tictactoe first random --sample 20",
        "check tictactoe --games 2",
        "bench --quick",
    ];
    let mut missing = BTreeSet::new();
    for words in RUNS {
        let command = words.split(' ').next().expect("a command");
        let page = read(&root().join(format!("book/src/reference/commands/{command}.md")));
        let (_, keys) = page.split_once("## JSON").expect("a page has keys");
        let named: BTreeSet<&str> = keys.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
        let mut keys = BTreeSet::new();
        add_keys(&json(words), &mut keys);
        missing.extend(
            keys.iter().filter(|key| !named.contains(key.as_str())).map(|key| format!("{command}: {key}")),
        );
    }
    assert!(missing.is_empty(), "{missing:?}");
}
