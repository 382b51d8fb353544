//! A large brain: what it takes to make one, to open it and to look something up. Prints a table; takes minutes.
//!
//! cargo bench -p plywood-bench --bench brain            # ten million moves of Pikk Pakk
//! cargo bench -p plywood-bench --bench brain -- 100000  # fewer

use plywood_bench::learning::{lab, resident_bytes};
use plywood_learn::MemoryLimits;

/// Games between two checks of the number of moves.
const STEP: u64 = 2_000;

/// Positions looked up.
const LOOK_UPS: usize = 100_000;

fn main() {
    let wanted = std::env::args().filter_map(|argument| argument.parse().ok()).next_back();
    let wanted: u64 = wanted.unwrap_or(10_000_000);
    let mut lab = lab("pikkpakk", 1, 1, MemoryLimits::of(4 << 30));
    let mut seconds = 0.0;
    while lab.counters().edges < wanted {
        seconds += lab.train(STEP).as_secs_f64();
    }
    let counters = lab.counters();
    let edges = counters.edges as f64;
    let (memory, file) = lab.bytes();
    println!("{} games of self-play in {seconds:.1} s, to disk", counters.games);
    println!("{} positions, {} moves", counters.nodes, counters.edges);
    println!("in memory      {:6.1} bytes a move", memory as f64 / edges);
    println!("on disk        {:6.1} bytes a move as it grew", file as f64 / edges);
    let compacting = lab.compact();
    let (_, file) = lab.bytes();
    println!(
        "               {:6.1} bytes a move after {:.1} s of compacting",
        file as f64 / edges,
        compacting.as_secs_f64()
    );
    let opening = lab.reopen();
    println!("opening        {:6.1} ms", opening.as_secs_f64() * 1e3);
    let megabytes = || resident_bytes().map_or(f64::NAN, |bytes| bytes as f64 / f64::from(1 << 20));
    for what in ["from the file", "the same again"] {
        let (time, known) = lab.look_up(LOOK_UPS);
        let microseconds = time.as_secs_f64() * 1e6 / LOOK_UPS as f64;
        println!(
            "a look-up      {microseconds:6.2} us, {what}; {known} of {LOOK_UPS} known, {:.0} MB resident",
            megabytes()
        );
    }
    let loading = lab.load_all();
    println!("reading it all {:6.2} s, {:.0} MB resident", loading.as_secs_f64(), megabytes());
    let (time, _) = lab.look_up(LOOK_UPS);
    println!("a look-up      {:6.2} us, in memory", time.as_secs_f64() * 1e6 / LOOK_UPS as f64);
}
