//! Grades: how good the moves of a player are, measured against exact values.
//!
//! [`GradePositions`] are collected from a file, from a [sample](SampleOptions), from a table, from records or from games. [`grade`]
//! finds the exact value of every move of each, asks the players that are bots, and judges all moves by the figures of reviews
//! ([`MoveLoss`]). A position whose values are not all found is counted and is part of no figure.

mod game;
mod positions;
mod refutations;
mod report;
mod sample;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_erased::Analysis;
use plywood_rules::random::part_seed;
use plywood_rules::threads::{beside, lock};
use plywood_rules::{Run, Stop};
use serde::{Deserialize, Serialize};

use crate::AnyGame;
use crate::bot_factory::BotFactory;
use crate::exact_moves::{ExactMoves, TruthSource};
use crate::grade_figures::{AnswerSums, JudgedAnswer};
use crate::loss::LossScale;
use crate::position_judge::{MadeMove, PositionJudge};
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};

pub use positions::{GradePositions, GradedPosition, PhaseCut};
pub use report::{GradeReport, KindFigures, PhaseFigures, PlayerGrade, WorstMove};
pub use sample::SampleOptions;

/// The players to grade and the work allowed.
#[derive(Clone, Debug)]
pub struct GradeOptions {
    /// The players: names of bots, and those whose moves are in the positions already.
    pub players: Vec<GradedPlayer>,
    /// The source of exact values.
    pub source: TruthSource,
    /// Fixes the random choices of the players.
    pub seed: u64,
    /// The worst moves that are kept of each player.
    pub worst: usize,
}

/// A player to grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradedPlayer {
    /// A bot, which is asked at the positions that are not only of others.
    Bot(String),
    /// A player whose moves are known.
    Known(String),
}

impl GradedPlayer {
    /// The name.
    pub fn name(&self) -> &str {
        let (GradedPlayer::Bot(name) | GradedPlayer::Known(name)) = self;
        name
    }
}

/// The positions of a portion of the work.
const PORTION: usize = 250;
/// Positions in a row whose values were not found, after which those of earlier plies in their portion are given up.
const UNKNOWN_IN_A_ROW: u32 = 20;
/// The most reasons of failures that are kept of a player.
const REASONS: usize = 3;

/// Grades the moves of all players at these positions. Reports the number of positions that are done. Once it is stopped, the report has
/// those that were done.
///
/// # Errors
/// If a bot cannot play the game, the table is not of this game, or a position is wrong.
pub fn grade(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    options: &GradeOptions,
    run: &Run<'_, u64>,
) -> Result<GradeReport, Trouble> {
    let results = grade_portions(game, positions, options, (&|_| true, &|_, _| ()), run)?;
    Ok(report(game, positions, options, results, run))
}

/// The grades of consecutive positions, which are found together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GradedPortion(Vec<PositionGrade>);

impl GradedPortion {
    /// The number of portions that these positions have.
    pub fn count(positions: &GradePositions) -> u64 {
        positions.list().len().div_ceil(PORTION) as u64
    }
}

/// Grades only the portions whose numbers are `wanted`, from 0, and passes each that is done to `on_portion`. Reports the number of
/// positions that are done.
///
/// # Errors
/// Those of [`grade`].
pub fn grade_part(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    options: &GradeOptions,
    wanted: &(dyn Fn(u64) -> bool + Sync),
    on_portion: &(dyn Fn(u64, GradedPortion) + Sync),
    run: &Run<'_, u64>,
) -> Result<(), Trouble> {
    grade_portions(game, positions, options, (wanted, on_portion), run).map(drop)
}

