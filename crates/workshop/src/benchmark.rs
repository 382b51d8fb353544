//! The fixed positions on which searches are measured, and what they have to visit there.
//!
//! The total of all nodes is the *signature* of the searches: it changes when, and as good as only when, a change of the
//! code changes what is searched.

use plywood_rules::Stop;

use crate::bots::BotError;
use crate::registry::{OpenError, Registry};
use plywood_erased::Analysis;

/// The list, a search a line.
const LIST: &str = include_str!("../../../bench/positions.txt");

/// A search of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// The game, as [`Registry::open`] reads it.
    pub game: &'static str,
    /// The moves from its opening, separated by blanks.
    pub moves: &'static str,
    /// Who searches: what it finds does not depend on the machine or on time.
    pub bot: &'static str,
    /// Whether it is done in no time, for tests.
    pub quick: bool,
}

/// Why a search of the list could not be made: the list is wrong, or the registry has other games.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// Its game cannot be opened.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// Its moves or its bot are wrong.
    #[error(transparent)]
    Bot(#[from] BotError),
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

    /// Searches as the list says.
    ///
    /// # Errors
    /// If the game cannot be opened, or its moves or the bot are wrong.
    pub fn run(&self, registry: &Registry, stop: &Stop) -> Result<Analysis, BenchmarkError> {
        self.run_with(registry, self.bot, stop)
    }

    /// Lets another bot search the same position.
    ///
    /// # Errors
    /// If the game cannot be opened, or its moves or the bot are wrong.
    pub fn run_with(&self, registry: &Registry, bot: &str, stop: &Stop) -> Result<Analysis, BenchmarkError> {
        let session = registry.open(self.game)?.session(None, self.moves, 1).map_err(BotError::from)?;
        Ok(session.analyse(bot, false, 1, stop)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_of_the_list_can_be_made_and_no_two_are_the_same() {
        let registry = Registry::standard().without_files();
        let all = Benchmark::all();
        for (place, benchmark) in all.iter().enumerate() {
            let game = registry.open(benchmark.game).expect("its game is listed");
            game.check_bot(benchmark.bot).unwrap_or_else(|error| panic!("{}: {error}", benchmark.bot));
            let session = game.session(None, benchmark.moves, 1).expect("its moves are legal");
            assert!(session.turn().player().is_some(), "nobody decides: {benchmark:?}");
            assert!(!all[..place].contains(benchmark), "twice: {benchmark:?}");
        }
        for family in registry.families() {
            let here = |b: &&Benchmark| {
                b.family() == family.name || family.aliases.iter().any(|(alias, _)| b.family() == *alias)
            };
            assert!(all.iter().any(|b| here(&b)), "{} is not measured", family.name);
            assert!(all.iter().filter(here).any(|b| b.quick), "{} is not tested", family.name);
        }
    }

    /// Nothing is carried over from one search to the next in one process.
    #[test]
    fn the_same_search_visits_the_same_positions_again() {
        let registry = Registry::standard();
        let stop = Stop::never();
        for benchmark in Benchmark::all().iter().filter(|benchmark| benchmark.quick) {
            let [first, second] =
                [(); 2].map(|()| benchmark.run(&registry, &stop).expect("it is of the list"));
            assert_eq!(
                (first.nodes, &first.best, first.value),
                (second.nodes, &second.best, second.value),
                "{benchmark:?}"
            );
        }
    }
}
