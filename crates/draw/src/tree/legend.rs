//! The legend: the meaning of each sign that is in the picture.

use std::fmt::Write;

use crate::style::{INK, MUTED};
use crate::text::{width, wrap};

use super::glyph::{CUT, FAINT, Paint, SMALL, at, glyph, text_at};
use super::model::{Fill, Node, NodeShape, TreePicture};

/// The size of the texts.
const SIZE: f64 = SMALL + 1.0;
/// The height of a line.
const ROW: f64 = 19.0;
/// The room of a sign, and between two entries.
const SIGN: f64 = 26.0;
const GAP: f64 = 18.0;

/// Lines of one entry, in pictures that are narrower than its text.
const MOST_LINES: usize = 4;

/// A sign and what it means.
enum Sign {
    Glyph(NodeShape, Fill),
    Skipped,
    Principal,
    Also,
    Text(&'static str),
    None,
}

/// The entries that the tree needs.
fn entries(tree: &TreePicture) -> Vec<(Sign, String)> {
    let nodes = tree.nodes();
    let any = |wanted: &dyn Fn(&Node) -> bool| nodes.iter().any(wanted);
    let mut entries = Vec::new();
    let shapes = [
        (NodeShape::Max, "the first player decides (max)"),
        (NodeShape::Min, "the second player decides (min)"),
        (NodeShape::Chance, "chance decides"),
        (NodeShape::Leaf, "an end"),
    ];
    for (shape, text) in shapes {
        if any(&|node| node.shape == shape) {
            entries.push((Sign::Glyph(shape, Fill::Plain), text.to_string()));
        }
    }
    let fills = [
        (Fill::Black, "the first player wins"),
        (Fill::White, "the second player wins"),
        (Fill::Grey, "a draw"),
        (Fill::Unknown, "not known"),
    ];
    for (fill, text) in fills {
        if any(&|node| node.fill == fill) {
            entries.push((Sign::Glyph(NodeShape::Min, fill), text.to_string()));
        }
    }
    if any(&|node| node.skipped) {
        entries.push((Sign::Skipped, "never visited".to_string()));
    }
    if any(&|node| node.principal) {
        entries.push((Sign::Principal, "principal variation".to_string()));
    }
    if any(&|node| node.order.is_some()) {
        entries.push((Sign::Text("1"), "order of visits".to_string()));
    }
    if any(&|node| !node.windows.is_empty()) {
        entries.push((
            Sign::Text("[α, β]"),
            "window on entry: what max, what min already has elsewhere; → how a bound moved".to_string(),
        ));
    }
    if any(&|node| node.hidden > 0) {
        entries.push((Sign::Text("⋮ 5"), "nodes below that are not shown".to_string()));
    }
    if any(&|node| !node.also.is_empty()) {
        entries.push((Sign::Also, "another move to a position that is drawn once".to_string()));
    }
    entries.extend(tree.legend.iter().map(|text| (Sign::None, text.clone())));
    entries
}

/// The legend from there on, as wide as `room`, and where it ends.
pub fn draw(tree: &TreePicture, (left, top): (f64, f64), room: f64) -> (String, f64) {
    let mut svg = String::new();
    let (mut x, mut y) = (left, top);
    let entries = if tree.look.no_legend { Vec::new() } else { entries(tree) };
    if entries.is_empty() {
        return (svg, top);
    }
    for (sign, text) in entries {
        let sign_room = match &sign {
            Sign::None => 0.0,
            Sign::Text(sign) => width(sign, SIZE) + 6.0,
            _ => SIGN,
        };
        if x > left && x + sign_room + width(&text, SIZE) > left + room {
            (x, y) = (left, y + ROW);
        }
        draw_sign(&mut svg, &sign, (x, y + ROW / 2.0));
        let lines = wrap(&text, SIZE, room - sign_room, MOST_LINES);
        for (number, line) in lines.iter().enumerate() {
            y += if number > 0 { ROW } else { 0.0 };
            let place = (x + sign_room, y + ROW / 2.0 + SIZE * 0.35);
            text_at(&mut svg, place, SIZE, MUTED, " text-anchor=\"start\"", line);
        }
        x += sign_room + lines.last().map_or(0.0, |line| width(line, SIZE)) + GAP;
    }
    (svg, y + ROW)
}

fn draw_sign(svg: &mut String, sign: &Sign, (x, y): (f64, f64)) {
    let middle = (x + SIGN / 2.0 - 3.0, y);
    match sign {
        Sign::Glyph(shape, fill) => {
            let paint = Paint::of(&Node { shape: *shape, fill: *fill, ..Node::default() });
            let size = match shape {
                NodeShape::Chance => (15.0, 15.0),
                NodeShape::Leaf => (16.0, 11.0),
                _ => (12.0, 12.0),
            };
            svg.push_str(&glyph(*shape, middle, size, &paint));
        }
        Sign::Skipped => {
            let paint = Paint::of(&Node { skipped: true, ..Node::default() });
            svg.push_str(&glyph(NodeShape::Max, (middle.0 + 3.0, y), (12.0, 12.0), &paint));
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}l6 -4m-6 8l6 -4\" fill=\"none\" stroke=\"{CUT}\" stroke-width=\"1.3\"/>\
                 <path d=\"M{} {}v14\" fill=\"none\" stroke=\"{FAINT}\" stroke-dasharray=\"3 2\"/>",
                at(x),
                at(y),
                at(x + 3.0),
                at(y - 7.0)
            );
        }
        Sign::Principal => {
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}h18\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"3.2\"/>",
                at(x),
                at(y)
            );
        }
        Sign::Also => {
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}l18 -8\" fill=\"none\" stroke=\"#bbb\" stroke-width=\".8\"/>",
                at(x),
                at(y + 4.0)
            );
        }
        Sign::Text(text) => text_at(svg, (x, y + SIZE * 0.35), SIZE, INK, " text-anchor=\"start\"", text),
        Sign::None => {}
    }
}
