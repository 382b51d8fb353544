//! The figures of a tournament.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Player, TextError};

use super::finished::{FinishedGame, complete_rounds};
use super::knockout::Bracket;
use super::schedule::{Schedule, TournamentFormat};
use super::swiss::SwissScore;
use crate::spent::Spent;
use crate::stats::{GameParameters, Pentanomial, PoolRatings, RatedGame, Rating, Tally, distinct, rate};

/// The standing of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStanding {
    /// The results of games in which it moved first.
    pub as_first: Tally,
    /// The results of games in which it moved second.
    pub as_second: Tally,
    /// The games that count for ratings: identical ones count once.
    pub distinct_games: u64,
    /// The rating, from the distinct games of the whole pool.
    pub rating: Rating,
    /// The likelihood that it is stronger than the next in the ranking; `None` for the last.
    pub superiority_to_next: Option<f64>,
    /// The time of its moves.
    pub spent: Spent,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by a failure.
    pub failures: u64,
}

impl PlayerStanding {
    /// All results.
    pub fn total(&self) -> Tally {
        self.as_first + self.as_second
    }

    /// Points: a win is one, a draw half of one.
    pub fn points(&self) -> f64 {
        let total = self.total();
        total.wins as f64 + 0.5 * total.draws as f64
    }
}

/// The games of two players with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// The players, in the order of their numbers.
    pub players: [usize; 2],
    /// The results, as the first of them sees them.
    pub tally: Tally,
    /// Pairs of games, of which at least one is not the repetition of an earlier game, as the first of them sees them.
    pub pairs: Pentanomial,
    /// The likelihood that the first of them is stronger, from the games of the whole pool.
    pub superiority: f64,
}

/// The results of games that began alike, as the player that moved first sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideScore {
    /// All games.
    pub all: Tally,
    /// The same without repetitions of identical games: the sample that intervals are of.
    pub distinct: Tally,
}

/// A game that a player lost by a failure, or on time.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFailure {
    /// The player.
    pub player: usize,
    /// The place of the game among those given.
    pub game: usize,
    /// The reason, as far as it is known.
    pub reason: String,
}

/// The figures of a tournament, finished or under way.
#[derive(Clone, Debug)]
pub struct TournamentReport {
    /// The standings, in the order of the players' numbers.
    pub players: Vec<PlayerStanding>,
    /// The players in the order of the final table.
    pub ranking: Vec<usize>,
    /// The players that have met.
    pub meetings: Vec<HeadToHead>,
    /// The score of the player that moves first, and the estimated advantage, for each game of the tournament.
    pub sides: Vec<(SideScore, GameParameters)>,
    /// The score of the player that moves first by game and opening.
    pub openings: BTreeMap<(usize, u64), SideScore>,
    /// Games lost by a failure or on time, in their order.
    pub failures: Vec<PlayerFailure>,
    /// The number of games that differ.
    pub distinct_games: usize,
    /// The place of the first game that each game is identical to: its own if it is new.
    pub originals: Vec<usize>,
    /// The rounds of which all games are over.
    pub rounds: usize,
    /// The points of a Swiss tournament after its complete rounds.
    pub swiss: Option<Vec<SwissScore>>,
    /// The bracket of a knockout.
    pub bracket: Option<Bracket>,
}

impl TournamentReport {
    /// Counts `games`, which are of `schedule` and in the order in which it gave them.
    ///
    /// # Errors
    /// If a game is of players or rules that the schedule does not have.
    pub fn of(schedule: &Schedule, games: &[FinishedGame]) -> Result<TournamentReport, TextError> {
        let identity = |game: &FinishedGame| (game.scheduled.game, game.scheduled.players, game.key);
        let (weights, distinct_games) = distinct(games.iter().map(identity));
        let rated: Vec<RatedGame> = games
            .iter()
            .zip(&weights)
            .map(|(game, &weight)| RatedGame {
                game: game.scheduled.game,
                players: game.scheduled.players,
                utility: game.utility(),
                weight,
            })
            .collect();
        let ratings = rate(schedule.players(), schedule.games(), &rated)?;
        let mut firsts = BTreeMap::new();
        let originals = games
            .iter()
            .enumerate()
            .map(|(place, game)| *firsts.entry(identity(game)).or_insert(place))
            .collect();
        let rounds = complete_rounds(schedule, games);
        let mut report = TournamentReport {
            players: ratings.players.iter().map(|&rating| PlayerStanding::new(rating)).collect(),
            ranking: Vec::new(),
            meetings: meetings(games, &weights, &ratings),
            sides: ratings.games.iter().map(|&parameters| (SideScore::default(), parameters)).collect(),
            openings: BTreeMap::new(),
            failures: Vec::new(),
            distinct_games,
            originals,
            rounds: rounds.len(),
            swiss: schedule.swiss_scores(&rounds),
            bracket: schedule.bracket(&rounds),
        };
        for (place, (game, weight)) in games.iter().zip(weights).enumerate() {
            report.count(place, game, weight > 0.0);
        }
        report.rank(schedule.format(), &ratings);
        Ok(report)
    }

