//! Games in which positions recur: all positions and moves are found first, a ply a round, then values spread backwards
//! from the ends, a ply a round (see the module of the same name in `plywood-solve`).
//!
//! Each worker numbers its own positions in the order in which rounds find them, within a round by their keys: so a
//! position has the same number in every attempt, and checkpoints of different attempts fit together.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use plywood_rules::{Playable, Player, Turn};
use plywood_solve::table::{self, Code, Counts, Halt, put, take};
use rustc_hash::FxBuildHasher;
use timely::worker::Worker;

use crate::gather::{Gathers, add_rows, gather};
use crate::office::{Desk, Load, Office, Outbox, Tally};
use crate::parts::{FOUND, VALUED, put_keys, take_as, take_keys, take_length};
use crate::site::Site;
use crate::{SentKey, Solved, Trouble};

/// Positions between two looks at how things are.
const STRIDE: usize = 1 << 12;

/// A move that leads to a position of the worker's own, from a position of some worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival<K> {
    key: K,
    worker: u16,
    parent: u32,
}

struct CyclicDesk<K> {
    arrivals: Vec<Arrival<K>>,
    /// Who moves at each own position; at the end of the game it does not matter.
    movers: Vec<Player>,
    /// For each own position the moves that are not known to lose; later those that are not known to end in a draw.
    left: Vec<u16>,
    codes: Vec<Code>,
    /// Plies of what becomes known in this round.
    plies: u32,
    /// Own positions that became known in this round.
    next: Vec<u32>,
    rows: Vec<(K, Code)>,
}

impl<K> CyclicDesk<K> {
    /// One more move of each of these leads to a position of this value.
    fn spread(&mut self, code: Code, parents: impl IntoIterator<Item = u32>) {
        for parent in parents {
            let at = parent as usize;
            if self.codes[at] != Code::UNKNOWN {
                continue;
            }
            let winner = code.winner().map(|(winner, _)| winner);
            if winner != Some(self.movers[at]) {
                self.left[at] -= 1;
                if self.left[at] > 0 {
                    continue;
                }
            }
            self.codes[at] = winner.map_or(Code::DRAW, |winner| Code::win(winner, self.plies));
            self.next.push(parent);
        }
    }
}

impl<K: SentKey> Desk<K> for CyclicDesk<K> {
    fn serve(&mut self, from: usize, load: Load<K>) -> Option<Load<K>> {
        match load {
            Load::Moves { parents, keys } => {
                let worker = from as u16;
                let arrivals =
                    keys.into_iter().zip(parents).map(|(key, parent)| Arrival { key, worker, parent });
                self.arrivals.extend(arrivals);
            }
            Load::Known { code, parents } => self.spread(Code(code), parents),
            Load::Rows { keys, codes } => add_rows(&mut self.rows, keys, codes),
            _ => {}
        }
        None
    }
}

impl<K: SentKey> Gathers<K> for CyclicDesk<K> {
    fn rows(&mut self) -> &mut Vec<(K, Code)> {
        &mut self.rows
    }
}

type CyclicOffice<'w, K> = Office<'w, K, CyclicDesk<K>>;

/// The own positions, and the moves that lead to them.
struct Graph<K> {
    keys: Vec<K>,
    known: HashMap<K, u32, FxBuildHasher>,
    ends: Vec<(u32, Code)>,
    /// Each move that leads to an own position: the position, and where the move begins.
    children: Vec<u32>,
    parents: Vec<(u16, u32)>,
}

/// What a round has found: new positions, sorted, and moves to own positions.
struct Findings<K> {
    keys: Vec<K>,
    moves: Vec<(u32, (u16, u32))>,
}

impl<K: SentKey> Graph<K> {
    /// Numbers what arrived.
    fn settle(&self, mut arrivals: Vec<Arrival<K>>) -> Findings<K> {
        arrivals.sort_unstable();
        let mut findings = Findings { keys: Vec::new(), moves: Vec::with_capacity(arrivals.len()) };
        let mut last: Option<(K, u32)> = None;
        for Arrival { key, worker, parent } in arrivals {
            let position = key.position();
            let child = match (last, self.known.get(&position)) {
                (Some((known, child)), _) if known == position => child,
                (_, Some(&child)) => child,
                _ => {
                    findings.keys.push(key);
                    (self.keys.len() + findings.keys.len() - 1) as u32
                }
            };
            last = Some((position, child));
            findings.moves.push((child, (worker, parent)));
        }
        findings
    }

