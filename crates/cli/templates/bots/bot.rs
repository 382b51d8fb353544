//! A bot for Plywood: it reads a line of JSON and answers with one.
//!
//! Standard output is for answers only; write remarks to standard error with `eprintln!`. This file needs no crate; in a project of
//! your own, `serde_json` reads the rest of the question as well.

use std::io::{BufRead, Write, stdin, stdout};

/// The string that begins with the quote at the start of `text`, with both quotes, and the text after it.
fn string(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(text.split_at(at + 1)),
            _ => {}
        }
    }
    None
}

/// The text from the value of `key` on, in the JSON object at the start of `text`. Keys of objects inside it do not count.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (mut rest, mut depth) = (text, 0);
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let (found, after) = string(rest)?;
            let value = after.trim_start().strip_prefix(':').map(str::trim_start);
            if let (1, Some(value), true) = (depth, value, found[1..found.len() - 1] == *key) {
                return Some(value);
            }
            rest = after;
            continue;
        }
        match first {
            '{' | '[' => depth += 1,
            '}' | ']' if depth == 1 => return None,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        rest = &rest[first.len_utf8()..];
    }
    None
}

/// The strings of a JSON list, with their quotes.
fn items(list: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut rest = list.strip_prefix('[').unwrap_or_default().trim_start();
    while let (true, Some((item, after))) = (rest.starts_with('"'), string(rest)) {
        items.push(item);
        rest = after.trim_start().strip_prefix(',').unwrap_or_default().trim_start();
    }
    items
}

/// Random numbers: the same seed has to give the same moves.
struct Generator(u64);

impl Generator {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Returns one of `moves`. The question has more: "position", "history", "you" ("first" or "second"), "time_ms" (null without a
/// clock) and "drawing"; `value_of` finds each of them.
fn choose<'a>(_question: &str, moves: &[&'a str], generator: &mut Generator) -> &'a str {
    moves[generator.below(moves.len())]
}

fn main() {
    let mut generator = Generator(1);
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if let Some(hello) = value_of(&line, "hello") {
            // A game begins.
            let seed = value_of(hello, "seed").unwrap_or_default();
            let digits = seed.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            generator = Generator(digits.parse::<u64>().unwrap_or(0) * 2 + 1);
            if value_of(hello, "ready").is_some() {
                // Once everything is loaded: from here on the time is on your clock.
                println!("{{\"ready\": true}}");
                let _ = stdout().flush();
            }
        } else if let Some(moves) = value_of(&line, "moves").map(items).filter(|moves| !moves.is_empty()) {
            // The text of the move goes back as it came, quotes and escapes included.
            println!("{{\"move\": {}}}", choose(&line, &moves, &mut generator));
            let _ = stdout().flush();
        }
        // {"end": {"result": ..., "reason": ..., "you": ...}} is the end of the game and wants no answer.
    }
}
