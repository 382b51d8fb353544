//! The pieces and counts on small boards.

use std::fmt::Write;

use plywood_rules::scene::Piece;

use crate::style::{INK, LIGHT};
use crate::text::escape;

use super::glyph::at;

/// A cross, a ring, a disc or a letter: the owner can be recognised in grey as well.
pub fn draw_piece(svg: &mut String, piece: Piece, letter: char, (x, y): (f64, f64), cell: f64) {
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
        letter => return draw_letters(svg, piece, &letter.to_string(), (x, y), cell),
    };
    let _ = writeln!(svg, "{drawn}");
}

/// The colour of an owner's letters and edges.
pub fn colour_of(piece: Piece) -> &'static str {
    match piece {
        Piece::First => INK,
        Piece::Second => "#0072b2",
        Piece::Neutral => "#d55e00",
    }
}

/// A letter or a number, as wide as its square at most.
pub fn draw_letters(svg: &mut String, piece: Piece, text: &str, (x, y): (f64, f64), cell: f64) {
    let colour = colour_of(piece);
    let size = if text.chars().count() > 1 { 0.6 } else { 0.8 } * cell;
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{colour}\" text-anchor=\"middle\">{}</text>",
        at(x),
        at(y + size * 0.35),
        at(size),
        escape(text)
    );
}
