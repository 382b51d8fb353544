//! Who may depend on whom.
//!
//! A search that knew a game, or rules that printed something, would work today and be stuck tomorrow. So each
//! crate has a line here that names the crates of the workspace it may depend on; through them it may reach theirs.
//! Some libraries are reserved for the crates whose business they are. Only what ends up in the program counts,
//! not what tests and build scripts use.

use std::collections::BTreeSet;

use crate::cargo::Cargo;

/// Every crate of the workspace, and those of it that it may depend on directly. Whatever these may reach, it may reach as
/// well; a crate stands below all that it names.
const ARROWS: &[(&str, &[&str])] = &[
    ("plywood-rules", &[]),
    ("plywood-games", &["plywood-rules"]),
    ("plywood-search", &["plywood-rules"]),
    ("plywood-arena", &["plywood-rules"]),
    ("plywood-learn", &["plywood-rules"]),
    ("plywood-solve", &["plywood-rules"]),
    ("plywood-cluster", &["plywood-rules", "plywood-solve"]),
    // It has to share nothing with what finds proofs.
    ("plywood-verify", &["plywood-rules"]),
    // What there is to see of a position, and nothing else of it.
    ("plywood-draw", &["plywood-rules"]),
    ("plywood-erased", &["plywood-rules"]),
    (
        "plywood-workshop",
        &[
            "plywood-rules",
            "plywood-games",
            "plywood-search",
            "plywood-arena",
            "plywood-learn",
            "plywood-solve",
            "plywood-cluster",
            "plywood-verify",
            "plywood-draw",
            "plywood-erased",
        ],
    ),
    ("plywood-server", &["plywood-rules", "plywood-erased", "plywood-workshop"]),
    ("plywood-loadtest", &["plywood-rules", "plywood-server"]),
    (
        "plywood-cli",
        &["plywood-rules", "plywood-draw", "plywood-erased", "plywood-workshop", "plywood-server"],
    ),
    // Re-exports, and nothing else.
    (
        "plywood",
        &[
            "plywood-rules",
            "plywood-games",
            "plywood-search",
            "plywood-arena",
            "plywood-learn",
            "plywood-solve",
            "plywood-cluster",
            "plywood-verify",
            "plywood-draw",
            "plywood-erased",
            "plywood-workshop",
            "plywood-server",
            "plywood-cli",
        ],
    ),
    ("plywood-browser", &["plywood-rules", "plywood-workshop", "plywood-loadtest", "plywood-cli", "plywood"]),
    (
        "plywood-bench",
        &[
            "plywood-rules",
            "plywood-games",
            "plywood-search",
            "plywood-learn",
            "plywood-erased",
            "plywood-workshop",
        ],
    ),
    ("xtask", &[]),
];

/// Libraries that only these crates may reach, and whoever may reach one of these.
const RESERVED: &[(&str, &[&str])] = &[
    // To send, or to keep as text.
    ("serde", &["plywood-learn", "plywood-cluster", "plywood-erased"]),
    ("serde_json", &["plywood-learn"]),
    ("redb", &["plywood-learn"]),
    ("timely", &["plywood-cluster"]),
    ("axum", &["plywood-server"]),
    ("tokio", &["plywood-server"]),
    // Programs for the terminal.
    ("anstream", &["plywood-loadtest", "plywood-cli"]),
    ("clap", &["plywood-loadtest", "plywood-cli"]),
    ("comfy-table", &["plywood-loadtest", "plywood-cli"]),
    ("indicatif", &["plywood-cli"]),
];

/// Checks all arrows.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let members = members(&cargo.output("metadata", &["--no-deps", "--format-version", "1"])?);
    let listed: Vec<&str> = ARROWS.iter().map(|&(name, _)| name).collect();
    let mut wrong = differences(&members, &listed);
    for name in members.iter().filter(|name| listed.contains(&name.as_str())) {
        let tree =
            cargo.output("tree", &["-p", name, "-e", "normal", "--prefix", "none", "--target", "all"])?;
        wrong.extend(forbidden(name, &reached(name, &tree), &members));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    Ok(format!("{} crates depend only on what they may", members.len()))
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

/// What is in the workspace or in the table, but not in both.
fn differences(members: &[String], listed: &[&str]) -> Vec<String> {
    let unlisted = members.iter().filter(|name| !listed.contains(&name.as_str()));
    let absent = listed.iter().filter(|name| members.iter().all(|member| member != *name));
    unlisted
        .map(|name| {
            format!("{name} has no line in the table of arrows (xtask/src/arrows.rs): say what it may reach")
        })
        .chain(absent.map(|name| format!("{name} is in the table of arrows, but there is no such crate")))
        .collect()
}

/// The names in what `cargo tree --prefix none` prints for `name`, without `name` itself.
fn reached(name: &str, tree: &str) -> BTreeSet<String> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|&other| other != name).map(str::to_string).collect()
}

