//! Positions that recur on the path down the tree.
//!
//! A repetition within the search is a draw: a player who could do better there could have done so before. The
//! game before the search counts by the usual rule: a position that occurs for the third time is a draw
//! ([`plywood_rules::is_threefold`]). Positions before the last throw of the dice do not count.

use plywood_rules::{Game, Position, Turn};

/// The game up to a position of the tree.
pub(super) struct PathHistory<S> {
    /// Keys and positions since chance last moved in the game, then from the root on.
    past: Vec<(u64, S)>,
    /// The place of the root.
    root: usize,
    /// The first of the positions that no chance node separates from the last one.
    since: usize,
}

impl<S: Clone + Eq> PathHistory<S> {
    /// The line to the root; `None` for games in which no position recurs.
    pub fn new<G: Game<State = S> + ?Sized>(game: &G, position: &Position<'_, G>) -> Option<PathHistory<S>> {
        if game.stage(position.state).is_some() {
            return None;
        }
        let history = position.history;
        let rolled = history.iter().rposition(|state| game.turn(state) == Turn::Chance);
        let recent = &history[rolled.map_or(0, |at| at + 1)..];
        let states = recent.iter().chain([position.state]);
        let past = states.map(|state| (game.key(state), state.clone())).collect();
        Some(PathHistory { past, root: recent.len(), since: 0 })
    }

    /// Moves on to `state`, which is not over. `is_new` is true if it is new to the tree. Returns true for a
    /// repetition.
    pub fn push<G: Game<State = S> + ?Sized>(
        &mut self,
        game: &G,
        state: &S,
        is_chance: bool,
        is_new: bool,
    ) -> bool {
        let key = game.key(state);
        let repeats = is_new && !is_chance && self.repeats(key, state);
        self.past.push((key, state.clone()));
        if is_chance {
            self.since = self.past.len();
        }
        repeats
    }

    fn repeats(&self, key: u64, state: &S) -> bool {
        let mut before = 0;
        for (at, (other, past)) in self.past.iter().enumerate().skip(self.since).rev() {
            if *other == key && past == state {
                before += if at >= self.root { 2 } else { 1 };
            }
            if before >= 2 {
                return true;
            }
        }
        false
    }

    /// Back to the root.
    pub fn rewind(&mut self) {
        self.past.truncate(self.root + 1);
        self.since = 0;
    }
}
