//! Pictures of points, made from SVG by `resvg`.

use std::sync::Arc;

use png::{AdaptiveFilterType, ColorType, Compression, Encoder, EncodingError};
use resvg::tiny_skia::{Pixmap, Transform};
pub use resvg::usvg;
use usvg::fontdb::Database;

/// The fonts for the texts of pictures. Finding them takes a moment: keep them.
#[derive(Clone, Debug)]
pub struct Fonts(Arc<Database>);

impl Fonts {
    /// The fonts of this computer; `None` if it has none.
    pub fn of_system() -> Option<Fonts> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let sans = fonts.faces().find(|face| face.families.iter().any(|(name, _)| name == "DejaVu Sans"));
        let family = sans.or_else(|| fonts.faces().next())?.families[0].0.clone();
        fonts.set_sans_serif_family(family);
        Some(Fonts(Arc::new(fonts)))
    }
}

/// Reads an SVG. Without fonts its texts are left out.
///
/// # Errors
/// If it is no SVG.
pub fn read(svg: &str, fonts: Option<&Fonts>) -> Result<usvg::Tree, usvg::Error> {
    let mut options = usvg::Options::default();
    if let Some(Fonts(fonts)) = fonts {
        options.fontdb = Arc::clone(fonts);
    }
    usvg::Tree::from_str(svg, &options)
}

/// The picture as PNG, with so many points for each unit of the SVG in both directions.
///
/// # Errors
/// If it is empty or too large.
pub fn png(tree: &usvg::Tree, scale: f32) -> Result<Vec<u8>, EncodingError> {
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|size| (size * scale).ceil() as u32);
    let mut points = Pixmap::new(width, height)
        .ok_or_else(|| EncodingError::from(std::io::Error::other("a picture of this size is too large")))?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut points.as_mut());
    let colours = points.pixels().iter().map(|point| point.demultiply());
    let clear = points.pixels().iter().any(|point| point.alpha() < u8::MAX);
    let bytes: Vec<u8> = colours
        .flat_map(|it| {
            [it.red(), it.green(), it.blue(), it.alpha()].into_iter().take(if clear { 4 } else { 3 })
        })
        .collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(if clear { ColorType::Rgba } else { ColorType::Rgb });
    // Half as large as by the encoder of the pixels' own crate.
    encoder.set_compression(Compression::Best);
    encoder.set_adaptive_filter(AdaptiveFilterType::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}