    /// Takes findings in; where the new positions are.
    fn add(&mut self, findings: Findings<K>) -> Range<usize> {
        let from = self.keys.len();
        for key in findings.keys {
            self.known.insert(key.position(), self.keys.len() as u32);
            self.keys.push(key);
        }
        for (child, parent) in findings.moves {
            self.children.push(child);
            self.parents.push(parent);
        }
        from..self.keys.len()
    }

    fn bytes(&self) -> u64 {
        let place = size_of::<Player>() + size_of::<u16>() + size_of::<Code>();
        (self.keys.capacity() * (K::SIZE + place)
            + self.known.capacity() * (size_of::<(K, u32)>() + 1) * 8 / 7
            // When moves are put in order their ends are there twice.
            + self.children.capacity() * (4 + 2 * size_of::<(u16, u32)>())) as u64
    }
}

/// Finds and values all positions.
pub fn solve<G: Playable, K: SentKey>(mut site: Site<'_, G>, worker: &mut Worker) -> Result<Solved, Trouble> {
    let desk = CyclicDesk {
        arrivals: Vec::new(),
        movers: Vec::new(),
        left: Vec::new(),
        codes: Vec::new(),
        plies: 0,
        next: Vec::new(),
        rows: Vec::new(),
    };
    let mut office = Office::open(worker, Arc::clone(&site.shared), desk);
    let written = site.rounds_written(&mut office)?;
    let (graph, round) = find(&mut site, &mut office, written)?;
    site.begin_valuing();
    let Graph { keys, ends, children, parents, known } = graph;
    drop(known);
    let parents = Parents::new(keys.len(), &children, parents);
    drop(children);
    value(&mut site, &mut office, &parents, &ends, round, written)?;
    drop(parents);
    let mut codes = std::mem::take(&mut office.desk.borrow_mut().codes);
    let mut counts = Counts::default();
    let mut bytes = Vec::new();
    for (code, &key) in codes.iter_mut().zip(&keys) {
        if *code == Code::UNKNOWN {
            *code = Code::ENDLESS;
        }
        let (state, own_win) = site.codec.state(key, &mut bytes);
        counts.add(*code, site.codec.game.turn(&state), own_win, site.codec.orbit(&state));
    }
    let mut rows: Vec<(K, Code)> = keys.into_iter().zip(codes).collect();
    rows.sort_unstable();
    let (keys, codes): (Vec<K>, Vec<Code>) = rows.into_iter().unzip();
    gather(&mut site, &mut office, &[(&keys, &codes)], counts, written)
}

/// Finds all positions, and says which round comes next.
fn find<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut CyclicOffice<'_, K>,
    written: u64,
) -> Result<(Graph<K>, u64), Trouble> {
    let mut graph = Graph {
        keys: Vec::new(),
        known: HashMap::default(),
        ends: Vec::new(),
        children: Vec::new(),
        parents: Vec::new(),
    };
    let mut level = 0..0;
    for round in 0.. {
        let is_written = round < written;
        // Also where the moves are known already: who moves at these positions, and how many moves there are.
        visit(site, office, &mut graph, level, !is_written);
        if !is_written && round > 0 {
            office.end_round();
        }
        let findings = if is_written {
            let body = site.load(FOUND, round);
            let fits = |findings: &Findings<K>| {
                let all = graph.keys.len() + findings.keys.len();
                findings.moves.iter().all(|&(child, _)| (child as usize) < all)
            };
            let findings = body.map(|body| take_findings(&body).filter(fits));
            if let Some(None) = findings {
                site.confused();
            }
            findings.flatten()
        } else if round == 0 {
            let start = site.start_key::<K>().filter(|&key| office.owner(key) == office.me());
            Some(Findings { keys: start.into_iter().collect(), moves: Vec::new() })
        } else {
            Some(graph.settle(std::mem::take(&mut office.desk.borrow_mut().arrivals)))
        };
        let findings = findings.unwrap_or(Findings { keys: Vec::new(), moves: Vec::new() });
        if !is_written {
            site.save(FOUND, round, || put_findings(&findings));
        }
        level = graph.add(findings);
        if graph.keys.len() > u32::MAX as usize || graph.children.len() > u32::MAX as usize {
            site.give_up(Halt::TooMany);
        }
        site.look(office.me(), level.len() as u64, graph.bytes());
        let trouble = site.trouble.take();
        let total = office.agree(Tally::of_open(level.len()), trouble)?;
        if total.open == 0 {
            return Ok((graph, round + 1));
        }
        site.level_done(round as u32);
    }
    unreachable!("there are not so many positions")
}

