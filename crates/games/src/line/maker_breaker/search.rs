//! Depth-first proof-number search in which each side proves at the same time which cells its win depends on.
//!
//! A win of Maker's depends on the cells of the lines that its strategy uses, one of Breaker's on the pairs and weights with which it
//! ends: that is its *zone*. A reply outside the zone changes nothing, so whenever a move is refuted, only those inside the zone of
//! the refutation are left to try (relevance zones: Shih, Wei and Wu, "A Novel Approach to Solving Goal-Achieving Problems for Board
//! Games", AAAI 2022). Both sides have zones here, because a mark never hurts the player who owns it.

use std::cmp::Reverse;

use plywood_rules::Player;

use super::position::{MakerBreakerPosition, key_of};
use super::table::{MakerBreakerResult, MakerBreakerSide, MakerBreakerTable, NEVER};
use crate::bits::Bits;
use crate::line::game::LineGame;
use crate::line::holding::{Hunt, ONE, weight};

/// How much more work each further move of Maker's seems than the one before it, the moves on the heaviest lines first.
const STEP: u32 = 4;

/// The number of Breaker's moves that count as one, beside the one whose refutation is the most work: zones refute many of them
/// together.
const TOGETHER: u32 = 4;

/// Positions with at most this many of Maker's marks on live lines are merged with their images.
const MERGED: usize = 5;

/// Entries of the table of positions without a forced win, a power of two.
const FAILED: usize = 1 << 16;

/// Positions between two calls of `go_on`.
const ASKED: u64 = 256;

/// A position in the form in which it is stored: one of its images.
struct Stored<const W: usize> {
    position: MakerBreakerPosition<W>,
    side: MakerBreakerSide,
    key: u64,
    /// The symmetry that leads to it.
    map: usize,
}

/// The position after a move and what is forced by it.
struct After<const W: usize> {
    stored: Stored<W>,
    /// The cells on which a win of either side depends besides.
    besides: [Bits<W>; 2],
    /// If the position was visited before: the cells of the win that Maker threatens there, of which Breaker has to mark one.
    visited: Option<Bits<W>>,
}

/// A move, with the numbers of the position after it.
struct MakerBreakerChild<const W: usize> {
    cell: usize,
    numbers: [u32; 2],
    /// The position, once it is needed.
    after: Option<Box<After<W>>>,
}

/// The moves of a position that are worth a try.
struct CandidateMoves<const W: usize> {
    /// The most promising first.
    children: Vec<MakerBreakerChild<W>>,
    /// The cells that the other side's win depends on, if all of them fail.
    zone: Bits<W>,
    /// The cells of the win that Maker threatens, if there is one and Breaker is to move: kept with the position, because it takes a
    /// search to find it.
    threat: Bits<W>,
}

/// The search, which keeps its results from one question to the next.
pub struct MakerBreakerSearch<'g, const W: usize> {
    game: &'g LineGame<W>,
    table: MakerBreakerTable<W>,
    failed: Vec<u64>,
    hunt: Hunt<W>,
    /// The weight of the lines through each cell; scratch space.
    through: Vec<u64>,
    nodes: u64,
    /// Positions visited when `go_on` was called last, and its answer.
    told: u64,
    stopped: bool,
    /// The cell of the last move that won a position.
    answer: usize,
}

type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;

