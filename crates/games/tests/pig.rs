//! Pig against a plain second writing of its rules, published numbers, and the laws.

use plywood_games::pig::{Die, HOLD, Pig, ROLL, State};
use plywood_games::{Visitor, open};
use plywood_rules::laws::{self, Effort};
use plywood_rules::options::Options;
use plywood_rules::random::{below, playout};
use plywood_rules::{
    Bot, Depict, Game, MoveNumber, Notation, Outcome, Playable, Player, Position, Run, Stop, TextError, Turn,
    moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::twin::refusal;

/// The laws under all kinds of options; the name has to open the same game again.
#[test]
fn laws_hold() {
    struct Check;
    impl Visitor for Check {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let effort = Effort { games: 30, max_plies: 600, ..Effort::default() };
            let verdict = laws::check(&game, effort, &mut rng, &Run::default());
            assert!(verdict.ok(), "{}: {verdict}", game.name());
            game.name()
        }
    }
    struct Name;
    impl Visitor for Name {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            game.name()
        }
    }
    let cases = [
        ("pig", "pig"),
        ("pig:target=100,die=6", "pig"),
        ("pig:die=coin,target=50", "pig:target=50,die=coin"),
        ("pig:target=1", "pig:target=1"),
        ("pig:target=2,die=coin", "pig:target=2,die=coin"),
        ("pig:die=2", "pig:die=2"),
        ("pig:target=10000,die=100", "pig:target=10000,die=100"),
        ("piglet", "pig:target=10,die=coin"),
        ("piglet:target=3", "pig:target=3,die=coin"),
        ("piglet:die=6", "pig:target=10"),
    ];
    for (text, name) in cases {
        assert_eq!(open(text, Check).as_deref(), Ok(name), "{text}");
        assert_eq!(open(name, Name).as_deref(), Ok(name), "{name}");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        ("pig:target=0", "'target' of game 'pig' cannot be '0'"),
        ("pig:target=10001", "it has to be 1 to 10000"),
        ("pig:die=1", "it has to be 2 to 100 or coin"),
        ("pig:die=dice", "'die' of game 'pig' cannot be 'dice'"),
        ("pig:sides=6", "it takes target, die"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Pig in its plainest form: the scores and the turn total, and no cleverness.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    mine: u32,
    theirs: u32,
    total: u32,
    turns_passed: u32,
    throwing: bool,
}

impl Told {
    fn text(&self, target: u32) -> String {
        let won = self.mine + self.total >= target;
        let (mine, total) = if won { (self.mine + self.total, 0) } else { (self.mine, self.total) };
        let (first, second, side) = match self.turns_passed % 2 {
            0 => (mine, self.theirs, "first"),
            _ => (self.theirs, mine, "second"),
        };
        format!("{first} {second} {total} {side}{}", if self.throwing { " rolling" } else { "" })
    }

    fn moves(&self, target: u32, die: &str) -> Vec<String> {
        if self.throwing {
            return match die {
                "coin" => vec!["tails".into(), "heads".into()],
                faces => (1..=faces.parse::<u32>().unwrap()).map(|face| face.to_string()).collect(),
            };
        }
        match (self.mine + self.total >= target, self.total) {
            (true, _) => vec![],
            (false, 0) => vec!["roll".into()],
            (false, _) => vec!["roll".into(), "hold".into()],
        }
    }

    fn after(&self, mv: &str) -> Told {
        let passed = |banked: u32| Told {
            mine: self.theirs,
            theirs: self.mine + banked,
            total: 0,
            turns_passed: self.turns_passed + 1,
            throwing: false,
        };
        let adds = |points: u32| Told { total: self.total + points, throwing: false, ..self.clone() };
        match mv {
            "roll" => Told { throwing: true, ..self.clone() },
            "hold" => passed(self.total),
            "1" | "tails" => passed(0),
            "heads" => adds(1),
            face => adds(face.parse().unwrap()),
        }
    }
}

/// Random games, move by move beside the twin.
#[test]
fn play_agrees_with_a_plain_twin() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut positions = 0;
    for (target, die) in [(100, "6"), (10, "coin"), (30, "2"), (1, "6"), (40, "17")] {
        let game = Pig::new(target, die.parse().map_or(Die::COIN, Die::with_faces));
        for _ in 0..100 {
            let mut state = game.initial();
            let mut told = Told { mine: 0, theirs: 0, total: 0, turns_passed: 0, throwing: false };
            loop {
                let text = told.text(target.into());
                assert_eq!(game.state_text(&state), text);
                let moves = moves_or_outcomes(&game, &state);
                let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
                assert_eq!(texts, told.moves(target.into(), die), "{text}");
                positions += 1;
                if moves.is_empty() {
                    let winner =
                        if told.turns_passed.is_multiple_of(2) { Player::First } else { Player::Second };
                    assert_eq!(game.turn(&state), Turn::Over(Outcome::Win(winner)));
                    break;
                }
                let n = below(&mut rng, moves.len());
                game.play(&mut state, moves[n]);
                told = told.after(&texts[n]);
            }
        }
    }
    assert!(positions > 10_000, "only {positions} positions were compared");
}

