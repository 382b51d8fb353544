//! Results of solving whole games, kept for later requests.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

use plywood_rules::Stop;
use plywood_rules::threads::{has_failed, lock};

use crate::trouble::Trouble;

/// The time between two looks at a game that another thread solves.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// Solved games that are kept.
const KEPT: usize = 8;

/// The number of games stored as not solvable at once: finding that out takes as long as solving.
const REFUSED: usize = 200;

type SolveResult = Result<Arc<dyn Any + Send + Sync>, Trouble>;

/// A game that was requested.
struct RequestedGame {
    /// Its full name, and the type of its solution.
    of: (String, TypeId),
    /// Locked while it is solved; `None` until that ended.
    solved: Arc<Mutex<Option<SolveResult>>>,
    /// True if it was solved, false if that failed; `None` until then.
    success: Option<bool>,
}

/// Tables and races that were solved at once, and games that cannot be: the oldest are dropped if there are too
/// many.
#[derive(Default)]
pub struct SolvedGames(Mutex<Vec<RequestedGame>>);

impl SolvedGames {
    /// The number of stored games.
    pub fn len(&self) -> usize {
        lock(&self.0).len()
    }

    /// True if no game is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The result of solving the game of this name before, or else the result of `solve`; `None` if `solve` was stopped, or `stop`
    /// was raised while another thread solved the game.
    ///
    /// # Errors
    /// If the game cannot be solved.
    pub fn get<T: Any + Send + Sync>(
        &self,
        name: String,
        stop: &Stop,
        solve: impl FnOnce() -> Option<Result<T, Trouble>>,
    ) -> Option<Result<Arc<T>, Trouble>> {
        let of = (name, TypeId::of::<T>());
        let place = {
            let mut tried = lock(&self.0);
            let known = tried.iter().find(|game| game.of == of).map(|game| Arc::clone(&game.solved));
            known.unwrap_or_else(|| {
                // An attempt that was stopped is removed when no thread works on it any more.
                tried.retain(|game| game.success.is_some() || Arc::strong_count(&game.solved) > 1);
                let solved = Arc::default();
                tried.push(RequestedGame { of: of.clone(), solved: Arc::clone(&solved), success: None });
                solved
            })
        };
        // Two threads that request the same game do not both solve it: the second waits. Other games are not
        // blocked.
        let mut solved = loop {
            match place.try_lock() {
                Ok(solved) => break solved,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if stop.is_raised() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK_AGAIN),
            }
        };
        let typed = |solved: SolveResult| solved.map(|it| it.downcast().expect("types are part of the key"));
        if let Some(known) = &*solved {
            return Some(typed(known.clone()));
        }
        let found: Option<SolveResult> = solve().map(|result| result.map(|it| Arc::new(it) as _));
        // What failing rules led to is for nobody else.
        if let (Some(result), false) = (&found, has_failed()) {
            *solved = Some(result.clone());
            self.note(&of, result.is_ok());
        }
        found.map(typed)
    }

    /// Records the result of a game, and drops the oldest of its kind if there are too many.
    fn note(&self, of: &(String, TypeId), success: bool) {
        let mut tried = lock(&self.0);
        if let Some(game) = tried.iter_mut().find(|game| game.of == *of) {
            game.success = Some(success);
        }
        let most = if success { KEPT } else { REFUSED };
        let alike = |game: &RequestedGame| game.success == Some(success);
        if tried.iter().filter(|game| alike(game)).count() > most
            && let Some(oldest) = tried.iter().position(alike)
        {
            tried.remove(oldest);
        }
    }
}
