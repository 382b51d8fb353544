//! Wrong input of every kind: a clear error of one or two lines, exit code 2, nothing on standard output.

use serde_json::Value as Json;

use crate::common::{json_of, plywood, plywood_with_input};

fn refused(args: &[&str], expected: &str) {
    let run = plywood(args);
    assert_eq!(run.code, 2, "{args:?}: {}{}", run.stdout, run.stderr);
    if args.contains(&"--json") {
        let told: Json = serde_json::from_str(&run.stdout).expect("an error is a JSON object too");
        assert_eq!(told["error"]["kind"], "usage", "{args:?}");
        let message = told["error"]["message"].as_str().expect("a sentence");
        assert!(run.stderr.contains(message), "{args:?}: {message}");
    } else {
        assert_eq!(run.stdout, "", "{args:?}");
    }
    assert!(run.stderr.contains(expected), "{args:?} says: {}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{args:?} panics: {}", run.stderr);
}

fn refused_briefly(args: &[&str], expected: &str) {
    refused(args, expected);
    assert!(plywood(args).stderr.lines().count() <= 2, "{args:?} is brief");
}

#[test]
fn games_and_their_options() {
    let cases: &[(&str, &str)] = &[
        ("chess", "unknown game 'chess'; there are mnk, tictactoe"),
        ("mnk:m=0", "option 'm' of game 'mnk' cannot be '0'; it has to be 1 to 32"),
        ("mnk:m=33", "it has to be 1 to 32"),
        ("mnk:q=3", "unknown option 'q' of game 'mnk'"),
        ("mnk:m", "options are written key=value"),
        ("tictactoe:m=3,m=4", "given twice"),
        ("cube:n=32,d=5", "1024"),
        ("cube:n=4,centre=off", "middle"),
        ("cube:n=4,opening=nocentre", "middle"),
        ("pikkpakk:size=4", "it has to be 3 or 5 or 7 or 9"),
        ("pikkpakk:variant=x", "basic or tie-win or capture"),
        ("pig:die=1", "2 to 100 or coin"),
        ("tree", "needs a file or a tree"),
        ("tree:/no/such/file", "cannot read"),
        ("tree:(a:3 b:", "line 1, column"),
    ];
    for (game, expected) in cases {
        refused_briefly(&["show", game], expected);
    }
}

#[test]
fn positions_that_cannot_be() {
    let cases: &[(&str, &str)] = &[
        ("tictactoe", "3/3 x"),
        ("tictactoe", "4/3/3 x"),
        ("tictactoe", "3/3/3 z"),
        ("tictactoe", "xxx/ooo/3 x"),
        ("tictactoe", "xxx/oo1/o2 x"),
        ("connect4", "7/x6/7/7/7/7 o"),
        ("cube3:centre=off", "3/3/3|3/1x1/3|3/3/3 o"),
        ("cube3:opening=nocentre", "3/3/3|3/1x1/3|3/3/3 o"),
        ("pikkpakk:size=3", "5/1wbb1/1w1w1/1bbw1/5 w"),
        ("pikkpakk:size=3", "5/1wbb1/1wtw1/1bww1/5 w"),
        ("pikkpakk:size=3", "5/1wbb1/1wtw1/1bbt1/5 w"),
        ("pikkpakk:size=3", "5/1wbb1/1wtw1/1bbw1/5"),
        ("pikkpakk:size=3", ""),
        ("pig", "100 100 0 first"),
        ("pig", "-1 0 0 first"),
        ("pig", "0 0 0"),
        ("pig", "0 0 99999999999999999999 first"),
        ("tree:(a:3 b:4)", "no/such/path"),
    ];
    for (game, position) in cases {
        refused_briefly(&["show", game, "--position", position], "position");
    }
}

#[test]
fn moves_that_cannot_be_played() {
    let cases: &[(&str, &str)] = &[
        ("tictactoe", "d4"),
        ("tictactoe", "a1 a1"),
        ("tictactoe", "a1 a2 b1 b2 c1 c2"),
        ("connect4", "h"),
        ("connect4", "a a a a a a a"),
        ("cube3", "444"),
        ("cube3:opening=nocentre", "222"),
        ("pikkpakk", "a+"),
        ("pikkpakk", "z+"),
        ("pikkpakk", "e"),
        ("pig", "hold"),
        ("pig", "roll 7"),
        ("tree:(a:3 b:4)", "c"),
    ];
    for (game, moves) in cases {
        refused_briefly(&["show", game, "--moves", moves], "move ");
    }
}

