//! Forced wins at k in a row: mark the last but one cell of a line, the opponent has to take the last one, and
//! so on, until two lines lack one mark each.
//!
//! Failures are stored by position as long as the questions are about the same player: a position without a
//! forced win has none however it is reached. A sequence that answered a reply is tried again wherever the same
//! reply comes, which changes only the speed. Independent steps give the same position in any order: one that
//! failed sleeps while those after it are tried, as in Godefroid, "Partial-Order Methods for the Verification
//! of Concurrent Systems" (1996), unless the reply to it makes a threat: then the order may matter.
//!
//! Threat sequences: Allis, van den Herik and Huntjens, "Go-Moku Solved by New Search Techniques" (1996).
//! Trying the refutation of a reply on its siblings first: Kawano, "Using similar positions to search game
//! trees" (1996).

use std::cmp::Reverse;

use plywood_rules::Player;
use plywood_rules::hints::forcing::{Answers, Forced, Forcing, Step};

use super::counts::{CellPair, Danger, MarkCounts, NONE, lines};
use super::game::{CellNumber, LineGame, LineState, Status};
use crate::bits::Bits;

/// Entries of the table of failures, a power of two: few enough for the cache. Four times as many save 2 % of
/// the positions of Qubic, and take a third more time in cache misses.
const REMEMBERED: usize = 1 << 16;
/// The number of sequences kept for each reply. On Qubic, 64 save 2 % of the positions that are visited with 16, and take a tenth
/// more time.
const RECENT: usize = 16;

/// Searches forced sequences of one player. A step is a [`Pair`]: the cell to mark, and the cell that the
/// opponent then has to mark ([`NONE`] if the first one wins).
pub(super) struct Forcer<const W: usize> {
    counts: MarkCounts<W>,
    /// The player whose sequences are searched.
    attacker: Player,
    /// Positions in which the attacker, to move, has no sequence: the upper halves of their keys, at the index
    /// given by the lower halves.
    failed: Vec<u32>,
    /// For each cell the reply with which it has failed, and need not be tried after other steps.
    asleep: Vec<u16>,
    /// The steps that led here.
    path: Vec<CellPair>,
    /// The pairs that the positions between the start and here have to try.
    pairs: Vec<CellPair>,
    /// The destination of each cell's line of two, as found in the visit with this number.
    met: Vec<(u32, u16)>,
    visit: u32,
    /// For each reply the sequences that have answered it anywhere, the last one first.
    recent: Vec<Vec<Vec<CellPair>>>,
    /// Room for the promises of the pairs of one position.
    promises: Vec<i32>,
    nodes: u64,
}

impl<const W: usize> Forcer<W> {
    /// `None` for games whose lines cannot be counted.
    pub fn new(game: &LineGame<W>) -> Option<Forcer<W>> {
        Some(Forcer {
            counts: MarkCounts::new(game)?,
            attacker: Player::First,
            failed: vec![0; REMEMBERED],
            asleep: vec![NONE; game.cells],
            path: Vec::new(),
            pairs: Vec::new(),
            met: vec![(0, NONE); game.cells],
            visit: 0,
            recent: vec![Vec::new(); game.cells],
            promises: Vec::new(),
            nodes: 0,
        })
    }

    /// Starts from these marks.
    fn set_up(&mut self, state: &LineState<W>, attacker: Player) {
        if attacker != self.attacker {
            self.attacker = attacker;
            self.failed.fill(0);
            self.recent.fill(Vec::new());
        }
        self.counts.set_up(state.marks[attacker.index()], state.marks[attacker.other().index()]);
        self.path.clear();
        self.pairs.clear();
    }

