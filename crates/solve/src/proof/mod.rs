//! Proofs: the winner with a strategy, for games too large for a table, but not for a proof.
//!
//! [`prove`] searches for a win of either player, and writes the result as a file ([`write`](mod@write)) that a
//! checker can follow with the rules alone. If no position recurs, it uses proof numbers ([`search`]), before them a search of the
//! game's own for a player who holds, and exact values if the game has a solver of its own; otherwise it alternates between closed sets and short wins ([`cycles`]).

mod by_connections;
mod by_holding;
mod by_numbers;
mod by_values;
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

use std::sync::atomic::{AtomicU64, Ordering};

use plywood_rules::hints::solver::{ExactSolver, ExactValue};
use plywood_rules::{Interrupted, Playable, Player, Proved, Run, Trace, Turn, Value};

use self::by_connections::ByConnections;
use self::by_holding::ByHolding;
use self::by_numbers::ByNumbers;
use self::by_values::ByValues;
use self::checkpoint::{Checkpoint, CheckpointStore};
pub use self::claim::{ProofClaim, ProofGoal};
pub use self::error::ProofError;
use self::numbers::NumbersTable;
pub use self::numbers::ProofNumbers;
use self::search::{ProofNumberSearch, REPORT, SearchOptions, SearchProgress};
pub use self::strategy::{Choice, Defence, Pairs, Strategy};
pub use self::write::ProofResult;
use self::write::write;

