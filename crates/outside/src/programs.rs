//! The running programs of a workshop: those without a game are kept for the next one.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use plywood_rules::threads::lock;
use plywood_rules::{Stop, random};

use crate::clients::{ProtocolClient, client};
use crate::failure::{FailureKind, ProgramFailure};
use crate::limits::ProcessLimits;
use crate::process::{Process, Wait};
use crate::program::Program;

/// The most programs that are kept without a game.
const MOST_IDLE: usize = 64;
/// The time that programs get to end by themselves when they are no longer needed.
const TO_END: Duration = Duration::from_millis(200);

/// The programs from outside that a workshop may start, and those that it has started.
///
/// All of them are ended when this is dropped: their standard input is closed, and their process groups are killed 0.2 s later.
pub struct Programs {
    limits: ProcessLimits,
    logs: Option<PathBuf>,
    stop: Stop,
    idle: Mutex<Vec<Running>>,
}

/// A running program and what its protocol remembers of it.
pub(crate) struct Running {
    pub text: String,
    pub process: Process,
    pub client: Box<dyn ProtocolClient>,
}

impl Programs {
    /// Programs within these limits. None is started yet.
    pub fn new(limits: ProcessLimits) -> Programs {
        Programs { limits, logs: None, stop: Stop::never(), idle: Mutex::default() }
    }

    /// The same, with a log of each program's standard error in this folder.
    pub fn with_logs(mut self, folder: impl Into<PathBuf>) -> Programs {
        self.logs = Some(folder.into());
        self
    }

    /// The same; no program is waited for at its start once `stop` is raised.
    pub fn stopped_by(mut self, stop: Stop) -> Programs {
        self.stop = stop;
        self
    }

    pub(crate) fn limits(&self) -> &ProcessLimits {
        &self.limits
    }

    /// A program that is ready for a game.
    pub(crate) fn take(&self, program: &Program) -> Result<Running, ProgramFailure> {
        loop {
            let mut idle = lock(&self.idle);
            let Some(at) = idle.iter().rposition(|running| running.text == program.text()) else { break };
            let mut running = idle.swap_remove(at);
            drop(idle);
            if running.process.check_idle().is_ok() {
                return Ok(running);
            }
        }
        self.start(program)
    }

    /// Starts a program and greets it.
    fn start(&self, program: &Program) -> Result<Running, ProgramFailure> {
        let limits = self.limits.of(program);
        let log = self.log(program)?;
        let mut process = Process::start(program, &limits, log)?;
        let mut client = client(program);
        client
            .start(&mut process, &Wait::new(limits.start, &self.stop))
            .map_err(|failure| failure.at_start(limits.start))?;
        Ok(Running { text: program.text().to_string(), process, client })
    }

    /// Keeps a program for the next game, if it is in order.
    pub(crate) fn keep(&self, mut running: Running) {
        if running.process.check_idle().is_ok() {
            let mut idle = lock(&self.idle);
            if idle.len() < MOST_IDLE {
                idle.push(running);
            }
        }
    }

    /// The log of a program, if logs are kept. Its name is the beginning of the program's.
    fn log(&self, program: &Program) -> Result<Option<File>, ProgramFailure> {
        const LONGEST: usize = 60;
        let Some(folder) = &self.logs else { return Ok(None) };
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' };
        let name: String = program.text().chars().take(LONGEST).map(plain).collect();
        let code = program.text().bytes().fold(0, |code, byte| random::mix(code ^ u64::from(byte)));
        let path = folder.join(format!("{name}-{:08x}.log", code as u32));
        let opened = std::fs::create_dir_all(folder)
            .and_then(|()| OpenOptions::new().create(true).append(true).open(&path));
        opened.map(Some).map_err(|error| {
            ProgramFailure::new(
                FailureKind::Start,
                format!("cannot write its log '{}': {error}", path.display()),
            )
        })
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        let mut idle = std::mem::take(&mut *lock(&self.idle));
        idle.iter_mut().for_each(|running| running.process.close());
        let until = Instant::now() + TO_END;
        idle.iter_mut().for_each(|running| running.process.wait_until(until));
    }
}
