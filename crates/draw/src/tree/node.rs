//! How large a node is, and what it looks like.
//!
//! From above: the move that leads to it, its shape (or its board in a frame, with the shape below), and lines of small text.

use std::fmt::Write;

use crate::look::{INK, MUTED};
use crate::text::{decimal, escape, fit, width};

use super::{Fill, Node, Shape, board};

/// The size of the texts of moves.
pub const LABEL: f64 = 12.5;
/// The size of values.
pub const VALUE: f64 = 13.5;
/// The size of what matters less.
pub const SMALL: f64 = 10.5;
/// From one line of small text to the next.
pub const LINE: f64 = 13.0;
/// The height of the line of a move.
pub const LABEL_LINE: f64 = 16.0;
/// No text is wider; what is longer ends in an ellipsis.
const WIDEST: f64 = 150.0;
/// The width of a frame around a board.
const FRAME: f64 = 5.0;
/// Lines that only separate.
pub const FAINT: &str = "#999";
/// What was cut off.
pub const CUT: &str = "#a8181f";

/// A coordinate of a picture that may be very wide.
pub fn at(value: f64) -> String {
    let value = if value.is_finite() { value.clamp(-1e7, 1e7) } else { 0.0 };
    decimal(value, 2)
}

/// A line of small text below a node.
#[derive(Clone, Debug)]
struct Below {
    text: String,
    colour: &'static str,
}

/// A node that knows how large it is.
#[derive(Clone, Debug)]
pub struct Measured<'a> {
    pub node: &'a Node,
    /// Of all that belongs to it, centred.
    pub width: f64,
    /// The lines of its move, above.
    labels: Vec<(String, f64)>,
    /// The shape, or the board in its frame.
    body: (f64, f64),
    /// The shape of a node that shows a board stands below it, with the value.
    caption: f64,
    below: Vec<Below>,
}

