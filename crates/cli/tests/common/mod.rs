//! Running the binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// What a run of `plywood` left behind.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `plywood` with these arguments and this on its standard input.
#[allow(dead_code)]
pub fn plywood_with_input(args: &[&str], input: &str) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_plywood")).args(args), input)
}

/// Runs `plywood` with these arguments and nothing on its standard input.
#[allow(dead_code)]
pub fn plywood(args: &[&str]) -> Run {
    plywood_with_input(args, "")
}

/// Runs a command with this on its standard input.
pub fn run(command: &mut Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input may be gone before all of it is written.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
    Run {
        code: status.code().expect("it ends by itself"),
        stdout: String::from_utf8(stdout).expect("it prints UTF-8"),
        stderr: String::from_utf8(stderr).expect("it prints UTF-8"),
    }
}

/// Runs `plywood` with these words, separated by blanks, and `--json`; it has to succeed with one JSON object.
#[allow(dead_code)]
pub fn json(words: &str) -> Json {
    json_of(&words.split_whitespace().collect::<Vec<_>>())
}

/// The same with arguments that contain blanks.
#[allow(dead_code)]
pub fn json_of(args: &[&str]) -> Json {
    let run = plywood(&[args, &["--json"]].concat());
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1, "{args:?}: one object, nothing else");
    serde_json::from_str(&run.stdout).expect("it is JSON")
}
