//! Texts of others: whatever marks them and ends their lines.

use std::fs;

use crate::common::{Scratch, exported, plywood, plywood_with_input};

/// The text as editors and shells of other systems write it.
fn spellings(text: &str) -> [String; 4] {
    let marked = |text: String| format!("\u{feff}{text}");
    [
        marked(text.to_string()),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        marked(text.replace('\n', "\r\n")),
    ]
}

/// Runs a command on a file of this text however its lines end. Returns what it prints every time, without lines that have times.
fn on_file(name: &str, text: &str, command: impl Fn(&str) -> Vec<String>) -> String {
    let scratch = Scratch::new(name);
    let path = scratch.file("text");
    let print = |text: &str| {
        fs::write(&path, text).unwrap();
        let command = command(&path);
        let run = plywood(&command.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.code, 0, "{command:?}: {}", run.stderr);
        let is_timed =
            |line: &&str| line.contains(" ms") || line.contains(" s (") || line.contains("seconds");
        run.stdout.lines().filter(|line| !is_timed(line)).map(|line| format!("{line}\n")).collect::<String>()
    };
    let printed = print(text);
    for spelling in spellings(text) {
        assert_eq!(print(&spelling), printed, "{spelling:?}");
    }
    printed
}

fn words(command: &str) -> Vec<String> {
    command.split(' ').map(str::to_string).collect()
}

