//! Tournaments: many pairs of games between many players, on several threads, and again from where they stopped.
//!
//! The unit of work is a pair of games: the same opening and the same dice, sides swapped. All random choices of a pair come from
//! the seed of the tournament and the identity of the pair, so that it does not matter which pairs were played before an
//! interruption, in which order, or on how many threads.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, mpsc};

use plywood_arena::Adjudication;
use plywood_arena::tournament::{Pairing, PairingResult, Round, ScheduledGame};
use plywood_rules::random::part_seed;
use plywood_rules::threads::{self, lock};
use plywood_rules::{Clock, Player, Stop};

use crate::any_game::AnyGame;
use crate::matches::{GameReport, MatchError, MatchOptions, OpeningBook};

pub use plywood_arena::tournament::{Schedule, TournamentFormat};

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in tables and records.
    pub name: String,
    /// The bot.
    pub bot: String,
}

/// A game of a tournament and its openings.
pub struct GameOfTournament {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The openings. Each pair of games that two players play in a round has another one of a list.
    pub openings: OpeningBook,
}

/// The rules of a tournament.
pub struct TournamentOptions {
    /// The players in their order.
    pub entrants: Vec<Entrant>,
    /// The games that every two players who meet play.
    pub games: Vec<GameOfTournament>,
    /// The number of pairs, and who meets whom; it has as many players and games as there are here.
    pub schedule: Schedule,
    /// Fixes everything random.
    pub seed: u64,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// The time of each player for a game and the increment for each move; `None` for no clock.
    pub clock: Option<Clock>,
    /// Ends games that both bots know.
    pub adjudication: Option<Adjudication>,
    /// Ends games that can be solved at once as soon as their result is certain.
    pub use_solution: bool,
}

/// The identity of a pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairId {
    /// The number of the round, from 0.
    pub round: usize,
    /// The number of the game among those of the tournament.
    pub game: usize,
    /// The number of the pair among those of its players in this round and game.
    pub pair: u32,
    /// The players. The first of them moves first in the first game.
    pub players: [usize; 2],
}

/// A finished pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// The pair.
    pub id: PairId,
    /// The first game, and the second with sides swapped; with their records.
    pub games: [GameReport; 2],
}

/// A tournament under way: its rules, and the results so far.
pub struct Tournament {
    options: TournamentOptions,
    /// Points in halves of both players of each finished pair.
    results: HashMap<PairId, [u32; 2]>,
}

/// A thread's result: a pair, `None` for a pair that was stopped, or a failure.
type Arrival = Result<Option<PlayedPair>, MatchError>;

impl Tournament {
    /// A tournament before its first game.
    ///
    /// # Panics
    /// If the schedule has another number of players than there are.
    pub fn new(options: TournamentOptions) -> Tournament {
        assert_eq!(options.schedule.players(), options.entrants.len(), "a player each");
        Tournament { options, results: HashMap::new() }
    }

    /// The rules.
    pub fn options(&self) -> &TournamentOptions {
        &self.options
    }

    /// Counts a pair that was played before, by the points of its players in halves.
    pub fn count(&mut self, id: PairId, halves: [u32; 2]) {
        self.results.insert(id, halves);
    }

    /// The points of both players of a pair in halves, if it is finished.
    pub fn points(&self, id: PairId) -> Option<[u32; 2]> {
        self.results.get(&id).copied()
    }

    /// Pairs that are finished.
    pub fn done(&self) -> u64 {
        self.results.len() as u64
    }

    /// Plays what is left, on `jobs` threads. `on_pair` receives each finished pair on this thread; the tournament stops if it
    /// returns false. Returns true if all was played; false if `stop` was raised, which drops pairs under way.
    ///
    /// # Errors
    /// If a bot that is no program from outside fails, or the system does. All pairs before were passed on.
    pub fn run(
        &mut self,
        jobs: NonZeroUsize,
        stop: &Stop,
        on_pair: &mut dyn FnMut(PlayedPair) -> bool,
    ) -> Result<bool, MatchError> {
        if let Some(rounds) = self.options.schedule.fixed_rounds() {
            let all: Vec<PairId> =
                (0..).zip(&rounds).flat_map(|(number, round)| self.pairs(number, round)).collect();
            return self.play(all, jobs, stop, on_pair);
        }
        loop {
            let finished = self.finished_rounds();
            let Some(round) = self.options.schedule.next_round(&finished) else { return Ok(true) };
            let pairs = self.pairs(finished.len(), &round);
            if !self.play(pairs, jobs, stop, on_pair)? {
                return Ok(false);
            }
        }
    }

    /// The results of the rounds of which all pairs are finished, in their order, up to the first that has some to play.
    pub fn finished_rounds(&self) -> Vec<Vec<PairingResult>> {
        let mut finished = Vec::new();
        while let Some(round) = self.options.schedule.next_round(&finished) {
            let pairs = self.pairs(finished.len(), &round);
            if !pairs.iter().all(|pair| self.results.contains_key(pair)) {
                break;
            }
            let result = |&pairing: &Pairing| {
                let of_pairing = pairs.iter().filter(|pair| pair.players == pairing.players);
                let halves = of_pairing.fold([0; 2], |[a, b], pair| {
                    let [more_a, more_b] = self.results[pair];
                    [a + more_a, b + more_b]
                });
                PairingResult { pairing, halves }
            };
            finished.push(round.pairings.iter().map(result).collect());
        }
        finished
    }

