//! Which crate may depend on which.
//!
//! A search that knew a game, or rules that printed something, would work today and be stuck tomorrow. So ARCHITECTURE.md has a list
//! of arrows between the crates, and the crates have to be as it says: each depends on those that it names and on what they may
//! reach. Some libraries are reserved for the crates whose business they are. Only what ends up in the program counts, not what
//! tests and build scripts use.

use std::collections::{BTreeMap, BTreeSet};

use crate::cargo::Cargo;
use crate::drawing;

/// Every crate of the workspace with those of it that it names.
type Arrows = BTreeMap<String, Vec<String>>;

/// Libraries that only these crates, and the crates allowed to reach one of them, may reach.
const RESERVED: &[(&str, &[&str])] = &[
    // To send, or to keep as text.
    ("serde_json", &["plywood-dist", "plywood-learn", "plywood-outside", "plywood-page"]),
    ("redb", &["plywood-learn"]),
    ("rten", &["plywood-workshop"]),
    ("timely", &["plywood-solve"]),
    ("axum", &["plywood-server"]),
    ("tokio", &["plywood-server"]),
    // Programs for the terminal.
    ("anstream", &["plywood-bench", "plywood-cli"]),
    // The workshop declares questions as arguments, with its feature `args`.
    ("clap", &["plywood-bench", "plywood-cli", "plywood-workshop"]),
    ("comfy-table", &["plywood-bench", "plywood-cli"]),
    ("indicatif", &["plywood-cli"]),
];

/// Checks all arrows.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let members = members(&cargo.output("metadata", &["--no-deps", "--format-version", "1"])?);
    let arrows = arrows(&drawing::block(cargo, "arrows")?, &members)?;
    let mut wrong = differences(&members, &arrows);
    for name in members.iter().filter(|name| arrows.contains_key(*name)) {
        let tree = cargo.output(
            "tree",
            &["-p", name, "-e", "normal", "--all-features", "--prefix", "none", "--target", "all"],
        )?;
        wrong.extend(forbidden(name, &reached(name, &tree), &members, &arrows));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    Ok(format!("{} crates depend only on what they may", members.len()))
}

/// Reads the list of arrows: `a b -> c d` on a line says that `a` and `b` name `c` and `d`. A line names only what lines above it are
/// about, so arrows point one way.
fn arrows(text: &str, members: &[String]) -> Result<Arrows, String> {
    let full = |name: &str| {
        let long = format!("plywood-{name}");
        if members.contains(&long) { long } else { name.to_string() }
    };
    let mut arrows = Arrows::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (from, to) = line.split_once("->").unwrap_or((line, ""));
        let to: Vec<String> = to.split_whitespace().map(full).collect();
        if let Some(unknown) = to.iter().find(|name| !arrows.contains_key(*name)) {
            return Err(format!("the list of arrows names {unknown} before its own line: {line}"));
        }
        for name in from.split_whitespace().map(full) {
            if arrows.insert(name.clone(), to.clone()).is_some() {
                return Err(format!("the list of arrows has two lines of {name}"));
            }
        }
    }
    Ok(arrows)
}

/// The names of the packages in what `cargo metadata` prints. A package has its version right after its name,
/// which a dependency or a target has not.
fn members(metadata: &str) -> Vec<String> {
    let pieces = metadata.split("\"name\":\"").skip(1);
    pieces
        .filter_map(|piece| piece.split_once("\",\"version\":\""))
        .map(|(name, _)| name)
        .filter(|name| !name.contains('"'))
        .map(str::to_string)
        .collect()
}

/// The crates that are in the workspace or in the list of arrows, but not in both.
fn differences(members: &[String], arrows: &Arrows) -> Vec<String> {
    let unlisted = members.iter().filter(|name| !arrows.contains_key(*name));
    let absent = arrows.keys().filter(|name| !members.contains(name));
    unlisted
        .map(|name| format!("{name} is not in the list of arrows of ARCHITECTURE.md: say what it may reach"))
        .chain(absent.map(|name| format!("{name} is in the list of arrows, but there is no such crate")))
        .collect()
}

/// The names in what `cargo tree --prefix none` prints for `name`, without `name` itself.
fn reached(name: &str, tree: &str) -> BTreeSet<String> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|&other| other != name).map(str::to_string).collect()
}

/// The crates that crate `name` may reach: those it names and all that they may reach.
fn allowed(name: &str, arrows: &Arrows) -> BTreeSet<String> {
    let (mut all, mut next) = (BTreeSet::new(), vec![name]);
    while let Some(at) = next.pop() {
        let direct = arrows.get(at).into_iter().flatten();
        next.extend(direct.filter(|&name| all.insert(name.clone())).map(String::as_str));
    }
    all
}

