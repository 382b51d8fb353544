//! Forced wins within a number of plies, in games in which positions recur.
//!
//! With the plies left as part of the position, positions never recur, so this is a depth-first proof-number search
//! like the [other one](super::search), and not the search that goes deeper ply by ply which bots use. It finds long
//! wins well before it proves that there is no shorter one, as it follows the moves that leave the loser the fewest
//! answers, not the fewest plies. To prove that there is no win can take for ever: when the same positions recur, the
//! same work is counted many times.
//! Use [closed sets](super::least_fixpoint) for that.
//!
//! Positions are identified by 64-bit keys. If two of them share a key, a win may be wrong, and the checker rejects
//! the proof written of it.

use plywood_rules::random::mix;
use plywood_rules::{Interrupted, Player, Run, Symmetric, TacticalStatus, Tactics, Turn, moves_or_outcomes};

use super::numbers::{NumbersTable, ProofNumbers};
use super::weigh::{Sum, Weigh};

/// The greatest number of plies to search.
pub const MOST_PLIES: u32 = 256;

/// A search for wins of one player within a number of plies. It can be interrupted and resumed. Chance counts
/// as the opponent: a win holds whatever the dice show.
pub struct BoundedSearch<'g, G: Tactics> {
    game: &'g G,
    prover: Player,
    table: NumbersTable,
    nodes: u64,
    /// The number of positions visited at which it has to stop.
    last: u64,
    /// The winning move of the position of the prover's that was proved last.
    answer: Option<G::Move>,
}

/// The reasons for ending a visit early.
enum Unfinished {
    /// As many positions were visited as allowed.
    Spent,
    Stopped(Interrupted),
}

/// A position that a move leads to.
struct BoundedChild<G: Tactics> {
    mv: G::Move,
    state: G::State,
    key: u64,
    numbers: ProofNumbers,
}

/// Positions between two reports.
const REPORT: u64 = 1 << 12;

/// Hints decide positions up to two plies ahead without trying moves; with fewer plies left they are not used.
const SEEN: u32 = 2;

