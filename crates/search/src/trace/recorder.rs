//! Makes a trace from the reports of a search.

use plywood_rules::trace::{Bound, End, Span, Visit};
use plywood_rules::{Player, Proved, Trace, Turn, Value};

use super::sink::Sink;
use crate::score::{is_loss, is_points, is_win};

/// Writes down one search after the other and keeps the last that was finished.
pub(crate) struct Recorder<M> {
    now: Trace<M>,
    kept: Trace<M>,
    has_kept: bool,
    /// The nodes between the root and here.
    frames: Vec<TraceFrame>,
    /// The move that leads to the next node, and its place.
    next: Option<(M, usize)>,
    visits: u64,
    /// The node that was left last.
    last: Option<usize>,
    paused: bool,
}

/// A node under way.
struct TraceFrame {
    /// Its place in the trace, if there was room for it.
    at: Option<usize>,
    /// Its place among its siblings.
    place: usize,
    turn: Turn,
    end: End,
    /// The places of the moves that were reserved, and those of them that are suspended.
    reserved: Vec<Option<usize>>,
    waiting: Vec<TraceFrame>,
    /// The number of moves that were left out.
    skipped: usize,
    /// The bound of the score, if it does not follow from the nodes below.
    told: Option<Bound>,
    below: SubtreeResult,
}

/// The results of the nodes below.
#[derive(Clone, Copy)]
struct SubtreeResult {
    /// The best score for the player who decides, and whether some move of that score has it for sure.
    best: f64,
    is_sure: bool,
    /// True if every score there is a lower bound, and true if every score is an upper bound.
    at_least: bool,
    at_most: bool,
    /// The quickest win of either player, and the one that takes longest.
    quickest: [u32; 2],
    longest: [u32; 2],
    /// True if something was estimated, and true if chance had a part.
    unknown: bool,
    chance: bool,
}

/// The result of a node.
struct Back {
    score: f64,
    /// `None` if it is unknown.
    bound: Option<Bound>,
    plies: u32,
    unknown: bool,
    chance: bool,
}

impl TraceFrame {
    fn new(at: Option<usize>, place: usize, turn: Turn, depth: u32) -> TraceFrame {
        let end = match turn {
            Turn::Over(_) => End::Over,
            _ if depth == 0 => End::Horizon,
            Turn::Decision(_) | Turn::Chance => End::Searched,
        };
        let below = SubtreeResult {
            best: f64::NAN,
            is_sure: false,
            at_least: true,
            at_most: true,
            quickest: [u32::MAX; 2],
            longest: [0; 2],
            unknown: end == End::Horizon,
            chance: turn == Turn::Chance && end == End::Searched,
        };
        TraceFrame {
            at,
            place,
            turn,
            end,
            reserved: Vec::new(),
            waiting: Vec::new(),
            skipped: 0,
            told: None,
            below,
        }
    }

    fn rest_on(&mut self, guess: bool, chance: bool) {
        self.below.unknown |= guess;
        self.below.chance |= chance;
    }

    /// Merges the result of a node below.
    fn take(&mut self, back: &Back) {
        self.rest_on(back.unknown, back.chance);
        let below = &mut self.below;
        // At most a win, and at least a loss, is none for sure.
        let wins = is_win(back.score) && back.bound != Some(Bound::Upper);
        let loses = is_loss(back.score) && back.bound != Some(Bound::Lower);
        for (player, is_sure) in [(0, wins), (1, loses)] {
            if is_sure {
                below.quickest[player] = below.quickest[player].min(back.plies);
                below.longest[player] = below.longest[player].max(back.plies);
            }
        }
        let at_least = matches!(back.bound, Some(Bound::Exact | Bound::Lower));
        let at_most = matches!(back.bound, Some(Bound::Exact | Bound::Upper));
        below.at_least &= at_least;
        below.at_most &= at_most;
        let Turn::Decision(player) = self.turn else { return };
        let is_sure = if player == Player::First { at_least } else { at_most };
        let gain = player.sign() * (back.score - below.best);
        if below.best.is_nan() || gain > 0.0 {
            (below.best, below.is_sure) = (back.score, is_sure);
        } else if gain == 0.0 {
            below.is_sure |= is_sure;
        }
    }

