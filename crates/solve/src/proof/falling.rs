//! The strategy of a win within some plies, made so that it never returns to a position.

use plywood_rules::{Interrupted, Playable, Player, Run, Turn, moves_or_outcomes};

use super::positions::NumberedPositions;
use super::strategy::{Choice, Strategy};
use super::within::BoundedSearch;

/// A strategy in which a number of each position falls with every move.
///
/// A [`BoundedSearch`] has found a win within n plies, and thus for positions with plies left. The same position may
/// recur in it with fewer plies left, but a proof has one move for a position. All positions of the win are
/// therefore visited first, and each keeps the fewest plies left with which it occurred, and the winning move
/// for these. Its successor occurred with one ply less, or even fewer: the number falls.
pub struct Falling {
    prover: Player,
    positions: NumberedPositions,
    answers: Vec<FallingMove>,
}

/// The answer at a position.
#[derive(Clone, Copy)]
struct FallingMove {
    /// The fewest plies left with which it occurred; [`NONE`] until it was visited itself.
    left: u32,
    /// The position that the prover moves to, or [`NONE`] if a move wins at once. It is stored instead of the
    /// move, as images of a position need images of the move.
    to: u32,
}

const NONE: u32 = u32::MAX;

impl Falling {
    /// Walks the win that `search` has found from `state` within `plies` plies.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn new<G: Playable>(
        search: &mut BoundedSearch<'_, G>,
        state: &G::State,
        plies: u32,
        run: &Run<'_, u64>,
    ) -> Result<Falling, Interrupted> {
        let game = search.game();
        let prover = search.prover();
        let mut falling = Falling { prover, positions: NumberedPositions::new(), answers: Vec::new() };
        let mut tasks = vec![(state.clone(), plies)];
        while let Some((state, left)) = tasks.pop() {
            let turn = game.turn(&state);
            if turn.outcome().is_some() || left == 0 {
                continue;
            }
            let at = falling.number(game, &state);
            if falling.answers[at as usize].left <= left {
                continue;
            }
            falling.answers[at as usize] = FallingMove { left, to: NONE };
            let mut moves = moves_or_outcomes(game, &state);
            if turn == Turn::Decision(prover) {
                if falling.wins_at_once(game, &state, &moves).is_some() {
                    continue;
                }
                let mv = match falling.known(game, &state, &moves, left) {
                    Some(mv) => Some(mv),
                    None => search.winning_move(&state, left, run)?,
                };
                // There is one, unless two positions had the same key: then the checker will reject the proof.
                let Some(mv) = mv else { continue };
                falling.answers[at as usize].to = falling.number(game, &game.child(&state, mv));
                moves = vec![mv];
            }
            tasks.extend(moves.into_iter().rev().map(|mv| (game.child(&state, mv), left - 1)));
        }
        Ok(falling)
    }

    fn number<G: Playable>(&mut self, game: &G, state: &G::State) -> u32 {
        let (at, is_new) = self.positions.number(game, state);
        if is_new {
            self.answers.push(FallingMove { left: NONE, to: NONE });
        }
        at
    }

    fn wins_at_once<G: Playable>(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<G::Move> {
        let ends = |&mv: &G::Move| game.turn(&game.child(state, mv)).outcome();
        moves.iter().copied().find(|mv| ends(mv).is_some_and(|end| end.utility(self.prover) == 1))
    }

    /// A move to a position that came with few enough plies left already: nothing more is needed for it.
    fn known<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        left: u32,
    ) -> Option<G::Move> {
        moves.iter().copied().find(|&mv| {
            let at = self.positions.find(game, &game.child(state, mv));
            at.is_some_and(|at| self.answers[at as usize].left < left)
        })
    }
}

impl<G: Playable> Strategy<G> for Falling {
    fn choose(&mut self, game: &G, state: &G::State, _plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let to = self.positions.find(game, state).map_or(NONE, |at| self.answers[at as usize].to);
        let mv = if to == NONE {
            self.wins_at_once(game, state, &moves)
        } else {
            let child = |mv| game.child(state, mv);
            moves.iter().copied().find(|&mv| self.positions.find(game, &child(mv)) == Some(to))
        };
        Ok(Choice::Move(mv.unwrap_or(moves[0])))
    }
}
