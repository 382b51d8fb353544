//! `book/src/benchmarks/versus.md`: parts that are written by different programs.

use std::io;
use std::path::Path;

/// Puts `text` in place of the part called `name`, between its marks.
///
/// # Errors
/// If the file cannot be read or written, or has no such part.
pub fn write(name: &str, text: &str) -> io::Result<()> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/benchmarks/versus.md"));
    let old = std::fs::read_to_string(path)?;
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let parts = old.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let Some((before, after)) = parts else {
        return Err(io::Error::other(format!("{} has no part '{name}'", path.display())));
    };
    std::fs::write(path, format!("{before}{begin}\n{text}\n{end}{after}"))
}

/// A length of time: `3.2 ms`, `1.24 s`.
pub fn seconds(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// A rate: `3.14 M/s`.
pub fn rate(per_second: f64) -> String {
    format!("{:.2} M/s", per_second / 1e6)
}

/// The geometric mean of ratios.
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
