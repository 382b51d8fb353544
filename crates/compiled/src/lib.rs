//! The searches, compiled for every type of game.
//!
//! Generic code is compiled in the crate that first uses it, with the options of that crate. In the module for a browser this one is
//! compiled for speed and all others for size: `workshop` finds the searches compiled already (`-Zshare-generics`). Elsewhere nothing
//! uses this crate.

use plywood_games::classic::Classic;
use plywood_games::line::LineGame;
use plywood_rules::{Bot, Playable, Position, Report, Stop};
use plywood_search::{AlphaBeta, Engine, Expectiminimax, Mcts, Minimax, RuleBased};
use rand_core::Rng;

type Choose<B, G> =
    fn(&mut B, &G, Position<'_, G>, &mut dyn Rng, &Stop) -> Report<<G as plywood_rules::Game>::Move>;

/// The addresses of all searches, which has them compiled.
pub fn addresses() -> Vec<usize> {
    [of::<LineGame<1>>(), of::<LineGame<4>>(), of::<Classic>()].concat()
}

fn of<G: Playable>() -> Vec<usize> {
    [
        bot::<AlphaBeta<G>, G>(),
        bot::<Engine<G>, G>(),
        bot::<Expectiminimax<G>, G>(),
        bot::<Mcts<G>, G>(),
        bot::<Minimax<G>, G>(),
        bot::<RuleBased<G>, G>(),
    ]
    .concat()
}

fn bot<B: Bot<G>, G: Playable>() -> Vec<usize> {
    let choose: Choose<B, G> = B::choose;
    vec![choose as usize]
}
