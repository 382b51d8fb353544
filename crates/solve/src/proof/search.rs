//! Depth-first proof-number search: which of two players gets what they want.
//!
//! The search always asks whether the *attacker* wins. Where a player decides, one good move is enough, so the one that
//! seems the least work is looked into, until another one seems less. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications" (2002); thresholds that leave room to go on: Pawlewicz and Lew, "Improving Depth-first PN-Search: 1+ε Trick" (2006);
//! several searchers that keep out of each other's way: Kaneko, "Parallel Depth First Proof Number Search" (2010).
//!
//! Only for games in which no position recurs: then what is known of a position does not depend on how it was reached.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use plywood_rules::forcing::{Answers, Forcing};
use plywood_rules::tactics::mix;
use plywood_rules::{Player, Symmetric, Tactics, Turn, Urgency, moves_or_outcomes};

use super::numbers::{Branch, Branches, Numbers, Table};
use super::weigh::{Sum, Weigh};

/// What a search is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes for what is remembered.
    pub memory: u64,
    /// Positions so many plies after the start, at most, are merged up to symmetry.
    pub merge: u32,
    /// Searchers at the same time, at least 1.
    pub threads: usize,
    /// Positions that each of them visits between two reports, at least 1: usually [`REPORT`].
    pub report: u64,
}

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Of the start.
    pub numbers: Numbers,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// The share of the table in use, from 0 to 1.
    pub fill: f64,
    /// The moves of the first position asked about that seem nearest to what their player wants, the nearest first: each by its
    /// place among the legal moves, with the numbers of where it leads. Of moves to images of one position only the first.
    pub leading: [Option<(u16, Numbers)>; LEADING],
}

/// Moves that are told of.
const LEADING: usize = 3;

/// Told how far it is; the search goes on as long as this says so.
pub type GoOn<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// A search for wins of one player, and what it has found out.
pub struct Search<'g, G: Tactics + Symmetric> {
    game: &'g G,
    attacker: Player,
    settings: Settings,
    table: Table,
    branches: Branches<G::Move>,
    nodes: AtomicU64,
    stopped: AtomicBool,
    go_on: GoOn<'g>,
    first: OnceLock<First>,
}

/// The first position asked about.
struct First {
    /// Whether the attacker decides there.
    attacks: bool,
    /// The places of its moves, and the keys of where they lead, each key once.
    moves: Vec<(u16, u64)>,
}

/// What there is to say of a position before any move is tried.
enum Expansion<M> {
    Settled(Numbers),
    Branches(Arc<[Branch<M>]>),
}

/// Positions between two reports, where nobody wants to be told more often.
pub const REPORT: u64 = 1 << 13;