/// The grades of all players by all portions, in their order; `None` if they are not those of these positions and players. The lines of
/// the worst moves are found by `run`.
pub fn merge_grades(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    options: &GradeOptions,
    portions: Vec<GradedPortion>,
    run: &Run<'_, u64>,
) -> Option<GradeReport> {
    let graded: Vec<PositionGrade> = portions.into_iter().flat_map(|portion| portion.0).collect();
    let answers = graded.iter().filter_map(|graded| graded.known.as_ref()).flat_map(|known| &known.answers);
    let fits = graded.len() == positions.list().len()
        && answers.into_iter().all(|(player, ..)| *player < options.players.len());
    fits.then(|| report(game, positions, options, graded.into_iter().map(Some).collect(), run))
}

/// The portions that are graded, and the receiver of each that is done.
type Portions<'a> = (&'a (dyn Fn(u64) -> bool + Sync), &'a (dyn Fn(u64, GradedPortion) + Sync));

/// Grades some portions. The result has the positions that are done.
fn grade_portions(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    options: &GradeOptions,
    (wanted, on_portion): Portions<'_>,
    run: &Run<'_, u64>,
) -> Result<Vec<Option<PositionGrade>>, Trouble> {
    if !COMPLETE {
        return Err(Trouble::failed(LEFT_OUT));
    }
    let bots = options.players.iter().map(|player| match player {
        GradedPlayer::Bot(bot) => game.bot_factory(bot).map(Some),
        GradedPlayer::Known(_) => Ok(None),
    });
    let bots = bots.collect::<Result<Vec<_>, _>>()?;
    let list = positions.list();
    let results: Vec<Mutex<Option<PositionGrade>>> = list.iter().map(|_| Mutex::default()).collect();
    let portions: Vec<(u64, Vec<usize>)> =
        (0..).zip(portions(list)).filter(|(number, _)| wanted(*number)).collect();
    let (next, done, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let first_trouble: Mutex<Option<Trouble>> = Mutex::default();
    let is_over = || failed.load(Relaxed) || run.stop.is_raised();
    let work = || {
        while let number = next.fetch_add(1, Relaxed)
            && let Some((number, portion)) = portions.get(number)
            && !is_over()
        {
            let mut valuer = game.move_valuer(&options.source);
            let mut given_up = GivenUp::default();
            for &number in portion.iter().take_while(|_| !is_over()) {
                let position = &list[number];
                let truth = match given_up.includes(position.ply) {
                    true => Ok(None),
                    false => valuer.values(position.start.as_deref(), &position.moves.join(" "), &run.stop),
                };
                let graded = truth.and_then(|truth| {
                    given_up.note(position.ply, truth.is_some());
                    grade_position(game, (position, number), truth, (&bots, options.seed), &run.stop)
                });
                match graded {
                    // What a stopped search says is no value.
                    Ok(_) if run.stop.is_raised() => {}
                    Ok(graded) => {
                        *lock(&results[number]) = Some(graded);
                        (run.progress)(done.fetch_add(1, Relaxed) as u64 + 1);
                    }
                    Err(trouble) => {
                        failed.store(true, Relaxed);
                        lock(&first_trouble).get_or_insert(trouble);
                    }
                }
            }
            let first = *number as usize * PORTION;
            let done = results[first..first + portion.len()].iter().map(|it| lock(it).clone());
            if let Some(done) = done.collect::<Option<_>>() {
                on_portion(*number, GradedPortion(done));
            }
        }
    };
    beside(run.threads.min(portions.len()).saturating_sub(1), &|_| work(), &mut || work());
    if let Some(trouble) = first_trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(trouble);
    }
    let results = results.into_iter().map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(results.collect())
}

/// The portions of the work, by the numbers of positions: always the same, so that the values found do not depend on threads. In each
/// the positions of the last plies come first, because they are the cheapest and help with those before.
fn portions(list: &[GradedPosition]) -> Vec<Vec<usize>> {
    let numbers: Vec<usize> = (0..list.len()).collect();
    let mut portions: Vec<Vec<usize>> = numbers.chunks(PORTION).map(<[usize]>::to_vec).collect();
    portions.iter_mut().for_each(|portion| portion.sort_by_key(|&number| Reverse(list[number].ply)));
    portions
}

