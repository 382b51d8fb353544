//! Games in which every move raises the stage by one: nothing recurs, so positions are found stage by stage, a round each,
//! and then valued from the last stage back, a round each.

use std::cell::RefCell;
use std::rc::Rc;

use plywood_rules::{Notation, Player, Symmetric, Turn};

use super::error::RetrogradeError;
use super::exchange::{Outbox, PAGE, Payload, RoundTally};
use super::level::{SolvedLevel, WorkerShare, pack_keys, pack_values, unpack_keys, unpack_values};
use super::stage::{Stage, value_of};
use super::store::{FOUND, VALUED};
use super::worker::WorkerContext;
use crate::values::{Key, PositionCounts, ValueCode};

/// The number of children requested together.
const BATCH: usize = 1 << 14;

/// Batches that may wait for answers at a time.
const MOST_BATCHES: usize = 16;

/// Positions that are found before they are sorted, beyond twice the number of those that are.
const UNSORTED: usize = 1 << 20;

/// The state that messages change.
#[derive(Default)]
struct State<K> {
    /// Positions found of the next stage; those up to `sorted` are sorted and different.
    next: Vec<K>,
    sorted: usize,
    /// Places for them, the greatest number at a time: there are two vectors while the larger one is filled.
    places: usize,
    /// The stage above the one that is being valued.
    above: Option<Stage<K>>,
    /// The values of the stage that is being valued.
    codes: Vec<ValueCode>,
    counts: PositionCounts,
    batches: Vec<PositionBatch>,
}

/// Positions that wait for the values of their children.
struct PositionBatch {
    number: u64,
    nodes: Vec<BatchPosition>,
    children: Vec<ValueCode>,
    /// For each worker: the children requested from it.
    asked: Vec<Vec<u32>>,
    /// Workers that have not answered yet.
    waiting: usize,
}

/// A position of a batch.
struct BatchPosition {
    at: u32,
    mover: Player,
    /// The end of its children.
    to: u32,
    orbit: u64,
}

impl<K: Key> State<K> {
    fn handle(&mut self, from: usize, payload: Payload<K>) -> Option<Payload<K>> {
        match payload {
            Payload::Found { keys } => keys.into_iter().for_each(|key| self.found(key)),
            Payload::Ask { batch, keys } => {
                let codes = keys.into_iter().map(|key| self.child(key).0).collect();
                return Some(Payload::Answer { batch, codes });
            }
            Payload::Answer { batch, codes } => self.answered(from, batch, &codes),
            _ => {}
        }
        None
    }

    #[inline]
    fn found(&mut self, key: K) {
        self.next.push(key);
        // Most children have several parents: they are merged before they take much more room than they need.
        if self.next.len() > 2 * self.sorted + UNSORTED {
            self.settle();
            self.grow();
        }
    }

    /// Makes room for unsorted positions. Only the sorted ones are copied: a vector that grows by itself would copy all
    /// places, and double them.
    fn grow(&mut self) {
        let places = 2 * self.sorted + UNSORTED + 1;
        if self.next.capacity() < places {
            self.places = self.next.capacity() + self.sorted;
            let mut next = Vec::with_capacity(places);
            next.append(&mut self.next);
            self.next = next;
        }
    }

    fn settle(&mut self) {
        self.next.sort_unstable();
        self.next.dedup_by_key(|key| key.position());
        self.sorted = self.next.len();
    }

    /// The positions found, sorted. The room for them stays for the next stage.
    fn take_found(&mut self) -> Vec<K> {
        self.settle();
        self.sorted = 0;
        let keys = self.next.clone();
        self.next.clear();
        keys
    }

    /// The value of a child.
    #[inline]
    fn child(&self, key: K) -> ValueCode {
        self.above.as_ref().expect("a position with moves has positions above").code(key)
    }

    /// Looks up the worker's own children of a batch; finishes it, or lets it wait for those of others.
    fn post(&mut self, mut batch: PositionBatch, me: usize, own: &[K]) {
        for (&child, &key) in batch.asked[me].iter().zip(own) {
            batch.children[child as usize] = self.child(key);
        }
        if batch.waiting == 0 { self.finish(&batch) } else { self.batches.push(batch) }
    }

    fn answered(&mut self, from: usize, number: u64, codes: &[u16]) {
        let place = self.batches.iter().position(|batch| batch.number == number).expect("it was asked for");
        let batch = &mut self.batches[place];
        for (&child, &code) in batch.asked[from].iter().zip(codes) {
            batch.children[child as usize] = ValueCode(code);
        }
        batch.waiting -= 1;
        if batch.waiting == 0 {
            let batch = self.batches.swap_remove(place);
            self.finish(&batch);
        }
    }

