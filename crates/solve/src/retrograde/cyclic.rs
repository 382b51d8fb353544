//! Games in which positions recur: all positions and moves are found first, a ply a round, then values spread
//! backwards from the ends, a ply a round (retrograde analysis: Ströhlein 1970, Thompson 1986).
//!
//! A position is won for the side to move by one move to a position that side wins, and lost when all moves
//! lead to positions that the opponent wins. Rounds go by plies, so the round of a position gives its distance.
//! Positions that no round reaches are draws. Among the draws the same is repeated from the drawn ends: if all
//! moves that keep the draw lead to the end, play ends; otherwise it may be endless.
//!
//! Each worker numbers its own positions in the order in which rounds find them, within a round by their keys.
//! A position therefore has the same number in every attempt, and stored rounds of different attempts fit
//! together.

use std::cell::RefCell;
use std::collections::HashMap;
use std::iter::repeat_n;
use std::ops::Range;
use std::rc::Rc;

use plywood_rules::{Notation, Player, Symmetric, Turn};
use rustc_hash::FxBuildHasher;

use super::error::RetrogradeError;
use super::exchange::{Outbox, Payload, RoundTally};
use super::parents::Parents;
use super::share::{SolvedLevel, WorkerShare};
use super::store::{FOUND, VALUED};
use super::worker::WorkerContext;
use crate::values::{
    Key, PositionCounts, SolveError, ValueCode, put, put_keys, take, take_as, take_keys, take_length,
};

/// The most moves and positions of a worker.
const MOST: usize = u32::MAX as usize / 2;

/// The beginning of a move: the worker, and its number for the position.
type Origin = (u16, u32);

/// A worker's positions and the moves that lead to them; the state that messages change.
#[derive(Default)]
struct WorkerGraph<K> {
    keys: Vec<K>,
    known: HashMap<K, u32, FxBuildHasher>,
    /// The positions and moves before the round that finds positions now.
    positions_before: usize,
    moves_before: usize,
    ends: Vec<(u32, ValueCode)>,
    /// For each move: the position that it leads to.
    children: Vec<u32>,
    /// For each move: its start. Not kept by a single worker without checkpoints: its moves begin at its
    /// positions in their order.
    origins: Option<Vec<Origin>>,
    /// The side to move at each position; arbitrary at the end of the game.
    movers: Vec<Player>,
    /// For each position the moves that are not known to lose; later those that are not known to end in a draw.
    left: Vec<u16>,
    codes: Vec<ValueCode>,
    /// The plies to the end of the positions settled in this round.
    plies: u32,
    /// Positions that became known in this round.
    next: Vec<u32>,
}

impl<K: Key> WorkerGraph<K> {
    fn handle(&mut self, from: usize, payload: Payload<K>) -> Option<Payload<K>> {
        match payload {
            Payload::Moves { parents, keys } => {
                for (key, parent) in keys.into_iter().zip(parents) {
                    self.found(key, (from as u16, parent));
                }
            }
            Payload::Known { code, parents } => {
                parents.into_iter().for_each(|parent| self.spread(ValueCode(code), parent));
            }
            _ => {}
        }
        None
    }

    /// A move leads to the position of this key.
    #[inline]
    fn found(&mut self, key: K, origin: Origin) {
        let WorkerGraph { keys, known, .. } = self;
        let child = *known.entry(key.position()).or_insert_with(|| {
            keys.push(key);
            keys.len() as u32 - 1
        });
        // If both players reach the same end in as many plies, the lesser key is kept, in whatever order they
        // arrive.
        let at = child as usize;
        if at >= self.positions_before {
            self.keys[at] = self.keys[at].min(key);
        }
        self.children.push(child);
        if let Some(origins) = &mut self.origins {
            origins.push(origin);
        }
    }

    /// Numbers the positions of this round by their keys. A lone worker without checkpoints finds them in a fixed order,
    /// which is as good.
    fn settle(&mut self) {
        if self.origins.is_none() {
            return;
        }
        let from = self.positions_before;
        let mut order: Vec<u32> = (from as u32..self.keys.len() as u32).collect();
        order.sort_unstable_by_key(|&at| self.keys[at as usize]);
        let mut numbers = vec![0; order.len()];
        for (number, &at) in (from as u32..).zip(&order) {
            numbers[at as usize - from] = number;
        }
        let keys: Vec<K> = order.into_iter().map(|at| self.keys[at as usize]).collect();
        self.keys.truncate(from);
        self.append(keys);
        for child in &mut self.children[self.moves_before..] {
            if *child as usize >= from {
                *child = numbers[*child as usize - from];
            }
        }
    }

