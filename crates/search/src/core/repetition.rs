//! Positions that recur: the keys of the game up to the root and of the line from there.

use plywood_rules::{Game, Tactics, Turn};

/// Keys of the positions before the current one. Empty in games in which no position can recur.
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    /// True if a position can recur.
    open: bool,
    keys: Vec<u64>,
    /// The number of keys before the root.
    root: usize,
    /// Positions before this one are out of reach: chance lay in between.
    from: usize,
}

impl Repetition {
    /// Detects no repetition.
    pub const NONE: Repetition = Repetition { open: false, keys: Vec::new(), root: 0, from: 0 };

    /// The positions before `state`, oldest first.
    pub fn new<G: Tactics + ?Sized>(game: &G, history: &[G::State], state: &G::State) -> Repetition {
        if game.stage(state).is_some() || game.plies_left(state).is_some() {
            return Repetition::NONE;
        }
        // Positions before the last throw of the dice cannot recur.
        let thrown = history.iter().rposition(|state| game.turn(state) == Turn::Chance);
        let since = &history[thrown.map_or(0, |at| at + 1)..];
        let keys: Vec<u64> = since.iter().map(|state| game.key(state)).collect();
        Repetition { open: true, root: keys.len(), keys, from: 0 }
    }

    /// Returns true if repetitions are possible.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Forgets the line.
    pub fn back_to_root(&mut self) {
        self.keys.truncate(self.root);
        self.from = 0;
    }

    /// Descends from `state`.
    #[inline]
    pub fn enter<G: Game + ?Sized>(&mut self, game: &G, state: &G::State) {
        if self.open {
            self.keys.push(game.key(state));
        }
    }

    /// Ascends again.
    #[inline]
    pub fn leave(&mut self) {
        if self.open {
            self.keys.pop();
        }
    }

    /// Descends through a chance node. [`Repetition::leave_chance`] takes the result.
    pub fn enter_chance(&mut self) -> usize {
        std::mem::replace(&mut self.from, self.keys.len())
    }

    /// Ascends through the chance node.
    pub fn leave_chance(&mut self, before: usize) {
        self.from = before;
    }

    /// Returns whether `state` occurs for the third time, or for the second time since the root.
    pub fn recurs<G: Game + ?Sized>(&self, game: &G, state: &G::State) -> bool {
        let key = game.key(state);
        let mut times = 0;
        for (at, &other) in self.keys.iter().enumerate().skip(self.from).rev() {
            if other == key {
                times += 1;
                if times == 2 || at >= self.root {
                    return true;
                }
            }
        }
        false
    }
}
