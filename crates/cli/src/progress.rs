//! Long work: Ctrl-C that ends it cleanly, and a progress line on standard error.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plywood_erased::{SearchInfo, SearchListener};
use plywood_rules::Stop;

use crate::live;

/// The state of Ctrl-C. Pressed twice, the process ends at once.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Takes over Ctrl-C.
    pub fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = Arc::clone(&interrupt.0);
        // Without a handler Ctrl-C ends the process at once, which is what happens anyway if this fails.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        interrupt
    }

    /// Returns true if it was pressed.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The same for searches and matches.
    pub fn stop(&self) -> Stop {
        Stop::on(Arc::clone(&self.0))
    }
}

/// Nothing is shown of work that is done sooner than this.
const PATIENCE: Duration = Duration::from_millis(700);

/// A progress line on standard error; silent if that is not a terminal.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped when the work is done, which wakes the thread that waits to show the line.
    working: Option<Sender<()>>,
    waiting: Option<JoinHandle<()>>,
}

impl Progress {
    /// A display for work of unknown length. Its text is cut at the width of the terminal.
    pub fn spinner(what: &str) -> Progress {
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed} · {wide_msg}").expect("a constant template"),
        );
        Progress::start(bar)
    }

    /// Work of which nothing is shown.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), working: None, waiting: None }
    }

    /// Work of `total` parts.
    pub fn bar(what: &str, total: u64) -> Progress {
        let bar = ProgressBar::new(total).with_message(what.to_string());
        bar.set_style(
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} · {rate} · {eta} left")
                .expect("a constant template")
                .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
                    let _ = write!(text, "{:.0} a second", state.per_sec());
                }),
        );
        Progress::start(bar)
    }

    fn start(bar: ProgressBar) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if !stderr().is_terminal() {
            return Progress { bar, working: None, waiting: None };
        }
        let (working, done) = channel::<()>();
        let line = bar.clone();
        let wait = move || {
            if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                line.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
                line.enable_steady_tick(Duration::from_millis(200));
            }
        };
        // If the system gives no thread, the work continues without a line.
        let waiting = Builder::new().spawn(wait).ok();
        Progress { bar, working: Some(working), waiting }
    }

    /// Shows the progress in words.
    pub fn tell(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Shows the progress of a bot's search.
    pub fn listener(&self) -> SearchListener {
        let bar = self.bar.clone();
        Arc::new(move |thought: &SearchInfo| bar.set_message(live::line(thought)))
    }

    /// Shows the number of parts that are done.
    pub fn reach(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// One part done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.working.take());
        // Once the thread is gone nothing can be shown any more, only taken away.
        if let Some(waiting) = self.waiting.take() {
            let _ = waiting.join();
        }
        self.bar.finish_and_clear();
    }
}