#[test]
fn bots_files_and_numbers() {
    let cases: &[(&[&str], &str)] = &[
        (&["analyse", "tictactoe", "--bot", "deepblue"], "unknown bot 'deepblue'"),
        (&["analyse", "tictactoe", "--bot", "hold:at=20"], "unknown bot 'hold'"),
        (&["analyse", "tictactoe", "--bot", "human"], "person"),
        (&["analyse", "tictactoe", "--bot", "engine:depth=0"], "it has to be 1 to 500"),
        (
            &["play", "tictactoe", "--second", "level:n=9"],
            "option 'n' of bot 'level' cannot be '9'; it has to be 1 to 8",
        ),
        (&["analyse", "tictactoe", "--bot", "engine:eval=nice"], "unknown evaluation 'nice'"),
        (&["analyse", "tictactoe", "--bot", "engine:time=0ms"], "500ms or 2s, above zero"),
        (&["analyse", "pig", "--moves", "roll"], "chance decides here"),
        (&["eval", "tictactoe", "--eval", "nice"], "unknown evaluation 'nice'"),
        (&["match", "tictactoe", "random", "human"], "person"),
        (&["match", "tictactoe", "random", "random", "--games", "0"], "0"),
        (&["match", "tictactoe", "random", "random", "--clock", "0s"], "10s or 10s+0.1s"),
        (&["match", "tictactoe", "random", "random", "--clock", "10s+"], "10s or 10s+0.1s"),
        (
            &["match", "tictactoe", "random", "random", "--sprt", "elo0=5,elo1=5"],
            "elo0 has to be less than elo1",
        ),
        (&["match", "tictactoe", "random", "random", "--sprt", "elo2=5"], "did you mean 'elo0'?"),
        (
            &["match", "tictactoe", "random", "random", "--sprt", "alpha=1"],
            "option 'alpha' of the sequential test",
        ),
        (&["match", "tictactoe", "engine:eval=lines@x=1", "random"], "evaluation 'lines'"),
        (&["mcp", "--proofs", "/no/folder"], "cannot read '/no/folder'"),
        (&["tune", "pig"], "has no evaluation whose weights can be tuned"),
        (&["tune", "pig", "--resume", "/no/such/file"], "cannot read"),
        (&["tune", "pig", "--resume", "Cargo.toml"], "it is no JSON"),
        (&["match", "tictactoe", "random", "random", "--openings", "random:0"], "random:"),
        (&["match", "tictactoe", "random", "random", "--openings", "/no/file"], "cannot read"),
        (&["match", "tictactoe", "random", "random", "--save", "/no/dir/x"], "cannot save"),
        (&["match", "tictactoe", "random", "random", "--moves", "a1 a2 b1 b2 c1"], "nothing to play"),
        (&["play", "tictactoe", "--first", "nobody"], "unknown bot 'nobody'"),
        (&["play", "tictactoe", "--json"], "two bots"),
        (&["play", "--json"], "required"),
        (&["show", "--record", "/no/file"], "cannot read"),
        (&["show", "--record", "/dev/null"], "/dev/null: there is no game in it"),
        (
            &["tree", "tictactoe", "--dark"],
            "--dark has no effect on text; to draw a picture, add -o FILE.svg",
        ),
        (&["tree", "tictactoe", "--title", "x", "--json"], "--title has no effect on JSON"),
        (&["tree", "tictactoe", "--aspect", "4:3", "--format", "dot"], "--aspect has no effect on a graph"),
        (&["tree", "tictactoe", "--bot", "engine", "--frames", "Cargo.toml"], "is a file; name a folder"),
        (&["man", "Cargo.toml"], "'Cargo.toml' is a file; name a folder"),
        (
            &["table", "join", "Cargo.toml", "x.table"],
            "'Cargo.toml' is a file; name the folder with the parts",
        ),
        (&["exec", "--bot", "nobody"], "unknown bot 'nobody'"),
        (&["exec", "--bot", "engine:dept=3"], "did you mean 'depth'?"),
        (&["show"], "required"),
        (
            &["show", "tictactoe", "--moves", "b2 a1", "--ply", "1"],
            "write --record FILE in place of the game",
        ),
        (
            &["grade", "tictactoe", "random", "--all", "--games", "5"],
            "'--all' cannot be used with '--games <N>'",
        ),
        (&["match", "nim", "first", "random", "--save", "x", "--part-file", "y"], "add --part I/N"),
        (&["perft", "tictactoe", "-1"], "invalid value '-1' for '<DEPTH>'"),
        (&["perft", "tictactoe", "1e99"], "it has to be a whole number"),
        (&["perft", "tictactoe", "x"], "x"),
        (&["perft", "tictactoe"], "DEPTH"),
        (&["nonsense"], "nonsense"),
        (&["learn", "tictactoe", "--brain", "x"], "--stage"),
        (&["learn", "tictactoe", "--stage", "10", "random"], "--brain"),
        (&["learn", "tictactoe", "--brain", "x", "--stage", "10"], "2 values required"),
        (&["learn", "tictactoe", "--brain", "x", "--stage", "10", "self", "--prove", "8"], "0..=7"),
        (&["learn", "tictactoe", "--brain", "x", "--stage", "10", "self", "--symmetry", "no"], "on, off"),
        (&["learn", "tictactoe", "--brain", "x", "--stage", "10", "self", "--jobs", "0"], "1..=1024"),
        (&["learn", "chess", "--brain", "x", "--stage", "10", "self"], "unknown game 'chess'"),
        (&["brain"], "Usage"),
        (&["brain", "burn", "x"], "burn"),
        (&["brain", "show"], "required"),
        (&["brain", "export", "x", "--json", "-o", "y"], "cannot be used"),
        (&["check", "tictactoe", "--games", "0"], "0"),
    ];
    for (args, expected) in cases {
        refused(args, expected);
    }
}

