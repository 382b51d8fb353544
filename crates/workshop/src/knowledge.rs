//! The knowledge of the perfect player: a table, a solved race, the game's own solver, or a game that can be solved at once.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use plywood_games::short_name;
use plywood_rules::hints::race::DiceRace;
use plywood_rules::{Playable, Run, Stop, TextError};
use plywood_solve::perfect::PerfectKnowledge;
use plywood_solve::table::{SolveError, SolveProgress};

use crate::shared::Opened;
use crate::tables::{AT_ONCE, halted, solve_at_once};
use crate::trouble::Trouble;

/// Races to at most this target are solved on demand: 10000 pairs of scores take 10 milliseconds.
const AT_ONCE_POINTS: u16 = 400;

/// Bytes that the table of a game's own solver may grow to.
const SOLVER_TABLE: usize = 256 << 20;

/// Gives the perfect player its knowledge.
pub(crate) type Teacher<G> = Box<dyn Fn() -> PerfectKnowledge<G> + Send + Sync>;

/// The knowledge of the perfect player of `game`: the table, or a solution found at once. All errors are
/// reported now; a race, whose only possible error is its target, is solved when the player is first needed.
pub(crate) fn of_game<G: Playable>(game: &Opened<G>, table: Option<&Path>) -> Result<Teacher<G>, Trouble> {
    if let Some(path) = table {
        let book = game.shared.tables.open(&*game.rules, path)?;
        return Ok(Box::new(move || PerfectKnowledge::Tablebase(Arc::clone(&book))));
    }
    const PATIENT: &str = "it is never stopped";
    if let Some(solver) = game.solver(SOLVER_TABLE) {
        return Ok(Box::new(move || PerfectKnowledge::Solver(Arc::clone(&solver))));
    }
    if let Some(race) = short_race(&*game.rules) {
        race?;
        let (game, known) = (game.clone(), OnceLock::new());
        let solve =
            move || at_once(&game, AT_ONCE, &Stop::never()).expect(PATIENT).expect("its target was checked");
        return Ok(Box::new(move || known.get_or_init(&solve).clone()));
    }
    let known = at_once(game, AT_ONCE, &Stop::never()).expect(PATIENT)?;
    Ok(Box::new(move || known.clone()))
}

/// The race that `game` is, if it is one, or why it takes too long to solve.
fn short_race<G: Playable>(game: &G) -> Option<Result<DiceRace<G>, Trouble>> {
    let race = game.specialists().race?;
    let target = race.points;
    Some(if target <= AT_ONCE_POINTS {
        Ok(race)
    } else {
        Err(TextError::new(format!(
            "bot 'perfect' knows races to at most {AT_ONCE_POINTS} points, and this one goes to {target}"
        ))
        .into())
    })
}

/// Solves `game` at once, or explains why it cannot. The answer is stored, so only the first call takes time.
/// `None` if `stop` was raised first, or the game has more than `most` positions where [`AT_ONCE`] could be valued.
pub(crate) fn at_once<G: Playable>(
    opened: &Opened<G>,
    most: u64,
    stop: &Stop,
) -> Option<Result<PerfectKnowledge<G>, Trouble>> {
    let (game, solved) = (&*opened.rules, &opened.shared.solved);
    // Others may wait for the answer, so a throttle does not hold it up.
    let stop = &stop.without_gate();
    let name = game.name();
    match short_race(game) {
        Some(Ok(race)) => {
            let solve = || (race.solve)(game, &Run::until(stop)).ok().map(Ok);
            return solved.get(name, stop, solve).map(|known| known.map(PerfectKnowledge::Race));
        }
        Some(Err(error)) => return Some(Err(error)),
        None => {}
    }
    let solve = || {
        let enough = stop.part();
        let progress = |so_far: SolveProgress| {
            if so_far.found > most {
                enough.raise();
            }
        };
        let run = Run { progress: &progress, ..Run::until(&enough) };
        Some(match solve_at_once(game, &game.initial(), &run) {
            Ok(book) => Ok(book),
            Err(SolveError::Stopped) if stop.is_raised() || enough.is_raised() && most < AT_ONCE => return None,
            Err(SolveError::Stopped | SolveError::Memory { .. }) => Err(TextError::new(format!(
                "bot 'perfect' needs to know {}, which has too many positions to be solved at once: perfect:table=FILE plays \
                 from a table ('plywood solve GAME --method enumerate -o FILE', if its positions fit into memory), \
                 perfect:proof=FILE from a proof ('plywood solve GAME --method proof -o FILE')",
                short_name(&game.name())
            ))
            .into()),
            Err(halt) => Err(halted(game, halt)),
        })
    };
    solved.get(name, stop, solve).map(|known| known.map(PerfectKnowledge::Tablebase))
}
