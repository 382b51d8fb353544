//! "Who can force a win within n plies" against plain minimax.

use crate::common::{Hashed, HashedGuess, ask};
use plywood_rules::{Game, Player, Proved, Run, Stop, Turn, Value, one_by_one};
use plywood_search::{Minimax, Settings, WinsWithin, wins_within};

fn hashed(seed: u64) -> Hashed {
    let pick = |part: u64, of: [u64; 4]| of[(plywood_rules::random::part_seed(seed, part) % 4) as usize];
    Hashed {
        seed,
        longest: 3 + (seed % 6) as u32,
        chance: pick(1, [0, 0, 20, 40]),
        again: pick(2, [0, 0, 30, 60]),
        over: pick(3, [0, 5, 15, 40]),
        payoffs: pick(4, [0, 0, 10, 30]),
        draws: pick(5, [0, 0, 20, 50]),
        joins: seed.is_multiple_of(2),
    }
}

#[test]
fn the_shortest_win_is_found_and_nothing_else() {
    let mut found = 0;
    for seed in 0..2000 {
        let game = hashed(seed);
        let state = game.initial();
        let value =
            ask(&mut Minimax::new(Box::new(HashedGuess), Settings::default()), &game, &state, 1).value;
        for side in Player::BOTH {
            let expected = match (value, side) {
                (Some(Value::Proved(Proved::Win { plies })), Player::First)
                | (Some(Value::Proved(Proved::Loss { plies })), Player::Second) => Some(plies),
                _ => None,
            };
            for within in [game.longest, game.longest + 1, 3] {
                let mut last = 0;
                let hear = |so_far: WinsWithin<_>| {
                    assert!(so_far.none_within >= last);
                    last = so_far.none_within;
                };
                let run = Run { memory: 1 << 16, progress: &one_by_one(hear), ..Run::default() };
                let answer = wins_within(&game, &state, side, within, &run);
                let expected = expected.filter(|&plies| plies <= within);
                assert_eq!(answer.wins_in, expected, "{game:?} {side} within {within}");
                match expected {
                    None => assert_eq!(answer.none_within, within, "{game:?} {side}"),
                    Some(plies) => {
                        found += 1;
                        assert_eq!(answer.none_within, plies - 1, "{game:?} {side}");
                        let end = answer.line.iter().fold(state, |state, &mv| game.child(&state, mv));
                        let ends = matches!(game.turn(&end), Turn::Chance | Turn::Over(_));
                        assert!(ends, "{game:?} {side}: {:?}", answer.line);
                    }
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn an_interrupted_question_is_not_answered() {
    let game = hashed(1);
    let stop = Stop::never();
    stop.raise();
    let answer =
        wins_within(&game, &game.initial(), Player::First, 9, &Run { memory: 1 << 16, ..Run::until(&stop) });
    assert_eq!((answer.wins_in, answer.none_within), (None, 0));
}
