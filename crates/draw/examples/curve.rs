//! Writes a learning curve with made-up results to standard output: `cargo run -p plywood-draw --example curve > curve.svg`.

use plywood_draw::{Chart, Point, Series};

fn series(name: &str, patience: f64, highest: f64) -> Series {
    let point = |i: u32| {
        let x = f64::from(i) * 100_000.0;
        // A wobble simulates the luck of a match.
        let luck = f64::from(i * 37 % 11) / 11.0 - 0.5;
        let y = highest * (1.0 - (-x / patience).exp()) + 0.03 * luck + 0.02;
        let half = 1.96 * (y * (1.0 - y) / 400.0).max(0.0).sqrt();
        Point { x, y, low: y - half, high: y + half }
    };
    Series { name: name.into(), points: (0..=20).map(point).collect() }
}

fn main() {
    let chart = Chart {
        title: "Four in a row, learnt by playing itself".into(),
        subtitle: "TD(λ) on n-tuples, seed 1; 400 games a point, 95 % intervals".into(),
        x_label: "games learnt".into(),
        y_label: "score (wins and half the draws)".into(),
        series: vec![
            series("random", 90_000.0, 0.96),
            series("greedy", 300_000.0, 0.93),
            series("engine:depth=4", 800_000.0, 0.83),
            series("engine:depth=8", 1_400_000.0, 0.55),
        ],
        x_marks: vec![
            (0.0, "explore 10 %".into()),
            (1_000_000.0, "rate 0.01".into()),
            (1_500_000.0, "rate 0.001".into()),
        ],
        ..Chart::default()
    };
    print!("{}", chart.svg());
}
