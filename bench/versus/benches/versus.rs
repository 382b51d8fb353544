//! Random games a second, beside the crates `board-game` 0.8 and `connect-four-ai` 1.0 (with the same generator, rand_xoshiro), and
//! searches to the same depth, beside the crate `minimax` 0.6.
//!
//! cargo bench --manifest-path bench/versus/Cargo.toml

use std::hint::black_box;
use std::time::Duration;

use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use connect_four_ai::Position;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywood_bench::workload;
use plywood_versus::depths::{Search, position, run};
use plywood_versus::theirs::{ConnectFour, Cube, Here, Pushes, Qubic};
use rand_xoshiro_06::Xoshiro256PlusPlus;
use rand_xoshiro_06::rand_core::{RngCore, SeedableRng};

const GAMES: u32 = 100;

fn random_games<B: Board + Default>(rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut board = B::default();
        while !board.is_done() {
            let mv = board.random_available_move(rng).expect("it is not done");
            board.play(mv).expect("the move is available");
            plies += 1;
        }
    }
    plies
}

/// The bitboards of the crate `connect-four-ai`, which has no random play: a random column until one is not full is the quickest way
/// to a uniform move.
fn connect_four_ai(rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut position = Position::new();
        while position.get_moves() < Position::BOARD_SIZE && !position.is_won_position() {
            let column = (u64::from(rng.next_u32()) * Position::WIDTH as u64 >> 32) as usize;
            if position.is_playable(column) {
                position.play(column);
            }
        }
        plies += position.get_moves() as u64;
    }
    plies
}

fn side_by_side<B: Board + Default>(c: &mut Criterion, game: &str) {
    let mut group = c.benchmark_group(format!("random_games/{game}"));
    group.throughput(Throughput::Elements(u64::from(GAMES)));
    let mut work = workload(game);
    group.bench_function("plywood", |b| b.iter(|| black_box(work.random_games(GAMES))));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    group.bench_function("board-game", |b| b.iter(|| black_box(random_games::<B>(&mut rng))));
    if game == "connect4" {
        group.bench_function("connect-four-ai", |b| b.iter(|| black_box(connect_four_ai(&mut rng))));
    }
    group.finish();
}

/// One search of the opening, its table made anew each time.
fn searches<H: Here>(c: &mut Criterion, depth: u8) {
    let mut group = c.benchmark_group(format!("search/{}, depth {depth}", H::NAME));
    let state = position::<H>("");
    for search in Search::ALL {
        group.bench_function(search.name(), |b| b.iter(|| black_box(run::<H>(search, &state, depth))));
    }
    group.finish();
}

fn all(c: &mut Criterion) {
    side_by_side::<TTTBoard>(c, "tictactoe");
    side_by_side::<Connect4>(c, "connect4");
    searches::<ConnectFour>(c, 8);
    searches::<Cube>(c, 4);
    searches::<Qubic>(c, 4);
    searches::<Pushes>(c, 6);
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).sample_size(20);
    targets = all
}
criterion_main!(benches);
