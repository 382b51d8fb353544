//! The reasons for a win, as steps that a checker follows without a search.
//!
//! Most connections come from the table of one position ([`Derivation`]). Where that has none of the edges, the search answers each
//! move that is left ([`Reasons::derive`]). A connection that was derived once holds in every position with its stones.
//!
//! The search fills the cells that a player captures. Here they are stones as well, until the connection is found; it then follows
//! without them ([`Reasons::capture`]).

use std::collections::HashMap;

use plywood_rules::Interrupted;
use plywood_rules::hints::connecting::ConnectionStep;

use super::connections::ConnectionTable;
use super::inferior::inferior;
use super::search::{ConnectedPosition, ConnectionSearch};
use crate::bits::Bits;
use crate::hex::connecting::Connection;
use crate::hex::lattice::Lattice;

/// Steps that derive connections of one player, without repetition.
pub(super) struct Reasons<'s, const W: usize> {
    lattice: &'s Lattice<W>,
    search: ConnectionSearch<'s, W>,
    player: usize,
    steps: Vec<ConnectionStep>,
    list: Vec<Connection<W>>,
    known: HashMap<Connection<W>, usize>,
    /// The steps that join both edges.
    whole: Vec<usize>,
}

/// A position, as it is searched and as connections are derived in it.
struct DerivedPosition<const W: usize> {
    position: ConnectedPosition<W>,
    /// Its stones. The player has those that it captures too; the opponent has all others that the search fills.
    stones: [Bits<W>; 2],
    /// The pairs of cells that the player captures, each with those before it as stones. After its own move it still has those of before.
    captured: Vec<[usize; 2]>,
}

