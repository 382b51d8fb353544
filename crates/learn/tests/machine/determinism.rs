//! Training gives the same brain from the same seed, whatever the number of threads, wherever it is interrupted and
//! however little memory there is.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use plywood_learn::{Brain, MemoryLimits, Opponent, Training, TrainingStage};
use plywood_rules::bot::Random;
use plywood_rules::random::below;
use plywood_rules::{Bot, Game, Playable, Position, Report, Run, Stop};
use rand_core::Rng;

use crate::kit::{Folder, MEMORY, TINY, open, rng, settings, text_of, with_game};

fn on<P>(threads: usize) -> Run<'static, P> {
    Run { threads, ..Run::default() }
}

fn training<G: Playable>(game: &G, games: u64, round: usize) -> Training<'static, G> {
    let random = Opponent::Bot(Box::new(|| Box::new(Random) as _));
    Training {
        plan: "a test".into(),
        start: game.initial(),
        stages: vec![
            TrainingStage { games: games / 3, opponent: Opponent::Itself },
            TrainingStage { games: games - games / 3, opponent: random },
        ],
        seed: 7,
        explore: 0.1,
        round: NonZeroUsize::new(round).unwrap(),
        max_plies: 60,
        search: 1,
        lines: 0,
        teacher: None,
    }
}

fn create<G: Playable>(game: &Arc<G>, folder: &Folder, limits: MemoryLimits) -> Brain<G> {
    Brain::create(Arc::clone(game), &folder.at("brain"), settings(1.0, 0.99, 1), limits).unwrap()
}

/// The brain as text after all of the training in one go.
fn in_one_go<G: Playable>(
    game: &Arc<G>,
    training: &Training<'_, G>,
    limits: MemoryLimits,
    threads: usize,
) -> String {
    let folder = Folder::new();
    let brain = create(game, &folder, limits);
    let mut run = training.begin(&brain);
    assert_eq!(run.done(), 0);
    run.run_until(training.games(), &on(threads)).unwrap();
    drop(run);
    assert_eq!(brain.counters().games, training.games());
    let text = text_of(&brain);
    drop(brain);
    // And it is all on disk.
    assert_eq!(text_of(&open(game, &folder.at("brain"), MEMORY)), text);
    text
}

#[test]
fn a_brain_in_memory_learns_the_same() {
    fn test<G: Playable>(game: Arc<G>) {
        let training = training(&*game, 600, 8);
        let on_disk = in_one_go(&game, &training, MEMORY, 2);
        for limits in [MEMORY, TINY] {
            let new = || Brain::in_memory(Arc::clone(&game), settings(1.0, 0.99, 1), limits).unwrap();
            let brain = new();
            training.run(&brain, &on(2)).unwrap();
            assert!(text_of(&brain) == on_disk, "{}", game.name());
            brain.reset().unwrap();
            assert_eq!(
                (brain.counters().nodes, brain.known_moves(&game.initial()).unwrap()[0].edge),
                (0, None)
            );
            let error = brain.merge(&new(), &Stop::never()).err().unwrap();
            assert!(error.to_string().contains("a brain in memory"), "{error}");
        }
    }
    with_game!("tictactoe", test);
    with_game!("pikkpakk:size=3", test);
}

#[test]
fn slow_threads_make_no_difference() {
    fn test<G: Playable>(game: Arc<G>) {
        for round in [1, 8, 64] {
            let [one, two] =
                [1, 2].map(|threads| in_one_go(&game, &training(&*game, 600, round), MEMORY, threads));
            assert!(one == two, "{} in rounds of {round}", game.name());
            // More threads than a round has games.
            assert!(in_one_go(&game, &training(&*game, 600, round), MEMORY, 5) == one);
        }
    }
    with_game!("tictactoe", test);
    with_game!("pikkpakk:size=3", test);
}

#[test]
fn rounds_do_make_a_difference() {
    fn test<G: Playable>(game: Arc<G>) {
        let [one, eight] = [1, 8].map(|round| in_one_go(&game, &training(&*game, 600, round), MEMORY, 1));
        assert!(one != eight);
    }
    with_game!("tictactoe", test);
}

#[test]
fn slow_interruptions_make_no_difference() {
    fn test<G: Playable>(game: Arc<G>) {
        for round in [1, 8, 64] {
            let whole = in_one_go(&game, &training(&*game, 600, round), MEMORY, 1);
            for seed in 0..3 {
                assert!(
                    in_pieces(&game, round, seed) == whole,
                    "{} in rounds of {round}, seed {seed}",
                    game.name()
                );
            }
        }
    }
    with_game!("tictactoe", test);
    with_game!("pikkpakk:size=3", test);
}