    fn count(&mut self, place: usize, game: &FinishedGame, is_new: bool) {
        let utility = game.utility();
        for side in Player::BOTH {
            let standing = &mut self.players[game.player(side)];
            match side {
                Player::First => standing.as_first.count(utility),
                Player::Second => standing.as_second.count(-utility),
            }
            standing.distinct_games += u64::from(is_new);
            standing.spent += game.spent[side.index()];
        }
        let opening = (game.scheduled.game, game.opening);
        let scores = [&mut self.sides[game.scheduled.game].0, self.openings.entry(opening).or_default()];
        for score in scores {
            score.all.count(utility);
            if is_new {
                score.distinct.count(utility);
            }
        }
        self.count_failure(place, game);
    }

    fn count_failure(&mut self, place: usize, game: &FinishedGame) {
        let Ending::Called(call @ (Call::OutOfTime(loser) | Call::Failed(loser))) = game.ending else {
            return;
        };
        let player = game.player(loser);
        match call {
            Call::OutOfTime(_) => self.players[player].time_losses += 1,
            _ => self.players[player].failures += 1,
        }
        let reason = game.failure.clone().unwrap_or_else(|| call.reason().to_string());
        self.failures.push(PlayerFailure { player, game: place, reason });
    }

    /// Puts the players into the order of the final table: by points in a round robin and a Swiss tournament (with its tie-breaks), by
    /// stages in a knockout, by rating in a gauntlet; then by rating.
    fn rank(&mut self, format: TournamentFormat, ratings: &PoolRatings) {
        let share = |player: usize| self.players[player].total().score().unwrap_or(0.5);
        let stages = self.bracket.as_ref().map(|bracket| bracket.stages_won(self.players.len()));
        let mut ranking = ratings.ranking.clone();
        match (format, &self.swiss, &stages) {
            (TournamentFormat::RoundRobin, _, _) => {
                ranking.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
            }
            (_, Some(swiss), _) => {
                let key = |score: &SwissScore| {
                    (score.halves, score.buchholz_halves, score.sonneborn_berger_quarters)
                };
                ranking.sort_by_key(|&player| std::cmp::Reverse(key(&swiss[player])));
            }
            (_, _, Some(stages)) => ranking.sort_by_key(|&player| std::cmp::Reverse(stages[player])),
            _ => {}
        }
        for next in ranking.windows(2) {
            self.players[next[0]].superiority_to_next = Some(ratings.superiority(next[0], next[1]));
        }
        self.ranking = ranking;
    }

    /// The games of two players with each other, as `a` sees them; `None` if they have not met.
    pub fn meeting(&self, a: usize, b: usize) -> Option<HeadToHead> {
        let found = self.meetings.iter().find(|meeting| meeting.players == [a.min(b), a.max(b)])?;
        Some(if a <= b { found.clone() } else { found.reversed() })
    }
}

impl PlayerStanding {
    fn new(rating: Rating) -> PlayerStanding {
        PlayerStanding {
            as_first: Tally::default(),
            as_second: Tally::default(),
            distinct_games: 0,
            rating,
            superiority_to_next: None,
            spent: Spent::default(),
            time_losses: 0,
            failures: 0,
        }
    }
}

impl HeadToHead {
    /// The same as the other player sees it.
    fn reversed(&self) -> HeadToHead {
        let ([a, b], mut classes) = (self.players, self.pairs.classes);
        classes.reverse();
        HeadToHead {
            players: [b, a],
            tally: self.tally.reversed(),
            pairs: Pentanomial { classes },
            superiority: 1.0 - self.superiority,
        }
    }
}

/// The first game of a pair: what the first of the two players got, and if the game is new.
type Half = (i8, bool);

fn meetings(games: &[FinishedGame], weights: &[f64], ratings: &PoolRatings) -> Vec<HeadToHead> {
    let mut meetings = BTreeMap::new();
    let mut halves: BTreeMap<_, Half> = BTreeMap::new();
    for (game, &weight) in games.iter().zip(weights) {
        let [first, second] = game.scheduled.players;
        let players = [first.min(second), first.max(second)];
        let meeting = meetings.entry(players).or_insert_with(|| HeadToHead {
            players,
            tally: Tally::default(),
            pairs: Pentanomial::default(),
            superiority: ratings.superiority(players[0], players[1]),
        });
        let utility = if first == players[0] { game.utility() } else { -game.utility() };
        meeting.tally.count(utility);
        let pair = (players, game.round, game.scheduled.game, game.scheduled.pair);
        match halves.remove(&pair) {
            Some((other, is_new)) if is_new || weight > 0.0 => {
                meeting.pairs.classes[(utility + other + 2) as usize] += 1;
            }
            Some(_) => {}
            None => {
                halves.insert(pair, (utility, weight > 0.0));
            }
        }
    }
    meetings.into_values().collect()
}
