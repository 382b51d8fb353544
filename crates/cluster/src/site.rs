//! Where a worker works: what it is about, and what it may use.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plywood_rules::{Notation, Symmetric};
use plywood_solve::table::{Codec, Halt};

use crate::office::{Desk, Office, Tally};
use crate::parts::OwnParts;
use crate::run::Shared;
use crate::{SentKey, Trouble};

/// What a worker has to know, and how it is.
pub struct Site<'a, G: Symmetric> {
    pub codec: Codec<'a, G>,
    pub start: &'a G::State,
    pub parts: Option<OwnParts>,
    pub shared: Arc<Shared>,
    /// Bytes that this worker may hold.
    pub memory: u64,
    /// Why it has to give up, as soon as the others have been told.
    pub trouble: Option<Trouble>,
}

impl<G: Symmetric + Notation> Site<'_, G> {
    /// Whether to go on with this round.
    pub fn is_well(&self) -> bool {
        self.trouble.is_none()
    }

    pub fn give_up(&mut self, why: impl Into<Trouble>) {
        self.trouble.get_or_insert(why.into());
    }

    /// What something comes to, unless it is trouble.
    pub fn well<T>(&mut self, result: Result<T, impl Into<Trouble>>) -> Option<T> {
        result.map_err(|trouble| self.give_up(trouble)).ok()
    }

    /// So many more positions were found, or else valued, and worker `me` holds so many bytes.
    pub fn look(&mut self, me: usize, more: u64, bytes: u64) {
        let shared = &self.shared;
        let finding = shared.phase.load(Ordering::Relaxed) == 0;
        (if finding { &shared.found } else { &shared.valued }).fetch_add(more, Ordering::Relaxed);
        if bytes > 0 {
            shared.bytes[me % shared.bytes.len()].store(bytes, Ordering::Relaxed);
        }
        if shared.stop.load(Ordering::Relaxed) {
            self.give_up(Halt::Stopped);
        }
        if bytes > self.memory {
            let workers = self.shared.bytes.len() as u64;
            self.give_up(Halt::Memory {
                needs: (bytes * workers) >> 20,
                limit: (self.memory * workers) >> 20,
            });
        }
    }

    pub fn begin_valuing(&self) {
        self.shared.phase.store(1, Ordering::Relaxed);
        self.shared.level.store(0, Ordering::Relaxed);
    }

    pub fn level_done(&self, level: u32) {
        self.shared.level.store(level + 1, Ordering::Relaxed);
    }

    /// How many rounds everybody has written down.
    pub fn rounds_written<K: SentKey, D: Desk<K>>(
        &mut self,
        office: &mut Office<'_, K, D>,
    ) -> Result<u64, Trouble> {
        let own = match self.parts.clone() {
            Some(parts) => self.well(parts.rounds()).unwrap_or(0),
            None => 0,
        };
        Ok(office.agree(Tally::of_rounds(own), self.trouble.take())?.rounds)
    }

    /// Writes down what round `round` came to, if anything is written down.
    pub fn save(&mut self, kind: &str, round: u64, body: impl FnOnce() -> Vec<u8>) {
        if self.is_well()
            && let Some(parts) = &self.parts
        {
            let saved = parts.save(kind, round, &body());
            self.well(saved);
        }
    }

    /// Takes up what round `round` came to.
    pub fn load(&mut self, kind: &str, round: u64) -> Option<Vec<u8>> {
        let parts = self.parts.as_ref().expect("rounds are taken up only where they were written down");
        let loaded = parts.load(kind, round);
        self.well(loaded)
    }

    /// What is to be said of a checkpoint that makes no sense though its checksum is right.
    pub fn confused(&mut self) {
        self.give_up(Trouble::Checkpoint(
            "a checkpoint does not fit the others: remove the folder and begin again".to_string(),
        ));
    }

    /// The key of the start.
    pub fn start_key<K: SentKey>(&mut self) -> Option<K> {
        let key = self.codec.key(self.start, false, &mut Vec::new());
        self.well(key)
    }
}
