//! The page without a server, as an archive for any static host.

use std::path::Path;
use std::process::Command;

use crate::archive::{files_below, tarred};
use crate::shell::run;

/// The archive's name.
pub fn archive() -> String {
    format!("plywood-{}-page.tar.gz", env!("CARGO_PKG_VERSION"))
}

/// Has a program write the page, and packs it.
pub fn pack(own: &Path, scratch: &Path, folder: &Path) -> Result<(), String> {
    let page = scratch.join("page");
    run(Command::new(own).arg("site").arg(&page))?;
    let failed = |error: std::io::Error| format!("the page: {error}");
    let files = files_below(&page, "").map_err(failed)?;
    let named: Vec<_> = files
        .into_iter()
        .map(|mut file| {
            file.name = file.name.trim_start_matches('/').to_string();
            file
        })
        .collect();
    let top = archive().replace(".tar.gz", "");
    tarred(&top, &named.iter().collect::<Vec<_>>(), &folder.join(archive())).map_err(failed)
}
