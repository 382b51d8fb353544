//! The size of a game tree, level by level: counted, or estimated if it is too large to count; and the minimum
//! that alpha-beta must visit in a tree of that size.

use rand_core::Rng;

use crate::{Game, Interrupted, Player, Stop, Turn, moves_or_outcomes, random};

/// A level of a game tree: the nodes that many moves (or outcomes of chance) below its root. A position that is reached in several ways
/// is as many nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeLevel {
    /// The number of nodes.
    pub nodes: f64,
    /// The standard error of `nodes`, if they were estimated; `None` if they were counted.
    pub error: Option<f64>,
    /// The side that decides on this level.
    pub turn: LevelTurn,
}

/// The side that decides on a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LevelTurn {
    /// The game is over in all of its nodes.
    #[default]
    None,
    /// One player.
    One(Player),
    /// Chance in some of them, or either player.
    Several,
}

impl LevelTurn {
    /// The turn of the level with one more node of this turn.
    fn and(self, turn: Turn) -> LevelTurn {
        match (turn, self) {
            (Turn::Over(_), turn) => turn,
            (Turn::Decision(player), LevelTurn::None) => LevelTurn::One(player),
            (Turn::Decision(player), LevelTurn::One(same)) if player == same => self,
            _ => LevelTurn::Several,
        }
    }
}

/// Counts the nodes from `state` down to `depth`, the root first.
///
/// # Errors
/// If it was stopped.
pub fn count<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &Stop,
) -> Result<Vec<TreeLevel>, Interrupted> {
    let mut levels = vec![(0_u64, LevelTurn::None); depth as usize + 1];
    let mut waiting = vec![(0_usize, state.clone())];
    let mut met = 0_u64;
    while let Some((ply, state)) = waiting.pop() {
        met += 1;
        if met.is_multiple_of(4096) {
            stop.check()?;
        }
        let (nodes, turn) = &mut levels[ply];
        *nodes += 1;
        *turn = turn.and(game.turn(&state));
        if ply < depth as usize {
            let moves = moves_or_outcomes(game, &state);
            waiting.extend(moves.into_iter().map(|mv| (ply + 1, game.child(&state, mv))));
        }
    }
    Ok(levels.into_iter().map(|(nodes, turn)| TreeLevel { nodes: nodes as f64, error: None, turn }).collect())
}

/// Estimates the same from random paths down: the product of the numbers of moves along a path is the size of
/// its level on average (Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
/// 29, 1975). The estimate is unbiased, but if most of a tree is in few places, a sample may miss them: then
/// the error is underestimated too.
pub fn estimate<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    ways: u32,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<TreeLevel> {
    let mut sums = vec![(0.0_f64, 0.0_f64, LevelTurn::None); depth as usize + 1];
    for _ in 0..ways {
        let (mut state, mut product) = (state.clone(), 1.0);
        for (ply, (sum, squares, turn)) in sums.iter_mut().enumerate() {
            *sum += product;
            *squares += product * product;
            *turn = turn.and(game.turn(&state));
            if ply == depth as usize {
                break;
            }
            let moves = moves_or_outcomes(game, &state);
            if moves.is_empty() {
                break;
            }
            product *= moves.len() as f64;
            state = game.child(&state, moves[random::below(rng, moves.len())]);
        }
    }
    let ways = f64::from(ways.max(1));
    sums.into_iter()
        .map(|(sum, squares, turn)| {
            let mean = sum / ways;
            let variance = (squares / ways - mean * mean).max(0.0);
            TreeLevel { nodes: mean, error: Some((variance / (ways - 1.0).max(1.0)).sqrt()), turn }
        })
        .collect()
}

/// The nodes on each level that alpha-beta must visit, however well it orders its moves: those on which all
/// moves of the one player, or all of the other, are first moves (the critical positions of Knuth and Moore,
/// "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975). With b moves in every node that is
/// exactly b^⌈k/2⌉ + b^⌊k/2⌋ - 1 on level k; for other trees it is an estimate from the mean number of moves on
/// each level. A search with tables, or one that stops at a known best value, may visit fewer.
///
/// `None` if the players do not alternate, or the game has chance: there is no such formula.
pub fn least(levels: &[TreeLevel]) -> Option<Vec<f64>> {
    let inner = &levels[..levels.len().saturating_sub(1)];
    let alternate = inner.windows(2).all(|pair| match (pair[0].turn, pair[1].turn) {
        (LevelTurn::One(one), LevelTurn::One(other)) => one != other,
        (LevelTurn::Several, _) | (_, LevelTurn::Several) => false,
        (_, LevelTurn::None) | (LevelTurn::None, _) => true,
    });
    if !alternate || inner.first().is_some_and(|root| root.turn == LevelTurn::Several) {
        return None;
    }
    // The choices of the two in turns: the nodes with all moves, on either side.
    let (mut odd, mut even) = (1.0, 1.0);
    let mut least = Vec::with_capacity(levels.len());
    for (ply, level) in levels.iter().enumerate() {
        if ply > 0 {
            let above = levels[ply - 1].nodes;
            let branching = if above > 0.0 { level.nodes / above } else { 0.0 };
            *(if ply % 2 == 1 { &mut odd } else { &mut even }) *= branching;
        }
        least.push(if level.nodes == 0.0 { 0.0 } else { (odd + even - 1.0).clamp(1.0, level.nodes) });
    }
    Some(least)
}

