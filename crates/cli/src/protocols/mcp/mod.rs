//! `mcp`: tools for assistants, by the Model Context Protocol.
//!
//! `rmcp` speaks the protocol. `tools` has the tools and does what they are asked for; `arguments` reads what an assistant sends,
//! `resources` are texts about games, `pipe` has the lines of the connection, and this file the threads on which tools work.
//! A tool answers with the object that the command of that name prints with `--json`.

mod arguments;
mod pipe;
mod resources;
mod tools;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use plywood_workshop::Workshop;
use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, serve_directly};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep};

use super::GRACE;
use crate::args::McpArgs;
use crate::commands::jobs;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::{Control, ProgressEvent};
use arguments::ToolError;
use pipe::Pipe;
use tools::{RunCommand, TOOLS, ToolAnswer, Toolset, tool};

/// The use of the tools together, for an assistant.
const INSTRUCTIONS: &str = "Exact answers about two-player games. A position is a game with the moves from its opening; moves, \
                            positions, games and bots are texts in the notations that the tools return. Nothing is kept between \
                            calls: to go on with a game, pass its 'played' back as 'moves'.";

/// The interval of messages about the progress of a call.
const REPORTS: Duration = Duration::from_millis(500);

/// The interval at which Ctrl-C is checked.
const LOOKING: Duration = Duration::from_millis(50);

/// The methods whose parameters may be wrong.
const METHODS: [&str; 6] = [
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "initialize",
];

/// Runs the command.
/// `command` has the result of any command with `--json`.
pub fn run(workshop: Workshop, args: &McpArgs, control: &Control, command: RunCommand) -> CommandResult {
    // A folder that cannot be read is said now, and not as a proof that is missing in it.
    std::fs::read_dir(&args.proofs).map_err(|error| Failure::file("read", &args.proofs, &error))?;
    // Names that come from an assistant open no files.
    let bench = Toolset { workshop: workshop.without_files(), proofs: args.proofs.clone(), command };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
    let (ended, at_end) = watch::channel(false);
    let slots = Semaphore::new(jobs(None));
    let server = McpServer { bench: Arc::new(bench), slots, at_end };
    let pipe = Pipe::new(control, ended)?;
    runtime.block_on(async {
        // An introduction is answered but not waited for: nothing depends on it.
        let service = serve_directly(server, pipe, None);
        let cancel = service.cancellation_token();
        let mut end = pin!(service.waiting());
        tokio::select! {
            _ = &mut end => return,
            () = interrupted(control) => cancel.cancel(),
        }
        let _ = end.await;
    });
    // What was cancelled may take a moment yet, and nobody waits for it.
    runtime.shutdown_background();
    Ok(Output::default())
}

/// Waits for Ctrl-C, or until the answers have no reader.
async fn interrupted(control: &Control) {
    while !control.is_raised() {
        sleep(LOOKING).await;
    }
}

/// The tools and resources, as `rmcp` asks for them.
struct McpServer {
    bench: Arc<Toolset>,
    /// One for each processor.
    slots: Semaphore,
    /// True once the input has ended.
    at_end: watch::Receiver<bool>,
}

impl McpServer {
    /// Does some work on a thread as soon as there is a slot for it. The slot of a request that is cancelled is free at once. Some time
    /// after the end of the input the work is stopped, because its client can no longer cancel it.
    async fn work<T: Send + 'static>(
        &self,
        context: RequestContext<RoleServer>,
        work: impl FnOnce(&Toolset, &Control) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        // Such an answer is sent to nobody.
        let cancelled = || ErrorData::internal_error("cancelled", None);
        let _slot = tokio::select! {
            slot = self.slots.acquire() => slot.map_err(|_| cancelled())?,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let (report, progress) = watch::channel(ProgressEvent::default());
        let control = Control::reporting_to(Arc::new(move |event| drop(report.send_replace(event.clone()))));
        let (stop, bench, begun) = (control.stop(), Arc::clone(&self.bench), Instant::now());
        let mut work = tokio::task::spawn_blocking(move || work(&bench, &control));
        let token = context.meta.get_progress_token();
        let mut impatience = pin!(some_time_after(self.at_end.clone()));
        loop {
            tokio::select! {
                biased;
                // A user's own game or bot panicked; the message is on standard error.
                done = &mut work => {
                    return done.map_err(|_| ErrorData::internal_error("the game or the bot panicked", None));
                }
                () = context.ct.cancelled() => {
                    stop.raise();
                    return Err(cancelled());
                }
                () = &mut impatience, if !stop.is_raised() => stop.raise(),
                () = sleep(REPORTS), if token.is_some() => {
                    let seconds = begun.elapsed().as_secs_f64();
                    let report = token.clone().map(|token| ProgressNotificationParam::new(token, seconds));
                    let message = message(&progress.borrow());
                    if let Some(report) = report {
                        let _ = context.peer.notify_progress(report.with_message(message)).await;
                    }
                }
            }
        }
    }
}

/// Waits until some time after the end of the input.
async fn some_time_after(mut at_end: watch::Receiver<bool>) {
    let _ = at_end.wait_for(|ended| *ended).await;
    sleep(GRACE).await;
}

/// The progress of a call in words.
fn message(event: &ProgressEvent) -> String {
    match event.total {
        Some(total) => format!("{}, {} of {total}", event.message, event.done),
        None => event.message.clone(),
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("plywood", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(tools::Tool::described).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = tool(&request.name).map_err(|message| ErrorData::invalid_params(message, None))?;
        let arguments = request.arguments.unwrap_or_default();
        let answer = self.work(context, move |bench, control| bench.call(tool, arguments, control)).await?;
        Ok(match answer {
            Ok(ToolAnswer { json, drawing }) => {
                let mut result = CallToolResult::structured(json);
                result.content.splice(0..0, drawing.map(ContentBlock::text));
                result
            }
            // A model sees results, but no errors of the protocol.
            Err(ToolError(message)) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all(&self.bench.workshop)))
    }

    async fn list_resource_templates(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = self.work(context, move |bench, _| resources::read(&bench.workshop, &request.uri)).await?;
        read.map(ReadResourceResponse::from).map_err(|message| ErrorData::resource_not_found(message, None))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        Err(match METHODS.contains(&method.as_str()) {
            true => ErrorData::invalid_params(format!("the parameters of '{method}' are wrong"), None),
            false => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("unknown method '{method}'"), None),
        })
    }
}
