//! `tree`: game trees to be seen.

use std::path::Path;

use plywood_draw::{PictureStyle, TreePicture};
use plywood_rules::trace::Span;
use plywood_rules::{Player, Value};
use plywood_workshop::{
    Boards, EndsBy, TreeNode, TreeOptions, TreeReport, TreeView, Workshop, default_search, value_text,
    window_text,
};
use serde_json::{Value as Json, json};

use super::{note_composed, open_at, turn_word};
use crate::args::{BoardsArg, Format, Switch, TreeArgs, TreeKind};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, grouped, number};
use crate::pictures::Picture;
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &TreeArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let view = view(args, game.details().has_chance)?;
    let format = format(args)?;
    if args.animate && format != Format::Svg {
        return Err(Failure::Wrong(
            "--animate needs an SVG, such as -o FILE.svg; --frames FOLDER writes a picture for each step"
                .to_string(),
        ));
    }
    let session = open_at(game, &args.game.place, args.seed.seed)?;
    note_composed(&*session);
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
        solving: None,
    };
    let progress = control.spinner(match plan.view {
        TreeView::Trace { .. } => "searching",
        TreeView::Numbers { .. } => "looking for a proof",
        TreeView::Proof { .. } => "checking the proof",
        _ => "growing the tree",
    });
    let so_far = |met| progress.tell(format!("{} positions", grouped(met)));
    let mut report = session.grow(&plan, &control.run(&so_far))?;
    drop(progress);
    report.call(&args.game.game);
    let stopped = report.search.as_ref().is_some_and(|search| search.stopped)
        || report.question.is_some_and(|question| question.stopped);
    let mut output = match (&args.out, &args.frames) {
        (Some(path), _) => {
            let bytes = written(&report, format, args)?;
            files::write(path, |out| out.write_all(&bytes))?;
            let written =
                format!("{}: {}, {}", path.display(), noun(format), counted(bytes.len() as u64, "byte"));
            Output::either(args.json.json, || as_json(&report), || summary(&report, &written))
        }
        (None, Some(folder)) => {
            let pictures = counted(write_frames(&report, folder, format, args)? as u64, "picture");
            let written = format!("{}: {pictures}, one a step", folder.display());
            Output::either(args.json.json, || as_json(&report), || summary(&report, &written))
        }
        (None, None) if args.json.json => Output::json(as_json(&report)),
        (None, None) => Output::text(String::from_utf8_lossy(&written(&report, format, args)?)),
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
        (Some(_), _) => TreeKind::Trace,
        (None, Some(_)) => TreeKind::Proof,
        (None, None) => TreeKind::Full,
    };
    let view = match args.view.unwrap_or(default) {
        TreeKind::Full => TreeView::Full,
        TreeKind::Coloured => TreeView::Coloured,
        TreeKind::Decision => TreeView::Decision(args.player),
        TreeKind::Trace => {
            let bot = args.bot.as_deref().unwrap_or_else(|| default_search(has_chance));
            TreeView::Trace { bot: bot.to_string(), seed: args.seed.seed }
        }
        TreeKind::Proof => {
            let Some(file) = args.proof.clone() else {
                return wrong("--view proof needs a proof file: --proof FILE");
            };
            TreeView::Proof { file, player: args.player }
        }
        TreeKind::Numbers => TreeView::Numbers { player: args.player, nodes: args.nodes.unwrap_or(NODES) },
    };
    if args.bot.is_some() && !matches!(view, TreeView::Trace { .. }) {
        return wrong("--bot shows the nodes that a bot visited, which works with --view trace only");
    }
    if args.proof.is_some() && !matches!(view, TreeView::Proof { .. }) {
        return wrong("--proof shows what a file proves, which goes with --view proof only");
    }
    if args.nodes.is_some() && !matches!(view, TreeView::Numbers { .. }) {
        return wrong(
            "--nodes goes with --view numbers only; bots have limits of their own: --bot engine:nodes=1000",
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
    if args.frames.is_some() {
        return match args.format.unwrap_or(Format::Svg) {
            format @ (Format::Svg | Format::Png | Format::Pdf) => Ok(format),
            _ => Err(Failure::Wrong("--frames writes pictures; --format can be svg, png or pdf".to_string())),
        };
    }
    let Some(path) = &args.out else {
        return match args.format {
            Some(format) if args.json.json && format != Format::Json => Err(Failure::Wrong(
                "--json prints JSON; to have another format as well, write it to a file with -o".to_string(),
            )),
            Some(Format::Png | Format::Pdf) => {
                Err(Failure::Wrong("PNG and PDF are no text; write them to a file with -o".to_string()))
            }
            Some(format) => Ok(format),
            None if args.json.json => Ok(Format::Json),
            None => Ok(Format::Text),
        };
    };
    let ending = files::ending(path);
    let of_ending = ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, format)| *format);
    match (args.format, of_ending) {
        (Some(format), Some(other)) if format != other => {
            let endings: Vec<&str> =
                ENDINGS.iter().filter(|(_, of)| *of == format).map(|(ending, _)| *ending).collect();
            files::check_kind(path, noun(format), &endings)?;
            Ok(format)
        }
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) => Err(Failure::Wrong(format!(
            "unknown file type '{}': use .svg, .png, .pdf, .dot, .txt or .json, or give --format",
            path.display()
        ))),
    }
}

