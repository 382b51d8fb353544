//! The value of every position of a tree under best play, from the first player's point of view.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_rules::{Playable, Player, Proved, Run, Turn, Value, moves_or_outcomes};
use plywood_solve::table::{SolveError, SolveProgress, Tablebase};

use crate::tables::{AT_ONCE, solve_at_once};
use crate::trouble::Trouble;

use super::grown::{Grown, GrownNode, NodePositions, moves_of, outcome_value};

/// A source of the values of positions.
pub(crate) enum Oracle<S> {
    /// A table of all positions.
    Tablebase(Arc<Tablebase>),
    /// All positions that were visited on the way to the ends.
    Met(HashMap<S, Value>),
    /// None: there are too many positions. Values come only from the nodes shown.
    None,
}

impl<S: Clone + Eq + std::hash::Hash> Oracle<S> {
    /// Values all positions from `start` on; [`Oracle::None`] if there are too many for the time that is
    /// left.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn of<G: Playable<State = S>>(game: &G, start: &S, run: &Run<'_, u64>) -> Result<Oracle<S>, Trouble> {
        let stopped = || Trouble::failed("stopped before the game was solved");
        if !game.has_chance() && matches!(game.turn(start), Turn::Decision(_)) {
            let progress = |so_far: SolveProgress| (run.progress)(so_far.found.max(so_far.valued));
            match solve_at_once(game, start, &run.with(&progress)) {
                Ok(book) => return Ok(Oracle::Tablebase(Arc::new(book))),
                Err(SolveError::Unfit(_)) => {}
                Err(_) if run.stop.is_cancelled() => return Err(stopped()),
                Err(_) => return Ok(Oracle::None),
            }
        }
        // Without a number that rises with every move there may be no way to the end.
        if game.stage(start).is_none() {
            return Ok(Oracle::None);
        }
        let mut search = ExhaustiveSearch { game, met: HashMap::new(), win_worth: win_worth(game), run };
        match search.value(start) {
            Some(_) => Ok(Oracle::Met(search.met)),
            None if run.stop.is_cancelled() => Err(stopped()),
            None => Ok(Oracle::None),
        }
    }

    /// The value of `state` for the first player, if it is known.
    pub fn value<G: Playable<State = S>>(&self, game: &G, state: &S) -> Option<Value> {
        if let Turn::Over(outcome) = game.turn(state) {
            return Some(outcome_value(outcome));
        }
        match self {
            // In memory nothing can be wrong with it.
            Oracle::Tablebase(book) => {
                Some(Value::Proved(book.lookup(game, state).ok()??.proved(Player::First)))
            }
            Oracle::Met(met) => met.get(&game.canonical(state).state).copied(),
            Oracle::None => None,
        }
    }
}

/// The worth of a win beside numbers.
pub(crate) fn win_worth<G: Playable>(game: &G) -> f64 {
    game.evaluation(None).map_or(1.0, |named| named.evaluation.win_worth(game))
}

/// The value of a position from those of its children, each with its probability at a chance node; `None` if an
/// unknown value might matter.
fn back_up(turn: Turn, children: &[(Option<Value>, f64)], win_worth: f64) -> Option<Value> {
    let known = || children.iter().filter_map(|(value, _)| value.map(Value::one_ply_later));
    let all = children.iter().all(|(value, _)| value.is_some());
    match turn {
        Turn::Over(outcome) => Some(outcome_value(outcome)),
        Turn::Decision(player) => {
            let for_mover = |value: Value| value.seen_by(player);
            let best = known().reduce(|best, value| {
                if for_mover(value).compare(&for_mover(best)).is_gt() { value } else { best }
            })?;
            let won = matches!(for_mover(best), Value::Proved(Proved::Win { .. }));
            (all || won).then_some(best)
        }
        Turn::Chance if !all => None,
        Turn::Chance => {
            let worst = known().reduce(|one, other| match (one, other) {
                (Value::Proved(Proved::Win { plies: a }), Value::Proved(Proved::Win { plies: b })) => {
                    Value::Proved(Proved::Win { plies: a.max(b) })
                }
                (Value::Proved(Proved::Loss { plies: a }), Value::Proved(Proved::Loss { plies: b })) => {
                    Value::Proved(Proved::Loss { plies: a.max(b) })
                }
                (Value::Proved(Proved::Draw), Value::Proved(Proved::Draw)) => one,
                // A mark that the values differ; the number does not matter.
                _ => Value::Exact(f64::NAN),
            })?;
            let mean = || {
                let parts =
                    children.iter().filter_map(|(value, p)| value.map(|value| p * value.points(win_worth)));
                parts.sum::<f64>() + 0.0
            };
            Some(if worst.proved().is_some() { worst } else { Value::Exact(mean()) })
        }
    }
}

/// Visits all ends and stores the values on the way.
struct ExhaustiveSearch<'a, G: Playable> {
    game: &'a G,
    /// By the representative of a position and its images.
    met: HashMap<G::State, Value>,
    win_worth: f64,
    run: &'a Run<'a, u64>,
}

