//! The grades as one page of HTML that needs nothing else: no network, no other files, no scripts.

use std::fmt::Write as _;
use std::sync::Arc;

use plywood_draw::{board_elements, board_size, escape};
use plywood_rules::{Motion, TextError};
use plywood_workshop::{AnyGame, GradeFigures, PlayerGrade, WorstMove};

use super::data::Grades;
use super::words::{mean, with_interval};
use crate::commands::glossary::Glossary;
use crate::html::{self, HtmlPage, filled, name, plain, table};
use crate::output::{capitalised, counted, duration, grouped};

const PARTS: &str = include_str!("../../../templates/grade.html");
/// The definitions of its figures.
pub const GRADING: Glossary = Glossary(include_str!("../../../../../book/src/reference/grading.md"));

/// The page.
///
/// # Errors
/// If a position cannot be read again.
pub fn html(game: &Arc<dyn AnyGame>, grades: &Grades) -> Result<String, TextError> {
    let report = &grades.report;
    let state = if report.complete { "" } else { " · <strong>not finished</strong>" };
    let summary = format!(
        "{} · {} decisions · {} unknown{state}",
        counted(report.positions as u64, "position"),
        grouped(report.decisions as u64),
        grouped(report.unknown as u64)
    );
    let anchor = |number: usize| Some(format!("player-{number}"));
    let worst = (1..)
        .zip(&report.players)
        .map(|(number, player)| worst_moves(game, (&format!("player-{number}"), number == 1), player));
    let worst = worst.collect::<Result<String, TextError>>()?;
    let settings = [
        ("Game", report.game.clone()),
        ("Positions", grades.source.clone()),
        ("Exact values", grades.truth.clone()),
        ("Positions visited for a value", format!("at most {}", grouped(grades.nodes))),
        ("Seed", grades.seed.to_string()),
        ("Time", duration(grades.seconds)),
    ];
    let parts = filled(
        PARTS,
        &[
            ("grades", losses(&report.players, &anchor)),
            ("blunders", blunders(&report.players, &anchor)),
            ("parts", parts(grades)),
            ("worst", worst),
            ("failures", failures(grades)),
        ],
    );
    let title = &format!("Grades: {}", grades.title);
    let (settings, glossary) = (html::settings(&settings), GRADING.html());
    Ok(HtmlPage { title, summary: &summary, parts: &parts, settings, glossary, scripts: "" }.html())
}

/// The place of a player's worst moves, by the number of the player, from 1.
type PlayerAnchor<'a> = dyn Fn(usize) -> Option<String> + 'a;

/// The shares and the losses of all positions.
pub fn losses(players: &[PlayerGrade], anchor: &PlayerAnchor<'_>) -> String {
    let has_points = players.iter().any(|player| player.all.regret_points.is_some());
    let link = |title: &str, text: &str| GRADING.link(title, text);
    let mut header = plain(&["Player"]);
    header.extend([link("Decisions", "Decisions kept"), link("Kept", "Kept"), link("Regret", "Regret")]);
    header.extend(has_points.then(|| link("Regret", "Points lost")));
    header.extend(plain(&["Moves"]));
    let row = |figures: &GradeFigures| {
        let points = figures.regret_points.iter().map(|points| mean(points, 2));
        [with_interval(&figures.decisions), with_interval(&figures.kept), mean(&figures.regret, 3)]
            .into_iter()
            .chain(points)
            .map(|figure| lines(&figure))
            .chain([grouped(figures.kept.of)])
            .collect()
    };
    of_players(players, anchor, &header, row)
}

