//! Depth-first proof-number search: decides which of two players reaches their goal.
//!
//! The question is always whether the *attacker* wins. At a decision one good move is enough, so the search
//! visits the one that seems the least work, until another one seems less. Nagai, "Df-pn Algorithm for
//! Searching AND/OR Trees and Its Applications" (2002); relaxed thresholds: Pawlewicz and Lew, "Improving
//! Depth-first PN-Search: 1+ε Trick" (2006). Other threads help without changing the result (`prefetch.rs`).
//!
//! Only for games in which no position recurs: then the value of a position does not depend on the path to it.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use plywood_rules::random::mix;
use plywood_rules::{Game, Interrupted, Player, Run, Symmetric, Tactics, Turn, moves_or_outcomes, threads};

use super::expand::{Expander, Expansion, over};
use super::numbers::{Branches, NumbersTable, ProofNumbers};
use super::prefetch::{OpenNode, PathGuard, PathNode, Prefetch};
use super::weigh::{Sum, Weigh};

/// The options of a search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Positions at most this many plies after the start are merged up to symmetry.
    pub merge: u32,
    /// Positions that are visited between two reports, at least 1: usually [`REPORT`].
    pub report: u64,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress {
    /// Of the start.
    pub numbers: ProofNumbers,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// The share of the table in use, from 0 to 1.
    pub fill: f64,
    /// The moves of the root that seem nearest to their player's goal, the nearest first: each by its index
    /// among the legal moves, with the numbers of its position. Of moves to images of one position only the
    /// first.
    pub leading: [Option<(u16, ProofNumbers)>; LEADING],
}

/// Moves in a report.
const LEADING: usize = 3;

/// Saves the table, if it is time to. Returns false if that fails: then the search stops.
pub(super) type Save<'a> = &'a (dyn Fn(&NumbersTable) -> bool + Sync);

/// A search for wins of one player, with its results so far.
pub struct ProofNumberSearch<'g, G: Tactics + Symmetric> {
    game: &'g G,
    attacker: Player,
    options: SearchOptions,
    table: NumbersTable,
    branches: Branches<G::Move>,
    nodes: AtomicU64,
    stopped: AtomicBool,
    run: &'g Run<'g, SearchProgress>,
    first: OnceLock<First>,
    /// Shared with other threads, if there are any.
    prefetch: Option<Prefetch<G>>,
    /// Called with every report.
    save: Option<Save<'g>>,
}

/// The root.
struct First {
    /// True if the attacker decides there.
    attacks: bool,
    /// The indices of its moves, and the keys of their positions, each key once.
    moves: Vec<(u16, u64)>,
}

/// Positions between two reports, unless more are requested.
pub const REPORT: u64 = 1 << 13;

