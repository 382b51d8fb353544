//! The protocol `exec`, and how programs are kept for the next game.

use std::time::Duration;

use plywood_erased::{Ending, TextBot, TextTurn};
use plywood_outside::{OutsideBot, ProcessLimits, Program, Programs};
use plywood_rules::ending::Call;
use plywood_rules::{Clock, Player, Stop, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Value as Json, json};

use crate::common::{Scripts, ask, position, rules};

/// Writes down all lines, and answers questions with the second move and its own number.
const SECOND: &str = r#"echo $$ >> $1/pids
while read -r line; do
  printf '%s\n' "$line" >> $1/got
  case $line in *'"moves"'*) printf '{"move": "b3", "comment": "%s"}\n' $$;; esac
done"#;

#[test]
fn the_lines_are_those_of_the_book() {
    let scripts = Scripts::new();
    let mut bot = scripts.bot(&scripts.program("exec:", SECOND));
    let game = position("tictactoe", "a1 c3");
    let second = Duration::from_millis(1500);
    let turn = TextTurn { position: &*game, clock: Some(Clock { left: second, increment: second }) };
    let answer = bot.ask(&turn, &mut ChaCha8Rng::seed_from_u64(7), &Stop::never()).unwrap();
    assert_eq!(answer.mv, "b3");
    bot.game_over(Ending::Called(Call::OutOfTime(Player::Second)));
    std::thread::sleep(Duration::from_millis(50));
    let lines = scripts.lines("got");
    let lines: Vec<Json> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seed = lines[0]["hello"]["seed"].clone();
    assert!(seed.is_u64());
    let expected = [
        json!({"hello": {"protocol": 1, "version": env!("CARGO_PKG_VERSION"), "seed": seed, "game": "mnk:m=3,n=3,k=3", "ready": "asked"}}),
        json!({
            "game": "mnk:m=3,n=3,k=3",
            "position": "2o/3/x2 x",
            "moves": ["a3", "b3", "a2", "b2", "c2", "b1", "c1"],
            "you": "first",
            "history": ["a1", "c3"],
            "time_ms": 1500,
            "drawing": "3 . . o\n2 . . .\n1 x . .\n  a b c\n",
            "increment_ms": 1500,
        }),
        json!({"end": {"result": "first", "reason": "time", "you": "first"}}),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_program_is_kept_for_the_next_game_unless_it_failed() {
    let scripts = Scripts::new();
    let program = scripts.program("exec:", SECOND);
    let start = position("tictactoe", "");
    let play = |ending| {
        let mut bot = scripts.bot(&program);
        let pid = ask(&mut bot, &*start).unwrap().comment.unwrap();
        bot.game_over(ending);
        pid
    };
    let first = play(Ending::Called(Call::PlyLimit));
    assert_eq!(play(Ending::Repetition), first);
    assert_eq!(play(Ending::Called(Call::Failed(Player::Second))), first, "the opponent failed");
    assert_eq!(play(Ending::Called(Call::Failed(Player::First))), first);
    assert_ne!(play(Ending::Repetition), first, "it failed in the game before");
    let two: Vec<String> = {
        let mut bots = [scripts.bot(&program), scripts.bot(&program)];
        bots.iter_mut().map(|bot| ask(bot, &*start).unwrap().comment.unwrap()).collect()
    };
    assert_ne!(two[0], two[1], "a program plays one game at a time");
}

#[test]
fn lines_that_nobody_asked_for_answer_nothing() {
    let scripts = Scripts::new();
    let script = "n=0; while read -r l; do case $l in *moves*) n=$((n+1)); \
                  echo '{\"move\": \"a'$n'\"}'; echo '{\"move\": \"c3\"}';; esac; done";
    let mut bot = scripts.bot(&scripts.program("exec:", script));
    for (moves, mv) in [("", "a1"), ("a1 b1", "a2"), ("a1 b1 a2 b2", "a3")] {
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(ask(&mut bot, &*position("tictactoe", moves)).unwrap().mv, mv);
    }
    assert_eq!(bot.unasked(), 2);
    assert!(bot.exchanged().iter().any(|line| line == "? {\"move\": \"c3\"}"), "{:?}", bot.exchanged());
}

#[test]
fn lines_may_come_in_parts_and_with_any_end() {
    let scripts = Scripts::new();
    let script = "read a; read a; printf '{\"mo'; sleep 0.05; printf 've\": \"a1\", \"value\": 7, \"comment\": \"\\377\"}\\r\\n'";
    let answer =
        ask(&mut scripts.bot(&scripts.program("exec:", script)), &*position("tictactoe", "")).unwrap();
    assert_eq!((answer.mv.as_str(), answer.value), ("a1", Some(Value::Estimated(1.0))));
}

#[test]
fn a_long_question_and_a_long_answer_do_not_block_each_other() {
    let scripts = Scripts::new();
    // Reads nothing before it has written more than a pipe holds.
    let script =
        "head -c 300000 /dev/zero | tr '\\0' ' '; while read -r a; do echo '{\"move\": \"a1\"}'; done";
    let program = scripts.program("exec:", script);
    let mut bot = scripts.bot(&program);
    let mut long = rules("pig").begin(None, "", 3).unwrap();
    while long.ending().is_none() && long.played().len() < 400 {
        match long.moves().iter().any(|mv| mv == "hold") {
            true => long.play("hold").unwrap(),
            false => drop(long.roll().or_else(|_| long.play("roll").map(|()| String::new())).unwrap()),
        }
    }
    assert_eq!(ask(&mut bot, &*position("tictactoe", "")).unwrap().mv, "a1");
}

#[test]
fn errors_go_to_a_log() {
    let scripts = Scripts::new();
    let logs = scripts.path("logs");
    let programs = std::sync::Arc::new(Programs::new(ProcessLimits::default()).with_logs(&logs));
    let script = "read a; read a; echo thinking >&2; sleep 0.05; echo '{\"move\": \"a1\"}'; read a";
    let program = scripts.program("exec:", script);
    // Two whose names begin alike.
    for end in ["1", "2"] {
        let named = Program::named(&format!("{} {} {end}", program.text(), "x".repeat(60))).unwrap();
        let mut bot = OutsideBot::new(&programs, &std::sync::Arc::new(named));
        assert!(ask(&mut bot, &*position("tictactoe", "")).is_ok());
    }
    let logs: Vec<_> = std::fs::read_dir(&logs).unwrap().map(|log| log.unwrap().path()).collect();
    assert_eq!(logs.len(), 2);
    assert!(logs.iter().all(|log| std::fs::read_to_string(log).unwrap() == "thinking\n"));
}

#[test]
fn the_environment_is_small() {
    let scripts = Scripts::new();
    let script =
        "read a; read a; echo '{\"move\": \"a1\", \"comment\": \"'$(env | cut -d= -f1 | sort | xargs)'\"}'";
    let answer =
        ask(&mut scripts.bot(&scripts.program("exec:", script)), &*position("tictactoe", "")).unwrap();
    let comment = answer.comment.unwrap();
    let names: Vec<&str> = comment.split_whitespace().collect();
    assert!(names.contains(&"PATH") && !names.iter().any(|name| name.starts_with("CARGO")), "{names:?}");
}
