//! Licences: all dependencies, those of tests included, may be used freely.
//!
//! Every package says its licence as an SPDX expression: names joined by AND, OR (or a slash, in old ones) and
//! parentheses. The expression holds if it can be fulfilled with the permissive licences below alone.

use crate::cargo::Cargo;

/// Licences that ask for nothing but to be kept with the code.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Checks the licences of all packages.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let packages = packages(&cargo.output("metadata", &["--format-version", "1"])?);
    if packages.is_empty() {
        return Err("cargo metadata lists no packages".to_string());
    }
    let wrong: Vec<String> = packages
        .iter()
        .filter_map(|(name, licence)| match licence {
            None => Some(format!("{name} does not say what its licence is")),
            Some(licence) if is_permissive(licence) => None,
            Some(licence) => {
                Some(format!("{name} has the licence '{licence}', which is not known as permissive"))
            }
        })
        .collect();
    if wrong.is_empty() {
        Ok(format!("{} packages, all permissive", packages.len()))
    } else {
        Err(wrong.join("\n"))
    }
}

/// Name and licence of every package in what `cargo metadata` prints. A package begins with its name, version,
/// id, licence and licence file, in this order; nothing else has a licence file right after a licence.
fn packages(metadata: &str) -> Vec<(String, Option<String>)> {
    const KEY: &str = "\"license\":";
    let mut packages = Vec::new();
    for (at, _) in metadata.match_indices(KEY) {
        let (before, after) = (&metadata[..at], &metadata[at + KEY.len()..]);
        let Some((value, _)) = after.split_once(",\"license_file\":") else { continue };
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        // Anything longer than one text is some other key called license, with the next package behind it.
        if value != "null" && quoted.is_none_or(|licence| licence.contains('"')) {
            continue;
        }
        let name = before.rsplit_once("\"name\":\"").and_then(|(_, name)| name.split_once('"'));
        let name = name.map_or("a package without a name", |(name, _)| name);
        packages.push((name.to_string(), quoted.map(str::to_string)));
    }
    packages
}

/// Returns true if a licence expression can be fulfilled with permissive licences alone.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = &words[..];
    let holds = any_of(&mut words);
    holds == Some(true) && words.is_empty()
}

/// `A OR B OR ...`; `None` where it is not an expression.
fn any_of(words: &mut &[&str]) -> Option<bool> {
    let mut holds = all_of(words)?;
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        holds |= all_of(words)?;
    }
    Some(holds)
}

/// `A AND B AND ...`, which binds more tightly.
fn all_of(words: &mut &[&str]) -> Option<bool> {
    let mut holds = one(words)?;
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        holds &= one(words)?;
    }
    Some(holds)
}

/// A name, with an exception perhaps (which only ever permits more), or an expression in parentheses.
fn one(words: &mut &[&str]) -> Option<bool> {
    let (&word, rest) = words.split_first()?;
    *words = rest;
    if word == "(" {
        let holds = any_of(words)?;
        let (&close, rest) = words.split_first()?;
        *words = rest;
        return (close == ")").then_some(holds);
    }
    if let [with, _, rest @ ..] = *words
        && *with == "WITH"
    {
        *words = rest;
    }
    Some(PERMISSIVE.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_spdx_says() {
        let check = |expression: &str, expected: bool| {
            assert_eq!(is_permissive(expression), expected, "'{expression}'");
        };
        check("MIT", true);
        check("MIT OR Apache-2.0", true);
        check("MIT/Apache-2.0", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("MIT OR Apache-2.0 OR LGPL-2.1-or-later", true);
        check("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true);
        check("GPL-3.0", false);
        check("MIT AND GPL-3.0", false);
        check("MIT AND (GPL-3.0 OR LGPL-3.0)", false);
        // AND binds first: this is MPL-2.0, or ISC together with GPL-3.0.
        check("MPL-2.0 OR ISC AND GPL-3.0", false);
        check("GPL-3.0 WITH Classpath-exception-2.0", false);
        for nonsense in ["", "MIT OR", "MIT MIT", "(MIT", "MIT)", "OR MIT"] {
            check(nonsense, false);
        }
    }

    #[test]
    fn packages_are_found_with_their_licences() {
        let metadata = r#"{"packages":[
            {"name":"one","version":"1.0.0","id":"one 1","license":"MIT","license_file":null,"description":"says
            \"license\":\"GPL-3.0\"","dependencies":[{"name":"two","source":null}],"targets":[{"name":"one"}],
            "metadata":{"deb":{"license":"GPL-3.0","depends":""}}},
            {"name":"two","version":"1.0.0","id":"two 1","license":null,"license_file":"LICENCE","dependencies":[]}
            ]}"#;
        let some = |name: &str, licence: Option<&str>| (name.to_string(), licence.map(str::to_string));
        assert_eq!(packages(metadata), [some("one", Some("MIT")), some("two", None)]);
    }
}
