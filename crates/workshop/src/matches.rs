//! Matches in text.

use std::collections::HashSet;

use plywood_arena::{
    Adjudication, Contestant, Judge, MAX_PLIES, Match, MatchFailure, Openings, Played, Spent, Sprt,
    SprtVerdict, Standing, Tally, WorkPart,
};
use plywood_erased::{Ending, Record, play_line, read_position, turn_starts};
use plywood_rules::{
    Bot, Clock, Playable, Player, Position, Proved, Run, Stop, TextError, Value, one_by_one,
};
use plywood_solve::perfect::Perfect;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, BotPurpose};
use crate::knowledge::at_once;
use crate::shared::Opened;
use crate::tables::AT_ONCE;
use crate::trouble::Trouble;

/// The openings of the games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningBook {
    /// No openings: every game begins at the start position of the match.
    None,
    /// Each pair of games begins with this many random plies.
    Random {
        /// The number of plies.
        plies: u16,
    },
    /// Each pair of games begins with the next of these lines of moves, over and over ([`all_openings`](crate::all_openings) has
    /// those of a length).
    Lines(Vec<String>),
}

/// A match to be held.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchOptions {
    /// The bot named first, which begins the odd games, and the other.
    pub bots: [String; 2],
    /// The number of games; with a sequential test, the greatest number.
    pub games: u64,
    /// Fixes everything random.
    pub seed: u64,
    /// The start position; `None` for the opening of the game.
    pub position: Option<String>,
    /// Moves played from there first.
    pub moves: String,
    /// The opening moves of each pair of games.
    pub openings: OpeningBook,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// The time of each player for a game and the increment for each move; `None` for no clock.
    pub clock: Option<Clock>,
    /// Ends games that both bots know; `None` plays all to their end.
    pub adjudication: Option<Adjudication>,
    /// Ends games as soon as their result is known from a solution of the game, if it is small enough to be solved at once.
    pub use_solution: bool,
    /// The seed of random openings, if it is not to come from `seed`: the same openings for other bots.
    pub opening_seed: Option<u64>,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Makes a record of each game.
    pub keep_records: bool,
    /// The pairs of games that are played.
    pub part: WorkPart,
    /// The number of pairs at the beginning of the part that are left out, because they were played before.
    pub skipped: u64,
}

