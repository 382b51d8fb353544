//! Strategies by the exact values that a game's own solver finds.

use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::{Interrupted, Playable, Proved, Run, TacticalStatus, Value};
use rustc_hash::FxHashSet;

use super::claim::{ProofClaim, ProofGoal};
use super::strategy::{Choice, Defence, Strategy, obvious};

/// The strategy by which a player reaches a goal. Of the moves that do, it prefers one to a position that it has moved to before,
/// and then one that leaves the fewest replies: both make a proof smaller, and no value of a move but that it reaches the goal has
/// to be known.
pub struct ByValues<'s, G: Playable> {
    solver: &'s dyn ExactSolver<G>,
    claim: ProofClaim,
    /// The plies after the start within which a win has to be complete.
    within: u32,
    /// The keys of the positions that it has moved to.
    known: FxHashSet<u64>,
    /// Receives the number of positions searched for a move.
    run: &'s Run<'s, u64>,
}

impl<'s, G: Playable> ByValues<'s, G> {
    /// The strategy for this claim; a win is complete `within` plies after the start.
    pub fn new(
        solver: &'s dyn ExactSolver<G>,
        claim: ProofClaim,
        within: u32,
        run: &'s Run<'s, u64>,
    ) -> ByValues<'s, G> {
        ByValues { solver, claim, within, known: FxHashSet::default(), run }
    }

    /// True if the prover reaches the goal from `child`, to which a move leads after this many plies.
    fn leads(&self, game: &G, child: &G::State, plies: u32) -> Result<bool, Interrupted> {
        let goal = match self.claim.goal {
            ProofGoal::Holds => Proved::Draw,
            ProofGoal::Wins => Proved::Loss { plies: self.within - plies },
        };
        if game.turn(child).outcome().is_some() {
            // It is a draw: candidates would have shown a win.
            return Ok(goal == Proved::Draw);
        }
        let (leads, _) = self.solver.is_at_most(child, Value::Proved(goal), u64::MAX, self.run);
        leads.ok_or(Interrupted)
    }
}

impl<G: Playable> Strategy<G> for ByValues<'_, G> {
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        let moves = match obvious(game, state, self.defend(game, state)) {
            Ok(choice) => return Ok(choice),
            Err(moves) => moves,
        };
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
        let ProofClaim { player, goal } = self.claim;
        let pairs = if goal == ProofGoal::Holds { game.pairing(state, player) } else { None };
        pairs.map_or(Defence::Each, Defence::Pairs)
    }
}
