//! `match`: many games between two bots.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plywood_erased::Record;
use plywood_rules::{Run, one_by_one};
use plywood_workshop::{
    AnyGame, GRACE, GameReport, MatchOptions, MatchReport, Spent, SprtVerdict, Tally, Tested, Workshop,
    wilson,
};
use serde_json::{Value as Json, json};

use super::openings::{OpeningSource, openings_text};
use super::{clock_text, jobs, open_at, table, table_text};
use crate::args::{MatchArgs, MergeArgs};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, number};
use crate::parts::{MergedParts, PartFile};
use crate::progress::Control;
use crate::save::{self, RECORDS, append_all};

/// The default number of games.
const GAMES: u32 = 100;
/// The default limit of games of a sequential test.
const TESTED_AT_MOST: u32 = 100_000;
/// Records that are gathered before they are written: a kill loses at most these.
const RECORDS_AT_ONCE: usize = 100;

/// The interval at which the results so far are shown.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// The game and the plan that the arguments name.
fn planned(workshop: &Workshop, args: &MatchArgs) -> Result<(Arc<dyn AnyGame>, MatchOptions), Failure> {
    let game = workshop.open(&args.game.game)?;
    let start = open_at(Arc::clone(&game), &args.game.place, args.seed.seed)?;
    let moves = start.played().join(" ");
    let games = u64::from(args.games.unwrap_or(if args.sprt.is_some() { TESTED_AT_MOST } else { GAMES }));
    let plan = MatchOptions {
        bots: [args.first_bot.clone(), args.second_bot.clone()],
        games,
        seed: args.seed.seed,
        position: args.game.place.position.clone(),
        openings: OpeningSource::read(args.openings.as_deref(), Path::new(""))?.of(
            workshop,
            &*game,
            args.game.place.position.as_deref(),
            &moves,
        )?,
        moves,
        max_plies: args.max_plies,
        clock: args.clock,
        sprt: args.sprt,
        keep_records: args.save.is_some(),
        ..MatchOptions::default()
    };
    Ok((game, plan))
}

/// Runs the command.
pub fn run(workshop: &Workshop, args: &MatchArgs, control: &Control) -> CommandResult {
    let (game, plan) = planned(workshop, args)?;
    if args.part.part.is_some() {
        return run_part(&*game, plan, args, control);
    }
    if let Some(path) = &args.save {
        // Better to find out now than after the match that the file cannot be written.
        append_all(path, [])?;
    }
    let progress = control.bar("playing", plan.games);
    let started = Instant::now();
    let mut unsaved = Vec::new();
    let mut trouble = None;
    let mut failure = None;
    let mut shown = started;
    // Raised where a file cannot be written: that is no interruption.
    let stop = control.stop().part();
    let on_game = |report: GameReport| {
        if report.number == 1 || shown.elapsed() >= SHOWN_EVERY {
            shown = Instant::now();
            progress.reach(report.number);
            progress.tell(so_far(&report));
        }
        failure = failure.take().or(report.failure);
        if let (Some(path), Some(record)) = (&args.save, report.record) {
            unsaved.push(record);
            if unsaved.len() >= RECORDS_AT_ONCE {
                save(path, &mut unsaved, &mut trouble, || stop.raise());
            }
        }
    };
    let threads = jobs(args.jobs);
    let report =
        game.hold_match(&plan, &Run { threads, progress: &one_by_one(on_game), ..Run::until(&stop) });
    if let Some(path) = &args.save {
        save(path, &mut unsaved, &mut trouble, || ());
    }
    drop(progress);
    let report = report?;
    let seconds = started.elapsed().as_secs_f64();
    let output = result(&*game, &plan, &report, failure.as_deref(), (seconds, args.json.json));
    Ok(match trouble {
        Some(message) => output.incomplete(message),
        None if !report.complete => output.incomplete("stopped before all games were played"),
        None => output,
    })
}

/// All that the games depend on, a setting a line.
fn settings(game: &dyn AnyGame, plan: &MatchOptions) -> String {
    let MatchOptions {
        bots: [first, second], games, seed, position, moves, openings, max_plies, clock, ..
    } = plan;
    format!(
        "match of {}\nfirst bot: {first}\nsecond bot: {second}\ngames: {games}\nseed: {seed}\nposition: {}\nmoves: {moves}\n\
         openings: {}\nmax-plies: {max_plies}\nclock: {}\n",
        game.name(),
        position.as_deref().unwrap_or("the opening"),
        openings_text(openings),
        clock_text(*clock)
    )
}

