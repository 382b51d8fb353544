//! Building a tree, from text or by a program.

use std::collections::HashSet;

use super::node::{Probability, ROOT, WrittenBranch, WrittenKind, WrittenNode};
use super::written::WrittenTree;
use crate::{Outcome, Player, TextError};

/// The most nodes that a tree can have.
pub const MAX_NODES: usize = 1_000_000;

/// The most plies from the root to a leaf.
pub const MAX_DEPTH: u32 = 200;

/// The greatest payoff and written value.
const MAX_POINTS: f64 = 1e12;

/// The longest label, in characters.
const MAX_LABEL: usize = 64;

/// A tree that is being put together by a program. [`WrittenTree::new`] makes a game of it.
///
/// An empty label means the default one, by place.
///
/// ```
/// use plywood_rules::Player;
/// use plywood_rules::tree::{Probability, Tree, WrittenTree};
///
/// let half = Probability::new(1, 2).unwrap();
/// let coin = Tree::chance([(half, "heads", Tree::payoff(5.0)), (half, "tails", Tree::payoff(-4.0))]);
/// let tree = Tree::decision(Player::First, [("pass", Tree::draw()), ("toss", coin.written(0.5))]);
/// let tree = WrittenTree::new(tree).unwrap();
/// assert_eq!(tree.to_string(), "(pass:= toss:{1/2 heads:5 1/2 tails:-4}~0.5)");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    inside: Inside,
    written: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum Inside {
    Leaf(Outcome),
    Decision(Player, Vec<(String, Tree)>),
    Chance(Vec<(Probability, String, Tree)>),
}

impl Tree {
    /// The end of the game, with this outcome.
    pub fn leaf(outcome: Outcome) -> Tree {
        Tree { inside: Inside::Leaf(outcome), written: None }
    }

    /// The end of the game: the second player pays the first this many points.
    pub fn payoff(points: f64) -> Tree {
        Tree::leaf(Outcome::Payoff(points))
    }

    /// The end of the game, won by `player`.
    pub fn win(player: Player) -> Tree {
        Tree::leaf(Outcome::Win(player))
    }

    /// The end of the game, a draw.
    pub fn draw() -> Tree {
        Tree::leaf(Outcome::Draw)
    }

    /// A choice of `player` among labelled moves, at least one.
    pub fn decision<L: Into<String>>(player: Player, moves: impl IntoIterator<Item = (L, Tree)>) -> Tree {
        let moves = moves.into_iter().map(|(label, tree)| (label.into(), tree)).collect();
        Tree { inside: Inside::Decision(player, moves), written: None }
    }

    /// A chance node with labelled outcomes, whose probabilities sum to 1.
    pub fn chance<L: Into<String>>(outcomes: impl IntoIterator<Item = (Probability, L, Tree)>) -> Tree {
        let outcomes = outcomes.into_iter().map(|(p, label, tree)| (p, label.into(), tree)).collect();
        Tree { inside: Inside::Chance(outcomes), written: None }
    }

    /// The same with an estimate of its value, from the first player's point of view. Leaves take none.
    pub fn written(self, points: f64) -> Tree {
        Tree { written: Some(points), ..self }
    }
}

impl WrittenTree {
    /// The tree that was put together by hand.
    ///
    /// # Errors
    /// If a label, number or sum of probabilities is none that could be written, or the tree is too large:
    /// names the node by the labels that lead to it.
    pub fn new(tree: Tree) -> Result<WrittenTree, TextError> {
        let mut builder = Builder { growth: Growth::default(), path: Vec::new() };
        builder.node(tree)?;
        Ok(builder.growth.finish())
    }
}

struct Builder {
    growth: Growth,
    /// The labels on the path to the current node.
    path: Vec<String>,
}

impl Builder {
    fn node(&mut self, tree: Tree) -> Result<u32, TextError> {
        let id = self.growth.open(self.path.len() as u32).map_err(|reason| self.error(reason))?;
        if tree.written.is_some() && matches!(tree.inside, Inside::Leaf(_)) {
            return Err(
                self.error("only an inner node takes a written value; a leaf is what it is".to_string())
            );
        }
        let (kind, children) = match tree.inside {
            Inside::Leaf(outcome) => {
                self.growth.leaf(id, outcome).map_err(|reason| self.error(reason))?;
                return Ok(id);
            }
            Inside::Decision(player, moves) => {
                let mut children = Children::new(WrittenKind::Decision(player));
                for (label, tree) in moves {
                    self.branch(&mut children, None, &label, tree)?;
                }
                (WrittenKind::Decision(player), children)
            }
            Inside::Chance(outcomes) => {
                let mut children = Children::new(WrittenKind::Chance);
                for (probability, label, tree) in outcomes {
                    self.branch(&mut children, Some(probability), &label, tree)?;
                }
                (WrittenKind::Chance, children)
            }
        };
        self.growth.close(id, kind, children, tree.written).map_err(|reason| self.error(reason))?;
        Ok(id)
    }

    fn branch(
        &mut self,
        children: &mut Children,
        probability: Option<Probability>,
        label: &str,
        tree: Tree,
    ) -> Result<(), TextError> {
        let label = Some(label).filter(|label| !label.is_empty());
        let label = children.label(label).map_err(|reason| self.error(reason))?;
        self.path.push(label.to_string());
        let child = self.node(tree)?;
        self.path.pop();
        children.add(WrittenBranch { label, child, probability });
        Ok(())
    }