    /// Values the positions of a batch.
    fn finish(&mut self, batch: &PositionBatch) {
        let mut from = 0;
        for node in &batch.nodes {
            let to = node.to as usize;
            let code = value_of(node.mover, &batch.children[from..to]);
            self.codes[node.at as usize] = code;
            self.counts.add(code, Turn::Decision(node.mover), false, node.orbit);
            from = to;
        }
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        let own =
            self.next.capacity().max(self.places) * K::SIZE + self.codes.capacity() * size_of::<ValueCode>();
        own as u64 + self.above.as_ref().map_or(0, Stage::bytes)
    }
}

/// Bytes of these positions.
fn bytes_of<K: Key>(keys: &Vec<K>) -> u64 {
    (keys.capacity() * K::SIZE) as u64
}

/// Finds and values all positions. In memory are the stage that is worked on and the one above; all others are kept.
pub(super) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
) -> Result<WorkerShare<K>, RetrogradeError> {
    let state = Rc::new(RefCell::new(State::default()));
    worker.open(&state, State::handle);
    let stored = worker.rounds_stored()?;
    let stages = find(worker, &state, stored)?;
    *state.borrow_mut() = State::default();
    worker.begin_valuing();
    let mut counts = PositionCounts::default();
    let mut levels = Vec::new();
    for found in (0..stages).rev() {
        let valued = 2 * stages - found;
        let keys = worker.load(FOUND, found, unpack_keys).unwrap_or_default();
        let (stage, of_stage) = if valued < stored {
            load_values(worker, keys, valued)
        } else {
            value(worker, &state, keys, valued)?
        };
        counts += of_stage;
        // Before the agreement: right after it the others request positions of this stage.
        state.borrow_mut().above = Some(stage);
        worker.agree(RoundTally::default())?;
        worker.level_done(found as u32);
        levels.push(SolvedLevel::Kept { found, valued });
    }
    levels.reverse();
    // The first stage is the start alone, at its owner.
    let start = state.borrow_mut().above.take().and_then(|stage| stage.codes.first().copied());
    Ok(WorkerShare { levels, counts, start, resumed: stored })
}

/// Finds all positions; returns the number of stages. Their rounds have the same numbers, and the round after them is empty.
fn find<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    stored: u64,
) -> Result<u64, RetrogradeError> {
    let mut level: Vec<K> = Vec::new();
    for round in 0.. {
        level = if round < stored {
            worker.count(level.len(), bytes_of(&level));
            drop(level);
            worker.load(FOUND, round, unpack_keys).unwrap_or_default()
        } else {
            let expanded = match round {
                0 => worker.start_key().map(|start| state.borrow_mut().next.extend(start)),
                _ => expand(worker, state, &level),
            };
            worker.record(expanded);
            worker.exchange.end_round()?;
            drop(level);
            let keys = state.borrow_mut().take_found();
            worker.keep(FOUND, round, pack_keys(&keys), bytes_of(&keys) + state.borrow().bytes());
            keys
        };
        if let Some(level) = round.checked_sub(1) {
            worker.level_done(level as u32);
        }
        if worker.agree(RoundTally::of_open(level.len()))?.open == 0 {
            return Ok(round);
        }
    }
    unreachable!("stages rise, and their number is limited")
}

/// Sends the children of all positions of a stage to their owners.
fn expand<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    level: &Vec<K>,
) -> Result<(), RetrogradeError> {
    let mut outbox = Outbox::new(worker.workers);
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    for &key in level {
        let (position, _) = worker.codec.state(key, &mut bytes);
        moves.clear();
        match worker.codec.game.turn(&position) {
            Turn::Over(outcome) => _ = worker.codec.end(outcome)?,
            Turn::Decision(mover) => {
                worker.codec.game.legal_moves(&position, &mut moves);
                for &mv in &moves {
                    let child = worker.codec.game.child(&position, mv);
                    let key = worker.codec.child_key::<K>(&child, mover, &mut bytes)?;
                    // Whose it is cannot be predicted: own ones are collected like those of others.
                    let to = worker.owner(key);
                    if let Some(keys) = outbox.add(to, key) {
                        deliver(worker, state, to, keys)?;
                    }
                }
            }
            Turn::Chance => return Err(worker.codec.chance().into()),
        }
        worker.step(moves.len(), || bytes_of(level) + state.borrow().bytes())?;
    }
    for (to, keys) in outbox.rest() {
        deliver(worker, state, to, keys)?;
    }
    worker.look(0)
}

