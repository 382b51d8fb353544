//! The walk for one claim: through the game by its rules, with the prover's decisions read from the file.
//!
//! 1. Where the game is over, the claim has to be true.
//! 2. A position that was visited before is not walked through again. If it is to be won, it has to be
//!    complete by then, or else the win would rest on itself; to hold a game, cycles are allowed.
//! 3. Chance and the opponent may do what they like: all of it is walked through, but for replies of the opponent's that
//!    the file answers together by a line ([`crate::lines`]), and where it says by which pairs the prover holds or by which
//!    connections the prover wins.
//! 4. Where the prover decides, the file says the move, or pairs.
//!
//! There is no recursion, because play may be longer than any stack; and no memory is reserved for what the
//! file only announces.

use std::collections::hash_map::Entry;

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::{Outcome, Playable, Turn};
use rustc_hash::FxHashMap;

use crate::claim::{Claim, Goal};
use crate::head::Head;
use crate::lines::LineFollower;
use crate::numbers::NumberReader;
use crate::refusal::{ProofFault, Refusal, Whereabouts};
use crate::watch::{LineStep, ProofVisitor};
use crate::work::{CheckRun, Unchecked};

/// The mark for the plies of a win that was entered and is not complete.
const OPEN: u32 = u32::MAX;

/// The ways to answer the opponent's replies: one by one, some of them together, all by pairs, or all by connections.
const ONE_BY_ONE: u32 = 0;
const TOGETHER: u32 = 1;
const BY_PAIRS: u32 = 2;
const BY_CONNECTIONS: u32 = 3;

/// The walk for one claim.
pub struct Walk<'a, G: Playable> {
    game: &'a G,
    claim: Claim,
    /// The version of the format.
    version: u32,
    /// Positions are merged up to symmetry for this many plies after the start.
    merge: u32,
    numbers: NumberReader<'a>,
    /// All positions entered so far. Of a claim to win: the plies within which it is won from there, or [`OPEN`].
    known: FxHashMap<G::State, u32>,
    /// The positions from the start to the one that the walk is at.
    path: Vec<WalkNode<G>>,
    /// The moves to be walked through of all positions on the path, one after the other.
    moves: Vec<G::Move>,
    /// The plies of the longest play from the start.
    longest: u32,
    lines: LineFollower<'a, G>,
    watch: &'a mut dyn ProofVisitor<G>,
}

/// A position on the path.
struct WalkNode<G: Playable> {
    state: G::State,
    /// The index of its first move, and of the next one.
    first: usize,
    next: usize,
    /// The way to answer the replies to its moves, if those are the opponent's.
    way: u32,
    /// The plies of the longest play seen so far.
    plies: u32,
}

