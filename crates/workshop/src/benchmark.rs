//! The fixed positions on which searches are measured, and the nodes that they visit there.
//!
//! The total of all nodes is the *signature* of the searches: it changes when, and almost only when, a change
//! of the code changes what is searched.

use plywood_rules::Stop;

use crate::trouble::Trouble;
use crate::workshop::{OpenError, Workshop};
use plywood_erased::Analysis;

/// The list, a search a line.
const LIST: &str = include_str!("positions.txt");

/// A search of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// The game, as [`Workshop::open`] reads it.
    pub game: &'static str,
    /// The moves from its opening, separated by blanks.
    pub moves: &'static str,
    /// The bot that searches; its results do not depend on the machine or on time.
    pub bot: &'static str,
    /// True if it takes next to no time, for tests.
    pub quick: bool,
}

/// The reason why a search of the list could not be made: the list is wrong, or the workshop has other games.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// Its game cannot be opened.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// Its moves or its bot are wrong.
    #[error(transparent)]
    Bot(#[from] Trouble),
}

impl Benchmark {
    /// All searches of the list, in its order.
    pub fn all() -> Vec<Benchmark> {
        let lines = LIST.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| Benchmark::read(line).unwrap_or_else(|| panic!("in the list: {line}"))).collect()
    }

    fn read(line: &'static str) -> Option<Benchmark> {
        let mut parts = line.split(';').map(str::trim);
        let (size, game, moves, bot) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let quick = match size {
            "quick" => true,
            "full" => false,
            _ => return None,
        };
        parts.next().is_none().then_some(Benchmark { game, moves, bot, quick })
    }

    /// The name of the game without its options.
    pub fn family(&self) -> &'static str {
        self.game.split_once(':').map_or(self.game, |(name, _)| name)
    }

    /// Runs the search of the list.
    ///
    /// # Errors
    /// If the game cannot be opened, or its moves or the bot are wrong.
    pub fn run(&self, workshop: &Workshop, stop: &Stop) -> Result<Analysis, BenchmarkError> {
        self.run_with(workshop, self.bot, stop)
    }

    /// Lets another bot search the same position.
    ///
    /// # Errors
    /// If the game cannot be opened, or its moves or the bot are wrong.
    pub fn run_with(&self, workshop: &Workshop, bot: &str, stop: &Stop) -> Result<Analysis, BenchmarkError> {
        let session = workshop.open(self.game)?.session(None, self.moves, 1).map_err(Trouble::from)?;
        Ok(session.analyse(bot, false, 1, stop)?)
    }
}
