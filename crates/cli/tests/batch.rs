//! `--batch`: a line of JSON for every line, in order, the same as for each position alone.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::common::{ProgramRun, Scratch, interrupt, json_of, plywood, plywood_with_input, spawn};
use serde_json::Value as Json;

fn lines(run: &ProgramRun) -> Vec<Json> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

/// An answer without what the clock says.
fn timeless(mut answer: Json) -> Json {
    let object = answer.as_object_mut().expect("an object");
    object.remove("seconds");
    object.remove("nodes_per_second");
    answer
}

#[test]
fn a_line_is_answered_as_the_position_alone_is() {
    let positions = [("", ""), ("", "b2 a1"), ("3/3/3 x", "a1 a2 b1")];
    let input: String =
        positions.iter().map(|(position, moves)| format!("{position} moves {moves}\n")).collect();
    let commands: &[&[&str]] = &[
        &["show", "tictactoe"],
        &["eval", "tictactoe", "--eval", "lines"],
        &["analyse", "tictactoe", "--bot", "engine:depth=4", "--all"],
        &["solve", "tictactoe"],
        &["solve", "tictactoe", "--within", "3"],
        &["solve", "tictactoe", "--method", "enumerate"],
        // With more threads the number of positions visited differs from run to run.
        &["solve", "tictactoe", "--method", "proof", "--threads", "1"],
    ];
    for command in commands {
        let run = plywood_with_input(&[command, &["--batch", "-"][..]].concat(), &input);
        assert_eq!(run.code, 0, "{command:?}: {}", run.stderr);
        let answers = lines(&run);
        assert_eq!(answers.len(), positions.len(), "{command:?}");
        for ((number, answer), (position, moves)) in (1..).zip(answers).zip(positions) {
            let place = ["--position", position, "--moves", moves];
            let place = if position.is_empty() { &place[2..] } else { &place };
            let mut alone = json_of(&[command, place].concat());
            alone["line"] = number.into();
            assert_eq!(timeless(answer), timeless(alone), "{command:?} {moves}");
        }
    }
}

#[test]
fn answers_come_in_the_order_of_the_lines() {
    let scratch = Scratch::new("batch-order");
    let file = scratch.file("positions.txt");
    // Every tenth position takes thousands of times longer than the others.
    let text: String =
        (0..1000).map(|n| if n % 10 == 0 { "moves\n" } else { "moves a1 b1 a2 b2\n" }).collect();
    std::fs::write(&file, text).unwrap();
    let run = plywood(&["solve", "mnk:m=4,n=3,k=3", "--batch", &file]);
    let numbers: Vec<u64> = lines(&run).iter().map(|line| line["line"].as_u64().unwrap()).collect();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(numbers, (1..=1000).collect::<Vec<_>>());
}

#[test]
fn a_bad_line_names_itself_and_the_others_are_answered() {
    let mut input = b"# three good lines\n\n3/1x1/3 o\n3/3 x\nmoves b2\r\nmoves b2 b2\n\xFF\xFE\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', (1 << 20) + 5));
    input.extend(b"\n   3/3/3 x   \n");
    let scratch = Scratch::new("batch-bad");
    let file = scratch.file("positions.txt");
    std::fs::write(&file, input).unwrap();
    let run = plywood(&["show", "tictactoe", "--batch", &file]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let answers = lines(&run);
    let expected = [
        (3, ""),
        (4, "3/3 x"),
        (5, ""),
        (6, "b2"),
        (7, "the line is not UTF-8"),
        (8, "the line is longer than 1048576 bytes"),
        (9, ""),
    ];
    assert_eq!(answers.len(), expected.len());
    for (answer, (line, error)) in answers.iter().zip(expected) {
        assert_eq!(answer["line"], line);
        if error.is_empty() {
            assert_eq!((&answer["error"], &answer["game"]), (&Json::Null, &"mnk:m=3,n=3,k=3".into()));
        } else {
            assert_eq!((answer.as_object().unwrap().len(), &answer["error"]["kind"]), (2, &"usage".into()));
            assert!(answer["error"]["message"].as_str().unwrap().contains(error), "{answer}");
        }
    }
    assert!(run.stderr.contains("4 of 7 lines failed; the first is line 4: "), "{}", run.stderr);
}

#[test]
fn what_is_less_than_was_asked_for_counts_as_failed() {
    let run = plywood_with_input(
        &["solve", "tictactoe", "--depth", "2", "--batch", "-"],
        "moves\nmoves a1 a2 b1 b2\n",
    );
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("1 of 2 lines failed; the first is line 1: the value is not known"),
        "{}",
        run.stderr
    );
    let values: Vec<Json> = lines(&run).into_iter().map(|mut line| line["proved"].take()).collect();
    assert_eq!(values, [Json::Null, "win".into()]);
}

#[test]
fn an_empty_batch_has_no_answers() {
    let run = plywood_with_input(&["solve", "tictactoe", "--batch", "-"], "");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}

#[test]
fn what_no_line_could_mend_is_refused_at_once() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "nogame", "--batch", "-"], "unknown game"),
        (&["analyse", "tictactoe", "--bot", "nobot", "--batch", "-"], "unknown bot"),
        (&["show", "tictactoe", "--batch", "/no/such/file"], "cannot read '/no/such/file'"),
        (&["show", "tictactoe", "--batch", "/"], "cannot read '/'"),
        (&["show", "tictactoe", "--batch", "-", "--moves", "a1"], "cannot be used with"),
        (
            &["solve", "tictactoe", "--method", "proof", "-o", "x.proof", "--batch", "-"],
            "cannot be used with",
        ),
    ];
    for (args, expected) in cases {
        let run = plywood_with_input(args, "moves\n");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}

/// Another program may keep a process and ask it one position at a time.
#[test]
fn every_answer_comes_before_the_next_line_is_there() {
    let mut child = spawn(&["solve", "tictactoe", "--batch", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 1..=3 {
        writeln!(input, "moves a1 a2").unwrap();
        let answer: Json = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!((&answer["line"], &answer["proved"]), (&number.into(), &"win".into()));
    }
    drop(input);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let mut child = spawn(&["solve", "connect4", "--batch", "-"]);
    let mut input = child.stdin.take().unwrap();
    // The second line takes a minute, and the input does not end.
    writeln!(input, "moves a b a b a b\nmoves\nmoves a b a b a b").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(answers.next().unwrap().unwrap().starts_with(r#"{"line":1,"#));
    std::thread::sleep(Duration::from_millis(500));
    let started = Instant::now();
    interrupt(&child);
    let rest: Vec<String> = answers.map(Result::unwrap).collect();
    let run = child.wait_with_output().unwrap();
    // A tenth of a second on a machine that does nothing else.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert!(rest.iter().all(|line| line.starts_with(r#"{"line":3,"#)), "{rest:?}");
    assert_eq!(run.status.code(), Some(130));
    let why = String::from_utf8(run.stderr).unwrap();
    assert!(why.contains(&format!("stopped after {} line", 1 + rest.len())), "{why}");
    drop(input);
}
