//! One question about the position that the arguments name, or about each line of a batch.
//!
//! Lines are read, answered and printed at the same time, at most [`WAITING`] of them at once, so that any number of
//! lines takes the same memory and a program on the other end of two pipes gets each answer as soon as it is known.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plywood_rules::text::CleanReader;
use plywood_rules::threads;
use plywood_workshop::{AnyGame, Session};
use serde_json::{Map, Value as Json, json};

use super::{jobs, note_composed, open_at};
use crate::args::{BatchArgs, JsonArg, PlaceArgs};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted};
use crate::progress::{Control, Progress};

/// Lines that are read and not yet printed, at most.
const WAITING: usize = 256;

/// Bytes of a line, at most.
const LONGEST: u64 = 1 << 20;

/// The interval at which a waiting thread looks if it is to stop.
const POLL: Duration = Duration::from_millis(20);

/// Deep positions are searched and read recursively.
const STACK_BYTES: usize = 16 << 20;

/// The function that answers one position.
pub struct PositionTask<'a> {
    /// The position: of the arguments, or of a line.
    pub place: &'a PlaceArgs,
    /// As JSON, otherwise in words.
    pub json: bool,
    /// One of many, about which no progress is shown.
    in_batch: bool,
    pub control: &'a Control,
}

impl<'a> PositionTask<'a> {
    /// A position alone, or all of a batch.
    pub fn new(place: &'a PlaceArgs, json: JsonArg, control: &'a Control) -> PositionTask<'a> {
        PositionTask { place, json: json.json, in_batch: false, control }
    }

    /// Progress of this position.
    pub fn spinner(&self, what: &str) -> Progress {
        if self.in_batch { Progress::hidden() } else { self.control.spinner(what) }
    }
}

/// Lines, each with a position.
pub struct LineBatch {
    lines: Box<dyn BufRead + Send>,
    /// For messages.
    path: PathBuf,
}

impl LineBatch {
    /// Those that the arguments name, if they name any.
    pub fn of(args: &BatchArgs) -> Result<Option<LineBatch>, Failure> {
        let Some(path) = args.batch.clone() else { return Ok(None) };
        let lines: Box<dyn BufRead + Send> = match path.to_str() {
            Some("-") => Box::new(CleanReader::new(BufReader::new(io::stdin()))),
            _ => Box::new(files::open_text(&path)?),
        };
        Ok(Some(LineBatch { lines, path }))
    }

    /// Those of a text.
    pub fn of_text(text: String) -> LineBatch {
        LineBatch { lines: Box::new(Cursor::new(text)), path: PathBuf::from("-") }
    }
}

