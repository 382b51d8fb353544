//! Wins by forced replies at k in a row: mark the last but one cell of a line, the opponent has to take the last one, and
//! so on, until two lines lack one mark each.
//!
//! Lines are counted, not looked at: a mark changes the counts of the lines through its cell and nothing else, so a step
//! costs the same on any board. What failed is remembered by position, for as long as the questions are about the same player;
//! that nothing can be forced from a position holds wherever it is met. Steps that do not depend on each other come to the same
//! in any order: one that failed is asleep while those after it are tried, as in Godefroid, "Partial-Order Methods for the
//! Verification of Concurrent Systems" (1996), unless the reply to it threatens something: then the order may matter.
//!
//! Threat sequences: Allis, van den Herik and Huntjens, "Go-Moku Solved by New Search Techniques" (1996).
//! That a refuted reply is tried on its siblings first: Kawano, "Using similar positions to search game trees" (1996).

use std::cmp::Reverse;

use plywood_rules::forcing::{Answers, Forced, Forcing, Step};
use plywood_rules::{Player, tactics::mix};

use super::bits::Bits;
use super::game::{Cell, LineGame, LineState, Status};

/// What is known of a line fits into 32 bits for lines up to this length.
const LONGEST: usize = 15;
/// A mark of the attacker's in such a word: these count in the lowest four bits.
const OWN: u32 = 1;
/// A mark of the opponent's: these count in the next four bits.
const OTHER: u32 = 16;
/// The counts of both.
const COUNTS: u32 = 0xFF;
/// The free cells of the line are bits from here on, in the order of the cells.
const FREE: u32 = 16;
/// Entries of the table of what failed, a power of two: few enough to stay near the processor. Four times as many save 2 % of
/// the positions of Qubic, and take a third more time for waiting.
const REMEMBERED: usize = 1 << 16;
/// No cell.
const NONE: u16 = u16::MAX;

/// A step: the cell to mark, and the cell that the opponent then has to mark (`NONE` where the first one wins).
type Pair = (u16, u16);

/// That a line goes through a cell.
#[derive(Clone, Copy)]
struct Through {
    line: u32,
    /// The bit of the cell in the word of the line.
    bit: u32,
}

/// Counts how many marks each player has on each line, and follows forced sequences of one of them.
pub(super) struct Forcer<'g, const W: usize> {
    game: &'g LineGame<W>,
    /// Marks that make a line.
    k: u32,
    /// The cells of each line, in ascending order, one line after the other.
    cells_of: Vec<u16>,
    /// The lines through each cell, one cell after the other, and where each begins.
    lines_of: Vec<Through>,
    begins: Vec<u32>,
    /// A number for each cell and player.
    keys: Vec<[u64; 2]>,
    /// Whose sequences are followed.
    attacker: Player,
    /// For each line how many marks of either player it has, and which of its cells are free.
    words: Vec<u32>,
    /// The same of an empty board.
    blank: Vec<u32>,
    /// The lines that hold all but two of the attacker's marks and none of the opponent's, as bits.
    twos: Vec<u64>,
    /// Which cells are free.
    free: Bits<W>,
    key: u64,
    /// Positions in which the attacker, to move, has no sequence: the upper halves of their keys, at the place that the lower
    /// halves tell.
    failed: Vec<u32>,
    /// For each cell the reply with which it has failed, and need not be tried after other steps.
    asleep: Vec<u16>,
    /// The steps that led here.
    path: Vec<Pair>,
    /// The pairs that the positions between the start and here have to try.
    pairs: Vec<Pair>,
    /// Where each cell's line of two leads, as far as has been seen in the visit of this number.
    met: Vec<(u32, u16)>,
    visit: u32,
    nodes: u64,
}

/// What the opponent threatens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Danger {
    Nothing,
    /// To complete a line here.
    At(u16),
    /// To complete a line here or there.
    Twice,
}

impl Danger {
    /// This, and to complete a line at `cell`.
    #[inline]
    fn and(self, cell: u16) -> Danger {
        match self {
            Danger::Nothing => Danger::At(cell),
            Danger::At(seen) if seen == cell => self,
            _ => Danger::Twice,
        }
    }
}

