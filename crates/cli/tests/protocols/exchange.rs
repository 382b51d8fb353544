//! The exchanged lines of the documentation are those of the program.
//!
//! In a block of ```` ```exchange ```` the first line is the command, `> ` stands before lines that are sent and `< ` before
//! those of the answer, in which `…` is any text, and a line of it alone any lines.

use crate::documents::{line_fits, read, root};
use crate::protocols::talk::Talk;

/// The blocks of a document: the number of the first line, and the lines.
fn blocks(document: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (index, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```exchange";
            if inside {
                blocks.push((index + 2, Vec::new()));
            }
        } else if inside {
            blocks.last_mut().expect("a block has begun").1.push(line);
        }
    }
    blocks
}

/// Sends and compares the lines of a block.
fn replay(place: &str, lines: &[&str]) {
    let command =
        lines[0].strip_prefix("$ plywood ").unwrap_or_else(|| panic!("{place}: no command of ours"));
    let mut talk = Talk::with(command);
    let mut skips = false;
    for line in &lines[1..] {
        if let Some(sent) = line.strip_prefix("> ") {
            talk.send(sent);
            continue;
        }
        let expected =
            line.strip_prefix('<').unwrap_or_else(|| panic!("{place}: '{line}' is neither > nor <"));
        let expected = expected.strip_prefix(' ').unwrap_or(expected);
        if expected == "…" {
            skips = true;
            continue;
        }
        let mut answered = talk.line();
        while skips && !line_fits(expected, &answered) {
            answered = talk.line();
        }
        assert!(line_fits(expected, &answered), "{place}: expected '{expected}', answered '{answered}'");
        skips = false;
    }
    assert!(!skips, "{place}: any lines have to be followed by one that ends them");
    assert_eq!(talk.end(), Vec::<String>::new(), "{place}: nothing is left");
}

#[test]
fn exchanged_lines_of_the_documentation_are_true() {
    let document = read(&root().join("book/src/reference/protocols.md"));
    let blocks = blocks(&document);
    for protocol in ["ugi", "gtp", "gomocup", "exec", "mcp"] {
        let begins = format!("$ plywood {protocol}");
        assert!(blocks.iter().any(|(_, lines)| lines[0].starts_with(&begins)), "{protocol} has an example");
    }
    for (number, lines) in blocks {
        replay(&format!("protocols.md:{number}"), &lines);
    }
}
