//! Races in which a turn may gain nothing, solved exactly.
//!
//! The positions of a race recur: two turns can gain nothing, and the scores are as before. But a turn begun at
//! some pair of scores leads only to turns at larger scores, or to the opponent's turn at the very same scores.
//! The pairs are therefore solved from the largest down, and each is two equations with two unknowns, the
//! winning probabilities x and y of the two players when they begin their turns there. A turn has more value
//! for one player the less the next turn has for the other: x = f(y) and y = g(x), where f and g are the maxima
//! of many straight lines, one for each way to play the turn. Newton's method jumps to the intersection of the
//! lines of the best ways so far, which is the same as policy iteration, and converges after two or three steps
//! (Neller and Presser, UMAP Journal 25(1), 2004, sweep over all positions of a pair until nothing moves).
//!
//! All values are winning probabilities of the player who decides, from 0 to 1.

use plywood_rules::hints::race::RaceProgress;
use plywood_rules::{Interrupted, Run};

/// The rules of a race in which both players have the same choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Points that win, as soon as score and turn total together reach them. At least 1.
    pub target: u16,
    /// The probability that a throw takes the turn total and ends the turn; less than 1.
    pub bust: f64,
    /// The gains of the other throws, at least 1 each and in ascending order, with their probabilities.
    pub gains: Vec<(u16, f64)>,
}

/// The scores of a race when a player decides whether to throw (again) or to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RaceSpot {
    /// The score of the player who decides, without the turn total; less than the target.
    pub mine: u16,
    /// The other player's score; less than the target.
    pub theirs: u16,
    /// The turn total; together with `mine` less than the target. A player may stop unless it is 0.
    pub total: u16,
}

/// The way a player plays.
#[derive(Clone, Copy)]
pub enum RacePolicy<'a> {
    /// As well as possible against the other player's plan.
    Best,
    /// Stops at the spots where this returns true, but never at a turn total of 0.
    Fixed(&'a dyn Fn(RaceSpot) -> bool),
}

/// The winning probabilities of two players at all scores.
#[derive(Clone, Debug)]
pub struct RaceSolution {
    pub(super) race: Race,
    /// For each player: the probability to win when beginning a turn, by own score and the opponent's. One
    /// table serves both players if both play their best.
    begins: Vec<Vec<f64>>,
    /// No number is further than this from the truth, but for the rounding within a turn.
    pub(super) error: f64,
    /// Turns that were evaluated: about four for each pair of scores.
    pub(super) turns: u64,
}

/// The choices of a player at one turn total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceChoice {
    /// The probability to win after throwing.
    pub roll: f64,
    /// The same after stopping; `None` if stopping is not allowed.
    pub hold: Option<f64>,
}

impl RaceChoice {
    /// Returns true if stopping is better.
    pub fn holds(self) -> bool {
        self.hold.is_some_and(|hold| hold > self.roll)
    }

    /// The better of the two.
    pub fn best(self) -> f64 {
        self.hold.map_or(self.roll, |hold| hold.max(self.roll))
    }
}

impl RaceSolution {
    /// Solves `race` for two players with best play.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn optimal(race: &Race, run: &Run<'_, RaceProgress>) -> Result<RaceSolution, Interrupted> {
        let mut solver = RaceSolver::new(race, 1);
        let target = race.target;
        let pairs = u64::from(target) * (u64::from(target) + 1) / 2;
        let mut done = 0;
        for mine in (0..target).rev() {
            for theirs in (0..=mine).rev() {
                solver.solve_pair(mine, theirs, [RacePolicy::Best; 2]);
            }
            done += u64::from(mine) + 1;
            run.report((done, pairs))?;
        }
        Ok(solver.solution)
    }

    /// Solves `race` for two players with these plans, the first player's and the second player's. Two best plans are
    /// best against each other.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn between(
        race: &Race,
        plans: [RacePolicy<'_>; 2],
        run: &Run<'_, RaceProgress>,
    ) -> Result<RaceSolution, Interrupted> {
        let mut solver = RaceSolver::new(race, 2);
        let target = race.target;
        for mine in (0..target).rev() {
            for theirs in (0..target).rev() {
                solver.solve_pair(mine, theirs, plans);
            }
            run.report((u64::from(target - mine) * u64::from(target), u64::from(target).pow(2)))?;
        }
        Ok(solver.solution)
    }

    fn table(&self, player: usize) -> &[f64] {
        &self.begins[player.min(self.begins.len() - 1)]
    }

    fn begin(&self, player: usize, mine: u16, theirs: u16) -> f64 {
        self.table(player)[usize::from(mine) * usize::from(self.race.target) + usize::from(theirs)]
    }

    /// The first player's probability to win the game.
    pub fn first_wins(&self) -> f64 {
        self.begin(0, 0, 0)
    }

    /// The second player's probability to win the game when that player begins it.
    pub fn second_begins(&self) -> f64 {
        self.begin(1, 0, 0)
    }

    /// The choices at all turn totals of a turn, from 0 up to the last one below the target, for a player (0
    /// for the first, 1 for the second) who stops optimally.
    pub fn choices(&self, player: usize, mine: u16, theirs: u16) -> Vec<RaceChoice> {
        let mut turn = RaceTurn::new(&self.race);
        let next = self.begin(1 - player, theirs, mine);
        turn.work_out(self.stops(player, mine, theirs), |_, roll, hold| hold > roll, next);
        turn.choices(self.stops(player, mine, theirs))
    }

    /// The choice at `spot`, for a player (0 for the first, 1 for the second) who stops optimally.
    pub fn choice(&self, player: usize, spot: RaceSpot) -> RaceChoice {
        self.choices(player, spot.mine, spot.theirs)[usize::from(spot.total)]
    }

    /// The opponent's winning probabilities after stopping at each turn total, from 0 on.
    fn stops(&self, player: usize, mine: u16, theirs: u16) -> &[f64] {
        let (mine, theirs, target) = (usize::from(mine), usize::from(theirs), usize::from(self.race.target));
        &self.table(1 - player)[theirs * target + mine..(theirs + 1) * target]
    }
}

