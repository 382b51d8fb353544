//! All positions that can be reached and the moves between them, and in which order to value them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use plywood_rules::{Game, Interrupted, Outcome, Player, Run, Turn};
use rustc_hash::FxBuildHasher;

use super::progress::IterationProgress;
use crate::values::SolveError;

/// The number of every position.
pub(super) type PositionNumbers<S> = HashMap<S, u32, FxBuildHasher>;

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionKind {
    Over,
    Decision(Player),
    Chance,
}

/// Positions, by their numbers; the start is number 0.
pub(super) struct GameGraph {
    pub kinds: Vec<PositionKind>,
    /// The children of all positions, one position's behind the other's, and where each position's begin.
    children: Vec<u32>,
    starts: Vec<u32>,
    /// At decisions the place of the move to play, at chance nodes where their probabilities begin.
    pub marks: Vec<u32>,
    probabilities: Vec<f64>,
    /// The bounds of the value of each position for the first player.
    pub low: Vec<f64>,
    pub high: Vec<f64>,
    /// The number of the first position of each ply, by the shortest way there.
    pub plies: Vec<u32>,
    /// The greatest number at an end, whatever its sign.
    pub scale: f64,
    /// True if every end is a win of one player.
    pub wins_only: bool,
}

/// The bytes of a position, without its state: about 40 permanently, and up to 60 during either the ordering or
/// the check of cycles.
const POSITION: usize = 100;

/// The bytes of a move: the child, and the parent if positions recur.
const MOVE: usize = 8;

/// No number of a position or a place may be greater.
const MOST: usize = u32::MAX as usize / 2;

