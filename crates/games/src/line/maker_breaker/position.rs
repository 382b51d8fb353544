//! Positions of the game in which only one player, Maker, has lines.

use plywood_rules::Player;
use plywood_rules::random::mix;

use crate::bits::Bits;
use crate::line::game::{LineGame, LineState, Status};
use crate::line::maps::Maps;

/// A position as far as it matters: the free cells of the lines that Maker can still complete. Positions of which these are the same
/// have the same value, and two kinds of lines are left out because they do not change it:
///
/// - a line that has all free cells of another one: who stops the other stops it;
/// - a line with two free cells that are on no other line: if Maker marks one of them, Breaker marks the other.
#[derive(Clone, Debug)]
pub struct MakerBreakerPosition<const W: usize> {
    pub lines: Vec<Bits<W>>,
    /// Marks of Maker and of Breaker that lead to such lines.
    pub marks: [Bits<W>; 2],
}

impl<const W: usize> MakerBreakerPosition<W> {
    /// A position of the game, with this player as Maker.
    pub fn new(game: &LineGame<W>, state: &LineState<W>, maker: Player) -> MakerBreakerPosition<W> {
        let marks = [maker, maker.other()].map(|player| state.marks[player.index()]);
        let [own, others] = marks;
        let open = game.masks.iter().filter(|line| (**line & others).is_empty()).map(|line| *line - own);
        let mut lines: Vec<Bits<W>> = Vec::new();
        for line in open {
            let within = |other: &Bits<W>| (*other - line).is_empty();
            if !lines.iter().any(within) {
                lines.retain(|other| !(line - *other).is_empty());
                lines.push(line);
            }
        }
        let mut position = MakerBreakerPosition { lines, marks };
        position.pair_off();
        position
    }

    /// The position in the game, with the first player as Maker, who is to move.
    pub fn state(&self) -> LineState<W> {
        let status = Status::ToMove(Player::First);
        let (completing, next) = ([Bits::EMPTY; 2], Player::First);
        LineState { marks: self.marks, completing, status, next, composed: false }
    }

    /// After a mark of Maker's. Lines with two cells of their own are still in it.
    pub fn marked(&self, cell: usize) -> MakerBreakerPosition<W> {
        let MakerBreakerPosition { mut lines, mut marks } = self.clone();
        marks[0].insert(cell);
        let mut shorter = Vec::with_capacity(lines.len());
        lines.retain(|line| {
            let has = line.has(cell);
            if has {
                shorter.push(*line - Bits::from_cells([cell]));
            }
            !has
        });
        lines.retain(|line| shorter.iter().all(|part| !(*part - *line).is_empty()));
        lines.extend(shorter);
        MakerBreakerPosition { lines, marks }
    }

    /// After a mark of Breaker's. Lines with two cells of their own are still in it.
    pub fn blocked(&self, cell: usize) -> MakerBreakerPosition<W> {
        let lines = self.lines.iter().copied().filter(|line| !line.has(cell)).collect();
        let [own, mut others] = self.marks;
        others.insert(cell);
        MakerBreakerPosition { lines, marks: [own, others] }
    }

    /// Leaves out lines with two cells that are on no other. Returns these pairs.
    pub fn pair_off(&mut self) -> Bits<W> {
        let mut pairs = Bits::EMPTY;
        loop {
            let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
            for line in &self.lines {
                twice = twice | (once & *line);
                once = once | *line;
            }
            let before = self.lines.len();
            self.lines.retain(|line| {
                let pair = (*line - twice).first_two();
                pairs = pair.map_or(pairs, |(a, b)| pairs | Bits::from_cells([a, b]));
                pair.is_none()
            });
            if self.lines.len() == before {
                return pairs;
            }
        }
    }

    /// The free cells of all lines.
    pub fn cells(&self) -> Bits<W> {
        self.lines.iter().fold(Bits::EMPTY, |cells, line| cells | *line)
    }

    /// The cells of lines that lack only one.
    pub fn ones(&self) -> Bits<W> {
        let ones = self.lines.iter().filter(|line| line.at_most_one());
        ones.fold(Bits::EMPTY, |ones, line| ones | *line)
    }

    /// The image under a symmetry.
    pub fn image(&self, maps: &Maps, map: usize) -> MakerBreakerPosition<W> {
        let image = |cells: &Bits<W>| maps.image(*cells, map);
        MakerBreakerPosition {
            lines: self.lines.iter().map(image).collect(),
            marks: self.marks.map(|marks| image(&marks)),
        }
    }
}

/// A key of these lines, whatever their order.
#[inline]
pub fn key_of<const W: usize>(lines: &[Bits<W>]) -> u64 {
    // The keys of lines are added up, so they must not depend on their cells in a simple way.
    let key = |line: &Bits<W>| line.words().iter().fold(0, |key, &word| mix(key ^ word));
    mix(lines.iter().map(key).fold(0, u64::wrapping_add))
}
