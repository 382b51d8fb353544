//! A position as plain text, for programs that show it to people.

use plywood_rules::Scene;
use plywood_rules::scene::{Grid, Square};

/// The grids of a scene, a letter for each square, its scores and its facts.
pub(crate) fn drawing(scene: &Scene) -> String {
    let mut text = String::new();
    for grid in &scene.grids {
        if !grid.title.is_empty() {
            text += &format!("{}\n", grid.title);
        }
        draw(grid, &mut text);
    }
    for track in &scene.tracks {
        text +=
            &format!("{}: {} of {}, {} at stake\n", track.label, track.reached, track.goal, track.at_stake);
    }
    for (label, fact) in &scene.facts {
        text += &format!("{label}: {fact}\n");
    }
    text
}

fn draw(grid: &Grid, text: &mut String) {
    let width = grid.rows.iter().map(String::len).max().unwrap_or_default();
    for (name, squares) in grid.rows.iter().zip(&grid.squares) {
        let mut line = format!("{name:>width$}");
        for square in squares {
            line += &match square {
                Square::Hole => "  ".to_string(),
                Square::Free => " .".to_string(),
                Square::Taken(_, letter) => format!(" {letter}"),
                Square::Counted(_, count) => format!(" {count}"),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let columns: String = grid.columns.iter().map(|name| format!(" {name:1}")).collect();
    text.push_str(format!("{:width$}{columns}", "").trim_end());
    text.push('\n');
}
