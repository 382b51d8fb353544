//! A tree as its text: one line, defaults left out, the same for equal trees.

use std::fmt::{self, Write};

use super::build::default_label;
use super::node::{NodeId, WrittenKind};
use super::written::WrittenTree;
use crate::{Game, Outcome, Player};

/// The whole tree on one line. Reading it gives an equal tree.
impl fmt::Display for WrittenTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_node(f, self.initial(), Player::First)
    }
}

impl WrittenTree {
    /// The text of the subtree at `state`, about `most` characters of it at most.
    pub(super) fn subtree_text(&self, state: NodeId, most: usize) -> String {
        let mut short = Short { text: String::new(), left: most };
        // Read alone, a tree begins with the first player. An error means that it does not fit.
        match self.write_node(&mut short, state, Player::First) {
            Ok(()) => short.text,
            Err(fmt::Error) => short.text + " ...",
        }
    }

    /// Writes a node at which `expected` would move if the text named no player.
    fn write_node(&self, out: &mut impl Write, id: NodeId, expected: Player) -> fmt::Result {
        let node = self.node(id);
        let (close, next) = match node.kind {
            WrittenKind::Leaf(Outcome::Win(Player::First)) => return out.write_char('W'),
            WrittenKind::Leaf(Outcome::Win(Player::Second)) => return out.write_char('L'),
            WrittenKind::Leaf(Outcome::Draw) => return out.write_char('='),
            WrittenKind::Leaf(Outcome::Payoff(points)) => return write!(out, "{points}"),
            WrittenKind::Decision(player) => {
                if player != expected {
                    out.write_char(if player == Player::First { '+' } else { '-' })?;
                }
                out.write_char('(')?;
                (')', player.other())
            }
            WrittenKind::Chance => {
                out.write_char('{')?;
                ('}', expected)
            }
        };
        for (place, branch) in self.branches(id).iter().enumerate() {
            if place > 0 {
                out.write_char(' ')?;
            }
            if let Some(probability) = branch.probability {
                write!(out, "{probability} ")?;
            }
            if branch.label != default_label(node.kind, place) {
                write!(out, "{}:", branch.label)?;
            }
            self.write_node(out, NodeId(branch.child), next)?;
        }
        out.write_char(close)?;
        match node.written {
            Some(points) => write!(out, "~{points}"),
            None => Ok(()),
        }
    }
}

/// Takes a number of characters and then refuses.
struct Short {
    text: String,
    left: usize,
}

impl Write for Short {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let length = piece.chars().count();
        if length > self.left {
            return Err(fmt::Error);
        }
        self.left -= length;
        self.text.push_str(piece);
        Ok(())
    }
}
