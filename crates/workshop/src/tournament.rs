//! Tournaments: many pairs of games between many players, on several threads, and again from where they stopped.
//!
//! The unit of work is a pair of games: the same opening and the same dice, sides swapped. All random choices of a pair come from
//! the seed of the tournament and the identity of the pair, so that it does not matter which pairs were played before an
//! interruption, in which order, or on how many threads.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, mpsc};

use plywood_arena::tournament::{PairingResult, Round, complete_rounds};
use plywood_arena::{Adjudication, Spent, WorkPart};
use plywood_erased::{Ending, Record};
use plywood_rules::random::part_seed;
use plywood_rules::threads::{self, lock};
use plywood_rules::{Clock, Run, TextError, one_by_one};

use crate::any_game::AnyGame;
use crate::matches::{GameReport, MatchOptions, OpeningBook};
use crate::trouble::Trouble;

pub use plywood_arena::tournament::{
    FinishedGame, Schedule, ScheduledGame, TournamentFormat, TournamentReport,
};

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

/// A game of a tournament that is over, with its record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// Its figures.
    pub finished: FinishedGame,
    /// Its moves and tags.
    pub record: Record,
}

/// A pair of games that is to be played.
struct GamePair {
    round: usize,
    /// The place of its first game in the round; the other follows.
    place: usize,
    games: [ScheduledGame; 2],
}

/// A tournament under way: its rules, and the games so far.
pub struct Tournament {
    options: TournamentOptions,
    /// By round and place in the round, which is the order in which they were scheduled.
    games: BTreeMap<(usize, usize), Arc<RecordedGame>>,
}

/// The two games of a pair, in their order.
pub type RecordedPair = [Arc<RecordedGame>; 2];

/// A thread's result: a pair and the place of its first game, `None` for one that was stopped, or a failure.
type PairArrival = Result<Option<(usize, RecordedPair)>, Trouble>;

impl Tournament {
    /// A tournament of which these games were played, in any order.
    ///
    /// # Errors
    /// If a record is of no game of this tournament, with its number.
    ///
    /// # Panics
    /// If the schedule has other players or games than there are.
    pub fn new(options: TournamentOptions, records: Vec<Record>) -> Result<Tournament, TextError> {
        let schedule = &options.schedule;
        assert_eq!((schedule.players(), schedule.games()), (options.entrants.len(), options.games.len()));
        let names: Vec<String> = options.games.iter().map(|it| it.game.name()).collect();
        let mut tagged = Vec::new();
        for (number, record) in (1..).zip(records) {
            let tags = Tags::of(&record, &options.entrants, &names).ok_or_else(|| stray(number))?;
            tagged.push((number, tags, record));
        }
        let fixed = options.schedule.fixed_rounds();
        let mut tournament = Tournament { options, games: BTreeMap::new() };
        match fixed {
            Some(rounds) => tournament.read(&rounds, 0, tagged)?,
            None => {
                let mut by_round: BTreeMap<usize, Vec<_>> = BTreeMap::new();
                for record in tagged {
                    by_round.entry(record.1.round).or_default().push(record);
                }
                for (number, records) in by_round {
                    let round = tournament.round(number).ok_or_else(|| stray(records[0].0))?;
                    tournament.read(&[round], number, records)?;
                }
            }
        }
        Ok(tournament)
    }

    /// Adds the games of these records, each in that of `rounds` in which its players meet; the first of them has the number
    /// `first`. Rounds that do not depend on results have other numbers once players join: the number in a record does not count.
    fn read(
        &mut self,
        rounds: &[Round],
        first: usize,
        records: Vec<(usize, Tags, Record)>,
    ) -> Result<(), TextError> {
        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let meetings = rounds.iter().enumerate().flat_map(|(number, round)| {
            let of_round = round.pairings.iter().enumerate();
            of_round.map(move |(pairing, it)| (sorted(it.players), (number, pairing)))
        });
        let meetings: HashMap<[usize; 2], (usize, usize)> = meetings.collect();
        for (number, tags, mut record) in records {
            let found = meetings.get(&sorted(tags.players)).and_then(|&(round, pairing)| {
                let Tags { game, pair, players, .. } = tags;
                let scheduled = ScheduledGame { pairing, game, pair, players };
                let place = self.options.schedule.place_of(&rounds[round], &scheduled)?;
                Some((first + round, place, scheduled))
            });
            let Some((round, place, scheduled)) = found else { return Err(stray(number)) };
            record.set_tag("Round", (round + 1).to_string());
            let finished = tags.finished(round, scheduled, &record);
            let game = RecordedGame { finished, record };
            if self.games.insert((round, place), Arc::new(game)).is_some() {
                return Err(TextError::new(format!(
                    "record {number} is of a game that another record has already"
                )));
            }
        }
        Ok(())
    }

