//! The folder in which a search for a proof keeps what it knows.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use plywood_rules::Player;
use plywood_workshop::{ProofKeeper, claim};

use crate::files;
use crate::output::Failure;

/// A folder locked for this process.
pub struct Folder {
    path: PathBuf,
    /// Locked while this process uses the folder.
    _lock: File,
}

impl Folder {
    /// Opens the folder, or makes it.
    ///
    /// # Errors
    /// If it cannot be made or written to, or another process works with it.
    pub fn open(path: &Path) -> Result<Folder, Failure> {
        let lock = claim(path, "proof.lock")?;
        Ok(Folder { path: path.to_path_buf(), _lock: lock })
    }

    fn file(&self, attacker: Player) -> PathBuf {
        self.path.join(format!("{attacker}-wins.numbers"))
    }
}

impl ProofKeeper for Folder {
    fn name(&self, attacker: Player) -> String {
        self.file(attacker).display().to_string()
    }

    fn read(&mut self, attacker: Player) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(self.file(attacker)) {
            Ok(file) => Ok(Some(Box::new(BufReader::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn replace(
        &mut self,
        attacker: Player,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        files::replace_or(&self.file(attacker), |error| error, |out| write(out).map(|()| true)).map(drop)
    }
}
