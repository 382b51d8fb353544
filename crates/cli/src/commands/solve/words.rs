//! The answer, its progress and what it lacks, in words.

use std::sync::OnceLock;
use std::time::Instant;

use plywood_rules::{Turn, Value};
use plywood_workshop::{
    Enumeration, FinishedValue, FoundBy, IterationProgress, IterationReport, Meeting, Phase, PositionCounts,
    ProofNumbers, ProofPhase, ProofProgress, RaceReport, Session, Solve, SolveMethod, SolveProgress, Solved,
    Solving, Whole, Worth,
};

use crate::commands::batch::PositionTask;
use crate::commands::finished;
use crate::output::{counted, duration, grouped, rate, up_to_symmetry};
use crate::progress::Progress;

/// `1 ply`, `2 plies`.
fn plies(n: u32) -> String {
    counted(n.into(), "ply")
}

/// `1 200 positions in 0.3 ms (4.0 M/s)`, and the end of the line.
fn work(solved: &Solved) -> String {
    let Solved { nodes, seconds, .. } = *solved;
    if nodes == 0 {
        return format!("no position had to be searched ({})\n", duration(seconds));
    }
    // A shorter time says nothing about speed.
    let rate = (seconds >= 0.001).then(|| format!(" ({})", rate(nodes as f64 / seconds)));
    format!("{} in {}{}\n", counted(nodes, "position"), duration(seconds), rate.unwrap_or_default())
}

/// The answer.
pub fn solved(solved: &Solved, session: &dyn Session, question: &Solve) -> String {
    let explanation = solved.explanation.as_ref().map_or(String::new(), |why| format!("{why}\n"));
    let text = match &solved.found {
        FoundBy::Nothing { .. } => match session.turn() {
            Turn::Over(outcome) => FinishedValue::of(session, outcome)
                .map_or(String::new(), |value| finished::words(&value, session)),
            Turn::Decision(_) | Turn::Chance => String::new(),
        },
        FoundBy::Search { depth, so_far } => searched(solved, *depth, *so_far),
        FoundBy::Enumeration { endless, counts, bytes, rows, table, .. } => {
            let file = written(table, bytes.map(|bytes| (bytes, *rows)), question);
            enumerated(solved, *endless, counts, &file)
        }
        FoundBy::Proof { claims, positions, bytes, .. } => {
            proved(solved, claims, *positions, *bytes, question)
        }
        FoundBy::Race(found) => raced(solved, found),
        FoundBy::Iteration(found) => iterated(solved, found),
        FoundBy::Forced { none_within, .. } => {
            let line = match &solved.pv[..] {
                [] => String::new(),
                line => format!(": {}", line.join(" ")),
            };
            let Solved { side, worth, .. } = solved;
            let found = match worth.plies {
                Some(n) => format!("{side} wins in {}{line}", plies(n)),
                None => format!("{side} cannot force a win within {}", plies(*none_within)),
            };
            format!("{found}\n{}", work(solved))
        }
    };
    text + &explanation
}

/// `first wins in at most 21 plies`.
fn value(solved: &Solved) -> String {
    let Solved { side, worth, .. } = solved;
    let at_most = if worth.exact_plies == Some(false) { "at most " } else { "" };
    match (worth.proved, worth.plies) {
        (Some("win"), Some(n)) => format!("{side} wins in {at_most}{}", plies(n)),
        (Some("loss"), Some(n)) => format!("{side} loses in {at_most}{}", plies(n)),
        (Some("win"), None) => format!("{side} wins"),
        (Some("loss"), None) => format!("{} wins", side.other()),
        (Some(_), _) => "draw".to_string(),
        (None, _) => {
            worth.value.map_or(String::new(), |points| format!("worth {} to {side}", Value::Exact(points)))
        }
    }
}

/// The value or the bounds known so far, the best move and the line behind it.
fn searched(solved: &Solved, depth: Option<u32>, so_far: Option<Value>) -> String {
    let value = match solved.worth.value {
        Some(_) => value(solved),
        None => {
            let depth = depth.map_or(String::new(), |depth| format!(" after {}", plies(depth)));
            let guess = so_far.map_or(String::new(), |value| match value {
                Value::Estimated(_) => format!(": {value}"),
                // It is sure of the best move so far, not of the others.
                _ => format!(": {value} with the best move so far"),
            });
            format!("not solved{depth}{guess}")
        }
    };
    let expects = match &solved.pv[..] {
        [] | [_] => String::new(),
        line => format!(", expects {}", line.join(" ")),
    };
    let best = solved.best.as_deref().unwrap_or_default();
    format!("{value}\nbest {best}{expects}\n{}", work(solved))
}

/// The traffic between workers and the file.
fn written(found: &Enumeration, written: Option<(u64, Option<u64>)>, question: &Solve) -> String {
    let mut text = found.team.map_or(String::new(), |(traffic, resumed)| {
        let before = match resumed {
            0 => String::new(),
            n => format!(", {} taken from checkpoints", counted(n, "round")),
        };
        format!(
            "sent       {} in {} between workers{before}\n",
            counted(traffic.bytes, "byte"),
            counted(traffic.messages, "message")
        )
    });
    if let Some(folder) = &question.parts {
        text += &format!("written to {}: this process's part of the table\n", folder.display());
    }
    if let (Some(path), Some((bytes, rows))) = (&question.out, written) {
        let size = rows.map_or_else(|| counted(bytes, "byte"), |rows| counted(rows, "position"));
        text += &format!("written to {}: {size}\n", path.display());
    }
    text
}

