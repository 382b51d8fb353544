//! Proofs: the winner with a strategy, for games too large for a table, but not for a proof.
//!
//! [`prove`] searches for a win of either player, and writes the result as a file ([`write`](mod@write)) that a
//! checker can follow with the rules alone. If no position recurs, it uses proof numbers ([`search`]), before them a search of the
//! game's own for a player who holds, and on boards of columns exact values; otherwise it alternates between closed sets and short wins ([`cycles`]).

mod by_columns;
mod by_holding;
mod by_numbers;
pub mod checkpoint;
mod claim;
pub mod cycles;
mod error;
mod expand;
pub mod falling;
pub mod least_fixpoint;
mod numbers;
mod positions;
mod prefetch;
pub mod search;
mod show;
mod strategy;
mod weigh;
pub mod within;
pub mod write;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;
use plywood_rules::{AsColumns, Playable, Player, Proved, Stop, Trace, Turn};

use self::by_columns::ByColumns;
use self::by_holding::ByHolding;
use self::by_numbers::ByNumbers;
use self::checkpoint::{Checkpoint, CheckpointStore};
pub use self::claim::{Claim, Goal};
pub use self::error::{Interrupted, ProofError};
pub use self::numbers::Numbers;
use self::numbers::Table;
use self::search::{REPORT, Search, SearchOptions, SearchProgress};
pub use self::strategy::{Choice, Defence, Pairs, Strategy};
pub use self::write::ProofResult;
use self::write::write;
use crate::columns::{ColumnSolver, ColumnValue};
use crate::limits::Limits;

/// The options of a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    /// The memory for stored positions, in bytes.
    pub memory: u64,
    /// Threads, at least 1. The proof is the same however many there are.
    pub threads: usize,
    /// Set to write the proofs, which takes a little longer and room for every position of the proof. Where positions recur
    /// they are written in any case.
    pub write: bool,
}

/// The progress of a proof.
#[derive(Clone, Copy, Debug)]
pub enum ProofProgress {
    /// Solving a position of columns; the positions searched so far.
    Solves(u64),
    /// Searching for a win of this player.
    Seeks(Player, SearchProgress),
    /// Searching for whether this player holds, by the game's own search; the positions visited so far.
    Holds(Player, u64),
    /// Writing a claim; the number of positions so far.
    Writes(Claim, u64),
    /// Settling a game in which positions recur.
    Settles(cycles::SettleProgress),
}

/// The greatest ply at which images are merged: more symmetries take longer, and by then most merging is done.
fn merged_plies(symmetries: usize) -> u32 {
    match symmetries {
        ..=1 => 0,
        2..=8 => 10,
        9..=64 => 8,
        65..=256 => 6,
        _ => 4,
    }
}