impl<'a, G: Playable> Walk<'a, G> {
    pub fn new(
        game: &'a G,
        claim: Claim,
        head: &Head,
        part: &'a [u8],
        watch: &'a mut dyn ProofVisitor<G>,
    ) -> Walk<'a, G> {
        Walk {
            game,
            claim,
            version: head.version,
            merge: head.merge,
            numbers: NumberReader::new(part),
            known: FxHashMap::default(),
            path: Vec::new(),
            moves: Vec::new(),
            longest: 0,
            lines: LineFollower::new(game, claim.player),
            watch,
        }
    }

    /// Walks through all that can follow `start`. Returns the plies of the longest play, if the claim is to win.
    pub fn run(mut self, start: &G::State, work: &mut CheckRun<'_>) -> Result<u32, Refusal> {
        self.begin(start, work).map_err(|halt| self.refusal(halt, start))?;
        let mut left = self.numbers.left();
        while let Some(node) = self.path.last_mut() {
            work.step()?;
            let Some(&mv) = self.moves.get(node.next) else {
                self.leave();
                continue;
            };
            node.next += 1;
            let (child, way) = (self.game.child(&node.state, mv), node.way);
            self.visit(&child, way, work).map_err(|halt| self.refusal(halt, &child))?;
            work.progress.read += left - self.numbers.left();
            left = self.numbers.left();
        }
        match left {
            0 => Ok(self.longest),
            left => Err(Refusal::LeftOver { claim: self.claim, left }),
        }
    }

    /// If the opponent decides at the start, no move of the prover has set the way to answer replies yet.
    fn begin(&mut self, start: &G::State, work: &mut CheckRun<'_>) -> Result<(), Unchecked<ProofFault>> {
        let all = self.numbers.left();
        let way = if self.is_opponents(start) { self.numbers.next()? } else { ONE_BY_ONE };
        self.visit(start, way, work)?;
        work.progress.read += all - self.numbers.left();
        Ok(())
    }

    /// Enters `state`, where the moves on the path lead, if it is not over and not known.
    fn visit(
        &mut self,
        state: &G::State,
        way: u32,
        work: &mut CheckRun<'_>,
    ) -> Result<(), Unchecked<ProofFault>> {
        if way >= self.ways() {
            return Err(ProofFault::NoWay(way).into());
        }
        if way != ONE_BY_ONE && !self.is_opponents(state) {
            return Err(ProofFault::NoReplies.into());
        }
        let turn = self.game.turn(state);
        if let Turn::Over(outcome) = turn {
            self.reach(0);
            return if self.is_true_of(outcome) { Ok(()) } else { Err(ProofFault::False.into()) };
        }
        let ply = self.path.len();
        match self.known.entry(key(self.game, state, ply, self.merge)) {
            Entry::Occupied(_) if way != ONE_BY_ONE => return Err(ProofFault::NoReplies.into()),
            Entry::Occupied(known) if *known.get() == OPEN => return Err(ProofFault::Circle.into()),
            Entry::Occupied(known) => {
                let plies = *known.get();
                self.reach(plies);
                return Ok(());
            }
            Entry::Vacant(place) => {
                self.watch.enter(state, place.key(), ply as u32);
                place.insert(if self.claim.goal == Goal::Wins { OPEN } else { 0 });
            }
        }
        work.progress.positions += 1;
        let first = self.moves.len();
        let mut node = WalkNode { state: state.clone(), first, next: first, way: ONE_BY_ONE, plies: 0 };
        match turn {
            Turn::Decision(player) if player == self.claim.player => node.way = self.decide(state)?,
            Turn::Decision(_) if way == BY_PAIRS => self.pairs(state)?,
            Turn::Decision(_) if way == BY_CONNECTIONS => node.plies = self.connections(state, work)?,
            Turn::Decision(_) => {
                self.game.legal_moves(state, &mut self.moves);
                if way == TOGETHER {
                    node.plies = self.together(state, first, work)?;
                }
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.chance_outcomes(state, &mut outcomes);
                self.moves.extend(outcomes.iter().map(|&(outcome, _)| outcome));
            }
            Turn::Over(_) => {}
        }
        self.path.push(node);
        Ok(())
    }

    /// Completes the last position on the path.
    fn leave(&mut self) {
        let Some(node) = self.path.pop() else { return };
        self.moves.truncate(node.first);
        if self.claim.goal == Goal::Wins {
            self.known.insert(key(self.game, &node.state, self.path.len(), self.merge), node.plies);
        }
        self.watch.leave(node.plies);
        self.reach(node.plies);
    }

    /// Reaches a position from which play continues for at most `plies` plies.
    fn reach(&mut self, plies: u32) {
        match self.path.last_mut() {
            Some(node) => node.plies = node.plies.max((plies + 1).min(OPEN - 1)),
            None => self.longest = plies,
        }
    }

    /// Reads what the prover plays, which becomes the only move here, and how the replies to it are answered; or pairs.
    fn decide(&mut self, state: &G::State) -> Result<u32, ProofFault> {
        let number = match self.numbers.next()? {
            0 => return self.pairs(state).map(|()| ONE_BY_ONE),
            number => number - 1,
        };
        let (place, first) = (number / self.ways(), self.moves.len());
        self.game.legal_moves(state, &mut self.moves);
        let count = self.moves.len() - first;
        if place as usize >= count {
            return Err(ProofFault::NoMove { place, count });
        }
        self.moves.swap(first, first + place as usize);
        self.moves.truncate(first + 1);
        self.watch.play(self.moves[first]);
        Ok(number % self.ways())
    }

    /// The number of ways to answer replies in this version of the format.
    fn ways(&self) -> u32 {
        if self.version == 1 { BY_CONNECTIONS } else { BY_CONNECTIONS + 1 }
    }

    /// Reads how connections follow from each other, the last of which wins. Returns the most plies that this takes.
    fn connections(
        &mut self,
        state: &G::State,
        work: &mut CheckRun<'_>,
    ) -> Result<u32, Unchecked<ProofFault>> {
        let mut steps = Vec::new();
        for at in 0..self.numbers.next()? {
            work.connection()?;
            let captures = u32::from(self.version > 2);
            let step = match self.numbers.next()? {
                0 => ConnectionStep::Touch([self.numbers.next()? as usize, self.numbers.next()? as usize]),
                1 => ConnectionStep::And([self.earlier(at)?, self.earlier(at)?]),
                2 if captures == 1 => {
                    let cells = [self.numbers.next()? as usize, self.numbers.next()? as usize];
                    let (of, mut stones) = (self.earlier(at)?, Vec::new());
                    for _ in 0..self.numbers.next()? {
                        stones.push(self.numbers.next()? as usize);
                    }
                    ConnectionStep::Capture { cells, of, stones }
                }
                kind => {
                    let mut alternatives = Vec::new();
                    for _ in 0..kind - captures {
                        alternatives.push((self.numbers.next()? as usize, self.earlier(at)?));
                    }
                    ConnectionStep::Or(alternatives)
                }
            };
            steps.push(step);
        }
        let holds = self.game.specialists().connecting.map(|connecting| connecting.holds);
        let plies = self.game.plies_left(state);
        let wins = holds.is_some_and(|holds| holds(self.game, state, (self.claim.player, &steps)));
        let plies = plies.filter(|_| wins).ok_or(ProofFault::Connections)?;
        self.watch.connect(&steps);
        Ok(plies)
    }

    /// Reads which of the connections before that of number `at` is meant.
    fn earlier(&mut self, at: u32) -> Result<usize, ProofFault> {
        let back = self.numbers.next()?;
        let earlier = at.checked_sub(back).filter(|&earlier| earlier < at);
        earlier.map(|earlier| earlier as usize).ok_or(ProofFault::NoConnection(back))
    }

    /// Reads pairs by which the prover holds.
    fn pairs(&mut self, state: &G::State) -> Result<(), ProofFault> {
        if self.claim.goal == Goal::Wins {
            return Err(ProofFault::PairsInWin);
        }
        let mut pairs = Vec::new();
        for _ in 0..self.numbers.next()? {
            pairs.push((self.move_of_code(state)?, self.move_of_code(state)?));
        }
        if !self.game.pairs_hold(state, self.claim.player, &pairs) {
            return Err(ProofFault::Pairs);
        }
        self.watch.hold(&pairs);
        Ok(())
    }

    fn move_of_code(&mut self, state: &G::State) -> Result<G::Move, ProofFault> {
        let code = self.numbers.next()?;
        self.game.move_of_code(state, code as usize).ok_or(ProofFault::PairMove(code))
    }

    /// Reads lines, each of which answers some of the replies to `state`, and takes those out of the moves from `first` on.
    /// Returns the plies that such a line takes at most.
    fn together(
        &mut self,
        state: &G::State,
        first: usize,
        work: &mut CheckRun<'_>,
    ) -> Result<u32, Unchecked<ProofFault>> {
        let replies: Vec<G::Move> = self.moves.drain(first..).collect();
        let mut answered = vec![false; replies.len()];
        let mut plies = 0;
        let groups = self.at_least_one("lines")?;
        for _ in 0..groups {
            let steps = self.at_least_one("steps")?;
            let mut line = Vec::new();
            for step in 1..=steps {
                let mv = self.numbers.next()?;
                let threat = if step < steps { Some(self.numbers.next()?) } else { None };
                line.push(LineStep { mv, threat });
            }
            let places = self.replies(state, &replies, &answered)?;
            for &place in &places {
                self.lines.check(state, replies[place], &line, work)?;
                answered[place] = true;
            }
            // A reply, and then a move for each step with a reply between any two.
            plies = plies.max(steps.saturating_mul(2).min(OPEN - 1));
            self.watch.answer(&places, &line);
        }
        let open = replies.iter().zip(&answered).filter(|&(_, &answered)| !answered);
        self.moves.extend(open.map(|(&reply, _)| reply));
        Ok(plies)
    }

    /// Reads which replies a line answers: their places in the order of moves.
    fn replies(
        &mut self,
        state: &G::State,
        replies: &[G::Move],
        answered: &[bool],
    ) -> Result<Vec<usize>, ProofFault> {
        let number = self.numbers.next()?;
        let (named, others) = (number / 2, number % 2 == 0);
        let count = replies.len();
        let mut chosen = vec![others; count];
        let mut after = 0u64;
        for _ in 0..named {
            let place = after + u64::from(self.numbers.next()?);
            after = place + 1;
            if place >= count as u64 {
                return Err(ProofFault::NoReply { place, count });
            }
            let place = place as usize;
            if answered[place] && !others {
                return Err(ProofFault::Answered(self.game.move_text(state, replies[place])));
            }
            chosen[place] = !others;
        }
        let places: Vec<usize> = (0..count).filter(|&place| chosen[place] && !answered[place]).collect();
        if places.is_empty() { Err(ProofFault::Empty("replies")) } else { Ok(places) }
    }

    fn at_least_one(&mut self, what: &'static str) -> Result<u32, ProofFault> {
        match self.numbers.next()? {
            0 => Err(ProofFault::Empty(what)),
            number => Ok(number),
        }
    }

    fn is_opponents(&self, state: &G::State) -> bool {
        self.game.turn(state) == Turn::Decision(self.claim.player.other())
    }

    fn is_true_of(&self, outcome: Outcome) -> bool {
        let least = match self.claim.goal {
            Goal::Wins => 1,
            Goal::Holds => 0,
        };
        outcome.utility(self.claim.player) >= least
    }

    /// Makes a refusal of a fault found at `state`, to which the moves on the path lead.
    fn refusal(&self, halt: Unchecked<ProofFault>, state: &G::State) -> Refusal {
        let Unchecked::Fault(fault) = halt else { return Refusal::Interrupted };
        let path = self.path.iter().map(|node| (&node.state, self.moves[node.next - 1]));
        Refusal::Unproved { claim: self.claim, place: Whereabouts::after(self.game, path, state), fault }
    }
}

/// The key of `state`, `ply` plies after the start. Symmetries are ignored where `merge` is 0.
fn key<G: Playable>(game: &G, state: &G::State, ply: usize, merge: u32) -> G::State {
    let merged = merge > 0 && ply as u64 <= u64::from(merge);
    if merged { game.canonical(state).state } else { state.clone() }
}
