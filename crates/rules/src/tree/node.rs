//! Nodes and branches of a written tree.

use std::fmt;

use crate::{Outcome, Player};

/// The name of the first position; no move can have it.
pub(super) const ROOT: &str = "root";

#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenNode {
    pub(super) kind: WrittenKind,
    /// The node before this one; the root is its own.
    pub(super) parent: u32,
    /// The branch of its parent that leads here.
    pub(super) place: u32,
    /// Plies from the root.
    pub(super) depth: u32,
    /// The index of its first branch, and the number of branches.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The guess written after it.
    pub(super) written: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WrittenKind {
    Leaf(Outcome),
    Decision(Player),
    Chance,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenBranch {
    pub(super) label: Box<str>,
    pub(super) child: u32,
    /// At chance nodes.
    pub(super) probability: Option<Probability>,
}

/// A node of a written tree: the state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// A probability above 0 and up to 1, as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u32,
    denominator: u32,
}

impl Probability {
    /// `numerator` in `denominator`; `None` if that is not above 0 and at most 1.
    pub fn new(numerator: u32, denominator: u32) -> Option<Probability> {
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (0 < numerator && numerator <= denominator)
            .then(|| Probability { numerator: numerator / a, denominator: denominator / a })
    }

    /// The number nearest to it.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

/// As it is written in a tree: `1/6`, or `1` if it is certain.
impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}
