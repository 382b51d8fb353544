//! Whole games by the other protocols.

use serde_json::{Value as Json, json};

use crate::common::{Scratch, json_of, plywood};
use crate::protocols::talk::Talk;
use crate::protocols::ugi::game_of_match;

/// Sends a command of GTP and returns its answer, which is a success.
fn gtp(engine: &mut Talk, command: &str) -> String {
    let answer = engine.ask(command);
    assert_eq!(engine.line(), "", "{command}");
    answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_string()
}

#[test]
fn two_engines_play_hex_by_gtp() {
    let mut engines = [1, 2].map(|depth| Talk::with(&format!("gtp hex:size=4 --bot engine:depth={depth}")));
    let mut moves: Vec<String> = Vec::new();
    let over = loop {
        let mover = moves.len() % 2;
        let colour = ["black", "white"][mover];
        let shown = json_of(&["show", "hex:size=4", "--moves", &moves.join(" ")]);
        if shown["turn"] == "over" {
            break shown;
        }
        let mv = gtp(&mut engines[mover], &format!("genmove {colour}"));
        gtp(&mut engines[1 - mover], &format!("play {colour} {mv}"));
        moves.push(mv);
    };
    assert_ne!(over["outcome"], "draw");
    let colour = ["b", "w"][moves.len() % 2];
    for engine in &mut engines {
        assert_eq!(engine.ask(&format!("genmove {colour}")), "? the game is over");
        engine.line();
        gtp(engine, "undo");
    }
    let [one, other] = engines;
    one.end();
    other.end();
}

#[test]
fn controllers_get_errors_and_the_position_stays() {
    let mut engine = Talk::with("gtp gomoku --bot first");
    for (command, expected) in [
        ("play b i5", "'i5' is no cell"),
        ("play green a1", "'green' is no colour"),
        ("play b pass", "'pass'"),
        ("play b a16", "'a16'"),
        ("undo", "cannot undo"),
        ("boardsize 33", "unacceptable size"),
        ("boardsize x", "unacceptable size"),
        ("boardsize", "a side"),
        ("play b", "other arguments"),
        ("final_score", "cannot score"),
        ("reg_genmove", "other arguments"),
        ("all_legal_moves x", "'x' is no colour"),
        ("time_left b soon 0", "'soon' is no number"),
        ("fly", "unknown command 'fly'"),
    ] {
        let answer = engine.ask(&format!("7 {command}"));
        assert!(answer.starts_with("?7 ") && answer.contains(expected), "{command}: {answer}");
        assert_eq!(engine.line(), "");
    }
    assert_eq!(gtp(&mut engine, "genmove b # the first cell"), "a15");
    assert_eq!(gtp(&mut engine, "boardsize 9 7"), "");
    assert_eq!(gtp(&mut engine, "genmove black"), "a7");
    assert_eq!(gtp(&mut engine, "play white J1"), "");
    assert_eq!(gtp(&mut engine, "play b resign"), "");
    assert_eq!(engine.ask("genmove b"), "? the game is over");
    engine.end();
}

