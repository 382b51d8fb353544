//! Games in which every move raises the stage by one: nothing recurs, so positions are found stage by stage, a round each,
//! and then valued from the last stage back, a round each.
//!
//! Stages are read and written in the order of their keys, block by block, so that none of them has to be in memory.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use plywood_rules::{Notation, Symmetric, Turn};

use super::batch::{BatchDraft, WaitingBatches, codes};
use super::error::RetrogradeError;
use super::exchange::{Outbox, Payload, RoundTally};
use super::found::FoundKeys;
use super::level::{LevelDraft, PackedLevel};
use super::share::{SolvedLevel, WorkerShare};
use super::store::{STAGE, VALUES};
use super::worker::WorkerContext;
use crate::values::{Key, PositionCounts, ValueCode};

/// Children that are requested together, at least and at most: to sort more of them takes too long to be stopped in time.
const LEAST_BATCH: u64 = 1 << 14;
const MOST_BATCH: u64 = 1 << 20;

/// Batches that may wait for answers at a time.
const MOST_BATCHES: usize = 4;

/// The state that messages change.
struct State<K> {
    /// The positions found of the next stage.
    next: FoundKeys<K>,
    /// The stage above the one that is being valued.
    above: Option<Rc<PackedLevel>>,
    batches: WaitingBatches<K>,
    /// The reason why another worker was not answered.
    error: Option<io::Error>,
}

impl<K: Key> State<K> {
    fn handle(&mut self, from: usize, payload: Payload<K>) -> Option<Payload<K>> {
        match payload {
            Payload::Found { keys } => keys.into_iter().for_each(|key| self.next.add(key)),
            Payload::Ask { batch, keys } => {
                let codes = codes(self.above.as_deref(), &keys).unwrap_or_else(|error| {
                    self.error.get_or_insert(error);
                    // Nothing becomes of them: all workers learn of the error when the round is over.
                    vec![ValueCode::DRAW.0; keys.len()]
                });
                return Some(Payload::Answer { batch, codes });
            }
            Payload::Answer { batch, codes } => self.batches.answered(from, batch, &codes),
            _ => {}
        }
        None
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        self.next.bytes() + self.batches.bytes()
    }
}

/// Finds and values all positions.
pub(super) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
) -> Result<WorkerShare<K>, RetrogradeError> {
    let state = State {
        next: FoundKeys::new(worker.share()),
        above: None,
        batches: WaitingBatches::default(),
        error: None,
    };
    let state = Rc::new(RefCell::new(state));
    worker.open(&state, State::handle);
    let stored = worker.rounds_stored()?;
    let stages = find(worker, &state, stored)?;
    state.borrow_mut().next = FoundKeys::new(0);
    worker.begin_valuing();
    let mut counts = PositionCounts::default();
    let mut levels = Vec::new();
    for found in (0..stages).rev() {
        let valued = 2 * stages - found;
        let stage = if valued < stored {
            let level = worker.valued_level(found, valued);
            let level = worker.record(level).unwrap_or_default();
            worker.count(level.positions as usize, level.bytes());
            level
        } else {
            value(worker, &state, found, valued)?
        };
        worker.forget(found);
        counts += stage.counts;
        // Before the agreement: right after it the others request positions of this stage.
        state.borrow_mut().above = Some(stage);
        worker.agree(RoundTally::default())?;
        worker.level_done(found as u32);
        levels.push(SolvedLevel::Kept { found, valued });
    }
    levels.reverse();
    // The first stage is the start alone, at its owner.
    let first = state.borrow_mut().above.take();
    let start = first.map_or(Ok(None), |stage| stage.first_code()).map_err(RetrogradeError::of_store)?;
    Ok(WorkerShare { levels, counts, start, resumed: stored })
}

/// Finds all positions; returns the number of stages. Their rounds have the same numbers, and the round after them is empty.
fn find<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    stored: u64,
) -> Result<u64, RetrogradeError> {
    let mut level = Rc::new(PackedLevel::default());
    for round in 0.. {
        level = if round < stored {
            worker.count(level.positions as usize, level.bytes());
            let stage = worker.found_level(round);
            worker.record(stage).unwrap_or_default()
        } else {
            let expanded = match round {
                0 => worker
                    .start_key()
                    .map(|start| start.into_iter().for_each(|key| state.borrow_mut().next.add(key))),
                _ => expand(worker, state, &level),
            };
            worker.record(expanded);
            worker.exchange.end_round()?;
            let kept = keep_found(worker, state, round);
            worker.record(kept).unwrap_or_default()
        };
        if let Some(level) = round.checked_sub(1) {
            worker.level_done(level as u32);
        }
        // Right after the agreement the others send positions of the next stage.
        let scratch = worker.scratch();
        let scratch = worker.record(scratch).flatten();
        state.borrow_mut().next.use_scratch(scratch);
        if worker.agree(RoundTally::of_open(level.positions as usize))?.open == 0 {
            return Ok(round);
        }
    }
    unreachable!("stages rise, and their number is limited")
}

