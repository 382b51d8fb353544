//! Small boards: the grids and scores of a scene, just large enough to be read.

use std::fmt::Write;

use plywood_rules::Scene;
use plywood_rules::scene::{Grid, Piece, Square, Track};

use crate::style::{INK, LIGHT};
use crate::text::{escape, fit, width};

use super::glyph::{FAINT, at};

/// Between two grids, and between a grid and a score.
const GAP: f64 = 5.0;
/// The size of the texts of scores.
const TEXT: f64 = 10.5;
/// From one line of scores to the next.
const LINE: f64 = 14.0;
/// The widest that a score may be written.
const WIDEST: f64 = 120.0;

/// Returns true if the scene has anything that a small board shows.
pub fn shows(scene: &Scene) -> bool {
    scene.grids.iter().any(|grid| columns(grid) > 0) || !scene.tracks.is_empty()
}

fn columns(grid: &Grid) -> usize {
    grid.squares.iter().map(Vec::len).max().unwrap_or(0)
}

/// The size of a square: smaller on larger boards.
fn cell(scene: &Scene) -> f64 {
    let across = across(scene) * scene.grids.iter().map(columns).max().unwrap_or(0);
    match across {
        0..=4 => 13.0,
        5..=9 => 10.0,
        10..=12 => 8.0,
        _ => 6.5,
    }
}

fn across(scene: &Scene) -> usize {
    let all = scene.grids.len().max(1);
    if scene.across == 0 { all } else { scene.across.min(all) }
}

/// The size of a grid on the picture.
fn size_of(grid: &Grid, cell: f64) -> (f64, f64) {
    (columns(grid) as f64 * cell, grid.squares.len() as f64 * cell)
}

/// A score in words: `first 20 + 4 of 100`.
fn score(track: &Track) -> String {
    let stake = if track.at_stake > 0 { format!(" + {}", track.at_stake) } else { String::new() };
    fit(&format!("{} {}{stake} of {}", track.label, track.reached, track.goal), TEXT, WIDEST)
}

/// The size of the board on the picture.
pub fn size(scene: &Scene) -> (f64, f64) {
    let cell = cell(scene);
    let (mut wide, mut high) = (0.0_f64, 0.0_f64);
    for row in scene.grids.chunks(across(scene)) {
        let sizes: Vec<(f64, f64)> = row.iter().map(|grid| size_of(grid, cell)).collect();
        let row_width = sizes.iter().map(|size| size.0).sum::<f64>() + GAP * (sizes.len() as f64 - 1.0);
        wide = wide.max(row_width);
        high += sizes.iter().map(|size| size.1).fold(0.0, f64::max) + if high > 0.0 { GAP } else { 0.0 };
    }
    for track in &scene.tracks {
        wide = wide.max(width(&score(track), TEXT));
    }
    (wide, high + scene.tracks.len() as f64 * LINE)
}

/// Paints the board with its upper left corner there.
pub fn draw(svg: &mut String, scene: &Scene, (left, top): (f64, f64)) {
    let cell = cell(scene);
    let mut y = top;
    for row in scene.grids.chunks(across(scene)) {
        let mut x = left;
        for grid in row {
            draw_grid(svg, grid, (x, y), cell);
            x += size_of(grid, cell).0 + GAP;
        }
        y += row.iter().map(|grid| size_of(grid, cell).1).fold(0.0, f64::max) + GAP;
    }
    y -= if scene.grids.is_empty() { 0.0 } else { GAP };
    for track in &scene.tracks {
        y += LINE;
        let text = escape(&score(track));
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{TEXT}\" fill=\"{INK}\">{text}</text>",
            at(left),
            at(y - 3.5)
        );
    }
}

fn draw_grid(svg: &mut String, grid: &Grid, (left, top): (f64, f64), cell: f64) {
    let mut squares = String::new();
    let mut free = String::new();
    let mut lit = String::new();
    let mut pieces = String::new();
    // A game that pushes lines has room around its pieces that is no more than that.
    let sparse = !grid.ends.is_empty();
    for (row, line) in grid.squares.iter().enumerate() {
        for (column, square) in line.iter().enumerate() {
            let (x, y) = (left + column as f64 * cell, top + row as f64 * cell);
            if *square == Square::Hole {
                continue;
            }
            let outline = format!("M{} {}h{cell}v{cell}h-{cell}z", at(x), at(y));
            if grid.highlights.contains(&(row, column)) {
                lit.push_str(&outline);
            }
            squares.push_str(&outline);
            match square {
                Square::Taken(piece, letter) => {
                    draw_piece(&mut pieces, *piece, *letter, (x + cell / 2.0, y + cell / 2.0), cell);
                }
                _ => free.push_str(&outline),
            }
        }
    }
    if !lit.is_empty() {
        let _ = writeln!(svg, "<path d=\"{lit}\" fill=\"#ffe08a\"/>");
    }
    let (lines, stroke) = if sparse { (&squares, "#ddd") } else { (&squares, FAINT) };
    if !lines.is_empty() {
        let _ = writeln!(svg, "<path d=\"{lines}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\".7\"/>");
    }
    svg.push_str(&pieces);
}

/// A cross, a ring, a disc or a letter: the owner can be recognised in grey as well.
fn draw_piece(svg: &mut String, piece: Piece, letter: char, (x, y): (f64, f64), cell: f64) {
    let r = cell * 0.31;
    let disc = |fill: &str| {
        format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".8\"/>",
            at(x),
            at(y),
            at(cell * 0.36)
        )
    };
    let drawn = match letter {
        'x' => {
            let (a, d) = (at(x - r), at(2.0 * r));
            format!(
                "<path d=\"M{a} {}l{d} {d}m0 -{d}l-{d} {d}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
                at(y - r),
                at(cell * 0.14)
            )
        }
        'o' => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"{}\"/>",
            at(x),
            at(y),
            at(r),
            at(cell * 0.14)
        ),
        'w' => disc(LIGHT),
        'b' => disc("#444"),
        't' => {
            let d = at(cell * 0.42);
            format!(
                "<path d=\"M{} {}l{d} {d}l-{d} {d}l-{d} -{d}z\" fill=\"#d55e00\" stroke=\"{INK}\" stroke-width=\".6\"/>",
                at(x),
                at(y - cell * 0.42)
            )
        }
        letter => {
            let colour = match piece {
                Piece::First => INK,
                Piece::Second => "#0072b2",
                Piece::Neutral => "#d55e00",
            };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{colour}\" text-anchor=\"middle\">{}</text>",
                at(x),
                at(y + cell * 0.28),
                at(cell * 0.8),
                escape(&letter.to_string())
            )
        }
    };
    let _ = writeln!(svg, "{drawn}");
}
