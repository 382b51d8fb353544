//! The arguments of `site`.

use std::path::PathBuf;

use clap::Args;

use super::JsonArg;

/// The arguments of `site`.
#[derive(Debug, Args)]
pub struct SiteArgs {
    /// The folder to write, created if missing
    #[arg(value_name = "DIR", required_unless_present = "serve")]
    pub dir: Option<PathBuf>,
    /// Serve the page on this machine, to open it in a browser
    #[arg(long, conflicts_with = "dir")]
    pub serve: bool,
    /// Address and port to listen on, or a port of this machine alone; port 0 takes any free one
    #[arg(long, visible_alias = "port", value_name = "ADDR", default_value = "127.0.0.1:7778", value_parser = super::serve::address, requires = "serve")]
    pub listen: std::net::SocketAddr,
    #[command(flatten)]
    pub json: JsonArg,
}
