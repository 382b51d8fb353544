//! Star1 and Star2 leave out a good deal of a game of dice, and nothing changes but the number of positions.

use crate::common::{Hashed, HashedGuess, Spot, ask, bits};
use plywood_rules::random::part_seed;
use plywood_rules::{Evaluate, Game, NoHints, Player, Turn};
use plywood_search::{AlphaBeta, ChancePruning, Limits, Settings};

/// Players in turn, a roll of six before every decision: the tree of a dice game.
struct Dice(u64);

impl NoHints for Dice {}

impl Game for Dice {
    type State = (u64, u32);
    type Move = u8;

    fn initial(&self) -> (u64, u32) {
        (part_seed(self.0, 0), 0)
    }

    fn turn(&self, state: &(u64, u32)) -> Turn {
        if state.1 % 2 == 1 { Turn::Chance } else { Turn::Decision(Player::BOTH[(state.1 / 2 % 2) as usize]) }
    }

    fn legal_moves(&self, _: &(u64, u32), moves: &mut Vec<u8>) {
        moves.extend(0..3);
    }

    fn chance_outcomes(&self, _: &(u64, u32), outcomes: &mut Vec<(u8, f64)>) {
        outcomes.extend((0..6).map(|face| (face, 1.0 / 6.0)));
    }

    fn play(&self, state: &mut (u64, u32), mv: u8) {
        *state = (part_seed(state.0, u64::from(mv)), state.1 + 1);
    }
}

/// Any number between a loss and a win.
struct Anything;

impl Evaluate<Dice> for Anything {
    fn evaluate(&self, _: &Dice, state: &(u64, u32)) -> f64 {
        (part_seed(state.0, 99) >> 11) as f64 / (1u64 << 53) as f64 * 1.8 - 0.9
    }

    fn win_worth(&self, _: &Dice) -> f64 {
        1.0
    }
}

#[test]
fn fewer_positions_and_the_same_values() {
    let mut nodes = [0; 3];
    for seed in 0..30 {
        let prunings = [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2];
        let reports = prunings.map(|chance_pruning| {
            let settings = Settings { limits: Limits::depth(6), chance_pruning, ..Settings::default() };
            ask(&mut AlphaBeta::new(Box::new(Anything), settings), &Dice(seed), &Dice(seed).initial(), 0)
        });
        for (report, nodes) in reports.iter().zip(&mut nodes) {
            assert_eq!((bits(report.value), report.best), (bits(reports[0].value), reports[0].best));
            *nodes += report.nodes;
        }
    }
    assert!(nodes[1] < nodes[0] * 95 / 100 && nodes[2] < nodes[1] * 95 / 100, "{nodes:?}");
}

/// In games with wins and losses, too.
#[test]
fn fewer_positions_in_irregular_games() {
    let mut nodes = [0; 3];
    for seed in 0..500 {
        let game = Hashed {
            seed,
            longest: 8,
            chance: 40,
            again: 30,
            over: 10,
            payoffs: 30,
            draws: 30,
            joins: false,
        };
        let state: Spot = game.initial();
        for (at, chance_pruning) in
            [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2].into_iter().enumerate()
        {
            let settings = Settings { limits: Limits::depth(6), chance_pruning, ..Settings::default() };
            nodes[at] += ask(&mut AlphaBeta::new(Box::new(HashedGuess), settings), &game, &state, 0).nodes;
        }
    }
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
}
