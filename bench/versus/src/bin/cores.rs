//! Writes the second part of `book/src/benchmarks/versus.md`: nodes a second and seconds to the same depth on one processor and on two.
//!
//! cargo run --release --manifest-path bench/versus/Cargo.toml --bin cores [-- --short]

use std::fmt::Write;
use std::time::Instant;

use minimax::{IterativeOptions, ParallelOptions, ParallelSearch, Strategy};
use plywood_versus::depths::{TABLE, on_threads, position};
use plywood_versus::report::{self, geometric_mean, rate, seconds};
use plywood_versus::theirs::{ConnectFour, Cube, Here, Pushes, Qubic, Same, State, Theirs, visited};

/// Runs of each search, of which the median by time counts: runs with two threads differ.
const RUNS: usize = 3;

fn main() -> std::io::Result<()> {
    let less = if std::env::args().any(|arg| arg == "--short") { 3 } else { 0 };
    let mut ratios = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    let mut rows = String::new();
    rows += &row::<ConnectFour>("connect four", "", 14 - less, &mut ratios);
    rows += &row::<ConnectFour>("connect four", "a b b b d a b f", 14 - less, &mut ratios);
    rows += &row::<Cube>("3x3x3", "", 7 - less, &mut ratios);
    rows += &row::<Qubic>("Qubic", "", 6 - less, &mut ratios);
    rows += &row::<Pushes>("Pikk Pakk", "", 11 - less, &mut ratios);
    rows += &row::<Pushes>("Pikk Pakk", "b+ 6- 5- f- b- 4-", 11 - less, &mut ratios);
    let mut text = format!(
        "`minimax`'s ParallelSearch and the engine at full width, on as many threads; the middle of {RUNS} runs each, by the \
         clock. What `minimax` visits is counted in a run of its own, as moves made.\n\n\
         | game | after | depth | minimax, one thread | two | plywood, one thread | two |\n|---|---|---|---|---|---|---|\n{rows}\n\
         | geometric mean | one thread | two |\n|---|---|---|\n",
    );
    for (what, [one, two]) in
        [("times its nodes a second", [0, 2]), ("times less time to the same depth", [1, 3])]
    {
        let _ = writeln!(
            text,
            "| {what} | {:.2} | {:.2} |",
            geometric_mean(&ratios[one]),
            geometric_mean(&ratios[two])
        );
    }
    println!("{text}");
    report::write("cores", text.trim_end())
}

/// The cost of a search.
#[derive(Clone, Copy)]
struct Took {
    nodes: f64,
    seconds: f64,
}

impl Took {
    fn text(self) -> String {
        format!("{}, {}", seconds(self.seconds), rate(self.nodes / self.seconds))
    }
}

/// A row of the table; the ratios are those of the rate and of the time with one thread, and with two.
fn row<H: Here>(title: &str, moves: &str, depth: u8, ratios: &mut [Vec<f64>; 4]) -> String {
    eprintln!("{title} {moves}");
    let mut texts = Vec::new();
    let mut found = Vec::new();
    for threads in [1, 2] {
        let nodes = theirs::<H, true>(moves, depth, threads).nodes;
        let (mut them, mut us) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            them.push(Took { nodes, ..theirs::<H, false>(moves, depth, threads) });
            let found = on_threads::<H>(&position::<H>(moves), depth, threads);
            us.push(Took { nodes: found.nodes.expect("it tells") as f64, seconds: found.seconds });
        }
        found.push([them, us].map(middle));
    }
    for (at, [them, us]) in found.iter().enumerate() {
        ratios[2 * at].push((us.nodes / us.seconds) / (them.nodes / them.seconds));
        ratios[2 * at + 1].push(them.seconds / us.seconds);
    }
    for side in [0, 1] {
        texts.extend(found.iter().map(|both| both[side].text()));
    }
    let after = if moves.is_empty() { "the start".to_string() } else { format!("`{moves}`") };
    format!("| {title} | {after} | {depth} | {} |\n", texts.join(" | "))
}

fn middle(mut runs: Vec<Took>) -> Took {
    runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    runs[runs.len() / 2]
}

fn theirs<H: Here, const COUNTS: bool>(moves: &str, depth: u8, threads: usize) -> Took {
    let options = IterativeOptions::new().with_table_byte_size(TABLE).with_countermove_history();
    let parallel = ParallelOptions::new().with_num_threads(threads);
    let mut search = ParallelSearch::new(Same::<H, COUNTS>::new(), options, parallel);
    Strategy::<Theirs<H, COUNTS>>::set_max_depth(&mut search, depth);
    let state = State::<H>::new(&position::<H>(moves));
    let (before, started) = (visited(), Instant::now());
    Strategy::<Theirs<H, COUNTS>>::choose_move(&mut search, &state).expect("the game is not over");
    Took { seconds: started.elapsed().as_secs_f64(), nodes: (visited() - before) as f64 }
}