#[test]
fn controllers_learn_the_rules() {
    let mut engine = Talk::with("gtp mnk:m=4,n=3,k=3 --bot first");
    let ask = |engine: &mut Talk, command: &str| {
        engine.send(command);
        let lines = std::iter::from_fn(|| Some(engine.line()).filter(|line| !line.is_empty()));
        let mut lines: Vec<String> = lines.collect();
        let answer = lines.remove(0).strip_prefix('=').expect("a success").trim().to_string();
        [vec![answer], lines].concat().join("|")
    };
    assert_eq!(ask(&mut engine, "gogui-rules_game_id"), "Gomoku");
    assert_eq!(ask(&mut engine, "gogui-rules_board_size"), "4");
    for mv in ["b a1", "w b2", "b b1"] {
        ask(&mut engine, &format!("play {mv}"));
    }
    assert_eq!(ask(&mut engine, "gogui-rules_board"), "? ? ? ?|. . . .|. O . .|X X . .");
    assert_eq!(ask(&mut engine, "gogui-rules_side_to_move"), "white");
    assert_eq!(ask(&mut engine, "gogui-rules_legal_moves"), "a3 b3 c3 d3 a2 c2 d2 c1 d1");
    assert_eq!(ask(&mut engine, "all_legal_moves w"), "a3 b3 c3 d3 a2 c2 d2 c1 d1");
    assert_eq!(ask(&mut engine, "reg_genmove w"), "a3");
    assert_eq!(ask(&mut engine, "gogui-rules_final_result"), "unknown");
    ask(&mut engine, "play w resign");
    assert_eq!(ask(&mut engine, "final_score"), "B+R");
    ask(&mut engine, "undo");
    assert_eq!(ask(&mut engine, "genmove w"), "a3");
    ask(&mut engine, "play b c1");
    assert_eq!(ask(&mut engine, "final_score"), "B+");
    assert_eq!(ask(&mut engine, "gogui-rules_final_result"), "black");
    assert_eq!(ask(&mut engine, "gogui-rules_legal_moves"), "");
    engine.end();
}

#[test]
fn games_are_loaded_from_sgf() {
    let scratch = Scratch::new("gtp-sgf");
    let file = scratch.file("game.sgf");
    let moves = "b2 a1 c3 c1";
    let written = plywood(&["show", "hex:size=4", "--moves", moves, "--format", "sgf"]);
    std::fs::write(&file, written.stdout).expect("room for a file");
    let mut engine = Talk::with("gtp hex:size=3 --bot first");
    for (number, plies) in [("", 4), (" 3", 2), (" 1", 0), (" 99", 4)] {
        assert_eq!(gtp(&mut engine, &format!("loadsgf {file}{number}")), "", "{number}");
        let mut played = 0;
        while engine.ask("undo") == "=" {
            engine.line();
            played += 1;
        }
        engine.line();
        assert_eq!(played, plies, "{number}");
        assert_eq!(gtp(&mut engine, "gogui-rules_board_size"), "4");
    }
    for wrong in ["loadsgf missing.sgf", "loadsgf Cargo.toml", &format!("loadsgf {file} x")] {
        assert!(engine.ask(wrong).starts_with("? "), "{wrong}");
        engine.line();
        assert_eq!(gtp(&mut engine, "gogui-rules_board_size"), "4");
    }
    engine.end();
}

/// Controllers set up positions by moves of one colour.
#[test]
fn a_colour_moves_several_times_running() {
    for (game, turned) in [("hex:size=3", "3/3/x2 x"), ("mnk:m=3,n=3,k=3", "3/3/x2 x")] {
        let mut engine = Talk::with(&format!("gtp {game} --bot first"));
        gtp(&mut engine, "play b a1");
        let answer = engine.ask("play b b2");
        engine.line();
        // Where the game has no such position, the reason is named.
        if plywood(&["show", game, "--position", turned]).code != 0 {
            assert!(answer.starts_with("? it is the turn of white, and "), "{answer}");
            assert_eq!(gtp(&mut engine, "gogui-rules_side_to_move"), "white");
            assert_eq!(gtp(&mut engine, "undo"), "");
            engine.end();
            continue;
        }
        assert_eq!(answer, "=");
        assert_eq!(gtp(&mut engine, "gogui-rules_side_to_move"), "white");
        assert!(engine.ask("play b b2").contains("illegal move 'b2'"));
        engine.line();
        assert_eq!(gtp(&mut engine, "gogui-rules_side_to_move"), "white");
        assert_ne!(gtp(&mut engine, "reg_genmove b"), "");
        assert_eq!(gtp(&mut engine, "gogui-rules_side_to_move"), "white");
        assert_ne!(gtp(&mut engine, "genmove b"), "");
        for _ in 0..3 {
            assert_eq!(gtp(&mut engine, "undo"), "");
        }
        assert!(engine.ask("undo").contains("no move was played"));
        engine.line();
        assert_eq!(gtp(&mut engine, "gogui-rules_side_to_move"), "black");
        engine.end();
    }
}

