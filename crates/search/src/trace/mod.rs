//! Writing down what a search does, for those who want to see it.
//!
//! Searches tell a [`Sink`] what they do. They are compiled twice: once for [`Off`], to which telling is nothing at all, and
//! once for a [`Recorder`], which writes a [`Trace`]. Whatever is told is from the view of the first player.
//!
//! What is written down is the search for the best move. Questions that are asked besides (how long a win takes, whether a
//! number is exact, how the line goes on) are searches of their own; [`Sink::pause`] leaves them out.

mod recorder;

use plywood_rules::trace::{Bound, End, Span};
use plywood_rules::{Report, Trace, Turn, Value};

use recorder::Recorder;

/// Is told what a search does: down to a node, and up again.
pub(crate) trait Sink<M> {
    /// Whether anybody listens. What takes work to tell is told only then.
    const ON: bool;

    /// A search from the root begins; what was told before was another.
    fn begin(&mut self, turn: Turn, depth: u32, window: Option<Span>);

    /// It came to its end, and the root is worth so much.
    fn finish(&mut self, value: Value);

    /// From now on the search does something that does not belong here, or goes on as before.
    fn pause(&mut self, paused: bool);

    /// The next node is behind `mv`, at this place among the moves as they are tried.
    fn step(&mut self, mv: M, place: usize);

    /// Down to that node.
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Span>);

    /// There is a move here, or an outcome of chance, that may not be looked at: each is told, in the order of their places.
    fn reserve(&mut self, mv: M, probability: Option<f64>, turn: Turn);

    /// The move at this place is not looked at any more.
    fn skip(&mut self, mv: M, place: usize, turn: Turn);

    /// There is another move here, that the game sees no use in.
    fn useless(&mut self, mv: M, turn: Turn);

    /// What was found here has made this of the window.
    fn narrow(&mut self, window: Span);

    /// Why it goes no further here, if not for the reason that is plain.
    fn end(&mut self, end: End);

    /// What will come back is one side of the window, because of chances; it is `bound` of the truth.
    fn chances(&mut self, bound: Bound);

    /// What will come back is `bound` of the truth, whatever the window.
    fn bound(&mut self, bound: Bound);

    /// What will come back rests on a guess, or on chance, besides what comes back from below.
    fn rests_on(&mut self, guess: bool, chance: bool);

    /// The node that was left last was looked at less deep than others, to begin with.
    fn reduced(&mut self);

    /// Up again, with a score of `score.rs`. What it says of the truth, and how long a win takes, follows from the nodes below.
    fn leave(&mut self, score: f64);

    /// Up again, with a value.
    fn leave_with(&mut self, value: Value, bound: Bound);

    /// Up again, with a win or a loss, or else a number of points that is as sure as what it rests on.
    fn leave_points(&mut self, proof: Option<Value>, points: f64, bound: Bound);

    /// Up again, for now: one move was looked at, the others were reserved. What is known then follows from that move.
    fn suspend(&mut self);

    /// The same, with what is known then, if anything is.
    fn suspend_with(&mut self, value: Option<Value>, bound: Bound);

    /// Down again to the node at this place.
    fn resume(&mut self, place: usize, window: Option<Span>);

    /// Below the root of the search that was finished last there is this move, too, of which so much was known beforehand.
    fn add(&mut self, mv: M, turn: Turn, value: Option<Value>, end: End);
}

/// Writes down in `trace` what a search does that tells the recorder it is given.
pub(crate) fn record<M: Copy + PartialEq>(
    trace: &mut Trace<M>,
    search: impl FnOnce(Recorder<M>) -> (Report<M>, Recorder<M>),
) -> Report<M> {
    let (report, recorder) = search(Recorder::new(trace.most()));
    *trace = recorder.into_trace();
    trace.mark(&report.pv);
    report
}

/// Nobody wants to know.
pub(crate) struct Off;

impl<M> Sink<M> for Off {
    const ON: bool = false;

    #[inline(always)]
    fn begin(&mut self, _: Turn, _: u32, _: Option<Span>) {}
    #[inline(always)]
    fn finish(&mut self, _: Value) {}
    #[inline(always)]
    fn pause(&mut self, _: bool) {}
    #[inline(always)]
    fn step(&mut self, _: M, _: usize) {}
    #[inline(always)]
    fn enter(&mut self, _: Turn, _: u32, _: Option<Span>) {}
    #[inline(always)]
    fn reserve(&mut self, _: M, _: Option<f64>, _: Turn) {}
    #[inline(always)]
    fn skip(&mut self, _: M, _: usize, _: Turn) {}
    #[inline(always)]
    fn useless(&mut self, _: M, _: Turn) {}
    #[inline(always)]
    fn narrow(&mut self, _: Span) {}
    #[inline(always)]
    fn end(&mut self, _: End) {}
    #[inline(always)]
    fn chances(&mut self, _: Bound) {}
    #[inline(always)]
    fn bound(&mut self, _: Bound) {}
    #[inline(always)]
    fn rests_on(&mut self, _: bool, _: bool) {}
    #[inline(always)]
    fn reduced(&mut self) {}
    #[inline(always)]
    fn leave(&mut self, _: f64) {}
    #[inline(always)]
    fn leave_with(&mut self, _: Value, _: Bound) {}
    #[inline(always)]
    fn leave_points(&mut self, _: Option<Value>, _: f64, _: Bound) {}
    #[inline(always)]
    fn suspend(&mut self) {}
    #[inline(always)]
    fn suspend_with(&mut self, _: Option<Value>, _: Bound) {}
    #[inline(always)]
    fn resume(&mut self, _: usize, _: Option<Span>) {}
    #[inline(always)]
    fn add(&mut self, _: M, _: Turn, _: Option<Value>, _: End) {}
}
