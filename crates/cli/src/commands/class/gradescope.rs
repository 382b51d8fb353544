//! The results of a student as Gradescope's `results.json`.

use serde_json::{Value as Json, json};

use super::results::{PointsPart, StudentResult};
use crate::output::number;

/// The file: the parts of the points are its tests, the ladders its leaderboard.
pub fn json(student: &StudentResult) -> Json {
    let output = match &student.first_fault {
        Some(fault) => format!("What was wrong first: {}\n{}", fault.words, fault.exchanged.join("\n")),
        None => "Nothing was wrong.".to_string(),
    };
    let test = |part: &PointsPart| {
        json!({
            "name": format!("{}: {}", part.game, part.part),
            "score": number(part.points),
            "max_score": number(part.of),
            "status": if part.points >= part.of { "passed" } else { "failed" },
            "output": part.words,
            "visibility": "visible",
        })
    };
    let rating = student.games.iter().filter_map(|game| {
        let ladder = game.ladder.as_ref()?;
        Some(json!({ "name": format!("Elo at {}", game.game), "value": number(ladder.rating.round()), "order": "desc" }))
    });
    let points = json!({ "name": "Points", "value": number(student.points), "order": "desc" });
    let leaderboard: Vec<Json> = [points].into_iter().chain(rating).collect();
    json!({
        "score": number(student.points),
        "output": output.trim_end(),
        "output_format": "text",
        "visibility": "visible",
        "tests": student.parts.iter().map(test).collect::<Vec<_>>(),
        "leaderboard": leaderboard,
    })
}
