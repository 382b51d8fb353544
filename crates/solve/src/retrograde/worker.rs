//! The context of one worker: its game, its transport, its checkpoints and its limits.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use plywood_rules::{Notation, Symmetric};

use super::error::RetrogradeError;
use super::exchange::{Exchange, Payload, RoundTally};
use super::level::{LevelDraft, LevelSink, PackedLevel, repacked, unpack_values};
use super::store::{FOUND, RoundStore, STAGE, VALUED, VALUES};
use crate::values::{Codec, Key, Phase, PositionCounts, ScratchFile, SolveWatch, owner_of, take_keys};

/// Positions between two checks of the limits.
const STRIDE: u64 = 1 << 12;
/// Images of positions between two looks: with many symmetries a few positions take long.
const IMAGES: u64 = 1 << 20;

/// The context of one worker.
///
/// An error in a round is recorded and not returned at once: the other workers learn of it at the next agreement, which
/// then fails for all of them. Only a lost transport ends a round early.
pub struct WorkerContext<'a, 'w, G: ?Sized + Symmetric, K> {
    /// The game, and its positions as keys.
    pub codec: Codec<'a, G>,
    /// The position that everything is found from.
    pub start: &'a G::State,
    /// The transport to the other workers.
    pub exchange: &'a mut dyn Exchange<K>,
    /// The results of earlier rounds, if they are kept.
    pub store: Option<&'a dyn RoundStore>,
    /// The number of this worker, from 0 on.
    pub me: usize,
    /// The number of all workers.
    pub workers: usize,
    /// True if the rounds are those of an [earlier version](RoundStore::by_whole_key).
    pub by_whole_key: bool,
    /// The first half of the last key, and the worker that owns it: most children are like the one before.
    last_owner: Cell<(u64, usize)>,
    watch: SolveWatch<'w>,
    /// Images of each position that are generated.
    images: u64,
    /// Without a store: the levels that are needed again, by the number of the round.
    kept: BTreeMap<u64, Rc<PackedLevel>>,
    error: Option<RetrogradeError>,
    /// Positions processed, and moves made, since the last look.
    positions: u64,
    moves: u64,
}

impl<'a, 'w, G: Symmetric + Notation + ?Sized, K: Key> WorkerContext<'a, 'w, G, K> {
    /// A worker that has not begun.
    pub fn new(
        codec: Codec<'a, G>,
        start: &'a G::State,
        exchange: &'a mut dyn Exchange<K>,
        store: Option<&'a dyn RoundStore>,
        watch: SolveWatch<'w>,
    ) -> WorkerContext<'a, 'w, G, K> {
        let (me, workers) = (exchange.worker(), exchange.workers());
        let by_whole_key = store.is_some_and(RoundStore::by_whole_key);
        let none = K::default();
        let last_owner = Cell::new((none.half(), owner_of(none, workers, by_whole_key)));
        let (images, kept, error, positions, moves) = (codec.images(), BTreeMap::new(), None, 0, 0);
        WorkerContext {
            codec,
            start,
            exchange,
            store,
            me,
            workers,
            by_whole_key,
            last_owner,
            watch,
            images,
            kept,
            error,
            positions,
            moves,
        }
    }

