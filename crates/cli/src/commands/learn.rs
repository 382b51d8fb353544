//! `learn`: training the learning machine.

mod advice;
pub mod records;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_draw::{Chart, Measure, Point, Series};
use plywood_rules::{Run, TextError, one_by_one};
use plywood_workshop::{
    Counters, CurvePoint, LearnSettings, Measuring, StageOptions, TrainingEvent, TrainingOptions,
    TrainingReport, WantedSettings, Workshop, game_title,
};
use serde_json::{Value as Json, json};

use super::{jobs, open_at, table, table_text};
use crate::args::LearnArgs;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, number};
use crate::progress::Control;
use crate::{files, pictures};
use advice::score;

/// The default number of measurements of a run.
const MEASUREMENTS: u64 = 20;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &LearnArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    // What is wrong with the start is said at once.
    open_at(Arc::clone(&game), &args.game.place, args.seed.seed)?;
    let plan = plan(args)?;
    for path in &args.curve {
        check_curve(args, path)?;
    }
    let games: u64 = plan.stages.iter().map(|stage| stage.games).sum();
    let title = format!("{}, {}", game_title(&args.game.game), args.brain.display());
    let mut stages = stage_starts(&plan.stages);
    let progress = control.bar("learning", games);
    // Raised where a file cannot be written: that is no interruption.
    let stop = control.stop().part();
    let (mut curve, mut resumed, mut trouble): (Vec<CurvePoint>, u64, Option<Failure>) =
        (Vec::new(), 0, None);
    let mut lately = Lately::default();
    let on_event = |event| match event {
        TrainingEvent::Begun { curve: known, before, done } => {
            // The files have the whole curve at any time, that of earlier runs as well.
            (curve, resumed) = (known, done);
            stages.iter_mut().for_each(|(start, _)| *start += before);
        }
        TrainingEvent::Progress { progress: so_far, counters } => {
            progress.reach(so_far.done);
            lately.add(so_far.known, so_far.asked);
            progress.tell(format!(
                "learning: {} positions, {} moves, {:.0} % of decisions in known positions",
                grouped(counters.nodes),
                grouped(counters.edges),
                100.0 * lately.share().unwrap_or_default()
            ));
        }
        TrainingEvent::Measuring { opponent } => progress.tell(format!("measuring against {opponent}")),
        TrainingEvent::Measured(point) => {
            curve.push(point);
            // What is written here is on disk: who reads it may rely on it.
            if let Err(failure) = write_curves(&args.curve, &title, &stages, &curve) {
                trouble = Some(failure);
                stop.raise();
            }
        }
    };
    let (threads, memory) = (jobs(args.jobs), u64::from(args.memory) << 20);
    let report =
        game.train(&plan, &Run { threads, memory, progress: &one_by_one(on_event), ..Run::until(&stop) });
    drop(progress);
    let report = report?;
    write_curves(&args.curve, &title, &stages, &report.curve)?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    // Points of earlier runs alone say nothing about this one.
    let curve = if args.every == Some(0) { &[] } else { &report.curve[..] };
    let advice = advice::advice(&report, curve, lately.share(), game.details().has_chance);
    let output = Output::either(
        args.json.json,
        || as_json(args, &game.name(), resumed, &report, &advice),
        || words(args, resumed, &report, curve, &advice),
    );
    Ok(if report.complete {
        output
    } else {
        output.incomplete("stopped before all games were played; the same command goes on from here")
    })
}

fn plan(args: &LearnArgs) -> Result<TrainingOptions, Failure> {
    let stages =
        args.stage.chunks_exact(2).map(|pair| stage(&pair[0], &pair[1])).collect::<Result<Vec<_>, _>>()?;
    let games: u64 = stages.iter().map(|stage| stage.games).sum();
    if !(0.0..=1.0).contains(&args.explore) {
        let explore = args.explore;
        return Err(Failure::Wrong(format!(
            "--explore cannot be {explore}; it has to be a number from 0 to 1"
        )));
    }
    if args.every == Some(0) && !(args.against.is_empty() && args.curve.is_empty()) {
        let message = "--against and --curve are about measurements, and --every 0 makes none; leave it out";
        return Err(Failure::Wrong(message.to_string()));
    }
    let settings = WantedSettings {
        alpha: args.alpha,
        gamma: args.gamma,
        prove: args.prove,
        symmetry: args.symmetry.as_deref().map(|word| word == "on"),
        kind: args.kind.as_deref().and_then(|word| word.parse().ok()),
        rate: args.rate,
        lambda: args.lambda,
        loops: args.loops.as_deref().and_then(|word| word.parse().ok()),
    };
    settings.or(LearnSettings::default()).check()?;
    Ok(TrainingOptions {
        brain: args.brain.clone(),
        settings,
        stages,
        measuring: Measuring {
            every: args.every.unwrap_or(games.div_ceil(MEASUREMENTS)),
            games: args.measure,
            against: if args.against.is_empty() { vec!["random".into()] } else { args.against.clone() },
        },
        seed: args.seed.seed,
        explore: args.explore,
        round: args.round.and_then(|round| NonZeroUsize::new(round as usize)),
        max_plies: args.max_plies,
        search: args.search,
        teacher: args.teacher.clone(),
        descent: args.descent.unwrap_or(0),
        position: args.game.place.position.clone(),
        moves: args.game.place.moves.clone(),
    })
}

