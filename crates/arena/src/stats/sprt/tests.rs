//! The error rates of sequential tests, on simulated matches.

use plywood_rules::random::part_seed;

use super::*;

/// The chances of pairs with 0, a half, 1, one and a half and 2 points between players `elo` apart: games with 40 % of draws in which
/// the opening favours one side by 120 Elo, so that both games of a pair depend on each other.
fn pair_chances(elo: f64) -> [f64; 5] {
    // Rao and Kupper's model; the parameter gives the draws between equals.
    let draw = 400.0 * (1.4_f64 / 0.6).log10();
    let chances = |elo: f64| {
        let (win, loss) = (score_of_elo(elo - draw), score_of_elo(-elo - draw));
        [loss, 1.0 - win - loss, win]
    };
    let mut classes = [0.0; 5];
    for (points, favoured) in (0..).zip(chances(elo + 120.0)) {
        for (others, other) in (0..).zip(chances(elo - 120.0)) {
            let together: usize = points + others;
            classes[together] += favoured * other;
        }
    }
    classes
}

fn mean(chances: &[f64; 5]) -> f64 {
    (0..).zip(chances).map(|(class, chance)| f64::from(class) / 4.0 * chance).sum()
}

/// The chances of pairs whose score is exactly the one that corresponds to `elo`.
fn pair_chances_of_score(elo: f64) -> [f64; 5] {
    let (mut low, mut high) = (-1000.0, 1000.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if mean(&pair_chances(middle)) < score_of_elo(elo) { low = middle } else { high = middle }
    }
    pair_chances(low)
}

/// The number of the matches that a test decides for `elo1`, and the mean number of pairs it takes, where the true difference is
/// `elo`. The test looks at the result after every `every` pairs.
fn decided_for_elo1(sprt: Sprt, elo: f64, matches: u64, every: u64) -> (u64, f64) {
    let mut chances = pair_chances_of_score(elo);
    for class in 1..5 {
        chances[class] += chances[class - 1];
    }
    let (mut upper, mut pairs) = (0, 0);
    for number in 0..matches {
        let mut classes = [0; 5];
        let verdict = loop {
            for _ in 0..every {
                let random = part_seed(number, classes.iter().sum()) as f64 / 2.0_f64.powi(64);
                let class = chances[..4].iter().filter(|&&below| random >= below).count();
                classes[class] += 1;
            }
            match sprt.verdict(&classes) {
                SprtVerdict::Undecided => {}
                verdict => break verdict,
            }
        };
        upper += u64::from(verdict == SprtVerdict::Upper);
        pairs += classes.iter().sum::<u64>();
    }
    (upper, pairs as f64 / matches as f64)
}

#[test]
fn sequential_tests_are_wrong_as_rarely_as_they_say() {
    // Three standard deviations of 1000 matches above 5 %.
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
    assert!(decided_for_elo1(sprt, 0.0, 1000, 4).0 <= 70);
    assert!(decided_for_elo1(sprt, 30.0, 1000, 4).0 >= 930);
}

#[test]
#[ignore = "the same with 10,000 matches and a look at the result after every pair, for the figures in the book"]
fn sequential_tests_of_ten_thousand_matches_are_wrong_as_rarely_as_they_say() {
    for (elo0, elo1) in [(0.0, 10.0), (0.0, 30.0), (-20.0, 20.0)] {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        let (false_upper, pairs0) = decided_for_elo1(sprt, elo0, 10_000, 1);
        let (upper, pairs1) = decided_for_elo1(sprt, elo1, 10_000, 1);
        let false_lower = 10_000 - upper;
        println!(
            "elo0 {elo0}, elo1 {elo1}: {:.2} % wrong at elo0 after {pairs0:.0} pairs, {:.2} % at elo1 after {pairs1:.0}",
            false_upper as f64 / 100.0,
            false_lower as f64 / 100.0
        );
        assert!(false_upper <= 565 && false_lower <= 565, "more than three standard deviations above 5 %");
    }
}
