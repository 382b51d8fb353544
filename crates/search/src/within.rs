//! "Can this side force a win within n plies?": a yes-or-no question, so a search of its own.
//!
//! The question is asked for more and more plies in turn, so the first yes is the shortest win. An answer holds for other
//! numbers of plies too: who wins within five plies wins within seven, and who does not win within nine does not win
//! within seven. A table keeps both for every position, for all the numbers asked. As in proof-number search, what matters is to
//! refute quickly: replies that leave the attacker the fewest moves are tried first, and a reply that is known to hold is looked
//! for before any is tried (Plaat et al., "Exploiting Graph Properties of Game Trees", AAAI 1996).
//!
//! Positions that recur need no care: who can force a win within n plies never has to return.

use plywood_rules::{Outcome, Player, Stop, Tactics, Turn, Urgency};

use crate::Limits;
use crate::budget::{Budget, Stopped};

/// What is known so far, and in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The fewest plies in which the side can force a win, if it can within those asked.
    pub wins_in: Option<u32>,
    /// It is sure that there is no win within so many plies.
    pub none_within: u32,
    /// A line of such a win: the side's moves against replies that hold out as long as possible.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// Whether `side` can force a win from `state` within `plies` plies, whoever is to move there and whatever chance does: the
/// shortest such win, or that there is none. Raising `stop` ends it with what is sure by then. `progress` is told after each number
/// of plies. The table takes up to `table` bytes.
pub fn wins_within<G: Tactics + ?Sized>(
    game: &G,
    state: &G::State,
    side: Player,
    plies: u32,
    table: usize,
    stop: &Stop,
    mut progress: impl FnMut(&Answer<G::Move>),
) -> Answer<G::Move> {
    let budget = Budget::new(Limits::default(), stop);
    let mut search =
        Within { game, side, budget, table: Answers::new(table), children: Vec::new(), moves: Vec::new() };
    let mut answer = Answer { wins_in: None, none_within: 0, line: Vec::new(), nodes: 0 };
    // Mostly it is the winner who makes the last move, so every other number says as much as all of them. Which of
    // two it was is asked in the end.
    let last = plies.min(Limits::DEEPEST);
    let numbers = (0..=last).filter(|n| n % 2 == last % 2);
    for n in numbers {
        search.children.clear();
        let Ok(wins) = search.wins(state, n) else { break };
        if wins {
            search.children.clear();
            let sooner = n.checked_sub(1).map(|n| search.wins(state, n));
            if let Some(Err(_)) = sooner {
                break;
            }
            let n = if sooner == Some(Ok(true)) { n - 1 } else { n };
            answer.none_within = n.saturating_sub(1);
            answer.wins_in = Some(n);
            answer.line = search.line(state, n).unwrap_or_default();
        } else {
            answer.none_within = n;
        }
        answer.nodes = search.budget.nodes();
        progress(&answer);
        if wins {
            break;
        }
    }
    answer.nodes = search.budget.nodes();
    answer
}

/// With so many plies left it pays to look two plies ahead for what a reply leaves the attacker: without it the 17
/// plies from the opening of Pikk Pakk take eleven times as many positions.
const LOOK_AHEAD: u32 = 4;

/// Where a move that is to be tried leads.
struct Child<G: Tactics + ?Sized> {
    state: G::State,
    key: u64,
    /// The smallest is tried first.
    rank: u32,
}

struct Within<'a, G: Tactics + ?Sized> {
    game: &'a G,
    side: Player,
    budget: Budget,
    table: Answers,
    /// The children of all nodes between the root and here.
    children: Vec<Child<G>>,
    /// Moves of the node at hand.
    moves: Vec<G::Move>,
}

