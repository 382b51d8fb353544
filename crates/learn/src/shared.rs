//! One brain for all who use its file in this process.
//!
//! The file lets only one process write, and even within a process it must not be opened twice. So whoever asks for a
//! brain here gets the one that is open already.

use std::any::Any;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use plywood_rules::Playable;

use crate::brain::{Brain, Room};
use crate::error::BrainError;
use crate::settings::Settings;
use crate::store::{Access, StoreError};

type Open = HashMap<PathBuf, Weak<dyn Any + Send + Sync>>;

fn open_brains() -> &'static Mutex<Open> {
    static OPEN: OnceLock<Mutex<Open>> = OnceLock::new();
    OPEN.get_or_init(Mutex::default)
}

impl<G: Playable> Brain<G> {
    /// The brain in this file: the one that is open in this process, or else it is opened. It is closed when nobody
    /// has it any more.
    ///
    /// # Errors
    /// As [`Brain::open`]; and if it is open for another game.
    pub fn shared(
        game: &Arc<G>,
        path: &Path,
        access: Access,
        room: Room,
    ) -> Result<Arc<Brain<G>>, BrainError> {
        let mut open = open_brains().lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, brain| brain.strong_count() > 0);
        // What has no real place does not exist, and opening it says so.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if let Some(brain) = open.get(&place).and_then(Weak::upgrade) {
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
        let brain = Arc::new(Brain::open(Arc::clone(game), path, access, room)?);
        open.insert(place, Arc::downgrade(&brain) as _);
        Ok(brain)
    }

    /// The same for a brain to learn with, which is made if there is none.
    ///
    /// # Errors
    /// As [`Brain::shared`] and [`Brain::create`].
    pub fn shared_or_new(
        game: &Arc<G>,
        path: &Path,
        settings: Settings,
        room: Room,
    ) -> Result<Arc<Brain<G>>, BrainError> {
        if !path.exists() {
            match Brain::create(Arc::clone(game), path, settings, room) {
                // Somebody else was quicker.
                Err(BrainError::Store(StoreError::Exists { .. })) => {}
                made => drop(made?),
            }
        }
        Brain::shared(game, path, Access::Write, room)
    }
}
