//! Tournaments: killed and resumed, reports, wrong input.
#![cfg(unix)]

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Scratch, interrupt, json_of, kills, plywood, spawn};
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
fn a_killed_tournament_ends_with_the_same_table() {
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
        for number in 1..=u64::from(kills(10)) {
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
        ("pairs = 2", "pairs = 1", "other rules: pairs was '2' and is '1'; undo"),
        ("pairs = 2", "pairs = 1", "may only get more pairs, and more players after the others"),
        ("players = [", "players = [ \"first\", ", "player 'first' (first) is new; undo the change"),
        ("  \"random\",\n", "", "player 'random' (random) is gone; undo the change"),
        (
            "openings = \"random:2\"\npairs = 2",
            "openings = \"random:3\"\npairs = 3",
            "other rules: pairs was '2' and is '3'; openings of",
        ),
        ("pairs = 2", "pairs = 0", "a pairing cannot play 0 pairs of games"),
        ("pairs = 2", "pears = 2", "line 5: unknown field `pears`"),
        ("pairs = 2", "pairs = [", "line 6: unexpected `=` in array"),
        ("pairs = 2", "rounds = 2", "'rounds' goes with the format swiss only"),
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

/// A tournament that grows while it is played, or after it, killed again and again: what was played stays, and the table is the
/// one of a tournament that was planned so from the start.
#[test]
fn slow_a_tournament_that_grows_ends_as_if_it_had_been_planned_so() {
    let with = |format: &str, text: &str| format!("format = \"{format}\"\n{text}");
    let more_pairs = |text: &str| text.replace("pairs = 2", "pairs = 3");
    let more_players = |text: &str| {
        text.replace(
            "\n]\n",
            "\n  \"first\",\n  { name = \"late\", bot = \"rules:depth=1\" },\n  \"minimax:depth=1\",\n]\n",
        )
    };
    let rounds =
        |number: u32| with("swiss", LEAGUE).replace("pairs = 2", &format!("pairs = 2\nrounds = {number}"));
    let league_as = |format: &str| with(format, LEAGUE);
    let cases = [
        (
            "round-robin",
            vec![
                league_as("round-robin"),
                more_pairs(&league_as("round-robin")),
                more_players(&more_pairs(&league_as("round-robin"))),
            ],
        ),
        (
            "gauntlet",
            vec![
                league_as("gauntlet"),
                more_players(&league_as("gauntlet")),
                more_pairs(&more_players(&league_as("gauntlet"))),
            ],
        ),
        ("swiss", vec![rounds(1), rounds(2), rounds(3)]),
    ];
    for (format, plans) in cases {
        let last = plans.last().unwrap();
        let (planned, path) = league(&format!("tournament-planned-{format}"), last);
        let whole = timeless(json_of(&["tournament", &path]));
        let (grown, path) = league(&format!("tournament-grown-{format}"), &plans[0]);
        let records = grown.file("league.games");
        let mut played = String::new();
        for (number, plan) in (0..).zip(&plans) {
            fs::write(&path, plan).unwrap();
            for kill in 0..3 {
                let mut child = spawn(&["tournament", &path]);
                sleep(moment(3 * number + kill, Duration::from_millis(150)));
                child.kill().unwrap();
                child.wait().unwrap();
            }
            // Only the middle one is left unfinished.
            if number != 1 {
                assert_eq!(json_of(&["tournament", &path])["complete"], true);
            }
            let now = fs::read_to_string(&records).unwrap();
            for moves in played.lines().filter(|line| line.starts_with("1. ")) {
                assert!(now.contains(moves), "{format}: {moves} is kept");
            }
            played = now;
        }
        assert_eq!(timeless(json_of(&["tournament", &path])), whole, "{format}");
        let sorted = |text: String| {
            let mut games: Vec<String> = text.split("[Game ").map(without_times).collect();
            games.sort();
            games
        };
        let of_planned = fs::read_to_string(planned.file("league.games")).unwrap();
        assert_eq!(sorted(played), sorted(of_planned), "{format}: the same records");
    }
}

/// In a file that an earlier version began, `alphabeta` is what it was: the engine.
#[test]
fn a_tournament_of_an_earlier_version_keeps_its_players() {
    let of_today =
        LEAGUE.replace("expectiminimax:depth=2", "engine:nodes=300").replace(", \"pig:target=30\"", "");
    let of_before = of_today.replace("engine", "alphabeta");
    let played = |name: &str, text: &str, begun: Option<&str>| {
        let (scratch, path) = league(name, text);
        let records = scratch.file("league.games");
        if let Some(begun) = begun {
            fs::write(&records, begun).unwrap();
        }
        json_of(&["tournament", &path]);
        fs::read_to_string(&records).unwrap()
    };
    let games = |text: &str| {
        let mut games: Vec<String> = text.split("[Game ").skip(1).map(without_times).collect();
        games.sort();
        games
    };
    let whole = played("tournament-today", &of_today, None);
    let former = whole.replace("tournament 2", "tournament 1").replace("engine", "alphabeta");
    let resumed = played("tournament-before", &of_before, Some(&former[..former.len() / 2]));
    assert!(whole.starts_with("{ plywood tournament 2\n") && resumed.starts_with("{ plywood tournament 1\n"));
    assert_eq!(games(&resumed), games(&whole));
    assert_ne!(games(&played("tournament-textbook", &of_before, None)), games(&whole));
}

/// A record without the lines that depend on the clock of the computer.
fn without_times(record: &str) -> String {
    let is_time =
        |line: &&str| ["[FirstTime", "[SecondTime", "[Date"].iter().any(|tag| line.starts_with(tag));
    record.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n").trim_end().to_string()
}

#[test]
fn tournaments_whose_rounds_follow_from_results_say_how_they_may_grow() {
    let late = |text: &str| text.replace("\n]\n", "\n  \"first\",\n]\n");
    let swiss = "a Swiss tournament under way may only get more rounds";
    let cases = [
        ("swiss", late as fn(&str) -> String, swiss, "player 'first' (first) is new"),
        ("swiss", |text| text.replace("pairs = 2", "pairs = 3"), swiss, "pairs was '2' and is '3'"),
        (
            "knockout",
            late,
            "a knockout under way keeps its rules and players",
            "player 'first' (first) is new",
        ),
        ("knockout", |text| text.replace("pairs = 2", "pairs = 3"), "a knockout under way", "pairs was"),
    ];
    for (format, change, reason, difference) in cases {
        let text = format!("format = \"{format}\"\n{LEAGUE}");
        let (scratch, path) = league("tournament-follows", &text);
        let records = scratch.file("league.games");
        // Before the first pair the rules are free.
        fs::write(&records, "{ plywood tournament 1\nformat: knockout\n}\n\n").unwrap();
        json_of(&["tournament", &path]);
        let played = fs::read(&records).unwrap();
        fs::write(&path, change(&text)).unwrap();
        let run = plywood(&["tournament", &path]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(reason) && run.stderr.contains(difference), "{}", run.stderr);
        assert_eq!(fs::read(&records).unwrap(), played);
    }
}
