//! The plainest solver.

use std::collections::HashMap;

use plywood_rules::{Player, Symmetric, Turn};

/// Every position from `start` on, with its value, found in the plainest way: every position is valued from
/// its children again and again until nothing changes, one ply further each time. Draws of both kinds are one
/// here.
pub fn plain<G: Symmetric>(game: &G, start: &G::State) -> HashMap<G::State, Option<(Player, u32)>> {
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