    /// The result for the node above, with this score.
    fn back(&self, score: f64) -> Back {
        let SubtreeResult { is_sure, at_least, at_most, unknown, chance, .. } = self.below;
        let all = self.skipped == 0;
        let bound = match self.turn {
            _ if self.end == End::Horizon => Some(Bound::Exact),
            Turn::Over(_) => Some(Bound::Exact),
            Turn::Chance if self.told.is_some() => self.told,
            Turn::Chance => both(at_least, at_most),
            Turn::Decision(Player::First) => both(is_sure, at_most && all),
            Turn::Decision(Player::Second) => both(at_least && all, is_sure),
        };
        // A sure win or loss rests on nothing but itself.
        let is_open = is_points(score);
        let (unknown, chance) = (unknown && is_open, chance && is_open);
        Back { score, bound, plies: self.plies(score, bound), unknown, chance }
    }

    /// The plies of a sure win in this trace: the winner takes the quickest way, the opponent and chance the
    /// longest. 0 for a score that is no sure win, but only a bound of one.
    fn plies(&self, score: f64, bound: Option<Bound>) -> u32 {
        let (winner, empty) = match score {
            score if is_win(score) => (Player::First, Bound::Upper),
            score if is_loss(score) => (Player::Second, Bound::Lower),
            _ => return 0,
        };
        if bound == Some(empty) || self.told.is_some() || matches!(self.turn, Turn::Over(_)) {
            return 0;
        }
        let SubtreeResult { quickest, longest, .. } = self.below;
        let below = if self.turn == Turn::Decision(winner) { quickest } else { longest };
        below[winner.index()].saturating_add(1)
    }
}

impl Back {
    fn value(&self) -> Option<Value> {
        self.bound?;
        let Back { score, plies, unknown, chance, .. } = *self;
        Some(if is_win(score) {
            Value::Proved(Proved::Win { plies })
        } else if is_loss(score) {
            Value::Proved(Proved::Loss { plies })
        } else {
            number(score, unknown, chance)
        })
    }
}

/// The bound of a score that a value is at least, or at most, or both.
fn both(at_least: bool, at_most: bool) -> Option<Bound> {
    match (at_least, at_most) {
        (true, true) => Some(Bound::Exact),
        (true, false) => Some(Bound::Lower),
        (false, true) => Some(Bound::Upper),
        (false, false) => None,
    }
}

/// A number of points as a value, given whether it rests on guesses or on chance.
fn number(points: f64, unknown: bool, chance: bool) -> Value {
    if unknown {
        Value::Estimated(points + 0.0)
    } else if points == 0.0 && !chance {
        Value::Proved(Proved::Draw)
    } else {
        Value::Exact(points + 0.0)
    }
}

impl<M: Copy + PartialEq> Recorder<M> {
    /// Nothing written down yet, and no more nodes than `most` later.
    pub fn new(most: usize) -> Recorder<M> {
        Recorder {
            now: Trace::new(most),
            kept: Trace::new(most),
            has_kept: false,
            frames: Vec::new(),
            next: None,
            visits: 0,
            last: None,
            paused: false,
        }
    }

    /// The last search that was finished, or as much as there is of the first one.
    pub fn into_trace(self) -> Trace<M> {
        if self.has_kept { self.kept } else { self.now }
    }

    /// The node under way; the root's place is kept until the end.
    fn here(&mut self) -> &mut TraceFrame {
        self.frames.last_mut().expect("a search begins before its nodes")
    }