impl<'s, const W: usize> Reasons<'s, W> {
    pub fn new(lattice: &'s Lattice<W>, search: ConnectionSearch<'s, W>, player: usize) -> Reasons<'s, W> {
        let (steps, list, whole) = (Vec::new(), Vec::new(), Vec::new());
        Reasons { lattice, search, player, steps, list, known: HashMap::new(), whole }
    }

    /// The steps by which the player wins where the opponent decides; `None` if the opponent wins.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn of(mut self, stones: [Bits<W>; 2]) -> Result<Option<Vec<ConnectionStep>>, Interrupted> {
        let position = ConnectedPosition::new(self.lattice, stones, 1 - self.player);
        // The positions that it visits will be found in its table.
        if self.search.verdict(&position)?.wins {
            return Ok(None);
        }
        let place = self.filled(position, stones, stones, Vec::new());
        let last = self.join(&place)?;
        Ok(last.map(|last| self.needed(last)))
    }

    /// The place of a position with these stones, as the search sees them before it fills cells, and as they are here.
    fn filled(
        &self,
        position: ConnectedPosition<W>,
        mut seen: [Bits<W>; 2],
        mut stones: [Bits<W>; 2],
        mut captured: Vec<[usize; 2]>,
    ) -> DerivedPosition<W> {
        let edges = self.lattice.edges[self.player];
        while let Some((owner, cells, are_captured)) = inferior(self.lattice, seen) {
            seen[owner] = seen[owner] | cells;
            if !are_captured || owner != self.player {
                stones[1 - self.player] = stones[1 - self.player] | cells;
                continue;
            }
            let (own, both) = (stones[self.player], [cells.nth(0), cells.nth(1)]);
            let free = self.lattice.cells - own - stones[1 - self.player];
            // The search may see a stone of the player's on a cell that does not matter.
            if self.lattice.captures(own, free, edges, both) {
                stones[self.player] = own | cells;
                captured.push(both);
            }
        }
        DerivedPosition { position, stones, captured }
    }

    /// The place after a move.
    fn play(&self, place: &DerivedPosition<W>, cell: usize, player: usize) -> DerivedPosition<W> {
        let DerivedPosition { position, stones, captured } = place;
        let mut stones = *stones;
        stones[player].insert(cell);
        let captured = if player == self.player { captured.clone() } else { Vec::new() };
        let mut seen = position.stones;
        if seen.iter().any(|stones| stones.has(cell)) {
            // The search has filled it.
            let position = ConnectedPosition::new(self.lattice, stones, 1 - player);
            return self.filled(position, stones, stones, captured);
        }
        seen[player].insert(cell);
        let mut child = position.clone();
        position.play(self.lattice, cell, &mut child);
        self.filled(child, seen, stones, captured)
    }

    /// The step that joins both edges where the opponent decides; `None` if the opponent wins.
    fn join(&mut self, place: &DerivedPosition<W>) -> Result<Option<usize>, Interrupted> {
        let Some(mut at) = self.derive(place)? else { return Ok(None) };
        let mut own = place.stones[self.player];
        for &cells in place.captured.iter().rev() {
            own = own - Bits::from_cells(cells);
            at = self.capture(at, cells, own);
        }
        Ok(Some(at))
    }

    /// The same with the cells that the player captures as stones.
    fn derive(&mut self, place: &DerivedPosition<W>) -> Result<Option<usize>, Interrupted> {
        let (own, others) = (place.stones[self.player], place.stones[1 - self.player]);
        let free = self.lattice.cells - own - others;
        if let Some(at) = self.whole.iter().find(|&&at| self.list[at].is_whole(own, others)) {
            return Ok(Some(*at));
        }
        let edges = self.lattice.edges[self.player];
        let table = ConnectionTable::new(self.lattice, own, free, edges);
        let (full, half) = table.of_edges();
        let mut derivation =
            Derivation { table: &table, own, edges, known: HashMap::new(), reasons: &mut *self };
        let ends = [table.cells(), table.cells() + 1];
        if let Some(at) = full.and_then(|set| derivation.full(ends, set)) {
            self.whole.push(at);
            return Ok(Some(at));
        }
        let mut half = half.to_vec();
        half.sort_unstable_by_key(|set| set.len());
        let mut alternatives: Vec<(usize, usize)> =
            half.into_iter().filter_map(|set| derivation.half(ends, set)).collect();
        let mut left = self.left(free, &alternatives);
        let mut answered = self.answered(place, left);
        while let Some(first) = left.first() {
            let reply = next_reply(&mut answered, left).unwrap_or(first);
            let next = match self.earlier(own, others, left, reply) {
                Some(next) => next,
                None => {
                    let after = self.play(place, reply, 1 - self.player);
                    let free = self.lattice.cells - after.stones[0] - after.stones[1];
                    let Some(cell) = self.search.winning_move(&after.position, free)? else {
                        return Ok(None);
                    };
                    let Some(at) = self.join(&self.play(&after, cell, self.player))? else { return Ok(None) };
                    if self.list[at].is_whole(own, others) {
                        return Ok(Some(at));
                    }
                    (cell, at)
                }
            };
            alternatives.push(next);
            left = left & self.left(free, &[next]);
        }
        self.reduce(free, &mut alternatives);
        let Some(at) = self.or(alternatives) else { return Ok(None) };
        self.whole.push(at);
        Ok(Some(at))
    }

    /// Those of these replies to which the search knows the answer, and what it depends on.
    fn answered(&self, place: &DerivedPosition<W>, replies: Bits<W>) -> Vec<(usize, Bits<W>)> {
        let mut child = place.position.clone();
        let seen = self.lattice.cells - place.position.stones[0] - place.position.stones[1];
        let answer = |reply| {
            place.position.play(self.lattice, reply, &mut child);
            Some((reply, self.search.known(&child)?.carrier))
        };
        (replies & seen).cells().filter_map(answer).collect()
    }

    /// The step of the connection of another, without two cells that it may need as stones. `own` are all others.
    fn capture(&mut self, of: usize, cells: [usize; 2], own: Bits<W>) -> usize {
        let last = self.list[of];
        if cells.iter().all(|&cell| !last.own.has(cell)) {
            return of;
        }
        let (lattice, edges) = (self.lattice, self.lattice.edges[self.player]);
        let with = |stones| last.capture(lattice, edges, cells, stones);
        let mut stones = Bits::EMPTY;
        if with(stones).is_none() {
            stones = own - last.own;
            for stone in stones.cells() {
                let mut fewer = stones;
                fewer.remove(stone);
                if with(fewer).is_some() {
                    stones = fewer;
                }
            }
        }
        let connection = with(stones).expect("they are captured where all these stones are");
        let stones = stones.cells().collect();
        let at = self.add(connection, ConnectionStep::Capture { cells, of, stones });
        self.whole.push(at);
        at
    }

    /// The free cells that all alternatives need.
    fn left(&self, free: Bits<W>, alternatives: &[(usize, usize)]) -> Bits<W> {
        let needed = |&(cell, at): &(usize, usize)| self.list[at].carrier | Bits::from_cells([cell]);
        alternatives.iter().map(needed).fold(free, |left, needed| left & needed)
    }

    /// Leaves out alternatives, those that need most first, so long as the others have nothing in common.
    fn reduce(&self, free: Bits<W>, alternatives: &mut Vec<(usize, usize)>) {
        alternatives.sort_unstable_by_key(|&(_, at)| self.list[at].carrier.len());
        for place in (0..alternatives.len()).rev() {
            let one = alternatives.remove(place);
            if alternatives.is_empty() || !self.left(free, alternatives).is_empty() {
                alternatives.insert(place, one);
            }
        }
    }

    /// A move that makes a connection derived before, which does not need the cell of this reply.
    fn earlier(&self, own: Bits<W>, others: Bits<W>, left: Bits<W>, reply: usize) -> Option<(usize, usize)> {
        let missing = |&at: &usize| {
            let Connection { own: stones, carrier, .. } = self.list[at];
            let missing = stones - own;
            let fits = missing.at_most_one() && ((carrier | missing) & others).is_empty();
            let cell = missing.first().filter(|&cell| fits && cell != reply && !carrier.has(reply))?;
            Some((cell, at))
        };
        let found = self.whole.iter().filter_map(missing);
        found.min_by_key(|next| self.left(left, &[*next]).len())
    }

    fn add(&mut self, connection: Connection<W>, step: ConnectionStep) -> usize {
        *self.known.entry(connection).or_insert_with(|| {
            self.steps.push(step);
            self.list.push(connection);
            self.list.len() - 1
        })
    }

    fn touch(&mut self, ends: [usize; 2]) -> Option<usize> {
        let connection = Connection::touch(self.lattice, self.lattice.edges[self.player], ends)?;
        Some(self.add(connection, ConnectionStep::Touch(ends)))
    }

    fn and(&mut self, [a, b]: [usize; 2]) -> Option<usize> {
        let connection = self.list[a].and(&self.list[b])?;
        Some(self.add(connection, ConnectionStep::And([a, b])))
    }

    fn or(&mut self, alternatives: Vec<(usize, usize)>) -> Option<usize> {
        let connection = Connection::or(alternatives.iter().map(|&(cell, at)| (cell, self.list[at])))?;
        Some(self.add(connection, ConnectionStep::Or(alternatives)))
    }

    /// The steps that the last one rests on, numbered anew.
    fn needed(&self, last: usize) -> Vec<ConnectionStep> {
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for at in (0..=last).rev() {
            if needed[at] {
                match &self.steps[at] {
                    ConnectionStep::Touch(_) => {}
                    ConnectionStep::Capture { of, .. } => needed[*of] = true,
                    ConnectionStep::And(two) => two.iter().for_each(|&at| needed[at] = true),
                    ConnectionStep::Or(list) => list.iter().for_each(|&(_, at)| needed[at] = true),
                }
            }
        }
        let mut numbers = vec![0; last + 1];
        let mut steps = Vec::new();
        for at in (0..=last).filter(|&at| needed[at]) {
            numbers[at] = steps.len();
            steps.push(match &self.steps[at] {
                ConnectionStep::Touch(ends) => ConnectionStep::Touch(*ends),
                ConnectionStep::And(two) => ConnectionStep::And(two.map(|at| numbers[at])),
                ConnectionStep::Capture { cells, of, stones } => {
                    ConnectionStep::Capture { cells: *cells, of: numbers[*of], stones: stones.clone() }
                }
                ConnectionStep::Or(list) => {
                    ConnectionStep::Or(list.iter().map(|&(cell, at)| (cell, numbers[at])).collect())
                }
            });
        }
        steps
    }
}

