//! What is known of a game, not guessed: all positions valued, and dice races solved.

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use plywood_rules::{Playable, RaceSpot, TextError};
use plywood_solve::perfect::Knowledge;
use plywood_solve::race::{Plan, RaceSolution};
use plywood_solve::table::{self, Book, Halt, Limits};
pub use plywood_solve::table::{Counts, Exact, Phase, Progress};

use crate::bots::BotError;
use crate::play::Typed;

/// How to value all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationPlan {
    /// Bytes that may be held.
    pub memory: u64,
    /// Whether positions that are images of each other are one even where the start is not the same from all sides:
    /// then images that cannot be reached may be counted as well.
    pub merge: bool,
}

/// All positions from one on, valued.
#[derive(Clone, Debug)]
pub struct Enumeration {
    book: Arc<Book>,
    /// What the start is worth.
    pub value: Exact,
}

impl Enumeration {
    /// How many positions there are of each kind.
    pub fn counts(&self) -> Counts {
        self.book.counts()
    }

    /// The bytes of its file.
    pub fn size(&self) -> u64 {
        self.book.size()
    }

    /// Writes its file, for [`crate::BOTS`]' `perfect:table=FILE`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.book.write(out)
    }
}

fn halted<G: Playable>(game: &G, halt: Halt) -> BotError {
    match halt {
        Halt::Unfit(reason) => {
            TextError::new(format!("no table of {} can be made: {reason}", game.name())).into()
        }
        other => BotError::Failed(other.to_string()),
    }
}

