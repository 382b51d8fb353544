//! A surface over a square: what a number does that depends on two others.
//!
//! Seen from above at a corner, both axes of the square running away from the viewer to the left and to the right. Tiles are painted
//! from the back to the front, the higher the lighter, with the slope they have in shade.

use std::fmt::Write;

use crate::axis::Axis;
use crate::style::{self, Anchor, BODY, GRID, INK, MUTED, RIM, SMALL, TITLE, WIDTH};
use crate::text::{coordinate, escape, fit};

/// A picture of heights over a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The text above the picture.
    pub title: String,
    /// A description in a sentence, printed below the title and read by screen readers.
    pub about: String,
    /// The label of the right edge, from the nearest corner away: the first index of [`Surface::heights`].
    pub right_label: String,
    /// The label of the left edge: the second index.
    pub left_label: String,
    /// The label of the upright axis.
    pub up_label: String,
    /// Row by row: at least two rows of at least two heights each, all of one length. What is not a number counts as 0.
    pub heights: Vec<Vec<f64>>,
    /// The value of one step of both indices.
    pub step: f64,
}

/// The place of the square: its nearest corner, and the extent of its sides across and up on the picture.
const NEAR: (f64, f64) = (WIDTH / 2.0, 470.0);
const ACROSS: f64 = 250.0;
const AWAY: f64 = 120.0;
/// The extent of the greatest height.
const UP: f64 = 155.0;
const HEIGHT: f64 = 520.0;

