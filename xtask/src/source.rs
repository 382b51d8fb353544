//! Reads just enough Rust to know what the modules of a file define, declare and mention.
//!
//! Comments, literals and whatever is compiled for tests only are skipped; the rest is a list of words, `::` and signs. There is no
//! grammar behind it, so it cannot fail: what it does not know it passes over.

use std::collections::BTreeSet;

/// A module as its source says it is: a whole file, or a `mod name { … }` in one.
#[derive(Debug, Default)]
pub struct Scope {
    /// The names of the modules around it in the same file, outermost first; empty for the file itself.
    pub inside: Vec<String>,
    /// Names of the items defined here.
    pub items: BTreeSet<String>,
    /// Names of those that are types, traits or aliases of types.
    pub types: BTreeSet<String>,
    /// Modules declared here, whose source is a file of its own.
    pub files: Vec<String>,
    /// Modules declared and written here.
    pub inline: Vec<String>,
    /// The names that `use` brings in.
    pub imports: Vec<Import>,
    /// Paths of two or more names outside `use`.
    pub paths: BTreeSet<Vec<String>>,
    /// All words outside `use`.
    pub words: BTreeSet<String>,
}

/// One name that a `use` brings in.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// The full path, `*` last where it is a glob.
    pub path: Vec<String>,
    /// The name it has here; `*` for a glob.
    pub name: String,
    /// It is handed on to others.
    pub public: bool,
}

impl Import {
    /// Brings in all names of a module.
    pub fn is_glob(&self) -> bool {
        self.name == "*"
    }

    /// The path without its last name.
    pub fn place(&self) -> &[String] {
        &self.path[..self.path.len() - 1]
    }
}

/// Reads a file: the scope of the file first, then those of the modules written in it.
pub fn read(text: &str) -> Vec<Scope> {
    let tokens = tokens(text);
    let tokens = without_tests(&tokens);
    let mut scopes = vec![Scope::default()];
    // The scopes that are open, each with the depth of braces at which its items are.
    let mut open = vec![(0, 0)];
    let (mut depth, mut at) = (0, 0);
    // Where the last `pub(…)` ended.
    let mut public = usize::MAX;
    let token = |at: usize| tokens.get(at).copied().unwrap_or_default();
    while at < tokens.len() {
        let &(number, base) = open.last().expect("the file stays open");
        let scope = &mut scopes[number];
        let name = token(at + 1);
        match token(at) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if depth < base {
                    open.pop();
                }
            }
            // Says who may see an item: nothing that is used.
            "pub" if name == "(" => {
                while at < tokens.len() && token(at) != ")" {
                    at += 1;
                }
                public = at + 1;
            }
            "mod" if token(at + 2) == ";" => scope.files.push(name.to_string()),
            "mod" if token(at + 2) == "{" => {
                scope.inline.push(name.to_string());
                let mut inside = scope.inside.clone();
                inside.push(name.to_string());
                depth += 1;
                open.push((scopes.len(), depth));
                scopes.push(Scope { inside, ..Scope::default() });
                at += 2;
            }
            // Not the `use<'a>` of a type.
            "use" if name == "::" || name == "{" || is_word(name) => {
                let begun = scope.imports.len();
                let public = at > 0 && (token(at - 1) == "pub" || public == at);
                at = import(&tokens, at + 1, &mut Vec::new(), &mut scope.imports);
                scope.imports[begun..].iter_mut().for_each(|import| import.public = public);
            }
            "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" if depth == base => {
                scope.items.insert(name.to_string());
                if !matches!(token(at), "fn" | "const" | "static") {
                    scope.types.insert(name.to_string());
                }
            }
            "macro_rules" => {
                scope.items.insert(token(at + 2).to_string());
            }
            word if is_word(word) && (at == 0 || token(at - 1) != "::") => {
                scope.words.insert(word.to_string());
                let of_macro = at > 0 && token(at - 1) == "$" && word != "crate";
                let mut path = vec![word.to_string()];
                while token(at + 1) == "::" && is_word(token(at + 2)) {
                    path.push(token(at + 2).to_string());
                    at += 2;
                }
                if path.len() > 1 && !of_macro {
                    scope.paths.insert(path);
                }
            }
            _ => {}
        }
        at += 1;
    }
    scopes
}

