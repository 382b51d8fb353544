//! The best lines from a position.

use std::time::Duration;

use plywood_erased::Analysis;
use plywood_rules::{Player, Stop, Turn, Value};

use crate::advice::KNOWS;
use crate::exact_moves::values_of_all;
use crate::loss::is_sure;
use crate::session::Session;
use crate::trouble::Trouble;

/// From this number of positions on a game may be solved at once, the first time for this long at most.
const SOLVES_FROM: u32 = 100_000;
const SOLVING: Duration = Duration::from_secs(1);
/// Plies of a line at most.
const LONGEST_LINE: usize = 30;

/// The effort for the best lines.
#[derive(Clone, Copy, Debug)]
pub struct LinesOptions<'a> {
    /// The lines at most.
    pub lines: usize,
    /// The positions that are searched, all together.
    pub nodes: u32,
    /// Bots that play by a proof or a table.
    pub experts: &'a [String],
}

/// A move, and how play is expected to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct BestLine {
    /// The value of the move for the side to move, if it is known.
    pub value: Option<Value>,
    /// The move and those after it.
    pub moves: Vec<String>,
}

/// The best lines from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct BestLines {
    /// The bot that found them; [`KNOWS`] if they were looked up.
    pub bot: String,
    /// The lines, the best first.
    pub lines: Vec<BestLine>,
    /// The values of all moves, and the effort for everything.
    pub analysis: Analysis,
}

/// The source of values: exact knowledge, or a search.
enum Source<'a> {
    /// The game as a whole.
    Solved,
    /// Exact values within so many positions each.
    Within(u64),
    /// A bot that knows.
    Expert(&'a str),
    /// A search of so many positions.
    Search(&'static str, u32),
}

impl Source<'_> {
    /// The analysis of a position by this source, and for all moves if that is asked; `None` if it does not know.
    fn ask(&self, at: &dyn Session, all: bool, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
        Ok(match *self {
            Source::Solved => at.look_up(&stop.within(SOLVING))?,
            Source::Within(work) => at.known_within(work, all, stop)?,
            Source::Expert(bot) => at.analyse(bot, all, 0, stop).ok(),
            Source::Search(bot, nodes) if all => {
                Some(values_of_all(at, &format!("{bot}:nodes={nodes}"), stop)?.0)
            }
            Source::Search(bot, nodes) => {
                Some(at.analyse(&format!("{bot}:nodes={nodes}"), false, 0, stop)?)
            }
        })
    }
}

/// The best lines from the position of `at`, which is the same afterwards. The values of all moves come first; then each of the best
/// ones is searched further, with the same number of positions.
///
/// # Errors
/// If no player is to move.
pub fn best_lines(
    at: &mut dyn Session,
    options: LinesOptions<'_>,
    has_chance: bool,
    stop: &Stop,
) -> Result<BestLines, Trouble> {
    let search = if has_chance { "expectiminimax" } else { "engine" };
    let deeper = Source::Search(search, (options.nodes / 2 / options.lines.max(1) as u32).max(1));
    let expert = |bot| (Source::Expert(bot), bot);
    let mut sources: Vec<(Source<'_>, &str)> =
        options.experts.iter().map(|bot| expert(bot.as_str())).collect();
    if options.nodes >= SOLVES_FROM {
        sources.push((Source::Solved, KNOWS));
    }
    sources.push((Source::Within(u64::from(options.nodes)), KNOWS));
    let mut known: Option<Analysis> = None;
    for (source, bot) in sources {
        if let Some(found) = source.ask(at, true, stop)? {
            if found.is_exact() {
                return lines(at, bot, found, &source, options.lines, stop);
            }
            known = known.or(Some(found).filter(|found| found.value.is_some_and(is_sure)));
        }
    }
    let found = Source::Search(search, (options.nodes / 2).max(1)).ask(at, true, stop)?;
    let mut found = found.ok_or_else(no_player)?;
    if let Some(known) = known {
        learn(&mut found, known);
    }
    lines(at, search, found, &deeper, options.lines, stop)
}

/// Takes the best move and its value from an analysis that is sure of them, and maybe not of other moves.
fn learn(found: &mut Analysis, known: Analysis) {
    if found.value.is_some_and(is_sure) {
        return;
    }
    if let Some(best) = found.moves.iter_mut().find(|it| it.mv == known.best) {
        best.value = known.value;
        (found.best, found.value, found.pv) = (known.best, known.value, known.pv);
    }
}

/// The lines of the best moves of an analysis, each continued by `source`.
fn lines(
    at: &mut dyn Session,
    bot: &str,
    mut analysis: Analysis,
    source: &Source<'_>,
    most: usize,
    stop: &Stop,
) -> Result<BestLines, Trouble> {
    let Some(player) = at.turn().player() else { return Err(no_player()) };
    let mut order: Vec<(String, Option<Value>)> =
        analysis.moves.iter().map(|it| (it.mv.clone(), it.value)).collect();
    // The best one as the analysis says comes first among those that are as good.
    order.sort_by_key(|(mv, _)| *mv != analysis.best);
    order.sort_by(|(_, one), (_, other)| better(*one, *other));
    order.truncate(most);
    let mut lines = Vec::with_capacity(order.len());
    for (mv, value) in order {
        let mut line = BestLine { value, moves: vec![mv.clone()] };
        if mv == analysis.best && analysis.pv.first() == Some(&mv) {
            line.moves.clone_from(&analysis.pv);
        }
        at.play(&mv)?;
        let after = after(at, player, source, stop);
        at.undo();
        if let Some((value, moves, effort)) = after? {
            analysis.nodes += effort.0;
            analysis.seconds += effort.1;
            if !line.value.is_some_and(is_sure) {
                line.value = value.or(line.value);
            }
            if moves.len() + 1 > line.moves.len() {
                line.moves = std::iter::once(mv).chain(moves).collect();
            }
        }
        line.moves.truncate(LONGEST_LINE);
        lines.push(line);
    }
    lines.sort_by(|one, other| better(one.value, other.value));
    // Moves that were searched further are known better.
    for line in &lines {
        if let Some(known) = analysis.moves.iter_mut().find(|known| known.mv == line.moves[0]) {
            known.value = line.value;
        }
    }
    Ok(BestLines { bot: bot.to_string(), lines, analysis })
}

/// The position after a move of `player`: its value, the moves, and the positions and seconds that they took.
type Continuation = (Option<Value>, Vec<String>, (u64, f64));

fn after(
    at: &dyn Session,
    player: Player,
    source: &Source<'_>,
    stop: &Stop,
) -> Result<Option<Continuation>, Trouble> {
    let Turn::Decision(mover) = at.turn() else { return Ok(None) };
    if at.ending().is_some() || stop.is_raised() {
        return Ok(None);
    }
    let Some(found) = source.ask(at, false, stop)? else { return Ok(None) };
    let value = found.value.map(|value| if mover == player { value } else { value.reversed() });
    // A search that was stopped knows less than the one before.
    let value = value.filter(|_| !stop.is_raised()).map(Value::one_ply_later);
    Ok(Some((value, found.pv, (found.nodes, found.seconds))))
}

/// The order of moves by their values, the unknown ones last.
fn better(one: Option<Value>, other: Option<Value>) -> std::cmp::Ordering {
    match (one, other) {
        (Some(one), Some(other)) => other.compare(&one),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

fn no_player() -> Trouble {
    Trouble::failed("no player is to move here")
}
