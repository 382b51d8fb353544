//! The bots of a live game, behind a lock, so that the game answers while they search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use plywood_erased::{Analysis, Ending, Learnt, SearchListener};
use plywood_rules::threads::lock;
use plywood_rules::{Player, Stop};
use plywood_workshop::{AnyGame, Clock, SeatedBots, Trouble};

use crate::catalogue::{Catalogue, HOUSE_BRAIN};
use crate::play::{GameSnapshot, Moment, NewMoves, Seat};
use crate::problem::{PageWords, Problem};

/// The bots of a live game. They are made on the thread that needs them first.
pub struct Bots {
    game: Arc<dyn AnyGame>,
    position: Option<String>,
    seed: u64,
    /// The names that make the bots; `None` for a person.
    names: [Option<String>; 2],
    seated: Mutex<Option<Box<dyn SeatedBots>>>,
    /// The moment that their copy of the game is at.
    known: Mutex<Moment>,
}

impl Bots {
    /// The bots of a game, and the brains that learn from it, in the order of the seats.
    ///
    /// # Errors
    /// If a bot cannot be made.
    pub fn of(
        snapshot: &GameSnapshot,
        game: &Arc<dyn AnyGame>,
        catalogue: &Catalogue,
    ) -> Result<(Arc<Bots>, Vec<String>), Problem> {
        let (mut names, mut brains) = ([None, None], Vec::new());
        for (bot, seat) in names.iter_mut().zip(&snapshot.seats) {
            if let Seat::Bot(name) = seat {
                let opponent = catalogue.opponent(game, name)?;
                *bot = Some(opponent.made_by);
                // A learner on both sides learns once.
                brains.extend(opponent.learns_into.filter(|brain| !brains.contains(brain)));
            }
        }
        let (game, position) = (Arc::clone(game), snapshot.position.clone());
        let (seed, seated, known) = (snapshot.seed, Mutex::default(), Mutex::default());
        Ok((Arc::new(Bots { game, position, seed, names, seated, known }), brains))
    }

    /// The moment of the game that they know. Does not wait for a search.
    pub fn known(&self) -> Moment {
        *lock(&self.known)
    }

    fn make(&self) -> Result<Box<dyn SeatedBots>, Trouble> {
        self.game.seat_bots(self.names.each_ref().map(Option::as_deref), self.position.as_deref(), self.seed)
    }

    /// Does something with the bots after these moves; errors and panics of bots become text. A search that was cancelled before its
    /// turn changes nothing: the game may have gone on since.
    fn with<T>(
        &self,
        new: &NewMoves,
        stop: &Stop,
        act: impl FnOnce(&mut dyn SeatedBots) -> Result<T, Trouble>,
    ) -> Result<T, String> {
        let mut seated = lock(&self.seated);
        if stop.is_cancelled() {
            return Err("the search was cancelled".to_string());
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            if seated.is_none() {
                *seated = Some(self.make()?);
            }
            let seated = &mut **seated.as_mut().expect("they were made");
            seated.follow(new.ply, &new.moves)?;
            *lock(&self.known) = new.moment;
            act(seated)
        }));
        match result {
            Ok(result) => result.map_err(|error| error.worded(&PageWords)),
            Err(_) => {
                // The state after a panic is not to be trusted.
                *seated = None;
                *lock(&self.known) = Moment::default();
                Err("the bot failed".to_string())
            }
        }
    }

    /// Has the bot of `player`, who is to move after these moves, get ready to search. `starting` is called first if its program has
    /// to be started, which is on no clock.
    pub fn prepare(
        &self,
        player: Player,
        new: &NewMoves,
        clock: Option<Clock>,
        stop: &Stop,
        starting: &mut dyn FnMut(),
    ) {
        // The search that follows says what is wrong.
        let _ = self.with(new, stop, |seated| {
            if !seated.is_ready(player) {
                starting();
                seated.prepare(clock, stop);
            }
            Ok(())
        });
    }

    /// Searches with the bot to move after these moves; `listener` receives its reports.
    pub fn search(
        &self,
        new: &NewMoves,
        clock: Option<Clock>,
        listener: SearchListener,
        stop: &Stop,
    ) -> Result<Analysis, String> {
        self.with(new, stop, |seated| seated.search(clock, listener, stop))
    }

    /// Lets the shared brain learn the finished game, which it did not play. Makes the brain if there is none.
    ///
    /// # Errors
    /// If it cannot be made or the game cannot be learnt, with the reason.
    pub fn teach_shared(
        &self,
        catalogue: &Catalogue,
        moves: &[String],
        ending: Ending,
    ) -> Result<Vec<Learnt>, String> {
        let learner = format!("learner:brain={HOUSE_BRAIN},learn=on");
        let learner = catalogue.opponent(&self.game, &learner).map_err(|problem| problem.text)?.made_by;
        // On both sides, so that the results of neither count as its own.
        let names = [Some(&*learner), Some(&*learner)];
        let taught = || {
            let mut seated = self.game.seat_bots(names, self.position.as_deref(), self.seed)?;
            seated.follow(0, moves)?;
            seated.teach(ending)
        };
        taught().map_err(|error: Trouble| error.worded(&PageWords))
    }

    /// Lets the learners learn the game, which ended after these moves.
    pub fn teach(&self, new: &NewMoves, ending: Ending) -> Result<Vec<Learnt>, String> {
        self.with(new, &Stop::never(), |seated| seated.teach(ending))
    }
}
