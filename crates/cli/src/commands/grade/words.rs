//! The grades for the terminal.

use std::fmt::Write as _;

use plywood_workshop::{GradeFigures, SampleMean, SampleOptions, Share};

use super::data::Grades;
use crate::commands::{table, table_text};
use crate::html::percent;
use crate::output::{counted, duration, grouped};

/// The tables, and what they are worth.
pub fn words(grades: &Grades) -> String {
    let report = &grades.report;
    let mut text = format!(
        "{}: {}, {} of them decisions, {} unknown; {}\n\n",
        grades.title,
        counted(report.positions as u64, "position"),
        grouped(report.decisions as u64),
        grouped(report.unknown as u64),
        grades.source
    );
    text += &table_text(&all(grades));
    let parts = grades.part_names();
    if !parts.is_empty() {
        let mut rows = table(&[&["decisions kept"], &parts[..]].concat());
        for player in &report.players {
            let shares =
                grades.parts(player).into_iter().map(|(_, figures)| with_interval(&figures.decisions));
            rows.add_row([player.name.clone()].into_iter().chain(shares));
        }
        let _ = write!(text, "\n{}", table_text(&rows));
    }
    if let Some(cut) = report.phases {
        let _ =
            writeln!(text, "the middle begins at ply {}, the end at ply {}", cut.middle_from, cut.end_from);
    }
    for player in report.players.iter().filter(|player| !player.failures.is_empty()) {
        let _ = writeln!(
            text,
            "{}: {}, such as: {}",
            player.name,
            counted(player.all.failed, "answer") + " without a legal move",
            player.failures.join("; ")
        );
    }
    text
}

fn all(grades: &Grades) -> comfy_table::Table {
    let players = &grades.report.players;
    let has_points = players.iter().any(|player| player.all.regret_points.is_some());
    let has_blunders = players.iter().any(|player| player.all.blunders.is_some());
    let mut header = vec!["player", "moves", "kept", "decisions kept", "regret"];
    header.extend(has_points.then_some("points lost"));
    if has_blunders {
        header.extend(["longer wins", "won to drawn", "drawn to lost", "won to lost"]);
    }
    header.extend(["failed", "a move"]);
    let mut rows = table(&header);
    for player in players {
        let figures: &GradeFigures = &player.all;
        let mut row = vec![
            player.name.clone(),
            grouped(figures.kept.of),
            with_interval(&figures.kept),
            with_interval(&figures.decisions),
            mean(&figures.regret, 3),
        ];
        row.extend(figures.regret_points.as_ref().map(|points| mean(points, 2)));
        if let Some(blunders) = figures.blunders {
            row.push(mean(&figures.longer_wins, 1));
            row.extend([blunders.won_to_drawn, blunders.drawn_to_lost, blunders.won_to_lost].map(grouped));
        }
        row.push(grouped(figures.failed));
        row.push(figures.mean_seconds.map_or(String::new(), duration));
        rows.add_row(row);
    }
    rows
}

/// A sample of positions, of which `found` were found.
pub fn sample(sample: &SampleOptions, found: usize) -> String {
    let ply = sample.ply.map_or(String::new(), |ply| format!(" after {}", counted(ply.into(), "ply")));
    let games = match &sample.bot {
        Some(bot) => format!("games of {bot} with itself"),
        None => "random play".to_string(),
    };
    let missing = match found < sample.count {
        true => format!(", where {} were asked for", grouped(sample.count as u64)),
        false => String::new(),
    };
    format!("{}{ply} of {games}{missing}", counted(found as u64, "position"))
}

/// `81.2 % (78.0 to 84.1)`; empty of no cases.
pub fn with_interval(share: &Share) -> String {
    share.share.map_or(String::new(), |value| {
        format!("{} ({:.1} to {:.1})", percent(value), 100.0 * share.low, 100.0 * share.high)
    })
}

/// `0.031 (0.020 to 0.042)`; empty of no numbers.
pub fn mean(mean: &SampleMean, decimals: usize) -> String {
    match (mean.mean, mean.low, mean.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
        }
        _ => String::new(),
    }
}
