//! The address of a running server, for commands that find a file of its folder in use.

use std::fs;
use std::path::{Path, PathBuf};

/// The file in the folder of a server.
const FILE: &str = "address";

/// A file with the address of a server, as long as this value lives.
pub struct Address(PathBuf);

impl Address {
    /// Writes the address into the folder of the server. Only a message of other commands needs it, so errors are ignored.
    pub fn write(folder: &Path, url: &str) -> Address {
        let file = folder.join(FILE);
        let _ = fs::write(&file, format!("{url}\n"));
        Address(file)
    }

    /// The address of the server whose folder has this brain, if it wrote one.
    pub fn beside(brain: &Path) -> Option<String> {
        let folder = brain.parent()?.parent()?;
        fs::read_to_string(folder.join(FILE)).ok().map(|url| url.trim().to_string())
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
