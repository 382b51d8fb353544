//! Programs from outside: those that `bot new` writes, matches with them, and the check of bad ones.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use plywood_workshop::Workshop;
use serde_json::Value as Json;

use crate::common::{Scratch, json_of, plywood};

/// A language of `bot new`: its tool, the command that compiles the bot, and the one that runs it.
const LANGUAGES: [(&str, &str, &[&str], &str); 4] = [
    ("python", "python3", &[], "python3 DIR/bot.py"),
    ("javascript", "node", &[], "node DIR/bot.js"),
    ("c", "cc", &["cc", "-O2", "-o", "bot", "bot.c"], "DIR/bot"),
    ("rust", "rustc", &["rustc", "--edition", "2024", "-O", "-o", "bot", "bot.rs"], "DIR/bot"),
];

#[test]
fn written_bots_play_without_a_fault() {
    let scratch = Scratch::new("written-bots");
    for (language, tool, compile, run) in LANGUAGES {
        let dir = scratch.file(language);
        let written = plywood(&["bot", "new", "--lang", language, &dir]);
        assert_eq!(written.code, 0, "{}", written.stderr);
        assert!(written.stdout.contains(&compile.join(" ")), "{}", written.stdout);
        if Command::new(tool).arg("--version").output().is_err() {
            eprintln!("SKIPPED: there is no {tool}");
            continue;
        }
        if let Some((program, arguments)) = compile.split_first() {
            let compiled = Command::new(program).args(arguments).current_dir(&dir).status().unwrap();
            assert!(compiled.success(), "{language}");
        }
        let run = run.replace("DIR", &dir);
        assert!(written.stdout.contains(&format!("'exec:{run}'")), "{}", written.stdout);
        // Names of moves with quotes and backslashes.
        for game in ["pig", "tree:(a\"1:(\\:1 c:2) \\\":3 ]:(}:1))"] {
            let report = json_of(&["bot", "check", &run, game, "--games", "3"]);
            assert_eq!(report["ok"], true, "{language}: {report}");
            assert_eq!(
                (&report["games"], &report["problems"], &report["notes"]),
                (&Json::from(3), &Json::Array(Vec::new()), &Json::Array(Vec::new()))
            );
        }
        let again = plywood(&["bot", "new", "--lang", language, &dir]);
        assert!(again.code == 2 && again.stderr.contains("is there already"), "{}", again.stderr);
    }
}

/// Plays the first legal move, in `exec`.
const FIRST: &str = r#"while read -r line; do
  case $line in *'"moves":["'*) rest=${line#*'"moves":["'}; echo "{\"move\": \"${rest%%\"*}\"}";; esac
done"#;

#[test]
fn a_match_over_exec_is_the_match_inside() {
    let scratch = Scratch::new("match-over-exec");
    let script = scratch.file("first.sh");
    std::fs::write(&script, FIRST).unwrap();
    let outside = format!("exec:/bin/sh {script}");
    for game in ["connect4", "pig", "hex:size=5,swap=on"] {
        let records = ["first", &outside].map(|bot| {
            let file = scratch.file("records.txt");
            let _ = std::fs::remove_file(&file);
            let words =
                ["match", game, bot, "random", "--games", "6", "--seed", "3", "--jobs", "2", "--save", &file];
            let report = json_of(&words);
            assert_eq!(report["games"], 6);
            std::fs::read_to_string(&file).unwrap().replace(bot, "the bot")
        });
        assert!(records[0].contains("the bot") && records[0] == records[1], "{game}");
    }
}

#[test]
fn wrong_programs_are_refused_before_a_match() {
    for (bot, reason) in [
        ("exec:no-such-program", "program 'no-such-program' is not in PATH"),
        ("exec:[speed=3] sh", "unknown option 'speed' of bot 'exec'"),
        ("gomocup:sh", "bot 'gomocup' cannot play 'nim'"),
    ] {
        let run = plywood(&["match", "nim", bot, "random", "--games", "2"]);
        assert!(run.code == 2 && run.stderr.contains(reason), "{}", run.stderr);
    }
}

#[test]
fn the_check_of_a_bad_program_shows_its_lines() {
    let bad = "exec:[shell=on] while read -r l; do echo '{\"move\": \"z9\"}'; done";
    let run = plywood(&["bot", "check", bad, "tictactoe", "--games", "2", "--json"]);
    let report: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &report["ok"], &report["games"]), (1, &Json::from(false), &Json::from(2)));
    let problem = &report["problems"][0];
    assert_eq!(problem["kind"], "illegal move");
    assert_eq!(problem["exchanged"].as_array().unwrap().last().unwrap(), "< {\"move\": \"z9\"}");
    let shown = plywood(&["bot", "check", bad, "tictactoe", "--games", "1"]);
    assert!(shown.stdout.contains("game 1: illegal move: illegal move: 'z9'"), "{}", shown.stdout);
}

/// The server's workshop is one of these: names of bots come over the network there.
#[test]
fn a_workshop_starts_no_programs_unless_it_is_told() {
    let mark = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a-program-was-started");
    let bot = format!("exec:touch {}", mark.display());
    let game = Workshop::standard().open("nim").unwrap();
    let reason = game.check_bot(&bot).unwrap_err().to_string();
    assert_eq!(reason, "bot 'exec' starts a program, and that is not allowed here");
    assert!(game.seat_bots([Some(&bot), None], None, 1).is_err() && !mark.exists());
}
