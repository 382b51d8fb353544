//! Monte Carlo tree search: what it proves is true, what it estimates comes near the truth, and it keeps to its limits.

mod common;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{Hashed, Marks, TicTacToe};
use plywood_rules::evaluate::{Nothing, NothingUpTo};
use plywood_rules::random::playout;
use plywood_rules::tree::{self, Leaves, RandomTree, WrittenTree};
use plywood_rules::{
    Bot, Clock, Game, Outcome, Player, Playable, Position, Proved, Report, Stop, Tactics, Turn, Value,
};
use plywood_search::{Limits, Mcts, MctsSettings, Minimax, Settings, Tie};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A game that tells searches nothing but its rules.
struct Plain<G>(G);

impl<G: Game> Game for Plain<G> {
    type State = G::State;
    type Move = G::Move;

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.0.legal_moves(state, moves);
    }

    fn chance_outcomes(&self, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>) {
        self.0.chance_outcomes(state, outcomes);
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.0.play(state, mv);
    }
}

impl<G: Game> Tactics for Plain<G> {}

const TIC_TAC_TOE: Plain<TicTacToe> = Plain(TicTacToe);

fn playouts(playouts: u64) -> MctsSettings {
    MctsSettings { playouts: Some(playouts), ..MctsSettings::default() }
}

/// The answer of a new bot that wins 1 point, in a game without a past.
fn ask<G: Tactics>(game: &G, state: &G::State, settings: MctsSettings, seed: u64) -> Report<G::Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Mcts::new(Box::new(Nothing), settings).choose(game, Position::new(state), &mut rng, &Stop::never())
}

/// What minimax says to the end of the game.
fn truth<G: Game>(game: &G, state: &G::State, win_worth: f64) -> Report<G::Move> {
    let settings = Settings { all: true, ..Settings::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    Minimax::new(Box::new(NothingUpTo(win_worth)), settings).choose(
        game,
        Position::new(state),
        &mut rng,
        &Stop::never(),
    )
}

fn winner(proved: Proved) -> &'static str {
    proved.word()
}

/// Every tenth position of tic-tac-toe, each of a random game, is proved, and rightly so.
#[test]
fn tic_tac_toe_is_proved() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut states = vec![TicTacToe.initial()];
    for plies in 0..9 {
        for _ in 0..40 {
            let (mut state, mut turn) = (TicTacToe.initial(), Turn::Decision(Player::First));
            for _ in 0..plies {
                if turn.outcome().is_none() {
                    let moves = TicTacToe.count_moves(&state);
                    let n = plywood_rules::random::below(&mut rng, moves);
                    state = TicTacToe.child(&state, TicTacToe.nth_move(&state, n));
                    turn = TicTacToe.turn(&state);
                }
            }
            if turn.outcome().is_none() {
                states.push(state);
            }
        }
    }
    for state in states {
        let report = ask(&TIC_TAC_TOE, &state, playouts(15_000), 1);
        let proved = report.value.and_then(Value::proved).expect("it is proved");
        let truth = truth(&TIC_TAC_TOE, &state, 1.0);
        let expected = truth.value.and_then(Value::proved).unwrap();
        assert_eq!(winner(proved), winner(expected), "{state:?}");
        // A proof may be longer than the shortest one.
        assert!(proved.plies() >= expected.plies(), "{state:?}: {proved:?} {expected:?}");
        let chosen = truth.moves.iter().find(|alternative| alternative.mv == report.best).unwrap();
        let kept = chosen.value.and_then(Value::proved).unwrap();
        assert_eq!(winner(kept), winner(expected), "{state:?}: {}", report.best);
    }
}
