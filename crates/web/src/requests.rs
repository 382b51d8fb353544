//! Requests of the page, as over HTTP.

use plywood_page::catalogue::Catalogue;
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::protocol::{
    BrainQuery, GameQuery, RECORDS, RecordLine, RecordView, RecordsQuery, SeatRequest, SeatTaken,
    TableRequest, TrainingView,
};
use plywood_page::wish::TableLimits;
use plywood_page::{ids, look, wish};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::context::Context;
use crate::work::{LongTask, THINK, text};

/// Plies of a game, after which it is a draw.
const MOST_PLIES: usize = 2000;

/// The answer to a request.
pub enum RequestAnswer {
    /// It is known at once.
    Known(String),
    /// It takes work.
    Takes(LongTask),
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| Problem::new(RefusalCode::Malformed, error.to_string()))
}

fn known(answer: impl Serialize) -> Result<RequestAnswer, Problem> {
    Ok(RequestAnswer::Known(text(&answer)))
}

/// Answers a request.
///
/// # Errors
/// If it is refused.
pub fn answer(
    path: &str,
    query: &str,
    body: Option<&str>,
    context: &mut Context,
) -> Result<RequestAnswer, Problem> {
    let is_question = body.is_none();
    let body = body.unwrap_or("null");
    let segments: Vec<&str> = path.split('/').collect();
    let catalogue = &context.catalogue;
    match segments[..] {
        ["api", "house"] => known(catalogue.house(THINK)),
        ["api", "game"] => known(catalogue.describe(&read::<GameQuery>(query)?.name)?),
        ["api", "look"] => known(look::look(catalogue, &read(body)?, ids::seed(context.outside.random()))?),
        ["api", "review"] => Ok(RequestAnswer::Takes(LongTask::Review { wish: read(body)? })),
        ["api", "lines"] => Ok(RequestAnswer::Takes(LongTask::Lines { wish: read(body)? })),
        ["api", "replies"] => Ok(RequestAnswer::Takes(LongTask::Replies { wish: read(body)? })),
        ["api", "tree"] => Ok(RequestAnswer::Takes(LongTask::Tree { wish: read(body)?, picture: false })),
        ["api", "tree.svg"] => Ok(RequestAnswer::Takes(LongTask::Tree { wish: read(body)?, picture: true })),
        ["api", "tables"] if is_question => known([(); 0]),
        ["api", "tables"] => known(make(&read(body)?, context)?),
        ["api", "records"] => known(lines(&read(query)?, context)),
        ["api", "records", "read"] => known(look::read(catalogue, &read(body)?)?),
        ["api", "records", "write"] => known(look::write(catalogue, &read(body)?)?),
        ["api", "records", id] => known(record(id, context)?),
        ["api", "records", id, "text"] => known(&record(id, context)?.text),
        ["api", "training"] => known(TrainingView { share: None, used: 0.0, played: 0, game: None }),
        ["api", "curve"] => known(catalogue.curve(&read(query)?)?),
        ["api", "brain"] => known(export(&read(query)?, catalogue)?),
        _ => Err(Problem::new(RefusalCode::NotFound, "unknown request")),
    }
}

fn make(wish: &TableRequest, context: &mut Context) -> Result<SeatTaken, Problem> {
    if wish.seats.contains(&SeatRequest::Open) {
        return Err(Problem::new(
            RefusalCode::Options,
            "no other person can join here: two people need a server",
        ));
    }
    // A person who is away keeps the seat.
    let limits = TableLimits { most_plies: MOST_PLIES, away: u32::MAX };
    let outside = context.outside;
    let made = wish::read(wish, &context.catalogue, limits, || outside.random(), outside.unix_ms())?;
    let (snapshot, taken) = made;
    context.begun.push(snapshot);
    Ok(taken)
}

fn lines(asked: &RecordsQuery, context: &Context) -> Vec<RecordLine> {
    let before = asked.before.unwrap_or(u64::MAX);
    let records = context.records.range(..before).rev().map(|(_, record)| &record.line);
    let asked_for = |line: &&RecordLine| asked.game.as_ref().is_none_or(|game| line.game == *game);
    records.filter(asked_for).take(RECORDS).cloned().collect()
}

fn record<'a>(id: &str, context: &'a Context) -> Result<&'a RecordView, Problem> {
    let found = context.records.values().rev().find(|record| record.line.id == id);
    found.ok_or_else(Problem::no_record)
}

/// The text of a brain, as `plywood brain import` reads it.
fn export(asked: &BrainQuery, catalogue: &Catalogue) -> Result<String, Problem> {
    let game = catalogue.game(&asked.game)?;
    catalogue.export_brain(&game, &asked.brain)
}