fn stage(games: &str, opponent: &str) -> Result<StageOptions, TextError> {
    match games.parse() {
        Ok(games) if (1..=1_000_000_000_000).contains(&games) => {
            Ok(StageOptions { games, opponent: opponent.to_string() })
        }
        _ => Err(TextError::new(format!(
            "--stage {games} {opponent}: the number of games cannot be '{games}'; write --stage GAMES OPPONENT, as in \
             --stage 10000 random"
        ))),
    }
}

/// The first game of each stage, and its opponent.
fn stage_starts(stages: &[StageOptions]) -> Vec<(u64, String)> {
    let mut start = 0;
    stages
        .iter()
        .map(|stage| {
            let begin = start;
            start += stage.games;
            (begin, stage.opponent.clone())
        })
        .collect()
}

/// `has learnt 10 games and knows 40 positions and 90 moves`.
pub fn known(counters: Counters) -> String {
    if counters.nodes == 0 {
        return format!("has learnt {}", counted(counters.games, "game"));
    }
    format!(
        "has learnt {} and knows {} and {}",
        counted(counters.games, "game"),
        counted(counters.nodes, "position"),
        counted(counters.edges, "move")
    )
}

/// The share of known positions over the last reports.
#[derive(Default)]
struct Lately {
    reports: VecDeque<(u64, u64)>,
}

impl Lately {
    fn add(&mut self, known: u64, asked: u64) {
        self.reports.push_back((known, asked));
        if self.reports.len() > 20 {
            self.reports.pop_front();
        }
    }

    /// From 0 to 1; `None` before the first decision.
    fn share(&self) -> Option<f64> {
        let sum = |sum: (u64, u64), report: &(u64, u64)| (sum.0 + report.0, sum.1 + report.1);
        let (known, asked) = self.reports.iter().fold((0, 0), sum);
        (asked > 0).then(|| known as f64 / asked as f64)
    }
}

/// Better to find out now than after the first games that the curve cannot be written.
fn check_curve(args: &LearnArgs, path: &Path) -> Result<(), Failure> {
    pictures::of_plot(path)?;
    let same = |a: &Path, b: &Path| std::path::absolute(a).ok() == std::path::absolute(b).ok();
    if same(path, &args.brain) {
        let path = path.display();
        return Err(Failure::Wrong(format!("--curve {path}: that is the brain; write to another file")));
    }
    files::check_writable(path)
}

/// Writes the curve to all these files.
fn write_curves(
    paths: &[PathBuf],
    title: &str,
    stages: &[(u64, String)],
    curve: &[CurvePoint],
) -> Result<(), Failure> {
    for path in paths {
        let bytes = match pictures::of_plot(path)? {
            Some(picture) => picture.encoded(chart(title, stages, curve).svg())?,
            None => csv(curve).into_bytes(),
        };
        files::write(path, |out| out.write_all(&bytes))?;
    }
    Ok(())
}

fn csv(curve: &[CurvePoint]) -> String {
    let mut text = "games,opponent,wins,draws,losses,score,low,high\n".to_string();
    for point in curve {
        let (_, score, (low, high)) = score(point);
        let CurvePoint { games, opponent, wins, draws, losses } = point;
        // A bot's name may hold commas.
        let opponent = format!("\"{}\"", opponent.replace('"', "\"\""));
        text += &format!("{games},{opponent},{wins},{draws},{losses},{score:.4},{low:.4},{high:.4}\n");
    }
    text
}

