//! Depth-first proof-number search in which each side proves at the same time which cells its win depends on.
//!
//! A win of Maker's depends on the cells of the lines that its strategy uses, one of Breaker's on the pairs and weights with which it
//! ends: that is its *zone*. A reply outside the zone changes nothing, so whenever a move is refuted, only those inside the zone of
//! the refutation are left to try (relevance zones: Shih, Wei and Wu, "A Novel Approach to Solving Goal-Achieving Problems for Board
//! Games", AAAI 2022). Both sides have zones here, because a mark never hurts the player who owns it.

use std::cmp::Reverse;

use plywood_rules::Player;

use super::position::{Lines, Position};
use super::table::{Found, NEVER, Side, Table};
use crate::bits::Bits;
use crate::line::game::LineGame;
use crate::line::holding::Hunt;

impl Side {
    /// How much more work each further move of this side seems than the one before it, the moves on the heaviest lines first.
    fn step(self) -> u32 {
        match self {
            Side::Maker => 4,
            Side::Breaker => 2,
        }
    }

    /// The number of moves of this side that count as one, beside the one whose refutation is the most work: zones refute many of them
    /// together.
    fn together(self) -> u32 {
        match self {
            Side::Maker => 1,
            Side::Breaker => 4,
        }
    }
}

/// Positions with at most this many of Maker's marks on live lines are merged with their images.
const MERGED: usize = 5;

/// Entries of the table of positions without a forced win, a power of two.
const FAILED: usize = 1 << 16;

/// Positions between two calls of `go_on`.
const ASKED: u64 = 256;

/// A position in the form in which it is stored: one of its images.
#[derive(Clone, Copy)]
struct Stored<const W: usize> {
    position: Position<W>,
    key: u64,
    /// The symmetry that leads to it.
    map: usize,
}

/// A move, with the numbers of the position after it.
struct Child<const W: usize> {
    cell: usize,
    numbers: [u32; 2],
    /// The position, once it is needed.
    after: Option<Stored<W>>,
}

/// The moves of a position that are worth a try.
struct Moves<const W: usize> {
    /// In their order.
    cells: Vec<usize>,
    /// The cells that the other side's win depends on, if all of them fail.
    zone: Bits<W>,
}

/// The search, which keeps its results from one question to the next.
pub struct Search<'g, const W: usize> {
    game: &'g LineGame<W>,
    table: Table<W>,
    failed: Vec<u64>,
    hunt: Hunt<W>,
    nodes: u64,
    /// Positions visited when `go_on` was called last, and its answer.
    told: u64,
    stopped: bool,
    /// The cell of the last move that won a position.
    answer: usize,
}

type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;

impl<'g, const W: usize> Search<'g, W> {
    pub fn new(game: &'g LineGame<W>, memory: u64) -> Search<'g, W> {
        Search {
            game,
            table: Table::new(memory),
            failed: vec![0; FAILED],
            hunt: Hunt::new(game.cells),
            nodes: 0,
            told: 0,
            stopped: false,
            answer: 0,
        }
    }

    /// The winner of a position; `None` if `go_on`, which is called with the positions visited so far, returned false.
    pub fn winner(&mut self, position: Position<W>, side: Side, go_on: GoOn) -> Option<Side> {
        self.stopped = false;
        let Stored { position, key, .. } = self.stored(position, side);
        let known = self.table.look(key).and_then(Found::winner);
        known.or_else(|| self.visit(position, key, side, [NEVER; 2], go_on).winner())
    }

    /// A move by which the side to move wins, if it does; `None` also if `go_on` returned false.
    pub fn winning_move(&mut self, position: Position<W>, side: Side, go_on: GoOn) -> Option<usize> {
        self.stopped = false;
        let Stored { position, key, map } = self.stored(position, side);
        let found = self.visit(position, key, side, [NEVER; 2], go_on);
        let answer = Bits::from_cells([self.answer]);
        if found.winner() == Some(side) { self.turned_back(answer, map).first() } else { None }
    }

    fn stored(&self, position: Position<W>, side: Side) -> Stored<W> {
        let (mut position, mut map) = (position, 0);
        if position.own.len() <= MERGED {
            // The cells that are not live are fewer.
            let all = self.game.board;
            let least = self.game.maps().least(&[position.own, all - position.live]);
            let [own, dead] = least.marks;
            (position, map) = (Position { own, live: all - dead }, least.map);
        }
        Stored { position, key: position.key(side == Side::Breaker), map }
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
        position: Position<W>,
        key: u64,
        side: Side,
        limits: [u32; 2],
        go_on: GoOn,
    ) -> Found<W> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.told + ASKED {
            self.told = self.nodes;
            self.stopped = !go_on(self.nodes);
        }
        let lines = position.lines(self.game);
        let found = match side {
            Side::Maker => self.for_maker(&position, &lines),
            Side::Breaker => self.for_breaker(&position, &lines),
        };
        let found = found.unwrap_or_else(|moves| self.follow(&position, side, moves, limits, go_on));
        self.table.note(key, found, self.nodes - before);
        found
    }

    /// The result of a position with Maker to move, or its moves.
    fn for_maker(&mut self, position: &Position<W>, lines: &Lines<W>) -> Result<Found<W>, Moves<W>> {
        if let Some(zone) = self.forced(position, lines) {
            return Ok(Found::won(Side::Maker, zone));
        }
        if self.hunt.holds(lines.free.iter().copied(), false) {
            return Ok(Found::won(Side::Breaker, self.hunt.zone()));
        }
        if self.game.grouped_pairs(&position.state(self.game), Player::Second).is_some() {
            return Ok(Found::won(Side::Breaker, position.live - position.own));
        }
        let (mut cells, better) = (self.by_weight(lines), self.better(lines));
        // The moves that are not tried fail only as long as the better ones are free.
        let zone = Bits::from_cells(cells.iter().filter_map(|&cell| better[cell].first()));
        cells.retain(|&cell| better[cell].is_empty());
        Err(Moves { cells, zone })
    }

