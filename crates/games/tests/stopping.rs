//! Plain loops over positions stop soon after the flag is raised.

use std::time::{Duration, Instant};

use plywood_games::{Visitor, open};
use plywood_rules::laws::{self, Effort};
use plywood_rules::{Playable, Run, Stop, levels, perft, reach};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The longest time for a loop to stop, with a margin for a busy machine.
const LONGEST: Duration = Duration::from_millis(500);

/// Runs each loop over a game and raises the flag from another thread.
struct StopEach;

impl Visitor for StopEach {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = game.initial();
        stops("perft", |stop| perft::perft_until(&game, &start, 255, stop).is_ok());
        stops("divide", |stop| perft::divide_until(&game, &start, 255, stop).is_ok());
        stops("levels", |stop| levels::count(&game, &start, 255, stop).is_ok());
        stops("reach", |stop| reach::reach(&game, &start, &Run::until(stop)).complete);
        let effort = Effort { games: u32::MAX, ..Effort::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        stops("laws", |stop| laws::check(&game, effort, &mut rng, &Run::until(stop)).games == effort.games);
    }
}

/// Asserts that `work` ends soon after the flag is raised, without being complete.
fn stops(what: &str, work: impl FnOnce(&Stop) -> bool) {
    let stop = Stop::never();
    let raised = std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
            Instant::now()
        });
        assert!(!work(&stop), "{what} is complete");
        raiser.join().expect("the thread that raises the flag")
    });
    let late = raised.elapsed();
    assert!(late < LONGEST, "{what} went on for {late:?}");
}

#[test]
fn loops_stop_when_the_flag_is_raised() {
    for game in ["connect4", "pikkpakk", "tesseract"] {
        open(game, StopEach).expect(game);
    }
}
