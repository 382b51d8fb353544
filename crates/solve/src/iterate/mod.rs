//! Value iteration: bounds of the value of every position, in games with chance, payoffs and recurring
//! positions.
//!
//! The value of a position is the mean payment of the second player to the first under best play: 1 for a win,
//! 0 for a draw, -1 for a loss, the number of an [`Outcome::Payoff`](plywood_rules::Outcome::Payoff), and 0 for
//! endless play, as for a draw. It always exists, and both players have a best move for every position,
//! independent of the history (Everett, "Recursive games", 1957; Liggett and Lippman, SIAM Review 11(4), 1969).
//!
//! Value iteration (Puterman, "Markov Decision Processes", 1994, chapter 6) repeatedly sets each position to
//! the greatest, the least or the mean value of its children. Its convergence says little about its error.
//! Interval iteration therefore runs it twice, from below and from above (Haddad and Monmege, "Interval
//! iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018): a lower bound stays a
//! lower bound, an upper bound stays an upper bound, and the true value is between them at any time. Sums are
//! rounded down for the lower bound and up for the upper one, so the bounds include rounding.
//!
//! **Cycles.** If players can cycle without chance ending it, the bounds would never meet: each player could
//! wait for ever for the best exit. Endless play has the value 0, and the iteration has to take that into
//! account: a player who can keep play among some positions, except for exits that the opponent has, gets at
//! least the worst of those exits or 0, whichever is less. Now and then lower bounds are therefore raised to
//! that, with chance on the opponent's side, and upper bounds lowered likewise (Kelmendi and others, "Value
//! iteration for simple stochastic games", CAV 2018, solve the same problem). With it the bounds do meet in the
//! limit. Suppose lower bounds that neither step raises, and take the positions where they are furthest from
//! the true values, and of these the ones with the greatest bound: a player who plays well can stay among them
//! except for exits of the opponent that are better still. If the bound is below 0 it would have been raised;
//! if not, the opponent can stay among them too, and endless play has no more value than the bound.
//! Floating-point numbers may still stop before: the rest is reported as the error.
//!
//! Positions are valued component by component of the graph of moves, ends first; positions that cannot recur
//! are valued once. Within a component sweeps begin with the positions finished first, and use new values at
//! once (Gauss and Seidel).

mod bounds;
mod graph;
mod progress;

use plywood_rules::{Game, Player, Run, Turn};

use self::bounds::BoundsSolver;
use self::graph::{ComponentOrder, GameGraph, PositionNumbers};
pub use self::progress::IterationProgress;
use self::progress::IterationWork;
use crate::values::SolveError;

/// The values of all positions from a start on, between bounds.
pub struct IteratedValues<S> {
    numbers: PositionNumbers<S>,
    low: Vec<f64>,
    high: Vec<f64>,
    /// At decisions the place of the move to play.
    moves: Vec<u32>,
    /// The number of the first position of each ply.
    plies: Vec<u32>,
    work: IterationWork,
    wins_only: bool,
}

/// Values all positions of `game` that can be reached from `start`, in the memory of `run` (states are counted without their
/// heap memory), until the value of `start` is known to
/// `error`: at least 0, in the unit of the payoffs (in games without payoffs from -1 to 1, so that 0.02 is a
/// percent of the games). It ends earlier if no bound moves by more than rounding; [`IteratedValues::error`] is the
/// error reached. If it is stopped while positions are valued, the bounds are those so far.
///
/// # Errors
/// If it is stopped or runs out of memory while positions are found, and for games that break the laws: payoffs
/// that are no numbers, turns without moves.
pub fn solve<G: Game + ?Sized>(
    game: &G,
    start: &G::State,
    error: f64,
    run: &Run<'_, IterationProgress>,
) -> Result<IteratedValues<G::State>, SolveError> {
    let mut progress = IterationProgress::default();
    let (numbers, mut graph) = GameGraph::find(game, start, run, &mut progress)?;
    let order = ComponentOrder::of(&graph, || run.report(progress))?;
    let work = BoundsSolver::new(&mut graph, &order, error, run, progress).run();
    let GameGraph { low, high, marks: moves, plies, wins_only, .. } = graph;
    Ok(IteratedValues { numbers, low, high, moves, plies, work, wins_only })
}

