//! `solve --method enumerate`: the value of every position, and of races with dice.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use plywood_draw::Surface;
use plywood_rules::{Player, Run};
use plywood_workshop::{
    Enumeration, EnumerationOptions, Exact, Meeting, Peers, Phase, RaceOptions, RaceReport, Session,
    SolveProgress, Team, game_title,
};
use serde_json::{Value as Json, json};

use super::positions::{self, RowFormat};
use super::words::{plies, work};
use crate::args::{Holder, Hosts, SolveArgs};
use crate::commands::batch::Task;
use crate::commands::jobs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, up_to_symmetry};
use crate::pictures::Picture;

pub fn enumerate(session: &dyn Session, args: &SolveArgs, task: &Task<'_>) -> CommandResult {
    let team = team(args)?;
    let format = args.out.as_deref().and_then(RowFormat::of);
    if let Some(path) = &args.out {
        files::check_writable(path)?;
        files::check_kind(path, "all positions or a table of values", &["csv", "parquet", "table"])?;
    }
    let progress = task
        .spinner("finding positions")
        .or("'plywood count --estimate' says how many positions there may be");
    let started = Instant::now();
    let valuing = OnceLock::new();
    let so_far = |level: SolveProgress| {
        let now = Instant::now();
        let valuing = (level.phase == Phase::Value).then(|| now - *valuing.get_or_init(|| now));
        let since = |from: Instant| (now - from).as_secs_f64();
        progress.tell(level_words(&level, since(started), valuing.map(|time| time.as_secs_f64())));
    };
    let threads = if team.is_some() { args.workers.unwrap_or(1).into() } else { jobs(None).get() };
    let run = Run { memory: u64::from(args.max_memory) << 20, threads, ..task.control.run(&so_far) };
    let plan = EnumerationOptions { merge: args.merge, team };
    let found = match &args.from {
        Some(table) => {
            fs::metadata(table).map_err(|error| Failure::file("read", table, &error))?;
            session.read_table(table)?
        }
        None => session.enumerate(plan, &run)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let mut rows = None;
    if let (Some(path), Some(_)) = (&args.out, found.size()) {
        match format {
            None => files::write(path, |out| found.write(out))?,
            Some(format) => rows = positions::write(session, &found, args, path, format, task)?,
        }
    }
    let player = session.turn().player().expect("somebody decides where positions are enumerated");
    let output = Output::either(
        task.json,
        || enumeration_json(session, player, &found, rows, seconds),
        || enumeration_words(player, &found, rows, args, seconds),
    );
    Ok(if format.is_some() && task.control.is_raised() {
        output.incomplete("stopped before all positions were written")
    } else {
        output
    })
}

/// The other processes that share the work, if any.
fn team(args: &SolveArgs) -> Result<Option<Team>, Failure> {
    let SolveArgs { workers, hosts, process, checkpoint, .. } = args;
    if workers.is_none() && hosts.is_none() && checkpoint.is_none() {
        return Ok(None);
    }
    let peers = match (hosts, *process) {
        (Some(Hosts(hosts)), Some(process)) if process >= hosts.len() => {
            return Err(Failure::Wrong(format!(
                "--process {process} is not among the {} of --hosts, which are counted from 0",
                hosts.len()
            )));
        }
        (Some(Hosts(hosts)), Some(process)) => {
            let patience = Duration::from_secs(args.patience.into());
            Some(Peers { hosts: hosts.clone(), process, patience })
        }
        _ => None,
    };
    if args.out.is_some() && peers.as_ref().is_some_and(|peers| peers.process > 0) {
        return Err(Failure::Wrong("--out is for process 0, which gets the table".to_string()));
    }
    Ok(Some(Team { peers, checkpoints: checkpoint.clone() }))
}

/// `level 12: 3 400 000 positions found, 812 000 a second, 380 MiB`; while positions are valued, which has taken
/// `valuing` seconds so far, also how long it may take yet.
fn level_words(level: &SolveProgress, seconds: f64, valuing: Option<f64>) -> String {
    let (what, done) = match level.phase {
        Phase::Find => ("found", level.found),
        Phase::Value => ("valued", level.valued),
    };
    let of =
        if level.phase == Phase::Value { format!(" of {}", grouped(level.found)) } else { String::new() };
    let at = level.level.map_or(String::new(), |level| format!("level {level}: "));
    let rate = (level.found + level.valued) as f64 / seconds.max(1e-3);
    let left = valuing.filter(|&time| time > 1.0 && level.valued > 0).map_or(String::new(), |time| {
        let left = time / level.valued as f64 * level.found.saturating_sub(level.valued) as f64;
        format!(" · about {} left", duration(left))
    });
    format!(
        "{at}{}{of} positions {what} · {} a second · {} MiB{left}",
        grouped(done),
        grouped(rate as u64),
        level.bytes >> 20
    )
}

fn enumeration_json(
    session: &dyn Session,
    player: Player,
    found: &Enumeration,
    rows: Option<u64>,
    seconds: f64,
) -> Json {
    let proved = found.value.proved(player);
    let plies = proved.plies();
    let counts = found.counts;
    json!({
        "game": session.game(),
        "position": session.position(),
        "value": proved.word(),
        "plies": plies,
        "exact_plies": plies.map(|_| true),
        "endless": found.value == Exact::Endless,
        "positions": counts.positions,
        "up_to_symmetry": counts.up_to_symmetry,
        "wins": counts.wins,
        "losses": counts.losses,
        "draws": counts.draws,
        "endless_draws": counts.endless,
        "finished": counts.finished,
        "longest": counts.longest,
        "nodes": counts.up_to_symmetry,
        "bytes": found.size(),
        "rows": rows,
        "letters": found.team.map(|(traffic, _)| traffic.messages),
        "sent_bytes": found.team.map(|(traffic, _)| traffic.bytes),
        "resumed": found.team.map(|(_, resumed)| resumed),
        "seconds": seconds,
    })
}

fn enumeration_words(
    player: Player,
    found: &Enumeration,
    rows: Option<u64>,
    args: &SolveArgs,
    seconds: f64,
) -> String {
    let value = match found.value {
        Exact::Win { player: winner, plies: n } if winner == player => {
            format!("{player} wins in {}", plies(n))
        }
        Exact::Win { plies: n, .. } => format!("{player} loses in {}", plies(n)),
        Exact::Draw => "draw".to_string(),
        Exact::Endless => "draw: neither can win, and play may go on for ever".to_string(),
    };
    let counts = found.counts;
    let share = |n: u64| format!("{} ({:.1} %)", grouped(n), 100.0 * n as f64 / counts.positions as f64);
    let endless = match counts.endless {
        0 => String::new(),
        n if n == counts.draws => ", all of them without end".to_string(),
        n => format!(", {} of them without end", grouped(n)),
    };
    let mut file = found.team.map_or(String::new(), |(traffic, resumed)| {
        let before = match resumed {
            0 => String::new(),
            n => format!(", {} taken from checkpoints", counted(n, "round")),
        };
        format!(
            "sent       {} in {} between workers{before}\n",
            counted(traffic.bytes, "byte"),
            counted(traffic.messages, "letter")
        )
    });
    if let (Some(path), Some(size)) = (&args.out, found.size()) {
        let size = match rows {
            Some(rows) => counted(rows, "position"),
            None => counted(size, "byte"),
        };
        file += &format!("written to {}: {size}\n", path.display());
    }
    format!(
        "{value}\n\
         positions  {}{}, {} of them finished\n\
         won        {} by the side to move\n\
         lost       {}\n\
         drawn      {}{endless}\n\
         longest    {} to a forced win\n\
         {file}{}",
        grouped(counts.positions),
        up_to_symmetry(counts.positions, counts.up_to_symmetry),
        grouped(counts.finished),
        share(counts.wins),
        share(counts.losses),
        share(counts.draws),
        plies(counts.longest),
        work(counts.up_to_symmetry, seconds),
    )
}

pub fn race(session: &dyn Session, args: &SolveArgs, task: &Task<'_>) -> CommandResult {
    let out = args.surface.as_deref().map(|path| {
        files::check_writable(path)?;
        files::check_kind(path, "a picture", &["svg", "png", "pdf"])?;
        Ok::<_, Failure>((path, Picture::of(path).unwrap_or(Picture::Svg).supported()?))
    });
    let out = out.transpose()?;
    let progress = task.spinner("solving");
    let started = Instant::now();
    let so_far =
        |(done, all)| progress.tell(format!("{} of {} pairs of scores", grouped(done), grouped(all)));
    let plan = RaceOptions { surface: out.is_some(), against: args.against.map(|Holder(at)| at) };
    let report = session.solve_race(plan, &task.control.run(&so_far))?;
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    if let (Some((path, picture)), Some(holds)) = (out, &report.first_holds) {
        let bytes = picture.encoded(surface(&args.game.game, holds).svg())?;
        files::write(path, |out| out.write_all(&bytes))?;
    }
    Ok(Output::either(task.json, || race_json(session, &report, seconds), || race_words(&report, seconds)))
}

/// Tiles along an edge of the picture, at most.
const TILES: usize = 50;

/// The picture of the least turn totals at which one stops (Neller and Presser drew it for Pig to 100).
fn surface(game: &str, holds: &[Vec<u16>]) -> Surface {
    let step = holds.len().div_ceil(TILES).max(1);
    let every = |of: usize| (0..of).step_by(step);
    let heights =
        every(holds.len()).map(|mine| every(holds.len()).map(|theirs| holds[mine][theirs].into()).collect());
    Surface {
        title: format!("When to hold: {}", game_title(game)),
        about: "The least turn total at which holding is better than rolling, if both play their best".into(),
        right_label: "own score".into(),
        left_label: "the other's score".into(),
        up_label: "turn total".into(),
        heights: heights.collect(),
        step: step as f64,
    }
}

fn meeting_json(meeting: Meeting) -> Json {
    json!({ "begins": meeting.begins, "follows": meeting.follows, "score": meeting.score() })
}

fn race_json(session: &dyn Session, report: &RaceReport, seconds: f64) -> Json {
    json!({
        "game": session.game(),
        "position": session.position(),
        "side": report.side.to_string(),
        "win_probability": report.win_probability,
        "best": report.best,
        "outcomes": report.outcomes.iter().map(|(outcome, probability, wins)| json!({
            "outcome": outcome, "probability": probability, "win_probability": wins,
        })).collect::<Vec<_>>(),
        "moves": report.moves.iter().map(|(mv, wins)| json!({ "move": mv, "win_probability": wins })).collect::<Vec<_>>(),
        "holds": report.holds,
        "error_bound": report.error,
        "against": report.against.map(|against| json!({
            "bot": format!("hold:at={}", against.at),
            "optimal": meeting_json(against.optimal),
            "response": meeting_json(against.response),
            "itself": meeting_json(against.itself),
        })),
        "nodes": report.turns,
        "seconds": seconds,
    })
}

fn race_words(report: &RaceReport, seconds: f64) -> String {
    let player = report.side;
    let moves = report.moves.iter().map(|(mv, wins)| format!("{mv} {wins:.9}"));
    let outcomes = report.outcomes.iter().map(|(outcome, _, wins)| format!("{outcome} {wins:.9}"));
    let moves: Vec<String> = moves.chain(outcomes).collect();
    let best = report.best.as_ref().map_or("chance decides".to_string(), |best| format!("best {best}"));
    let runs: Vec<String> = report
        .holds
        .iter()
        .map(|&(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
        .collect();
    let holds = match (&report.best, runs.is_empty()) {
        (None, _) => String::new(),
        (_, true) => "holds      never in this turn\n".to_string(),
        (_, false) => format!("holds      at {} in this turn\n", runs.join(", ")),
    };
    let against = report.against.map_or(String::new(), |against| {
        let line = |who: &str, meeting: Meeting| {
            format!(
                "  {who:<22} {:.9} as first, {:.9} as second, {:.9} of all\n",
                meeting.begins,
                meeting.follows,
                meeting.score()
            )
        };
        format!(
            "against hold:at={} one wins\n{}{}{}",
            against.at,
            line("as against the best", against.optimal),
            line("with the best answer", against.response),
            line("holding as it does", against.itself),
        )
    });
    format!(
        "{player} wins with probability {:.9}\n\
         {best}: {}\n\
         {holds}{against}{} worked out in {}\n",
        report.win_probability,
        moves.join(", "),
        counted(report.turns, "turn"),
        duration(seconds),
    )
}
