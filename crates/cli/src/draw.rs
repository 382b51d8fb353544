//! Positions as text pictures.
//!
//! Small grids get boxes, larger ones are set close; several grids are side by side. Rows of hexagons are
//! indented, and the cells of other boards are drawn at their centres ([`cells`]). Colours are written into
//! the text and taken out again where they are not wanted, so nothing may depend on them alone: highlighted
//! squares are in brackets, pieces differ in shape.

mod cells;
mod line;
#[cfg(test)]
mod tests;

use anstyle::{AnsiColor, Style};
use plywood_rules::scene::{Board, Grid, Piece, Scene, Side, Square, Track};

use self::line::{DIM, TextLine, content, style_of, symbol};

/// A single grid of at most this many columns is drawn with boxes.
const WIDEST_BOXED: usize = 9;

/// Highlights in `after` the one square that was free in `before` and is taken now, if there is exactly one such
/// and nothing is highlighted already: the piece that was placed last.
pub fn mark_new_piece(before: &Scene, after: &mut Scene) {
    let mut new = Vec::new();
    for (number, (old, grid)) in before.grids.iter().zip(&after.grids).enumerate() {
        for (row, (old, squares)) in old.squares.iter().zip(&grid.squares).enumerate() {
            for (column, (old, square)) in old.iter().zip(squares).enumerate() {
                match (old, square) {
                    (Square::Free, Square::Taken(..)) => new.push((number, row, column)),
                    // Pieces that left their squares were moved, not placed.
                    (Square::Taken(..), Square::Free) => return,
                    _ => {}
                }
            }
        }
    }
    if let ([(number, row, column)], true) = (&new[..], after.grids.iter().all(|g| g.highlights.is_empty())) {
        after.grids[*number].highlights.push((*row, *column));
    }
}

const ARROW: Style = AnsiColor::BrightGreen.on_default();

