//! The words of a command.

/// Splits a command into words as a shell does: blanks separate, quotes and backslashes protect. Nothing is expanded.
///
/// # Errors
/// If a quote is not closed.
pub(crate) fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            _ if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                quoted(&mut rest, '\'', word).ok_or_else(|| unclosed('\'', text))?;
            }
            '"' => {
                let word = word.get_or_insert_default();
                quoted(&mut rest, '"', word).ok_or_else(|| unclosed('"', text))?;
            }
            '\\' => match rest.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(format!("the command '{text}' ends with a backslash")),
            },
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Appends the text up to the closing quote; `None` if there is none.
fn quoted(rest: &mut std::str::Chars<'_>, quote: char, word: &mut String) -> Option<()> {
    loop {
        match rest.next()? {
            c if c == quote => return Some(()),
            '\\' if quote == '"' => match rest.next()? {
                next @ ('"' | '\\' | '$' | '`') => word.push(next),
                next => word.extend(['\\', next]),
            },
            c => word.push(c),
        }
    }
}

fn unclosed(quote: char, text: &str) -> String {
    format!("the command '{text}' has a {quote} without a second one")
}
