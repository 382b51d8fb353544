//! The tables of the page.

use std::fmt::Write as _;

use plywood_arena::tournament::{KnockoutTie, SideScore};
use plywood_draw::escape;

use super::super::data::{TournamentData, points, score};
use crate::commands::glossary::Glossary;
use crate::html::{name, percent, plain, table};
use crate::output::{duration, grouped};

/// The definitions of all figures.
pub const STATISTICS: Glossary = Glossary(include_str!("../../../../../../book/src/reference/statistics.md"));

/// Openings that are shown at once; more are folded.
const OPENINGS: usize = 12;

fn elo(value: f64) -> String {
    format!("{:+.0}", value.round() + 0.0)
}

/// A text that leads to the definition of this title.
fn link(title: &str, text: &str) -> String {
    STATISTICS.link(title, text)
}

/// Points without a needless decimal.
fn short(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// The final table, with the intervals of ratings as bars on a common scale.
pub fn ranking(data: &TournamentData) -> String {
    let report = &data.report;
    let mut header = plain(&["#", "Player"]);
    if report.swiss.is_some() {
        header.push(link("Swiss", "Points"));
    }
    header.extend([link("Points", "Score"), link("Rating", "Rating"), link("Interval", "95 % interval")]);
    header.extend([link("LOS", "LOS"), link("Points", "%")]);
    header.extend(plain(&["Won", "Drawn", "Lost"]));
    if report.swiss.is_some() {
        header.extend([link("Swiss", "Buchholz"), link("Swiss", "S-B")]);
    }
    let ends = report.players.iter().flat_map(|standing| [standing.rating.low, standing.rating.high]);
    let (least, most) = ends.fold((0.0_f64, 0.0_f64), |(least, most), end| (least.min(end), most.max(end)));
    let place = |elo: f64| 100.0 * (elo - least) / (most - least).max(1.0);
    let rows: Vec<Vec<String>> = (1..)
        .zip(&report.ranking)
        .map(|(rank, &player)| {
            let (standing, rating) = (&report.players[player], report.players[player].rating);
            let total = standing.total();
            let mut row = vec![format!("{rank}"), name(data.player(player))];
            let swiss = report.swiss.as_ref().map(|scores| scores[player]);
            row.extend(swiss.map(|score| short(f64::from(score.halves) / 2.0)));
            row.push(format!("{} / {}", short(standing.points()), total.games()));
            row.push(format!("<strong>{}</strong>", elo(rating.elo)));
            row.push(format!(
                "<div class=\"range\"><span class=\"track\"><i style=\"left:{:.1}%\"></i>\
                 <b style=\"left:{:.1}%;width:{:.1}%\"></b><u style=\"left:{:.1}%\"></u></span><span>{} to {}</span></div>",
                place(0.0),
                place(rating.low),
                place(rating.high) - place(rating.low),
                place(rating.elo),
                elo(rating.low),
                elo(rating.high)
            ));
            row.push(standing.superiority_to_next.map_or(String::new(), percent));
            row.push(total.score().map_or(String::new(), |share| format!("{:.1}", 100.0 * share)));
            row.extend([total.wins, total.draws, total.losses].map(grouped));
            if let Some(score) = swiss {
                row.push(short(f64::from(score.buchholz_halves) / 2.0));
                row.push(format!("{:.2}", f64::from(score.sonneborn_berger_quarters) / 4.0));
            }
            row
        })
        .collect();
    table("ranking", &header, 2, &rows)
}

/// The results of all players against all others, in the order of the final table.
pub fn crosstable(data: &TournamentData) -> String {
    let ranking = &data.report.ranking;
    let mut header = plain(&["#", "Player"]);
    header.extend((1..=ranking.len()).map(|rank| rank.to_string()));
    let rows: Vec<Vec<String>> = (1..)
        .zip(ranking)
        .map(|(rank, &player)| {
            let mut row = vec![format!("{rank}"), name(data.player(player))];
            row.extend(ranking.iter().map(|&opponent| match data.report.meeting(player, opponent) {
                _ if player == opponent => "<span class=\"self\"></span>".to_string(),
                None => String::new(),
                Some(meeting) => {
                    let (tally, share) = (meeting.tally, meeting.tally.score().unwrap_or(0.5));
                    format!(
                        "<span class=\"cell\" style=\"--share:{:.0}%\">{} / {}<small>+{} ={} −{}</small><small>{:.0} %</small></span>",
                        100.0 * share,
                        short(points(tally)),
                        tally.games(),
                        tally.wins,
                        tally.draws,
                        tally.losses,
                        100.0 * meeting.superiority
                    )
                }
            }));
            row
        })
        .collect();
    table("cross", &header, 2, &rows)
}

/// All meetings with their pairs of games.
pub fn pairs(data: &TournamentData) -> String {
    let mut header = plain(&["Player", "Opponent", "Won", "Drawn", "Lost"]);
    header.extend(["0", "½", "1", "1½", "2"].map(|class| link("Pentanomial", class)));
    header.push(link("LOS", "LOS"));
    let rows: Vec<Vec<String>> = data
        .report
        .meetings
        .iter()
        .map(|meeting| {
            let mut row = meeting.players.map(|player| name(data.player(player))).to_vec();
            row.extend([meeting.tally.wins, meeting.tally.draws, meeting.tally.losses].map(grouped));
            row.extend(meeting.pairs.classes.map(grouped));
            row.push(percent(meeting.superiority));
            row
        })
        .collect();
    table("", &header, 2, &rows)
}

fn side_cells(side: &SideScore) -> Vec<String> {
    let (share, low, high) = score(side.distinct);
    let mut cells: Vec<String> = [side.all.wins, side.all.draws, side.all.losses].map(grouped).to_vec();
    cells.extend([
        grouped(side.distinct.games()),
        percent(share),
        format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
    ]);
    cells
}

fn side_header() -> Vec<String> {
    let mut header = plain(&["First won", "Drawn", "Second won"]);
    header.extend([
        link("Distinct games", "Distinct"),
        link("Points", "First scores"),
        link("Wilson", "95 % interval"),
    ]);
    header
}

/// The score of the player that moves first in each game.
pub fn sides(data: &TournamentData) -> String {
    let mut header = plain(&["Game"]);
    header.extend(side_header());
    header.extend([
        link("Advantage", "Advantage"),
        link("Interval", "95 % interval"),
        link("Draws", "Draws"),
    ]);
    let rows: Vec<Vec<String>> = data
        .report
        .sides
        .iter()
        .enumerate()
        .map(|(game, (side, parameters))| {
            let (low, high) = parameters.advantage_interval;
            let mut row = vec![escape(&data.game_name(game))];
            row.extend(side_cells(side));
            row.extend([
                elo(parameters.advantage),
                format!("{} to {}", elo(low), elo(high)),
                percent(parameters.draws),
            ]);
            row
        })
        .collect();
    table("", &header, 1, &rows)
}

/// The same by opening; nothing if there is only one in each game.
pub fn openings(data: &TournamentData) -> String {
    let openings = &data.report.openings;
    if openings.len() <= data.games.len() {
        return String::new();
    }
    let mut header = plain(&["Game", "Opening"]);
    header.extend(side_header());
    let rows: Vec<Vec<String>> = openings
        .iter()
        .map(|(&(game, opening), side)| {
            let mut row = vec![escape(&data.game_name(game)), escape(&data.opening(game, opening))];
            row.extend(side_cells(side));
            row
        })
        .collect();
    let open = if rows.len() <= OPENINGS { " open" } else { "" };
    let table = table("", &header, 2, &rows);
    format!("<details{open}><summary>By opening ({})</summary>\n{table}</details>\n", rows.len())
}

/// The time of the players' moves.
pub fn time(data: &TournamentData) -> String {
    let mut header = plain(&["Player", "Moves"]);
    header.extend(["Mean", "Longest", "Too late", "By at most", "Starting"].map(|text| link("Time", text)));
    header.extend(["Lost on time", "Lost by failure"].map(|text| link("Failures", text)));
    let rows: Vec<Vec<String>> = data
        .report
        .ranking
        .iter()
        .map(|&player| {
            let standing = &data.report.players[player];
            let spent = &standing.spent;
            vec![
                name(data.player(player)),
                grouped(spent.moves),
                spent.mean_seconds().map_or(String::new(), duration),
                duration(spent.longest.as_secs_f64()),
                grouped(spent.late),
                duration(spent.latest.as_secs_f64()),
                duration(spent.start.as_secs_f64()),
                grouped(standing.time_losses),
                grouped(standing.failures),
            ]
        })
        .collect();
    table("", &header, 1, &rows)
}

/// The games lost by a failure or on time.
pub fn failures(data: &TournamentData) -> String {
    if data.report.failures.is_empty() {
        return "<p>None.</p>".to_string();
    }
    let header = plain(&["Game", "Player", "Reason"]);
    let row = |failure: &plywood_arena::tournament::PlayerFailure| {
        let number = failure.game + 1;
        let game = format!("<a href=\"#game-{number}\">{number}</a>");
        vec![game, name(data.player(failure.player)), escape(&failure.reason)]
    };
    table("wrapped", &header, 3, &data.report.failures.iter().map(row).collect::<Vec<_>>())
}

/// The bracket of a knockout, one list a stage.
pub fn bracket(data: &TournamentData) -> String {
    let Some(bracket) = &data.report.bracket else { return String::new() };
    let mut html =
        format!("<h2>{}</h2>\n<div class=\"box bracket\" tabindex=\"0\">", link("Knockout", "Bracket"));
    for stage in &bracket.stages {
        html.push_str("<ol>");
        for tie in stage {
            let _ = write!(html, "<li>{}</li>", tie_html(data, tie));
        }
        html.push_str("</ol>");
    }
    html + "</div>\n"
}

fn tie_html(data: &TournamentData, tie: &KnockoutTie) -> String {
    let line = |player: usize, halves: u32| {
        let class = if tie.winner == Some(player) { " class=\"won\"" } else { "" };
        let points = if tie.rounds > 0 { short(f64::from(halves) / 2.0) } else { String::new() };
        format!("<div{class}><span>{}</span><span>{points}</span></div>", name(data.player(player)))
    };
    let first = line(tie.players.0, tie.halves[0]);
    let second = tie.players.1.map_or("<div><span>bye</span></div>".to_string(), |b| line(b, tie.halves[1]));
    let remark = if tie.is_by_seed() { "<small>drawn, by seed</small>" } else { "" };
    first + &second + remark
}
