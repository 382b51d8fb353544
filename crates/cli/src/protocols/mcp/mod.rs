//! `mcp`: tools for assistants, by the Model Context Protocol.
//!
//! `tools` has the tools and does what they are asked for; `arguments` reads what an assistant sends; this file is the server.
//! A tool answers with the object that the command of that name prints with `--json`.

mod arguments;
mod tools;

use std::sync::Arc;

use plywood_workshop::Workshop;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::sync::Semaphore;

use super::bot_game::in_a_line;
use crate::args::McpArgs;
use crate::commands::jobs;
use crate::commands::serve::{on_threads, raised};
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use arguments::ToolError;
use tools::{Answered, Bench, RunCommand};

/// The use of the tools together, for an assistant.
const INSTRUCTIONS: &str = "Exact answers about two-player games. A position is a game with the moves from its opening; moves, \
                            positions, games and bots are texts in the notations that the tools return. Nothing is kept between \
                            calls: to go on with a game, pass its 'played' back as 'moves'.";

/// Runs the command.
/// `command` has the result of any command with `--json`.
pub fn run(workshop: Workshop, args: &McpArgs, control: &Control, command: RunCommand) -> CommandResult {
    // Names that come from an assistant open no files.
    let bench = Bench { workshop: workshop.without_files(), proofs: args.proofs.clone(), command };
    let slots = Arc::new(Semaphore::new(jobs(None).get()));
    let server = Server { bench: Arc::new(bench), slots };
    on_threads(async {
        let failed = |error: String| Failure::Failed(format!("the client went away: {}", in_a_line(error)));
        let serving = async {
            let running = match server.serve(rmcp::transport::stdio()).await {
                Ok(running) => running,
                // A client that leaves at once is no failure of the server.
                Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
                Err(error) => return Err(failed(error.to_string())),
            };
            running.waiting().await.map_err(|error| failed(error.to_string()))?;
            Ok(())
        };
        tokio::select! {
            ended = serving => ended,
            () = raised(control.clone()) => Ok(()),
        }
    })?;
    Ok(Output::default())
}

/// The server of one client.
struct Server {
    bench: Arc<Bench>,
    /// As many calls work at the same time; the others wait.
    slots: Arc<Semaphore>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("plywood", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |tool: &tools::Tool| {
            let hints = ToolAnnotations::new().read_only(true).open_world(false);
            Tool::new(tool.name, tool.about, tool.schema()).with_annotations(hints)
        };
        Ok(ListToolsResult::with_all_items(tools::TOOLS.iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let control = Control::quiet();
        let (bench, work) = (Arc::clone(&self.bench), control.clone());
        let slots = Arc::clone(&self.slots);
        let called = async move {
            // The semaphore is never closed.
            let _slot = slots.acquire_owned().await.ok();
            let call = move || bench.call(&request.name, request.arguments.unwrap_or_default(), &work);
            tokio::task::spawn_blocking(call).await
        };
        tokio::pin!(called);
        let result = tokio::select! {
            result = &mut called => result,
            () = context.ct.cancelled() => {
                control.stop().raise();
                called.await
            }
        };
        match result {
            Ok(Ok(Answered { json, drawing })) => {
                let mut result = CallToolResult::structured(json);
                if let Some(drawing) = drawing {
                    result.content.insert(0, ContentBlock::text(drawing));
                }
                Ok(result.into())
            }
            Ok(Err(ToolError::Invalid(message))) => Err(ErrorData::invalid_params(message, None)),
            Ok(Err(ToolError::Failed(message))) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(message)]).into())
            }
            // A user's own game or bot panicked; the message is on standard error.
            Err(_) => Err(ErrorData::internal_error("the game or the bot panicked", None)),
        }
    }
}
