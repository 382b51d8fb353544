//! Invariants of a brain, whatever games it learns.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_learn::{Brain, LearnSettings, Loops};
use plywood_rules::random::below;
use plywood_rules::student::Ended;
use plywood_rules::{Game, Playable, Player, Proved, Stop, Turn, moves_or_outcomes};
use proptest::prelude::*;
use rand_core::Rng as Generator;

use crate::kit::{MEMORY, Played, ScratchBrain, open, rng, with_game};
use crate::ways::Ways;

/// A random game: it may run to its end, be given up by either player or be called off at any point.
fn random_game<G: Playable>(game: &G, rng: &mut dyn Generator) -> Played<G> {
    let mut played = Played { states: vec![game.initial()], moves: Vec::new(), ended: Ended::CalledOff };
    let longest = if below(rng, 3) == 0 { below(rng, 8) } else { 60 };
    for _ in 0..longest {
        let state = played.states.last().unwrap();
        let moves = moves_or_outcomes(game, state);
        if moves.is_empty() {
            break;
        }
        let mv = moves[below(rng, moves.len())];
        let next = game.child(state, mv);
        played.moves.push(mv);
        played.states.push(next);
    }
    played.ended = match game.turn(played.states.last().unwrap()) {
        Turn::Over(outcome) => Ended::Rules(outcome),
        _ if below(rng, 2) == 0 => Ended::CalledOff,
        _ => Ended::Resigned { winner: Player::BOTH[below(rng, 2)] },
    };
    played
}

/// The truth about positions that have no loops, for their movers, with its distance.
pub struct Truth<'a, G: Game> {
    pub game: &'a G,
    pub known: HashMap<G::State, Proved>,
}

impl<G: Game> Truth<'_, G> {
    /// The true result of a move, for the player who makes it.
    pub fn of_move(&mut self, state: &G::State, mv: G::Move) -> Proved {
        let player = self.game.turn(state).player().unwrap();
        let child = self.game.child(state, mv);
        let proved = match self.game.turn(&child) {
            Turn::Over(outcome) => match outcome.utility(player) {
                1 => Proved::Win { plies: 0 },
                0 => Proved::Draw,
                _ => Proved::Loss { plies: 0 },
            },
            Turn::Decision(next) if next == player => self.of(&child),
            _ => self.of(&child).reversed(),
        };
        match proved {
            Proved::Win { plies } => Proved::Win { plies: plies + 1 },
            Proved::Draw => Proved::Draw,
            Proved::Loss { plies } => Proved::Loss { plies: plies + 1 },
        }
    }

    fn of(&mut self, state: &G::State) -> Proved {
        if let Some(&proved) = self.known.get(state) {
            return proved;
        }
        let moves = moves_or_outcomes(self.game, state);
        let proved = moves.into_iter().map(|mv| self.of_move(state, mv)).max().unwrap();
        self.known.insert(state.clone(), proved);
        proved
    }
}

/// Teaches random games and checks the brain, each position of these games, and the file.
fn check<G: Playable>(game: Arc<G>, settings: LearnSettings, seed: u64, solvable: bool) {
    let ScratchBrain { brain, folder } = ScratchBrain::new(&game, settings);
    let mut rng = rng(seed);
    let mut told: Vec<Played<G>> = Vec::new();
    let games = 1 + below(&mut rng, 12);
    for _ in 0..games {
        let played = random_game(&*game, &mut rng);
        let before = brain.counters();
        let lesson = played.teach(&brain, [below(&mut rng, 2) == 0, below(&mut rng, 2) == 0]);
        let after = brain.counters();
        assert_eq!(after.games, before.games + 1);
        assert_eq!(after.nodes, before.nodes + lesson.new_positions);
        assert_eq!(after.edges, before.edges + lesson.new_moves);
        told.push(played);
    }
    let states: Vec<G::State> = told.iter().flat_map(|played| played.states.iter().cloned()).collect();
    check_edges(&brain, &states, solvable);
    check_counters(&brain, &told);
    drop(brain);
    let brain = open(&game, &folder.at("brain"), MEMORY);
    check_edges(&brain, &states, solvable);
    check_counters(&brain, &told);
}

fn check_edges<G: Playable>(brain: &Brain<G>, states: &[G::State], solvable: bool) {
    let mut truth = Truth { game: brain.game(), known: HashMap::new() };
    for state in states {
        for known in brain.known_moves(state).unwrap() {
            let Some(edge) = known.edge else { continue };
            assert!((-1.0..=1.0).contains(&edge.q), "{edge:?}");
            assert!((-1.0..=1.0).contains(&edge.result), "{edge:?}");
            assert!(u32::from(edge.tries) <= edge.visits, "{edge:?}");
            let Some(proof) = edge.proof() else { continue };
            assert!(brain.settings().prove > 0);
            let worth = match proof {
                Proved::Win { .. } => 1.0,
                Proved::Draw => 0.0,
                Proved::Loss { .. } => -1.0,
            };
            assert_eq!(edge.q, worth);
            if solvable {
                let real = truth.of_move(state, known.mv);
                let text = brain.game().state_text(state);
                assert_eq!(proof.word(), real.word(), "at '{text}': {:?}", known.mv);
                assert!(proof.plies() >= real.plies(), "at '{text}': {proof:?} is {real:?}");
            }
        }
    }
}

/// The counters and what is in the file say the same.
fn check_counters<G: Playable>(brain: &Brain<G>, told: &[Played<G>]) {
    let mut text = Vec::new();
    brain.export(&mut text, &Stop::never()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let counters = brain.counters();
    assert_eq!(counters.games, told.len() as u64);
    assert_eq!(counters.nodes, text.lines().count() as u64 - 1);
    assert_eq!(counters.edges, text.matches("\"move\":").count() as u64);
    let summary = brain.summary(&Stop::never()).unwrap().unwrap();
    assert_eq!(summary.visits, told.iter().map(|played| played.moves.len() as u64).sum::<u64>());
}

const LOOPS: &str = "o 1: p win2; p 2: s o draw; s 1: a b s2; s2 1: a draw; a 2: s c; c 1: d win2; d 2: s win1; \
                     b 2: win1 win2 draw";
const POINTS: &str = "s 1: t u v; t 2: 3 -2 u; u 1: v win1 0; v 2: draw -4 win1";

fn any_settings() -> impl Strategy<Value = LearnSettings> {
    let alpha = prop_oneof![Just(1.0f32), 0.01f32..1.0];
    let gamma = prop_oneof![Just(1.0f32), Just(0.99f32), 0.01f32..1.0];
    (alpha, gamma, 0..4u32, any::<bool>(), any::<bool>()).prop_map(
        |(alpha, gamma, prove, symmetry, after)| {
            let loops = if after { Loops::After } else { Loops::AtOnce };
            LearnSettings { alpha, gamma, prove, symmetry, loops, ..LearnSettings::default() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_it_is_told(settings in any_settings(), seed: u64) {
        thread_local!(static CASE: std::cell::Cell<Option<(LearnSettings, u64)>> = const { std::cell::Cell::new(None) });
        fn test<G: Playable>(game: Arc<G>) {
            let (settings, seed) = CASE.get().unwrap();
            let solvable = game.name().starts_with("mnk");
            check(game, settings, seed, solvable);
        }
        CASE.set(Some((settings, seed)));
        with_game!("tictactoe", test);
        with_game!("mnk:m=3,n=3,k=3,misere=on", test);
        with_game!("pikkpakk:size=3", test);
        check(Arc::new(Ways::new(LOOPS)), settings, seed, false);
        check(Arc::new(Ways::new(POINTS)), settings, seed, false);
    }
}
