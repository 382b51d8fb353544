//! The tree of a game, level by level.

use std::collections::HashMap;

use plywood_rules::trace::End;
use plywood_rules::{Interrupted, Playable, Run};

use crate::trouble::Trouble;

use super::grown::{GROWN, Grown, GrownNode, NodePositions, moves_of};
use super::options::TreeOptions;
use super::values::win_worth;

impl TreeOptions {
    /// True if the node at `next`, and all after it, are not expanded. Records the depth if none was requested.
    pub(crate) fn ends_before(&self, grown: &mut Grown, next: usize) -> bool {
        let ply = grown.spots[next].ply;
        let level_begins = next > 0 && grown.spots[next - 1].ply < ply;
        match self.depth {
            Some(depth) => ply >= depth,
            None if level_begins && grown.spots.len() > self.enough() => {
                grown.cut_at = Some(ply.saturating_sub(1).max(1));
                true
            }
            None => false,
        }
    }

    /// The nodes after which no further level is grown if there is no depth.
    fn enough(&self) -> usize {
        // Where children are left out later, it is not known yet how deep there is room for.
        let thinned = self.best.is_some() || self.along.is_some();
        if thinned { GROWN } else { self.most }
    }
}

/// The error of a tree that was stopped.
pub(crate) fn incomplete(_: Interrupted) -> Trouble {
    Trouble::failed("stopped before the tree was complete")
}

/// The tree below `start`. If `chosen` names a move, the others are not followed. Reports the
/// nodes so far.
pub(crate) fn grow<'a, G: Playable>(
    game: &'a G,
    start: &G::State,
    plan: &TreeOptions,
    chosen: &dyn Fn(&G::State) -> Option<G::Move>,
    run: &Run<'_, u64>,
) -> Result<(Grown, NodePositions<'a, G>), Interrupted> {
    let (mut grown, mut positions) = NodePositions::plant(game, start, win_worth(game));
    let mut met: HashMap<G::State, usize> = HashMap::new();
    if plan.merge {
        met.insert(game.canonical(start).state, 0);
    }
    let mut next = 0;
    while next < grown.spots.len() {
        let (ply, state) = (grown.spots[next].ply, positions.states[next].clone());
        if plan.ends_before(&mut grown, next) {
            break;
        }
        if next.is_multiple_of(1024) {
            run.report(grown.spots.len() as u64)?;
        }
        let mut moves = moves_of(game, &state);
        if let Some(only) = chosen(&state) {
            moves.retain(|&(mv, _)| mv == only);
        }
        for (mv, probability) in moves {
            let child = game.child(&state, mv);
            let key = plan.merge.then(|| game.canonical(&child).state);
            if let Some(&known) = key.as_ref().and_then(|key| met.get(key)) {
                meet(&mut grown, next, known, probability);
                continue;
            }
            if grown.spots.len() >= GROWN {
                grown.beyond = None;
                grown.spots[next].open = true;
                continue;
            }
            let mut spot = GrownNode::new(Some(next), game.turn(&child), ply + 1);
            spot.probability = probability;
            if let Some(key) = key {
                met.insert(key, grown.spots.len());
            }
            positions.push(&mut grown, spot, Some(mv), child);
        }
        next += 1;
    }
    leave_open(&mut grown, plan.depth, next);
    positions.cut(&grown);
    Ok((grown, positions))
}

/// Cuts the tree to whole levels if no depth was requested, and marks as open all nodes that were not expanded:
/// those before place `done` were.
pub(crate) fn leave_open(grown: &mut Grown, depth: Option<u32>, done: usize) {
    if let Some(deepest) = grown.cut_at {
        let kept = grown.spots.iter().take_while(|spot| spot.ply <= deepest).count();
        grown.spots.truncate(kept);
        grown.spots.iter_mut().for_each(|spot| spot.also.retain(|&parent| parent < kept));
    }
    let last = grown.cut_at.or(depth).unwrap_or(u32::MAX);
    for (at, spot) in grown.spots.iter_mut().enumerate() {
        spot.open |= (at >= done || spot.ply >= last) && spot.end != End::Over && spot.ends_by.is_none();
    }
}

/// One more move of `parent` leads to a node that is there already.
pub(crate) fn meet(grown: &mut Grown, parent: usize, known: usize, probability: Option<f64>) {
    let spot = &mut grown.spots[known];
    if spot.parent == Some(parent) {
        spot.ways += 1;
        spot.probability = spot.probability.zip(probability).map(|(a, b)| a + b);
    } else if spot.also.last() != Some(&parent) {
        spot.also.push(parent);
    }
}
