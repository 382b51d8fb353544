//! The tree in the language of Graphviz: a directed graph, for those who lay it out themselves.

use std::fmt::Write;

use super::model::{Fill, Node, NodeShape, TreePicture};

/// The text as a quoted string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The texts inside a node, a line each.
fn inside(node: &Node) -> String {
    let order = node.order.map(|order| format!("({order})")).unwrap_or_default();
    let first = [order, node.value.clone()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
    let mut lines = vec![first.join(" ")];
    lines.extend(node.windows.iter().chain(&node.notes).cloned());
    lines.push(node.cut.clone());
    if node.hidden > 0 {
        lines.push(format!("⋮ {}{}", node.hidden, if node.hidden_more { "+" } else { "" }));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// The DOT attributes of a node: its text, shape and colour.
fn attributes(node: &Node) -> String {
    let shape = match node.shape {
        NodeShape::Max => "box",
        NodeShape::Min => "ellipse",
        NodeShape::Chance => "diamond",
        NodeShape::Leaf => "box",
    };
    let mut style = vec!["filled"];
    if node.shape == NodeShape::Leaf {
        style.push("rounded");
    }
    if node.skipped || node.fill == Fill::Unknown {
        style.push("dashed");
    }
    let (fill, font) = match node.fill {
        Fill::Black => ("black", "white"),
        Fill::Grey => ("gray72", "black"),
        Fill::Plain | Fill::White | Fill::Unknown if node.skipped => ("gray92", "gray40"),
        Fill::Plain | Fill::White | Fill::Unknown => ("white", "black"),
    };
    let pen = if node.principal { ", penwidth=2.5" } else { "" };
    let hint =
        if node.about.is_empty() { String::new() } else { format!(", tooltip={}", quoted(&node.about)) };
    format!(
        "label={}, shape={shape}, style={}, fillcolor={fill}, fontcolor={font}{pen}{hint}",
        quoted(&inside(node)),
        quoted(&style.join(","))
    )
}

/// The graph.
pub fn dot(tree: &TreePicture) -> String {
    let mut dot =
        format!("digraph {} {{\n", quoted(if tree.title.is_empty() { "tree" } else { &tree.title }));
    let head = [&tree.title, &tree.about].into_iter().filter(|text| !text.is_empty());
    let label = head.chain(&tree.notes).cloned().collect::<Vec<_>>().join("\n");
    let _ = writeln!(dot, "  graph [label={}, labelloc=t, ordering=out];", quoted(&label));
    dot.push_str("  node [fontname=\"Helvetica\", margin=\"0.06,0.04\"];\n  edge [fontname=\"Helvetica\", arrowhead=none];\n");
    for (at, node) in tree.nodes.iter().enumerate() {
        let _ = writeln!(dot, "  n{at} [{}];", attributes(node));
    }
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = tree.parent(at) {
            let label = [&node.label, &node.weight].into_iter().filter(|text| !text.is_empty());
            let label = label.cloned().collect::<Vec<_>>().join(" ");
            let look = match (node.principal, node.skipped) {
                (true, _) => ", penwidth=3",
                (false, true) => ", style=dashed, color=gray60",
                (false, false) => "",
            };
            let _ = writeln!(dot, "  n{parent} -> n{at} [label={}{look}];", quoted(&label));
        }
        for &from in node.also.iter().filter(|&&from| from < tree.nodes.len()) {
            let _ = writeln!(dot, "  n{from} -> n{at} [color=gray75, constraint=false];");
        }
    }
    dot.push_str("}\n");
    dot
}
