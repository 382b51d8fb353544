//! Learning from finished games: the game that a learner receives, and the lesson that it returns.

use std::ptr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ending::{Call, Ending};
use crate::{Game, Outcome, Player, TextError};

/// The end of a game, for learners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// By the rules.
    Rules(Outcome),
    /// A player resigned.
    Resigned {
        /// The player who did not resign.
        winner: Player,
    },
    /// Play repeated itself or went on for too long, and was called a draw.
    CalledOff,
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Ended {
        match ending {
            Ending::Rules(outcome) => Ended::Rules(outcome),
            Ending::Called(Call::Resigned(player)) => Ended::Resigned { winner: player.other() },
            // A lost connection or a slow clock is no information about the position.
            Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
        }
    }
}

/// A finished game.
#[derive(Debug)]
pub struct Finished<'a, G: Game + ?Sized> {
    /// All states, the first and the last one included: one more than there are moves.
    pub states: &'a [G::State],
    /// All moves.
    pub moves: &'a [G::Move],
    /// The end of the game.
    pub ended: Ended,
    /// For the first and the second player: true for the student's own bot.
    pub own: [bool; 2],
}

/// The result of learning from a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson<M> {
    /// Games learnt by now, this one included.
    pub games: u64,
    /// Positions that were not known before.
    pub new_positions: u64,
    /// Moves that were not known before, from known positions or new ones.
    pub new_moves: u64,
    /// Known moves whose value has changed.
    pub changed_moves: u64,
    /// The positions in which the student will play another move now, in the order of the game.
    pub changes: Vec<Change<M>>,
    /// The moves of the game in positions that came up for the first time, in their order.
    pub values: Vec<Revalued>,
}

/// The value of a move of the game before and after it was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Revalued {
    /// The number of moves before it.
    pub ply: usize,
    /// Its value for the player who made it, from -1 to 1; `None` if it was not known.
    pub before: Option<f64>,
    /// The same now.
    pub now: f64,
}

/// Another choice in a position of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<M> {
    /// The number of moves before the position.
    pub ply: usize,
    /// The move that the student would have played; `None` if it would have explored.
    pub before: Option<M>,
    /// The move that it will play; `None` if it will explore.
    pub now: Option<M>,
}

/// A learner from finished games. Many games may arrive at the same time.
pub trait Student<G: Game + ?Sized>: Send + Sync {
    /// Learns from a game. When this returns without an error the game will not be forgotten.
    ///
    /// # Errors
    /// If it could not be learnt, with the reason; then nothing of it was.
    fn learn(&self, game: &G, finished: &Finished<'_, G>) -> Result<Lesson<G::Move>, TextError>;
}

/// Sends a finished game to the students of its bots ([`Bot::student`](crate::Bot::student)), the first
/// player's and the second player's; a student of both receives it once. `states` and `moves` are those of
/// [`Finished`].
///
/// # Errors
/// If a student could not learn it: the player whose student it was, and the reason.
pub fn tell<G: Game + ?Sized>(
    game: &G,
    states: &[G::State],
    moves: &[G::Move],
    ended: Ended,
    [first, second]: [Option<Arc<dyn Student<G>>>; 2],
) -> Result<Vec<Lesson<G::Move>>, (Player, TextError)> {
    if first.is_none() && second.is_none() {
        return Ok(Vec::new());
    }
    let same = match (&first, &second) {
        (Some(first), Some(second)) => ptr::addr_eq(Arc::as_ptr(first), Arc::as_ptr(second)),
        _ => false,
    };
    let students = if same {
        vec![(first, Player::First, [true, true])]
    } else {
        vec![(first, Player::First, [true, false]), (second, Player::Second, [false, true])]
    };
    let mut lessons = Vec::new();
    for (student, player, own) in students {
        let Some(student) = student else { continue };
        let finished = Finished { states, moves, ended, own };
        lessons.push(student.learn(game, &finished).map_err(|reason| (player, reason))?);
    }
    Ok(lessons)
}
