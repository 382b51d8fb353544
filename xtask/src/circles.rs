//! No two modules of a crate use each other.
//!
//! A module is taken here with all that is below it. So in each module there are its own file and its children, and which of those
//! uses which has no circle: a module may use its children, and then they use nothing that is defined in its own file;
//! a child may use a sibling, and then that sibling does not use it. What both need goes into a module of its own further down.

use std::collections::{BTreeMap, BTreeSet};

use crate::cargo::Cargo;
use crate::drawing;
use crate::modules::{ModuleName, Modules};

/// Crates whose modules ARCHITECTURE.md draws.
const DRAWN: &[&str] = &["crates/cli", "crates/games", "crates/search", "crates/server", "crates/solve"];

/// A circle: children of a module that can reach each other.
#[derive(Debug, PartialEq, Eq)]
struct Circle {
    /// The module, from the root of its crate.
    module: String,
    /// Names of the children; `self` is the module's own file.
    members: Vec<String>,
    /// The users of each module, and the names that they use.
    ties: Vec<(ModuleName, ModuleName, Vec<String>)>,
}

/// Checks every crate of the workspace.
pub fn check(cargo: &Cargo) -> Result<String, String> {
    let (mut wrong, mut files) = (Vec::new(), 0);
    for (package, root) in cargo.roots()? {
        let modules = Modules::read(&root)?;
        files += modules.names().count();
        if DRAWN.contains(&package.as_str()) && root.ends_with("lib.rs") {
            wrong.extend(wrongly_drawn(
                &drawing::block(cargo, &format!("modules {package}"))?,
                &package,
                &modules,
            ));
        }
        wrong.extend(circles(&modules).iter().map(|circle| shown(&package, circle)));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n\n"));
    }
    Ok(format!("{files} modules: no two of a crate use each other"))
}

/// Compares the drawing of a crate with its modules, each taken with all below it; `lib` is the file of the crate itself.
fn wrongly_drawn(drawing: &str, package: &str, modules: &Modules) -> Option<String> {
    let top = |name: &'_ ModuleName| name.first().cloned().unwrap_or_else(|| "lib".to_string());
    let uses: Vec<(String, String)> = modules.uses().keys().map(|(from, to)| (top(from), top(to))).collect();
    let uses =
        uses.iter().map(|(from, to)| (from.as_str(), to.as_str())).filter(|(from, to)| from != to).collect();
    let names: Vec<String> = modules.names().map(top).collect();
    let names = names.iter().map(String::as_str).collect();
    let wrong = drawing::wrong(drawing, &uses, &names);
    let right = drawing::draw(&uses, &names);
    (!wrong.is_empty()).then(|| {
        format!(
            "ARCHITECTURE.md draws the modules of {package} wrongly: {}\nThis would be right:\n{right}",
            wrong.join("; ")
        )
    })
}

/// A circle as text: its members, then each tie with the names that make it.
fn shown(package: &str, circle: &Circle) -> String {
    let path = |name: &ModuleName| if name.is_empty() { "crate".to_string() } else { name.join("::") };
    let mut text =
        format!("modules of {package} use each other, in '{}': {}", circle.module, circle.members.join(", "));
    for (from, to, names) in &circle.ties {
        text += &format!("\n  {} uses {}: {}", path(from), path(to), names.join(", "));
    }
    text
}

/// All circles of a crate, those of its root first.
fn circles(modules: &Modules) -> Vec<Circle> {
    let uses = modules.uses();
    let parents: BTreeSet<ModuleName> = uses
        .keys()
        .flat_map(|(from, to)| [from, to])
        .flat_map(|name| (0..=name.len()).map(|n| name[..n].to_vec()))
        .collect();
    let mut found = Vec::new();
    for parent in &parents {
        // Below `parent`, every module counts as the child that it is in.
        let child = |name: &ModuleName| -> Option<String> {
            let below = name.strip_prefix(parent.as_slice())?;
            Some(below.first().cloned().unwrap_or_else(|| "self".to_string()))
        };
        let inner: Vec<(String, String, &(ModuleName, ModuleName))> = uses
            .keys()
            .filter_map(|pair| Some((child(&pair.0)?, child(&pair.1)?, pair)))
            .filter(|(from, to, _)| from != to)
            .collect();
        let arrows: BTreeSet<(&str, &str)> =
            inner.iter().map(|(from, to, _)| (from.as_str(), to.as_str())).collect();
        for members in knots(&arrows) {
            let ties = inner
                .iter()
                .filter(|(from, to, _)| members.contains(&from.as_str()) && members.contains(&to.as_str()));
            found.push(Circle {
                module: parent.join("::"),
                ties: ties
                    .map(|(_, _, pair)| {
                        (pair.0.clone(), pair.1.clone(), uses[pair].iter().cloned().collect())
                    })
                    .collect(),
                members: members.iter().map(ToString::to_string).collect(),
            });
        }
    }
    found
}

