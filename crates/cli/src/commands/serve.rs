//! `serve`: the web app.

mod health;
mod house_bots;

use std::io::stderr;
use std::path::PathBuf;
use std::time::Duration;

use plywood_server::{Server, ServerError, ServerSettings};
use plywood_workshop::Workshop;
use serde_json::json;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::{fmt, prelude::*};

use crate::address::Address;
use crate::args::{LogKind, ServeArgs};
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;

/// The interval at which Ctrl-C is checked.
const LOOKING: Duration = Duration::from_millis(50);

/// Runs the command.
pub fn run(workshop: Workshop, args: ServeArgs, control: &Control) -> CommandResult {
    if args.check {
        return health::check(args.listen, args.json);
    }
    log(args.log);
    more_files();
    let workshop = match &args.bots {
        Some(path) => house_bots::add(workshop, path, args.think, control)?,
        None => workshop,
    };
    let data = match &args.data {
        Some(data) => data.clone(),
        None => usual_folder()?,
    };
    let mut settings = ServerSettings::new(data);
    settings.proofs = args.proofs;
    settings.hosts = args.hosts;
    settings.think = args.think;
    if let Some(threads) = args.threads {
        settings.threads = (threads as usize, threads as usize);
    }
    settings.most_tables = args.max_tables as usize;
    settings.most_connections = args.max_connections as usize;
    settings.most_brains = args.max_brains as usize;
    settings.most_records = args.max_records;
    settings.most_plies = args.max_plies as usize;
    settings.away = args.away;
    settings.train = args.train;
    on_threads(async {
        let failed = |error: ServerError| match error {
            // As a folder to write elsewhere.
            ServerError::Folder { path, error } => Failure::file("use the folder", &path, &error),
            error => Failure::Failed(error.to_string()),
        };
        let folder = settings.data.clone();
        let server = Server::open(args.listen, settings, workshop).await.map_err(failed)?;
        let url = format!("http://{}/", server.address());
        let address = Address::write(&folder, &url);
        if args.json {
            control.line(&json!({ "url": url, "data": folder.display().to_string() }).to_string())?;
        } else {
            control.line(&format!(
                "Open {url} in a browser.\nGames and brains are saved in {}. Ctrl-C stops the server.",
                folder.display()
            ))?;
        }
        let served = server.serve(raised(control.clone())).await.map_err(failed);
        drop(address);
        served
    })?;
    Ok(Output::default())
}

/// Runs a server on threads of its own, until it ends.
pub fn on_threads(server: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Failed(format!("cannot start: {error}")))?;
    runtime.block_on(server)?;
    // Nothing is to be waited for: the last requests are dropped.
    runtime.shutdown_background();
    Ok(())
}

/// Ready once Ctrl-C was pressed.
pub async fn raised(control: Control) {
    while !control.is_raised() {
        tokio::time::sleep(LOOKING).await;
    }
}

/// The default folder of the server.
fn usual_folder() -> Result<PathBuf, Failure> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = from("XDG_DATA_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share")));
    let unknown = || Failure::Wrong("no folder for data is known here; name one with --data".into());
    Ok(folder.ok_or_else(unknown)?.join("plywood"))
}

/// Writes the log to standard error, filtered by `PLYWOOD_LOG`.
fn log(kind: LogKind) {
    let wanted = std::env::var("PLYWOOD_LOG").ok().and_then(|text| text.parse().ok());
    let filter = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let log = tracing_subscriber::registry().with(filter);
    let colours = anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never;
    let lines = fmt::layer().with_writer(stderr).with_ansi(colours);
    match kind {
        LogKind::Text => log.with(lines.with_target(false)).init(),
        LogKind::Json => log.with(lines.json()).init(),
        LogKind::Off => {}
    }
}

/// Every connection is an open file; systems allow few of them unless asked.
fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}
