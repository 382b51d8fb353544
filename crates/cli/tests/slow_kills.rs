//! Brains, with the curve and the records beside them, when the process that writes them is stopped by Ctrl-C or killed
//! at random moments of a seed.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Scratch, exported, games_learnt, interrupt, json_of, plywood, spawn};
use plywood_cli::{Control, answer};
use plywood_erased::{Call, Ending};
use plywood_workshop::{PlayedGame, Workshop};
use serde_json::Value as Json;

/// Moments, the same in every run (splitmix64).
struct Moments(u64);

impl Moments {
    fn below(&mut self, end: Duration) -> Duration {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        end.mul_f64((z >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// The time the program needs to start on this machine: kills have to hit its work.
fn start_up() -> Duration {
    let started = Instant::now();
    assert_eq!(plywood(&["show", "tictactoe"]).code, 0);
    started.elapsed()
}

enum By {
    Kill,
    CtrlC,
}

/// Lets the command run so long; its exit code and what it said, if it was not killed.
fn stopped(args: &[&str], after: Duration, by: By) -> (Option<i32>, String) {
    let mut child = spawn(args);
    sleep(after);
    if child.try_wait().expect("it is ours").is_none() {
        match by {
            By::Kill => child.kill().expect("it is ours"),
            By::CtrlC => interrupt(&child),
        }
    }
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Opens the brain for the first time after a kill, which must not take long, and reads all of it; `None` if it was not
/// made yet.
fn sound(brain: &str) -> Option<Json> {
    if !std::path::Path::new(brain).exists() {
        return None;
    }
    let started = Instant::now();
    let stats = json_of(&["brain", "stats", brain]);
    assert!(started.elapsed() < Duration::from_secs(5), "it opens at once");
    for line in exported(brain).lines() {
        serde_json::from_str::<Json>(line).expect("every line is JSON");
    }
    Some(stats)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

const TRAINING: &[&str] = &["--stage", "3000", "self", "--stage", "3000", "random", "--measure", "20"];

fn training<'a>(brain: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["learn", "tictactoe", "--brain", brain], TRAINING, more].concat()
}

#[test]
fn a_killed_training_keeps_what_its_curve_says_and_goes_on_to_the_same_brain() {
    kill_training("killed-training", 30, &["--every", "100"]);
}

#[test]
fn so_does_one_with_a_network_beside_the_graph() {
    kill_training("killed-network", 20, &["--every", "192", "--kind", "both"]);
}

/// Kills a training with these options so many times.
fn kill_training(name: &str, kills: u32, every: &[&str]) {
    let scratch = Scratch::new(name);
    let (whole, brain, curve) = (scratch.file("whole"), scratch.file("brain"), scratch.file("curve.csv"));
    let told = json_of(&training(&whole, every));
    assert_eq!(told["games"], 6000);
    let (expected, expected_curve) = (exported(&whole), &told["curve"]);
    let more = [every, &["--curve", &curve]].concat();
    let command = training(&brain, &more);
    let (mut moments, start) = (Moments(1), start_up());
    let (mut killed, mut going, mut rows_before) = (0, 0, 0);
    while killed < kills {
        let (code, said) = stopped(&command, start / 2 + moments.below(Duration::from_millis(150)), By::Kill);
        let stats = sound(&brain);
        let written = read(&curve);
        let rows = written.lines().count();
        assert!(rows >= rows_before, "the curve had {rows_before} rows and has {rows}");
        rows_before = rows;
        let promised = written.lines().last().map_or(0, |row| {
            assert_eq!(row.split(',').count(), 8, "{row}");
            row.split(',').next().and_then(|games| games.parse::<u64>().ok()).unwrap_or(0)
        });
        let learnt = stats.map_or(0, |stats| stats["games"].as_u64().unwrap());
        assert!(learnt >= promised, "the curve speaks of {promised} games, the brain of {learnt}");
        going += u32::from((1..6000).contains(&learnt));
        assert!(matches!(code, None | Some(0)), "it ended with {code:?}: {said}");
        killed += u32::from(code.is_none());
        // Once more from the start. It may have been killed when all was learnt already.
        if learnt == 6000 {
            assert_eq!(exported(&brain), expected);
            std::fs::remove_file(&brain).unwrap();
            let _ = std::fs::remove_file(&curve);
            rows_before = 0;
        }
    }
    assert!(going >= 5, "only {going} kills hit the training");
    let told = json_of(&command);
    assert_eq!(exported(&brain), expected);
    assert_eq!(&told["curve"], expected_curve, "the curve has the same points");
}

#[test]
fn what_is_recorded_of_a_killed_match_was_learnt() {
    let scratch = Scratch::new("killed-match");
    let (brain, records) = (scratch.file("brain"), scratch.file("records"));
    let bot = format!("learner:brain={brain},learn=on");
    let command =
        ["match", "tictactoe", &bot, "random", "--games", "100000", "--jobs", "2", "--save", &records];
    let (mut moments, start) = (Moments(2), start_up());
    let mut before = 0;
    for kill in 0..20 {
        let (code, said) = stopped(&command, start / 2 + moments.below(Duration::from_millis(250)), By::Kill);
        assert_eq!(code, None, "kill {kill}: {said}");
        let learnt = sound(&brain).map_or(0, |stats| stats["games"].as_u64().unwrap());
        let recorded = read(&records).matches("[Game ").count() as u64;
        assert!(learnt >= recorded, "kill {kill}: {recorded} recorded, {learnt} learnt");
        assert!(learnt >= before, "kill {kill}: {before} learnt before, {learnt} after");
        before = learnt;
    }
    assert!(before > 0, "the kills hit the match");
}

#[test]
fn a_training_goes_on_after_ctrl_c_to_the_same_brain() {
    let scratch = Scratch::new("interrupted");
    let (whole, brain) = (scratch.file("whole"), scratch.file("brain"));
    let more = ["--every", "500"];
    let told = json_of(&training(&whole, &more));
    let (expected, expected_curve) = (exported(&whole), told["curve"].as_array().unwrap());
    assert_eq!(expected_curve.len(), 13);
    let command = training(&brain, &more);
    let (mut moments, start) = (Moments(3), start_up());
    let mut interrupted = 0;
    for _ in 0..200 {
        let (code, said) = stopped(&command, start / 2 + moments.below(Duration::from_millis(60)), By::CtrlC);
        match code {
            Some(130) => {
                assert!(
                    said.contains("stopped before all games were played; the same command goes on"),
                    "{said}"
                );
                interrupted += u32::from((1..6000).contains(&games_learnt(&brain)));
            }
            Some(0) => {
                assert_eq!(exported(&brain), expected);
                // It was not measured where it was interrupted, unless that was in the last measurement.
                let told = json_of(&["brain", "stats", &brain]);
                let curve = told["curve"].as_array().unwrap();
                assert!(curve.len() >= 12 && expected_curve.starts_with(curve), "{told}");
                if interrupted >= 3 {
                    return;
                }
                std::fs::remove_file(&brain).unwrap();
            }
            // So early that it did not listen yet.
            None => {}
            Some(code) => panic!("it ended with {code}: {said}"),
        }
    }
    panic!("only {interrupted} of 200 interruptions hit the training");
}

/// The variable that names the brain of [`one_workshop_with_three_writers`].
const TAUGHT: &str = "PLYWOOD_TAUGHT_BRAIN";

/// No test of its own, but the process that the next one kills. Two threads train a brain and write their curves, a third one teaches it
/// games and prints their number, all in one workshop.
#[test]
#[ignore = "it goes on until it is killed"]
fn one_workshop_with_three_writers() {
    let Ok(brain) = std::env::var(TAUGHT) else { return };
    let workshop = Workshop::standard();
    let train = |number: usize| {
        let curve = format!("{brain}-{number}.csv");
        let stage =
            format!("learn tictactoe --stage 100000000 random --every 50 --measure 2 --seed {number}");
        let words = stage.split(' ').chain(["--brain", &brain, "--curve", &curve]);
        let trained = answer(&workshop, words, &Control::reporting_to(Arc::new(|_| ())));
        panic!("it is killed before it ends: {:?}", trained.err());
    };
    std::thread::scope(|scope| {
        let train = &train;
        (0..2).for_each(|number| drop(scope.spawn(move || train(number))));
        let game = workshop.open("tictactoe").unwrap();
        let moves = ["b2", "a1", "a2", "c2"].map(String::from).to_vec();
        let played = PlayedGame { moves, ending: Ending::Called(Call::Agreed), own: [false; 2] };
        loop {
            // Until the trainers have made the brain.
            if let Ok(counters) = game.learn_games(Path::new(&brain), std::slice::from_ref(&played)) {
                println!("learnt {}", counters.games);
            }
        }
    });
}

#[test]
fn a_brain_with_three_writers_in_one_process_keeps_what_each_was_told() {
    let scratch = Scratch::new("killed-writers");
    let brain = scratch.file("brain");
    let (mut moments, mut before, mut growing) = (Moments(4), 0, 0);
    for kill in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "slow_kills::one_workshop_with_three_writers", "--ignored", "--nocapture"])
            .env(TAUGHT, &brain)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(20) + moments.below(Duration::from_millis(300)));
        assert_eq!(child.try_wait().unwrap(), None, "kill {kill}: it has ended by itself");
        child.kill().unwrap();
        let said = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned();
        let taught = said.lines().filter_map(|line| line.strip_prefix("learnt ")?.parse::<u64>().ok()).max();
        let measured = (0..2).filter_map(|number| {
            let curve = read(&format!("{brain}-{number}.csv"));
            curve.lines().last()?.split(',').next()?.parse::<u64>().ok()
        });
        let promised = measured.chain(taught).max().unwrap_or(0).max(before);
        let learnt = sound(&brain).map_or(0, |stats| stats["games"].as_u64().unwrap());
        assert!(learnt >= promised, "kill {kill}: {promised} games were acknowledged, {learnt} are learnt");
        growing += u32::from(taught.is_some() && learnt > before + 50);
        before = learnt;
    }
    assert!(growing >= 5, "only {growing} kills hit the work");
}

/// Processes that want the same brain take turns, or are told that it is in use; one in three is killed.
#[test]
fn processes_that_train_one_brain_at_once_lose_no_game() {
    let scratch = Scratch::new("rival-trainings");
    let brain = scratch.file("brain");
    let (start, mut moments, mut acknowledged, mut refused) = (start_up(), Moments(5), 0, 0);
    for round in 0..12 {
        let stage = |number: usize| {
            let seed = format!("{}", 3 * round + number);
            let words = "learn tictactoe --stage 2000 random --every 0 --json --brain".split(' ');
            spawn(&words.chain([brain.as_str(), "--seed", &seed]).collect::<Vec<_>>())
        };
        let mut children = [0, 1, 2].map(stage);
        sleep(start / 2 + moments.below(Duration::from_millis(150)));
        // It may have ended by then.
        let _ = children[round % 3].kill();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => {
                    let told: Json = serde_json::from_slice(&output.stdout).unwrap();
                    acknowledged += told["trained"].as_u64().unwrap();
                }
                Some(1) => {
                    assert!(said.contains("is in use by another program"), "{said}");
                    refused += 1;
                }
                code => assert_eq!(code, None, "{said}"),
            }
        }
        assert!(sound(&brain).is_none_or(|stats| stats["games"].as_u64().unwrap() >= acknowledged));
    }
    assert!(acknowledged >= 12_000 && refused > 0, "{acknowledged} games, {refused} refused");
}
