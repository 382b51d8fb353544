//! Counting move paths: the test that finds most mistakes in rules.

use crate::{Game, Turn, moves_or_outcomes};

/// The number of paths of exactly `depth` moves from `state`. Chance outcomes count as moves; a finished game
/// ends its path without counting.
pub fn perft<G: Game + ?Sized>(game: &G, state: &G::State, depth: u32) -> u64 {
    perft_while(game, state, depth, &mut || true).expect("it is never stopped")
}

/// [`perft`] while `go_on` returns true; it is called once every few thousand positions. `None` once it returned false.
pub fn perft_while<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut impl FnMut() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    Stack { game, go_on, visited: 0, moves: Vec::new(), outcomes: Vec::new() }.count(state, depth)
}

/// [`perft`] split by the first move, in the order of the moves; empty at depth 0.
pub fn divide<G: Game + ?Sized>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    divide_while(game, state, depth, &mut || true).expect("it is never stopped")
}

/// [`divide`] while `go_on` returns true, as in [`perft_while`].
pub fn divide_while<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut impl FnMut() -> bool,
) -> Option<Vec<(G::Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let mut stack = Stack { game, go_on, visited: 0, moves: Vec::new(), outcomes: Vec::new() };
    let mut count = |child| if rest == 0 { Some(1) } else { stack.count(&child, rest) };
    let moves = moves_or_outcomes(game, state).into_iter();
    moves.map(|mv| Some((mv, count(game.child(state, mv))?))).collect()
}

/// Positions between two calls of `go_on`.
const STRIDE: u64 = 4096;

/// The moves of all plies above the current one are in one vector, so that counting allocates nothing.
struct Stack<'a, G: Game + ?Sized, F> {
    game: &'a G,
    go_on: &'a mut F,
    /// Positions visited so far.
    visited: u64,
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Game + ?Sized, F: FnMut() -> bool> Stack<'_, G, F> {
    fn count(&mut self, state: &G::State, depth: u32) -> Option<u64> {
        self.visited += 1;
        if self.visited.is_multiple_of(STRIDE) && !(self.go_on)() {
            return None;
        }
        let start = self.moves.len();
        match self.game.turn(state) {
            Turn::Over(_) => return Some(0),
            // The moves of the last ply are counted without being played.
            Turn::Decision(_) if depth == 1 => return Some(self.game.count_moves(state) as u64),
            Turn::Decision(_) => self.game.legal_moves(state, &mut self.moves),
            Turn::Chance => {
                self.outcomes.clear();
                self.game.chance_outcomes(state, &mut self.outcomes);
                self.moves.extend(self.outcomes.iter().map(|&(outcome, _)| outcome));
            }
        }
        let end = self.moves.len();
        if depth == 1 {
            self.moves.truncate(start);
            return Some((end - start) as u64);
        }
        let mut total = 0;
        for i in start..end {
            let child = self.game.child(state, self.moves[i]);
            total += self.count(&child, depth - 1)?;
        }
        self.moves.truncate(start);
        Some(total)
    }
}