/// Asks about the position of `task`, or about those of `batch`.
pub fn ask(
    game: &Arc<dyn AnyGame>,
    batch: Option<LineBatch>,
    seed: u64,
    task: PositionTask<'_>,
    question: impl Fn(&mut dyn Session, &PositionTask<'_>) -> CommandResult + Sync,
) -> CommandResult {
    let open = |place: &PlaceArgs| open_at(Arc::clone(game), place, seed);
    match batch {
        None => {
            let mut session = open(task.place)?;
            note_composed(&*session);
            question(&mut *session, &task)
        }
        Some(batch) => answer_lines(batch, task.control, |line| {
            let place = line_place(line);
            let task = PositionTask { place: &place, json: true, in_batch: true, control: task.control };
            question(&mut *open(&place)?, &task)
        }),
    }
}

/// Reads `POSITION`, `moves M1 M2 ...` or `POSITION moves M1 M2 ...`.
pub fn line_place(line: &str) -> PlaceArgs {
    let mut words = line.split_whitespace();
    let position: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let position = (!position.is_empty()).then(|| position.join(" "));
    PlaceArgs { position, moves: words.collect::<Vec<_>>().join(" ") }
}

/// A line to answer, and where its answer goes.
struct Job {
    line: String,
    reply: SyncSender<CommandResult>,
}

/// A line that was read: its number, and where its answer comes from.
type Pending = (u64, Receiver<CommandResult>);

/// Answers the lines on all cores, and prints the answers in the order of the lines.
fn answer_lines(
    batch: LineBatch,
    control: &Control,
    answer: impl Fn(&str) -> CommandResult + Sync,
) -> CommandResult {
    let LineBatch { lines, path } = batch;
    let (job_sender, job_receiver) = sync_channel(WAITING);
    let (order, answers) = sync_channel(WAITING);
    // Standard input may never end: this thread is not waited for.
    thread::spawn(move || {
        if let Err(error) = read_lines(lines, &job_sender, &order) {
            let _ = order.send(Err(error));
        }
    });
    let job_receiver = Mutex::new(job_receiver);
    let work = || {
        while !control.is_raised() {
            // A lock of its own statement: it is let go of before the work begins.
            let job = job_receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL);
            match job {
                Ok(Job { line, reply }) => {
                    // A user's own game may panic; the other lines are still answered.
                    let result = catch_unwind(AssertUnwindSafe(|| answer(&line)))
                        .unwrap_or_else(|_| Err(Failure::Failed("the game or the search panicked".into())));
                    if !(control.is_raised() && cut_short(&result)) {
                        let _ = reply.send(result);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..jobs(None) {
            let caller = threads::caller();
            let started = thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || threads::working_for(caller, work));
            match started {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    return Err(Failure::Failed(format!("the system gives no threads: {error}")));
                }
                // Fewer threads do as well.
                Err(_) => break,
            }
        }
        let printed = print_answers(&path, &answers, control);
        // After an error the lines that are still being answered are dropped.
        if printed.is_err() {
            control.stop().raise();
        }
        printed
    })
}

/// Returns true if a stop made the answer incomplete.
fn cut_short(result: &CommandResult) -> bool {
    !matches!(result, Ok(Output { incomplete: None, .. }))
}

/// Hands out the lines that are neither blank nor comments until all are read or the receiver is gone.
fn read_lines(
    mut lines: Box<dyn BufRead + Send>,
    jobs: &SyncSender<Job>,
    order: &SyncSender<io::Result<Pending>>,
) -> io::Result<()> {
    for number in 1.. {
        let mut bytes = Vec::new();
        if lines.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let whole = (bytes.len() as u64) < LONGEST || bytes.ends_with(b"\n");
        if !whole {
            lines.skip_until(b'\n')?;
        }
        let line = String::from_utf8(bytes).map(|line| line.trim().to_string());
        if line.as_ref().is_ok_and(|line| line.is_empty() || line.starts_with('#')) {
            continue;
        }
        let (reply, answer) = sync_channel(1);
        if order.send(Ok((number, answer))).is_err() {
            break;
        }
        let wrong = |what: String| drop(reply.send(Err(Failure::Wrong(what))));
        match line {
            _ if !whole => wrong(format!("the line is longer than {LONGEST} bytes")),
            Err(_) => wrong("the line is not UTF-8".to_string()),
            Ok(line) => {
                if jobs.send(Job { line, reply }).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Prints answers in their order until the last, or those that are there when the command is stopped.
fn print_answers(path: &Path, answers: &Receiver<io::Result<Pending>>, control: &Control) -> CommandResult {
    let (mut printed, mut failed) = (0_u64, 0_u64);
    let mut first_failure = None;
    while let Some(pending) = wait(answers, control) {
        let (number, answer) = pending.map_err(|error| Failure::file("read", path, &error))?;
        let Some(result) = wait(&answer, control) else { continue };
        let (line, failure) = line_json(number, result);
        control.line(&line.to_string())?;
        printed += 1;
        if let Some(why) = failure {
            failed += 1;
            first_failure.get_or_insert_with(|| format!("line {number}: {why}"));
        }
    }
    let done = Output::default();
    Ok(match first_failure {
        _ if control.is_raised() => done.incomplete(format!("stopped after {}", counted(printed, "line"))),
        Some(first) => {
            done.incomplete(format!("{failed} of {} failed; the first is {first}", counted(printed, "line")))
        }
        None => done,
    })
}

/// Waits for the next message; `None` if the senders are gone, or after a stop with none waiting.
fn wait<T>(messages: &Receiver<T>, control: &Control) -> Option<T> {
    loop {
        if control.is_raised() {
            return messages.try_recv().ok();
        }
        match messages.recv_timeout(POLL) {
            Ok(message) => return Some(message),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// The JSON of a line, and why it is not all that was asked for.
fn line_json(number: u64, result: CommandResult) -> (Json, Option<String>) {
    let (kind, message) = match result {
        Ok(output) => {
            let why = output.incomplete.clone();
            let mut line = Map::from_iter([("line".to_string(), number.into())]);
            if let Some(Json::Object(answer)) = output.into_json() {
                line.extend(answer);
            }
            return (line.into(), why);
        }
        Err(failure @ (Failure::Failed(_) | Failure::ReaderGone)) => ("failed", failure.message()),
        Err(failure) => ("usage", failure.message()),
    };
    (json!({ "line": number, "error": { "kind": kind, "message": message } }), Some(message))
}