/// Reads one branch of a `use` from `at` on, below `prefix`, and answers where it ends.
fn import(tokens: &[&str], mut at: usize, prefix: &mut Vec<String>, found: &mut Vec<Import>) -> usize {
    let before = prefix.len();
    let mut renamed = None;
    let mut group = false;
    while at < tokens.len() {
        match tokens[at] {
            "::" => {}
            "{" => {
                group = true;
                at += 1;
                while at < tokens.len() && tokens[at] != "}" {
                    at = import(tokens, at, prefix, found);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
            }
            "as" => {
                renamed = tokens.get(at + 1).map(ToString::to_string);
                at += 1;
            }
            word if word == "*" || is_word(word) => prefix.push(word.to_string()),
            _ => break,
        }
        at += 1;
    }
    if !group && prefix.len() > before {
        let mut path = prefix.clone();
        // `a::{self}` is `a`.
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let name = renamed.unwrap_or_else(|| path.last().cloned().unwrap_or_default());
        found.push(Import { path, name, public: false });
    }
    prefix.truncate(before);
    at
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

/// Cuts a source into words, `::` and single signs, without comments. Literals and lifetimes become nothing.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = string(rest) {
            length
        } else if first == '\'' {
            character(rest)
        } else if first == '_' || first.is_alphabetic() {
            let word = rest.strip_prefix("r#").unwrap_or(rest);
            let length = word.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(word.len());
            tokens.push(&word[..length]);
            rest.len() - word.len() + length
        } else if first.is_numeric() {
            rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len())
        } else {
            let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            if !first.is_whitespace() {
                tokens.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of the block comment at the start, with those in it.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The length of the text literal at the start, if one begins there.
fn string(text: &str) -> Option<usize> {
    let prefix = text.len() - text.trim_start_matches(['b', 'c', 'r']).len();
    let raw = text[..prefix].ends_with('r');
    let hashes = text[prefix..].len() - text[prefix..].trim_start_matches('#').len();
    if prefix > 2 || (hashes > 0 && !raw) || !text[prefix + hashes..].starts_with('"') {
        return None;
    }
    let begin = prefix + hashes + 1;
    if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(text[begin..].find(&end).map_or(text.len(), |at| begin + at + end.len()));
    }
    let mut escaped = false;
    let end = text[begin..].bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    Some(end.map_or(text.len(), |at| begin + at + 1))
}

/// The length of the character or the lifetime at the start.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        // What comes right after the backslash may be a quote itself.
        (Some((_, '\\')), Some(_)) => text[3..].find('\'').map_or(text.len(), |at| 3 + at + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => text[1..].find(|c: char| c != '_' && !c.is_alphanumeric()).map_or(text.len(), |at| 1 + at),
    }
}

/// Leaves out items that are compiled for tests only.
fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&["#", "[", "cfg", "("]) {
            let end = group_end(tokens, at + 1);
            let condition = &tokens[at..end];
            if condition.contains(&"test") && !condition.contains(&"not") {
                at = item_end(tokens, end);
                continue;
            }
        }
        kept.push(tokens[at]);
        at += 1;
    }
    kept
}

/// The place after the end of the bracket that opens at `at`.
fn group_end(tokens: &[&str], at: usize) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place + 1;
        }
    }
    tokens.len()
}

/// The end of the item that begins at `at`: after its braces, or its semicolon.
fn item_end(tokens: &[&str], mut at: usize) -> usize {
    let mut angles = 0;
    while at < tokens.len() {
        match tokens[at] {
            "<" => angles += 1,
            ">" if tokens[at - 1] != "-" && tokens[at - 1] != "=" => angles -= 1,
            ";" => return at + 1,
            "," if angles == 0 => return at + 1,
            "{" => return group_end(tokens, at),
            "(" | "[" => {
                at = group_end(tokens, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_comments_are_no_words() {
        let check = |text: &str, expected: &[&str]| assert_eq!(tokens(text), expected, "{text}");
        check("a::b /* c /* d */ e */ f // g\nh", &["a", "::", "b", "f", "h"]);
        check(
            r##"x("y::z", r#"a"b"#, b"c\"d", 'e', '\'', '\\', '"')"##,
            &["x", "(", ",", ",", ",", ",", ",", ",", ")"],
        );
        check("&'static str, r#type 1_000u32 '", &["&", "str", ",", "type"]);
        check("radius brand crab", &["radius", "brand", "crab"]);
    }

    #[test]
    fn uses_are_trees() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let found = read(text).remove(0).imports;
            let found: Vec<_> = found.iter().map(|it| (it.path.join("::"), it.name.as_str())).collect();
            let expected: Vec<_> = expected.iter().map(|&(path, name)| (path.to_string(), name)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("use crate::a::B;", &[("crate::a::B", "B")]);
        check(
            "pub(crate) use super::{self as up, a::{B, C as D}, e::*}; use f;",
            &[("super", "up"), ("super::a::B", "B"), ("super::a::C", "D"), ("super::e::*", "*"), ("f", "f")],
        );
        check("use a::{self, b::{self}};", &[("a", "a"), ("a::b", "b")]);
        check("fn f<'a>() -> impl Sized + use<'a> {} #[cfg(test)] use x::Y;", &[]);
    }

    #[test]
    fn scopes_know_what_is_in_them() {
        let scopes = read(
            "mod file; pub(in crate::x) mod inner { use super::A; fn f() { crate::b::g() } }
             struct A; impl A { const N: u8 = 1; fn m() { inner::f(); $x::y() } }
             #[cfg(test)] mod tests { fn t() {} } #[cfg(not(test))] fn always() {}",
        );
        assert_eq!(scopes.len(), 2);
        assert_eq!((scopes[0].files.join(" "), scopes[0].inline.join(" ")), ("file".into(), "inner".into()));
        assert_eq!(scopes[0].items.iter().collect::<Vec<_>>(), ["A", "always"]);
        assert_eq!(scopes[0].paths.iter().map(|path| path.join("::")).collect::<Vec<_>>(), ["inner::f"]);
        assert_eq!(scopes[1].inside, ["inner"]);
        assert_eq!(scopes[1].paths.iter().map(|path| path.join("::")).collect::<Vec<_>>(), ["crate::b::g"]);
    }
}
