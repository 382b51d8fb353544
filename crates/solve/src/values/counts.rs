//! The number of positions of each kind.

use plywood_rules::Turn;

use super::code::ValueCode;

/// The number of positions of each kind. Wins and losses are those of the side to move; if the game is over, of
/// the side that would be to move.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// Different positions, finished ones included.
    pub positions: u64,
    /// The same, counting positions that are images of each other once.
    pub up_to_symmetry: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Draws, all of them.
    pub draws: u64,
    /// Draws in which play may be endless.
    #[cfg_attr(feature = "serde", serde(rename = "endless_draws"))]
    pub endless: u64,
    /// Finished positions.
    pub finished: u64,
    /// Plies of the longest forced win.
    pub longest: u32,
}

impl PositionCounts {
    /// Counts one position that represents `orbit` of them. `own_win` is true if the game is over and the
    /// player who moved last has won.
    pub fn add(&mut self, code: ValueCode, turn: Turn, own_win: bool, orbit: u64) {
        let wins = match (turn, code.winner()) {
            (Turn::Decision(player), Some((winner, _))) => player == winner,
            // The player who moved last has won, or has lost by that very move.
            _ => !own_win,
        };
        self.add_alike(code, wins, turn.outcome().is_some(), (orbit, 1));
    }

    /// Counts `orbit` positions of the same value, `up_to_symmetry` of them up to symmetry. `wins` is true if the side to
    /// move wins, `over` if the game is over there.
    pub fn add_alike(
        &mut self,
        code: ValueCode,
        wins: bool,
        over: bool,
        (orbit, up_to_symmetry): (u64, u64),
    ) {
        self.positions += orbit;
        self.up_to_symmetry += up_to_symmetry;
        self.finished += if over { orbit } else { 0 };
        match code.winner() {
            None => {
                self.draws += orbit;
                self.endless += if code == ValueCode::ENDLESS { orbit } else { 0 };
            }
            Some((_, plies)) => {
                self.longest = self.longest.max(plies);
                *(if wins { &mut self.wins } else { &mut self.losses }) += orbit;
            }
        }
    }

    /// All numbers, in the order of their declaration.
    pub fn numbers(self) -> [u64; 8] {
        let PositionCounts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } =
            self;
        [positions, up_to_symmetry, wins, losses, draws, endless, finished, longest.into()]
    }

    /// The inverse of [`PositionCounts::numbers`]; `None` if the last number is too large.
    pub fn of_numbers(numbers: [u64; 8]) -> Option<PositionCounts> {
        let [positions, up_to_symmetry, wins, losses, draws, endless, finished, longest] = numbers;
        let longest = longest.try_into().ok()?;
        Some(PositionCounts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest })
    }
}

impl std::ops::AddAssign for PositionCounts {
    /// Adds the counts of other positions.
    fn add_assign(&mut self, other: PositionCounts) {
        let PositionCounts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } =
            other;
        self.positions += positions;
        self.up_to_symmetry += up_to_symmetry;
        self.wins += wins;
        self.losses += losses;
        self.draws += draws;
        self.endless += endless;
        self.finished += finished;
        self.longest = self.longest.max(longest);
    }
}