#[test]
fn files_are_read_however_their_lines_end() {
    let printed = on_file("texts-openings", "b2\n# no opening\n; nor this\na1 c3 {nor this}\n", |path| {
        words(&format!("match tictactoe random random --games 4 --seed 2 --openings {path}"))
    });
    assert!(!printed.is_empty());
    let printed = on_file("texts-batch", "moves d d\n# none\n7/7/7/7/7/7 x\n", |path| {
        words(&format!("show connect4 --batch {path}"))
    });
    assert!(printed.contains("\"line\":1") && printed.contains("\"line\":3"), "{printed}");
    on_file("texts-tree", "(3 # a leaf\n 5)\n", |path| words(&format!("show tree:{path} --moves a")));
    let record = "[Game \"tictactoe\"]\n[First \"a\"]\n\n1. b2 a1 2. c3\n\n";
    let printed = on_file("texts-record", record, |path| words(&format!("show --record {path} --json")));
    assert!(printed.contains(r#""played":["b2","a1","c3"]"#), "{printed}");
    let league = "# two\ngame = \"tictactoe\"\nplayers = [\"random\", \"rules\"]\n";
    let scratch = Scratch::new("texts-league");
    let records = scratch.file("records.games");
    on_file("texts-league-file", league, |path| {
        let _ = fs::remove_file(&records);
        words(&format!("tournament {path} --records {records}"))
    });
}

#[test]
fn brains_are_read_however_their_lines_end() {
    let scratch = Scratch::new("texts-brain");
    let (brain, copy) = (scratch.file("a.brain"), scratch.file("b.brain"));
    assert_eq!(plywood(&["learn", "tictactoe", "--brain", &brain, "--stage", "20", "random"]).code, 0);
    let text = exported(&brain);
    on_file("texts-brain-text", &text, |path| {
        let _ = fs::remove_file(&copy);
        vec!["brain".into(), "import".into(), copy.clone(), path.to_string()]
    });
    assert_eq!(exported(&copy), text);
}

#[test]
fn protocols_are_read_however_their_lines_end() {
    for (command, input) in [
        ("ugi connect4", "ugi\nposition startpos moves d d\nquery p1turn\nquit\n"),
        ("gtp hex:size=3", "play b a1\nshowboard\n\nquit\n"),
        ("gomocup", "START 15\nBEGIN\nEND\n"),
        ("exec --bot engine:depth=2", "{\"game\": \"tictactoe\", \"history\": [\"b2\"]}\n"),
        ("mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"),
        ("play tictactoe --first human --second human --seed 1", "b2\na1\nmoves\nquit\n"),
        ("show connect4 --batch -", "moves d d\nmoves d\n"),
    ] {
        let run = |input: &str| {
            let run = plywood_with_input(&command.split(' ').collect::<Vec<_>>(), input);
            assert_eq!(run.code, 0, "{command}: {}", run.stderr);
            run.stdout
        };
        let printed = run(input);
        assert!(!printed.is_empty(), "{command}");
        for spelling in spellings(input) {
            assert_eq!(run(&spelling), printed, "{command} {spelling:?}");
        }
    }
}

#[test]
fn variations_are_skipped_with_a_note() {
    let run = plywood(&["show", "connect4", "--moves", "d (a b (c)) d (c) c", "--json"]);
    assert!(run.stdout.contains(r#""played":["d","d","c"]"#), "{}", run.stdout);
    assert_eq!(run.stderr, "note: 2 variations in the moves skipped\n");
    let run = plywood(&["match", "connect4", "random", "random", "--games", "2", "--moves", "d (c) d"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "note: 1 variation in the moves skipped\n"));
    let scratch = Scratch::new("texts-lines");
    let (lines, saved) = (scratch.file("lines.txt"), scratch.file("saved.txt"));
    fs::write(&lines, "{all begin in the middle}\ndd\n; or not\n1.c (d) 1...c\n").unwrap();
    let words = ["--games", "4", "--openings", &lines, "--save", &saved];
    let run = plywood(&[&["match", "connect4", "random", "random"][..], &words].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, "note: 1 variation in the moves skipped\n"));
    let saved = fs::read_to_string(&saved).unwrap();
    assert_eq!([saved.matches("1. d d ").count(), saved.matches("1. c c ").count()], [2, 2], "{saved}");
    let run = plywood_with_input(&["ugi", "connect4"], "position startpos moves d (c) d\nquit\n");
    assert_eq!(run.stdout, "info string variations in the moves were skipped\n");
}

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[one]PW[two]RE[B+R];B[a5];W[swap-pieces](;B[c3];W[d2])(;B[b2]))\n";

#[test]
fn games_of_others_are_shown_and_written() {
    let scratch = Scratch::new("texts-games");
    let (sgf, copy, records) = (scratch.file("a.sgf"), scratch.file("b.sgf"), scratch.file("c.txt"));
    fs::write(&sgf, SGF).unwrap();
    let shown = plywood(&["show", "--record", &sgf, "--json"]);
    assert!(shown.stdout.contains(r#""played":["a5","swap","c3","d2"]"#), "{}", shown.stdout);
    assert_eq!(shown.stderr, format!("note: 1 variation in '{sgf}' skipped\n"));
    let written = plywood(&["show", "--record", &sgf, "--format", "sgf"]);
    assert!(written.stdout.contains("RU[swap=on]PB[one]PW[two]RE[B+R]"), "{}", written.stdout);
    fs::write(&copy, written.stdout).unwrap();
    let record = plywood(&["show", "--record", &copy, "--format", "record"]);
    assert_eq!(record.stderr, "");
    assert!(record.stdout.contains("[Ending \"resignation\"]"), "{}", record.stdout);
    fs::write(&records, record.stdout.repeat(2)).unwrap();
    let both = plywood(&["show", "--record", &records, "--format", "sgf"]);
    assert_eq!(both.stdout.matches("(;FF[4]").count(), 2);
    let second =
        plywood(&["show", "--record", &records, "--format", "sgf", "--game-number", "2", "--ply", "2"]);
    assert!(
        second.stdout.ends_with("\n;B[a5];W[swap-pieces])\n") && !second.stdout.contains("RE["),
        "{}",
        second.stdout
    );
    let moves = plywood(&["show", "othello", "--moves", "f5d6", "--format", "ggf"]);
    assert!(
        moves.stdout.starts_with("(;GM[Othello]") && moves.stdout.ends_with("B[F5]W[D6];)\n"),
        "{}",
        moves.stdout
    );
    let again = plywood(&["show", "othello", "--moves", &moves.stdout, "--json"]);
    assert!(again.stdout.contains(r#""played":["f5","d6"]"#), "{}", again.stdout);
    let wrong = plywood(&["show", "tictactoe", "--format", "sgf"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("SGF is for hex and five in a row"), "{}", wrong.stderr);
}

#[test]
fn games_are_openings() {
    let scratch = Scratch::new("texts-openings-of-games");
    let (sgf, saved, league) = (scratch.file("a.sgf"), scratch.file("b.txt"), scratch.file("c.games"));
    fs::write(&sgf, SGF).unwrap();
    let play = |game: &str, openings: &str, save: &str| {
        let words = [
            "match",
            game,
            "random",
            "random",
            "--games",
            "2",
            "--seed",
            "1",
            "--openings",
            openings,
            "--save",
            save,
        ];
        plywood(&words)
    };
    let run = play("hex:size=5,swap=on", &sgf, &saved);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("1 variation in"), "{}", run.stderr);
    // A finished game gives its beginning.
    assert!(run.stderr.contains("the first 8 plies of each finished game"), "{}", run.stderr);
    let text = fs::read_to_string(&saved).unwrap();
    assert_eq!(text.matches("1. a5 swap 2. c3").count(), 2, "{text}");
    let again = play("hex:size=5,swap=on", &saved, &scratch.file("again.txt"));
    assert_eq!(again.code, 0, "{}", again.stderr);
    // Those of a tournament begin as they did there.
    let words = [
        "--game",
        "tictactoe",
        "--player",
        "a=random",
        "--player",
        "b=random",
        "--pairs",
        "3",
        "--openings",
        "random:2",
    ];
    let run = plywood(&[&["tournament"][..], &words, &["--records", &league]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = play("tictactoe", &league, &scratch.file("d.txt"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let other = play("connect4", &league, &scratch.file("e.txt"));
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("no game in"), "{}", other.stderr);
    let words = [
        "--game",
        "tictactoe",
        "--player",
        "a=random",
        "--player",
        "b=random",
        "--pairs",
        "2",
        "--openings",
        &league,
    ];
    let run = plywood(&[&["tournament"][..], &words, &["--records", &scratch.file("f.games")]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
}
