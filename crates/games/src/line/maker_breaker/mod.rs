//! The Maker-Breaker game: one player has to stop all lines of the other.
//!
//! If the lines of a player who only has to hold count for nothing, the game gets simpler, and what holds there holds in the game
//! itself: a line of one's own only helps. Which lines Maker can still complete, and the marks on them, is then all that matters of a
//! position, and neither player has to look at the other's threats.

mod position;
mod search;
mod table;

use plywood_rules::hints::holding::Holding;
use plywood_rules::{Interrupted, Player, Run};

use self::position::MakerBreakerPosition;
use self::search::MakerBreakerSearch;
use self::table::MakerBreakerSide;
use super::game::{CellNumber, LineGame, LineState, Status};
use super::holding::{ONE, weight};

/// The greatest weight of all lines of an empty board. (8,8,5) has 3 and is a draw; in Qubic, which has 4.75, Maker wins.
const MOST: u64 = 4 * ONE;

/// Bytes of memory for each position visited before the search gives up; a position in its table takes some 50.
const BYTES: u64 = 4;

/// Searches for a defender.
pub(super) struct DefenderSearch<'g, const W: usize> {
    game: &'g LineGame<W>,
    defender: Player,
    /// The number of positions after which it gives up.
    most: u64,
    search: MakerBreakerSearch<'g, W>,
}

impl<'g, const W: usize> DefenderSearch<'g, W> {
    /// `None` for games in which a mark may hurt, or not every cell may be marked at any time, and where a defender has little hope.
    pub fn new(game: &'g LineGame<W>, defender: Player, memory: u64) -> Option<DefenderSearch<'g, W>> {
        let weight: u64 = game.masks.iter().map(|line| weight(line.len())).sum();
        let suits = game.marks_never_hurt() && game.plan.closed.is_none();
        (suits && weight <= MOST).then(|| DefenderSearch {
            game,
            defender,
            most: memory / BYTES,
            search: MakerBreakerSearch::new(game, memory),
        })
    }

    /// The position, and the side to move; `None` if the game is over.
    fn position(&self, state: &LineState<W>) -> Option<(MakerBreakerPosition<W>, MakerBreakerSide)> {
        let Status::ToMove(mover) = state.status else { return None };
        let side = if mover == self.defender { MakerBreakerSide::Breaker } else { MakerBreakerSide::Maker };
        Some((MakerBreakerPosition::new(self.game, state, self.defender.other()), side))
    }
}

impl<const W: usize> Holding<LineGame<W>> for DefenderSearch<'_, W> {
    fn holds(&mut self, state: &LineState<W>, run: &Run<'_, u64>) -> Result<bool, Interrupted> {
        let Some((position, side)) = self.position(state) else {
            return Ok(state.status != Status::Won(self.defender.other()));
        };
        let mut gives_up = false;
        let winner = self.search.winner(position, side, &mut |nodes| {
            gives_up = nodes >= self.most;
            !gives_up && run.report(nodes).is_ok()
        });
        if gives_up { Ok(false) } else { Ok(winner.ok_or(Interrupted)? == MakerBreakerSide::Breaker) }
    }

    fn holding_move(
        &mut self,
        state: &LineState<W>,
        run: &Run<'_, u64>,
    ) -> Result<Option<CellNumber>, Interrupted> {
        let Some((position, side)) =
            self.position(state).filter(|(_, side)| *side == MakerBreakerSide::Breaker)
        else {
            return Ok(None);
        };
        let cell = match position.lines.is_empty() {
            true => self.game.open_cells(state).first(),
            false => {
                let found = self.search.winning_move(position, side, &mut |nodes| run.report(nodes).is_ok());
                run.check()?;
                found
            }
        };
        Ok(cell.map(|cell| CellNumber(cell as u16)))
    }
}
