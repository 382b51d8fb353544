//! `games`: the list of games, or one of them.

use plywood_erased::EvaluationInfo;
use plywood_rules::options::split_name;
use plywood_workshop::{Weight, Workshop};
use serde_json::{Value as Json, json};

use super::{parameter_lines, parameters_json};
use crate::args::GamesArgs;
use crate::output::{CommandResult, Output, counted};

/// Runs the command.
pub fn run(workshop: &Workshop, args: &GamesArgs) -> CommandResult {
    match &args.game {
        None => Ok(Output::either(args.json.json, || list_json(workshop), || list_text(workshop))),
        Some(name) => one(workshop, name, args.json.json),
    }
}

fn list_json(workshop: &Workshop) -> Json {
    let games: Vec<Json> = workshop
        .families()
        .iter()
        .map(|family| {
            let aliases: Vec<&str> = family.aliases.iter().map(|alias| alias.0).collect();
            json!({
                "name": family.name,
                "title": family.title,
                "about": family.about,
                "aliases": aliases,
                "samples": family.samples,
                "parameters": parameters_json(family.parameters),
            })
        })
        .collect();
    json!({ "games": games })
}

fn list_text(workshop: &Workshop) -> String {
    let mut text = String::new();
    for family in workshop.families() {
        text.push_str(&format!("{}\n  {}\n", family.name, family.about));
        if !family.parameters.is_empty() {
            text.push_str("    options\n");
            text.push_str(&parameter_lines(family.parameters, ""));
        }
        if !family.aliases.is_empty() {
            text.push_str("    short names\n");
            for (alias, options) in &family.aliases {
                text.push_str(&format!("      {alias} = {}:{options}\n", family.name));
            }
        }
        text.push('\n');
    }
    text.push_str(
        "A game is written NAME or NAME:key=value,key=value. 'plywood games GAME' describes one.\n",
    );
    text
}

fn one(workshop: &Workshop, name: &str, json: bool) -> CommandResult {
    let game = workshop.open(name)?;
    let details = game.details();
    let symmetries = game.symmetries();
    let parameters = workshop.family(name).map_or(&[][..], |family| family.parameters);
    if json {
        let weight = |w: &Weight| json!({ "name": w.name, "value": w.value, "min": w.min, "max": w.max });
        let weights = |e: &EvaluationInfo| e.weights.iter().map(weight).collect::<Vec<_>>();
        let evaluations: Vec<Json> = details
            .evaluations
            .iter()
            .map(|e| json!({ "name": e.name, "about": e.about, "weights": weights(e) }))
            .collect();
        let own_bots: Vec<Json> = details
            .own_bots
            .iter()
            .map(|b| json!({ "name": b.name, "about": b.about, "parameters": parameters_json(b.parameters) }))
            .collect();
        return Ok(Output::json(json!({
            "game": details.name,
            "how_to_play": details.how_to_play,
            "parameters": parameters_json(parameters),
            "players": details.players,
            "chance": details.has_chance,
            "lines": details.lines,
            "symmetries": symmetries,
            "default_depth": details.default_depth,
            "evaluations": evaluations,
            "own_bots": own_bots,
        })));
    }
    let mut text = format!("{}\n\n", details.name);
    let rules = match (details.how_to_play.as_str(), workshop.family(name)) {
        ("", Some(family)) => how_to_play(family.about),
        (rules, _) => how_to_play(rules),
    };
    text.push_str(&rules);
    text.push_str(&format!(
        "  players      {} (first) and {} (second)\n",
        details.players[0], details.players[1]
    ));
    if let Some(lines) = details.lines {
        text.push_str(&format!("  lines        {lines}\n"));
    }
    text.push_str(&format!("  symmetries   {symmetries}\n"));
    text.push_str(&format!("  chance       {}\n", if details.has_chance { "yes" } else { "no" }));
    let depth = details.default_depth.map_or("to the end".to_string(), |depth| counted(depth.into(), "ply"));
    text.push_str(&format!("  depth        {depth} by default\n"));
    if !parameters.is_empty() {
        text.push_str("  options\n");
        text.push_str(&parameter_lines(parameters, split_name(&details.name).1.unwrap_or_default()));
    }
    for (place, evaluation) in details.evaluations.iter().enumerate() {
        let title = if place == 0 { "evaluations" } else { "" };
        text.push_str(&format!("  {title:11}  {}: {}\n", evaluation.name, evaluation.about));
        if !evaluation.weights.is_empty() {
            let values: Vec<i32> = evaluation.weights.iter().map(|weight| weight.value).collect();
            text.push_str(&format!(
                "               weights {}\n",
                Weight::text(&evaluation.weights, &values)
            ));
        }
    }
    for bot in &details.own_bots {
        text.push_str(&format!(
            "  own bot      {}: {}\n{}",
            bot.name,
            bot.about,
            parameter_lines(bot.parameters, "")
        ));
    }
    Ok(Output::text(text))
}

/// The rules of a game for people, indented, with an empty line below; empty if it has none in words.
pub fn how_to_play(rules: &str) -> String {
    let lines: String = rules.lines().map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}
