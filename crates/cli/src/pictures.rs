//! Pictures as files: SVG, and PNG and PDF made from it.

use std::path::Path;

use crate::files;
use crate::output::Failure;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Svg,
    /// Points, two for each unit of the SVG in both directions.
    Png,
    /// A page of the size of the picture.
    Pdf,
}

impl Picture {
    /// The kind that the ending of a file says, if it is one.
    pub fn of(path: &Path) -> Option<Picture> {
        [Picture::Svg, Picture::Png, Picture::Pdf].into_iter().find(|it| it.ending() == files::ending(path))
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Picture::Svg => "svg",
            Picture::Png => "png",
            Picture::Pdf => "pdf",
        }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If the picture is too large or this computer has no font.
    pub fn encoded(self, svg: String) -> Result<Vec<u8>, Failure> {
        match self {
            Picture::Svg => Ok(svg.into_bytes()),
            picture => converted(&svg, picture),
        }
    }
}

/// The kind of picture that a file of a plot is; `None` for its numbers as CSV, as which standard output gets them.
///
/// # Errors
/// If the ending says neither.
pub fn of_plot(path: &Path) -> Result<Option<Picture>, Failure> {
    match Picture::of(path) {
        Some(picture) => Ok(Some(picture)),
        None if files::is_stdout(path) || files::ending(path) == "csv" => Ok(None),
        None => Err(Failure::Wrong(format!(
            "unknown file type '{}': use .svg, .png or .pdf for a picture, .csv for the numbers",
            path.display()
        ))),
    }
}

fn converted(svg: &str, picture: Picture) -> Result<Vec<u8>, Failure> {
    use plywood_draw::raster::{self, Fonts};
    use svg2pdf::{ConversionOptions, PageOptions};

    const SCALE: f32 = 2.0;
    const MOST_POINTS: f32 = 2e8;
    let failed =
        |reason: &dyn std::fmt::Display| Failure::Failed(format!("cannot make the picture: {reason}"));
    let fonts =
        Fonts::of_system().ok_or_else(|| failed(&"this computer has no font; write an SVG instead"))?;
    let tree = raster::read(svg, Some(&fonts)).map_err(|error| failed(&error))?;
    if picture == Picture::Pdf {
        return svg2pdf::to_pdf(&tree, ConversionOptions::default(), PageOptions::default())
            .map_err(|error| failed(&error));
    }
    if tree.size().width() * tree.size().height() * SCALE * SCALE > MOST_POINTS {
        return Err(failed(&"it is too large for a PNG; write an SVG, or show fewer nodes with --most"));
    }
    raster::png(&tree, SCALE).map_err(|error| failed(&error))
}
