//! The values of many positions, with one table of positions for all of them where the game has a solver of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_erased::{Playthrough, TypedPlaythrough};
use plywood_rules::threads::{self, lock};
use plywood_rules::{Bot, Playable, Run, Stop, TextError, Turn};

use crate::answers::{Solved, Worth};
use crate::questions::{Question, Solve};
use crate::shared::{Opened, SharedSolver};
use crate::solve;
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::TypedSession;

/// Values one position after the other. A thread has one.
pub(crate) trait PositionValuer {
    /// The value for the side to move, or the first player where chance decides.
    ///
    /// # Errors
    /// If the text is no position, or it cannot be valued.
    fn worth(&mut self, position: &str, stop: &Stop) -> Result<Worth, Trouble>;
}

/// Values positions in their order as `question` asks for them; `new` makes the valuer of each thread. The progress is the number of
/// those that are done; those that were not when the run was stopped have no value.
pub(crate) fn position_values(
    new: &(dyn Fn() -> Box<dyn PositionValuer> + Sync),
    is_race: bool,
    question: &Solve,
    positions: &[String],
    run: &Run<'_, u64>,
) -> Result<Vec<Worth>, (Option<usize>, Trouble)> {
    let refused = |error: TextError| (None, error.into());
    question.checked_method(is_race).map_err(refused)?;
    if let Some(name) = question.file_option() {
        return Err(refused(TextError::of([name, " is for one position at a time".into()])));
    }
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let found: Mutex<Vec<(usize, Worth)>> = Mutex::default();
    let first_trouble: Mutex<Option<(usize, Trouble)>> = Mutex::default();
    let work = || {
        let mut valuer = new();
        let mut mine = Vec::new();
        while let number = next.fetch_add(1, Relaxed)
            && let Some(position) = positions.get(number)
            && !failed.load(Relaxed)
            && run.report(number as u64).is_ok()
        {
            match valuer.worth(position, &run.stop) {
                Ok(worth) => mine.push((number, worth)),
                Err(trouble) => {
                    failed.store(true, Relaxed);
                    let mut first = lock(&first_trouble);
                    if first.as_ref().is_none_or(|(first, _)| number < *first) {
                        *first = Some((number, trouble));
                    }
                }
            }
        }
        lock(&found).append(&mut mine);
    };
    let helpers = run.threads.min(positions.len()).saturating_sub(1);
    threads::beside(helpers, &|_| work(), &mut || work());
    if let Some((number, trouble)) = first_trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err((Some(number), trouble));
    }
    let mut worths = vec![Worth::default(); positions.len()];
    for (number, worth) in found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        worths[number] = worth;
    }
    Ok(worths)
}

/// The positions of one game type.
pub(crate) struct TypedValuer<G: Playable> {
    opened: Opened<G>,
    question: Solve,
    /// The game's own solver, which all threads share, where the question is for a search to the end.
    solver: Option<SharedSolver<G>>,
    /// The last search to the end, and if it was for a short game: its table serves the next position.
    search: Option<(bool, Box<dyn Bot<G>>)>,
}

impl<G: Playable> TypedValuer<G> {
    pub fn new(opened: Opened<G>, question: Solve) -> TypedValuer<G> {
        let is_plain = question.searches_to_the_end();
        let solver = if is_plain { opened.solver(question.table_bytes() as usize) } else { None };
        TypedValuer { opened, question, solver, search: None }
    }

    /// The value by the search for the position before, or a new one.
    fn search(&mut self, session: &TypedSession<G>, run: &Run<'_, ()>) -> Result<Worth, Trouble> {
        let (game, state) = (session.game(), session.state());
        let short = solve::is_short(&**game, state);
        if self.search.as_ref().is_none_or(|(was_short, _)| *was_short != short) {
            self.search = Some((short, solve::solver(&**game, state, None, run, None)?));
        }
        let (_, search) = self.search.as_mut().expect("made above");
        let solution = session.solve_by(&mut **search, None, &run.stop)?;
        Ok(Solved::by_search(&session.play, solution).worth)
    }
}

impl<G: Playable> PositionValuer for TypedValuer<G> {
    fn worth(&mut self, position: &str, stop: &Stop) -> Result<Worth, Trouble> {
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        let play = TypedPlaythrough::new(Arc::clone(&self.opened.rules), Some(position), "", 1)?;
        let decides = matches!(play.turn(), Turn::Decision(_));
        if let Some(solver) = self.solver.as_ref().filter(|_| decides) {
            let found = solver.solve(play.state(), &Run::until(stop));
            return Ok(found.value.map_or(Worth::default(), |value| Worth::of(value, found.exact_plies)));
        }
        let session = TypedSession { play, opened: self.opened.clone(), listener: None };
        let game = session.game();
        let is_bounded = decides && !game.has_chance() && game.plies_left(session.state()).is_some();
        if is_bounded && self.question.searches_to_the_end() {
            let run = Run { memory: self.question.table_bytes(), ..Run::until(stop) };
            return self.search(&session, &run);
        }
        Ok(self.question.ask(&session, &Run::until(stop))?.worth)
    }
}
