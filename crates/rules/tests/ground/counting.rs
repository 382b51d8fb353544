//! Perft, divide and reach against counts that are too plain to be wrong.

use std::collections::{HashMap, HashSet};

use plywood_rules::perft::{divide, divide_until, perft, perft_until};
use plywood_rules::reach::{Reach, every_position, reach};
use plywood_rules::tree::{self, RandomTree};
use plywood_rules::{Game, Interrupted, Outcome, Player, Run, Stop, Symmetric, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::ground::heaps::{Fault, Heaps};

/// A token on a ring with an even number of places walks left or right; the player who brings it to the place
/// opposite the start wins. Positions recur.
struct Ring(u8);

impl Game for Ring {
    type State = (u8, Player);
    type Move = bool;

    fn initial(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn turn(&self, &(place, player): &(u8, Player)) -> Turn {
        if place == self.0 / 2 { Turn::Over(Outcome::Win(player.other())) } else { Turn::Decision(player) }
    }

    fn legal_moves(&self, _: &(u8, Player), moves: &mut Vec<bool>) {
        moves.extend([false, true]);
    }

    fn play(&self, (place, player): &mut (u8, Player), right: bool) {
        *place = (*place + if right { 1 } else { self.0 - 1 }) % self.0;
        *player = player.other();
    }
}

impl Symmetric for Ring {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, &(place, player): &(u8, Player), map: usize) -> (u8, Player) {
        (if map == 1 { (self.0 - place) % self.0 } else { place }, player)
    }

    fn map_move(&self, right: bool, map: usize) -> bool {
        right != (map == 1)
    }
}

fn paths<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => moves_or_outcomes(game, state)
            .iter()
            .map(|&mv| paths(game, &game.child(state, mv), depth - 1))
            .sum(),
    }
}

/// Positions by their distance from `start`, one at a time.
fn distances<G: Game>(game: &G, start: &G::State) -> HashMap<G::State, usize> {
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut waiting = std::collections::VecDeque::from([start.clone()]);
    while let Some(state) = waiting.pop_front() {
        for mv in moves_or_outcomes(game, &state) {
            let child = game.child(&state, mv);
            if !distances.contains_key(&child) {
                distances.insert(child.clone(), distances[&state] + 1);
                waiting.push_back(child);
            }
        }
    }
    distances
}

fn check<G: Symmetric>(game: &G, start: &G::State) {
    for depth in 0..7 {
        let expected = paths(game, start, depth);
        assert_eq!(perft(game, start, depth), expected, "depth {depth} from {start:?}");
        assert_eq!(perft_until(game, start, depth, &Stop::never()), Ok(expected));
        let divided = divide(game, start, depth);
        let moves: Vec<G::Move> = divided.iter().map(|entry| entry.0).collect();
        if depth == 0 {
            assert!(divided.is_empty());
        } else {
            assert_eq!(moves, moves_or_outcomes(game, start));
            assert_eq!(divided.iter().map(|entry| entry.1).sum::<u64>(), expected);
        }
    }

    let all = distances(game, start);
    let orbits: HashSet<G::State> = all.keys().map(|state| game.canonical(state).state).collect();
    let mut expected = Reach {
        positions: all.len() as u64,
        up_to_symmetry: orbits.len() as u64,
        by_ply: vec![0; all.values().max().unwrap() + 1],
        complete: true,
        ..Reach::default()
    };
    for (state, &ply) in &all {
        expected.by_ply[ply] += 1;
        if let Turn::Over(outcome) = game.turn(state) {
            match outcome.winner() {
                Some(Player::First) => expected.first += 1,
                Some(Player::Second) => expected.second += 1,
                None => expected.draw += 1,
            }
        }
    }
    assert_eq!(every_position(game, start, &Run::default()), expected, "from {start:?}");
    assert_eq!(reach(game, start, &Run::default()), expected, "from {start:?}");
    let run = Run::default();
    run.stop.raise();
    let stopped = reach(game, start, &run);
    assert!(!stopped.complete && stopped.positions <= expected.positions);
}

#[test]
fn counts_agree_with_naive_ones() {
    for start in [[0, 0], [1, 0], [3, 3], [4, 4], [5, 2]] {
        let game = Heaps::new(start, Fault::Nothing);
        check(&game, &game.initial());
    }
    for places in [2, 4, 8, 10, 12] {
        let ring = Ring(places);
        check(&ring, &ring.initial());
        check(&ring, &(1, Player::Second));
    }
    for seed in 0..50 {
        let shape = RandomTree { depth: 6, chance: true, repeat_movers: true, ..RandomTree::default() };
        let tree = tree::random(&mut ChaCha8Rng::seed_from_u64(seed), shape);
        check(&tree, &tree.initial());
    }
}

#[test]
fn perft_can_be_stopped() {
    let game = Ring(12);
    let start = game.initial();
    let stop = Stop::never();
    stop.raise();
    // Far more plies than any game lasts: what counts is how many positions were visited.
    assert_eq!(perft_until(&game, &start, 255, &stop), Err(Interrupted));
    assert_eq!(divide_until(&game, &start, 255, &stop), Err(Interrupted));
}
