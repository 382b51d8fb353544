//! `bots`: the list of bots.

use plywood_erased::BotInfo;
use plywood_workshop::{LEVELS, Level, Workshop};
use serde_json::{Value as Json, json};

use super::{parameter_lines, parameters_json};
use crate::args::BotsArgs;
use crate::output::{CommandResult, Output};

/// A bot, and the one game it plays if it does not play any.
struct BotEntry {
    bot: BotInfo,
    only: Option<String>,
}

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotsArgs) -> CommandResult {
    let mut entries: Vec<BotEntry> = workshop.bots().map(|bot| BotEntry { bot, only: None }).collect();
    // Without a game, the own bots of every game that opens by its bare name are listed.
    let names: Vec<&str> = match &args.game {
        Some(name) => vec![name],
        None => {
            workshop.families().iter().map(|f| f.name).filter(|name| workshop.open(name).is_ok()).collect()
        }
    };
    for name in names {
        let own_bots = workshop.open(name)?.details().own_bots;
        entries.extend(own_bots.into_iter().map(|bot| BotEntry { bot, only: Some(name.to_string()) }));
    }
    Ok(Output::either(args.json.json, || as_json(&entries), || as_text(&entries)))
}

fn as_json(entries: &[BotEntry]) -> Json {
    let bots: Vec<Json> = entries
        .iter()
        .map(|e| {
            json!({
                "name": e.bot.name,
                "about": e.bot.about,
                "game": e.only,
                "parameters": parameters_json(e.bot.parameters),
            })
        })
        .collect();
    let level = |level: Level| json!({ "n": level.number, "nodes": level.nodes, "blunder": level.blunder });
    json!({ "bots": bots, "levels": LEVELS.map(level) })
}

fn as_text(entries: &[BotEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let only = entry.only.as_ref().map(|game| format!(" (only {game})")).unwrap_or_default();
        text.push_str(&format!("{}{only}\n  {}\n", entry.bot.name, entry.bot.about));
        text.push_str(&parameter_lines(entry.bot.parameters, ""));
        text.push('\n');
    }
    text.push_str("The levels:\n");
    for level in LEVELS {
        text.push_str(&format!("  {level}\n"));
    }
    text.push_str(
        "\nA bot is written NAME or NAME:key=value,key=value: engine:depth=6,tie=random\n\
         alphabeta with an option that only engine has is engine, as in earlier versions.\n",
    );
    text
}
