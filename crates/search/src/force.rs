//! What a player can force: yes-or-no questions, answered by the plainest search there is.
//!
//! Alpha-beta ignores how long a win takes. Once it has found that a player wins, the distance is the smallest
//! number of plies in which that player can *force* the win, tried 1, 2, 3, ... The same question with another
//! goal tells a draw from a gamble that is worth as much. Dice count as an opponent here: what is forced happens
//! whatever they show.

use plywood_rules::{Game, Outcome, Player, Turn};

use crate::alphabeta::Searcher;
use crate::budget::Stopped;
use crate::trace::Sink;

/// What a player wants to make sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To win. Points are no win, however many.
    Win,
    /// Not to lose, and not to end with less than no points.
    NotLose,
}

impl Goal {
    fn is_met(self, outcome: Outcome, player: Player) -> bool {
        match self {
            Goal::Win => outcome == Outcome::Win(player),
            Goal::NotLose => outcome.utility(player) >= 0,
        }
    }
}

impl<G: Game + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Whether `player` can make sure that the game is over within `plies` with `goal` met.
    pub fn can_force(
        &mut self,
        state: &G::State,
        player: Player,
        goal: Goal,
        plies: u32,
    ) -> Result<bool, Stopped> {
        self.budget.visit()?;
        let turn = self.game.turn(state);
        match turn {
            Turn::Over(outcome) => return Ok(goal.is_met(outcome, player)),
            _ if plies == 0 => return Ok(false),
            Turn::Decision(_) | Turn::Chance => {}
        }
        // The player needs one good move; opponent and dice need one good answer.
        let own = turn == Turn::Decision(player);
        let start = self.moves.len();
        self.list_moves(state, turn);
        let mut forced = !own;
        for at in start..self.moves.len() {
            let child = self.game.child(state, self.moves[at]);
            if self.can_force(&child, player, goal, plies - 1)? == own {
                forced = own;
                break;
            }
        }
        self.moves.truncate(start);
        Ok(forced)
    }

    /// The fewest plies, but at least `from`, in which `player` can force a win that is known to be there
    /// within `depth` plies.
    pub fn distance(
        &mut self,
        state: &G::State,
        player: Player,
        from: u32,
        depth: u32,
    ) -> Result<u32, Stopped> {
        for plies in from..depth {
            if self.can_force(state, player, Goal::Win, plies)? {
                return Ok(plies);
            }
        }
        Ok(depth)
    }

    /// Appends the moves from `state`, where `player` wins in exactly `plies` plies, to the end of the game or
    /// to the first chance node: the quickest way to win against the slowest way to lose.
    pub fn winning_line(
        &mut self,
        state: &G::State,
        player: Player,
        plies: u32,
        line: &mut Vec<G::Move>,
    ) -> Result<(), Stopped> {
        let mut state = state.clone();
        let mut moves = Vec::new();
        for left in (0..plies).rev() {
            let Turn::Decision(decider) = self.game.turn(&state) else { break };
            moves.clear();
            self.game.legal_moves(&state, &mut moves);
            for &mv in &moves {
                let child = self.game.child(&state, mv);
                let fits = if decider == player {
                    self.can_force(&child, player, Goal::Win, left)?
                } else {
                    left == 0 || !self.can_force(&child, player, Goal::Win, left - 1)?
                };
                if fits {
                    line.push(mv);
                    state = child;
                    break;
                }
            }
        }
        Ok(())
    }
}