/// The sets of two or more that can reach each other along arrows.
fn knots<'a>(arrows: &BTreeSet<(&'a str, &'a str)>) -> Vec<Vec<&'a str>> {
    let mut reach: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for &(from, _) in arrows {
        let (mut met, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(at) = next.pop() {
            next.extend(arrows.iter().filter(|&&(from, to)| from == at && met.insert(to)).map(|&(_, to)| to));
        }
        reach.insert(from, met);
    }
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (&one, reached) in &reach {
        if reached.contains(one) && !found.iter().any(|knot| knot.contains(&one)) {
            let back = |other: &&str| reach.get(other).is_some_and(|reached| reached.contains(one));
            found.push(reached.iter().copied().filter(back).collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Circles as `module: members`.
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let found = circles(&Modules::of(files));
        let found: Vec<String> =
            found.iter().map(|circle| format!("{}: {}", circle.module, circle.members.join(" "))).collect();
        assert_eq!(found, expected, "{files:?}");
    }

    #[test]
    fn modules_in_a_row_are_no_circle() {
        check(
            &[
                ("", "mod a; mod b; pub use a::A; fn f(_: A) { b::g() }"),
                ("a", "pub struct A;"),
                ("b", "use crate::a::A; pub fn g() { helper(); std::a::A::new() } fn helper() {}"),
            ],
            &[],
        );
        // Handing a name on is no use of it.
        check(&[("", "mod a; pub use a::A; pub struct B;"), ("a", "pub struct A(crate::B);")], &[]);
        // A sibling's name that the parent hands on is the sibling's.
        check(
            &[
                ("", "mod a; mod b; pub use a::A; use b::B; fn f(_: B) {}"),
                ("a", "pub struct A;"),
                ("b", "pub struct B(super::A);"),
            ],
            &[],
        );
    }

    #[test]
    fn siblings_that_use_each_other_are_a_circle() {
        let a = ("a", "use crate::b::B; pub struct A;");
        for b in [
            "pub struct B(super::a::A);",
            "use crate::*; pub struct B(a::A);",
            "use super::{a::{self, *}}; pub struct B(A);",
            "pub struct B; mod inner { pub fn f() -> super::super::A { todo!() } }",
            "pub struct B; impl B { fn f() { use crate::a; a::A } }",
        ] {
            check(&[("", "mod a; mod b; pub use a::A;"), a, ("b", b)], &[": a b"]);
        }
        // Only in tests, comments and texts.
        for b in [
            "pub struct B; // super::a::A",
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
            "const B: &str = \"crate::a::A\";",
        ] {
            check(&[("", "mod a; mod b; pub use a::A;"), a, ("b", b)], &[]);
        }
    }

    #[test]
    fn a_parent_and_a_child_that_use_each_other_are_a_circle() {
        check(
            &[("", "mod a; pub use a::A; pub struct B; fn f(_: A) {}"), ("a", "pub struct A(crate::B);")],
            &[": a self"],
        );
        check(
            &[
                ("", "mod a;"),
                ("a", "mod c; use c::C; pub struct A(C);"),
                ("a::c", "pub struct C(super::A);"),
            ],
            &["a: c self"],
        );
    }

    #[test]
    fn modules_count_with_all_below_them() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "mod x; mod y;"),
            ("a::x", "use crate::b::B; pub struct X;"),
            ("a::y", "pub struct Y;"),
            ("b", "use crate::a::y::Y; pub struct B;"),
        ];
        check(&files, &[": a b"]);
    }

    #[test]
    fn a_circle_is_shown_with_the_names_that_make_it() {
        let planted = Modules::of(&[
            ("", "mod a; mod b;"),
            ("a", "use crate::b::B; pub struct A;"),
            ("b", "pub struct B(crate::a::A);"),
        ]);
        let texts: Vec<String> = circles(&planted).iter().map(|circle| shown("new", circle)).collect();
        assert_eq!(texts, ["modules of new use each other, in '': a, b\n  a uses b: B\n  b uses a: A"]);
    }
}