#[test]
fn the_board_of_the_contest_plays() {
    let mut engine = Talk::with("gomocup --bot engine:depth=1");
    assert_eq!(engine.ask("START 20"), "OK");
    engine.send("BOARD");
    for place in 0..4 {
        engine.send(&format!("{},19,1", 16 + place));
        engine.send(&format!("0,{},2", 2 * place));
    }
    assert_eq!(engine.ask("DONE"), "15,19");
    assert_eq!(engine.ask("RECTSTART 32,32"), "OK");
    engine.send("BOARD");
    for place in 0..4 {
        engine.send(&format!("{},{},1", 31 - place, 27 + place));
        engine.send(&format!("0,{},2", 2 * place));
    }
    assert_eq!(engine.ask("DONE"), "27,31");
    engine.send("END");
    engine.end();
}

/// Four in a row of either side, and the mover has no time.
#[test]
fn with_no_time_every_protocol_wins_at_once() {
    let mut gomocup = Talk::with("gomocup");
    assert_eq!(gomocup.ask("START 15"), "OK");
    gomocup.send("INFO timeout_turn 0");
    gomocup.send("BOARD");
    for place in 0..4 {
        gomocup.send(&format!("0,{place},1"));
        gomocup.send(&format!("14,{},2", 14 - place));
    }
    assert_eq!(gomocup.ask("DONE"), "0,4");
    gomocup.send("END");
    gomocup.end();
    let mut engine = Talk::with("gtp gomoku");
    for rank in 1..5 {
        gtp(&mut engine, &format!("play b a{rank}"));
        gtp(&mut engine, &format!("play w o{rank}"));
    }
    gtp(&mut engine, "time_left b 0 0");
    assert_eq!(gtp(&mut engine, "genmove b"), "a5");
    engine.end();
    let mut engine = Talk::with("ugi connect4");
    engine.send("position startpos moves g a g a g a");
    for limit in ["movetime 0", "nodes 1"] {
        assert_eq!(engine.best_move(&format!("go {limit}")), "g", "{limit}");
    }
    engine.send("quit");
    engine.end();
    let mut engine = Talk::with("exec");
    let question = json!({ "game": "connect4", "history": ["g", "a", "g", "a", "g"], "time_ms": 1 });
    let answer: Json = serde_json::from_str(&engine.ask(&question.to_string())).expect("JSON");
    assert_eq!(answer["move"], "g", "the block");
    engine.end();
}

#[test]
fn gomocup_plays_a_whole_game() {
    let mut engine = Talk::with("gomocup --bot engine:depth=1");
    assert_eq!(engine.ask("START 7"), "OK");
    let mut moves = vec![engine.ask("BEGIN")];
    let ours = |cell: &String| {
        let (x, y) = cell.split_once(',').expect("a cell");
        let (x, y): (u8, u8) = (x.parse().expect("a column"), y.parse().expect("a row"));
        format!("{}{}", char::from(b'a' + x), 7 - y)
    };
    let over = loop {
        let played = moves.iter().map(ours).collect::<Vec<_>>().join(" ");
        let shown = json_of(&["show", "mnk:m=7,n=7,k=5", "--moves", &played]);
        if shown["turn"] == "over" {
            break shown;
        }
        // The opponent plays the first free cell in reading order.
        let cells = (0..49).map(|place| format!("{},{}", place % 7, place / 7));
        let free = cells.into_iter().find(|cell| !moves.contains(cell)).expect("a free cell");
        let answer = engine.ask(&format!("TURN {free}"));
        moves.push(free);
        if answer == "ERROR the game is over" {
            break json!({ "outcome": "second" });
        }
        moves.push(answer);
    };
    assert_eq!(over["outcome"], "first");
    assert!(engine.ask("TURN 6,6").starts_with("ERROR "));
    assert_eq!(engine.ask("RESTART"), "OK");
    engine.send("INFO rule 4");
    assert!(engine.ask("BEGIN").starts_with("ERROR unsupported rule 4"));
    engine.send("INFO rule 1");
    engine.send("INFO timeout_turn 50");
    assert_eq!(engine.ask("BEGIN").split(',').count(), 2);
    engine.send("END");
    assert!(engine.end().is_empty());
}

