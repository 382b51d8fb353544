//! A running program: its pipes, and its end.
//!
//! The pipes do not block, and [`Process::line`] waits for them after a moment in which it looks again and again: on an idle machine
//! to be woken takes longer than all the rest of a move.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use plywood_rules::Stop;

use crate::failure::{FailureKind, ProgramFailure, quoted};
use crate::find;
use crate::group::ProcessGroup;
use crate::limits::{self, ProcessLimits};
use crate::pipes::ProcessPipes;
use crate::program::Program;
use crate::transcript::Transcript;

/// The time after a question for which this thread stays awake, giving the processor to others who want it.
const AWAKE: Duration = Duration::from_micros(200);
/// The longest time between two checks of the stop while waiting.
const SLICE: Duration = Duration::from_millis(10);
/// The least time between two counts of the processes of a group.
const COUNT_AGAIN: Duration = Duration::from_millis(100);
/// The time that a program which closed its output gets to end, so that its exit status is known.
const TO_END: Duration = Duration::from_millis(50);
/// The most bytes that are read at once.
const CHUNK: usize = 16 << 10;
/// The most bytes of standard error that are kept for the reason of a failure.
const LAST_WORDS: usize = 1000;
/// The most bytes of standard error that a process adds to its log.
const MOST_LOGGED: u64 = 16 << 20;

/// A limit of waiting.
pub(crate) struct Wait {
    stop: Stop,
    until: Instant,
    time: Duration,
}

impl Wait {
    /// At most `time` from now, and until `stop` is raised.
    pub fn new(time: Duration, stop: &Stop) -> Wait {
        Wait { stop: stop.without_gate(), until: Instant::now() + time, time }
    }

    /// The time until the next check, or a failure if the wait is over.
    fn slice(&self) -> Result<Duration, ProgramFailure> {
        if self.stop.is_raised() {
            return Err(ProgramFailure::stopped());
        }
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ProgramFailure::new(
                FailureKind::Silent,
                format!("it did not answer within {:?}", self.time),
            ));
        }
        let slice = left.min(SLICE);
        Ok(self.stop.time_left().map_or(slice, |stops| slice.min(stops)))
    }
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    group: ProcessGroup,
    pipes: ProcessPipes,
    log: Option<File>,
    logged: u64,
    last_words: Vec<u8>,
    /// Bytes that were read, and those of them that are not taken as lines yet.
    read: Vec<u8>,
    taken: usize,
    /// Bytes that were read for this question.
    answered: usize,
    limits: ProcessLimits,
    counted: Instant,
    status: Option<ExitStatus>,
    /// Lines that nobody asked for.
    pub unasked: u64,
    pub transcript: Transcript,
}

