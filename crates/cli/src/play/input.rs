//! Lines that a person types, without being deaf to Ctrl-C while waiting for them.

use std::io::{BufRead, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::output::{Failure, print};
use crate::progress::Control;

/// Standard input, line by line.
pub struct Input<'a> {
    lines: Receiver<String>,
    control: &'a Control,
}

/// The greatest length of a line, in bytes: a longer one was not typed by a person.
const LONGEST: usize = 10_000;

impl<'a> Input<'a> {
    /// Begins to listen.
    pub fn new(control: &'a Control) -> Input<'a> {
        let (sender, lines) = sync_channel(0);
        // The thread ends with the input or with the process.
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut stdin = stdin().lock();
            loop {
                bytes.clear();
                match stdin.read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                bytes.truncate(LONGEST);
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_string()).is_err() {
                    return;
                }
            }
        });
        Input { lines, control }
    }

    /// Asks `prompt` and waits for a line; `None` if the input has ended or Ctrl-C was pressed.
    pub fn ask(&self, prompt: &str) -> Result<Option<String>, Failure> {
        print(prompt)?;
        loop {
            if self.control.is_raised() {
                print("\n")?;
                return Ok(None);
            }
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    print("\n")?;
                    return Ok(None);
                }
            }
        }
    }
}
