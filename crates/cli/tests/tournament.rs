//! Tournaments: killed and resumed, reports, wrong input.
#![cfg(unix)]

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Scratch, interrupt, json_of, plywood, spawn};
use serde_json::Value as Json;

const LEAGUE: &str = r#"
title = "A league"
games = ["connect4", "pig:target=30"]
openings = "random:2"
pairs = 2
players = [
  "random",
  { name = "deep", bot = "expectiminimax:depth=2" },
  { name = "greedy", bot = "rules:depth=1" },
]
"#;

/// A tournament file in an empty folder.
fn league(name: &str, text: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let path = scratch.file("league.toml");
    fs::write(&path, text).unwrap();
    (scratch, path)
}

/// The table without the times of moves.
fn timeless(mut table: Json) -> Json {
    for player in table["players"].as_array_mut().unwrap() {
        player["mean_ms"].take();
        player["max_ms"].take();
        player["start_ms"].take();
    }
    table
}

/// Moments from one to ten thousandths of a second on, the same in every run.
fn moment(number: u64, most: Duration) -> Duration {
    most.mul_f64((number * 7919 % 1000) as f64 / 1000.0)
}

#[test]
fn a_tournament_that_is_killed_ten_times_ends_with_the_same_table() {
    for format in ["round-robin", "swiss"] {
        let text = format!(
            "format = \"{format}\"\n{}",
            LEAGUE.replace("depth=2", "depth=4").replace("pairs = 2", "pairs = 6")
        );
        let (_whole, path) = league(&format!("tournament-whole-{format}"), &text);
        let started = Instant::now();
        let whole = timeless(json_of(&["tournament", &path]));
        let lasts = started.elapsed();
        let (scratch, path) = league(&format!("tournament-killed-{format}"), &text);
        let records = scratch.file("league.games");
        let mut kept = 0;
        for number in 1..=10 {
            let mut child = spawn(&["tournament", &path, "--jobs", if number % 2 == 0 { "1" } else { "2" }]);
            sleep(moment(number, lasts / 3));
            child.kill().unwrap();
            child.wait().unwrap();
            let length = fs::metadata(&records).map_or(0, |found| found.len());
            // The next run may drop a torn end, but no whole pair.
            assert!(length + 4096 > kept, "{length} after {kept}");
            kept = length;
        }
        assert_eq!(timeless(json_of(&["tournament", &path])), whole);
        // It is complete: nothing is played any more.
        let records_before = fs::read(&records).unwrap();
        assert_eq!(timeless(json_of(&["tournament", &path])), whole);
        assert_eq!(fs::read(&records).unwrap(), records_before);
        assert_eq!(whole["complete"], true);
    }
}

#[test]
fn ctrl_c_keeps_the_games_and_says_how_to_go_on() {
    let (scratch, path) = league("tournament-stopped", &LEAGUE.replace("pairs = 2", "pairs = 100000"));
    let child = spawn(&["tournament", &path]);
    let records = scratch.file("league.games");
    while fs::metadata(&records).map_or(0, |found| found.len()) < 20_000 {
        sleep(Duration::from_millis(5));
    }
    let other = plywood(&["tournament", &path]);
    assert_eq!((other.code, other.stdout.as_str()), (1, ""));
    assert!(other.stderr.contains("league.games' is in use by another process"), "{}", other.stderr);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let (words, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(words.starts_with("A league\n") && words.contains("greedy"), "{words}");
    assert!(error.contains("the same command goes on from"), "{error}");
    let shown = plywood(&["show", "--record", &records, "--game-number", "2"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
}

#[test]
fn reports_have_what_the_table_has() {
    let (scratch, path) = league("tournament-reports", LEAGUE);
    let [html, csv, json] = ["html", "csv", "json"].map(|ending| scratch.file(&format!("report.{ending}")));
    let table = json_of(&["tournament", &path, "-o", &html, "-o", &csv, "-o", &json]);
    let written: Json = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(written, table);
    let names: Vec<&str> =
        table["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 3);
    for player in table["players"].as_array().unwrap() {
        assert_eq!(player["games"], 16);
        assert!(
            player["low"].as_f64() <= player["rating"].as_f64()
                && player["rating"].as_f64() <= player["high"].as_f64()
        );
    }
    let csv = fs::read_to_string(&csv).unwrap();
    assert_eq!(csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect::<Vec<_>>(), names);
    let html = fs::read_to_string(&html).unwrap();
    assert!(html.contains("<title>A league") && !html.contains("http://") && !html.contains("src="));
    // The same as options, which keep no games unless asked to.
    let words = "tournament --title x --game connect4 --game pig:target=30 --openings random:2 --pairs 2 --player random \
                 --player deep=expectiminimax:depth=2 --player greedy=rules:depth=1";
    let mut again = timeless(json_of(&words.split_whitespace().collect::<Vec<_>>()));
    again["title"] = "A league".into();
    assert_eq!(again, timeless(table));
}

#[test]
fn wrong_tournaments_are_refused_and_nothing_is_lost() {
    let (scratch, path) = league("tournament-wrong", LEAGUE);
    let records = scratch.file("league.games");
    json_of(&["tournament", &path]);
    let played = fs::read(&records).unwrap();
    let cases = [
        ("pairs = 2", "pairs = 3", "other rules: pairs was '2' and is '3'; undo"),
        ("pairs = 2", "pairs = 0", "a pairing cannot play 0 pairs of games"),
        ("pairs = 2", "pears = 2", "line 5: unknown field `pears`"),
        ("pairs = 2", "pairs = [", "line 6: unexpected `=` in array"),
        ("pairs = 2", "rounds = 2", "'rounds' does not belong to this kind of tournament"),
        ("pairs = 2", "clock = \"soon\"", "the clock cannot be 'soon'; it has to be a time"),
        ("pairs = 2", "max-plies = 0", "max-plies cannot be 0"),
        ("\"random\"", "\"rundum\"", "player 'rundum': unknown bot 'rundum'; did you mean 'random'?"),
        ("\"random\"", "{ nom = \"x\" }", "it has to be a bot in quotes, or { name ="),
        ("\"greedy\"", "\"deep\"", "two players are called 'deep'"),
        ("connect4", "chess", "unknown game 'chess'"),
        ("\"pig:target=30\"", "\"connect4\"", "the game 'connect4' is named twice"),
        ("random:2", "all:0", "openings all:0 are not possible"),
        ("random:2", "no-such-file", "cannot read 'no-such-file'"),
    ];
    for (from, to, expected) in cases {
        fs::write(&path, LEAGUE.replace(from, to)).unwrap();
        let run = plywood(&["tournament", &path]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{to}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{to}: {}", run.stderr);
        assert!(run.stderr.lines().count() <= 2, "{}", run.stderr);
        assert_eq!(fs::read(&records).unwrap(), played, "{to}");
    }
    fs::write(&path, LEAGUE).unwrap();
    for (words, expected) in [
        (
            &["-o", "report.pdf"][..],
            "the ending of 'report.pdf' is that of no report; write .html, .csv or .json",
        ),
        (&["-o", "/no/such/folder/x.html"], "cannot write '/no/such/folder/x.html'"),
        (&["--records", &path], "holds no games of a tournament, and is left as it is"),
        (&["--game", "hex"], "cannot be used with"),
    ] {
        let run = plywood(&[&["tournament", &path], words].concat());
        assert_eq!(run.code, 2, "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), LEAGUE);
    assert_eq!(plywood(&["tournament", &path]).code, 0);
}