/// The result of one turn of the bot `hold`, by walking the rules: the probability of each score.
fn turn_of_hold(game: &Pig, at: u16) -> Vec<f64> {
    fn walk(game: &Pig, state: &State, bot: &mut dyn Bot<Pig>, probability: f64, scores: &mut Vec<f64>) {
        match game.turn(state) {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                for (mv, p) in outcomes {
                    walk(game, &game.child(state, mv), bot, probability * p, scores);
                }
            }
            Turn::Decision(Player::First) => {
                let mut rng = ChaCha8Rng::seed_from_u64(0);
                let best = bot.choose(game, Position::new(state), &mut rng, &Stop::never()).best;
                walk(game, &game.child(state, best), bot, probability, scores);
            }
            _ => scores[usize::from(state.score(Player::First))] += probability,
        }
    }
    let mut scores = vec![0.0; usize::from(game.target()) + 200];
    let bots = game.own_bots();
    let options = Options::read("bot 'hold'", bots[0].parameters, Some(&format!("at={at}"))).unwrap();
    let mut bot = (bots[0].build)(game, &options).unwrap();
    walk(game, &game.initial(), bot.as_mut(), 1.0, &mut scores);
    scores
}

/// Neller and Presser, UMAP Journal 25(1), 2004, give these for holding at 20.
#[test]
fn a_turn_of_hold_at_20_brings_the_published_score() {
    let scores = turn_of_hold(&Pig::new(100, Die::with_faces(6)), 20);
    let mean: f64 = scores.iter().enumerate().map(|(score, p)| score as f64 * p).sum();
    assert!((scores[0] - 0.624541).abs() < 5e-7, "{}", scores[0]);
    assert!((mean - 8.141795).abs() < 5e-7, "{mean}");
    assert!((scores.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert_eq!(scores.iter().rposition(|&p| p > 0.0), Some(25));
}

#[test]
fn hold_is_legal_wherever_it_plays() {
    let game = Pig::new(100, Die::with_faces(6));
    let bots = game.own_bots();
    let check = |options: Option<&str>, state: &str, expected: MoveNumber| {
        let options = Options::read("bot 'hold'", bots[0].parameters, options).unwrap();
        let mut bot = (bots[0].build)(&game, &options).unwrap();
        let state = game.parse_state(state).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let report = bot.choose(&game, Position::new(&state), &mut rng, &Stop::never());
        assert_eq!(report.best, expected, "{}", game.state_text(&state));
        assert_eq!(report.moves.len(), game.count_moves(&state));
    };
    check(None, "0 0 19 first", ROLL);
    check(None, "0 0 20 first", HOLD);
    check(Some("at=25"), "0 0 24 second", ROLL);
    check(Some("at=25"), "70 70 25 second", HOLD);
    check(Some("at=1"), "0 0 0 first", ROLL);
    check(Some("at=1"), "0 0 2 first", HOLD);
    check(Some("at=1000"), "0 0 99 first", ROLL);
}

/// The winning probability of the side to move, for the state of each `(mine, theirs, total)`. Sweeps each
/// pair of scores until it converges; highest scores first, which nothing below can change.
struct Solution {
    target: usize,
    wins: Vec<f64>,
}

impl Solution {
    fn new(game: &Pig) -> Solution {
        let target = usize::from(game.target());
        let mut solution = Solution { target, wins: vec![0.5; target * target * target] };
        for sum in (0..=2 * (target - 1)).rev() {
            for high in sum.div_ceil(2)..=sum.min(target - 1) {
                let pairs = [(high, sum - high), (sum - high, high)];
                while pairs.iter().map(|&(a, b)| solution.sweep(game.die(), a, b)).fold(0.0, f64::max) > 1e-12
                {
                }
            }
        }
        solution
    }

    fn wins(&self, mine: usize, theirs: usize, total: usize) -> f64 {
        let target = self.target;
        if mine + total >= target { 1.0 } else { self.wins[(mine * target + theirs) * target + total] }
    }

    fn roll(&self, die: Die, mine: usize, theirs: usize, total: usize) -> f64 {
        let adds = if die == Die::COIN { 1..=1 } else { 2..=usize::from(die.faces()) };
        let sum: f64 = adds.map(|face| self.wins(mine, theirs, total + face)).sum();
        (sum + 1.0 - self.wins(theirs, mine, 0)) / f64::from(die.faces())
    }

    fn sweep(&mut self, die: Die, mine: usize, theirs: usize) -> f64 {
        let mut change = 0.0f64;
        for total in (0..self.target - mine).rev() {
            let hold = if total > 0 { 1.0 - self.wins(theirs, mine + total, 0) } else { 0.0 };
            let value = self.roll(die, mine, theirs, total).max(hold);
            let place = (mine * self.target + theirs) * self.target + total;
            change = change.max((value - self.wins[place]).abs());
            self.wins[place] = value;
        }
        change
    }
}

/// The values of Piglet to 2 points, as in the lecture notes on the game by Neller and Presser.
#[test]
fn piglet_has_its_published_values() {
    let solution = Solution::new(&Pig::new(2, Die::COIN));
    let cases = [
        ((0, 0, 0), 4.0 / 7.0),
        ((0, 0, 1), 5.0 / 7.0),
        ((0, 1, 0), 2.0 / 5.0),
        ((0, 1, 1), 3.0 / 5.0),
        ((1, 0, 0), 4.0 / 5.0),
        ((1, 1, 0), 2.0 / 3.0),
    ];
    for ((mine, theirs, total), expected) in cases {
        let value = solution.wins(mine, theirs, total);
        assert!((value - expected).abs() < 1e-9, "{mine} {theirs} {total}: {value}");
    }
}

/// The exact solution of the twin gives the published numbers, and the evaluation is close to it everywhere.
#[test]
fn the_race_is_close_to_the_exact_solution() {
    // Target, die, greatest mean error of the winning probability.
    let cases = [
        (100, Die::with_faces(6), 0.010),
        (50, Die::COIN, 0.007),
        (50, Die::with_faces(6), 0.015),
        (100, Die::with_faces(3), 0.007),
        (100, Die::with_faces(10), 0.025),
        (20, Die::with_faces(6), 0.035),
        (10, Die::COIN, 0.012),
    ];
    for (target, die, most) in cases {
        let game = Pig::new(target, die);
        let solution = Solution::new(&game);
        if (target, die) == (100, Die::with_faces(6)) {
            assert!((solution.wins(0, 0, 0) - 0.530592725).abs() < 5e-10);
            let best = |total| solution.wins(41, 49, total) > solution.roll(die, 41, 49, total) + 1e-12;
            assert_eq!(
                (1..=27).filter(|&total| best(total)).collect::<Vec<_>>(),
                (22..=26).collect::<Vec<_>>()
            );
        }
        let race = game.evaluation(None).unwrap().evaluation;
        let (mut error, mut count) = (0.0, 0);
        for mine in 0..target {
            for theirs in 0..target {
                for total in 0..(target - mine).min(30) {
                    let text = format!("{mine} {theirs} {total} first");
                    let Ok(state) = game.parse_state(&text) else { continue };
                    let guess = (race.evaluate(&game, &state) + 1.0) / 2.0;
                    error += (guess - solution.wins(mine.into(), theirs.into(), total.into())).abs();
                    count += 1;
                }
            }
        }
        let mean = error / f64::from(count);
        assert!(mean < most, "target {target}, {die:?}: mean error {mean}");
    }
}

/// The evaluation knows what everybody knows.
#[test]
fn the_race_is_sensible() {
    for (target, die) in
        [(100, Die::with_faces(6)), (10_000, Die::with_faces(100)), (10, Die::COIN), (1, Die::COIN)]
    {
        let game = Pig::new(target, die);
        let race = game.evaluation(Some("race")).unwrap().evaluation;
        assert_eq!(race.win_worth(&game), 1.0);
        let at = |text: &str| race.evaluate(&game, &game.parse_state(text).unwrap());
        // Both players are measured alike, and having the die is good.
        assert_eq!(at("0 0 0 first"), -at("0 0 0 second"));
        assert!(at("0 0 0 first") > 0.0);
        assert_eq!(at("0 0 0 first"), at("0 0 0 first rolling"));
        if target >= 10 {
            let near = target - 1;
            assert!(at(&format!("{near} 0 0 first")) > 0.3);
            assert!(at(&format!("{near} 0 0 second")) > at("0 0 0 second"));
            assert!(at("0 0 4 first") > at("0 0 2 first"));
            assert!(at("0 0 4 first rolling") <= at("0 0 4 first"));
        }
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let six = Pig::new(100, Die::with_faces(6));
    let coin = Pig::new(10, Die::COIN);
    let two = Pig::new(10, Die::with_faces(2));
    let cases: &[(&Pig, &str, &str)] = &[
        (&six, "", "takes both scores, the turn total and the side to move, like 20 47 14 first"),
        (&six, "20 47 14", "takes both scores"),
        (&six, "20 47 14 first rolling now", "takes both scores"),
        (&six, "20 47 14 third", "the side to move cannot be 'third'; it is first or second"),
        (&six, "20 47 14 first holding", "'holding' after the side to move"),
        (&six, "-1 47 14 first", "the first score cannot be '-1'; it has to be a whole number from 0 to 105"),
        (&six, "20 +7 14 first", "the second score cannot be '+7'"),
        (&six, "20 47 x first", "the turn total cannot be 'x'"),
        (&six, "99999999999 0 0 first", "the first score cannot be '99999999999'"),
        (&six, "106 0 0 first", "the first score cannot be '106'"),
        (&six, "100 100 0 first", "both scores reach the target of 100"),
        (&six, "100 0 0 second", "the first player has reached the target of 100, so the game is over"),
        (&six, "0 100 3 second", "it is written '0 100 0 second'"),
        (&six, "100 0 0 first rolling", "the game is over"),
        (&six, "90 0 10 first", "which wins at once; it is written '100 0 0 first'"),
        (&six, "0 0 1 first", "the turn total cannot be 1"),
        (&coin, "11 0 0 first", "a whole number from 0 to 10"),
        (&two, "0 0 3 first", "this die adds 2 at a time"),
    ];
    for &(game, text, reason) in cases {
        let error = game.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(reason), "'{text}': {error}");
    }
}

#[test]
fn positions_that_can_be_are_read() {
    let game = Pig::new(100, Die::with_faces(6));
    for text in [
        "20 47 14 first",
        "20 47 14 first rolling",
        "0 105 0 second",
        "1 0 0 second",
        "93 99 6 first rolling",
    ] {
        let state = game.parse_state(text).unwrap();
        assert_eq!(game.state_text(&state), text);
    }
    assert_eq!(game.state_text(&game.parse_state("  020  47\t14 first ").unwrap()), "20 47 14 first");
}

#[test]
fn moves_are_read_as_people_type_them() {
    let check = |game: &Pig, state: &str, text: &str, expected: Result<MoveNumber, &str>| {
        let state = game.parse_state(state).unwrap();
        match (game.parse_move(&state, text), expected) {
            (Ok(mv), Ok(expected)) => assert_eq!(mv, expected, "{text}"),
            (Err(error), Err(reason)) => assert!(error.to_string().contains(reason), "{text}: {error}"),
            (read, _) => panic!("'{text}' is read as {read:?}"),
        }
    };
    let six = Pig::new(100, Die::with_faces(6));
    for text in ["roll", "r", "y"] {
        check(&six, "0 0 5 first", text, Ok(ROLL));
    }
    for text in ["hold", "h", "n"] {
        check(&six, "0 0 5 first", text, Ok(HOLD));
        check(&six, "0 0 0 first", text, Err("nothing has been rolled in this turn yet; roll first"));
    }
    check(&six, "0 0 0 first", "x", Err("a turn starts with roll"));
    check(&six, "0 0 5 first", "6", Err("it has to be roll or hold"));
    check(&six, "0 0 5 first rolling", "6", Ok(MoveNumber(6)));
    check(&six, "0 0 5 first rolling", "7", Err("it has to be 1 to 6"));
    check(&six, "0 0 5 first rolling", "r", Err("'r' is not a face of the die"));
    check(&six, "0 100 0 second", "roll", Err("the game is over"));
    let coin = Pig::new(10, Die::COIN);
    check(&coin, "0 0 5 first rolling", "heads", Ok(MoveNumber(1)));
    check(&coin, "0 0 5 first rolling", "tails", Ok(MoveNumber(0)));
    check(&coin, "0 0 5 first rolling", "1", Err("tails or heads"));
}

#[test]
fn the_scene_tells_the_score() {
    let game = Pig::new(100, Die::with_faces(6));
    // Score and stake of both players, then the facts beside them.
    let check = |text: &str, tracks: [(u32, u32); 2], expected: &[(&str, &str)]| {
        let scene = game.scene(&game.parse_state(text).unwrap());
        let drawn: Vec<(u32, u32)> =
            scene.tracks.iter().map(|track| (track.reached, track.at_stake)).collect();
        assert_eq!(drawn, tracks, "{text}");
        assert!(scene.tracks.iter().all(|track| track.goal == 100));
        let facts: Vec<(&str, &str)> = scene.facts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(facts, expected, "{text}");
    };
    let total = ("turn total", "14");
    check("20 47 14 first", [(20, 14), (47, 0)], &[total, ("turn", "first, needs 66 more")]);
    let rolling = ("turn", "second is rolling, needs 39 more");
    check("20 47 14 second rolling", [(20, 0), (47, 14)], &[total, rolling]);
    check("20 103 0 second", [(20, 0), (103, 0)], &[("turn total", "0")]);
}

/// Rolling on is never forced, yet random games end.
#[test]
fn random_games_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let game = Pig::new(100, Die::with_faces(6));
    let mut wins = [0; 2];
    for _ in 0..2000 {
        match playout(&game, &game.initial(), 100_000, &mut rng) {
            (Turn::Over(Outcome::Win(player)), _) => wins[player.index()] += 1,
            other => panic!("{other:?}"),
        }
    }
    // The first player has a small edge: neither side wins nearly everything.
    assert!(wins.iter().all(|&won| won > 850), "{wins:?}");
    assert_eq!(playout(&game, &game.initial(), 3, &mut rng).1, 3);
}

/// All states that a small game has, by enumeration: keys are all different.
#[test]
fn keys_are_different() {
    let game = Pig::new(20, Die::with_faces(6));
    let mut states = std::collections::HashSet::from([game.initial()]);
    let mut waiting = vec![game.initial()];
    while let Some(state) = waiting.pop() {
        for mv in moves_or_outcomes(&game, &state) {
            let child = game.child(&state, mv);
            if states.insert(child) {
                waiting.push(child);
            }
        }
    }
    let keys: std::collections::HashSet<u64> = states.iter().map(|state| game.key(state)).collect();
    assert!(states.len() > 5000, "{}", states.len());
    assert_eq!(keys.len(), states.len());
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9 a-z+-]{0,30}|[0-9]{1,3} [0-9]{1,3} [0-9]{1,2} (first|second)( rolling)?") {
        for game in [Pig::new(100, Die::with_faces(6)), Pig::new(9, Die::COIN), Pig::new(40, Die::with_faces(2))] {
            laws::parse_holds(&game, &text);
            let read: Result<MoveNumber, TextError> = game.parse_move(&game.initial(), &text);
            prop_assert!(read.is_err() || read == Ok(ROLL));
        }
    }
}
