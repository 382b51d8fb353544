//! `compare`: searches side by side, depth by depth.

use plywood_draw::{Chart, Measure, Point, Series};
use plywood_rules::Value;
use plywood_workshop::{
    Comparison, ComparisonOptions, DeepeningStep, TreeLevel, Workshop, compare, game_title,
};
use serde_json::{Value as Json, json};

use super::{note_composed, open_at, table, table_text};
use crate::args::{CompareArgs, Plot};
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, number, rate};
use crate::progress::Control;
use crate::{files, pictures};

/// Counts from here on are not plotted: they would be illegible.
const LARGEST_PLOTTED: f64 = 1e15;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &CompareArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let session = open_at(game.clone(), &args.game.place, args.seed.seed)?;
    note_composed(&*session);
    let out =
        args.out.as_deref().map(|path| Ok::<_, Failure>((path, pictures::of_plot(path)?))).transpose()?;
    if let Some((path, _)) = out {
        files::check_writable(path)?;
    }
    let plan = ComparisonOptions {
        bots: args.bots.clone(),
        depth: args.depth,
        time: args.time,
        seed: args.seed.seed,
    };
    let progress = control.spinner("comparing");
    let so_far = |(bot, depth): (String, u32)| {
        progress.tell(format!("{bot}, {}", counted(depth.into(), "ply")));
    };
    let comparison = compare(&*game, &*session, &plan, &control.run(&so_far))?;
    drop(progress);
    if let Some((path, picture)) = out {
        let bytes = match picture {
            Some(picture) => picture.encoded(chart(&args.game.game, &comparison, args.plot).svg())?,
            None => csv(&comparison).into_bytes(),
        };
        files::write(path, |out| out.write_all(&bytes))?;
    }
    let output = Output::either(args.json.json, || as_json(&comparison), || words(&comparison));
    Ok(if comparison.stopped { output.incomplete("stopped before it was done") } else { output })
}

/// A number of nodes that need not have been counted.
fn nodes_text(nodes: f64, counted: bool) -> String {
    match nodes {
        n if counted => grouped(n as u64),
        n if n < 1e6 => format!("≈{}", grouped(n.round() as u64)),
        n => format!("≈{n:.2e}"),
    }
}

