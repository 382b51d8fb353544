//! A network and its place in a brain's file: notes beside the graph.

use std::ops::{Deref, DerefMut};

use crate::ntuple::{Changed, Network, NetworkShape};
use crate::store::{Reader, StoreError};

/// The shape, as JSON.
const SHAPE: &str = "network";
/// The weights of each table, with its number.
const TABLE: &str = "network/table/";
/// Single weights, with the number of the note: they replace those of the tables.
const STEP: &str = "network/step/";

/// The most notes of single weights: then the whole network is written.
const MOST_STEPS: usize = 256;

/// A network as it is in memory, and how it is on disk.
pub(crate) struct KeptNetwork {
    network: Network,
    /// Notes of single weights on disk.
    steps: usize,
    /// True if there are tables on disk.
    has_tables: bool,
}

/// A note with its name and content; `None` to remove it.
pub(crate) type OwnNote = (String, Option<Vec<u8>>);

impl Deref for KeptNetwork {
    type Target = Network;

    fn deref(&self) -> &Network {
        &self.network
    }
}

impl DerefMut for KeptNetwork {
    fn deref_mut(&mut self) -> &mut Network {
        &mut self.network
    }
}

impl KeptNetwork {
    /// A network that is not on disk.
    pub fn new(shape: NetworkShape) -> KeptNetwork {
        KeptNetwork { network: Network::new(shape), steps: 0, has_tables: false }
    }

    /// Reads the network of a file, if it has one; the error of one that makes no sense is `damaged`.
    pub fn read(
        reader: &Reader,
        damaged: &dyn Fn() -> StoreError,
    ) -> Result<Option<KeptNetwork>, StoreError> {
        let Some(bytes) = reader.note(SHAPE)? else { return Ok(None) };
        let shape =
            serde_json::from_slice::<NetworkShape>(&bytes).ok().filter(|shape| shape.fits(&shape.contents));
        let shape = shape.ok_or_else(damaged)?;
        let mut kept = KeptNetwork { has_tables: true, ..KeptNetwork::new(shape) };
        for table in 0..kept.tables() {
            let bytes = reader.note(&format!("{TABLE}{table}"))?.unwrap_or_default();
            kept.network.decode(table, &bytes).ok_or_else(damaged)?;
        }
        while let Some(bytes) = reader.note(&format!("{STEP}{}", kept.steps))? {
            kept.network.decode_weights(&bytes).ok_or_else(damaged)?;
            kept.steps += 1;
        }
        kept.network.changed = Changed::Nothing;
        Ok(Some(kept))
    }

    /// The notes that bring the file up to date.
    pub fn notes(&self) -> Vec<OwnNote> {
        match &self.network.changed {
            Changed::Nothing => Vec::new(),
            Changed::Weights(numbers) if self.has_tables && self.steps < MOST_STEPS => {
                vec![(format!("{STEP}{}", self.steps), Some(self.network.encode_weights(numbers)))]
            }
            Changed::Weights(_) | Changed::All => {
                let shape = serde_json::to_vec(self.network.shape()).expect("plain numbers can be written");
                let tables = (0..self.network.tables())
                    .map(|table| (format!("{TABLE}{table}"), Some(self.network.encode(table))));
                let steps = (0..self.steps).map(|step| (format!("{STEP}{step}"), None));
                std::iter::once((SHAPE.to_string(), Some(shape))).chain(tables).chain(steps).collect()
            }
        }
    }

    /// Notes that the file is up to date.
    pub fn set_written(&mut self, notes: &[OwnNote]) {
        match notes {
            [] => {}
            [(name, _)] if name.starts_with(STEP) => self.steps += 1,
            _ => (self.steps, self.has_tables) = (0, true),
        }
        self.network.changed = Changed::Nothing;
    }

    /// Forgets everything; nothing of it is on disk.
    pub fn clear(&mut self) {
        *self = KeptNetwork::new(self.network.shape().clone());
    }
}