impl<G: Playable> ExhaustiveSearch<'_, G> {
    /// `None` if there are too many positions, or it was stopped. The recursion is as deep as the game is long,
    /// which is bounded, because every move raises the stage.
    fn value(&mut self, state: &G::State) -> Option<Value> {
        let turn = self.game.turn(state);
        if let Turn::Over(outcome) = turn {
            return Some(outcome_value(outcome));
        }
        let key = self.game.canonical(state).state;
        if let Some(&known) = self.met.get(&key) {
            return Some(known);
        }
        let mut children = Vec::new();
        for (mv, probability) in moves_of(self.game, state) {
            let value = self.value(&self.game.child(state, mv))?;
            children.push((Some(value), probability.unwrap_or(1.0)));
        }
        let count = self.met.len() as u64;
        if count >= AT_ONCE || count.is_multiple_of(1024) && self.run.report(count).is_err() {
            return None;
        }
        let value = back_up(turn, &children, self.win_worth)?;
        self.met.insert(key, value);
        Some(value)
    }
}

/// Values every node, and returns true if the values come from a solution. Marks the principal variation: the
/// line of best moves from the root on, which may extend to ply `reach` if there was no room for whole
/// levels.
pub(crate) fn fill<G: Playable>(
    oracle: &Oracle<G::State>,
    reach: u32,
    grown: &mut Grown,
    positions: &mut NodePositions<'_, G>,
) -> bool {
    if let Oracle::None = oracle {
        fill_from_below(grown);
    } else {
        for (spot, state) in grown.spots.iter_mut().zip(&positions.states) {
            spot.value = oracle.value(positions.game, state);
        }
    }
    if grown.strategy.is_none() {
        mark_line(reach, grown, &mut |grown, at, known| add_children(oracle, grown, positions, at, known));
    }
    !matches!(oracle, Oracle::None)
}

/// Values the nodes from the ends that are in the tree.
fn fill_from_below(grown: &mut Grown) {
    // All moves of a node: those to its own children, and those to nodes elsewhere in the tree.
    let mut below: Vec<Vec<usize>> = grown.children();
    for (at, spot) in grown.spots.iter().enumerate() {
        spot.also.iter().for_each(|&parent| below[parent].push(at));
    }
    for at in (0..grown.spots.len()).rev() {
        let spot = &grown.spots[at];
        let mut children: Vec<(Option<Value>, f64)> = below[at]
            .iter()
            .map(|&child| {
                let other = &grown.spots[child];
                // A child before it in the tree is a position that recurs; its value is not known yet.
                (other.value.filter(|_| child > at), other.probability.unwrap_or(1.0))
            })
            .collect();
        if spot.open {
            children.push((None, 0.0));
        }
        let value = back_up(spot.turn, &children, grown.win_worth);
        grown.spots[at].value = value;
    }
}

/// Adds the children of a node that are not among the `known` ones.
fn add_children<G: Playable>(
    oracle: &Oracle<G::State>,
    grown: &mut Grown,
    positions: &mut NodePositions<'_, G>,
    at: usize,
    known: &[usize],
) {
    let game = positions.game;
    for mv in moves_or_outcomes(game, &positions.states[at]) {
        if known.iter().any(|&child| positions.moves[child] == Some(mv)) {
            continue;
        }
        let child = game.child(&positions.states[at], mv);
        let mut spot = GrownNode::new(Some(at), game.turn(&child), grown.spots[at].ply + 1);
        spot.value = oracle.value(game, &child);
        spot.open = !matches!(spot.turn, Turn::Over(_));
        positions.push(grown, spot, Some(mv), child);
    }
    grown.spots[at].open = false;
}

/// Marks the principal variation; `add_children` adds the children of a node that are not known yet.
fn mark_line(reach: u32, grown: &mut Grown, add_children: &mut dyn FnMut(&mut Grown, usize, &[usize])) {
    let mut children = grown.children();
    let mut at = 0;
    while let (Some(value), Turn::Decision(player)) = (grown.spots[at].value, grown.spots[at].turn) {
        grown.spots[at].principal = true;
        // Without room for more whole levels, the line continues anyway.
        let ply = grown.spots[at].ply;
        if grown.spots[at].open && grown.beyond.is_none() && ply < reach {
            let first = grown.spots.len();
            add_children(grown, at, &children[at]);
            children[at].extend(first..grown.spots.len());
            children.resize(grown.spots.len(), Vec::new());
        }
        let for_mover = |value: Value| value.seen_by(player);
        let mut best: Option<(usize, Value)> = None;
        for &child in &children[at] {
            if let Some(found) = grown.spots[child].value.map(Value::one_ply_later).map(for_mover)
                && best.is_none_or(|(_, best)| found.compare(&best).is_gt())
            {
                best = Some((child, found));
            }
        }
        // The best move may lead to a node elsewhere in the tree: then the line ends here.
        match best.filter(|(_, found)| found.compare(&for_mover(value)).is_eq()) {
            Some((child, _)) => at = child,
            None => break,
        }
        grown.spots[at].principal = true;
    }
}