/// The plies of a portion whose positions are given up, because many of later plies in a row were not found.
#[derive(Default)]
struct GivenUp {
    unknown: u32,
    before: Option<u32>,
}

impl GivenUp {
    fn note(&mut self, ply: Option<u32>, is_known: bool) {
        self.unknown = if is_known { 0 } else { self.unknown + 1 };
        if self.unknown == UNKNOWN_IN_A_ROW {
            self.before = ply;
        }
    }

    fn includes(&self, ply: Option<u32>) -> bool {
        ply.zip(self.before).is_some_and(|(ply, before)| ply < before)
    }
}

/// The answers of all players at a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PositionGrade {
    position: String,
    /// `None` if the values are not known.
    known: Option<KnownGrade>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KnownGrade {
    is_decision: bool,
    best: Vec<String>,
    best_value: String,
    /// The number of the player, the answer, and the value of the move in words.
    answers: Vec<(usize, JudgedAnswer, Option<String>)>,
}

fn grade_position(
    game: &Arc<dyn AnyGame>,
    (position, number): (&GradedPosition, usize),
    truth: Option<ExactMoves>,
    (bots, seed): (&[Option<Box<dyn BotFactory>>], u64),
    stop: &Stop,
) -> Result<PositionGrade, Trouble> {
    let session = Arc::clone(game).session(position.start.as_deref(), &position.moves.join(" "), 0)?;
    let text = session.position();
    let details = game.details();
    let judge = truth.as_ref().and_then(|ExactMoves { all, exact_losses }| {
        PositionJudge::new(all, *exact_losses, LossScale::of([all], details.has_chance, details.has_points))
    });
    let Some(judge) = judge else { return Ok(PositionGrade { position: text, known: None }) };
    let mut answers: Vec<(usize, JudgedAnswer, Option<String>)> = Vec::new();
    for (player, bot) in bots.iter().enumerate() {
        if let (Some(bot), true) = (bot, position.is_asked) {
            let made = ask(&**bot, position, part_seed(seed, number as u64), stop)?;
            answers.push(judge.answer(player, made));
        }
    }
    answers.extend(position.made.iter().map(|(player, made)| judge.answer(*player, made.clone())));
    let (best, best_value) = (judge.best_moves(), judge.best_value());
    let known = KnownGrade { is_decision: judge.is_decision, best, best_value, answers };
    Ok(PositionGrade { position: text, known: Some(known) })
}

/// Asks a bot for its moves at all positions, one after the other, as [`grade`] does. After `most_failures` answers that are no move it is
/// not asked again: the others are none either. Reports the number of answers. `None` if it was stopped.
///
/// # Errors
/// If the bot cannot play the game, or a position is wrong.
pub fn ask_moves(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    bot: &str,
    (seed, most_failures): (u64, usize),
    run: &Run<'_, u64>,
) -> Result<Option<Vec<MadeMove>>, Trouble> {
    let bot = game.bot_factory(bot)?;
    let (mut answers, mut failures) = (Vec::new(), 0);
    for (number, position) in (0..).zip(positions.list()) {
        let answer = if failures < most_failures {
            ask(&*bot, position, part_seed(seed, number), &run.stop)?
        } else {
            let reason = format!("not asked again after {most_failures} answers without a legal move");
            MadeMove { mv: Err(reason), seconds: None }
        };
        if run.stop.is_raised() {
            return Ok(None);
        }
        failures += usize::from(answer.mv.is_err());
        answers.push(answer);
        (run.progress)(number + 1);
    }
    Ok(Some(answers))
}