impl<'a> Measured<'a> {
    pub fn new(node: &'a Node) -> Measured<'a> {
        let short = |text: &str, size| fit(text, size, WIDEST);
        let mut labels = Vec::new();
        if !node.label.is_empty() {
            labels.push((short(&node.label, LABEL), LABEL));
        }
        if !node.weight.is_empty() {
            labels.push((short(&node.weight, SMALL), SMALL));
        }
        let ink = |text: &str| Below { text: short(text, SMALL), colour: MUTED };
        let mut below: Vec<Below> = node.windows.iter().chain(&node.notes).map(|text| ink(text)).collect();
        if !node.cut.is_empty() {
            below.push(Below { text: short(&node.cut, SMALL), colour: CUT });
        }
        if node.hidden > 0 {
            let more = if node.hidden_more { "+" } else { "" };
            below.push(ink(&format!("⋮ {}{more}", node.hidden)));
        }
        let board = node.scene.as_ref().filter(|scene| board::shows(scene)).map(board::size);
        let (body, caption) = match board {
            Some((wide, high)) => ((wide + 2.0 * FRAME, high + 2.0 * FRAME), 17.0),
            None => (glyph_size(node.shape, &node.value, VALUE), 0.0),
        };
        let order = node.order.map_or(0.0, |order| width(&order.to_string(), SMALL) + 4.0);
        let middle = if caption > 0.0 {
            let shape = if node.shape == Shape::Leaf { 0.0 } else { 14.0 };
            body.0.max(width(&node.value, VALUE) + shape + order + 6.0)
        } else {
            // What stands at the left is balanced at the right: the shape is in the middle.
            body.0 + 2.0 * order
        };
        let labels_wide = labels.iter().map(|(text, size)| width(text, *size)).fold(0.0, f64::max);
        let below_wide = below.iter().map(|line| width(&line.text, SMALL)).fold(0.0, f64::max);
        let width = middle.max(labels_wide).max(below_wide).max(1.0);
        Measured { node, width, labels, body, caption, below }
    }

    /// How high the lines of its move are.
    pub fn label_height(&self) -> f64 {
        self.labels.iter().map(|(_, size)| if *size == LABEL { LABEL_LINE } else { LINE }).sum()
    }

    /// How high the rest is: shape, caption, and what stands below.
    pub fn rest_height(&self) -> f64 {
        let below = self.below.len() as f64 * LINE;
        self.body.1 + self.caption + below + if below > 0.0 { 2.0 } else { 0.0 }
    }

    /// Paints it, its centre at `x`, its shape beginning at `y`.
    pub fn draw(&self, svg: &mut String, x: f64, y: f64) {
        svg.push_str("<g>");
        if !self.node.about.is_empty() {
            let _ = write!(svg, "<title>{}</title>", escape(&self.node.about));
        }
        svg.push('\n');
        let mut line = y - self.label_height();
        for (text, size) in &self.labels {
            line += if *size == LABEL { LABEL_LINE } else { LINE };
            let colour = if self.node.skipped { MUTED } else { INK };
            let weight = if self.node.principal && *size == LABEL { " font-weight=\"700\"" } else { "" };
            text_at(svg, (x, line - 4.0), *size, colour, weight, text);
        }
        if self.caption > 0.0 {
            self.draw_framed(svg, x, y);
        } else {
            self.draw_glyph(svg, x, y);
        }
        let mut line = y + self.body.1 + self.caption + 2.0;
        for below in &self.below {
            line += LINE;
            text_at(svg, (x, line - 2.5), SMALL, below.colour, "", &below.text);
        }
        svg.push_str("</g>\n");
    }

    fn draw_glyph(&self, svg: &mut String, x: f64, y: f64) {
        let (wide, high) = self.body;
        let node = self.node;
        let look = Look::of(node);
        svg.push_str(&glyph(node.shape, (x, y + high / 2.0), (wide, high), &look));
        if !node.value.is_empty() {
            let weight = if node.principal { " font-weight=\"700\"" } else { "" };
            let value = fit(&node.value, VALUE, WIDEST);
            text_at(svg, (x, y + high / 2.0 + VALUE * 0.35), VALUE, look.text, weight, &value);
        }
        if let Some(order) = node.order {
            let place = (x - wide / 2.0 - 3.0, y + SMALL * 0.8);
            text_at(svg, place, SMALL, MUTED, " text-anchor=\"end\"", &order.to_string());
        }
    }

    fn draw_framed(&self, svg: &mut String, x: f64, y: f64) {
        let (wide, high) = self.body;
        let node = self.node;
        let Some(scene) = &node.scene else { return };
        let look = Look::of(node);
        let (left, width) = (x - wide / 2.0, at(wide));
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"3\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            at(left),
            at(y),
            at(high),
            look.fill,
            look.stroke,
            look.stroke_width,
            look.dash
        );
        if node.skipped {
            svg.push_str(&hatch_box((left, y), (wide, high)));
        }
        if look.fill != "#fff" {
            let inner = FRAME - 1.0;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff\"/>",
                at(left + inner),
                at(y + inner),
                at(wide - 2.0 * inner),
                at(high - 2.0 * inner)
            );
        }
        board::draw(svg, scene, (left + FRAME, y + FRAME));
        self.draw_caption(svg, x, y + high);
    }

    /// The shape, the value and the number of the visit in a line below a board.
    fn draw_caption(&self, svg: &mut String, x: f64, y: f64) {
        let node = self.node;
        let shape = if node.shape == Shape::Leaf { 0.0 } else { 14.0 };
        let value = fit(&node.value, VALUE, WIDEST);
        let order = node.order.map(|order| order.to_string()).unwrap_or_default();
        let order_wide = if order.is_empty() { 0.0 } else { width(&order, SMALL) + 4.0 };
        let mut left = x - (shape + width(&value, VALUE) + order_wide) / 2.0;
        if !order.is_empty() {
            text_at(svg, (left, y + 13.0), SMALL, MUTED, " text-anchor=\"start\"", &order);
            left += order_wide;
        }
        if shape > 0.0 {
            let look =
                Look { stroke_width: "1.2", ..Look::of(&Node { shape: node.shape, ..Node::default() }) };
            svg.push_str(&glyph(node.shape, (left + 5.0, y + 9.0), (10.0, 10.0), &look));
            left += shape;
        }
        let weight = if node.principal {
            " text-anchor=\"start\" font-weight=\"700\""
        } else {
            " text-anchor=\"start\""
        };
        if !value.is_empty() {
            text_at(svg, (left, y + 13.5), VALUE, INK, weight, &value);
        }
    }
}

