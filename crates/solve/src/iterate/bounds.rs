//! The two bounds of all positions, and how they come closer.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::Range;

use plywood_rules::{Player, Run};

use super::graph::{ComponentOrder, GameGraph, PositionKind};
use super::progress::{IterationProgress, IterationWork};

/// The number of positions that are valued between two calls to the caller.
const STRIDE: u64 = 1 << 16;

/// Cycles are checked after this many sweeps, and again each time their number has doubled.
const FIRST_LOOK: u64 = 16;

/// The share of the requested error that is aimed at: the rest is for rounding.
const AIM: f64 = 0.9;

pub(super) struct BoundsSolver<'a, 'w> {
    graph: &'a mut GameGraph,
    order: &'a ComponentOrder,
    run: &'a Run<'w, IterationProgress>,
    progress: IterationProgress,
    /// The distance that the bounds of a position may have, for each set with recurring positions on the way to the end.
    share: f64,
    /// The greatest change of a bound that counts as none.
    rounding: f64,
    cycles: Cycles,
    work: IterationWork,
    /// The number of valuations at the next call to the caller.
    ask: u64,
}

impl<'a, 'w> BoundsSolver<'a, 'w> {
    pub fn new(
        graph: &'a mut GameGraph,
        order: &'a ComponentOrder,
        error: f64,
        run: &'a Run<'w, IterationProgress>,
        progress: IterationProgress,
    ) -> Self {
        let rounding = 4.0 * f64::EPSILON * graph.scale;
        let work = IterationWork { sweeps: 1, ..IterationWork::default() };
        BoundsSolver {
            graph,
            order,
            run,
            progress,
            share: 2.0 * AIM * error,
            rounding,
            cycles: Cycles::default(),
            work,
            ask: STRIDE,
        }
    }

    pub fn run(mut self) -> IterationWork {
        let depths = self.order.depths(self.graph);
        // A set cannot be more exact than the sets behind it, so each of them gets its share of the error.
        let deepest = depths.iter().copied().max().unwrap_or(0).max(1);
        self.share /= f64::from(deepest);
        let order = self.order;
        for set in order.sets() {
            let first = order.positions[set.start];
            if order.recurs(self.graph, &set) {
                self.value_set(set.clone(), self.share * f64::from(depths[first as usize]));
            } else if self.graph.kinds[first as usize] != PositionKind::Over {
                let found = self.graph.worth(first);
                self.work.valuations += 1;
                let at = first as usize;
                (self.graph.low[at], self.graph.high[at]) = (found.low, found.high);
                if let PositionKind::Decision(_) = self.graph.kinds[at] {
                    self.graph.marks[at] = found.best;
                }
            }
            self.progress.settled = set.end as u64;
            self.asked();
        }
        self.work
    }

    /// False once the caller stops the computation. The caller is called only now and then, and never again
    /// after that.
    fn asked(&mut self) -> bool {
        if !self.work.stopped && self.work.valuations >= self.ask {
            self.ask = self.work.valuations + STRIDE;
            self.work.stopped = self.run.report(self.progress).is_err();
        }
        !self.work.stopped
    }

    /// Values positions that can recur until no two bounds are further apart than `target`, or none of them moves.
    fn value_set(&mut self, set: Range<usize>, target: f64) {
        let members = &self.order.positions[set.clone()];
        // Leaving the set gives the bounds outside, staying for ever gives 0.
        let (mut least, mut greatest) = (0.0f64, 0.0f64);
        for &child in members.iter().flat_map(|&at| self.graph.children(at)) {
            if !set.contains(&(self.order.places[child as usize] as usize)) {
                least = least.min(self.graph.low[child as usize]);
                greatest = greatest.max(self.graph.high[child as usize]);
            }
        }
        for &at in members {
            (self.graph.low[at as usize], self.graph.high[at as usize]) = (least, greatest);
        }
        self.cycles.enter(self.graph, self.order, set.clone());
        let endless = self.cycles.go_on_for_ever(self.graph, self.order);
        self.work.endless |= endless;
        let (mut sweeps, mut next_look) = (0, FIRST_LOOK);
        loop {
            let (moved, width) = self.sweep(members);
            sweeps += 1;
            self.work.sweeps = self.work.sweeps.max(sweeps);
            (self.progress.sweeps, self.progress.width) = (sweeps, width);
            if width <= target || !self.asked() {
                break;
            }
            let stalled = moved <= self.rounding;
            if endless && (stalled || sweeps >= next_look) {
                next_look = next_look.max(2 * sweeps);
                let lifts = Player::BOTH.map(|player| self.cycles.lift(self.graph, self.order, player));
                self.work.valuations += 2 * set.len() as u64;
                if stalled && lifts[0].max(lifts[1]) <= self.rounding {
                    break;
                }
            } else if stalled {
                break;
            }
        }
    }

