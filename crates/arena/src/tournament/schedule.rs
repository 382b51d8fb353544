//! The pairings of a tournament, round by round.

use plywood_rules::TextError;

use super::knockout::Bracket;
use super::pairing::{Pairing, PairingResult};
use super::{fixed, swiss};

/// The most players of a tournament.
pub const MOST_PLAYERS: usize = 1024;

/// The kind of a tournament. Players are seeded: those named first count as the best where a rule has to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Every player meets every other once.
    RoundRobin,
    /// The first players, the heroes, meet all others, and not each other.
    Gauntlet {
        /// The number of heroes.
        heroes: usize,
    },
    /// In every round each player meets one with about the same points, and nobody twice if that can be avoided.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a pairing is out.
    Knockout,
}

/// Pairings that are played next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The pairings, the best players first.
    pub pairings: Vec<Pairing>,
    /// Players without an opponent.
    pub byes: Vec<usize>,
    /// Pairs of games that each pairing plays in each game of the tournament.
    pub pairs: u32,
}

/// One game of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScheduledGame {
    /// The place of the pairing in the round.
    pub pairing: usize,
    /// The number of the game (its rules) among those of the tournament.
    pub game: usize,
    /// The number of the pair of games within the pairing and the game. Both games of a pair have the same
    /// opening and the same dice.
    pub pair: u32,
    /// The player that moves first, and the one that moves second.
    pub players: [usize; 2],
}

/// The rules of a tournament, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: TournamentFormat,
    players: usize,
    games: usize,
    pairs: u32,
}

impl Schedule {
    /// A tournament of `players` players, in which each pairing plays `pairs` pairs of games in each of `games` games.
    ///
    /// # Errors
    /// If there is nothing to play, there are fewer than 2 or more than [`MOST_PLAYERS`] players, no or only heroes, or more
    /// rounds than there are different opponents.
    pub fn new(
        format: TournamentFormat,
        players: usize,
        games: usize,
        pairs: u32,
    ) -> Result<Schedule, TextError> {
        let wrong = |text: String| Err(TextError::new(text));
        if !(2..=MOST_PLAYERS).contains(&players) {
            return wrong(format!("a tournament cannot have {players} players; name 2 to {MOST_PLAYERS}"));
        }
        if games == 0 {
            return wrong("a tournament needs a game; name at least one".to_string());
        }
        if pairs == 0 {
            return wrong("a pairing cannot play 0 pairs of games; write at least 1".to_string());
        }
        match format {
            TournamentFormat::Gauntlet { heroes } if heroes == 0 || heroes >= players => wrong(format!(
                "a gauntlet of {players} players cannot have {heroes} heroes; write 1 to {}",
                players - 1
            )),
            TournamentFormat::Swiss { rounds } if rounds == 0 || rounds > most_rounds(players) => {
                wrong(format!(
                    "a Swiss tournament of {players} players cannot have {rounds} rounds; write 1 to {}",
                    most_rounds(players)
                ))
            }
            _ => Ok(Schedule { format, players, games, pairs }),
        }
    }

