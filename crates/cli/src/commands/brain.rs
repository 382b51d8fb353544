//! `brain`: what the learning machine remembers.

use std::io::{BufRead, BufWriter, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_erased::KnownMove;
use plywood_rules::options::{NetworkFile, network_file};
use plywood_rules::scene::{Scene, Square};
use plywood_rules::text::CleanReader;
use plywood_rules::{Proved, Turn};
use plywood_workshop::{
    Access, AnyBrain, AnyGame, BrainError, BrainStats, Counters, Explanation, NetworkOpinion, ReasonCell,
    Session, Store, Workshop, game_of_text,
};
use serde_json::{Value as Json, json};

use super::learn::{curve_table, known, point_json};
use super::{open_at, show, table, table_text, turn_word};
use crate::args::{
    BrainArgs, BrainCommand, BrainExportArgs, BrainImportArgs, BrainMergeArgs, BrainResetArgs, BrainShowArgs,
};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, grouped, number};
use crate::progress::Control;

/// The tuples that are shown of a position.
const REASONS: usize = 5;

/// Pages of a brain that is only looked into once are not worth keeping.
const LITTLE_CACHE: usize = 1 << 20;

/// Runs the command.
pub fn run(workshop: &Workshop, command: &BrainCommand, control: &Control) -> CommandResult {
    match command {
        BrainCommand::Stats(args) => stats(workshop, args, control),
        BrainCommand::Show(args) => show_position(workshop, args),
        BrainCommand::Export(args) => export(workshop, args, control),
        BrainCommand::Import(args) => import(workshop, args, control),
        BrainCommand::Merge(args) => merge(workshop, args, control),
        BrainCommand::Reset(args) => reset(workshop, args),
    }
}

/// The game that a brain says it is of.
fn game_of(workshop: &Workshop, path: &Path) -> Result<Arc<dyn AnyGame>, Failure> {
    let store = Store::open(path, Access::Read, LITTLE_CACHE).map_err(BrainError::from)?;
    let name = &store.header().game;
    let game = workshop.open(name).map_err(|error| {
        Failure::Failed(format!("'{}' is a brain of {name}, which cannot be opened: {error}", path.display()))
    })?;
    match game.check_brain(path, store.header()) {
        // The name meant another game when the brain was made.
        Err(BrainError::OtherGame { other, .. }) => Ok(workshop.open(&other)?),
        _ => Ok(game),
    }
}

fn open(workshop: &Workshop, path: &Path, access: Access) -> Result<Box<dyn AnyBrain>, Failure> {
    Ok(game_of(workshop, path)?.open_brain(path, access)?)
}

fn stats(workshop: &Workshop, args: &BrainArgs, control: &Control) -> CommandResult {
    let brain = open(workshop, &args.file, Access::Read)?;
    let progress = control.spinner("counting");
    let stats = brain.stats(&control.stop())?;
    drop(progress);
    let output = Output::either(args.json.json, || stats_json(&stats), || stats_words(&stats));
    Ok(if stats.summary.is_some() { output } else { output.incomplete("stopped before all was counted") })
}

fn stats_json(stats: &BrainStats) -> Json {
    let settings = &stats.header.settings;
    json!({
        "game": stats.header.game,
        "games": stats.counters.games,
        "nodes": stats.counters.nodes,
        "edges": stats.counters.edges,
        "alpha": short(settings.alpha),
        "gamma": short(settings.gamma),
        "prove": settings.prove,
        "symmetry": settings.symmetry,
        "loops": settings.loops,
        "kind": settings.kind,
        "rate": stats.network.map(|_| short(settings.network.rate)),
        "lambda": stats.network.map(|_| short(settings.network.lambda)),
        "network": stats.network.map(|size| json!({
            "tuples": size.tuples,
            "weights": size.weights,
            "learnt": size.learnt,
        })),
        "proved": stats.summary.map(|sum| json!({
            "win": sum.proved_wins,
            "draw": sum.proved_draws,
            "loss": sum.proved_losses,
        })),
        "played": stats.summary.map(|sum| sum.played),
        "visits": stats.summary.map(|sum| sum.visits),
        "file_bytes": stats.file_bytes,
        "run": stats.run.as_ref().map(|run| json!({
            "plan": run.plan,
            "done": run.done,
            "games": run.games,
            "finished": run.finished,
        })),
        "curve": stats.curve.iter().map(point_json).collect::<Vec<_>>(),
    })
}