    /// Values each of these positions from its children. Returns the furthest that a bound moved, and the greatest distance
    /// that two bounds have now.
    fn sweep(&mut self, members: &[u32]) -> (f64, f64) {
        let (mut moved, mut width) = (0.0f64, 0.0f64);
        for &position in members {
            let found = self.graph.worth(position);
            let at = position as usize;
            // A move is stored only if it improved a bound: moves that only cycle do not.
            let (up, down) = (found.low - self.graph.low[at], self.graph.high[at] - found.high);
            if up > 0.0 {
                self.graph.low[at] = found.low;
                if self.graph.kinds[at] == PositionKind::Decision(Player::First) {
                    self.graph.marks[at] = found.best;
                }
            }
            if down > 0.0 {
                self.graph.high[at] = found.high;
                if self.graph.kinds[at] == PositionKind::Decision(Player::Second) {
                    self.graph.marks[at] = found.best;
                }
            }
            moved = moved.max(up).max(down);
            width = width.max(self.graph.high[at] - self.graph.low[at]);
        }
        self.work.valuations += members.len() as u64;
        (moved, width)
    }
}

/// The value of a position by its children.
struct BoundedValue {
    low: f64,
    high: f64,
    /// The place of the move that makes sure of most.
    best: u32,
}

impl GameGraph {
    fn worth(&self, position: u32) -> BoundedValue {
        let children = self.children(position);
        let bounds = |child: u32| (self.low[child as usize], self.high[child as usize]);
        let (low, high) = bounds(children[0]);
        let mut found = BoundedValue { low, high, best: 0 };
        match self.kinds[position as usize] {
            PositionKind::Over => unreachable!("what is over has no children"),
            PositionKind::Decision(Player::First) => {
                let mut best = (low, high);
                for (place, &child) in children.iter().enumerate().skip(1) {
                    let (low, high) = bounds(child);
                    if (low, high) > best {
                        (best, found.best) = ((low, high), place as u32);
                    }
                    (found.low, found.high) = (found.low.max(low), found.high.max(high));
                }
            }
            PositionKind::Decision(Player::Second) => {
                let mut best = (high, low);
                for (place, &child) in children.iter().enumerate().skip(1) {
                    let (low, high) = bounds(child);
                    if (high, low) < best {
                        (best, found.best) = ((high, low), place as u32);
                    }
                    (found.low, found.high) = (found.low.min(low), found.high.min(high));
                }
            }
            PositionKind::Chance => {
                // Each product and each sum is off by half a unit in the last place at most, and so are the
                // probabilities; twice as much is taken off.
                let (mut sums, mut sizes) = ([0.0f64; 2], [0.0f64; 2]);
                let (mut least, mut greatest) = (low, high);
                for (&child, &probability) in children.iter().zip(self.probabilities(position)) {
                    let (low, high) = bounds(child);
                    let parts = [probability * low, probability * high];
                    for side in 0..2 {
                        sums[side] += parts[side];
                        sizes[side] += parts[side].abs();
                    }
                    (least, greatest) = (least.min(low), greatest.max(high));
                }
                let slack = (children.len() + 2) as f64 * f64::EPSILON;
                // A mean is between the least and the greatest value.
                found.low = (sums[0] - slack * sizes[0]).max(least);
                found.high = (sums[1] + slack * sizes[1]).min(greatest);
            }
        }
        found
    }
}

/// A set of recurring positions with its reversed edges. Members are numbered from 0 by their places.
#[derive(Default)]
struct Cycles {
    set: Range<usize>,
    /// The parents of all members within the set, one member's behind the other's, and where each member's begin.
    parents: Vec<u32>,
    starts: Vec<u32>,
    /// For each member how many of its children have to be settled before it is.
    left: Vec<u32>,
    /// The values of settled members.
    settled: Vec<Option<f64>>,
}

impl Cycles {
    /// The number of a position if it is one of the set.
    fn member(&self, order: &ComponentOrder, position: u32) -> Option<usize> {
        let place = order.places[position as usize] as usize;
        self.set.contains(&place).then(|| place - self.set.start)
    }

