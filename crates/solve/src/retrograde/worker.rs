//! The context of one worker: its game, its transport, its checkpoints and its limits.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use plywood_rules::{Notation, Symmetric};

use super::error::RetrogradeError;
use super::exchange::{Exchange, Payload, RoundTally};
use super::store::RoundStore;
use crate::values::{Codec, Key, Phase, SolveWatch, owner_of};

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
    watch: SolveWatch<'w>,
    /// Images of each position that are generated.
    images: u64,
    /// Without a store: the results of rounds that are needed again, packed, by the number of the round.
    kept: Vec<Box<[u8]>>,
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
        let (images, kept, error, positions, moves) = (codec.images(), Vec::new(), None, 0, 0);
        WorkerContext {
            codec,
            start,
            exchange,
            store,
            me,
            workers,
            by_whole_key: store.is_some_and(RoundStore::by_whole_key),
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
        owner_of(key, self.workers, self.by_whole_key)
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

    /// Counts a processed position with `moves` moves; `bytes` is the memory held now, beside kept rounds. Handles messages
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

    /// Reports the counts since the last report, and the memory held now, beside kept rounds; 0 leaves that as it was.
    ///
    /// # Errors
    /// If the work exceeds its limits.
    pub fn look(&mut self, bytes: u64) -> Result<(), RetrogradeError> {
        let (positions, moves) = (std::mem::take(&mut self.positions), std::mem::take(&mut self.moves));
        self.watch.moved(moves, self.images);
        let kept = if bytes == 0 { 0 } else { self.kept.iter().map(|body| body.len() as u64).sum() };
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

    /// Keeps the result of the next round, which is loaded again: in the store, or in memory if there is none. `bytes` is
    /// the memory held now, beside the result.
    pub fn keep(&mut self, kind: &str, round: u64, body: Vec<u8>, bytes: u64) {
        // For a moment there are two copies of it. In memory a copy is kept because allocators keep the room of bytes that
        // shrink.
        self.count(0, bytes + (body.capacity() + body.len()) as u64);
        match self.store {
            Some(_) => self.save(kind, round, || body),
            None => self.kept.push(Box::from(&body[..])),
        }
    }

    /// Drops the result of a round that is kept in memory.
    pub fn forget(&mut self, round: u64) {
        if let Some(body) = self.kept.get_mut(round as usize) {
            *body = Box::default();
        }
    }

    /// Loads the result of a round that was stored or kept, and decodes it.
    pub fn load<T>(&mut self, kind: &str, round: u64, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let body = match self.store {
            Some(store) => store.load(kind, round).map(Cow::Owned),
            None => Ok(Cow::Borrowed(&*self.kept[round as usize])),
        };
        let decoded = body.and_then(|body| {
            decode(&body).ok_or_else(|| {
                RetrogradeError::Checkpoint(
                    "a checkpoint does not fit the others: remove the folder and begin again".to_string(),
                )
            })
        });
        self.record(decoded)
    }
}
