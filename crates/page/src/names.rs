//! Names that come from outside.

use crate::problem::{Problem, RefusalCode};

/// The longest name of a person, in characters.
const LONGEST: usize = 40;
/// The rule for names of brains and proofs.
pub const SHORT_NAME: &str = "1 to 32 of a to z, 0 to 9 and dashes";

/// The name of a person, without invisible characters.
///
/// # Errors
/// If it is too long.
pub fn check(name: &str) -> Result<String, Problem> {
    let name: String = name.chars().filter(|&c| !is_invisible(c)).collect();
    let name = name.trim();
    if name.chars().count() > LONGEST {
        return Err(Problem::new(RefusalCode::Options, format!("a name has at most {LONGEST} characters")));
    }
    Ok(name.to_string())
}

/// Characters that do not show, or turn the ones around them.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// True if a brain or a proof may have this name: it becomes a part of the name of a file.
pub fn is_short_name(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !name.starts_with('-')
}