impl<G: Tactics + ?Sized> Within<'_, G> {
    /// Whether the side wins from `state` within `plies`.
    fn wins(&mut self, state: &G::State, plies: u32) -> Result<bool, Stopped> {
        self.budget.visit()?;
        match self.game.turn(state) {
            Turn::Over(outcome) => Ok(outcome == Outcome::Win(self.side)),
            _ if plies == 0 => Ok(false),
            turn => self.decide(state, turn, plies, self.game.table_key(state)),
        }
    }

    /// The same, where the game goes on and at least one ply is left.
    fn decide(&mut self, state: &G::State, turn: Turn, plies: u32, key_here: u64) -> Result<bool, Stopped> {
        let game = self.game;
        let mut known = self.table.look(key_here);
        if plies <= known.none_within() {
            return Ok(false);
        }
        if plies >= known.wins_in() {
            return Ok(true);
        }
        let attacks = turn == Turn::Decision(self.side);
        if plies == 1 {
            return Ok(self.wins_at_once(state, turn));
        }
        let mut moves = Vec::new();
        match turn {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
            }
            _ => match game.candidates(state, &mut moves) {
                Urgency::Wins => return Ok(attacks),
                Urgency::Lost if attacks => return Ok(false),
                Urgency::Lost => return Ok(true),
                Urgency::Open => {}
            },
        }
        let start = self.children.len();
        let mut held = (0, start);
        for mv in moves {
            let child = game.child(state, mv);
            match game.turn(&child) {
                Turn::Over(outcome) if (outcome == Outcome::Win(self.side)) == attacks => {
                    // It settles the matter.
                    self.children.truncate(start);
                    return Ok(attacks);
                }
                Turn::Over(_) => {}
                _ => {
                    let key = game.table_key(&child);
                    let seen = self.table.look(key);
                    if attacks && plies > seen.wins_in() || !attacks && plies - 1 <= seen.none_within() {
                        self.children.truncate(start);
                        self.table.learn(key_here, &mut known, plies, attacks);
                        return Ok(attacks);
                    }
                    let mover = if attacks { self.side.other() } else { self.side };
                    let rank = game.freedom(&child, mover).unwrap_or(0);
                    held = held.max((seen.none_within(), self.children.len()));
                    self.children.push(Child { state: child, key, rank });
                }
            }
        }
        // What has held nearly so long may hold once more; else what leaves the attacker least to try goes first.
        if !attacks && held.0 > 0 && held.0 + 3 >= plies {
            self.children[held.1].rank = 0;
            self.children[start..].sort_by_key(|child| child.rank);
        } else {
            self.children[start..].sort_by_key(|child| child.rank);
            if !attacks && plies >= LOOK_AHEAD && self.children.len() > start + 1 {
                let best = self.least_burden(start);
                self.children[start..=best].rotate_right(1);
            }
        }
        let end = self.children.len();
        let mut wins = !attacks;
        for at in start..end {
            let Child { state, key, .. } = &self.children[at];
            let (state, key) = (state.clone(), *key);
            self.budget.visit()?;
            let turn = game.turn(&state);
            if self.decide(&state, turn, plies - 1, key)? == attacks {
                wins = attacks;
                break;
            }
        }
        self.children.truncate(start);
        self.table.learn(key_here, &mut known, plies, wins);
        Ok(wins)
    }

    /// The place, from `start` on, of the reply that leaves the attacker least to try.
    fn least_burden(&self, start: usize) -> usize {
        let mut least = (u32::MAX, start);
        for (at, child) in self.children.iter().enumerate().skip(start) {
            let burden = self.burden(child, least.0);
            if burden < least.0 {
                least = (burden, at);
            }
        }
        least.1
    }

    /// How much there is to refute after a reply: the moves it leaves the attacker, and those that the best answer to
    /// each of them leaves in turn. Not more closely than that it reaches `enough`.
    fn burden(&self, reply: &Child<G>, enough: u32) -> u32 {
        let game = self.game;
        let mut sum = reply.rank;
        let (mut moves, mut answers) = (Vec::new(), Vec::new());
        game.legal_moves(&reply.state, &mut moves);
        for mv in moves {
            if sum >= enough {
                break;
            }
            let after = game.child(&reply.state, mv);
            if game.turn(&after) != Turn::Decision(self.side.other()) {
                continue;
            }
            answers.clear();
            game.legal_moves(&after, &mut answers);
            let mut least = u32::MAX / 8;
            for &answer in &answers {
                let next = game.child(&after, answer);
                let left = match game.turn(&next) {
                    Turn::Over(outcome) if outcome == Outcome::Win(self.side) => continue,
                    Turn::Over(_) => 0,
                    _ => game.freedom(&next, self.side).unwrap_or(0),
                };
                least = least.min(left);
                if least == 0 {
                    break;
                }
            }
            sum = sum.saturating_add(least * 4);
        }
        sum
    }

    /// Whether the next move or throw, whatever it is where the side does not decide, wins for the side.
    fn wins_at_once(&mut self, state: &G::State, turn: Turn) -> bool {
        let game = self.game;
        let is_won = |mv: G::Move| game.turn(&game.child(state, mv)) == Turn::Over(Outcome::Win(self.side));
        if turn == Turn::Decision(self.side) && game.winning_move(state).is_some() {
            return true;
        }
        self.moves.clear();
        match turn {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                outcomes.into_iter().all(|(mv, _)| is_won(mv))
            }
            _ => {
                game.legal_moves(state, &mut self.moves);
                if turn == Turn::Decision(self.side) {
                    self.moves.iter().copied().any(is_won)
                } else {
                    self.moves.iter().copied().all(is_won)
                }
            }
        }
    }

    /// The moves of a win in exactly `plies`.
    fn line(&mut self, state: &G::State, plies: u32) -> Result<Vec<G::Move>, Stopped> {
        let mut state = state.clone();
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let Turn::Decision(decider) = self.game.turn(&state) else { break };
            let mut moves = Vec::new();
            self.game.legal_moves(&state, &mut moves);
            let mut next = None;
            for mv in moves {
                let child = self.game.child(&state, mv);
                self.children.clear();
                let fits = if decider == self.side {
                    self.wins(&child, left)?
                } else {
                    left == 0 || !self.wins(&child, left - 1)?
                };
                if fits {
                    next = Some((mv, child));
                    break;
                }
            }
            let Some((mv, child)) = next else { break };
            line.push(mv);
            state = child;
        }
        Ok(line)
    }
}

