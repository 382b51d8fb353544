//! The results of tic-tac-toe after 100000 games, against a perfect opponent and a random one.
//!
//! Over the seeds 1 to 20 of each schedule there was no loss; TARGETS.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use plywood_learn::{Aim, Brain, Learner, Opponent, Training, TrainingStage};
use plywood_rules::bot::Random;
use plywood_rules::random::below;
use plywood_rules::{Bot, Game, Playable, Player, Position, Report, Run, Stop, Turn, moves_or_outcomes};
use rand_core::Rng;

use crate::kit::{ScratchBrain, play, rng, seats, settings, with_game};

/// The value of a position for the first player if both play perfectly: 1, 0 or -1. The whole game is searched.
pub fn worth<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, i8>) -> i8 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Over(outcome) => outcome.utility(Player::First),
        Turn::Decision(player) => {
            let moves = moves_or_outcomes(game, state);
            let values = moves.into_iter().map(|mv| worth(game, &game.child(state, mv), known));
            if player == Player::First { values.max().unwrap() } else { values.min().unwrap() }
        }
        Turn::Chance => panic!("no dice here"),
    };
    known.insert(state.clone(), value);
    value
}

/// Plays any of the best moves.
pub struct Perfect<G: Game> {
    known: HashMap<G::State, i8>,
}

impl<G: Game> Bot<G> for Perfect<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        _: &Stop,
    ) -> Report<G::Move> {
        let value = worth(game, position.state, &mut self.known);
        let mut moves = moves_or_outcomes(game, position.state);
        moves.retain(|&mv| worth(game, &game.child(position.state, mv), &mut self.known) == value);
        Report::without_value(moves[below(rng, moves.len())], moves)
    }
}

/// Wins, draws and losses of the brain, which does not learn from these games.
fn results<G: Playable>(brain: &Arc<Brain<G>>, own: Player, other: &mut dyn Bot<G>, games: u64) -> [u64; 3] {
    let mut results = [0; 3];
    let mut machine = Learner::new(Arc::clone(brain), Aim::Value, false, None);
    for game in 0..games {
        let played =
            play(brain.game(), seats(own, &mut machine, other), &mut rng(game * 2 + own.index() as u64));
        results[(1 - played.result(own)) as usize] += 1;
    }
    results
}

fn trained<G: Playable>(
    game: &Arc<G>,
    seed: u64,
    against_itself: u64,
    against_random: u64,
) -> ScratchBrain<G> {
    let housed = ScratchBrain::new(game, settings(1.0, 0.99, 1));
    let random = Opponent::Bot(Box::new(|| Box::new(Random) as _));
    let training = Training {
        plan: "targets".into(),
        start: game.initial(),
        stages: vec![
            TrainingStage { games: against_itself, opponent: Opponent::Itself },
            TrainingStage { games: against_random, opponent: random },
        ],
        seed,
        explore: 0.1,
        round: NonZeroUsize::MIN,
        max_plies: 100,
        search: 1,
        lines: 0,
        teacher: None,
    };
    training.begin(&housed.brain).run_until(training.games(), &Run::default()).unwrap();
    housed
}

fn check<G: Playable>(game: &Arc<G>, seed: u64, against_itself: u64, against_random: u64) {
    let ScratchBrain { brain, folder: _folder } = trained(game, seed, against_itself, against_random);
    assert_eq!(brain.counters().games, against_itself + against_random);
    let case = format!("{against_itself} against itself, {against_random} against random, seed {seed}");
    let mut perfect = Perfect { known: HashMap::new() };
    for own in Player::BOTH {
        let [wins, _, losses] = results(&brain, own, &mut perfect, 10_000);
        assert_eq!((wins, losses), (0, 0), "{case}: {own} player against perfect play");
    }
    let [x, o] = Player::BOTH.map(|own| results(&brain, own, &mut Random, 20_000));
    assert!(x[0] >= 19_800, "{case}: wins, draws, losses as X against random: {x:?}");
    assert!(
        o[0] as f64 - o[2] as f64 >= 0.91 * 20_000.0,
        "{case}: wins, draws, losses as O against random: {o:?}"
    );
}

#[test]
fn slow_after_games_against_itself_and_a_random_player() {
    fn test<G: Playable>(game: Arc<G>) {
        for seed in [1, 2] {
            check(&game, seed, 20_000, 80_000);
        }
    }
    with_game!("tictactoe", test);
}

#[test]
fn slow_after_games_against_a_random_player_alone() {
    fn test<G: Playable>(game: Arc<G>) {
        for seed in [1, 2] {
            check(&game, seed, 0, 100_000);
        }
    }
    with_game!("tictactoe", test);
}
