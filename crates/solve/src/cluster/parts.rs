//! Parts of tables as files of a folder.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::files::write_whole;
use crate::retrograde::RetrogradeError;
use crate::table::{PartStore, part_name, parts_of_name};

/// Bytes that are written at a time.
const CHUNK: usize = 1 << 20;

/// A folder for the parts of a table.
#[derive(Clone, Debug)]
pub struct PartFolder(PathBuf);

fn error(path: &Path, why: impl std::fmt::Display) -> RetrogradeError {
    RetrogradeError::Part(format!("cannot write the part '{}': {why}", path.display()))
}

impl PartFolder {
    /// A folder for `parts` parts, which is created if there is none.
    ///
    /// # Errors
    /// If it cannot be written to, or has parts of a table that is cut in another way.
    pub fn open(folder: &Path, parts: usize) -> Result<PartFolder, RetrogradeError> {
        let of_folder = |why: &dyn std::fmt::Display| {
            RetrogradeError::Part(format!("cannot write parts to '{}': {why}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(|why| of_folder(&why))?;
        // Better now than after all the work.
        try_to_write(folder).map_err(|why| of_folder(&why))?;
        for entry in fs::read_dir(folder).map_err(|why| of_folder(&why))? {
            let name = entry.map_err(|why| of_folder(&why))?.file_name();
            let other = name.to_str().and_then(parts_of_name).filter(|&of| of != parts);
            if let Some(other) = other {
                let file = name.to_string_lossy();
                return Err(of_folder(&format!(
                    "it has '{file}' of another run, one of {other} parts, and this run makes {parts}: take another folder"
                )));
            }
        }
        Ok(PartFolder(folder.to_path_buf()))
    }
}

/// Creates a file there and removes it.
fn try_to_write(folder: &Path) -> io::Result<()> {
    let name = folder.join(format!("{}.{}", part_name(0, 1), std::process::id()));
    fs::File::create(&name)?;
    fs::remove_file(&name)
}

impl PartStore for PartFolder {
    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), RetrogradeError> {
        let path = self.0.join(name);
        let whole = write_whole(&path, &mut |file| {
            let mut out = BufWriter::with_capacity(CHUNK, file);
            write(&mut out)?;
            out.flush()
        });
        whole.map_err(|why| error(&path, why))
    }
}
