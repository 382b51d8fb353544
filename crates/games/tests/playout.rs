//! Random games: each of their ways to play has exactly the distribution of play move by move, which is computed ply by ply from
//! the rules.

use std::collections::HashMap;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Game, Playable, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Probabilities of the ends of random games: the last turn, as text, and the plies.
type Ends = HashMap<(String, u32), f64>;

fn end(turn: Turn, plies: u32) -> (String, u32) {
    (format!("{turn:?}"), plies)
}

/// The ends of random games from `start`, at most `max_plies` plies long.
fn exact_ends<G: Game>(game: &G, start: &G::State, max_plies: u32) -> Ends {
    let (mut ends, mut moves, mut outcomes) = (Ends::new(), Vec::new(), Vec::new());
    let mut states = HashMap::from([(start.clone(), 1.0)]);
    for ply in 0..=max_plies {
        let mut children = HashMap::new();
        for (state, reached) in states {
            let turn = game.turn(&state);
            outcomes.clear();
            match turn {
                _ if ply == max_plies => {}
                Turn::Over(_) => {}
                Turn::Chance => game.chance_outcomes(&state, &mut outcomes),
                Turn::Decision(_) => {
                    moves.clear();
                    game.legal_moves(&state, &mut moves);
                    outcomes.extend(moves.iter().map(|&mv| (mv, 1.0 / moves.len() as f64)));
                }
            }
            if outcomes.is_empty() {
                *ends.entry(end(turn, ply)).or_default() += reached;
            }
            for &(mv, probability) in &outcomes {
                *children.entry(game.child(&state, mv)).or_default() += reached * probability;
            }
        }
        states = children;
    }
    ends
}

/// Pearson's statistic of the counts against the probabilities, in units of its standard deviation above its mean. Ends that are
/// rare are counted together.
fn surprise(ends: &Ends, counts: &HashMap<(String, u32), u32>, games: u32) -> f64 {
    let (mut sum, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    for (end, probability) in ends {
        let expected = probability * f64::from(games);
        let counted = f64::from(counts.get(end).copied().unwrap_or_default());
        if expected < 10.0 {
            rare = (rare.0 + expected, rare.1 + counted);
        } else {
            sum += (counted - expected).powi(2) / expected;
            cells += 1.0;
        }
    }
    if rare.0 >= 10.0 {
        sum += (rare.1 - rare.0).powi(2) / rare.0;
        cells += 1.0;
    } else {
        assert!(rare.1 <= rare.0 + 30.0, "{} rare ends instead of {}", rare.1, rare.0);
    }
    let freedom = f64::max(cells - 1.0, 1.0);
    (sum - freedom) / (2.0 * freedom).sqrt()
}

/// Random games from some positions with `left` plies to go at most, or after some plies if nothing says how many are left. They are cut
/// after `max_plies`.
struct Compared {
    left: u32,
    max_plies: u32,
}

/// A position after random moves that do not end the game.
fn position<G: Playable>(game: &G, left: u32, most_plies: u32, rng: &mut ChaCha8Rng) -> G::State {
    let mut state = game.initial();
    for _ in 0..game.plies_left(&state).map_or(most_plies, |all| all - left) {
        let mut children: Vec<_> =
            moves_or_outcomes(game, &state).into_iter().map(|mv| game.child(&state, mv)).collect();
        children.retain(|child| !matches!(game.turn(child), Turn::Over(_)));
        if children.is_empty() {
            return position(game, left, most_plies, rng);
        }
        state = children.swap_remove(below(rng, children.len()));
    }
    state
}

impl Visitor for Compared {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        const GAMES: u32 = 5000;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut playing = Xoshiro256PlusPlus::seed_from_u64(2);
        for most_plies in 0..4 {
            let state = position(&game, self.left, most_plies, &mut rng);
            let ends = exact_ends(&game, &state, self.max_plies);
            let mut counts = HashMap::new();
            for _ in 0..GAMES {
                let (turn, plies) = game.playout(&state, self.max_plies, &mut playing);
                *counts.entry(end(turn, plies)).or_default() += 1;
            }
            for found in counts.keys() {
                assert!(ends.contains_key(found), "{}: {found:?} from {state:?}", game.name());
            }
            let surprise = surprise(&ends, &counts, GAMES);
            assert!(surprise < 6.0, "{}: {surprise} standard deviations from {state:?}", game.name());
        }
    }
}

#[test]
fn random_games_are_uniform() {
    for (name, left) in [
        // Boards whose columns are bytes.
        ("connect4", 11),
        ("mnk:m=8,n=7,k=4,gravity=on", 10),
        ("mnk:m=4,n=3,k=3,gravity=on", 12),
        ("mnk:m=5,n=4,k=3,gravity=on,misere=on", 12),
        ("mnk:m=3,n=7,k=5,gravity=on", 12),
        ("mnk:m=3,n=3,k=1,gravity=on", 9),
        ("mnk:m=3,n=3,k=2,gravity=on", 9),
        ("mnk:m=1,n=7,k=4,gravity=on", 7),
        // Other boards on which marks fall.
        ("mnk:m=8,n=8,k=4,gravity=on", 10),
        ("mnk:m=9,n=2,k=3,gravity=on", 12),
        ("mnk:m=19,n=4,k=4,gravity=on", 8),
        ("mnk:m=5,n=5,k=4,exact=on,gravity=on", 11),
        ("mnk:m=3,n=3,k=4,gravity=on", 9),
        // Boards on which they do not.
        ("tictactoe", 9),
        ("mnk:m=4,n=4,k=3,misere=on", 9),
        ("mnk:m=5,n=5,k=4,exact=on", 8),
        ("cube3:centre=off", 8),
        ("cube3:opening=nocentre", 8),
        ("gomoku", 6),
    ] {
        for max_plies in [0, 3, 1000] {
            open(name, Compared { left, max_plies }).unwrap();
        }
    }
}

#[test]
fn random_games_with_dice_are_fair() {
    for name in
        ["pig:target=12", "piglet:target=5", "pig:target=1", "pig:target=7,die=100", "pig:target=9,die=2"]
    {
        for max_plies in [0, 1, 2, 3, 7, 60] {
            open(name, Compared { left: 0, max_plies }).unwrap();
        }
    }
}
