//! The protocols by name, and the settings of programs.

use plywood_erased::{AnyRules, BotInfo};
use plywood_rules::options::{Kind, Parameter};
use plywood_rules::{StoneGoal, TextError};

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// JSON lines.
    Exec,
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of the Gomocup.
    Gomocup,
}

pub(crate) const MEMORY: Parameter = Parameter {
    key: "memory",
    kind: Kind::Integer { min: 1, max: 1 << 20 },
    default: "",
    about: "the most address space of each of its processes, in MiB; default 1024",
};
pub(crate) const PATIENCE: Parameter = Parameter {
    key: "patience",
    kind: Kind::Time,
    default: "",
    about: "time for a move where there is no clock, after which it has failed; default 60s",
};
pub(crate) const START: Parameter = Parameter {
    key: "start",
    kind: Kind::Time,
    default: "",
    about: "time to start and to begin a game, which is on no clock, after which it has failed; default 10s",
};
pub(crate) const SHELL: Parameter = Parameter {
    key: "shell",
    kind: Kind::Choice(&["off", "on"]),
    default: "off",
    about: "on: the command is run by sh, which expands variables and pipes",
};
pub(crate) const DEPTH: Parameter = Parameter {
    key: "depth",
    kind: Kind::Integer { min: 1, max: 10_000 },
    default: "",
    about: "plies to search, asked of the program",
};
pub(crate) const NODES: Parameter = Parameter {
    key: "nodes",
    kind: Kind::Integer { min: 1, max: u32::MAX },
    default: "",
    about: "positions to search, asked of the program",
};
pub(crate) const TIME: Parameter = Parameter {
    key: "time",
    kind: Kind::Time,
    default: "",
    about: "time per move, asked of the program where there is no clock; default 1s, unless depth or nodes is set",
};
const PLAIN_TIME: Parameter =
    Parameter { about: "time per move, asked of the program where there is no clock; default 1s", ..TIME };
pub(crate) const COLOURS: Parameter = Parameter {
    key: "colours",
    kind: Kind::Choice(&["black-white", "red-blue"]),
    default: "black-white",
    about: "the names of the first and the second player",
};

/// The bots that are programs from outside, in the order of [`Protocol::ALL`].
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "exec",
        about: "A program that answers lines of JSON: exec:[key=value,...] COMMAND. See 'plywood bot new'.",
        parameters: &[MEMORY, PATIENCE, START, SHELL],
    },
    BotInfo {
        name: "ugi",
        about: "A program that speaks UGI: ugi:[key=value,...] COMMAND; option.NAME=VALUE sets an option of the program.",
        parameters: &[DEPTH, NODES, TIME, MEMORY, PATIENCE, START, SHELL],
    },
    BotInfo {
        name: "gtp",
        about: "A program that speaks GTP 2: gtp:[key=value,...] COMMAND. Hex and k in a row on square boards.",
        parameters: &[PLAIN_TIME, COLOURS, MEMORY, PATIENCE, START, SHELL],
    },
    BotInfo {
        name: "gomocup",
        about: "A program of the Gomocup: gomocup:[key=value,...] COMMAND. Five in a row on square boards.",
        parameters: &[PLAIN_TIME, MEMORY, PATIENCE, START, SHELL],
    },
];

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 4] = [Protocol::Exec, Protocol::Ugi, Protocol::Gtp, Protocol::Gomocup];

    /// The protocol of this name.
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.info().name == name)
    }

    /// Checks that it can play a game.
    ///
    /// # Errors
    /// If it cannot: names what it plays.
    pub(crate) fn check(self, game: &dyn AnyRules) -> Result<(), TextError> {
        let plays = match self {
            Protocol::Exec | Protocol::Ugi => return Ok(()),
            Protocol::Gtp => "hex, and k in a row on square boards without gravity",
            Protocol::Gomocup => "five in a row on square boards, such as gomoku",
        };
        let square = game.flat_rules().filter(|rules| rules.columns == rules.rows);
        let can = square.is_some_and(|rules| match (self, rules.goal) {
            (Protocol::Gomocup, StoneGoal::Row { length: 5, misere: false, .. }) => rules.columns >= 5,
            (Protocol::Gomocup, _) | (_, StoneGoal::Most) => false,
            _ => true,
        });
        let (bot, game) = (self.info().name, game.name());
        match can {
            true => Ok(()),
            false => Err(TextError::new(format!("bot '{bot}' cannot play '{game}'; it plays {plays}"))),
        }
    }

    /// The description of its bots.
    pub fn info(self) -> BotInfo {
        BOTS[self as usize]
    }
}