/// The same, with pauses after random numbers of games; after every other one the file is closed and opened again.
fn in_pieces<G: Playable>(game: &Arc<G>, round: usize, seed: u64) -> String {
    let folder = Folder::new();
    let mut rng = rng(seed);
    let mut brain = create(game, &folder, MEMORY);
    let training = training(&**game, 600, round);
    let mut until = 0;
    while until < training.games() {
        let mut run = training.begin(&brain);
        until = (until + 1 + below(&mut rng, 150) as u64).min(training.games());
        run.run_until(until, &on(1 + seed as usize % 2)).unwrap();
        let done = run.done();
        drop(run);
        assert_eq!(brain.run().unwrap().done, done);
        assert!((until..until + round as u64).contains(&done), "{done} instead of {until}");
        assert_eq!(brain.counters().games, done);
        if below(&mut rng, 2) == 0 {
            drop(brain);
            brain = open(game, &folder.at("brain"), MEMORY);
            assert_eq!(training.begin(&brain).done(), done);
        }
    }
    text_of(&brain)
}

#[test]
fn stopping_in_the_middle_makes_no_difference() {
    fn test<G: Playable>(game: Arc<G>) {
        let whole = in_one_go(&game, &training(&*game, 300, 16), MEMORY, 1);
        let folder = Folder::new();
        let brain = create(&game, &folder, MEMORY);
        // Training is stopped while a bot searches, again and again, later every time.
        for patience in 0.. {
            let stop = Stop::never();
            let (moves, flag) = (Arc::new(AtomicU32::new(0)), stop.clone());
            let impatient = Opponent::Bot(Box::new(move || {
                Box::new(Impatient { stop: flag.clone(), moves: Arc::clone(&moves), patience: patience * 40 })
                    as _
            }));
            let mut training = training(&*game, 300, 16);
            let random = training.stages.pop().unwrap();
            training.stages.push(TrainingStage { games: random.games, opponent: impatient });
            training.begin(&brain).run_until(300, &Run { threads: 2, ..Run::until(&stop) }).unwrap();
            let done = brain.run().unwrap().done;
            assert_eq!(brain.counters().games, done);
            assert!(done.is_multiple_of(16) || done == 300, "{done}");
            if done == 300 {
                break;
            }
        }
        assert!(text_of(&brain) == whole);
    }
    with_game!("tictactoe", test);
}

/// Plays at random, and raises the flag after `patience` moves.
struct Impatient {
    stop: Stop,
    moves: Arc<AtomicU32>,
    patience: u32,
}

impl<G: Game> Bot<G> for Impatient {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        if self.moves.fetch_add(1, Ordering::Relaxed) >= self.patience {
            self.stop.raise();
        }
        Random.choose(game, position, rng, stop)
    }
}

#[test]
fn little_memory_makes_no_difference() {
    fn test<G: Playable>(game: Arc<G>) {
        for round in [1, 16] {
            let [large, tiny] =
                [MEMORY, TINY].map(|limits| in_one_go(&game, &training(&*game, 400, round), limits, 1));
            assert!(large.len() > 4 * TINY.graph, "the brain would fit into the tiny room");
            assert!(large == tiny, "{} in rounds of {round}", game.name());
        }
    }
    with_game!("tictactoe", test);
    with_game!("pikkpakk:size=3", test);
}

#[test]
fn a_new_run_goes_on_from_the_brain_and_plays_other_games() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = Folder::new();
        let brain = create(&game, &folder, MEMORY);
        let first = training(&*game, 90, 1);
        first.run(&brain, &Run::default()).unwrap();
        let known = brain.counters();
        // The same words again after the end: a run of its own, whose seeds count on from the games before.
        let mut run = first.begin(&brain);
        assert_eq!((run.done(), run.before(), brain.run().unwrap().before), (0, 90, 90));
        run.run_until(90, &Run::default()).unwrap();
        assert_eq!(brain.counters().games, 180);
        assert!(brain.counters().nodes > known.nodes);
        // Other words in the middle of a run begin another one.
        run.finish().unwrap();
        first.begin(&brain).run_until(10, &Run::default()).unwrap();
        let other = Training { plan: "another".into(), ..training(&*game, 90, 1) };
        assert_eq!(other.begin(&brain).done(), 0);
        assert_eq!(brain.run().unwrap().before, 190);
    }
    with_game!("tictactoe", test);
}
