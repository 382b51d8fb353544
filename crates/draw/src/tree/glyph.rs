//! The shapes of nodes, and the sizes and colours that the parts of a tree's picture share.

use std::fmt::Write;

use crate::style::{DARK, INK, LIGHT, MUTED};
use crate::text::{decimal, escape, fit, width};

use super::model::{Fill, Node, NodeShape};

/// The size of the texts of moves.
pub const LABEL: f64 = 12.5;
/// The size of values.
pub const VALUE: f64 = 13.5;
/// The size of secondary texts.
pub const SMALL: f64 = 12.0;
/// From one line of small text to the next.
pub const LINE: f64 = 14.5;
/// The greatest width of a text; longer ones end in an ellipsis.
pub const WIDEST: f64 = 150.0;
/// Lines that only separate.
pub const FAINT: &str = "#999";
/// The colour of cuts.
pub const CUT: &str = "#a8181f";

/// A coordinate of a picture that may be very wide.
pub fn at(value: f64) -> String {
    let value = if value.is_finite() { value.clamp(-1e7, 1e7) } else { 0.0 };
    decimal(value, 2)
}

/// A text whose base line has its middle here, unless `more` sets another anchor.
pub fn text_at(svg: &mut String, (x, y): (f64, f64), size: f64, colour: &str, more: &str, text: &str) {
    let anchor = if more.contains("text-anchor") { "" } else { " text-anchor=\"middle\"" };
    let (x, y, text) = (at(x), at(y), escape(text));
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{more}>{text}</text>"
    );
}

/// The size of a shape around its value.
pub fn glyph_size(shape: NodeShape, value: &str, size: f64) -> (f64, f64) {
    let text = width(&fit(value, size, WIDEST), size);
    if value.is_empty() {
        return if shape == NodeShape::Chance { (16.0, 16.0) } else { (13.0, 13.0) };
    }
    match shape {
        NodeShape::Max => ((text + 10.0).max(26.0), 26.0),
        NodeShape::Min => ((text + 14.0).max(28.0), 28.0),
        NodeShape::Chance => ((text * 1.4 + 20.0).max(36.0), 36.0),
        NodeShape::Leaf => ((text + 10.0).max(22.0), 22.0),
    }
}

/// The paint of a shape: fill, stroke and hatching.
pub struct Paint {
    pub fill: &'static str,
    pub text: &'static str,
    pub stroke: &'static str,
    pub stroke_width: &'static str,
    pub dash: &'static str,
    pub hatched: bool,
}

impl Paint {
    pub fn of(node: &Node) -> Paint {
        let (fill, text) = match node.fill {
            Fill::Plain => ("#fff", INK),
            Fill::White => (LIGHT, DARK),
            Fill::Black => (DARK, LIGHT),
            Fill::Grey => ("#b8b8b8", DARK),
            Fill::Unknown => ("#f2f2f2", MUTED),
        };
        Paint {
            fill,
            text: if node.skipped { MUTED } else { text },
            stroke: if node.skipped { FAINT } else { INK },
            stroke_width: if node.principal { "2.6" } else { "1.2" },
            dash: if node.fill == Fill::Unknown { " stroke-dasharray=\"2.5 2\"" } else { "" },
            hatched: node.skipped,
        }
    }
}

/// A shape around its centre.
pub fn glyph(shape: NodeShape, (x, y): (f64, f64), (wide, high): (f64, f64), paint: &Paint) -> String {
    let (left, top) = (x - wide / 2.0, y - high / 2.0);
    let radius = match shape {
        NodeShape::Max => 0.0,
        NodeShape::Min => high / 2.0,
        NodeShape::Leaf => 5.0_f64.min(high / 3.0),
        NodeShape::Chance => -1.0,
    };
    let attributes = format!(
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}",
        paint.fill, paint.stroke, paint.stroke_width, paint.dash
    );
    let mut svg = if radius >= 0.0 {
        let rounding = if radius > 0.0 { format!(" rx=\"{}\"", at(radius)) } else { String::new() };
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{rounding} {attributes}/>\n",
            at(left),
            at(top),
            at(wide),
            at(high)
        )
    } else {
        let (half_wide, half_high) = (at(wide / 2.0), at(high / 2.0));
        format!(
            "<path d=\"M{} {}l{half_wide} {half_high}l-{half_wide} {half_high}l-{half_wide} -{half_high}z\" {attributes}/>\n",
            at(x),
            at(top)
        )
    };
    if paint.hatched {
        svg.push_str(&hatch(shape, (x, y), (wide, high)));
    }
    svg
}

/// Slanted lines within a shape. They are cut at its outline by arithmetic: a pattern would need an id, and ids of two pictures in a
/// page may be the same.
fn hatch(shape: NodeShape, (x, y): (f64, f64), (wide, high): (f64, f64)) -> String {
    let inside = |px: f64, py: f64| {
        let (dx, dy) = ((px - x).abs(), (py - y).abs());
        match shape {
            NodeShape::Chance => dx / (wide / 2.0) + dy / (high / 2.0) <= 1.0,
            // A circle, or two halves of one with a box between them.
            NodeShape::Min => (dx - (wide - high) / 2.0).max(0.0).hypot(dy) <= high / 2.0,
            _ => dx <= wide / 2.0 && dy <= high / 2.0,
        }
    };
    hatched((x - wide / 2.0, y - high / 2.0), (wide, high), inside)
}

pub fn hatch_box(corner: (f64, f64), size: (f64, f64)) -> String {
    hatched(corner, size, |_, _| true)
}

/// The parts of slanted lines across a box that are inside; all shapes are convex, so each line has one part.
fn hatched((left, top): (f64, f64), (wide, high): (f64, f64), inside: impl Fn(f64, f64) -> bool) -> String {
    const STEP: f64 = 4.5;
    const GRAIN: usize = 40;
    let mut path = String::new();
    let mut offset = STEP / 2.0;
    while offset < wide + high {
        // From the left or lower edge up to the upper or right one.
        let from = (left + (offset - high).max(0.0), top + offset.min(high));
        let to = (left + offset.min(wide), top + (offset - wide).max(0.0));
        let point = |step: usize| {
            let share = step as f64 / GRAIN as f64;
            (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
        };
        let mut steps = (0..=GRAIN).map(point).filter(|&(px, py)| inside(px, py));
        if let Some(first) = steps.next() {
            let last = steps.last().unwrap_or(first);
            let _ = write!(path, "M{} {}L{} {}", at(first.0), at(first.1), at(last.0), at(last.1));
        }
        offset += STEP;
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"{FAINT}\" stroke-width=\".9\"/>\n")
}
