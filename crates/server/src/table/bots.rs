//! The bots of a table, in a session of their own, so that the table answers while they search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_erased::{Analysis, Call, Learnt, SearchListener};
use plywood_rules::{Player, Stop};
use plywood_workshop::{AnyGame, BotError, Clock, Session};

/// Keeps the random choices of the seats apart from each other and from the dice.
const SEAT_SEED: u64 = u64::MAX;

/// The bots of a table. The session is made on the thread that needs it first.
pub struct Bots {
    game: Arc<dyn AnyGame>,
    position: Option<String>,
    seed: u64,
    /// The names that make the bots; `None` for a person.
    bots: [Option<String>; 2],
    session: Mutex<Option<Box<dyn Session>>>,
}

impl Bots {
    /// Bots for a game that begins at `position`.
    pub fn new(
        game: Arc<dyn AnyGame>,
        position: Option<String>,
        seed: u64,
        bots: [Option<String>; 2],
    ) -> Arc<Bots> {
        Arc::new(Bots { game, position, seed, bots, session: Mutex::default() })
    }

    fn make(&self) -> Result<Box<dyn Session>, BotError> {
        let mut session = Arc::clone(&self.game).session(self.position.as_deref(), "", self.seed)?;
        for (player, bot) in Player::BOTH.into_iter().zip(&self.bots) {
            if let Some(bot) = bot {
                let seed = plywood_rules::random::part_seed(self.seed, SEAT_SEED - player.index() as u64);
                session.seat(player, bot, seed)?;
            }
        }
        Ok(session)
    }

    /// Does something with the session after these moves; errors and panics of bots become text.
    fn with<T>(
        &self,
        moves: &[String],
        act: impl FnOnce(&mut dyn Session) -> Result<T, BotError>,
    ) -> Result<T, String> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let result = catch_unwind(AssertUnwindSafe(|| {
            if session.is_none() {
                *session = Some(self.make()?);
            }
            let session = session.as_mut().expect("it was made");
            follow(&mut **session, moves)?;
            act(&mut **session)
        }));
        match result {
            Ok(result) => result.map_err(|error| error.to_string()),
            Err(_) => {
                // The state after a panic is not to be trusted.
                *session = None;
                Err("the bot broke down".to_string())
            }
        }
    }

    /// Searches with the bot to move after `moves`; `listener` receives its reports.
    pub fn search(
        &self,
        moves: &[String],
        clock: Option<Clock>,
        listener: SearchListener,
        stop: &Stop,
    ) -> Result<Analysis, String> {
        let analysis = self.with(moves, |session| {
            session.listen(Some(listener));
            session.think(clock, stop)
        })?;
        analysis.ok_or_else(|| "no bot is to move here".to_string())
    }

    /// Lets the learners learn the finished game.
    pub fn teach(&self, moves: &[String], call: Option<Call>) -> Result<Vec<Learnt>, String> {
        self.with(moves, |session| {
            if let Some(call) = call
                && session.ending().is_none()
            {
                session.call(call)?;
            }
            session.teach()
        })
    }
}

/// Takes back and plays moves until `moves` are played.
fn follow(session: &mut dyn Session, moves: &[String]) -> Result<(), BotError> {
    while session.ending().is_some() && session.undo() {}
    let played = session.played();
    let (plies, common) = (played.len(), played.iter().zip(moves).take_while(|(a, b)| a == b).count());
    for _ in common..plies {
        session.undo();
    }
    for text in &moves[common..] {
        session.play(text)?;
    }
    Ok(())
}