/// Takes out the reply whose answer leaves the fewest of the replies that are left, if one leaves fewer.
fn next_reply<const W: usize>(answered: &mut Vec<(usize, Bits<W>)>, left: Bits<W>) -> Option<usize> {
    let still = |at: usize| (left & answered[at].1).len();
    let best = (0..answered.len()).min_by_key(|&at| (still(at), answered[at].1.len()))?;
    (still(best) < left.len()).then(|| answered.swap_remove(best).0)
}

/// Finds how the connections of one table follow from each other.
struct Derivation<'r, 's, const W: usize> {
    table: &'r ConnectionTable<W>,
    own: Bits<W>,
    edges: [Bits<W>; 2],
    /// The steps found so far; `None` where the table no longer has what a connection came from.
    known: HashMap<([usize; 2], Bits<W>), Option<usize>>,
    reasons: &'r mut Reasons<'s, W>,
}

impl<const W: usize> Derivation<'_, '_, W> {
    /// The step for these ends and this carrier, or a part of it.
    fn full(&mut self, ends: [usize; 2], set: Bits<W>) -> Option<usize> {
        if let Some(&known) = self.known.get(&(ends, set)) {
            return known;
        }
        let found = if set.is_empty() { self.beside(ends) } else { None };
        let found = found.or_else(|| self.by_and(ends, set)).or_else(|| self.by_or(ends, set));
        self.known.insert((ends, set), found);
        found
    }

