//! The winner of a game with recurring positions, found without visiting all of it: an on-the-fly fixpoint.
//!
//! A position is won for the *attacker* if that follows in finitely many steps from finished games: the least
//! fixpoint of "one move to a won position, where the attacker decides; all moves, where the *defender* does".
//! Liu and Smolka, "Simple linear-time algorithms for minimal fixed points" (ICALP 1998), find it for one
//! position by following only its current dependencies: all moves of the attacker, but one reply of the
//! defender, the next one only when that is refuted. A newly won position is reported to all that depend on it.
//!
//! The result does not depend on the path to a position, so repetitions need no special rule. If the start is
//! won, every won position rests on positions that were won before it, so moving to one of these is a strategy
//! that never cycles. If nothing is left to follow and the start is not won, the positions still followed form
//! a closed set, in which the defender always has a reply that stays inside.

use plywood_rules::{Interrupted, Notation, Playable, Player, Symmetric, TacticalStatus, Tactics, Turn};

use super::claim::{ProofClaim, ProofGoal};
use super::error::ProofError;
use super::positions::NumberedPositions;
use super::strategy::{Choice, Strategy};

/// Decides one question: does the attacker win from a position? The search can be interrupted and resumed.
pub struct FixpointSearch<'g, G: Symmetric> {
    game: &'g G,
    attacker: Player,
    positions: NumberedPositions,
    nodes: Vec<FixpointNode>,
    /// The dependencies between positions: the moves of an attacker form a chain.
    edges: Vec<Dependency>,
    /// Positions to visit, the next one last.
    open: Vec<u32>,
    /// Positions found to be won whose parents do not know it yet.
    won: Vec<u32>,
    /// The number of positions found to be won.
    order: u32,
    /// The number of times that moves were listed.
    visits: u64,
    /// The number of visits at the next tidying, and the number of tidyings so far.
    tidy_at: u64,
    round: u32,
    moves: Vec<G::Move>,
    answer: Option<bool>,
}

/// The answer at a position.
struct FixpointNode {
    kind: FixpointKind,
    /// In which order it was found that the attacker wins, from 1 on; 0 as long as that is not known.
    won: u32,
    /// The first edge to it.
    parents: u32,
    /// For an attacker, its moves among the edges; for a defender, the reply that is followed, or [`NONE`] if
    /// one leaves the attacker's reach at once.
    first: u32,
    count: u32,
    /// The last time that it was found to be followed.
    round: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FixpointKind {
    /// Not expanded yet.
    Open,
    Attacks,
    Defends,
}

/// A dependency of `parent` on `child`.
struct Dependency {
    parent: u32,
    child: u32,
    /// The next edge to the same child.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The least number of visits between two passes over everything that is followed.
const TIDY: u64 = 1 << 10;

impl<'g, G: Symmetric + Tactics + Notation> FixpointSearch<'g, G> {
    /// A search for a win of `attacker` from `start` on.
    ///
    /// # Errors
    /// [`ProofError::Chance`] if chance decides there.
    pub fn new(game: &'g G, attacker: Player, start: &G::State) -> Result<FixpointSearch<'g, G>, ProofError> {
        let mut search = FixpointSearch {
            game,
            attacker,
            positions: NumberedPositions::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            open: Vec::new(),
            won: Vec::new(),
            order: 0,
            visits: 0,
            tidy_at: TIDY,
            round: 0,
            moves: Vec::new(),
            answer: None,
        };
        search.answer = search.seen_at_once(start)?;
        if search.answer.is_none() {
            let at = search.number(start);
            search.open.push(at);
        }
        Ok(search)
    }

    /// The player whose win is searched.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Positions found, up to symmetry; without those that were decided at once.
    pub fn found(&self) -> u64 {
        self.positions.len() as u64
    }

    /// The number of times that the moves of a position were listed.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        let lists = self.nodes.capacity() * size_of::<FixpointNode>()
            + self.edges.capacity() * size_of::<Dependency>();
        self.positions.bytes() + (lists + (self.open.capacity() + self.won.capacity()) * 4) as u64
    }

    /// Returns true if the attacker wins, false if not, and `None` if that is open after `visits` more visits.
    ///
    /// # Errors
    /// [`ProofError::TooLarge`] if it takes more than `memory` bytes, [`ProofError::Chance`] if the game has
    /// chance.
    pub fn run(&mut self, visits: u64, memory: u64) -> Result<Option<bool>, ProofError> {
        let last = self.visits.saturating_add(visits);
        while self.answer.is_none() {
            while let Some(at) = self.won.pop() {
                self.tell_parents(at)?;
            }
            if self.nodes[0].won > 0 {
                self.answer = Some(true);
            } else if let Some(at) = self.next() {
                if self.visits >= last {
                    self.open.push(at);
                    return Ok(None);
                }
                if self.bytes() > memory || !self.has_room() {
                    return Err(ProofError::TooLarge { found: self.found() });
                }
                self.look_into(at)?;
            } else {
                self.answer = Some(false);
            }
        }
        Ok(self.answer)
    }

