//! Files that are being made beside the one whose name they will get.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// A file that is being made. It is removed when this is dropped, unless it was given its real name by then.
pub(crate) struct DraftFile(pub PathBuf);

impl DraftFile {
    /// A free name beside `path`.
    pub fn beside(path: &Path) -> DraftFile {
        let name = |number: u64| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}-{number}.draft", process::id()));
            PathBuf::from(name)
        };
        let mut number = 0;
        while fs::symlink_metadata(name(number)).is_ok() {
            number += 1;
        }
        DraftFile(name(number))
    }
}

impl Drop for DraftFile {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.0);
    }
}
