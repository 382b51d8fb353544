//! `site`: the web app for a static host, without a server of its own.

use plywood_server::{ServerError, site};
use serde_json::json;

use super::serve::{on_threads, raised};
use crate::args::SiteArgs;
use crate::output::{CommandResult, Failure, Output, print};
use crate::progress::Control;

/// Runs the command.
pub fn run(args: &SiteArgs, control: &Control) -> CommandResult {
    let Some(dir) = &args.dir else { return serve(args, control) };
    let (files, bytes) = site::write(dir)
        .map_err(|error| Failure::Failed(format!("cannot write the folder '{}': {error}", dir.display())))?;
    let folder = dir.display().to_string();
    let size = bytes as f64 / 1e6;
    Ok(Output::either(
        args.json.json,
        || json!({ "dir": folder, "files": files, "bytes": bytes }),
        || format!("Wrote {files} files ({size:.1} MB) to {folder}. Put the folder on any static host.\n"),
    ))
}

fn serve(args: &SiteArgs, control: &Control) -> CommandResult {
    let listens = |address| {
        let url = format!("http://{address}/");
        let text = if args.json.json {
            format!("{}\n", json!({ "url": url }))
        } else {
            format!(
                "Open {url} in a browser.\nGames and brains are saved in the browser. Ctrl-C stops the server.\n"
            )
        };
        print(&text).map_err(|_| ServerError::System("standard output is closed".to_string()))
    };
    on_threads(async {
        let served = site::serve(args.listen, listens, raised(control.clone()));
        served.await.map_err(|error| Failure::Failed(error.to_string()))
    })?;
    Ok(Output::default())
}
