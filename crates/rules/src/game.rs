//! The trait that every game implements, and its basic types.
//!
//! Chance, extra turns and the end of the game are one enum, [`Turn`], so a `match` on it forces a search to
//! handle each case.

use std::fmt::{self, Debug};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::str::FromStr;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

/// One of the two players, named for the order of their moves in the game's opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Side"))]
pub enum Player {
    /// The player who moves first.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: for arrays with an entry a player.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for the first player, -1 for the second: turns a number from the first player's view into this
    /// player's view and back.
    pub const fn sign(self) -> f64 {
        match self {
            Player::First => 1.0,
            Player::Second => -1.0,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

impl FromStr for Player {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Player, &'static str> {
        Player::BOTH.into_iter().find(|side| side.to_string() == text).ok_or("it has to be first or second")
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Neither player won.
    Draw,
    /// A finite number of points that the second player pays the first: the numbers at the leaves of a written
    /// tree. If only the winner matters, it is the player with a positive payoff.
    Payoff(f64),
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Payoff(points) if points > 0.0 => Some(Player::First),
            Outcome::Payoff(points) if points < 0.0 => Some(Player::Second),
            Outcome::Draw | Outcome::Payoff(_) => None,
        }
    }

    /// The same with the players exchanged.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::Win(player) => Outcome::Win(player.other()),
            Outcome::Draw => Outcome::Draw,
            Outcome::Payoff(points) => Outcome::Payoff(0.0 - points),
        }
    }

    /// +1, 0 or -1: win, draw or loss from the view of `player`.
    pub fn utility(self, player: Player) -> i8 {
        match self.winner() {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}

/// The kind of a position: a decision, a chance event or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// This player chooses one of [`Game::legal_moves`]; there is at least one.
    Decision(Player),
    /// Chance draws one of [`Game::chance_outcomes`].
    Chance,
    /// The game is finished.
    Over(Outcome),
}

impl Turn {
    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance => None,
        }
    }

    /// The player who decides, at a decision node.
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Decision(player) => Some(player),
            Turn::Chance | Turn::Over(_) => None,
        }
    }
}

/// The rules of one two-player game; the value holds its options (size, variant).
///
/// Rules do no input or output and cannot fail: every method is total on the states that play from
/// [`Game::initial`] (or a parsed position) can reach. [`crate::laws`] checks an implementation.
pub trait Game {
    /// All data needed to continue play: pieces, side to move, counters. Equal states have equal futures.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A player's choice, or one outcome of chance.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The state a game starts from.
    fn initial(&self) -> Self::State;

    /// Returns the player to move, a chance event, or the outcome.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the moves of a decision node, always in the same order, at least one.
    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Appends the outcomes of a chance node with their probabilities, always in the same order. The
    /// probabilities are positive and sum to 1.
    fn chance_outcomes(&self, _state: &Self::State, _outcomes: &mut Vec<(Self::Move, f64)>) {}

    /// Plays `mv`, which must be legal in `state` (or one of its chance outcomes).
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// The state after `mv`: the one way searches go down the tree.
    fn child(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut child = state.clone();
        self.play(&mut child, mv);
        child
    }

    /// Equal states have equal keys, in every process that runs the same build. The default hashes the whole
    /// state.
    fn key(&self, state: &Self::State) -> u64 {
        match cfg!(target_pointer_width = "64") {
            true => FxBuildHasher.hash_one(state),
            // Its hashes have no more bits than a word, too few to tell the positions of a search apart.
            false => BuildHasherDefault::<WideHasher>::default().hash_one(state),
        }
    }

    /// The number of moves that [`Game::legal_moves`] would append at a decision node. Bitboards count faster
    /// than they list.
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves.len()
    }

    /// The legal move at place `n`, counted from 0, of the order of [`Game::legal_moves`].
    ///
    /// # Panics
    /// If there are not that many.
    fn nth_move(&self, state: &Self::State, n: usize) -> Self::Move {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves[n]
    }

    /// An upper bound on all payoffs, at least 1. Only needed in games that end in payoffs.
    fn greatest_payoff(&self) -> f64 {
        1.0
    }

    /// A number that every move from `state` raises by exactly one, if the game has such a number (the stones
    /// on the board, if none ever leaves it). States then cannot recur, and an enumeration may forget earlier
    /// stages.
    fn stage(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}

/// A hasher of 64 bits on machines whose words have fewer, as in a browser.
#[derive(Default)]
struct WideHasher(u64);

impl Hasher for WideHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // An odd factor loses nothing, and the shift brings the high bits to where the next word changes them.
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.0 ^= self.0 >> 32;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A quarter of a million positions would meet a few times in 32 bits.
    #[test]
    fn keys_have_more_bits_than_a_narrow_word() {
        let hasher = BuildHasherDefault::<WideHasher>::default();
        let states = (0..1u64 << 18).map(|n| (n as u8, u128::from(n) << 40, n % 3 == 0));
        let keys: HashSet<u64> = states.map(|state| hasher.hash_one(state)).collect();
        assert_eq!(keys.len(), 1 << 18);
    }
}
