//! Links as QR codes, for a friend with a phone.

use std::fmt::Write;

use plywood_page::problem::{Problem, RefusalCode};
use qrcodegen::{QrCode, QrCodeEcc};

/// The longest link, in bytes.
const LONGEST: usize = 500;
/// Modules of white around the code, without which a camera does not find it.
const MARGIN: i32 = 4;

/// The code of a link as SVG: black on white in any theme.
///
/// # Errors
/// If the link is too long.
pub fn svg(link: &str) -> Result<String, Problem> {
    let too_long = || Problem::new(RefusalCode::TooLong, format!("'link' has at most {LONGEST} bytes"));
    if link.len() > LONGEST {
        return Err(too_long());
    }
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).map_err(|_| too_long())?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + MARGIN, y + MARGIN);
        }
    }
    let side = size + 2 * MARGIN;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_code_with_a_margin() {
        let svg = svg("https://play.example.org/share/join/abc").unwrap();
        // Version 3 has 29 modules.
        assert!(svg.contains("viewBox=\"0 0 37 37\""), "{svg}");
        // The corner of a finder pattern, and the white ring in it.
        assert!(svg.contains("M4 4h1v1h-1z") && !svg.contains("M5 5h1"), "{svg}");
        assert_eq!(super::svg(&"x".repeat(LONGEST + 1)).unwrap_err().code, RefusalCode::TooLong);
    }
}
