//! The page of a class and the report of each student, as HTML that needs no network and no scripts.

use std::fmt::Write as _;

use plywood_draw::escape;
use plywood_rules::TextError;
use plywood_workshop::PlayerGrade;

use super::assignment::{Assignment, ProgramLimits};
use super::results::{ClassResults, GradedGame, LadderPlace, StudentResult};
use crate::commands::grade::{GRADING, blunders, losses, with_interval, worst_moves};
use crate::html::{self, HtmlPage, plain, table};
use crate::output::{counted, grouped};

/// The page of the class.
pub fn class(assignment: &Assignment, results: &ClassResults) -> String {
    let faulty = results.students.iter().filter(|student| student.first_fault.is_some()).count();
    let summary = format!(
        "{} · {} with a fault",
        counted(results.students.len() as u64, "submission"),
        grouped(faulty as u64)
    );
    let mut header = plain(&["", "Student", "Points"]);
    for (number, game) in (1..).zip(&results.games) {
        let ladder = match &game.ladder {
            Some(_) => format!("<a href=\"{}\">Ladder</a>", link(&ladder_file(number, &game.game))),
            None => "Ladder".to_string(),
        };
        let name = escape(&game.game);
        header.extend([
            format!("{name}<br>Check"),
            format!("{name}<br>Decisions kept"),
            format!("{name}<br>{ladder}"),
        ]);
    }
    let rows: Vec<Vec<String>> = results.students.iter().map(row).collect();
    let mut parts = format!("<h2 id=\"ranking\">Ranking</h2>\n{}", table("ranking", &header, 2, &rows));
    let faults: Vec<Vec<String>> = results
        .students
        .iter()
        .filter_map(|student| {
            let fault = student.first_fault.as_ref()?;
            Some(vec![student_link(student), escape(&fault.words)])
        })
        .collect();
    parts += "<h2 id=\"faults\">What was wrong first</h2>\n";
    parts += &match faults.is_empty() {
        true => "<p>Nothing.</p>\n".to_string(),
        false => table("wrapped", &plain(&["Student", "Fault"]), 2, &faults),
    };
    page(&results.title, &summary, &parts, assignment, results)
}

fn row(student: &StudentResult) -> Vec<String> {
    let mut row = vec![student.rank.to_string(), student_link(student), points(student.points, student.of)];
    for game in &student.games {
        row.push(match &game.check {
            None => "no program".to_string(),
            Some(check) if check.faults.is_empty() => "no fault".to_string(),
            Some(check) => counted(check.faults.len() as u64, "fault"),
        });
        row.push(game.moves.as_ref().map_or(String::new(), |grade| {
            with_interval(&grade.all.decisions).replacen(" (", "<br><small>(", 1) + "</small>"
        }));
        row.push(game.ladder.as_ref().map_or(String::new(), |place| {
            let LadderPlace { score, games, rank, players, .. } = place;
            format!("{score} of {games}<br><small>rank {rank} of {players}</small>")
        }));
    }
    row
}

/// The report of a student.
///
/// # Errors
/// If a position cannot be read again.
pub fn student(
    assignment: &Assignment,
    results: &ClassResults,
    student: &StudentResult,
    games: &[GradedGame],
) -> Result<String, TextError> {
    let title =
        student.title.as_ref().map_or(String::new(), |title| format!(" · the program {}", escape(title)));
    let summary = format!(
        "{} · rank {} of {} · {} points{title}",
        escape(&results.title),
        student.rank,
        results.students.len(),
        points(student.points, student.of)
    );
    let mut parts = "<h2 id=\"first\">What was wrong first</h2>\n".to_string();
    match &student.first_fault {
        None => parts += "<p>Nothing: every answer was a legal move in time.</p>\n",
        Some(fault) => {
            let _ = writeln!(parts, "<p>{}</p>", escape(&fault.words));
            if !fault.exchanged.is_empty() {
                let lines: Vec<String> = fault.exchanged.iter().map(|line| escape(line)).collect();
                let _ = writeln!(
                    parts,
                    "<p class=\"note\">The last lines: &gt; sent to the program, &lt; its answers, ? written without being asked.</p>\n\
                     <pre class=\"box\">{}</pre>",
                    lines.join("\n")
                );
            }
        }
    }
    let rows: Vec<Vec<String>> = student
        .parts
        .iter()
        .map(|part| {
            let name = format!("{}: {}", part.game, part.part);
            vec![escape(&name), points(part.points, part.of), escape(&part.words)]
        })
        .collect();
    parts += "<h2 id=\"points\">Points</h2>\n";
    parts += &table("wrapped points", &plain(&["Part", "Points", "Reason"]), 3, &rows);
    for (number, ((assigned, graded), own)) in
        (1..).zip(assignment.games.iter().zip(games).zip(&student.games))
    {
        let _ = writeln!(parts, "<h2 id=\"game-{number}\">{}</h2>", escape(&assigned.name));
        if let Some(check) = &own.check {
            let notes = check.notes.iter().map(|note| format!("<p class=\"note\">{}</p>\n", escape(note)));
            parts.extend(notes);
        }
        let Some(grade) = &own.moves else {
            parts += "<p>Its moves were not graded.</p>\n";
            continue;
        };
        let players: Vec<PlayerGrade> = [grade].into_iter().chain(graded.references()).cloned().collect();
        let anchor = format!("worst-{number}");
        let of_student = |player| (player == 1).then(|| anchor.clone());
        parts += &losses(&players, &of_student);
        parts += &blunders(&players, &of_student);
        parts += "<h3>Worst moves</h3>\n";
        parts += &worst_moves(&assigned.game, (&anchor, true), grade)?;
    }
    Ok(page(&student.name, &summary, &parts, assignment, results))
}

/// A page with the settings and the definitions at its end.
fn page(title: &str, summary: &str, parts: &str, assignment: &Assignment, results: &ClassResults) -> String {
    let ProgramLimits { patience, start, memory, .. } = &assignment.limits;
    let positions: Vec<String> = results
        .games
        .iter()
        .map(|game| {
            format!(
                "{}: {}, {} of them decisions, {} unknown",
                game.game, game.source, game.decisions, game.unknown
            )
        })
        .collect();
    let settings = [
        ("Positions", positions.join("; ")),
        ("Check", counted(assignment.check_games.into(), "game")),
        ("Ladder", format!("{} of games of every two programs", counted(assignment.pairs.into(), "pair"))),
        ("Limits", format!("{patience} for a move, {start} to start, {memory} MiB")),
        ("Isolation", results.isolation.to_string()),
        ("Seed", assignment.seed.to_string()),
    ];
    let settings = html::settings(&settings);
    HtmlPage { title, summary, parts, settings, glossary: GRADING.html(), scripts: "" }.html()
}

/// Points of a number that is possible.
fn points(points: f64, of: f64) -> String {
    format!("{points:.1} of {}", (10.0 * of).round() / 10.0)
}

fn student_link(student: &StudentResult) -> String {
    format!("<a href=\"students/{}\">{}</a>", link(&student_file(&student.name)), escape(&student.name))
}

/// The file of a student's report, in its folder.
pub fn student_file(name: &str) -> String {
    format!("{name}.html")
}

/// The file of the ladder's report of a game, whose number makes it differ from all others.
pub fn ladder_file(number: usize, game: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("ladder-{number}-{}.html", game.chars().map(plain).collect::<String>())
}

/// A name of a file as an address: everything but letters, digits and a few signs is escaped.
fn link(file: &str) -> String {
    let mut address = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => address.push(byte.into()),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}
