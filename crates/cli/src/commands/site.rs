//! `site`: the web app for a static host, without a server of its own.

use std::time::Duration;

use plywood_server::{ServerError, site};
use serde_json::json;

use crate::args::SiteArgs;
use crate::output::{CommandResult, Failure, Output, print};
use crate::progress::Interrupt;

/// The interval at which Ctrl-C is checked.
const LOOKING: Duration = Duration::from_millis(50);

/// Runs the command.
pub fn run(args: &SiteArgs, interrupt: &Interrupt) -> CommandResult {
    let Some(dir) = &args.dir else { return serve(args, interrupt) };
    let (files, bytes) = site::write(dir)
        .map_err(|error| Failure::Failed(format!("cannot write the folder '{}': {error}", dir.display())))?;
    let folder = dir.display().to_string();
    if args.json {
        print(&format!("{}\n", json!({ "dir": folder, "files": files, "bytes": bytes })))?;
    } else {
        print(&format!(
            "Wrote {files} files ({:.1} MB) to {folder}. Put the folder on any static host.\n",
            bytes as f64 / 1e6
        ))?;
    }
    Ok(Output::default())
}

fn serve(args: &SiteArgs, interrupt: &Interrupt) -> CommandResult {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Failed(format!("cannot start: {error}")))?;
    let listens = |address| {
        let url = format!("http://{address}/");
        let text = if args.json {
            format!("{}\n", json!({ "url": url }))
        } else {
            format!(
                "Open {url} in a browser.\nGames and brains are saved in the browser. Ctrl-C stops the server.\n"
            )
        };
        print(&text).map_err(|_| ServerError::System("standard output is closed".to_string()))
    };
    let stop = async {
        while !interrupt.is_raised() {
            tokio::time::sleep(LOOKING).await;
        }
    };
    runtime
        .block_on(site::serve(args.listen, listens, stop))
        .map_err(|error| Failure::Failed(error.to_string()))?;
    runtime.shutdown_background();
    Ok(Output::default())
}
