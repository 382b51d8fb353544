//! Positions as numbers, for programs that learn.

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Playable, Player, Turn, moves_or_outcomes, observation};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::twin::all_cards;

/// Plays random games and checks every position on the way.
struct Played(usize);

impl Visitor for Played {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let name = game.name();
        let shape = game.observation_shape();
        let length: usize = shape.iter().product();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..self.0 {
            let mut state = game.initial();
            for _ in 0..200 {
                for view in Player::BOTH {
                    let (mut plain, mut quick) = (vec![0.0; length], vec![0.0; length]);
                    let numbers = game.numbers(&state, view);
                    observation::of_scene(&game.scene(&state), &numbers, view, &mut plain);
                    game.observe(&state, view, &mut quick);
                    assert_eq!(plain, quick, "{name}: {}", game.state_text(&state));
                }
                let moves = moves_or_outcomes(&game, &state);
                if moves.is_empty() {
                    break;
                }
                if let Turn::Decision(_) = game.turn(&state) {
                    let mut actions: Vec<_> = moves.iter().map(|&mv| game.action(mv)).collect();
                    assert!(actions.iter().all(|&action| action < game.actions()), "{name}");
                    actions.sort_unstable();
                    actions.dedup();
                    assert_eq!(actions.len(), moves.len(), "{name}: {}", game.state_text(&state));
                }
                game.play(&mut state, moves[below(&mut rng, moves.len())]);
            }
        }
    }
}

/// The fast observations are those of the scene, and moves have different numbers.
#[test]
fn observations_and_actions_fit_the_positions() {
    let others = [
        "connect4:m=5,n=4",
        "gomoku:m=9,n=7",
        "cube3:centre=off",
        "cube:n=3,d=4",
        "pikkpakk:variant=capture",
        "pikkpakk:opening=placement",
        "nim:heaps=1-2-63,misere=on",
        "breakthrough:m=5,n=6",
        "hex:size=5,swap=on",
        "dotsandboxes:m=2,n=3",
    ];
    for name in all_cards().chain(others) {
        open(name, Played(8)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// The player's own pieces come first, then the opponent's; numbers on cubes and seeds in pits are amounts.
#[test]
fn planes_are_seen_by_a_player() {
    struct Seen(&'static str, Player);
    impl Visitor for Seen {
        type Output = Vec<f32>;
        fn visit<G: Playable>(self, game: G) -> Vec<f32> {
            let state = game.parse_state(self.0).unwrap();
            let mut seen = vec![0.0; game.observation_shape().iter().product()];
            game.observe(&state, self.1, &mut seen);
            seen
        }
    }
    let seen = |game, position, view| open(game, Seen(position, view)).unwrap();
    let none = [0.0; 9];
    let corner = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let middle = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(seen("tictactoe", "x2/1o1/3 x", Player::First), [corner, middle, none].concat());
    assert_eq!(seen("tictactoe", "x2/1o1/3 x", Player::Second), [middle, corner, none].concat());
    assert_eq!(seen("pig", "20 47 14 first", Player::Second), [47.0, 0.0, 20.0, 14.0]);
    let einstein = seen("einstein", "a1,b1,c1,a2,b2,a3 e5,d5,c5,e4,d4,e3 first 3", Player::First);
    assert_eq!(einstein[75..], [3.0; 25]);
    assert_eq!(einstein[20..23], [1.0, 2.0, 3.0]);
    assert_eq!(einstein[25..30], [0.0, 0.0, 3.0, 2.0, 1.0]);
}

/// The number of actions of a game.
struct Actions;

impl Visitor for Actions {
    type Output = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        game.actions()
    }
}

#[test]
fn there_are_as_many_actions_as_different_moves() {
    for (name, actions) in [
        ("tictactoe", 9),
        ("connect4", 7),
        ("cube3:centre=off", 26),
        ("dotsandboxes", 31),
        ("dotsandboxes:m=2,n=1", 7),
        ("nim", 12),
        ("nim:heaps=1-3-5-7", 16),
        ("hex:size=5", 25),
        ("hex:size=5,swap=on", 26),
        ("einstein", 18),
        ("kalah", 6),
        ("othello", 65),
        ("pig", 2),
    ] {
        assert_eq!(open(name, Actions).unwrap(), actions, "{name}");
    }
}
