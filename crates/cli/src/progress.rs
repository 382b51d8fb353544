//! Long work: how it is stopped, and where its progress goes.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plywood_erased::{SearchInfo, SearchListener};
use plywood_rules::{Run, Stop};

use crate::live;
use crate::output::{self, Failure};

/// The progress of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressEvent {
    /// The work, or its state, in words: `playing`.
    pub message: String,
    /// The parts that are done.
    pub done: u64,
    /// The number of parts, if the length of the work is known.
    pub total: Option<u64>,
}

/// A function that receives the progress of a command, from any thread.
pub type ProgressListener = Arc<dyn Fn(&ProgressEvent) + Send + Sync>;

/// A function that receives the lines of an answer one by one.
type LineSink = Arc<dyn Fn(&str) + Send + Sync>;

/// The connection of a command with the person or the program that asked for it: a flag that stops it, and the place where its
/// progress goes.
///
/// By default progress is a line on standard error: one that changes if that is a terminal, and now and then a new one if it is not.
#[derive(Clone, Default)]
pub struct Control {
    stop: Stop,
    listener: Option<ProgressListener>,
    lines: Option<LineSink>,
    program: Option<Arc<str>>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Control {
    /// Stopped by Ctrl-C. Pressed twice, it ends the process at once.
    pub(crate) fn install() -> Control {
        let flag = Arc::<AtomicBool>::default();
        let control = Control { stop: Stop::on(Arc::clone(&flag)), ..Control::default() };
        // Without a handler Ctrl-C ends the process at once, which is what happens anyway if this fails.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        control
    }

    /// In a process that is the program of this path, with all that [`run`](crate::run) does: commands may start it again.
    pub(crate) fn in_program(mut self, path: Option<String>) -> Control {
        self.program = path.map(Arc::from);
        self
    }

    /// The path of the program, if this process is it.
    pub(crate) fn program(&self) -> Option<&str> {
        self.program.as_deref()
    }

    /// For a program: `listener` receives the progress, and nothing is printed.
    pub fn reporting_to(listener: ProgressListener) -> Control {
        Control { listener: Some(listener), ..Control::default() }
    }

    /// The same, and `sink` receives the answers of a batch, a line of JSON each, instead of standard output.
    pub fn with_lines(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Control {
        self.lines = Some(Arc::new(sink));
        self
    }

    /// For work of which nothing is reported.
    #[cfg(test)]
    pub(crate) fn quiet() -> Control {
        Control::reporting_to(Arc::new(|_| {}))
    }

    /// Returns true if the work is to stop.
    pub fn is_raised(&self) -> bool {
        self.stop.is_raised()
    }

    /// The same for searches and matches. Raise it to stop the command.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The conditions of work whose progress goes to `progress`.
    pub(crate) fn run<'a, P>(&self, progress: &'a (dyn Fn(P) + Sync)) -> Run<'a, P> {
        Run { progress, ..Run::until(&self.stop) }
    }

    /// Passes a line of an answer on.
    pub(crate) fn line(&self, line: &str) -> Result<(), Failure> {
        match &self.lines {
            Some(sink) => {
                sink(line);
                Ok(())
            }
            None => output::print(&format!("{line}\n")),
        }
    }

    /// A display for work of unknown length. Its text is cut at the width of the terminal.
    pub(crate) fn spinner(&self, what: &str) -> Progress {
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed} · {wide_msg}").expect("a constant template"),
        );
        self.start(bar)
    }

    /// Work of `total` parts.
    pub(crate) fn bar(&self, what: &str, total: u64) -> Progress {
        let bar = ProgressBar::new(total).with_message(what.to_string());
        bar.set_style(
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} · {rate} · {eta} left")
                .expect("a constant template")
                .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
                    let _ = write!(text, "{:.0} a second", state.per_sec());
                }),
        );
        self.start(bar)
    }

    fn start(&self, bar: ProgressBar) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let work = bar.message();
        let shown = ShownProgress { bar, listener: self.listener.clone(), instead: Arc::default() };
        shown.report();
        if self.listener.is_some() {
            return Progress { shown, working: None, waiting: None };
        }
        let (working, done) = channel::<()>();
        let line = shown.clone();
        let wait = move || match stderr().is_terminal() {
            true if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) => {
                line.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
                line.bar.enable_steady_tick(Duration::from_millis(200));
            }
            true => {}
            false => say_now_and_then(&done, SILENCE, || {
                // If it is closed, the line is lost.
                let _ = io::Write::write_all(&mut stderr(), format!("{}\n", line.still(&work)).as_bytes());
            }),
        };
        // If the system gives no thread, the work continues without a line.
        let waiting = Builder::new().spawn(wait).ok();
        Progress { shown, working: Some(working), waiting }
    }
}