fn enumerated(solved: &Solved, endless: bool, counts: &PositionCounts, file: &str) -> String {
    let value = match endless {
        true => "draw: neither can win, and play may go on for ever".to_string(),
        false => value(solved),
    };
    let share = |n: u64| format!("{} ({:.1} %)", grouped(n), 100.0 * n as f64 / counts.positions as f64);
    let endless = match counts.endless {
        0 => String::new(),
        n if n == counts.draws => ", all of them without end".to_string(),
        n => format!(", {} of them without end", grouped(n)),
    };
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
        work(solved),
    )
}

fn proved(
    solved: &Solved,
    claims: &[String],
    positions: Option<u64>,
    bytes: Option<usize>,
    question: &Solve,
) -> String {
    let value = match solved.worth.value {
        Some(_) => value(solved),
        None if claims.is_empty() => "nothing is known".to_string(),
        None => format!("{}; whether more is possible is not known", claims.join(" and ")),
    };
    let file = match (positions, bytes, &question.out) {
        (Some(positions), Some(bytes), Some(path)) => format!(
            "proof of {}, {}, in {}\n",
            counted(positions, "position"),
            counted(bytes as u64, "byte"),
            path.display()
        ),
        _ => String::new(),
    };
    format!("{value}\n{file}{}", work(solved))
}

/// `first wins with probability 0.530592725`, and the moves or outcomes.
fn means(solved: &Solved) -> String {
    let in_words = |worth: Worth| match (worth.win_probability, worth.value) {
        (Some(probability), _) => format!("{probability:.9}"),
        (None, value) => points(value.unwrap_or_default()),
    };
    let (side, worth) = (solved.side, in_words(solved.worth));
    let value = match solved.worth.win_probability {
        Some(_) => format!("{side} wins with probability {worth}"),
        None => format!("worth {worth} to {side}"),
    };
    let moves: Vec<String> =
        solved.moves.iter().map(|mv| format!("{} {}", mv.mv, in_words(mv.worth))).collect();
    let best = solved.best.as_ref().map_or("chance decides".to_string(), |best| format!("best {best}"));
    format!("{value}\n{best}: {}\n", moves.join(", "))
}

/// A number with a sign and at most nine decimals, without zeros at its end.
fn points(value: f64) -> String {
    let text = format!("{value:+.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(text, "+0" | "-0" | "+" | "-") { "0".to_string() } else { text.to_string() }
}

fn raced(solved: &Solved, found: &RaceReport) -> String {
    let run = |&(from, to): &(u16, u16)| match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    };
    let runs: Vec<String> = found.holds.iter().map(run).collect();
    let holds = match (&solved.best, runs.is_empty()) {
        (None, _) => String::new(),
        (_, true) => "holds      never in this turn\n".to_string(),
        (_, false) => format!("holds      at {} in this turn\n", runs.join(", ")),
    };
    let against = found.against.map_or(String::new(), |against| {
        let line = |who: &str, Meeting { begins, follows, score }| {
            format!("  {who:<22} {begins:.9} as first, {follows:.9} as second, {score:.9} of all\n")
        };
        format!(
            "against {} one wins\n{}{}{}",
            against.bot,
            line("as against the best", against.optimal),
            line("with the best answer", against.response),
            line("holding as it does", against.itself),
        )
    });
    let work = format!("{} worked out in {}\n", counted(solved.nodes, "turn"), duration(solved.seconds));
    format!("{}{holds}{against}{work}", means(solved))
}

fn iterated(solved: &Solved, found: &IterationReport) -> String {
    let error = solved.worth.error_bound.unwrap_or_default();
    let error = if solved.worth.win_probability.is_some() { error / 2.0 } else { error };
    let error = if error > 0.0 { format!("{error:.1e} at most") } else { "none".to_string() };
    let endless = if found.endless { ", play may go on for ever (worth 0)" } else { "" };
    format!(
        "{}\
         error      {error}\n\
         positions  {}{endless}\n\
         sweeps     {} at most over the same positions\n\
         {}",
        means(solved),
        grouped(found.positions),
        grouped(found.sweeps),
        work(solved).replacen("positions", "positions valued", 1),
    )
}

