//! Levels for people: opponents from a beginner to full strength, each defined by the positions that it may
//! visit and the share of its random moves.
//!
//! A level counts positions and not seconds, so that it plays the same on every machine. The strength of each
//! level relative to the one below, measured by games, is in `book/src/benchmarks/levels.md`.

use std::fmt;

use plywood_rules::options::{Kind, Options, Parameter, split_name};

/// A level: the same search as full strength, which sees less and blunders now and then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The number of the level, from 1, the weakest, to [`Level::HIGHEST`].
    pub number: u32,
    /// The positions that it may visit for a move. However many moves there are, it looks at each one ply deep.
    pub nodes: u32,
    /// The share of its moves that are any legal move, each as likely as the others, from 0 to 1.
    pub blunder: f64,
}

/// All levels, from weak to strong.
///
/// The numbers were chosen by matches on connect four and Pikk Pakk 5x5, so that each level up to the sixth has
/// 64 to 71 % of the points against the one below. Higher up, positions alone hardly separate levels of Pikk
/// Pakk 5x5 (four times as many gained about 50 Elo, as did 4 % fewer random moves), so only the highest plays
/// none at random. The lowest sees a ply or two, the highest searches for about a second.
pub const LEVELS: [Level; Level::HIGHEST as usize] = [
    level(1, 100, 0.62),
    level(2, 200, 0.45),
    level(3, 600, 0.32),
    level(4, 2_000, 0.22),
    level(5, 6_000, 0.15),
    level(6, 25_000, 0.07),
    level(7, 100_000, 0.03),
    level(8, 500_000, 0.0),
];

const fn level(number: u32, nodes: u32, blunder: f64) -> Level {
    Level { number, nodes, blunder }
}

impl Level {
    /// The number of the strongest level.
    pub const HIGHEST: u32 = 8;

    /// The number of the default level.
    pub const MIDDLING: u32 = 4;

    /// The level of this number, if there is one.
    pub fn of(number: u32) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.number == number)
    }

    /// Its name as a bot.
    pub fn name(self) -> String {
        format!("{NAME}:{}={}", NUMBER.key, self.number)
    }

    /// The same as a bot that keeps a series of rematches even, beginning at this level.
    pub fn even(self) -> String {
        format!("{},{}=on", self.name(), EVEN.key)
    }

    /// The bot that it is, spelled out: the engine, or expectiminimax in a game with dice, at equal moves with any of
    /// them.
    pub fn bot(self, has_chance: bool) -> String {
        let search = if has_chance { "expectiminimax" } else { "engine" };
        let blunder = if self.blunder > 0.0 { format!(",blunder={}", self.blunder) } else { String::new() };
        format!("{search}:nodes={},tie=random{blunder}", self.nodes)
    }
}

/// A description: `level 3 of 8: 500 positions a move, 20 % of its moves at random`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Level { number, nodes, blunder } = self;
        write!(f, "level {number} of {}: {nodes} positions a move, ", Level::HIGHEST)?;
        match blunder {
            0.0 => f.write_str("none of its moves at random"),
            share => write!(f, "{} % of its moves at random", (share * 1000.0).round() / 10.0),
        }
    }
}

/// The bot that plays at a level.
pub(crate) const NAME: &str = "level";

/// Its number.
pub(crate) const NUMBER: Parameter = Parameter {
    key: "n",
    kind: Kind::Integer { min: 1, max: Level::HIGHEST },
    default: "4",
    about: "the level, from beginner to full strength",
};

/// Makes a series even.
pub(crate) const EVEN: Parameter = Parameter {
    key: "even",
    kind: Kind::Choice(&["off", "on"]),
    default: "off",
    about: "in a series of rematches, play a level higher after each loss and a level lower after each win",
};

/// The number of the level that is named, and true if it keeps a series even; `None` for other bots.
pub fn level_of(bot: &str) -> Option<(u32, bool)> {
    let (name, given) = split_name(bot);
    let options = (name == NAME).then(|| Options::read(NAME, &[NUMBER, EVEN], given).ok()).flatten()?;
    Some((options.integer(NUMBER.key).unwrap_or(Level::MIDDLING), options.is(EVEN.key, "on")))
}

/// The name of a bot in the next game of a series, where it had a `result` of 1 for a win, 0 for a draw and -1 for a loss. Only a
/// level with `even=on` changes. Between the lowest level and the highest, each win is answered by a stronger opponent and each loss by
/// a weaker one, so that wins and losses of a series differ by less than the number of levels.
pub fn next_in_series(bot: &str, result: i8) -> String {
    let Some((number, true)) = level_of(bot) else { return bot.to_string() };
    let next = number.saturating_add_signed(-i32::from(result)).clamp(1, Level::HIGHEST);
    format!("{NAME}:{}={next},{}=on", NUMBER.key, EVEN.key)
}