/// Keeps the positions that were found in this round.
fn keep_found<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    round: u64,
) -> Result<Rc<PackedLevel>, RetrogradeError> {
    let mut state = state.borrow_mut();
    if worker.has_error() {
        state.next.clear();
        return Ok(Rc::default());
    }
    let mut draft = worker.draft(STAGE, round)?;
    let (mut halt, held) = (None, state.bytes());
    let look = |bytes| {
        worker.look(held + bytes).map_err(|error| {
            halt = Some(error);
            io::ErrorKind::Interrupted.into()
        })
    };
    let written = state.next.finish(&mut draft, look);
    if let Some(halt) = halt {
        return Err(halt);
    }
    written.map_err(RetrogradeError::of_store)?;
    worker.keep(draft, STAGE, round, PositionCounts::default(), held)
}

/// Sends the children of all positions of a stage to their owners.
fn expand<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    level: &PackedLevel,
) -> Result<(), RetrogradeError> {
    let mut outbox = Outbox::new(worker.workers);
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let mut keys = level.keys::<K>();
    while let Some(key) = keys.next_key().map_err(RetrogradeError::of_store)? {
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
        worker.step(moves.len(), || state.borrow().bytes())?;
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

/// Values the positions of a stage by those above.
fn value<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    found: u64,
    round: u64,
) -> Result<Rc<PackedLevel>, RetrogradeError> {
    let draft = worker.draft(VALUES, round);
    let mut draft = worker.record(draft);
    let asked = ask(worker, state, found, draft.as_mut());
    worker.record(asked);
    worker.exchange.end_round()?;
    let mut own = state.borrow_mut();
    let settled = draft.as_mut().map_or(Ok(()), |draft| own.batches.settle(draft));
    worker.record(own.error.take().map_or(settled, Err).map_err(RetrogradeError::of_store));
    let counts = own.batches.take_counts();
    own.above = None;
    let Some(draft) = draft.filter(|_| !worker.has_error()) else { return Ok(Rc::default()) };
    let kept = worker.keep(draft, VALUES, round, counts, own.bytes());
    Ok(worker.record(kept).unwrap_or_default())
}

/// Collects the values of the children of all positions of a stage, a batch at a time.
fn ask<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    found: u64,
    draft: Option<&mut LevelDraft>,
) -> Result<(), RetrogradeError> {
    let Some(draft) = draft else { return Ok(()) };
    let stage = worker.found_level(found)?;
    // Each batch reads as much of the stage above as its children are spread over.
    let room = worker.share() / (8 * (24 + 2 * K::SIZE as u64));
    let most = (stage.positions / 8).clamp(LEAST_BATCH, MOST_BATCH).min(room.max(1 << 10)) as usize;
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let mut batch = BatchDraft::new(worker.workers);
    let mut keys = stage.keys::<K>();
    while let Some(key) = keys.next_key().map_err(RetrogradeError::of_store)? {
        let (position, own_win) = worker.codec.state(key, &mut bytes);
        let turn = worker.codec.game.turn(&position);
        let orbit = worker.codec.orbit(&position);
        match turn {
            Turn::Over(outcome) => {
                let code = worker.codec.end(outcome)?;
                state.borrow_mut().batches.counts.add(code, turn, own_win, orbit);
                batch.add_end(key, code);
            }
            Turn::Decision(mover) => {
                moves.clear();
                worker.codec.game.legal_moves(&position, &mut moves);
                for &mv in &moves {
                    let child = worker.codec.game.child(&position, mv);
                    let key = worker.codec.child_key::<K>(&child, mover, &mut bytes)?;
                    batch.add_child(worker.owner(key), key);
                }
                batch.add(key, mover, orbit);
            }
            Turn::Chance => return Err(worker.codec.chance().into()),
        }
        if batch.len() >= most {
            post(worker, state, std::mem::replace(&mut batch, BatchDraft::new(worker.workers)))?;
            loop {
                state.borrow_mut().batches.settle(draft).map_err(RetrogradeError::of_store)?;
                if state.borrow().batches.len() < MOST_BATCHES {
                    break;
                }
                worker.exchange.wait()?;
            }
        }
        worker.step(0, || batch.bytes() + draft.bytes() + state.borrow().bytes())?;
    }
    worker.look(0)?;
    post(worker, state, batch)
}

/// Looks up the children of a batch that this worker owns, and asks the others for theirs.
fn post<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    state: &RefCell<State<K>>,
    batch: BatchDraft<K>,
) -> Result<(), RetrogradeError> {
    let (number, keys) = {
        let state = &mut *state.borrow_mut();
        let posted = state.batches.post(batch, worker.me, state.above.as_deref());
        posted.map_err(RetrogradeError::of_store)?
    };
    for (to, keys) in keys.into_iter().enumerate().filter(|(_, keys)| !keys.is_empty()) {
        worker.exchange.send(to, Payload::Ask { batch: number, keys })?;
    }
    Ok(())
}