impl<'g, G: Tactics + Symmetric> BoundedSearch<'g, G> {
    /// A search for wins of `prover` that stores positions in `bytes` bytes.
    pub fn new(game: &'g G, prover: Player, bytes: u64) -> BoundedSearch<'g, G> {
        BoundedSearch {
            game,
            prover,
            table: NumbersTable::new(bytes),
            nodes: 0,
            last: u64::MAX,
            answer: None,
        }
    }

    /// The game.
    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    /// The player whose win is searched.
    pub fn prover(&self) -> Player {
        self.prover
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if the prover wins from `state` within `plies` plies, [`MOST_PLIES`] at most; `None` if that is
    /// open after about `visits` more positions.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn run(
        &mut self,
        state: &G::State,
        plies: u32,
        visits: u64,
        run: &Run<'_, u64>,
    ) -> Result<Option<bool>, Interrupted> {
        self.last = self.nodes.saturating_add(visits);
        let left = plies.min(MOST_PLIES);
        match self.visit(state, left, self.key(state, left), ProofNumbers::UNLIMITED, run) {
            Ok(numbers) => Ok(Some(numbers == ProofNumbers::WON)),
            Err(Unfinished::Spent) => Ok(None),
            Err(Unfinished::Stopped(interrupted)) => Err(interrupted),
        }
    }

    /// The winning move of the prover, who decides in `state` and has a proved win within `left` plies. `None`
    /// if two keys collided.
    pub(super) fn winning_move(
        &mut self,
        state: &G::State,
        left: u32,
        run: &Run<'_, u64>,
    ) -> Result<Option<G::Move>, Interrupted> {
        self.last = u64::MAX;
        self.answer = None;
        if self.look_into(state, left, self.key(state, left), ProofNumbers::UNLIMITED, run).is_err() {
            return Err(Interrupted);
        }
        Ok(self.answer)
    }

    fn key(&self, state: &G::State, left: u32) -> u64 {
        self.game.table_key(state) ^ mix(u64::from(left) + 1)
    }

    /// The numbers of a position that is decided without a search.
    fn at_once(&self, state: &G::State, left: u32) -> Option<ProofNumbers> {
        match self.game.turn(state).outcome() {
            Some(outcome) if outcome.utility(self.prover) == 1 => Some(ProofNumbers::WON),
            Some(_) => Some(ProofNumbers::FAILED),
            None => (left == 0).then_some(ProofNumbers::FAILED),
        }
    }

    /// Searches until one of the numbers reaches its limit.
    fn visit(
        &mut self,
        state: &G::State,
        left: u32,
        key: u64,
        limits: ProofNumbers,
        run: &Run<'_, u64>,
    ) -> Result<ProofNumbers, Unfinished> {
        if let Some(numbers) = self.at_once(state, left) {
            return Ok(numbers);
        }
        if let Some(numbers) = self.table.settled(key) {
            return Ok(numbers);
        }
        let before = self.nodes;
        let numbers = self.look_into(state, left, key, limits, run)?;
        self.table.note(key, numbers, self.nodes - before);
        Ok(numbers)
    }

    fn look_into(
        &mut self,
        state: &G::State,
        left: u32,
        key: u64,
        limits: ProofNumbers,
        run: &Run<'_, u64>,
    ) -> Result<ProofNumbers, Unfinished> {
        if self.nodes >= self.last {
            return Err(Unfinished::Spent);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT) {
            run.report(self.nodes).map_err(Unfinished::Stopped)?;
        }
        let turn = self.game.turn(state);
        let attacks = turn == Turn::Decision(self.prover);
        let mut moves = Vec::new();
        if turn == Turn::Chance || left <= SEEN {
            moves = moves_or_outcomes(self.game, state);
        } else {
            match self.game.candidates(state, &mut moves) {
                TacticalStatus::Lost if attacks => return Ok(ProofNumbers::FAILED),
                TacticalStatus::Lost => return Ok(ProofNumbers::WON),
                TacticalStatus::Wins if !attacks => return Ok(ProofNumbers::FAILED),
                // The winning move is among the moves, and is found there.
                TacticalStatus::Wins | TacticalStatus::Open => {}
            }
        }
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let child = self.game.child(state, mv);
            match self.at_once(&child, left - 1) {
                Some(ProofNumbers::WON) if attacks => {
                    self.answer = Some(mv);
                    return Ok(ProofNumbers::WON);
                }
                Some(ProofNumbers::FAILED) if !attacks => return Ok(ProofNumbers::FAILED),
                Some(_) => {}
                None => {
                    let key = self.key(&child, left - 1);
                    let numbers = self.numbers(&child, key);
                    children.push(BoundedChild { mv, state: child, key, numbers });
                }
            }
        }
        self.follow(attacks, &mut children, left, key, limits, run)
    }

    /// The stored numbers of a position, or else an estimate: the number of moves that the losing side has to
    /// answer.
    fn numbers(&self, state: &G::State, key: u64) -> ProofNumbers {
        if let Some(numbers) = self.table.numbers(key) {
            return numbers;
        }
        let Turn::Decision(player) = self.game.turn(state) else { return ProofNumbers::UNKNOWN };
        let moves = self.game.mobility(state, player).unwrap_or(1).max(1);
        ProofNumbers { proof: 1, disproof: moves }.seen_by(player == self.prover)
    }

    /// Visits children, the most promising first.
    fn follow(
        &mut self,
        attacks: bool,
        children: &mut [BoundedChild<G>],
        left: u32,
        key: u64,
        limits: ProofNumbers,
        run: &Run<'_, u64>,
    ) -> Result<ProofNumbers, Unfinished> {
        let limits = limits.seen_by(attacks);
        // ReplyEvaluator that have to be refuted are different work; moves of the prover mostly lead to the same.
        let how = if attacks { Sum::Greatest } else { Sum::All };
        loop {
            let mut weigh = Weigh::new(limits);
            for (at, child) in children.iter().enumerate() {
                weigh.add(at, child.numbers.seen_by(attacks), false);
            }
            let (own, best) = (weigh.numbers(how), weigh.best());
            let numbers = own.seen_by(attacks);
            if let Some(best) = best
                && numbers == ProofNumbers::WON
                && attacks
            {
                self.answer = Some(children[best].mv);
            }
            let Some(best) = best.filter(|_| !weigh.is_done(own)) else { return Ok(numbers) };
            self.table.note(key, numbers, 0);
            let child = &children[best];
            let (state, child_key) = (child.state.clone(), child.key);
            let limits = weigh.limits(own).seen_by(attacks);
            children[best].numbers = self.visit(&state, left - 1, child_key, limits, run)?;
        }
    }
}
