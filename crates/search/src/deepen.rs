//! Iterative deepening within the limits, and the report.

use plywood_rules::random::below;
use plywood_rules::{Alternative, Listener, Proved, Report, Thought, Value};
use rand_core::Rng;

use crate::budget::Stopped;
use crate::{Settings, Tie};

/// The result of one finished search. Moves are numbered by their index among the legal moves, values are for
/// the player who decides at the root.
#[derive(Clone, Debug)]
pub(crate) struct DepthResult<M> {
    pub value: Value,
    /// The move chosen.
    pub best: usize,
    /// The values of all moves, if they were established.
    pub values: Vec<Option<Value>>,
    /// The line expected, beginning with the chosen move.
    pub line: Vec<M>,
    /// Plies that were searched completely; the longest line, if every line ended before the limit. 0 if no search was
    /// finished.
    pub depth: u32,
    /// True if a deeper search could find nothing more.
    pub settled: bool,
}

/// The best move so far of a search that may not be finished: one that was searched completely.
pub(crate) struct Attempt<M> {
    pub best: usize,
    /// The value of the move: that of the position only if it is a win.
    pub value: Value,
    pub line: Vec<M>,
}

impl<M> Attempt<M> {
    /// The value of the position so far: moves that were not searched may be better than anything but a win.
    pub fn position_value(&self, win_worth: f64) -> Value {
        match self.value {
            win @ Value::Proved(Proved::Win { .. }) => win,
            value => Value::Estimated(value.points(win_worth)),
        }
    }
}

impl<M> DepthResult<M> {
    /// The search one ply deeper, though not finished, may have found a better move than the one that it tried
    /// first, which was the best before. Values of the other moves from smaller depths are not comparable.
    pub fn improve(&mut self, attempt: Attempt<M>, win_worth: f64) {
        if attempt.best != self.best {
            self.best = attempt.best;
            self.value = attempt.position_value(win_worth);
            self.line = attempt.line;
            self.values.fill(None);
            self.values[attempt.best] = Some(attempt.value);
        }
    }
}

/// The depth of a search with a limit of nodes or time if there is only one move: deep enough for a value, and
/// no deeper, since the move is forced.
pub(crate) const FORCED_PLIES: u32 = 4;

/// Searches one of `choices` moves as deep as `settings` allow: once, or iteratively. `search` receives the
/// depth and the result of the depth before; it returns its result and the positions visited so far, which
/// `listener` receives with the worth of a win; `exact_plies` is as in [`Report`]. Returns the last finished one, if there is one, and true if it was
/// stopped.
pub(crate) fn deepen<M>(
    settings: Settings,
    choices: usize,
    win_worth: f64,
    exact_plies: bool,
    listener: &mut Option<Listener<M>>,
    mut search: impl FnMut(u32, Option<&DepthResult<M>>) -> Result<(DepthResult<M>, u64), Stopped>,
) -> (Option<DepthResult<M>>, bool) {
    let limits = settings.limits;
    let forced = choices == 1;
    let depths = match limits.plies() {
        plies if !limits.deepens() => plies..=plies,
        plies if forced => 1..=plies.min(FORCED_PLIES),
        plies => 1..=plies,
    };
    let mut last = None;
    for depth in depths {
        let Ok((found, nodes)) = search(depth, last.as_ref()) else { return (last, true) };
        if let Some(listener) = listener {
            listener(&Thought {
                depth: Some(found.depth),
                value: Some(found.value),
                exact_plies,
                win_worth,
                nodes,
                table_use: None,
                pv: &found.line,
            });
        }
        let settled = found.settled;
        last = Some(found);
        if settled {
            break;
        }
    }
    (last, false)
}

/// One of `n` equally good moves.
pub(crate) fn pick(tie: Tie, n: usize, rng: &mut dyn Rng) -> usize {
    match tie {
        Tie::Random if n > 1 => below(rng, n),
        _ => 0,
    }
}

/// The report of a search that gives exact distances; without a result, a report of `fallback` or else the
/// first move, without a value.
pub(crate) fn report<M: Copy>(
    moves: &[M],
    found: Option<DepthResult<M>>,
    fallback: Option<usize>,
    win_worth: f64,
    nodes: u64,
) -> Report<M> {
    let Some(found) = found else {
        let best = moves[fallback.unwrap_or(0)];
        return Report { win_worth, nodes, ..Report::without_value(best, moves.iter().copied()) };
    };
    Report {
        best: moves[found.best],
        random: false,
        value: Some(found.value),
        exact_plies: true,
        win_worth,
        pv: found.line,
        moves: moves.iter().zip(found.values).map(|(&mv, value)| Alternative { mv, value }).collect(),
        depth: Some(found.depth).filter(|&depth| depth > 0),
        nodes,
    }
}