/// A number that a brain keeps in single precision, with the digits that it has: 0.99, not 0.9900000095.
fn short(value: f32) -> Json {
    number(value.to_string().parse().unwrap_or_else(|_| f64::from(value)))
}

fn stats_words(stats: &BrainStats) -> String {
    let (counters, settings) = (stats.counters, &stats.header.settings);
    let mut text = format!("{}, {}\n", stats.header.game, stats.header.settings);
    text += &format!(
        "{} learnt, {}, {}, {}\n",
        counted(counters.games, "game"),
        counted(counters.nodes, "position"),
        counted(counters.edges, "move"),
        counted(stats.file_bytes, "byte")
    );
    if let Some(size) = stats.network {
        text += &format!(
            "a network of {} and {}, {} of them learnt\n",
            counted(size.tuples as u64, "tuple"),
            counted(size.weights as u64, "weight"),
            grouped(size.learnt as u64)
        );
    }
    if let Some(sum) = stats.summary.filter(|_| settings.kind.has_graph()) {
        text += &format!(
            "{} played, {} times in total; proved: {} win, {} draw, {} lose\n",
            counted(sum.played, "move"),
            grouped(sum.visits),
            grouped(sum.proved_wins),
            grouped(sum.proved_draws),
            grouped(sum.proved_losses)
        );
        text += &format!(
            "the side to move is better in {}, worse in {}\n",
            counted(sum.good, "position"),
            grouped(sum.bad)
        );
    }
    if let Some(run) = &stats.run {
        let state = if run.finished { "done:" } else { "interrupted after" };
        text += &format!(
            "last training run ({}): {state} {} of {}\n",
            run.plan,
            grouped(run.done),
            counted(run.games, "game")
        );
    }
    if !stats.curve.is_empty() {
        text += &format!("\n{}", curve_table(&stats.curve));
    }
    text
}

/// The file of a network in the ONNX format, if that is named in place of a brain.
fn onnx_file(name: Option<&str>) -> Option<&Path> {
    match network_file(name?) {
        Some(NetworkFile::Onnx(file)) => Some(Path::new(file)),
        _ => None,
    }
}

fn show_position(workshop: &Workshop, args: &BrainShowArgs) -> CommandResult {
    if let Some(file) = onnx_file(args.brain.as_ref().and_then(|path| path.to_str())) {
        return show_network(workshop.open(&args.what)?, file, args);
    }
    if args.brain.is_none() && onnx_file(Some(&args.what)).is_some() {
        let what = &args.what;
        return Err(Failure::Wrong(format!(
            "a network does not say its game: write 'brain show GAME --brain {what}'"
        )));
    }
    let (game, path) = match &args.brain {
        Some(path) => (workshop.open(&args.what)?, path.clone()),
        None => {
            let path = PathBuf::from(&args.what);
            if !path.exists() && workshop.open(&args.what).is_ok() {
                let what = &args.what;
                return Err(Failure::Wrong(format!("which brain? Add --brain FILE to 'brain show {what}'")));
            }
            (game_of(workshop, &path)?, path)
        }
    };
    let brain = game.open_brain(&path, Access::Read)?;
    let session = open_at(game, &args.place, 1)?;
    let known = brain.known_moves(args.place.position.as_deref(), &args.place.moves)?;
    let explanation = brain.explain(args.place.position.as_deref(), &args.place.moves, REASONS)?;
    Ok(Output::either(
        args.json.json,
        || known_json(session.as_ref(), &path, &known, explanation.as_ref()),
        || known_words(session.as_ref(), &known) + &explanation_words(explanation.as_ref(), &session.scene()),
    ))
}

/// The opinion of a network of another program on a position.
fn show_network(game: Arc<dyn AnyGame>, file: &Path, args: &BrainShowArgs) -> CommandResult {
    let network = game.open_network(file)?;
    let session = open_at(game, &args.place, 1)?;
    let known = network.ask(args.place.position.as_deref(), &args.place.moves)?;
    Ok(Output::either(
        args.json.json,
        || network_json(session.as_ref(), file, &known),
        || network_words(session.as_ref(), &known),
    ))
}

