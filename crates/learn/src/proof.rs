//! The values of outcomes, and proofs about moves: their two bytes in memory and in the file, and how they pass from a position to the move before it.

use plywood_rules::{Outcome, Playable, Player, Proved};

/// A proof in two bytes: 0 for none, n for a win in n plies, -n for a loss, the least number for a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedProof(pub i16);

const DRAW: i16 = i16::MIN;
const LONGEST: u32 = i16::MAX as u32;

impl PackedProof {
    pub fn of(proof: Proved) -> PackedProof {
        let plies = |plies: u32| plies.clamp(1, LONGEST) as i16;
        PackedProof(match proof {
            Proved::Win { plies: n } => plies(n),
            Proved::Draw => DRAW,
            Proved::Loss { plies: n } => -plies(n),
        })
    }

    pub fn proof(self) -> Option<Proved> {
        match self.0 {
            0 => None,
            DRAW => Some(Proved::Draw),
            n if n > 0 => Some(Proved::Win { plies: u32::from(n.unsigned_abs()) }),
            n => Some(Proved::Loss { plies: u32::from(n.unsigned_abs()) }),
        }
    }
}

/// The value of a proved result: 1, 0 or -1.
pub(crate) fn proved_value(proof: Proved) -> f32 {
    match proof {
        Proved::Win { .. } => 1.0,
        Proved::Draw => 0.0,
        Proved::Loss { .. } => -1.0,
    }
}

/// The value of an outcome for the first player, from -1 to 1.
pub(crate) fn points<G: Playable>(game: &G, outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Payoff(points) => (points / game.greatest_payoff().max(1.0)) as f32,
        Outcome::Win(_) | Outcome::Draw => f32::from(outcome.utility(Player::First)),
    }
}

/// The proof that an outcome gives for this player's last move. Points are no proof of a win.
pub(crate) fn proof_of(outcome: Outcome, player: Player) -> Option<Proved> {
    match outcome {
        Outcome::Win(winner) if winner == player => Some(Proved::Win { plies: 1 }),
        Outcome::Win(_) => Some(Proved::Loss { plies: 1 }),
        Outcome::Draw => Some(Proved::Draw),
        Outcome::Payoff(_) => None,
    }
}

/// The proof of a move that leads to a position with this proof for its mover.
pub(crate) fn one_ply_earlier(proof: Proved, same_mover: bool) -> Proved {
    if same_mover { proof } else { proof.reversed() }.one_ply_later()
}
