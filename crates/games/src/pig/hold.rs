//! The simplest plan for Pig: roll until the turn total is large enough.

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::{Bot, Game, Position, Report, Stop};
use rand_core::Rng;

use super::game::{Move, Pig};

const AT: u16 = 20;

pub(super) const PARAMETERS: &[Parameter] = &[Parameter {
    key: "at",
    kind: Kind::Integer { min: 1, max: 1000 },
    default: "20",
    about: "the turn total to hold at",
}];

/// Holds as soon as the turn total is at least a number, reckless of the score. With a die of six faces, 20 is
/// where rolling on costs as much as it gains: one throw in six loses the turn total, the others add 20 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    at: u16,
}

impl Hold {
    /// Holds at turn total `at`.
    pub fn at(at: u16) -> Hold {
        Hold { at }
    }

    pub(super) fn from_options(options: &Options) -> Hold {
        Hold::at(options.integer("at").and_then(|at| u16::try_from(at).ok()).unwrap_or(AT))
    }
}

impl Bot<Pig> for Hold {
    fn choose(&mut self, game: &Pig, position: Position<'_, Pig>, _: &mut dyn Rng, _: &Stop) -> Report<Move> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let hold = moves.contains(&Move::Hold) && position.state.turn_total() >= self.at;
        Report::without_value(if hold { Move::Hold } else { Move::Roll }, moves)
    }
}