/// For each square on which something stands its name, what it shows, and the value without that.
fn squares(known: &Explanation) -> impl Iterator<Item = (&str, String, f64)> {
    known.reasons.iter().flat_map(|reason| {
        let without = known.value - reason.share;
        reason.cells.iter().map(name_and_content).map(move |(cell, shows)| (cell, shows, without))
    })
}

fn network_json(session: &dyn Session, file: &Path, known: &NetworkOpinion) -> Json {
    let explanation = known.explanation.as_ref();
    let probability = |probability: Option<f64>| probability.map(|it| short(it as f32));
    json!({
        "game": session.game(),
        "network": file.display().to_string(),
        "position": session.position(),
        "turn": turn_word(session.turn()),
        "moves": known.moves.iter()
            .map(|(mv, it)| json!({ "move": mv, "probability": probability(*it) })).collect::<Vec<_>>(),
        "value": explanation.map(|known| short(known.value as f32)),
        "squares": explanation.into_iter().flat_map(squares)
            .map(|(cell, shows, without)| json!({ "cell": cell, "shows": shows, "without": short(without as f32) }))
            .collect::<Vec<_>>(),
    })
}

fn network_words(session: &dyn Session, known: &NetworkOpinion) -> String {
    let mut text = show::picture_of(session, &session.scene());
    let Some(explanation) = &known.explanation else { return text };
    text += &format!("\nthe value for the side to move is {:+.3}\n", explanation.value);
    let mut likely: Vec<(&String, f64)> =
        known.moves.iter().filter_map(|(mv, it)| Some((mv, (*it)?))).collect();
    if !likely.is_empty() {
        likely.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let mut rows = table(&["move", "probability"]);
        for (mv, probability) in likely {
            rows.add_row([mv.to_string(), format!("{probability:.3}")]);
        }
        text += &format!("\n{}", table_text(&rows));
    }
    if !explanation.reasons.is_empty() {
        let mut rows = table(&["square", "value without what stands there", "change"]);
        for (cell, shows, without) in squares(explanation) {
            let change = without - explanation.value;
            rows.add_row([format!("{cell}:{shows}"), format!("{without:+.3}"), format!("{change:+.3}")]);
        }
        text += &format!("\n{}", table_text(&rows));
    }
    text
}

