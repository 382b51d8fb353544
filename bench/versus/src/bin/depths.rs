//! Writes the first part of `book/src/benchmarks/versus.md`: seconds and nodes to the same depth.
//!
//! cargo run --release --manifest-path bench/versus/Cargo.toml --bin depths [-- --short]

use std::fmt::Write;

use plywood_versus::depths::{Found, Search, position, run};
use plywood_versus::report::{self, geometric_mean, rate, seconds};
use plywood_versus::theirs::{ConnectFour, Cube, FourByFour, Here, Pushes, Qubic};

fn main() -> std::io::Result<()> {
    // Less deep, to see that it works.
    let less = if std::env::args().any(|arg| arg == "--short") { 4 } else { 0 };
    let mut ratios = Ratios::default();
    let mut text = String::new();
    for moves in ["", "a b b b d a b f"] {
        text += &compare::<ConnectFour>("Connect four", moves, 12 - less, 10, &mut ratios);
    }
    text += &compare::<FourByFour>("(4,4,4), to the end", "", 16 - 2 * less, 0, &mut ratios);
    text += &compare::<Cube>("3x3x3", "", 6 - less / 2, 4, &mut ratios);
    text += &compare::<Cube>("3x3x3", "111", 6 - less / 2, 4, &mut ratios);
    for moves in ["", "312 432 343 421 243 212 342 434 124 112 411 222"] {
        text += &compare::<Qubic>("Qubic", moves, 6 - less / 2, 4, &mut ratios);
    }
    for moves in ["", "b+ 6- 5- f- b- 4-"] {
        text += &compare::<Pushes>("Pikk Pakk", moves, 9 - less, 7, &mut ratios);
    }
    let text = format!("{}\n{}", ratios.text(), text.trim_end());
    println!("{text}");
    report::write("depths", &text)
}

/// A table for one position. `minimax` without its table only searches where `depth` is at most `most`.
fn compare<H: Here>(title: &str, moves: &str, depth: u8, most: u8, ratios: &mut Ratios) -> String {
    let state = position::<H>(moves);
    let searches = Search::ALL.into_iter().filter(|search| {
        let plain = matches!(search, Search::TheirNegamax | Search::Plain);
        !plain || depth <= most
    });
    let found: Vec<(Search, Found)> = searches
        .map(|search| {
            eprintln!("{title} {moves}: {}", search.name());
            (search, quickest(|| run::<H>(search, &state, depth)))
        })
        .collect();
    let of = |wanted| found.iter().find(|(search, _)| *search == wanted).map(|(_, found)| found.clone());
    let full = of(Search::FullWidth).expect("it always searches");
    let engine = of(Search::Engine).expect("it always searches");
    let theirs = [Search::TheirIterative, Search::TheirIterativeWithHistory]
        .map(|search| of(search).expect("likewise"));
    let [quicker, slower] = theirs;
    let quicker = if slower.seconds < quicker.seconds { slower } else { quicker };
    ratios.add(&quicker, &full, &engine);
    let place = if moves.is_empty() { String::new() } else { format!(" after `{moves}`") };
    let mut text = format!("### {title}{place}, depth {depth}\n\n");
    text += "| search | value | nodes | time | nodes/s | times the engine's time at full width |\n|---|---|---|---|---|---|\n";
    for (search, found) in &found {
        let nodes = found.nodes.map_or("not told".to_string(), |nodes| nodes.to_string());
        let speed = found.nodes.map_or(String::new(), |nodes| rate(nodes as f64 / found.seconds));
        let _ = writeln!(
            text,
            "| {} | {} | {nodes} | {} | {speed} | {:.2} |",
            search.name(),
            found.value,
            seconds(found.seconds),
            found.seconds / full.seconds,
        );
    }
    text + "\n"
}

/// Seconds for which each search is repeated.
const REPEATED: f64 = 0.6;

/// The quickest of at least three runs, repeated for [`REPEATED`] seconds: other work of the machine only adds time. A
/// search of more than five seconds runs once.
fn quickest(search: impl Fn() -> Found) -> Found {
    let mut best = search();
    let (mut runs, mut spent) = (1, best.seconds);
    while best.seconds <= 5.0 && (runs < 3 || spent < REPEATED) {
        let next = search();
        runs += 1;
        spent += next.seconds;
        if next.seconds < best.seconds {
            best = next;
        }
    }
    best
}

/// `minimax`'s numbers as multiples of the engine's, over all positions.
#[derive(Default)]
struct Ratios {
    speed: Vec<f64>,
    time: Vec<f64>,
    selective: Vec<f64>,
}

impl Ratios {
    fn add(&mut self, theirs: &Found, full: &Found, engine: &Found) {
        let speed = |found: &Found| found.nodes.map(|nodes| nodes as f64 / found.seconds);
        if let (Some(theirs), Some(ours)) = (speed(theirs), speed(full)) {
            self.speed.push(ours / theirs);
        }
        self.time.push(theirs.seconds / full.seconds);
        self.selective.push(theirs.seconds / engine.seconds);
    }

    fn text(&self) -> String {
        let line = |what: &str, ratios: &[f64]| {
            let mean = geometric_mean(ratios);
            let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
            let most = ratios.iter().copied().fold(0.0, f64::max);
            format!("| {what} | {mean:.2} | {least:.2} | {most:.2} |\n")
        };
        format!(
            "Plywood's engine against the quicker of the two IterativeSearches:\n\n| | geometric mean | least | most \
             |\n|---|---|---|---|\n{}{}{}",
            line("times its nodes a second", &self.speed),
            line("times less time to the same depth and value, full width", &self.time),
            line("times less time to the same depth, selective", &self.selective),
        )
    }
}