#[test]
fn errors_say_what_was_meant() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "tictacto"], "unknown game 'tictacto'; did you mean 'tictactoe'?"),
        (&["show", "conect4"], "did you mean 'connect4'?"),
        (&["analyse", "tictactoe", "--bot", "aphabeta"], "unknown bot 'aphabeta'; did you mean 'alphabeta'?"),
        (&["analyse", "tictactoe", "--bot", "engine:dpeth=3"], "did you mean 'depth'?"),
        (&["analyse", "tictactoe", "--bot", "hold:at=20"], "unknown bot 'hold'; it plays pig only"),
        (&["analyse", "tictactoe", "--bot", "level:8"], "did you mean 'n=8'?"),
        (&["analyse", "tictactoe", "--bot", "learner:learn"], "did you mean 'learn=on'?"),
        (&["show", "connect4", "--position", "d1 d2 d3"], "these are moves: give them with --moves"),
        (&["match", "tictactoe", "my.brain", "random"], "did you mean 'learner:brain=my.brain'?"),
        (&["tree", "(1 (2 3))"], "did you mean 'tree:(1 (2 3))'?"),
        (&["show", "lesson.txt"], "did you mean 'tree:lesson.txt'?"),
        (&["eval", "cube3", "--eval", "lnes"], "did you mean 'lines'?"),
        (&["slove", "tictactoe"], "solve"),
    ];
    for (args, expected) in cases {
        refused(args, expected);
    }
    let run = plywood(&["show", "tictacto", "--json"]);
    let error = &serde_json::from_str::<Json>(&run.stdout).unwrap()["error"];
    assert_eq!(error["suggestion"], "did you mean 'tictactoe'?");
}