    fn members<'a>(&self, order: &'a ComponentOrder) -> &'a [u32] {
        &order.positions[self.set.clone()]
    }

    fn parents(&self, member: usize) -> &[u32] {
        &self.parents[self.starts[member] as usize..self.starts[member + 1] as usize]
    }

    /// Makes this set the current one.
    fn enter(&mut self, graph: &GameGraph, order: &ComponentOrder, set: Range<usize>) {
        self.set = set;
        self.starts.clear();
        self.starts.resize(self.set.len() + 1, 0);
        for &at in self.members(order) {
            for &child in graph.children(at) {
                if let Some(child) = self.member(order, child) {
                    self.starts[child] += 1;
                }
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.parents.clear();
        self.parents.resize(sum as usize, 0);
        // From the end of each member's to its beginning.
        for (parent, &at) in self.members(order).iter().enumerate() {
            for &child in graph.children(at) {
                if let Some(child) = self.member(order, child) {
                    self.starts[child] -= 1;
                    self.parents[self.starts[child] as usize] = parent as u32;
                }
            }
        }
    }

    /// True if play can stay in the set for ever with both players willing and whatever chance does. Otherwise
    /// chance leaves it sooner or later.
    fn go_on_for_ever(&mut self, graph: &GameGraph, order: &ComponentOrder) -> bool {
        self.left.clear();
        let mut gone = Vec::new();
        for (member, &at) in self.members(order).iter().enumerate() {
            let inside =
                graph.children(at).iter().filter(|&&child| self.member(order, child).is_some()).count();
            let throws_out =
                graph.kinds[at as usize] == PositionKind::Chance && inside < graph.children(at).len();
            let left = if throws_out { 0 } else { inside };
            self.left.push(left as u32);
            if left == 0 {
                gone.push(member as u32);
            }
        }
        let mut staying = self.set.len() - gone.len();
        while let Some(member) = gone.pop() {
            for parent in self.starts[member as usize]..self.starts[member as usize + 1] {
                let parent = self.parents[parent as usize];
                let left = &mut self.left[parent as usize];
                if *left == 0 {
                    continue;
                }
                let position = order.positions[self.set.start + parent as usize];
                *left = if graph.kinds[position as usize] == PositionKind::Chance { 0 } else { *left - 1 };
                if *left == 0 {
                    gone.push(parent);
                    staying -= 1;
                }
            }
        }
        staying > 0
    }

    /// Raises the bounds below the guaranteed value of `player` (the lower bounds for the first player, the
    /// upper ones, downwards, for the second) to the value that player can hold by staying in the set, and
    /// returns the largest change.
    ///
    /// That is the value of a game without chance (Washburn, "Deterministic graphical games", 1990): the player
    /// may stop at any position and take its bound, everything else is against the player, chance too, and
    /// endless play has the value 0. Positions fall from the worst up, as in a shortest-path search: a position
    /// of the player as soon as all its children have, another as soon as one has, and none below its own
    /// bound. Positions that have not fallen by 0 can be held for ever.
    fn lift(&mut self, graph: &mut GameGraph, order: &ComponentOrder, player: Player) -> f64 {
        let sure = |graph: &GameGraph, at: u32| match player {
            Player::First => graph.low[at as usize],
            Player::Second => 0.0 - graph.high[at as usize],
        };
        let is_own = |graph: &GameGraph, at: u32| graph.kinds[at as usize] == PositionKind::Decision(player);
        self.settled.clear();
        self.settled.resize(self.set.len(), None);
        self.left.clear();
        let mut events = BinaryHeap::new();
        for (member, &at) in self.members(order).iter().enumerate() {
            let children = graph.children(at);
            self.left.push(if is_own(graph, at) { children.len() as u32 } else { 1 });
            for &child in children.iter().filter(|&&child| self.member(order, child).is_none()) {
                let worth = sure(graph, child);
                if worth < 0.0 {
                    events.push(Reverse(SettleEvent { worth, member: member as u32, settles: false }));
                }
            }
        }
        // Members to which a child has fallen.
        let mut reached = Vec::new();
        while let Some(Reverse(SettleEvent { worth, member, settles })) = events.pop() {
            if settles {
                self.settled[member as usize] = Some(worth);
                reached.extend_from_slice(self.parents(member as usize));
            } else {
                reached.push(member);
            }
            for member in reached.drain(..) {
                let left = &mut self.left[member as usize];
                if *left == 0 {
                    continue;
                }
                *left -= 1;
                let at = order.positions[self.set.start + member as usize];
                let worth = worth.max(sure(graph, at));
                if *left == 0 && worth < 0.0 {
                    events.push(Reverse(SettleEvent { worth, member, settles: true }));
                }
            }
        }
        let mut moved = 0.0f64;
        for (member, &position) in self.members(order).iter().enumerate() {
            let held = self.settled[member].unwrap_or(0.0);
            let by = held - sure(graph, position);
            if by <= 0.0 {
                continue;
            }
            moved = moved.max(by);
            if is_own(graph, position) {
                // The children's own bounds are at least these numbers when all is done.
                let holds = |&child: &u32| match self.member(order, child) {
                    Some(child) => self.settled[child].unwrap_or(0.0),
                    None => sure(graph, child).min(0.0),
                };
                let best = graph.children(position).iter().position(|child| holds(child) >= held);
                graph.marks[position as usize] = best.expect("it is held by one of its children") as u32;
            }
            match player {
                Player::First => graph.low[position as usize] = held,
                Player::Second => graph.high[position as usize] = 0.0 - held,
            }
        }
        moved
    }
}

/// A member falls, or an exit of the set gives a member its value.
#[derive(Clone, Copy, PartialEq)]
struct SettleEvent {
    worth: f64,
    member: u32,
    settles: bool,
}

impl Eq for SettleEvent {}

impl PartialOrd for SettleEvent {
    fn partial_cmp(&self, other: &SettleEvent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SettleEvent {
    fn cmp(&self, other: &SettleEvent) -> Ordering {
        self.worth
            .total_cmp(&other.worth)
            .then(self.member.cmp(&other.member))
            .then(self.settles.cmp(&other.settles))
    }
}
