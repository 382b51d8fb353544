//! The trial of a program at a game: its check, and its moves at the positions of the assignment. It is kept in a file under a hash of
//! all that it depends on, so that it is done once.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_outside::{CheckOptions, CheckReport, ProcessLimits, Program, ProgramFault, Programs, check};
use plywood_rules::threads::{beside, lock};
use plywood_workshop::{MadeMove, ask_moves};
use serde::{Deserialize, Serialize};

use super::assignment::{AssignedGame, Assignment};
use super::submissions::{Submission, SubmittedProgram};
use crate::digest::TextDigest;
use crate::files;
use crate::output::Failure;
use crate::progress::Control;

/// The kind of the fault of a program whose start takes much of its time.
const SLOW_START: &str = "slow start";
/// The version of a kept trial.
const FORMAT: u32 = 1;
/// Plies after which a game of the check is stopped.
const MOST_PLIES: usize = 500;
/// Answers without a legal move after which a program is not asked again.
const MOST_FAILURES: usize = 10;

/// A fault that the check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFault {
    /// The game of the check, from 1.
    pub game: u32,
    /// The kind, in a word or two.
    pub kind: String,
    /// The fault in words.
    pub reason: String,
    /// The last lines exchanged before it.
    pub exchanged: Vec<String>,
}

/// A check that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedCheck {
    /// The games that were played: fewer than wanted if there were too many faults.
    pub games: u32,
    /// The moves of the program.
    pub moves: u64,
    /// The faults.
    pub faults: Vec<FoundFault>,
    /// Remarks that are no faults.
    pub notes: Vec<String>,
}

impl FinishedCheck {
    fn of(report: CheckReport) -> FinishedCheck {
        let CheckReport { games, moves, mut problems, mut notes, .. } = report;
        // The computer may have been busy with the programs of others: that costs nobody points.
        let slow = problems.extract_if(.., |problem| problem.kind == SLOW_START);
        notes.extend(slow.map(|problem| problem.reason));
        let fault = |ProgramFault { game, kind, reason, exchanged }| FoundFault {
            game,
            kind: kind.to_string(),
            reason,
            exchanged,
        };
        FinishedCheck { games, moves, faults: problems.into_iter().map(fault).collect(), notes }
    }

    /// The games without a fault.
    pub fn sound_games(&self) -> u32 {
        let is_faulty = |game| self.faults.iter().any(|fault| fault.game == game);
        (1..=self.games).filter(|&game| !is_faulty(game)).count() as u32
    }

    /// True if it did not end early, and at least one game has no fault: others would fail everywhere.
    fn is_sound(&self, wanted: u32) -> bool {
        self.games == wanted && self.sound_games() > 0
    }

    /// The check of a program that cannot play at all.
    fn failed(reason: String) -> FinishedCheck {
        let fault = FoundFault { game: 1, kind: "start".to_string(), reason, exchanged: Vec::new() };
        FinishedCheck { games: 0, moves: 0, faults: vec![fault], notes: Vec::new() }
    }
}

/// The trial of a program at a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    format: u32,
    /// The check.
    pub check: FinishedCheck,
    /// The moves, one for each position; `None` if the check ended early or no game of it was without a fault. Such a program plays no further.
    pub moves: Option<Vec<MadeMove>>,
}

/// The trials of all programs: by submission and game, `None` where there is no program for the game.
pub type Trials = Vec<Vec<Option<Trial>>>;

/// A trial that is to be done.
struct OpenTrial<'a> {
    submission: usize,
    game: usize,
    program: &'a SubmittedProgram,
    path: PathBuf,
}