/// The questions of a manager of `exec`, with the history or with positions alone.
fn played_by_exec(game: &str, bots: [&str; 2], with_history: bool) -> Vec<String> {
    let mut programs = bots.map(|bot| Talk::with(&format!("exec --bot {bot}")));
    programs.iter_mut().for_each(|program| program.send(r#"{"hello": {"version": 1, "seed": 1}}"#));
    let mut moves: Vec<String> = Vec::new();
    loop {
        let shown = json_of(&["show", game, "--moves", &moves.join(" ")]);
        let you = shown["turn"].as_str().expect("a turn").to_string();
        if you == "over" {
            break;
        }
        let mut question =
            json!({ "game": game, "position": shown["position"], "moves": shown["moves"], "you": you });
        if with_history {
            question["history"] = json!(moves);
        }
        let answer: Json =
            serde_json::from_str(&programs[usize::from(you == "second")].ask(&question.to_string()))
                .expect("JSON");
        let value = answer["value"].as_f64().expect("a value");
        assert!((-1.0..=1.0).contains(&value) && answer["pv"][0] == answer["move"], "{answer}");
        moves.push(answer["move"].as_str().expect("a move").to_string());
    }
    for mut program in programs {
        program.send(r#"{"end": {"outcome": "first"}}"#);
        assert!(program.end().is_empty());
    }
    moves
}

#[test]
fn exec_plays_the_game_of_a_match() {
    let bots = ["engine:depth=3", "engine:depth=2"];
    let expected = game_of_match("exec", "connect4:m=4,n=4", bots);
    for with_history in [true, false] {
        assert_eq!(played_by_exec("connect4:m=4,n=4", bots, with_history), expected);
    }
}

#[test]
fn wrong_questions_are_answered_too() {
    let mut program = Talk::with("exec --bot first");
    for (question, expected) in [
        ("nonsense", "this is no JSON"),
        ("[]", "names no game"),
        (r#"{"game": 7}"#, "'game' has to be a text"),
        (r#"{"game": "chess"}"#, "unknown game 'chess'"),
        (r#"{"game": "tictactoe", "position": "xxx"}"#, "position 'xxx'"),
        (r#"{"game": "tictactoe", "history": ["b2", "b2"]}"#, "move 2 ('b2')"),
        (r#"{"game": "tictactoe", "history": "b2"}"#, "'history'"),
        (r#"{"game": "tictactoe", "time_ms": "soon"}"#, "'time_ms'"),
        (r#"{"game": "pig", "history": ["roll"]}"#, "chance decides here"),
        (r#"{"game": "tictactoe", "position": "xxx/oo1/3 o"}"#, "the game is over"),
    ] {
        let answer: Json = serde_json::from_str(&program.ask(question)).expect("JSON");
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{question}: {answer}"));
        assert!(error.contains(expected), "{question}: {error}");
    }
    assert_eq!(program.ask(r#"{"game": "tictactoe"}"#), r#"{"move":"a3","pv":["a3"]}"#);
    program.end();
    // A clock leaves the bot its own limits.
    let mut program = Talk::with("exec --bot engine:depth=2");
    let question = r#"{"game": "connect4", "time_ms": 60000, "increment_ms": 10.5, "start": null}"#;
    assert!(program.ask(question).starts_with(r#"{"move":""#));
    program.end();
}