/// The blunders, the answers that were none, and the times.
pub fn blunders(players: &[PlayerGrade], anchor: &PlayerAnchor<'_>) -> String {
    let has_blunders = players.iter().any(|player| player.all.blunders.is_some());
    let has_longer = players.iter().any(|player| player.all.longer_wins.of > 0);
    let link = |title: &str, text: &str| GRADING.link(title, text);
    let mut header = plain(&["Player"]);
    if has_blunders {
        header.extend(["Won to drawn", "Drawn to lost", "Won to lost"].map(|text| link("Blunders", text)));
    }
    header.extend(has_longer.then(|| link("Longer wins", "Longer wins")));
    header.extend([link("Failed", "Failed"), link("Unknown", "Unknown")]);
    header.extend(plain(&["A move", "Longest"]));
    let row = |figures: &GradeFigures| {
        let kinds =
            figures.blunders.map(|kinds| [kinds.won_to_drawn, kinds.drawn_to_lost, kinds.won_to_lost]);
        let times = [figures.mean_seconds, figures.longest_seconds];
        let kinds = kinds.into_iter().flatten().map(grouped);
        kinds
            .chain(has_longer.then(|| lines(&mean(&figures.longer_wins, 1))))
            .chain([figures.failed, figures.unknown].map(grouped))
            .chain(times.map(|time| time.map_or(String::new(), duration)))
            .collect()
    };
    of_players(players, anchor, &header, row)
}

/// A table with a row for each player, whose name is a link to the worst moves.
fn of_players(
    players: &[PlayerGrade],
    anchor: &PlayerAnchor<'_>,
    header: &[String],
    row: impl Fn(&GradeFigures) -> Vec<String>,
) -> String {
    let rows: Vec<Vec<String>> = (1..)
        .zip(players)
        .map(|(number, player)| {
            let name = name(&player.name);
            let name = anchor(number).map_or(name.clone(), |at| format!("<a href=\"#{at}\">{name}</a>"));
            [vec![name], row(&player.all)].concat()
        })
        .collect();
    table("grades", header, 1, &rows)
}

/// A figure with its interval, which is below it.
fn lines(figure: &str) -> String {
    figure.split_once(" (").map_or(figure.to_string(), |(value, interval)| {
        format!("{value}<br><small>{}</small>", interval.trim_end_matches(')'))
    })
}

