//! The final table of a tournament for the terminal.

use std::fmt::Write as _;

use super::super::{table, table_text};
use super::data::{TournamentData, score};
use crate::output::{counted, duration, grouped};

/// The most failures that are listed; the other reports have all of them.
const LISTED: usize = 10;

/// The final table, and remarks on what it is worth.
pub fn words(data: &TournamentData) -> String {
    if data.played.is_empty() {
        return "no game was finished\n".to_string();
    }
    let mut text = format!("{}\n\n{}\n", data.title, ranking(data));
    let (all, distinct) = (data.played.len() as u64, data.report.distinct_games as u64);
    let _ = write!(text, "{}", counted(all, "game"));
    if distinct < all {
        let _ = write!(text, ", {} of them distinct; ratings and intervals are of those", grouped(distinct));
    }
    text.push('\n');
    for (game, (side, parameters)) in data.report.sides.iter().enumerate() {
        let (share, low, high) = score(side.distinct);
        let (advantage, (from, to)) = (elo(parameters.advantage), parameters.advantage_interval);
        let (from, to) = (elo(from), elo(to));
        let _ = writeln!(
            text,
            "{}: moving first scores {:.1} % (95 % interval {:.1} to {:.1}), an advantage of {advantage} Elo ({from} to {to})",
            data.game_name(game),
            100.0 * share,
            100.0 * low,
            100.0 * high,
        );
    }
    text + &failures(data)
}

/// A rating: `+35`, `-4`, `+0`.
fn elo(points: f64) -> String {
    // Without the sign of a negative zero.
    format!("{:+}", points.round() + 0.0)
}

fn ranking(data: &TournamentData) -> String {
    let swiss = data.report.swiss.as_ref();
    let mut header = vec!["", "player"];
    if swiss.is_some() {
        header.extend(["points", "Buchholz", "S-B"]);
    }
    header.extend(["score", "games", "won", "drawn", "lost", "Elo", "95 % interval", "LOS", "a move"]);
    // Only programs from outside have to be started.
    let any_started = data.report.players.iter().any(|standing| !standing.spent.start.is_zero());
    header.extend(any_started.then_some("starting"));
    let mut rows = table(&header);
    for (rank, &player) in (1..).zip(&data.report.ranking) {
        let standing = &data.report.players[player];
        let (total, rating) = (standing.total(), standing.rating);
        let mut row = vec![format!("{rank}"), data.player(player).to_string()];
        if let Some(score) = swiss.map(|scores| scores[player]) {
            row.push(format!("{:.1}", f64::from(score.halves) / 2.0));
            row.push(format!("{:.1}", f64::from(score.buchholz_halves) / 2.0));
            row.push(format!("{:.2}", f64::from(score.sonneborn_berger_quarters) / 4.0));
        }
        row.extend([format!("{:.1}", standing.points()), grouped(total.games())]);
        row.extend([total.wins, total.draws, total.losses].map(grouped));
        row.push(elo(rating.elo));
        row.push(format!("{} to {}", elo(rating.low), elo(rating.high)));
        row.push(standing.superiority_to_next.map_or(String::new(), |los| format!("{:.1} %", 100.0 * los)));
        row.push(standing.spent.mean_seconds().map_or(String::new(), duration));
        row.extend(any_started.then(|| duration(standing.spent.start.as_secs_f64())));
        rows.add_row(row);
    }
    table_text(&rows)
}

fn failures(data: &TournamentData) -> String {
    let failures = &data.report.failures;
    let mut text = String::new();
    for failure in failures.iter().take(LISTED) {
        let (player, game) = (data.player(failure.player), failure.game + 1);
        // A program's own words: no line of its own, no control of the terminal.
        let reason: String = failure.reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "'{player}' lost game {game}: {reason}");
    }
    if failures.len() > LISTED {
        let _ = writeln!(text, "and {} more failures", failures.len() - LISTED);
    }
    text
}