    /// True if the attacker, to move and without a line to complete at once, has a forced win; `path` then
    /// holds it.
    fn attack(&mut self, danger: Danger) -> bool {
        self.nodes += 1;
        let start = self.pairs.len();
        match danger {
            Danger::Twice => return false,
            Danger::At(cell) => self.list_pairs_at(cell),
            Danger::Nothing => self.list_pairs(),
        }
        let end = self.pairs.len();
        // A cell that leads to two others wins: it is put last, if there is one.
        if end > start && self.pairs[end - 1].1 == NONE {
            let (cell, _) = self.pairs[end - 1];
            let (one, two) = self.counts.both_threats(usize::from(cell));
            self.path.extend([(cell, one), (two, NONE)]);
            self.pairs.truncate(start);
            return true;
        }
        self.sort_pairs(start);
        let mut wins = false;
        let mut tried = start;
        for at in start..end {
            let (cell, reply) = self.pairs[at];
            let key = self.counts.key_after(usize::from(cell), usize::from(reply));
            let before = self.asleep[usize::from(cell)];
            let sleeps = before == reply && self.counts.never_threatens(usize::from(reply));
            if !sleeps && self.failed[key as usize & (REMEMBERED - 1)] != (key >> 32) as u32 {
                self.counts.mark_own(usize::from(cell));
                let danger = self.counts.mark_other(usize::from(reply));
                self.path.push((cell, reply));
                wins = self.attack(danger);
                self.counts.unmark_other(usize::from(reply));
                self.counts.unmark_own(usize::from(cell));
                if wins {
                    break;
                }
                self.path.pop();
            }
            // A step that failed is not tried again after the others, which would give the same result.
            self.pairs[at].1 = before;
            self.asleep[usize::from(cell)] = reply;
            tried = at + 1;
        }
        for at in (start..tried).rev() {
            let (cell, before) = self.pairs[at];
            self.asleep[usize::from(cell)] = before;
        }
        self.pairs.truncate(start);
        if !wins {
            self.failed[self.counts.key as usize & (REMEMBERED - 1)] = (self.counts.key >> 32) as u32;
        }
        wins
    }

    /// Appends the pairs that begin with `cell`; if there are two, `cell` and nothing.
    fn list_pairs_at(&mut self, cell: u16) {
        match self.counts.both_threats(usize::from(cell)) {
            (NONE, _) => {}
            (reply, NONE) => self.pairs.push((cell, reply)),
            _ => self.pairs.push((cell, NONE)),
        }
    }

    /// Appends all pairs; if some cell begins two with different replies, only that cell and nothing as the last one.
    fn list_pairs(&mut self) {
        self.visit = self.visit.wrapping_add(1);
        for word in 0..self.counts.words() {
            for line in lines(word, self.counts.twos(word)) {
                let (a, b) = self.counts.two_free(line);
                for (cell, reply) in [(a, b), (b, a)] {
                    let met = &mut self.met[usize::from(cell)];
                    if met.0 != self.visit {
                        *met = (self.visit, reply);
                        self.pairs.push((cell, reply));
                    } else if met.1 != reply {
                        self.pairs.push((cell, NONE));
                        return;
                    }
                }
            }
        }
    }

    /// Sorts the pairs from `start` on by their promise: a sequence is found sooner, and is shorter. Of the positions of Qubic, 27
    /// million are visited without sorting, 23 million with the lines that lack two marks alone, and 21 million this way.
    fn sort_pairs(&mut self, start: usize) {
        self.promises.clear();
        let pairs = &mut self.pairs[start..];
        for at in 0..pairs.len() {
            let (cell, reply) = pairs[at];
            let promise = self.counts.step_promise(usize::from(cell), usize::from(reply));
            // There are few of them.
            let to = self.promises.iter().rposition(|&other| other >= promise).map_or(0, |last| last + 1);
            self.promises.insert(to, promise);
            pairs[to..=at].rotate_right(1);
        }
    }

    /// A sequence for the attacker to move, or nothing; the position is left as it was.
    fn find(&mut self, danger: Danger) -> Option<Vec<CellPair>> {
        self.path.clear();
        self.pairs.clear();
        if let Some(cell) = self.counts.win_at_once() {
            return Some(vec![(cell, NONE)]);
        }
        if !self.attack(danger) {
            return None;
        }
        let mut line = std::mem::take(&mut self.path);
        self.shorten(&mut line, danger);
        Some(line)
    }

    /// Leaves out steps that the rest does not need: a depth-first search makes many of them, and the shorter
    /// a sequence is, the fewer replies disturb it.
    fn shorten(&mut self, line: &mut Vec<CellPair>, danger: Danger) {
        let mut at = line.len();
        while at > 0 {
            at -= 1;
            let step = line.remove(at);
            if !self.holds(line, danger) {
                line.insert(at, step);
            }
        }
    }

