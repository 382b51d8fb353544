//! Proofs of games on boards of columns, by exact values.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;
use plywood_rules::{AsColumns, Playable, Player, Proved, Stop, TacticalStatus};
use rustc_hash::FxHashSet;

use super::claim::{Claim, Goal};
use super::error::Interrupted;
use super::strategy::{Choice, Defence, Strategy};
use super::write::{ProofResult, write};
use crate::columns::{ColumnSolver, ColumnValue};

/// The progress of a proof by exact values.
#[derive(Clone, Copy, Debug)]
pub enum ColumnsProgress {
    /// Solving a position; the positions searched so far.
    Solves(u64),
    /// Writing a claim; the number of positions so far.
    Writes(Claim, u64),
}

/// Images are merged for as long as games last: there are two at most.
const MERGE: u32 = 64;

/// Solves `start`, where `mover` decides, and if asked for writes the strategies: of a win by the fewest plies, or of both to hold.
///
/// # Errors
/// If it was stopped while writing.
pub fn settle<G: Playable>(
    game: &G,
    start: &G::State,
    mover: Player,
    (columns, solver): (AsColumns<G>, ColumnSolver),
    writes: bool,
    go_on: &mut (dyn FnMut(ColumnsProgress) -> bool + Send),
) -> Result<ProofResult, Interrupted> {
    let flag = Arc::new(AtomicBool::new(false));
    let mut tell = |so_far: ColumnValue| {
        if !go_on(ColumnsProgress::Solves(so_far.nodes)) {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let found = solver.solve((columns.marks)(start), &Stop::on(Arc::clone(&flag)), &mut tell);
    let mut result = ProofResult { merge: MERGE, nodes: found.nodes, ..ProofResult::default() };
    let (claims, within) = match found.value.filter(|_| found.exact_plies) {
        None => return Ok(ProofResult { interrupted: true, ..result }),
        Some(Proved::Draw) => {
            ([mover.other(), mover].map(|player| Claim { player, goal: Goal::Holds }).to_vec(), 0)
        }
        Some(Proved::Win { plies }) => (vec![Claim { player: mover, goal: Goal::Wins }], plies),
        Some(Proved::Loss { plies }) => (vec![Claim { player: mover.other(), goal: Goal::Wins }], plies),
    };
    let go_on = Mutex::new(go_on);
    let tell = |progress| lock(&go_on)(progress);
    for claim in claims {
        result.claims.push(claim);
        if writes {
            let known = FxHashSet::default();
            let mut strategy = ByColumns { columns, solver: &solver, claim, within, known, tell: &tell };
            let mut writing = |positions| tell(ColumnsProgress::Writes(claim, positions));
            result.parts.push(write(game, start, claim, MERGE, &mut strategy, &mut writing)?);
        }
    }
    Ok(result)
}

/// The strategy by which a player reaches a goal. Of the moves that do, it prefers one to a position that it has moved to before,
/// and then one that leaves the fewest replies: both make a proof smaller, and no value of a move but that it reaches the goal has
/// to be known.
struct ByColumns<'s, G: Playable> {
    columns: AsColumns<G>,
    solver: &'s ColumnSolver,
    claim: Claim,
    /// The plies after the start within which a win has to be complete.
    within: u32,
    /// The keys of the positions that it has moved to.
    known: FxHashSet<u64>,
    tell: &'s dyn Fn(ColumnsProgress) -> bool,
}

impl<G: Playable> ByColumns<'_, G> {
    /// True if the prover reaches the goal from `child`, to which a move leads after this many plies.
    fn leads(&self, game: &G, child: &G::State, plies: u32) -> Result<bool, Interrupted> {
        let goal = match self.claim.goal {
            Goal::Holds => Proved::Draw,
            Goal::Wins => Proved::Loss { plies: self.within - plies },
        };
        if game.turn(child).outcome().is_some() {
            // It is a draw: candidates would have shown a win.
            return Ok(goal == Proved::Draw);
        }
        let mut go_on = |nodes| (self.tell)(ColumnsProgress::Solves(nodes));
        let (leads, _) = self.solver.is_at_most((self.columns.marks)(child), goal, &mut go_on);
        leads.ok_or(Interrupted)
    }
}

impl<G: Playable> Strategy<G> for ByColumns<'_, G> {
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        if let Defence::Pairs(pairs) = self.defend(game, state) {
            return Ok(Choice::Pairs(pairs));
        }
        let mut moves = Vec::new();
        if game.candidates(state, &mut moves) != TacticalStatus::Open || moves.len() == 1 {
            return Ok(Choice::Move(moves[0]));
        }
        let middle = moves.len() / 2;
        let weigh = |(at, &mv): (usize, &G::Move)| {
            let child = game.child(state, mv);
            let mut replies = Vec::new();
            let is_lost = game.candidates(&child, &mut replies) == TacticalStatus::Lost;
            let replies = if is_lost { 0 } else { replies.len() };
            let key = game.table_key(&child);
            (!self.known.contains(&key), replies, at.abs_diff(middle), at, key, child, mv)
        };
        let mut weighed: Vec<_> = moves.iter().enumerate().map(weigh).collect();
        weighed.sort_unstable_by_key(|&(is_new, replies, from_middle, at, ..)| {
            (is_new, replies, from_middle, at)
        });
        for (.., key, child, mv) in weighed {
            if self.leads(game, &child, plies + 1)? {
                self.known.insert(key);
                return Ok(Choice::Move(mv));
            }
        }
        // There is one, unless the solver is wrong: then the checker will reject the proof.
        Ok(Choice::Move(moves[0]))
    }

    /// A player who cannot lose any more holds with any move.
    fn defend(&mut self, game: &G, state: &G::State) -> Defence<G::Move> {
        let Claim { player, goal } = self.claim;
        let pairs = if goal == Goal::Holds { game.pairing(state, player) } else { None };
        pairs.map_or(Defence::Each, Defence::Pairs)
    }
}
