//! The tree as SVG.
//!
//! All nodes of a ply are at the same height. An edge leaves its node straight down to the end of the level and is slanted only where
//! no node is, so it crosses none.

use std::fmt::Write;

use crate::style::{INK, MUTED, TITLE};
use crate::text::{escape, wrap};

use super::glyph::{CUT, FAINT, LABEL, LINE, VALUE, at, text_at};
use super::layout::{Hierarchy, centres, packed};
use super::legend;
use super::model::{PictureStyle, TreePicture};
use super::node::MeasuredNode;

/// The empty rim.
const RIM: f64 = 14.0;
/// The least width of a picture: its title needs space.
const NARROWEST: f64 = 420.0;
/// The greatest length of a line of the title and of the texts below, however wide the tree.
const LONGEST_LINE: f64 = 760.0;
/// The least height between two levels, and the most.
const LEAST_GAP: f64 = 26.0;
const MOST_GAP: f64 = 170.0;

/// A tree whose nodes have their places.
pub struct TreeDrawing<'a> {
    tree: &'a TreePicture,
    family: Hierarchy,
    nodes: Vec<MeasuredNode<'a>>,
    /// The centre of each node, from left to right.
    centres: Vec<f64>,
    levels: Vec<PlyBand>,
    width: f64,
    /// The top of the root's level.
    top: f64,
    bottom: f64,
}

/// The nodes of one ply.
#[derive(Clone, Copy, Debug, Default)]
struct PlyBand {
    /// The tops of its moves and of its shapes, and the bottom of its lowest node.
    top: f64,
    shapes: f64,
    bottom: f64,
}

impl<'a> TreeDrawing<'a> {
    pub fn new(tree: &'a TreePicture) -> TreeDrawing<'a> {
        let family = Hierarchy::of(tree.parents.iter().copied());
        let nodes: Vec<MeasuredNode> =
            tree.nodes.iter().map(|node| MeasuredNode::new(node, &tree.board)).collect();
        let widths: Vec<f64> = nodes.iter().map(|node| node.width).collect();
        // Nodes with little text may be close together.
        let plain = nodes.iter().all(|node| node.width < 20.0);
        let gap = if plain { (4.0, 8.0) } else { (9.0, 20.0) };
        let mut centres = if tree.packed {
            let also: Vec<&[usize]> = tree.nodes.iter().map(|node| &node.also[..]).collect();
            packed(&family, &also, &widths, 5.0)
        } else {
            centres(&family, &widths, gap)
        };
        let tree_width = centres.iter().zip(&widths).map(|(x, width)| x + width / 2.0).fold(0.0, f64::max);
        let width = (tree_width + 2.0 * RIM).max(NARROWEST);
        let left = (width - tree_width) / 2.0;
        centres.iter_mut().for_each(|x| *x += left);
        let top = RIM + titles(tree, width).len() as f64 * LINE * 1.25 + title_height(tree, width);
        let mut drawing =
            TreeDrawing { tree, family, nodes, centres, levels: Vec::new(), width, top, bottom: top };
        drawing.levels = drawing.find_levels();
        drawing.bottom = drawing.levels.last().map_or(top, |level| level.bottom);
        drawing
    }

    fn find_levels(&self) -> Vec<PlyBand> {
        let count = self.family.levels();
        let (mut labels, mut rests, mut spans) =
            (vec![0.0_f64; count], vec![0.0_f64; count], vec![0.0_f64; count]);
        for (node, measured) in self.nodes.iter().enumerate() {
            let depth = self.family.depth[node];
            labels[depth] = labels[depth].max(measured.label_height());
            rests[depth] = rests[depth].max(measured.rest_height());
            if let Some(parent) = self.tree.parents[node] {
                spans[depth] = spans[depth].max((self.centres[node] - self.centres[parent]).abs());
            }
        }
        let mut y = self.top;
        (0..count)
            .map(|depth| {
                // Lines that go far sideways need space to stay distinct.
                let gap = (LEAST_GAP + 0.09 * spans[depth]).min(MOST_GAP);
                let top = y + if depth > 0 { gap } else { 0.0 };
                let shapes = top + labels[depth];
                y = shapes + rests[depth];
                PlyBand { top, shapes, bottom: y }
            })
            .collect()
    }

    fn level(&self, node: usize) -> PlyBand {
        self.levels[self.family.depth[node]]
    }

    /// Left, top, width and height of everything that belongs to a node.
    pub fn outline(&self, node: usize) -> [f64; 4] {
        let measured = &self.nodes[node];
        let top = self.level(node).shapes - measured.label_height();
        let left = self.centres[node] - measured.width / 2.0;
        [left, top, measured.width, measured.label_height() + measured.rest_height()]
    }

    /// The line from its parent to a node: down to the end of the parent's level, across, and down to the node.
    pub fn edge(&self, node: usize) -> Vec<(f64, f64)> {
        let Some(parent) = self.tree.parents[node] else { return Vec::new() };
        let [_, top, _, height] = self.outline(parent);
        self.line(parent, node, top + height)
    }

    fn line(&self, from: usize, to: usize, start: f64) -> Vec<(f64, f64)> {
        let (x, to_x) = (self.centres[from], self.centres[to]);
        let end = self.level(to).shapes - self.nodes[to].label_height();
        vec![(x, start), (x, self.level(from).bottom), (to_x, self.level(to).top), (to_x, end)]
    }

    /// Paints all edges, then all nodes.
    pub fn draw(&self, svg: &mut String) {
        for (node, drawn) in self.tree.nodes.iter().enumerate() {
            for &from in drawn.also.iter().filter(|&&from| from < self.nodes.len()) {
                // Only edges that lead down a level; any others would run through nodes.
                if self.family.depth[from] + 1 == self.family.depth[node] {
                    let [_, top, _, height] = self.outline(from);
                    let path = path(&self.line(from, node, top + height));
                    let _ = writeln!(
                        svg,
                        "<path d=\"{path}\" fill=\"none\" stroke=\"#bbb\" stroke-width=\".6\"/>"
                    );
                }
            }
        }
        // Thick lines are painted over thin ones.
        let both = |principal: bool| {
            (0..self.nodes.len()).filter(move |&node| self.tree.nodes[node].principal == principal)
        };
        for node in both(false).chain(both(true)) {
            self.draw_edge(svg, node, self.tree.nodes[node].principal);
        }
        for (node, measured) in self.nodes.iter().enumerate() {
            self.draw_node(svg, node, measured);
        }
    }

    /// Paints the line from its parent to a node, thick if it is `principal`.
    pub fn draw_edge(&self, svg: &mut String, node: usize, principal: bool) {
        let line = self.edge(node);
        if line.is_empty() {
            return;
        }
        let skipped = self.tree.nodes[node].skipped;
        let (stroke, wide, dash) = match (principal, skipped) {
            (true, _) => (INK, "3.2", ""),
            (false, true) => (FAINT, "1.1", " stroke-dasharray=\"4 3\""),
            (false, false) => ("#666", "1.1", ""),
        };
        let path = path(&line);
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\"{dash}/>"
        );
        if skipped {
            self.draw_stroke(svg, &line);
        }
    }