    /// True if a sequence wins for the attacker, who is to move, against the opponent's threats in `danger`.
    fn holds(&mut self, line: &[CellPair], mut danger: Danger) -> bool {
        // Most of those that do not hold lack a cell.
        let is_free = |cell: u16| cell == NONE || self.counts.is_free(usize::from(cell));
        if !line.iter().all(|&(cell, reply)| is_free(cell) && is_free(reply)) {
            return false;
        }
        let mut played = 0;
        let mut wins = false;
        for &(cell, reply) in line {
            if !self.counts.is_free(usize::from(cell)) {
                break;
            }
            if reply == NONE {
                wins = self.counts.completes(usize::from(cell));
                break;
            }
            if danger == Danger::Twice
                || matches!(danger, Danger::At(forced) if forced != cell)
                || !self.counts.is_free(usize::from(reply))
            {
                break;
            }
            self.counts.mark_own(usize::from(cell));
            played += 1;
            if !self.counts.completes(usize::from(reply)) {
                self.counts.unmark_own(usize::from(cell));
                played -= 1;
                break;
            }
            danger = self.counts.mark_other(usize::from(reply));
        }
        for &(cell, reply) in line[..played].iter().rev() {
            self.counts.unmark_other(usize::from(reply));
            self.counts.unmark_own(usize::from(cell));
        }
        wins
    }

    /// The replies that may make a difference to a sequence that wins if there is none, the opponent threatening nothing: those
    /// that take one of its cells, and those that make a threat on its way.
    fn disturbing(&mut self, line: &[CellPair]) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        self.counts.add_threatening(&mut cells);
        for &(cell, reply) in line {
            cells.insert(usize::from(cell));
            if reply == NONE {
                break;
            }
            cells.insert(usize::from(reply));
            self.counts.mark_own(usize::from(cell));
            self.counts.mark_other(usize::from(reply));
            self.counts.add_threatening_through(usize::from(reply), &mut cells);
        }
        for &(cell, reply) in line.iter().rev().filter(|(_, reply)| *reply != NONE) {
            self.counts.unmark_other(usize::from(reply));
            self.counts.unmark_own(usize::from(cell));
        }
        cells
    }

    /// The attacker's sequence if the opponent, who is to move, passed.
    fn find_unasked(&mut self) -> Option<Vec<CellPair>> {
        if self.counts.danger() == Danger::Nothing { self.find(Danger::Nothing) } else { None }
    }

    /// Answers to all moves of the opponent, who is to move; `line` is tried first.
    fn answer_all(&mut self, line: Option<Vec<CellPair>>) -> Answers<CellNumber> {
        let mut left: Vec<u16> = self.counts.free.cells().map(|cell| cell as u16).collect();
        let mut answered = Vec::new();
        let before = self.counts.danger();
        if let Some(line) = line {
            self.take_answered(line, before, &mut left, &mut answered);
        }
        let mut open = Vec::new();
        while let Some(reply) = left.pop() {
            if before != Danger::Nothing && self.counts.other_completes(usize::from(reply)) {
                open.push(reply);
                continue;
            }
            let danger = self.counts.mark_other_after(usize::from(reply), before);
            let line = self.recall(reply, danger).or_else(|| self.find(danger));
            self.counts.unmark_other(usize::from(reply));
            match line {
                None => open.push(reply),
                Some(line) => {
                    self.remember(reply, &line);
                    left.push(reply);
                    self.take_answered(line, before, &mut left, &mut answered);
                }
            }
        }
        let cells = |cells: Vec<u16>| cells.into_iter().map(CellNumber).collect();
        Answers {
            answered: answered.into_iter().map(|(line, replies)| (steps(line), cells(replies))).collect(),
            open: cells(open),
        }
    }

    /// A sequence that has answered this reply elsewhere and does so here, after it.
    fn recall(&mut self, reply: u16, danger: Danger) -> Option<Vec<CellPair>> {
        let lines = std::mem::take(&mut self.recent[usize::from(reply)]);
        let found = lines.iter().find(|line| self.holds(line, danger)).cloned();
        self.recent[usize::from(reply)] = lines;
        found
    }

    /// This sequence has answered a reply.
    fn remember(&mut self, reply: u16, line: &[CellPair]) {
        let lines = &mut self.recent[usize::from(reply)];
        let known = lines.iter().position(|known| known == line);
        let line = match known {
            Some(at) => lines.remove(at),
            None => line.to_vec(),
        };
        lines.truncate(RECENT - 1);
        lines.insert(0, line);
    }

    /// The same answers by few sequences, chosen greedily: the one that answers most replies first.
    fn fewest(&mut self, answers: Answers<CellNumber>) -> Answers<CellNumber> {
        let Answers { answered, open } = answers;
        let mut left: Vec<u16> =
            answered.iter().flat_map(|(_, replies)| replies.iter().map(|cell| cell.0)).collect();
        left.sort_unstable();
        let before = self.counts.danger();
        let mut lines: Vec<(Vec<CellPair>, Vec<u16>)> = answered
            .into_iter()
            .map(|(line, _)| {
                let line = pairs(&line);
                let holds = |&reply: &u16| self.answers_reply(&line, reply, before);
                let replies = left.iter().copied().filter(holds).collect();
                (line, replies)
            })
            .collect();
        let mut fewest = Vec::new();
        while !left.is_empty() {
            let most = (0..lines.len()).max_by_key(|&at| (lines[at].1.len(), Reverse(at)));
            let (line, replies) = lines.swap_remove(most.expect("some sequence answers each of these"));
            left.retain(|reply| !replies.contains(reply));
            lines.iter_mut().for_each(|(_, others)| others.retain(|reply| left.contains(reply)));
            fewest.push((steps(line), replies.into_iter().map(CellNumber).collect()));
        }
        Answers { answered: fewest, open }
    }

    /// True if a sequence wins after this mark of the opponent, whose earlier threats are `before`.
    fn answers_reply(&mut self, line: &[CellPair], reply: u16, before: Danger) -> bool {
        if before != Danger::Nothing && self.counts.other_completes(usize::from(reply)) {
            return false;
        }
        let danger = self.counts.mark_other_after(usize::from(reply), before);
        let holds = self.holds(line, danger);
        self.counts.unmark_other(usize::from(reply));
        holds
    }

    /// Moves those replies that `line` answers from `left` to a new entry of `answered`.
    fn take_answered(
        &mut self,
        line: Vec<CellPair>,
        before: Danger,
        left: &mut Vec<u16>,
        answered: &mut Vec<(Vec<CellPair>, Vec<u16>)>,
    ) {
        let mut replies = Vec::new();
        let disturbing = if before == Danger::Nothing { self.disturbing(&line) } else { self.counts.free };
        left.retain(|&reply| {
            let holds = !disturbing.has(usize::from(reply)) || self.answers_reply(&line, reply, before);
            if holds {
                replies.push(reply);
            }
            !holds
        });
        if !replies.is_empty() {
            answered.push((line, replies));
        }
    }
}

