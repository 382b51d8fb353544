//! Published numbers, edges, and what has to hold for every sample.

use super::*;
use plywood_rules::Outcome;
use proptest::prelude::*;

const fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally { wins, draws, losses }
}

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} +- {tolerance}");
}

#[test]
fn elo_agrees_with_published_numbers() {
    // From the tests of fastchess: elo_wdl and elo_pentanomial.
    let elo = tally(136, 111, 96).elo();
    near(elo.difference().unwrap(), 40.70, 0.005);
    near(elo.margin().unwrap(), 30.43, 0.005);
    near(tally(136, 111, 96).superiority(), 0.9960, 5e-5);
    let elo = Pentanomial { classes: [34, 54, 63, 64, 75] }.elo();
    near(elo.difference().unwrap(), 55.58, 0.005);
    near(elo.margin().unwrap(), 27.65, 0.005);
}

#[test]
fn intervals_agree_with_published_numbers() {
    // Worked examples of Wilson's score interval for 81 of 263 and 0 of 20 (Newcombe, Stat. Med. 17, 1998).
    for (wins, trials, low, high) in [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
    {
        let interval = tally(wins, 0, trials - wins).wilson();
        near(interval.0, low, 5e-5);
        near(interval.1, high, 5e-5);
    }
    assert_eq!(tally(0, 0, 0).wilson(), (0.0, 1.0));
}

#[test]
fn what_a_sample_cannot_tell_is_not_told() {
    let check = |tally: Tally, elo: &str, superiority: f64| {
        assert_eq!(tally.elo().to_string(), elo, "{tally:?}");
        near(tally.superiority(), superiority, 5e-5);
        near(tally.reversed().superiority(), 1.0 - superiority, 5e-5);
    };
    check(tally(0, 0, 0), "unknown", 0.5);
    check(tally(20, 0, 0), "at least +286.6", 1.0);
    check(tally(0, 0, 20), "at most -286.6", 0.0);
    check(tally(1, 0, 0), "at least -233.8", 0.75);
    check(tally(0, 0, 2), "at most +113.4", 0.125);
    // A draw or two prove very little, a thousand of them a good deal.
    check(tally(0, 2, 0), "+0.0 ± 392.5", 0.5);
    check(tally(0, 1000, 0), "+0.0 ± 21.5", 0.5);
    // The plain normal interval of 19 to 1 ends beyond a score of 1.
    check(tally(19, 0, 1), "+511.5 ± 307.6", 1.0);
    // Pairs that were all shared say nothing of the spread between pairs.
    assert_eq!(Pentanomial { classes: [0, 0, 2, 0, 0] }.elo().to_string(), "+0.0 ± 392.5");
    assert_eq!(Pentanomial::default().elo(), Elo::Unknown);
    assert_eq!(format!("{:.2}", tally(136, 111, 96).elo()), "+40.70 ± 30.43");
}

#[test]
fn pairs_see_through_openings_that_favour_one_side() {
    // The first player wins nearly every game: as single games a large spread, as pairs hardly any.
    let pairs = Pentanomial { classes: [0, 1, 96, 3, 0] };
    let single = tally(101, 0, 99);
    assert!(pairs.elo().margin().unwrap() < single.elo().margin().unwrap() / 4.0);
}

#[test]
fn the_normal_distribution_is_tabulated_right() {
    // Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.1.
    let table = [
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_370),
        (5.0, 0.999_999_713_348_428),
    ];
    for (x, expected) in table {
        near(normal_below(x), expected, 1e-14);
        near(normal_below(-x), 1.0 - expected, 1e-14);
    }
    near(normal_below(Z95), 0.975, 1e-14);
    assert_eq!((normal_below(-1e9), normal_below(1e9)), (0.0, 1.0));
}

#[test]
fn the_sequential_test_agrees_with_published_numbers() {
    let sprt = |elo0, elo1| Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
    near(sprt(0.0, 5.0).bounds().0, -2.9444, 5e-5);
    near(sprt(0.0, 5.0).bounds().1, 2.9444, 5e-5);
    // From the tests of fastchess: sprt, "logistic trinomial".
    let check = |elo0, elo1, tally: Tally, expected, verdict| {
        let sprt = sprt(elo0, elo1);
        near(sprt.log_likelihood_ratio(&tally.classes()), expected, 0.005);
        assert_eq!(sprt.verdict(&tally.classes()), verdict);
    };
    check(0.5, 2.5, tally(21404, 40708, 21184), -1.57, SprtVerdict::Undecided);
    check(0.0, 2.0, tally(57433, 106_593, 57030), -2.59, SprtVerdict::Undecided);
    // Only wins: each is as many times likelier as the scores of the two hypotheses are.
    let ratio = 1000.0 * (2.0 * score_of_elo(10.0)).ln();
    check(0.0, 10.0, tally(1000, 0, 0), ratio, SprtVerdict::Upper);
    check(-10.0, 0.0, tally(0, 0, 1000), -ratio, SprtVerdict::Lower);
    check(0.0, 10.0, tally(0, 0, 0), 0.0, SprtVerdict::Undecided);
}