    /// Adds positions in this order.
    fn append(&mut self, keys: Vec<K>) {
        for key in keys {
            self.known.insert(key.position(), self.keys.len() as u32);
            self.keys.push(key);
        }
    }

    /// Begins the next round; returns the positions of the one before.
    fn next_round(&mut self) -> Range<usize> {
        let from = std::mem::replace(&mut self.positions_before, self.keys.len());
        self.moves_before = self.children.len();
        from..self.positions_before
    }

    /// One more move of this position leads to a position of this value.
    #[inline]
    fn spread(&mut self, code: ValueCode, parent: u32) {
        let at = parent as usize;
        if self.codes[at] != ValueCode::UNKNOWN {
            return;
        }
        let winner = code.winner().map(|(winner, _)| winner);
        if winner != Some(self.movers[at]) {
            self.left[at] -= 1;
            if self.left[at] > 0 {
                return;
            }
        }
        self.codes[at] = winner.map_or(ValueCode::DRAW, |winner| ValueCode::win(winner, self.plies));
        self.next.push(parent);
    }

    /// Bytes held, and needed for the values.
    fn bytes(&self) -> u64 {
        let place = size_of::<Player>() + size_of::<u16>() + size_of::<ValueCode>();
        let origin = if self.origins.is_some() { 2 * size_of::<Origin>() } else { size_of::<u32>() };
        (self.keys.capacity() * (K::SIZE + place)
            + self.known.capacity() * (size_of::<(K, u32)>() + 1) * 8 / 7
            + self.children.capacity() * (4 + origin)) as u64
    }

    /// The moves by the positions that they lead to. The lists of moves are dropped.
    fn take_origins(&mut self) -> Origins {
        self.known = HashMap::default();
        let (positions, children) = (self.keys.len(), std::mem::take(&mut self.children));
        match self.origins.take() {
            Some(origins) => Origins::Any(Parents::new(positions, &children, origins)),
            None => {
                let origins = (0..).zip(&self.left).flat_map(|(at, &left)| repeat_n(at, left.into()));
                Origins::Own(Parents::new(positions, &children, origins))
            }
        }
    }
}

/// The beginnings of the moves that lead to each position.
enum Origins {
    /// All of them are positions of this worker.
    Own(Parents<u32>),
    Any(Parents<Origin>),
}

/// Finds and values all positions.
pub(super) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
) -> Result<WorkerShare<K>, RetrogradeError> {
    let alone = worker.workers == 1 && worker.store.is_none();
    let graph = WorkerGraph { origins: (!alone).then(Vec::new), ..WorkerGraph::default() };
    let graph = Rc::new(RefCell::new(graph));
    worker.open(&graph, WorkerGraph::handle);
    let stored = worker.rounds_stored()?;
    let round = find(worker, &graph, stored)?;
    worker.begin_valuing();
    value(worker, &graph, round, stored)?;
    let (keys, mut codes) = {
        let mut graph = graph.borrow_mut();
        (std::mem::take(&mut graph.keys), std::mem::take(&mut graph.codes))
    };
    let mut counts = PositionCounts::default();
    let mut bytes = Vec::new();
    let mut draws = 0;
    for (code, &key) in codes.iter_mut().zip(&keys) {
        if *code == ValueCode::UNKNOWN {
            *code = ValueCode::ENDLESS;
        }
        draws += usize::from(code.winner().is_none());
        let (position, own_win) = worker.codec.state(key, &mut bytes);
        counts.add(*code, worker.codec.game.turn(&position), own_win, worker.codec.orbit(&position));
    }
    worker.count(draws, 0);
    let mut rows: Vec<(K, ValueCode)> = keys.into_iter().zip(codes).collect();
    rows.sort_unstable();
    let (keys, codes): (Vec<K>, Vec<ValueCode>) = rows.into_iter().unzip();
    let place = |start: K| keys.binary_search_by_key(&start.position(), |key| key.position()).ok();
    let start = worker.start_key()?.and_then(place).map(|at| codes[at]);
    Ok(WorkerShare { levels: vec![SolvedLevel::Held(keys, codes)], counts, start, resumed: stored })
}

