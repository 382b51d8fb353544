//! The tree as indented text.

use super::layout::Hierarchy;
use super::model::{Node, TreePicture};

/// A line for each node, with lines that lead down to it from its parent; the principal variation has a star.
pub fn text(tree: &TreePicture) -> String {
    let family = Hierarchy::of((0..tree.nodes.len()).map(|node| tree.parent(node)));
    let mut text = String::new();
    // Nodes that are still to be written, with the text before them.
    let mut open: Vec<(usize, String, Option<bool>)> = Vec::new();
    open.extend((!tree.nodes.is_empty()).then(|| (0, String::new(), None)));
    while let Some((node, before, last)) = open.pop() {
        let drawn = &tree.nodes[node];
        let star = if drawn.principal { "* " } else { "  " };
        let (branch, below) = match last {
            None => (String::new(), String::new()),
            Some(true) => (format!("└─{star}"), format!("{before}   ")),
            Some(false) => (format!("├─{star}"), format!("{before}│  ")),
        };
        text.push_str(&before);
        text.push_str(&branch);
        text.push_str(&line(drawn));
        text.push('\n');
        let children = &family.children[node];
        for (number, &child) in children.iter().enumerate().rev() {
            open.push((child, below.clone(), Some(number + 1 == children.len())));
        }
    }
    text
}

/// Everything known of a node, on one line.
pub fn line(node: &Node) -> String {
    let mut parts: Vec<String> = Vec::new();
    let label = [&node.label, &node.weight].into_iter().filter(|text| !text.is_empty());
    let label = label.cloned().collect::<Vec<_>>().join(" ");
    parts.extend(node.order.map(|order| format!("({order})")));
    parts.extend([node.shape.word(), &node.value, node.fill.word()].map(str::to_string));
    parts.push(node.windows.join(" "));
    parts.extend(node.notes.iter().cloned());
    parts.push(node.cut.clone());
    if node.skipped && node.cut.is_empty() {
        parts.push("not visited".to_string());
    }
    if node.hidden > 0 {
        let more = if node.hidden_more { " or more" } else { "" };
        parts.push(format!("[{}{more} below]", node.hidden));
    }
    parts.retain(|part| !part.is_empty());
    let rest = parts.join(" ");
    let text = match (label.is_empty(), rest.is_empty()) {
        (_, true) => label,
        (true, false) => rest,
        (false, false) => format!("{label}: {rest}"),
    };
    // A line is a line, whatever its texts hold.
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
