//! Whatever the chart holds, its picture is well-formed XML, full of numbers that are numbers.

use crate::xml::{self, Element};
use plywood_draw::{Chart, Measure, Point, Series};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn point(x: f64, y: f64) -> Point {
    Point { x, y, low: y - 0.05, high: y + 0.05 }
}

fn series(name: &str, points: Vec<Point>) -> Series {
    Series { name: name.into(), points }
}

fn chart(series: Vec<Series>) -> Chart {
    Chart {
        title: "Title".into(),
        x_label: "games".into(),
        y_label: "score".into(),
        series,
        ..Chart::default()
    }
}

/// Reads the picture and checks what holds for all of them.
fn checked(chart: &Chart) -> Vec<Element> {
    let svg = chart.svg();
    let elements = xml::read(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = &elements[0];
    assert_eq!((root.name.as_str(), root.get("role")), ("svg", Some("img")));
    assert!(root.get("width").is_none() && root.get("height").is_none());
    let view_box: Vec<f64> = numbers(root.get("viewBox").expect("a view box"));
    assert!(view_box.len() == 4 && view_box.iter().all(|n| *n >= 0.0), "{view_box:?}");
    assert_eq!((elements[1].name.as_str(), elements[2].name.as_str()), ("title", "desc"));
    for element in &elements {
        for (name, value) in &element.attributes {
            let geometry =
                ["x", "y", "d", "width", "height", "viewBox", "transform"].contains(&name.as_str());
            let all = if geometry { numbers(value) } else { Vec::new() };
            assert!(all.iter().all(|n| n.abs() <= 1e5), "{name}={value}");
        }
    }
    // No text is outside the picture; the names in these tests are long enough to try.
    for text in elements.iter().filter(|element| element.name == "text") {
        let [x, y] = ["x", "y"].map(|name| numbers(text.get(name).expect("a place"))[0]);
        assert!((0.0..=view_box[2]).contains(&x) && (0.0..=view_box[3]).contains(&y), "{text:?}");
    }
    elements
}

/// The numbers in an attribute, which holds besides them letters of paths and transforms only.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace("translate(", " ").replace(')', " ");
    text.split(|c: char| c.is_whitespace() || "MLHVhvaz,".contains(c))
        .filter(|part| !part.is_empty())
        .map(|part| {
            part.parse::<f64>().ok().filter(|n| n.is_finite()).unwrap_or_else(|| panic!("{part} in {text}"))
        })
        .collect()
}

fn texts(elements: &[Element]) -> Vec<&str> {
    elements.iter().filter(|element| element.name == "text").map(|element| element.text.as_str()).collect()
}

/// The dots of results; those of the names have no hint.
fn dots(elements: &[Element]) -> usize {
    elements.iter().filter(|element| element.name == "title").count() - 1
}

#[test]
fn an_ordinary_chart_shows_its_parts() {
    let points = (0..=10).map(|i| point(f64::from(i) * 1e5, f64::from(i) / 10.0)).collect();
    let mut chart =
        chart(vec![series("random", points), series("greedy", vec![point(0.0, 0.5), point(1e6, 0.5)])]);
    chart.x_marks = vec![(0.0, "fast".into()), (5e5, "slow".into()), (2e6, "never".into())];
    let elements = checked(&chart);
    let texts = texts(&elements);
    for expected in [
        "Title", "games", "score", "0", "200k", "1M", "0.0", "0.2", "1.0", "random", "greedy", "fast", "slow",
    ] {
        assert!(texts.contains(&expected), "{expected} in {texts:?}");
    }
    assert!(!texts.contains(&"never"));
    assert_eq!(dots(&elements), 13);
    let description = &elements[2].text;
    assert!(description.contains("random: from 0.000 at 0"), "{description}");
    assert!(description.contains("to 1.000 at 1M (0.950 to 1.050)."), "{description}");
}

#[test]
fn a_chart_without_results_says_so() {
    for nothing in
        [vec![], vec![series("random", vec![])], vec![series("random", vec![point(f64::NAN, 0.5)])]]
    {
        let elements = checked(&chart(nothing));
        assert!(texts(&elements).contains(&"no results yet"));
        assert!(elements[2].text.ends_with("No results yet."));
    }
}

#[test]
fn one_result_is_a_dot_with_its_interval() {
    for x in [0.0, 7.0, -7.0, 1e15] {
        let elements = checked(&chart(vec![series("random", vec![point(x, 0.5)])]));
        assert_eq!(dots(&elements), 1);
        let interval = elements.iter().find(|e| e.get("stroke-width") == Some("5")).expect("an interval");
        let ends = numbers(interval.get("d").expect("a path"));
        assert!(ends[1] > ends[3], "{ends:?}");
    }
}

#[test]
fn results_at_one_place_make_a_picture() {
    let elements =
        checked(&chart(vec![series("random", vec![point(5.0, 0.2), point(5.0, 0.4), point(5.0, 0.6)])]));
    assert_eq!(dots(&elements), 1);
}

#[test]
fn what_cannot_be_shown_is_left_out_or_mended() {
    let bad = vec![
        point(f64::INFINITY, 0.5),
        point(1.0, f64::NEG_INFINITY),
        point(1e300, 0.5),
        Point { x: 1.0, y: 0.5, low: f64::NAN, high: f64::INFINITY },
        Point { x: 2.0, y: 0.5, low: 0.6, high: 0.4 },
    ];
    let elements = checked(&chart(vec![series("random", bad)]));
    assert_eq!(dots(&elements), 2);
    assert!(elements[2].text.contains("from 0.500 at 1 to 0.500 at 2 (0.400 to 0.600)"));
}

