//! The texts above the plot: title, subtitle, the label of the upright axis, and the names of the marks.

use crate::axis::Axis;
use crate::style::{Anchor, BODY, INK, LEADING, MUTED, RIM, SMALL, TITLE, WIDTH, label, rule};
use crate::text::{fit, width, wrap};

/// The width that texts may take.
const ROOM: f64 = WIDTH - 2.0 * RIM;
/// The most rows of names of marks; a mark that finds no place in them stays without its name.
const MOST_ROWS: usize = 4;
/// From one row of names of marks to the next.
const ROW: f64 = SMALL * 1.25;
/// From the line of a mark to its name, and from a name to the next line.
const GAP: f64 = 4.0;
/// The longest name of a mark.
const LONGEST: f64 = 200.0;

/// The texts above the marks, and the coordinate at which they end.
pub fn titles(title: &str, subtitle: &str, y_label: &str) -> (String, f64) {
    let mut svg = String::new();
    let mut y = RIM;
    let texts = [(title, TITLE, INK, 2), (subtitle, BODY, MUTED, 3), (y_label, SMALL, MUTED, 1)];
    for (place, (text, size, colour, most)) in texts.into_iter().enumerate() {
        // Bold letters are wider.
        let room = if size >= TITLE { ROOM / 1.17 } else { ROOM };
        let lines = wrap(text, size, room, most);
        // The label of the axis belongs to what is below it.
        let is_axis = place == 2;
        y += if is_axis && y > RIM && !lines.is_empty() { BODY * 0.6 } else { 0.0 };
        for line in lines {
            y += size * LEADING;
            svg.push_str(&label((RIM, y - size * 0.3), Anchor::Start, size, colour, &line));
        }
    }
    (svg, y)
}

/// A mark with its place: the coordinate of its line, its name, and the place of the name.
pub struct Flag {
    x: f64,
    name: String,
    /// `None` if there was no place for the name.
    spot: Option<NamePlace>,
}

/// The place of a name: its row, counted from below, and its horizontal extent.
#[derive(Clone, Copy)]
struct NamePlace {
    row: usize,
    start: f64,
    end: f64,
}

impl NamePlace {
    /// The spots for a name, the best ones first: on the right of its line, else on the left, and low rather than high.
    fn all(x: f64, width: f64) -> impl Iterator<Item = NamePlace> {
        let sides = [x + GAP, x - GAP - width];
        sides.into_iter().flat_map(move |start| {
            (0..MOST_ROWS).map(move |row| NamePlace { row, start, end: start + width })
        })
    }

    fn is_in_picture(&self) -> bool {
        self.start >= RIM && self.end <= WIDTH - RIM
    }

    /// Returns true if a line at `x` that reaches up to this row would run through the name, or too near.
    fn is_crossed(&self, x: f64, row: usize) -> bool {
        row >= self.row && self.start - GAP < x && x < self.end + GAP
    }

    /// Returns true if two names, each with its line, can both be drawn.
    fn goes_with(&self, x: f64, other: &NamePlace, other_x: f64) -> bool {
        let apart = self.row != other.row || self.end + GAP <= other.start || other.end + GAP <= self.start;
        // Marks at the same place share a line.
        let crossed = x != other_x && (self.is_crossed(other_x, other.row) || other.is_crossed(x, self.row));
        apart && !crossed
    }
}

/// Finds places for the marks that the axis shows.
///
/// Marks whose names fit on the right of their lines come first, from right to left: then each line ends below
/// the names that come later.
pub fn flags(marks: &[(f64, String)], axis: &Axis) -> Vec<Flag> {
    let shown = marks.iter().filter(|(x, _)| axis.shows(*x));
    let mut flags: Vec<Flag> =
        shown.map(|(x, name)| Flag { x: axis.at(*x), name: fit(name, SMALL, LONGEST), spot: None }).collect();
    let is_late = |flag: &Flag| flag.x + GAP + width(&flag.name, SMALL) > WIDTH - RIM;
    flags.sort_by(|a, b| is_late(a).cmp(&is_late(b)).then(b.x.total_cmp(&a.x)));

    let mut taken: Vec<(f64, NamePlace)> = Vec::new();
    for flag in flags.iter_mut().filter(|flag| !flag.name.trim().is_empty()) {
        let is_free = |spot: &NamePlace| taken.iter().all(|(x, other)| spot.goes_with(flag.x, other, *x));
        let mut spots = NamePlace::all(flag.x, width(&flag.name, SMALL)).filter(NamePlace::is_in_picture);
        flag.spot = spots.find(is_free);
        taken.extend(flag.spot.map(|spot| (flag.x, spot)));
    }
    flags
}

/// The height of the names of the marks, all rows together.
pub fn height(flags: &[Flag]) -> f64 {
    flags.iter().filter_map(|flag| flag.spot).map(|spot| spot.row + 1).max().unwrap_or(0) as f64 * ROW
}

/// The lines of the marks and their names.
pub fn draw(flags: &[Flag], (top, bottom): (f64, f64)) -> String {
    let mut svg = String::new();
    for flag in flags {
        let above = flag.spot.map_or(0.0, |spot| (spot.row + 1) as f64 * ROW);
        let line = rule(
            (flag.x, top - above),
            (flag.x, bottom),
            MUTED,
            " stroke-opacity=\"0.6\" stroke-width=\"0.8\"",
        );
        svg.push_str(&line);
        if let Some(spot) = flag.spot {
            let place = (spot.start, top - above + SMALL * 0.75);
            svg.push_str(&label(place, Anchor::Start, SMALL, MUTED, &flag.name));
        }
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the marks from left to right.
    fn rows(marks: &[(f64, &str)]) -> Vec<Option<usize>> {
        let marks: Vec<(f64, String)> = marks.iter().map(|(x, name)| (*x, name.to_string())).collect();
        let axis = Axis::new(0.0, 100.0).expect("an axis").placed(50.0, 580.0);
        let mut flags = flags(&marks, &axis);
        flags.sort_by(|a, b| a.x.total_cmp(&b.x));
        flags.into_iter().map(|flag| flag.spot.map(|spot| spot.row)).collect()
    }

    #[test]
    fn names_of_marks_do_not_run_into_each_other() {
        assert_eq!(rows(&[(0.0, "first"), (50.0, "second")]), [Some(0), Some(0)]);
        assert_eq!(rows(&[(49.0, "quite a long name"), (50.0, "second")]), [Some(1), Some(0)]);
        assert_eq!(rows(&[(101.0, "beyond"), (f64::NAN, "nowhere")]), []);
        assert_eq!(rows(&[(50.0, " ")]), [None]);
    }

    #[test]
    fn names_at_the_right_edge_stand_on_the_left() {
        assert_eq!(rows(&[(100.0, "the end")]), [Some(0)]);
        // The name of the first fits between the lines, that of the second above it.
        assert_eq!(rows(&[(88.0, "last"), (100.0, "the very end")]), [Some(0), Some(1)]);
    }

    #[test]
    fn marks_at_one_place_share_a_line() {
        assert_eq!(rows(&[(50.0, "a"); 3]).iter().flatten().count(), 3);
        assert_eq!(rows(&[(50.0, "a"); 50]).iter().flatten().count(), 2 * MOST_ROWS);
    }
}