/// The answer of a bot. A bot that fails has an answer that is no move.
fn ask(
    bot: &dyn BotFactory,
    GradedPosition { start, moves, .. }: &GradedPosition,
    seed: u64,
    stop: &Stop,
) -> Result<MadeMove, Trouble> {
    match bot.analyse(start.as_deref(), &moves.join(" "), seed, stop) {
        Ok(Analysis { best, seconds, .. }) => Ok(MadeMove { mv: Ok(best), seconds: Some(seconds) }),
        Err(Trouble::Failed(reason)) => Ok(MadeMove { mv: Err(reason.to_string()), seconds: None }),
        Err(wrong) => Err(wrong),
    }
}

/// The report of the positions that were done.
fn report(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    options: &GradeOptions,
    results: Vec<Option<PositionGrade>>,
    run: &Run<'_, u64>,
) -> GradeReport {
    let details = game.details();
    let phases = positions.phases();
    let mut sums: Vec<[AnswerSums; 7]> = options.players.iter().map(|_| Default::default()).collect();
    let mut worst: Vec<Vec<WorstMove>> = options.players.iter().map(|_| Vec::new()).collect();
    let mut failures: Vec<Vec<String>> = worst.iter().map(|_| Vec::new()).collect();
    let (mut done, mut unknown, mut decisions) = (0, 0, 0);
    for (position, graded) in positions.list().iter().zip(results) {
        let Some(PositionGrade { position: text, known }) = graded else { continue };
        done += 1;
        let phase = position.ply.zip(phases).map(|(ply, cut)| 1 + cut.phase(ply));
        let places = || [Some(0), phase].into_iter().flatten();
        let Some(KnownGrade { is_decision, best, best_value, answers }) = known else {
            unknown += 1;
            let asked = options.players.iter().enumerate().filter_map(|(player, who)| {
                (position.is_asked && matches!(who, GradedPlayer::Bot(_))).then_some(player)
            });
            for player in asked.chain(position.made.iter().map(|(player, _)| *player)) {
                places().for_each(|place| sums[player][place].unknown += 1);
            }
            continue;
        };
        decisions += usize::from(is_decision);
        for (player, answer, value) in answers {
            let kind = answer.best_chance().filter(|_| !details.has_chance).map(|best| {
                // Won, drawn, lost: a win counts 1, a draw 0.5.
                4 + usize::from(best < 1.0) + usize::from(best < 0.5)
            });
            places().chain(kind).for_each(|place| sums[player][place].add(&answer));
            if let Err(reason) = &answer.mv
                && failures[player].len() < REASONS
                && !failures[player].contains(reason)
            {
                failures[player].push(reason.clone());
            }
            if !answer.keeps {
                worst[player].push(WorstMove {
                    position: text.clone(),
                    ply: position.ply,
                    mv: answer.mv.ok(),
                    value,
                    best: best.clone(),
                    best_value: best_value.clone(),
                    line: Vec::new(),
                    lost: answer.lost,
                    lost_points: answer.points,
                });
            }
        }
    }
    let players = options.players.iter().zip(sums).zip(worst.into_iter().zip(failures));
    let players = players.map(|((player, sums), (mut worst, failures))| {
        worst.sort_by(|one, other| {
            let by_points = other.lost_points.partial_cmp(&one.lost_points);
            other.lost.total_cmp(&one.lost).then(by_points.unwrap_or(std::cmp::Ordering::Equal))
        });
        worst.truncate(options.worst);
        let [all, opening, middle, end, won, drawn, lost] =
            sums.map(|sums| sums.figures(details.has_chance, details.has_points));
        let phases = phases.map(|_| PhaseFigures { opening, middle, end });
        let kinds = (!details.has_chance).then_some(KindFigures { won, drawn, lost });
        PlayerGrade { name: player.name().to_string(), all, phases, kinds, worst, failures }
    });
    let mut players: Vec<PlayerGrade> = players.collect();
    refutations::add_lines(game, &mut players, &options.source, run);
    GradeReport {
        game: game.name(),
        positions: done,
        unknown,
        decisions,
        phases,
        players,
        complete: done == positions.list().len() && !run.stop.is_raised(),
    }
}
