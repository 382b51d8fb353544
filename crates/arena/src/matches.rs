//! Many games between two bots, on several threads, with the same games whatever the number of threads.
//!
//! All but [`Match::run`] itself is compiled once, and knows games by their [`Table`] alone.
//!
//! Nothing random is shared between games: the seed of each part of each game comes from the seed of the match
//! and the numbers of game and part alone. Games are handed out in the order of their numbers and handed back
//! in that order too, so that everything a caller sees is the same in every run.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use plywood_rules::random::part_seed;
use plywood_rules::{Clock, Instant, Notation, Player, Run, Stop, threads};

use crate::game::{
    Adjudication, GameHalt, GameLimits, GameRecord, GameSummary, MAX_PLIES, Seeds, play_game,
    player_of_first_bot,
};
use crate::openings::{Openings, check_listed, is_finished, play_opening};
use crate::part::WorkPart;
use crate::played::Played;
use crate::stats::{Sprt, SprtVerdict, Standing};
use crate::table::{BotFault, MatchGame};
use crate::typed::{Contestant, Judge, TypedMatchGame};

/// A match between two bots. Game `i`, from 0, has the bot named first as first player if `i` is even and as
/// second player if it is odd. Games 2j and 2j+1 are a pair: the same opening, the same dice.
pub struct Match<'a, G: Notation> {
    /// The rules.
    pub game: &'a G,
    /// The position every game starts from (before its opening); it must not be finished.
    pub start: G::State,
    /// The two bots. Standings are from the view of the first of them.
    pub bots: [Contestant<'a, G>; 2],
    /// The number of games. With an odd number the last pair stays incomplete.
    pub games: u64,
    /// The random seed.
    pub seed: u64,
    /// The openings of the games.
    pub openings: Openings<G::Move>,
    /// The plies a game may last after its opening before it is drawn.
    pub max_plies: u32,
    /// The time of each player for a game; without it time does not count.
    pub clock: Option<Clock>,
    /// Ends games that both bots know; `None` plays all to their end.
    pub adjudication: Option<Adjudication>,
    /// Says how positions end under best play, if it knows: the winner, or `None` for a draw. Such a game is over.
    pub judge: Option<Judge<'a, G>>,
    /// The seed of random openings, if it is not to come from that of the match: the same openings for other bots.
    pub opening_seed: Option<u64>,
    /// A sequential test on the pairs of games: once it is decided no more are played.
    pub sprt: Option<Sprt>,
    /// The pairs of games that are played.
    pub part: WorkPart,
    /// The number of pairs at the beginning of the part that are left out, because they were played before.
    pub skipped: u64,
}

/// The reason why a match was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchFailure {
    /// A bot failed. Games are counted from 1 in the message.
    #[error("bot '{bot}', playing {player} in game {}, {fault} at '{position}', ply {}", number + 1, plies + 1)]
    Bot {
        /// The name of the bot.
        bot: String,
        /// The player it was.
        player: Player,
        /// The number of the game, from 0.
        number: u64,
        /// The position it had to move in, in the game's notation.
        position: String,
        /// The plies played before it, the opening's and chance's included.
        plies: usize,
        /// Its failure.
        fault: BotFault,
    },
    /// There is nothing to play, or an opening cannot be played: the reason.
    #[error("{0}")]
    Start(String),
    /// The system gave no thread to play on.
    #[error("the system gave no thread to play on")]
    Threads,
}

/// Parts of the random choices of a pair, and of a game of a pair.
const DICE: u64 = 0;
const OPENING: u64 = 1;
const GAMES_OF_PAIR: [u64; 2] = [2, 3];

/// Batches of finished games that may wait for `on_game`; when there are more, the threads wait for it too.
const BACKLOG: usize = 64;

/// The time that a batch of games takes about, where games are short: handing over each game alone takes
/// longer than to play it.
const BATCH: Duration = Duration::from_millis(1);

/// The most games of a batch.
const LARGEST_BATCH: u64 = 1024;

/// The result of a game: finished, dropped because the match was stopped, or failed.
type GameArrival = Result<Option<GameSummary>, MatchFailure>;

/// The results of consecutive games, the place of the first of them, and a vector of the moves of the finished ones, one after
/// the other.
type ArrivalBatch = (u64, Vec<GameArrival>, Box<dyn Any + Send>);

