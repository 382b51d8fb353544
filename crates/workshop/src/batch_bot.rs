//! A bot in many games at once, as numbers of moves.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_erased::{AnyPosition, TypedPosition, typed_position};
use plywood_rules::random::part_seed;
use plywood_rules::threads::{self, lock};
use plywood_rules::{Bot, Playable, Position, Run, TextError};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::Factory;
use crate::trouble::Trouble;
use crate::typed::ask;

/// A bot that plays in many games at once, and stays from move to move.
pub trait BatchBot: Send {
    /// The action that it chooses in each of these games, which have a number and a position. Only positions count, not the moves that
    /// led there. Random choices follow from `seed`; the number of threads changes nothing.
    ///
    /// # Errors
    /// If a position is of another game, or no player decides there; if the bot fails.
    fn choose(
        &mut self,
        games: &[(usize, Arc<dyn AnyPosition>)],
        seed: u64,
        run: &Run<'_, ()>,
    ) -> Result<Vec<usize>, Trouble>;
}

/// The bots of one name that share all games: a game belongs to the same one each time. So many threads can search, and a bot that is a
/// program is started no more often.
const BOTS_AT_ONCE: usize = 16;

/// The bots of one type of game.
pub(crate) struct TypedBatchBot<G: Playable> {
    game: Arc<G>,
    factory: Factory<G>,
    /// Made when they are first asked.
    bots: Vec<Mutex<Option<Box<dyn Bot<G>>>>>,
}

impl<G: Playable> TypedBatchBot<G> {
    pub fn new(game: Arc<G>, factory: Factory<G>) -> TypedBatchBot<G> {
        TypedBatchBot { game, factory, bots: (0..BOTS_AT_ONCE).map(|_| Mutex::default()).collect() }
    }

    /// The position of a game in which a player decides.
    fn decision<'a>(
        &self,
        number: usize,
        position: &'a dyn AnyPosition,
    ) -> Result<&'a TypedPosition<G>, TextError> {
        let position = typed_position(&self.game, position)
            .ok_or_else(|| TextError::new(format!("position {number} is of another game")))?;
        match position.turn().player().filter(|_| position.outcome().is_none()) {
            Some(_) => Ok(position),
            None => Err(TextError::new(format!("no player decides in position {number}"))),
        }
    }
}

impl<G: Playable> BatchBot for TypedBatchBot<G> {
    fn choose(
        &mut self,
        games: &[(usize, Arc<dyn AnyPosition>)],
        seed: u64,
        run: &Run<'_, ()>,
    ) -> Result<Vec<usize>, Trouble> {
        let decisions = games.iter().map(|(number, position)| self.decision(*number, &**position));
        let positions: Vec<&TypedPosition<G>> = decisions.collect::<Result<_, _>>()?;
        let mut of_bot = vec![Vec::new(); self.bots.len()];
        for (place, (number, _)) in games.iter().enumerate() {
            of_bot[number % self.bots.len()].push(place);
        }
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Ok(vec![0; games.len()])));
        let work = || {
            while let bot = next.fetch_add(1, Relaxed)
                && let Some(places) = of_bot.get(bot)
            {
                let mut held = lock(&self.bots[bot]);
                let bot = held.get_or_insert_with(|| (self.factory)());
                let chosen = places.iter().map(|&place| {
                    let mut rng = ChaCha8Rng::seed_from_u64(part_seed(seed, games[place].0 as u64));
                    let at = Position { state: positions[place].state(), history: &[], clock: None };
                    let answer = ask(&self.game, &mut **bot, at, None, &mut rng, &run.stop)?;
                    Ok((place, self.game.action(answer.report.best)))
                });
                let chosen: Result<Vec<_>, Trouble> = chosen.collect();
                let mut found = lock(&found);
                match (chosen, &mut *found) {
                    (Ok(chosen), Ok(found)) => {
                        chosen.into_iter().for_each(|(place, action)| found[place] = action)
                    }
                    (Err(trouble), Ok(_)) => *found = Err(trouble),
                    (_, Err(_)) => {}
                }
            }
        };
        let busy = of_bot.iter().filter(|places| !places.is_empty()).count();
        threads::beside(run.threads.min(busy).saturating_sub(1), &|_| work(), &mut || work());
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