/// The tables for a person.
fn words(comparison: &Comparison) -> String {
    let searches = &comparison.searches;
    let depths = 1..=comparison.depth();
    let mut text = format!("{}, from {}\n\n", comparison.game, comparison.position);
    for (place, search) in searches.iter().enumerate() {
        text.push_str(&format!("{}  {}\n", place + 1, search.bot));
    }
    let numbers: Vec<String> = (1..=searches.len()).map(|n| n.to_string()).collect();
    let columns = |first: &[&'static str]| -> Vec<String> {
        first.iter().map(|name| name.to_string()).chain(numbers.iter().cloned()).collect()
    };
    let mut rows = |title: &str, first: &[&'static str], cells: &dyn Fn(u32) -> Vec<String>| {
        let header = columns(first);
        let mut rows = table(&header.iter().map(String::as_str).collect::<Vec<_>>());
        for column in rows.column_iter_mut() {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
        depths.clone().for_each(|depth| {
            rows.add_row(cells(depth));
        });
        text.push_str(&format!("\n{title}\n{}", table_text(&rows)));
    };
    let step = |place: usize, depth: u32| searches[place].steps.get(depth as usize - 1);
    let each = |depth: u32, cell: &dyn Fn(&DeepeningStep) -> String| -> Vec<String> {
        (0..searches.len()).map(|place| step(place, depth).map_or("–".to_string(), cell)).collect()
    };
    rows("nodes", &["depth", "branching", "whole tree", "least"], &|depth| {
        let (whole, counted) = comparison.whole(depth);
        let branching = comparison.branching(depth).map_or("–".to_string(), |b| format!("{b:.2}"));
        // The formula assumes an even tree; for other trees it is an estimate.
        let least = comparison.least(depth).map_or("–".to_string(), |nodes| nodes_text(nodes, false));
        let mut cells = vec![depth.to_string(), branching, nodes_text(whole, counted), least];
        cells.extend(each(depth, &|step| grouped(step.nodes)));
        cells
    });
    rows("time", &["depth"], &|depth| {
        let mut cells = vec![depth.to_string()];
        cells.extend(each(depth, &|step| duration(step.seconds)));
        cells
    });
    text.push('\n');
    text.push_str(&summary(comparison));
    text
}

/// A line on each search at its greatest depth.
fn summary(comparison: &Comparison) -> String {
    let header = ["", "depth", "best", "value", "of the tree", "effective branching", "positions"];
    let mut rows = table(&header);
    for (place, search) in comparison.searches.iter().enumerate() {
        let Some(step) = search.steps.last() else {
            rows.add_row([(place + 1).to_string(), "nothing was searched in this time".to_string()]);
            continue;
        };
        let (whole, _) = comparison.whole(step.depth);
        let per_second = step.nodes as f64 / step.seconds.max(1e-9);
        rows.add_row([
            (place + 1).to_string(),
            step.depth.to_string(),
            step.best.clone(),
            step.value.map_or("–".to_string(), |value| value.in_words(true)),
            share(step.nodes as f64 / whole),
            format!("{:.2}", step.effective_branching()),
            if step.seconds < 0.001 { "–".to_string() } else { rate(per_second) },
        ]);
    }
    table_text(&rows)
}

/// A share in per cent, with two digits that say something.
fn share(share: f64) -> String {
    match share * 100.0 {
        percent if percent >= 9.95 => format!("{percent:.0} %"),
        percent if percent >= 0.095 => format!("{percent:.1} %"),
        percent => format!("{percent:.1e} %"),
    }
}

fn level_json(comparison: &Comparison, depth: u32, level: &TreeLevel) -> Json {
    let (whole, counted) = comparison.whole(depth);
    json!({
        "depth": depth,
        "positions": number(level.nodes),
        "standard_error": level.error.map(number),
        "branching": comparison.branching(depth).map(number),
        "tree": number(whole),
        "counted": counted,
        "least": comparison.least(depth).map(number),
    })
}

fn step_json(step: &DeepeningStep, win_worth: f64) -> Json {
    json!({
        "depth": step.depth,
        "nodes": step.nodes,
        "seconds": step.seconds,
        "best": step.best,
        "value": step.value.map_or(Json::Null, |value| number(value.points(win_worth) + 0.0)),
        "proved": step.value.and_then(Value::proved).map(|proved| proved.word()),
        "effective_branching": number(step.effective_branching()),
    })
}

fn as_json(comparison: &Comparison) -> Json {
    let levels = comparison.levels.iter().enumerate();
    let searches = comparison.searches.iter().map(|search| {
        let steps = search.steps.iter().map(|step| step_json(step, comparison.win_worth));
        json!({ "bot": search.bot, "depths": steps.collect::<Vec<_>>() })
    });
    json!({
        "game": comparison.game,
        "position": comparison.position,
        "levels": levels.map(|(depth, level)| level_json(comparison, depth as u32, level)).collect::<Vec<_>>(),
        "searches": searches.collect::<Vec<_>>(),
        "complete": !comparison.stopped,
    })
}

/// All numbers, a line for each search and depth, the tree itself among them.
fn csv(comparison: &Comparison) -> String {
    let mut text = "depth,search,nodes,seconds,effective_branching\n".to_string();
    for depth in 1..=comparison.depth() {
        let (whole, _) = comparison.whole(depth);
        text.push_str(&format!("{depth},whole tree,{},,\n", number(whole.round())));
        if let Some(least) = comparison.least(depth) {
            text.push_str(&format!("{depth},least,{},,\n", number(least)));
        }
        for search in &comparison.searches {
            let Some(step) = search.steps.get(depth as usize - 1) else { continue };
            // A bot's name may hold commas.
            let bot = search.bot.replace('"', "\"\"");
            let DeepeningStep { nodes, seconds, .. } = step;
            text.push_str(&format!(
                "{depth},\"{bot}\",{nodes},{seconds:.6},{:.4}\n",
                step.effective_branching()
            ));
        }
    }
    text
}

/// The searches that are compared by default, in words.
fn in_words(bot: &str) -> &str {
    match bot {
        "alphabeta" => "alpha-beta, moves as generated",
        "alphabeta:order=promising" => "alpha-beta, promising moves first",
        "engine:selective=off" => "alpha-beta, all sound techniques",
        "expectiminimax:prune=off" => "expectiminimax, no pruning",
        "expectiminimax:prune=star1" => "expectiminimax, Star1 pruning",
        "expectiminimax:prune=star2" => "expectiminimax, Star2 pruning",
        other => other,
    }
}

fn chart(game: &str, comparison: &Comparison, plot: Plot) -> Chart {
    let point = |depth: u32, y: f64| Point { x: f64::from(depth), y, low: y, high: y };
    let series = |name: &str, points: Vec<Point>| Series { name: name.to_string(), points };
    let mut lines = Vec::new();
    if plot == Plot::Nodes {
        let along = |nodes: &dyn Fn(u32) -> Option<f64>| -> Vec<Point> {
            let known = (1..=comparison.depth()).filter_map(|depth| Some(point(depth, nodes(depth)?)));
            known.filter(|point| point.y < LARGEST_PLOTTED).collect()
        };
        lines.push(series("the whole tree", along(&|depth| Some(comparison.whole(depth).0))));
        lines.push(series("the least for alpha-beta", along(&|depth| comparison.least(depth))));
        lines.retain(|line| !line.points.is_empty());
    }
    // Drawn last, above the other lines.
    lines.extend(comparison.searches.iter().map(|search| {
        let y = |step: &DeepeningStep| match plot {
            Plot::Nodes => step.nodes as f64,
            // Clocks are no finer.
            Plot::Time => step.seconds.max(1e-7),
        };
        series(in_words(&search.bot), search.steps.iter().map(|step| point(step.depth, y(step))).collect())
    }));
    let (what, unit) = match plot {
        Plot::Nodes => ("Nodes", "positions visited"),
        Plot::Time => ("Time", "seconds"),
    };
    Chart {
        title: format!("{what} by depth: {}", game_title(game)),
        subtitle: format!("from {}; each step up is ten times as many", comparison.position),
        x_label: "plies looked ahead".to_string(),
        y_label: unit.to_string(),
        measure: Measure::Ratio,
        series: lines,
        x_marks: Vec::new(),
    }
}
