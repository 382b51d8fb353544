//! Words that all ways of solving share.

use crate::output::{self, counted, duration};

/// `1 ply`, `2 plies`.
pub fn plies(n: u32) -> String {
    counted(n.into(), "ply")
}

/// `1 200 positions in 0.3 ms (4.0 M/s)`, and the end of the line.
pub fn work(nodes: u64, seconds: f64) -> String {
    // A shorter time says nothing about speed.
    let rate = (seconds >= 0.001).then(|| format!(" ({})", output::rate(nodes as f64 / seconds)));
    if nodes == 0 {
        return format!("no position had to be searched ({})\n", duration(seconds));
    }
    format!("{} in {}{}\n", counted(nodes, "position"), duration(seconds), rate.unwrap_or_default())
}
