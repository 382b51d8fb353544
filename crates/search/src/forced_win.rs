//! Forced wins: "can this side force a win within n plies?", a yes-or-no question with a search of its own.
//! It is asked in play, where the shortest win counts. What [`can_force`](plywood_rules::forced::can_force) answers keeps no
//! table and suits a few plies; a proof counts no plies first, but follows the moves with the fewest answers.
//!
//! The question is searched for more and more plies in turn, so the first yes is the shortest win. An answer
//! holds for other numbers of plies too: a win within five plies is one within seven, and if there is none
//! within nine, there is none within seven. A table keeps both for every position. As in proof-number search,
//! quick refutations matter: replies that leave the attacker the fewest moves are tried first, and a stored
//! refutation is used before any reply is tried (Plaat et al., "Exploiting Graph Properties of Game Trees",
//! AAAI 1996).
//!
//! Positions that recur need no care: a player who can force a win within n plies never has to repeat a
//! position.

use plywood_rules::{Game, Outcome, Player, Run, TacticalStatus, Tactics, Turn, moves_or_outcomes};

use crate::Limits;
use crate::budget::{Budget, Stopped};

/// The answer so far, and in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinsWithin<M> {
    /// The fewest plies in which the side can force a win, if it can within the limit.
    pub wins_in: Option<u32>,
    /// Proved: there is no win within this many plies.
    pub none_within: u32,
    /// A line of such a win: the side's moves against replies that hold out as long as possible.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// Returns the shortest win that `side` can force from `state` within `plies` plies, whatever chance does, if
/// there is one.
///
/// Either player may be to move. A search that is stopped ends with the result so far. The progress is the answer after
/// each number of plies. The table takes the memory of the run.
pub fn wins_within<G: Tactics + ?Sized>(
    game: &G,
    state: &G::State,
    side: Player,
    plies: u32,
    run: &Run<'_, WinsWithin<G::Move>>,
) -> WinsWithin<G::Move> {
    let budget = Budget::new(Limits::default(), &run.stop);
    let table = WinTable::new(run.table_bytes());
    let mut search = Within { game, side, budget, table, children: Vec::new(), moves: Vec::new() };
    let mut answer = WinsWithin { wins_in: None, none_within: 0, line: Vec::new(), nodes: 0 };
    // Usually the winner makes the last move, so every other number of plies is enough. The number in between
    // is tested at the end.
    let last = plies.min(Limits::DEEPEST);
    let numbers = (0..=last).filter(|n| n % 2 == last % 2);
    for n in numbers {
        let Ok(wins) = search.wins(state, n) else { break };
        if wins {
            let sooner = n.checked_sub(1).map(|n| search.wins(state, n));
            if let Some(Err(_)) = sooner {
                break;
            }
            let n = if sooner == Some(Ok(true)) { n - 1 } else { n };
            answer.none_within = n.saturating_sub(1);
            answer.wins_in = Some(n);
            let wins = |state: &G::State, plies| search.wins(state, plies);
            if winning_line(game, state, side, n, &mut answer.line, wins).is_err() {
                answer.line.clear();
            }
        } else {
            answer.none_within = n;
        }
        answer.nodes = search.budget.nodes();
        (run.progress)(answer.clone());
        if wins {
            break;
        }
    }
    answer.nodes = search.budget.nodes();
    answer
}

/// From this many plies left on, a reply is chosen by a deeper test: by the moves that it leaves the attacker,
/// the best answers to them and the moves that these leave. It is chosen once, when that many plies are first
/// searched, and then tried first as long as it holds. Chosen by the immediate moves alone, the 17 plies from
/// the opening of Pikk Pakk take eleven times as many positions.
const LOOK_AHEAD: u32 = 6;

/// From this many plies left on it is chosen once more, by two further moves and answers: 23 plies take 2.0
/// instead of 3.3 million positions, and each two plies more take 2.6 instead of 2.9 times as many.
const LOOK_FURTHER: u32 = 14;