impl<'g, G: Tactics + Symmetric + Sync> Search<'g, G> {
    /// A search for wins of `attacker`.
    pub fn new(game: &'g G, attacker: Player, settings: Settings, go_on: GoOn<'g>) -> Search<'g, G> {
        Search {
            game,
            attacker,
            table: Table::new(settings.memory / 2),
            branches: Branches::new(settings.memory / 2),
            settings,
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            go_on,
            first: OnceLock::new(),
        }
    }

    /// Positions visited, those on forced sequences included.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the attacker wins from `state`, so many plies after the start.
    ///
    /// # Errors
    /// If it was told to stop. What is known by then is kept.
    pub fn settle(&self, state: &G::State, plies: u32) -> Result<bool, Interrupted> {
        if let Some(numbers) = self.over(state) {
            return Ok(numbers == Numbers::WON);
        }
        self.first.get_or_init(|| self.first(state, plies));
        let (state, key) = &self.stand_in(state.clone(), plies);
        let key = *key;
        if self.table.settled(key).is_none() {
            std::thread::scope(|scope| {
                for _ in 1..self.settings.threads {
                    scope.spawn(|| Searcher::new(self).settle(state, key, plies));
                }
                Searcher::new(self).settle(state, key, plies);
            });
        }
        self.table.settled(key).map(|numbers| numbers == Numbers::WON).ok_or(Interrupted)
    }

    /// Who is asked about.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Forgets what is known of one position, so that it is looked into again.
    pub fn forget(&self, state: &G::State, plies: u32) {
        self.table.forget(self.stand_in(state.clone(), plies).1);
    }

    /// What is known without a search.
    pub fn look(&self, state: &G::State, plies: u32) -> Option<Numbers> {
        self.over(state).or_else(|| {
            let (_, key) = self.stand_in(state.clone(), plies);
            self.table.numbers(key)
        })
    }

    /// What is searched.
    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    /// What is known of a position, and how many positions were visited for it, if it was ever visited. The end of the game is
    /// known without a visit.
    pub(super) fn known(&self, state: &G::State, plies: u32) -> Option<(Numbers, u32)> {
        if let Some(numbers) = self.over(state) {
            return Some((numbers, 0));
        }
        self.table.numbers_and_work(self.key(state, plies))
    }

    /// The key of a position: that of all its images, where they are merged.
    pub(super) fn key(&self, state: &G::State, plies: u32) -> u64 {
        self.stand_in(state.clone(), plies).1
    }

    fn over(&self, state: &G::State) -> Option<Numbers> {
        let outcome = self.game.turn(state).outcome()?;
        Some(if outcome.utility(self.attacker) > 0 { Numbers::WON } else { Numbers::FAILED })
    }

    /// Whether a position so many plies after the start is taken for the one that stands for all its images.
    fn is_merged(&self, plies: u32) -> bool {
        self.settings.merge > 0 && plies <= self.settings.merge
    }

    /// The position that is searched for this one, with its key.
    fn stand_in(&self, state: G::State, plies: u32) -> (G::State, u64) {
        if self.is_merged(plies) {
            let state = self.game.canonical(&state).state;
            let key = self.game.table_key(&state);
            (state, key)
        } else {
            let key = self.game.outcome_key(&state);
            (state, key)
        }
    }

    fn first(&self, state: &G::State, plies: u32) -> First {
        let mut moves: Vec<(u16, u64)> = Vec::new();
        for (place, mv) in moves_or_outcomes(self.game, state).into_iter().enumerate() {
            let key = self.key(&self.game.child(state, mv), plies + 1);
            if moves.iter().all(|(_, other)| *other != key) {
                moves.push((place as u16, key));
            }
        }
        First { attacks: self.game.turn(state) == Turn::Decision(self.attacker), moves }
    }

    fn leading(&self, first: &First) -> [Option<(u16, Numbers)>; LEADING] {
        let numbers = |&(place, key): &(u16, u64)| Some((place, self.table.numbers(key)?));
        let mut known: Vec<_> = first.moves.iter().filter_map(numbers).collect();
        known.sort_by_key(|(_, numbers)| {
            let own = numbers.seen_by(first.attacks);
            (own.proof, Reverse(own.disproof))
        });
        std::array::from_fn(|at| known.get(at).copied())
    }

    /// Tells how far it is, and whether to stop.
    fn report(&self, root: u64) {
        let numbers = self.table.numbers(root).unwrap_or(Numbers::UNKNOWN);
        let leading = self.first.get().map_or([None; LEADING], |first| self.leading(first));
        let progress = Progress { numbers, nodes: self.nodes(), fill: self.table.fill(), leading };
        if !(self.go_on)(progress) {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// One of those who search.
struct Searcher<'s, 'g, G: Tactics + Symmetric> {
    shared: &'s Search<'g, G>,
    forcing: Option<Box<dyn Forcing<G> + Send + 'g>>,
    /// Positions visited, and how many of them have been told of.
    nodes: u64,
    told: u64,
    /// The keys of the positions between the start and here.
    path: Vec<u64>,
    /// The winning move of the position of the attacker's that was proved last.
    answer: Option<G::Move>,
}

impl<'s, 'g, G: Tactics + Symmetric + Sync> Searcher<'s, 'g, G> {
    fn new(shared: &'s Search<'g, G>) -> Searcher<'s, 'g, G> {
        Searcher { shared, forcing: shared.game.forcing(), nodes: 0, told: 0, path: Vec::new(), answer: None }
    }

    fn settle(&mut self, state: &G::State, key: u64, plies: u32) {
        // Whoever settles it leaves that in the table; the others come back with what they have.
        while !self.is_stopped() && !self.is_settled(key) {
            self.visit(state, key, false, None, plies, Numbers::UNLIMITED);
        }
        self.count();
    }

    /// Adds what was visited since the last time to what all have visited.
    fn count(&mut self) {
        let work = self.work();
        self.shared.nodes.fetch_add(work - self.told, Ordering::Relaxed);
        self.told = work;
    }

    fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    fn work(&self) -> u64 {
        self.nodes + self.forcing.as_ref().map_or(0, |forcing| forcing.nodes())
    }

    /// What there is to do at a position. In a quiet one the attacker has no forced sequence.
    fn expand(&mut self, state: &G::State, quiet: bool) -> Expansion<G::Move> {
        if let Some(numbers) = self.shared.over(state) {
            return Expansion::Settled(numbers);
        }
        // Not the key of the table, under which an image may have been met, with other moves.
        let key = mix(self.shared.game.key(state));
        if let Some(branches) = self.shared.branches.look(key) {
            return Expansion::Branches(branches);
        }
        let game = self.shared.game;
        let turn = game.turn(state);
        let attacker = self.shared.attacker;
        let attacks = turn == Turn::Decision(attacker);
        let mut moves = Vec::new();
        let urgency = match turn {
            Turn::Decision(_) => game.candidates(state, &mut moves),
            _ => {
                moves = moves_or_outcomes(game, state);
                Urgency::Open
            }
        };
        let settled = |wins: bool| Expansion::Settled(if wins { Numbers::WON } else { Numbers::FAILED });
        match urgency {
            Urgency::Wins => return settled(attacks),
            Urgency::Lost => return settled(!attacks),
            Urgency::Open => {}
        }
        if game.pairing(state, attacker.other()).is_some() {
            return settled(false);
        }
        let mut quiet_after = false;
        if let Some(forcing) = &mut self.forcing {
            if attacks {
                if !quiet && forcing.wins(state).is_some() {
                    return settled(true);
                }
            } else {
                if let Some(Answers { open, .. }) = forcing.answers(state) {
                    if open.is_empty() {
                        return settled(true);
                    }
                    moves = open;
                }
                // Either it was not answered, or there would be nothing to answer it with even without it.
                quiet_after = true;
            }
        }
        if turn != Turn::Chance {
            game.drop_useless(state, &mut moves, 0);
        }
        if attacks {
            match &mut self.forcing {
                Some(forcing) => forcing.order(state, &mut moves),
                None => moves.sort_by_cached_key(|mv| -game.potential(state, *mv)),
            }
        }
        // Where sequences are looked for, nobody completes one at once here, and what ends otherwise is seen when it is visited.
        if self.forcing.is_none() {
            let ends = |&mv: &G::Move| self.shared.over(&game.child(state, mv));
            if let Some(best) = moves.iter().filter_map(ends).find(|end| (*end == Numbers::WON) == attacks) {
                return Expansion::Settled(best);
            }
            moves.retain(|mv| ends(mv).is_none());
        }
        let branches: Vec<_> = moves.into_iter().map(|mv| Branch::new(mv, quiet_after)).collect();
        if branches.is_empty() {
            return settled(!attacks);
        }
        let branches: Arc<[_]> = Arc::from(branches);
        self.shared.branches.keep(key, &branches);
        Expansion::Branches(branches)
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        state: &G::State,
        key: u64,
        quiet: bool,
        hint: Option<G::Move>,
        plies: u32,
        limits: Numbers,
    ) -> Numbers {
        let before = self.work();
        self.nodes += 1;
        self.shared.table.enter(key);
        let numbers = match self.expand(state, quiet) {
            Expansion::Settled(numbers) => numbers,
            Expansion::Branches(branches) => {
                self.path.push(key);
                let numbers = self.follow(state, key, &branches, hint, plies, limits);
                self.path.pop();
                numbers
            }
        };
        let work = self.work();
        if work - self.told >= self.shared.settings.report {
            self.count();
            self.shared.report(self.path.first().copied().unwrap_or(key));
        }
        self.shared.table.leave(key, numbers, work - before);
        numbers
    }

    /// Visits the branches of a position, the most promising first.
    fn follow(
        &mut self,
        state: &G::State,
        key: u64,
        branches: &[Branch<G::Move>],
        hint: Option<G::Move>,
        plies: u32,
        limits: Numbers,
    ) -> Numbers {
        let game = self.shared.game;
        let attacks = game.turn(state) == Turn::Decision(self.shared.attacker);
        let limits = limits.seen_by(attacks);
        // Nothing is looked at where the replies are too many before anything is known of them.
        let how = if attacks { Sum::All } else { Sum::of(branches.len()) };
        let replies = Numbers { proof: 1, disproof: how.unknown(branches.len() as u32) };
        if !attacks && replies.disproof >= limits.disproof {
            return replies.seen_by(attacks);
        }
        let mut seen: Vec<(Numbers, u32)> = Vec::with_capacity(branches.len());
        let mut answer = None;
        // The move that answered the reply before comes first.
        let hinted = branches.iter().position(|branch| Some(branch.mv) == hint).unwrap_or(0);
        let place = |at: usize| {
            if at == 0 {
                hinted
            } else if at <= hinted {
                at - 1
            } else {
                at
            }
        };
        loop {
            let mut weigh = Weigh::new(limits);
            for at in 0..branches.len() {
                let branch = &branches[place(at)];
                if at >= seen.len() {
                    let rank = if attacks { 1 + at as u32 } else { 1 };
                    if attacks && weigh.is_far(rank) {
                        // Nobody has had a reason yet to look at any of the others, and to find out where they lead takes long.
                        weigh.add_unknown((branches.len() - at) as u32);
                        break;
                    }
                    let branch_key =
                        branch.key(|| self.shared.stand_in(game.child(state, branch.mv), plies + 1).1);
                    let unknown = Numbers { proof: rank, disproof: 1 }.seen_by(attacks);
                    seen.push(self.shared.table.look(branch_key).unwrap_or((unknown, 0)));
                }
                let (numbers, busy) = seen[at];
                weigh.add(at, numbers.seen_by(attacks), busy);
            }
            let (own, best) = (weigh.numbers(how), weigh.best());
            let numbers = own.seen_by(attacks);
            if attacks && numbers == Numbers::WON {
                self.answer = Some(branches[place(best)].mv);
            }
            if weigh.is_done(own) || self.is_stopped() || self.is_idle() {
                return numbers;
            }
            self.shared.table.note(key, numbers);
            let branch = &branches[place(best)];
            let limits = weigh.limits(own).seen_by(attacks);
            let (child, branch_key) = self.shared.stand_in(game.child(state, branch.mv), plies + 1);
            let found = self.visit(&child, branch_key, branch.quiet, answer, plies + 1, limits);
            // What others find meanwhile is seen at the next visit.
            seen[best] = self.shared.table.look(branch_key).unwrap_or((found, 0));
            if !attacks && found == Numbers::WON {
                answer = self.answer;
            }
        }
    }

    fn is_settled(&self, key: u64) -> bool {
        self.shared.table.settled(key).is_some()
    }

    /// Whether somebody else has settled what this searcher is working for.
    fn is_idle(&self) -> bool {
        self.shared.settings.threads > 1 && self.path.iter().any(|&key| self.is_settled(key))
    }
}
