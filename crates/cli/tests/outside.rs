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
fn slow_written_bots_play_without_a_fault() {
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
        for game in ["pig", "tree:(a\"1:(\\:1 c:2) \\\":3 b:(d:1))"] {
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
            std::fs::read_to_string(&file).unwrap().replace(&outside, "first")
        });
        assert!(!records[0].is_empty() && records[0] == records[1], "{game}");
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

/// A match goes on after a failure and says so; tuning stops, because lost games say nothing about values.
#[test]
fn failures_are_reported_by_match_and_end_tuning() {
    let bad = "exec:[shell=on] read -r l; read -r l; echo ouch >&2";
    let result = json_of(&["match", "tictactoe", bad, "random", "--games", "4"]);
    let failures = &result["failures"];
    assert_eq!((&failures["first_bot"], &failures["second_bot"]), (&Json::from(4), &Json::from(0)));
    assert!(failures["first_reason"].as_str().unwrap().contains("ouch"), "{failures}");
    let words = plywood(&["match", "tictactoe", "random", bad, "--games", "4"]).stdout;
    assert!(words.contains(&format!("'{bad}' lost 4 games by failing\nthe first failure: ")), "{words}");
    let engine = format!("ugi:[depth=1] {} ugi tictactoe", env!("CARGO_BIN_EXE_plywood"));
    let tune = |option: &str| {
        plywood(&[
            "tune",
            "tictactoe",
            "--bot",
            &engine,
            "--option",
            option,
            "--iterations",
            "2",
            "--pairs",
            "1",
            "--json",
        ])
    };
    let tuned = tune("Threads=2:1..4:1");
    assert_eq!(tuned.code, 0, "{}", tuned.stderr);
    let tuned: Json = serde_json::from_str(&tuned.stdout).unwrap();
    assert_eq!((&tuned["eval"], &tuned["iterations"]), (&Json::Null, &Json::from(2)));
    assert!(tuned["option"].as_str().unwrap().starts_with("option.Threads="), "{tuned}");
    let unknown = tune("Nope=2:1..4:1");
    assert!(unknown.code == 1 && unknown.stderr.contains("Nope"), "{}", unknown.stderr);
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

/// The tutorial replaces the function that chooses: the bots with it play, and beat random moves.
#[test]
fn the_bots_of_the_tutorial_are_stronger_than_random() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tutorial = std::fs::read_to_string(root.join("book/src/tutorials/your-bot.md")).unwrap();
    let scratch = Scratch::new("tutorial-bots");
    // The language in the tutorial, the beginning of the function and its end.
    let parts = [
        ("```python\n", "def choose(", "\n\n\n"),
        ("```js\n", "function choose(", "\n}\n"),
        ("```c\n", "static size_t choose(", "\n}\n"),
        ("```rust,ignore\n", "fn choose<", "\n}\n"),
    ];
    for ((language, tool, compile, run), (fence, begin, end)) in LANGUAGES.into_iter().zip(parts) {
        if Command::new(tool).arg("--version").output().is_err() {
            eprintln!("SKIPPED: there is no {tool}");
            continue;
        }
        let dir = scratch.file(language);
        assert_eq!(plywood(&["bot", "new", "--lang", language, &dir]).code, 0);
        let new = tutorial.split_once(fence).unwrap().1.split_once("```").unwrap().0;
        let file = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path());
        let file = file.into_iter().find(|path| path.file_stem().is_some_and(|name| name == "bot")).unwrap();
        let old = std::fs::read_to_string(&file).unwrap();
        let from = old.find(begin).unwrap();
        let to = from + old[from..].find(end).unwrap() + end.len();
        let blank = if end == "\n\n\n" { "\n\n" } else { "" };
        std::fs::write(&file, format!("{}{new}{blank}{}", &old[..from], &old[to..])).unwrap();
        if let Some((program, arguments)) = compile.split_first() {
            assert!(Command::new(program).args(arguments).current_dir(&dir).status().unwrap().success());
        }
        let bot = format!("exec:{}", run.replace("DIR", &dir));
        let result = json_of(&["match", "connect4", &bot, "random", "--games", "60", "--seed", "1"]);
        assert!(result["score"]["low"].as_f64().unwrap() > 0.5, "{language}: {result}");
    }
}

/// Plywood at both ends of a protocol plays the games that it plays inside.
#[test]
fn a_match_between_processes_is_the_match_inside() {
    let scratch = Scratch::new("match-between-processes");
    let program = env!("CARGO_BIN_EXE_plywood");
    for (game, depth) in [("connect4", 3), ("othello:size=4", 2)] {
        let inside = format!("engine:depth={depth}");
        let bots = [
            format!("ugi:[depth={depth}] {program} ugi {game} --bot engine"),
            format!("exec:{program} exec --bot {inside}"),
            inside,
        ];
        let games = bots.each_ref().map(|bot| {
            let file = scratch.file("records.txt");
            let _ = std::fs::remove_file(&file);
            let words = ["match", game, bot, bot, "--games", "4", "--openings", "random:2", "--save", &file];
            assert_eq!(json_of(&words)["games"], 4);
            std::fs::read_to_string(&file).unwrap().replace(bot.as_str(), "the bot")
        });
        assert!(games[0].contains("the bot"));
        assert_eq!(games[0], games[2], "{game} over ugi");
        assert_eq!(games[1], games[2], "{game} over exec");
    }
}