impl<'g, const W: usize> MakerBreakerSearch<'g, W> {
    pub fn new(game: &'g LineGame<W>, memory: u64) -> MakerBreakerSearch<'g, W> {
        MakerBreakerSearch {
            game,
            table: MakerBreakerTable::new(memory),
            failed: vec![0; FAILED],
            hunt: Hunt::new(game.cells),
            through: vec![0; game.cells],
            nodes: 0,
            told: 0,
            stopped: false,
            answer: 0,
        }
    }

    /// The winner of a position; `None` if `go_on`, which is called with the positions visited so far, returned false.
    pub fn winner(
        &mut self,
        position: MakerBreakerPosition<W>,
        side: MakerBreakerSide,
        go_on: GoOn,
    ) -> Option<MakerBreakerSide> {
        self.stopped = false;
        let stored = self.stored(position, side);
        let known = self.table.look(stored.key).and_then(MakerBreakerResult::winner);
        known.or_else(|| self.visit(&stored, None, [NEVER; 2], go_on).winner())
    }

    /// A move by which the side to move wins, if it does; `None` also if `go_on` returned false.
    pub fn winning_move(
        &mut self,
        position: MakerBreakerPosition<W>,
        side: MakerBreakerSide,
        go_on: GoOn,
    ) -> Option<usize> {
        self.stopped = false;
        let stored = self.stored(position, side);
        let found = self.visit(&stored, None, [NEVER; 2], go_on);
        let answer = Bits::from_cells([self.answer]);
        if found.winner() == Some(side) { self.turned_back(answer, stored.map).first() } else { None }
    }

    fn stored(&self, position: MakerBreakerPosition<W>, side: MakerBreakerSide) -> Stored<W> {
        let (mut position, mut map) = (position, 0);
        if position.marks[0].len() <= MERGED {
            map = self.game.maps().least(&[position.marks[0], self.game.board - position.cells()]).map;
            position = position.image(self.game.maps(), map);
        }
        let key = key_of(&position.lines);
        Stored { position, side, key: if side == MakerBreakerSide::Breaker { !key } else { key }, map }
    }

    /// The cells of which these are the images under a symmetry.
    fn turned_back(&self, cells: Bits<W>, map: usize) -> Bits<W> {
        if map == 0 {
            return cells;
        }
        let maps = self.game.maps();
        Bits::from_cells((0..self.game.cells).filter(|&cell| cells.has(maps.image_of(cell, map))))
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        stored: &Stored<W>,
        visited: Option<Bits<W>>,
        limits: [u32; 2],
        go_on: GoOn,
    ) -> MakerBreakerResult<W> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.told + ASKED {
            self.told = self.nodes;
            self.stopped = !go_on(self.nodes);
        }
        let Stored { position, side, key, .. } = stored;
        let found = match side {
            MakerBreakerSide::Maker => self.for_maker(position, visited.is_some()),
            MakerBreakerSide::Breaker => self.for_breaker(position, visited),
        };
        let found = found.unwrap_or_else(|moves| self.follow(position, *side, moves, limits, go_on));
        self.table.note(*key, found, self.nodes - before);
        found
    }

    /// The result of a position with Maker to move, or its moves.
    fn for_maker(
        &mut self,
        position: &MakerBreakerPosition<W>,
        visited: bool,
    ) -> Result<MakerBreakerResult<W>, CandidateMoves<W>> {
        let lines = &position.lines;
        if !visited {
            if let Some(zone) = self.forced(lines) {
                return Ok(MakerBreakerResult::won(MakerBreakerSide::Maker, zone));
            }
            if self.hunt.holds(lines.iter().copied(), false) {
                return Ok(MakerBreakerResult::won(MakerBreakerSide::Breaker, self.hunt.zone()));
            }
            if self.game.grouped_pairs(&position.state(), Player::Second).is_some() {
                return Ok(MakerBreakerResult::won(MakerBreakerSide::Breaker, position.cells()));
            }
        }
        let better = self.better(lines);
        // The moves that are not tried fail only as long as the better ones are free.
        let zone = Bits::from_cells(better.iter().filter_map(Bits::first));
        let children = self.children(lines, MakerBreakerSide::Maker, |cell| better[cell].is_empty());
        Err(CandidateMoves { children, zone, threat: Bits::EMPTY })
    }