    /// The claim of a finished search: that the attacker wins, or that the defender holds.
    pub fn claim(&self) -> Option<ProofClaim> {
        let claim = |wins| match wins {
            true => ProofClaim { player: self.attacker, goal: ProofGoal::Wins },
            false => ProofClaim { player: self.attacker.other(), goal: ProofGoal::Holds },
        };
        self.answer.map(claim)
    }

    fn has_room(&self) -> bool {
        self.positions.has_room() && self.edges.len() < u32::MAX as usize / 2
    }

    /// The next position to visit. `None` if all that is followed has been visited.
    fn next(&mut self) -> Option<u32> {
        if self.visits >= self.tidy_at {
            self.tidy();
        }
        loop {
            while let Some(at) = self.open.pop() {
                if self.nodes[at as usize].kind == FixpointKind::Open && self.is_followed(at) {
                    return Some(at);
                }
            }
            // Abandoned positions below known ones may be followed again.
            self.tidy();
            if self.open.is_empty() {
                return None;
            }
        }
    }

    /// True if a position that is not won depends on this one now, judged from one move back.
    fn is_followed(&self, at: u32) -> bool {
        let mut edge = self.nodes[at as usize].parents;
        while edge != NONE {
            let Dependency { parent, next, .. } = self.edges[edge as usize];
            let parent = &self.nodes[parent as usize];
            if parent.won == 0 && (parent.kind == FixpointKind::Attacks || parent.first == at) {
                return true;
            }
            edge = next;
        }
        at == 0
    }

    /// Visits everything that the start depends on now, and opens the unexpanded positions among it: whole
    /// regions are abandoned when one of many moves refutes a reply. The next pass comes after as many visits
    /// as this pass took, so the passes at most double the time.
    fn tidy(&mut self) {
        self.round += 1;
        self.open.clear();
        let mut followed = 1;
        let mut left = vec![0];
        self.nodes[0].round = self.round;
        while let Some(at) = left.pop() {
            let node = &self.nodes[at as usize];
            let children = match node.kind {
                FixpointKind::Open => {
                    self.open.push(at);
                    continue;
                }
                FixpointKind::Attacks => node.first..node.first + node.count,
                FixpointKind::Defends if node.first == NONE => continue,
                FixpointKind::Defends => node.count..node.count + 1,
            };
            for edge in children {
                let child = self.edges[edge as usize].child;
                let node = &mut self.nodes[child as usize];
                if node.round < self.round {
                    node.round = self.round;
                    followed += 1;
                    left.push(child);
                }
            }
        }
        self.tidy_at = self.visits + TIDY.max(followed);
    }

    /// The number of a position that is depended on.
    fn number(&mut self, state: &G::State) -> u32 {
        let (at, is_new) = self.positions.number(self.game, state);
        if is_new {
            let node = FixpointNode {
                kind: FixpointKind::Open,
                won: 0,
                parents: NONE,
                first: NONE,
                count: 0,
                round: 0,
            };
            self.nodes.push(node);
        }
        at
    }

    fn depend(&mut self, parent: u32, child: u32) {
        let node = &mut self.nodes[child as usize];
        self.edges.push(Dependency { parent, child, next: node.parents });
        node.parents = self.edges.len() as u32 - 1;
        if node.kind == FixpointKind::Open {
            self.open.push(child);
        }
    }

    /// True if the attacker wins, if that is decided without a search.
    fn seen_at_once(&mut self, state: &G::State) -> Result<Option<bool>, ProofError> {
        let attacks = match self.game.turn(state) {
            Turn::Over(outcome) => return Ok(Some(outcome.utility(self.attacker) == 1)),
            Turn::Chance => return Err(ProofError::Chance),
            Turn::Decision(player) => player == self.attacker,
        };
        let start = self.moves.len();
        let status = self.game.candidates(state, &mut self.moves);
        self.moves.truncate(start);
        Ok(match status {
            TacticalStatus::Wins => Some(attacks),
            TacticalStatus::Lost => Some(!attacks),
            TacticalStatus::Open => None,
        })
    }

    fn look_into(&mut self, at: u32) -> Result<(), ProofError> {
        let Some(state) = self.positions.state(self.game, at) else { return Err(ProofError::Unreadable) };
        if self.game.turn(&state) != Turn::Decision(self.attacker) {
            return self.follow_reply(at, &state);
        }
        self.visits += 1;
        self.moves.clear();
        self.game.candidates(&state, &mut self.moves);
        let first = self.edges.len() as u32;
        let mut children = Vec::with_capacity(self.moves.len());
        for place in 0..self.moves.len() {
            let child = self.game.child(&state, self.moves[place]);
            match self.seen_at_once(&child)? {
                Some(true) => {
                    self.is_won(at);
                    children.clear();
                    break;
                }
                Some(false) => {}
                None => {
                    let mobility = self.game.mobility(&child, self.attacker.other()).unwrap_or(0);
                    children.push((mobility, child));
                }
            }
        }
        // The last one is expanded first: the one that leaves the defender the fewest moves.
        children.sort_by_key(|&(mobility, _)| std::cmp::Reverse(mobility));
        for (_, child) in children {
            let child = self.number(&child);
            if self.nodes[child as usize].won > 0 {
                self.is_won(at);
                break;
            }
            self.depend(at, child);
        }
        let node = &mut self.nodes[at as usize];
        (node.kind, node.first, node.count) = (FixpointKind::Attacks, first, self.edges.len() as u32 - first);
        Ok(())
    }

