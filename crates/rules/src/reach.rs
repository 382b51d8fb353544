//! Counting the positions that can be reached.
//!
//! Breadth first, a ply at a time. If every move raises the game's [stage](crate::Game::stage), no position can
//! recur, so only two plies are kept. If the start is symmetric (most openings are), one position of each orbit
//! is expanded and the orbit's size is counted; otherwise every position is.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use crate::{Canonical, Run, Symmetric, Turn, is_symmetric, moves_or_outcomes};

/// The number of reachable positions, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Different positions, the start and the chance nodes included.
    pub positions: u64,
    /// The same, counting positions that are images of each other once.
    pub up_to_symmetry: u64,
    /// Finished positions won by the first player.
    pub first: u64,
    /// Finished positions won by the second player.
    pub second: u64,
    /// Finished positions without a winner.
    pub draw: u64,
    /// Positions by their distance from the start, in plies.
    pub by_ply: Vec<u64>,
    /// False if the count was stopped before the end: then all numbers are lower bounds.
    pub complete: bool,
}

impl Reach {
    /// The positions and the ply so far.
    fn so_far(&self) -> (u64, usize) {
        (self.positions, self.by_ply.len() - 1)
    }
}

/// Moves played between two reports: few, as finding a canonical form may take long.
const STRIDE: u64 = 1 << 12;

/// Counts all positions that can be reached from `start`. Reports the positions and the ply so far.
pub fn reach<G: Symmetric>(game: &G, start: &G::State, run: &Run<'_, (u64, usize)>) -> Reach {
    if is_symmetric(game, start) {
        explore(game, start, run, |state| game.canonical(&state), |_| ())
    } else {
        every_position(game, start, run)
    }
}

/// [`reach`] without any use of symmetry but for counting: the plain reference.
pub fn every_position<G: Symmetric>(game: &G, start: &G::State, run: &Run<'_, (u64, usize)>) -> Reach {
    let mut classes = HashSet::with_hasher(FxBuildHasher);
    if game.symmetries() == 1 {
        return explore(game, start, run, alone, |_| ());
    }
    let mut reach = explore(game, start, run, alone, |state| {
        classes.insert(game.canonical(state).state);
    });
    reach.up_to_symmetry = classes.len() as u64;
    reach
}

/// A state that represents only itself.
fn alone<S>(state: S) -> Canonical<S> {
    Canonical { state, map: 0, orbit: 1 }
}

/// Visits every position that can be reached; `represent` returns the representative of a state and the size of
/// its class; `found` is called for every new one.
fn explore<G: Symmetric>(
    game: &G,
    start: &G::State,
    run: &Run<'_, (u64, usize)>,
    mut represent: impl FnMut(G::State) -> Canonical<G::State>,
    mut found: impl FnMut(&G::State),
) -> Reach {
    let staged = game.stage(start).is_some();
    let mut reach = Reach::default();
    let mut played = 0_u64;
    let mut seen: HashSet<G::State, FxBuildHasher> = HashSet::default();
    let Canonical { state: first, orbit, .. } = represent(start.clone());
    found(&first);
    seen.insert(first.clone());
    let mut layer = vec![(first, orbit as u64)];
    while !layer.is_empty() {
        if staged {
            seen.clear();
        }
        reach.by_ply.push(0);
        let mut next = Vec::new();
        for (state, orbit) in layer {
            reach.positions += orbit;
            reach.up_to_symmetry += 1;
            *reach.by_ply.last_mut().expect("one entry a ply") += orbit;
            if let Turn::Over(outcome) = game.turn(&state) {
                match outcome.winner() {
                    Some(crate::Player::First) => reach.first += orbit,
                    Some(crate::Player::Second) => reach.second += orbit,
                    None => reach.draw += orbit,
                }
            }
            for mv in moves_or_outcomes(game, &state) {
                played += 1;
                if played.is_multiple_of(STRIDE) && run.report(reach.so_far()).is_err() {
                    return reach;
                }
                let Canonical { state: child, orbit, .. } = represent(game.child(&state, mv));
                if !seen.contains(&child) {
                    found(&child);
                    seen.insert(child.clone());
                    next.push((child, orbit as u64));
                }
            }
        }
        if run.report(reach.so_far()).is_err() {
            return reach;
        }
        layer = next;
    }
    reach.complete = true;
    reach
}
