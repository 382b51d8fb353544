//! Games with chance, with payoffs and with positions that recur: what every position is worth, between two bounds.
//!
//! The value of a position is what the second player pays the first on average if both play their best: a win is worth
//! 1, a draw 0, a loss -1, [`Outcome::Payoff`](plywood_rules::Outcome::Payoff) its number, and play without end 0, as a
//! draw. It always exists, and both players have a best move for every position, whatever was played before (Everett,
//! "Recursive games", 1957; Liggett and Lippman, SIAM Review 11(4), 1969).
//!
//! Value iteration (Puterman, "Markov Decision Processes", 1994, chapter 6) puts into each position again and again what
//! its children are worth: the greatest, the least or the mean. Where it stops says little about how far it is from the
//! truth. So there are two of it, one from below and one from above (interval iteration: Haddad and Monmege,
//! "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018): what is no more than the
//! truth stays so, what is no less stays so, and the truth lies between them whenever one stops. Sums are rounded down
//! for the lower bound and up for the upper one, so that rounding is in the bounds as well.
//!
//! **Cycles.** Where players can go round in circles without chance throwing them out, the bounds would never meet: each
//! player could wait for ever for the best there is. Play without end is worth 0, and that has to be told: whoever can
//! keep play among some positions, but for ways out that the other one has, gets at least the worst of those ways out or
//! 0, whichever is less. So now and then lower bounds are raised to that, with chance taking the other one's side, and
//! upper bounds lowered likewise (the answer of Kelmendi and others, "Value iteration for simple stochastic games", CAV
//! 2018, to the same trouble). With it the bounds do meet in the limit. Suppose lower bounds that neither step
//! raises, and take the positions where they are furthest from the truth, and of these the ones with the greatest bound:
//! a player who plays well can stay among them but for ways out of the other one that are better still. If the bound is
//! below 0 it would have been raised; if not, the other one can stay among them too, and play without end is worth no more
//! than the bound. Numbers of finite length may still stop before: what is left is told as the error, never hidden.
//!
//! Positions are valued set by set, each set being positions that play can come to from each other, last things first;
//! positions that cannot recur are valued once. Within a set sweeps go from what is finished first, and use what is new
//! at once (Gauss and Seidel).

mod bounds;
mod graph;
mod watch;

use plywood_rules::{Game, Player, Turn};

use self::bounds::Solver;
use self::graph::{Graph, Numbers, Order};
pub use self::watch::{IterationProgress, Limits};
use self::watch::{Watch, Work};
use crate::values::Halt;

/// The values of all positions from a start on, between bounds.
pub struct Values<S> {
    numbers: Numbers<S>,
    low: Vec<f64>,
    high: Vec<f64>,
    /// At decisions the place of the move to play.
    moves: Vec<u32>,
    work: Work,
    wins_only: bool,
}

/// Values all positions of `game` that can be reached from `start`, until the value of `start` is known to `error`: at
/// least 0, in the unit of the payoffs (where games are won and lost, from -1 to 1, so that 0.02 is a percent of the
/// games). It ends before where no bound moves by more than rounding; what was reached is [`Values::error`]. If
/// `limits` stops it while positions are valued, the bounds are those reached by then.
///
/// # Errors
/// If it is stopped or runs out of memory while positions are found, and for games that break the laws: payoffs that are
/// no numbers, turns without moves.
pub fn solve<G: Game + ?Sized>(
    game: &G,
    start: &G::State,
    error: f64,
    limits: Limits<'_>,
) -> Result<Values<G::State>, Halt> {
    let mut watch = Watch::new(limits);
    let (numbers, mut graph) = Graph::find(game, start, &mut watch)?;
    let order = Order::of(&graph, &mut watch)?;
    let work = Solver::new(&mut graph, &order, error, &mut watch).run();
    let Graph { low, high, marks: moves, wins_only, .. } = graph;
    Ok(Values { numbers, low, high, moves, work, wins_only })
}

impl<S: std::hash::Hash + Eq> Values<S> {
    /// The value of the start for the first player, to [`Values::error`].
    pub fn value(&self) -> f64 {
        middle(self.bounds(0))
    }

    /// The greatest error of [`Values::value`], rounding included: half the distance of the bounds. The
    /// probabilities are taken for what the game says they are, to the last digit of a number of double precision.
    pub fn error(&self) -> f64 {
        half_width(self.bounds(0))
    }

    /// The bounds of the value of `state` for the first player. `None` if it cannot be reached from the start.
    pub fn lookup(&self, state: &S) -> Option<(f64, f64)> {
        self.numbers.get(state).map(|&number| self.bounds(number))
    }

    /// The place, among the legal moves, of the move to play in `state`. A player of these moves gets on average,
    /// whatever the other one does: the first player at least the lower bound, the second one at most the upper.
    ///
    /// Among moves of the same value this is one that gets somewhere, not one that only puts off what it is worth.
    /// `None` where nobody decides, and if `state` cannot be reached from the start.
    pub fn best<G: Game<State = S> + ?Sized>(&self, game: &G, state: &S) -> Option<usize> {
        let Turn::Decision(_) = game.turn(state) else { return None };
        Some(self.moves[*self.numbers.get(state)? as usize] as usize)
    }

    /// The number of different positions, the start, the ends and the chance nodes included.
    pub fn positions(&self) -> u64 {
        self.low.len() as u64
    }

    /// The most sweeps that any set of positions took which play can come to from each other; 1 where none recur.
    pub fn sweeps(&self) -> u64 {
        self.work.sweeps
    }

    /// The number of times that a position was valued from its children.
    pub fn valuations(&self) -> u64 {
        self.work.valuations
    }

    /// True if play can go on for ever, with both players and chance willing, other than with probability 0.
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