/// With at most this many plies left, searching an answer again is quicker than the table.
const SHORT: u32 = 2;

/// The position after a move that is to be tried.
struct ForcedChild<G: Tactics + ?Sized> {
    mv: G::Move,
    state: G::State,
    key: u64,
    /// The smallest is tried first.
    rank: u32,
}

struct Within<'a, G: Tactics + ?Sized> {
    game: &'a G,
    side: Player,
    budget: Budget,
    table: WinTable,
    /// The children of all nodes between the root and here.
    children: Vec<ForcedChild<G>>,
    /// The moves of all nodes between the root and here.
    moves: Vec<G::Move>,
}

impl<G: Tactics + ?Sized> Within<'_, G> {
    /// Returns whether the side wins from `state` within `plies`.
    fn wins(&mut self, state: &G::State, plies: u32) -> Result<bool, Stopped> {
        self.children.clear();
        self.moves.clear();
        self.try_child(state, plies, self.game.table_key(state))
    }

    /// The same for a position whose key is known; counts it.
    fn try_child(&mut self, state: &G::State, plies: u32, key: u64) -> Result<bool, Stopped> {
        self.budget.visit()?;
        match self.game.turn(state) {
            Turn::Over(outcome) => Ok(outcome == Outcome::Win(self.side)),
            _ if plies == 0 => Ok(false),
            turn if plies == 1 => Ok(self.wins_at_once(state, turn)),
            turn => {
                let start = (self.moves.len(), self.children.len());
                let wins = self.decide(state, turn, plies, key);
                self.moves.truncate(start.0);
                self.children.truncate(start.1);
                wins
            }
        }
    }

    /// The same, if the game is not over and at least two plies are left. Leaves moves and children behind.
    fn decide(&mut self, state: &G::State, turn: Turn, plies: u32, key: u64) -> Result<bool, Stopped> {
        let game = self.game;
        let mut known = WinEntry { key, ..WinEntry::default() };
        if plies > SHORT {
            known = self.table.look(key);
            if plies <= known.none_within() {
                return Ok(false);
            }
            if plies >= known.wins_in() {
                return Ok(true);
            }
        }
        let attacks = turn == Turn::Decision(self.side);
        let start = self.moves.len();
        match turn {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                self.moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
            }
            _ => match game.candidates(state, &mut self.moves) {
                TacticalStatus::Wins => return Ok(attacks),
                TacticalStatus::Lost => return Ok(!attacks),
                TacticalStatus::Open => {}
            },
        }
        let wins = self.try_moves(state, attacks, plies, &mut known, start)?;
        if plies > SHORT {
            self.table.learn(known, plies, wins);
        }
        Ok(wins)
    }

    /// Returns whether the side wins, by the moves from place `start` on.
    fn try_moves(
        &mut self,
        state: &G::State,
        attacks: bool,
        plies: u32,
        known: &mut WinEntry,
        start: usize,
    ) -> Result<bool, Stopped> {
        let game = self.game;
        let end = self.moves.len();
        // What has held for fewer plies may hold once more, unless it is time to choose more carefully.
        let sticks = ![LOOK_AHEAD, LOOK_FURTHER].contains(&(plies & !1)) && plies > LOOK_AHEAD;
        let held = (start..end)
            .filter(|_| sticks)
            .find(|&at| game.move_code(self.moves[at]) as u32 + 1 == known.reply);
        if let Some(at) = held
            && !attacks
        {
            let child = game.child(state, self.moves[at]);
            if !self.try_child(&child, plies - 1, game.table_key(&child))? {
                return Ok(false);
            }
        }
        let is_remembered = plies - 1 > SHORT;
        let first = self.children.len();
        for at in (start..end).filter(|&at| attacks || Some(at) != held) {
            let mv = self.moves[at];
            let child = game.child(state, mv);
            if let Turn::Over(outcome) = game.turn(&child) {
                if (outcome == Outcome::Win(self.side)) == attacks {
                    // It settles the matter.
                    known.answer_with(attacks, game.move_code(mv));
                    return Ok(attacks);
                }
                continue;
            }
            let mut key = 0;
            if is_remembered {
                key = game.table_key(&child);
                let seen = self.table.look(key);
                if attacks && plies > seen.wins_in() || !attacks && plies - 1 <= seen.none_within() {
                    known.answer_with(attacks, game.move_code(mv));
                    return Ok(attacks);
                }
            }
            let mover = if attacks { self.side.other() } else { self.side };
            let rank = game.mobility(&child, mover).unwrap_or(0);
            self.children.push(ForcedChild { mv, state: child, key, rank });
        }
        // Children with the fewest replies are tried first.
        self.children[first..].sort_by_key(|child| child.rank);
        if !attacks && plies >= LOOK_AHEAD && self.children.len() > first + 1 {
            let answers = if plies >= LOOK_FURTHER { 2 } else { 1 };
            let best = self.least_burden(first, answers);
            self.children[first..=best].rotate_right(1);
        }
        for at in first..self.children.len() {
            let ForcedChild { mv, state, key, .. } = &self.children[at];
            let (mv, state, key) = (*mv, state.clone(), *key);
            if self.try_child(&state, plies - 1, key)? == attacks {
                known.answer_with(attacks, game.move_code(mv));
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// The index, from `start` on, of the reply that leaves the attacker the least work, `answers` answers
    /// ahead.
    fn least_burden(&mut self, start: usize, answers: u32) -> usize {
        let mut least = (u32::MAX, start);
        for at in start..self.children.len() {
            let state = self.children[at].state.clone();
            let burden = self.burden(&state, answers, least.0);
            if burden < least.0 {
                least = (burden, at);
            }
        }
        least.1
    }

    /// The work of refuting a reply: the moves that it leaves the attacker, and so on after the best answer to
    /// each of them, for `answers` answers. Stops once it reaches `enough`.
    fn burden(&mut self, reply: &G::State, answers: u32, enough: u32) -> u32 {
        let game = self.game;
        let mut sum = match game.turn(reply) {
            Turn::Over(outcome) if outcome == Outcome::Win(self.side) => return u32::MAX / 8,
            Turn::Over(_) => return 0,
            _ => game.mobility(reply, self.side).unwrap_or(0),
        };
        if answers == 0 || sum >= enough {
            return sum;
        }
        let start = self.moves.len();
        game.legal_moves(reply, &mut self.moves);
        let end = self.moves.len();
        for at in start..end {
            if sum >= enough {
                break;
            }
            let after = game.child(reply, self.moves[at]);
            if game.turn(&after) != Turn::Decision(self.side.other()) {
                continue;
            }
            game.legal_moves(&after, &mut self.moves);
            let mut least = (enough - sum).div_ceil(4);
            for at in end..self.moves.len() {
                let next = game.child(&after, self.moves[at]);
                least = least.min(self.burden(&next, answers - 1, least));
                if least == 0 {
                    break;
                }
            }
            self.moves.truncate(end);
            sum = sum.saturating_add(least.saturating_mul(4));
        }
        self.moves.truncate(start);
        sum
    }

    /// Returns true if the next move wins for the side, for every move if the side does not decide.
    fn wins_at_once(&self, state: &G::State, turn: Turn) -> bool {
        let game = self.game;
        turn == Turn::Decision(self.side) && game.wins_at_once(state)
            || turn != Turn::Decision(self.side)
                && moves_or_outcomes(game, state)
                    .into_iter()
                    .all(|mv| game.turn(&game.child(state, mv)) == Turn::Over(Outcome::Win(self.side)))
    }
}

/// Appends the moves from `state`, in which `player` wins in exactly `plies` plies, to the end of the game or
/// to the first chance node: the quickest win against the slowest loss. `wins` decides if the player wins
/// within a number of plies.
///
/// # Errors
/// The first error of `wins`.
pub(crate) fn winning_line<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    player: Player,
    plies: u32,
    line: &mut Vec<G::Move>,
    mut wins: impl FnMut(&G::State, u32) -> Result<bool, Stopped>,
) -> Result<(), Stopped> {
    let mut state = state.clone();
    let mut moves = Vec::new();
    for left in (0..plies).rev() {
        let Turn::Decision(decider) = game.turn(&state) else { break };
        moves.clear();
        game.legal_moves(&state, &mut moves);
        let mut next = None;
        for &mv in &moves {
            let child = game.child(&state, mv);
            let fits =
                if decider == player { wins(&child, left)? } else { left == 0 || !wins(&child, left - 1)? };
            if fits {
                next = Some((mv, child));
                break;
            }
        }
        let Some((mv, child)) = next else { break };
        line.push(mv);
        state = child;
    }
    Ok(())
}

/// The knowledge of one position: the key, and the two numbers of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WinEntry {
    key: u64,
    /// No win within this many plies, plus one.
    none: u16,
    /// A win in this many plies, counted down from the largest number: 0 if none is known.
    win: u16,
    /// The code of the reply that has held last, plus one.
    reply: u32,
}

