//! The last lines that were exchanged with a program.

use std::collections::VecDeque;

/// The most lines that are kept.
const MOST_LINES: usize = 40;
/// The most characters of a line.
const MOST_CHARACTERS: usize = 300;

/// The last lines that were exchanged with a program: `>` before those that it got, `<` before those that it wrote, `?` before lines
/// that nobody asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    lines: VecDeque<String>,
}

impl Transcript {
    pub fn sent(&mut self, text: &str) {
        text.lines().for_each(|line| self.add('>', line));
    }

    pub fn received(&mut self, line: &str) {
        self.add('<', line);
    }

    pub fn unasked(&mut self, line: &str) {
        self.add('?', line);
    }

    fn add(&mut self, sign: char, line: &str) {
        let mut kept =
            if self.lines.len() >= MOST_LINES { self.lines.pop_front() } else { None }.unwrap_or_default();
        kept.clear();
        kept.push(sign);
        kept.push(' ');
        match line.char_indices().nth(MOST_CHARACTERS) {
            Some((end, _)) => {
                kept.push_str(&line[..end]);
                kept.push('…');
            }
            None => kept.push_str(line),
        }
        self.lines.push_back(kept);
    }

    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }
}