/// Finds all positions; returns the number of the next round.
fn find<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    graph: &RefCell<WorkerGraph<K>>,
    stored: u64,
) -> Result<u64, RetrogradeError> {
    let mut level = 0..0;
    for round in 0.. {
        let is_stored = round < stored;
        // Also if the moves are known already: for the side to move, and the number of moves.
        let visited = visit(worker, graph, level, !is_stored);
        worker.record(visited);
        if is_stored {
            let found = worker.load(FOUND, round, |body| take_found(body, graph.borrow().keys.len()));
            let (keys, moves): FoundPositions<K> = found.unwrap_or_default();
            let mut graph = graph.borrow_mut();
            graph.append(keys);
            for (child, origin) in moves {
                graph.children.push(child);
                graph.origins.get_or_insert_default().push(origin);
            }
        } else if round == 0 {
            let start = worker.start_key();
            graph.borrow_mut().append(worker.record(start).flatten().into_iter().collect());
        } else {
            worker.exchange.end_round()?;
            graph.borrow_mut().settle();
        }
        if !is_stored {
            worker.save(FOUND, round, || put_found(&graph.borrow()));
        }
        level = graph.borrow_mut().next_round();
        if graph.borrow().keys.len() > MOST || graph.borrow().children.len() > MOST {
            worker.record(Err::<(), _>(SolveError::TooMany));
        }
        if let Some(level) = round.checked_sub(1) {
            worker.level_done(level as u32);
        }
        if worker.agree(RoundTally::of_open(level.len()))?.open == 0 {
            return Ok(round + 1);
        }
    }
    unreachable!("the number of positions is limited")
}

/// Lists the moves of all positions of a level, and sends them to the owners of the resulting positions if
/// `send` is set.
fn visit<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    graph: &RefCell<WorkerGraph<K>>,
    level: Range<usize>,
    send: bool,
) -> Result<(), RetrogradeError> {
    let mut outbox: Outbox<(u32, K)> = Outbox::new(worker.workers);
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let payload = |page: Vec<(u32, K)>| {
        let (parents, keys) = page.into_iter().unzip();
        Payload::Moves { parents, keys }
    };
    for at in level {
        let key = graph.borrow().keys[at];
        let (position, _) = worker.codec.state(key, &mut bytes);
        moves.clear();
        let mover = match worker.codec.game.turn(&position) {
            Turn::Over(outcome) => {
                let code = worker.codec.end(outcome)?;
                graph.borrow_mut().ends.push((at as u32, code));
                Player::First
            }
            Turn::Decision(mover) => {
                worker.codec.game.legal_moves(&position, &mut moves);
                for &mv in moves.iter().filter(|_| send) {
                    let child = worker.codec.game.child(&position, mv);
                    let key = worker.codec.child_key::<K>(&child, mover, &mut bytes)?;
                    let to = worker.owner(key);
                    if to == worker.me {
                        graph.borrow_mut().found(key, (to as u16, at as u32));
                    } else if let Some(page) = outbox.add(to, (at as u32, key)) {
                        worker.exchange.send(to, payload(page))?;
                    }
                }
                mover
            }
            Turn::Chance => return Err(worker.codec.chance().into()),
        };
        {
            let mut graph = graph.borrow_mut();
            graph.movers.push(mover);
            graph.left.push(moves.len() as u16);
        }
        worker.step(if send { moves.len() } else { 0 }, || graph.borrow().bytes())?;
    }
    for (to, page) in outbox.rest() {
        worker.exchange.send(to, payload(page))?;
    }
    worker.look(0)
}

/// Spreads values from the ends, and then, among the rest, draws from the drawn ends.
fn value<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    graph: &RefCell<WorkerGraph<K>>,
    mut round: u64,
    stored: u64,
) -> Result<(), RetrogradeError> {
    let origins = graph.borrow_mut().take_origins();
    let (mut known, mut draws) = (Vec::new(), Vec::new());
    {
        let mut graph = graph.borrow_mut();
        graph.codes = vec![ValueCode::UNKNOWN; graph.keys.len()];
        for (end, code) in std::mem::take(&mut graph.ends) {
            graph.codes[end as usize] = code;
            if code == ValueCode::DRAW { draws.push(end) } else { known.push(end) }
        }
        if stored > round {
            let positions = graph.codes.len();
            let loaded = worker.load(VALUED, stored - 1, |body| take_values(body, positions));
            if let Some((plies, codes, left)) = loaded {
                let of = |at: &u32| codes[*at as usize].winner().map(|(_, of)| of);
                let (before, new): (Vec<u32>, Vec<u32>) =
                    (0..positions as u32).filter(|at| of(at).is_some()).partition(|at| of(at) != Some(plies));
                worker.count(before.len(), 0);
                known = new;
                (graph.plies, graph.codes, graph.left) = (plies, codes, left);
            }
            round = stored;
        }
    }
    loop {
        let plies = graph.borrow().plies;
        // Before the agreement: right after it the others send their newly settled positions.
        graph.borrow_mut().plies = plies + 1;
        if worker.agree(RoundTally::of_open(known.len()))?.open == 0 {
            break;
        }
        worker.level_done(plies);
        worker.count(known.len(), 0);
        if plies == ValueCode::MOST_PLIES {
            worker.record(Err::<(), _>(SolveError::TooLong));
        }
        known = spread(worker, graph, &origins, &known)?;
        worker.save(VALUED, round, || put_values(&graph.borrow()));
        // All others have the round before this one, so the one before that is not needed.
        if let (Some(store), Some(old)) = (worker.store, round.checked_sub(2)) {
            store.remove(VALUED, old);
        }
        round += 1;
    }
    while worker.agree(RoundTally::of_open(draws.len()))?.open > 0 {
        draws = spread(worker, graph, &origins, &draws)?;
    }
    Ok(())
}