/// Refuses options of pictures that have no effect on the format.
///
/// # Errors
/// If there is such an option, or the format is wrong.
pub fn check_style(args: &TreeArgs) -> Result<(), Failure> {
    let format = format(args)?;
    let is_graph = format == Format::Dot;
    let styles = [
        ("--title", args.title.is_some(), is_graph),
        ("--subtitle", args.subtitle.is_some(), is_graph),
        ("--windows", args.windows == Switch::Off, is_graph),
        ("--boards", args.boards != BoardsArg::Auto, false),
        ("--font-size", args.font_size.is_some(), false),
        ("--aspect", args.aspect.is_some(), false),
        ("--no-legend", args.no_legend, false),
        ("--dark", args.dark, false),
    ];
    match styles.iter().find(|(_, given, has_effect)| *given && !has_effect) {
        Some((option, ..)) if kind(format).is_none() => Err(Failure::Wrong(format!(
            "{option} has no effect on {}; to draw a picture, add -o FILE.svg",
            noun(format)
        ))),
        _ => Ok(()),
    }
}

/// The endings of files, and the format that is written to them.
const ENDINGS: [(&str, Format); 8] = [
    ("svg", Format::Svg),
    ("png", Format::Png),
    ("pdf", Format::Pdf),
    ("dot", Format::Dot),
    ("gv", Format::Dot),
    ("txt", Format::Text),
    ("text", Format::Text),
    ("json", Format::Json),
];

/// The kind of picture that a format is.
fn kind(format: Format) -> Option<Picture> {
    match format {
        Format::Svg => Some(Picture::Svg),
        Format::Png => Some(Picture::Png),
        Format::Pdf => Some(Picture::Pdf),
        Format::Dot | Format::Text | Format::Json => None,
    }
}

/// The picture as the options want it.
fn picture(report: &TreeReport, args: &TreeArgs) -> TreePicture {
    let mut tree = report.picture(match args.boards {
        BoardsArg::Auto => Boards::Auto,
        BoardsArg::On => Boards::On,
        BoardsArg::Off => Boards::Off,
    });
    if let Some(title) = &args.title {
        tree.title.clone_from(title);
    }
    if let Some(subtitle) = &args.subtitle {
        tree.about.clone_from(subtitle);
    }
    tree.look = PictureStyle {
        font_size: args.font_size,
        aspect: args.aspect,
        dark: args.dark,
        no_legend: args.no_legend,
    };
    if args.windows == Switch::Off {
        tree.clear_windows();
    }
    tree
}

fn written(report: &TreeReport, format: Format, args: &TreeArgs) -> Result<Vec<u8>, Failure> {
    if let Some(kind) = kind(format) {
        let tree = picture(report, args);
        return kind.encoded(if args.animate { tree.moving_svg() } else { tree.svg() });
    }
    Ok(match format {
        Format::Dot => picture(report, args).dot().into_bytes(),
        Format::Json => format!("{}\n", as_json(report)).into_bytes(),
        _ => words(report).into_bytes(),
    })
}

/// Writes one picture a step, and returns their number. A folder with more pictures is refused: they would end another animation.
fn write_frames(
    report: &TreeReport,
    folder: &Path,
    format: Format,
    args: &TreeArgs,
) -> Result<usize, Failure> {
    files::make_folder(folder)?;
    let tree = picture(report, args);
    let kind = kind(format).unwrap_or(Picture::Svg);
    let path = |step| folder.join(format!("{:04}.{}", step + 1, kind.ending()));
    let next = path(tree.frames());
    if next.exists() {
        return Err(Failure::Wrong(format!(
            "'{}' is there from a longer run, and this one has {}; empty the folder or name another one",
            next.display(),
            counted(tree.frames() as u64, "picture")
        )));
    }
    for step in 0..tree.frames() {
        let bytes = kind.encoded(tree.frame(step))?;
        files::write(&path(step), |out| out.write_all(&bytes))?;
    }
    Ok(tree.frames())
}

/// The tree for a person.
fn words(report: &TreeReport) -> String {
    let mut text = format!("{}\n{}\n\n{}", report.title(), report.about(), report.outline());
    let is_cut = report.cut_at.is_some() || report.left_out > 0 || report.left_out_more;
    let advice = is_cut.then(|| "--most, --depth, --along and --best choose what is shown".to_string());
    let below = [report.legend().join("; ")].into_iter().chain(report.notes()).chain(advice);
    let below: Vec<String> = below.filter(|line| !line.is_empty()).collect();
    if !below.is_empty() {
        text.push_str(&format!("\n{}\n", below.join("\n")));
    }
    text
}

/// The name of a format in a sentence.
fn noun(format: Format) -> &'static str {
    match format {
        Format::Svg | Format::Png | Format::Pdf => "a picture",
        Format::Dot => "a graph for Graphviz",
        Format::Text => "text",
        Format::Json => "JSON",
    }
}

/// The report for people, with the sentence about the files.
fn summary(report: &TreeReport, written: &str) -> String {
    let mut lines = vec![report.title(), report.about()];
    lines.extend(report.notes());
    lines.push(written.to_string());
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
        "by_connections": node.ends_by == Some(EndsBy::Connections),
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
