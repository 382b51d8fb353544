//! Standard input, line by line, without being deaf to Ctrl-C while waiting for it.

use std::io::{self, BufRead, Read, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use plywood_rules::text::CleanReader;

use crate::progress::Control;

/// The greatest length of a line, in bytes: a game of 10 000 moves is shorter. The rest of a longer one is dropped.
const LONGEST: u64 = 1 << 20;

/// The lines that wait to be read, at most.
const WAITING: usize = 16;

/// The interval at which Ctrl-C is checked.
const LOOKING: Duration = Duration::from_millis(50);

/// Lines of standard input, read on a thread.
pub struct InputLines<'a> {
    lines: Receiver<String>,
    control: &'a Control,
}

impl<'a> InputLines<'a> {
    /// Begins to read. The thread ends with the input or with the process.
    pub fn new(control: &'a Control) -> InputLines<'a> {
        InputLines::read(control, || {})
    }

    /// The same, and stops all work under way `grace` after the end of the input: it has no reader left.
    pub fn stopping_after(control: &'a Control, grace: Duration) -> InputLines<'a> {
        let stop = control.stop();
        InputLines::read(control, move || {
            thread::sleep(grace);
            stop.raise();
        })
    }

    fn read(control: &'a Control, at_end: impl FnOnce() + Send + 'static) -> InputLines<'a> {
        let (sender, lines) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut stdin = CleanReader::new(stdin().lock());
            while let Ok(Some(line)) = line_of(&mut stdin) {
                if sender.send(line).is_err() {
                    return;
                }
            }
            drop(sender);
            at_end();
        });
        InputLines { lines, control }
    }

    /// Waits for a line, without blanks around it; `None` if the input has ended or Ctrl-C was pressed.
    pub fn next(&self) -> Option<String> {
        while !self.control.is_raised() {
            match self.lines.recv_timeout(LOOKING) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

/// The next line, without blanks around it; `None` at the end.
fn line_of(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        // Fails only where reading fails; then the input has ended.
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_need_no_last_newline() {
        let long = "x".repeat(LONGEST as usize + 5);
        let text = [b" a \r\n".as_slice(), long.as_bytes(), b"\n\xff\nlast"].concat();
        let mut input = text.as_slice();
        let mut next = || line_of(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("a"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