    /// Paints a node at its place.
    pub fn draw_node(&self, svg: &mut String, node: usize, measured: &MeasuredNode<'_>) {
        measured.draw(svg, self.centres[node], self.level(node).shapes);
    }

    /// Two strokes across the line to what was cut off.
    fn draw_stroke(&self, svg: &mut String, line: &[(f64, f64)]) {
        let (a, b) = (line[1], line[2]);
        let (x, y) = (a.0 + (b.0 - a.0) * 0.6, a.1 + (b.1 - a.1) * 0.6);
        let _ = writeln!(
            svg,
            "<path d=\"M{} {}l7 -4m-7 8l7 -4\" fill=\"none\" stroke=\"{CUT}\" stroke-width=\"1.3\"/>",
            at(x - 3.5),
            at(y)
        );
    }
}

fn path(line: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let mut last = None;
    for &(x, y) in line {
        if last == Some((x, y)) {
            continue;
        }
        path.push(if last.is_none() { 'M' } else { 'L' });
        let _ = write!(path, "{} {}", at(x), at(y));
        last = Some((x, y));
    }
    path
}

fn line_width(width: f64) -> f64 {
    (width - 2.0 * RIM).min(LONGEST_LINE)
}

/// The lines of what the tree is about.
fn titles(tree: &TreePicture, width: f64) -> Vec<String> {
    wrap(&tree.about, VALUE, line_width(width), 4)
}

fn title_lines(tree: &TreePicture, width: f64) -> Vec<String> {
    // Bold letters are wider.
    wrap(&tree.title, TITLE, line_width(width) / 1.17, 2)
}

fn title_height(tree: &TreePicture, width: f64) -> f64 {
    let lines = title_lines(tree, width).len() as f64 * TITLE * 1.3;
    if lines > 0.0 || !tree.about.is_empty() { lines + 14.0 } else { 0.0 }
}

