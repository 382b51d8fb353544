//! The wording of doc comments, help and the page: words that words of the field replaced must not come back.

use std::fs;

use crate::cargo::Cargo;
use crate::lengths::collect;

/// Words that must not begin a sentence of documentation. It begins with the thing or the action.
const BEGINNINGS: &[&str] = &["What", "Who", "Whether", "Where", "Whoever", "Nobody", "So"];

/// Phrases of riddles that were replaced, in small letters.
const PHRASES: &[&str] = &[
    "told of",
    "what it came to",
    "takes up what",
    "came to an end with",
    "is looked at",
    "was looked at",
    "were looked at",
    "looked at in",
    "with all its means",
    "known altogether",
    "left out is counted",
    "cannot do without",
    "a game of one's own",
    "if the words were wrong",
    "where it listens",
    "where it lies",
    "whoever",
    "that is all there is",
    "nobody can",
    "nobody has",
    "anybody having",
    "brother",
    "broke down",
    "will not do",
    "position was there",
    "number of moves was reached",
    "tried again and again",
    "the house is",
    "the house has",
    "the house opens",
    "another house",
];

/// Files or folders that are left out, each with its reason.
const ALLOWED: &[&str] = &[
    // This list.
    "xtask/src/words.rs",
];

/// The files that are checked, by the ends of their names, and the beginnings of lines of documentation in them.
const DOCUMENTED: &[(&str, &[&str])] =
    &[(".rs", &["///", "//!"]), (".js", &["/**", "*"]), (".md", &[]), (".json", &[])];

/// Checks all sources, the book and the words of the page.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let mut files = Vec::new();
    let is_read = |name: &str| DOCUMENTED.iter().any(|(end, _)| name.ends_with(end));
    collect(cargo.root(), &["target", "node_modules", "data"], &is_read, &mut files)?;
    let (mut wrong, mut paragraphs) = (Vec::new(), 0);
    for file in &files {
        let name = file.strip_prefix(cargo.root()).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if ALLOWED.iter().any(|allowed| name.starts_with(allowed)) {
            continue;
        }
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let (read, found) = faults(&name, &text);
        paragraphs += read;
        wrong.extend(found.into_iter().map(|(line, fault)| format!("{name}:{line}: {fault}")));
    }
    match wrong.is_empty() {
        true => Ok(format!("{paragraphs} paragraphs of documentation, none with a word that was replaced")),
        false => {
            Err(format!("{}\nWrite the thing or the action instead (xtask/src/words.rs).", wrong.join("\n")))
        }
    }
}

/// The number of paragraphs of documentation in a file, and its faults by line. Phrases are found in messages as well.
fn faults(name: &str, text: &str) -> (usize, Vec<(usize, String)>) {
    let Some((_, signs)) = DOCUMENTED.iter().find(|(end, _)| name.ends_with(end)) else {
        return (0, Vec::new());
    };
    let (mut paragraphs, mut faults, mut inside) = (0, Vec::new(), false);
    for (at, line) in text.lines().enumerate() {
        let said = signs.iter().find_map(|sign| line.trim_start().strip_prefix(sign)).map_or("", str::trim);
        if !said.is_empty() && !inside {
            paragraphs += 1;
            let word: String = said.chars().take_while(|c| c.is_alphabetic()).collect();
            if BEGINNINGS.contains(&word.as_str()) {
                faults.push((at + 1, format!("begins with '{word}'")));
            }
        }
        inside = !said.is_empty();
        let small = line.to_lowercase();
        for phrase in PHRASES.iter().filter(|phrase| small.contains(**phrase)) {
            faults.push((at + 1, format!("says '{phrase}'")));
        }
    }
    (paragraphs, faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_and_phrases_are_found() {
        let check = |name: &str, text: &str, expected: &[usize]| {
            let lines: Vec<usize> = faults(name, text).1.into_iter().map(|(line, _)| line).collect();
            assert_eq!(lines, expected, "{text}");
        };
        check("a.rs", "/// What it is.\nfn a() {}\n", &[1]);
        check("a.rs", "//! Idea.\n//!\n//! So it is.\n", &[3]);
        check("a.rs", "/// The number of moves,\n/// Where it matters.\n", &[]);
        check("a.rs", "// What a comment says.\n/// Whatever it is.\n", &[]);
        check("a.rs", "refuse(\"nobody can win\");\n", &[1]);
        check("a.js", "/**\n * Whether it stops.\n * @param {string} a\n */\n", &[2]);
        check("a.rs", "/// The move of whoever is to move.\n", &[1]);
        check("a.md", "What is a ply?\nThe node whoever moves likes.\n", &[2]);
        check("a.toml", "# Whoever is to move\n", &[]);
    }
}
