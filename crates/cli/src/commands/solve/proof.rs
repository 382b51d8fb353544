//! `solve --method proof`: the winner, proved by a strategy.

use std::time::Instant;

use plywood_rules::{Player, Run};
use plywood_workshop::{
    ProofClaim, ProofGoal, ProofKeeper, ProofNumbers, ProofPhase, ProofProgress, ProofReport, Session,
};
use serde_json::{Value as Json, json};

use super::kept::Folder;
use super::words::work;
use crate::args::SolveArgs;
use crate::commands::batch::Task;
use crate::commands::jobs;
use crate::files;
use crate::output::{self, CommandResult, Output, counted, grouped};

pub fn prove(session: &dyn Session, args: &SolveArgs, task: &Task<'_>) -> CommandResult {
    if let Some(path) = &args.out {
        files::check_writable(path)?;
        files::check_kind(path, "a proof", &["proof"])?;
    }
    let mut folder = args.checkpoint.as_deref().map(Folder::open).transpose()?;
    let progress = task
        .spinner("looking for a proof")
        .or("'plywood analyse' gives an estimate, and --checkpoint FOLDER keeps the search");
    let started = Instant::now();
    let moves = session.moves();
    let so_far = |so_far: ProofProgress| {
        progress.tell(progress_words(&so_far, &moves, started.elapsed().as_secs_f64()));
    };
    let (memory, threads) = (u64::from(args.max_memory) << 20, jobs(args.threads).get());
    let run = Run { memory, threads, ..task.control.run(&so_far) };
    let keeper = folder.as_mut().map(|folder| folder as &mut dyn ProofKeeper);
    let found = session.prove(args.out.is_some(), keeper, &run)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    if let (Some(path), Some(file)) = (&args.out, &found.file) {
        files::write(path, |out| out.write_all(file))?;
    }
    let mover = session.turn().player();
    let output = Output::either(
        task.json,
        || proof_json(session, mover, &found, seconds),
        || proof_words(&found, args, seconds),
    );
    let stopped = match &args.checkpoint {
        Some(_) => "stopped before it was known who wins; the same command goes on from here",
        None => "stopped before it was known who wins",
    };
    Ok(if found.interrupted { output.incomplete(stopped) } else { output })
}

fn progress_words(so_far: &ProofProgress, moves: &[String], seconds: f64) -> String {
    match so_far {
        ProofProgress::Solves(nodes) => {
            format!("{} positions · {}", grouped(*nodes), output::rate(*nodes as f64 / seconds.max(1e-9)))
        }
        ProofProgress::Holds(player, nodes) => {
            let rate = output::rate(*nodes as f64 / seconds.max(1e-9));
            format!("does {player} hold? {} positions · {rate}", grouped(*nodes))
        }
        ProofProgress::Seeks(player, seeking) => {
            let number = |number: u32| {
                if number >= ProofNumbers::NEVER { "-".to_string() } else { grouped(number.into()) }
            };
            let rate = output::rate(seeking.nodes as f64 / seconds.max(1e-9));
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
                "does {player} win? proof {}, disproof {} · {} positions · {rate} · table {:.0} % full{leading}",
                number(seeking.numbers.proof),
                number(seeking.numbers.disproof),
                grouped(seeking.nodes),
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
            format!("writing down that {} · {} positions", claim_words(claim), grouped(*positions))
        }
    }
}

/// `first wins`.
fn claim_words(claim: &ProofClaim) -> String {
    let goal = match claim.goal {
        ProofGoal::Wins => "wins",
        ProofGoal::Holds => "holds",
    };
    format!("{} {goal}", claim.player)
}

fn proof_json(session: &dyn Session, mover: Option<Player>, found: &ProofReport, seconds: f64) -> Json {
    let value = found.outcome.map(|winner| match winner {
        None => "draw",
        Some(_) if winner == mover => "win",
        Some(_) => "loss",
    });
    json!({
        "game": session.game(),
        "position": session.position(),
        "value": value,
        // A proof says which player wins, not how soon.
        "plies": Json::Null,
        "claims": found.claims.iter().map(claim_words).collect::<Vec<_>>(),
        "nodes": found.nodes,
        "positions": found.file.as_ref().map(|_| found.positions),
        "bytes": found.file.as_ref().map(Vec::len),
        "seconds": seconds,
    })
}

fn proof_words(found: &ProofReport, args: &SolveArgs, seconds: f64) -> String {
    let value = match found.outcome {
        Some(Some(player)) => format!("{player} wins"),
        Some(None) => "draw".to_string(),
        None if found.claims.is_empty() => "nothing is known".to_string(),
        None => format!(
            "{}; whether more is possible is not known",
            found.claims.iter().map(claim_words).collect::<Vec<_>>().join(" and ")
        ),
    };
    let file = match (&found.file, &args.out) {
        (Some(file), Some(path)) => format!(
            "proof of {}, {}, in {}\n",
            counted(found.positions, "position"),
            counted(file.len() as u64, "byte"),
            path.display()
        ),
        _ => String::new(),
    };
    format!("{value}\n{file}{}", work(found.nodes, seconds))
}
