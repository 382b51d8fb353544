//! The result of checking a proof.

use std::fmt;

use plywood_rules::{Playable, Player, Proved};

use crate::claim::{Claim, Goal};
use crate::head::Head;
use crate::work::CheckProgress;

/// The claims that a proof file has shown of a position, and the size of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The full name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// True if that is the initial position of the game.
    pub is_start: bool,
    /// The player who decides there, if there is one.
    pub mover: Option<Player>,
    /// The claims proved: one, or for a draw two.
    pub claims: Vec<Claim>,
    /// The most plies that a win takes.
    pub plies: Option<u32>,
    /// Positions that were entered.
    pub positions: u64,
    /// Replies that were tried on lines of play.
    pub line_moves: u64,
    /// Connections that were derived.
    pub connections: u64,
}

impl Checked {
    pub(crate) fn new<G: Playable>(
        game: &G,
        head: &Head,
        start: &G::State,
        progress: CheckProgress,
        plies: Option<u32>,
    ) -> Checked {
        Checked {
            game: game.name(),
            position: game.state_text(start),
            is_start: *start == game.initial(),
            mover: game.turn(start).player(),
            claims: head.claims().collect(),
            plies,
            positions: progress.positions,
            line_moves: progress.line_moves,
            connections: progress.connections,
        }
    }

    /// The value of the position for `player`: a win, a loss or a draw. `None` if one player does not lose and it is unknown
    /// whether the other one does.
    pub fn value(&self, player: Player) -> Option<Proved> {
        match self.claims[..] {
            [Claim { player: winner, goal: Goal::Wins }] => {
                let win = Proved::Win { plies: self.plies? };
                Some(if winner == player { win } else { win.reversed() })
            }
            [_, _] => Some(Proved::Draw),
            _ => None,
        }
    }
}

/// The proved claim in a sentence: `The first player wins qubic from the start, in 35 plies at most.`
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = if self.is_start { "the start".to_string() } else { format!("'{}'", self.position) };
        let game = &self.game;
        match (&self.claims[..], self.plies) {
            ([Claim { player, goal: Goal::Wins }], Some(plies)) => {
                let plural = if plies == 1 { "ply" } else { "plies" };
                write!(f, "The {player} player wins {game} from {from}, in {plies} {plural} at most.")
            }
            ([Claim { player, .. }], _) => write!(f, "The {player} player does not lose {game} from {from}."),
            _ => write!(f, "{game} is a draw from {from}."),
        }
    }
}