/// Nothing is shown of work that is done sooner than this.
const PATIENCE: Duration = Duration::from_millis(700);

/// Nothing is said of work that is done sooner than this if standard error is no terminal.
const SILENCE: Duration = Duration::from_secs(10);

/// Calls `say` after `silence` and then at intervals that double, until the work is done.
fn say_now_and_then(done: &Receiver<()>, mut silence: Duration, mut say: impl FnMut()) {
    while done.recv_timeout(silence) == Err(RecvTimeoutError::Timeout) {
        say();
        silence *= 2;
    }
}

/// The state of the work, and its listener.
#[derive(Clone)]
struct ShownProgress {
    bar: ProgressBar,
    listener: Option<ProgressListener>,
    /// Advice for work that may take long: other commands or options.
    instead: Arc<OnceLock<&'static str>>,
}

impl ShownProgress {
    /// A line about work under way: `still solving after 10.00 s: depth 12 ...`.
    fn still(&self, work: &str) -> String {
        let mut text = format!("still {work} after {}", output::duration(self.bar.elapsed().as_secs_f64()));
        if let Some(total) = self.bar.length() {
            let _ = write!(text, ", {} of {}", output::grouped(self.bar.position()), output::grouped(total));
        }
        let state = self.bar.message();
        if state != work {
            let _ = write!(text, ": {state}");
        }
        match self.instead.get() {
            Some(instead) => format!("{text}; {instead}"),
            None => text,
        }
    }

    fn report(&self) {
        if let Some(listener) = &self.listener {
            let (message, done, total) = (self.bar.message(), self.bar.position(), self.bar.length());
            listener(&ProgressEvent { message, done, total });
        }
    }

    fn tell(&self, message: String) {
        self.bar.set_message(message);
        self.report();
    }
}

/// The progress of work: a line on standard error, or events for a program.
pub(crate) struct Progress {
    shown: ShownProgress,
    /// Dropped when the work is done, which wakes the thread that waits to show the line.
    working: Option<Sender<()>>,
    waiting: Option<JoinHandle<()>>,
}

impl Progress {
    /// Work of which nothing is shown.
    pub fn hidden() -> Progress {
        let shown = ShownProgress { bar: ProgressBar::hidden(), listener: None, instead: Arc::default() };
        Progress { shown, working: None, waiting: None }
    }

    /// The same; a line about long work ends with `instead`, which says what else would do.
    pub fn or(self, instead: &'static str) -> Progress {
        let _ = self.shown.instead.set(instead);
        self
    }

    /// Shows the progress in words.
    pub fn tell(&self, message: impl Into<String>) {
        self.shown.tell(message.into());
    }

    /// Shows the progress of a bot's search.
    pub fn listener(&self) -> SearchListener {
        let shown = self.shown.clone();
        Arc::new(move |thought: &SearchInfo| shown.tell(live::line(thought)))
    }

    /// Shows the number of parts that are done.
    pub fn reach(&self, done: u64) {
        self.shown.bar.set_position(done);
        self.shown.report();
    }

    /// One part done.
    pub fn step(&self) {
        self.shown.bar.inc(1);
        self.shown.report();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.working.take());
        // Once the thread is gone nothing can be shown any more, only taken away.
        if let Some(waiting) = self.waiting.take() {
            let _ = waiting.join();
        }
        self.shown.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_spoken_of_at_growing_intervals() {
        let (working, done) = channel::<()>();
        let mut said = Vec::new();
        let begun = std::time::Instant::now();
        let mut working = Some(working);
        say_now_and_then(&done, Duration::from_millis(20), || {
            said.push(begun.elapsed());
            if said.len() == 3 {
                working = None;
            }
        });
        assert_eq!(said.len(), 3);
        for (time, least) in said.iter().zip([20, 60, 140]) {
            assert!(*time >= Duration::from_millis(least), "{said:?}");
        }
    }

    #[test]
    fn the_line_about_long_work_says_what_was_done_and_what_else_would_do() {
        let control = Control::quiet();
        let solving = control.spinner("solving").or("'plywood analyse' gives an estimate");
        let line = solving.shown.still("solving");
        assert!(
            line.starts_with("still solving after ")
                && line.ends_with("; 'plywood analyse' gives an estimate"),
            "{line}"
        );
        solving.tell("depth 7");
        assert!(solving.shown.still("solving").contains(": depth 7; "));
        let playing = control.bar("playing", 1200);
        playing.reach(1100);
        let line = playing.shown.still("playing");
        let count = format!(", {} of {}", output::grouped(1100), output::grouped(1200));
        assert!(line.ends_with(&count), "{line}");
    }
}