struct RaceSolver {
    solution: RaceSolution,
    turn: RaceTurn,
}

/// Numbers that are this close to each other are treated as equal: a few times the rounding error of a turn.
const CLOSE: f64 = 2e-15;

/// After this many steps of Newton's method plain iteration takes over, which is sure to converge. Never seen.
const NEWTON: u32 = 30;

impl RaceSolver {
    fn new(race: &Race, tables: usize) -> RaceSolver {
        let size = usize::from(race.target).pow(2);
        let begins = vec![vec![0.0; size]; tables];
        RaceSolver {
            solution: RaceSolution { race: race.clone(), begins, error: 0.0, turns: 0 },
            turn: RaceTurn::new(race),
        }
    }

    /// Finds the value of beginning a turn for each player, with `mine` the first player's score and `theirs`
    /// the second's.
    fn solve_pair(&mut self, mine: u16, theirs: u16, plans: [RacePolicy<'_>; 2]) {
        // A pair nearby is a good guess.
        let target = self.solution.race.target;
        let near = |score: u16| if score + 1 < target { score + 1 } else { score };
        let guess = |solver: &RaceSolver, player, own, other| match solver.solution.begin(player, own, other)
        {
            0.0 => 0.5,
            known => known,
        };
        let mut x = guess(self, 0, near(mine), theirs);
        let mut y = guess(self, 1, near(theirs), mine);
        let mut steps = 0;
        loop {
            let first = self.play_turn(0, mine, theirs, plans[0], y);
            let second = if mine == theirs && self.solution.begins.len() == 1 {
                // The same turn for both.
                y = x;
                first
            } else {
                self.play_turn(1, theirs, mine, plans[1], x)
            };
            let apart = (first.wins - x).abs().max((second.wins - y).abs());
            if apart <= CLOSE {
                let shrinks = 1.0 - first.busts * second.busts;
                self.solution.error = self.solution.error.max(apart / shrinks);
                (x, y) = (first.wins, second.wins);
                break;
            }
            steps += 1;
            if steps > NEWTON {
                (x, y) = (first.wins, second.wins);
                continue;
            }
            // x = a + b (1 - y) and y = c + d (1 - x), the lines of these two ways to play.
            let (b, d) = (first.busts, second.busts);
            let (a, c) = (first.wins - b * (1.0 - y), second.wins - d * (1.0 - x));
            x = (a + b * (1.0 - c - d)) / (1.0 - b * d);
            y = c + d * (1.0 - x);
        }
        let target = usize::from(target);
        let (mine, theirs) = (usize::from(mine), usize::from(theirs));
        let last = self.solution.begins.len() - 1;
        self.solution.begins[0][mine * target + theirs] = x;
        self.solution.begins[last][theirs * target + mine] = y;
    }

    /// One turn of a player, if the opponent's next turn at the same scores has the value `next`.
    fn play_turn(
        &mut self,
        player: usize,
        mine: u16,
        theirs: u16,
        plan: RacePolicy<'_>,
        next: f64,
    ) -> TurnLine {
        self.solution.turns += 1;
        let stops = self.solution.stops(player, mine, theirs);
        match plan {
            RacePolicy::Best => self.turn.work_out(stops, |_, roll, hold| hold > roll, next),
            RacePolicy::Fixed(stop) => {
                let says = |total, _, _| stop(RaceSpot { mine, theirs, total: total as u16 });
                self.turn.work_out(stops, says, next)
            }
        }
    }
}

/// A way to play a turn, as a straight line.
#[derive(Clone, Copy, Debug)]
struct TurnLine {
    /// The probability to win.
    wins: f64,
    /// The probability that the turn gains nothing.
    busts: f64,
}

/// One turn, by score plus turn total.
struct RaceTurn {
    target: usize,
    bust: f64,
    gains: Vec<(usize, f64)>,
    /// If the gains follow each other and are equally probable: the least, and the probability.
    run: Option<(usize, f64)>,
    /// The probability to win from there, and that of a bust; from the target on 1 and 0.
    wins: Vec<f64>,
    busts: Vec<f64>,
    /// The probability to win after a bust.
    lost: f64,
}

impl RaceTurn {
    fn new(race: &Race) -> RaceTurn {
        let gains: Vec<(usize, f64)> = race.gains.iter().map(|&(gain, p)| (usize::from(gain), p)).collect();
        let follows = |(at, &gain): (usize, &(usize, f64))| gain == (gains[0].0 + at, gains[0].1);
        let run = gains.first().copied().filter(|_| gains.iter().enumerate().all(follows));
        let target = usize::from(race.target);
        let end = target + gains.last().map_or(0, |gain| gain.0) + 1;
        RaceTurn {
            target,
            bust: race.bust,
            gains,
            run,
            wins: vec![1.0; end],
            busts: vec![0.0; end],
            lost: 0.0,
        }
    }

