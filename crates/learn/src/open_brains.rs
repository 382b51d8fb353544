//! One brain for all users of its file.
//!
//! The file lets only one process write, and even within a process it must not be opened twice. [`OpenBrains`] hands out the
//! brain that is open already.

use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;
use std::time::Duration;

use plywood_rules::Playable;
use plywood_rules::threads::lock;

use crate::brain::Brain;
use crate::error::BrainError;
use crate::files::{self, FileId};
use crate::knowledge::MemoryLimits;
use crate::settings::{LearnSettings, WantedSettings};
use crate::store::{Access, StoreError};

/// A brain that is open, or whose file is just being closed.
#[derive(Debug)]
struct OpenBrain {
    brain: Weak<dyn Any + Send + Sync>,
    /// As [`Brain::is_open`].
    file: Weak<()>,
}

type BrainsByFile = HashMap<FileId, OpenBrain>;

/// Brains that are open, by their files. Each is closed when its last user drops it.
#[derive(Debug, Default)]
pub struct OpenBrains(Mutex<BrainsByFile>);

impl OpenBrains {
    /// The brain in this file: the one that is open already, or else it is opened.
    ///
    /// # Errors
    /// As [`Brain::open`]; and if it is open for another game.
    pub fn open<G: Playable>(
        &self,
        game: &Arc<G>,
        path: &Path,
        access: Access,
        limits: MemoryLimits,
    ) -> Result<Arc<Brain<G>>, BrainError> {
        let (mut open, brain) = self.find(path);
        if let Some(brain) = brain {
            // Two games of one type may still differ in their options.
            let brain = brain.downcast::<Brain<G>>().ok().filter(|brain| brain.header().game == game.name());
            let Some(brain) = brain else {
                return Err(BrainError::Store(StoreError::InUse { path: path.to_path_buf() }));
            };
            if access == Access::Write {
                brain.make_writable()?;
            }
            return Ok(brain);
        }
        let brain = Brain::open(Arc::clone(game), path, access, limits)?;
        Ok(enter(&mut open, brain))
    }

    /// The same for a brain to learn with, which is made with the `wanted` settings if there is none.
    ///
    /// # Errors
    /// As [`OpenBrains::open`] and [`Brain::create`]; and if it learns with other settings than those that are wanted.
    pub fn open_or_create<G: Playable>(
        &self,
        game: &Arc<G>,
        path: &Path,
        wanted: WantedSettings,
        limits: MemoryLimits,
    ) -> Result<Arc<Brain<G>>, BrainError> {
        // Others who ask for it meanwhile wait, and find it open.
        let (mut open, _) = self.find(path);
        if !files::exists(path) {
            match Brain::create(Arc::clone(game), path, wanted.or(LearnSettings::of_game(&**game)), limits) {
                Ok(brain) => return Ok(enter(&mut open, brain)),
                // Another process was quicker.
                Err(BrainError::Store(StoreError::Exists { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        drop(open);
        let brain = self.open(game, path, Access::Write, limits)?;
        brain.check_settings(wanted)?;
        Ok(brain)
    }

    /// The open brains, and the one in this file among them. Waits while another thread closes that one: its file would be in use.
    fn find(&self, path: &Path) -> (MutexGuard<'_, BrainsByFile>, Option<Arc<dyn Any + Send + Sync>>) {
        loop {
            let mut open = lock(&self.0);
            open.retain(|_, entry| entry.file.strong_count() > 0);
            match FileId::at(path).and_then(|file| open.get(&file)).map(|entry| entry.brain.upgrade()) {
                None => return (open, None),
                Some(Some(brain)) => return (open, Some(brain)),
                Some(None) => {}
            }
            drop(open);
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn enter<G: Playable>(open: &mut BrainsByFile, brain: Brain<G>) -> Arc<Brain<G>> {
    let brain = Arc::new(brain);
    let entry = OpenBrain { brain: Arc::downgrade(&brain) as _, file: brain.is_open() };
    brain.file().map(|file| open.insert(file, entry));
    brain
}