/// One round: sends the newly settled positions to the owners of their parents. Returns this worker's newly
/// settled positions.
fn spread<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    graph: &RefCell<WorkerGraph<K>>,
    origins: &Origins,
    known: &[u32],
) -> Result<Vec<u32>, RetrogradeError> {
    // Only the winner is sent, or that there is none. The plies are those of the round.
    let codes = [ValueCode::win(Player::First, 0), ValueCode::win(Player::Second, 0), ValueCode::DRAW];
    let mut outboxes = codes.map(|_| Outbox::new(worker.workers));
    for (number, &at) in known.iter().enumerate() {
        let mut own = graph.borrow_mut();
        let kind = own.codes[at as usize].winner().map_or(2, |(winner, _)| winner.index());
        match origins {
            Origins::Own(parents) => {
                parents.of(at).iter().for_each(|&parent| own.spread(codes[kind], parent))
            }
            Origins::Any(parents) => {
                drop(own);
                for &(to, parent) in parents.of(at) {
                    let to = usize::from(to);
                    if to == worker.me {
                        graph.borrow_mut().spread(codes[kind], parent);
                    } else if let Some(parents) = outboxes[kind].add(to, parent) {
                        worker.exchange.send(to, Payload::Known { code: codes[kind].0, parents })?;
                    }
                }
            }
        }
        if number % (1 << 12) == (1 << 12) - 1 {
            worker.count(0, 0);
            worker.exchange.poll()?;
        }
    }
    for (outbox, code) in outboxes.iter_mut().zip(codes) {
        for (to, parents) in outbox.rest() {
            worker.exchange.send(to, Payload::Known { code: code.0, parents })?;
        }
    }
    worker.exchange.end_round()?;
    Ok(std::mem::take(&mut graph.borrow_mut().next))
}

/// The result of a round that finds positions: new positions, sorted, and moves to own positions.
type FoundPositions<K> = (Vec<K>, Vec<(u32, Origin)>);

/// The result of this round.
fn put_found<K: Key>(graph: &WorkerGraph<K>) -> Vec<u8> {
    let mut body = Vec::new();
    put_keys(&mut body, &graph.keys[graph.positions_before..]);
    let children = &graph.children[graph.moves_before..];
    put(&mut body, children.len() as u128);
    let origins = graph.origins.iter().flat_map(|origins| &origins[graph.moves_before..]);
    for (&child, &(worker, parent)) in children.iter().zip(origins) {
        put(&mut body, child.into());
        put(&mut body, worker.into());
        put(&mut body, parent.into());
    }
    body
}

/// Decodes such a result for a worker with `positions` positions before.
fn take_found<K: Key>(mut body: &[u8], positions: usize) -> Option<FoundPositions<K>> {
    let keys = take_keys(&mut body)?;
    let moves = take_length(&mut body)?;
    let next = |_| Some((take_as(&mut body)?, (take_as(&mut body)?, take_as(&mut body)?)));
    let moves: Vec<(u32, Origin)> = (0..moves).map(next).collect::<Option<_>>()?;
    let fits = moves.iter().all(|&(child, _)| (child as usize) < positions + keys.len());
    (body.is_empty() && fits).then_some((keys, moves))
}

fn put_values<K>(graph: &WorkerGraph<K>) -> Vec<u8> {
    let mut body = Vec::with_capacity(2 * graph.codes.len() + 16);
    put(&mut body, graph.plies.into());
    for (code, &left) in graph.codes.iter().zip(&graph.left) {
        put(&mut body, code.0.into());
        put(&mut body, left.into());
    }
    body
}

/// Plies, the value of each position, and the moves that are left.
type WorkerValues = (u32, Vec<ValueCode>, Vec<u16>);

fn take_values(mut body: &[u8], positions: usize) -> Option<WorkerValues> {
    let plies = take_as(&mut body)?;
    let mut pair = || Some((ValueCode(take(&mut body)?.try_into().ok()?), take_as(&mut body)?));
    let pairs: Option<Vec<(ValueCode, u16)>> = (0..positions).map(|_| pair()).collect();
    let (codes, left) = pairs?.into_iter().unzip();
    body.is_empty().then_some((plies, codes, left))
}