/// What is known of one position: the key, and the two numbers of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    key: u64,
    /// No win within so many plies, plus one.
    none: u16,
    /// A win in so many plies, counted down from the largest number: 0 if none is known.
    win: u16,
}

impl Known {
    /// The most plies within which there is surely no win.
    fn none_within(self) -> u32 {
        u32::from(self.none).saturating_sub(1)
    }

    /// The fewest plies in which a win is known.
    fn wins_in(self) -> u32 {
        if self.win == 0 { u32::MAX } else { u32::from(u16::MAX - self.win) }
    }
}

/// What is known of many positions.
struct Answers {
    slots: Vec<[Known; 2]>,
}

impl Answers {
    fn new(bytes: usize) -> Answers {
        let count = (bytes.max(1 << 12) / size_of::<[Known; 2]>() + 1).next_power_of_two() / 2;
        Answers { slots: vec![[Known::default(); 2]; count] }
    }

    fn look(&self, key: u64) -> Known {
        let pair = &self.slots[key as usize & (self.slots.len() - 1)];
        let found = pair.iter().find(|known| known.key == key);
        found.copied().unwrap_or(Known { key, none: 0, win: 0 })
    }

    /// Takes note that there is a win within `plies`, or none.
    fn learn(&mut self, key: u64, known: &mut Known, plies: u32, wins: bool) {
        let plies = plies as u16;
        if wins {
            known.win = known.win.max(u16::MAX - plies);
        } else {
            known.none = known.none.max(plies + 1);
        }
        let mask = self.slots.len() - 1;
        let pair = &mut self.slots[key as usize & mask];
        // The first of two keeps what was hardest to find out, the second whatever came last.
        let worth = |known: &Known| known.none.max(if known.win == 0 { 0 } else { u16::MAX - known.win });
        if pair[1].key == key {
            pair[1] = *known;
        } else if pair[0].key == key {
            pair[0] = *known;
        } else if worth(known) >= worth(&pair[0]) {
            pair[1] = pair[0];
            pair[0] = *known;
        } else {
            pair[1] = *known;
        }
    }
}
