//! One file a command.

pub mod analyse;
pub mod asked;
mod batch;
pub mod bench;
pub mod bot;
pub mod bots;
pub mod brain;
pub mod check;
pub mod class;
pub mod compare;
pub mod count;
pub mod eval;
mod finished;
pub mod games;
mod glossary;
pub mod grade;
pub mod learn;
pub mod manual;
pub mod matches;
pub mod merge;
pub mod new;
mod openings;
pub mod perft;
pub mod puzzles;
pub mod serve;
pub mod show;
pub mod site;
pub mod solve;
pub mod table;
pub mod tournament;
pub mod tree;
pub mod tune;
pub mod verify;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use comfy_table::{ContentArrangement, Table, presets};
use plywood_erased::Playthrough;
use plywood_erased::foreign::{ReadGames, read_games};
use plywood_rules::options::Parameter;
use plywood_rules::{Clock, Player, Turn};
use plywood_workshop::{AnyGame, Session, Workshop, short_name};
use serde_json::{Value as Json, json};

use crate::args::{GameArgs, PlaceArgs};
use crate::files;
use crate::output::{Failure, counted};

/// The game and the session that the arguments name.
pub fn open(workshop: &Workshop, args: &GameArgs, seed: u64) -> Result<Box<dyn Session>, Failure> {
    let session = open_at(workshop.open(&args.game)?, &args.place, seed)?;
    note_composed(&*session);
    Ok(session)
}

/// Says on standard error that play cannot lead to a position, if it cannot.
pub fn note_composed(session: &dyn Session) {
    if let Some(reason) = session.composed() {
        let bold = anstyle::Style::new().bold();
        // Fails only if standard error is closed; then the note is lost.
        let _ =
            writeln!(anstream::stderr(), "{bold}note:{bold:#} play cannot lead to this position: {reason}");
    }
}

/// Prints the warning of a game, if it has one, on standard error.
pub fn warn(workshop: &Workshop, text: &str) {
    if let Ok(game) = workshop.open(text)
        && let Some(warning) = game.details().warning
    {
        let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
        // Fails only if standard error is closed; then the warning is lost.
        let _ = writeln!(
            anstream::stderr(),
            "{yellow}warning:{yellow:#} {}: {warning}",
            short_name(&game.name())
        );
    }
}

/// Adds the game's explanation of its position, if it has one, to an answer.
fn explained(session: &dyn Session, mut answer: Json) -> Json {
    if let Some(explanation) = session.explanation() {
        answer["explanation"] = explanation.into();
    }
    answer
}

/// The same for people, a line.
fn explanation(session: &dyn Session) -> String {
    session.explanation().map_or(String::new(), |explanation| format!("{explanation}\n"))
}

/// The games in a file, whatever its format.
pub fn read_records(path: &Path) -> Result<ReadGames, Failure> {
    games_of_text(&path.display().to_string(), &files::read_text(path)?)
}

/// The games in the text of a file.
pub fn games_of_text(file: &str, text: &str) -> Result<ReadGames, Failure> {
    let games = read_games(text).map_err(|error| Failure::Wrong(format!("{file}: {error}")))?;
    match games.variations {
        0 => {}
        count => note(&format!("{} in '{file}' skipped", counted(count as u64, "variation"))),
    }
    Ok(games)
}

/// A session of `game` at the place that the arguments name.
pub fn open_at(game: Arc<dyn AnyGame>, place: &PlaceArgs, seed: u64) -> Result<Box<dyn Session>, Failure> {
    let session = game.session(place.position.as_deref(), &place.moves, seed)?;
    note_variations(session.playthrough());
    Ok(session)
}

/// Says on standard error if variations in the moves that a game was begun with were skipped.
pub fn note_variations(game: &dyn Playthrough) {
    match game.skipped_variations() {
        0 => {}
        count => note(&format!("{} in the moves skipped", counted(count as u64, "variation"))),
    }
}

/// Prints a note on standard error.
pub fn note(text: &str) {
    // Fails only if standard error is closed; then the note is lost.
    let _ = writeln!(anstream::stderr(), "note: {text}");
}

/// The number of threads, or of games at the same time: as given, or one a core.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from).max(1)
}

/// A clock as a setting.
pub fn clock_text(clock: Option<Clock>) -> String {
    clock.map_or("none".to_string(), |Clock { left, increment }| {
        format!("{} s + {} s", left.as_secs_f64(), increment.as_secs_f64())
    })
}

/// A table for a person: no frames, columns apart.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().copied());
    table
}

/// The table as text, without blanks at the ends of lines.
pub fn table_text(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Parameters as JSON.
pub fn parameters_json(parameters: &[Parameter]) -> Json {
    parameters
        .iter()
        .map(|p| {
            let default = if p.default.is_empty() { Json::Null } else { p.default.into() };
            json!({ "key": p.key, "default": default, "values": p.kind.to_string(), "about": p.about })
        })
        .collect()
}

/// Parameters for a person: a line each.
///
/// `given` has the options of a game, `m=7,n=6`, whose values are said too where they are not the defaults.
pub fn parameter_lines(parameters: &[Parameter], given: &str) -> String {
    let values: Vec<(&str, &str)> = given.split(',').filter_map(|piece| piece.split_once('=')).collect();
    let width = parameters.iter().map(|p| p.key.len()).max().unwrap_or_default();
    parameters
        .iter()
        .map(|p| {
            let here = values.iter().find(|(key, _)| *key == p.key).map(|(_, value)| format!("here {value}"));
            let default = Some(p.default).filter(|it| !it.is_empty()).map(|it| format!("default {it}"));
            let default: Vec<String> = here.into_iter().chain(default).collect();
            let default =
                if default.is_empty() { String::new() } else { format!(" ({})", default.join(", ")) };
            format!("      {:width$}  {}{default}: {}\n", p.key, p.kind, p.about)
        })
        .collect()
}

/// `first`, `second`, `chance` or `over`.
pub fn turn_word(turn: Turn) -> &'static str {
    match turn {
        Turn::Decision(Player::First) => "first",
        Turn::Decision(Player::Second) => "second",
        Turn::Chance => "chance",
        Turn::Over(_) => "over",
    }
}
