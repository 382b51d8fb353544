//! Questions to a person at the terminal.

use crate::lines::InputLines;
use crate::output::{Failure, print};
use crate::progress::Control;

/// The answers of a person, line by line.
pub struct Input<'a>(InputLines<'a>);

impl<'a> Input<'a> {
    /// Begins to listen.
    pub fn new(control: &'a Control) -> Input<'a> {
        Input(InputLines::new(control))
    }

    /// Asks `prompt` and waits for a line; `None` if the input has ended or Ctrl-C was pressed.
    pub fn ask(&self, prompt: &str) -> Result<Option<String>, Failure> {
        print(prompt)?;
        let line = self.0.next();
        if line.is_none() {
            print("\n")?;
        }
        Ok(line)
    }
}
