//! Text in a picture whose font is unknown: its approximate width, cutting to a width, and escaping.

/// The mark for the part of a text that did not fit.
const ELLIPSIS: char = '…';

/// The text as XML: markup is escaped, and characters that XML 1.0 does not allow become spaces.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The width of a character in a common sans-serif font of size 1, rather too wide than too narrow.
fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' | ' ' => 0.32,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | '\\' | '"' | '-' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.95,
        'A'..='Z' | '&' => 0.7,
        '=' | '+' | '<' | '>' | '~' | '…' | '—' => 0.84,
        c if c.is_ascii() => 0.6,
        // Latin, Greek, Cyrillic and their like; from there on ideographs and pictures.
        c if (c as u32) < 0x1100 => 0.72,
        _ => 1.05,
    }
}

/// About how wide the text is at this font size, in the same unit as the size.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(char_width).sum::<f64>() * size
}

/// The text, or as much of its beginning as fits into `room` together with an ellipsis.
pub fn fit(text: &str, size: f64, room: f64) -> String {
    let mut used = 0.0;
    // Where to cut, should it turn out that the text is too long.
    let mut cut = 0;
    for (at, c) in text.char_indices() {
        used += char_width(c) * size;
        if used > room {
            return format!("{}{ELLIPSIS}", text[..cut].trim_end());
        }
        if used + char_width(ELLIPSIS) * size <= room {
            cut = at + c.len_utf8();
        }
    }
    text.to_string()
}

/// The text in at most `most` lines that fit into `room` each, broken at spaces; what is too long ends in an ellipsis.
pub fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let may_break = lines.len() < most;
        match lines.last_mut() {
            Some(line) if !may_break || joined(line, word, size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.iter().map(|line| fit(line, size, room)).collect()
}

/// The width of the line with one more word.
fn joined(line: &str, word: &str, size: f64) -> f64 {
    width(line, size) + width(" ", size) + width(word, size)
}

/// A coordinate or a length: hundredths are finer than any screen, and what is not a number becomes 0.
pub fn coordinate(value: f64) -> String {
    // Far outside the picture it no longer matters where, and renderers stumble over huge numbers.
    let value = if value.is_finite() { value.clamp(-1e5, 1e5) } else { 0.0 };
    decimal(value, 2)
}

/// The number with at most `decimals` decimals, without zeros at its end.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_forbidden_characters_go() {
        assert_eq!(escape("a<b & \"c\" > 'd'\u{1}\u{ffff}"), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;  ");
    }

    #[test]
    fn what_fits_stays_whole_and_the_rest_ends_in_an_ellipsis() {
        assert_eq!(fit("random", 10.0, 100.0), "random");
        let long = fit(&"a long name ".repeat(50), 10.0, 100.0);
        assert!(long.ends_with('…') && width(&long, 10.0) <= 100.0, "{long}");
        assert_eq!(fit("random", 10.0, 0.0), "…");
        assert_eq!(fit("", 10.0, 0.0), "");
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three four", 10.0, 60.0, 9), ["one two", "three four"]);
        assert_eq!(wrap("one two three four", 10.0, 60.0, 1), ["one two t…"]);
        assert_eq!(wrap("  ", 10.0, 60.0, 2), [""; 0]);
        assert_eq!(wrap(&"x".repeat(99), 10.0, 60.0, 2).len(), 1);
    }

    #[test]
    fn numbers_are_short_and_always_numbers() {
        assert_eq!(coordinate(1.0), "1");
        assert_eq!(coordinate(100.0), "100");
        assert_eq!(coordinate(-0.001), "0");
        assert_eq!(coordinate(2.346), "2.35");
        assert_eq!(coordinate(f64::NAN), "0");
        assert_eq!(coordinate(f64::NEG_INFINITY), "0");
        assert_eq!(coordinate(1e300), "100000");
    }
}
