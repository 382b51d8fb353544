//! The worth of each technique of the engine: the fixed positions searched with all techniques, and with each disabled in turn.
//!
//! cargo run --release -p plywood-bench --example worth [-- --quick]
//!
//! Writes `book/src/benchmarks/worth.md`. With `--quick` it prints it instead, for the quick positions alone.

use std::fmt::Write;
use std::time::Duration;

use plywood_erased::Analysis;
use plywood_rules::Stop;
use plywood_search::{EngineSettings, Techniques};
use plywood_workshop::{Benchmark, Workshop};

/// A search that takes this many times as long as with all techniques, and `PATIENCE` more, is given up.
const AT_MOST: f64 = 20.0;
const PATIENCE: f64 = 1.0;

/// A search of less than this many seconds is repeated until its time means something.
const SHORT: f64 = 0.05;

/// Techniques that change what is searched and not only how soon it is found.
const SELECTIVE: [&str; 3] = ["reductions", "extensions", "repetition"];

/// Searches that techniques help in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchGroup {
    ToTheEnd,
    LinesFullWidth,
    PushesFullWidth,
    LinesSelective,
    PushesSelective,
}

impl SearchGroup {
    const ALL: [SearchGroup; 5] = [
        SearchGroup::ToTheEnd,
        SearchGroup::LinesFullWidth,
        SearchGroup::PushesFullWidth,
        SearchGroup::LinesSelective,
        SearchGroup::PushesSelective,
    ];

    fn name(self) -> &'static str {
        match self {
            SearchGroup::ToTheEnd => "lines, to the end",
            SearchGroup::LinesFullWidth => "lines, full width",
            SearchGroup::PushesFullWidth => "Pikk Pakk, full width",
            SearchGroup::LinesSelective => "lines, selective",
            SearchGroup::PushesSelective => "Pikk Pakk, selective",
        }
    }

    /// The group of a search of the list: those of the engine with no other limit than a depth, as the same depth is to
    /// be reached without the technique. Games of dice and written trees are too small here to tell anything.
    fn of(benchmark: &Benchmark) -> Option<SearchGroup> {
        let (bot, options) = benchmark.bot.split_once(':').unwrap_or((benchmark.bot, ""));
        if bot != "engine"
            || options.contains("nodes=")
            || ["pig", "piglet", "tree"].contains(&benchmark.family())
        {
            return None;
        }
        let option = |key| options.split(',').find_map(|option| option.strip_prefix(key));
        let pushes = benchmark.family() == "pikkpakk";
        let Some(depth) = option("depth=") else { return Some(SearchGroup::ToTheEnd) };
        let is_selective = match option("selective=") {
            Some(word) => word == "on",
            None => depth.parse::<u32>().ok()? > EngineSettings::FULL_WIDTH,
        };
        Some(match (pushes, is_selective) {
            (false, false) => SearchGroup::LinesFullWidth,
            (true, false) => SearchGroup::PushesFullWidth,
            (false, true) => SearchGroup::LinesSelective,
            (true, true) => SearchGroup::PushesSelective,
        })
    }
}

/// The cost of a search.
#[derive(Clone, Copy, Debug)]
struct Cost {
    nodes: f64,
    seconds: f64,
    /// True if it was stopped: it would have taken more.
    cut: bool,
}

fn main() -> std::io::Result<()> {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let workshop = Workshop::standard();
    let mut table = vec![vec![GeometricMean::default(); SearchGroup::ALL.len()]; Techniques::NAMES.len()];
    let mut searched = [0; SearchGroup::ALL.len()];
    for benchmark in Benchmark::all() {
        let Some(group) = SearchGroup::of(&benchmark).filter(|_| benchmark.quick || !quick) else { continue };
        let place = SearchGroup::ALL.iter().position(|&other| other == group).expect("one of all");
        let all = cost(&workshop, &benchmark, benchmark.bot, None);
        searched[place] += 1;
        eprintln!("{} {} {}: {all:?}", benchmark.game, benchmark.moves, benchmark.bot);
        for (name, row) in Techniques::NAMES.iter().zip(&mut table) {
            let colon = if benchmark.bot.contains(':') { ',' } else { ':' };
            let bot = format!("{}{colon}disable={name}", benchmark.bot);
            row[place].add(cost(&workshop, &benchmark, &bot, Some(all)), all);
        }
    }
    let text = text(&table, &searched);
    if quick {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/worth.md"), text)
}

/// The cost of `bot` for a position of the list: the quickest of a few searches if they are short.
fn cost(workshop: &Workshop, benchmark: &Benchmark, bot: &str, all: Option<Cost>) -> Cost {
    let most = all.map(|all| Duration::from_secs_f64(AT_MOST * all.seconds + PATIENCE));
    let search = || {
        let stop = most.map_or_else(Stop::never, |most| Stop::never().within(most));
        let Analysis { nodes, seconds, .. } =
            benchmark.run_with(workshop, bot, &stop).expect("the list is right");
        Cost { nodes: nodes as f64, seconds, cut: stop.is_raised() }
    };
    let mut best = search();
    if best.seconds < SHORT {
        for _ in 0..4 {
            let next = search();
            if next.seconds < best.seconds {
                best = next;
            }
        }
    }
    best
}

/// A geometric mean of ratios.
#[derive(Clone, Copy, Debug, Default)]
struct GeometricMean {
    nodes: f64,
    seconds: f64,
    count: f64,
    cut: bool,
}

impl GeometricMean {
    fn add(&mut self, without: Cost, all: Cost) {
        self.nodes += (without.nodes / all.nodes).ln();
        self.seconds += (without.seconds.max(1e-7) / all.seconds.max(1e-7)).ln();
        self.count += 1.0;
        self.cut |= without.cut;
    }

    fn text(&self) -> String {
        let ratio = |sum: f64| format!("{}{:.2}", if self.cut { "> " } else { "" }, (sum / self.count).exp());
        match ratio(self.nodes) {
            _ if self.count == 0.0 => "".to_string(),
            nodes => format!("{nodes} · {}", ratio(self.seconds)),
        }
    }
}

fn text(table: &[Vec<GeometricMean>], searched: &[usize]) -> String {
    let mut text = "# What each technique is worth\n\n\
         The positions of `crates/workshop/src/positions.txt` with a depth, searched by the engine with all techniques and without each of them in turn: ratio of nodes ·\n\
         ratio of time to the same depth, as geometric means over the positions. More than 1: the technique pays. One thread, tables of at most 64 MiB.\n\n\
         A technique with a star changes what is searched, and not only how soon it is found. For these, nodes to the same depth do not say what the\n\
         technique is worth; matches do. `>` marks a ratio that is at least so large, because the search without the technique was stopped.\n\n\
         Written by `cargo run --release -p plywood-bench --example worth`.\n\n| disabled |"
        .to_string();
    for (group, count) in SearchGroup::ALL.iter().zip(searched) {
        let _ = write!(text, " {} ({count}) |", group.name());
    }
    text += "\n|---|";
    text += &"---|".repeat(SearchGroup::ALL.len());
    text.push('\n');
    for (name, row) in Techniques::NAMES.iter().zip(table) {
        let star = if SELECTIVE.contains(name) { "*" } else { "" };
        let _ = write!(text, "| {name}{star} |");
        for mean in row {
            let _ = write!(text, " {} |", mean.text());
        }
        text.push('\n');
    }
    text
}
