//! The promised `--json` output of every command, and published truths through the whole program.

use plywood_workshop::Workshop;
use serde_json::Value as Json;

use crate::common::{Scratch, json, json_of, plywood};

const COURSE: &str = "xox/o1o/x2 x";
const SPIRAL_DARK_TO_MOVE: &str =
    "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 b";

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn has_keys(object: &Json, expected: &[&str]) {
    let found = keys(object);
    for key in expected {
        assert!(found.contains(key), "{key} is missing among {found:?}");
    }
}

#[test]
fn games_and_bots_are_listed_with_their_parameters() {
    let games = json("games");
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    let workshop = Workshop::standard();
    let families: Vec<&str> = workshop.families().iter().map(|family| family.name).collect();
    assert_eq!(names, families);
    has_keys(&games["games"][0], &["name", "aliases", "parameters"]);
    has_keys(&games["games"][0]["parameters"][0], &["key", "default", "values"]);
    let bots = json("bots");
    let names: Vec<&str> =
        bots["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    for bot in [
        "human",
        "random",
        "first",
        "minimax",
        "alphabeta",
        "engine",
        "expectiminimax",
        "rules",
        "level",
        "learner",
        "hold",
    ] {
        assert!(names.contains(&bot), "{bot}");
    }
    has_keys(&bots["bots"][3], &["name", "parameters"]);
    let levels = bots["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 8);
    has_keys(&levels[7], &["n", "nodes", "blunder"]);
}

#[test]
fn line_counts_and_symmetries_are_the_published_ones() {
    let cases = [
        ("tictactoe", 8, 8),
        ("mnk:m=4,n=4,k=4", 10, 32),
        ("cube3", 49, 48),
        ("cube3:centre=off", 36, 48),
        ("qubic", 76, 192),
        ("cube:n=5,d=3", 109, 192),
        ("cube:n=3,d=4", 272, 384),
        ("tesseract", 520, 1536),
        ("connect4", 69, 2),
    ];
    for (game, lines, symmetries) in cases {
        let told = json(&format!("games {game}"));
        assert_eq!((&told["lines"], &told["symmetries"]), (&lines.into(), &symmetries.into()), "{game}");
    }
}

#[test]
fn the_rules_are_told_before_one_plays() {
    let cases = [
        ("mnk:m=4,n=3,k=3,misere=on", "a1 to d3"),
        ("connect4", "letter of its column"),
        ("cube3:opening=nocentre", "not go to the middle, 222"),
        ("pikkpakk:size=5", "exactly 5 balls"),
        ("pikkpakk:variant=rolling,opening=placement", "comes back in"),
        ("pig:target=50", "reaching 50"),
        ("piglet", "Tails"),
        ("tree:(a:3,b:4)", "label"),
    ];
    for (game, part) in cases {
        let told = json(&format!("games {game}"));
        assert!(told["how_to_play"].as_str().unwrap().contains(part), "{game}: {told}");
    }
}

#[test]
fn show_tells_the_position_whose_turn_it_is_and_the_moves() {
    let shown = json("show tictactoe");
    has_keys(&shown, &["game", "position", "turn", "outcome", "moves"]);
    assert_eq!(shown["position"], "3/3/3 x");
    assert_eq!(shown["turn"], "first");
    assert_eq!(shown["outcome"], Json::Null);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 9);
    let over = json_of(&["show", "tictactoe", "--moves", "a1 a2 b1 b2 c1"]);
    assert_eq!((&over["turn"], &over["outcome"]), (&"over".into(), &"first".into()));
    assert_eq!(over["moves"].as_array().unwrap().len(), 0);
    assert_eq!(json_of(&["show", "pig", "--moves", "roll"])["turn"], "chance");
    assert_eq!(json("show pikkpakk:size=3")["position"], "5/1wbb1/1wtw1/1bbw1/5 w");
}

#[test]
fn perft_counts_what_is_published() {
    let cases = [
        ("tictactoe 9", 127_872),
        ("tictactoe 5", 15_120),
        ("pikkpakk 1", 14),
        ("pikkpakk 2", 180),
        ("pikkpakk 3", 1948),
        ("pikkpakk 4", 19240),
        ("connect4 4", 2401),
        // Two decisions and the six faces between them; a 1 leaves one decision, the others two.
        ("pig 3", 11),
    ];
    for (words, nodes) in cases {
        let counted = json(&format!("perft {words}"));
        has_keys(&counted, &["nodes", "seconds", "nodes_per_second"]);
        assert_eq!(counted["nodes"], nodes, "{words}");
    }
    let divided = json("perft tictactoe 2 --divide");
    assert_eq!(divided["divide"].as_array().unwrap().len(), 9);
    assert_eq!(json("perft tictactoe 0")["nodes"], 1);
}