impl Default for MatchOptions {
    /// Two games without names of bots, from the opening.
    fn default() -> MatchOptions {
        MatchOptions {
            bots: Default::default(),
            games: 2,
            seed: 0,
            position: None,
            moves: String::new(),
            openings: OpeningBook::None,
            max_plies: MAX_PLIES,
            clock: None,
            adjudication: None,
            use_solution: false,
            opening_seed: None,
            sprt: None,
            keep_records: false,
            part: WorkPart::WHOLE,
            skipped: 0,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// Its number, from 1.
    pub number: u64,
    /// The results so far, this game included, of the bot named first.
    pub so_far: Tally,
    /// The state of the sequential test, if there is one.
    pub tested: Option<Tested>,
    /// The game, if records were requested.
    pub record: Option<Record>,
    /// The end of the game.
    pub ending: Ending,
    /// The number of its plies, and of those of the opening among them.
    pub plies: [usize; 2],
    /// The failure of a program from outside, if that ended the game.
    pub failure: Option<String>,
    /// The time of the first player's moves and of the second player's.
    pub spent: [Spent; 2],
}

/// The tags of a kept record with the times of both players.
const TIMES: [&str; 2] = ["FirstTime", "SecondTime"];

impl GameReport {
    /// The record, if there is one, with everything that a [`MatchReport`] of records needs.
    pub fn kept_record(self) -> Record {
        let mut record = self.record.unwrap_or_default();
        TIMES.iter().zip(self.spent).for_each(|(tag, spent)| record.set_tag(tag, spent.to_string()));
        record
    }
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// The hypotheses and error rates.
    pub sprt: Sprt,
    /// The log-likelihood ratio of the pairs of games, which decides.
    pub llr: f64,
    /// The same for single games, assumed to be independent: for comparison.
    pub trinomial_llr: f64,
    /// The verdict from the pairs.
    pub verdict: SprtVerdict,
}

impl Tested {
    fn of(sprt: Sprt, standing: &Standing) -> Tested {
        Tested {
            sprt,
            llr: sprt.log_likelihood_ratio(&standing.pairs.classes),
            trinomial_llr: sprt.log_likelihood_ratio(&standing.total().classes()),
            verdict: sprt.verdict(&standing.pairs.classes),
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchReport {
    /// The bots' names.
    pub bots: [String; 2],
    /// All results, from the view of the bot named first.
    pub standing: Standing,
    /// The time of the moves of each bot.
    pub spent: [Spent; 2],
    /// The result of the sequential test, if there was one.
    pub tested: Option<Tested>,
    /// True if all requested games were played.
    pub complete: bool,
    /// The number of different games among the first [`MatchReport::COMPARED`]. Two deterministic bots play the
    /// same two games over and over.
    pub different: usize,
}

impl MatchReport {
    /// The number of games that are compared with each other.
    pub const COMPARED: u64 = 1000;

    /// The report of a whole match by the kept records of all its games, in their order, which lose the tags that only this needs.
    /// The first `prelude` moves of each were played before the match. `None` if a record is not of such a match.
    pub fn of_records(plan: &MatchOptions, prelude: usize, records: &mut [Record]) -> Option<MatchReport> {
        let (mut standing, mut spent) = (Standing::default(), [Spent::default(); 2]);
        for (number, record) in (0..).zip(&mut *records) {
            let ending = Ending::read(record.tag("Result")?, record.tag("Ending"))?;
            standing.count(number, record.moves.len().checked_sub(prelude)?, ending);
            for (side, tag) in (0..).zip(TIMES) {
                spent[(side + number as usize) % 2] += record.tag(tag)?.parse::<Spent>().ok()?;
            }
            record.tags.retain(|(tag, _)| !TIMES.contains(&&**tag));
        }
        let compared = records.iter().take(MatchReport::COMPARED as usize).map(|record| &record.moves);
        let different = compared.collect::<HashSet<_>>().len();
        Some(MatchReport {
            bots: plan.bots.clone(),
            standing,
            spent,
            tested: None,
            complete: true,
            different,
        })
    }
}

/// Holds a match.
pub(crate) fn hold<G: Playable>(
    opened: &Opened<G>,
    plan: &MatchOptions,
    run: &Run<'_, GameReport>,
) -> Result<MatchReport, Trouble> {
    let game = &*opened.rules;
    let position = read_position(game, plan.position.as_deref())?;
    let mut start = position.clone();
    let prelude = play_line(game, &mut start, &plan.moves)?;
    let openings = match &plan.openings {
        OpeningBook::None => Openings::None,
        OpeningBook::Random { plies } => Openings::Random { plies: *plies },
        OpeningBook::Lines(lines) => {
            let read = |line: &String| {
                play_line(game, &mut start.clone(), line)
                    .map_err(|error| TextError::new(format!("opening '{line}': {error}")))
            };
            Openings::List(lines.iter().map(read).collect::<Result<_, _>>()?)
        }
    };
    let contestant = |name: &String| {
        let make = bots::factory(opened, name, BotPurpose::Move)?;
        Ok::<_, Trouble>(Contestant::new(name.clone(), make))
    };
    let typed = Match {
        start,
        games: plan.games,
        seed: plan.seed,
        openings,
        max_plies: plan.max_plies,
        clock: plan.clock,
        adjudication: plan.adjudication,
        judge: judge(opened, plan.use_solution, &run.stop),
        opening_seed: plan.opening_seed,
        sprt: plan.sprt,
        part: plan.part,
        skipped: plan.skipped,
        ..Match::new(game, [contestant(&plan.bots[0])?, contestant(&plan.bots[1])?])
    };
    let mut report = Reporting { plan, spent: Default::default(), on_game: run.progress };
    let mut different: Vec<Vec<G::Move>> = Vec::new();
    let on_game = |played: Played<G::Move>| {
        let player_of_first_bot = played.player_of_first_bot();
        let record = plan.keep_records.then(|| {
            let mut record = Record::default();
            record.set_tag("Game", game.name());
            if position != game.initial() {
                record.set_tag("Position", game.state_text(&position));
            }
            let mut state = position.clone();
            let mut movers = Vec::new();
            for &mv in prelude.iter().chain(&played.record.moves) {
                movers.push(game.turn(&state).player());
                record.moves.push(game.move_text(&state, mv));
                game.play(&mut state, mv);
            }
            record.numbered = turn_starts(movers.into_iter());
            record
        });
        let tested = plan.sprt.map(|sprt| Tested::of(sprt, &played.standing));
        let game = GameReport {
            number: played.number + 1,
            so_far: played.standing.total(),
            tested,
            record,
            ending: played.record.ending,
            plies: [played.record.moves.len(), played.record.opening],
            spent: played.spent,
            failure: played.failure,
        };
        report.game(game, player_of_first_bot);
        if played.number < MatchReport::COMPARED && !different.contains(&played.record.moves) {
            different.push(played.record.moves);
        }
    };
    let standing = typed.run(&run.with(&one_by_one(on_game)));
    report.end(standing, different.len())
}

/// Knows the results of positions of a game that can be solved at once.
fn judge<'a, G: Playable>(opened: &'a Opened<G>, wanted: bool, stop: &Stop) -> Option<Judge<'a, G>> {
    let knowledge = if wanted { at_once(opened, AT_ONCE, stop)?.ok()? } else { return None };
    let game = &*opened.rules;
    Some(Box::new(move |state| {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let position = Position::new(state);
        let report = Perfect::new(knowledge.clone(), false).choose(game, position, &mut rng, &Stop::never());
        let mover = game.turn(state).player()?;
        match report.value? {
            Value::Proved(Proved::Win { .. }) => Some(Some(mover)),
            Value::Proved(Proved::Loss { .. }) => Some(Some(mover.other())),
            Value::Proved(Proved::Draw) => Some(None),
            Value::Exact(_) | Value::Estimated(_) => None,
        }
    }))
}

/// The report of a match, as its games come in.
struct Reporting<'a> {
    plan: &'a MatchOptions,
    /// The time of the moves of each bot.
    spent: [Spent; 2],
    on_game: &'a (dyn Fn(GameReport) + Sync),
}

impl Reporting<'_> {
    /// Reports a game, and completes its record.
    fn game(&mut self, mut game: GameReport, of_first_bot: Player) {
        let swapped = of_first_bot == Player::Second;
        let [first, second] = [usize::from(swapped), usize::from(!swapped)];
        self.spent[first] += game.spent[0];
        self.spent[second] += game.spent[1];
        let plan = self.plan;
        if let Some(record) = &mut game.record {
            record.set_tag("First", plan.bots[first].as_str());
            record.set_tag("Second", plan.bots[second].as_str());
            record.set_tag("Seed", plan.seed.to_string());
            record.set_tag("Round", game.number.to_string());
            record.set_tag("Result", game.ending.result());
            if let Some(reason) = game.ending.reason() {
                record.set_tag("Ending", reason);
            }
            if let Some(failure) = &game.failure {
                record.set_tag("Failure", failure.as_str());
            }
        }
        (self.on_game)(game);
    }

    /// The report of the whole match.
    fn end(self, standing: Result<Standing, MatchFailure>, different: usize) -> Result<MatchReport, Trouble> {
        let standing = standing.map_err(|error| match error {
            MatchFailure::Start(reason) => TextError::new(reason).into(),
            error => Trouble::failed(error.to_string()),
        })?;
        let plan = self.plan;
        let tested = plan.sprt.map(|sprt| Tested::of(sprt, &standing));
        let decided = tested.is_some_and(|tested| tested.verdict != SprtVerdict::Undecided);
        let complete = decided || standing.total().games() == plan.games;
        Ok(MatchReport { bots: plan.bots.clone(), standing, spent: self.spent, tested, complete, different })
    }
}