/// Looks at all positions of a level, and sends their moves to whom they lead if `tell` says so.
fn visit<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut CyclicOffice<'_, K>,
    graph: &mut Graph<K>,
    level: Range<usize>,
    tell: bool,
) {
    let me = office.me();
    let mut outbox: Outbox<(u32, K)> = Outbox::new(office.workers());
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let held = graph.bytes();
    let letter = |page: Vec<(u32, K)>| {
        let (parents, keys) = page.into_iter().unzip();
        Load::Moves { parents, keys }
    };
    for at in level {
        let (state, _) = site.codec.state(graph.keys[at], &mut bytes);
        let (mut mover, mut left) = (Player::First, 0);
        match site.codec.game.turn(&state) {
            Turn::Over(outcome) => {
                let end = site.codec.end(outcome);
                graph.ends.extend(site.well(end).map(|code| (at as u32, code)));
            }
            Turn::Decision(decider) => {
                moves.clear();
                site.codec.game.legal_moves(&state, &mut moves);
                (mover, left) = (decider, moves.len() as u16);
                for &mv in moves.iter().filter(|_| tell) {
                    let child = site.codec.game.child(&state, mv);
                    let key = site.codec.child_key::<K>(&child, mover, &mut bytes);
                    let Some(key) = site.well(key) else { return };
                    let to = office.owner(key);
                    if to == me {
                        let arrival = Arrival { key, worker: me as u16, parent: at as u32 };
                        office.desk.borrow_mut().arrivals.push(arrival);
                    } else if let Some(page) = outbox.add(to, (at as u32, key)) {
                        office.send(to, letter(page));
                    }
                }
            }
            Turn::Chance => {
                let chance = site.codec.chance();
                site.give_up(chance);
            }
        }
        {
            let mut desk = office.desk.borrow_mut();
            desk.movers.push(mover);
            desk.left.push(left);
        }
        if at % STRIDE == STRIDE - 1 {
            let arrivals = office.desk.borrow().arrivals.capacity() * size_of::<Arrival<K>>();
            site.look(me, 0, held + arrivals as u64);
            office.breathe();
        }
        if !site.is_well() {
            return;
        }
    }
    for (to, page) in outbox.rest() {
        office.send(to, letter(page));
    }
}

/// For each own position where the moves to it begin: the worker, and the position's number there.
type Parents = table::Parents<(u16, u32)>;

/// Spreads values from the ends, and then, among what is left, draws from the drawn ends.
fn value<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut CyclicOffice<'_, K>,
    parents: &Parents,
    ends: &[(u32, Code)],
    mut round: u64,
    written: u64,
) -> Result<(), Trouble> {
    let mut known: Vec<u32> = Vec::new();
    let mut draws: Vec<u32> = Vec::new();
    {
        let mut desk = office.desk.borrow_mut();
        let positions = desk.left.len();
        desk.codes = vec![Code::UNKNOWN; positions];
        for &(end, code) in ends {
            desk.codes[end as usize] = code;
            if code == Code::DRAW { draws.push(end) } else { known.push(end) }
        }
        if written > round {
            let positions = desk.codes.len();
            let valued = site.load(VALUED, written - 1).map(|body| take_valued(&body, positions));
            match valued {
                Some(Some((plies, codes, left))) => {
                    let is_new = |at: &u32| codes[*at as usize].winner().is_some_and(|(_, of)| of == plies);
                    known = (0..positions as u32).filter(is_new).collect();
                    (desk.plies, desk.codes, desk.left) = (plies, codes, left);
                }
                Some(None) => site.confused(),
                None => {}
            }
            round = written;
        }
    }
    loop {
        let plies = office.desk.borrow().plies;
        // Before the agreement: right after it the others tell what becomes known.
        office.desk.borrow_mut().plies = plies + 1;
        site.look(office.me(), known.len() as u64, 0);
        let trouble = site.trouble.take();
        if office.agree(Tally::of_open(known.len()), trouble)?.open == 0 {
            break;
        }
        site.level_done(plies);
        if plies == Code::MOST_PLIES {
            site.give_up(Halt::TooLong);
        }
        known = spread(site, office, parents, &known);
        site.save(VALUED, round, || {
            let desk = office.desk.borrow();
            put_valued(desk.plies, &desk.codes, &desk.left)
        });
        // All others have the round before this one, so the one before that is not needed.
        if let (Some(parts), Some(old)) = (&site.parts, round.checked_sub(2)) {
            parts.remove(VALUED, old);
        }
        round += 1;
    }
    loop {
        let trouble = site.trouble.take();
        if office.agree(Tally::of_open(draws.len()), trouble)?.open == 0 {
            return Ok(());
        }
        draws = spread(site, office, parents, &draws);
    }
}

