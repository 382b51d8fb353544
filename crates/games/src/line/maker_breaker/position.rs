//! Positions of the game in which only one player, Maker, has lines.

use plywood_rules::Player;

use crate::bits::Bits;
use crate::line::game::{LineGame, LineState, Status, key_of};

/// A position as far as it matters: which lines Maker can still complete, and the marks on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// Maker's marks on live lines.
    pub own: Bits<W>,
    /// The cells of all live lines. A line whose cells are all here is live: one with a mark of Breaker's has a cell that is on no
    /// live line.
    pub live: Bits<W>,
}

/// The free cells of the live lines, the shortest of which decide what is forced.
pub struct Lines<const W: usize> {
    pub free: Vec<Bits<W>>,
    /// Those of one cell, together.
    pub ones: Bits<W>,
    /// Those of two cells.
    pub twos: Vec<Bits<W>>,
}

impl<const W: usize> Position<W> {
    /// The position with the first player as Maker, who is to move; whatever does not matter is the second player's.
    pub fn state(&self, game: &LineGame<W>) -> LineState<W> {
        LineState {
            marks: [self.own, game.board - self.live],
            completing: [Bits::EMPTY; 2],
            status: Status::ToMove(Player::First),
        }
    }

    /// After a mark of Maker's.
    #[inline]
    pub fn marked(mut self, cell: usize) -> Position<W> {
        self.own.insert(cell);
        self
    }

    /// After a mark of Breaker's.
    #[inline]
    pub fn blocked(&self, game: &LineGame<W>, cell: usize) -> Position<W> {
        let mut rest = self.live;
        rest.remove(cell);
        let live = game.masks.iter().fold(Bits::EMPTY, |live, line| {
            let stays = (*line - rest).is_empty();
            live | line.only_if(stays)
        });
        Position { own: self.own & live, live }
    }

    /// The free cells of the live lines.
    #[inline]
    pub fn lines(&self, game: &LineGame<W>) -> Lines<W> {
        let mut lines = Lines { free: Vec::with_capacity(64), ones: Bits::EMPTY, twos: Vec::new() };
        for line in &game.masks {
            if (*line - self.live).is_empty() {
                let free = *line - self.own;
                match free.len() {
                    1 => lines.ones = lines.ones | free,
                    2 => lines.twos.push(free),
                    _ => {}
                }
                lines.free.push(free);
            }
        }
        lines
    }

    /// A key of the position with Breaker or Maker to move.
    #[inline]
    pub fn key(&self, breaks: bool) -> u64 {
        let key = key_of(&[self.own, self.live]);
        if breaks { !key } else { key }
    }
}
