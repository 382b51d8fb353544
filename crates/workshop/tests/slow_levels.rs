//! The promises of the levels for people.

use plywood_rules::random::unit;
use plywood_rules::{Run, Stop};
use plywood_workshop::{LEVELS, Level, MatchOptions, OpeningBook, Tally, Workshop, next_in_series};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn a_higher_level_sees_more_and_blunders_less() {
    for (place, level) in LEVELS.iter().enumerate() {
        assert_eq!(level.number as usize, place + 1);
        assert_eq!(Level::of(level.number), Some(*level));
    }
    for pair in LEVELS.windows(2) {
        assert!(pair[0].nodes < pair[1].nodes && pair[0].blunder > pair[1].blunder, "{pair:?}");
    }
    assert_eq!(LEVELS[7].blunder, 0.0, "full strength");
    assert!(LEVELS[0].blunder < 1.0, "a beginner is not at random");
    assert_eq!((Level::of(0), Level::of(9)), (None, None));
}

#[test]
fn a_level_says_what_it_is() {
    let level = Level { number: 3, nodes: 200, blunder: 0.15 };
    assert_eq!(level.to_string(), "level 3 of 8: 200 positions a move, 15 % of its moves at random");
    assert_eq!(level.bot(false), "engine:nodes=200,tie=random,blunder=0.15");
    assert_eq!(level.bot(true), "expectiminimax:nodes=200,tie=random,blunder=0.15");
    let best = Level { number: 8, nodes: 500, blunder: 0.0 };
    assert_eq!(best.to_string(), "level 8 of 8: 500 positions a move, none of its moves at random");
    assert_eq!(best.bot(false), "engine:nodes=500,tie=random");
}

#[test]
fn an_even_level_follows_the_results_of_a_series() {
    let even = |n: u32| Level::of(n).unwrap().even();
    for (bot, result, next) in [
        (even(4), -1, even(5)),
        (even(4), 1, even(3)),
        (even(4), 0, even(4)),
        (even(8), -1, even(8)),
        (even(1), 1, even(1)),
        ("level:even=on".to_string(), -1, even(5)),
    ] {
        assert_eq!(next_in_series(&bot, result), next, "{bot} {result}");
    }
    for other in ["level:n=4", "level:n=4,even=off", "level", "engine:depth=3", "level:even=maybe", ""] {
        assert_eq!(next_in_series(other, -1), other);
    }
    Workshop::standard().open("pig").unwrap().check_bot(&even(8)).unwrap();
}

/// People of every strength that the levels cover get about half of the points, if a level more is worth 100 Elo.
#[test]
fn an_even_level_holds_a_series_near_half_of_the_points() {
    for tenths in (20..=70).step_by(5) {
        let strength = f64::from(tenths) / 10.0;
        let (mut bot, mut rng) = (Level::of(Level::MIDDLING).unwrap().even(), ChaCha8Rng::seed_from_u64(7));
        let (mut wins, games) = (0, 100);
        for _ in 0..games {
            let level = (1..=8).find(|&n| Level::of(n).unwrap().even() == bot).unwrap();
            let chance = 1.0 / (1.0 + 10_f64.powf((f64::from(level) - strength) / 4.0));
            let won = unit(&mut rng) < chance;
            wins += i32::from(won);
            bot = next_in_series(&bot, if won { -1 } else { 1 });
        }
        let share = f64::from(wins) / f64::from(games);
        assert!((0.42..=0.58).contains(&share), "strength {strength}: {share}");
    }
}

#[test]
fn every_level_plays_every_family() {
    let workshop = Workshop::standard();
    for game in ["tictactoe", "connect4", "qubic", "pikkpakk", "pig", "tree:(a:1,b:2)"] {
        let game = workshop.open(game).unwrap();
        for level in LEVELS {
            game.check_bot(&level.name()).unwrap();
        }
        game.check_bot("level").unwrap();
        let wrong = ["level:n=9", "level:n=0", "level:n=3.5", "level:n="];
        for bot in wrong {
            let error = game.check_bot(bot).unwrap_err().to_string();
            assert!(error.ends_with("it has to be 1 to 8"), "{bot}: {error}");
        }
        assert!(game.check_bot("level:depth=3").is_err());
    }
}

#[test]
fn without_a_number_it_is_the_middling_one() {
    let game = Workshop::standard().open("connect4").unwrap();
    let session = game.session(None, "d d", 1).unwrap();
    let middling = Level::of(Level::MIDDLING).unwrap().name();
    for seed in 0..5 {
        let [asked, usual] = [middling.as_str(), "level"]
            .map(|bot| session.analyse(bot, false, seed, &Stop::never()).unwrap());
        assert_eq!((asked.best, asked.nodes), (usual.best, usual.nodes));
    }
}

#[test]
fn a_level_keeps_to_its_positions_and_to_its_seed() {
    let workshop = Workshop::standard();
    for (game, moves) in [("connect4", ""), ("qubic", "111"), ("pikkpakk", ""), ("pig", "")] {
        let game = workshop.open(game).unwrap();
        let session = game.session(None, moves, 1).unwrap();
        for level in &LEVELS[..6] {
            for seed in 0..4 {
                let think = || session.analyse(&level.name(), false, seed, &Stop::never()).unwrap();
                let (once, again) = (think(), think());
                assert!(once.nodes <= u64::from(level.nodes), "{level}: {}", once.nodes);
                assert_eq!((once.best, once.nodes), (again.best, again.nodes), "{level}, seed {seed}");
            }
        }
    }
}

/// The results of the first of two levels of connect four.
fn connect_four(levels: [u32; 2], games: u64) -> Tally {
    let plan = MatchOptions {
        bots: levels.map(|number| Level::of(number).unwrap().name()),
        games,
        seed: 3,
        openings: OpeningBook::Random { plies: 2 },
        max_plies: 100,
        ..MatchOptions::default()
    };
    let game = Workshop::standard().open("connect4").unwrap();
    game.hold_match(&plan, &Run { threads: 2, ..Run::default() }).unwrap().standing.total()
}

#[test]
fn a_level_beats_the_one_two_below_clearly() {
    for levels in [[4, 2], [3, 1]] {
        let total = connect_four(levels, 200);
        assert!(total.wilson().0 > 0.6, "{levels:?}: {total:?}");
        assert!(total.losses > 0, "the lower one wins now and then");
    }
}
