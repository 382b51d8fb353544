//! `grade`: what it prints and writes, wrong input, players that cheat, and Ctrl-C.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::Value as Json;

use crate::common::{Scratch, interrupt, json_of, plywood, plywood_with_input, spawn};

/// The player of this name.
fn player<'a>(grades: &'a Json, name: &str) -> &'a Json {
    grades["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap()
}

#[test]
fn reports_have_what_the_answer_has() {
    let scratch = Scratch::new("grade-reports");
    let [html, csv, json] = ["html", "csv", "json"].map(|ending| scratch.file(&format!("grades.{ending}")));
    let words =
        ["grade", "tictactoe", "first", "perfect", "--sample", "80", "-o", &html, "-o", &csv, "-o", &json];
    let grades = json_of(&words);
    assert_eq!(serde_json::from_str::<Json>(&fs::read_to_string(&json).unwrap()).unwrap(), grades);
    assert_eq!(
        (&grades["positions"], &grades["unknown"], &grades["format"]),
        (&80.into(), &0.into(), &1.into())
    );
    let names: Vec<&str> =
        grades["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    let baselines = ["random", "rules", "level:n=1", "level:n=2", "level:n=3", "level:n=4", "level:n=5"];
    assert_eq!(names, [&["first", "perfect"][..], &baselines].concat());
    assert_eq!(player(&grades, "perfect")["all"]["kept"]["share"], 1.0);
    let csv = fs::read_to_string(&csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 4 * names.len());
    let first = player(&grades, "first");
    let fields: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(fields[..2], ["first", "all"]);
    assert_eq!(fields[4], first["all"]["kept"]["right"].to_string());
    let page = fs::read_to_string(&html).unwrap();
    for worst in first["worst"].as_array().unwrap() {
        let position = worst["position"].as_str().unwrap();
        assert!(page.contains(&format!("<code>{position}</code>")), "{position}");
        let line: Vec<&str> = worst["line"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
        let shown = format!(
            "Best play after {}: <strong>{}</strong>",
            worst["move"].as_str().unwrap(),
            line.join(" ")
        );
        assert!(line.is_empty() || page.contains(&shown), "{shown}");
    }
    assert!(page.contains(">Won position</a>") && first["kinds"]["won"]["kept"]["of"].as_u64() > Some(0));
    assert!(page.contains("<svg class=\"board\"") && !page.contains("<script") && !page.contains("{{"));
}

#[test]
fn positions_come_from_files_tables_records_and_games() {
    let scratch = Scratch::new("grade-places");
    let from_file = |lines: &str| {
        let words = ["grade", "tictactoe", "first", "--baselines", "none", "--positions", "-"];
        plywood_with_input(&[&words[..], &["--json"]].concat(), lines)
    };
    let run = from_file("# two positions\nxox/o1o/x2 x\n\nmoves b2 a1\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let grades: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(grades["positions"], 2);
    // The ply of one of them is known.
    let phases = &grades["players"][0]["phases"];
    let known: u64 =
        ["opening", "middle", "end"].iter().map(|phase| phases[phase]["kept"]["of"].as_u64().unwrap()).sum();
    assert_eq!(known, 1);

    let (table, other) = (scratch.file("ttt.table"), scratch.file("other.table"));
    for (game, file) in [("tictactoe", &table), ("mnk:m=3,n=2,k=2", &other)] {
        assert_eq!(plywood(&["solve", game, "--method", "enumerate", "-o", file]).code, 0);
    }
    let all = ["grade", "tictactoe", "first", "--baselines", "none", "--all"];
    let [solved, looked_up] =
        [vec![], vec!["--table", &table]].map(|more| json_of(&[&all[..], &more].concat()));
    assert_eq!(solved["players"][0]["all"]["kept"], looked_up["players"][0]["all"]["kept"]);
    let run = plywood(&["grade", "tictactoe", "first", "--table", &other]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("other.table"), "{}", run.stderr);

    let games = scratch.file("games.txt");
    let saved = plywood(&["match", "tictactoe", "perfect", "random", "--games", "6", "--save", &games]);
    assert_eq!(saved.code, 0);
    let records = format!("records:{games}");
    let grades = json_of(&["grade", "tictactoe", &records, "first", "--baselines", "none"]);
    assert_eq!(player(&grades, &format!("perfect in {games}"))["all"]["kept"]["share"], 1.0);
    assert!(player(&grades, &format!("random in {games}"))["all"]["kept"]["share"].as_f64().unwrap() < 1.0);
    assert_eq!(player(&grades, "first")["all"]["kept"]["of"], grades["positions"]);

    let sampled =
        ["grade", "tictactoe", "first", "--baselines", "none", "--played-by", "rules", "--ply", "2"];
    let grades = json_of(&[&sampled[..], &["--sample", "90"]].concat());
    assert_eq!(
        (&grades["source"], &grades["positions"]),
        (
            &"72 positions after 2 plies of games of rules with itself, where 90 were asked for".into(),
            &72.into()
        )
    );

    let against =
        ["grade", "tictactoe", "perfect", "--baselines", "none", "--against", "random", "--games", "6"];
    assert_eq!(json_of(&against)["players"][0]["all"]["decisions"]["share"], 1.0);
}

#[test]
fn wrong_input_is_named() {
    let scratch = Scratch::new("grade-wrong");
    let games = scratch.file("games.txt");
    assert_eq!(plywood(&["match", "nim", "first", "random", "--games", "2", "--save", &games]).code, 0);
    let positions = scratch.file("positions.txt");
    fs::write(&positions, "moves b2\nxxx/oo1/3 o\n").unwrap();
    for (words, reason) in [
        (
            vec!["first", "--positions", &positions],
            "positions.txt, line 2: the game is over in 'xxx/oo1/3 o'",
        ),
        (vec!["fist"], "unknown bot 'fist'"),
        (vec![&*format!("records:{games}")], "is of tictactoe"),
        (vec!["first", "--sample", "5", "--all"], "cannot be used with"),
        (vec!["first", "--games", "5"], "--against"),
        (vec!["first", "--all", "--ply", "5"], "cannot be used with"),
        (vec!["first", "--played-by", "nobody"], "unknown bot 'nobody'"),
        (vec!["first", "--played-by", "rules", "--ply", "1"], "--ply has to be 2 or more"),
        (vec!["first", "--against", "nobody"], "unknown bot 'nobody'"),
        (vec!["first", "-o", "grades.svg"], "'grades.svg' would be a report"),
    ] {
        let run = plywood(&[&["grade", "tictactoe"], &words[..]].concat());
        assert!(run.code == 2 && run.stderr.contains(reason), "{words:?}: {} {}", run.code, run.stderr);
        assert_eq!(run.stdout, "");
    }
    for game in ["pig", "connect4"] {
        let run = plywood(&["grade", game, "first", "--all"]);
        let reason = format!("the positions of {game} cannot be listed without a table");
        assert!(run.code == 2 && run.stderr.contains(&reason), "{}", run.stderr);
    }
}

#[test]
fn a_cheating_player_has_answers_that_are_no_moves() {
    let bad = "exec:[shell=on] while read -r l; do echo '{\"move\": \"z9\"}'; done";
    let words = ["grade", "tictactoe", bad, "--baselines", "none", "--sample", "6"];
    let grades = json_of(&words);
    let cheater = &grades["players"][0];
    assert_eq!((&cheater["all"]["failed"], &cheater["all"]["kept"]["right"]), (&6.into(), &0.into()));
    assert!(cheater["failures"][0].as_str().unwrap().contains("z9"), "{cheater}");
    let shown = plywood(&words).stdout;
    assert!(shown.contains("6 answers without a legal move"), "{shown}");
}

#[test]
fn ctrl_c_keeps_the_positions_that_are_done() {
    let slow = "exec:[shell=on] while read -r l; do sleep 0.02; echo '{\"move\": \"a\"}'; done";
    let words =
        ["grade", "tictactoe", slow, "--baselines", "none", "--sample", "3000", "--jobs", "1", "--json"];
    let mut child = spawn(&words);
    // It says on standard error how far it is.
    let _ = BufReader::new(child.stderr.take().unwrap()).lines().next();
    std::thread::sleep(std::time::Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let grades: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(grades["complete"], false);
    let done = grades["positions"].as_u64().unwrap();
    assert!(done > 0 && done < 3000, "{done}");
}
