//! Pictures as SVG: charts of results over training ([`Chart`]), what depends on two numbers ([`Surface`]), and game trees
//! ([`TreePicture`]), those also for Graphviz and as text.
//!
//! A chart is one string of SVG. It scales with the room it is given, has no scripts, styles, ids or outside parts, so
//! that one page may show several of them; `<title>` and `<desc>` describe it to screen readers.
//! Series differ in colour (the palette of Okabe and Ito, made for colour-blind readers), in dashes and in the shape
//! of their dots, so that it can be printed in grey.
//!
//! It is written by hand: of the chart libraries for Rust, kuva 0.6 draws bands but does not place labels at the ends of
//! lines, gives a picture of fixed size and writes NaN where it reads an infinity; plotters 0.3 leaves bands between two
//! curves, labels that keep out of each other's way and the texts for screen readers to its user; and what is left
//! once the layout is ours is a few lines of SVG.
//!
//! This crate knows no games, searches or bots, only numbers and names, and of the rules (`plywood-rules`) what there is to see of a
//! position, for pictures of boards. It does no input or output and cannot fail, but for the module `raster`, which reads the fonts of the
//! computer to make PNG from SVG.
//!
//! ```
//! use plywood_draw::{Chart, Point, Series};
//!
//! let points = vec![
//!     Point { x: 0.0, y: 0.48, low: 0.43, high: 0.53 },
//!     Point { x: 50_000.0, y: 0.91, low: 0.88, high: 0.94 },
//! ];
//! let chart = Chart {
//!     title: "Pig, learnt from itself".into(),
//!     x_label: "games learnt".into(),
//!     y_label: "score".into(),
//!     series: vec![Series { name: "against random".into(), points }],
//!     ..Chart::default()
//! };
//! assert!(chart.svg().starts_with("<svg"));
//! ```

mod axis;
mod chart;
mod header;
mod names;
#[cfg(feature = "raster")]
pub mod raster;
mod style;
mod surface;
mod text;
mod tree;

pub use chart::{Chart, Measure, Point, Series};
pub use surface::Surface;
pub use text::escape;
pub use tree::{Fill, Node, NodeShape, PictureStyle, TreePicture, board_elements, board_picture, board_size};