/// The figures by phase and by kind of position.
fn parts(grades: &Grades) -> String {
    let names = grades.part_names();
    if names.is_empty() {
        return "<p>The plies of these positions are not known.</p>".to_string();
    }
    let mut header = plain(&["Player"]);
    header.extend(names.iter().map(|part| {
        let title = if part.ends_with("position") { "Kinds of position" } else { "Phases" };
        GRADING.link(title, &capitalised(part))
    }));
    let cell = |figures: &GradeFigures| match figures.kept.of {
        0 => String::new(),
        _ => {
            let (share, regret) = (lines(&with_interval(&figures.decisions)), mean(&figures.regret, 3));
            format!("{share}<br><small>{regret}</small>")
        }
    };
    let row = |player: &PlayerGrade| {
        let cells = grades.parts(player).into_iter().map(|(_, figures)| cell(figures));
        [name(&player.name)].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = grades.report.players.iter().map(row).collect();
    let cut = grades.report.phases.map_or(String::new(), |cut| {
        format!(" The middle begins at ply {}, the end at ply {}.", cut.middle_from, cut.end_from)
    });
    format!(
        "<p class=\"note\">The share of decisions that keep the value with its interval, and below them the regret of all moves.{cut}</p>\n{}",
        table("grades", &header, 1, &rows)
    )
}

/// The worst moves of a player, each with its boards, at an anchor. They are folded, because there may be many players.
///
/// # Errors
/// If a position cannot be read again.
pub fn worst_moves(
    game: &Arc<dyn AnyGame>,
    (anchor, is_open): (&str, bool),
    player: &PlayerGrade,
) -> Result<String, TextError> {
    let moves: Vec<String> =
        player.worst.iter().map(|worst| worst_move(game, worst)).collect::<Result<_, _>>()?;
    let thrown = player.all.kept.of - player.all.kept.right;
    let summary = match (moves.len() as u64, thrown) {
        (0, 0) => "no move threw value away".to_string(),
        (shown, thrown) if shown == thrown => format!("{} threw value away", counted(thrown, "move")),
        (shown, thrown) => {
            format!("the worst {} of {} that threw value away", grouped(shown), counted(thrown, "move"))
        }
    };
    let open = if is_open { " open" } else { "" };
    Ok(format!(
        "<details id=\"{anchor}\"{open}><summary>{}: {summary}</summary>\n<ul class=\"worst\">\n{}</ul></details>\n",
        name(&player.name),
        moves.concat()
    ))
}

fn worst_move(game: &Arc<dyn AnyGame>, worst: &WorstMove) -> Result<String, TextError> {
    let session = Arc::clone(game).session(Some(&worst.position), "", 0)?;
    let side = session.turn().player().map_or("", |player| session.player_names()[player.index()]);
    let ply = worst.ply.map_or(String::new(), |ply| format!(" · ply {ply}"));
    let lost = match worst.lost_points {
        Some(points) => format!("{points} points"),
        None => format!("{:.2}", worst.lost),
    };
    let mut html = format!(
        "<li><p>{} to move{ply} · lost {lost}<br><code>{}</code></p><div class=\"boards\">",
        escape(side),
        escape(&worst.position)
    );
    let shown = [("bad", "Played", worst.mv.as_ref()), ("good", "Best", worst.best.first())];
    for (class, word, mv) in shown {
        let picture = match mv {
            Some(mv) => after(game, &worst.position, mv)?,
            None => None,
        };
        let (text, value) = match class {
            "good" => (worst.best.join(", "), Some(&worst.best_value)),
            _ => (mv.map_or("no legal move".to_string(), String::clone), worst.value.as_ref()),
        };
        let value = value.map_or(String::new(), |value| format!("<br>{}", escape(value)));
        let _ = write!(
            html,
            "<figure class=\"{class}\">{}<figcaption>{word} <strong>{}</strong>{value}</figcaption></figure>",
            picture.unwrap_or_default(),
            escape(&text)
        );
    }
    html += "</div>";
    if let (Some(mv), false) = (&worst.mv, worst.line.is_empty()) {
        let (mv, line) = (escape(mv), escape(&worst.line.join(" ")));
        let _ = write!(html, "<p>Best play after {mv}: <strong>{line}</strong></p>");
    }
    Ok(html + "</li>\n")
}

/// A picture of the board after a move, in which the places that it touched are lit.
fn after(game: &Arc<dyn AnyGame>, position: &str, mv: &str) -> Result<Option<String>, TextError> {
    let mut session = Arc::clone(game).session(Some(position), "", 0)?;
    session.play(mv)?;
    let (mut scene, board) = (session.scene(), session.board());
    let touched = match session.last_motion() {
        Some(Motion::Put(place)) => vec![place],
        Some(Motion::Steps(steps)) => steps.touched,
        _ => Vec::new(),
    };
    for place in touched {
        if let Some(grid) = scene.grids.get_mut(place.grid) {
            grid.highlights.push((place.row, place.column));
        }
    }
    Ok(board_size(&scene, &board).map(|(width, height)| {
        format!(
            "<svg class=\"board\" role=\"img\" aria-label=\"Board after {}\" font-family=\"sans-serif\" \
             viewBox=\"-6 -6 {width:.1} {height:.1}\">{}</svg>",
            escape(mv),
            board_elements(&scene, &board).concat()
        )
    }))
}

/// The reasons of answers that were no legal move.
fn failures(grades: &Grades) -> String {
    let failed = grades.report.players.iter().filter(|player| !player.failures.is_empty());
    let rows: Vec<Vec<String>> = failed
        .map(|player| {
            vec![name(&player.name), grouped(player.all.failed), escape(&player.failures.join("\n"))]
        })
        .collect();
    match rows.is_empty() {
        true => "<p>None.</p>".to_string(),
        false => table("wrapped", &plain(&["Player", "Answers", "Reasons"]), 3, &rows),
    }
}
