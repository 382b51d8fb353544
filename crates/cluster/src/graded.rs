//! Games in which every move raises the stage by one: a round a stage up, finding, and a round a stage down, valuing.

use plywood_rules::{Notation, Playable, Player, Symmetric, Turn};
use plywood_solve::table::{Code, Counts, Stage, put, take, value_of};
use timely::worker::Worker;

use crate::gather::{Gathers, add_rows, gather};
use crate::office::{Desk, Load, Office, Outbox, PAGE, Tally};
use crate::parts::{FOUND, VALUED, put_keys, take_as, take_keys};
use crate::site::Site;
use crate::{SentKey, Solved, Trouble};

/// Positions between two looks at how things are.
const STRIDE: usize = 1 << 12;

/// Children that are asked for together.
const BATCH: usize = 1 << 14;

/// Batches that are waited for at a time.
const MOST_BATCHES: usize = 4;

struct GradedDesk<K> {
    /// Positions of the next stage that were found, those up to `sorted` sorted and different.
    next: Vec<K>,
    sorted: usize,
    /// The stage above the one that is valued.
    above: Option<Stage<K>>,
    /// What is known of the stage that is valued.
    codes: Vec<Code>,
    counts: Counts,
    batches: Vec<Batch>,
    rows: Vec<(K, Code)>,
}

/// Positions whose children are asked for.
struct Batch {
    number: u64,
    spots: Vec<Spot>,
    children: Vec<Code>,
    /// For each worker, which of the children it was asked for.
    asked: Vec<Vec<u32>>,
    /// Workers who have not answered yet.
    waiting: usize,
}

/// A position of a batch.
struct Spot {
    at: u32,
    mover: Player,
    /// Where its children end.
    to: u32,
    orbit: u64,
}

impl<K: SentKey> GradedDesk<K> {
    fn find(&mut self, keys: impl IntoIterator<Item = K>) {
        self.next.extend(keys);
        // Most children have several parents: they are put together before they take much more room than they need.
        if self.next.len() > 2 * self.sorted + (1 << 18) {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.next.sort_unstable();
        self.next.dedup_by_key(|key| key.position());
        self.sorted = self.next.len();
    }

    fn finish(&mut self, batch: &Batch) {
        let mut from = 0;
        for spot in &batch.spots {
            let to = spot.to as usize;
            let code = value_of(spot.mover, &batch.children[from..to]);
            self.codes[spot.at as usize] = code;
            self.counts.add(code, Turn::Decision(spot.mover), false, spot.orbit);
            from = to;
        }
    }

    /// Bytes that are held for what comes next.
    fn bytes(&self) -> u64 {
        (self.next.capacity() * K::SIZE + self.rows.capacity() * (K::SIZE + size_of::<Code>())) as u64
            + self.above.as_ref().map_or(0, Stage::bytes)
    }
}

impl<K: SentKey> Desk<K> for GradedDesk<K> {
    fn serve(&mut self, _from: usize, load: Load<K>) -> Option<Load<K>> {
        match load {
            Load::Found { keys } => self.find(keys),
            Load::Ask { batch, keys } => {
                let above = self.above.as_ref().expect("children are asked for where there are some");
                let codes = keys.into_iter().map(|key| above.code(key).0).collect();
                return Some(Load::Answer { batch, codes });
            }
            Load::Rows { keys, codes } => add_rows(&mut self.rows, keys, codes),
            _ => {}
        }
        None
    }