    /// The result of a position with Breaker to move, or its moves.
    fn for_breaker(
        &mut self,
        position: &MakerBreakerPosition<W>,
        visited: Option<Bits<W>>,
    ) -> Result<MakerBreakerResult<W>, CandidateMoves<W>> {
        let lines = &position.lines;
        let ones = position.ones();
        if !ones.at_most_one() {
            return Ok(MakerBreakerResult::won(MakerBreakerSide::Maker, ones));
        }
        if lines.is_empty() {
            return Ok(MakerBreakerResult::won(MakerBreakerSide::Breaker, Bits::EMPTY));
        }
        // What Maker would win if Breaker passed has to be stopped.
        let threat = visited.unwrap_or_else(|| self.forced(lines).unwrap_or(Bits::EMPTY));
        let tried = if threat.is_empty() { position.cells() } else { threat };
        let better = self.better(lines);
        let is_tried = |cell| tried.has(cell) && (better[cell] & tried).is_empty();
        let children = self.children(lines, MakerBreakerSide::Breaker, is_tried);
        Err(CandidateMoves { children, zone: threat, threat })
    }

    /// The moves to free cells of these lines that are to be tried, those on the heaviest lines first.
    fn children(
        &mut self,
        lines: &[Bits<W>],
        side: MakerBreakerSide,
        is_tried: impl Fn(usize) -> bool,
    ) -> Vec<MakerBreakerChild<W>> {
        self.through.fill(0);
        let (mut sum, mut cells) = (0, Bits::EMPTY);
        for line in lines {
            let weight = weight(line.len());
            sum += weight;
            cells = cells | *line;
            line.cells().for_each(|cell| self.through[cell] += weight);
        }
        let through = &self.through;
        let mut cells: Vec<usize> = cells.cells().filter(|&cell| is_tried(cell)).collect();
        cells.sort_by_key(|&cell| Reverse(through[cell]));
        let child = |(rank, cell)| {
            let numbers = match side {
                MakerBreakerSide::Maker => [1 + STEP * rank as u32, work(sum + through[cell])],
                MakerBreakerSide::Breaker => [1, work(sum - through[cell])],
            };
            MakerBreakerChild { cell, numbers, after: None }
        };
        cells.into_iter().enumerate().map(child).collect()
    }

    /// For each cell those that are at least as good for both sides: they are on all of its lines. Of cells on the same lines the
    /// first is better.
    fn better(&self, lines: &[Bits<W>]) -> Vec<Bits<W>> {
        let mut common = vec![Bits::EMPTY; self.game.cells];
        let mut seen = Bits::EMPTY;
        for &line in lines {
            for cell in line.cells() {
                common[cell] = if seen.has(cell) { common[cell] & line } else { line };
            }
            seen = seen | line;
        }
        let is_better = |cell: usize, other: usize| other < cell || !common[other].has(cell);
        let better =
            |cell: usize| common[cell].cells().filter(move |&other| other != cell && is_better(cell, other));
        (0..self.game.cells).map(|cell| Bits::from_cells(better(cell))).collect()
    }

    /// The zone of a win in which Maker, to move, threatens with every move.
    fn forced(&mut self, lines: &[Bits<W>]) -> Option<Bits<W>> {
        if let Some(one) = lines.iter().find(|line| line.at_most_one()) {
            return Some(*one);
        }
        let twos: Vec<Bits<W>> = lines.iter().copied().filter(|line| line.is_pair()).collect();
        for (at, &one) in twos.iter().enumerate() {
            if let Some(&other) = twos[..at].iter().find(|other| !(**other & one).is_empty()) {
                return Some(one | other);
            }
        }
        if twos.is_empty() {
            return None;
        }
        let key = key_of(lines);
        let place = key as usize & (FAILED - 1);
        if self.failed[place] == key {
            return None;
        }
        self.nodes += 1;
        for &pair in &twos {
            let Some((a, b)) = pair.first_two() else { continue };
            for (mark, block) in [(a, b), (b, a)] {
                let mark = Bits::from_cells([mark]);
                let left = lines.iter().filter(|line| !line.has(block));
                let after: Vec<Bits<W>> = left.map(|line| *line - mark).collect();
                if let Some(zone) = self.forced(&after) {
                    return Some(zone | pair);
                }
            }
        }
        self.failed[place] = key;
        None
    }