    fn error(&self, reason: String) -> TextError {
        let path = if self.path.is_empty() { ROOT.to_string() } else { self.path.join("/") };
        TextError::new(format!("at '{path}': {reason}"))
    }
}

/// The nodes so far. A node is opened, then its children are grown, then it is closed.
#[derive(Default)]
pub(super) struct Growth {
    nodes: Vec<WrittenNode>,
    branches: Vec<WrittenBranch>,
}

impl Growth {
    /// A place for a node at this depth, before its kind is known.
    pub(super) fn open(&mut self, depth: u32) -> Result<u32, String> {
        if depth > MAX_DEPTH {
            return Err(format!("the tree is too deep; a line of play has at most {MAX_DEPTH} plies"));
        }
        if self.nodes.len() == MAX_NODES {
            return Err(format!("the tree is too large; it has at most {MAX_NODES} nodes"));
        }
        let kind = WrittenKind::Leaf(Outcome::Draw);
        self.nodes.push(WrittenNode { kind, parent: 0, place: 0, depth, first: 0, count: 0, written: None });
        Ok(self.nodes.len() as u32 - 1)
    }

    /// Makes a leaf of node `id`.
    pub(super) fn leaf(&mut self, id: u32, outcome: Outcome) -> Result<(), String> {
        self.nodes[id as usize].kind = WrittenKind::Leaf(match outcome {
            Outcome::Payoff(points) => Outcome::Payoff(check_points(points)?),
            outcome => outcome,
        });
        Ok(())
    }

    /// Makes an inner node of node `id`.
    pub(super) fn close(
        &mut self,
        id: u32,
        kind: WrittenKind,
        children: Children,
        written: Option<f64>,
    ) -> Result<(), String> {
        let list = children.list;
        if list.is_empty() {
            return Err("a node needs at least one move or outcome".to_string());
        }
        if kind == WrittenKind::Chance {
            let sum: f64 = list.iter().filter_map(|branch| branch.probability).map(Probability::value).sum();
            if (sum - 1.0).abs() > 1e-9 {
                return Err(format!(
                    "the probabilities of this chance node sum to {sum}; they have to sum to 1"
                ));
            }
        }
        let written = written.map(check_points).transpose()?;
        for (place, branch) in list.iter().enumerate() {
            let child = &mut self.nodes[branch.child as usize];
            (child.parent, child.place) = (id, place as u32);
        }
        let node = &mut self.nodes[id as usize];
        (node.kind, node.first, node.count) = (kind, self.branches.len() as u32, list.len() as u32);
        node.written = written;
        self.branches.extend(list);
        Ok(())
    }

    pub(super) fn finish(self) -> WrittenTree {
        WrittenTree::from_parts(self.nodes, self.branches)
    }
}

/// The branches of one node while they are collected.
pub(super) struct Children {
    kind: WrittenKind,
    list: Vec<WrittenBranch>,
    labels: HashSet<Box<str>>,
}

impl Children {
    pub(super) fn new(kind: WrittenKind) -> Children {
        Children { kind, list: Vec::new(), labels: HashSet::new() }
    }

    /// The label of the branch that is added next: the given one if it will do, or the default one.
    pub(super) fn label(&mut self, given: Option<&str>) -> Result<Box<str>, String> {
        let label = match given {
            Some(label) => check_label(label)?.into(),
            None => default_label(self.kind, self.list.len()),
        };
        if self.labels.insert(label.clone()) {
            return Ok(label);
        }
        Err(match given {
            Some(_) => format!("the label '{label}' is used twice in this node; labels have to differ"),
            None => {
                format!("a move here without a label is called '{label}', but so is another; give it a label")
            }
        })
    }

    pub(super) fn add(&mut self, branch: WrittenBranch) {
        self.list.push(branch);
    }
}

/// The default name of the branch at `place`: `a`, `b`, ..., `z`, `aa`, ... or `1`, `2`, ... .
pub(super) fn default_label(kind: WrittenKind, place: usize) -> Box<str> {
    if kind == WrittenKind::Chance {
        return (place + 1).to_string().into();
    }
    let mut letters = Vec::new();
    let mut rest = place + 1;
    while rest > 0 {
        letters.push(char::from(b'a' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>().into()
}

fn check_label(label: &str) -> Result<&str, String> {
    if let Some(bad) = label.chars().find(|&c| !is_label_char(c)) {
        return Err(format!("a label cannot contain {bad:?}; it takes letters, digits and most signs"));
    }
    if label.chars().count() > MAX_LABEL {
        return Err(format!("a label this long is too much; it has at most {MAX_LABEL} characters"));
    }
    if label == ROOT {
        return Err(format!("no move can be called '{ROOT}': the first position is"));
    }
    Ok(label)
}

fn is_label_char(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !"(){}:,#/~".contains(c)
}

/// A payoff or written value, if it is one that a text can hold; zero loses its sign.
pub(super) fn check_points(points: f64) -> Result<f64, String> {
    if points.abs() <= MAX_POINTS {
        Ok(points + 0.0)
    } else {
        Err(format!("the number {points} cannot be written here; it has to be from -10^12 to 10^12"))
    }
}
