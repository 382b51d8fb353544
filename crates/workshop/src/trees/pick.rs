//! The part of a tree that is shown: large trees are never drawn whole by accident.

use plywood_rules::{Player, Turn};

use super::grown::Grown;
use super::options::TreeOptions;

/// The nodes within the limits of the options.
pub(crate) struct Picked {
    /// The nodes that are shown, in their order.
    pub shown: Vec<usize>,
    /// For each of them the nodes below it that are not, and whether there are even more.
    pub hidden: Vec<u64>,
    pub hidden_more: Vec<bool>,
    /// The depth it was cut at, because there was no room for the next level as a whole.
    pub cut_at: Option<u32>,
}

/// Selects the nodes to show. The parent of each of them is shown too.
pub(crate) fn pick(grown: &Grown, plan: &TreeOptions) -> Picked {
    let spots = &grown.spots;
    let counted = spots.iter().any(|spot| spot.tally.is_some()) || is_weighed(grown);
    let mut keep = wanted(grown, plan);
    let mut cut_at = None;
    // Playouts and proof numbers concentrate on what matters: their trees are cut by visits and by work, not by
    // levels.
    if plan.depth.is_none() && !counted {
        cut_at = whole_levels(grown, &keep, plan.most);
        if let Some(deepest) = cut_at {
            keep.iter_mut().zip(spots).for_each(|(keep, spot)| *keep &= spot.ply <= deepest);
        }
    }
    if keep.iter().filter(|&&keep| keep).count() > plan.most {
        keep = foremost(grown, &keep, plan.most);
    }
    let mut hidden = vec![0; spots.len()];
    let mut more = vec![false; spots.len()];
    for at in (1..spots.len()).rev() {
        if let Some(parent) = spots[at].parent.filter(|_| !keep[at]) {
            hidden[parent] += hidden[at] + 1;
            more[parent] |= more[at] || spots[at].open;
        }
    }
    let shown: Vec<usize> = (0..spots.len()).filter(|&at| keep[at]).collect();
    Picked {
        hidden: shown.iter().map(|&at| hidden[at]).collect(),
        hidden_more: shown.iter().map(|&at| more[at]).collect(),
        shown,
        cut_at,
    }
}

/// Selects the nodes that are not too deep, among the best of their siblings, and near enough to the principal
/// variation.
fn wanted(grown: &Grown, plan: &TreeOptions) -> Vec<bool> {
    let spots = &grown.spots;
    let mut keep = vec![true; spots.len()];
    if let Some(best) = plan.best {
        for (parent, mut children) in grown.children().into_iter().enumerate() {
            children.sort_by(|&a, &b| better(grown, parent, a, b));
            children.iter().skip(best).for_each(|&child| keep[child] = false);
        }
    }
    let mut off = vec![0; spots.len()];
    for (at, spot) in spots.iter().enumerate() {
        let Some(parent) = spot.parent else { continue };
        off[at] = if spot.principal { 0 } else { off[parent] + 1 };
        keep[at] &= keep[parent]
            && plan.depth.is_none_or(|depth| spot.ply <= depth)
            && plan.along.is_none_or(|along| off[at] <= along);
    }
    keep
}

/// The order of two children: first the one on the principal variation, the more visited one, the one that
/// needs least to be proved for the side to move, or has the better value for it.
fn better(grown: &Grown, parent: usize, a: usize, b: usize) -> std::cmp::Ordering {
    let (one, other) = (&grown.spots[a], &grown.spots[b]);
    let visits = |at: usize| grown.spots[at].tally.map(|tally| tally.visits);
    let values = match (one.value, other.value) {
        (Some(one), Some(other)) => match grown.spots[parent].turn {
            Turn::Decision(Player::First) => other.compare(&one),
            Turn::Decision(Player::Second) => one.compare(&other),
            _ => std::cmp::Ordering::Equal,
        },
        (one, other) => other.is_some().cmp(&one.is_some()),
    };
    // Least to prove for the side to move; a node without numbers was never visited.
    let numbers = |at: usize| {
        let (proof, disproof) = grown.spots[at].numbers?;
        Some(if grown.spots[parent].turn == Turn::Decision(Player::Second) { disproof } else { proof })
    };
    let numbers = numbers(a).unwrap_or(u32::MAX).cmp(&numbers(b).unwrap_or(u32::MAX));
    let unvisited = one.numbers.is_none().cmp(&other.numbers.is_none());
    let likely = other.probability.partial_cmp(&one.probability).unwrap_or(std::cmp::Ordering::Equal);
    other
        .principal
        .cmp(&one.principal)
        .then(visits(b).cmp(&visits(a)))
        .then(unvisited)
        .then(numbers)
        .then(values)
        .then(likely)
        .then(a.cmp(&b))
}

/// The depth to which there is room for whole levels, if there is none for all of them; at least 1.
fn whole_levels(grown: &Grown, keep: &[bool], most: usize) -> Option<u32> {
    let kept = || grown.spots.iter().zip(keep).filter(|(_, keep)| **keep).map(|(spot, _)| spot.ply);
    let deepest = kept().max().unwrap_or(0);
    let mut of_level = vec![0; deepest as usize + 1];
    kept().for_each(|ply| of_level[ply as usize] += 1);
    let mut room = most;
    for (ply, &count) in of_level.iter().enumerate() {
        match room.checked_sub(count) {
            Some(left) => room = left,
            None => return Some((ply as u32).saturating_sub(1).max(1)),
        }
    }
    None
}

/// True if the nodes are sorted by the work that they took.
fn is_weighed(grown: &Grown) -> bool {
    grown.question.is_some()
}

/// The first `most` nodes: those with the most visits if visits are counted, those that took most work if they
/// are sorted by work, else the principal variation, then level by level.
fn foremost(grown: &Grown, keep: &[bool], most: usize) -> Vec<bool> {
    let spots = &grown.spots;
    let mut order: Vec<usize> = (0..spots.len()).filter(|&at| keep[at]).collect();
    let weighed = is_weighed(grown);
    order.sort_by_cached_key(|&at| {
        let spot = &spots[at];
        let visits = spot.tally.map_or(0, |tally| tally.visits);
        // A parent has at least the visits of its child, and is no deeper; the root comes before all.
        let (principal, ply) = if weighed { (false, 0) } else { (spot.principal, spot.ply) };
        (spot.parent.is_some(), u64::MAX - visits, !principal, ply, at)
    });
    let mut chosen = vec![false; spots.len()];
    let mut room = most.max(1);
    for at in order {
        if room > 0 && spots[at].parent.is_none_or(|parent| chosen[parent]) {
            chosen[at] = true;
            room -= 1;
        }
    }
    chosen
}
