//! The kinds of memory that a brain can have.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The kind of a brain's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryKind {
    /// The strategy graph: it remembers positions exactly, and knows nothing of others.
    #[default]
    Graph,
    /// An n-tuple network: it estimates every position by patterns that it met in others.
    Ntuple,
    /// Both: the graph where something is proved, and else the network.
    Both,
}

impl MemoryKind {
    /// The names of all kinds.
    pub const NAMES: [&str; 3] = ["graph", "ntuple", "both"];

    /// True if it has a strategy graph.
    pub fn has_graph(self) -> bool {
        self != MemoryKind::Ntuple
    }

    /// True if it has a network.
    pub fn has_network(self) -> bool {
        self != MemoryKind::Graph
    }

    pub(crate) fn is_graph(&self) -> bool {
        *self == MemoryKind::Graph
    }
}

impl fmt::Display for MemoryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MemoryKind::NAMES[*self as usize])
    }
}

impl FromStr for MemoryKind {
    type Err = String;

    fn from_str(text: &str) -> Result<MemoryKind, String> {
        let kinds = [MemoryKind::Graph, MemoryKind::Ntuple, MemoryKind::Both];
        let known = MemoryKind::NAMES.iter().zip(kinds).find(|(name, _)| **name == text);
        known.map(|(_, kind)| kind).ok_or_else(|| {
            format!("kind cannot be '{text}'; it has to be one of {}", MemoryKind::NAMES.join(", "))
        })
    }
}

/// How a network learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkSettings {
    /// The part of an error that learning it once removes, before the rates of single weights fall: above 0, up to 1. In the last
    /// fifth of a run it falls to a fiftieth.
    pub rate: f32,
    /// The weight of the rest of the game, beside the value of the next position, in the value that a position is to have: the
    /// decay of eligibility traces, 0 to 1.
    pub lambda: f32,
}

impl NetworkSettings {
    pub(crate) const DEFAULT: NetworkSettings = NetworkSettings { rate: 1.0, lambda: 0.8 };

    pub(crate) fn is_default(&self) -> bool {
        *self == NetworkSettings::DEFAULT
    }
}

impl Default for NetworkSettings {
    fn default() -> NetworkSettings {
        NetworkSettings::DEFAULT
    }
}