    /// Visits the moves of a position, the most promising first.
    fn follow(
        &mut self,
        position: &MakerBreakerPosition<W>,
        side: MakerBreakerSide,
        moves: CandidateMoves<W>,
        limits: [u32; 2],
        go_on: GoOn,
    ) -> MakerBreakerResult<W> {
        let (own, other) = (side as usize, side.other() as usize);
        let CandidateMoves { mut children, mut zone, threat } = moves;
        loop {
            let (mut first, mut second, mut best, mut greatest) = (NEVER, NEVER, 0, 0);
            for (at, &MakerBreakerChild { numbers, .. }) in children.iter().enumerate() {
                if numbers[own] < first {
                    (second, first, best) = (first, numbers[own], at);
                } else {
                    second = second.min(numbers[own]);
                }
                greatest = greatest.max(numbers[other]);
            }
            let Some(child) = children.get(best) else { return MakerBreakerResult::won(side.other(), zone) };
            let others =
                (children.len() as u32 - 1) / if side == MakerBreakerSide::Breaker { TOGETHER } else { 1 };
            let mut numbers = [first; 2];
            numbers[other] = (greatest + others).min(NEVER - 1);
            if self.stopped || numbers[own] >= limits[own] || numbers[other] >= limits[other] {
                return MakerBreakerResult { numbers, zone: threat };
            }
            let known = if let Some(After { stored, visited, .. }) = child.after.as_deref() {
                let mut within = [limits[own].min(second + second / 3 + 1); 2];
                let so_far = child.numbers[other];
                within[other] = (limits[other] - (numbers[other] - so_far)).max(so_far + 1);
                Some(self.visit(stored, *visited, within, go_on))
            } else {
                let after = self.after(position, side, child.cell);
                let known = self.table.look(after.stored.key);
                children[best].after = Some(Box::new(after));
                known
            };
            let Some(found) = known else { continue };
            let MakerBreakerChild { cell, numbers, after } = &mut children[best];
            *numbers = found.numbers;
            let (cell, after) = (*cell, after.as_mut().expect("it was needed"));
            after.visited = Some(found.zone);
            let Some(winner) = found.winner() else { continue };
            let needed = after.besides[winner as usize] | self.turned_back(found.zone, after.stored.map);
            if winner == side {
                self.answer = cell;
                return MakerBreakerResult::won(side, needed | Bits::from_cells([cell]));
            }
            zone = zone | needed;
            children.retain(|child| child.cell != cell && needed.has(child.cell));
        }
    }

    /// The position after a move. If Maker threatens to complete a line by it, Breaker has stopped that.
    fn after(&self, position: &MakerBreakerPosition<W>, side: MakerBreakerSide, cell: usize) -> After<W> {
        let (mut after, mut next) = match side {
            MakerBreakerSide::Maker => (position.marked(cell), MakerBreakerSide::Breaker),
            MakerBreakerSide::Breaker => (position.blocked(cell), MakerBreakerSide::Maker),
        };
        let mut forced = Bits::EMPTY;
        if next == MakerBreakerSide::Breaker
            && let ones = after.ones()
            && let Some(one) = ones.first()
            && ones.at_most_one()
        {
            (after, next, forced) = (after.blocked(one), MakerBreakerSide::Maker, ones);
        }
        let pairs = after.pair_off();
        After { stored: self.stored(after, next), besides: [forced, forced | pairs], visited: None }
    }
}

/// The work that it seems to be to prove that Breaker holds lines of this weight: 64 times as much for each further unit.
fn work(weight: u64) -> u32 {
    let log = (6 * weight.saturating_sub(ONE)).min(19 * ONE);
    let (whole, rest) = (log / ONE, log % ONE);
    (((ONE + rest) << whole) / ONE) as u32
}
