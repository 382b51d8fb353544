//! The length of a win, for searches whose scores ignore it.
//!
//! Once such a search has found a win, the distance is the smallest number of plies in which the player can
//! *force* the win, tried 1, 2, 3, ... by a plain search ([`can_force`]). A quicker win was visited, if there
//! is one; a search that minds distances would have pruned less.

use plywood_rules::forced::{ForcedGoal, can_force};
use plywood_rules::{Player, Proved, Tactics, Value};

use super::candidate::{Root, RootMove, RootTask};
use super::searcher::Searcher;
use crate::Tie;
use crate::budget::Stopped;
use crate::forced_win::winning_line;
use crate::score::{self, is_loss, is_win};
use crate::trace::Sink;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// True if `player` can force the end of the game within `plies` with `goal` met.
    pub(super) fn can_force(
        &mut self,
        state: &G::State,
        player: Player,
        goal: ForcedGoal,
        plies: u32,
    ) -> Result<bool, Stopped> {
        let budget = &mut self.budget;
        can_force(self.plan.game, state, player, goal, plies, &mut self.moves, &mut || budget.visit())
    }

    /// The value for `view` of the child of a root that has this score, if it is a win or a loss: `depth` plies are left there.
    /// Wins count from the root. `line` becomes the line of the win.
    pub(super) fn proved(
        &mut self,
        state: &G::State,
        depth: u32,
        view: Player,
        score: f64,
        line: &mut Vec<G::Move>,
    ) -> Result<Option<Value>, Stopped> {
        if !PLAIN || score::is_points(score) {
            return Ok(score::proof(score, 0));
        }
        if self.plan.bare {
            return Ok(self.found_win(score));
        }
        let winner = if is_win(score) { view } else { view.other() };
        let mut plies = 0;
        while plies < depth && !self.can_force(state, winner, ForcedGoal::Win, plies)? {
            plies += 1;
        }
        line.clear();
        self.winning_line(state, winner, plies, line)?;
        let plies = plies + 1;
        let proved = if winner == view { Proved::Win { plies } } else { Proved::Loss { plies } };
        Ok(Some(Value::Proved(proved)))
    }

    /// The win or the loss that this score of a child of the root is, as the search found it: there may be a quicker one.
    pub(super) fn found_win(&self, score: f64) -> Option<Value> {
        let plies = self.win_plies;
        is_win(score)
            .then_some(Proved::Win { plies })
            .or(is_loss(score).then_some(Proved::Loss { plies }))
            .map(Value::Proved)
    }

    /// The value of the root and the moves that have it, if `best`, the best score, is a win or a loss.
    pub(super) fn decided(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        best: f64,
        candidates: &mut [RootMove<G>],
    ) -> Result<Option<(Value, Vec<usize>)>, Stopped> {
        if !PLAIN || self.plan.bare {
            let is_equal = |candidate: &RootMove<G>| candidate.exact && candidate.score == best;
            let equal: Vec<usize> = (0..candidates.len()).filter(|&at| is_equal(&candidates[at])).collect();
            let value = match score::proof(best, 0) {
                // Any of the wins may be chosen, and the longest of the losses.
                Some(_) if PLAIN => {
                    let found =
                        candidates.iter().filter(|c| c.score == best).filter_map(|c| c.value?.proved());
                    if is_win(best) { found.min() } else { found.max() }.map(Value::Proved)
                }
                value => value,
            };
            return Ok(value.map(|value| (value, equal)));
        }
        if is_win(best) {
            Ok(Some(self.quickest_win(root, task, candidates)?))
        } else if is_loss(best) {
            Ok(Some(self.slowest_loss(root, task, candidates)?))
        } else {
            Ok(None)
        }
    }

    /// The root is a sure win: the distance, and the moves that keep it.
    fn quickest_win(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        candidates: &mut [RootMove<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let mut plies = task.undecided;
        loop {
            plies += 1;
            let value = Value::Proved(Proved::Win { plies });
            let mut winners = Vec::new();
            // Moves that were not searched, of an infinite score, may win, too.
            for (at, candidate) in candidates.iter_mut().enumerate().filter(|(_, c)| is_win(c.score)) {
                let wins = match candidate.value {
                    Some(known) => known == value,
                    None => {
                        self.can_force(&candidate.child.state, root.player, ForcedGoal::Win, plies - 1)?
                    }
                };
                if wins {
                    candidate.value = Some(value);
                    winners.push(at);
                    if task.tie != Tie::Random {
                        break;
                    }
                }
            }
            if !winners.is_empty() {
                return Ok((value, winners));
            }
        }
    }

    /// The root is a sure loss: finds the distance, and the moves with the longest resistance.
    fn slowest_loss(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        candidates: &mut [RootMove<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let opponent = root.player.other();
        let mut alive: Vec<usize> = (0..candidates.len()).collect();
        let mut plies = task.undecided.max(1);
        loop {
            let value = Value::Proved(Proved::Loss { plies });
            let mut lost = Vec::new();
            for &at in &alive {
                let loses = match candidates[at].value {
                    Some(known) => known == value,
                    None => {
                        self.can_force(&candidates[at].child.state, opponent, ForcedGoal::Win, plies - 1)?
                    }
                };
                if loses {
                    lost.push(at);
                }
            }
            // At the first number tried, some may have been lost sooner.
            if plies > task.undecided {
                lost.iter().for_each(|&at| candidates[at].value = Some(value));
            }
            alive.retain(|at| !lost.contains(at));
            if alive.is_empty() {
                return Ok((value, lost));
            }
            plies += 1;
        }
    }

    /// Appends the moves from `state`, where `player` wins in exactly `plies` plies, to the end of the game or
    /// to the first chance node.
    pub(super) fn winning_line(
        &mut self,
        state: &G::State,
        player: Player,
        plies: u32,
        line: &mut Vec<G::Move>,
    ) -> Result<(), Stopped> {
        let game = self.plan.game;
        let wins = |state: &G::State, plies| self.can_force(state, player, ForcedGoal::Win, plies);
        winning_line(game, state, player, plies, line, wins)
    }
}
