//! A chart of results: over training, or over anything that is counted.

use crate::axis::{Axis, even, short, showable};
use crate::header;
use crate::names::{self, Named};
use crate::style::{Anchor, BODY, GRID, LEADING, MUTED, PLOT_HEIGHT, Pen, RIM, SMALL, WIDTH, label, rule};
use crate::text::{coordinate, escape, fit, width};

/// The least distance of two dots of a series, in units of the view box; where results are denser, only some get one.
const DOT_DISTANCE: f64 = 16.0;
/// The extent of the plot beyond its axes, so that lines along its edge are not cut in half.
const MARGIN: f64 = 2.0;

/// One result: a score, and how sure one may be of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The time of the measurement, in games learnt (or the unit in the label of the axis). A point that is not finite, or
    /// beyond 10¹⁵ in size, in `x` or `y`, is left out.
    pub x: f64,
    /// The score: wins and half the draws, as a share of all games, from 0 to 1.
    pub y: f64,
    /// The lower end of the 95 % interval of `y`. If it cannot be shown, `y` is used instead; ends that are
    /// swapped are swapped back.
    pub low: f64,
    /// The upper end of the 95 % interval of `y`.
    pub high: f64,
}

impl Point {
    /// The point as it can be drawn, if it can.
    fn mended(self, measure: Measure) -> Option<Point> {
        let shows = |y: f64| showable(y) && (y > 0.0 || measure != Measure::Ratio);
        if !showable(self.x) || !shows(self.y) {
            return None;
        }
        let or_y = |end: f64| if shows(end) { end } else { self.y };
        let (a, b) = (or_y(self.low), or_y(self.high));
        Some(Point { low: a.min(b), high: a.max(b), ..self })
    }
}

/// The results against one opponent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name beside its line.
    pub name: String,
    /// The results, in any order; they are drawn in the order of `x`.
    pub points: Vec<Point>,
}

/// The kind of number that `y` is, and the scale of its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Scores from the one number to the other, at even distances; what is outside is cut off. If this is no range, it is 0 to 1.
    Score(f64, f64),
    /// Counts and times, from the least to the greatest, where equal distances are equal ratios. What is not above 0 cannot be shown.
    Ratio,
}

/// A chart of results, a line for each series, with a band where they are not sure.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title; at most two lines of it are shown. This and all other texts may be empty, and hold
    /// any characters.
    pub title: String,
    /// More about it, in smaller letters; at most three lines are shown.
    pub subtitle: String,
    /// The label of the `x` axis.
    pub x_label: String,
    /// The label of the `y` axis.
    pub y_label: String,
    /// The kind of number that `y` is.
    pub measure: Measure,
    /// The lines. Their colour, dash and dot depend on the place in this list alone.
    pub series: Vec<Series>,
    /// Values of `x` where something begins, a stage of the schedule say, and what that is. Those outside the points are
    /// not shown.
    pub x_marks: Vec<(f64, String)>,
}

impl Default for Chart {
    /// An empty chart of scores from 0 to 1.
    fn default() -> Chart {
        Chart {
            title: String::new(),
            subtitle: String::new(),
            x_label: String::new(),
            y_label: String::new(),
            measure: Measure::Score(0.0, 1.0),
            series: Vec::new(),
            x_marks: Vec::new(),
        }
    }
}

impl Chart {
    /// The chart as an SVG document of one element.
    ///
    /// Its width is 600 units and its height about 400, more if there are many or long names; it has no size of its own
    /// and takes that of the place it is put in. The same chart is always the same text.
    pub fn svg(&self) -> String {
        ChartDrawing::new(self).svg()
    }

    /// A number of the upright axis.
    fn tick(&self, tick: f64, step: f64) -> String {
        match self.measure {
            Measure::Score(..) => even(tick, step),
            Measure::Ratio => short(tick, step.min(tick)),
        }
    }

    /// A result in words.
    fn hint(&self, point: &Point) -> String {
        let Point { x, y, low, high } = *point;
        // Five digits of a count and three decimals of a score are as much as one wants to read.
        let count = |value: f64, least: f64| {
            short(value, 10_f64.powf((value.abs().max(least).log10().floor() - 4.0).max(least.log10() - 3.0)))
        };
        let written = |value: f64| match self.measure {
            Measure::Score(..) => even(value, 0.001),
            Measure::Ratio => count(value, 1e-6),
        };
        let band =
            if low < high { format!(" ({} to {})", written(low), written(high)) } else { String::new() };
        format!("{} at {}{band}", written(y), count(x, 1.0))
    }
}

/// A series as it is drawn: its number in the chart, and its points in order, at least one.
struct DrawnSeries<'a> {
    number: usize,
    name: &'a str,
    points: Vec<Point>,
}