    /// Lets `handle` change `state` with every message.
    pub fn open<S: 'static>(
        &mut self,
        state: &Rc<RefCell<S>>,
        handle: impl Fn(&mut S, usize, Payload<K>) -> Option<Payload<K>> + 'static,
    ) {
        let state = Rc::clone(state);
        self.exchange.open(Box::new(move |from, payload| handle(&mut state.borrow_mut(), from, payload)));
    }

    /// The worker that owns a position.
    #[inline]
    pub fn owner(&self, key: K) -> usize {
        if self.workers == 1 {
            return 0;
        }
        let (half, owner) = self.last_owner.get();
        if key.half() == half && !self.by_whole_key {
            return owner;
        }
        let owner = owner_of(key, self.workers, self.by_whole_key);
        self.last_owner.set((key.half(), owner));
        owner
    }

    /// The key of the start, if this worker owns it.
    ///
    /// # Errors
    /// If it has no key.
    pub fn start_key(&self) -> Result<Option<K>, RetrogradeError> {
        let key = self.codec.key(self.start, false, &mut Vec::new())?;
        Ok(Some(key).filter(|&key| self.owner(key) == self.me))
    }

    /// Records an error for the next agreement; the first one counts.
    pub fn record<T>(&mut self, result: Result<T, impl Into<RetrogradeError>>) -> Option<T> {
        result
            .map_err(|error| {
                self.error.get_or_insert(error.into());
            })
            .ok()
    }

    /// True if an error was recorded that the others do not know of yet.
    pub fn has_error(&self) -> bool {
        self.error.is_some()
    }

    /// Counts a processed position with `moves` moves; `bytes` is the memory held now, beside kept levels. Handles messages
    /// now and then.
    ///
    /// # Errors
    /// If the work exceeds its limits, or a worker is lost.
    #[inline]
    pub fn step(&mut self, moves: usize, bytes: impl FnOnce() -> u64) -> Result<(), RetrogradeError> {
        self.positions += 1;
        self.moves += moves as u64;
        if self.positions < STRIDE && self.moves * self.images < IMAGES {
            return Ok(());
        }
        self.look(bytes())?;
        self.exchange.poll()
    }

    /// Reports the counts since the last report, and the memory held now, beside kept levels; 0 leaves that as it was.
    ///
    /// # Errors
    /// If the work exceeds its limits.
    pub fn look(&mut self, bytes: u64) -> Result<(), RetrogradeError> {
        let (positions, moves) = (std::mem::take(&mut self.positions), std::mem::take(&mut self.moves));
        self.watch.moved(moves, self.images);
        let kept = if bytes == 0 { 0 } else { self.kept.values().map(|level| level.bytes()).sum() };
        Ok(self.watch.look(positions, bytes + kept)?)
    }

    /// Counts positions that were processed in some other way, and reports them.
    pub fn count(&mut self, positions: usize, bytes: u64) {
        self.positions += positions as u64;
        let looked = self.look(bytes);
        self.record(looked);
    }

    /// Begins to value positions.
    pub fn begin_valuing(&mut self) {
        self.watch.begin(Phase::Value);
    }

    /// Reports a finished level.
    pub fn level_done(&mut self, level: u32) {
        let looked = self.watch.level_done(level);
        self.record(looked);
    }

    /// The sum of all workers' tallies, or the error of one of them.
    ///
    /// # Errors
    /// If a worker has recorded an error, or is lost.
    pub fn agree(&mut self, tally: RoundTally) -> Result<RoundTally, RetrogradeError> {
        let error = self.error.take();
        let text = error.as_ref().map(ToString::to_string);
        let tallies = self.exchange.agree(RoundTally { error: text, ..tally })?;
        if let Some(error) = error {
            return Err(error);
        }
        let mut total = RoundTally::default();
        for (worker, tally) in tallies.iter().enumerate() {
            if let Some(text) = &tally.error {
                let name = self.exchange.process_name(worker);
                return Err(RetrogradeError::Peer(
                    name.map_or(text.clone(), |name| format!("{name}: {text}")),
                ));
            }
            total.add(tally);
        }
        Ok(total)
    }

    /// The number of rounds that all workers have stored.
    ///
    /// # Errors
    /// If a worker fails to report it.
    pub fn rounds_stored(&mut self) -> Result<u64, RetrogradeError> {
        let own = self.store.map_or(Ok(0), |store| store.rounds());
        let rounds = self.record(own).unwrap_or(0);
        Ok(self.agree(RoundTally { rounds, ..RoundTally::default() })?.rounds)
    }

    /// Stores the result of a round, if results are kept and nothing went wrong.
    pub fn save(&mut self, kind: &str, round: u64, body: impl FnOnce() -> Vec<u8>) {
        if let (Some(store), None) = (self.store, &self.error) {
            let saved = store.save(kind, round, &body());
            self.record(saved);
        }
    }

    /// The share of this worker in the memory that all workers of its process may hold.
    pub fn share(&self) -> u64 {
        self.watch.share()
    }

    /// A file for parts of a round, if there is a store.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn scratch(&self) -> Result<Option<Arc<dyn ScratchFile>>, RetrogradeError> {
        self.store.map(RoundStore::scratch).transpose()
    }

    /// Begins the level of a round: in the store, or in memory if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn draft(&self, kind: &str, round: u64) -> Result<LevelDraft, RetrogradeError> {
        let sink = match self.store {
            Some(store) => LevelSink::Round(store.create(kind, round)?),
            None => LevelSink::of(None),
        };
        Ok(LevelDraft::new(sink))
    }

    /// Keeps the level of a round. `bytes` is the memory held now, beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(
        &mut self,
        draft: LevelDraft,
        kind: &str,
        round: u64,
        counts: PositionCounts,
        bytes: u64,
    ) -> Result<Rc<PackedLevel>, RetrogradeError> {
        let level = match draft.finish(counts).map_err(RetrogradeError::of_store)? {
            Some(level) => {
                let level = Rc::new(level);
                self.kept.insert(round, Rc::clone(&level));
                level
            }
            None => self.level(kind, round)?.unwrap_or_default(),
        };
        self.look(bytes.max(1))?;
        Ok(level)
    }

    /// Drops the level of a round that is kept in memory.
    pub fn forget(&mut self, round: u64) {
        self.kept.remove(&round);
    }

    /// The level of a round that was kept; `None` if there is none of this kind.
    fn level(&self, kind: &str, round: u64) -> Result<Option<Rc<PackedLevel>>, RetrogradeError> {
        let Some(store) = self.store else { return Ok(self.kept.get(&round).cloned()) };
        let stored = store.open(kind, round)?.map(PackedLevel::stored).transpose()?;
        Ok(stored.map(Rc::new))
    }

    /// The positions that a round found.
    ///
    /// # Errors
    /// If they cannot be loaded.
    pub fn found_level(&mut self, round: u64) -> Result<Rc<PackedLevel>, RetrogradeError> {
        match self.level(STAGE, round)? {
            Some(level) => Ok(level),
            None => Ok(Rc::new(repacked(&self.found_before(round)?, None))),
        }
    }

    /// The positions that a round found, as another one valued them.
    ///
    /// # Errors
    /// If they cannot be loaded.
    pub fn valued_level(&mut self, found: u64, valued: u64) -> Result<Rc<PackedLevel>, RetrogradeError> {
        if let Some(level) = self.level(VALUES, valued)? {
            return Ok(level);
        }
        let keys = self.found_before(found)?;
        let values = self.load_as(VALUED, valued, |body| unpack_values(body, keys.len()))?;
        Ok(Rc::new(repacked(&keys, Some(values))))
    }

    /// The positions that a round of an earlier version found.
    fn found_before(&self, round: u64) -> Result<Vec<K>, RetrogradeError> {
        self.load_as(FOUND, round, |mut body| take_keys(&mut body))
    }

    /// Loads the result of a round that was stored, and decodes it.
    pub fn load<T>(&mut self, kind: &str, round: u64, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let loaded = self.load_as(kind, round, decode);
        self.record(loaded)
    }

    fn load_as<T>(
        &self,
        kind: &str,
        round: u64,
        decode: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, RetrogradeError> {
        let store = self.store.ok_or_else(RetrogradeError::unlike)?;
        decode(&store.load(kind, round)?).ok_or_else(RetrogradeError::unlike)
    }
}
