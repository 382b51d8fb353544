//! The receiver of the reports of a search.

use plywood_rules::trace::{Bound, End, Span};
use plywood_rules::{Turn, Value};

/// Receives the reports of a search: down to a node, and up again.
pub(crate) trait Sink<M> {
    /// True if there is a recorder. Costly reports are made only then.
    const ON: bool;

    /// A search from the root begins; reports before this belong to another.
    fn begin(&mut self, turn: Turn, depth: u32, window: Option<Span>);

    /// It is complete, and the root has this value.
    fn finish(&mut self, value: Value);

    /// Pauses the trace for a search that it leaves out, or resumes it.
    fn pause(&mut self, paused: bool);

    /// The next node is behind `mv`, at this place among the moves as they are tried.
    fn step(&mut self, mv: M, place: usize);

    /// Down to that node.
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Span>);

    /// There is a move here, or an outcome of chance, that may not be visited. All are reported in the order of their places.
    fn reserve(&mut self, mv: M, probability: Option<f64>, turn: Turn);

    /// The move at this place is not visited any more.
    fn skip(&mut self, mv: M, place: usize, turn: Turn);

    /// There is another move here, which the game finds useless.
    fn useless(&mut self, mv: M, turn: Turn);

    /// The window, as the moves of this node have narrowed it.
    fn narrow(&mut self, window: Span);

    /// The reason why the search goes no further here, if it is not plain.
    fn end(&mut self, end: End);

    /// The score will be one side of the window, because of chance; it is this bound of the value.
    fn chances(&mut self, bound: Bound);

    /// The score will be this bound of the value, whatever the window.
    fn bound(&mut self, bound: Bound);

    /// The score will rest on a guess, or on chance, besides the scores from below.
    fn rests_on(&mut self, guess: bool, chance: bool);

    /// The node that was left last was searched less deeply than others, to begin with.
    fn reduced(&mut self);

    /// Up again, with a score that ignores distances. Its bound, and the length of a win, follow from the nodes below.
    fn leave(&mut self, score: f64);

    /// Up again, with a value.
    fn leave_with(&mut self, value: Value, bound: Bound);

    /// Leaves a node, with a win or a loss, or else a number of points that is as sure as its basis.
    fn leave_points(&mut self, proof: Option<Value>, points: f64, bound: Bound);

    /// Up again, for now: one move was visited, the others were reserved. The value so far follows from that move.
    fn suspend(&mut self);

    /// The same, with the value so far, if there is one.
    fn suspend_with(&mut self, value: Option<Value>, bound: Bound);

    /// Down again to the node at this place.
    fn resume(&mut self, place: usize, window: Option<Span>);

    /// Below the root of the search that was finished last there is this move, too, with a value known beforehand.
    fn add(&mut self, mv: M, turn: Turn, value: Option<Value>, end: End);
}

/// Receives nothing.
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