impl<S: std::hash::Hash + Eq> IteratedValues<S> {
    /// The value of the start for the first player, to [`IteratedValues::error`].
    pub fn value(&self) -> f64 {
        middle(self.bounds(0))
    }

    /// The greatest error of [`IteratedValues::value`], rounding included: half the distance of the bounds. The game's
    /// probabilities are taken as exact, to the last digit of a number of double precision.
    pub fn error(&self) -> f64 {
        half_width(self.bounds(0))
    }

    /// The bounds of the value of `state` for the first player. `None` if it cannot be reached from the start.
    pub fn lookup(&self, state: &S) -> Option<(f64, f64)> {
        self.numbers.get(state).map(|&number| self.bounds(number))
    }

    /// The index, among the legal moves, of the move to play in `state`. With these moves a player gets on
    /// average, whatever the opponent does: the first player at least the lower bound, the second at most the
    /// upper.
    ///
    /// Among moves of the same value it chooses one that makes progress. `None` if the state has no player to
    /// move, or cannot be reached from the start.
    pub fn best<G: Game<State = S> + ?Sized>(&self, game: &G, state: &S) -> Option<usize> {
        let Turn::Decision(_) = game.turn(state) else { return None };
        Some(self.moves[*self.numbers.get(state)? as usize] as usize)
    }

    /// The number of different positions, the start, the ends and the chance nodes included.
    pub fn positions(&self) -> u64 {
        self.low.len() as u64
    }

    /// The most sweeps that any component took; 1 if no position recurs.
    pub fn sweeps(&self) -> u64 {
        self.work.sweeps
    }

    /// The number of times that a position was valued from its children.
    pub fn valuations(&self) -> u64 {
        self.work.valuations
    }

    /// True if play can continue for ever, with both players and chance willing, other than with probability
    /// 0.
    pub fn is_endless(&self) -> bool {
        self.work.endless
    }

    /// True if every game has a winner with probability 1. Then a value v means that the first player wins with
    /// probability (1 + v) / 2.
    pub fn is_decided(&self) -> bool {
        self.wins_only && !self.work.endless
    }

    /// True if it was stopped before the bounds were as close as wanted.
    pub fn was_stopped(&self) -> bool {
        self.work.stopped
    }

    /// The positions in the order in which they were found, breadth first, each with the plies of the shortest way there and the bounds
    /// of its value for the first player.
    pub fn into_positions(self) -> Vec<(S, u32, (f64, f64))> {
        let mut found: Vec<(S, u32)> = self.numbers.into_iter().collect();
        found.sort_unstable_by_key(|&(_, number)| number);
        let ply = |number: u32| self.plies.partition_point(|&first| first <= number) as u32 - 1;
        let bounds = |number: u32| (self.low[number as usize], self.high[number as usize]);
        found.into_iter().map(|(state, number)| (state, ply(number), bounds(number))).collect()
    }

    fn bounds(&self, number: u32) -> (f64, f64) {
        (self.low[number as usize], self.high[number as usize])
    }
}

/// The number between two bounds that is as far from one as from the other.
pub fn middle((low, high): (f64, f64)) -> f64 {
    low + (high - low) / 2.0
}

/// The greatest distance of [`middle`] from any value between the bounds.
pub fn half_width((low, high): (f64, f64)) -> f64 {
    let middle = middle((low, high));
    // The differences are rounded as well.
    (high - middle).max(middle - low) * (1.0 + 2.0 * f64::EPSILON)
}

/// The bounds in the view of a player.
pub fn in_view_of(player: Player, (low, high): (f64, f64)) -> (f64, f64) {
    match player {
        Player::First => (low, high),
        Player::Second => (0.0 - high, 0.0 - low),
    }
}
