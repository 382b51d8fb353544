//! A process of the program, line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::spawn;

/// The longest time that an answer may take on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(30);

/// A process of the program that is talked to.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub fn with(words: &str) -> Talk {
        let mut child = spawn(&words.split_whitespace().collect::<Vec<_>>());
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("it prints UTF-8")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Talk { child, input, lines }
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are. A program that has ended need not read them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.input.as_mut().expect("the input is open").write_all(bytes);
    }

    /// The next line of the answer.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("it answers")
    }

    /// Sends a line and returns the next one of the answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The first line that begins like this, and the lines before.
    pub fn until(&self, beginning: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.line();
            if line.starts_with(beginning) {
                return (line, before);
            }
            before.push(line);
        }
    }

    /// The move after `go`.
    pub fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        let (line, _) = self.until("bestmove ");
        line["bestmove ".len()..].to_string()
    }

    /// Ends the input. Returns the lines that come yet; the program has to end well and say nothing else.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let lines = self.lines.iter().collect();
        let code = self.child.wait().expect("it ends").code();
        let mut errors = String::new();
        self.child.stderr.take().expect("it is piped").read_to_string(&mut errors).expect("it prints UTF-8");
        assert_eq!((code, errors.as_str()), (Some(0), ""), "it ends well");
        lines
    }
}
