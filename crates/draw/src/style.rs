//! The style of pictures: sizes, colours, and the dash and the dot of a series. Lengths are units of the view box.

use crate::text::{coordinate, escape};

/// The width of every picture. Text of 14 to 15 units is still legible where the picture is 360 pixels wide.
pub const WIDTH: f64 = 600.0;
/// The empty rim.
pub const RIM: f64 = 12.0;
/// The height of the plot itself; that of the picture includes the texts around it.
pub const PLOT_HEIGHT: f64 = 250.0;

/// Font sizes.
pub const TITLE: f64 = 20.0;
/// The size of most texts.
pub const BODY: f64 = 15.0;
/// The size of secondary texts.
pub const SMALL: f64 = 14.0;
/// From one line of text to the next, in font sizes.
pub const LEADING: f64 = 1.3;

/// Text.
pub const INK: &str = "#1f1f1f";
/// The colour of secondary texts and of axes.
pub const MUTED: &str = "#555";
/// The colours of pieces and results, which are the same on a dark background.
pub const LIGHT: &str = "#fefefe";
/// The darker one of the two.
pub const DARK: &str = "#202020";
/// The colour of grid lines.
pub const GRID: &str = "#e4e4e4";

/// Okabe and Ito's colours without yellow, which is too pale for a line on white; the most different ones first.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000"];
/// Dashes; their number has no divisor in common with that of the colours.
const DASHES: [&str; 4] = ["", "8 3", "2.5 3", "9 3 2.5 3"];
/// Outlines of dots of about the same area, around the origin; 10 shapes, in pairs of filled and hollow ones.
const DOTS: [&str; 5] = [
    "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z",
    "M-2.8 -2.8h5.6v5.6h-5.6z",
    "M0 -4L3.9 2.8H-3.9z",
    "M0 -4.2L4.2 0L0 4.2L-4.2 0z",
    "M0 4L3.9 -2.8H-3.9z",
];

/// The colour, the dash and the dot of a series.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// The colour, as SVG wants it.
    pub colour: &'static str,
    dash: &'static str,
    dot: &'static str,
    hollow: bool,
}

impl Pen {
    /// The look of the series of this number; 140 of them differ.
    pub fn new(number: usize) -> Pen {
        Pen {
            colour: COLOURS[number % COLOURS.len()],
            dash: DASHES[number % DASHES.len()],
            dot: DOTS[number % DOTS.len()],
            hollow: number % (2 * DOTS.len()) >= DOTS.len(),
        }
    }

    /// A dot, with the text that appears where the mouse rests on it.
    pub fn dot(&self, x: f64, y: f64, hint: &str) -> String {
        let (fill, rim) = if self.hollow { ("#fff", self.colour) } else { (self.colour, "#fff") };
        let hint = if hint.is_empty() { String::new() } else { format!("<title>{}</title>", escape(hint)) };
        format!(
            "<path transform=\"translate({} {})\" d=\"{}\" fill=\"{fill}\" stroke=\"{rim}\">{hint}</path>\n",
            coordinate(x),
            coordinate(y),
            self.dot
        )
    }

    /// The line of a series, along an SVG path.
    pub fn line(&self, path: &str) -> String {
        let dash =
            if self.dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", self.dash) };
        format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\" stroke-linejoin=\"round\"{dash}/>\n",
            self.colour
        )
    }
}

/// A thin straight line; `more` are further attributes.
pub fn rule((x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, more: &str) -> String {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(coordinate);
    format!("<path d=\"M{x1} {y1}L{x2} {y2}\" fill=\"none\" stroke=\"{colour}\"{more}/>\n")
}

/// The part of a text that is at its coordinate.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A text; `y` is its base line.
pub fn label((x, y): (f64, f64), anchor: Anchor, size: f64, colour: &str, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if size >= TITLE { " font-weight=\"600\"" } else { "" };
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}>{}</text>\n",
        coordinate(x),
        coordinate(y),
        escape(text)
    )
}