/// Settles the winner from `start`, while `go_on` allows it. With a `store` it resumes an earlier search for
/// the same question, and saves every few minutes and whenever one question is answered or abandoned; such a search is always
/// one by proof numbers.
///
/// # Errors
/// If the game cannot be settled in this way, or the store fails.
pub fn prove<G: Playable>(
    game: &G,
    start: &G::State,
    options: ProofOptions,
    mut store: Option<&mut dyn CheckpointStore>,
    go_on: &mut (dyn FnMut(ProofProgress) -> bool + Send),
) -> Result<ProofResult, ProofError> {
    if game.has_chance() {
        return Err(ProofError::Chance);
    }
    if recurs(game, start) {
        if store.is_some() {
            return Err(ProofError::NotKept);
        }
        let go_on = &mut |progress| go_on(ProofProgress::Settles(progress));
        return cycles::settle(game, start, Limits { memory: options.memory, go_on });
    }
    if store.is_none()
        && let Turn::Decision(mover) = game.turn(start)
        && let Some(columns) = game.columns()
        && let Some(solver) = ColumnSolver::new(columns.columns, options.memory as usize, options.threads)
    {
        return Ok(by_values(game, start, mover, (columns, solver), options.write, go_on));
    }
    let go_on = Mutex::new(go_on);
    let tell = &|progress| lock(&go_on)(progress);
    let merge = merged_plies(game.symmetries());
    let ProofOptions { memory, threads, write } = options;
    let prover = Prover { game, start, write, tell };
    let options = SearchOptions { memory, threads, merge, report: REPORT };
    let mut result = ProofResult { merge, ..ProofResult::default() };
    let first = game.turn(start).player().unwrap_or(Player::First);
    for attacker in [first, first.other()] {
        let checkpoint =
            store.as_deref_mut().map(|store| Checkpoint::new(store, game, start, merge, attacker));
        let holds = match checkpoint {
            Some(_) => Ok(false),
            None => prover.ask_whether_it_holds(attacker.other(), memory, &mut result),
        };
        let wins = holds.and_then(|holds| match holds {
            true => Ok(false),
            false => prover.ask(attacker, &options, checkpoint.as_ref(), &mut result),
        });
        match wins {
            Ok(true) => {
                // The other claims follow from this one.
                let last = result.claims.len() - 1;
                result.claims.drain(..last);
                result.parts.drain(..result.parts.len().saturating_sub(1));
                break;
            }
            Ok(false) => {}
            Err(ProofError::Stopped) => {
                result.interrupted = true;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(result)
}

/// On boards of columns, images are merged for as long as games last: there are two at most.
const ALWAYS: u32 = 64;

/// Settles a position of columns where `mover` decides, by its exact value: a win by the fewest plies, or both hold.
fn by_values<G: Playable>(
    game: &G,
    start: &G::State,
    mover: Player,
    (columns, solver): (AsColumns<G>, ColumnSolver),
    write: bool,
    go_on: &mut (dyn FnMut(ProofProgress) -> bool + Send),
) -> ProofResult {
    let flag = Arc::new(AtomicBool::new(false));
    let mut tell = |so_far: ColumnValue| {
        if !go_on(ProofProgress::Solves(so_far.nodes)) {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let found = solver.solve((columns.marks)(start), &Stop::on(Arc::clone(&flag)), &mut tell);
    let mut result = ProofResult { merge: ALWAYS, nodes: found.nodes, ..ProofResult::default() };
    let claim = |player, goal| Claim { player, goal };
    let (claims, within) = match found.value.filter(|_| found.exact_plies) {
        Some(Proved::Win { plies }) => (vec![claim(mover, Goal::Wins)], plies),
        Some(Proved::Loss { plies }) => (vec![claim(mover.other(), Goal::Wins)], plies),
        Some(Proved::Draw) => ([mover.other(), mover].map(|player| claim(player, Goal::Holds)).to_vec(), 0),
        None => return ProofResult { interrupted: true, ..result },
    };
    let go_on = Mutex::new(go_on);
    let tell = &|progress| lock(&go_on)(progress);
    let prover = Prover { game, start, write, tell };
    for claim in claims {
        let solves = |nodes| tell(ProofProgress::Solves(nodes));
        let mut strategy = ByColumns::new(columns, &solver, claim, within, &solves);
        if prover.add(claim, &mut strategy, &mut result).is_err() {
            result.interrupted = true;
            break;
        }
    }
    result
}

/// Returns true if positions may recur by the rules.
fn recurs<G: Playable>(game: &G, start: &G::State) -> bool {
    game.plies_left(start).is_none() && game.stage(start).is_none()
}

/// The result of a search by proof numbers that visits a limited number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sought {
    /// True if the attacker wins, false if not, if that was found.
    pub wins: Option<bool>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
}

/// Searches for a win of `attacker` from `start`, with at most `memory` bytes and one searcher, until `go_on`
/// returns false, which is called about a hundred times on the way to `nodes` positions, and records the state
/// of the search then ([`Search::show`]).
///
/// # Errors
/// If proof numbers do not suit the game.
pub fn show<G: Playable>(
    game: &G,
    start: &G::State,
    attacker: Player,
    (memory, nodes): (u64, u64),
    go_on: &(dyn Fn(SearchProgress) -> bool + Sync),
    trace: &mut Trace<G::Move>,
) -> Result<Sought, ProofError> {
    if game.has_chance() {
        return Err(ProofError::Chance);
    }
    if recurs(game, start) {
        return Err(ProofError::Recurs);
    }
    let merge = merged_plies(game.symmetries());
    let report = (nodes / 100).clamp(1, REPORT);
    let tell = |so_far: SearchProgress| so_far.nodes < nodes && go_on(so_far);
    let search = Search::new(game, attacker, SearchOptions { memory, threads: 1, merge, report }, &tell);
    let wins = search.settle(start, 0).ok();
    search.show(start, 0, trace);
    Ok(Sought { wins, nodes: search.nodes() })
}

/// Answers questions about a game, and writes the answers.
struct Prover<'a, G: Playable> {
    game: &'a G,
    start: &'a G::State,
    /// Set to write the answers as proofs.
    write: bool,
    /// Receives the progress; the work continues while it returns true.
    tell: &'a (dyn Fn(ProofProgress) -> bool + Sync),
}

impl<G: Playable> Prover<'_, G> {
    /// Adds a claim, and its proof if it is to be written.
    fn add(
        &self,
        claim: Claim,
        strategy: &mut dyn Strategy<G>,
        result: &mut ProofResult,
    ) -> Result<(), Interrupted> {
        if self.write {
            let mut tell = |positions| (self.tell)(ProofProgress::Writes(claim, positions));
            result.parts.push(write(self.game, self.start, claim, result.merge, strategy, &mut tell)?);
        }
        result.claims.push(claim);
        Ok(())
    }

    /// Returns true if the game's own search finds that the player holds; adds the claim then.
    fn ask_whether_it_holds(
        &self,
        player: Player,
        memory: u64,
        result: &mut ProofResult,
    ) -> Result<bool, ProofError> {
        let Some(mut holding) = self.game.holding(player, memory) else { return Ok(false) };
        let go_on = |nodes| (self.tell)(ProofProgress::Holds(player, nodes));
        let mut visited = 0;
        let holds = holding.holds(self.start, &mut |nodes| {
            visited = nodes;
            go_on(nodes)
        });
        result.nodes += visited;
        if !holds.ok_or(ProofError::Stopped)? {
            return Ok(false);
        }
        let mut strategy = ByHolding { holding: &mut *holding, player, go_on: &go_on };
        self.add(Claim { player, goal: Goal::Holds }, &mut strategy, result)?;
        Ok(true)
    }

    /// Returns true if the attacker wins, by proof numbers; adds the claim.
    fn ask(
        &self,
        attacker: Player,
        options: &SearchOptions,
        checkpoint: Option<&Checkpoint<'_>>,
        result: &mut ProofResult,
    ) -> Result<bool, ProofError> {
        let seeks = |seeking| (self.tell)(ProofProgress::Seeks(attacker, seeking));
        let save = |table: &Table| checkpoint.is_none_or(|checkpoint| checkpoint.save_now_and_then(table));
        let search = Search::new(self.game, attacker, options.clone(), &seeks).saving(&save);
        checkpoint.map_or(Ok(()), |checkpoint| checkpoint.load(search.table()))?;
        let wins = search.settle(self.start, 0);
        checkpoint.map_or(Ok(()), |checkpoint| checkpoint.finish(search.table()))?;
        let added = wins.and_then(|wins| {
            let (player, goal) = if wins { (attacker, Goal::Wins) } else { (attacker.other(), Goal::Holds) };
            let claim = Claim { player, goal };
            self.add(claim, &mut ByNumbers::new(&search, claim), result)?;
            Ok(wins)
        });
        result.nodes += search.nodes();
        Ok(added?)
    }
}