/// Hands positions that were found to their owner.
fn deliver<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    to: usize,
    keys: Vec<K>,
) -> Result<(), RetrogradeError> {
    let payload = Payload::Found { keys };
    if to != worker.me {
        return worker.exchange.send(to, payload);
    }
    state.borrow_mut().handle(to, payload);
    Ok(())
}

/// Loads the values of a stage.
fn load_values<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    keys: Vec<K>,
    round: u64,
) -> (Stage<K>, PositionCounts) {
    let loaded = worker.load(VALUED, round, |body| unpack_values(body, keys.len()));
    let Some((codes, counts)) = loaded else { return Default::default() };
    let stage = Stage::new(keys, codes);
    worker.count(stage.keys.len(), stage.bytes());
    (stage, counts)
}

/// Values the positions of a stage by those above.
fn value<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    keys: Vec<K>,
    round: u64,
) -> Result<(Stage<K>, PositionCounts), RetrogradeError> {
    {
        let mut state = state.borrow_mut();
        state.codes = vec![ValueCode::UNKNOWN; keys.len()];
        state.counts = PositionCounts::default();
    }
    let asked = ask(worker, state, &keys);
    worker.record(asked);
    worker.exchange.end_round()?;
    let (codes, counts) = {
        let mut state = state.borrow_mut();
        state.batches.clear();
        state.above = None;
        (std::mem::take(&mut state.codes), state.counts)
    };
    let body = pack_values(&codes, counts);
    let stage = Stage::new(keys, codes);
    worker.keep(VALUED, round, body, stage.bytes());
    Ok((stage, counts))
}

/// Collects the values of the children of all positions of a stage, a batch at a time.
fn ask<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    keys: &Vec<K>,
) -> Result<(), RetrogradeError> {
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let mut draft = BatchDraft::new(worker.workers, 0);
    for (at, &key) in keys.iter().enumerate() {
        let (position, own_win) = worker.codec.state(key, &mut bytes);
        let turn = worker.codec.game.turn(&position);
        let orbit = worker.codec.orbit(&position);
        match turn {
            Turn::Over(outcome) => {
                let code = worker.codec.end(outcome)?;
                let mut state = state.borrow_mut();
                state.codes[at] = code;
                state.counts.add(code, turn, own_win, orbit);
            }
            Turn::Decision(mover) => {
                moves.clear();
                worker.codec.game.legal_moves(&position, &mut moves);
                for &mv in &moves {
                    let child = worker.codec.game.child(&position, mv);
                    let key = worker.codec.child_key::<K>(&child, mover, &mut bytes)?;
                    draft.add(worker.owner(key), key);
                }
                let to = draft.batch.children.len() as u32;
                draft.batch.nodes.push(BatchPosition { at: at as u32, mover, to, orbit });
            }
            Turn::Chance => return Err(worker.codec.chance().into()),
        }
        if draft.batch.children.len() >= BATCH {
            let next = BatchDraft::new(worker.workers, draft.batch.number + 1);
            post(worker, state, std::mem::replace(&mut draft, next))?;
            while state.borrow().batches.len() >= MOST_BATCHES {
                worker.exchange.wait()?;
            }
        }
        worker.step(0, || bytes_of(keys) + state.borrow().bytes())?;
    }
    worker.look(0)?;
    post(worker, state, draft)
}

/// A batch that is being filled.
struct BatchDraft<K> {
    batch: PositionBatch,
    keys: Vec<Vec<K>>,
}

impl<K: Key> BatchDraft<K> {
    fn new(workers: usize, number: u64) -> BatchDraft<K> {
        let (nodes, children) = (Vec::new(), Vec::with_capacity(BATCH + PAGE));
        let asked = vec![Vec::new(); workers];
        BatchDraft {
            batch: PositionBatch { number, nodes, children, asked, waiting: 0 },
            keys: vec![Vec::new(); workers],
        }
    }

    /// Adds a child that worker `to` owns.
    fn add(&mut self, to: usize, key: K) {
        self.batch.asked[to].push(self.batch.children.len() as u32);
        self.batch.children.push(ValueCode::UNKNOWN);
        self.keys[to].push(key);
    }
}

/// Looks up the children of a batch that this worker owns, and asks the others for theirs.
fn post<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    draft: BatchDraft<K>,
) -> Result<(), RetrogradeError> {
    let BatchDraft { mut batch, mut keys } = draft;
    let number = batch.number;
    let own = std::mem::take(&mut keys[worker.me]);
    batch.waiting = keys.iter().filter(|keys| !keys.is_empty()).count();
    state.borrow_mut().post(batch, worker.me, &own);
    for (to, keys) in keys.into_iter().enumerate().filter(|(_, keys)| !keys.is_empty()) {
        worker.exchange.send(to, Payload::Ask { batch: number, keys })?;
    }
    Ok(())
}
