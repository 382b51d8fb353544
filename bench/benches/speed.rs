//! Speed of the games on one core: random games, perft, enumeration, plain alpha-beta.
//!
//! cargo bench -p plywood-bench

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plywood_bench::learning::{lab, lab_in_memory};
use plywood_bench::workload;
use plywood_games::classic::FAMILIES;
use plywood_learn::MemoryLimits;
use std::hint::black_box;
use std::time::Duration;

fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random_games");
    for game in
        ["tictactoe", "connect4", "gomoku", "cube3", "qubic", "tesseract", "pikkpakk:size=3", "piglet"]
            .into_iter()
            .chain(FAMILIES.iter().map(|family| family.name))
    {
        let mut work = workload(game);
        let games = 100;
        group.throughput(Throughput::Elements(u64::from(games)));
        group.bench_function(BenchmarkId::from_parameter(game), |b| {
            b.iter(|| black_box(work.random_games(games)));
        });
    }
    group.finish();
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (game, depth) in [("pikkpakk", 5), ("connect4", 8), ("tictactoe", 9), ("qubic", 4)] {
        let work = workload(game);
        group.throughput(Throughput::Elements(work.perft(depth)));
        group.bench_function(BenchmarkId::new(game, depth), |b| b.iter(|| black_box(work.perft(depth))));
    }
    group.finish();
}

fn enumeration(c: &mut Criterion) {
    let mut group = c.benchmark_group("enumeration");
    let work = workload("tictactoe");
    group.throughput(Throughput::Elements(5478));
    group.bench_function("tictactoe/by_orbits", |b| b.iter(|| black_box(work.reach())));
    group.bench_function("tictactoe/one_by_one", |b| b.iter(|| black_box(work.every_position())));
    group.finish();
}

fn alphabeta(c: &mut Criterion) {
    let mut group = c.benchmark_group("alphabeta");
    for (game, depth) in
        [("tictactoe", None), ("connect4", Some(7)), ("pikkpakk", Some(4)), ("cube3", Some(3))]
    {
        let work = workload(game);
        group.throughput(Throughput::Elements(work.alphabeta(depth)));
        group.bench_function(BenchmarkId::from_parameter(game), |b| {
            b.iter(|| black_box(work.alphabeta(depth)));
        });
    }
    group.finish();
}

/// Positions from random games, a thousand at a time: what a store is looked up by.
fn keys(c: &mut Criterion) {
    const POSITIONS: usize = 1000;
    let mut group = c.benchmark_group("keys");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for game in ["tictactoe", "connect4", "qubic", "gomoku", "pikkpakk", "pig"] {
        let mut work = workload(game);
        work.collect(POSITIONS);
        group.bench_function(BenchmarkId::new("pack", game), |b| b.iter(|| black_box(work.pack())));
        group.bench_function(BenchmarkId::new("unpack", game), |b| b.iter(|| black_box(work.unpack())));
        group.bench_function(BenchmarkId::new("canonical", game), |b| b.iter(|| black_box(work.canonical())));
    }
    group.finish();
}

/// Games of self-play, learnt one after the other; the time is that of a game.
fn learning(c: &mut Criterion) {
    let mut group = c.benchmark_group("learning");
    for (game, round, jobs) in
        [("tictactoe", 1, 1), ("tictactoe", 1000, 2), ("pikkpakk", 1, 1), ("pikkpakk", 64, 2)]
    {
        let name = format!("{game}, {jobs} threads, rounds of {round}");
        let limits = MemoryLimits::default();
        group.throughput(Throughput::Elements(1));
        for (place, mut lab) in [
            ("on disk", lab(game, round, jobs, limits)),
            ("in memory", lab_in_memory(game, round, jobs, limits)),
        ] {
            group.bench_function(BenchmarkId::from_parameter(format!("{name}, {place}")), |b| {
                b.iter_custom(|games| lab.train(games));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(20);
    targets = random_games, perft, enumeration, alphabeta, keys, learning
}
criterion_main!(benches);