    /// The move to a free cell and the step that it makes, for two ends that are half connected within this set.
    fn half(&mut self, ends: [usize; 2], set: Bits<W>) -> Option<(usize, usize)> {
        set.cells().find_map(|cell| Some((cell, self.at_middle(ends, set, cell)?)))
    }

    /// By the and-rule at a stone.
    fn by_and(&mut self, ends: [usize; 2], set: Bits<W>) -> Option<usize> {
        let table = self.table;
        let stones = table.ends().filter(|&end| end < table.cells() && table.is_stone(end));
        stones.filter(|end| !ends.contains(end)).find_map(|middle| self.at_middle(ends, set, middle))
    }

    /// By the and-rule at this end.
    fn at_middle(&mut self, [from, to]: [usize; 2], set: Bits<W>, middle: usize) -> Option<usize> {
        let table = self.table;
        let within = |one, other| {
            let list = table.full(one, other).iter().copied();
            list.filter(move |carrier| (*carrier - set).is_empty() && !carrier.has(middle))
        };
        for first in within(from, middle) {
            for second in within(middle, to).filter(|second| (first & *second).is_empty()) {
                let one = self.full([from, middle], first);
                let both = one.and_then(|one| Some([one, self.full([middle, to], second)?]));
                if let Some(at) = both.and_then(|both| self.reasons.and(both)) {
                    return Some(at);
                }
            }
        }
        None
    }

    fn by_or(&mut self, ends: [usize; 2], set: Bits<W>) -> Option<usize> {
        let table = self.table;
        let within = table.half(ends[0], ends[1]).iter().filter(|half| (**half - set).is_empty());
        let mut alternatives: Vec<_> = within.filter_map(|&half| self.half(ends, half)).collect();
        if alternatives.is_empty() || !self.reasons.left(set, &alternatives).is_empty() {
            return None;
        }
        self.reasons.reduce(set, &mut alternatives);
        self.reasons.or(alternatives)
    }

    /// Ends that touch each other, over stones if they are groups.
    fn beside(&mut self, [one, other]: [usize; 2]) -> Option<usize> {
        let (from, to) = (self.links(one), self.links(other));
        let mut found: Vec<(usize, [usize; 2])> = Vec::new();
        for (&a, a_steps) in &from {
            for (&b, b_steps) in &to {
                if a == b || Connection::touch(self.reasons.lattice, self.edges, [a, b]).is_some() {
                    found.push((a_steps.len() + b_steps.len(), [a, b]));
                }
            }
        }
        let &(_, [a, b]) = found.iter().min()?;
        // The way from one end to the other.
        let mut way = from[&a].clone();
        way.extend(to[&b].iter().rev().skip(usize::from(a == b)));
        let mut at = self.reasons.touch([*way.first()?, *way.get(1)?])?;
        for two in way.windows(2).skip(1) {
            let touch = self.reasons.touch([two[0], two[1]])?;
            at = self.reasons.and([at, touch])?;
        }
        Some(at)
    }

    /// The ways over its own stones from an end to each cell of its group, and to itself.
    fn links(&self, end: usize) -> HashMap<usize, Vec<usize>> {
        let mut ways = HashMap::from([(end, vec![end])]);
        let mut last = vec![end];
        if !self.table.is_stone(end) {
            return ways;
        }
        while let Some(from) = last.pop() {
            let (lattice, cells) = (self.reasons.lattice, self.table.cells());
            let beside = match from.checked_sub(cells) {
                Some(edge) => self.edges[edge],
                None => lattice.beside(Bits::from_cells([from])),
            };
            for cell in (beside & self.own).cells() {
                if !ways.contains_key(&cell) {
                    let way = [&ways[&from][..], &[cell]].concat();
                    ways.insert(cell, way);
                    last.insert(0, cell);
                }
            }
        }
        ways
    }
}