impl<'g, const W: usize> Forcer<'g, W> {
    /// `None` for games whose lines cannot be counted in this way.
    pub fn new(game: &'g LineGame<W>) -> Option<Forcer<'g, W>> {
        let k = game.lines.first()?.cells.len();
        if !game.marks_never_hurt() || !(3..=LONGEST).contains(&k) {
            return None;
        }
        let mut lines_of = Vec::new();
        let mut begins = vec![0];
        for cell in 0..game.cells {
            let through = (0..game.lines.len()).filter(|&line| game.masks[line].has(cell));
            lines_of.extend(through.map(|line| {
                let place = game.masks[line].cells().take_while(|&other| other < cell).count();
                Through { line: line as u32, bit: 1 << (FREE + place as u32) }
            }));
            begins.push(lines_of.len() as u32);
        }
        let cells_of = game.masks.iter().flat_map(|mask| mask.cells()).map(|cell| cell as u16).collect();
        let blank = vec![((1 << k) - 1) << FREE; game.lines.len()];
        let key = |n: usize| mix(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(n as u64 + 1));
        Some(Forcer {
            game,
            k: k as u32,
            cells_of,
            lines_of,
            begins,
            keys: (0..game.cells).map(|cell| [key(2 * cell), key(2 * cell + 1)]).collect(),
            attacker: Player::First,
            words: blank.clone(),
            blank,
            twos: vec![0; game.lines.len().div_ceil(64)],
            free: game.board,
            key: 0,
            failed: vec![0; REMEMBERED],
            asleep: vec![NONE; game.cells],
            path: Vec::new(),
            pairs: Vec::new(),
            met: vec![(0, NONE); game.cells],
            visit: 0,
            nodes: 0,
        })
    }

    /// Starts from these marks.
    fn set_up(&mut self, state: &LineState<W>, attacker: Player) {
        if attacker != self.attacker {
            self.attacker = attacker;
            self.failed.fill(0);
        }
        self.words.copy_from_slice(&self.blank);
        self.twos.fill(0);
        self.free = self.game.board;
        self.key = 0;
        self.path.clear();
        self.pairs.clear();
        state.marks[attacker.index()].cells().for_each(|cell| self.mark_own(cell));
        state.marks[attacker.other().index()].cells().for_each(|cell| {
            self.mark_other(cell);
        });
    }

    #[inline]
    fn through(&self, cell: usize) -> std::ops::Range<usize> {
        self.begins[cell] as usize..self.begins[cell + 1] as usize
    }

    #[inline]
    fn mark_own(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word - bit + OWN;
            let counts = *word & COUNTS;
            if counts == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            } else if counts == self.k - 1 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            }
        }
        self.free.remove(cell);
        self.key ^= self.keys[cell][0];
    }

    #[inline]
    fn unmark_own(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word + bit - OWN;
            let counts = *word & COUNTS;
            if counts == self.k - 3 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            } else if counts == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            }
        }
        self.free.insert(cell);
        self.key ^= self.keys[cell][0];
    }

    /// Marks a cell of the opponent's, and says where that threatens to complete a line.
    #[inline]
    fn mark_other(&mut self, cell: usize) -> Danger {
        let mut danger = Danger::Nothing;
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            if *word & COUNTS == self.k - 2 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            }
            let marked = *word - bit + OTHER;
            *word = marked;
            if marked & COUNTS == OTHER * (self.k - 1) {
                danger = danger.and(self.missing(line as usize));
            }
        }
        self.free.remove(cell);
        self.key ^= self.keys[cell][1];
        danger
    }

    #[inline]
    fn unmark_other(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word + bit - OTHER;
            if *word & COUNTS == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            }
        }
        self.free.insert(cell);
        self.key ^= self.keys[cell][1];
    }

    #[inline]
    fn is_free(&self, cell: usize) -> bool {
        self.free.has(cell)
    }

    /// The first free cell of a line that has one.
    #[inline]
    fn missing(&self, line: usize) -> u16 {
        self.cells_of[line * self.k as usize + (self.words[line] >> FREE).trailing_zeros() as usize]
    }

    /// The two free cells of a line that has two.
    #[inline]
    fn two_free(&self, line: usize) -> (u16, u16) {
        let free = self.words[line] >> FREE;
        let cells = &self.cells_of[line * self.k as usize..][..self.k as usize];
        (cells[free.trailing_zeros() as usize], cells[(free & (free - 1)).trailing_zeros() as usize])
    }

    /// Where the opponent completes any line.
    fn danger(&self) -> Danger {
        let completing = |&line: &usize| self.words[line] & COUNTS == OTHER * (self.k - 1);
        (0..self.words.len())
            .filter(completing)
            .fold(Danger::Nothing, |danger, line| danger.and(self.missing(line)))
    }

    /// Marks a cell of the opponent's, who threatened so much before, and says what is threatened then.
    #[inline]
    fn mark_other_after(&mut self, cell: usize, before: Danger) -> Danger {
        let danger = self.mark_other(cell);
        if before == Danger::Nothing { danger } else { self.danger() }
    }

    /// Where the attacker completes a line at once.
    fn win_at_once(&self) -> Option<u16> {
        (0..self.words.len())
            .find(|&line| self.words[line] & COUNTS == self.k - 1)
            .map(|line| self.missing(line))
    }

    /// How many marks the lines through `cell` have.
    #[inline]
    fn counts_through(&self, cell: usize) -> impl Iterator<Item = u32> {
        self.lines_of[self.through(cell)].iter().map(|through| self.words[through.line as usize] & COUNTS)
    }

    /// Whether the attacker completes a line at `cell`.
    #[inline]
    fn completes(&self, cell: usize) -> bool {
        self.counts_through(cell).any(|counts| counts == self.k - 1)
    }

    /// Whether the opponent does.
    #[inline]
    fn other_completes(&self, cell: usize) -> bool {
        self.counts_through(cell).any(|counts| counts == OTHER * (self.k - 1))
    }

    /// Whether the attacker, to move and without a line to complete at once, wins by force; then `path` holds how.
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
            let (one, two) = self.both_threats(usize::from(cell));
            self.path.extend([(cell, one), (two, NONE)]);
            self.pairs.truncate(start);
            return true;
        }
        let mut wins = false;
        let mut tried = start;
        for at in start..end {
            let (cell, reply) = self.pairs[at];
            let key = self.key ^ self.keys[usize::from(cell)][0] ^ self.keys[usize::from(reply)][1];
            let before = self.asleep[usize::from(cell)];
            let sleeps = before == reply && self.never_threatens(usize::from(reply));
            if !sleeps && self.failed[key as usize & (REMEMBERED - 1)] != (key >> 32) as u32 {
                self.mark_own(usize::from(cell));
                let danger = self.mark_other(usize::from(reply));
                self.path.push((cell, reply));
                wins = self.attack(danger);
                self.unmark_other(usize::from(reply));
                self.unmark_own(usize::from(cell));
                if wins {
                    break;
                }
                self.path.pop();
            }
            // What failed is not tried again after the others, which would come to the same.
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
            self.failed[self.key as usize & (REMEMBERED - 1)] = (self.key >> 32) as u32;
        }
        wins
    }

    /// Whether the opponent's mark at `cell` would have made no threat with the marks that stand now, however early it was made.
    #[inline]
    fn never_threatens(&self, cell: usize) -> bool {
        self.counts_through(cell).all(|counts| counts / OTHER + 2 < self.k)
    }

    /// Two different cells at which the attacker wins after marking `cell`.
    fn both_threats(&self, cell: usize) -> Pair {
        let mut first = NONE;
        for at in self.through(cell) {
            let line = self.lines_of[at].line as usize;
            if self.words[line] & COUNTS == self.k - 2 {
                let (a, b) = self.two_free(line);
                let other = if usize::from(a) == cell { b } else { a };
                if first == NONE {
                    first = other;
                } else if other != first {
                    return (first, other);
                }
            }
        }
        (first, NONE)
    }

    /// Appends the pairs that begin with `cell`; if there are two, `cell` and nothing.
    fn list_pairs_at(&mut self, cell: u16) {
        match self.both_threats(usize::from(cell)) {
            (NONE, _) => {}
            (reply, NONE) => self.pairs.push((cell, reply)),
            _ => self.pairs.push((cell, NONE)),
        }
    }

    /// Appends all pairs; if some cell begins two with different replies, only that cell and nothing as the last one.
    fn list_pairs(&mut self) {
        self.visit = self.visit.wrapping_add(1);
        for word in 0..self.twos.len() {
            let mut lines = self.twos[word];
            while lines != 0 {
                let line = 64 * word + lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let (a, b) = self.two_free(line);
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

    /// A sequence for the attacker to move, or nothing; the position is left as it was.
    fn find(&mut self, danger: Danger) -> Option<Vec<Pair>> {
        self.path.clear();
        self.pairs.clear();
        if let Some(cell) = self.win_at_once() {
            return Some(vec![(cell, NONE)]);
        }
        if !self.attack(danger) {
            return None;
        }
        let mut line = std::mem::take(&mut self.path);
        self.shorten(&mut line, danger);
        Some(line)
    }

    /// Leaves out steps that the rest does not need: a search that goes deep first makes many of them, and the shorter a
    /// sequence is, the fewer replies disturb it.
    fn shorten(&mut self, line: &mut Vec<Pair>, danger: Danger) {
        let mut at = line.len();
        while at > 0 {
            at -= 1;
            let step = line.remove(at);
            if !self.holds(line, danger) {
                line.insert(at, step);
            }
        }
    }

    /// Whether a sequence wins for the attacker to move, `danger` being what the opponent threatens.
    fn holds(&mut self, line: &[Pair], mut danger: Danger) -> bool {
        let mut played = 0;
        let mut wins = false;
        for &(cell, reply) in line {
            if !self.is_free(usize::from(cell)) {
                break;
            }
            if reply == NONE {
                wins = self.completes(usize::from(cell));
                break;
            }
            if danger == Danger::Twice
                || matches!(danger, Danger::At(forced) if forced != cell)
                || !self.is_free(usize::from(reply))
            {
                break;
            }
            self.mark_own(usize::from(cell));
            played += 1;
            if !self.completes(usize::from(reply)) {
                self.unmark_own(usize::from(cell));
                played -= 1;
                break;
            }
            danger = self.mark_other(usize::from(reply));
        }
        for &(cell, reply) in line[..played].iter().rev() {
            self.unmark_other(usize::from(reply));
            self.unmark_own(usize::from(cell));
        }
        wins
    }

    /// The replies that may make a difference to a sequence that wins if there is none, the opponent threatening nothing: those
    /// that take one of its cells, and those that make a threat on its way.
    fn disturbing(&mut self, line: &[Pair]) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        for line in 0..self.words.len() {
            self.add_threatening(line, &mut cells);
        }
        for &(cell, reply) in line {
            cells.insert(usize::from(cell));
            if reply == NONE {
                break;
            }
            cells.insert(usize::from(reply));
            self.mark_own(usize::from(cell));
            self.mark_other(usize::from(reply));
            for at in self.through(usize::from(reply)) {
                self.add_threatening(self.lines_of[at].line as usize, &mut cells);
            }
        }
        for &(cell, reply) in line.iter().rev().filter(|(_, reply)| *reply != NONE) {
            self.unmark_other(usize::from(reply));
            self.unmark_own(usize::from(cell));
        }
        cells
    }

    /// Adds the cells of a line at which the opponent would threaten to complete it.
    #[inline]
    fn add_threatening(&self, line: usize, cells: &mut Bits<W>) {
        if self.words[line] & COUNTS == OTHER * (self.k - 2) {
            let (a, b) = self.two_free(line);
            cells.insert(usize::from(a));
            cells.insert(usize::from(b));
        }
    }

    /// What the attacker would play if the opponent, who is to move, did nothing.
    fn find_unasked(&mut self) -> Option<Vec<Pair>> {
        if self.danger() == Danger::Nothing { self.find(Danger::Nothing) } else { None }
    }

    /// Answers to all moves of the opponent, who is to move; `line` is tried first.
    fn answer_all(&mut self, line: Option<Vec<Pair>>) -> Answers<Cell> {
        let mut left: Vec<u16> = self.free.cells().map(|cell| cell as u16).collect();
        let mut answered = Vec::new();
        let before = self.danger();
        if let Some(line) = line {
            self.take_answered(line, before, &mut left, &mut answered);
        }
        let mut open = Vec::new();
        while let Some(reply) = left.pop() {
            if before != Danger::Nothing && self.other_completes(usize::from(reply)) {
                open.push(reply);
                continue;
            }
            let danger = self.mark_other_after(usize::from(reply), before);
            let line = self.find(danger);
            self.unmark_other(usize::from(reply));
            match line {
                None => open.push(reply),
                Some(line) => {
                    left.push(reply);
                    self.take_answered(line, before, &mut left, &mut answered);
                }
            }
        }
        let cells = |cells: Vec<u16>| cells.into_iter().map(Cell).collect();
        Answers {
            answered: answered.into_iter().map(|(line, replies)| (steps(line), cells(replies))).collect(),
            open: cells(open),
        }
    }

    /// The same answers by as few sequences as are quickly seen to be enough: again and again the one that answers most.
    fn fewest(&mut self, answers: Answers<Cell>) -> Answers<Cell> {
        let Answers { answered, open } = answers;
        let mut left: Vec<u16> =
            answered.iter().flat_map(|(_, replies)| replies.iter().map(|cell| cell.0)).collect();
        left.sort_unstable();
        let before = self.danger();
        let mut lines: Vec<(Vec<Pair>, Vec<u16>)> = answered
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
            fewest.push((steps(line), replies.into_iter().map(Cell).collect()));
        }
        Answers { answered: fewest, open }
    }

    /// Whether a sequence wins after this mark of the opponent's, who threatened so much before.
    fn answers_reply(&mut self, line: &[Pair], reply: u16, before: Danger) -> bool {
        if before != Danger::Nothing && self.other_completes(usize::from(reply)) {
            return false;
        }
        let danger = self.mark_other_after(usize::from(reply), before);
        let holds = self.holds(line, danger);
        self.unmark_other(usize::from(reply));
        holds
    }

    /// Moves those replies that `line` answers from `left` to a new entry of `answered`.
    fn take_answered(
        &mut self,
        line: Vec<Pair>,
        before: Danger,
        left: &mut Vec<u16>,
        answered: &mut Vec<(Vec<Pair>, Vec<u16>)>,
    ) {
        let mut replies = Vec::new();
        let disturbing = if before == Danger::Nothing { self.disturbing(&line) } else { self.free };
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

fn pairs(line: &[Step<Cell>]) -> Vec<Pair> {
    line.iter().map(|step| (step.mv.0, step.threat.map_or(NONE, |threat| threat.0))).collect()
}

fn steps(line: Vec<Pair>) -> Forced<Cell> {
    line.into_iter()
        .map(|(cell, reply)| Step { mv: Cell(cell), threat: (reply != NONE).then_some(Cell(reply)) })
        .collect()
}

impl<const W: usize> Forcing<LineGame<W>> for Forcer<'_, W> {
    /// Every sequence of moves each of which threatens to complete a line is looked for.
    fn wins(&mut self, state: &LineState<W>) -> Option<Forced<Cell>> {
        let Status::ToMove(mover) = state.status else { return None };
        self.set_up(state, mover);
        let danger = self.danger();
        self.find(danger).map(steps)
    }

    fn answers(&mut self, state: &LineState<W>) -> Option<Answers<Cell>> {
        let Status::ToMove(mover) = state.status else { return None };
        self.set_up(state, mover.other());
        let line = self.find_unasked()?;
        Some(self.answer_all(Some(line)))
    }

    fn answers_each(&mut self, state: &LineState<W>) -> Answers<Cell> {
        let Status::ToMove(mover) = state.status else {
            return Answers { answered: Vec::new(), open: Vec::new() };
        };
        self.set_up(state, mover.other());
        let line = self.find_unasked();
        let answers = self.answer_all(line);
        self.fewest(answers)
    }

    /// What the player's own marks make of the lines that the opponent has not touched: eight times as much for each mark.
    /// Moves that force the reply come last, as sequences of them have been looked for. On Qubic that is proved with 29
    /// million positions on sequences, and with 33 where the opponent's lines count as well.
    fn order(&mut self, state: &LineState<W>, moves: &mut [Cell]) {
        let Status::ToMove(mover) = state.status else { return };
        self.set_up(state, mover);
        moves.sort_by_cached_key(|mv| {
            let (mut forces, mut sum) = (false, 0u64);
            for counts in self.counts_through(mv.number()) {
                forces |= counts == self.k - 2;
                if counts < OTHER {
                    sum += 1 << (3 * u64::from(counts));
                }
            }
            (forces, Reverse(sum))
        });
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