#[test]
fn a_sequential_test_that_makes_no_sense_is_refused() {
    let cases = [
        (5.0, 0.0, 0.05, 0.05, "elo0 has to be less than elo1, but 5 is not less than 0"),
        (0.0, f64::NAN, 0.05, 0.05, "elo1 cannot be NaN; it has to be a number from -2000 to 2000"),
        (-1e9, 0.0, 0.05, 0.05, "elo0 cannot be -1000000000; it has to be a number from -2000 to 2000"),
        (0.0, 5.0, 0.0, 0.05, "alpha cannot be 0; it has to be more than 0 and less than 0.5"),
        (0.0, 5.0, 0.05, 0.5, "beta cannot be 0.5; it has to be more than 0 and less than 0.5"),
    ];
    for (elo0, elo1, alpha, beta, expected) in cases {
        assert_eq!(Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string(), expected);
    }
}

#[test]
fn pairs_are_counted_when_both_games_are_there() {
    let mut standing = Standing::default();
    let mut count = |number, winner: Option<Player>| {
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        standing.count(number, 3, Ending::Rules(outcome));
    };
    let (first, second) = (Some(Player::First), Some(Player::Second));
    // The bot named first is the first player of even games.
    count(0, first);
    count(1, second);
    count(2, second);
    count(4, first);
    count(5, None);
    count(7, first);
    count(8, first);
    count(9, first);
    assert_eq!(standing.pairs.classes, [0, 0, 1, 1, 1]);
    assert_eq!(standing.as_first, tally(3, 0, 1));
    assert_eq!(standing.as_second, tally(1, 1, 2));
    assert_eq!(standing.plies, 24);
}

proptest! {
    #[test]
    fn every_number_is_finite_and_the_same_seen_from_the_other_side(
        wins in 0..400u64, draws in 0..400u64, losses in 0..400u64
    ) {
        let (mine, theirs) = (tally(wins, draws, losses), tally(losses, draws, wins));
        match (mine.elo(), theirs.elo()) {
            (Elo::Unknown, Elo::Unknown) => prop_assert_eq!(mine.games(), 0),
            (Elo::AtLeast(a), Elo::AtMost(b)) | (Elo::AtMost(a), Elo::AtLeast(b)) => {
                prop_assert!(a.is_finite() && (a + b).abs() < 1e-6);
            }
            (Elo::Measured { elo, margin }, Elo::Measured { elo: other, margin: other_margin }) => {
                prop_assert!(elo.is_finite() && margin.is_finite() && margin > 0.0);
                prop_assert!((elo + other).abs() < 1e-6 && (margin - other_margin).abs() < 1e-6);
            }
            (a, b) => prop_assert!(false, "{} against {}", a, b),
        }
        let superiority = mine.superiority();
        prop_assert!((0.0..=1.0).contains(&superiority));
        prop_assert!((superiority + theirs.superiority() - 1.0).abs() < 1e-9);
        let (low, high) = mine.wilson();
        prop_assert!(0.0 <= low && low < high && high <= 1.0);
        if let Some(score) = mine.score() {
            prop_assert!(low <= score && score <= high);
        }
    }

    #[test]
    fn the_sequential_test_is_finite_and_fair(
        classes in proptest::collection::vec(0..100_000u64, 0..6), elo in 0.1..2000.0f64
    ) {
        let sprt = Sprt::new(-elo, elo, 0.05, 0.05).unwrap();
        let ratio = sprt.log_likelihood_ratio(&classes);
        let reversed: Vec<u64> = classes.iter().rev().copied().collect();
        let other = sprt.log_likelihood_ratio(&reversed);
        prop_assert!(ratio.is_finite());
        prop_assert!((ratio + other).abs() <= 1e-6 * (1.0 + ratio.abs()), "{} and {}", ratio, other);
    }
}
