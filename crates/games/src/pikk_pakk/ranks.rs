//! Ranks of the positions of the smallest fields.
//!
//! A rank is a mixed-radix number of: the number of balls of either player, the cell of the target, the cells
//! of the balls of the player to move, and those of the opponent's balls. There are no gaps except for
//! positions that are images of others. Images are the eight turns and reflections of the square and the same
//! with the colours, and so the players, exchanged. The representative has light to move and the target on the
//! least cell it can be turned to; if that leaves a choice (on an axis of the square, or in the middle), the
//! balls of light are on the least set of cells, and then those of dark. So the target has 6 cells of 25, and
//! about half of the ranks are positions.
//!
//! Moves are read off a table: the effect of a push on a line depends on the line alone. The table is built
//! from the rules for each line; it is also read backwards, for the moves that lead to a position. With
//! `tie-win` a push depends on other cells too, so there is no ranking of those variants; nor of `basic`, in
//! which play reaches one rank in two thousand.

use std::ops::Range;

use plywood_rules::{Outcome, Player, Ranked, Ranking, Spot, Turn};

use super::field::{Direction, cells_of};
use super::game::{Colour, PikkPakk, PikkPakkBoard, State};
use super::options::Variant;
use crate::subsets::{Subsets, choices, close_up, spread_out};

/// Maps of the square.
const MAPS: usize = 8;
/// The number of an image with the colours exchanged is higher by this than without.
const EXCHANGED: u8 = MAPS as u8;
/// The map that exchanges files and ranks.
const TRANSPOSED: usize = 4;
/// Cells of a line at most, on these fields.
const LINE: usize = 5;

/// The balls of the player to move, those of the opponent, and the target: of a field, or of one line of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SmallPosition {
    own: u32,
    other: u32,
    target: u8,
}

impl SmallPosition {
    /// The same as the other player sees it.
    fn reversed(self) -> SmallPosition {
        SmallPosition { own: self.other, other: self.own, ..self }
    }

    /// The sort key that selects one of several images.
    fn order(self) -> u64 {
        u64::from(self.own) << 32 | u64::from(self.other)
    }
}

/// Positions with `own` balls of the player to move and `other` of the opponent.
#[derive(Clone, Copy, Debug)]
struct RankRange {
    own: usize,
    other: usize,
    from: u64,
    to: u64,
}

pub(super) struct PikkPakkRanking {
    game: PikkPakk,
    side: usize,
    parts: Vec<RankRange>,
    /// By the number of balls of the player to move and of the opponent: the part.
    part_of: [[Option<u8>; LINE]; LINE],
    subsets: Subsets,
    /// By map and seven cells of the field at a time: their images.
    maps: Vec<[[u32; 128]; 4]>,
    /// By map and cell: its image.
    cells: Vec<Vec<u8>>,
    /// By map: the one that leads back.
    inverse: [u8; MAPS],
    /// The map that is the second, and then the first.
    composed: [[u8; MAPS]; MAPS],
    /// By cell of the target: the maps that lead to the least cell it can have.
    to_least: Vec<Vec<u8>>,
    /// Those least cells, and by cell the place among them.
    leasts: Vec<u8>,
    least_at: Vec<u8>,
    /// By cell: those that enclose it.
    around: Vec<u32>,
    /// The lines after pushes, and (`pulls`) before them.
    pushes: LineResults,
    pulls: LineResults,
}

/// The possible results of pushing each line.
struct LineResults {
    /// By the contents of a line: the start of its possible results.
    starts: Vec<u32>,
    becomes: Vec<SmallPosition>,
}

/// The place of the target on a line that it is not on.
const ELSEWHERE: u8 = LINE as u8;

impl LineResults {
    fn at(line: SmallPosition) -> usize {
        usize::from(line.target) << (2 * LINE) | (line.own << LINE | line.other) as usize
    }

    /// The table of lines and their results.
    fn new(all: impl Iterator<Item = (SmallPosition, SmallPosition)>) -> LineResults {
        let mut sorted: Vec<(usize, SmallPosition)> =
            all.map(|(line, to)| (LineResults::at(line), to)).collect();
        sorted.sort_by_key(|it| it.0);
        let ends = (LINE + 1) << (2 * LINE);
        let starts = (0..=ends).map(|at| sorted.partition_point(|it| it.0 < at) as u32).collect();
        LineResults { starts, becomes: sorted.into_iter().map(|it| it.1).collect() }
    }

