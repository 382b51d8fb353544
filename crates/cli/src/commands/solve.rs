//! `solve`: the value of a position if both play their best, and forced wins within a number of plies.

mod positions;
mod words;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use plywood_draw::Surface;
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Run, TextError};
use plywood_workshop::{
    AnyGame, FoundBy, Question, RaceReport, Session, Solve, SolveMethod, Solved, Workshop, game_title,
};
use serde_json::json;

use super::batch::{LineBatch, PositionTask, ask};
use super::jobs;
use crate::args::SolveArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output};
use crate::pictures::Picture;
use crate::progress::Control;
use positions::RowFormat;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &SolveArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let (batch, task) =
        (LineBatch::of(&args.batch)?, PositionTask::new(&args.game.place, args.json, control));
    answer(&game, &args.game.game, &args.question, batch, task)
}

/// Answers the question about the position of `task` or those of a batch. `typed` is the name of the game as it was given.
pub fn answer(
    game: &Arc<dyn AnyGame>,
    typed: &str,
    question: &Solve,
    batch: Option<LineBatch>,
    task: PositionTask<'_>,
) -> CommandResult {
    let method = question.checked_method(game.details().is_race)?;
    if let Some(name) = question.file_option().filter(|_| batch.is_some()) {
        return Err(TextError::of([name, " cannot be used with ".into(), ErrorPart::option("batch")]).into());
    }
    ask(game, batch, 1, task, |session, task| solve(session, typed, question, method, task))
}

fn solve(
    session: &mut dyn Session,
    typed: &str,
    question: &Solve,
    method: SolveMethod,
    task: &PositionTask<'_>,
) -> CommandResult {
    let evidence = Evidence::check(question, method)?;
    let progress = words::spinner(question, method, task);
    session.listen(Some(progress.listener()));
    let in_words = words::progress(session);
    let tell = |so_far| progress.tell(in_words(&so_far));
    let run = Run { threads: jobs(None), ..task.control.run(&tell) };
    let mut solved = question.ask(session, &run)?;
    drop(progress);
    let is_whole = evidence.save(&mut solved, session, typed, question, task)?;
    let short = match is_whole {
        true => words::missing(&solved, question, task.control.is_raised()),
        false => Some("stopped before all positions were written".to_string()),
    };
    let output = Output::either(task.json, || json!(solved), || words::solved(&solved, session, question));
    Ok(match short {
        Some(short) => output.incomplete(short),
        None => output,
    })
}

/// The file for what was found.
enum Evidence<'a> {
    /// None.
    Unwanted,
    Rows(&'a Path, RowFormat),
    Table(&'a Path),
    Proof(&'a Path),
    Surface(&'a Path, Picture),
}

impl Evidence<'_> {
    /// Finds out before the work if the files can be read and written.
    fn check(question: &Solve, method: SolveMethod) -> Result<Evidence<'_>, Failure> {
        if let Some(table) = &question.from {
            fs::metadata(table).map_err(|error| Failure::file("read", table, &error))?;
        }
        let Some(path) = question.out.as_deref().or(question.surface.as_deref()) else {
            return Ok(Evidence::Unwanted);
        };
        files::check_writable(path)?;
        Ok(match method {
            SolveMethod::Proof => {
                files::check_kind(path, "a proof", &["proof"])?;
                Evidence::Proof(path)
            }
            SolveMethod::Race => {
                files::check_kind(path, "a picture", &["svg", "png", "pdf"])?;
                Evidence::Surface(path, Picture::of(path).unwrap_or(Picture::Svg))
            }
            _ => {
                files::check_kind(path, "all positions or a table of values", &["csv", "parquet", "table"])?;
                RowFormat::of(path).map_or(Evidence::Table(path), |format| Evidence::Rows(path, format))
            }
        })
    }

    /// Writes the file. Returns false if that was stopped.
    fn save(
        self,
        solved: &mut Solved,
        session: &dyn Session,
        typed: &str,
        question: &Solve,
        task: &PositionTask<'_>,
    ) -> Result<bool, Failure> {
        match (self, &mut solved.found) {
            (Evidence::Rows(path, format), FoundBy::Enumeration { table, rows, .. })
                if table.size().is_some() =>
            {
                *rows = positions::write(session, table, question.memory(), path, format, task)?;
                return Ok(!task.control.is_raised());
            }
            (Evidence::Table(path), FoundBy::Enumeration { table, .. }) if table.size().is_some() => {
                files::write(path, |out| table.write(out))?;
            }
            (Evidence::Proof(path), FoundBy::Proof { file: Some(file), .. }) => {
                files::write(path, |out| out.write_all(file))?;
            }
            (
                Evidence::Surface(path, picture),
                FoundBy::Race(RaceReport { first_holds: Some(holds), .. }),
            ) => {
                let bytes = picture.encoded(surface(typed, holds).svg())?;
                files::write(path, |out| out.write_all(&bytes))?;
            }
            _ => {}
        }
        Ok(true)
    }
}

/// Tiles along an edge of the picture, at most.
const TILES: usize = 50;

/// The picture of the least turn totals at which one stops (Neller and Presser drew it for Pig to 100).
fn surface(game: &str, holds: &[Vec<u16>]) -> Surface {
    let step = holds.len().div_ceil(TILES).max(1);
    let every = |of: usize| (0..of).step_by(step);
    let heights =
        every(holds.len()).map(|mine| every(holds.len()).map(|theirs| holds[mine][theirs].into()).collect());
    Surface {
        title: format!("When to hold: {}", game_title(game)),
        about: "The least turn total at which holding is better than rolling, if both play their best".into(),
        right_label: "own score".into(),
        left_label: "the other's score".into(),
        up_label: "turn total".into(),
        heights: heights.collect(),
        step: step as f64,
    }
}
