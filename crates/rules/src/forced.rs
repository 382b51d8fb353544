//! Forced outcomes: a yes-or-no question, answered by a plain search without a table or an order of moves, for a few
//! plies.
//!
//! Chance counts as an opponent: a forced outcome happens whatever the dice show.

use crate::{Game, Outcome, Player, Turn};

/// The goal of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedGoal {
    /// To win. Points are no win, however many.
    Win,
    /// Not to lose, and not to end with less than no points.
    NotLose,
}

impl ForcedGoal {
    fn is_met(self, outcome: Outcome, player: Player) -> bool {
        match self {
            ForcedGoal::Win => outcome == Outcome::Win(player),
            ForcedGoal::NotLose => outcome.utility(player) >= 0,
        }
    }
}

/// Returns true if `player` can make sure that the game is over within `plies` plies of `state` with `goal`
/// met.
///
/// `moves` is scratch space, left as it was found. `visit` is called for every position.
///
/// # Errors
/// The first error of `visit`, which ends the search.
pub fn can_force<G: Game + ?Sized, E>(
    game: &G,
    state: &G::State,
    player: Player,
    goal: ForcedGoal,
    plies: u32,
    moves: &mut Vec<G::Move>,
    visit: &mut impl FnMut() -> Result<(), E>,
) -> Result<bool, E> {
    visit()?;
    let turn = game.turn(state);
    let start = moves.len();
    match turn {
        Turn::Over(outcome) => return Ok(goal.is_met(outcome, player)),
        _ if plies == 0 => return Ok(false),
        Turn::Decision(_) => game.legal_moves(state, moves),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
        }
    }
    // The player needs one good move; opponent and dice need one good answer.
    let own = turn == Turn::Decision(player);
    let mut forced = !own;
    for at in start..moves.len() {
        let child = game.child(state, moves[at]);
        if can_force(game, &child, player, goal, plies - 1, moves, visit)? == own {
            forced = own;
            break;
        }
    }
    moves.truncate(start);
    Ok(forced)
}
