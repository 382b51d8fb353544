//! One brain for all who use its file in this process.
//!
//! The file lets only one process write, and even within a process it must not be opened twice. So whoever asks for a
//! brain here gets the one that is open already.

use std::any::Any;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use plywood_rules::Playable;

use crate::brain::Brain;
use crate::error::BrainError;
use crate::knowledge::Room;
use crate::settings::LearnSettings;
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
        if let Some(brain) = open.get(&place_of(path)).and_then(Weak::upgrade) {
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
        let brain = open_patiently(|| Brain::open(Arc::clone(game), path, access, room))?;
        Ok(enter(&mut open, path, brain))
    }

    /// The same for a brain to learn with, which is made if there is none.
    ///
    /// # Errors
    /// As [`Brain::shared`] and [`Brain::create`].
    pub fn shared_or_new(
        game: &Arc<G>,
        path: &Path,
        settings: LearnSettings,
        room: Room,
    ) -> Result<Arc<Brain<G>>, BrainError> {
        // Whoever else asks waits, and finds it open.
        let mut open = open_brains().lock().unwrap_or_else(PoisonError::into_inner);
        if !path.exists() {
            match Brain::create(Arc::clone(game), path, settings, room) {
                Ok(brain) => return Ok(enter(&mut open, path, brain)),
                // Another process was quicker.
                Err(BrainError::Store(StoreError::Exists { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        drop(open);
        Brain::shared(game, path, Access::Write, room)
    }
}

/// Tries for a moment more where a file is in use: whoever had it may just be closing it.
fn open_patiently<T>(open: impl Fn() -> Result<T, BrainError>) -> Result<T, BrainError> {
    for _ in 0..20 {
        match open() {
            Err(BrainError::Store(StoreError::InUse { .. })) => thread::sleep(Duration::from_millis(5)),
            other => return other,
        }
    }
    open()
}

/// The real place of a file. What has none does not exist, and opening it says so.
fn place_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn enter<G: Playable>(open: &mut Open, path: &Path, brain: Brain<G>) -> Arc<Brain<G>> {
    let brain = Arc::new(brain);
    open.insert(place_of(path), Arc::downgrade(&brain) as _);
    brain
}