/// A [`WinEntry`] in memory.
type PackedWin = [u64; 2];

impl WinEntry {
    fn pack(self) -> PackedWin {
        [self.key, u64::from(self.reply) << 32 | u64::from(self.win) << 16 | u64::from(self.none)]
    }

    fn unpack([key, word]: PackedWin) -> WinEntry {
        WinEntry { key, none: word as u16, win: (word >> 16) as u16, reply: (word >> 32) as u32 }
    }

    /// The effort of the search for this result.
    fn worth(self) -> u16 {
        self.none.max(if self.win == 0 { 0 } else { u16::MAX - self.win })
    }

    /// The most plies within which there is surely no win.
    fn none_within(self) -> u32 {
        u32::from(self.none).saturating_sub(1)
    }

    /// The fewest plies in which a win is known.
    fn wins_in(self) -> u32 {
        if self.win == 0 { u32::MAX } else { u32::from(u16::MAX - self.win) }
    }

    /// Records the code of the move that decided the question.
    fn answer_with(&mut self, attacks: bool, code: usize) {
        if !attacks {
            self.reply = code as u32 + 1;
        }
    }
}

/// The knowledge of many positions: pairs of zeros at first, which cost nothing before they are touched.
struct WinTable {
    slots: Vec<[PackedWin; 2]>,
}

