//! Random lines: nothing that comes in ends a program, and it still answers afterwards.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

use crate::protocols::talk::Talk;

/// Lines of words that mean something to a protocol, with some that mean nothing anywhere, and bytes of any kind.
fn lines(words: &[&'static str]) -> impl Strategy<Value = Vec<Vec<u8>>> {
    const ANY: [&str; 14] =
        ["", "-1", "0", "1", "7", "99999999999999999999", "a1", "b2", "é", "\u{0}", ",", "nan", "\"", "{}"];
    let word = select([words, &ANY].concat());
    let meant = vec(word, 0..6).prop_map(|words| words.join(" ").into_bytes());
    let any = vec(any::<u8>(), 0..40);
    vec(prop_oneof![9 => meant, 1 => any], 1..60)
}

/// Sends random lines, then `last`, whose answer begins like this.
fn survives(command: &str, words: &[&'static str], [last, answer]: [&str; 2]) {
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 12, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let survived = runner.run(&lines(words), |lines| {
        let mut talk = Talk::with(command);
        for mut line in lines {
            // Lines that end the program by themselves are tested elsewhere.
            line.push(b'\n');
            talk.send_bytes(&line);
        }
        talk.send(last);
        talk.until(answer);
        talk.end();
        Ok(())
    });
    survived.unwrap_or_else(|error| panic!("{command}: {error}"));
}

#[test]
fn random_lines_do_not_end_ugi() {
    let words = [
        "ugi",
        "isready",
        "setoption",
        "name",
        "value",
        "Game",
        "Bot",
        "Seed",
        "random",
        "tictactoe",
        "pig",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "3/3/3 x",
        "roll",
        "query",
        "p1turn",
        "gameover",
        "result",
        "legalmoves",
        "go",
        "depth 2",
        "nodes",
        "movetime",
        "p1time",
        "p2inc",
        "infinite",
        "stop",
    ];
    survives("ugi tictactoe --bot engine:depth=2", &words, ["stop\nisready", "readyok"]);
}

#[test]
fn random_lines_do_not_end_gtp() {
    let words = [
        "name",
        "known_command",
        "list_commands",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "showboard",
        "reg_genmove",
        "all_legal_moves",
        "final_score",
        "gogui-rules_board",
        "gogui-rules_legal_moves",
        "gogui-rules_final_result",
        "time_settings",
        "time_left",
        "b",
        "white",
        "c3",
        "pass",
        "resign",
        "swap",
        "#",
        "3",
        "19",
    ];
    survives("gtp hex:size=3,swap=on --bot random", &words, ["protocol_version", "= 2"]);
}

#[test]
fn random_lines_do_not_end_gomocup() {
    let words = [
        "START",
        "START 9",
        "RECTSTART",
        "7,5",
        "RESTART",
        "BEGIN",
        "TURN",
        "0,0",
        "3,4",
        "BOARD",
        "1,1,1",
        "2,2,2",
        "0,1,3",
        "DONE",
        "TAKEBACK",
        "INFO",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "rule",
        "ABOUT",
    ];
    survives("gomocup --bot random", &words, ["DONE\nABOUT", "name="]);
}

#[test]
fn random_lines_do_not_end_exec() {
    let words = [
        r#"{"game":"tictactoe"}"#,
        r#"{"game":"#,
        r#""pig""#,
        r#","position":"#,
        r#""3/3/3 x""#,
        r#","history":["#,
        r#"]"#,
        r#"}"#,
        r#"{"hello":1}"#,
        r#","time_ms":"#,
        r#","start":"#,
        "[[[[",
        "null",
    ];
    survives("exec --bot random", &words, [r#"{"game":"tictactoe"}"#, r#"{"move":"#]);
}

#[test]
fn random_lines_do_not_end_mcp() {
    let words = [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":"#,
        r#"{"requestId":1}"#,
        r#"{"name":"solve","arguments":{"game":"tictactoe"}}"#,
        r#"{"name":"solve","arguments":{"game":"gomoku"}}"#,
        r#"{"name":"play","arguments":"#,
        r#"{"game":"pig"}"#,
        "}",
        "[[[[",
    ];
    let ping = r#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#;
    survives("mcp", &words, [ping, r#"{"jsonrpc":"2.0","id":"last","result":{}}"#]);
}