/// First tries of people who have not read the book, and the command that each of them is offered.
const FIRST_TRIES: &[(&str, &str)] = &[
    ("tictactoe", "play tictactoe"),
    ("tic-tac-toe", "play tictactoe"),
    ("connect4 --level 3", "play connect4 --level 3"),
    ("play connect4 level=3", "play connect4 --level 3"),
    ("bot check sh bot.sh connect4", "bot check 'sh bot.sh' connect4"),
    ("match connect4 exec:sh bot.sh random", "match connect4 'exec:sh bot.sh' random"),
    ("play connect4 --second exec:sh bot.sh", "play connect4 --second 'exec:sh bot.sh'"),
    ("play connect4 3", "play connect4 --level 3"),
    ("play connect4 --level", "play connect4 --level 4"),
    ("play connect4 --level hard", "play connect4 --level 8"),
    ("play connect4 --difficulty 2", "play connect4 --level 2"),
    ("play connect4 --bot engine", "play connect4 --second engine"),
    ("play connect4 engine", "play connect4 --second engine"),
    ("play mnk 5 5 4", "play mnk:m=5,n=5,k=4"),
    ("play hex --size 5", "play hex:size=5"),
    ("analyze tictactoe", "analyse tictactoe"),
    ("analyse connect4 d d d", "analyse connect4 --moves 'd d d'"),
    ("analyse connect4 --depth 6", "analyse connect4 --bot engine:depth=6"),
    ("analyse connect4 --bot engine depth=6", "analyse connect4 --bot engine:depth=6"),
    ("match connect4 engine", "match connect4 engine random"),
    ("match connect4 engine rules -n 10", "match connect4 engine rules --games 10"),
    ("match connect4 engine rules 10", "match connect4 engine rules --games 10"),
    ("learn nim --games 1000", "learn nim --stage 1000 self --brain nim.brain"),
    ("bots pig", "bots --game pig"),
    ("bots engine:depth=6", "bots"),
    ("games --game qubic", "games qubic"),
    ("solve --game tictactoe", "solve tictactoe"),
    ("show connect4 d4", "show connect4 --moves d4"),
    ("perft tictactoe", "perft tictactoe 4"),
    ("tree tictactoe t.svg", "tree tictactoe -o t.svg"),
    ("solve connect4 5x4", "solve connect4:m=5,n=4"),
    (
        "tournament connect4 random rules level:n=3",
        "tournament --game connect4 --player random --player rules --player level:n=3",
    ),
    ("brain ttt.brain", "brain stats ttt.brain"),
    ("brain show tictactoe ttt.brain", "brain show tictactoe --brain ttt.brain"),
    ("bot new python my-bot", "bot new --lang python my-bot"),
    ("list", "games"),
    ("version", "--version"),
];

#[test]
fn first_tries_are_offered_a_command_that_works() {
    for (typed, meant) in FIRST_TRIES {
        let words: Vec<&str> = typed.split(' ').collect();
        refused(&words, &format!("did you mean: plywood {meant}\n"));
    }
    // Of a few, that the command is right; each was read and its game and bots were opened before it was offered.
    for words in
        [&["show", "connect4", "--moves", "d4"][..], &["bots", "--game", "pig"], &["games"], &["--version"]]
    {
        assert_eq!(plywood(words).code, 0, "{words:?}");
    }
    let told = plywood(&["tictactoe", "--json"]).stdout;
    let told: Json = serde_json::from_str(&told).unwrap();
    assert_eq!(told["error"]["suggestion"], "did you mean: plywood play tictactoe --json");
}

#[test]
fn names_from_elsewhere_are_understood() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "connect4:width=5"], "did you mean 'm'?"),
        (&["match", "nim", "python3 ./bot.py", "random"], "did you mean 'exec:python3 ./bot.py'?"),
        (&["show", "Tic-Tac-Toe"], "did you mean 'tictactoe'?"),
        (&["show", "four in a row"], "did you mean 'connect4'?"),
        (&["show", "connect-four"], "did you mean 'connect4'?"),
        (&["show", "Mancala"], "did you mean 'kalah'?"),
        (&["show", "mnk:5,5,4"], "did you mean 'm=5,n=5,k=4'?"),
        (&["show", "mnk,m=5"], "did you mean 'mnk:m=5'?"),
        (&["play", "nim", "--second", "3"], "did you mean 'level:n=3'?"),
        (&["play", "nim", "--second", "level=3"], "did you mean 'level:n=3'?"),
        (&["play", "nim", "--second", "level3"], "did you mean 'level:n=3'?"),
        (&["play", "nim", "--second", "level 3"], "did you mean 'level:n=3'?"),
        (&["play", "nim", "--second", "hard"], "did you mean 'level:n=8'?"),
        (&["play", "nim", "--second", "Alpha-Beta"], "did you mean 'alphabeta'?"),
        (&["play", "nim", "--second", "alphabeta=6"], "did you mean 'alphabeta:depth=6'?"),
        (&["play", "nim", "--second", "alphabeta,depth=6"], "did you mean 'alphabeta:depth=6'?"),
        (&["play", "nim", "--second", "alphabeta:depth:6"], "did you mean 'depth=6'?"),
    ];
    for (args, expected) in cases {
        refused(args, expected);
    }
}