impl Process {
    /// Starts a program in a process group of its own. What it writes to standard error is added to `log`.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(
        program: &Program,
        limits: &ProcessLimits,
        log: Option<File>,
    ) -> Result<Process, ProgramFailure> {
        let failed = |reason: String| {
            ProgramFailure::new(FailureKind::Start, format!("it cannot be started: {reason}"))
        };
        let file = find::find(&program.words()[0]).map_err(failed)?;
        let mut command = limits::command(&file, program, limits);
        let started = ProcessGroup::start(&mut command);
        let (mut child, mut group) = started.map_err(|error| failed(error.to_string()))?;
        let pipes = ProcessPipes::of(&mut child).map_err(|error| {
            group.kill(&mut child);
            let _ = child.wait();
            failed(error.to_string())
        })?;
        Ok(Process {
            child,
            group,
            pipes,
            log,
            logged: 0,
            last_words: Vec::new(),
            read: Vec::new(),
            taken: 0,
            answered: 0,
            limits: *limits,
            counted: Instant::now(),
            status: None,
            unasked: 0,
            transcript: Transcript::default(),
        })
    }

    /// Sends whole lines. Reads meanwhile, so that a program which writes before it reads does not block both.
    pub fn send(&mut self, text: &str, wait: &Wait) -> Result<(), ProgramFailure> {
        self.transcript.sent(text);
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.pipes.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.poll(wait, true)?;
                    self.fill()?;
                }
                Err(_) => return Err(self.ended("input")),
            }
        }
        Ok(())
    }

    /// The next line, without its end and a byte order mark before it. Bytes that are no text are replaced.
    pub fn line(&mut self, wait: &Wait) -> Result<String, ProgramFailure> {
        let mut searched = self.taken;
        let asleep_from = Instant::now() + AWAKE;
        loop {
            let end = self.read[searched..].iter().position(|&byte| byte == b'\n');
            if let Some(end) = end.map(|end| searched + end) {
                let line = String::from_utf8_lossy(&self.read[self.taken..end]);
                let line = line.trim_start_matches('\u{feff}').trim_end_matches('\r').to_string();
                self.taken = end + 1;
                self.transcript.received(&line);
                return Ok(line);
            }
            self.read.drain(..self.taken);
            self.taken = 0;
            searched = self.read.len();
            if searched > self.limits.longest_line {
                return Err(self.flood(format!("a line of more than {} bytes", self.limits.longest_line)));
            }
            if self.fill()? > 0 {
                continue;
            }
            // To be woken takes longer than a quick program needs for its answer.
            if Instant::now() < asleep_from {
                std::thread::yield_now();
                continue;
            }
            self.poll(wait, false)?;
            self.fill()?;
        }
    }

    /// Begins a question: what the program has written before is no answer to it, and is discarded.
    pub fn begin_question(&mut self) -> Result<(), ProgramFailure> {
        self.answered = 0;
        while self.fill()? > 0 {}
        let rest = String::from_utf8_lossy(&self.read[self.taken..]).into_owned();
        for line in rest.lines() {
            self.unasked += 1;
            self.transcript.unasked(line);
        }
        self.read.clear();
        (self.taken, self.answered) = (0, 0);
        Ok(())
    }

    /// Checks a process between two games: that it is running, is quiet, and has few children.
    pub fn check_idle(&mut self) -> Result<(), ProgramFailure> {
        self.begin_question()?;
        self.drain_errors();
        if self.has_ended() {
            return Err(self.ended("output"));
        }
        self.count()
    }

    /// Reads what there is, and returns the number of bytes.
    fn fill(&mut self) -> Result<usize, ProgramFailure> {
        let mut chunk = [0; CHUNK];
        let count = match self.pipes.read(&mut chunk) {
            Ok(0) => return Err(self.ended("output")),
            Ok(count) => count,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => 0,
            Err(_) => return Err(self.ended("output")),
        };
        self.read.extend_from_slice(&chunk[..count]);
        self.answered += count;
        if self.answered > self.limits.most_bytes {
            return Err(self.flood(format!("more than {} bytes for one question", self.limits.most_bytes)));
        }
        Ok(count)
    }

    fn flood(&self, what: String) -> ProgramFailure {
        ProgramFailure::new(FailureKind::Flood, format!("it wrote {what}"))
    }

    /// Waits until the program has written something, or with `to_write` until it can be sent more.
    fn poll(&mut self, wait: &Wait, to_write: bool) -> Result<(), ProgramFailure> {
        loop {
            let slice = wait.slice()?;
            let ready = self.pipes.wait(slice, to_write);
            let ready = ready
                .map_err(|error| ProgramFailure::no_answer(format!("its pipes cannot be read: {error}")))?;
            if ready.errors {
                self.drain_errors();
            }
            if ready.output {
                return Ok(());
            }
            // Its children may keep the pipe open.
            if !ready.errors && self.has_ended() {
                return match self.fill()? {
                    0 => Err(self.ended("output")),
                    _ => Ok(()),
                };
            }
            if self.counted.elapsed() >= COUNT_AGAIN {
                self.count()?;
            }
        }
    }

    /// Counts the processes of the group.
    fn count(&mut self) -> Result<(), ProgramFailure> {
        let count = self.group.count();
        self.counted = Instant::now();
        let most = self.limits.processes;
        match count > most {
            true => Err(ProgramFailure::new(
                FailureKind::Processes,
                format!("it started {count} processes, and at most {most} are allowed"),
            )),
            false => Ok(()),
        }
    }

    /// Reads a part of standard error, and keeps its end.
    fn drain_errors(&mut self) {
        let mut chunk = [0; CHUNK];
        let Ok(count) = self.pipes.read_errors(&mut chunk) else { return };
        let text = &chunk[..count];
        self.last_words.extend_from_slice(&text[count.saturating_sub(LAST_WORDS)..]);
        let surplus = self.last_words.len().saturating_sub(LAST_WORDS);
        self.last_words.drain(..surplus);
        if let Some(log) = &mut self.log
            && self.logged < MOST_LOGGED
        {
            self.logged += count as u64;
            // A log that cannot be written changes no game.
            let _ = log.write_all(text);
        }
    }

    /// True if the program itself has ended. It is not reaped yet: until then no other group can have its number.
    fn has_ended(&mut self) -> bool {
        self.status.is_some() || self.group.has_ended(&mut self.child)
    }

    /// The failure of a program that ended or closed a pipe. Ends it.
    fn ended(&mut self, closed: &str) -> ProgramFailure {
        let since = Instant::now();
        while !self.has_ended() && since.elapsed() < TO_END {
            std::thread::sleep(Duration::from_millis(1));
        }
        let by_itself = self.has_ended();
        self.drain_errors();
        self.kill();
        let how = match self.status {
            Some(status) if by_itself => format!("it ended ({status})"),
            _ => format!("it closed its standard {closed}"),
        };
        let kind = match self.status.and_then(|status| status.code()) {
            Some(126 | 127) if self.answered == 0 && by_itself => FailureKind::Start,
            _ => FailureKind::Ended,
        };
        let words = String::from_utf8_lossy(&self.last_words);
        let last = words.lines().rfind(|line| !line.trim().is_empty());
        match last {
            Some(last) => {
                ProgramFailure::new(kind, format!("{how}; its last line of errors: {}", quoted(last.trim())))
            }
            None => ProgramFailure::new(kind, how),
        }
    }

    /// Closes its standard input, which asks a program to end.
    pub fn close(&mut self) {
        self.pipes.close_input();
    }

    /// Waits until it has ended, at most until `until`.
    pub fn wait_until(&mut self, until: Instant) {
        while !self.has_ended() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills the process group, and reaps the program.
    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        self.pipes.close_input();
        self.group.kill(&mut self.child);
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