/// Does the trials that are not in the folder `kept` yet, `threads` at a time, and keeps each. Returns `None` if it was stopped.
///
/// # Errors
/// If a trial cannot be kept.
pub fn all(
    assignment: &Assignment,
    submissions: &[Submission],
    kept: &Path,
    threads: usize,
    control: &Control,
) -> Result<Option<Trials>, Failure> {
    let mut trials: Trials = submissions.iter().map(|_| vec![None; assignment.games.len()]).collect();
    let (mut open, mut used) = (Vec::new(), HashSet::new());
    for (game, assigned) in assignment.games.iter().enumerate() {
        let settings = assignment.trial_settings(assigned);
        for (number, submission) in submissions.iter().enumerate() {
            let program = submission.program.as_ref().ok();
            let Some(program) = program.filter(|it| it.plays(&assigned.game.name())) else { continue };
            let key = TextDigest::of([&*settings, &submission.name, &program.digest]);
            let path = kept.join(format!("{key}.json"));
            match read(&path, assigned) {
                Some(trial) => trials[number][game] = Some(trial),
                None => open.push(OpenTrial { submission: number, game, program, path: path.clone() }),
            }
            used.insert(path);
        }
    }
    let progress = control.bar("trying programs", open.len() as u64);
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let done = Mutex::new(Vec::new());
    let work = || {
        while let Some(trial) = open.get(next.fetch_add(1, Relaxed)) {
            match trial.run(assignment, control) {
                Ok(Some(finished)) => {
                    lock(&done).push((trial, finished));
                    progress.step();
                }
                Ok(None) => return,
                Err(failure) => {
                    lock(&failed).get_or_insert(failure);
                    return;
                }
            }
            if lock(&failed).is_some() {
                return;
            }
        }
    };
    beside(threads.min(open.len()).saturating_sub(1), &|_| work(), &mut || work());
    drop(progress);
    if let Some(failure) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    for (trial, finished) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        trials[trial.submission][trial.game] = Some(finished);
    }
    if control.is_raised() {
        return Ok(None);
    }
    forget(kept, &used);
    Ok(Some(trials))
}

/// A trial that was kept; `None` if there is none that is whole.
fn read(path: &Path, game: &AssignedGame) -> Option<Trial> {
    let trial: Trial = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
    let has_all = trial.moves.as_ref().is_none_or(|moves| moves.len() == game.positions.list().len());
    (trial.format == FORMAT && has_all).then_some(trial)
}

/// Removes the trials of programs that have changed since.
fn forget(kept: &Path, used: &HashSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(kept) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if files::ending(&path) == "json" && !used.contains(&path) {
            // One that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

impl OpenTrial<'_> {
    fn run(&self, assignment: &Assignment, control: &Control) -> Result<Option<Trial>, Failure> {
        let game = &assignment.games[self.game];
        let check = self.check(assignment, control);
        if control.is_raised() {
            return Ok(None);
        }
        let moves = match check.is_sound(assignment.check_games) {
            false => None,
            true => {
                let limits = (assignment.seed, MOST_FAILURES);
                let run = control.run(&|_| {});
                match ask_moves(&game.game, &game.positions, &self.program.bot, limits, &run)? {
                    Some(moves) => Some(moves),
                    None => return Ok(None),
                }
            }
        };
        let trial = Trial { format: FORMAT, check, moves };
        let text = serde_json::to_string(&trial).expect("its parts are texts, numbers and lists");
        files::write(&self.path, |out| out.write_all(text.as_bytes()))?;
        Ok(Some(trial))
    }

    fn check(&self, assignment: &Assignment, control: &Control) -> FinishedCheck {
        let game = &assignment.games[self.game].game;
        let options =
            CheckOptions { games: assignment.check_games, max_plies: MOST_PLIES, seed: assignment.seed };
        let programs = Arc::new(Programs::new(ProcessLimits::default()).stopped_by(control.stop()));
        let report = Program::named(&self.program.bot).and_then(|program| {
            check(game.rules(), &Arc::new(program), &programs, options, &control.run(&|_| {}))
        });
        match report {
            Ok(report) => FinishedCheck::of(report),
            Err(error) => FinishedCheck::failed(error.to_string()),
        }
    }
}