/// Plays a part of the pairs of games into its file.
fn run_part(game: &dyn AnyGame, plan: MatchOptions, args: &MatchArgs, control: &Control) -> CommandResult {
    if plan.sprt.is_some() {
        return Err(Failure::Wrong(
            "a sequential test has no parts, because it ends by the results of all games before; leave out --sprt, or --part"
                .to_string(),
        ));
    }
    let Some(mut file) = PartFile::open(&args.part, &settings(game, &plan))? else {
        return Ok(Output::default());
    };
    let (part, pairs) = (file.part(), plan.games.div_ceil(2));
    if (0..file.len()).any(|place| !file.has(part.item(place))) {
        return Err(Failure::Wrong(
            "the file of the part has not its first pairs; remove it and make it again".to_string(),
        ));
    }
    let plan = MatchOptions { part, skipped: file.len(), keep_records: true, ..plan };
    let progress = control.bar("playing pairs of games", part.count(pairs));
    progress.reach(file.len());
    let stop = control.stop().part();
    let mut pair: Vec<Record> = Vec::new();
    let on_game = |report: GameReport| {
        // After a game that a stop has dropped others may come: they are dropped too.
        let (number, expected) = (report.number, 2 * part.item(file.len()) + pair.len() as u64 + 1);
        if number == expected {
            pair.push(report.kept_record());
            if number.is_multiple_of(2) || number == plan.games {
                file.add((number - 1) / 2, &std::mem::take(&mut pair), &stop);
                progress.reach(file.len());
            }
        }
    };
    let threads = jobs(args.jobs);
    let played =
        game.hold_match(&plan, &Run { threads, progress: &one_by_one(on_game), ..Run::until(&stop) });
    drop(progress);
    let is_whole = file.has_all(pairs);
    file.finish(played.map(drop).map_err(Failure::from), is_whole, "pair", args.json.json)
}