#[test]
fn count_finds_what_is_published() {
    let counted = json("count tictactoe");
    has_keys(&counted, &["positions", "up_to_symmetry", "terminal", "by_ply"]);
    assert_eq!(counted["positions"], 5478);
    assert_eq!(counted["up_to_symmetry"], 765);
    assert_eq!(counted["terminal"].to_string(), r#"{"first":626,"second":316,"draw":16}"#);
    let by_ply: u64 = counted["by_ply"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(by_ply, 5478);
    assert_eq!(json("count mnk:m=4,n=4,k=4,gravity=on")["positions"], 161_029);
    let cut = plywood(&["count", "gomoku", "--max", "1000", "--json"]);
    assert_eq!(cut.code, 1);
    assert!(cut.stdout.contains("\"complete\":false"), "{}", cut.stdout);
}

#[test]
fn eval_speaks_for_the_side_to_move() {
    let after_centre = json_of(&["eval", "cube3", "--moves", "222"]);
    has_keys(&after_centre, &["value", "children"]);
    // Thirteen lines run through the centre, each worth a point for X; O is to move.
    assert_eq!(after_centre["value"], -13);
    let corner = &after_centre["children"][0];
    assert_eq!((&corner["move"], &corner["value"]), (&"111".into(), &(7 - 1 - 13 + 1).into()));
    assert_eq!(json("eval tictactoe --eval none")["value"], 0);
}

#[test]
fn analyse_finds_the_published_wins() {
    let course = json_of(&["analyse", "tictactoe", "--position", COURSE, "--bot", "alphabeta"]);
    has_keys(&course, &["best", "value", "proved", "plies", "pv", "depth", "nodes", "seconds", "moves"]);
    assert_eq!(
        (&course["best"], &course["proved"], &course["plies"]),
        (&"b2".into(), &"win".into(), &1.into())
    );
    for bot in ["engine:depth=3", "minimax:depth=3", "alphabeta:depth=3"] {
        let push = json_of(&[
            "analyse",
            "pikkpakk",
            "--position",
            SPIRAL_DARK_TO_MOVE,
            "--moves",
            "e-",
            "--bot",
            bot,
        ]);
        assert_eq!(
            (&push["best"], &push["proved"], &push["plies"]),
            (&"d-".into(), &"win".into(), &3.into())
        );
        assert_eq!(push["pv"].as_array().unwrap().len(), 3, "{bot}");
    }
}

#[test]
fn node_counts_on_the_empty_board_are_the_published_ones() {
    assert_eq!(json("analyse tictactoe --bot minimax")["nodes"], 549_946);
    let alphabeta = json("analyse tictactoe --bot alphabeta");
    assert_eq!(alphabeta["nodes"], 18_297);
    assert_eq!((&alphabeta["proved"], &alphabeta["value"]), (&"draw".into(), &0.into()));
    // Centre, corners, edges.
    assert_eq!(json("analyse tictactoe --bot alphabeta:order=promising")["nodes"], 7275);
}

#[test]
fn all_moves_have_their_values_on_request() {
    let all = json("analyse tictactoe --moves b2 --bot alphabeta --all");
    let moves = all["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    for mv in moves {
        let name = mv["move"].as_str().unwrap();
        let expected = if matches!(name, "a1" | "a3" | "c1" | "c3") { "draw" } else { "loss" };
        assert_eq!(mv["proved"], expected, "{name}");
    }
    // Values are those of the side to move.
    for (moves, value) in [("a1 b1", 1_000_000), ("a1 b1 b2", -1_000_000)] {
        let answer = json_of(&["analyse", "tictactoe", "--moves", moves, "--bot", "alphabeta", "--all"]);
        assert_eq!(answer["value"], value, "{moves}");
        assert_eq!(answer["without_value"], serde_json::json!([]), "{moves}");
    }
    let rules = json_of(&["analyse", "tictactoe", "--bot", "rules", "--all"]);
    let (known, unknown) = (rules["moves"].as_array().unwrap(), rules["without_value"].as_array().unwrap());
    assert_eq!((known.len(), unknown.len()), (1, 8), "{rules}");
}

#[test]
fn a_game_that_a_repetition_has_ended_has_no_moves() {
    let turn = "b- c+ 3+ d+ 3- d- 3- c- 3+ c- 2+ c+ 2- b+ 2+ 4+ 2- 4- c+ b+ c-";
    let open = json_of(&["show", "pikkpakk:size=3", "--moves", turn]);
    assert_eq!((&open["turn"], &open["moves"]), (&"second".into(), &serde_json::json!(["b-", "4-", "4+"])));
    let over = json_of(&["show", "pikkpakk:size=3", "--moves", &format!("{turn} b-")]);
    assert_eq!(
        (&over["turn"], &over["outcome"], &over["moves"]),
        (&"over".into(), &"draw".into(), &serde_json::json!([]))
    );
}

/// A question without a bot has one answer: with all values or without, by moves or in a batch; exact where that takes a moment.
#[test]
fn the_same_question_has_the_same_answer() {
    let said = |text: &str| json(&format!("analyse connect4 {text}"));
    let late = ["--moves", "d d d d d c c a b e e f"];
    let (alone, all) = (
        json_of(&["analyse", "connect4", late[0], late[1]]),
        json_of(&["analyse", "connect4", late[0], late[1], "--all"]),
    );
    let solved = json_of(&["solve", "connect4", late[0], late[1]]);
    for answer in [&alone, &all] {
        assert_eq!((&answer["best"], &answer["proved"]), (&solved["best"], &solved["proved"]), "{answer}");
        assert_eq!((&answer["bot"], &answer["plies"]), (&"perfect".into(), &solved["plies"]), "{answer}");
        assert_eq!((&answer["unit"], &answer["solved_by"]), (&Json::Null, &Json::Null), "{answer}");
    }
    assert_eq!((&alone["value"], all["without_value"].as_array().unwrap().len()), (&all["value"], 0));
    let (alone, all) = (said("--moves d --bot engine"), said("--moves d --bot engine --all"));
    for key in ["best", "value", "pv", "unit", "solved_by"] {
        assert_eq!(alone[key], all[key], "{key}");
    }
    assert_eq!(all["solved_by"], "plywood solve connect4 --moves d");
    assert_eq!(all["unit"], "points of the evaluation 'tuned', a win counts 1 000 000");
    let best = all["value"].as_f64().unwrap();
    let values: Vec<f64> =
        all["moves"].as_array().unwrap().iter().map(|mv| mv["value"].as_f64().unwrap()).collect();
    assert!(values.len() == 7 && values.iter().all(|&value| value <= best), "{all}");
    let words = plywood(&["analyse", "connect4", "--moves", "d", "--bot", "alphabeta:depth=2"]).stdout;
    let end = "unit: points of the evaluation 'tuned', a win counts 1 000 000\n\
               the exact value takes longer: plywood solve connect4 --moves d\n";
    assert!(words.ends_with(end), "{words}");
}

#[test]
fn the_classic_written_tree_is_worth_three() {
    let tree = "tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";
    let plain = json_of(&["analyse", tree, "--bot", "minimax"]);
    assert_eq!((&plain["best"], &plain["value"], &plain["nodes"]), (&"a".into(), &3.into(), &13.into()));
    assert_eq!(plain["pv"].to_string(), r#"["a","b1"]"#);
    let pruned = json_of(&["analyse", tree, "--bot", "alphabeta"]);
    assert_eq!((&pruned["best"], &pruned["value"], &pruned["nodes"]), (&"a".into(), &3.into(), &11.into()));
}

#[test]
fn a_match_reports_sides_and_statistics() {
    let played = json("match tictactoe engine:tie=random random --games 100 --seed 5");
    has_keys(
        &played,
        &[
            "games",
            "first_bot",
            "second_bot",
            "draws",
            "as_first",
            "as_second",
            "elo",
            "elo_margin",
            "los",
            "seconds",
        ],
    );
    assert_eq!(played["games"], 100);
    assert_eq!(played["second_bot"]["wins"], 0);
    for side in ["as_first", "as_second"] {
        let tally = &played[side];
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|k| tally[k].as_u64().unwrap()).sum();
        assert_eq!(sum, 50, "{side}");
    }
}

#[test]
fn a_match_with_clocks_tells_what_moves_took() {
    let without = json("match tictactoe random random --games 2");
    assert_eq!(
        (&without["clock"], &without["time"], &without["sprt"]),
        (&Json::Null, &Json::Null, &Json::Null)
    );
    let late = "exec:[shell=on] while read -r l; do case $l in *hello*) echo '{\"ready\": true}';; \
                *moves*) sleep 0.4; echo '{\"move\": \"a1\"}';; esac; done";
    let played = json_of(&["match", "tictactoe", late, "first", "--games", "2", "--clock", "150ms+1ms"]);
    assert_eq!(played["clock"].to_string(), r#"{"seconds":0.15,"increment":0.001,"grace_ms":10}"#);
    let (slow, quick) = (&played["time"]["first_bot"], &played["time"]["second_bot"]);
    has_keys(slow, &["time_losses", "mean_ms", "max_ms", "late", "max_late_ms", "start_ms"]);
    assert_eq!(
        (&slow["time_losses"], &slow["late"], &quick["time_losses"]),
        (&2.into(), &2.into(), &0.into())
    );
    assert!(slow["max_ms"].as_f64().unwrap() >= 160.0, "{slow}");
    assert_eq!(played["second_bot"]["wins"], 2);
}

#[test]
fn a_sequential_test_ends_a_match() {
    let words = "match tictactoe engine:tie=random random --openings random:2 --sprt";
    let played = json(&format!("{words} elo0=0,elo1=50,alpha=0.1"));
    let test = &played["sprt"];
    has_keys(test, &["elo0", "elo1", "llr", "trinomial_llr", "lower", "upper", "verdict"]);
    assert_eq!((&test["elo1"], &test["verdict"]), (&50.into(), &"accepted H1".into()));
    assert!(test["llr"].as_f64() >= test["upper"].as_f64());
    let games = played["games"].as_u64().unwrap();
    assert!(games < 1000 && played["complete"] == true, "{games} games");
    // Where the games do not suffice, all of them were played all the same.
    let short = json(&format!("{words} elo0=0,elo1=5 --games 4"));
    assert_eq!((&short["sprt"]["verdict"], &short["games"]), (&"undecided".into(), &4.into()));
    let run =
        plywood(&["match", "tictactoe", "random", "random", "--sprt", "elo1=1,elo0=-1", "--games", "2"]);
    assert!(run.stdout.contains("sequential test: undecided"), "{}", run.stdout);
}

#[test]
fn the_same_seed_gives_the_same_match_whatever_the_jobs() {
    let words = "match pikkpakk:size=5 rules:depth=1,tie=random random --games 40 --seed 9 --jobs";
    let outcome = |jobs: u32| {
        let mut told = json(&format!("{words} {jobs}"));
        told["seconds"] = Json::Null;
        told
    };
    let one = outcome(1);
    assert_eq!(one, outcome(2));
    assert_eq!(one, outcome(7));
}

#[test]
fn records_are_written_and_read_back() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("records");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.txt");
    let file = file.to_str().unwrap();
    let _ = json_of(&["match", "pig:target=20", "hold:at=8", "random", "--games", "6", "--save", file]);
    let _ =
        json_of(&["play", "qubic", "--first", "random", "--second", "random", "--seed", "4", "--save", file]);
    for (number, game) in [("1", "pig:target=20"), ("6", "pig:target=20"), ("7", "cube:n=4,d=3")] {
        let shown = json_of(&["show", "--record", file, "--game-number", number]);
        assert_eq!((&shown["game"], &shown["turn"]), (&game.into(), &"over".into()), "{number}");
        let start = json_of(&["show", "--record", file, "--game-number", number, "--ply", "0"]);
        assert_eq!(start["played"].as_array().unwrap().len(), 0);
    }
    assert_eq!(plywood(&["show", "--record", file, "--game-number", "8"]).code, 2);
    assert_eq!(plywood(&["show", "--record", file, "--ply", "9999"]).code, 2);
}

#[test]
fn a_record_says_how_forced_its_game_was() {
    let scratch = Scratch::new("forcedness");
    let file = scratch.file("game");
    std::fs::write(&file, "[Game \"mnk:m=2,n=2,k=2\"]\n[Result \"*\"]\n\n1. a1\n\n[Game \"connect4:m=1,n=4,k=4\"]\n\n1. a a 2. a a\n")
        .unwrap();
    let forced =
        |number| json_of(&["show", "--record", &file, "--game-number", number])["forcedness"].clone();
    let none = r#"{"decisions":0,"mean_moves":null,"only_moves":0}"#;
    let first = forced("1");
    assert_eq!(first["first"].to_string(), r#"{"decisions":1,"mean_moves":4,"only_moves":0}"#);
    assert_eq!(first["second"].to_string(), none);
    let column = forced("2");
    for side in ["first", "second"] {
        assert_eq!(column[side].to_string(), r#"{"decisions":2,"mean_moves":1,"only_moves":2}"#, "{side}");
    }
    let words = plywood(&["show", "--record", &file, "--game-number", "2", "--ply", "2"]).stdout;
    assert!(words.contains("X had 1.0 legal moves on average in 1 decision, 1 only move"), "{words}");
    assert_eq!(json("show tictactoe")["forcedness"], Json::Null);
}

#[test]
fn check_tells_the_verdict_on_every_law() {
    for game in [
        "tictactoe",
        "cube3:opening=nocentre",
        "pikkpakk:size=3,variant=capture",
        "pig",
        "tree:(a:3 b:{0.5 W 0.5 L})",
    ] {
        let verdict = json_of(&["check", game, "--games", "10"]);
        assert_eq!(verdict["ok"], true, "{game}");
        has_keys(&verdict["laws"][0], &["law", "checked", "failed"]);
    }
}

#[test]
fn what_is_learnt_is_told_in_one_object() {
    let scratch = Scratch::new("promised-brains");
    let (brain, other, text) = (scratch.file("brain"), scratch.file("other"), scratch.file("text"));
    let learn = ["learn", "tictactoe", "--brain", &brain, "--measure", "10", "--stage"];
    let told = json_of(&[&learn[..], &["40", "self", "--every", "20"]].concat());
    has_keys(
        &told,
        &[
            "game",
            "brain",
            "seed",
            "games",
            "trained",
            "nodes",
            "edges",
            "games_per_second",
            "seconds",
            "curve",
        ],
    );
    assert_eq!((&told["games"], &told["curve"].as_array().unwrap().len()), (&40.into(), &3));
    let point = ["games", "opponent", "wins", "draws", "losses", "score", "low", "high"];
    has_keys(&told["curve"][2], &point);
    let stats = json_of(&["brain", "stats", &brain]);
    has_keys(&stats, &["game", "games", "nodes", "edges", "gamma", "proved", "file_bytes", "run", "curve"]);
    assert_eq!((&stats["nodes"], &stats["edges"]), (&told["nodes"], &told["edges"]));
    assert_eq!(stats["gamma"].to_string(), "0.99");
    has_keys(&stats["curve"][0], &point);
    let shown = json_of(&["brain", "show", &brain]);
    has_keys(&shown, &["game", "brain", "position", "turn", "moves"]);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 9);
    let known = shown["moves"].as_array().unwrap().iter().find(|mv| mv["known"] == true).unwrap();
    has_keys(known, &["move", "q", "visits", "proved", "plies", "tries", "result", "line"]);
    let exported = json_of(&["brain", "export", &brain]);
    has_keys(&exported, &["game", "settings", "games", "nodes", "edges", "positions"]);
    assert_eq!(Json::from(exported["positions"].as_array().unwrap().len()), stats["nodes"]);
    has_keys(&exported["positions"][0]["moves"][0], &["move", "q", "visits"]);
    assert_eq!(plywood(&["brain", "export", &brain, "-o", &text]).code, 0);
    for (args, games) in [
        (&["brain", "import", &other, &text][..], 40),
        (&["brain", "merge", &other, &brain], 80),
        (&["brain", "reset", &other, "--yes"], 0),
    ] {
        let told = json_of(args);
        has_keys(&told, &["brain", "games", "nodes", "edges"]);
        assert_eq!(told["games"], games, "{args:?}");
    }
}

#[test]
fn what_a_machine_knows_is_analysed_like_what_others_find() {
    let scratch = Scratch::new("analysed-brain");
    let brain = scratch.file("brain");
    json_of(&["learn", "tictactoe", "--brain", &brain, "--stage", "3000", "self", "--every", "0"]);
    let bot = format!("learner:brain={brain}");
    let found = json_of(&["analyse", "tictactoe", "--position", "x2/1o1/2x o", "--bot", &bot]);
    has_keys(&found, &["best", "value", "proved", "pv", "moves"]);
    assert_eq!(found["proved"], "draw", "an edge holds, a corner loses");
    assert!(["b3", "a2", "c2", "b1"].contains(&found["best"].as_str().unwrap()), "{found}");
}