fn pairs(line: &[Step<CellNumber>]) -> Vec<CellPair> {
    line.iter().map(|step| (step.mv.0, step.threat.map_or(NONE, |threat| threat.0))).collect()
}

fn steps(line: Vec<CellPair>) -> Forced<CellNumber> {
    line.into_iter()
        .map(|(cell, reply)| Step {
            mv: CellNumber(cell),
            threat: (reply != NONE).then_some(CellNumber(reply)),
        })
        .collect()
}

impl<const W: usize> Forcing<LineGame<W>> for Forcer<W> {
    /// Finds every sequence of moves each of which threatens to complete a line.
    fn wins(&mut self, state: &LineState<W>) -> Option<Forced<CellNumber>> {
        let Status::ToMove(mover) = state.status else { return None };
        self.set_up(state, mover);
        let danger = self.counts.danger();
        self.find(danger).map(steps)
    }

    fn answers(&mut self, state: &LineState<W>) -> Option<Answers<CellNumber>> {
        let Status::ToMove(mover) = state.status else { return None };
        self.set_up(state, mover.other());
        let line = self.find_unasked()?;
        Some(self.answer_all(Some(line)))
    }

    fn answers_each(&mut self, state: &LineState<W>) -> Answers<CellNumber> {
        let Status::ToMove(mover) = state.status else {
            return Answers { answered: Vec::new(), open: Vec::new() };
        };
        self.set_up(state, mover.other());
        let line = self.find_unasked();
        let answers = self.answer_all(line);
        self.fewest(answers)
    }

    /// Orders by the player's own marks on the lines that the opponent has not touched, eight times as much for
    /// each mark. Moves that force the reply come last, as threat sequences were searched already. On Qubic the
    /// proof takes 29 million positions on sequences this way, and 33 million if the opponent's lines count as
    /// well.
    fn order(&mut self, state: &LineState<W>, moves: &mut [CellNumber]) {
        let Status::ToMove(mover) = state.status else { return };
        self.set_up(state, mover);
        let promises = self.counts.promises();
        moves.sort_by_key(|mv| promises[mv.number()]);
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