/// The progress of a proof.
#[derive(Clone, Copy, Debug)]
pub enum ProofProgress {
    /// Solving a position with the game's own solver; the positions searched so far.
    Solves(u64),
    /// Searching for a win of this player.
    Seeks(Player, SearchProgress),
    /// Searching for whether this player holds, by the game's own search; the positions visited so far.
    Holds(Player, u64),
    /// Writing a claim; the number of positions so far.
    Writes(ProofClaim, u64),
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

/// Settles the winner from `start`; the proof is the same however many threads there are. With `write` it writes the proof, which
/// takes a little longer and room for every position of the proof; where positions recur it is written in any case. With a `store` it resumes an earlier search for
/// the same question, and saves every few minutes and whenever one question is answered or abandoned; such a search is always
/// one by proof numbers.
///
/// # Errors
/// If the game cannot be settled in this way, or the store fails.
pub fn prove<G: Playable>(
    game: &G,
    start: &G::State,
    write: bool,
    mut store: Option<&mut dyn CheckpointStore>,
    run: &Run<'_, ProofProgress>,
) -> Result<ProofResult, ProofError> {
    if game.has_chance() {
        return Err(ProofError::Chance);
    }
    if recurs(game, start) {
        if store.is_some() {
            return Err(ProofError::NotKept);
        }
        let tell = |progress| (run.progress)(ProofProgress::Settles(progress));
        return cycles::settle(game, start, &run.with(&tell));
    }
    if store.is_none()
        && let Turn::Decision(mover) = game.turn(start)
        && let Some(connecting) = game.specialists().connecting
        && let Some(solver) = (connecting.prover)(game, run.memory as usize)
    {
        return Ok(by_connections(game, start, mover, &*solver, write, run));
    }
    if store.is_none()
        && let Turn::Decision(mover) = game.turn(start)
        && let Some(new) = game.specialists().solver
    {
        let solver = new(game, run.memory as usize, run.threads);
        // Points are no question of a proof, and one that only knows who wins has a reason for it that is no part of a proof yet.
        if !solver.counts_points() && solver.has_distance(&game.initial()) {
            return Ok(by_values(game, start, mover, &*solver, write, run));
        }
    }
    let merge = merged_plies(game.symmetries());
    let prover = Prover { game, start, write, run };
    let options = SearchOptions { merge, report: REPORT };
    let mut result = ProofResult { merge, ..ProofResult::default() };
    let first = game.turn(start).player().unwrap_or(Player::First);
    for attacker in [first, first.other()] {
        let checkpoint =
            store.as_deref_mut().map(|store| Checkpoint::new(store, game, start, merge, attacker));
        let holds = match checkpoint {
            Some(_) => Ok(false),
            None => prover.ask_whether_it_holds(attacker.other(), &mut result),
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

/// Two images are merged for as long as games last.
const ALWAYS: u32 = 64;

/// Settles a position where `mover` decides by its exact value: a win by the fewest plies, or both hold.
fn by_values<G: Playable>(
    game: &G,
    start: &G::State,
    mover: Player,
    solver: &dyn ExactSolver<G>,
    write: bool,
    run: &Run<'_, ProofProgress>,
) -> ProofResult {
    let solves = |nodes| (run.progress)(ProofProgress::Solves(nodes));
    let tell = |so_far: ExactValue| solves(so_far.nodes);
    let found = solver.solve(start, &run.with(&tell));
    let symmetries = game.symmetries();
    let merge = if symmetries > 2 { merged_plies(symmetries) } else { ALWAYS };
    let mut result = ProofResult { merge, nodes: found.nodes, ..ProofResult::default() };
    let claim = |player, goal| ProofClaim { player, goal };
    let (claims, within) = match found.value.filter(|_| found.exact_plies).and_then(Value::proved) {
        Some(Proved::Win { plies }) => (vec![claim(mover, ProofGoal::Wins)], plies),
        Some(Proved::Loss { plies }) => (vec![claim(mover.other(), ProofGoal::Wins)], plies),
        Some(Proved::Draw) => {
            ([mover.other(), mover].map(|player| claim(player, ProofGoal::Holds)).to_vec(), 0)
        }
        None => return ProofResult { interrupted: true, ..result },
    };
    let prover = Prover { game, start, write, run };
    let run = run.with(&solves);
    for claim in claims {
        let mut strategy = ByValues::new(solver, claim, within, &run);
        if prover.add(claim, &mut strategy, &mut result).is_err() {
            result.interrupted = true;
            break;
        }
    }
    result
}

/// Settles a position where `mover` decides by its winner, who wins by connections.
fn by_connections<G: Playable>(
    game: &G,
    start: &G::State,
    mover: Player,
    solver: &dyn ExactSolver<G>,
    write: bool,
    run: &Run<'_, ProofProgress>,
) -> ProofResult {
    let solves = |nodes| (run.progress)(ProofProgress::Solves(nodes));
    let prover = Prover { game, start, write, run };
    let run = run.with(&solves);
    let (fails, nodes) = solver.is_at_most(start, Value::Proved(Proved::Draw), u64::MAX, &run);
    let mut result = ProofResult { nodes, ..ProofResult::default() };
    let Some(fails) = fails else { return ProofResult { interrupted: true, ..result } };
    let player = if fails { mover.other() } else { mover };
    let claim = ProofClaim { player, goal: ProofGoal::Wins };
    result.interrupted = prover.add(claim, &mut ByConnections { solver, run: &run }, &mut result).is_err();
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

/// Searches for a win of `attacker` from `start`, with one searcher, until about `nodes` positions are visited; reports about a
/// hundred times on the way. Records the state of the search then ([`ProofNumberSearch::show`]).
///
/// # Errors
/// If proof numbers do not suit the game.
pub fn show<G: Playable>(
    game: &G,
    start: &G::State,
    attacker: Player,
    nodes: u64,
    run: &Run<'_, SearchProgress>,
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
    let stop = run.stop.part();
    let tell = |so_far: SearchProgress| {
        if so_far.nodes >= nodes {
            stop.raise();
        }
        (run.progress)(so_far);
    };
    let run = Run { stop: stop.clone(), threads: 1, ..run.with(&tell) };
    let search = ProofNumberSearch::new(game, attacker, SearchOptions { merge, report }, &run);
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
    run: &'a Run<'a, ProofProgress>,
}

impl<G: Playable> Prover<'_, G> {
    /// Adds a claim, and its proof if it is to be written.
    fn add(
        &self,
        claim: ProofClaim,
        strategy: &mut dyn Strategy<G>,
        result: &mut ProofResult,
    ) -> Result<(), Interrupted> {
        if self.write {
            let tell = |positions| (self.run.progress)(ProofProgress::Writes(claim, positions));
            let run = self.run.with(&tell);
            result.parts.push(write(self.game, self.start, claim, result.merge, strategy, &run)?);
        }
        result.claims.push(claim);
        Ok(())
    }

    /// Returns true if the game's own search finds that the player holds; adds the claim then.
    fn ask_whether_it_holds(&self, player: Player, result: &mut ProofResult) -> Result<bool, ProofError> {
        let new = self.game.specialists().holding;
        let Some(mut holding) = new.and_then(|new| new(self.game, player, self.run.memory)) else {
            return Ok(false);
        };
        let visited = AtomicU64::new(0);
        let tell = |nodes| {
            visited.store(nodes, Ordering::Relaxed);
            (self.run.progress)(ProofProgress::Holds(player, nodes));
        };
        let run = self.run.with(&tell);
        let holds = holding.holds(self.start, &run);
        result.nodes += visited.load(Ordering::Relaxed);
        if !holds? {
            return Ok(false);
        }
        let mut strategy = ByHolding { holding: &mut *holding, player, run: &run };
        self.add(ProofClaim { player, goal: ProofGoal::Holds }, &mut strategy, result)?;
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
        let seeks = |seeking| (self.run.progress)(ProofProgress::Seeks(attacker, seeking));
        let run = self.run.with(&seeks);
        let save =
            |table: &NumbersTable| checkpoint.is_none_or(|checkpoint| checkpoint.save_now_and_then(table));
        let search = ProofNumberSearch::new(self.game, attacker, options.clone(), &run).saving(&save);
        checkpoint.map_or(Ok(()), |checkpoint| checkpoint.load(search.table()))?;
        let wins = search.settle(self.start, 0);
        checkpoint.map_or(Ok(()), |checkpoint| checkpoint.finish(search.table()))?;
        let added = wins.and_then(|wins| {
            let (player, goal) =
                if wins { (attacker, ProofGoal::Wins) } else { (attacker.other(), ProofGoal::Holds) };
            let claim = ProofClaim { player, goal };
            self.add(claim, &mut ByNumbers::new(&search, claim), result)?;
            Ok(wins)
        });
        result.nodes += search.nodes();
        Ok(added?)
    }
}
