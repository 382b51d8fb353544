//! The value of a position, in two bytes.

use plywood_rules::{Player, Proved};

/// The exact value of a position of a game without chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// This player wins, in exactly this many plies under best play.
    Win {
        /// The winner.
        player: Player,
        /// Plies to the end.
        plies: u32,
    },
    /// Neither can win, and play ends, in a draw, as long as neither gives anything away.
    Draw,
    /// Neither can win, and play may be endless without a mistake.
    Endless,
}

impl Exact {
    /// The same as a value for `player`.
    pub fn proved(self, player: Player) -> Proved {
        match self {
            Exact::Win { player: winner, plies } if winner == player => Proved::Win { plies },
            Exact::Win { plies, .. } => Proved::Loss { plies },
            Exact::Draw | Exact::Endless => Proved::Draw,
        }
    }
}

/// [`Exact`], or that nothing is known yet: 0 for that, 1 and 2 for draws, and from 3 on a win, twice its plies and one
/// more if it is the second player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueCode(pub u16);

impl ValueCode {
    /// Nothing is known yet.
    pub const UNKNOWN: ValueCode = ValueCode(0);
    /// [`Exact::Draw`].
    pub const DRAW: ValueCode = ValueCode(1);
    /// [`Exact::Endless`].
    pub const ENDLESS: ValueCode = ValueCode(2);

    /// No win takes more plies.
    pub const MOST_PLIES: u32 = (u16::MAX as u32 - 4) / 2;

    /// A win of `player` in at most [`ValueCode::MOST_PLIES`] plies.
    #[inline]
    pub fn win(player: Player, plies: u32) -> ValueCode {
        ValueCode((3 + 2 * plies.min(ValueCode::MOST_PLIES) + player.index() as u32) as u16)
    }

    /// The winner, and the plies to the win.
    #[inline]
    pub fn winner(self) -> Option<(Player, u32)> {
        let code = u32::from(self.0).checked_sub(3)?;
        Some((Player::BOTH[code as usize % 2], code / 2))
    }

    /// The value; `None` where nothing is known.
    pub fn exact(self) -> Option<Exact> {
        match self {
            ValueCode::UNKNOWN => None,
            ValueCode::DRAW => Some(Exact::Draw),
            ValueCode::ENDLESS => Some(Exact::Endless),
            code => code.winner().map(|(player, plies)| Exact::Win { player, plies }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_they_were_made_of() {
        for player in Player::BOTH {
            for plies in [0, 1, 2, 63, 64, 1000, ValueCode::MOST_PLIES] {
                assert_eq!(ValueCode::win(player, plies).winner(), Some((player, plies)));
                assert_eq!(ValueCode::win(player, plies).exact(), Some(Exact::Win { player, plies }));
            }
        }
        for (code, exact) in [
            (ValueCode::UNKNOWN, None),
            (ValueCode::DRAW, Some(Exact::Draw)),
            (ValueCode::ENDLESS, Some(Exact::Endless)),
        ] {
            assert_eq!((code.exact(), code.winner()), (exact, None));
        }
    }
}
