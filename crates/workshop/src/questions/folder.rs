//! The folder in which a search for a proof keeps what it knows.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use plywood_rules::Player;
use plywood_rules::threads::has_failed;
use plywood_solve::proof::checkpoint::CheckpointStore;

use crate::exact::claim;
use crate::trouble::Trouble;

/// A folder locked for this process.
pub(super) struct ProofFolder {
    path: PathBuf,
    /// Locked while this process uses the folder.
    _lock: File,
}

impl ProofFolder {
    /// Opens the folder, or makes it.
    ///
    /// # Errors
    /// If it cannot be made or written to, or another process works with it.
    pub fn open(path: &Path) -> Result<ProofFolder, Trouble> {
        let lock = claim(path, "proof.lock")?;
        Ok(ProofFolder { path: path.to_path_buf(), _lock: lock })
    }

    fn file(&self, attacker: Player) -> PathBuf {
        self.path.join(format!("{attacker}-wins.numbers"))
    }
}

impl CheckpointStore for ProofFolder {
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
        let place = fs::canonicalize(self.file(attacker)).unwrap_or_else(|_| self.file(attacker));
        // Nobody else writes here.
        let beside = place.with_extension("new");
        let mut put = || {
            let mut out = BufWriter::new(File::create(&beside)?);
            write(&mut out)?;
            out.into_inner()?.sync_all()?;
            if has_failed() {
                return Err(io::Error::other("the rules of the game failed"));
            }
            fs::rename(&beside, &place)
        };
        put().inspect_err(|_| drop(fs::remove_file(&beside)))
    }
}