#[test]
fn nothing_is_guessed_by_likeness_alone() {
    for words in [
        &["solve", "connect4", "--export", "f.csv"][..],
        &["export", "connect4"],
        &["solve", "nim", "--lines", "5"],
    ] {
        let run = plywood(words);
        assert!(run.code == 2 && !run.stderr.contains("tip:"), "{}", run.stderr);
    }
}

#[test]
fn games_without_lines_get_a_warning() {
    for command in ["show", "solve", "count"] {
        let run = plywood(&[command, "mnk:m=3,n=3,k=5"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stderr.contains("warning: mnk:m=3,n=3,k=5: every game is a draw"),
            "{command}: {}",
            run.stderr
        );
        assert_eq!(plywood(&[command, "mnk:m=3,n=3,k=5", "--json"]).stderr, "", "{command}");
        assert_eq!(plywood(&[command, "tictactoe"]).stderr, "", "{command}");
    }
}

/// Cases for each row of the table of exit codes, kind by kind. `{}` means the folder of the test, and the words before
/// `|` are standard input.
const EXITS: &[(i32, &str, &[&str])] = &[
    (0, "done", &["show tictactoe", "count tictactoe --json", "games", "moves b2|solve tictactoe --batch -"]),
    (
        1,
        "more than may be counted or searched",
        &[
            "count gomoku --max 100",
            "solve connect4 --depth 2",
            "solve pikkpakk:size=3 --method enumerate --max-memory 1",
        ],
    ),
    (
        1,
        "a line of a batch",
        &[
            "xxx/ooo/3 x|solve tictactoe --batch -",
            "moves z9|show tictactoe --batch -",
            "oops|eval tictactoe --batch -",
        ],
    ),
    (1, "a proof that is none", &["verify cube3 {}/text"]),
    (2, "a brain of another game", &["learn connect4 --brain {}/ttt.brain --stage 5 random"]),
    (
        2,
        "an unknown game",
        &[
            "show chess",
            "solve chess",
            "match chess random random",
            "learn chess --brain {}/b --stage 5 self",
        ],
    ),
    (
        2,
        "an unknown bot or option",
        &[
            "analyse tictactoe --bot deepblue",
            "match tictactoe random deepblue",
            "eval tictactoe --eval nice",
        ],
    ),
    (
        2,
        "a file that cannot be read",
        &[
            "show --record {}/none",
            "verify cube3 {}/none",
            "show tree:{}/none",
            "solve tictactoe --batch {}/none",
            "brain stats {}/none",
            "match tictactoe random random --openings {}/none",
        ],
    ),
    (2, "a file that is something else", &["brain stats {}/text", "show --record {}/text"]),
    (
        2,
        "a position that cannot be",
        &["show tictactoe --position zzz", "solve tictactoe --position zzz", "eval tictactoe --position zzz"],
    ),
    (2, "a move that cannot be", &["analyse tictactoe --moves z9", "count tictactoe --moves z9"]),
    (
        2,
        "a match that is not possible",
        &["match tictactoe random human", "match tictactoe random random --moves a1\ta2\tb1\tb2\tc1"],
    ),
    (
        2,
        "arguments",
        &["nonsense", "perft tictactoe", "perft tictactoe x", "match tictactoe random random --games 0"],
    ),
    (
        130,
        "interrupted",
        &[
            "perft connect4 200",
            "count gomoku",
            "solve qubic --method search",
            "match gomoku random random --games 100000000",
        ],
    ),
];

#[test]
fn exit_codes_are_those_of_the_table() {
    let scratch = crate::common::Scratch::new("exit-codes");
    std::fs::write(scratch.file("text"), "no such thing\n").unwrap();
    let brain = scratch.file("ttt.brain");
    assert_eq!(plywood(&["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random"]).code, 0);
    for &(code, kind, cases) in EXITS {
        for case in cases {
            let (input, words) = case.split_once('|').unwrap_or(("", case));
            let folder = scratch.file("");
            let words = words.replace("{}", folder.trim_end_matches('/'));
            let args: Vec<String> = words.split(' ').map(|word| word.replace('\t', " ")).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let found = match code {
                130 => interrupted(&args),
                _ => plywood_with_input(&args, &format!("{input}\n")).code,
            };
            assert_eq!(found, code, "{kind}: {case}");
        }
    }
    // The page lists the same codes with the same kinds.
    let page = include_str!("../../../book/src/reference/exit-codes.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let listed: Vec<(i32, &str)> = rows.filter_map(|(code, kind)| Some((code.parse().ok()?, kind))).collect();
    for &(code, kind, _) in EXITS {
        assert!(listed.contains(&(code, kind)), "the page lists {code}, {kind}: {listed:?}");
    }
    for code in listed.iter().map(|(code, _)| code) {
        assert!(EXITS.iter().any(|(tested, ..)| tested == code), "{code} is tested");
    }
}

/// The exit code of a command that is interrupted while it works.
fn interrupted(args: &[&str]) -> i32 {
    let child = crate::common::spawn(args);
    std::thread::sleep(std::time::Duration::from_millis(400));
    crate::common::interrupt(&child);
    child.wait_with_output().unwrap().status.code().expect("it ends by itself")
}

#[test]
fn exit_codes_are_those_of_the_help() {
    let help = plywood(&["--help"]).stdout;
    let cases: &[(&[&str], i32, &str)] = &[
        (&["show", "tictactoe"], 0, "done"),
        (&["count", "gomoku", "--max", "100"], 1, "failed"),
        (&["verify", "cube3", "nothing.proof"], 2, "usage error"),
        (&["show", "chess"], 2, "usage error"),
        (&["nonsense"], 2, "usage error"),
    ];
    for (args, code, words) in cases {
        assert_eq!(plywood(args).code, *code, "{args:?}");
        assert!(help.contains(&format!("{code}  {words}")), "{words}");
    }
    assert!(help.contains("130  interrupted"), "its tests are those that interrupt: {help}");
}

#[test]
fn short_moves_are_answered() {
    let spaced = json_of(&["show", "connect4", "--moves", "d c b a"])["position"].clone();
    for moves in ["dcba", "4321", "4 3 2 1"] {
        assert_eq!(json_of(&["show", "connect4", "--moves", moves])["position"], spaced, "{moves}");
    }
    refused(&["show", "connect4", "--moves", "dch"], "move 3 ('h')");
}

#[test]
fn help_fits_80_columns_and_lists_every_command() {
    let help = plywood(&["--help"]).stdout;
    let names: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .map(|(name, _)| name)
        .collect();
    for name in names.iter().filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())) {
        let help = match *name {
            "help" => continue,
            name if name.contains(' ') => continue,
            name => plywood(&[name, "--help"]).stdout,
        };
        assert!(!help.is_empty(), "{name}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    let usage = plywood(&["completions", "bash"]).stdout;
    let all = usage.lines().find_map(|line| line.trim().strip_prefix("opts=")).expect("the commands of bash");
    let words = all.trim_matches('"').split(' ').filter(|word| !word.starts_with('-') && !word.is_empty());
    for command in words.filter(|word| *word != "help") {
        assert!(names.contains(&command), "{command} is in a group of the help");
    }
}

#[test]
fn manual_pages_are_written() {
    let scratch = crate::common::Scratch::new("man");
    assert_eq!(plywood(&["man", &scratch.file("man1")]).code, 0);
    let page = std::fs::read_to_string(scratch.file("man1/plywood-solve.1")).expect("a page of each command");
    assert!(page.contains("exact value"), "{page}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
    #[test]
    fn no_words_panic(game in "[a-z0-9:=,]{0,20}", position in "[ -~]{0,30}", moves in "[ -~]{0,20}") {
        let run = plywood(&["show", &format!("-{game}").replace('-', ""), &format!("--position={position}"), &format!("--moves={moves}")]);
        proptest::prop_assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        proptest::prop_assert!([0, 2].contains(&run.code));
    }
}
