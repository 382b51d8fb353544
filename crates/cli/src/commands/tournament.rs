//! `tournament`: many players, many games, on from where it was interrupted, with a report.

mod csv;
mod data;
mod film;
mod games_file;
mod json;
mod report;
mod rules;
#[cfg(test)]
mod tests;
mod words;

use std::path::Path;
use std::sync::Arc;

use plywood_erased::Record;
use plywood_rules::{Run, TextError, one_by_one};
use plywood_workshop::tournament::{
    RecordedGame, RecordedPair, Tournament, TournamentOptions, TournamentReport,
};
use plywood_workshop::{Workshop, former_bot};

use super::jobs;
use crate::args::{MergeArgs, TournamentArgs};
use crate::files;
use crate::output::{CommandResult, Failure, Output};
use crate::parts::{MergedParts, PartFile};
use crate::progress::Control;
use data::TournamentGame;
use rules::TournamentRules;

pub use data::TournamentData;
pub use games_file::GamesFile;
pub use json::json;
pub use report::html;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &TournamentArgs, control: &Control) -> CommandResult {
    let TournamentRules { title, mut options, description } = TournamentRules::of(workshop, args)?;
    if args.part.part.is_some() {
        return run_part(options, &description, args, control);
    }
    args.output.iter().try_for_each(|path| check_report(path))?;
    let place = args.records.clone().or_else(|| args.file.as_ref().map(|file| file.with_extension("games")));
    let (mut file, records) = match &place {
        Some(path) => GamesFile::open(path, &description).map(|(file, records)| (Some(file), records))?,
        None => (None, Vec::new()),
    };
    if file.as_ref().is_some_and(GamesFile::is_former) {
        options.entrants.iter_mut().for_each(|entrant| entrant.bot = former_bot(&entrant.bot));
    }
    let mut tournament = Tournament::new(options, records).map_err(|error| {
        let place = place.as_deref().unwrap_or(Path::new(""));
        Failure::from(error).about(&place.display().to_string())
    })?;
    if let Some(file) = &mut file {
        file.renew(&description, tournament.games().map(|game| &game.record))?;
    }
    let is_complete = play(&mut tournament, file.as_mut(), jobs(args.jobs), control)?;
    let data = data_of(&tournament, title, &description, is_complete)?;
    args.output.iter().try_for_each(|path| write_report(&data, path))?;
    let output = Output::either(args.json.json, || json(&data), || words::words(&data));
    Ok(match (is_complete, &place) {
        (true, _) => output,
        (false, Some(path)) => output.incomplete(format!(
            "stopped before all games were played; the same command goes on from '{}'",
            path.display()
        )),
        (false, None) => output.incomplete(
            "stopped before all games were played, and the games are not kept; use --records FILE to go on later",
        ),
    })
}

/// Plays a part of the pairs of games into its file.
fn run_part(
    options: TournamentOptions,
    description: &str,
    args: &TournamentArgs,
    control: &Control,
) -> CommandResult {
    let schedule = options.schedule;
    if schedule.fixed_round(0).is_none() {
        return Err(Failure::Wrong(
            "a Swiss tournament and a knockout have no parts, because who meets whom follows from the results before; play it \
             as a whole, or write format = \"round-robin\""
                .to_string(),
        ));
    }
    let Some(mut file) = PartFile::open(&args.part, description)? else { return Ok(Output::default()) };
    let mut tournament =
        Tournament::new(options, file.items::<[Record; 2]>()?.into_values().flatten().collect())?;
    let (part, pairs) = (file.part(), schedule.expected_games() / 2);
    let progress = control.bar("playing pairs of games", part.count(pairs));
    progress.reach(file.len());
    let stop = control.stop().part();
    let on_pair = |pair: RecordedPair| {
        let first = &pair[0].finished;
        if let Some(number) = schedule.pair_number(first.round, &first.scheduled) {
            file.add(number, &pair.each_ref().map(|game| &game.record), &stop);
            progress.reach(file.len());
        }
    };
    let threads = jobs(args.jobs);
    let played =
        tournament.run_part(part, &Run { threads, progress: &one_by_one(on_pair), ..Run::until(&stop) });
    drop(progress);
    let is_whole = file.has_all(pairs);
    file.finish(played.map(drop).map_err(Failure::from), is_whole, "pair", args.json.json)
}

