//! `mcp`: tools for assistants, by the Model Context Protocol.
//!
//! `tools` has the tools and does what they are asked for; `arguments` reads what an assistant sends; `message` has the lines of the
//! protocol, `calls` the threads on which tools work, and this file the methods.
//! A tool answers with the object that the command of that name prints with `--json`.

mod arguments;
mod calls;
mod message;
mod tools;

use plywood_workshop::Workshop;
use serde_json::{Map, Value as Json, json};

use super::say;
use crate::args::McpArgs;
use crate::commands::jobs;
use crate::lines::Lines;
use crate::output::{CommandResult, Output};
use crate::progress::Control;
use calls::{Call, Calls};
use message::{NO_METHOD, Refusal, Request, WRONG_PARAMS, answer};
use tools::{Bench, RunCommand, TOOLS};

/// The use of the tools together, for an assistant.
const INSTRUCTIONS: &str = "Exact answers about two-player games. A position is a game with the moves from its opening; moves, \
                            positions, games and bots are texts in the notations that the tools return. Nothing is kept between \
                            calls: to go on with a game, pass its 'played' back as 'moves'.";

/// The versions of the protocol, the newest first. They differ in nothing that is used here.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Runs the command.
/// `command` has the result of any command with `--json`.
pub fn run(workshop: Workshop, args: &McpArgs, control: &Control, command: RunCommand) -> CommandResult {
    // Names that come from an assistant open no files.
    let bench = Bench { workshop: workshop.without_files(), proofs: args.proofs.clone(), command };
    let calls = Calls::new(jobs(None).get(), bench, control)?;
    let lines = Lines::new(control);
    while let Some(line) = lines.next() {
        if let Some(answer) = answered(&line, &calls) {
            say(&answer.to_string())?;
        }
    }
    Ok(Output::default())
}

/// The answer to a line, if it gets one at once.
fn answered(line: &str, calls: &Calls) -> Option<Json> {
    if line.is_empty() {
        return None;
    }
    let request = match Request::read(line) {
        Ok(request) => request,
        Err(refusal) => return Some(answer(&Json::Null, Err(refusal))),
    };
    let Some(id) = request.id else {
        // What else a client announces needs no answer.
        if request.method == "notifications/cancelled" {
            request.params.get("requestId").into_iter().for_each(|id| calls.cancel(id));
        }
        return None;
    };
    // Requests before the first one are answered too: nothing depends on it.
    let result = match request.method.as_str() {
        "initialize" => Ok(introduction(&request.params)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": TOOLS.iter().map(described).collect::<Vec<_>>() })),
        "tools/call" => match call(id.clone(), request.params).and_then(|call| calls.begin(call)) {
            Ok(()) => return None,
            Err(refusal) => Err(refusal),
        },
        method => Err((NO_METHOD, format!("unknown method '{method}'"))),
    };
    Some(answer(&id, result))
}

/// The answer to `initialize`.
fn introduction(params: &Map<String, Json>) -> Json {
    let asked = params.get("protocolVersion").and_then(Json::as_str);
    json!({
        "protocolVersion": asked.filter(|asked| VERSIONS.contains(asked)).unwrap_or(VERSIONS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "plywood", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

/// A tool as clients see it.
fn described(tool: &tools::Tool) -> Json {
    json!({
        "name": tool.name,
        "description": tool.about,
        "inputSchema": tool.schema(),
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    })
}

/// Reads what is called.
fn call(id: Json, mut params: Map<String, Json>) -> Result<Call, Refusal> {
    let Some(Json::String(tool)) = params.remove("name") else {
        return Err((WRONG_PARAMS, "'name' has to be the name of a tool".to_string()));
    };
    match params.remove("arguments") {
        None | Some(Json::Null) => Ok(Call { id, tool, arguments: Map::new() }),
        Some(Json::Object(arguments)) => Ok(Call { id, tool, arguments }),
        Some(other) => Err((WRONG_PARAMS, format!("'arguments' has to be an object, and is {other}"))),
    }
}