    /// The kind of tournament.
    pub fn format(&self) -> TournamentFormat {
        self.format
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Pairs of games that each pairing plays in each game.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// The number of games (their rules) of each pairing.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The round that follows those in `finished`, which are complete and in their order; `None` after the last. The same
    /// results always give the same round. A result that is missing counts as no points for either player.
    pub fn next_round(&self, finished: &[Vec<PairingResult>]) -> Option<Round> {
        match self.format {
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet { .. } => {
                self.fixed_round(finished.len())
            }
            TournamentFormat::Swiss { rounds } => {
                (finished.len() < rounds).then(|| self.round(swiss::pair(self.players, finished), self.pairs))
            }
            TournamentFormat::Knockout => {
                let (pairings, pairs) = self.bracket(finished)?.next()?;
                Some(self.round(pairings, pairs.unwrap_or(self.pairs)))
            }
        }
    }

    /// All rounds, where they do not depend on results: those of a round robin and a gauntlet. They can be played at once.
    /// In each round nearly every player plays, so that all of them have played early.
    pub fn fixed_rounds(&self) -> Option<Vec<Round>> {
        match self.format {
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet { .. } => {
                Some((0..).map_while(|round| self.fixed_round(round)).collect())
            }
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => None,
        }
    }

    /// One of [`Schedule::fixed_rounds`], from 0; `None` after the last, and where rounds depend on results.
    pub fn fixed_round(&self, round: usize) -> Option<Round> {
        let pairings = match self.format {
            TournamentFormat::RoundRobin => fixed::round_robin(self.players, round)?,
            TournamentFormat::Gauntlet { heroes } => fixed::gauntlet(self.players, heroes, round)?,
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => return None,
        };
        Some(self.round(pairings, self.pairs))
    }

    /// The bracket of a knockout after the rounds in `finished`; `None` for other tournaments.
    pub fn bracket(&self, finished: &[Vec<PairingResult>]) -> Option<Bracket> {
        (self.format == TournamentFormat::Knockout).then(|| Bracket::after(self.players, finished))
    }

    /// The points of a Swiss tournament after the rounds in `finished`, in the order of the players; `None` for other
    /// tournaments.
    pub fn swiss_scores(&self, finished: &[Vec<PairingResult>]) -> Option<Vec<swiss::SwissScore>> {
        matches!(self.format, TournamentFormat::Swiss { .. }).then(|| swiss::scores(self.players, finished))
    }

    /// The place of a game of a pairing among [`Schedule::games_of`] of its round; `None` if the round has none with this pair, game
    /// and players.
    pub fn place_of(&self, round: &Round, game: &ScheduledGame) -> Option<usize> {
        let &ScheduledGame { pairing, game, pair, players } = game;
        let [a, b] = round.pairings.get(pairing)?.players;
        let side = [[a, b], [b, a]].iter().position(|both| *both == players)?;
        let is_there = game < self.games && pair < round.pairs;
        is_there.then_some(2 * ((pair as usize * self.games + game) * round.pairings.len() + pairing) + side)
    }

    /// The number of the pair that a game belongs to, from 0, among all pairs of the tournament; `None` where rounds depend on results
    /// or have no such game.
    pub fn pair_number(&self, round: usize, game: &ScheduledGame) -> Option<u64> {
        let of_round = self.fixed_round(round)?;
        Some(self.first_pair(round, &of_round) + self.place_of(&of_round, game)? as u64 / 2)
    }

    /// The number of the first pair of a round, where rounds do not depend on results: all of them have as many pairs.
    pub fn first_pair(&self, number: usize, round: &Round) -> u64 {
        number as u64 * round.pairings.len() as u64 * self.games as u64 * u64::from(self.pairs)
    }

    /// The games of a round, in the order in which they are best played: one pair of each pairing, then the next.
    pub fn games_of(&self, round: &Round) -> Vec<ScheduledGame> {
        let mut all = Vec::new();
        for pair in 0..round.pairs {
            for game in 0..self.games {
                for (pairing, &Pairing { players: [a, b] }) in round.pairings.iter().enumerate() {
                    all.extend([[a, b], [b, a]].map(|players| ScheduledGame {
                        pairing,
                        game,
                        pair,
                        players,
                    }));
                }
            }
        }
        all
    }

    /// The number of games; of a knockout, those without further pairs.
    pub fn expected_games(&self) -> u64 {
        let (players, heroes_met) =
            (self.players as u64, |heroes: u64| heroes * (self.players as u64 - heroes));
        let pairings = match self.format {
            TournamentFormat::RoundRobin => players * (players - 1) / 2,
            TournamentFormat::Gauntlet { heroes } => heroes_met(heroes as u64),
            TournamentFormat::Swiss { rounds } => rounds as u64 * (players / 2),
            TournamentFormat::Knockout => players - 1,
        };
        2 * pairings * self.games as u64 * u64::from(self.pairs)
    }

    fn round(&self, pairings: Vec<Pairing>, pairs: u32) -> Round {
        let mut is_busy = vec![false; self.players];
        for player in pairings.iter().flat_map(|pairing| pairing.players) {
            is_busy[player] = true;
        }
        // In a knockout most players without an opponent are out.
        let byes = match self.format {
            TournamentFormat::Knockout => Vec::new(),
            _ => (0..self.players).filter(|&player| !is_busy[player]).collect(),
        };
        Round { pairings, byes, pairs }
    }
}

/// The most rounds of a Swiss tournament: until everybody has met everybody, and had a bye if the number is odd.
fn most_rounds(players: usize) -> usize {
    if players.is_multiple_of(2) { players - 1 } else { players }
}
