//! All positions of a game, valued.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use plywood_solve::cluster::Peers;
use plywood_solve::table::{Exact, PositionCounts, Tablebase, Traffic};

/// Options for valuing all positions.
#[derive(Clone, Debug, Default)]
pub struct EnumerationOptions {
    /// Merges positions that are images of each other even if the start is not symmetric: images that cannot be
    /// reached may then be counted as well.
    pub merge: bool,
    /// The workers, one for each thread of the run; `None` for no workers and no checkpoints.
    pub team: Option<Team>,
}

/// Workers of this process and others.
#[derive(Clone, Debug, Default)]
pub struct Team {
    /// The other processes.
    pub peers: Option<Peers>,
    /// The folder of checkpoints.
    pub checkpoints: Option<PathBuf>,
    /// The folder for the parts of the table.
    pub parts: Option<PathBuf>,
}

/// All positions from one on, valued.
#[derive(Clone, Debug)]
pub struct Enumeration {
    pub(crate) book: Option<Arc<Tablebase>>,
    /// The number of positions of each kind.
    pub counts: PositionCounts,
    /// The value of the start.
    pub value: Exact,
    /// The traffic between workers, and the rounds restored from a checkpoint; `None` for a single thread.
    pub team: Option<(Traffic, u64)>,
}

impl Enumeration {
    /// The bytes of its file; `None` where the table is in parts.
    pub fn size(&self) -> Option<u64> {
        self.book.as_ref().map(|book| book.size())
    }

    /// The contents of a table. `value` is that of its start.
    pub(crate) fn of_table(table: Arc<Tablebase>, value: Exact) -> Enumeration {
        Enumeration { counts: table.counts(), book: Some(table), value, team: None }
    }

    /// The table, if this process holds it.
    pub(crate) fn table(&self) -> Option<Arc<Tablebase>> {
        self.book.clone()
    }

    /// Writes its file, for [`crate::BOTS`]' `perfect:table=FILE`, if this process holds the table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.book.as_ref().map_or(Ok(()), |book| book.write(out))
    }
}
