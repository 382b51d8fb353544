//! Random choices are fair and never change.

use plywood_rules::random::{below, chance_outcome, draw, part_seed, playout, unit};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Bot, Game, Outcome, Player, Position, Stop, Turn, bot};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::ground::heaps::{Fault, Heaps};

fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns true if `count` of `draws` is within five standard deviations of `probability`.
fn is_fair(count: u32, draws: u32, probability: f64) -> bool {
    let mean = f64::from(draws) * probability;
    (f64::from(count) - mean).abs() <= 5.0 * (mean * (1.0 - probability)).sqrt()
}

/// A seed gives the same games in every version.
#[test]
fn first_choices_of_a_seed() {
    let mut rng = generator(1);
    let drawn: Vec<usize> = [2, 3, 6, 7, 10, 100, 1000, 1, 0xC000_0000].map(|n| below(&mut rng, n)).to_vec();
    assert_eq!(drawn, [1, 1, 5, 0, 2, 59, 386, 0, 2681526507]);
    let mut rng = generator(1);
    assert_eq!([unit(&mut rng), unit(&mut rng)], [0.40248566366484806, 0.08038370892978197]);
    // The reference values of splitmix64 from state 0.
    assert_eq!(part_seed(0, 0), 0xE220_A839_7B1D_CDAF);
    assert_eq!(part_seed(0, 1), 0x6E78_9E6A_A1B9_65F4);
    let tree = WrittenTree::parse("{1/6 1 1/3 2 1/2 3}").unwrap();
    let (mut rng, mut outcomes) = (generator(1), Vec::new());
    let drawn: Vec<String> = (0..12)
        .map(|_| format!("{:?}", chance_outcome(&tree, &tree.initial(), &mut outcomes, &mut rng)))
        .collect();
    assert_eq!(drawn.concat().replace("MoveNumber", ""), "(1)(0)(2)(1)(1)(2)(1)(0)(2)(2)(1)(2)");
}

#[test]
fn choices_are_uniform() {
    let mut rng = generator(2);
    for n in [1, 2, 3, 6, 7, 81] {
        let draws = 20_000 * n as u32;
        let mut counts = vec![0; n];
        for _ in 0..draws {
            counts[below(&mut rng, n)] += 1;
        }
        assert!(counts.iter().all(|&count| is_fair(count, draws, 1.0 / n as f64)), "{n}: {counts:?}");
    }
    // Among 3 * 2^30 things, taking the upper half of a product alone gives every third one twice its share.
    let mut counts = [0; 3];
    for _ in 0..30_000 {
        counts[below(&mut rng, 3 << 30) % 3] += 1;
    }
    assert!(counts.iter().all(|&count| is_fair(count, 30_000, 1.0 / 3.0)), "{counts:?}");
}

/// Several numbers from one word are its digits in a base that changes.
#[test]
fn draws_share_a_word() {
    let mut word = u64::MAX / 210 * 117;
    let drawn = [2, 3, 5, 7].map(|n| draw(&mut word, n));
    // 116 and a bit: (((1) 3 + 0) 5 + 1) 7 + 4.
    assert_eq!(drawn, [1, 0, 1, 4]);
    let mut rng = generator(7);
    let mut counts = [[0; 6]; 6];
    for _ in 0..60_000 {
        let mut word = rng.next_u64();
        for counts in &mut counts {
            counts[draw(&mut word, 6)] += 1;
        }
    }
    assert!(counts.as_flattened().iter().all(|&count| is_fair(count, 60_000, 1.0 / 6.0)), "{counts:?}");
}

#[test]
#[should_panic(expected = "a choice among nothing")]
fn there_is_no_choice_among_nothing() {
    below(&mut generator(1), 0);
}

#[test]
fn units_are_from_0_to_1() {
    let mut rng = generator(3);
    let drawn: Vec<f64> = (0..20_000).map(|_| unit(&mut rng)).collect();
    assert!(drawn.iter().all(|x| (0.0..1.0).contains(x)));
    let low = drawn.iter().filter(|&&x| x < 0.25).count() as u32;
    assert!(is_fair(low, 20_000, 0.25), "{low}");
}

/// Not each outcome as often as the others, but by its probability.
#[test]
fn outcomes_are_drawn_by_their_probabilities() {
    let tree = WrittenTree::parse("{1/6 0 1/3 0 1/2 0}").unwrap();
    let (mut rng, mut outcomes, mut counts) = (generator(4), Vec::new(), [0; 3]);
    for _ in 0..60_000 {
        let mv = chance_outcome(&tree, &tree.initial(), &mut outcomes, &mut rng);
        counts[outcomes.iter().position(|outcome| outcome.0 == mv).unwrap()] += 1;
    }
    for (count, probability) in counts.into_iter().zip([1.0 / 6.0, 1.0 / 3.0, 1.0 / 2.0]) {
        assert!(is_fair(count, 60_000, probability), "{counts:?}");
    }
}

#[test]
fn playouts_end_at_the_end_or_the_limit() {
    let mut rng = generator(5);
    // The first player wins a third by choice and the rest by three coins in four.
    let tree = WrittenTree::parse("(W {1/4 L 3/4 W} {3/4 W 1/4 L})").unwrap();
    let mut won = 0;
    for _ in 0..30_000 {
        match playout(&tree, &tree.initial(), 10, &mut rng) {
            (Turn::Over(Outcome::Win(Player::First)), 1 | 2) => won += 1,
            (Turn::Over(Outcome::Win(Player::Second)), 2) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(is_fair(won, 30_000, 5.0 / 6.0), "{won}");

    let heaps = Heaps::new([4, 4], Fault::Nothing);
    assert_eq!(playout(&heaps, &heaps.initial(), 0, &mut rng), (Turn::Decision(Player::First), 0));
    assert_eq!(playout(&heaps, &heaps.initial(), 2, &mut rng).1, 2);
    let over = Heaps::new([0, 0], Fault::Nothing);
    let end = (Turn::Over(Outcome::Win(Player::Second)), 0);
    assert_eq!(playout(&over, &over.initial(), 5, &mut rng), end);
}

#[test]
fn simple_bots_play_any_or_the_first_move() {
    let game = Heaps::new([4, 4], Fault::Nothing);
    let start = game.initial();
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    let mut rng = generator(6);
    let stop = Stop::never();
    let mut counts = [0; 4];
    for _ in 0..8000 {
        let report = bot::Random.choose(&game, Position::new(&start), &mut rng, &stop);
        counts[moves.iter().position(|&mv| mv == report.best).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&count| is_fair(count, 8000, 0.25)), "{counts:?}");
    let report = bot::FirstMove.choose(&game, Position::new(&start), &mut rng, &stop);
    assert_eq!((report.best, report.moves.len(), report.value), (moves[0], 4, None));
}
