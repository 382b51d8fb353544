//! The simplest plan for Pig: roll until the turn total is large enough.

use plywood_rules::options::{Kind, Parameter};
use plywood_rules::playable::OwnBot;
use plywood_rules::{Bot, Game, MoveNumber, Position, Report, Stop};
use rand_core::Rng;

use super::game::{HOLD, Pig, ROLL, State};

const AT: u16 = 20;

const PARAMETERS: &[Parameter] = &[Parameter {
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

    /// The bot as a game lists it that is Pig, or one of several games of which one is Pig.
    pub(crate) fn listed<G: Game>() -> OwnBot<G>
    where
        Hold: Bot<G>,
    {
        OwnBot {
            name: "hold",
            about: "Rolls until the turn total is large enough, whatever the score.",
            parameters: PARAMETERS,
            build: |_, options| {
                let at = options.integer("at").and_then(|at| u16::try_from(at).ok());
                Ok(Box::new(Hold::at(at.unwrap_or(AT))))
            },
        }
    }

    /// The choice in a position in which a player decides.
    pub(crate) fn decide(self, game: &Pig, state: &State) -> Report<MoveNumber> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let hold = moves.contains(&HOLD) && state.turn_total() >= self.at;
        Report::without_value(if hold { HOLD } else { ROLL }, moves)
    }
}

impl Bot<Pig> for Hold {
    fn choose(
        &mut self,
        game: &Pig,
        position: Position<'_, Pig>,
        _: &mut dyn Rng,
        _: &Stop,
    ) -> Report<MoveNumber> {
        self.decide(game, position.state)
    }
}