impl<'a, G: Notation + Sync> Match<'a, G> {
    /// A match of two games, one with each side first, from the opening position, with seed 0.
    pub fn new(game: &'a G, bots: [Contestant<'a, G>; 2]) -> Match<'a, G> {
        Match {
            game,
            start: game.initial(),
            bots,
            games: 2,
            seed: 0,
            openings: Openings::None,
            max_plies: MAX_PLIES,
            clock: None,
            adjudication: None,
            judge: None,
            opening_seed: None,
            sprt: None,
            part: WorkPart::WHOLE,
            skipped: 0,
        }
    }

    /// Plays the match. The progress is every finished game, on this thread and in the order of their numbers; a game that is
    /// finished early waits for its turn.
    ///
    /// If it is stopped, no more games are begun. Games under way are dropped, because stopped bots answer at once;
    /// the standing returned is that of the finished games. The same happens when the sequential test is decided: it
    /// takes the pairs in their order, so that it is decided after the same game for any number of threads.
    ///
    /// # Errors
    /// If the start or an opening leaves nothing to play, and if a bot panics or makes an illegal move: then
    /// the error is about the first such game by number, and all games before it were reported.
    pub fn run(&self, run: &Run<'_, Played<G::Move>>) -> Result<Standing, MatchFailure>
    where
        G::Move: 'static,
    {
        let (listed, random_plies) = match &self.openings {
            Openings::None => (None, 0),
            Openings::List(list) => (Some(list.len()), 0),
            Openings::Random { plies } => (None, *plies),
        };
        let plan = MatchPlan {
            table: &|| {
                let table = TypedMatchGame::new(self.game, &self.start, &self.bots, &self.openings);
                Box::new(table.refereed(self.judge.as_ref(), self.adjudication.is_some()))
            },
            names: self.bots.each_ref().map(|bot| &*bot.name),
            games: self.games,
            seed: self.seed,
            threads: run.threads,
            listed,
            random_plies,
            limits: GameLimits {
                max_plies: self.max_plies,
                clock: self.clock,
                adjudication: self.adjudication,
                instant: self.clock.is_none() && self.adjudication.is_none() && self.judge.is_none(),
            },
            opening_seed: self.opening_seed,
            sprt: self.sprt,
            part: self.part,
            skipped: self.skipped,
        };
        plan.run(&run.stop, &|number, finished, batch, at, &standing| {
            let GameSummary { plies, opening, ending, spent, failure } = finished;
            let batch: &Vec<G::Move> = batch.downcast_ref().expect("the moves of this game");
            let record = GameRecord { moves: batch[at..at + plies].to_vec(), opening, ending };
            (run.progress)(Played { number, record, failure, spent, standing });
        })
    }
}

/// A match, whatever the types of its game.
struct MatchPlan<'a> {
    /// Makes the table of a thread.
    table: &'a (dyn Fn() -> Box<dyn MatchGame + 'a> + Sync),
    names: [&'a str; 2],
    games: u64,
    seed: u64,
    threads: usize,
    /// The number of openings of a list, if there is one.
    listed: Option<usize>,
    /// The plies of random openings; 0 for none.
    random_plies: u16,
    /// Those of each game.
    limits: GameLimits,
    opening_seed: Option<u64>,
    sprt: Option<Sprt>,
    part: WorkPart,
    skipped: u64,
}

/// Receives the finished games in their order: the number, the game, the moves of its batch, the place of its first one among
/// them, and the standing after it.
type OnGame<'a> = dyn Fn(u64, GameSummary, &dyn Any, usize, &Standing) + 'a;

