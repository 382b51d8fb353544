//! Pictures of game trees: a plain tree of nodes, as SVG, DOT or indented text.
//!
//! [`Tree`] holds what is to be seen and nothing of where it goes; `layout.rs` finds the places, `node.rs` says how large each node is,
//! `svg.rs` paints. Nodes hold texts that somebody else made of moves and values: this module knows no game and no search.

mod board;
mod dot;
mod layout;
mod legend;
mod node;
mod outline;
mod svg;

use plywood_rules::Scene;

/// A tree to be drawn, the root first, children after their parents.
///
/// ```
/// use plywood_draw::{Node, Shape, Tree};
///
/// let mut tree = Tree::new("Two moves");
/// let root = tree.push(None, Node { shape: Shape::Max, value: "5".into(), ..Node::default() });
/// for (label, value) in [("left", "3"), ("right", "5")] {
///     let principal = label == "right";
///     tree.push(Some(root), Node { label: label.into(), value: value.into(), principal, ..Node::default() });
/// }
/// assert!(tree.svg().starts_with("<svg") && tree.dot().starts_with("digraph"));
/// assert_eq!(tree.text(), "max 5\n├─  left: 3\n└─* right: 5\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// What the picture is called; may be empty.
    pub title: String,
    /// What it shows, in a sentence or two: below the title, and for those who do not see it.
    pub about: String,
    /// What is to be known of it besides, a line each, below the picture: how much was left out, and how to see it.
    pub notes: Vec<String>,
    /// What the picture needs words for, besides what it finds out by itself.
    pub legend: Vec<String>,
    /// Whether the nodes of a level stand as close as they can, near what they hang on, instead of under it: for large trees whose
    /// nodes have several parents, which would otherwise be very wide.
    pub packed: bool,
    nodes: Vec<Node>,
    parents: Vec<Option<usize>>,
}

/// A node of a tree. All texts may hold any characters, and be empty where there is nothing to say.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Who decides there.
    pub shape: Shape,
    /// How it is filled.
    pub fill: Fill,
    /// The move that leads to it.
    pub label: String,
    /// What stands beside the move: how likely it is, or how many moves it stands for.
    pub weight: String,
    /// What it is worth, in few characters.
    pub value: String,
    /// When it was visited.
    pub order: Option<u64>,
    /// Its window, and that with which it was left, if it is another.
    pub windows: Vec<String>,
    /// What else stands below it, a short line each: visits, numbers.
    pub notes: Vec<String>,
    /// Why the search went no further here, if it did not: the bound that cut, in words.
    pub cut: String,
    /// Whether it is on the line that both are expected to play.
    pub principal: bool,
    /// Whether it was never visited: it is hatched.
    pub skipped: bool,
    /// How many nodes below it are not in the picture.
    pub hidden: u64,
    /// Whether there may be even more of them.
    pub hidden_more: bool,
    /// Other nodes that lead here as well, besides its parent.
    pub also: Vec<usize>,
    /// The position, of which grids and scores are drawn.
    pub scene: Option<Scene>,
    /// All that is known of it, in words: what a mouse that rests on it shows.
    pub about: String,
}

/// Who decides at a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The first player, who picks the greatest value: a square.
    Max,
    /// The second player, who picks the least value: a circle.
    Min,
    /// Chance: a diamond.
    Chance,
    /// Nobody: it is a leaf, with round corners.
    #[default]
    Leaf,
}

impl Shape {
    /// One word for it: `max`, `min`, `chance`, and nothing for a leaf.
    pub fn word(self) -> &'static str {
        match self {
            Shape::Max => "max",
            Shape::Min => "min",
            Shape::Chance => "chance",
            Shape::Leaf => "",
        }
    }
}

/// How a node is filled: who wins there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Nothing is said about that: it is just drawn.
    #[default]
    Plain,
    /// The first player wins.
    Black,
    /// The second player wins.
    White,
    /// Nobody does.
    Grey,
    /// It is asked and not known.
    Unknown,
}

impl Fill {
    /// Who wins, in words; empty if nothing is said about it.
    pub fn word(self) -> &'static str {
        match self {
            Fill::Plain => "",
            Fill::Black => "first wins",
            Fill::White => "second wins",
            Fill::Grey => "draw",
            Fill::Unknown => "unknown",
        }
    }
}

impl Tree {
    /// A tree without nodes.
    pub fn new(title: impl Into<String>) -> Tree {
        Tree { title: title.into(), ..Tree::default() }
    }

    /// Adds a node as the last child of `parent`, and says which one it is. The first node is the root, whatever its parent; of others
    /// a parent that is not there means the root.
    pub fn push(&mut self, parent: Option<usize>, node: Node) -> usize {
        let at = self.nodes.len();
        self.parents.push((at > 0).then(|| parent.filter(|&parent| parent < at).unwrap_or(0)));
        self.nodes.push(node);
        at
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The parent of a node; `None` for the root, and where there is no such node.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// The tree as an SVG document of one element, without scripts, styles, ids and outside parts. It has the size in which its texts
    /// are legible, in pixels, and scales. The same tree is always the same text.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// The tree in the language of Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// The tree as indented text, a line for each node.
    pub fn text(&self) -> String {
        outline::text(self)
    }

    /// Where each node would be drawn: left, top, width and height, in the units of the picture.
    pub fn boxes(&self) -> Vec<[f64; 4]> {
        let drawing = svg::Drawing::new(self);
        (0..self.nodes.len()).map(|node| drawing.outline(node)).collect()
    }

    /// The corners of the line from its parent to each node, in the units of the picture; none for the root.
    pub fn edges(&self) -> Vec<Vec<(f64, f64)>> {
        let drawing = svg::Drawing::new(self);
        (0..self.nodes.len()).map(|node| drawing.edge(node)).collect()
    }
}