impl<'g, G: Tactics + Symmetric + Sync> ProofNumberSearch<'g, G> {
    /// A search for wins of `attacker`, with stored positions in the memory of `run`: one thread searches, and the others help if
    /// the game searches forced sequences, which takes long. The result does not depend on their number.
    pub fn new(
        game: &'g G,
        attacker: Player,
        options: SearchOptions,
        run: &'g Run<'g, SearchProgress>,
    ) -> ProofNumberSearch<'g, G> {
        ProofNumberSearch {
            game,
            attacker,
            table: NumbersTable::new(run.memory / 2),
            branches: Branches::new(run.memory / 2),
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            run,
            first: OnceLock::new(),
            // In other games expanding a position takes less time than handing it over: with a helper connect
            // four on 6x5 took 50 seconds instead of 43, and twice the processor time.
            prefetch: (run.threads > 1 && forces(game)).then(Prefetch::new),
            options,
            save: None,
        }
    }

    /// The same search, which calls `save` with every report.
    pub(super) fn saving(self, save: Save<'g>) -> ProofNumberSearch<'g, G> {
        ProofNumberSearch { save: Some(save), ..self }
    }

    /// The table of results.
    pub(super) fn table(&self) -> &NumbersTable {
        &self.table
    }

    /// Positions visited, those on forced sequences included.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns true if the attacker wins from `state`, `plies` plies after the start.
    ///
    /// # Errors
    /// If it is stopped. Results so far are kept.
    pub fn settle(&self, state: &G::State, plies: u32) -> Result<bool, Interrupted> {
        if let Some(numbers) = self.over(state) {
            return Ok(numbers == ProofNumbers::WON);
        }
        self.first.get_or_init(|| self.first(state, plies));
        let (state, key) = &self.stand_in(state.clone(), plies);
        let key = *key;
        if self.table.settled(key).is_none() {
            let mut working = self.prefetch.as_ref().map(Prefetch::begin);
            let helpers = if working.is_some() { self.run.threads - 1 } else { 0 };
            let help = |_| self.prefetch.iter().for_each(|prefetch| ProofSearcher::help(self, prefetch));
            threads::beside(helpers, &help, &mut || {
                // The helpers end with it, also if it panics.
                let _working = working.take();
                ProofSearcher::settle(self, state, key, plies);
            });
        }
        self.table.settled(key).map(|numbers| numbers == ProofNumbers::WON).ok_or(Interrupted)
    }

    /// The player whose wins are searched.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Drops the stored numbers of one position, so that it is searched again.
    pub fn forget(&self, state: &G::State, plies: u32) {
        self.table.forget(self.stand_in(state.clone(), plies).1);
    }

    /// The numbers that are known without a search.
    pub fn look(&self, state: &G::State, plies: u32) -> Option<ProofNumbers> {
        self.over(state).or_else(|| {
            let (_, key) = self.stand_in(state.clone(), plies);
            self.table.numbers(key)
        })
    }

    /// The game.
    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    /// The numbers of a position, and the positions visited for it, if it was ever visited. The end of the game
    /// is known without a visit.
    pub(super) fn known(&self, state: &G::State, plies: u32) -> Option<(ProofNumbers, u32)> {
        if let Some(numbers) = self.over(state) {
            return Some((numbers, 0));
        }
        self.table.numbers_and_work(self.key(state, plies))
    }

    /// The key of a position: shared by all its images, if they are merged.
    pub(super) fn key(&self, state: &G::State, plies: u32) -> u64 {
        self.stand_in(state.clone(), plies).1
    }

    /// The numbers of a finished game.
    pub(super) fn over(&self, state: &G::State) -> Option<ProofNumbers> {
        over(self.game, self.attacker, state)
    }

    /// Returns true if a position `plies` plies after the start is merged with its images.
    fn is_merged(&self, plies: u32) -> bool {
        self.options.merge > 0 && plies <= self.options.merge
    }

    /// The position that is searched for this one, with its key.
    fn stand_in(&self, state: G::State, plies: u32) -> (G::State, u64) {
        if self.is_merged(plies) {
            let state = self.game.canonical(&state).state;
            let key = self.game.table_key(&state);
            (state, key)
        } else {
            let so_far = self.game.payoff_so_far(&state);
            let key = self.game.outcome_key(&state) ^ mix(so_far.to_bits());
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

    fn leading(&self, first: &First) -> [Option<(u16, ProofNumbers)>; LEADING] {
        let numbers = |&(place, key): &(u16, u64)| Some((place, self.table.numbers(key)?));
        let mut known: Vec<_> = first.moves.iter().filter_map(numbers).collect();
        known.sort_by_cached_key(|(_, numbers)| {
            let own = numbers.seen_by(first.attacks);
            (own.proof, Reverse(own.disproof))
        });
        std::array::from_fn(|at| known.get(at).copied())
    }

    /// Reports the progress, and stops on request of the caller.
    fn report(&self, root: u64) {
        let numbers = self.table.numbers(root).unwrap_or(ProofNumbers::UNKNOWN);
        let leading = self.first.get().map_or([None; LEADING], |first| self.leading(first));
        let progress = SearchProgress { numbers, nodes: self.nodes(), fill: self.table.fill(), leading };
        let is_saved = self.save.is_none_or(|save| save(&self.table));
        if !is_saved || self.run.report(progress).is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// One thread of the search: the searcher or a helper.
struct ProofSearcher<'s, 'g, G: Tactics + Symmetric> {
    shared: &'s ProofNumberSearch<'g, G>,
    expander: Expander<'g, G>,
    role: SearcherRole<G>,
    /// Positions visited, those on forced sequences not included.
    nodes: u64,
    /// Positions visited that are counted in the total.
    told: u64,
    /// Positions on the path from the start to here.
    depth: usize,
    /// The winning move of the position of the attacker's that was proved last.
    answer: Option<G::Move>,
}

enum SearcherRole<G: Game> {
    /// The one searcher, which needs the position of this key.
    Searches(u64),
    /// A helper, with its own numbers, which predict the searcher's.
    Helps {
        guesses: NumbersTable,
        /// The node where it helps, and the branch that it leaves to the searcher.
        place: Option<(Arc<PathNode<G>>, usize)>,
    },
}

/// The greatest memory of a helper in bytes, and its part of the searcher's: it is never far from the searcher.
const GUESSES: u64 = 8 << 20;
const GUESSED_OF: u64 = 64;

impl<'s, 'g, G: Tactics + Symmetric + Sync> ProofSearcher<'s, 'g, G> {
    fn new(shared: &'s ProofNumberSearch<'g, G>, role: SearcherRole<G>) -> ProofSearcher<'s, 'g, G> {
        ProofSearcher {
            shared,
            expander: Expander::new(shared.game, shared.attacker),
            role,
            nodes: 0,
            told: 0,
            depth: 0,
            answer: None,
        }
    }

    /// Settles a position, unless it is stopped.
    fn settle(shared: &'s ProofNumberSearch<'g, G>, state: &G::State, key: u64, plies: u32) {
        let mut searcher = ProofSearcher::new(shared, SearcherRole::Searches(key));
        while !searcher.is_stopped() && shared.table.settled(key).is_none() {
            searcher.visit(state.clone(), key, false, None, plies, ProofNumbers::UNLIMITED);
        }
        searcher.count();
    }

    /// Helps a searcher until it is done.
    fn help(shared: &'s ProofNumberSearch<'g, G>, prefetch: &Prefetch<G>) {
        let guesses = NumbersTable::new((shared.run.memory / GUESSED_OF).min(GUESSES));
        let mut helper = ProofSearcher::new(shared, SearcherRole::Helps { guesses, place: None });
        while let Some((path_node, at)) = prefetch.next() {
            if let SearcherRole::Helps { place, .. } = &mut helper.role {
                *place = Some((Arc::clone(&path_node), at));
            }
            helper.follow(&path_node.node, Some(&path_node));
        }
        helper.count();
    }

    /// Adds the visits since the last time to the total of all threads.
    fn count(&mut self) {
        let work = self.work();
        self.shared.nodes.fetch_add(work - self.told, Ordering::Relaxed);
        self.told = work;
    }

    fn is_stopped(&self) -> bool {
        let is_done_here = match &self.role {
            SearcherRole::Searches(_) => false,
            SearcherRole::Helps { place, .. } => {
                place.as_ref().is_some_and(|(path_node, at)| !path_node.is_at(*at))
            }
        };
        is_done_here || self.shared.stopped.load(Ordering::Relaxed)
    }

    fn work(&self) -> u64 {
        self.nodes + self.expander.nodes()
    }

    /// The numbers of a position.
    fn look(&self, key: u64) -> Option<ProofNumbers> {
        let known = self.shared.table.numbers(key);
        match &self.role {
            SearcherRole::Helps { guesses, .. } if !known.is_some_and(ProofNumbers::is_settled) => {
                guesses.numbers(key).or(known)
            }
            _ => known,
        }
    }

    /// Stores the numbers found by visiting these positions.
    fn note(&self, key: u64, numbers: ProofNumbers, work: u64) {
        match &self.role {
            SearcherRole::Searches(_) => self.shared.table.note(key, numbers, work),
            SearcherRole::Helps { guesses, .. } => guesses.note(key, numbers, work),
        }
    }

    /// The expansion of a position. In a quiet one the attacker has no forced sequence.
    fn expand(&mut self, state: &G::State, quiet: bool) -> Expansion<G::Move> {
        let shared = self.shared;
        if let Some(numbers) = shared.over(state) {
            return Expansion::Settled(numbers);
        }
        // Not the key of the table, under which an image may be stored, with other moves.
        let key = mix(shared.game.key(state));
        if let Some(branches) = shared.branches.look(key) {
            return Expansion::Branches(branches);
        }
        let mut find = || self.expander.expand(state, quiet);
        let expansion = match &shared.prefetch {
            Some(prefetch) => prefetch.expand(key, find),
            None => find(),
        };
        if let Expansion::Branches(branches) = &expansion {
            shared.branches.keep(key, branches);
        }
        expansion
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        state: G::State,
        key: u64,
        quiet: bool,
        hint: Option<G::Move>,
        plies: u32,
        limits: ProofNumbers,
    ) -> ProofNumbers {
        let before = self.nodes;
        self.nodes += 1;
        let numbers = match self.expand(&state, quiet) {
            Expansion::Settled(numbers) => numbers,
            Expansion::Branches(branches) => {
                self.depth += 1;
                let node = Arc::new(OpenNode { state, key, branches, hint, plies, limits });
                let numbers = self.follow(&node, None);
                self.depth -= 1;
                numbers
            }
        };
        if self.work() - self.told >= self.shared.options.report {
            self.count();
            if let SearcherRole::Searches(start) = self.role {
                self.shared.report(start);
            }
        }
        self.note(key, numbers, self.nodes - before);
        numbers
    }

    /// Visits the branches of a position, the most promising first; at a node where it helps, those that the
    /// searcher does not follow.
    fn follow(&mut self, node: &Arc<OpenNode<G>>, helps: Option<&PathNode<G>>) -> ProofNumbers {
        let OpenNode { state, branches, plies, .. } = &**node;
        let game = self.shared.game;
        let attacks = game.turn(state) == Turn::Decision(self.shared.attacker);
        let limits = node.limits.seen_by(attacks);
        // Nothing is searched if there are too many replies to begin with.
        let how = if attacks { Sum::All } else { Sum::of(branches.len()) };
        let replies = ProofNumbers { proof: 1, disproof: how.unknown(branches.len() as u32) };
        if !attacks && replies.disproof >= limits.disproof {
            return replies.seen_by(attacks);
        }
        let mut seen: Vec<ProofNumbers> = Vec::with_capacity(branches.len());
        let mut answer = helps.and_then(PathNode::answer);
        let taken = helps.and(self.taken());
        // The move that answered the reply before comes first.
        let hinted = branches.iter().position(|branch| Some(branch.mv) == node.hint).unwrap_or(0);
        let place = |at: usize| {
            if at == 0 {
                hinted
            } else if at <= hinted {
                at - 1
            } else {
                at
            }
        };
        let way = PathGuard::new(self.own_prefetch().filter(|_| branches.len() > 1), node);
        loop {
            let mut weigh = Weigh::new(limits);
            for at in 0..branches.len() {
                let branch = &branches[place(at)];
                if at >= seen.len() {
                    let rank = if attacks { 1 + at as u32 } else { 1 };
                    if attacks && weigh.is_far(rank) {
                        // The other branches were not needed yet, and finding their positions takes long.
                        weigh.add_unknown((branches.len() - at) as u32);
                        break;
                    }
                    let branch_key =
                        branch.key(|| self.shared.stand_in(game.child(state, branch.mv), plies + 1).1);
                    let unknown = ProofNumbers { proof: rank, disproof: 1 }.seen_by(attacks);
                    seen.push(self.look(branch_key).unwrap_or(unknown));
                }
                weigh.add(at, seen[at].seen_by(attacks), taken == Some(at));
            }
            let own = weigh.numbers(how);
            let numbers = own.seen_by(attacks);
            let best = weigh.best();
            if attacks
                && let Some(best) = best
                && numbers == ProofNumbers::WON
            {
                self.answer = Some(branches[place(best)].mv);
            }
            let Some(best) = best.filter(|_| !weigh.is_done(own) && !self.is_stopped()) else {
                return numbers;
            };
            if self.depth <= TOLD_OF {
                self.note(node.key, numbers, 0);
            }
            let branch = &branches[place(best)];
            let limits = weigh.limits(own).seen_by(attacks);
            let (child, branch_key) = self.shared.stand_in(game.child(state, branch.mv), plies + 1);
            way.follow(best, answer);
            let found = self.visit(child, branch_key, branch.quiet, answer, plies + 1, limits);
            seen[best] = found;
            if !attacks && found == ProofNumbers::WON {
                answer = self.answer;
            }
        }
    }

    /// The branch that a helper leaves to the searcher.
    fn taken(&self) -> Option<usize> {
        match &self.role {
            SearcherRole::Searches(_) => None,
            SearcherRole::Helps { place, .. } => place.as_ref().map(|(_, at)| *at),
        }
    }

    /// The state shared with helpers, for the searcher.
    fn own_prefetch(&self) -> Option<&'s Prefetch<G>> {
        match self.role {
            SearcherRole::Searches(_) => self.shared.prefetch.as_ref(),
            SearcherRole::Helps { .. } => None,
        }
    }
}

/// Positions so deep on the path from the start are noted while they are worked on, for reports.
const TOLD_OF: usize = 2;

/// True if the game has a search of its own for forced wins.
fn forces<G: Tactics>(game: &G) -> bool {
    game.specialists().forcing.is_some_and(|new| new(game).is_some())
}