/// The whole match of these parts.
pub fn merge(workshop: &Workshop, args: &MatchArgs, parts: &MergedParts, merge: &MergeArgs) -> CommandResult {
    let (game, plan) = planned(workshop, args)?;
    for path in &merge.output {
        files::check_kind(path, RECORDS, &["txt", "games"])?;
        files::check_writable(path)?;
    }
    let pairs: Vec<Vec<Record>> = parts.items(&settings(&*game, &plan), plan.games.div_ceil(2))?;
    let mut records = pairs.concat();
    let report = MatchReport::of_records(&plan, plan.moves.split_whitespace().count(), &mut records)
        .filter(|report| report.standing.total().games() == plan.games)
        .ok_or_else(|| {
            Failure::Wrong("a part has other records than those of the match; make it again".to_string())
        })?;
    let failure = records.iter().find_map(|record| record.tag("Failure")).map(str::to_string);
    let seconds = report.spent.iter().map(|spent| spent.total.as_secs_f64()).sum();
    let text = save::dated_text(records);
    for path in &merge.output {
        files::write(path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(result(&*game, &plan, &report, failure.as_deref(), (seconds, merge.json.json)))
}

/// The result of a match.
fn result(
    game: &dyn AnyGame,
    plan: &MatchOptions,
    report: &MatchReport,
    failure: Option<&str>,
    (seconds, json): (f64, bool),
) -> Output {
    Output::either(
        json,
        || as_json(&game.name(), plan, report, failure, seconds),
        || words(plan, report, seconds) + &failure_words(report, failure),
    )
}

/// The progress of a match in words.
pub fn so_far(report: &GameReport) -> String {
    let Tally { wins, draws, losses } = report.so_far;
    let tested = report.tested.map(|tested| {
        let (low, high) = tested.sprt.bounds();
        format!(", LLR {:+.2} of {low:.2} to {high:+.2}", tested.llr)
    });
    format!(
        "{}, {}, {}{}",
        counted(wins, "win"),
        counted(draws, "draw"),
        if losses == 1 { "1 loss".to_string() } else { format!("{} losses", grouped(losses)) },
        tested.unwrap_or_default()
    )
}

/// Writes the records out; the first failure is kept, and ends the match.
fn save(path: &Path, unsaved: &mut Vec<Record>, trouble: &mut Option<String>, on_trouble: impl FnOnce()) {
    if trouble.is_some() || unsaved.is_empty() {
        return;
    }
    match append_all(path, unsaved.drain(..)) {
        Ok(()) | Err(Failure::ReaderGone) => {}
        Err(failure) => {
            *trouble = Some(failure.message());
            on_trouble();
        }
    }
}

fn tally_json(tally: Tally) -> Json {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

/// The number of different games. Beyond the games that are compared, the share of them is assumed.
fn distinct(report: &MatchReport) -> f64 {
    let games = report.standing.total().games();
    report.different as f64 * (games as f64 / games.clamp(1, MatchReport::COMPARED) as f64)
}

/// A share of the games with its 95 % interval. The same game played again is no evidence, so the interval is of the
/// different games.
fn share(report: &MatchReport, points: f64) -> (f64, (f64, f64)) {
    let share = points / report.standing.total().games().max(1) as f64;
    (share, wilson(share, distinct(report)))
}

/// Points of the bot named first: a win is one, a draw half of one.
fn points(total: Tally) -> f64 {
    total.wins as f64 + 0.5 * total.draws as f64
}

fn mean_plies(report: &MatchReport) -> f64 {
    report.standing.plies as f64 / report.standing.total().games().max(1) as f64
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

/// The time of a bot's moves.
fn spent_json(spent: &Spent, time_losses: u64) -> Json {
    json!({
        "time_losses": time_losses,
        "mean_ms": spent.mean_seconds().map_or(Json::Null, |seconds| number(1000.0 * seconds)),
        "max_ms": number(milliseconds(spent.longest)),
        "late": spent.late,
        "max_late_ms": number(milliseconds(spent.latest)),
        "start_ms": number(milliseconds(spent.start)),
    })
}

/// The name of a verdict: `accepted H1` (the difference is `elo1` or more), `accepted H0` or `undecided`.
fn verdict_word(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Upper => "accepted H1",
        SprtVerdict::Lower => "accepted H0",
        SprtVerdict::Undecided => "undecided",
    }
}

/// The end of a sequential test in words.
pub fn tested_json(tested: &Tested) -> Json {
    let (lower, upper) = tested.sprt.bounds();
    json!({
        "elo0": number(tested.sprt.elo0()),
        "elo1": number(tested.sprt.elo1()),
        "llr": number(tested.llr),
        "trinomial_llr": number(tested.trinomial_llr),
        "lower": number(lower),
        "upper": number(upper),
        "verdict": verdict_word(tested.verdict),
    })
}

/// The same for a person.
pub fn tested_words(tested: &Tested) -> String {
    let (lower, upper) = tested.sprt.bounds();
    let (elo0, elo1) = (tested.sprt.elo0(), tested.sprt.elo1());
    let meaning = match tested.verdict {
        SprtVerdict::Upper => format!("stronger by Elo {elo1} rather than {elo0}"),
        SprtVerdict::Lower => format!("stronger by Elo {elo0} rather than {elo1}, if at all"),
        SprtVerdict::Undecided => "more games would be needed".to_string(),
    };
    format!(
        "sequential test: {}, {meaning} (LLR {:+.2} of {lower:+.2} to {upper:+.2})\n",
        verdict_word(tested.verdict),
        tested.llr
    )
}

fn as_json(
    game: &str,
    plan: &MatchOptions,
    report: &MatchReport,
    failure: Option<&str>,
    seconds: f64,
) -> Json {
    let standing = &report.standing;
    let total = report.standing.total();
    let (elo, (_, wins)) = (total.elo(), share(report, total.wins as f64));
    let (score, (low, high)) = share(report, points(total));
    json!({
        "game": game,
        "games": total.games(),
        "first_bot": { "name": report.bots[0], "wins": total.wins },
        "second_bot": { "name": report.bots[1], "wins": total.losses },
        "draws": total.draws,
        "as_first": tally_json(standing.as_first),
        "as_second": tally_json(standing.as_second),
        "elo": elo.difference().map_or(Json::Null, number),
        "elo_margin": elo.margin().map_or(Json::Null, number),
        "los": number(total.superiority()),
        "score": { "share": number(score), "low": number(low), "high": number(high) },
        "win_share": { "low": number(wins.0), "high": number(wins.1) },
        "pairs": standing.pairs.classes,
        "ended_by_repetition": standing.repetitions,
        "ended_by_ply_limit": standing.ply_limits,
        "mean_plies": number(mean_plies(report)),
        "different_games": { "of_the_first": total.games().min(MatchReport::COMPARED), "are": report.different },
        "clock": plan.clock.map(|clock| json!({
            "seconds": number(clock.left.as_secs_f64()),
            "increment": number(clock.increment.as_secs_f64()),
            "grace_ms": number(milliseconds(GRACE)),
        })),
        // Without a clock the same seed prints the same, but for the seconds.
        "time": plan.clock.map(|_| json!({
            "first_bot": spent_json(&report.spent[0], standing.time_losses[0]),
            "second_bot": spent_json(&report.spent[1], standing.time_losses[1]),
        })),
        // Games that a program from outside lost by failing, and the reason of the first.
        "failures": failure.map(|reason| json!({
            "first_bot": standing.failures[0],
            "second_bot": standing.failures[1],
            "first_reason": reason,
        })),
        "sprt": report.tested.as_ref().map(tested_json),
        "complete": report.complete,
        "seed": plan.seed,
        "seconds": seconds,
    })
}

/// The games that programs from outside lost by failing.
fn failure_words(report: &MatchReport, reason: Option<&str>) -> String {
    let Some(reason) = reason else { return String::new() };
    let failed = report.bots.iter().zip(report.standing.failures).filter(|(_, games)| *games > 0);
    let lines = failed.map(|(bot, games)| format!("'{bot}' lost {} by failing\n", counted(games, "game")));
    lines.collect::<String>() + &format!("the first failure: {reason}\n")
}

/// The time of the moves, and the games lost on time.
fn clock_words(report: &MatchReport) -> String {
    let mut header = vec!["time a move", "mean", "longest", "too late", "by at most", "games lost by it"];
    // Only programs from outside have to be started.
    let any_started = report.spent.iter().any(|spent| !spent.start.is_zero());
    header.extend(any_started.then_some("starting"));
    let mut rows = table(&header);
    for (bot, (spent, losses)) in report.bots.iter().zip(report.spent.iter().zip(report.standing.time_losses))
    {
        let mut row = vec![
            bot.clone(),
            duration(spent.mean_seconds().unwrap_or_default()),
            duration(spent.longest.as_secs_f64()),
            grouped(spent.late),
            duration(spent.latest.as_secs_f64()),
            grouped(losses),
        ];
        row.extend(any_started.then(|| duration(spent.start.as_secs_f64())));
        rows.add_row(row);
    }
    format!(
        "\n{}(a game is lost when the clock is exceeded by {} ms)\n",
        table_text(&rows),
        GRACE.as_millis()
    )
}

fn words(plan: &MatchOptions, report: &MatchReport, seconds: f64) -> String {
    let standing = &report.standing;
    let total = report.standing.total();
    if total.games() == 0 {
        return "no game was finished\n".to_string();
    }
    let mut rows = table(&[&report.bots[0], "wins", "draws", "losses"]);
    for (side, tally) in
        [("moving first", standing.as_first), ("moving second", standing.as_second), ("together", total)]
    {
        let numbers = [tally.wins, tally.draws, tally.losses];
        rows.add_row([vec![side.to_string()], numbers.map(grouped).to_vec()].concat());
    }
    let mut text = format!("{} against {}\n\n{}\n", report.bots[0], report.bots[1], table_text(&rows));
    let games = total.games() as f64;
    let compared = total.games().min(MatchReport::COMPARED);
    let (score, (low, high)) = share(report, points(total));
    text.push_str(&format!(
        "score {:.1} % (95 % interval {:.1} to {:.1}); a draw counts half\n",
        100.0 * score,
        100.0 * low,
        100.0 * high,
    ));
    // Games that repeat each other say nothing about strength.
    let repeats = 4 * report.different as u64 <= compared;
    if !repeats {
        text.push_str(&format!(
            "Elo {:.1}, stronger with a likelihood of {:.1} %\n",
            total.elo(),
            100.0 * total.superiority()
        ));
    }
    text.push_str(&format!(
        "{} of {:.1} plies in {} ({} a second)\n",
        counted(total.games(), "game"),
        mean_plies(report),
        duration(seconds),
        grouped((games / seconds.max(1e-9)).round() as u64),
    ));
    if repeats {
        text.push_str(&format!(
            "only {} of the first {compared} games differ, and the interval counts each of them once; vary the games \
with --openings random:4 or bots with tie=random\n",
            report.different
        ));
    }
    if let Some(tested) = &report.tested {
        text.push_str(&tested_words(tested));
    }
    for (count, what) in [
        (standing.repetitions, "by repetition of the position"),
        (standing.ply_limits, "at the limit of plies"),
    ] {
        if count > 0 {
            text.push_str(&format!("{count} of the draws {what}\n"));
        }
    }
    if plan.clock.is_some() {
        text.push_str(&clock_words(report));
    }
    text
}
