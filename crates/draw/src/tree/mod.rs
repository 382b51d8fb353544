//! Pictures of game trees as SVG, DOT or indented text.
//!
//! [`TreePicture`] (`model.rs`) holds the texts of moves and values that its caller made; no module here knows a game or a search.
//! `layout.rs` finds the places of nodes, `node.rs` measures and paints one node, `svg.rs` the picture.

mod board;
mod cells;
mod dot;
mod glyph;
mod layout;
mod legend;
mod model;
mod moving;
mod node;
mod outline;
mod piece;
mod svg;

pub use board::{board_elements, board_picture, board_size};
pub use model::{Fill, Node, NodeShape, PictureStyle, TreePicture};

impl TreePicture {
    /// The tree as an SVG document of one element, without scripts, styles, ids and outside parts. It has the size in which its texts
    /// are legible, in pixels, and scales. The same tree is always the same text.
    pub fn svg(&self) -> String {
        svg::svg(self, |drawing, body| drawing.draw(body))
    }

    /// The same, moving: the nodes appear in the order of their visits. It has no scripts either.
    pub fn moving_svg(&self) -> String {
        svg::svg(self, |drawing, body| moving::VisitSteps::of(self).draw(body, drawing, self, None))
    }

    /// The number of pictures that [`TreePicture::frame`] has: one for each visit of a node, each return to one, and the end.
    pub fn frames(&self) -> usize {
        moving::VisitSteps::of(self).count()
    }

    /// The picture of one step of [`TreePicture::moving_svg`], counted from 0.
    pub fn frame(&self, step: usize) -> String {
        svg::svg(self, |drawing, body| moving::VisitSteps::of(self).draw(body, drawing, self, Some(step)))
    }

    /// The tree in the language of Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// The tree as indented text, a line for each node.
    pub fn text(&self) -> String {
        outline::text(self)
    }

    /// The box of each node: left, top, width and height, in the units of the picture.
    pub fn boxes(&self) -> Vec<[f64; 4]> {
        let drawing = svg::TreeDrawing::new(self);
        (0..self.nodes.len()).map(|node| drawing.outline(node)).collect()
    }

    /// The corners of the line from its parent to each node, in the units of the picture; none for the root.
    pub fn edges(&self) -> Vec<Vec<(f64, f64)>> {
        let drawing = svg::TreeDrawing::new(self);
        (0..self.nodes.len()).map(|node| drawing.edge(node)).collect()
    }
}
