//! `match`: many games between two bots.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use plywood_session::{GameReport, MatchPlan, MatchReport, OpeningBook, Registry, Tally, wilson};
use serde_json::{Value as Json, json};

use super::{table, table_text};
use crate::CommandResult;
use crate::args::MatchArgs;
use crate::output::{Failure, Output, duration, grouped, number};
use crate::play::append_all;
use crate::progress::{Interrupt, Progress};

/// Records that are gathered before they are written: a kill loses at most these.
const RECORDS_AT_ONCE: usize = 100;

/// Runs the command.
pub fn run(registry: &Registry, args: &MatchArgs, interrupt: &Interrupt) -> CommandResult {
    let game = registry.open(&args.game.game)?;
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let plan = MatchPlan {
        bots: [args.first_bot.clone(), args.second_bot.clone()],
        games: u64::from(args.games),
        jobs: args.jobs.and_then(|jobs| NonZeroUsize::new(usize::from(jobs))).unwrap_or(cores),
        seed: args.seed.seed,
        position: args.game.place.position.clone(),
        moves: args.game.place.moves.clone(),
        openings: openings(args.openings.as_deref())?,
        max_plies: args.max_plies,
        keep_records: args.save.is_some(),
    };
    if let Some(path) = &args.save {
        // Better to find out now than after the match that the file cannot be written.
        append_all(path, [])?;
    }
    let progress = Progress::bar("playing", u64::from(args.games));
    let started = Instant::now();
    let mut unsaved = Vec::new();
    let mut trouble = None;
    let stop = interrupt.stop();
    let report = game.hold_match(&plan, &stop, &mut |report: GameReport| {
        progress.step();
        progress.tell(format!(
            "{} wins, {} draws, {} losses",
            report.so_far.wins, report.so_far.draws, report.so_far.losses
        ));
        if let (Some(path), Some(record)) = (&args.save, report.record) {
            unsaved.push(record);
            if unsaved.len() >= RECORDS_AT_ONCE {
                save(path, &mut unsaved, &mut trouble, || stop.raise());
            }
        }
    });
    if let Some(path) = &args.save {
        save(path, &mut unsaved, &mut trouble, || ());
    }
    drop(progress);
    let report = report?;
    let seconds = started.elapsed().as_secs_f64();
    let output = Output::either(
        args.json.json,
        || as_json(&game.name(), args.seed.seed, &report, seconds),
        || words(&report, seconds),
    );
    Ok(match trouble {
        Some(message) => output.incomplete(message),
        None if !report.complete => output.incomplete("stopped before all games were played"),
        None => output,
    })
}

/// Writes the records out; the first failure is kept, and ends the match.
fn save(
    path: &Path,
    unsaved: &mut Vec<plywood_session::Record>,
    trouble: &mut Option<String>,
    on_trouble: impl FnOnce(),
) {
    if trouble.is_some() || unsaved.is_empty() {
        return;
    }
    if let Err(Failure::Wrong(message) | Failure::Failed(message)) = append_all(path, unsaved.drain(..)) {
        *trouble = Some(message);
        on_trouble();
    }
}

fn openings(text: Option<&str>) -> Result<OpeningBook, Failure> {
    let Some(text) = text else { return Ok(OpeningBook::None) };
    if let Some(plies) = text.strip_prefix("random:") {
        return match plies.parse() {
            Ok(plies) if (1..=1000).contains(&plies) => Ok(OpeningBook::Random { plies }),
            _ => Err(Failure::Wrong(format!(
                "openings random:{plies} will not do: it has to be random: and a number of plies from 1 to 1000"
            ))),
        };
    }
    let path = Path::new(text);
    let content = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    let lines: Vec<String> = content
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    if lines.is_empty() {
        return Err(Failure::Wrong(format!(
            "there is no opening in '{text}'; write the moves of one a line"
        )));
    }
    Ok(OpeningBook::Lines(lines))
}

fn tally_json(tally: Tally) -> Json {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

/// The 95 % interval of the share of games won.
fn win_share(report: &MatchReport) -> (f64, f64) {
    let total = report.standing.total();
    wilson(total.wins as f64 / total.games().max(1) as f64, total.games() as f64)
}

fn mean_plies(report: &MatchReport) -> f64 {
    report.standing.plies as f64 / report.standing.total().games().max(1) as f64
}

fn as_json(game: &str, seed: u64, report: &MatchReport, seconds: f64) -> Json {
    let standing = &report.standing;
    let total = report.standing.total();
    let (elo, share) = (total.elo(), win_share(report));
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
        "win_share": { "low": number(share.0), "high": number(share.1) },
        "pairs": standing.pairs.classes,
        "ended_by_repetition": standing.repetitions,
        "ended_by_ply_limit": standing.ply_limits,
        "mean_plies": number(mean_plies(report)),
        "different_games": { "of_the_first": total.games().min(MatchReport::COMPARED), "are": report.different },
        "complete": report.complete,
        "seed": seed,
        "seconds": seconds,
    })
}

fn words(report: &MatchReport, seconds: f64) -> String {
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
    let share = win_share(report);
    text.push_str(&format!(
        "wins {:.1} % of the games (95 % interval {:.1} to {:.1})\n",
        100.0 * total.wins as f64 / games,
        100.0 * share.0,
        100.0 * share.1,
    ));
    text.push_str(&format!(
        "Elo {:.1}, stronger with a likelihood of {:.1} %",
        total.elo(),
        100.0 * total.superiority()
    ));
    text.push_str(&format!(
        "\n{} games of {:.1} plies in {} ({:.0} a second)\n",
        grouped(total.games()),
        mean_plies(report),
        duration(seconds),
        games / seconds.max(1e-9),
    ));
    let compared = total.games().min(MatchReport::COMPARED);
    if 4 * report.different as u64 <= compared {
        text.push_str(&format!(
            "only {} of the first {compared} games differ: vary them with --openings random:4 or bots with tie=random\n",
            report.different
        ));
    }
    for (count, what) in [
        (standing.repetitions, "by repetition of the position"),
        (standing.ply_limits, "at the limit of plies"),
    ] {
        if count > 0 {
            text.push_str(&format!("{count} of the draws {what}\n"));
        }
    }
    text
}
