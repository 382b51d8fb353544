//! Counting move paths: the test that finds most mistakes in rules.

use crate::{Game, Interrupted, Stop, Turn, moves_or_outcomes};

/// The number of paths of exactly `depth` moves from `state`. Chance outcomes count as moves; a finished game
/// ends its path without counting.
pub fn perft<G: Game + ?Sized>(game: &G, state: &G::State, depth: u32) -> u64 {
    perft_until(game, state, depth, &Stop::never()).expect("it is never stopped")
}

/// [`perft`] until `stop` is raised.
///
/// # Errors
/// If it was stopped.
pub fn perft_until<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &Stop,
) -> Result<u64, Interrupted> {
    if depth == 0 {
        return Ok(1);
    }
    Stack { game, stop, visited: 0, moves: Vec::new(), outcomes: Vec::new() }.count(state, depth)
}

/// [`perft`] split by the first move, in the order of the moves; empty at depth 0.
pub fn divide<G: Game + ?Sized>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    divide_until(game, state, depth, &Stop::never()).expect("it is never stopped")
}

/// [`divide`] until `stop` is raised.
///
/// # Errors
/// If it was stopped.
pub fn divide_until<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &Stop,
) -> Result<Vec<(G::Move, u64)>, Interrupted> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut stack = Stack { game, stop, visited: 0, moves: Vec::new(), outcomes: Vec::new() };
    let mut count = |child| if rest == 0 { Ok(1) } else { stack.count(&child, rest) };
    let moves = moves_or_outcomes(game, state).into_iter();
    moves.map(|mv| Ok((mv, count(game.child(state, mv))?))).collect()
}

/// Positions between two looks at the stop.
const STRIDE: u64 = 4096;

/// The moves of all plies above the current one are in one vector, so that counting allocates nothing.
struct Stack<'a, G: Game + ?Sized> {
    game: &'a G,
    stop: &'a Stop,
    /// Positions visited so far.
    visited: u64,
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Game + ?Sized> Stack<'_, G> {
    /// Looks at the stop. Inlined, it would cost games of quick moves a third of their speed.
    #[cold]
    #[inline(never)]
    fn look(&self) -> Result<(), Interrupted> {
        self.stop.check()
    }

    fn count(&mut self, state: &G::State, depth: u32) -> Result<u64, Interrupted> {
        self.visited += 1;
        if self.visited.is_multiple_of(STRIDE) {
            self.look()?;
        }
        let start = self.moves.len();
        match self.game.turn(state) {
            Turn::Over(_) => return Ok(0),
            // The moves of the last ply are counted without being played.
            Turn::Decision(_) if depth == 1 => return Ok(self.game.count_moves(state) as u64),
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
            return Ok((end - start) as u64);
        }
        let mut total = 0;
        for i in start..end {
            // Played in place: a child that is returned is copied, and waits for the bytes that were just written.
            let mut child = state.clone();
            self.game.play(&mut child, self.moves[i]);
            total += self.count(&child, depth - 1)?;
        }
        self.moves.truncate(start);
        Ok(total)
    }
}