impl WinTable {
    fn new(bytes: usize) -> WinTable {
        let count = (bytes.max(1 << 12) / size_of::<[PackedWin; 2]>() + 1).next_power_of_two() / 2;
        WinTable { slots: vec![[[0; 2]; 2]; count] }
    }

    fn look(&self, key: u64) -> WinEntry {
        let pair = &self.slots[key as usize & (self.slots.len() - 1)];
        let found = pair.iter().find(|packed| packed[0] == key);
        found.map_or(WinEntry { key, ..WinEntry::default() }, |&packed| WinEntry::unpack(packed))
    }

    /// Records that there is a win within `plies`, or none.
    fn learn(&mut self, mut known: WinEntry, plies: u32, wins: bool) {
        let (key, plies) = (known.key, plies as u16);
        if wins {
            known.win = known.win.max(u16::MAX - plies);
        } else {
            known.none = known.none.max(plies + 1);
        }
        let mask = self.slots.len() - 1;
        let pair = &mut self.slots[key as usize & mask];
        // The first of two keeps the entry that took most work, the second the latest.
        if pair[1][0] == key {
            pair[1] = known.pack();
        } else if pair[0][0] == key {
            pair[0] = known.pack();
        } else if known.worth() >= WinEntry::unpack(pair[0]).worth() {
            pair[1] = pair[0];
            pair[0] = known.pack();
        } else {
            pair[1] = known.pack();
        }
    }
}
