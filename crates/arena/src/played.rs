//! Finished games of a match.

use plywood_rules::Player;

use crate::game::{GameRecord, player_of_first_bot};
use crate::spent::Spent;
use crate::stats::Standing;

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<M> {
    /// Its number, from 0.
    pub number: u64,
    /// The game.
    pub record: GameRecord<M>,
    /// The failure of a program from outside, if that ended the game.
    pub failure: Option<String>,
    /// The time of the first player's moves and of the second player's.
    pub spent: [Spent; 2],
    /// The standing of the match after it.
    pub standing: Standing,
}

impl<M> Played<M> {
    /// The number of the pair it belongs to, from 0.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The player that the first-named bot was.
    pub fn player_of_first_bot(&self) -> Player {
        player_of_first_bot(self.number)
    }
}
