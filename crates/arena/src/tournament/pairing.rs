//! Two players who meet, and their result.

/// Two players, by their numbers, who meet in a round. Both play first equally often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The player that moves first in the first game of each pair, and the other.
    pub players: [usize; 2],
}

impl Pairing {
    /// Returns true if the same two players meet, whichever of them is named first.
    pub fn is_same(self, other: Pairing) -> bool {
        let [a, b] = self.players;
        self.players == other.players || [b, a] == other.players
    }
}

/// The result of a pairing in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingResult {
    /// The players.
    pub pairing: Pairing,
    /// The points of each of them in all games of the round, in halves: 2 for a win, 1 for a draw.
    pub halves: [u32; 2],
}

impl PairingResult {
    /// The winner; `None` if both have the same points.
    pub fn winner(&self) -> Option<usize> {
        let [a, b] = self.halves;
        (a != b).then(|| self.pairing.players[usize::from(b > a)])
    }
}