    /// Enters a node at a place in the trace, or one that has none.
    fn open(&mut self, at: Option<usize>, place: usize, turn: Turn, depth: u32, window: Option<Span>) {
        self.visits += 1;
        let frame = TraceFrame::new(at, place, turn, depth);
        if let Some(at) = at {
            let node = self.now.node_mut(at);
            node.turn = turn;
            node.order = Some(self.visits);
            node.depth = Some(depth);
            (node.window, node.window_after) = (window, window);
            node.end = frame.end;
        }
        self.frames.push(frame);
    }

    /// The node that is left: cut if something was skipped there and no other reason was reported.
    fn pop(&mut self) -> TraceFrame {
        let mut frame = self.frames.pop().expect("what is left was entered");
        if frame.skipped > 0 && frame.end == End::Searched {
            frame.end = End::Cut;
        }
        frame
    }

    /// Records the result of a node on exit.
    fn close(&mut self, frame: &TraceFrame, value: Option<Value>, bound: Bound) {
        self.last = frame.at;
        if let Some(at) = frame.at {
            let node = self.now.node_mut(at);
            (node.value, node.bound, node.end) = (value, bound, frame.end);
        }
    }
}

impl<M: Copy + PartialEq> Sink<M> for Recorder<M> {
    const ON: bool = true;

    fn begin(&mut self, turn: Turn, depth: u32, window: Option<Span>) {
        self.now.clear();
        self.frames.clear();
        (self.next, self.visits, self.paused) = (None, 0, false);
        let at = self.now.push(Visit::new(None, None, turn));
        self.open(at, 0, turn, depth, window);
    }

    fn finish(&mut self, value: Value) {
        let mut frame = self.frames.pop().expect("what is finished was begun");
        if frame.skipped > 0 {
            frame.end = End::Cut;
        }
        self.close(&frame, Some(value), Bound::Exact);
        std::mem::swap(&mut self.now, &mut self.kept);
        self.has_kept = true;
    }

    fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    fn step(&mut self, mv: M, place: usize) {
        self.next = Some((mv, place));
    }

    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Span>) {
        if self.paused {
            return;
        }
        let (mv, place) = self.next.take().expect("a step comes before a node");
        let parent = self.here();
        let (parent, nodes) = (parent.at, self.now.nodes());
        // The order may have changed since they were reserved.
        let reserved = &self.frames.last().expect("it was just there").reserved;
        let fits = |at: &&Option<usize>| at.is_some_and(|at| nodes[at].mv == Some(mv));
        let reserved = reserved.get(place).filter(fits).or_else(|| reserved.iter().find(fits));
        let at = match reserved.copied().flatten() {
            Some(at) if nodes[at].order.is_none() => Some(at),
            // A position that is searched twice appears twice.
            Some(at) => {
                let probability = nodes[at].probability;
                self.now.push(Visit { probability, ..Visit::new(parent, Some(mv), turn) })
            }
            // Once a node has found no room, there is none for its children.
            None => self.now.push(Visit::new(parent, Some(mv), turn)),
        };
        self.open(at, place, turn, depth, window);
    }

    fn reserve(&mut self, mv: M, probability: Option<f64>, turn: Turn) {
        if self.paused {
            return;
        }
        let parent = self.here().at;
        let at =
            self.now.push(Visit { probability, end: End::Skipped, ..Visit::new(parent, Some(mv), turn) });
        self.here().reserved.push(at);
    }

    fn skip(&mut self, mv: M, place: usize, turn: Turn) {
        if self.paused {
            return;
        }
        let frame = self.here();
        frame.skipped += 1;
        if place >= frame.reserved.len() {
            let parent = frame.at;
            self.now.push(Visit { end: End::Skipped, ..Visit::new(parent, Some(mv), turn) });
        }
    }

    fn useless(&mut self, mv: M, turn: Turn) {
        if self.paused {
            return;
        }
        let parent = self.here().at;
        self.now.push(Visit { end: End::Tactics, ..Visit::new(parent, Some(mv), turn) });
    }

    fn narrow(&mut self, window: Span) {
        if self.paused {
            return;
        }
        if let Some(at) = self.here().at {
            self.now.node_mut(at).window_after = Some(window);
        }
    }

    fn end(&mut self, end: End) {
        if !self.paused {
            self.here().end = end;
        }
    }

    fn chances(&mut self, bound: Bound) {
        if self.paused {
            return;
        }
        let frame = self.here();
        (frame.told, frame.end) = (Some(bound), End::Chance);
    }

    fn bound(&mut self, bound: Bound) {
        if !self.paused {
            self.here().told = Some(bound);
        }
    }

    fn rests_on(&mut self, guess: bool, chance: bool) {
        if !self.paused {
            self.here().rest_on(guess, chance);
        }
    }

    fn reduced(&mut self) {
        if self.paused {
            return;
        }
        if let Some(at) = self.last {
            let node = self.now.node_mut(at);
            if matches!(node.end, End::Searched | End::Cut | End::Horizon) {
                node.end = End::Reduced;
            }
        }
    }

    fn leave(&mut self, score: f64) {
        if self.paused {
            return;
        }
        let mut frame = self.pop();
        for waiting in std::mem::take(&mut frame.waiting) {
            let back = waiting.back(waiting.below.best);
            frame.rest_on(back.unknown, back.chance);
        }
        let back = frame.back(score);
        self.close(&frame, back.value(), back.bound.unwrap_or_default());
        if let Some(parent) = self.frames.last_mut() {
            parent.take(&back);
        }
    }

    fn leave_with(&mut self, value: Value, bound: Bound) {
        if self.paused {
            return;
        }
        let frame = self.pop();
        self.close(&frame, Some(value), bound);
    }

    fn leave_points(&mut self, proof: Option<Value>, points: f64, bound: Bound) {
        if self.paused {
            return;
        }
        let mut frame = self.pop();
        for waiting in std::mem::take(&mut frame.waiting) {
            frame.rest_on(waiting.below.unknown, waiting.below.chance);
        }
        let SubtreeResult { unknown, chance, .. } = frame.below;
        let value = proof.unwrap_or(number(points, unknown, chance));
        let bound = match frame.end {
            End::Over | End::Horizon => Bound::Exact,
            _ => frame.told.unwrap_or(bound),
        };
        self.close(&frame, Some(value), bound);
        if let Some(parent) = self.frames.last_mut()
            && proof.is_none()
        {
            parent.rest_on(unknown, chance);
        }
    }

    fn suspend(&mut self) {
        if self.paused {
            return;
        }
        let frame = self.here();
        // The first move was visited, the others were reserved after it.
        frame.skipped = frame.reserved.len();
        let back = frame.back(frame.below.best);
        self.suspend_with(back.value(), back.bound.unwrap_or_default());
    }

    fn suspend_with(&mut self, value: Option<Value>, bound: Bound) {
        if self.paused {
            return;
        }
        let mut frame = self.frames.pop().expect("what is left was entered");
        frame.skipped = frame.reserved.len();
        frame.end = if frame.skipped > 0 { End::Chance } else { End::Searched };
        frame.reserved.insert(0, None);
        self.close(&frame, value, bound);
        self.here().waiting.push(frame);
    }

    fn resume(&mut self, place: usize, window: Option<Span>) {
        if self.paused {
            return;
        }
        let parent = self.here();
        let waits = parent.waiting.iter().position(|frame| frame.place == place);
        let mut frame = parent.waiting.swap_remove(waits.expect("what is gone on with was begun"));
        (frame.skipped, frame.end) = (0, End::Searched);
        if let Some(at) = frame.at {
            let node = self.now.node_mut(at);
            (node.window, node.window_after) = (window, window);
        }
        self.frames.push(frame);
    }

    fn add(&mut self, mv: M, turn: Turn, value: Option<Value>, end: End) {
        let parent = if self.kept.nodes().is_empty() { None } else { Some(0) };
        self.kept.push(Visit { value, end, ..Visit::new(parent, Some(mv), turn) });
    }
}
