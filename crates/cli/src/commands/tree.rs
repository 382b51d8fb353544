//! `tree`: game trees to be seen.

use std::path::Path;

use plywood_rules::trace::Span;
use plywood_rules::{Player, Value};
use plywood_workshop::{
    Boards, EndsBy, TreeNode, TreeOptions, TreeReport, TreeView, Workshop, default_opponent, value_text,
    window_text,
};
use serde_json::{Value as Json, json};

use super::{open_at, turn_word};
use crate::args::{BoardsArg, Format, TreeArgs, View};
use crate::files;
use crate::output::{CommandResult, Failure, Output, grouped, number};
use crate::progress::{Interrupt, Progress};

/// Runs the command.
pub fn run(workshop: &Workshop, args: &TreeArgs, interrupt: &Interrupt) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let view = view(args, game.details().has_chance)?;
    let format = format(args)?;
    let session = open_at(game, &args.game.place, args.seed.seed)?;
    if let Some(path) = &args.out {
        files::check_writable(path)?;
    }
    let plan = TreeOptions {
        view,
        depth: args.depth,
        merge: args.merge,
        best: args.best.map(|best| best as usize),
        along: args.along,
        most: args.most as usize,
    };
    let progress = Progress::spinner(match plan.view {
        TreeView::Trace { .. } => "searching",
        TreeView::Numbers { .. } => "looking for a proof",
        TreeView::Proof { .. } => "checking the proof",
        _ => "growing the tree",
    });
    let mut report = session.grow(&plan, &interrupt.stop(), &mut |met| {
        progress.tell(format!("{} positions", grouped(met)));
    })?;
    drop(progress);
    report.call(&args.game.game);
    let stopped = report.search.as_ref().is_some_and(|search| search.stopped)
        || report.question.is_some_and(|question| question.stopped);
    let text = |format| written(&report, format, args);
    let mut output = match &args.out {
        Some(path) => {
            let text = text(format);
            files::write(path, |out| out.write_all(text.as_bytes()))?;
            Output::either(args.json.json, || as_json(&report), || summary(&report, path, format, text.len()))
        }
        None if args.json.json => Output::json(as_json(&report)),
        None => Output::text(text(format)),
    };
    if stopped {
        output = output.incomplete("stopped before the search was complete");
    }
    Ok(output)
}

/// The default limit of positions for a proof-number search: a second or two.
const NODES: u64 = 1_000_000;

/// The tree that is asked for.
fn view(args: &TreeArgs, has_chance: bool) -> Result<TreeView, Failure> {
    let wrong = |message: &str| Err(Failure::Wrong(message.to_string()));
    let default = match (&args.bot, &args.proof) {
        (Some(_), _) => View::Trace,
        (None, Some(_)) => View::Proof,
        (None, None) => View::Full,
    };
    let view = match args.view.unwrap_or(default) {
        View::Full => TreeView::Full,
        View::Coloured => TreeView::Coloured,
        View::Decision => TreeView::Decision(args.player),
        View::Trace => {
            let bot = args.bot.as_deref().unwrap_or_else(|| default_opponent(has_chance));
            TreeView::Trace { bot: bot.to_string(), seed: args.seed.seed }
        }
        View::Proof => {
            let Some(file) = args.proof.clone() else {
                return wrong("--view proof needs a proof file: --proof FILE");
            };
            TreeView::Proof { file, player: args.player }
        }
        View::Numbers => TreeView::Numbers { player: args.player, nodes: args.nodes.unwrap_or(NODES) },
    };
    if args.bot.is_some() && !matches!(view, TreeView::Trace { .. }) {
        return wrong("--bot shows the nodes that a bot visited, which works with --view trace only");
    }
    if args.proof.is_some() && !matches!(view, TreeView::Proof { .. }) {
        return wrong("--proof shows what a file proves, which goes with --view proof only");
    }
    if args.nodes.is_some() && !matches!(view, TreeView::Numbers { .. }) {
        return wrong(
            "--nodes goes with --view numbers only; bots have limits of their own: --bot alphabeta:nodes=1000",
        );
    }
    let is_somebodys =
        matches!(view, TreeView::Decision(_) | TreeView::Proof { .. } | TreeView::Numbers { .. });
    if args.player.is_some() && !is_somebodys {
        return wrong("--player goes with --view decision, proof and numbers only");
    }
    Ok(view)
}

/// The format: as given, or by the ending of the file.
fn format(args: &TreeArgs) -> Result<Format, Failure> {
    let Some(path) = &args.out else {
        return match args.format {
            Some(format) if args.json.json && format != Format::Json => Err(Failure::Wrong(
                "--json prints JSON; to have another format as well, write it to a file with -o".to_string(),
            )),
            Some(format) => Ok(format),
            None => Ok(Format::Text),
        };
    };
    if let Some(format) = args.format {
        return Ok(format);
    }
    match files::ending(path).as_str() {
        "svg" => Ok(Format::Svg),
        "dot" | "gv" => Ok(Format::Dot),
        "txt" | "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        _ => Err(Failure::Wrong(format!(
            "cannot tell from '{}' how to write the tree; it has to end in .svg, .dot, .txt or .json, or give --format",
            path.display()
        ))),
    }
}