/// The picture, its edges and nodes painted by `paint`.
pub fn svg(tree: &TreePicture, paint: impl FnOnce(&TreeDrawing<'_>, &mut String)) -> String {
    let drawing = TreeDrawing::new(tree);
    let mut body = String::new();
    let mut y = RIM;
    for line in title_lines(tree, drawing.width) {
        y += TITLE * 1.3;
        let more = " text-anchor=\"start\" font-weight=\"600\"";
        text_at(&mut body, (RIM, y - TITLE * 0.35), TITLE, INK, more, &line);
    }
    for line in titles(tree, drawing.width) {
        y += LINE * 1.25;
        text_at(&mut body, (RIM, y - 4.0), VALUE, MUTED, " text-anchor=\"start\"", &line);
    }
    paint(&drawing, &mut body);
    let mut y = drawing.bottom + 18.0;
    let (items, end) = legend::draw(tree, (RIM, y), line_width(drawing.width));
    body.push_str(&items);
    y = end;
    for note in &tree.notes {
        for line in wrap(note, LABEL, line_width(drawing.width), 3) {
            y += LINE * 1.25;
            text_at(&mut body, (RIM, y - 3.0), LABEL, MUTED, " text-anchor=\"start\"", &line);
        }
    }
    let [left, top, width, height] = view_box(&tree.look, (drawing.width, y + RIM));
    let corner = if tree.look.aspect.is_some() {
        format!(" x=\"{}\" y=\"{}\"", at(left), at(top))
    } else {
        String::new()
    };
    let scale = tree.look.font_size.unwrap_or(VALUE) / VALUE;
    let (wide, high) = (at(width * scale), at(height * scale));
    let [left, top, width, height] = [left, top, width, height].map(at);
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"{left} {top} {width} {height}\" role=\"img\" \
         font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n\
         <title>{}</title>\n<desc>{}</desc>\n\
         <rect{corner} width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n",
        escape(&tree.title),
        escape(&description(tree)),
    );
    if tree.look.dark { darkened(picture) } else { picture }
}

/// Left, top, width and height of a picture of this size with the space that its shape needs.
fn view_box(look: &PictureStyle, (width, height): (f64, f64)) -> [f64; 4] {
    let Some((across, down)) = look.aspect else { return [0.0, 0.0, width, height] };
    let (wide, high) = (width.max(height * across / down), height.max(width * down / across));
    [(width - wide) / 2.0, (height - high) / 2.0, wide, high]
}

/// The picture with its colours on a dark background. Only attributes hold a `"`, so texts stay as they are.
fn darkened(picture: String) -> String {
    const COLOURS: [(&str, &str); 11] = [
        ("#fff", "#15171b"),
        (INK, "#efefef"),
        (MUTED, "#b6b6b6"),
        ("#666", "#a2a2a2"),
        (FAINT, "#7d7d7d"),
        ("#bbb", "#5c5c5c"),
        ("#ddd", "#3a3a3a"),
        ("#f2f2f2", "#26282d"),
        (CUT, "#ff8080"),
        ("#0072b2", "#56b4e9"),
        ("#ffe08a", "#6b5310"),
    ];
    COLOURS.iter().fold(picture, |picture, (light, dark)| {
        picture.replace(&format!("\"{light}\""), &format!("\"{dark}\""))
    })
}

/// The tree in words, for those who do not see it: what it is about, the expected line, and a small tree as a whole.
fn description(tree: &TreePicture) -> String {
    const SMALL_TREE: usize = 40;
    let mut sentences = Vec::new();
    if !tree.about.is_empty() {
        sentences.push(format!("{}.", tree.about.trim_end_matches('.')));
    }
    sentences.push(format!("A tree of {} nodes.", tree.nodes.len()));
    if let Some(root) = tree.nodes.first().filter(|root| !root.value.is_empty()) {
        sentences.push(format!("The root is worth {}.", root.value));
    }
    let line: Vec<&str> =
        tree.nodes.iter().skip(1).filter(|node| node.principal).map(|node| node.label.as_str()).collect();
    if !line.is_empty() {
        sentences.push(format!("The principal variation is {}.", line.join(" ")));
    }
    sentences.extend(tree.notes.iter().cloned());
    if tree.nodes.len() <= SMALL_TREE {
        sentences.push(tree.text());
    }
    sentences.join(" ").trim_end().to_string()
}