fn known_json(
    session: &dyn Session,
    path: &Path,
    known: &[KnownMove],
    explanation: Option<&Explanation>,
) -> Json {
    let moves: Vec<Json> = known
        .iter()
        .map(|mv| match &mv.known {
            None => json!({
                "move": mv.mv,
                "known": false,
                "estimate": mv.estimate.as_ref().map(|estimate| short(estimate.value as f32)),
                "line": mv.estimate.as_ref().map(|estimate| &estimate.line),
            }),
            Some(known) => json!({
                "move": mv.mv,
                "known": true,
                "q": short(known.q as f32),
                "visits": known.visits,
                "proved": known.proved.map(Proved::word),
                "plies": known.proved.and_then(Proved::plies),
                "tries": known.tries,
                "result": short(known.result as f32),
                "line": known.line,
                "estimate": mv.estimate.as_ref().map(|estimate| short(estimate.value as f32)),
            }),
        })
        .collect();
    json!({
        "game": session.game(),
        "brain": path.display().to_string(),
        "position": session.position(),
        "turn": turn_word(session.turn()),
        "moves": moves,
        "value": explanation.map(|known| short(known.value as f32)),
        "reasons": explanation.map_or(&[][..], |known| &known.reasons).iter().map(|reason| json!({
            "share": short(reason.share as f32),
            "cells": reason.cells.iter().map(name_and_content)
                .map(|(cell, shows)| json!({ "cell": cell, "shows": shows })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

fn name_and_content(cell: &ReasonCell) -> (&str, String) {
    match cell {
        ReasonCell::Square { name, shows, .. } => (name, shows.clone()),
        ReasonCell::Number(number) => ("number", number.to_string()),
    }
}

/// The value for the side to move, and the tuples that count most in it.
fn explanation_words(explanation: Option<&Explanation>, scene: &Scene) -> String {
    let Some(Explanation { value, reasons, .. }) = explanation.filter(|known| !known.reasons.is_empty())
    else {
        return String::new();
    };
    let mut rows =
        table(&["share", &format!("what counts most in the value {value:+.3} for the side to move")]);
    let squares = scene.grids.iter().flat_map(|grid| grid.squares.iter().flatten());
    let board = squares.filter(|square| **square != Square::Hole).count();
    for plywood_workshop::Reason { share, cells } in reasons {
        let words = match cells.len() == board {
            true => "this very position".to_string(),
            false => {
                let words = cells.iter().map(name_and_content).map(|(cell, shows)| format!("{cell}:{shows}"));
                words.collect::<Vec<_>>().join(" ")
            }
        };
        rows.add_row([format!("{share:+.3}"), words]);
    }
    format!("\n{}", table_text(&rows))
}

fn known_words(session: &dyn Session, known: &[KnownMove]) -> String {
    let mut text = show::picture_of(session, &session.scene());
    if !matches!(session.turn(), Turn::Decision(_)) {
        return text;
    }
    if known.iter().any(|mv| mv.estimate.is_some()) {
        return text + &format!("\n{}", estimates(known));
    }
    let mut moves: Vec<_> =
        known.iter().filter_map(|mv| mv.known.as_ref().map(|known| (&mv.mv, known))).collect();
    let unknown: Vec<&str> = known.iter().filter(|mv| mv.known.is_none()).map(|mv| mv.mv.as_str()).collect();
    if moves.is_empty() {
        return text + "\nnothing is known of this position\n";
    }
    moves.sort_by(|(_, a), (_, b)| {
        b.q.total_cmp(&a.q).then(b.proved.cmp(&a.proved)).then(b.result.total_cmp(&a.result))
    });
    let mut rows = table(&["move", "q", "played", "proved", "result", "the line it expects"]);
    for (mv, known) in moves {
        let proved = known.proved.map(in_plies).unwrap_or_default();
        let result = match known.tries {
            0 => String::new(),
            tries => format!("{:+.3} in {}", known.result, grouped(tries)),
        };
        rows.add_row([
            mv.clone(),
            format!("{:+.3}", known.q),
            grouped(known.visits),
            proved,
            result,
            known.line.join(" "),
        ]);
    }
    text += &format!("\n{}", table_text(&rows));
    if !unknown.is_empty() {
        text += &format!("unknown: {}\n", unknown.join(" "));
    }
    text
}

/// The moves as a network values them, the best first, with what the graph has proved.
fn estimates(known: &[KnownMove]) -> String {
    let mut moves: Vec<_> = known.iter().filter_map(|mv| Some((mv, mv.estimate.as_ref()?))).collect();
    moves.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let mut rows = table(&["move", "value", "proved", "the line it expects"]);
    for (mv, estimate) in moves {
        let proof = mv.known.as_ref().and_then(|known| known.proved);
        rows.add_row([
            mv.mv.clone(),
            format!("{:+.3}", estimate.value),
            proof.map(in_plies).unwrap_or_default(),
            estimate.line.join(" "),
        ]);
    }
    table_text(&rows)
}

/// `win in 3`.
fn in_plies(proof: Proved) -> String {
    match proof.plies() {
        Some(plies) => format!("{} in {plies}", proof.word()),
        None => proof.word().to_string(),
    }
}

fn export(workshop: &Workshop, args: &BrainExportArgs, control: &Control) -> CommandResult {
    let brain = open(workshop, &args.file, Access::Read)?;
    let stop = control.stop();
    let stopped = || Output::default().incomplete("stopped before all was written");
    if args.json {
        let mut text = Vec::new();
        if !brain.export(&mut text, &stop)? {
            return Ok(stopped());
        }
        return Ok(Output::json(one_object(&text)));
    }
    let Some(path) = &args.output else {
        let mut out = BufWriter::new(stdout().lock());
        return Ok(if brain.export(&mut out, &stop)? { Output::default() } else { stopped() });
    };
    files::check_no_brain(path)?;
    files::check_kind(path, "a brain as text", &["txt", "json", "jsonl"])?;
    let progress = control.spinner("writing");
    let whole = files::replace(path, |out| {
        brain.export(out, &stop).map_err(|error| match error {
            BrainError::Stream(error) => Failure::file("write", path, &error),
            error => error.into(),
        })
    });
    drop(progress);
    Ok(if whole? { Output::text(format!("written to {}\n", path.display())) } else { stopped() })
}

/// The lines of an export as one object.
fn one_object(text: &[u8]) -> Json {
    let mut lines =
        text.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice::<Json>(line).ok());
    let mut object = lines.next().unwrap_or_else(|| json!({}));
    object["positions"] = lines.collect();
    object
}

fn import(workshop: &Workshop, args: &BrainImportArgs, control: &Control) -> CommandResult {
    let mut text: Box<dyn BufRead> = match &args.text {
        Some(path) => Box::new(files::open_text(path)?),
        None => Box::new(CleanReader::new(stdin().lock())),
    };
    // The first line says of which game it is; it is read again with the rest.
    let mut head = Vec::new();
    let place = args.text.as_ref().map_or("the text".to_string(), |path| format!("'{}'", path.display()));
    let unreadable = |error: std::io::Error| Failure::Wrong(format!("cannot read {place}: {error}"));
    text.read_until(b'\n', &mut head).map_err(unreadable)?;
    let in_text = |error: BrainError| match error {
        BrainError::Text { .. } => Failure::Wrong(format!("{place}: {error}")),
        error => error.into(),
    };
    let game = workshop.open(&game_of_text(&String::from_utf8_lossy(&head)).map_err(in_text)?)?;
    if !args.file.exists() {
        files::check_writable(&args.file)?;
    }
    let progress = control.spinner("reading");
    let mut read = |game: &dyn AnyGame| {
        let mut all = std::io::Read::chain(&head[..], &mut text);
        game.import_brain(&args.file, &mut all, &control.stop())
    };
    let made = match read(&*game) {
        // The name meant another game when the text was made; only its first line was read.
        Err(BrainError::OtherGame { other, .. }) => read(&*workshop.open(&other)?),
        made => made,
    };
    drop(progress);
    let made = made.map_err(in_text)?;
    Ok(match made {
        Some(counters) => knows(&args.file, counters, args.json.json),
        None => Output::default().incomplete("stopped; there is no new brain"),
    })
}

/// The numbers of games, positions and moves that a brain knows now.
fn knows(path: &Path, counters: Counters, json: bool) -> Output {
    let Counters { games, nodes, edges } = counters;
    let brain = path.display().to_string();
    Output::either(
        json,
        || json!({ "brain": brain, "games": games, "nodes": nodes, "edges": edges }),
        || format!("{brain} {}\n", known(counters)),
    )
}

fn merge(workshop: &Workshop, args: &BrainMergeArgs, control: &Control) -> CommandResult {
    let same = |path: &Path| path.canonicalize().ok();
    if same(&args.file).is_some() && same(&args.file) == same(&args.other) {
        return Err(Failure::Wrong("a brain cannot be merged with itself; name two files".into()));
    }
    let brain = open(workshop, &args.file, Access::Write)?;
    let progress = control.spinner("merging");
    let merged = brain.merge(&args.other, &control.stop())?;
    drop(progress);
    Ok(match merged {
        Some(counters) => knows(&args.file, counters, args.json.json),
        None => Output::default().incomplete("stopped; nothing was changed"),
    })
}

fn reset(workshop: &Workshop, args: &BrainResetArgs) -> CommandResult {
    let brain = open(workshop, &args.file, Access::Write)?;
    if !args.yes {
        if !stdin().is_terminal() {
            return Err(Failure::Wrong("this forgets everything: add --yes if that is what you want".into()));
        }
        let mut answer = String::new();
        write!(std::io::stderr(), "forget everything that is in {}? [y/N] ", args.file.display())?;
        stdin().read_line(&mut answer)?;
        if !matches!(answer.trim(), "y" | "yes") {
            return Ok(Output::default().incomplete("nothing was changed"));
        }
    }
    brain.reset()?;
    Ok(knows(&args.file, Counters::default(), args.json.json))
}
