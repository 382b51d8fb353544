//! Tables against plain solvers that share nothing with them but the rules.

mod before;
mod damage;
mod dense;
mod files;
mod games;
mod graphs;

use plywood_rules::{Playable, Player, Run};
use plywood_solve::table::{self, Exact, Tablebase};

use crate::common::plain::plain;

/// Solves a game that fits.
fn solved<G: Playable>(game: &G, start: &G::State, merge: bool) -> Tablebase {
    table::solve(game, start, merge, &Run::default()).unwrap()
}

/// The values of the table, without the kinds of draws.
fn winner(exact: Exact) -> Option<(Player, u32)> {
    match exact {
        Exact::Win { player, plies } => Some((player, plies)),
        Exact::Draw | Exact::Endless => None,
    }
}
