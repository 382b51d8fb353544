//! One question about the position that the arguments name, or about each line of a batch.
//!
//! Lines are read, answered and printed at the same time, at most [`WAITING`] of them at once, so that any number of
//! lines takes the same memory and a program on the other end of two pipes gets each answer as soon as it is known.

use std::collections::HashSet;
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
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::{jobs, note_composed, open_at};
use crate::args::{BatchArgs, JsonArg, MergeArgs, PlaceArgs};
use crate::digest::TextDigest;
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted};
use crate::parts::{MergedParts, PartFile, shell_words};
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
    /// The file for the answers of a part of the lines, and the number of all lines.
    part: Option<(PartFile, u64)>,
}

impl LineBatch {
    /// Those that the arguments name, if they name any.
    pub fn of(args: &BatchArgs) -> Result<Option<LineBatch>, Failure> {
        let Some(path) = args.batch.clone() else {
            return match args.part.part {
                None => Ok(None),
                Some(_) => Err(Failure::Wrong(
                    "one position has no parts; leave out --part, or name a file of positions: --batch FILE"
                        .to_string(),
                )),
            };
        };
        let part = match args.part.part {
            None => None,
            Some(_) => {
                let (settings, total) = described(&path, &args.part.command)?;
                PartFile::open(&args.part, &settings)?.map(|file| (file, total))
            }
        };
        let lines: Box<dyn BufRead + Send> = match path.to_str() {
            Some("-") => Box::new(CleanReader::new(BufReader::new(io::stdin()))),
            _ => Box::new(files::open_text(&path)?),
        };
        Ok(Some(LineBatch { lines, path, part }))
    }

    /// Those of a text.
    pub fn of_text(text: String) -> LineBatch {
        LineBatch { lines: Box::new(Cursor::new(text)), path: PathBuf::from("-"), part: None }
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
        Some(batch) => answer_lines(batch, task.json, task.control, |line| {
            let place = line_place(line);
            let task = PositionTask { place: &place, json: true, in_batch: true, control: task.control };
            question(&mut *open(&place)?, &task)
        }),
    }
}

/// All that the answers of a batch depend on, a setting a line, and the number of lines to answer.
fn described(path: &Path, command: &[String]) -> Result<(String, u64), Failure> {
    if files::is_stdout(path) {
        return Err(Failure::Wrong(
            "standard input has no parts, because every part reads all lines; write them to a file: --batch FILE".to_string(),
        ));
    }
    let mut lines = files::open_text(path)?;
    let (mut digest, mut total) = (TextDigest::default(), 0);
    let mut read = || -> io::Result<()> {
        while let Some(line) = next_line(&mut lines)? {
            if let Some(line) = line.transpose() {
                digest.add(line.as_deref().unwrap_or_default().as_bytes());
                total += 1;
            }
        }
        Ok(())
    };
    read().map_err(|error| Failure::file("read", path, &error))?;
    Ok((format!("{}\nlines: {total} with the digest {}\n", shell_words(command), digest.finish()), total))
}

