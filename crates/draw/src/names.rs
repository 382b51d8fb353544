//! The names of the series: at the ends of their lines if they are short and few, else under the plot.

use crate::style::{Anchor, BODY, INK, LEADING, Pen, RIM, SMALL, WIDTH, label, rule};
use crate::text::{coordinate, fit, width};

/// The widest column of names beside the plot, in units of the view box.
const WIDEST: f64 = 165.0;
/// From the plot to the dots of the column of names.
const GAP: f64 = 16.0;
/// From a dot to its name.
const AFTER_DOT: f64 = 9.0;
/// The length of the piece of line that represents a series in the legend.
const SAMPLE: f64 = 34.0;
/// From one name to the next.
const PITCH: f64 = BODY * LEADING;

/// A series that is drawn: its number among all, and its name.
pub type Named<'a> = (usize, &'a str);

/// The width of a column beside the plot that holds the names; `None` if they do not belong there, because they are
/// too long, or too many for its height.
pub fn beside(named: &[Named], height: f64) -> Option<f64> {
    let widest = named.iter().map(|(_, name)| width(name, SMALL)).fold(0.0, f64::max);
    let fits = widest <= WIDEST && named.len() as f64 * PITCH <= height;
    (fits && !named.is_empty()).then_some(GAP + AFTER_DOT + widest)
}

/// The names beside the plot, whose right edge is at `edge`. `ends` are the last dots of the lines, in the order
/// of the names.
pub fn column(named: &[Named], ends: &[(f64, f64)], edge: f64, (top, bottom): (f64, f64)) -> String {
    let mut svg = String::new();
    let heights: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
    let heights = apart(&heights, PITCH, top, bottom);
    for (((number, name), (x, y)), height) in named.iter().zip(ends).zip(heights) {
        let pen = Pen::new(*number);
        let dot = edge + GAP;
        // Dotted where the line has ended: that nothing happened there is not a result.
        if *x < edge {
            svg.push_str(&rule((*x, *y), (edge, *y), pen.colour, " stroke-dasharray=\"1 4\""));
        }
        svg.push_str(&rule((edge, *y), (dot, height), pen.colour, " stroke-opacity=\"0.55\""));
        svg.push_str(&pen.dot(dot, height, ""));
        let place = (dot + AFTER_DOT, height + SMALL * 0.35);
        svg.push_str(&label(place, Anchor::Start, SMALL, INK, &fit(name, SMALL, WIDEST)));
    }
    svg
}

/// The names under the plot, from `top` on, in one column or two; and how high they are together.
pub fn legend(named: &[Named], top: f64) -> (String, f64) {
    let text = SAMPLE + AFTER_DOT;
    let widest = named.iter().map(|(_, name)| width(name, SMALL)).fold(0.0, f64::max);
    let half = (WIDTH - 2.0 * RIM) / 2.0;
    let columns = if widest + text + RIM <= half { 2 } else { 1 };
    let room = WIDTH - 2.0 * RIM - text;
    let mut svg = String::new();
    for (place, (number, name)) in named.iter().enumerate() {
        let x = RIM + (place % columns) as f64 * half;
        let y = top + (place / columns) as f64 * PITCH + PITCH / 2.0;
        let pen = Pen::new(*number);
        let line = format!("M{} {}h{SAMPLE}", coordinate(x), coordinate(y));
        svg.push_str(&pen.line(&line));
        svg.push_str(&pen.dot(x + SAMPLE / 2.0, y, ""));
        let place = (x + text, y + SMALL * 0.35);
        svg.push_str(&label(place, Anchor::Start, SMALL, INK, &fit(name, SMALL, room)));
    }
    (svg, named.len().div_ceil(columns) as f64 * PITCH)
}

/// Moves the heights apart until neighbours are at least `pitch` from each other, within `top` and `bottom`
/// if there is room. Each moves as little as possible (the sum of squares is least), and their order is kept.
fn apart(heights: &[f64], pitch: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]));
    // Less its rank times the pitch, a height only has to be no less than the one before: neighbours that violate
    // that are pooled at their mean. This is isotonic regression, which is known to give the least squares.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (rank, index) in order.iter().enumerate() {
        let mut pool = (heights[*index] - rank as f64 * pitch, 1);
        while let Some(above) = pools.pop_if(|above| above.0 > pool.0) {
            let size = above.1 + pool.1;
            pool = ((above.0 * above.1 as f64 + pool.0 * pool.1 as f64) / size as f64, size);
        }
        pools.push(pool);
    }
    let lowest = (bottom - heights.len().saturating_sub(1) as f64 * pitch).max(top);
    let levels = pools.into_iter().flat_map(|(level, size)| std::iter::repeat_n(level, size));
    let mut moved = vec![0.0; heights.len()];
    for (rank, (index, level)) in order.iter().zip(levels).enumerate() {
        moved[*index] = level.clamp(top, lowest) + rank as f64 * pitch;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_apart_stay_and_names_together_part_evenly() {
        assert_eq!(apart(&[10.0, 50.0, 90.0], 20.0, 0.0, 100.0), [10.0, 50.0, 90.0]);
        assert_eq!(apart(&[50.0, 50.0], 20.0, 0.0, 100.0), [40.0, 60.0]);
        assert_eq!(apart(&[60.0, 50.0], 20.0, 0.0, 100.0), [65.0, 45.0]);
        assert_eq!(apart(&[0.0, 0.0, 99.0], 20.0, 0.0, 100.0), [0.0, 20.0, 99.0]);
        assert_eq!(apart(&[100.0, 100.0, 100.0], 20.0, 0.0, 100.0), [60.0, 80.0, 100.0]);
        assert_eq!(apart(&[], 20.0, 0.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn crowds_keep_their_distance_and_their_order() {
        let heights: Vec<f64> = (0..12).map(|i| f64::from(i * 7919 % 100)).collect();
        let moved = apart(&heights, 8.0, 0.0, 100.0);
        for (i, a) in heights.iter().enumerate() {
            assert!((0.0..=100.0).contains(&moved[i]), "{moved:?}");
            for (j, b) in heights.iter().enumerate().take(i) {
                assert!((moved[i] - moved[j]).abs() > 7.999, "{moved:?}");
                assert!(a == b || (a < b) == (moved[i] < moved[j]), "{heights:?} {moved:?}");
            }
        }
    }

    #[test]
    fn long_or_many_names_go_under_the_plot() {
        assert!(beside(&[(0, "random"), (1, "greedy")], 250.0).is_some());
        assert!(beside(&[(0, "a name that goes on for quite a while")], 250.0).is_none());
        assert!(beside(&[(0, "a"); 20], 250.0).is_none());
        assert!(beside(&[], 250.0).is_none());
    }
}