/// Sleeps at its start for longer than it has for a game, then plays the first legal move. `GREETING` answers the greeting or not.
const SLEEPY: &str = r#"sleep 1.5
while read -r line; do
  case $line in
    *'"hello"'*) GREETING;;
    *'"moves":["'*) rest=${line#*'"moves":["'}; echo "{\"move\": \"${rest%%\"*}\"}";;
  esac
done"#;

#[test]
fn slow_starting_is_on_no_clock() {
    let scratch = Scratch::new("starting");
    let script = |name: &str, greeting: &str| {
        let path = scratch.file(name);
        std::fs::write(&path, SLEEPY.replace("GREETING", greeting)).unwrap();
        format!("exec:/bin/sh {path}")
    };
    let (new, old) = (script("new.sh", "echo '{\"ready\": true}'"), script("old.sh", ":"));
    let played = json_of(&["match", "tictactoe", &new, &old, "--games", "2", "--clock", "800ms"]);
    for bot in ["first_bot", "second_bot"] {
        let time = &played["time"][bot];
        assert_eq!(time["time_losses"], 0, "{played}");
        assert!(time["start_ms"].as_f64() >= Some(1500.0) && time["max_ms"].as_f64() < Some(800.0), "{time}");
    }
    assert_eq!(played["failures"], Json::Null);
    let never = "exec:[start=200ms] sleep 100";
    let (league, report) = (scratch.file("league.toml"), scratch.file("league.csv"));
    let text = format!(
        "game = 'tictactoe'\nclock = '800ms'\nplayers = [{{ name = 'new', bot = '''{new}''' }}, \
         {{ name = 'old', bot = '''{old}''' }}, {{ name = 'never', bot = '''{never}''' }}, 'random']\n"
    );
    std::fs::write(&league, text).unwrap();
    let table = json_of(&["tournament", &league, "-o", &report, "--jobs", "2"]);
    let players = table["players"].as_array().unwrap();
    for player in players {
        let never = player["name"] == "never";
        assert_eq!((&player["time_losses"], player["failures"] == 0), (&0.into(), !never), "{player}");
        let starts = player["start_ms"].as_f64().unwrap() >= 200.0;
        assert_eq!(starts, player["name"] != "random", "{player}");
    }
    let failure = &table["failures"][0];
    assert_eq!(
        failure["reason"],
        "it did not answer within 200ms, the time to start, nor in the time for its move after that; an answer has to be flushed"
    );
    assert!(std::fs::read_to_string(report).unwrap().starts_with("rank,") && players.len() == 4);
}

/// Bad programs lose their games with the reason; the games of the others are those of a tournament without them.
#[test]
fn bad_programs_lose_their_games_and_harm_nobody_else() {
    let scratch = Scratch::new("tournament-of-bad-programs");
    // The second question of a game is never answered.
    let script = scratch.file("late.sh");
    let late = r#"while read -r line; do
  case $line in
    *'"hello"'*) n=0;;
    *'"moves":["'*) n=$((n + 1)); [ $n = 2 ] && sleep 100
      rest=${line#*'"moves":["'}; echo "{\"move\": \"${rest%%\"*}\"}";;
  esac
done"#;
    std::fs::write(&script, late).unwrap();
    let late = format!("[patience=300ms] /bin/sh {script}");
    let bad = [
        ("hangs at its start", "[patience=300ms,start=300ms] sleep 100", "did not answer within"),
        ("hangs later", late.as_str(), "did not answer within"),
        ("crashes", "[shell=on] read -r l; read -r l; echo ouch >&2; exit 3", "ouch"),
        ("cheats", "[shell=on] while read -r l; do echo '{\"move\": \"z9\"}'; done", "z9"),
        ("floods", "[shell=on] yes", "'y'"),
    ];
    let file = |name: &str, bad: &[(&str, &str, &str)]| {
        let mut text = "game = 'tictactoe'\npairs = 1\nopenings = 'random:1'\n".to_string();
        text += "players = ['random', 'rules', 'first',\n";
        for (name, command, _) in bad {
            text += &format!("{{ name = '{name}', bot = '''exec:{command}''' }},\n");
        }
        let path = scratch.file(name);
        std::fs::write(&path, text + "]\n").unwrap();
        path
    };
    let (good, all) = (file("good.toml", &[]), file("all.toml", &bad));
    json_of(&["tournament", &good]);
    let table = json_of(&["tournament", &all]);
    assert_eq!(table["complete"], true);
    for (name, _, reason) in bad {
        let player =
            table["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap();
        // Bad programs also meet each other: only the first of two to be asked fails.
        assert!(player["failures"].as_u64() >= Some(6), "{name}: {player}");
        let told = table["failures"].as_array().unwrap();
        let mut told = told.iter().filter(|failure| failure["player"] == name);
        assert!(
            told.any(|failure| failure["reason"].as_str().unwrap().contains(reason)),
            "{name}: {}",
            table["failures"]
        );
    }
    let games = |path: &str| {
        let text = std::fs::read_to_string(path.replace(".toml", ".games")).unwrap();
        let inner = text.split("\n[Game ").skip(1).map(str::to_string);
        // The round of a pairing and the time of its moves depend on the other players and the machine.
        let kept = |game: &String| !bad.iter().any(|(name, ..)| game.contains(name));
        let timeless = |game: String| {
            game.lines()
                .filter(|line| !line.starts_with("[Round") && !line.contains("Time \""))
                .collect::<Vec<_>>()
                .join("\n")
                .trim()
                .to_string()
        };
        let mut games: Vec<String> = inner.filter(kept).map(timeless).collect();
        games.sort();
        games
    };
    assert_eq!(games(&all), games(&good));
    assert_eq!(games(&good).len(), 6);
}
