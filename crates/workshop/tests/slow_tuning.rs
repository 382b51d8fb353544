//! Weights of evaluations: by name, and tuned by games.

use std::sync::Arc;

use crate::common::Sticks;
use plywood_rules::{Run, Stop, Weight};
use plywood_workshop::{
    AnyGame, GameReport, Sprt, SprtVerdict, TunedOption, Tuning, TuningOptions, Workshop,
};

fn sticks() -> Arc<dyn AnyGame> {
    let workshop = Workshop::standard().with("sticks", "A heap.", &[], |_| Ok(Sticks(30)));
    workshop.open("sticks").unwrap()
}

fn plan() -> TuningOptions {
    TuningOptions {
        evaluation: None,
        options: Vec::new(),
        bot: "engine:depth=1,tie=random".to_string(),
        iterations: 60,
        pairs: 8,
        openings: 3,
        seed: 1,
        max_plies: 100,
    }
}

fn on(threads: usize) -> Run<'static, GameReport> {
    Run { threads, ..Run::default() }
}

#[test]
fn tuning_finds_what_wins_and_a_sequential_test_agrees() {
    let game = sticks();
    let mut tuning = Tuning::new(&*game, plan()).unwrap();
    while tuning.step(&on(2)).unwrap() {}
    assert_eq!(tuning.done(), 60);
    // Who has to move at a multiple of four has lost.
    let values = tuning.values();
    assert!(values[1..].iter().all(|&value| value > values[0] + 20), "{values:?}");
    let sprt = Some(Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap());
    let test = tuning.comparison();
    assert_eq!(test.bots[0], format!("engine:depth=1,tie=random,{}", tuning.named()));
    let test = plywood_workshop::MatchOptions { games: 5000, sprt, ..test };
    let report = game.hold_match(&test, &on(2)).unwrap();
    let tested = report.tested.unwrap();
    assert!(report.complete && report.standing.total().games() < 1000);
    assert_eq!(tested.verdict, SprtVerdict::Upper);
    assert!(tested.llr >= tested.sprt.bounds().1);
}

#[test]
fn an_interrupted_tuning_goes_on_to_the_same_weights_on_any_number_of_threads() {
    let game = sticks();
    let plan = TuningOptions { iterations: 12, pairs: 4, ..plan() };
    let mut whole = Tuning::new(&*game, plan.clone()).unwrap();
    while whole.step(&on(1)).unwrap() {}
    let mut half = Tuning::new(&*game, plan.clone()).unwrap();
    for _ in 0..5 {
        assert!(half.step(&on(2)).unwrap());
    }
    let stop = Stop::on(Arc::default());
    stop.raise();
    assert!(!half.step(&Run { stop, ..on(2) }).unwrap());
    assert_eq!(half.done(), 5, "nothing is learnt of games that were cut");
    let values: Vec<(String, f64)> = half.names().iter().cloned().zip(half.exact().iter().copied()).collect();
    let mut resumed = Tuning::new(&*game, plan.clone()).unwrap().resume(5, &values).unwrap();
    while resumed.step(&on(3)).unwrap() {}
    assert_eq!(resumed.exact(), whole.exact());
    let error = Tuning::new(&*game, plan).unwrap().resume(5, &values[1..]).err().unwrap();
    assert_eq!(error.to_string(), "evaluation 'remainders' has the weights none, one, two, three");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let game = sticks();
    let refused = |game: &dyn AnyGame, plan: TuningOptions, expected: &str| {
        let error = Tuning::new(game, plan).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let named = |name: &str| TuningOptions { evaluation: Some(name.to_string()), ..plan() };
    refused(&*game, named("none"), "evaluation 'none' of sticks cannot be tuned; there is remainders");
    let by = |bot: &str| TuningOptions { bot: bot.to_string(), ..plan() };
    refused(&*game, by("random"), "unknown option 'eval' of bot 'random'");
    let expected =
        "'eval' of bot 'engine:eval=none' is what is tuned; leave it out there, and name it with --eval";
    refused(&*game, by("engine:eval=none"), expected);
    let pig = Workshop::standard().open("pig").unwrap();
    let option = TunedOption {
        name: "Depth".to_string(),
        weight: Weight { name: "", value: 3, min: 1, max: 9, step: 1 },
    };
    let options = TuningOptions { options: vec![option], ..plan() };
    let twice = TuningOptions { bot: "ugi:[option.Depth=2] bot".to_string(), ..options.clone() };
    refused(&*game, options, "bot 'engine:depth=1,tie=random' has no options to tune");
    refused(&*game, twice, "leave it out there, and name it with --option");
    refused(&*pig, plan(), "has no evaluation whose weights can be tuned");
}

#[test]
fn weights_can_be_named_wherever_an_evaluation_is() {
    let game = sticks();
    let session = game.session(None, "1", 1).unwrap();
    let value = |name: &str| session.evaluate(Some(name)).map(|evaluated| evaluated.value);
    // Twenty-nine sticks leave one by four.
    assert_eq!(value("remainders").unwrap(), 0.0);
    assert_eq!(value("remainders@one=7+none=-3").unwrap(), 7.0);
    for (name, expected) in [
        (
            "remainders@five=7",
            "evaluation 'remainders': unknown weight 'five'; there are none, one, two, three",
        ),
        ("remainders@one=7+one=7", "evaluation 'remainders': weight 'one' is given twice"),
        (
            "remainders@one=101",
            "evaluation 'remainders': weight 'one' cannot be '101'; it has to be -100 to 100",
        ),
        ("remainders@one", "evaluation 'remainders': 'one' sets no weight: write weight=value"),
        ("none@one=7", "evaluation 'none' of sticks has no weights"),
    ] {
        assert_eq!(value(name).unwrap_err().to_string(), expected);
    }
    assert!(game.check_bot("engine:depth=2,eval=remainders@one=7,tie=random").is_ok());
}

#[test]
fn the_weights_of_every_game_are_those_that_are_built_in() {
    let mut games: Vec<_> = ["tictactoe", "cube3", "connect4", "pikkpakk", "pikkpakk:size=3", "pig"]
        .map(|name| Workshop::standard().open(name).unwrap())
        .into();
    games.push(sticks());
    for game in games {
        for evaluation in game.details().evaluations.into_iter().filter(|it| !it.weights.is_empty()) {
            let values: Vec<i32> = evaluation.weights.iter().map(|weight| weight.value).collect();
            let named = format!("{}@{}", evaluation.name, Weight::text(&evaluation.weights, &values));
            let mut session = game.session(None, "", 1).unwrap();
            for ply in 0..20 {
                let evaluated = session.evaluate(Some(&named)).unwrap();
                assert_eq!(evaluated, session.evaluate(Some(evaluation.name)).unwrap(), "{named}");
                let moves = session.moves();
                if session.ending().is_some() || session.play(&moves[ply % moves.len()]).is_err() {
                    break;
                }
            }
            for weight in evaluation.weights {
                assert!(weight.min <= weight.value && weight.value <= weight.max && weight.step >= 1);
            }
        }
    }
}