    /// Follows a reply that is not refuted: one to a known position if there is one, else the one that leaves
    /// the attacker the fewest moves.
    fn follow_reply(&mut self, at: u32, state: &G::State) -> Result<(), ProofError> {
        self.visits += 1;
        self.moves.clear();
        self.game.candidates(state, &mut self.moves);
        let mut best: Option<((bool, u32), G::State)> = None;
        self.nodes[at as usize].kind = FixpointKind::Defends;
        for place in 0..self.moves.len() {
            let child = self.game.child(state, self.moves[place]);
            match self.seen_at_once(&child)? {
                Some(true) => continue,
                Some(false) => {
                    self.nodes[at as usize].first = NONE;
                    return Ok(());
                }
                None => {}
            }
            let known = self.positions.find(self.game, &child).map(|child| &self.nodes[child as usize]);
            if known.is_some_and(|node| node.won > 0) {
                continue;
            }
            let is_new = known.is_none_or(|node| node.kind == FixpointKind::Open);
            let rank = (is_new, self.game.mobility(&child, self.attacker).unwrap_or(0));
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, child));
            }
        }
        match best {
            None => self.is_won(at),
            Some((_, child)) => {
                let child = self.number(&child);
                let edge = self.edges.len() as u32;
                self.depend(at, child);
                let node = &mut self.nodes[at as usize];
                (node.first, node.count) = (child, edge);
            }
        }
        Ok(())
    }

    fn is_won(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        if node.won == 0 {
            self.order += 1;
            node.won = self.order;
            self.won.push(at);
        }
    }

    /// Reports the win of a position to those that depend on it.
    fn tell_parents(&mut self, at: u32) -> Result<(), ProofError> {
        let mut edge = self.nodes[at as usize].parents;
        while edge != NONE {
            let Dependency { parent, next, .. } = self.edges[edge as usize];
            let node = &self.nodes[parent as usize];
            if node.won == 0 {
                if node.kind == FixpointKind::Attacks {
                    self.is_won(parent);
                } else if node.first == at {
                    let Some(state) = self.positions.state(self.game, parent) else {
                        return Err(ProofError::Unreadable);
                    };
                    self.follow_reply(parent, &state)?;
                }
            }
            edge = next;
        }
        Ok(())
    }
}

impl<G: Playable> FixpointSearch<'_, G> {
    /// The rank of moving to `child` from position `at`, to reach the goal of `claim`: the least is best. `None` if the
    /// goal is then out of reach.
    fn rank(&mut self, claim: ProofClaim, at: Option<u32>, child: &G::State) -> Option<u32> {
        let wins = claim.goal == ProofGoal::Wins;
        // The end comes before other positions: a win that is detected at once may take several plies.
        if let Turn::Over(outcome) = self.game.turn(child) {
            return match outcome.utility(claim.player) {
                1 => Some(0),
                0 if !wins => Some(1),
                _ => None,
            };
        }
        if let Some(attacker_wins) = self.seen_at_once(child).ok()? {
            return (attacker_wins == wins).then_some(2);
        }
        let number = self.positions.find(self.game, child)?;
        if wins {
            let won = self.nodes[number as usize].won;
            return (won > 0).then_some(2 + won);
        }
        let node = &self.nodes[at? as usize];
        (node.kind == FixpointKind::Defends && node.first == number).then_some(3)
    }
}

/// The strategy of a finished search: the attacker's, if it wins, or else the defender's. It covers all positions that
/// it leads to from the start, and their images.
///
/// An attacker moves to the position that was won first, which was before its own: every move brings the end
/// nearer. A defender makes the reply that is followed.
impl<G: Playable> Strategy<G> for FixpointSearch<'_, G> {
    fn choose(&mut self, game: &G, state: &G::State, _plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        let claim = self.claim().expect("a finished search has a strategy");
        let at = self.positions.find(game, state);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let mut best = (u32::MAX, moves[0]);
        for mv in moves {
            if let Some(rank) = self.rank(claim, at, &game.child(state, mv))
                && rank < best.0
            {
                best = (rank, mv);
            }
        }
        debug_assert!(best.0 < u32::MAX, "there is an answer wherever it is asked for one: {state:?}");
        Ok(Choice::Move(best.1))
    }
}