    fn take(&mut self, from: usize, load: Load<K>) {
        let Load::Answer { batch: number, codes } = load else { return };
        let place = self.batches.iter().position(|batch| batch.number == number).expect("it was asked for");
        let batch = &mut self.batches[place];
        for (&child, code) in batch.asked[from].iter().zip(codes) {
            batch.children[child as usize] = Code(code);
        }
        batch.waiting -= 1;
        if batch.waiting == 0 {
            let batch = self.batches.swap_remove(place);
            self.finish(&batch);
        }
    }
}

impl<K: SentKey> Gathers<K> for GradedDesk<K> {
    fn rows(&mut self) -> &mut Vec<(K, Code)> {
        &mut self.rows
    }
}

type GradedOffice<'w, K> = Office<'w, K, GradedDesk<K>>;

/// Finds and values all positions.
pub fn solve<G: Playable, K: SentKey>(mut site: Site<'_, G>, worker: &mut Worker) -> Result<Solved, Trouble> {
    let desk = GradedDesk {
        next: Vec::new(),
        sorted: 0,
        above: None,
        codes: Vec::new(),
        counts: Counts::default(),
        batches: Vec::new(),
        rows: Vec::new(),
    };
    let mut office = Office::open(worker, std::sync::Arc::clone(&site.shared), desk);
    let written = site.rounds_written(&mut office)?;
    let (mut levels, mut round) = find(&mut site, &mut office, written)?;
    site.begin_valuing();
    let mut done: Vec<Stage<K>> = Vec::new();
    let mut counts = Counts::default();
    while let Some(stage) = levels.pop() {
        let held = levels.iter().chain(&done).map(Stage::bytes).sum::<u64>();
        let (stage, of_stage) = value(&mut site, &mut office, stage, round, round < written, held);
        counts += of_stage;
        round += 1;
        // Before the agreement: right after it the others ask for positions of this stage.
        done.extend(office.desk.borrow_mut().above.replace(stage));
        let trouble = site.trouble.take();
        office.agree(Tally::default(), trouble)?;
        site.level_done(levels.len() as u32);
    }
    done.extend(office.desk.borrow_mut().above.take());
    let levels: Vec<(&[K], &[Code])> =
        done.iter().rev().map(|stage| (&stage.keys[..], &stage.codes[..])).collect();
    gather(&mut site, &mut office, &levels, counts, written)
}

/// Finds all positions, and says which round comes next.
fn find<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut GradedOffice<'_, K>,
    written: u64,
) -> Result<(Vec<Stage<K>>, u64), Trouble> {
    let mut levels: Vec<Stage<K>> = Vec::new();
    let mut held = 0;
    for round in 0.. {
        let keys = if round < written {
            let body = site.load(FOUND, round);
            let keys = body.map(|body| take_keys(&mut &body[..]));
            if let Some(None) = keys {
                site.confused();
            }
            keys.flatten().unwrap_or_default()
        } else {
            match levels.last() {
                Some(level) => expand(site, office, level, held),
                None => {
                    let start = site.start_key::<K>();
                    office
                        .desk
                        .borrow_mut()
                        .next
                        .extend(start.filter(|&key| office.owner(key) == office.me()));
                }
            }
            office.end_round();
            let mut desk = office.desk.borrow_mut();
            desk.settle();
            desk.sorted = 0;
            std::mem::take(&mut desk.next)
        };
        if round >= written {
            site.save(FOUND, round, || {
                let mut body = Vec::new();
                put_keys(&mut body, &keys);
                body
            });
        }
        let level = Stage::new(keys);
        held += level.bytes();
        site.look(office.me(), level.keys.len() as u64, held);
        let trouble = site.trouble.take();
        let total = office.agree(Tally::of_open(level.keys.len()), trouble)?;
        if total.open == 0 {
            return Ok((levels, round + 1));
        }
        site.level_done(round as u32);
        levels.push(level);
    }
    unreachable!("stages rise, and there are not so many of them")
}

/// Sends the children of all positions of a stage to whom they belong.
fn expand<G: Symmetric + Notation, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut GradedOffice<'_, K>,
    level: &Stage<K>,
    held: u64,
) {
    let me = office.me();
    let mut outbox = Outbox::new(office.workers());
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    for (at, &key) in level.keys.iter().enumerate() {
        let (state, _) = site.codec.state(key, &mut bytes);
        match site.codec.game.turn(&state) {
            Turn::Over(outcome) => {
                let end = site.codec.end(outcome);
                site.well(end);
            }
            Turn::Decision(mover) => {
                moves.clear();
                site.codec.game.legal_moves(&state, &mut moves);
                for &mv in &moves {
                    let child = site.codec.game.child(&state, mv);
                    let key = site.codec.child_key::<K>(&child, mover, &mut bytes);
                    let Some(key) = site.well(key) else { return };
                    let to = office.owner(key);
                    if to == me {
                        office.desk.borrow_mut().find([key]);
                    } else if let Some(keys) = outbox.add(to, key) {
                        office.send(to, Load::Found { keys });
                    }
                }
            }
            Turn::Chance => {
                let chance = site.codec.chance();
                site.give_up(chance);
            }
        }
        if at % STRIDE == STRIDE - 1 {
            let desk = office.desk.borrow().bytes();
            site.look(me, 0, held + desk);
            office.breathe();
        }
        if !site.is_well() {
            return;
        }
    }
    for (to, keys) in outbox.rest() {
        office.send(to, Load::Found { keys });
    }
}

/// Values the positions of a stage by those above, or takes up what was written down of them.
fn value<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut GradedOffice<'_, K>,
    mut stage: Stage<K>,
    round: u64,
    is_written: bool,
    held: u64,
) -> (Stage<K>, Counts) {
    if is_written {
        if let Some(body) = site.load(VALUED, round) {
            match take_valued(&body, stage.keys.len()) {
                Some((codes, counts)) => {
                    stage.codes = codes;
                    site.look(office.me(), stage.keys.len() as u64, 0);
                    return (stage, counts);
                }
                None => site.confused(),
            }
        }
        return (stage, Counts::default());
    }
    {
        let mut desk = office.desk.borrow_mut();
        desk.codes = std::mem::take(&mut stage.codes);
        desk.counts = Counts::default();
    }
    ask(site, office, &stage, held);
    office.end_round();
    let counts = {
        let mut desk = office.desk.borrow_mut();
        desk.batches.clear();
        stage.codes = std::mem::take(&mut desk.codes);
        desk.counts
    };
    site.save(VALUED, round, || put_valued(&stage.codes, counts));
    (stage, counts)
}