    /// The result of a position with Breaker to move, or its moves.
    fn for_breaker(&mut self, position: &Position<W>, lines: &Lines<W>) -> Result<Found<W>, Moves<W>> {
        if !lines.ones.at_most_one() {
            return Ok(Found::won(Side::Maker, lines.ones));
        }
        if lines.free.is_empty() {
            return Ok(Found::won(Side::Breaker, Bits::EMPTY));
        }
        // What Maker would win if Breaker passed has to be stopped.
        let zone = self.forced(position, lines);
        let tried = zone.unwrap_or(position.live);
        let (mut cells, better) = (self.by_weight(lines), self.better(lines));
        cells.retain(|&cell| tried.has(cell) && (better[cell] & tried).is_empty());
        Err(Moves { cells, zone: zone.unwrap_or(Bits::EMPTY) })
    }

    /// The free cells of live lines, those on the heaviest lines first: each cell that a line lacks makes it an eighth.
    fn by_weight(&self, lines: &Lines<W>) -> Vec<usize> {
        let mut weights = vec![0u64; self.game.cells];
        for line in &lines.free {
            let weight = 1 << (54 - 3 * line.len().min(18));
            line.cells().for_each(|cell| weights[cell] += weight);
        }
        let mut cells: Vec<usize> = (0..weights.len()).filter(|&cell| weights[cell] > 0).collect();
        cells.sort_by_key(|&cell| Reverse(weights[cell]));
        cells
    }

    /// For each cell those that are at least as good for both sides: they are on all of its lines. Of cells on the same lines the
    /// first is better.
    fn better(&self, lines: &Lines<W>) -> Vec<Bits<W>> {
        let mut common = vec![Bits::EMPTY; self.game.cells];
        let mut seen = Bits::EMPTY;
        for &line in &lines.free {
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
    fn forced(&mut self, position: &Position<W>, lines: &Lines<W>) -> Option<Bits<W>> {
        if let Some(cell) = lines.ones.first() {
            return Some(Bits::from_cells([cell]));
        }
        let twos = &lines.twos;
        for (at, &one) in twos.iter().enumerate() {
            let meets = |other: &&Bits<W>| **other != one && !(**other & one).is_empty();
            if let Some(&other) = twos[..at].iter().find(meets) {
                return Some(one | other);
            }
        }
        if twos.is_empty() {
            return None;
        }
        let key = position.key(false);
        let place = key as usize & (FAILED - 1);
        if self.failed[place] == key {
            return None;
        }
        self.nodes += 1;
        for &pair in twos {
            let (Some(a), Some(b)) = (pair.cells().next(), pair.cells().nth(1)) else { continue };
            for (mark, block) in [(a, b), (b, a)] {
                let after = position.marked(mark).blocked(self.game, block);
                if let Some(zone) = self.forced(&after, &after.lines(self.game)) {
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
        position: &Position<W>,
        side: Side,
        moves: Moves<W>,
        limits: [u32; 2],
        go_on: GoOn,
    ) -> Found<W> {
        let (own, other) = (side as usize, side.other() as usize);
        let Moves { cells, mut zone } = moves;
        let child = |(rank, cell)| {
            let mut numbers = [1; 2];
            numbers[own] += side.step() * rank as u32;
            Child { cell, numbers, after: None }
        };
        let mut children: Vec<Child<W>> = cells.into_iter().enumerate().map(child).collect();
        loop {
            let (mut first, mut second, mut best, mut greatest) = (NEVER, NEVER, 0, 0);
            for (at, &Child { numbers, .. }) in children.iter().enumerate() {
                if numbers[own] < first {
                    (second, first, best) = (first, numbers[own], at);
                } else {
                    second = second.min(numbers[own]);
                }
                greatest = greatest.max(numbers[other]);
            }
            let Some(child) = children.get(best) else { return Found::won(side.other(), zone) };
            let others = (children.len() as u32 - 1) / side.together();
            let mut numbers = [first; 2];
            numbers[other] = (greatest + others).min(NEVER - 1);
            if self.stopped || numbers[own] >= limits[own] || numbers[other] >= limits[other] {
                return Found { numbers, zone: Bits::EMPTY };
            }
            let found = if let Some(Stored { position: after, key, .. }) = child.after {
                let mut within = [limits[own].min(second + second / 3 + 1); 2];
                let so_far = child.numbers[other];
                within[other] = (limits[other] - (numbers[other] - so_far)).max(so_far + 1);
                self.visit(after, key, side.other(), within, go_on)
            } else {
                let after = match side {
                    Side::Maker => position.marked(child.cell),
                    Side::Breaker => position.blocked(self.game, child.cell),
                };
                let after = self.stored(after, side.other());
                let known = self.table.look(after.key).unwrap_or(Found { numbers: child.numbers, zone });
                children[best].after = Some(after);
                known
            };
            let Child { cell, after, .. } = children[best];
            children[best].numbers = found.numbers;
            let Some(winner) = found.winner() else { continue };
            let needed = self.turned_back(found.zone, after.map_or(0, |after| after.map));
            if winner == side {
                self.answer = cell;
                return Found::won(side, needed | Bits::from_cells([cell]));
            }
            zone = zone | needed;
            children.retain(|child| child.cell != cell && needed.has(child.cell));
        }
    }
}
