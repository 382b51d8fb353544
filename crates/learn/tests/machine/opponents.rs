//! An opponent that wins and repeats its play is beaten, or has to change, within a few games.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_learn::{Aim, Learner};
use plywood_rules::bot::Random;
use plywood_rules::{Bot, Game, Playable, Player, Position, Report, Stop, moves_or_outcomes};
use rand_core::Rng;

use crate::kit::{Played, ScratchBrain, play, rng, seats, settings, with_game};

/// Repeats a move that has won before, and otherwise plays the first legal move.
struct Repeater<G: Game> {
    line: HashMap<G::State, G::Move>,
}

impl<G: Game> Bot<G> for Repeater<G> {
    fn choose(&mut self, game: &G, position: Position<'_, G>, _: &mut dyn Rng, _: &Stop) -> Report<G::Move> {
        let legal = moves_or_outcomes(game, position.state);
        let best = self.line.get(position.state).copied().unwrap_or(legal[0]);
        Report::without_value(best, legal)
    }
}

/// The number of games a learner that knows nothing needs against an opponent who repeats a win over it, until it does not lose
/// to them any more (in 30 games).
///
/// It may try something else after a draw and lose once more: when it learns a game it also learns what the opponent
/// could have won with.
fn games_needed<G: Playable>(game: &Arc<G>, own: Player, seed: u64, prove: u32) -> u32 {
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(game, settings(1.0, 0.99, prove));
    let mut rng = rng(seed);
    let mut machine = Learner::new(Arc::clone(&brain), Aim::Value, true, None);
    let seat = Player::BOTH.map(|player| player == own);
    let won = loop {
        let played = play(&**game, seats(own, &mut machine, &mut Random), &mut rng);
        if played.result(own) < 0 {
            break played;
        }
    };
    won.teach(&brain, seat);
    let moves = won.states.iter().cloned().zip(won.moves.iter().copied());
    let theirs = moves.filter(|(state, _)| game.turn(state).player() == Some(own.other()));
    let mut opponent: Repeater<G> = Repeater { line: theirs.collect() };
    let mut needed = 1;
    for number in 2..=30 {
        let played: Played<G> = play(&**game, seats(own, &mut machine, &mut opponent), &mut rng);
        played.teach(&brain, seat);
        if played.result(own) < 0 {
            needed = number;
        }
    }
    needed
}

/// Checks `games_needed` with `prove`, for both sides and `seeds` seeds each.
fn check<G: Playable>(game: &Arc<G>, prove: u32, seeds: u64, most: u32) {
    for own in Player::BOTH {
        for seed in 0..seeds {
            let needed = games_needed(game, own, seed, prove);
            let case = format!("{}, prove={prove}, {own} player, seed {seed}", game.name());
            assert!(needed <= most, "{case}: {needed} games until the last lost one");
        }
    }
}

#[test]
fn slow_a_winning_line_of_tic_tac_toe_works_a_few_times() {
    fn test<G: Playable>(game: Arc<G>) {
        check(&game, 1, 20, 12);
        // Without looking for forced wins it has to lose by each of them first.
        check(&game, 0, 5, 25);
    }
    with_game!("tictactoe", test);
}

#[test]
fn slow_a_winning_line_of_pikk_pakk_works_a_few_times() {
    fn test<G: Playable>(game: Arc<G>) {
        check(&game, 1, 20, 8);
    }
    with_game!("pikkpakk:size=3", test);
}