    /// Evaluates a turn that can be stopped at the totals whose values for the opponent are given, from 0
    /// (where stopping is not allowed) on. `holds` is called with the turn total and the values of rolling and
    /// stopping there.
    fn work_out(&mut self, stops: &[f64], holds: impl Fn(usize, f64, f64) -> bool, next: f64) -> TurnLine {
        self.lost = 1.0 - next;
        match (self.run, self.gains.len()) {
            (Some((1, p)), 1) => self.sweep(stops, holds, |[_, worth]: &[f64; 2]| p * worth),
            // The value computed last is added last, so that the processor does not wait for it.
            (Some((2, p)), 5) => {
                self.sweep(stops, holds, |[_, _, a, b, c, d, e]: &[f64; 7]| p * (((e + d) + (c + b)) + a))
            }
            _ => {
                let gains = std::mem::take(&mut self.gains);
                for at in (self.target - stops.len()..self.target).rev() {
                    let mean =
                        |worth: &[f64]| gains.iter().rev().map(|&(gain, p)| p * worth[at + gain]).sum();
                    let means = [mean(&self.wins), mean(&self.busts)];
                    self.settle(at, stops, &holds, means);
                }
                self.gains = gains;
            }
        }
        let begin = self.target - stops.len();
        TurnLine { wins: self.wins[begin], busts: self.busts[begin] }
    }

    fn sweep<const N: usize>(
        &mut self,
        stops: &[f64],
        holds: impl Fn(usize, f64, f64) -> bool,
        mean: impl Fn(&[f64; N]) -> f64,
    ) {
        let mean = |worth: &[f64]| mean(worth.first_chunk().expect("the tables go on beyond the target"));
        for at in (self.target - stops.len()..self.target).rev() {
            let means = [mean(&self.wins[at..]), mean(&self.busts[at..])];
            self.settle(at, stops, &holds, means);
        }
    }

    /// Decides at one total, if the throws that add something have the mean value `means`.
    #[inline]
    fn settle(
        &mut self,
        at: usize,
        stops: &[f64],
        holds: &impl Fn(usize, f64, f64) -> bool,
        [wins, busts]: [f64; 2],
    ) {
        let total = at - (self.target - stops.len());
        let (roll, busts) = (self.bust * self.lost + wins, self.bust + busts);
        let hold = 1.0 - stops[total];
        let stop = total > 0 && holds(total, roll, hold);
        self.wins[at] = if stop { hold } else { roll };
        self.busts[at] = if stop { 0.0 } else { busts };
    }

    /// The choices at each total of the turn evaluated last.
    fn choices(&self, stops: &[f64]) -> Vec<RaceChoice> {
        let begin = self.target - stops.len();
        let choice = |(total, stop): (usize, &f64)| {
            let mean: f64 = self.gains.iter().map(|&(gain, p)| p * self.wins[begin + total + gain]).sum();
            RaceChoice { roll: self.bust * self.lost + mean, hold: (total > 0).then_some(1.0 - stop) }
        };
        stops.iter().enumerate().map(choice).collect()
    }
}