/// The answers of a whole batch, of these parts.
pub fn merge(args: &BatchArgs, parts: &MergedParts, merge: &MergeArgs, control: &Control) -> CommandResult {
    let path = args.batch.as_deref().unwrap_or(Path::new("-"));
    let (settings, total) = described(path, &parts.command)?;
    let answers: Vec<LineAnswer> = parts.items(&settings, total)?;
    for path in &merge.output {
        files::check_json_lines(path)?;
        files::write(path, |out| answers.iter().try_for_each(|answer| writeln!(out, "{}", answer.json)))?;
    }
    let mut so_far = BatchTally::default();
    for answer in &answers {
        if merge.output.is_empty() {
            control.line(&answer.json)?;
        }
        so_far.add(answer);
    }
    Ok(so_far.output(false))
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

/// A line that was read: its place among the lines to answer, its number, and where its answer comes from.
type Pending = (u64, u64, Receiver<CommandResult>);

/// An answer as it is printed.
#[derive(Serialize, Deserialize)]
struct LineAnswer {
    json: String,
    /// The reason why it is not all that was asked for.
    failure: Option<String>,
}

/// The answers so far.
#[derive(Default)]
struct BatchTally {
    lines: u64,
    failed: u64,
    first_failure: Option<String>,
}

impl BatchTally {
    fn add(&mut self, answer: &LineAnswer) {
        self.lines += 1;
        self.failed += u64::from(answer.failure.is_some());
        self.first_failure = self.first_failure.take().or(answer.failure.clone());
    }

    /// The end of the command, which may have been stopped.
    fn output(self, is_stopped: bool) -> Output {
        let (done, lines) = (Output::default(), counted(self.lines, "line"));
        match self.first_failure {
            _ if is_stopped => done.incomplete(format!("stopped after {lines}")),
            Some(first) => {
                done.incomplete(format!("{} of {lines} failed; the first is {first}", self.failed))
            }
            None => done,
        }
    }
}

/// Answers the lines on all cores, and prints the answers in the order of the lines.
fn answer_lines(
    batch: LineBatch,
    json: bool,
    control: &Control,
    answer: impl Fn(&str) -> CommandResult + Sync,
) -> CommandResult {
    let LineBatch { lines, path, mut part } = batch;
    let numbers = part.as_ref().map(|(file, total)| {
        let is_open = |number: &u64| file.part().has(*number) && !file.has(*number);
        (0..*total).filter(is_open).collect::<HashSet<u64>>()
    });
    let (job_sender, job_receiver) = sync_channel(WAITING);
    let (order, answers) = sync_channel(WAITING);
    // Standard input may never end: this thread is not waited for.
    thread::spawn(move || {
        if let Err(error) = read_lines(lines, numbers.as_ref(), &job_sender, &order) {
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
    let printed = thread::scope(|scope| {
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
        let printed = print_answers(&path, &answers, part.as_mut().map(|(file, _)| file), control);
        // After an error the lines that are still being answered are dropped.
        if printed.is_err() {
            control.stop().raise();
        }
        printed
    })?;
    match part {
        Some((file, total)) => {
            let is_whole = file.has_all(total);
            file.finish(Ok(()), is_whole, "line", json)
        }
        None => Ok(printed.output(control.is_raised())),
    }
}

/// Returns true if a stop made the answer incomplete.
fn cut_short(result: &CommandResult) -> bool {
    !matches!(result, Ok(Output { incomplete: None, .. }))
}

/// The next line; in it `None` for one that is blank or a comment, and the reason why it cannot be answered.
fn next_line(lines: &mut dyn BufRead) -> io::Result<Option<Result<Option<String>, String>>> {
    let mut bytes = Vec::new();
    if lines.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        lines.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line is longer than {LONGEST} bytes"))));
    }
    let line = String::from_utf8(bytes).map(|line| line.trim().to_string());
    let line = line.map(|line| Some(line).filter(|line| !line.is_empty() && !line.starts_with('#')));
    Ok(Some(line.map_err(|_| "the line is not UTF-8".to_string())))
}

/// Hands out the lines that are neither blank nor comments, or those of these places among them, until all are read or the receiver
/// is gone.
fn read_lines(
    mut lines: Box<dyn BufRead + Send>,
    places: Option<&HashSet<u64>>,
    jobs: &SyncSender<Job>,
    order: &SyncSender<io::Result<Pending>>,
) -> io::Result<()> {
    let mut place = 0;
    for number in 1.. {
        let Some(line) = next_line(&mut *lines)? else { break };
        let Some(line) = line.transpose() else { continue };
        place += 1;
        if places.is_some_and(|places| !places.contains(&(place - 1))) {
            continue;
        }
        let (reply, answer) = sync_channel(1);
        if order.send(Ok((place - 1, number, answer))).is_err() {
            break;
        }
        match line {
            Err(reason) => drop(reply.send(Err(Failure::Wrong(reason)))),
            Ok(line) => {
                if jobs.send(Job { line, reply }).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Prints answers in their order until the last, or those that are there when the command is stopped. Those of a part go to its file.
fn print_answers(
    path: &Path,
    answers: &Receiver<io::Result<Pending>>,
    mut file: Option<&mut PartFile>,
    control: &Control,
) -> Result<BatchTally, Failure> {
    let mut so_far = BatchTally::default();
    while let Some(pending) = wait(answers, control) {
        let (place, number, answer) = pending.map_err(|error| Failure::file("read", path, &error))?;
        let Some(result) = wait(&answer, control) else { continue };
        let (line, failure) = line_json(number, result);
        let failure = failure.map(|why| format!("line {number}: {why}"));
        let answer = LineAnswer { json: line.to_string(), failure };
        match &mut file {
            Some(file) => file.add(place, &answer, &control.stop()),
            None => control.line(&answer.json)?,
        }
        so_far.add(&answer);
    }
    Ok(so_far)
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