impl MatchPlan<'_> {
    /// The number of the game that is played at this place, from 0.
    fn number(&self, place: u64) -> u64 {
        self.part.item(self.skipped + place / 2).saturating_mul(2).saturating_add(place % 2)
    }

    fn run(&self, stop: &Stop, on_game: &OnGame<'_>) -> Result<Standing, MatchFailure> {
        let mut table = (self.table)();
        if is_finished(table.restart()) {
            let start = table.position();
            return Err(MatchFailure::Start(format!(
                "there is nothing to play: '{start}' is a finished game"
            )));
        }
        if let Some(count) = self.listed {
            check_listed(&mut *table, count).map_err(MatchFailure::Start)?;
        }
        let next = AtomicU64::new(0);
        let end = AtomicU64::new(u64::MAX);
        let threads = self.threads.max(1).min(usize::try_from(self.games).unwrap_or(usize::MAX));
        let mut result = Err(MatchFailure::Threads);
        threads::scoped(&mut |scope| {
            let (sender, receiver) = mpsc::sync_channel(BACKLOG);
            // Fewer threads play the same games.
            let spawn = |_: &usize| {
                let sender = sender.clone();
                let (next, end) = (&next, &end);
                threads::spawn(scope, Box::new(move || self.work(next, end, stop, &sender)))
            };
            let started = (0..threads).take_while(spawn).count();
            // The channel closes when the last worker hangs up.
            drop(sender);
            if started > 0 || threads == 0 {
                result = self.collect(&receiver, on_game);
            }
            // Games that are still being played are dropped.
            end.store(0, Ordering::Relaxed);
        });
        result
    }

    /// One thread's work: takes the places of the next games and plays them, until there are none left before the `end`
    /// or the match is stopped. Sends the result of every game it takes.
    fn work(&self, next: &AtomicU64, end: &AtomicU64, stop: &Stop, sender: &mpsc::SyncSender<ArrivalBatch>) {
        let mut size = 1;
        let mut table = (self.table)();
        while !stop.is_raised() {
            let first = next.fetch_add(size, Ordering::Relaxed);
            let begun = Instant::now();
            let mut batch = Vec::with_capacity(size as usize);
            for place in first..first.saturating_add(size) {
                // Games before a failed one are finished, so that the first failure is the one reported.
                let number = self.number(place);
                if number >= self.games || place >= end.load(Ordering::Relaxed) {
                    break;
                }
                let arrival = self.play(number, stop, &|| place < end.load(Ordering::Relaxed), &mut *table);
                if arrival.is_err() {
                    end.fetch_min(place, Ordering::Relaxed);
                }
                batch.push(arrival);
            }
            size = match begun.elapsed() {
                time if time < BATCH / 2 => (2 * size).min(LARGEST_BATCH),
                time if time > BATCH => size.div_ceil(2),
                _ => size,
            };
            if batch.is_empty() || sender.send((first, batch, table.hand_over())).is_err() {
                break;
            }
        }
    }

    /// Plays game `number` for as long as it is `wanted`.
    fn play(
        &self,
        number: u64,
        stop: &Stop,
        wanted: &dyn Fn() -> bool,
        table: &mut dyn MatchGame,
    ) -> GameArrival {
        let pair = number / 2;
        let pair_seed = part_seed(self.seed, pair);
        let game_seed = part_seed(pair_seed, GAMES_OF_PAIR[(number % 2) as usize]);
        let first_bot = player_of_first_bot(number);
        let failure = |player, table: &dyn MatchGame, plies, fault| MatchFailure::Bot {
            bot: self.names[usize::from(player != first_bot)].to_string(),
            player,
            number,
            position: table.position(),
            plies,
            fault,
        };
        let mut limits = self.limits;
        for player in Player::BOTH {
            let seat = AssertUnwindSafe(|| table.seat(player, usize::from(player != first_bot)));
            match catch_unwind(seat) {
                Ok(is_instant) => limits.instant &= is_instant,
                Err(payload) => {
                    table.restart();
                    return Err(failure(player, table, 0, BotFault::of_panic(&*payload)));
                }
            }
        }
        let seeds = Seeds {
            dice: part_seed(pair_seed, DICE),
            bots: Player::BOTH.map(|player| part_seed(game_seed, player.index() as u64)),
        };
        let opening_seed = self.opening_seed.map_or(pair_seed, |seed| part_seed(seed, pair));
        let opening = play_opening(table, self.random_plies, pair, part_seed(opening_seed, OPENING));
        match play_game(table, opening, limits, seeds, stop, wanted) {
            Ok(finished) => Ok(Some(finished)),
            Err(GameHalt::Stopped) => Ok(None),
            Err(GameHalt::Failed(player, plies, fault)) => Err(failure(player, table, plies, fault)),
        }
    }

    /// Puts the results in the order of the numbers, counts them and passes them on, up to the first failure or the end of
    /// the sequential test.
    fn collect(
        &self,
        receiver: &mpsc::Receiver<ArrivalBatch>,
        on_game: &OnGame<'_>,
    ) -> Result<Standing, MatchFailure> {
        let mut standing = Standing::default();
        let mut early = BTreeMap::new();
        let mut place = 0;
        for (first, batch, moves) in receiver {
            early.insert(first, (batch, moves));
            while let Some((batch, moves)) = early.remove(&place) {
                let mut at = 0;
                for arrival in batch {
                    if let Some(finished) = arrival? {
                        let (number, plies) = (self.number(place), finished.plies);
                        standing.count(number, plies, finished.ending);
                        on_game(number, finished, &*moves, at, &standing);
                        at += plies;
                        let verdict = self.sprt.map(|sprt| sprt.verdict(&standing.pairs.classes));
                        if verdict.is_some_and(|verdict| verdict != SprtVerdict::Undecided) {
                            return Ok(standing);
                        }
                    }
                    place += 1;
                }
            }
        }
        Ok(standing)
    }
}