impl GameGraph {
    pub fn children(&self, at: u32) -> &[u32] {
        &self.children[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    /// The probabilities of the outcomes of a chance node, in the order of its children.
    pub fn probabilities(&self, at: u32) -> &[f64] {
        &self.probabilities[self.marks[at as usize] as usize..][..self.children(at).len()]
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Finds all positions from `start` on, breadth first.
    pub fn find<G: Game + ?Sized>(
        game: &G,
        start: &G::State,
        run: &Run<'_, IterationProgress>,
        progress: &mut IterationProgress,
    ) -> Result<(PositionNumbers<G::State>, GameGraph), SolveError> {
        let found = |progress: &mut IterationProgress, numbers: &PositionNumbers<G::State>, bytes: usize| {
            (progress.found, progress.bytes) = (numbers.len() as u64, bytes as u64);
            SolveError::beyond(run.memory, progress.bytes)?;
            Ok::<_, SolveError>(run.report(*progress)?)
        };
        let mut numbers: PositionNumbers<G::State> = HashMap::from_iter([(start.clone(), 0)]);
        let mut graph = GameGraph {
            kinds: Vec::new(),
            children: Vec::new(),
            starts: vec![0],
            marks: Vec::new(),
            probabilities: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            plies: vec![0],
            scale: 0.0,
            wins_only: true,
        };
        // The first position of the next ply.
        let mut next_ply = 1;
        // Positions that are numbered and not expanded yet, in the order of their numbers.
        let mut ahead = VecDeque::from([start.clone()]);
        let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
        while let Some(state) = ahead.pop_front() {
            if graph.len() == next_ply {
                graph.plies.push(next_ply as u32);
                next_ply = numbers.len();
            }
            let mut enter = |graph: &mut GameGraph, state: G::State| {
                let next = numbers.len() as u32;
                graph.children.push(match numbers.entry(state) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        ahead.push_back(new.key().clone());
                        *new.insert(next)
                    }
                });
            };
            let (mut kind, mut mark, mut payoff) = (PositionKind::Over, 0, 0.0);
            match game.turn(&state) {
                Turn::Over(outcome) => payoff = graph.payoff(outcome)?,
                Turn::Decision(player) => {
                    kind = PositionKind::Decision(player);
                    moves.clear();
                    game.legal_moves(&state, &mut moves);
                    for &mv in &moves {
                        enter(&mut graph, game.child(&state, mv));
                    }
                }
                Turn::Chance => {
                    (kind, mark) = (PositionKind::Chance, graph.probabilities.len() as u32);
                    outcomes.clear();
                    game.chance_outcomes(&state, &mut outcomes);
                    for &(outcome, probability) in &outcomes {
                        enter(&mut graph, game.child(&state, outcome));
                        graph.probabilities.push(probability);
                    }
                }
            }
            if kind != PositionKind::Over && graph.children.len() == graph.starts[graph.len()] as usize {
                return Err(SolveError::Unfit(format!("there is nothing to play in {state:?}")));
            }
            graph.kinds.push(kind);
            graph.marks.push(mark);
            graph.low.push(payoff);
            graph.high.push(payoff);
            graph.starts.push(graph.children.len() as u32);
            if numbers.len() > MOST || graph.children.len() > MOST {
                return Err(SolveError::TooMany);
            }
            if graph.len().is_multiple_of(4096) {
                let bytes = graph.bytes(&numbers) + ahead.capacity() * size_of::<G::State>();
                found(progress, &numbers, bytes)?;
            }
        }
        found(progress, &numbers, graph.bytes(&numbers))?;
        Ok((numbers, graph))
    }

    /// The bytes of all of it, with those for valuing it.
    fn bytes<S>(&self, numbers: &PositionNumbers<S>) -> usize {
        numbers.capacity() * (size_of::<(S, u32)>() + 1) * 8 / 7
            + numbers.len() * POSITION
            + self.children.capacity() * MOVE
            + self.probabilities.capacity() * size_of::<f64>()
    }

    /// The value of the end of a game for the first player.
    fn payoff(&mut self, outcome: Outcome) -> Result<f64, SolveError> {
        let payoff = match outcome {
            Outcome::Win(player) => player.sign(),
            Outcome::Draw => 0.0,
            Outcome::Payoff(points) if points.is_finite() => points,
            Outcome::Payoff(points) => {
                return Err(SolveError::Unfit(format!(
                    "a game ends with {points} points, which is no number"
                )));
            }
        };
        self.scale = self.scale.max(payoff.abs());
        self.wins_only &= matches!(outcome, Outcome::Win(_));
        Ok(payoff)
    }
}

/// The strongly connected components (Tarjan, SIAM Journal on Computing 1(2), 1972) in an order in which each
/// comes after all that it can reach. Their positions are contiguous.
pub(super) struct ComponentOrder {
    /// Positions by their places.
    pub positions: Vec<u32>,
    /// Places by their positions.
    pub places: Vec<u32>,
    /// The end of each set of positions.
    ends: Vec<u32>,
}

/// Has no place yet.
const NOWHERE: u32 = u32::MAX;

impl ComponentOrder {
    /// The order of the positions of `graph`; `look` is called now and then.
    pub fn of(
        graph: &GameGraph,
        look: impl Fn() -> Result<(), Interrupted>,
    ) -> Result<ComponentOrder, Interrupted> {
        let size = graph.len();
        let mut order = ComponentOrder {
            positions: Vec::with_capacity(size),
            places: vec![NOWHERE; size],
            ends: Vec::new(),
        };
        // The discovery times, from 1 on, and the low links. Once a position is finished its low link is no
        // longer needed, and its finishing time takes that place.
        let (mut begun, mut back) = (vec![0u32; size], vec![0u32; size]);
        (begun[0], back[0]) = (1, 1);
        let (mut time, mut finished) = (1, 0);
        let mut open = vec![0u32];
        let mut path = vec![(0u32, 0usize)];
        while let Some((at, edge)) = path.last_mut() {
            let at = *at;
            if let Some(&child) = graph.children(at).get(*edge) {
                *edge += 1;
                if begun[child as usize] == 0 {
                    time += 1;
                    (begun[child as usize], back[child as usize]) = (time, time);
                    open.push(child);
                    path.push((child, 0));
                } else if order.places[child as usize] == NOWHERE {
                    back[at as usize] = back[at as usize].min(begun[child as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                back[parent as usize] = back[parent as usize].min(back[at as usize]);
            }
            finished += 1;
            let is_root = back[at as usize] == begun[at as usize];
            back[at as usize] = finished;
            if is_root {
                order.close(at, &mut open, &back);
            }
            if u32::is_multiple_of(finished, 1 << 16) {
                look()?;
            }
        }
        Ok(order)
    }

    /// A component is complete: everything opened since `root`. Its positions are in the order of finishing, so
    /// children come before their parents except where a cycle is closed.
    fn close(&mut self, root: u32, open: &mut Vec<u32>, finished: &[u32]) {
        let from = self.positions.len();
        while let Some(member) = open.pop() {
            self.positions.push(member);
            if member == root {
                break;
            }
        }
        self.positions[from..].sort_unstable_by_key(|&member| finished[member as usize]);
        for (place, &member) in self.positions.iter().enumerate().skip(from) {
            self.places[member as usize] = place as u32;
        }
        self.ends.push(self.positions.len() as u32);
    }

    /// The sets, as ranges of places.
    pub fn sets(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(from, &to)| from as usize..to as usize)
    }

    /// Returns true if positions of this set can recur.
    pub fn recurs(&self, graph: &GameGraph, set: &Range<usize>) -> bool {
        let first = self.positions[set.start];
        set.len() > 1 || graph.children(first).contains(&first)
    }

    /// For each position how many sets in which positions recur play can go through from there on, its own included.
    pub fn depths(&self, graph: &GameGraph) -> Vec<u32> {
        let mut depths = vec![0u32; graph.len()];
        for set in self.sets() {
            let members = &self.positions[set.clone()];
            // Those of the set itself are 0 until all of them are known.
            let below =
                members.iter().flat_map(|&at| graph.children(at)).map(|&child| depths[child as usize]);
            let depth = below.max().unwrap_or(0) + u32::from(self.recurs(graph, &set));
            for &at in members {
                depths[at as usize] = depth;
            }
        }
        depths
    }
}
