//! Traces: a record of a search, node by node.
//!
//! Searches report to a [`Sink`]. They are compiled twice: once for [`Off`], which costs nothing, and
//! once for a [`Recorder`], which writes a [`Trace`]. Reports are from the view of the first player.
//!
//! The trace shows the search for the best move. Auxiliary searches (for the length of a win, the exactness of
//! a number, the end of the line) are left out by [`Sink::pause`].

mod recorder;
mod sink;

use plywood_rules::{Report, Trace};

use self::recorder::Recorder;
pub(crate) use self::sink::{Off, Sink};

/// Records the reports of `search` to the recorder in `trace`.
pub(crate) fn record<M: Copy + PartialEq>(
    trace: &mut Trace<M>,
    search: impl FnOnce(Recorder<M>) -> (Report<M>, Recorder<M>),
) -> Report<M> {
    let (report, recorder) = search(Recorder::new(trace.most()));
    *trace = recorder.into_trace();
    trace.mark(&report.pv);
    report
}