    /// The pairs of a round, in the order in which they are played.
    fn pairs(&self, number: usize, round: &Round) -> Vec<PairId> {
        let games = self.options.schedule.games_of(round);
        let pair = |two: &[ScheduledGame]| PairId {
            round: number,
            game: two[0].game,
            pair: two[0].pair,
            players: two[0].players,
        };
        games.chunks(2).map(pair).collect()
    }

    /// Plays those of the pairs that are not finished.
    fn play(
        &mut self,
        mut pairs: Vec<PairId>,
        jobs: NonZeroUsize,
        stop: &Stop,
        on_pair: &mut dyn FnMut(PlayedPair) -> bool,
    ) -> Result<bool, MatchError> {
        pairs.retain(|pair| !self.results.contains_key(pair));
        let wanted = pairs.len();
        let queue = Mutex::new(VecDeque::from(pairs));
        let (options, results) = (&self.options, &mut self.results);
        let mut failure = None;
        let mut finished = 0;
        threads::scoped(&mut |scope| {
            let (sender, receiver) = mpsc::channel::<Arrival>();
            let spawn = |_: &usize| {
                let sender = sender.clone();
                let queue = &queue;
                threads::spawn(scope, Box::new(move || work(options, queue, stop, &sender)))
            };
            if (0..jobs.get().min(wanted)).take_while(spawn).count() == 0 && wanted > 0 {
                failure = Some(MatchError::Failed("the system gave no thread to play on".to_string()));
            }
            // The channel closes when the last thread has ended.
            drop(sender);
            for arrival in receiver {
                match arrival {
                    Ok(Some(played)) => {
                        results.insert(played.id, halves(&played.games));
                        finished += 1;
                        if !on_pair(played) {
                            lock(&queue).clear();
                        }
                    }
                    Ok(None) => {}
                    Err(error) => {
                        failure.get_or_insert(error);
                        lock(&queue).clear();
                    }
                }
            }
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(finished == wanted),
        }
    }
}

/// The points of both players in halves.
fn halves(games: &[GameReport; 2]) -> [u32; 2] {
    let [one, two] = games.each_ref().map(|game| (game.ending.utility(Player::First) + 1) as u32);
    [one + (2 - two), (2 - one) + two]
}

/// One thread's work: takes the next pair and plays it, until there are none left or it is stopped.
fn work(
    options: &TournamentOptions,
    queue: &Mutex<VecDeque<PairId>>,
    stop: &Stop,
    sender: &mpsc::Sender<Arrival>,
) {
    while !stop.is_raised() {
        let Some(id) = lock(queue).pop_front() else { return };
        if sender.send(play_pair(options, id, stop)).is_err() {
            return;
        }
    }
}

fn play_pair(options: &TournamentOptions, id: PairId, stop: &Stop) -> Arrival {
    let PairId { round, game: number, pair, players: [a, b] } = id;
    let GameOfTournament { game, openings } = &options.games[number];
    // Rounds that follow from results go on in the list of openings. All pairings of a round have the same ones.
    let follows = match options.schedule.format() {
        TournamentFormat::RoundRobin | TournamentFormat::Gauntlet { .. } => 0,
        TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => round as u64,
    };
    let of_round = part_seed(part_seed(options.seed, number as u64), follows);
    let opening_seed = part_seed(of_round, u64::from(pair));
    let openings = match openings {
        OpeningBook::Lines(lines) => {
            let place = follows * u64::from(options.schedule.pairs()) + u64::from(pair);
            OpeningBook::Lines(vec![lines[(place % lines.len() as u64) as usize].clone()])
        }
        other => other.clone(),
    };
    let plan = MatchOptions {
        bots: [a, b].map(|player| options.entrants[player].bot.clone()),
        seed: part_seed(part_seed(opening_seed, a as u64), b as u64),
        openings,
        max_plies: options.max_plies,
        clock: options.clock,
        adjudication: options.adjudication,
        use_solution: options.use_solution,
        opening_seed: Some(opening_seed),
        keep_records: true,
        ..MatchOptions::default()
    };
    let mut games = Vec::with_capacity(2);
    game.hold_match(&plan, stop, &mut |report| games.push(report))?;
    let Ok(mut games) = <[GameReport; 2]>::try_from(games) else { return Ok(None) };
    for (place, report) in games.iter_mut().enumerate() {
        let record = report.record.get_or_insert_default();
        let [first, second] = if place == 0 { [a, b] } else { [b, a] };
        record.set_tag("First", options.entrants[first].name.as_str());
        record.set_tag("Second", options.entrants[second].name.as_str());
        record.set_tag("Round", (round + 1).to_string());
        record.set_tag("Pair", (pair + 1).to_string());
    }
    Ok(Some(PlayedPair { id, games }))
}
