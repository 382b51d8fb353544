//! The faults of a program: games against random moves and against itself.

use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{AnyRules, Ending, Playthrough, TextBot, TextTurn};
use plywood_rules::ending::Call;
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Instant, Player, Run, Stop, TextError, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bot::OutsideBot;
use crate::failure::{FailureKind, ProgramFailure};
use crate::limits::ProcessLimits;
use crate::program::Program;
use crate::programs::Programs;

/// A start that takes more than this part of its limit is a fault: on a busy machine the program would fail.
const SLOW_START: f64 = 0.5;
/// The most problems before the check ends.
const MOST_PROBLEMS: usize = 5;

/// Settings of [`check`].
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The number of games.
    pub games: u32,
    /// The plies after which a game ends.
    pub max_plies: usize,
    /// Fixes everything random.
    pub seed: u64,
}

/// A fault of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// The game, from 1.
    pub game: u32,
    /// The kind of fault, in a word or two.
    pub kind: &'static str,
    /// The fault in words.
    pub reason: String,
    /// The last lines exchanged before it.
    pub exchanged: Vec<String>,
}

/// The faults of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The games that were played.
    pub games: u32,
    /// The moves of the program.
    pub moves: u64,
    /// The longest time until the program was ready for a game.
    pub start: Duration,
    /// The longest time of the first move of a game.
    pub first_move: Duration,
    /// The longest time of any other move.
    pub other_moves: Duration,
    /// The faults.
    pub problems: Vec<ProgramFault>,
    /// Remarks that are no faults.
    pub notes: Vec<String>,
}

/// Plays games between a program and random moves, and every third between the program and itself. The progress is the
/// number of games that are over.
///
/// # Errors
/// If the program cannot play this game, or is not there.
pub fn check(
    rules: &dyn AnyRules,
    program: &Arc<Program>,
    programs: &Arc<Programs>,
    options: CheckOptions,
    run: &Run<'_, u32>,
) -> Result<CheckReport, TextError> {
    program.check(rules)?;
    let stop = &run.stop;
    let mut report = CheckReport::default();
    report.notes.extend(ProcessLimits::missing().map(str::to_string));
    let mut first_game = None;
    for game in 0..options.games {
        let seed = part_seed(options.seed, u64::from(game));
        let moves = play(rules, (program, programs), options, (game, seed), stop, &mut report)?;
        if stop.is_raised() {
            break;
        }
        report.games += 1;
        (run.progress)(report.games);
        first_game.get_or_insert(moves);
        if report.problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    if let (Some(first), true) = (first_game, report.problems.is_empty() && !stop.is_raised()) {
        let mut again = CheckReport::default();
        let seed = part_seed(options.seed, 0);
        if play(rules, (program, programs), options, (0, seed), stop, &mut again)? != first {
            report
                .notes
                .push("it plays other moves for the same seed: matches with it cannot be repeated".into());
        }
    }
    Ok(report)
}

/// Plays a game, adds the faults of the program to the report, and returns the moves.
fn play(
    rules: &dyn AnyRules,
    (program, programs): (&Arc<Program>, &Arc<Programs>),
    options: CheckOptions,
    (game, seed): (u32, u64),
    stop: &Stop,
    report: &mut CheckReport,
) -> Result<Vec<String>, TextError> {
    let seated = [game % 3 != 1, game % 3 != 0];
    let mut bots = seated.map(|is_seated| is_seated.then(|| OutsideBot::new(programs, program)));
    let mut rngs = [0, 1, 2].map(|part| ChaCha8Rng::seed_from_u64(part_seed(seed, part)));
    let mut position = rules.begin(None, "", seed)?;
    let ending = loop {
        if let Some(ending) = position.ending() {
            break ending;
        }
        let player = match position.turn() {
            Turn::Chance => {
                position.roll()?;
                continue;
            }
            Turn::Decision(player) => player,
            Turn::Over(outcome) => break Ending::Rules(outcome),
        };
        if position.played().len() >= options.max_plies {
            break Ending::Called(Call::PlyLimit);
        }
        let Some(bot) = &mut bots[player.index()] else {
            let moves = position.moves();
            let any = &moves[below(&mut rngs[2], moves.len())];
            position.play(any)?;
            continue;
        };
        let rng = &mut rngs[player.index()];
        if let Err(failure) = ask(bot, &mut *position, player, rng, stop, report) {
            if failure.kind != FailureKind::Stopped {
                report.problems.push(problem(game, &failure, bot));
            }
            break Ending::Called(Call::Failed(player));
        }
    };
    for bot in bots.iter_mut().flatten() {
        remarks(game, bot, programs.limits().of(program).start, report);
        bot.game_over(ending);
    }
    Ok(position.played().to_vec())
}

/// Asks the program for a move and plays it.
fn ask(
    bot: &mut OutsideBot,
    position: &mut dyn Playthrough,
    player: Player,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
    report: &mut CheckReport,
) -> Result<(), ProgramFailure> {
    let turn = TextTurn { position, clock: None };
    report.start = report.start.max(bot.prepare(&turn, rng, stop));
    let asked = Instant::now();
    let answer = bot.ask(&turn, rng, stop)?;
    let is_first = position.played().iter().enumerate().all(|(ply, _)| position.mover(ply) != Some(player));
    let longest = if is_first { &mut report.first_move } else { &mut report.other_moves };
    *longest = asked.elapsed().max(*longest);
    report.moves += 1;
    position.play(&answer.mv).map_err(|error| {
        bot.fail();
        ProgramFailure::new(FailureKind::IllegalMove, format!("illegal move: {error}"))
    })
}

fn problem(game: u32, failure: &ProgramFailure, bot: &OutsideBot) -> ProgramFault {
    ProgramFault {
        game: game + 1,
        kind: failure.kind.word(),
        reason: failure.reason.clone(),
        exchanged: bot.exchanged(),
    }
}

/// Faults that lose no game.
fn remarks(game: u32, bot: &OutsideBot, limit: Duration, report: &mut CheckReport) {
    let fault =
        |kind, reason: String| ProgramFault { game: game + 1, kind, reason, exchanged: bot.exchanged() };
    let has = |report: &CheckReport, kind| report.problems.iter().any(|problem| problem.kind == kind);
    if report.start > limit.mul_f64(SLOW_START) && !has(report, "slow start") {
        let seconds = report.start.as_secs_f64();
        let reason = format!("its start took {seconds:.1} s, and it has failed after {limit:?}");
        report.problems.push(fault("slow start", reason));
    }
    if let Some(remark) = bot.remark().filter(|remark| !report.notes.iter().any(|note| note == remark)) {
        report.notes.push(remark.to_string());
    }
    if bot.unasked() > 0 && !has(report, "not asked") {
        let reason = format!(
            "it wrote {} to standard output that answer nothing; write remarks to standard error",
            if bot.unasked() == 1 { "1 line".to_string() } else { format!("{} lines", bot.unasked()) }
        );
        report.problems.push(fault("not asked", reason));
    }
}
