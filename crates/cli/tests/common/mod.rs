//! Running the binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value as Json;

/// `few`, or twenty times as many with `PLYWOOD_THOROUGH=1`.
#[allow(dead_code)]
pub fn kills(few: u32) -> u32 {
    if std::env::var_os("PLYWOOD_THOROUGH").is_some() { 20 * few } else { few }
}

/// The exit code and the output of a run of `plywood`.
pub struct ProgramRun {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `plywood` with these arguments and this on its standard input.
#[allow(dead_code)]
pub fn plywood_with_input(args: &[&str], input: &str) -> ProgramRun {
    run(Command::new(env!("CARGO_BIN_EXE_plywood")).args(args), input)
}

/// Runs `plywood` with these arguments and nothing on its standard input.
#[allow(dead_code)]
pub fn plywood(args: &[&str]) -> ProgramRun {
    plywood_with_input(args, "")
}

/// Runs a command with this on its standard input.
pub fn run(command: &mut Command, input: &str) -> ProgramRun {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input may be gone before all of it is written.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
    ProgramRun {
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

/// An empty folder for one test, and the path of a file in it as text.
#[allow(dead_code)]
pub struct Scratch(PathBuf);

#[allow(dead_code)]
impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the folder of the tests can be written");
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder of the tests has a name in UTF-8").to_string()
    }
}

/// `plywood` with these arguments, in a separate process that runs beside the test.
#[allow(dead_code)]
pub fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Sends the signal of Ctrl-C to a process.
#[allow(dead_code)]
pub fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the process can be interrupted");
}

/// A brain as text.
#[allow(dead_code)]
pub fn exported(brain: &str) -> String {
    let run = plywood(&["brain", "export", brain]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

/// Games that a brain says it has learnt.
#[allow(dead_code)]
pub fn games_learnt(brain: &str) -> u64 {
    json_of(&["brain", "stats", brain])["games"].as_u64().expect("a number of games")
}

/// An answer without times, which differ from run to run.
#[allow(dead_code)]
pub fn without_times(value: Json) -> Json {
    match value {
        Json::Object(object) => {
            let kept = object
                .into_iter()
                .filter(|(key, _)| !["seconds", "_ms", "_per_second"].iter().any(|end| key.ends_with(end)));
            Json::Object(kept.map(|(key, value)| (key, without_times(value))).collect())
        }
        Json::Array(list) => list.into_iter().map(without_times).collect(),
        other => other,
    }
}
