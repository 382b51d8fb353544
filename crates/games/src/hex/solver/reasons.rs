//! The reasons for a win, as steps that a checker follows without a search.
//!
//! Most connections come from the table of one position ([`Derivation`]). Where that has none of the edges, the search answers each
//! move that is left ([`Reasons::join`]). A connection that was derived once holds in every position with its stones.

use std::collections::HashMap;

use plywood_rules::Interrupted;
use plywood_rules::hints::connecting::ConnectionStep;

use super::connections::ConnectionTable;
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
        let last = self.join(stones)?;
        Ok(last.map(|last| self.needed(last)))
    }

    /// The step that joins both edges where the opponent decides.
    fn join(&mut self, stones: [Bits<W>; 2]) -> Result<Option<usize>, Interrupted> {
        let (own, others) = (stones[self.player], stones[1 - self.player]);
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
        while let Some(reply) = left.first() {
            let next = match self.earlier(own, others, left, reply) {
                Some(next) => next,
                None => {
                    let mut after = stones;
                    after[1 - self.player].insert(reply);
                    let position = ConnectedPosition::new(self.lattice, after, self.player);
                    let mut free = free;
                    free.remove(reply);
                    let Some(cell) = self.search.winning_move(&position, free)? else { return Ok(None) };
                    after[self.player].insert(cell);
                    let Some(at) = self.join(after)? else { return Ok(None) };
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
                ConnectionStep::Or(list) => {
                    ConnectionStep::Or(list.iter().map(|&(cell, at)| (cell, numbers[at])).collect())
                }
            });
        }
        steps
    }
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