fn written(report: &TreeReport, format: Format, args: &TreeArgs) -> String {
    let picture = || {
        report.picture(match args.boards {
            BoardsArg::Auto => Boards::Auto,
            BoardsArg::On => Boards::On,
            BoardsArg::Off => Boards::Off,
        })
    };
    match format {
        Format::Svg if args.animate => picture().moving_svg(),
        Format::Svg => picture().svg(),
        Format::Dot => picture().dot(),
        Format::Text => words(report),
        Format::Json => format!("{}\n", as_json(report)),
    }
}

/// The tree for a person.
fn words(report: &TreeReport) -> String {
    let mut text = format!("{}\n{}\n\n{}", report.title(), report.about(), report.outline());
    let below = [report.legend().join("; ")].into_iter().chain(report.notes());
    let below: Vec<String> = below.filter(|line| !line.is_empty()).collect();
    if !below.is_empty() {
        text.push_str(&format!("\n{}\n", below.join("\n")));
    }
    text
}

/// The report of what was written, for people.
fn summary(report: &TreeReport, path: &Path, format: Format, bytes: usize) -> String {
    let mut lines = vec![report.title(), report.about()];
    lines.extend(report.notes());
    let what = match format {
        Format::Svg => "a picture",
        Format::Dot => "a graph for Graphviz",
        Format::Text => "text",
        Format::Json => "JSON",
    };
    lines.push(format!("{}: {what}, {} bytes", path.display(), grouped(bytes as u64)));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The number of a value, a win counting `win_worth`.
fn points(value: Option<Value>, win_worth: f64) -> Json {
    value.map_or(Json::Null, |value| number(value.points(win_worth) + 0.0))
}

fn window_json(window: Option<Span>, win_worth: f64) -> Json {
    window
        .map_or(Json::Null, |window| json!([points(window.alpha, win_worth), points(window.beta, win_worth)]))
}

fn node_json(node: &TreeNode, win_worth: f64) -> Json {
    let proved = node.value.and_then(Value::proved);
    let side = |n: u32| if n == u32::MAX { Json::Null } else { n.into() };
    json!({
        "parent": node.parent,
        "move": node.mv,
        "turn": turn_word(node.turn),
        "ply": node.ply,
        "position": node.position,
        "ways": node.ways,
        "also": node.also,
        "probability": node.probability.map(number),
        "order": node.order,
        "depth": node.depth,
        "window": window_json(node.window, win_worth),
        "window_after": window_json(node.window_after, win_worth),
        "window_text": node.window.map(window_text),
        "value": points(node.value, win_worth),
        "proved": proved.map(|proved| proved.word()),
        "plies": proved.and_then(|proved| proved.plies()),
        "exact": node.value.map(|value| !matches!(value, Value::Estimated(_))),
        "value_text": node.value.map(value_text),
        "bound": node.bound,
        "end": node.end,
        "threats": match &node.ends_by {
            Some(EndsBy::Threats { moves }) => json!(moves),
            _ => Json::Null,
        },
        "pairs": match &node.ends_by {
            Some(EndsBy::Pairs { pairs, .. }) => json!(pairs),
            _ => Json::Null,
        },
        "by_weight": matches!(node.ends_by, Some(EndsBy::Pairs { weight: true, .. })),
        "elsewhere": node.ends_by == Some(EndsBy::Elsewhere),
        "principal": node.principal,
        "winner": node.winner.map(|winner| winner.map_or("draw".to_string(), |player: Player| player.to_string())),
        "visits": node.tally.map(|tally| tally.visits),
        "mean": node.tally.map(|tally| number(tally.mean)),
        "numbers": node.numbers.map(|(proof, disproof)| json!([side(proof), side(disproof)])),
        "hidden": node.hidden,
    })
}

fn as_json(report: &TreeReport) -> Json {
    let worth = report.win_worth;
    let strategy = report.strategy.as_ref().map(|size| {
        json!({
            "player": size.player,
            "value": points(Some(size.value), worth),
            "proved": size.value.proved().map(|proved| proved.word()),
            "leaves": size.leaves,
            "nodes": size.nodes,
        })
    });
    let search = report.search.as_ref().map(|search| {
        json!({
            "bot": search.bot,
            "best": search.best,
            "value": points(search.value, worth),
            "proved": search.value.and_then(Value::proved).map(|proved| proved.word()),
            "nodes": search.nodes,
            "complete": !search.stopped,
        })
    });
    let proof = report.proof.as_ref().map(|proof| {
        json!({
            "player": proof.player,
            "claim": if proof.wins { "wins" } else { "holds" },
            "plies": proof.plies,
            "positions": proof.positions,
        })
    });
    let question = report.question.as_ref().map(|question| {
        json!({
            "player": question.player,
            "wins": question.wins,
            "nodes": question.nodes,
            "complete": !question.stopped,
        })
    });
    json!({
        "game": report.game,
        "position": report.position,
        "view": report.view.word(),
        "merged": report.merged,
        "solved": report.solved,
        "strategy": strategy,
        "search": search,
        "proof": proof,
        "question": question,
        "shown": report.nodes.len(),
        "left_out": report.left_out,
        "left_out_more": report.left_out_more,
        "cut_at": report.cut_at,
        "nodes": report.nodes.iter().map(|node| node_json(node, worth)).collect::<Vec<_>>(),
    })
}
