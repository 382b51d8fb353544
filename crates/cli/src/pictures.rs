//! Pictures as PNG and PDF, made from SVG.

use crate::output::Failure;

/// A kind of picture besides SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Points, two for each unit of the SVG in both directions.
    Png,
    /// A page of the size of the picture.
    Pdf,
}

/// The picture in another format.
///
/// # Errors
/// If it is too large, this computer has no font, or this program was built without the feature `pictures`.
#[cfg(feature = "pictures")]
pub fn encoded(svg: &str, picture: Picture) -> Result<Vec<u8>, Failure> {
    use std::sync::Arc;

    use resvg::{tiny_skia, usvg};
    use svg2pdf::{ConversionOptions, PageOptions};

    const SCALE: f32 = 2.0;
    const MOST_POINTS: f32 = 2e8;
    let failed =
        |reason: &dyn std::fmt::Display| Failure::Failed(format!("cannot make the picture: {reason}"));
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_system_fonts();
    let sans = fonts.faces().find(|face| face.families.iter().any(|(name, _)| name == "DejaVu Sans"));
    let Some(family) = sans.or_else(|| fonts.faces().next()).map(|face| face.families[0].0.clone()) else {
        return Err(failed(&"this computer has no font; write an SVG instead"));
    };
    fonts.set_sans_serif_family(family);
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    if picture == Picture::Pdf {
        return svg2pdf::to_pdf(&tree, ConversionOptions::default(), PageOptions::default())
            .map_err(|error| failed(&error));
    }
    let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
    let too_large = || failed(&"it is too large for a PNG; write an SVG, or show fewer nodes with --most");
    if width * height > MOST_POINTS {
        return Err(too_large());
    }
    let mut points =
        tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or_else(too_large)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut points.as_mut());
    points.encode_png().map_err(|error| failed(&error))
}

/// The picture in another format.
///
/// # Errors
/// Always: this program was built without the feature `pictures`.
#[cfg(not(feature = "pictures"))]
pub fn encoded(_: &str, picture: Picture) -> Result<Vec<u8>, Failure> {
    let format = match picture {
        Picture::Png => "PNG",
        Picture::Pdf => "PDF",
    };
    Err(Failure::Wrong(format!(
        "this program was built without {format}; write an SVG, or build it with --features pictures"
    )))
}