/// The whole tournament of these parts.
pub fn merge(
    workshop: &Workshop,
    args: &TournamentArgs,
    parts: &MergedParts,
    merge: &MergeArgs,
) -> CommandResult {
    let TournamentRules { title, options, description } = TournamentRules::of(workshop, args)?;
    let is_games = |path: &Path| files::ending(path) == "games";
    for path in &merge.output {
        if is_games(path) { files::check_writable(path)? } else { check_report(path)? }
    }
    let pairs = options.schedule.expected_games() / 2;
    let tournament = Tournament::new(options, parts.items::<[Record; 2]>(&description, pairs)?.concat())?;
    let data = data_of(&tournament, title, &description, true)?;
    for path in &merge.output {
        match is_games(path) {
            true => GamesFile::write_new(path, &description, tournament.games().map(|game| &game.record))?,
            false => write_report(&data, path)?,
        }
    }
    Ok(Output::either(merge.json.json, || json(&data), || words::words(&data)))
}

/// Plays what is left and keeps it in the file. Returns true if all is played.
///
/// # Errors
/// If a pair cannot be kept, or a bot that is no program from outside fails.
pub fn play(
    tournament: &mut Tournament,
    mut file: Option<&mut GamesFile>,
    threads: usize,
    control: &Control,
) -> Result<bool, Failure> {
    let mut done = tournament.games().len() as u64 / 2;
    let expected = tournament.options().schedule.expected_games() / 2;
    let progress = control.bar("playing pairs of games", expected.max(done));
    progress.reach(done);
    let mut trouble = None;
    // Raised where a pair cannot be kept: that is no interruption.
    let stop = control.stop().part();
    let on_pair = |pair: RecordedPair| {
        done += 1;
        progress.reach(done);
        if trouble.is_none()
            && let Some(file) = &mut file
            && let Err(failure) = file.add(pair.each_ref().map(|game| &game.record))
        {
            trouble = Some(failure);
            stop.raise();
        }
    };
    let result = tournament.run(&Run { threads, progress: &one_by_one(on_pair), ..Run::until(&stop) });
    drop(progress);
    match (trouble, file) {
        (Some(failure), _) => return Err(failure),
        (None, Some(file)) => file.sync()?,
        (None, None) => {}
    }
    Ok(result?)
}

/// The kinds of report by the endings of their files. Standard output gets the first.
const REPORTS: [&str; 3] = ["html", "csv", "json"];

/// Checks a file to write a report to, before anything is played.
fn check_report(path: &Path) -> Result<(), Failure> {
    match files::is_stdout(path) || REPORTS.contains(&&*files::ending(path)) {
        true => files::check_writable(path),
        false => Err(Failure::Wrong(format!(
            "the ending of '{}' is that of no report; write .html, .csv or .json",
            path.display()
        ))),
    }
}

fn write_report(data: &TournamentData, path: &Path) -> Result<(), Failure> {
    let text = match &*files::ending(path) {
        "html" | "" => html(data)?,
        "csv" => csv::players(data),
        _ => format!("{:#}\n", json(data)),
    };
    files::write(path, |out| out.write_all(text.as_bytes()))
}

/// The tournament as reports need it.
///
/// # Errors
/// If a game is not one of its schedule.
pub fn data_of(
    tournament: &Tournament,
    title: String,
    description: &str,
    is_complete: bool,
) -> Result<TournamentData, TextError> {
    let options = tournament.options();
    let finished: Vec<_> = tournament.games().map(|game| game.finished.clone()).collect();
    let opening = |RecordedGame { finished, record }: &RecordedGame| {
        let plies = record.tag("Opening").and_then(|plies| plies.parse().ok()).unwrap_or(0);
        let moves = record.moves.get(..plies).unwrap_or_default().join(" ");
        let name = if moves.is_empty() { "no opening".to_string() } else { moves };
        ((finished.scheduled.game, finished.opening), name)
    };
    let played = tournament.games().map(|RecordedGame { finished, record }| TournamentGame {
        finished: finished.clone(),
        position: record.tag("Position").map(str::to_string),
        moves: record.moves.clone(),
    });
    Ok(TournamentData {
        title,
        settings: description
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        players: options.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        games: options.games.iter().map(|game| Arc::clone(&game.game)).collect(),
        openings: tournament.games().map(opening).collect(),
        played: played.collect(),
        report: TournamentReport::of(&options.schedule, &finished)?,
        is_complete,
    })
}