    /// The rules.
    pub fn options(&self) -> &TournamentOptions {
        &self.options
    }

    /// The games so far, in the order in which they were scheduled.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &RecordedGame> {
        self.games.values().map(|game| &**game)
    }

    /// Plays what is left. The progress is each finished pair, on this thread. Returns true if all was played; false if it was
    /// stopped, which drops pairs under way.
    ///
    /// # Errors
    /// If a bot that is no program from outside fails, or the system does. All pairs before were passed on.
    pub fn run(&mut self, run: &Run<'_, RecordedPair>) -> Result<bool, Trouble> {
        if let Some(is_complete) = self.run_part(WorkPart::WHOLE, run)? {
            return Ok(is_complete);
        }
        loop {
            let finished = self.complete_rounds();
            let Some(round) = self.options.schedule.next_round(&finished) else { return Ok(true) };
            if !self.play(self.open_pairs(finished.len(), &round), run)? {
                return Ok(false);
            }
        }
    }

    /// The same for a part of all pairs. Returns `None` and plays nothing if rounds depend on results, so that there are no parts.
    ///
    /// # Errors
    /// Those of [`Tournament::run`].
    pub fn run_part(&mut self, part: WorkPart, run: &Run<'_, RecordedPair>) -> Result<Option<bool>, Trouble> {
        let schedule = &self.options.schedule;
        let Some(rounds) = schedule.fixed_rounds() else { return Ok(None) };
        let open = rounds.iter().enumerate().flat_map(|(number, round)| {
            let first = schedule.first_pair(number, round);
            let pairs = self.open_pairs(number, round).into_iter();
            pairs.filter(move |pair| part.has(first + pair.place as u64 / 2))
        });
        self.play(open.collect(), run).map(Some)
    }

    /// The results of the complete rounds.
    fn complete_rounds(&self) -> Vec<Vec<PairingResult>> {
        let games: Vec<FinishedGame> = self.games().map(|game| game.finished.clone()).collect();
        complete_rounds(&self.options.schedule, &games)
    }

    /// A round that depends on results; `None` if the results so far do not lead to it.
    fn round(&self, number: usize) -> Option<Round> {
        self.options.schedule.next_round(self.complete_rounds().get(..number)?)
    }

    /// The pairs of a round that are not finished.
    fn open_pairs(&self, number: usize, round: &Round) -> Vec<GamePair> {
        let scheduled = self.options.schedule.games_of(round);
        let pairs = (0..).step_by(2).zip(scheduled.chunks_exact(2));
        let open = pairs.filter(|&(place, _)| {
            [place, place + 1].iter().any(|&place| !self.games.contains_key(&(number, place)))
        });
        open.map(|(place, two)| GamePair { round: number, place, games: [two[0], two[1]] }).collect()
    }

    /// Plays pairs.
    fn play(&mut self, pairs: Vec<GamePair>, run: &Run<'_, RecordedPair>) -> Result<bool, Trouble> {
        let (mut finished, wanted) = (0, pairs.len());
        let queue = Mutex::new(VecDeque::from(pairs));
        let (options, games) = (&self.options, &mut self.games);
        let mut failure = None;
        threads::scoped(&mut |scope| {
            let (sender, receiver) = mpsc::channel::<PairArrival>();
            let spawn = |_: &usize| {
                let sender = sender.clone();
                let queue = &queue;
                threads::spawn(scope, Box::new(move || work(options, queue, run, &sender)))
            };
            if (0..run.threads.max(1).min(wanted)).take_while(spawn).count() == 0 && wanted > 0 {
                failure = Some(Trouble::failed("the system gave no thread to play on"));
            }
            // The channel closes when the last thread has ended.
            drop(sender);
            for arrival in receiver {
                match arrival {
                    Ok(Some((place, pair))) => {
                        finished += 1;
                        (run.progress)(pair.clone());
                        for (place, game) in (place..).zip(pair) {
                            games.insert((game.finished.round, place), game);
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

fn stray(number: usize) -> TextError {
    TextError::new(format!("record {number} does not belong to this tournament"))
}

/// The tags of a record that say which game of a tournament it is.
struct Tags {
    round: usize,
    game: usize,
    pair: u32,
    players: [usize; 2],
    ending: Ending,
    spent: [Spent; 2],
    /// The number of the opening's plies.
    opening: usize,
}

impl Tags {
    /// `None` if they are not those of a tournament with these players and games.
    fn of(record: &Record, entrants: &[Entrant], games: &[String]) -> Option<Tags> {
        let number = |tag| record.tag(tag)?.parse::<u32>().ok()?.checked_sub(1);
        let player = |tag| entrants.iter().position(|entrant| Some(&*entrant.name) == record.tag(tag));
        let spent = |tag| record.tag(tag)?.parse().ok();
        Some(Tags {
            round: number("Round")? as usize,
            game: games.iter().position(|name| Some(&**name) == record.tag("Game"))?,
            pair: number("Pair")?,
            players: [player("First")?, player("Second")?],
            ending: Ending::read(record.tag("Result")?, record.tag("Ending"))?,
            spent: [spent("FirstTime")?, spent("SecondTime")?],
            opening: record.tag("Opening")?.parse().ok().filter(|&plies| plies <= record.moves.len())?,
        })
    }

    fn finished(&self, round: usize, scheduled: ScheduledGame, record: &Record) -> FinishedGame {
        FinishedGame {
            round,
            scheduled,
            ending: self.ending,
            failure: record.tag("Failure").map(str::to_string),
            plies: record.moves.len(),
            spent: self.spent,
            opening: hash(&record.moves[..self.opening]),
            key: hash(&(&record.moves, record.tag("Result"), record.tag("Ending"))),
        }
    }
}

/// A hash that is compared only with others of the same run.
fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// One thread's work: takes the next pair and plays it, until there are none left or it is stopped.
fn work(
    options: &TournamentOptions,
    queue: &Mutex<VecDeque<GamePair>>,
    run: &Run<'_, RecordedPair>,
    sender: &mpsc::Sender<PairArrival>,
) {
    while !run.stop.is_raised() {
        let Some(pair) = lock(queue).pop_front() else { return };
        if sender.send(play_pair(options, pair, run)).is_err() {
            return;
        }
    }
}

fn play_pair(options: &TournamentOptions, pair: GamePair, run: &Run<'_, RecordedPair>) -> PairArrival {
    let GamePair { round, place, games } = pair;
    let ScheduledGame { game: number, pair, players: [a, b], .. } = games[0];
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
    let mut played = Vec::with_capacity(2);
    game.hold_match(&plan, &Run { threads: 1, ..run.with(&one_by_one(|report| played.push(report))) })?;
    let Ok(played) = <[GameReport; 2]>::try_from(played) else { return Ok(None) };
    let name = |player: usize| options.entrants[player].name.as_str();
    let mut recorded = games.into_iter().zip(played).map(|(scheduled, report)| {
        let mut record = report.record.unwrap_or_default();
        let [first, second] = scheduled.players;
        let tags = [
            ("First", name(first).to_string()),
            ("Second", name(second).to_string()),
            ("Round", (round + 1).to_string()),
            ("Pair", (pair + 1).to_string()),
            ("Opening", report.plies[1].to_string()),
            ("FirstTime", report.spent[0].to_string()),
            ("SecondTime", report.spent[1].to_string()),
        ];
        tags.into_iter().for_each(|(tag, value)| record.set_tag(tag, value));
        let tags = Tags {
            round,
            game: number,
            pair,
            players: scheduled.players,
            ending: report.ending,
            spent: report.spent,
            opening: report.plies[1],
        };
        Arc::new(RecordedGame { finished: tags.finished(round, scheduled, &record), record })
    });
    let both = [recorded.next(), recorded.next()];
    Ok(Some((place, both.map(|game| game.expect("two were scheduled")))))
}