/// A text; the middle of its base line is there, unless `more` says otherwise.
pub fn text_at(svg: &mut String, (x, y): (f64, f64), size: f64, colour: &str, more: &str, text: &str) {
    let anchor = if more.contains("text-anchor") { "" } else { " text-anchor=\"middle\"" };
    let (x, y, text) = (at(x), at(y), escape(text));
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{more}>{text}</text>"
    );
}

/// How large a shape is around its value.
fn glyph_size(shape: Shape, value: &str, size: f64) -> (f64, f64) {
    let text = width(&fit(value, size, WIDEST), size);
    if value.is_empty() {
        return if shape == Shape::Chance { (16.0, 16.0) } else { (13.0, 13.0) };
    }
    match shape {
        Shape::Max => ((text + 10.0).max(26.0), 26.0),
        Shape::Min => ((text + 14.0).max(28.0), 28.0),
        Shape::Chance => ((text * 1.4 + 20.0).max(36.0), 36.0),
        Shape::Leaf => ((text + 10.0).max(22.0), 22.0),
    }
}

/// How an outline is drawn.
pub struct Look {
    pub fill: &'static str,
    pub text: &'static str,
    pub stroke: &'static str,
    pub stroke_width: &'static str,
    pub dash: &'static str,
    pub hatched: bool,
}

impl Look {
    pub fn of(node: &Node) -> Look {
        let (fill, text) = match node.fill {
            Fill::Plain | Fill::White => ("#fff", INK),
            Fill::Black => ("#1f1f1f", "#fff"),
            Fill::Grey => ("#b8b8b8", INK),
            Fill::Unknown => ("#f2f2f2", MUTED),
        };
        Look {
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
pub fn glyph(shape: Shape, (x, y): (f64, f64), (wide, high): (f64, f64), look: &Look) -> String {
    let (left, top) = (x - wide / 2.0, y - high / 2.0);
    let radius = match shape {
        Shape::Max => 0.0,
        Shape::Min => high / 2.0,
        Shape::Leaf => 5.0_f64.min(high / 3.0),
        Shape::Chance => -1.0,
    };
    let paint = format!(
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}",
        look.fill, look.stroke, look.stroke_width, look.dash
    );
    let mut svg = if radius >= 0.0 {
        let rounding = if radius > 0.0 { format!(" rx=\"{}\"", at(radius)) } else { String::new() };
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{rounding} {paint}/>\n",
            at(left),
            at(top),
            at(wide),
            at(high)
        )
    } else {
        let (half_wide, half_high) = (at(wide / 2.0), at(high / 2.0));
        format!(
            "<path d=\"M{} {}l{half_wide} {half_high}l-{half_wide} {half_high}l-{half_wide} -{half_high}z\" {paint}/>\n",
            at(x),
            at(top)
        )
    };
    if look.hatched {
        svg.push_str(&hatch(shape, (x, y), (wide, high)));
    }
    svg
}

/// Slanted lines within a shape. They are cut at its outline by arithmetic: a pattern would need an id, and ids of two pictures in a
/// page may be the same.
fn hatch(shape: Shape, (x, y): (f64, f64), (wide, high): (f64, f64)) -> String {
    let inside = |px: f64, py: f64| {
        let (dx, dy) = ((px - x).abs(), (py - y).abs());
        match shape {
            Shape::Chance => dx / (wide / 2.0) + dy / (high / 2.0) <= 1.0,
            // A circle, or two halves of one with a box between them.
            Shape::Min => (dx - (wide - high) / 2.0).max(0.0).hypot(dy) <= high / 2.0,
            _ => dx <= wide / 2.0 && dy <= high / 2.0,
        }
    };
    hatched((x - wide / 2.0, y - high / 2.0), (wide, high), inside)
}

fn hatch_box(corner: (f64, f64), size: (f64, f64)) -> String {
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
