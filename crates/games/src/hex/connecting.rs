//! Connections derived step by step, so that anyone can follow why a player wins.
//!
//! A connection joins two ends if its owner has certain stones, and the opponent has no stone in its carrier, even if the opponent moves
//! first. The opponent cannot break it, because every step keeps that true:
//!
//! - *and*: two connections that meet in an end. A cell of both carriers has to be a stone; so a move breaks one of them at most,
//!   which is mended by itself.
//! - *or*: moves, each of which makes a connection. A cell that all of them need has to be a stone; so each move of the opponent's
//!   leaves one of them.
//! - *capture*: a connection that needs two cells as stones, of which each makes the other useless to both players: whatever touches the
//!   one touches the group of the other. If the opponent takes one, the owner takes the other, and any way through the first goes on
//!   without it.
//!
//! A stone more than needed does no harm, as in all of Hex.

use std::collections::HashMap;

use plywood_rules::hints::connecting::{Connecting, ConnectionStep, Connections};
use plywood_rules::{Game, MoveNumber, Turn};

use super::lattice::{Lattice, WORDS};
use super::{Hex, State};
use crate::bits::Bits;

/// A connection that was derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Connection<const W: usize> {
    /// In ascending order.
    pub ends: [usize; 2],
    /// The stones that it needs.
    pub own: Bits<W>,
    /// The other cells that the opponent may not have.
    pub carrier: Bits<W>,
}

impl<const W: usize> Connection<W> {
    fn new([a, b]: [usize; 2], own: Bits<W>, all: Bits<W>) -> Connection<W> {
        Connection { ends: [a.min(b), a.max(b)], own, carrier: all - own }
    }

    /// Of two ends beside each other, the edges being numbered after the cells.
    pub fn touch(lattice: &Lattice<W>, edges: [Bits<W>; 2], [a, b]: [usize; 2]) -> Option<Connection<W>> {
        let cells = lattice.side * lattice.side;
        let [low, high] = [a.min(b), a.max(b)];
        let touches = low < cells
            && match high.checked_sub(cells) {
                None => lattice.beside(Bits::from_cells([low])).has(high),
                Some(edge) => edges.get(edge)?.has(low),
            };
        let own = Bits::from_cells([low, high].into_iter().filter(|&end| end < cells));
        touches.then(|| Connection::new([low, high], own, Bits::EMPTY))
    }

    /// Of two that meet in an end.
    pub fn and(&self, other: &Connection<W>) -> Option<Connection<W>> {
        let middle = self.ends.into_iter().find(|end| other.ends.contains(end))?;
        let ends = [self.ends, other.ends].map(|[a, b]| if a == middle { b } else { a });
        let own = self.own | other.own | (self.carrier & other.carrier);
        Some(Connection::new(ends, own, self.carrier | other.carrier))
    }

    /// By moves to cells, each of which makes one.
    pub fn or(alternatives: impl IntoIterator<Item = (usize, Connection<W>)>) -> Option<Connection<W>> {
        let mut whole: Option<(Connection<W>, Bits<W>)> = None;
        for (cell, Connection { ends, own, carrier }) in alternatives {
            let needed = carrier | Bits::from_cells([cell]);
            let stones = own - Bits::from_cells([cell]);
            whole = match whole {
                None => Some((Connection { ends, own: stones, carrier: needed }, needed)),
                Some((so_far, _)) if so_far.ends != ends => return None,
                Some((so_far, common)) => {
                    let (own, carrier) = (so_far.own | stones, so_far.carrier | needed);
                    Some((Connection { ends, own, carrier }, common & needed))
                }
            };
        }
        whole.map(|(all, common)| Connection::new(all.ends, all.own | common, all.carrier))
    }

    /// Of one that needs two cells as stones, with these `stones` besides: without the two, if they are captured.
    pub fn capture(
        &self,
        lattice: &Lattice<W>,
        edges: [Bits<W>; 2],
        cells: [usize; 2],
        stones: Bits<W>,
    ) -> Option<Connection<W>> {
        let both = Bits::from_cells(cells);
        let own = (self.own | stones) - both;
        let whole = Connection::new(self.ends, own, self.carrier | both);
        let are_ends = cells.iter().any(|cell| self.ends.contains(cell));
        (!are_ends && lattice.captures(own, whole.carrier, edges, cells)).then_some(whole)
    }

    /// True if a player with these stones has it.
    pub fn is_whole(&self, own: Bits<W>, others: Bits<W>) -> bool {
        (self.own - own).is_empty() && (self.carrier & others).is_empty()
    }
}

/// The connections that these steps derive; `None` if one of them derives nothing.
fn derived(
    lattice: &Lattice<WORDS>,
    edges: [Bits<WORDS>; 2],
    steps: &[ConnectionStep],
) -> Option<Vec<Connection<WORDS>>> {
    let cells = lattice.side * lattice.side;
    let mut list: Vec<Connection<WORDS>> = Vec::new();
    for step in steps {
        let connection = match step {
            ConnectionStep::Touch(ends) => Connection::touch(lattice, edges, *ends),
            ConnectionStep::And([a, b]) => list.get(*a)?.and(list.get(*b)?),
            ConnectionStep::Or(alternatives) => {
                let is_there = |&(cell, at): &(usize, usize)| cell < cells && at < list.len();
                let there = alternatives.iter().all(is_there);
                there.then(|| Connection::or(alternatives.iter().map(|&(cell, at)| (cell, list[at]))))?
            }
            ConnectionStep::Capture { cells: two, of, stones } => {
                let are_cells = two.iter().chain(stones).all(|&cell| cell < cells);
                let stones = || Bits::from_cells(stones.iter().copied());
                list.get(*of).filter(|_| are_cells)?.capture(lattice, edges, *two, stones())
            }
        };
        list.push(connection?);
    }
    Some(list)
}

