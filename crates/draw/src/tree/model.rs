//! The data of a picture: a tree of nodes with the texts and signs that each of them shows.

use plywood_rules::{Board, Scene};

/// A tree to be drawn, the root first, children after their parents.
///
/// ```
/// use plywood_draw::{Node, NodeShape, TreePicture};
///
/// let mut tree = TreePicture::new("Two moves");
/// let root = tree.push(None, Node { shape: NodeShape::Max, value: "5".into(), ..Node::default() });
/// for (label, value) in [("left", "3"), ("right", "5")] {
///     let principal = label == "right";
///     tree.push(Some(root), Node { label: label.into(), value: value.into(), principal, ..Node::default() });
/// }
/// assert!(tree.svg().starts_with("<svg") && tree.dot().starts_with("digraph"));
/// assert_eq!(tree.text(), "max 5\n├─  left: 3\n└─* right: 5\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreePicture {
    /// The title of the picture; may be empty.
    pub title: String,
    /// A description in a sentence or two, printed below the title and read by screen readers.
    pub about: String,
    /// Remarks below the picture, a line each: the number of omitted nodes, and the option that shows them.
    pub notes: Vec<String>,
    /// Further entries of the legend, besides those for the signs in the picture.
    pub legend: Vec<String>,
    /// True if the nodes of a level are as close as possible, near their parents instead of under them: for large trees whose
    /// nodes have several parents, which would otherwise be very wide.
    pub packed: bool,
    /// Size, shape and colours of the picture.
    pub look: PictureStyle,
    /// The board of the game, for nodes that show their positions.
    pub board: Board,
    pub(super) nodes: Vec<Node>,
    pub(super) parents: Vec<Option<usize>>,
}

/// Size, shape and colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureStyle {
    /// The size of values in pixels; the whole picture grows with it. 13.5 if `None`.
    pub font_size: Option<f64>,
    /// Width and height of a slide: space is added at the sides, or above and below, until the picture has this shape.
    pub aspect: Option<(f64, f64)>,
    /// True for light lines on a dark background.
    pub dark: bool,
    /// True to leave out the legend.
    pub no_legend: bool,
}

/// A node of a tree. All texts may hold any characters, and be empty where there is nothing to say.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The player that decides there.
    pub shape: NodeShape,
    /// The result that its fill shows.
    pub fill: Fill,
    /// The move that leads to it.
    pub label: String,
    /// The text beside the move: its probability, or the number of moves it represents.
    pub weight: String,
    /// Its value, in few characters.
    pub value: String,
    /// Its number in the order of visits.
    pub order: Option<u64>,
    /// Its window, and that with which it was left, if it is another.
    pub windows: Vec<String>,
    /// Further short lines below it: visits, numbers.
    pub notes: Vec<String>,
    /// The bound that cut the search off here, in words; empty if none did.
    pub cut: String,
    /// True on the principal variation.
    pub principal: bool,
    /// True if it was never visited: it is hatched.
    pub skipped: bool,
    /// The number of nodes below it that are omitted.
    pub hidden: u64,
    /// True if that number is only a lower bound.
    pub hidden_more: bool,
    /// Further parents, besides the one it was pushed under.
    pub also: Vec<usize>,
    /// The position, of which grids and scores are drawn.
    pub scene: Option<Scene>,
    /// Everything known of it, in words: its tooltip.
    pub about: String,
}

/// The player that decides at a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeShape {
    /// The first player, who picks the greatest value: a square.
    Max,
    /// The second player, who picks the least value: a circle.
    Min,
    /// Chance: a diamond.
    Chance,
    /// A leaf, with round corners: there is no decision.
    #[default]
    Leaf,
}

impl NodeShape {
    /// Its name: `max`, `min`, `chance`; empty for a leaf.
    pub fn word(self) -> &'static str {
        match self {
            NodeShape::Max => "max",
            NodeShape::Min => "min",
            NodeShape::Chance => "chance",
            NodeShape::Leaf => "",
        }
    }
}

/// The fill of a node: the winner there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fill {
    /// No result is shown.
    #[default]
    Plain,
    /// The first player wins.
    Black,
    /// The second player wins.
    White,
    /// A draw.
    Grey,
    /// The result is unknown.
    Unknown,
}

impl Fill {
    /// The winner in words; empty for [`Fill::Plain`].
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

impl TreePicture {
    /// A tree without nodes.
    pub fn new(title: impl Into<String>) -> TreePicture {
        TreePicture { title: title.into(), ..TreePicture::default() }
    }

    /// Adds a node as the last child of `parent`, and says which one it is. The first node is the root, whatever its parent; of others
    /// a parent that is not there means the root.
    pub fn push(&mut self, parent: Option<usize>, node: Node) -> usize {
        let at = self.nodes.len();
        self.parents.push((at > 0).then(|| parent.filter(|&parent| parent < at).unwrap_or(0)));
        self.nodes.push(node);
        at
    }

    /// Removes the windows of all nodes.
    pub fn clear_windows(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.windows.clear());
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The parent of a node; `None` for the root, and where there is no such node.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }
}