impl Surface {
    /// The surface as an SVG document of one element. The same surface is always the same text.
    pub fn svg(&self) -> String {
        let rows = self.heights.len();
        let columns = self.heights.first().map_or(0, Vec::len);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n",
            escape(&self.title),
            escape(&self.about)
        );
        let room = WIDTH - 2.0 * RIM;
        svg += &style::label((RIM, RIM + TITLE), Anchor::Start, TITLE, INK, &fit(&self.title, TITLE, room));
        svg += &style::label(
            (RIM, RIM + TITLE + 24.0),
            Anchor::Start,
            SMALL,
            MUTED,
            &fit(&self.about, SMALL, room),
        );
        if rows >= 2 && self.heights.iter().all(|row| row.len() == columns) && columns >= 2 {
            self.draw(&mut svg, rows, columns);
        }
        svg + "</svg>\n"
    }

    fn draw(&self, svg: &mut String, rows: usize, columns: usize) {
        let height = |row: usize, column: usize| {
            let height = self.heights[row][column];
            if height.is_finite() { height.max(0.0) } else { 0.0 }
        };
        let highest =
            (0..rows).flat_map(|row| (0..columns).map(move |column| height(row, column))).fold(0.0, f64::max);
        let highest = if highest > 0.0 { highest } else { 1.0 };
        let place = |row: f64, column: f64, up: f64| {
            let (right, left) = (row / (rows - 1) as f64, column / (columns - 1) as f64);
            (NEAR.0 + ACROSS * (right - left), NEAR.1 - AWAY * (right + left) - UP * up / highest)
        };
        let (last_row, last_column) = ((rows - 1) as f64, (columns - 1) as f64);
        self.frame(svg, &place, (last_row, last_column), highest);
        for row in (0..rows - 1).rev() {
            for column in (0..columns - 1).rev() {
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(r, c)| (row + r, column + c));
                let heights = corners.map(|(r, c)| height(r, c));
                let points: Vec<String> = corners
                    .iter()
                    .zip(heights)
                    .map(|(&(r, c), up)| {
                        let (x, y) = place(r as f64, c as f64, up);
                        format!("{} {}", coordinate(x), coordinate(y))
                    })
                    .collect();
                let mean = heights.iter().sum::<f64>() / 4.0 / highest;
                let slope = (heights[1] - heights[3]) / highest * (rows as f64).min(30.0);
                let light = (34.0 + 46.0 * mean + 6.0 * slope.clamp(-2.0, 2.0)).clamp(20.0, 90.0);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{}z\" fill=\"hsl(205 70% {light:.0}%)\" stroke=\"#fff\" stroke-width=\".4\"/>",
                    points.join("L")
                );
            }
        }
        // The height at the nearest corner is read off in front of the surface.
        let (x, y) = place(0.0, 0.0, height(0, 0));
        *svg += &style::rule((x, y), NEAR, MUTED, " stroke-dasharray=\"2 3\"");
        let near = format!("{:.0}", height(0, 0));
        *svg += &style::label((NEAR.0 + 6.0, (y + NEAR.1) / 2.0), Anchor::Start, SMALL, INK, &near);
    }

    /// The edges of the square with their ticks, and the height at the far corners.
    fn frame(
        &self,
        svg: &mut String,
        place: &impl Fn(f64, f64, f64) -> (f64, f64),
        (last_row, last_column): (f64, f64),
        highest: f64,
    ) {
        let corners = [(0.0, 0.0), (last_row, 0.0), (last_row, last_column), (0.0, last_column)];
        for at in 0..4 {
            let ((r1, c1), (r2, c2)) = (corners[at], corners[(at + 1) % 4]);
            *svg += &style::rule(place(r1, c1, 0.0), place(r2, c2, 0.0), MUTED, "");
        }
        for up in Axis::new(0.0, highest).map_or(Vec::new(), |axis| axis.ticks(4).0) {
            let (left, right) = (place(0.0, last_column, up), place(last_row, 0.0, up));
            let back = place(last_row, last_column, up);
            *svg += &style::rule(left, back, GRID, "");
            *svg += &style::rule(back, right, GRID, "");
            if up > 0.0 {
                let text = format!("{up:.0}");
                *svg += &style::label((left.0 - 6.0, left.1 + 5.0), Anchor::End, SMALL, MUTED, &text);
            }
        }
        let ticks = |last: f64| Axis::new(0.0, last * self.step).map_or(Vec::new(), |axis| axis.ticks(4).0);
        for tick in ticks(last_row) {
            let (x, y) = place(tick / self.step, 0.0, 0.0);
            *svg += &style::label((x + 8.0, y + 16.0), Anchor::Start, SMALL, MUTED, &format!("{tick:.0}"));
        }
        for tick in ticks(last_column) {
            let (x, y) = place(0.0, tick / self.step, 0.0);
            *svg += &style::label((x - 8.0, y + 16.0), Anchor::End, SMALL, MUTED, &format!("{tick:.0}"));
        }
        let (x, y) = place(last_row * 0.5, 0.0, 0.0);
        *svg += &style::label(
            (x + 40.0, y + 46.0),
            Anchor::Start,
            BODY,
            INK,
            &fit(&self.right_label, BODY, 130.0),
        );
        let (x, y) = place(0.0, last_column * 0.5, 0.0);
        *svg +=
            &style::label((x - 40.0, y + 46.0), Anchor::End, BODY, INK, &fit(&self.left_label, BODY, 130.0));
        let (_, y) = place(0.0, last_column, highest);
        *svg += &style::label((RIM, y - 14.0), Anchor::Start, BODY, INK, &fit(&self.up_label, BODY, 200.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(heights: Vec<Vec<f64>>) -> String {
        Surface {
            title: "a <b>".into(),
            about: "c & d".into(),
            right_label: "right".into(),
            left_label: "left".into(),
            up_label: "up".into(),
            heights,
            step: 10.0,
        }
        .svg()
    }

    #[test]
    fn there_is_a_tile_between_any_four_heights_and_nothing_else_is_strange() {
        let svg =
            surface(vec![vec![1.0, 2.0, 3.0], vec![2.0, f64::NAN, f64::INFINITY], vec![0.0, -1.0, 1.0]]);
        assert_eq!(svg.matches("hsl(").count(), 4);
        assert!(svg.contains("a &lt;b&gt;") && svg.contains("c &amp; d"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn without_heights_there_is_an_empty_picture() {
        for heights in [vec![], vec![vec![1.0]], vec![vec![1.0, 2.0]], vec![vec![1.0, 2.0], vec![1.0]]] {
            let svg = surface(heights);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("hsl("));
        }
        assert!(surface(vec![vec![0.0; 2]; 2]).contains("hsl("));
    }
}