/// The effective branching factor of a search that visited `nodes` nodes, the root included, at this depth: a
/// uniform tree with this branching factor and depth has as many nodes (Nilsson 1971). 0 if there was only
/// the root.
pub fn effective_branching(nodes: f64, depth: u32) -> f64 {
    if nodes <= 1.0 || depth == 0 {
        return 0.0;
    }
    let size = |b: f64| (0..=depth).fold(0.0, |sum: f64, _| sum * b + 1.0);
    let (mut low, mut high) = (0.0, nodes);
    // Halved until doubles are no finer.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if size(middle) < nodes { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::perft::perft;
    use crate::tree::WrittenTree;

    /// A tree with `branching` moves in every node, the players alternating.
    fn even(branching: usize, depth: u32) -> String {
        if depth == 0 {
            "0".to_string()
        } else {
            format!("({})", vec![even(branching, depth - 1); branching].join(" "))
        }
    }

    fn counted(text: &str, depth: u32) -> Vec<TreeLevel> {
        let tree = WrittenTree::parse(text).expect("a tree");
        count(&tree, &tree.initial(), depth, &Stop::never()).expect("it is never stopped")
    }

    #[test]
    fn levels_are_counted_as_perft_counts_them() {
        let text = "(a:(3 (1 2) 8) b:{1/2 x:(5 6) 1/2 y:W} c:+(1 2))";
        let tree = WrittenTree::parse(text).expect("a tree");
        for (depth, level) in counted(text, 4).iter().enumerate() {
            assert_eq!(level.nodes, perft(&tree, &tree.initial(), depth as u32) as f64, "level {depth}");
        }
        let turns: Vec<LevelTurn> = counted(text, 4).iter().map(|level| level.turn).collect();
        let (first, none) = (LevelTurn::One(Player::First), LevelTurn::None);
        assert_eq!(turns, [first, LevelTurn::Several, LevelTurn::Several, none, none]);
        let raised = Stop::never();
        raised.raise();
        assert!(count(&tree, &tree.initial(), 4, &raised).is_ok(), "it looks now and then");
        let large = WrittenTree::parse(&even(9, 4)).expect("a tree");
        assert_eq!(count(&large, &large.initial(), 4, &raised), Err(Interrupted));
    }

    #[test]
    fn estimates_are_right_on_average() {
        // 1 + 3 ends above, 60 below: a tree that is anything but even.
        let text = format!("(a:{} b:1 c:2 d:3)", even(4, 3));
        let tree = WrittenTree::parse(&text).expect("a tree");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let estimated = estimate(&tree, &tree.initial(), 5, 20_000, &mut rng);
        for (level, counted) in estimated.iter().zip(counted(&text, 5)) {
            let error = level.error.expect("an error");
            assert!((level.nodes - counted.nodes).abs() <= 4.0 * error, "{level:?} of {counted:?}");
            assert!(error <= 0.03 * counted.nodes, "{level:?}");
            assert_eq!(level.turn, counted.turn);
        }
    }

    #[test]
    fn the_least_of_even_trees_is_that_of_the_formula() {
        for (branching, depth) in [(2, 7), (3, 5), (5, 4)] {
            let least = least(&counted(&even(branching, depth), depth)).expect("the players take turns");
            for (k, nodes) in least.into_iter().enumerate() {
                let b = branching as f64;
                let formula = b.powi(k.div_ceil(2) as i32) + b.powi((k / 2) as i32) - 1.0;
                assert!((nodes - formula).abs() < 1e-9, "{branching} moves, level {k}");
            }
        }
    }

    #[test]
    fn there_is_no_least_without_turns() {
        for text in ["(a:{1/2 1 1/2 2})", "(a:+(1 2) b:3)", "(a:(1 2) b:+(1 2))", "{1/2 (1 2) 1/2 3}"] {
            assert_eq!(least(&counted(text, 3)), None, "{text}");
        }
        assert!(least(&counted("(a:(1 2) b:3)", 5)).is_some());
    }

    #[test]
    fn effective_branching_is_that_of_even_trees() {
        for (b, depth) in [(2.0_f64, 10), (7.5, 4), (1.0, 9)] {
            let nodes = (0..=depth).map(|k| b.powi(k)).sum();
            assert!((effective_branching(nodes, depth as u32) - b).abs() < 1e-9);
        }
        assert_eq!(effective_branching(1.0, 3), 0.0);
    }
}