fn chart(title: &str, stages: &[(u64, String)], curve: &[CurvePoint]) -> Chart {
    let mut series: Vec<Series> = Vec::new();
    for point in curve {
        let (_, y, (low, high)) = score(point);
        let place = series.iter().position(|series| series.name == point.opponent).unwrap_or_else(|| {
            series.push(Series { name: point.opponent.clone(), points: Vec::new() });
            series.len() - 1
        });
        series[place].points.push(Point { x: point.games as f64, y, low, high });
    }
    let games = curve.first().map_or(0, |point| point.wins + point.draws + point.losses);
    Chart {
        title: format!("Learning curve: {title}"),
        subtitle: format!("{games} games a point without learning, sides swapped; bands are 95 % intervals"),
        x_label: "games learnt".into(),
        y_label: "score (a win 1, a draw ½)".into(),
        measure: Measure::Score(0.0, 1.0),
        series,
        x_marks: stages.iter().map(|(start, opponent)| (*start as f64, opponent.clone())).collect(),
    }
}

/// A point of the curve as JSON.
pub fn point_json(point: &CurvePoint) -> Json {
    let (_, score, (low, high)) = score(point);
    json!({
        "games": point.games,
        "opponent": point.opponent,
        "wins": point.wins,
        "draws": point.draws,
        "losses": point.losses,
        "score": number(score),
        "low": number(low),
        "high": number(high),
    })
}

fn rate(report: &TrainingReport) -> f64 {
    report.trained as f64 / report.seconds.max(1e-9)
}

fn as_json(args: &LearnArgs, game: &str, resumed: u64, report: &TrainingReport, advice: &[String]) -> Json {
    json!({
        "game": game,
        "brain": args.brain.display().to_string(),
        "seed": args.seed.seed,
        "games": report.counters.games,
        "trained": report.trained,
        "resumed_after": resumed,
        "nodes": report.counters.nodes,
        "edges": report.counters.edges,
        "games_per_second": number(rate(report).round()),
        "seconds": report.seconds,
        "file_bytes": report.file_bytes,
        "memory_bytes": report.memory_bytes,
        "curve": report.curve.iter().map(point_json).collect::<Vec<_>>(),
        "advice": advice,
    })
}

fn words(
    args: &LearnArgs,
    resumed: u64,
    report: &TrainingReport,
    curve: &[CurvePoint],
    advice: &[String],
) -> String {
    let mut text = String::new();
    if resumed > 0 {
        text += &format!("went on after {} of the run\n", counted(resumed, "game"));
    }
    text += &format!(
        "learnt {} in {}, {} a second; the file has {}\n",
        counted(report.trained, "game"),
        duration(report.seconds),
        grouped(rate(report).round() as u64),
        counted(report.file_bytes, "byte")
    );
    text += &format!("{} {}\n", args.brain.display(), known(report.counters));
    if !curve.is_empty() {
        text += &format!("\n{}", curve_table(curve));
    }
    if !advice.is_empty() {
        text += &format!("\n{}\n", advice.join("\n"));
    }
    for path in &args.curve {
        text += &format!("\nthe learning curve is in {}", path.display());
    }
    if !args.curve.is_empty() {
        text += "\n";
    }
    text
}

/// The curve as a table: a row for each number of games, a column for each opponent.
pub fn curve_table(curve: &[CurvePoint]) -> String {
    let mut opponents: Vec<&str> = Vec::new();
    let mut games: Vec<u64> = Vec::new();
    for point in curve {
        if !opponents.contains(&point.opponent.as_str()) {
            opponents.push(&point.opponent);
        }
        if !games.contains(&point.games) {
            games.push(point.games);
        }
    }
    games.sort_unstable();
    let against: Vec<String> = opponents.iter().map(|opponent| format!("score against {opponent}")).collect();
    let header: Vec<&str> = std::iter::once("games").chain(against.iter().map(String::as_str)).collect();
    let mut rows = table(&header);
    for games in games {
        let cell = |opponent: &&str| {
            let point = curve.iter().find(|point| point.games == games && point.opponent == **opponent);
            point.map_or(String::new(), |point| {
                let (_, score, (low, high)) = score(point);
                format!("{:5.1} %  ({:.1} to {:.1})", 100.0 * score, 100.0 * low, 100.0 * high)
            })
        };
        let cells = opponents.iter().map(cell);
        rows.add_row(std::iter::once(grouped(games)).chain(cells).collect::<Vec<_>>());
    }
    table_text(&rows)
}