/// What can be known for sure of the position of a session.
pub trait Solves {
    /// Values every position from this one on.
    ///
    /// # Errors
    /// If the game has dice or payoffs or too many positions, nobody has to decide, or `go_on` stopped it.
    fn enumerate(
        &self,
        plan: EnumerationPlan,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Enumeration, BotError>;
    /// Whether the game is a dice race, which [`Solves::solve_race`] solves.
    fn is_race(&self) -> bool;
    /// Solves a dice race, with `surface` the least turn totals to stop at as well. `go_on` is told of the pairs of scores
    /// done and all of them, and stops it by returning false.
    ///
    /// # Errors
    /// If the game is no such race, nobody has to decide, or it was stopped.
    fn solve_race(
        &self,
        surface: bool,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<RaceReport, BotError>;
    /// How well one can do in a dice race, from its start, against a player who stops at turn total `at`.
    ///
    /// # Errors
    /// If the game is no such race, or it was stopped.
    fn solve_against_hold(
        &self,
        at: u16,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<AgainstHold, BotError>;
}

impl<G: Playable> Solves for Typed<G> {
    fn enumerate(
        &self,
        plan: EnumerationPlan,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Enumeration, BotError> {
        self.decider()?;
        enumerate(&*self.game, self.state(), plan, go_on)
    }

    fn is_race(&self) -> bool {
        self.game.race().is_some()
    }

    fn solve_race(
        &self,
        surface: bool,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<RaceReport, BotError> {
        self.decider()?;
        race(&*self.game, self.state(), |mv| self.game.move_text(self.state(), mv), surface, go_on)
    }

    fn solve_against_hold(
        &self,
        at: u16,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<AgainstHold, BotError> {
        against_hold(&*self.game, at, go_on)
    }
}

/// Values all positions from `state` on.
fn enumerate<G: Playable>(
    game: &G,
    state: &G::State,
    plan: EnumerationPlan,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Enumeration, BotError> {
    let limits = Limits { memory: plan.memory, go_on };
    let book = table::solve_packed(game, state, plan.merge, limits).map_err(|halt| halted(game, halt))?;
    let value = book.lookup(game, state).expect("the start is one of the positions found");
    Ok(Enumeration { book: Arc::new(book), value })
}

/// Games of at most so many positions up to symmetry are solved whenever somebody wants to know: it takes less than a
/// second.
const AT_ONCE: u64 = 500_000;

/// The same for races, by their target: 10000 pairs of scores take 10 milliseconds.
const AT_ONCE_POINTS: u16 = 400;

/// Tables and races that were solved at once are kept for the next one who asks, so many of them.
const KEPT: usize = 8;

/// By the full name of the game.
type Kept = Vec<(String, Arc<dyn Any + Send + Sync>)>;

static SOLVED: Mutex<Kept> = Mutex::new(Vec::new());

/// What was solved of this game before, or else what `solve` comes to.
fn kept<T: Any + Send + Sync>(
    name: String,
    solve: impl FnOnce() -> Result<T, BotError>,
) -> Result<Arc<T>, BotError> {
    // Two who ask for the same thing at once do not do the same work: the second waits.
    let mut solved = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = solved.iter().find(|(of, _)| *of == name).map(|(_, known)| Arc::clone(known));
    if let Some(known) = known.and_then(|known| known.downcast().ok()) {
        return Ok(known);
    }
    let found = Arc::new(solve()?);
    if solved.len() >= KEPT {
        solved.remove(0);
    }
    solved.push((name, Arc::clone(&found) as Arc<dyn Any + Send + Sync>));
    Ok(found)
}

/// What the perfect player of `game` knows: what stands in the table, or what can be found out at once.
pub(crate) fn knowledge<G: Playable>(game: &G, table: Option<&Path>) -> Result<Knowledge, BotError> {
    if let Some(path) = table {
        let place = path.display();
        let bytes = std::fs::read(path)
            .map_err(|error| BotError::Failed(format!("cannot read the table '{place}': {error}")))?;
        let book = Book::read(game, bytes).map_err(|error| TextError::new(format!("'{place}': {error}")))?;
        return Ok(Knowledge::Book(Arc::new(book)));
    }
    let name = game.name();
    if let Some(as_race) = game.race() {
        let target = as_race.race.target;
        if target > AT_ONCE_POINTS {
            return Err(TextError::new(format!(
                "bot 'perfect' knows races to at most {AT_ONCE_POINTS} points, and this one goes to {target}"
            ))
            .into());
        }
        let solve =
            || Ok(RaceSolution::optimal(&as_race.race, &mut |_, _| true).expect("nobody calls it off"));
        return Ok(Knowledge::Race(kept(name, solve)?));
    }
    let solve = || {
        let mut too_many = false;
        let mut go_on = |progress: Progress| {
            too_many |= progress.found > AT_ONCE;
            !too_many
        };
        let plan = EnumerationPlan { memory: 1 << 30, merge: false };
        match table::solve_packed(game, &game.initial(), plan.merge, Limits { memory: plan.memory, go_on: &mut go_on }) {
            Ok(book) => Ok(book),
            Err(Halt::Stopped | Halt::Memory { .. }) => Err(TextError::new(format!(
                "bot 'perfect' needs a table of {}, which has too many positions to be solved at once: make one with \
                 'plywood solve GAME --method enumerate -o FILE', then perfect:table=FILE",
                game.name()
            ))
            .into()),
            Err(halt) => Err(halted(game, halt)),
        }
    };
    Ok(Knowledge::Book(kept(name, solve)?))
}

/// A solved dice race.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceReport {
    /// The probability that the player to move wins, if both play their best.
    pub win_probability: f64,
    /// The best move.
    pub best: String,
    /// What each move is worth: the probability to win after it.
    pub moves: Vec<(String, f64)>,
    /// The turn totals at which the player to move stops, from the least on, as runs: from, to.
    pub holds: Vec<(u16, u16)>,
    /// No probability is further than this from the truth, but for the rounding within a turn.
    pub error: f64,
    /// How often a turn was worked out.
    pub turns: u64,
    /// The points that win.
    pub target: u16,
    /// For every own score and every score of the other player's the least turn total at which one stops; what is missing to
    /// the target where one does not stop before. Only if asked for.
    pub first_holds: Option<Vec<Vec<u16>>>,
}

/// What is exact of two plans in a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The probability that the one wins when beginning the game.
    pub begins: f64,
    /// The same when the other one begins.
    pub follows: f64,
}

impl Meeting {
    fn of(solution: &RaceSolution) -> Meeting {
        Meeting { begins: solution.first_wins(), follows: 1.0 - solution.second_begins() }
    }

    /// The probability over both seats.
    pub fn score(self) -> f64 {
        (self.begins + self.follows) / 2.0
    }
}

/// How well one can do against a player who stops at a turn total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgainstHold {
    /// By playing as one would against the best.
    pub optimal: Meeting,
    /// By the best answer to just this player.
    pub response: Meeting,
    /// And how that player does against the like.
    pub itself: Meeting,
}

fn called_off() -> BotError {
    BotError::Failed("stopped before the race was solved".to_string())
}

/// Solves the race that `game` is. `go_on` is told of the pairs of scores done and all of them.
fn race<G: Playable>(
    game: &G,
    state: &G::State,
    move_text: impl Fn(G::Move) -> String,
    surface: bool,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<RaceReport, BotError> {
    let as_race = as_race(game)?;
    let solution = RaceSolution::optimal(&as_race.race, go_on).ok_or_else(called_off)?;
    let spot = (as_race.spot)(state);
    let choices = solution.choices(0, spot.mine, spot.theirs);
    let choice = choices[usize::from(spot.total)];
    let mut moves = vec![(move_text(as_race.roll), choice.roll)];
    moves.extend(choice.hold.map(|hold| (move_text(as_race.hold), hold)));
    let mut holds: Vec<(u16, u16)> = Vec::new();
    for total in (0..choices.len()).filter(|&total| choices[total].holds()).map(|total| total as u16) {
        match holds.last_mut() {
            Some((_, to)) if *to + 1 == total => *to = total,
            _ => holds.push((total, total)),
        }
    }
    Ok(RaceReport {
        win_probability: choice.best(),
        best: moves[usize::from(choice.holds())].0.clone(),
        moves,
        holds,
        error: solution.error(),
        turns: solution.turns(),
        target: as_race.race.target,
        first_holds: surface.then(|| first_holds(&solution, as_race.race.target)),
    })
}

/// The least turn total at which one stops, at all scores.
fn first_holds(solution: &RaceSolution, target: u16) -> Vec<Vec<u16>> {
    let first = |mine: u16, theirs: u16| {
        let choices = solution.choices(0, mine, theirs);
        choices.iter().position(|choice| choice.holds()).map_or(target - mine, |total| total as u16)
    };
    (0..target).map(|mine| (0..target).map(|theirs| first(mine, theirs)).collect()).collect()
}

/// What is exact of the race against a player who stops at turn total `at`.
fn against_hold<G: Playable>(
    game: &G,
    at: u16,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<AgainstHold, BotError> {
    let race = as_race(game)?.race;
    let best = RaceSolution::optimal(&race, go_on).ok_or_else(called_off)?;
    let target = usize::from(race.target);
    let stops: Vec<Vec<bool>> = (0..target * target)
        .map(|pair| {
            let choices = best.choices(0, (pair / target) as u16, (pair % target) as u16);
            choices.into_iter().map(|choice| choice.holds()).collect()
        })
        .collect();
    let optimal = |spot: RaceSpot| {
        stops[usize::from(spot.mine) * target + usize::from(spot.theirs)][usize::from(spot.total)]
    };
    let hold = |spot: RaceSpot| spot.total >= at;
    let mut meet = |one: Plan<'_>| {
        let solution = RaceSolution::between(&race, [one, Plan::Fixed(&hold)], go_on);
        solution.as_ref().map(Meeting::of).ok_or_else(called_off)
    };
    Ok(AgainstHold {
        optimal: meet(Plan::Fixed(&optimal))?,
        response: meet(Plan::Best)?,
        itself: meet(Plan::Fixed(&hold))?,
    })
}

fn as_race<G: Playable>(game: &G) -> Result<plywood_rules::AsRace<G>, BotError> {
    let none = || TextError::new(format!("{} is no race that can be solved exactly", game.name()));
    let as_race = game.race().ok_or_else(none)?;
    let most = RaceSolution::MOST_POINTS;
    if as_race.race.target > most {
        return Err(TextError::new(format!("races to more than {most} points are not solved")).into());
    }
    Ok(as_race)
}