impl Hex {
    /// The functions that proofs by connections call.
    pub(super) fn connecting(&self) -> Connecting<Hex> {
        Connecting { holds, answer, intrusions, prover: Hex::connection_prover }
    }
}

/// True if these steps derive that the player joins both edges.
fn holds(game: &Hex, state: &State, (player, steps): Connections<'_>) -> bool {
    let [own, others] = [player, player.other()].map(|player| state.stones[player.index()]);
    let edges = game.lattice.edges[player.index()];
    let list = derived(&game.lattice, edges, steps);
    let joins = |last: &Connection<WORDS>| {
        last.ends == [game.cells(), game.cells() + 1] && last.is_whole(own, others)
    };
    matches!(game.turn(state), Turn::Decision(_))
        && !game.may_swap(state)
        && list.is_some_and(|list| list.last().is_some_and(joins))
}

/// The free cells of its carrier.
fn intrusions(game: &Hex, state: &State, (player, steps): Connections<'_>) -> Vec<MoveNumber> {
    let list = derived(&game.lattice, game.lattice.edges[player.index()], steps).unwrap_or_default();
    let free = game.free(state);
    list.last().into_iter().flat_map(|last| (last.carrier & free).cells()).map(MoveNumber::from).collect()
}

/// The move that mends the connection, or if it is whole one that it would need.
fn answer(game: &Hex, state: &State, (player, steps): Connections<'_>) -> Option<MoveNumber> {
    let [own, others] = [player, player.other()].map(|player| state.stones[player.index()]);
    let list = derived(&game.lattice, game.lattice.edges[player.index()], steps)?;
    let mut mending = Mending { steps, list: &list, own, others, known: HashMap::new() };
    let last = steps.len().checked_sub(1)?;
    let cell = match mending.mend(last)? {
        Some(cell) => Some(cell),
        None => mending.next(last),
    };
    cell.or_else(|| game.free(state).first()).map(MoveNumber::from)
}

/// Mends connections of a player who decides.
struct Mending<'a> {
    steps: &'a [ConnectionStep],
    list: &'a [Connection<WORDS>],
    own: Bits<WORDS>,
    others: Bits<WORDS>,
    known: HashMap<usize, Option<Option<usize>>>,
}

impl Mending<'_> {
    fn is_whole(&self, at: usize, own: Bits<WORDS>) -> bool {
        self.list[at].is_whole(own, self.others)
    }

    /// The move after which the connection of this step cannot be broken, or that none is needed; `None` if it is broken.
    fn mend(&mut self, at: usize) -> Option<Option<usize>> {
        if self.is_whole(at, self.own) {
            return Some(None);
        }
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let steps = self.steps;
        let found = match &steps[at] {
            ConnectionStep::Touch(_) => None,
            ConnectionStep::Capture { cells: [a, b], of, .. } => {
                match [(*a, *b), (*b, *a)].into_iter().find(|(taken, _)| self.others.has(*taken)) {
                    Some((_, rest)) if self.others.has(rest) => None,
                    Some((_, rest)) if !self.own.has(rest) => Some(Some(rest)),
                    _ => self.given([*a, *b]).mend(*of),
                }
            }
            ConnectionStep::And([a, b]) => match (self.mend(*a), self.mend(*b)) {
                (Some(None), other) | (other, Some(None)) => other,
                (a, b) if a == b => a,
                _ => None,
            },
            ConnectionStep::Or(alternatives) => {
                // What was begun goes on, and best if nothing has to be done.
                let (own, mut found) = (self.own, None);
                for &(_, begun) in alternatives.iter().filter(|(cell, _)| own.has(*cell)) {
                    found = match self.mend(begun) {
                        Some(None) => return Some(None),
                        more => found.or(more),
                    };
                }
                found.or_else(|| self.first(alternatives).map(|(cell, _)| Some(cell)))
            }
        };
        self.known.insert(at, found);
        found
    }

    /// The same with two cells that are captured.
    fn given(&self, cells: [usize; 2]) -> Mending<'_> {
        let both = Bits::from_cells(cells);
        let (own, others) = (self.own | both, self.others - both);
        Mending { steps: self.steps, list: self.list, own, others, known: HashMap::new() }
    }

    /// The next move towards the stones of a connection that cannot be broken.
    fn next(&self, at: usize) -> Option<usize> {
        match &self.steps[at] {
            ConnectionStep::Touch(_) => None,
            ConnectionStep::And([a, b]) => self.next(*a).or_else(|| self.next(*b)),
            ConnectionStep::Capture { cells, of, .. } => self.given(*cells).next(*of).or_else(|| {
                // One of the two is enough.
                cells.iter().all(|&cell| !self.own.has(cell)).then_some(cells[0])
            }),
            ConnectionStep::Or(alternatives) => {
                let (cell, at) = self.first(alternatives)?;
                if self.own.has(cell) { self.next(at) } else { Some(cell) }
            }
        }
    }

    /// The first of these moves that makes its connection, or has made it.
    fn first(&self, alternatives: &[(usize, usize)]) -> Option<(usize, usize)> {
        let makes = |&(cell, at): &(usize, usize)| {
            !self.others.has(cell) && self.is_whole(at, self.own | Bits::from_cells([cell]))
        };
        alternatives.iter().copied().find(makes)
    }
}