impl<'a> DrawnSeries<'a> {
    fn new(number: usize, series: &'a Series, measure: Measure) -> Option<DrawnSeries<'a>> {
        let mut points: Vec<Point> = series.points.iter().filter_map(|point| point.mended(measure)).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        (!points.is_empty()).then_some(DrawnSeries { number, name: &series.name, points })
    }

    fn pen(&self) -> Pen {
        Pen::new(self.number)
    }
}

/// A chart with the places of its parts.
struct ChartDrawing<'a> {
    chart: &'a Chart,
    lines: Vec<DrawnSeries<'a>>,
    x: Axis,
    y: Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// True if the names are beside the plot, false if they are under it.
    beside: bool,
    titles: String,
    flags: Vec<header::Flag>,
}

impl<'a> ChartDrawing<'a> {
    fn new(chart: &'a Chart) -> ChartDrawing<'a> {
        let series = chart.series.iter().enumerate();
        let lines: Vec<DrawnSeries> =
            series.filter_map(|(number, series)| DrawnSeries::new(number, series, chart.measure)).collect();
        let named: Vec<Named> = lines.iter().map(|line| (line.number, line.name)).collect();
        let column = names::beside(&named, PLOT_HEIGHT);
        let unit = || Axis::new(0.0, 1.0).expect("0 and 1 can be shown");
        let x =
            Axis::over(lines.iter().flat_map(|line| &line.points).map(|point| point.x)).unwrap_or_else(unit);
        let y = match chart.measure {
            Measure::Score(low, high) => Axis::new(low, high),
            Measure::Ratio => {
                Axis::of_powers(lines.iter().flat_map(|line| &line.points).map(|point| point.y))
            }
        }
        .unwrap_or_else(unit);

        let (ticks, step) = y.ticks(5);
        let widest = ticks.iter().map(|tick| width(&chart.tick(*tick, step), SMALL)).fold(0.0, f64::max);
        let left = RIM + widest + 6.0;
        let right = WIDTH - RIM - column.unwrap_or(10.0);
        let x = x.placed(left, right);
        let flags = header::flags(&chart.x_marks, &x);
        let (titles, end) = header::titles(&chart.title, &chart.subtitle, &chart.y_label);
        let top = end + 10.0 + header::height(&flags);
        let bottom = top + PLOT_HEIGHT;
        let y = y.placed(bottom, top);
        ChartDrawing { chart, lines, x, y, left, right, top, bottom, beside: column.is_some(), titles, flags }
    }

    fn svg(&self) -> String {
        let mut body = String::new();
        body.push_str(&self.titles);
        self.draw_y_axis(&mut body);
        let mut end = self.draw_x_axis(&mut body);
        body.push_str(&header::draw(&self.flags, (self.top, self.bottom)));
        self.draw_lines(&mut body);
        self.draw_dots(&mut body);
        if self.lines.is_empty() {
            let middle = ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0);
            body.push_str(&label(middle, Anchor::Middle, BODY, MUTED, "no results yet"));
        }
        let named: Vec<Named> = self.lines.iter().map(|line| (line.number, line.name)).collect();
        if self.beside {
            let ends: Vec<(f64, f64)> = self.lines.iter().map(|line| self.end(line)).collect();
            body.push_str(&names::column(&named, &ends, self.right, (self.top, self.bottom)));
        } else if !named.is_empty() {
            let (legend, height) = names::legend(&named, end + 6.0);
            body.push_str(&legend);
            end += 6.0 + height;
        }
        let (width, height) = (coordinate(WIDTH), coordinate(end + RIM));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n",
            escape(&self.chart.title),
            escape(&self.description()),
        )
    }

    /// The chart in words, for screen readers.
    fn description(&self) -> String {
        let Chart { subtitle, x_label, y_label, .. } = self.chart;
        let banded = self.lines.iter().flat_map(|line| &line.points).any(|point| point.low < point.high);
        let band = if banded { ", with 95 % intervals" } else { "" };
        let mut sentences = vec![format!("A line chart of {y_label} over {x_label}{band}.")];
        if !subtitle.is_empty() {
            sentences.insert(0, format!("{}.", subtitle.trim_end_matches('.')));
        }
        sentences.extend(self.lines.iter().map(|line| match &line.points[..] {
            [first, .., last] => {
                format!("{}: from {} to {}.", line.name, self.chart.hint(first), self.chart.hint(last))
            }
            points => format!(
                "{}: {}.",
                line.name,
                points.iter().map(|point| self.chart.hint(point)).collect::<String>()
            ),
        }));
        if self.lines.is_empty() {
            sentences.push("No results yet.".into());
        }
        sentences.join(" ")
    }

    fn draw_y_axis(&self, svg: &mut String) {
        let (ticks, step) = self.y.ticks(5);
        for tick in ticks {
            let y = self.y.at(tick);
            svg.push_str(&rule((self.left, y), (self.right, y), GRID, ""));
            let place = (self.left - 6.0, y + SMALL * 0.35);
            svg.push_str(&label(place, Anchor::End, SMALL, MUTED, &self.chart.tick(tick, step)));
        }
    }

    /// Returns the coordinate at which the axis and its label end below.
    fn draw_x_axis(&self, svg: &mut String) -> f64 {
        let wanted = ((self.right - self.left) / 80.0) as usize;
        let whole = self.lines.iter().flat_map(|line| &line.points).all(|point| point.x.fract() == 0.0);
        // Where all x values are whole numbers, no tick is at a half.
        let wanted = if whole { wanted.min(self.x.length() as usize) } else { wanted };
        let (ticks, step) = self.x.ticks(wanted);
        for tick in ticks {
            let x = self.x.at(tick);
            svg.push_str(&rule((x, self.top), (x, self.bottom), GRID, ""));
            svg.push_str(&rule((x, self.bottom), (x, self.bottom + 4.0), MUTED, ""));
            let place = (x, self.bottom + 6.0 + SMALL);
            svg.push_str(&label(place, Anchor::Middle, SMALL, MUTED, &short(tick, step)));
        }
        svg.push_str(&rule((self.left, self.bottom), (self.right, self.bottom), MUTED, ""));
        let end = self.bottom + 6.0 + SMALL * LEADING;
        let text = fit(&self.chart.x_label, SMALL, WIDTH - 2.0 * RIM);
        if text.is_empty() {
            return end;
        }
        // In the middle of the axis, but within the picture.
        let half = width(&text, SMALL) / 2.0;
        let x = ((self.left + self.right) / 2.0).max(RIM + half).min(WIDTH - RIM - half);
        svg.push_str(&label((x, end + SMALL), Anchor::Middle, SMALL, MUTED, &text));
        end + SMALL * LEADING
    }

    /// Bands and lines, in an inner picture that clips them at the plot.
    fn draw_lines(&self, svg: &mut String) {
        let (x, y) = (self.left - MARGIN, self.top - MARGIN);
        let (width, height) = (self.right - self.left + 2.0 * MARGIN, self.bottom - self.top + 2.0 * MARGIN);
        let [x, y, width, height] = [x, y, width, height].map(coordinate);
        svg.push_str(&format!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" \
             overflow=\"hidden\">\n"
        ));
        self.lines.iter().for_each(|line| self.draw_band(svg, line));
        self.lines.iter().for_each(|line| svg.push_str(&line.pen().line(&self.path(&line.points, |p| p.y))));
        svg.push_str("</svg>\n");
    }

    fn draw_band(&self, svg: &mut String, line: &DrawnSeries) {
        let colour = line.pen().colour;
        if let [point] = line.points[..] {
            // A band without width would not be seen.
            let x = self.x.at(point.x);
            let ends = ((x, self.y.at(point.low)), (x, self.y.at(point.high)));
            svg.push_str(&rule(ends.0, ends.1, colour, " stroke-opacity=\"0.35\" stroke-width=\"5\""));
            return;
        }
        let back: Vec<Point> = line.points.iter().rev().copied().collect();
        let path = self.path(&line.points, |p| p.high) + &self.path(&back, |p| p.low).replacen('M', "L", 1);
        svg.push_str(&format!("<path d=\"{path}z\" fill=\"{colour}\" fill-opacity=\"0.15\"/>\n"));
    }

    /// An SVG path along the points.
    fn path(&self, points: &[Point], value: fn(&Point) -> f64) -> String {
        let mut path = String::new();
        for point in points {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path.push_str(&coordinate(self.x.at(point.x)));
            path.push(' ');
            path.push_str(&coordinate(self.y.at(value(point))));
        }
        path
    }

    fn draw_dots(&self, svg: &mut String) {
        for line in &self.lines {
            let last = line.points.len() - 1;
            let mut free_from = f64::NEG_INFINITY;
            for (i, point) in line.points.iter().enumerate() {
                let x = self.x.at(point.x);
                // The last point always gets its dot, and no other dot overlaps it.
                let room = x >= free_from && x + DOT_DISTANCE <= self.end(line).0;
                if self.y.shows(point.y) && (i == last || room) {
                    free_from = x + DOT_DISTANCE;
                    let text = format!("{}: {}", line.name, self.chart.hint(point));
                    svg.push_str(&line.pen().dot(x, self.y.at(point.y), &text));
                }
            }
        }
    }

    /// The end of the line, within the plot.
    fn end(&self, line: &DrawnSeries) -> (f64, f64) {
        let last = line.points.last().copied().unwrap_or_default();
        (self.x.at(last.x), self.y.at_nearest(last.y))
    }
}