    #[inline]
    fn of(&self, line: SmallPosition) -> &[SmallPosition] {
        let at = LineResults::at(line);
        &self.becomes[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// All pushes of the player with `own`, along the middle rank of an otherwise empty field: its contents before
/// and after.
fn pushes_along_a_line(game: &PikkPakk) -> Vec<(SmallPosition, SmallPosition)> {
    let side = game.field.side;
    let (shift, full) = (side / 2 * side, (1u32 << side) - 1);
    let mut all = Vec::new();
    for (own, other) in (0..=full).flat_map(|own| (0..=full).map(move |other| (own, other))) {
        for target in (0..side as u8).chain([ELSEWHERE]) {
            let on_line = target != ELSEWHERE;
            let aim = u32::from(on_line) << target;
            // Lines that roll have no free cells.
            let gaps = own | other | aim != full;
            if own & other != 0 || (own | other) & aim != 0 || game.variant.rolls() && gaps {
                continue;
            }
            // A target on another line is put in a corner, where it takes no part.
            let cell = if on_line { shift as u8 + target } else { 0 };
            let board = PikkPakkBoard {
                own: u128::from(own) << shift,
                other: u128::from(other) << shift,
                target: cell,
            };
            let pushes = game.pushes_of(board);
            for way in [Direction::Left, Direction::Right] {
                for first in cells_of(pushes.0[way as usize] & u128::from(full) << shift) {
                    let after = game.pushed(board, way, first as u8, game.last_of_run(board, way, first));
                    let on = |cells: u128| (cells >> shift) as u32 & full;
                    let to = if on_line { after.target - shift as u8 } else { ELSEWHERE };
                    let before = SmallPosition { own, other, target };
                    all.push((
                        before,
                        SmallPosition { own: on(after.own), other: on(after.other), target: to },
                    ));
                }
            }
        }
    }
    all
}

impl PikkPakkRanking {
    /// Ranks for the positions that may come after `start`; `None` if there are too many, or if they do not
    /// pay.
    pub fn new(game: &PikkPakk, start: &State) -> Option<PikkPakkRanking> {
        let small = game.field.run == 3 && !start.placing;
        if !small || !(game.variant == Variant::Capture || game.variant == Variant::Rolling) {
            return None;
        }
        let field = &game.field;
        let count = field.cells();
        let cells: Vec<Vec<u8>> =
            (0..MAPS).map(|map| (0..count).map(|cell| field.map_cell(cell, map) as u8).collect()).collect();
        let composed: [[u8; MAPS]; MAPS] = std::array::from_fn(|outer| {
            std::array::from_fn(|inner| {
                let both = |cell: usize| cells[outer][usize::from(cells[inner][cell])];
                let same = |map: &usize| (0..count).all(|cell| cells[*map][cell] == both(cell));
                (0..MAPS).find(same).expect("the maps of the square form a group") as u8
            })
        });
        let inverse = std::array::from_fn(|map| {
            (0..MAPS).position(|other| composed[other][map] == 0).expect("every map can be undone") as u8
        });
        let maps = (0..MAPS).map(|map| seven_by_seven(&cells[map])).collect();
        let least = |cell: usize| (0..MAPS).map(|map| cells[map][cell]).min().unwrap_or_default();
        let mut leasts: Vec<u8> = (0..count).map(least).collect();
        leasts.sort_unstable();
        leasts.dedup();
        let to_least = (0..count)
            .map(|cell| {
                (0..MAPS).filter(|&map| cells[map][cell] == least(cell)).map(|map| map as u8).collect()
            })
            .collect();
        let least_at = (0..count)
            .map(|cell| leasts.iter().position(|&at| at == least(cell)).unwrap_or_default() as u8)
            .collect();
        let lines = pushes_along_a_line(game);
        let parts = parts(game, start, leasts.len() as u64);
        let mut part_of = [[None; LINE]; LINE];
        for (at, part) in parts.iter().enumerate() {
            part_of[part.own][part.other] = Some(at as u8);
        }
        Some(PikkPakkRanking {
            side: field.side,
            parts,
            part_of,
            subsets: Subsets::new(),
            maps,
            cells,
            inverse,
            composed,
            to_least,
            leasts,
            least_at,
            around: (0..count).map(|cell| field.around(cell as u8) as u32).collect(),
            pushes: LineResults::new(lines.iter().copied()),
            pulls: LineResults::new(lines.iter().map(|&(before, after)| (after, before))),
            game: game.clone(),
        })
    }

    /// The image of a set of cells.
    #[inline]
    fn map(&self, set: u32, map: u8) -> u32 {
        let [a, b, c, d] = &self.maps[usize::from(map)];
        let seven = |from: u32| (set >> from & 127) as usize;
        a[seven(0)] | b[seven(7)] | c[seven(14)] | d[seven(21)]
    }

    #[inline]
    fn mapped(&self, small: SmallPosition, map: u8) -> SmallPosition {
        SmallPosition {
            own: self.map(small.own, map),
            other: self.map(small.other, map),
            target: self.cells[usize::from(map)][usize::from(small.target)],
        }
    }

    /// The representative of a position and all its images, and a map that leads to it.
    #[inline]
    fn least(&self, small: SmallPosition) -> (SmallPosition, u8) {
        let maps = &self.to_least[usize::from(small.target)];
        let mut least = (self.mapped(small, maps[0]), maps[0]);
        for &map in &maps[1..] {
            let image = self.mapped(small, map);
            if image.order() < least.0.order() {
                least = (image, map);
            }
        }
        least
    }

    #[inline]
    fn rank(&self, small: SmallPosition) -> Option<u64> {
        let SmallPosition { own, other, target } = small;
        let (owns, others) = (own.count_ones() as usize, other.count_ones() as usize);
        let part = self.parts[usize::from(self.part_of.get(owns)?.get(others).copied().flatten()?)];
        let free = self.side * self.side - 1;
        let (own_ways, other_ways) = (choices(free, owns), choices(free - owns, others));
        let gone = 1 << target;
        let own = close_up(own, gone);
        let other = close_up(close_up(other, gone), own);
        let (own, other) = (self.subsets.rank(own), self.subsets.rank(other));
        let balls = u64::from(own) * u64::from(other_ways) + u64::from(other);
        let target = u64::from(self.least_at[usize::from(target)]);
        Some(part.from + target * u64::from(own_ways) * u64::from(other_ways) + balls)
    }

    /// The position of a rank, as the player to move sees it; not all of them represent their images.
    #[inline]
    fn small(&self, rank: u64) -> Option<SmallPosition> {
        let part = self.parts.iter().find(|part| (part.from..part.to).contains(&rank))?;
        let free = self.side * self.side - 1;
        let other_ways = u64::from(choices(free - part.own, part.other));
        let ways = u64::from(choices(free, part.own)) * other_ways;
        let rest = rank - part.from;
        let target = self.leasts[(rest / ways) as usize];
        let rest = rest % ways;
        let gone = 1 << target;
        let own = self.subsets.set((rest / other_ways) as u32, part.own);
        let other = spread_out(self.subsets.set((rest % other_ways) as u32, part.other), own);
        Some(SmallPosition { own: spread_out(own, gone), other: spread_out(other, gone), target })
    }

    /// The rank of a position given from the point of view of the player to move, with files and ranks
    /// exchanged if `transposed`.
    #[inline]
    fn place_of(&self, small: SmallPosition, transposed: bool, dark_moves: bool) -> Option<Ranked> {
        let (least, map) = self.least(small);
        let map = if transposed { self.composed[usize::from(map)][TRANSPOSED] } else { map };
        let image = self.inverse[usize::from(map)] + if dark_moves { EXCHANGED } else { 0 };
        Some(Ranked { rank: self.rank(least)?, image })
    }

    /// Passes on each possible result for a board along its lines, with a flag if files and ranks are exchanged
    /// there.
    #[inline]
    fn changed(&self, board: SmallPosition, lines: &LineResults, mut add: impl FnMut(SmallPosition, bool)) {
        for transposed in [false, true] {
            let board = if transposed { self.mapped(board, TRANSPOSED as u8) } else { board };
            let full = (1 << self.side) - 1;
            for shift in (0..self.side * self.side).step_by(self.side) {
                let on_line = usize::from(board.target).checked_sub(shift).filter(|&at| at < self.side);
                let line = SmallPosition {
                    own: board.own >> shift & full,
                    other: board.other >> shift & full,
                    target: on_line.map_or(ELSEWHERE, |at| at as u8),
                };
                for after in lines.of(line) {
                    let rest = !(full << shift);
                    let after = SmallPosition {
                        own: board.own & rest | after.own << shift,
                        other: board.other & rest | after.other << shift,
                        target: if on_line.is_some() { shift as u8 + after.target } else { board.target },
                    };
                    add(after, transposed);
                }
            }
        }
    }

    /// The player whose balls enclose the target: 0 for the player to move, 1 for the opponent.
    #[inline]
    fn encloser(&self, small: SmallPosition) -> Option<usize> {
        let around = self.around[usize::from(small.target)];
        [small.own, small.other].iter().position(|balls| around & !balls == 0)
    }

    fn player(&self, colour: Colour) -> Player {
        self.game.player(colour)
    }
}

/// Images of the cells of a field, seven at a time.
fn seven_by_seven(to: &[u8]) -> [[u32; 128]; 4] {
    std::array::from_fn(|part| {
        std::array::from_fn(|set| {
            let cells = (0..7).filter(|cell| set >> cell & 1 == 1).filter_map(|cell| to.get(7 * part + cell));
            cells.fold(0, |image, &cell| image | 1 << cell)
        })
    })
}

/// The numbers of balls that may come after `start`, those of fewer balls first, with their ranks.
fn parts(game: &PikkPakk, start: &State, targets: u64) -> Vec<RankRange> {
    let [light, dark] = [start.light, start.dark].map(|balls| balls.count_ones() as usize);
    let captures = game.variant == Variant::Capture;
    let comes = |own: usize, other: usize| match captures {
        true => own <= light && other <= dark || own <= dark && other <= light,
        false => (own, other) == (light, dark) || (own, other) == (dark, light),
    };
    let mut balls: Vec<(usize, usize)> = (0..LINE)
        .flat_map(|own| (0..LINE).map(move |other| (own, other)))
        .filter(|&(a, b)| comes(a, b))
        .collect();
    balls.sort_by_key(|&(own, other)| (own + other, own.max(other), own));
    let free = game.field.cells() - 1;
    let mut from = 0;
    let part = |(own, other)| {
        let ways = u64::from(choices(free, own)) * u64::from(choices(free - own, other));
        let part = RankRange { own, other, from, to: from + targets * ways };
        from = part.to;
        part
    };
    balls.into_iter().map(part).collect()
}

impl Ranking<PikkPakk> for PikkPakkRanking {
    /// The player to move has the balls that the opponent had a move before, so a stage is an unordered pair of
    /// numbers of balls. A move that takes a ball leads to another stage.
    fn stages(&self) -> Vec<Range<u64>> {
        let mut stages: Vec<(Range<u64>, [usize; 2])> = Vec::new();
        for &RankRange { own, other, from, to } in &self.parts {
            let balls = [own.min(other), own.max(other)];
            match stages.last_mut() {
                Some((ranks, same)) if *same == balls => ranks.end = to,
                _ => stages.push((from..to, balls)),
            }
        }
        stages.into_iter().map(|it| it.0).collect()
    }

    fn images(&self) -> usize {
        2 * MAPS
    }

    fn compose(&self, outer: usize, inner: usize) -> usize {
        usize::from(self.composed[outer % MAPS][inner % MAPS]) + ((outer / MAPS) ^ (inner / MAPS)) * MAPS
    }

    fn exchanges(&self, image: usize) -> bool {
        image >= MAPS
    }

    fn place(&self, state: &State) -> Option<Ranked> {
        if state.placing {
            return None;
        }
        let PikkPakkBoard { own, other, target } = state.board(state.mover);
        let small = SmallPosition { own: own as u32, other: other as u32, target };
        self.place_of(small, false, state.mover == Colour::Dark)
    }

    fn state(&self, rank: u64) -> Option<State> {
        let SmallPosition { own, other, target } =
            self.small(rank).filter(|&small| self.least(small).0 == small)?;
        let (light, dark) = (own.into(), other.into());
        let mut state =
            State { light, dark, target, mover: Colour::Light, placing: false, winner: None, pushes: [0; 2] };
        self.game.settle(&mut state);
        Some(state)
    }

    fn mover(&self, _rank: u64) -> Player {
        self.player(Colour::Light)
    }

    #[inline]
    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> {
        let small = self.small(rank)?;
        let mut fixed = 0;
        for &map in &self.to_least[usize::from(small.target)] {
            let image = self.mapped(small, map);
            if image.order() < small.order() {
                return None;
            }
            fixed |= u16::from(image == small) << map;
        }
        let mover = self.player(Colour::Light);
        let before = children.len();
        let winner = self.encloser(small).map(|side| [mover, mover.other()][side]).or_else(|| {
            self.changed(small, &self.pushes, |after, transposed| {
                let place = self.place_of(after.reversed(), transposed, true);
                children.push(place.expect("a push makes no balls"));
            });
            (children.len() == before).then_some(mover.other())
        });
        let turn = winner.map_or(Turn::Decision(mover), |winner| Turn::Over(Outcome::Win(winner)));
        Some(Spot { turn, fixed })
    }

    /// Dark has pushed last: a line that dark's pushes make of another was that one before.
    #[inline]
    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) {
        let Some(small) = self.small(rank) else { return };
        self.changed(small.reversed(), &self.pulls, |earlier, transposed| {
            if self.encloser(earlier).is_none() {
                parents.extend(self.place_of(earlier, transposed, true));
            }
        });
    }
}