/// The reason why the answer is not all that was asked for, if it is not. `stopped` says if its search was.
pub fn missing(solved: &Solved, question: &Solve, stopped: bool) -> Option<String> {
    if solved.is_complete {
        return None;
    }
    let error = solved.worth.error_bound.unwrap_or_default();
    Some(match (solved.method, stopped) {
        (SolveMethod::Iterate, true) => format!("stopped: the value is known to {error:.1e} only"),
        (SolveMethod::Iterate, false) => format!(
            "the value is known to {error:.1e} only: the bounds do not come any closer in double precision"
        ),
        (SolveMethod::Within, _) => {
            format!("stopped before {} were searched", plies(number(question.within)))
        }
        (SolveMethod::Proof, _) if question.checkpoint.is_some() => {
            "stopped before it was known who wins; the same command goes on from here".to_string()
        }
        (SolveMethod::Proof, _) => "stopped before it was known who wins".to_string(),
        (_, true) => "stopped before the value was known".to_string(),
        (_, false) if question.depth.is_some() => format!(
            "the value is not known: neither side can force the end within {}",
            plies(number(question.depth))
        ),
        (_, false) => "the value is not known".to_string(),
    })
}

fn number<const MIN: u64, const MAX: u64>(option: Option<Whole<MIN, MAX>>) -> u32 {
    option.map_or(0, Whole::get) as u32
}

/// The display of the progress.
pub fn spinner(question: &Solve, method: SolveMethod, task: &PositionTask<'_>) -> Progress {
    match method {
        SolveMethod::Search => task
            .spinner("solving")
            .or("'plywood analyse' gives an estimate, and --depth N searches only N plies ahead"),
        SolveMethod::Enumerate => task
            .spinner("finding positions")
            .or("'plywood count --estimate' says how many positions there may be"),
        SolveMethod::Proof => task
            .spinner("looking for a proof")
            .or("'plywood analyse' gives an estimate, and --checkpoint FOLDER keeps the search"),
        SolveMethod::Race => task.spinner("solving"),
        SolveMethod::Iterate => task.spinner("finding positions"),
        SolveMethod::Within => {
            task.spinner(&format!("looking for a win within {}", plies(number(question.within))))
        }
    }
}

/// Writes progress from now on.
pub fn progress(session: &dyn Session) -> impl Fn(&Solving) -> String + Sync + use<> {
    let (moves, started, valuing) = (session.moves(), Instant::now(), OnceLock::new());
    move |so_far| {
        let now = Instant::now();
        let seconds = (now - started).as_secs_f64();
        let searched =
            |nodes: u64| format!("{} positions · {}", grouped(nodes), rate(nodes as f64 / seconds.max(1e-9)));
        match so_far {
            Solving::Enumerates(level) => {
                let valuing = (level.phase == Phase::Value).then(|| now - *valuing.get_or_init(|| now));
                level_words(level, seconds, valuing.map(|time| time.as_secs_f64()))
            }
            Solving::Proves(so_far) => proof_words(so_far, &moves, searched),
            Solving::Iterates(at) => iteration_words(at),
            Solving::Races { done, all } => {
                format!("{} of {} pairs of scores", grouped(*done), grouped(*all))
            }
            Solving::RulesOut(found) => {
                let (side, none_within) = (found.side, plies(found.none_within));
                format!("{side} has no win within {none_within} · {}", searched(found.nodes))
            }
        }
    }
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

/// `3 400 000 positions found · 380 MiB`, or `1 200 000 of 3 400 000 positions valued · sweep 12: to 3.1e-5`.
fn iteration_words(at: &IterationProgress) -> String {
    if at.settled == 0 && at.sweeps == 0 {
        return format!("{} positions found · {} MiB", grouped(at.found), at.bytes >> 20);
    }
    let sweep = match at.sweeps {
        0 => String::new(),
        sweeps => format!(" · sweep {}: to {:.1e}", grouped(sweeps), at.width / 2.0),
    };
    format!("{} of {} positions valued{sweep}", grouped(at.settled), grouped(at.found))
}

fn proof_words(so_far: &ProofProgress, moves: &[String], searched: impl Fn(u64) -> String) -> String {
    match so_far {
        ProofProgress::Solves(nodes) => searched(*nodes),
        ProofProgress::Holds(player, nodes) => format!("does {player} hold? {}", searched(*nodes)),
        ProofProgress::Seeks(player, seeking) => {
            let number = |number: u32| {
                if number >= ProofNumbers::NEVER { "-".to_string() } else { grouped(number.into()) }
            };
            let leading: String = seeking
                .leading
                .iter()
                .flatten()
                .filter_map(|&(place, of)| {
                    let name = moves.get(usize::from(place))?;
                    Some(format!(" · {name} {}/{}", number(of.proof), number(of.disproof)))
                })
                .collect();
            format!(
                "does {player} win? proof {}, disproof {} · {} · table {:.0} % full{leading}",
                number(seeking.numbers.proof),
                number(seeking.numbers.disproof),
                searched(seeking.nodes),
                100.0 * seeking.fill,
            )
        }
        ProofProgress::Settles(settling) => {
            let what = match settling.phase {
                ProofPhase::Within(player, plies) => {
                    format!("does {player} win within {}?", counted(plies.into(), "ply"))
                }
                ProofPhase::Closed(player) => {
                    format!("does {player} win at all? · {} positions found", grouped(settling.found))
                }
                ProofPhase::Write => "writing down who wins".to_string(),
            };
            format!("{what} · {} positions visited", grouped(settling.nodes))
        }
        ProofProgress::Writes(claim, positions) => {
            format!("writing down that {} · {} positions", claim, grouped(*positions))
        }
    }
}