#[test]
fn names_that_are_long_or_many_stand_below() {
    let height = |chart: &Chart| numbers(checked(chart)[0].get("viewBox").expect("a view box"))[3];
    let points = || vec![point(0.0, 0.1), point(10.0, 0.9)];
    let short = height(&chart(vec![series("random", points())]));
    assert!(height(&chart(vec![series("a name that needs a line for itself", points())])) > short);
    let many: Vec<Series> = (0..30).map(|i| series(&format!("bot {i}"), points())).collect();
    assert!(height(&chart(many)) > short);
    let endless = chart(vec![series(&"endless ".repeat(500), points())]);
    assert!(texts(&checked(&endless)).iter().all(|text| text.chars().count() < 200));
}

#[test]
fn dense_results_get_few_dots_and_the_last_one() {
    let points = (0..5000).map(|i| point(f64::from(i), f64::from(i) / 5000.0)).collect();
    let elements = checked(&chart(vec![series("random", points)]));
    assert!((10..60).contains(&dots(&elements)), "{}", dots(&elements));
    assert!(elements.iter().any(|e| e.name == "title" && e.text.starts_with("random: 1.000 at 4.999k")));
}

#[test]
fn the_order_of_results_does_not_matter() {
    let points: Vec<Point> = (0..9).map(|i| point(f64::from(i), f64::from(i * 5 % 9) / 9.0)).collect();
    let turned: Vec<Point> = points.iter().rev().copied().collect();
    assert_eq!(chart(vec![series("a", points)]).svg(), chart(vec![series("a", turned)]).svg());
}

#[test]
fn a_series_keeps_its_look_when_another_has_no_results() {
    let points = || vec![point(0.0, 0.1), point(10.0, 0.9)];
    let with = chart(vec![series("a", points()), series("b", points())]).svg();
    let without = chart(vec![series("a", vec![]), series("b", points())]).svg();
    let lines = |svg: &str| -> Vec<String> {
        let lines = svg.lines().filter(|line| line.contains("stroke-width=\"2.2\""));
        lines.map(str::to_string).collect()
    };
    assert_eq!(lines(&with)[1..], lines(&without)[..]);
}

#[test]
fn markup_in_texts_stays_text() {
    let nasty = "</text><script>\"&' ]]> \u{0} \u{1b}[1m \u{fffe} 日本語 🎲";
    let mut chart = chart(vec![series(nasty, vec![point(0.0, 0.5), point(1.0, 0.5)])]);
    for text in [&mut chart.title, &mut chart.subtitle, &mut chart.x_label, &mut chart.y_label] {
        *text = nasty.into();
    }
    chart.x_marks = vec![(0.5, nasty.into())];
    let elements = checked(&chart);
    assert!(elements.iter().all(|element| element.name != "script"));
    assert!(elements[1].text.starts_with("</text><script>"));
}

/// Numbers that charts hold, and numbers that they should not hold.
fn number() -> impl Strategy<Value = f64> {
    let odd =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, -0.0, 1e15, -1e15, 1e-12];
    prop_oneof![4 => 0.0..=1.0_f64, 2 => 0.0..3e6_f64, 1 => any::<f64>(), 2 => prop::sample::select(odd.to_vec())]
}

fn any_point() -> impl Strategy<Value = Point> {
    (number(), number(), number(), number()).prop_map(|(x, y, low, high)| Point { x, y, low, high })
}

fn text() -> impl Strategy<Value = String> {
    let any_text = prop::collection::vec(any::<char>(), 0..40).prop_map(String::from_iter);
    let long = prop::collection::vec(any::<char>(), 300..400).prop_map(String::from_iter);
    prop_oneof![4 => "[a-z:=0-9 ]{0,30}", 2 => "[<>&\"' a]{0,12}", 2 => any_text, 1 => long]
}

fn any_chart() -> impl Strategy<Value = Chart> {
    let series = (text(), prop::collection::vec(any_point(), 0..25));
    let series = prop::collection::vec(series.prop_map(|(name, points)| Series { name, points }), 0..12);
    let marks = prop::collection::vec((number(), text()), 0..8);
    let texts = (text(), text(), text(), text());
    let measure = prop_oneof![
        2 => (number(), number()).prop_map(|(low, high)| Measure::Score(low, high)),
        1 => Just(Measure::Ratio)
    ];
    (texts, measure, series, marks).prop_map(|(texts, measure, series, x_marks)| {
        let (title, subtitle, x_label, y_label) = texts;
        Chart { title, subtitle, x_label, y_label, measure, series, x_marks }
    })
}

#[test]
fn ratios_stand_between_powers_of_ten() {
    let counts = [9.0, 73.0, 549.0, 3609.0];
    let points = counts.iter().enumerate().map(|(i, &y)| Point { x: (i + 1) as f64, y, low: y, high: y });
    let mut picture = chart(vec![series("minimax", points.collect())]);
    (picture.measure, picture.y_label) = (Measure::Ratio, "nodes".into());
    let elements = checked(&picture);
    let texts: Vec<&str> = elements.iter().filter(|e| e.name == "text").map(|e| e.text.as_str()).collect();
    for tick in ["1", "10", "100", "1k", "10k"] {
        assert!(texts.contains(&tick), "{tick} of {texts:?}");
    }
    assert!(
        !elements[2].text.contains("95 %") && elements[2].text.contains("from 9 at 1 to 3.609k at 4"),
        "{:?}",
        elements[2].text
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_chart_is_a_sane_picture(chart in any_chart()) {
        checked(&chart);
        prop_assert_eq!(chart.svg(), chart.svg());
    }
}