/// What crate `name` may reach, directly or through others: its own line and the lines of all that this comes to.
fn allowed(name: &str) -> BTreeSet<&'static str> {
    let mut all = BTreeSet::new();
    // Arrows point up the table, so going up once meets every line that counts. A table out of order allows less.
    for &(above, direct) in ARROWS.iter().rev() {
        if above == name || all.contains(above) {
            all.extend(direct);
        }
    }
    all
}

/// Whether crate `name` may reach a library that is for `owners`: it is one of them, or may reach one.
fn may_use(name: &str, owners: &[&str]) -> bool {
    let allowed = allowed(name);
    owners.iter().any(|owner| *owner == name || allowed.contains(owner))
}

/// What crate `name` reaches and may not.
fn forbidden(name: &str, reached: &BTreeSet<String>, members: &[String]) -> Vec<String> {
    let allowed = allowed(name);
    let arrows = reached
        .iter()
        .filter(|other| members.contains(other) && !allowed.contains(other.as_str()))
        .map(|other| format!("{name} depends on {other}, but may not"));
    let reserved = RESERVED
        .iter()
        .filter(|(library, owners)| reached.contains(*library) && !may_use(name, owners))
        .map(|(library, owners)| {
            let users: Vec<&str> =
                ARROWS.iter().map(|&(user, _)| user).filter(|user| may_use(user, owners)).collect();
            format!("{name} depends on {library}, which is for {} only", users.join(", "))
        });
    arrows.chain(reserved).collect()
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

    #[test]
    fn table_and_workspace_have_to_agree() {
        assert!(differences(&strings(&["a", "b"]), &["b", "a"]).is_empty());
        let wrong = differences(&strings(&["a", "new"]), &["a", "gone"]);
        assert_eq!(wrong.len(), 2);
        assert!(wrong[0].starts_with("new has no line") && wrong[1].starts_with("gone is in the table"));
    }

    #[test]
    fn forbidden_arrows_are_named() {
        let check = |name: &str, tree: &str, expected: &[&str]| {
            let members = strings(&["plywood-rules", "plywood-games", "plywood-search"]);
            assert_eq!(forbidden(name, &reached(name, tree), &members), expected, "{name}: {tree}");
        };
        let games = "plywood-games v0.1.0 (/here)\nplywood-rules v0.1.0 (/there)\nrand_core v0.10.1\n\
                     plywood-rules v0.1.0 (/there) (*)\n";
        check("plywood-games", games, &[]);
        check("plywood-workshop", "plywood-workshop v0.1.0\nplywood-games v0.1.0\nserde v1.0.0\n", &[]);
        check(
            "plywood-search",
            "plywood-search v0.1.0\nplywood-games v0.1.0\nserde_derive v1.0.0\nclap v4.0.0\n",
            &[
                "plywood-search depends on plywood-games, but may not",
                "plywood-search depends on clap, which is for plywood-loadtest, plywood-cli, plywood-browser only",
            ],
        );
        check(
            "plywood-rules",
            "plywood-rules v0.1.0\nplywood-games v0.1.0\n",
            &["plywood-rules depends on plywood-games, but may not"],
        );
    }

    #[test]
    fn arrows_point_one_way() {
        // Down the table: whatever a crate may reach stands above it and reaches no more than it does itself.
        for (place, &(name, _)) in ARROWS.iter().enumerate() {
            let may = allowed(name);
            for &other in &may {
                let above = ARROWS[..place].iter().any(|&(above, _)| above == other);
                assert!(above, "{name} may reach {other}, which is not above it");
                assert!(allowed(other).is_subset(&may), "{name} and {other}");
            }
        }
    }

    #[test]
    fn what_is_reached_through_others_is_allowed() {
        let direct = |name| ARROWS.iter().find(|&&(of, _)| of == name).unwrap().1;
        assert!(!direct("plywood-server").contains(&"plywood-games"));
        assert!(allowed("plywood-server").contains("plywood-games"));
        assert!(!allowed("plywood-workshop").contains("plywood-server"));
        assert!(allowed("plywood-rules").is_empty() && allowed("nobody").is_empty());
    }
}
