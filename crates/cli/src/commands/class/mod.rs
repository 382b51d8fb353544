//! `class`: checks and grades the programs of a class, and plays their ladder.
//!
//! All that takes time is kept in `results/kept`: trials under a hash of all that they depend on, games of the ladder under names that
//! have such a hash. So the same command goes on after an interruption, and does nothing again for a program that has not changed.

mod assignment;
mod gradescope;
mod isolation;
mod ladder;
#[cfg(target_os = "linux")]
pub mod landlock;
mod page;
mod results;
mod submissions;
mod trial;

use std::fs;
use std::path::Path;
use std::time::Instant;

use plywood_workshop::Workshop;
use serde_json::Value as Json;

use super::{jobs, table, table_text, tournament};
use crate::args::ClassArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, duration};
use crate::progress::Control;
use assignment::Assignment;
use results::{ClassResults, GradedGame};
use submissions::Submission;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &ClassArgs, control: &Control) -> CommandResult {
    let started = Instant::now();
    let assignment = Assignment::read(workshop, &args.dir.join("assignment.toml"), control)?;
    let folder = args.dir.join("results");
    let kept = folder.join("kept");
    // For what isolated programs write. A run that was killed leaves it.
    let scratch = kept.join("written");
    let program = control.program().unwrap_or_default();
    let submissions =
        submissions::read_all(workshop, &assignment, &args.dir.join("submissions"), (program, &scratch))?;
    let _ = fs::remove_dir_all(&scratch);
    for folder in [&scratch, &folder.join("students"), &folder.join("gradescope")] {
        files::make_folder(folder)?;
    }
    let result = grade(&assignment, &submissions, (&folder, &kept), args, started, control);
    let _ = fs::remove_dir_all(&scratch);
    result
}

/// Grades the submissions, and writes the results to `folder`.
fn grade(
    assignment: &Assignment,
    submissions: &[Submission],
    (folder, kept): (&Path, &Path),
    args: &ClassArgs,
    started: Instant,
    control: &Control,
) -> CommandResult {
    let threads = jobs(args.jobs);
    let Some(trials) = trial::all(assignment, submissions, kept, threads, control)? else {
        return Ok(stopped(args));
    };
    let mut games = Vec::new();
    for game in assignment.games.iter().enumerate() {
        let ladder = ladder::played(assignment, game, submissions, &trials, kept, (threads, control))?;
        let is_played = ladder.as_ref().is_none_or(|ladder| ladder.data.is_complete);
        if control.is_raised() || !is_played {
            return Ok(stopped(args));
        }
        let graded = results::graded(assignment, game, submissions, &trials, ladder, (threads, control))?;
        if !graded.report.complete {
            return Ok(stopped(args));
        }
        games.push(graded);
    }
    let seconds = started.elapsed().as_secs_f64();
    let results = results::results(assignment, submissions, &trials, &games, seconds)?;
    write(folder, assignment, &results, &games)?;
    Ok(Output::either(args.json.json, || json(&results), || words(&results, folder)))
}

/// The answer of a run that was interrupted.
fn stopped(args: &ClassArgs) -> Output {
    let output = Output::either(args.json.json, || serde_json::json!({ "complete": false }), String::new);
    output.incomplete("stopped before everything was graded; the same command goes on")
}

fn json(results: &ClassResults) -> Json {
    serde_json::to_value(results).expect("its parts are texts, numbers and lists")
}

/// Writes the page, the reports and the results. Reports of earlier results that belong to these no more are removed.
fn write(
    folder: &Path,
    assignment: &Assignment,
    results: &ClassResults,
    games: &[GradedGame],
) -> Result<(), Failure> {
    let write = |path: &Path, text: String| files::write(path, |out| out.write_all(text.as_bytes()));
    let (path, json) = (folder.join("results.json"), json(results));
    let before = fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
    let now = reports(&json);
    for gone in before.iter().flat_map(reports).filter(|report| !now.contains(report)) {
        // It may have been removed by hand.
        let _ = fs::remove_file(folder.join(gone));
    }
    for student in &results.students {
        let [report, scores] = student_files(&student.name).map(|file| folder.join(file));
        write(&report, page::student(assignment, results, student, games)?)?;
        write(&scores, format!("{:#}\n", gradescope::json(student)))?;
    }
    for (number, (assigned, graded)) in (1..).zip(assignment.games.iter().zip(games)) {
        if let Some(ladder) = &graded.ladder {
            write(&folder.join(page::ladder_file(number, &assigned.name)), tournament::html(&ladder.data)?)?;
        }
    }
    write(&path, format!("{json:#}\n"))?;
    write(&folder.join("class.html"), page::class(assignment, results))
}

/// The files of the reports that belong to these results.
fn reports(results: &Json) -> Vec<String> {
    let all = |list: &str| results[list].as_array().into_iter().flatten();
    let students = all("students").filter_map(|student| Some(student_files(student["name"].as_str()?)));
    let ladders = (1..).zip(all("games")).filter(|(_, game)| !game["ladder"].is_null());
    let ladders =
        ladders.filter_map(|(number, game)| Some(page::ladder_file(number, game["game"].as_str()?)));
    students.flatten().chain(ladders).collect()
}

/// The files of a student's report and scores.
fn student_files(name: &str) -> [String; 2] {
    [format!("students/{}", page::student_file(name)), format!("gradescope/{name}.json")]
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
