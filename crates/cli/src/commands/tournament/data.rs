//! A tournament as its reports need it.

use std::collections::BTreeMap;
use std::sync::Arc;

use plywood_arena::stats::{Tally, wilson};
use plywood_arena::tournament::{FinishedGame, TournamentReport};
use plywood_workshop::{AnyGame, short_name};

/// A finished game with its moves.
pub struct TournamentGame {
    /// Its result.
    pub finished: FinishedGame,
    /// The position at its start, if it is not the opening position.
    pub position: Option<String>,
    /// The moves and outcomes of chance.
    pub moves: Vec<String>,
}

/// A tournament, finished or under way.
pub struct TournamentData {
    /// The title.
    pub title: String,
    /// The settings, as they are shown.
    pub settings: Vec<(String, String)>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The games (their rules).
    pub games: Vec<Arc<dyn AnyGame>>,
    /// The openings that have a name, by game and number: their moves, as a rule.
    pub openings: BTreeMap<(usize, u64), String>,
    /// The games, in the order in which they were scheduled.
    pub played: Vec<TournamentGame>,
    /// The figures of these games.
    pub report: TournamentReport,
    /// True if all games have been played.
    pub is_complete: bool,
}

impl TournamentData {
    /// The name of a game, without the options that are the default.
    pub fn game_name(&self, game: usize) -> String {
        self.games.get(game).map_or_else(String::new, |rules| short_name(&rules.name()))
    }

    /// The name of a player.
    pub fn player(&self, player: usize) -> &str {
        self.players.get(player).map_or("", String::as_str)
    }

    /// The name of an opening.
    pub fn opening(&self, game: usize, opening: u64) -> String {
        let named = self.openings.get(&(game, opening)).filter(|name| !name.is_empty());
        named.cloned().unwrap_or_else(|| format!("opening {}", opening + 1))
    }
}

/// Points: a win is one, a draw half of one.
pub fn points(tally: Tally) -> f64 {
    tally.wins as f64 + 0.5 * tally.draws as f64
}

/// The score of a sample, from 0 to 1, with its 95 % interval; one half if there are no games.
pub fn score(sample: Tally) -> (f64, f64, f64) {
    let score = sample.score().unwrap_or(0.5);
    let (low, high) = wilson(score, sample.games() as f64);
    (score, low, high)
}
