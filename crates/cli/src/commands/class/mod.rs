//! `class`: checks and grades the programs of a class, and plays their ladder.
//!
//! All that takes time is kept in `results/kept`: trials under a hash of all that they depend on, games of the ladder under names that
//! have such a hash. So the same command goes on after an interruption, and does nothing again for a program that has not changed.

mod assignment;
mod gradescope;
mod isolation;
mod ladder;
mod page;
mod results;
mod submissions;
mod trial;

use std::fs;
use std::path::Path;
use std::time::Instant;

use plywood_workshop::Workshop;

use super::{jobs, table, table_text, tournament};
use crate::args::ClassArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, duration};
use crate::progress::Control;
use assignment::Assignment;
use results::{ClassResults, GradedGame};

/// Runs the command.
pub fn run(workshop: &Workshop, args: &ClassArgs, control: &Control) -> CommandResult {
    let started = Instant::now();
    let assignment = Assignment::read(workshop, &args.dir.join("assignment.toml"), control)?;
    let submissions = submissions::read_all(workshop, &assignment, &args.dir.join("submissions"))?;
    let folder = args.dir.join("results");
    let kept = folder.join("kept");
    for folder in [&kept, &folder.join("students"), &folder.join("gradescope")] {
        fs::create_dir_all(folder).map_err(|error| Failure::file("write", folder, &error))?;
    }
    let threads = jobs(args.jobs);
    let Some(trials) = trial::all(&assignment, &submissions, &kept, threads, control)? else {
        return Ok(stopped(args));
    };
    let mut games = Vec::new();
    for game in assignment.games.iter().enumerate() {
        let ladder = ladder::played(&assignment, game, &submissions, &trials, &kept, (threads, control))?;
        let is_played = ladder.as_ref().is_none_or(|ladder| ladder.data.is_complete);
        if control.is_raised() || !is_played {
            return Ok(stopped(args));
        }
        let graded = results::graded(&assignment, game, &submissions, &trials, ladder, (threads, control))?;
        if !graded.report.complete {
            return Ok(stopped(args));
        }
        games.push(graded);
    }
    let seconds = started.elapsed().as_secs_f64();
    let results = results::results(&assignment, &submissions, &trials, &games, seconds)?;
    write(&folder, &assignment, &results, &games)?;
    Ok(Output::either(args.json.json, || json(&results), || words(&results, &folder)))
}

/// The answer of a run that was interrupted.
fn stopped(args: &ClassArgs) -> Output {
    let output = Output::either(args.json.json, || serde_json::json!({ "complete": false }), String::new);
    output.incomplete("stopped before everything was graded; the same command goes on")
}

fn json(results: &ClassResults) -> serde_json::Value {
    serde_json::to_value(results).expect("its parts are texts, numbers and lists")
}

/// Writes the page, the reports and the results.
fn write(
    folder: &Path,
    assignment: &Assignment,
    results: &ClassResults,
    games: &[GradedGame],
) -> Result<(), Failure> {
    let write = |path: &Path, text: String| files::write(path, |out| out.write_all(text.as_bytes()));
    for student in &results.students {
        let file = folder.join("students").join(page::student_file(&student.name));
        write(&file, page::student(assignment, results, student, games)?)?;
        let file = folder.join("gradescope").join(format!("{}.json", student.name));
        write(&file, format!("{:#}\n", gradescope::json(student)))?;
    }
    for (number, (assigned, graded)) in (1..).zip(assignment.games.iter().zip(games)) {
        if let Some(ladder) = &graded.ladder {
            write(&folder.join(page::ladder_file(number, &assigned.name)), tournament::html(&ladder.data)?)?;
        }
    }
    write(&folder.join("results.json"), format!("{:#}\n", json(results)))?;
    write(&folder.join("class.html"), page::class(assignment, results))
}

/// The ranking for the terminal.
fn words(results: &ClassResults, folder: &Path) -> String {
    let mut rows = table(&["", "student", "points", "what was wrong first"]);
    for student in &results.students {
        let fault = student.first_fault.as_ref().map_or(String::new(), |fault| {
            fault.words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
        });
        let points = format!("{:.1} of {:.0}", student.points, student.of);
        rows.add_row([student.rank.to_string(), student.name.clone(), points, fault]);
    }
    format!(
        "{}\n\n{}\nisolation: {}\nthe page of the class is '{}', after {}\n",
        results.title,
        table_text(&rows),
        results.isolation,
        folder.join("class.html").display(),
        duration(results.seconds)
    )
}
