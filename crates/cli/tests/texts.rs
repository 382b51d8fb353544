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
    let printed = on_file("texts-openings", "b2\n# no opening\na1 c3\n", |path| {
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
    let league =
        "[[game]]\ngame = \"tictactoe\"\n\n[[player]]\nbot = \"random\"\n\n[[player]]\nbot = \"rules\"\n";
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
        ("exec --bot alphabeta:depth=2", "{\"game\": \"tictactoe\", \"history\": [\"b2\"]}\n"),
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
