//! Small boards: the grids and scores of a scene, just large enough to be read.

use std::fmt::Write;

use plywood_rules::scene::{Board, Grid, Piece, Scene, Square, Track};

use crate::style::INK;
use crate::text::{escape, fit, width};

use super::cells;
use super::glyph::{FAINT, at};
use super::piece::{draw_letters, draw_piece};

/// Between two grids, and between a grid and a score.
const GAP: f64 = 5.0;
/// The size of the texts of scores.
const TEXT: f64 = 10.5;
/// Around a board alone: birch.
const GROUND: &str = "#f3ead9";
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
pub fn size(scene: &Scene, board: &Board) -> (f64, f64) {
    let (mut wide, high) =
        if cells::has_cells(scene, board) { cells::size(board) } else { size_of_grids(scene) };
    for track in &scene.tracks {
        wide = wide.max(width(&score(track), TEXT));
    }
    (wide, high + scene.tracks.len() as f64 * LINE)
}

fn size_of_grids(scene: &Scene) -> (f64, f64) {
    let cell = cell(scene);
    let (mut wide, mut high) = (0.0_f64, 0.0_f64);
    for row in scene.grids.chunks(across(scene)) {
        let sizes: Vec<(f64, f64)> = row.iter().map(|grid| size_of(grid, cell)).collect();
        let row_width = sizes.iter().map(|size| size.0).sum::<f64>() + GAP * (sizes.len() as f64 - 1.0);
        wide = wide.max(row_width);
        high += sizes.iter().map(|size| size.1).fold(0.0, f64::max) + if high > 0.0 { GAP } else { 0.0 };
    }
    (wide, high)
}

/// The margin of a board alone, in its own units.
const MARGIN: f64 = 3.0;

/// The width and height of a board with its margin, in its own units: the shape of a picture that it fills; `None` if there is nothing
/// to show of the position.
pub fn board_size(scene: &Scene, board: &Board) -> Option<(f64, f64)> {
    let (across, down) = size(scene, board);
    shows(scene).then_some((across + 4.0 * MARGIN, down + 4.0 * MARGIN))
}

/// The parts of a board's picture, each an SVG element, in the order in which they are painted: positions of the same game share most of
/// them. The upper left corner is at (0, 0), and [`board_size`] is the size with a margin; none if there is nothing to show.
pub fn board_elements(scene: &Scene, board: &Board) -> Vec<String> {
    let mut body = String::new();
    if shows(scene) {
        draw(&mut body, scene, board, (0.0, 0.0));
    }
    body.lines().map(str::to_string).collect()
}

/// A board alone in the middle of a picture, as an SVG document of one element; `None` if there is nothing to show of the position.
pub fn board_picture(scene: &Scene, board: &Board, (wide, high): (f64, f64)) -> Option<String> {
    let view = board_size(scene, board)?;
    let (across, down) = size(scene, board);
    let mut body = String::new();
    draw(&mut body, scene, board, (0.0, 0.0));
    let paper = [across + 2.0 * MARGIN, down + 2.0 * MARGIN].map(at).join("\" height=\"");
    let view = [view.0, view.1].map(at).join(" ");
    let (wide, high) = (at(wide), at(high));
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" font-family=\"sans-serif\">\n\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"{GROUND}\"/>\n\
         <svg width=\"{wide}\" height=\"{high}\" viewBox=\"{corner} {corner} {view}\">\n\
         <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{paper}\" fill=\"#fff\"/>\n{body}</svg>\n</svg>\n",
        corner = at(-2.0 * MARGIN),
    ))
}

/// Paints the board with its upper left corner there.
pub fn draw(svg: &mut String, scene: &Scene, board: &Board, (left, top): (f64, f64)) {
    let high = if cells::has_cells(scene, board) {
        cells::draw(svg, scene, board, (left, top));
        cells::size(board).1
    } else {
        draw_grids(svg, scene, (left, top));
        size_of_grids(scene).1
    };
    let mut y = top + high;
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

fn draw_grids(svg: &mut String, scene: &Scene, (left, top): (f64, f64)) {
    let cell = cell(scene);
    let mut y = top;
    for (first, row) in (0..).step_by(across(scene)).zip(scene.grids.chunks(across(scene))) {
        let mut x = left;
        for (number, grid) in (first..).zip(row) {
            draw_grid(svg, grid, (x, y), cell);
            if let Some(winner) = scene.winner_of(number) {
                draw_winner(svg, grid, winner, (x, y), cell);
            }
            if scene.active.contains(&number) {
                draw_frame(svg, grid, (x, y), cell);
            }
            x += size_of(grid, cell).0 + GAP;
        }
        y += row.iter().map(|grid| size_of(grid, cell).1).fold(0.0, f64::max) + GAP;
    }
}

/// A pale cover over a grid that is decided, with the winner's piece in its size.
fn draw_winner(svg: &mut String, grid: &Grid, winner: Piece, (left, top): (f64, f64), cell: f64) {
    let (wide, high) = size_of(grid, cell);
    let cover = if winner == Piece::Neutral { "#999" } else { "#fff" };
    let _ = writeln!(
        svg,
        "<path d=\"M{} {}h{}v{}h-{}z\" fill=\"{cover}\" opacity=\".65\"/>",
        at(left),
        at(top),
        at(wide),
        at(high),
        at(wide)
    );
    if let Some(letter) = grid.letter_of(winner) {
        draw_piece(svg, winner, letter, (left + wide / 2.0, top + high / 2.0), 0.9 * wide.min(high));
    }
}

/// A frame round a grid on which the next piece may be put.
fn draw_frame(svg: &mut String, grid: &Grid, (left, top): (f64, f64), cell: f64) {
    let (wide, high) = size_of(grid, cell);
    let (x, y, wide, high) = (at(left - 1.0), at(top - 1.0), at(wide + 2.0), at(high + 2.0));
    let outline = format!("M{x} {y}h{wide}v{high}h-{wide}z");
    let _ = writeln!(svg, "<path d=\"{outline}\" fill=\"none\" stroke=\"#009e73\" stroke-width=\"1.5\"/>");
}

fn draw_grid(svg: &mut String, grid: &Grid, (left, top): (f64, f64), cell: f64) {
    let mut squares = String::new();
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
            let middle = (x + cell / 2.0, y + cell / 2.0);
            match square {
                Square::Taken(piece, letter) => draw_piece(&mut pieces, *piece, *letter, middle, cell),
                Square::Counted(piece, count) => {
                    draw_letters(&mut pieces, *piece, &count.to_string(), middle, cell);
                }
                Square::Hole | Square::Free => {}
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
