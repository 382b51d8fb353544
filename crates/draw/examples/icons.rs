//! Writes the icons of the page and the picture of links to it, made from its favicon:
//! `cargo run -p plywood-draw --features raster --example icons`.

use std::error::Error;
use std::fs;
use std::path::Path;

use plywood_draw::raster::{Fonts, png, read};

const GROUND: &str = "#f3ead9";
const INK: &str = "#33271a";

/// The favicon in a picture of its own. Its units are 32 in both directions.
fn picture(icon: &str, [width, height]: [u32; 2], [x, y, size]: [u32; 3], more: &str) -> String {
    let icon =
        icon.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" "), 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{more}{icon}</svg>"
    )
}

fn ground(width: u32, height: u32) -> String {
    format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>")
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/ui");
    let icon = fs::read_to_string(page.join("favicon.svg"))?;
    let name = format!(
        "{}<text x=\"520\" y=\"360\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"128\" fill=\"{INK}\">Plywood</text>",
        ground(1200, 630)
    );
    let pictures = [
        ("192", picture(&icon, [192; 2], [0, 0, 192], ""), 1.0),
        ("512", picture(&icon, [512; 2], [0, 0, 512], ""), 1.0),
        // Systems cut it to a circle or another shape, which leaves four fifths in both directions.
        ("maskable", picture(&icon, [512; 2], [92, 92, 328], &ground(512, 512)), 1.0),
        ("link", picture(&icon, [1200, 630], [110, 125, 380], &name), 0.5),
    ];
    let fonts = Fonts::of_system();
    fs::create_dir_all(page.join("icons"))?;
    for (name, svg, scale) in pictures {
        let path = page.join(format!("icons/{name}.png"));
        fs::write(&path, png(&read(&svg, fonts.as_ref())?, scale)?)?;
        println!("{}: {} bytes", path.display(), fs::metadata(&path)?.len());
    }
    Ok(())
}