/// Asks for the children of all positions of a stage, some at a time.
fn ask<G: Playable, K: SentKey>(
    site: &mut Site<'_, G>,
    office: &mut GradedOffice<'_, K>,
    stage: &Stage<K>,
    held: u64,
) {
    let me = office.me();
    let workers = office.workers();
    let (mut bytes, mut moves) = (Vec::new(), Vec::new());
    let mut number = 0;
    let mut asking = Asking::new(workers);
    for (at, &key) in stage.keys.iter().enumerate() {
        let (state, own_win) = site.codec.state(key, &mut bytes);
        let turn = site.codec.game.turn(&state);
        let orbit = site.codec.orbit(&state);
        match turn {
            Turn::Over(outcome) => {
                let end = site.codec.end(outcome);
                let Some(code) = site.well(end) else { return };
                let mut desk = office.desk.borrow_mut();
                desk.codes[at] = code;
                desk.counts.add(code, turn, own_win, orbit);
            }
            Turn::Decision(mover) => {
                moves.clear();
                site.codec.game.legal_moves(&state, &mut moves);
                let desk = office.desk.borrow();
                for &mv in &moves {
                    let child = site.codec.game.child(&state, mv);
                    let key = site.codec.child_key::<K>(&child, mover, &mut bytes);
                    let Some(key) = site.well(key) else { return };
                    let to = office.owner(key);
                    if to == me {
                        let above = desk.above.as_ref().expect("a position with moves has positions above");
                        asking.batch.children.push(above.code(key));
                    } else {
                        asking.add(to, key);
                    }
                }
                let to = asking.batch.children.len() as u32;
                asking.batch.spots.push(Spot { at: at as u32, mover, to, orbit });
            }
            Turn::Chance => unreachable!("a game with chance is refused when its positions are found"),
        }
        if asking.batch.children.len() >= BATCH {
            post(office, std::mem::replace(&mut asking, Asking::new(workers)), number);
            number += 1;
            while office.desk.borrow().batches.len() >= MOST_BATCHES {
                office.wait();
            }
        }
        if at % STRIDE == STRIDE - 1 {
            let desk = office.desk.borrow().bytes();
            site.look(me, STRIDE as u64, held + stage.bytes() + desk);
            office.breathe();
            if !site.is_well() {
                return;
            }
        }
    }
    site.look(me, (stage.keys.len() % STRIDE) as u64, 0);
    post(office, asking, number);
}

/// A batch that is being put together.
struct Asking<K> {
    batch: Batch,
    keys: Vec<Vec<K>>,
}

impl<K: SentKey> Asking<K> {
    fn new(workers: usize) -> Asking<K> {
        let (spots, children) = (Vec::new(), Vec::with_capacity(BATCH + PAGE));
        let asked = (0..workers).map(|_| Vec::new()).collect();
        let batch = Batch { number: 0, spots, children, asked, waiting: 0 };
        Asking { batch, keys: (0..workers).map(|_| Vec::new()).collect() }
    }

    /// Another one's position is the next child.
    fn add(&mut self, to: usize, key: K) {
        self.batch.asked[to].push(self.batch.children.len() as u32);
        self.batch.children.push(Code::UNKNOWN);
        self.keys[to].push(key);
    }
}

/// Sends the questions of a batch, or finishes it where there are none.
fn post<K: SentKey>(office: &mut GradedOffice<'_, K>, asking: Asking<K>, number: u64) {
    let Asking { mut batch, keys } = asking;
    batch.number = number;
    batch.waiting = keys.iter().filter(|keys| !keys.is_empty()).count();
    {
        let mut desk = office.desk.borrow_mut();
        if batch.waiting == 0 {
            desk.finish(&batch);
        } else {
            desk.batches.push(batch);
        }
    }
    for (to, keys) in keys.into_iter().enumerate().filter(|(_, keys)| !keys.is_empty()) {
        office.send(to, Load::Ask { batch: number, keys });
    }
}

fn put_valued(codes: &[Code], counts: Counts) -> Vec<u8> {
    let mut body = Vec::with_capacity(codes.len() + 64);
    for count in counts.numbers() {
        put(&mut body, count.into());
    }
    for code in codes {
        put(&mut body, code.0.into());
    }
    body
}

fn take_valued(mut body: &[u8], positions: usize) -> Option<(Vec<Code>, Counts)> {
    let mut numbers = [0; 8];
    for number in &mut numbers {
        *number = take_as(&mut body)?;
    }
    let counts = Counts::of_numbers(numbers)?;
    let codes: Option<Vec<Code>> =
        (0..positions).map(|_| take(&mut body)?.try_into().ok().map(Code)).collect();
    codes.filter(|_| body.is_empty()).map(|codes| (codes, counts))
}