/// Crate `name` may reach a library that is for `owners`, because it is one of them or may reach one.
fn may_use(name: &str, owners: &[&str], arrows: &Arrows) -> bool {
    let allowed = allowed(name, arrows);
    owners.iter().any(|owner| *owner == name || allowed.contains(*owner))
}

/// The crates that crate `name` reaches and may not, or names and does not reach.
fn forbidden(name: &str, reached: &BTreeSet<String>, members: &[String], arrows: &Arrows) -> Vec<String> {
    let allowed = allowed(name, arrows);
    let wrong = reached
        .iter()
        .filter(|other| members.contains(other) && !allowed.contains(*other))
        .map(|other| format!("{name} depends on {other}, but may not (ARCHITECTURE.md, arrows)"));
    let drawn = arrows.get(name).into_iter().flatten();
    let drawn = drawn.filter(|other| !reached.contains(*other)).map(|other| {
        format!("ARCHITECTURE.md has an arrow from {name} to {other}, which it does not depend on")
    });
    let reserved = RESERVED
        .iter()
        .filter(|(library, owners)| reached.contains(*library) && !may_use(name, owners, arrows))
        .map(|(library, owners)| {
            let users: Vec<&str> =
                arrows.keys().map(String::as_str).filter(|user| may_use(user, owners, arrows)).collect();
            format!("{name} depends on {library}, which is for {} only", users.join(", "))
        });
    wrong.chain(drawn).chain(reserved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn members_are_packages_and_nothing_else() {
        let metadata = r#"{"packages":[
            {"name":"plywood-games","version":"0.1.0","description":"a \"name\":\"x\"","dependencies":
            [{"name":"plywood-rules","source":null,"req":"*"}],"targets":[{"kind":["lib"],"name":"plywood_games"}]},
            {"name":"xtask","version":"0.1.0","license":null}]}"#;
        assert_eq!(members(metadata), ["plywood-games", "xtask"]);
    }

    /// The arrows of a small workspace, and its members.
    fn small() -> (Arrows, Vec<String>) {
        let members = strings(&["plywood-rules", "plywood-games", "plywood-search", "plywood-cli", "xtask"]);
        let arrows = arrows("rules\ngames search -> rules\n\ncli -> games search\nxtask\n", &members);
        (arrows.expect("it is well drawn"), members)
    }

    #[test]
    fn list_and_workspace_have_to_agree() {
        let (arrows, members) = small();
        assert!(differences(&members, &arrows).is_empty());
        let others = [&members[1..], &strings(&["new"])].concat();
        let wrong = differences(&others, &arrows);
        assert_eq!(wrong.len(), 2);
        assert!(
            wrong[0].starts_with("new is not in") && wrong[1].starts_with("plywood-rules is in the list")
        );
    }

    #[test]
    fn arrows_point_one_way() {
        let (arrows_of_small, members) = small();
        assert_eq!(allowed("plywood-cli", &arrows_of_small).len(), 3);
        assert!(allowed("plywood-rules", &arrows_of_small).is_empty());
        assert!(arrows("games -> rules\nrules -> games", &members).is_err());
        assert!(arrows("rules\nrules", &members).is_err());
    }

    #[test]
    fn wrong_arrows_are_named() {
        let (arrows, members) = small();
        let check = |name: &str, tree: &str, expected: &[&str]| {
            assert_eq!(forbidden(name, &reached(name, tree), &members, &arrows), expected, "{name}: {tree}");
        };
        let games = "plywood-games v0.1.0 (/here)\nplywood-rules v0.1.0 (/there)\nrand_core v0.10.1\n\
                     plywood-rules v0.1.0 (/there) (*)\n";
        check("plywood-games", games, &[]);
        check(
            "plywood-search",
            "plywood-search v0.1.0\nplywood-games v0.1.0\nplywood-rules v0.1.0\nserde_derive v1.0.0\nclap v4.0.0\n",
            &[
                "plywood-search depends on plywood-games, but may not (ARCHITECTURE.md, arrows)",
                "plywood-search depends on clap, which is for plywood-cli only",
            ],
        );
        check(
            "plywood-rules",
            "plywood-rules v0.1.0\nplywood-games v0.1.0\n",
            &["plywood-rules depends on plywood-games, but may not (ARCHITECTURE.md, arrows)"],
        );
        check(
            "plywood-cli",
            "plywood-cli v0.1.0\nplywood-games v0.1.0\nplywood-rules v0.1.0\nclap v4.0.0\n",
            &["ARCHITECTURE.md has an arrow from plywood-cli to plywood-search, which it does not depend on"],
        );
    }
}
