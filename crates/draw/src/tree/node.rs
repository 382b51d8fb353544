//! The size of a node, and its painting.
//!
//! From above: the move that leads to it, its shape (or its board in a frame, with the shape below), and lines of small text.

use std::fmt::Write;

use plywood_rules::Board;

use crate::style::{INK, MUTED};
use crate::text::{escape, fit, width};

use super::board;
use super::glyph::{
    CUT, LABEL, LINE, Paint, SMALL, VALUE, WIDEST, at, glyph, glyph_size, hatch_box, text_at,
};
use super::model::{Node, NodeShape};

/// The height of the line of a move.
const LABEL_LINE: f64 = 16.0;
/// The width of a frame around a board.
const FRAME: f64 = 5.0;
/// A line of small text below a node.
#[derive(Clone, Debug)]
struct Caption {
    text: String,
    colour: &'static str,
}

/// A node and its size.
#[derive(Clone, Debug)]
pub struct MeasuredNode<'a> {
    pub node: &'a Node,
    board: &'a Board,
    /// Of all that belongs to it, centred.
    pub width: f64,
    /// The lines of its move, above.
    labels: Vec<(String, f64)>,
    /// The shape, or the board in its frame.
    body: (f64, f64),
    /// The height of the line below a board, with the shape and the value; 0 without a board.
    caption: f64,
    below: Vec<Caption>,
}

impl<'a> MeasuredNode<'a> {
    pub fn new(node: &'a Node, board: &'a Board) -> MeasuredNode<'a> {
        let short = |text: &str, size| fit(text, size, WIDEST);
        let mut labels = Vec::new();
        if !node.label.is_empty() {
            labels.push((short(&node.label, LABEL), LABEL));
        }
        if !node.weight.is_empty() {
            labels.push((short(&node.weight, SMALL), SMALL));
        }
        let ink = |text: &str| Caption { text: short(text, SMALL), colour: MUTED };
        let mut below: Vec<Caption> = node.windows.iter().chain(&node.notes).map(|text| ink(text)).collect();
        if !node.cut.is_empty() {
            below.push(Caption { text: short(&node.cut, SMALL), colour: CUT });
        }
        if node.hidden > 0 {
            let more = if node.hidden_more { "+" } else { "" };
            below.push(ink(&format!("⋮ {}{more}", node.hidden)));
        }
        let scene = node.scene.as_ref().filter(|scene| board::shows(scene));
        let (body, caption) = match scene.map(|scene| board::size(scene, board)) {
            Some((wide, high)) => ((wide + 2.0 * FRAME, high + 2.0 * FRAME), 17.0),
            None => (glyph_size(node.shape, &node.value, VALUE), 0.0),
        };
        let order = node.order.map_or(0.0, |order| width(&order.to_string(), SMALL) + 4.0);
        let middle = if caption > 0.0 {
            let shape = if node.shape == NodeShape::Leaf { 0.0 } else { 14.0 };
            body.0.max(width(&node.value, VALUE) + shape + order + 6.0)
        } else {
            // The width on the left is repeated on the right, so that the shape is in the middle.
            body.0 + 2.0 * order
        };
        let labels_wide = labels.iter().map(|(text, size)| width(text, *size)).fold(0.0, f64::max);
        let below_wide = below.iter().map(|line| width(&line.text, SMALL)).fold(0.0, f64::max);
        let width = middle.max(labels_wide).max(below_wide).max(1.0);
        MeasuredNode { node, board, width, labels, body, caption, below }
    }

    /// The height of the lines of its move.
    pub fn label_height(&self) -> f64 {
        self.labels.iter().map(|(_, size)| if *size == LABEL { LABEL_LINE } else { LINE }).sum()
    }

    /// The height of the rest: shape, caption and the lines below.
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
        let paint = Paint::of(node);
        svg.push_str(&glyph(node.shape, (x, y + high / 2.0), (wide, high), &paint));
        if !node.value.is_empty() {
            let weight = if node.principal { " font-weight=\"700\"" } else { "" };
            let value = fit(&node.value, VALUE, WIDEST);
            text_at(svg, (x, y + high / 2.0 + VALUE * 0.35), VALUE, paint.text, weight, &value);
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
        let paint = Paint::of(node);
        let (left, width) = (x - wide / 2.0, at(wide));
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"3\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            at(left),
            at(y),
            at(high),
            paint.fill,
            paint.stroke,
            paint.stroke_width,
            paint.dash
        );
        if node.skipped {
            svg.push_str(&hatch_box((left, y), (wide, high)));
        }
        if paint.fill != "#fff" {
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
        board::draw(svg, scene, self.board, (left + FRAME, y + FRAME));
        self.draw_caption(svg, x, y + high);
    }

    /// The shape, the value and the number of the visit in a line below a board.
    fn draw_caption(&self, svg: &mut String, x: f64, y: f64) {
        let node = self.node;
        let shape = if node.shape == NodeShape::Leaf { 0.0 } else { 14.0 };
        let value = fit(&node.value, VALUE, WIDEST);
        let order = node.order.map(|order| order.to_string()).unwrap_or_default();
        let order_wide = if order.is_empty() { 0.0 } else { width(&order, SMALL) + 4.0 };
        let mut left = x - (shape + width(&value, VALUE) + order_wide) / 2.0;
        if !order.is_empty() {
            text_at(svg, (left, y + 13.0), SMALL, MUTED, " text-anchor=\"start\"", &order);
            left += order_wide;
        }
        if shape > 0.0 {
            let paint =
                Paint { stroke_width: "1.2", ..Paint::of(&Node { shape: node.shape, ..Node::default() }) };
            svg.push_str(&glyph(node.shape, (left + 5.0, y + 9.0), (10.0, 10.0), &paint));
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
