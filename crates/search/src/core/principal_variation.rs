//! The principal variation of a proved win, to its end: a search itself only keeps the moves that it needed for its answer.
//!
//! Most of the missing moves are in the table. Each move is shown to belong there by a search of the position it leads
//! to, which finds its answer in the table or a few plies on.

use plywood_rules::{Player, Tactics, Turn};

use super::candidate::Root;
use super::searcher::{SearchNode, Searcher};
use crate::budget::Stopped;
use crate::score::{self, UNPROVED_WIN, is_win, win_at};
use crate::trace::Sink;
use crate::window::Window;

/// Positions that may be visited for one line: some ten milliseconds.
pub(crate) const MOST: u64 = 50_000;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// Continues `line`, which begins at `root`, to the win of `winner` in at most `plies` plies or to the
    /// next chance node, within the budget. The winner's moves win in time; the loser's are the longest known
    /// defence. `depth` is that of the search that proved the win.
    pub fn extend_to_win(
        &mut self,
        root: &Root<'_, G>,
        winner: Player,
        plies: u32,
        depth: u32,
        line: &mut Vec<G::Move>,
    ) {
        let game = self.plan.game;
        self.prepare(depth.max(plies));
        let mut node = self.node(&root.node.state);
        for &mv in line.iter() {
            self.repetition.enter(game, &node.state);
            node = self.child(&node, mv);
        }
        let mut ends = plies;
        while let Turn::Decision(player) = game.turn(&node.state)
            && (line.len() as u32) < ends
        {
            let next = if player == winner {
                self.winning_move(&node, winner, line.len() as u32, ends)
            } else {
                self.longest_defence(&node, player, line.len() as u32, ends)
            };
            let Ok(Some((mv, wins_at))) = next else { break };
            ends = wins_at;
            line.push(mv);
            self.repetition.enter(game, &node.state);
            node = self.child(&node, mv);
        }
    }

    /// A move of `player` that wins by ply `ends`, with the ply at which it is known to win.
    fn winning_move(
        &mut self,
        node: &SearchNode<G>,
        player: Player,
        ply: u32,
        ends: u32,
    ) -> Result<Option<(G::Move, u32)>, Stopped> {
        let game = self.plan.game;
        if let Some(mv) = game.winning_move(&node.state) {
            return Ok(Some((mv, ply + 1)));
        }
        let start = self.moves.len();
        game.legal_moves(&node.state, &mut self.moves);
        self.sort(node, player, start, ends.saturating_sub(ply), ply);
        // Without move codes, the numbers of moves in the table are indices of a list that may differ from this
        // one: that costs only time.
        let hint = self.plan().table.and_then(|table| table.probe(self.table_key(&node.state))?.hint);
        if let Some(place) = hint.and_then(|hint| self.place_of_hint(hint, start)) {
            self.moves[start..=start + place].rotate_right(1);
        }
        let moves = self.moves.split_off(start);
        self.repetition.enter(game, &node.state);
        for mv in moves {
            if let Some(wins_at) = self.wins_by(&self.child(node, mv), player, ply + 1, ends)? {
                self.repetition.leave();
                return Ok(Some((mv, wins_at)));
            }
        }
        self.repetition.leave();
        Ok(None)
    }

    /// The move of `player` after which the win by ply `ends` is known to come latest, with the ply at which it does;
    /// `None` if it could not be shown to come after all moves.
    fn longest_defence(
        &mut self,
        node: &SearchNode<G>,
        player: Player,
        ply: u32,
        ends: u32,
    ) -> Result<Option<(G::Move, u32)>, Stopped> {
        let game = self.plan.game;
        let mut moves = Vec::new();
        game.legal_moves(&node.state, &mut moves);
        let mut longest: Option<(G::Move, u32)> = None;
        self.repetition.enter(game, &node.state);
        for mv in moves {
            let wins_at = self.wins_by(&self.child(node, mv), player.other(), ply + 1, ends)?;
            let Some(wins_at) = wins_at else {
                self.repetition.leave();
                return Ok(None);
            };
            if longest.is_none_or(|(_, known)| wins_at > known) {
                longest = Some((mv, wins_at));
            }
        }
        self.repetition.leave();
        Ok(longest)
    }

    /// The ply at which `winner` is known to win from this position, `ply` plies after the root, if that is by ply `ends`.
    fn wins_by(
        &mut self,
        node: &SearchNode<G>,
        winner: Player,
        ply: u32,
        ends: u32,
    ) -> Result<Option<u32>, Stopped> {
        let depth = match self.plan().to_the_end {
            true => self.root_depth.saturating_sub(ply),
            false => ends.saturating_sub(ply),
        };
        // Any win is found more quickly, by threats and in the table, than one that is quick enough.
        for window in [Window::at_least(UNPROVED_WIN), Window::at_least(win_at(ends))] {
            let score = self.search(node, depth, ply, window, winner)?;
            if score >= win_at(ends) {
                return Ok(Some(score::plies(score)));
            }
            if !is_win(score) {
                break;
            }
        }
        Ok(None)
    }
}
