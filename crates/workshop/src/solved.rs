//! Results of solving whole games, kept for the next one who asks.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::BotError;

/// Solved games that are kept.
const KEPT: usize = 8;

/// Games that cannot be solved at once and are remembered as such: to find that out takes as long.
const REFUSED: usize = 200;

type Solved = Result<Arc<dyn Any + Send + Sync>, BotError>;

/// A game that was asked about.
struct Tried {
    /// Its full name, and the type of its solution.
    of: (String, TypeId),
    /// Locked while it is solved; `None` until that came to an end.
    solved: Arc<Mutex<Option<Solved>>>,
    /// True if it was solved, false if that failed; `None` until then.
    success: Option<bool>,
}

/// Tables and races that were solved at once, and games that cannot be: the oldest are forgotten where there are too many.
#[derive(Default)]
pub struct SolvedGames(Mutex<Vec<Tried>>);

impl SolvedGames {
    /// The number of games that are kept or remembered.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// True if no game was asked about.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The result of solving the game of this name before, or else the result of `solve`; `None` if `solve` was stopped.
    ///
    /// # Errors
    /// If the game cannot be solved.
    pub fn get<T: Any + Send + Sync>(
        &self,
        name: String,
        solve: impl FnOnce() -> Option<Result<T, BotError>>,
    ) -> Option<Result<Arc<T>, BotError>> {
        let of = (name, TypeId::of::<T>());
        let place = {
            let mut tried = self.lock();
            let known = tried.iter().find(|game| game.of == of).map(|game| Arc::clone(&game.solved));
            known.unwrap_or_else(|| {
                // An attempt that was stopped is removed when nobody works on it any more.
                tried.retain(|game| game.success.is_some() || Arc::strong_count(&game.solved) > 1);
                let solved = Arc::default();
                tried.push(Tried { of: of.clone(), solved: Arc::clone(&solved), success: None });
                solved
            })
        };
        // Two threads that ask for the same game do not do the same work: the second waits. Others do not.
        let mut solved = place.lock().unwrap_or_else(PoisonError::into_inner);
        if solved.is_none() {
            *solved = solve().map(|result| result.map(|it| Arc::new(it) as _));
            if let Some(result) = &*solved {
                self.note(&of, result.is_ok());
            }
        }
        solved.clone().map(|result| result.map(|it| it.downcast().expect("types are part of the key")))
    }

    /// Notes the result of a game, and forgets the oldest of its kind where there are too many.
    fn note(&self, of: &(String, TypeId), success: bool) {
        let mut tried = self.lock();
        if let Some(game) = tried.iter_mut().find(|game| game.of == *of) {
            game.success = Some(success);
        }
        let most = if success { KEPT } else { REFUSED };
        let alike = |game: &Tried| game.success == Some(success);
        if tried.iter().filter(|game| alike(game)).count() > most
            && let Some(oldest) = tried.iter().position(alike)
        {
            tried.remove(oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Tried>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