/// The picture of a scene on its board, ending with a line break, without blanks at the ends of its lines.
pub fn scene(scene: &Scene, board: &Board) -> String {
    let text = parts(scene, board);
    text.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Grids, legend, tracks and facts, each followed by an empty line.
fn parts(scene: &Scene, board: &Board) -> String {
    let mut text = String::new();
    match cells::placed(scene, board) {
        Some(lines) => text.push_str(&format!("{}\n", side_by_side(vec![lines]))),
        None => draw_grids(scene, board, &mut text),
    }
    if let Some(legend) = legend(scene) {
        text.push_str(&format!("  {legend}\n\n"));
    }
    let label_width = scene.tracks.iter().map(|it| it.label.chars().count()).max().unwrap_or_default();
    for track in &scene.tracks {
        text.push_str(&draw_track(track, label_width));
    }
    if !scene.tracks.is_empty() {
        text.push('\n');
    }
    let label_width = scene.facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
    for (label, fact) in &scene.facts {
        text.push_str(&format!("  {DIM}{label:label_width$}{DIM:#}  {fact}\n"));
    }
    text
}

fn draw_grids(scene: &Scene, board: &Board, text: &mut String) {
    let across = if scene.across == 0 { scene.grids.len().max(1) } else { scene.across };
    for (first, row) in (0..).step_by(across).zip(scene.grids.chunks(across)) {
        let picture = |(place, g): (usize, &Grid)| {
            let number = first + place;
            let indents = cells::indents(board, number, g);
            let alone = scene.grids.len() == 1 && indents.is_empty();
            if alone && is_boxed(g) {
                boxed(g)
            } else {
                let title = title(g, scene.winner_of(number));
                close_set(g, title, &indents, scene.active.contains(&number))
            }
        };
        let pictures: Vec<Vec<TextLine>> = row.iter().enumerate().map(picture).collect();
        text.push_str(&side_by_side(pictures));
        text.push('\n');
    }
}

fn side_by_side(mut pictures: Vec<Vec<TextLine>>) -> String {
    let height = pictures.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = pictures
        .iter()
        .map(|picture| picture.iter().map(|line| line.width).max().unwrap_or_default())
        .collect();
    let mut text = String::new();
    for row in 0..height {
        let mut line = TextLine::new();
        let mut edge = 0;
        for (picture, width) in pictures.iter_mut().zip(&widths) {
            line.pad_to(edge);
            if let Some(part) = picture.get(row) {
                line.append(part);
            }
            edge += width + 3;
        }
        text.push_str(line.text.trim_end());
        text.push('\n');
    }
    text
}

/// The title of a grid, with the piece of its winner if it is decided.
fn title(grid: &Grid, winner: Option<Piece>) -> TextLine {
    let mut line = TextLine::plain(&grid.title);
    let Some(winner) = winner else { return line };
    line.push(": ");
    match grid.letter_of(winner) {
        Some(letter) if winner != Piece::Neutral => push_square(&mut line, &Square::Taken(winner, letter)),
        _ => line.push("a draw"),
    }
    line
}

/// Says which symbol is what, where symbols are not the letters themselves.
fn legend(scene: &Scene) -> Option<String> {
    let squares = || scene.grids.iter().flat_map(|grid| grid.squares.iter().flatten());
    let entry = |letter: char, name: &str| {
        squares().find_map(|square| match *square {
            Square::Taken(piece, found) if found == letter && symbol(piece, letter) != letter => {
                let style = style_of(piece);
                Some(format!("{style}{}{style:#} {name} ({letter})", symbol(piece, letter)))
            }
            _ => None,
        })
    };
    let names = [('w', "light"), ('b', "dark"), ('t', "target")];
    let entries: Vec<String> = names.iter().filter_map(|(letter, name)| entry(*letter, name)).collect();
    (!entries.is_empty()).then(|| entries.join("   "))
}

/// True for small rectangles of letters.
fn is_boxed(grid: &Grid) -> bool {
    // Discs fill their squares and look best close together; so do lines that are about to move.
    let fits = |square: &Square| match *square {
        Square::Taken(piece, letter) => symbol(piece, letter) == letter,
        Square::Counted(_, count) => count < 100,
        Square::Hole | Square::Free => true,
    };
    let is_hole = |square: Option<&Square>| square == Some(&Square::Hole);
    let has_edge = grid.squares.iter().all(|row| !is_hole(row.first()) && !is_hole(row.last()));
    grid.columns.len() <= WIDEST_BOXED
        && grid.ends.is_empty()
        && has_edge
        && grid.squares.iter().flatten().all(fits)
}

fn label_width(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or_default()
}

fn push_square(line: &mut TextLine, square: &Square) {
    let (style, text) = content(square);
    line.push_styled(style, &text);
}

fn boxed(grid: &Grid) -> Vec<TextLine> {
    let margin = label_width(&grid.rows) + 2;
    let columns = grid.columns.len();
    let rule = |left: &str, cross: &str, right: &str| {
        let mut line = TextLine::plain(&" ".repeat(margin));
        line.push_styled(DIM, &format!("{left}{}{right}", vec!["───"; columns].join(cross)));
        line
    };
    let mut header = TextLine::plain(&" ".repeat(margin + 2));
    for name in &grid.columns {
        header.push_styled(DIM, &format!("{name:<4}"));
    }
    let mut lines = Vec::new();
    if !grid.title.is_empty() {
        lines.push(TextLine::plain(&format!("{}{}", " ".repeat(margin), grid.title)));
    }
    lines.push(rule("┌", "┬", "┐"));
    for (row, squares) in grid.squares.iter().enumerate() {
        if row > 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut line = TextLine::new();
        line.push_styled(DIM, &format!(" {:>width$} ", grid.rows[row], width = margin - 2));
        for (column, square) in squares.iter().enumerate() {
            line.push_styled(DIM, "│");
            let marked = grid.highlights.contains(&(row, column));
            line.push(if marked { "[" } else { " " });
            match square {
                Square::Free => line.push(" "),
                Square::Hole => line.push_styled(DIM, "▒"),
                Square::Taken(..) | Square::Counted(..) => push_square(&mut line, square),
            }
            // A number of two digits takes the room beside it.
            if !matches!(*square, Square::Counted(_, 10..)) {
                line.push(if marked { "]" } else { " " });
            }
        }
        line.push_styled(DIM, "│");
        lines.push(line);
    }
    lines.push(rule("└", "┴", "┘"));
    lines.push(header);
    lines
}

/// Rows without boxes below a title, each behind its indent; `active` ones have bars beside their rows.
fn close_set(grid: &Grid, title: TextLine, indents: &[usize], active: bool) -> Vec<TextLine> {
    let counts = grid.squares.iter().flatten().filter(|square| matches!(square, Square::Counted(..)));
    let widest = counts.map(|square| content(square).1.len()).max().unwrap_or(1);
    let cell = label_width(&grid.columns).max(widest) + 1;
    let row_label = label_width(&grid.rows);
    let has_end = |side: Side, line: usize| grid.ends.iter().any(|e| e.side == side && e.line == line);
    let arrows = !grid.ends.is_empty();
    let indent = |row: usize| " ".repeat(indents.get(row).copied().unwrap_or(0) * cell / 2);
    // Left of the squares: an arrow if there are any, the label, a blank.
    let margin = if arrows { 2 } else { 0 } + row_label + 1;
    let header = || {
        let mut line = TextLine::plain(&(indent(0) + &" ".repeat(margin)));
        for name in &grid.columns {
            line.pad_to(line.width + cell - name.chars().count());
            if !name.is_empty() {
                line.push_styled(DIM, name);
            }
        }
        line
    };
    let vertical_arrows = |side: Side, arrow: &str| {
        let mut line = TextLine::plain(&" ".repeat(margin));
        for column in 0..grid.columns.len() {
            line.push(&" ".repeat(cell - 1));
            if has_end(side, column) { line.push_styled(ARROW, arrow) } else { line.push(" ") }
        }
        line
    };
    let mut lines = Vec::new();
    if title.width > 0 {
        let mut line = TextLine::plain(&" ".repeat(margin + 1));
        line.append(&title);
        lines.push(line);
    }
    if arrows {
        lines.push(vertical_arrows(Side::Top, "↑"));
    }
    lines.push(header());
    for row in 0..grid.squares.len() {
        let mut line = TextLine::plain(&indent(row));
        if arrows {
            let left = has_end(Side::Left, row);
            if left {
                line.push_styled(ARROW, "←")
            } else {
                line.push(" ")
            }
            line.push(" ");
        }
        line.push_styled(DIM, &format!("{:>row_label$}", grid.rows[row]));
        line.push(" ");
        push_squares(&mut line, grid, row, cell, active);
        if arrows {
            line.push_styled(DIM, &format!("{:<row_label$}", grid.rows[row]));
            line.push(" ");
            if has_end(Side::Right, row) {
                line.push_styled(ARROW, "→")
            }
        }
        lines.push(line);
    }
    if arrows {
        lines.push(header());
        lines.push(vertical_arrows(Side::Bottom, "↓"));
    }
    lines
}

/// The squares of a row, each of `cell` columns with the gap before it.
fn push_squares(line: &mut TextLine, grid: &Grid, row: usize, cell: usize, active: bool) {
    // A highlighted square has brackets in the gaps on both sides of it.
    let marked = |column: usize| grid.highlights.contains(&(row, column));
    let squares = &grid.squares[row];
    for (column, square) in squares.iter().enumerate() {
        let after_marked = column > 0 && marked(column - 1);
        let gap = cell - content(square).1.chars().count();
        let gap = match (after_marked, marked(column)) {
            _ if gap > 1 => format!(
                "{}{}{}",
                if after_marked { "]" } else { " " },
                " ".repeat(gap - 2),
                if marked(column) { "[" } else { " " }
            ),
            (true, true) => "|".to_string(),
            (true, false) => "]".to_string(),
            (false, true) => "[".to_string(),
            (false, false) if active && column == 0 => "│".to_string(),
            (false, false) => " ".to_string(),
        };
        line.push(&gap);
        push_square(line, square);
    }
    line.push(match squares.len().checked_sub(1) {
        Some(last) if marked(last) => "]",
        Some(_) if active => "│",
        _ => " ",
    });
}

/// The width of a track in columns.
const TRACK_WIDTH: usize = 40;

fn draw_track(track: &Track, label_width: usize) -> String {
    let column = |points: u32| {
        (points.min(track.goal) as usize * TRACK_WIDTH).checked_div(track.goal as usize).unwrap_or_default()
    };
    let banked = column(track.reached);
    let staked = column(track.reached.saturating_add(track.at_stake)) - banked;
    let style = style_of(track.owner);
    let stake = if track.at_stake > 0 { format!(" + {}", track.at_stake) } else { String::new() };
    format!(
        "  {:label_width$}  {style}{}{}{style:#}{DIM}{}{DIM:#} {}{stake} of {}\n",
        track.label,
        "█".repeat(banked),
        "▒".repeat(staked),
        "·".repeat(TRACK_WIDTH - banked - staked),
        track.reached,
        track.goal,
    )
}