/// A round: what became known is told to whom it concerns. Own positions that become known by that.
fn spread<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut CyclicOffice<'_, K>,
    parents: &Parents,
    known: &[u32],
) -> Vec<u32> {
    let me = office.me();
    // What it comes to is all that is told: who wins, or nobody. The plies are those of the round.
    let codes = [Code::win(Player::First, 0), Code::win(Player::Second, 0), Code::DRAW];
    let mut outboxes = codes.map(|_| Outbox::new(office.workers()));
    for (number, &at) in known.iter().enumerate() {
        let code = office.desk.borrow().codes[at as usize];
        let kind = code.winner().map_or(2, |(winner, _)| winner.index());
        for &(worker, parent) in parents.of(at) {
            let to = usize::from(worker);
            if to == me {
                office.desk.borrow_mut().spread(codes[kind], [parent]);
            } else if let Some(parents) = outboxes[kind].add(to, parent) {
                office.send(to, Load::Known { code: codes[kind].0, parents });
            }
        }
        if number % STRIDE == STRIDE - 1 {
            site.look(me, 0, 0);
            office.breathe();
        }
    }
    for (outbox, code) in outboxes.iter_mut().zip(codes) {
        for (to, parents) in outbox.rest() {
            office.send(to, Load::Known { code: code.0, parents });
        }
    }
    office.end_round();
    std::mem::take(&mut office.desk.borrow_mut().next)
}

fn put_findings<K: SentKey>(findings: &Findings<K>) -> Vec<u8> {
    let mut body = Vec::new();
    put_keys(&mut body, &findings.keys);
    put(&mut body, findings.moves.len() as u128);
    for &(child, (worker, parent)) in &findings.moves {
        put(&mut body, child.into());
        put(&mut body, worker.into());
        put(&mut body, parent.into());
    }
    body
}

fn take_findings<K: SentKey>(mut body: &[u8]) -> Option<Findings<K>> {
    let keys = take_keys(&mut body)?;
    let moves = take_length(&mut body)?;
    let next = |_| Some((take_as(&mut body)?, (take_as(&mut body)?, take_as(&mut body)?)));
    let moves: Option<Vec<_>> = (0..moves).map(next).collect();
    moves.filter(|_| body.is_empty()).map(|moves| Findings { keys, moves })
}

fn put_valued(plies: u32, codes: &[Code], left: &[u16]) -> Vec<u8> {
    let mut body = Vec::with_capacity(2 * codes.len() + 16);
    put(&mut body, plies.into());
    for (code, &left) in codes.iter().zip(left) {
        put(&mut body, code.0.into());
        put(&mut body, left.into());
    }
    body
}

/// Plies, what is known of each position, and the moves that are left.
type Valued = (u32, Vec<Code>, Vec<u16>);

fn take_valued(mut body: &[u8], positions: usize) -> Option<Valued> {
    let plies = take_as(&mut body)?;
    let mut pair = || Some((Code(take(&mut body)?.try_into().ok()?), take_as(&mut body)?));
    let pairs: Option<Vec<(Code, u16)>> = (0..positions).map(|_| pair()).collect();
    let (codes, left) = pairs?.into_iter().unzip();
    body.is_empty().then_some((plies, codes, left))
}
