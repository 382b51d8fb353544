//! The drawings of ARCHITECTURE.md, for the checks that hold the code to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::cargo::Cargo;

/// The text of the block of ARCHITECTURE.md whose first line is "```" and `title`.
pub fn block(cargo: &Cargo, title: &str) -> Result<String, String> {
    let path = cargo.root().join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    block_of(&text, title).ok_or_else(|| format!("ARCHITECTURE.md has no block ```{title}"))
}

fn block_of(text: &str, title: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| line.strip_prefix("```") != Some(title));
    lines.next()?;
    Some(lines.take_while(|line| !line.starts_with("```")).flat_map(|line| [line, "\n"]).collect())
}

/// Checks a drawing of modules against their uses. Each line is a layer: its modules use only modules of lines below it.
pub fn wrong(drawing: &str, uses: &BTreeSet<(&str, &str)>, modules: &BTreeSet<&str>) -> Vec<String> {
    let mut layers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (layer, line) in drawing.lines().enumerate() {
        for name in line.split_whitespace() {
            if layers.insert(name, layer).is_some() {
                wrong.push(format!("{name} is drawn twice"));
            }
        }
    }
    let drawn: BTreeSet<&str> = layers.keys().copied().collect();
    wrong.extend(modules.difference(&drawn).map(|name| format!("{name} is not drawn")));
    wrong.extend(
        drawn.difference(modules).map(|name| format!("{name} is drawn, but there is no such module")),
    );
    let up = uses.iter().filter(|(from, to)| layers.get(from) >= layers.get(to) && layers.contains_key(to));
    wrong.extend(up.map(|(from, to)| format!("{from} uses {to}, which is not drawn below it")));
    wrong
}

/// A drawing that is right: every module as low as it can be.
pub fn draw(uses: &BTreeSet<(&str, &str)>, modules: &BTreeSet<&str>) -> String {
    let mut layers: Vec<Vec<&str>> = Vec::new();
    let mut left = modules.clone();
    while !left.is_empty() {
        let free =
            |name: &&str| !uses.iter().any(|(from, to)| from == name && to != name && left.contains(to));
        let mut layer: Vec<&str> = left.iter().copied().filter(free).collect();
        if layer.is_empty() {
            // They use each other: there is no right place for them.
            layer = left.iter().copied().collect();
        }
        left.retain(|name| !layer.contains(name));
        layers.push(layer);
    }
    layers.iter().rev().map(|layer| layer.join("  ") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_their_title() {
        let text = "a\n```text\nno\n```\n```arrows\nb -> c\nd\n```\n```modules x\ny\n```\n";
        assert_eq!(block_of(text, "arrows").as_deref(), Some("b -> c\nd\n"));
        assert_eq!(block_of(text, "modules x").as_deref(), Some("y\n"));
        assert_eq!(block_of(text, "modules y"), None);
    }

    #[test]
    fn wrong_drawings_are_named() {
        let uses = BTreeSet::from([("lib", "a"), ("a", "b"), ("lib", "c")]);
        let modules = BTreeSet::from(["lib", "a", "b", "c"]);
        let check = |drawing: &str, expected: &[&str]| {
            assert_eq!(wrong(drawing, &uses, &modules), expected, "{drawing}")
        };
        check("lib\na c\nb", &[]);
        check("lib\na\nb c", &[]);
        check("lib\na b\nc", &["a uses b, which is not drawn below it"]);
        check("lib\nb\na c", &["a uses b, which is not drawn below it"]);
        check("lib\na c d", &["b is not drawn", "d is drawn, but there is no such module"]);
        check("lib\na a\nb c", &["a is drawn twice"]);
        assert_eq!(draw(&uses, &modules), "lib\na\nb  c\n");
    }
}
