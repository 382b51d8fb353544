//! Files written by the version before: brains, their export and records open, and mean what they meant.

use std::fs;
use std::path::Path;

use crate::common::{Scratch, exported, json_of, plywood};
use serde_json::Value as Json;

/// A file written by the version before.
fn old(name: &str) -> String {
    old_of("646a4ab", name)
}

fn old_of(version: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(version);
    folder.join(name).to_str().expect("the folder of the tests has a name in UTF-8").to_string()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A copy of the old brain, because opening a brain may write to it.
fn old_brain(scratch: &Scratch) -> String {
    let brain = scratch.file("tictactoe.brain");
    fs::copy(old("tictactoe.brain"), &brain).unwrap();
    brain
}

/// The lines of an export as the brain stores them. Older versions wrote them like this: without what is proved of a move by the position
/// after it.
fn stored(text: &str) -> Vec<Json> {
    let line = |line: &str| {
        let mut line: Json = serde_json::from_str(line).unwrap();
        let moves = line.get_mut("moves").and_then(Json::as_array_mut).into_iter().flatten();
        for known in moves.filter_map(Json::as_object_mut) {
            if let Some(learnt) = known.remove("learnt") {
                known["q"] = learnt;
                known.retain(|key, _| key != "proved" && key != "plies");
            }
        }
        line
    };
    text.lines().map(line).collect()
}

/// The games that records hold, each with all that matters of them but the day and the names.
fn games(records: &str) -> Vec<String> {
    let kept = |line: &&str| !["[Date", "[First", "[Second"].iter().any(|tag| line.starts_with(tag));
    let games = records.split("[Game ").skip(1);
    games.map(|game| game.lines().filter(kept).collect::<Vec<_>>().join("\n").trim().to_string()).collect()
}

#[test]
fn an_old_brain_says_and_plays_the_same() {
    let scratch = Scratch::new("old-brain");
    let brain = old_brain(&scratch);
    let before: Json = serde_json::from_str(&read(&old("tictactoe.brain.json"))).unwrap();
    let now = json_of(&["brain", "stats", &brain]);
    for (key, value) in before.as_object().unwrap() {
        assert_eq!(&now[key], value, "{key}");
    }
    assert_eq!(stored(&exported(&brain)), stored(&read(&old("tictactoe.brain.txt"))));
    let records = scratch.file("games.txt");
    let bot = format!("learner:brain={brain}");
    let _ =
        json_of(&["match", "tictactoe", &bot, "random", "--games", "6", "--seed", "1", "--save", &records]);
    let (played, before) = (games(&read(&records)), games(&read(&old("games.txt"))));
    assert_eq!(played, before[..6]);
}

#[test]
fn an_old_brain_learns_on() {
    let scratch = Scratch::new("old-brain-learns");
    let brain = old_brain(&scratch);
    let learnt =
        json_of(&["learn", "tictactoe", "--brain", &brain, "--stage", "10", "random", "--every", "0"]);
    assert_eq!((&learnt["games"], &learnt["trained"]), (&50.into(), &10.into()));
}

#[test]
fn an_old_export_is_imported() {
    let scratch = Scratch::new("old-export");
    let (brain, text) = (scratch.file("a.brain"), old("tictactoe.brain.txt"));
    let run = plywood(&["brain", "import", &brain, &text]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = stored(text).iter().map(Json::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&exported(&brain)), sorted(&read(&text)));
}

#[test]
fn old_records_are_replayed() {
    let file = old("games.txt");
    for (number, before) in (1..).zip(read(&old("games.json")).lines()) {
        let before: Json = serde_json::from_str(before).unwrap();
        let now = json_of(&["show", "--record", &file, "--game-number", &number.to_string()]);
        for (key, value) in before.as_object().unwrap() {
            assert_eq!(&now[key], value, "game {number}: {key}");
        }
    }
    assert_eq!(plywood(&["show", "--record", &file, "--game-number", "11"]).code, 2);
}

/// Cells that are free at the end of Othello count for the winner since: that changes what a brain estimates, and no winner.
#[test]
fn old_files_of_othello_are_of_the_plain_count() {
    const PLAIN: &str = "othello:empties=none";
    let scratch = Scratch::new("old-othello");
    let (brain, text) = (scratch.file("old.brain"), old_of("607b9ac", "othello.brain.txt"));
    fs::copy(old_of("607b9ac", "othello.brain"), &brain).unwrap();
    let stats = json_of(&["brain", "stats", &brain]);
    assert_eq!((&stats["game"], &stats["nodes"]), (&PLAIN.into(), &63.into()));
    assert_eq!(json_of(&["brain", "show", &brain])["game"], PLAIN);
    let refused = plywood(&["brain", "show", "othello", "--brain", &brain]);
    let reason = format!("is a brain of {PLAIN}, not of othello;");
    assert!(refused.code != 0 && refused.stderr.contains(&reason), "{}", refused.stderr);
    let imported = scratch.file("imported.brain");
    let _ = json_of(&["brain", "import", &imported, &text]);
    assert_eq!(json_of(&["brain", "stats", &imported])["game"], PLAIN);
    let merged = json_of(&["brain", "merge", &imported, &brain]);
    assert_eq!(merged["games"], 2);
    let learnt = json_of(&["learn", PLAIN, "--brain", &brain, "--stage", "1", "random", "--every", "0"]);
    assert_eq!(learnt["games"], 2);

    // One of today is of today's rules, also as text.
    let (new, again) = (scratch.file("new.brain"), scratch.file("again.brain"));
    let _ = json_of(&["learn", "othello", "--brain", &new, "--stage", "1", "random", "--every", "0"]);
    let exported = scratch.file("new.txt");
    fs::write(&exported, plywood(&["brain", "export", &new]).stdout).unwrap();
    let _ = json_of(&["brain", "import", &again, &exported]);
    assert_eq!(json_of(&["brain", "stats", &again])["game"], "othello");
    let refused = plywood(&["brain", "show", PLAIN, "--brain", &new]);
    assert!(
        refused.stderr.contains("is a brain of othello, not of othello:empties=none"),
        "{}",
        refused.stderr
    );

    for game in ["othello:size=4", "othello:size=4,empties=none"] {
        let checked = json_of(&["verify", game, &old_of("607b9ac", "othello4.proof")]);
        assert_eq!((&checked["game"], &checked["claims"][0]), (&game.into(), &"second wins".into()));
    }
}
