//! `bots`: the list of bots.

use plywood_rules::options::Parameter;
use plywood_session::{BOTS, Registry};
use serde_json::{Value as Json, json};

use super::{parameter_lines, parameters_json};
use crate::CommandResult;
use crate::args::BotsArgs;
use crate::output::Output;

struct Entry {
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    /// The one game it plays, if it does not play any.
    only: Option<String>,
}

/// Runs the command.
pub fn run(registry: &Registry, args: &BotsArgs) -> CommandResult {
    let mut entries: Vec<Entry> = BOTS
        .iter()
        .map(|b| Entry { name: b.name, about: b.about, parameters: b.parameters, only: None })
        .collect();
    // Without a game, the own bots of every game that opens by its bare name are listed.
    let names: Vec<&str> = match &args.game {
        Some(name) => vec![name],
        None => {
            registry.families().iter().map(|f| f.name).filter(|name| registry.open(name).is_ok()).collect()
        }
    };
    for name in names {
        for own in registry.open(name)?.details().own_bots {
            let only = Some(name.to_string());
            entries.push(Entry { name: own.name, about: own.about, parameters: own.parameters, only });
        }
    }
    Ok(Output::either(args.json.json, || as_json(&entries), || as_text(&entries)))
}

fn as_json(entries: &[Entry]) -> Json {
    let bots: Vec<Json> = entries
        .iter()
        .map(|e| {
            json!({
                "name": e.name,
                "about": e.about,
                "game": e.only,
                "parameters": parameters_json(e.parameters),
            })
        })
        .collect();
    json!({ "bots": bots })
}

fn as_text(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let only = entry.only.as_ref().map(|game| format!(" (only {game})")).unwrap_or_default();
        text.push_str(&format!("{}{only}\n  {}\n", entry.name, entry.about));
        text.push_str(&parameter_lines(entry.parameters));
        text.push('\n');
    }
    text.push_str("A bot is written NAME or NAME:key=value,key=value: alphabeta:depth=6,tie=random\n");
    text
}
