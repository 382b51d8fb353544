//! Tables against plain solvers that share nothing with them but the rules.

mod files;
mod games;
mod graphs;

use std::collections::HashMap;

use plywood_rules::{Playable, Player, Symmetric, Turn};
use plywood_solve::table::{self, Exact, Key, Limits, Table};

/// Solves a game that fits.
fn solved<G: Playable, K: Key>(game: &G, start: &G::State, merge: bool) -> Table<K> {
    table::solve(game, start, merge, Limits { memory: 1 << 30, go_on: &mut |_| true }).unwrap()
}

/// Every position from `start` on, with its value, found in the plainest way: what is known of the children is looked
/// at over and over until nothing changes, a ply further each time. Draws of both kinds are one here.
fn plain<G: Symmetric>(game: &G, start: &G::State) -> HashMap<G::State, Option<(Player, u32)>> {
    let mut states = vec![start.clone()];
    let mut numbers: HashMap<G::State, usize> = HashMap::from([(start.clone(), 0)]);
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < states.len() {
        let state = states[children.len()].clone();
        let mut moves = Vec::new();
        if let Turn::Decision(_) = game.turn(&state) {
            game.legal_moves(&state, &mut moves);
        }
        let number = |child: G::State| {
            *numbers.entry(child.clone()).or_insert_with(|| {
                states.push(child);
                states.len() - 1
            })
        };
        children.push(moves.into_iter().map(|mv| game.child(&state, mv)).map(number).collect());
    }
    let turns: Vec<Turn> = states.iter().map(|state| game.turn(state)).collect();
    let mut values: Vec<Option<(Player, u32)>> =
        turns.iter().map(|turn| turn.outcome()?.winner().map(|winner| (winner, 0))).collect();
    loop {
        let before = values.clone();
        for at in 0..states.len() {
            let Turn::Decision(mover) = turns[at] else { continue };
            let known = || children[at].iter().map(|&child| before[child]);
            let quickest = known().flatten().filter(|(winner, _)| *winner == mover).map(|it| it.1).min();
            let slowest = known().try_fold(0, |slowest, value| match value {
                Some((winner, plies)) if winner != mover => Some(slowest.max(plies)),
                _ => None,
            });
            values[at] = match (quickest, slowest) {
                (Some(plies), _) => Some((mover, plies + 1)),
                (None, Some(plies)) => Some((mover.other(), plies + 1)),
                (None, None) => None,
            };
        }
        if values == before {
            return states.into_iter().zip(values).collect();
        }
    }
}

/// What the table knows, without the kinds of draws.
fn winner(exact: Exact) -> Option<(Player, u32)> {
    match exact {
        Exact::Win { player, plies } => Some((player, plies)),
        Exact::Draw | Exact::Endless => None,
    }
}
