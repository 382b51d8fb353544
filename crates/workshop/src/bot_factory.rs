//! Bots of one name that are asked at many positions.

use std::sync::Arc;

use plywood_erased::{Analysis, TypedPlaythrough};
use plywood_rules::{Playable, Stop};

use crate::bots::{self, BotPurpose, Factory, NamedBot};
use crate::shared::Opened;
use crate::trouble::Trouble;
use crate::typed::TypedSession;

/// Makes a new bot for each position, and reads its files, such as a brain, once for all of them.
pub trait BotFactory: Send + Sync {
    /// The move of a new bot after `moves` from `position` (the opening if `None`), as
    /// [`Session::analyse`](crate::Session::analyse) gives it there.
    ///
    /// # Errors
    /// If the position or a move is wrong or no player is to move, or the bot failed.
    fn analyse(
        &self,
        position: Option<&str>,
        moves: &str,
        seed: u64,
        stop: &Stop,
    ) -> Result<Analysis, Trouble>;
}

/// The factory of one game type.
pub(crate) struct TypedFactory<G: Playable> {
    opened: Opened<G>,
    bot: NamedBot,
    make: Factory<G>,
}

impl<G: Playable> TypedFactory<G> {
    pub fn new(opened: &Opened<G>, bot: &str) -> Result<TypedFactory<G>, Trouble> {
        let bot = bots::read(opened, bot)?;
        let make = bots::factory_of(opened, &bot, BotPurpose::Move)?;
        Ok(TypedFactory { opened: opened.clone(), bot, make })
    }
}

impl<G: Playable> BotFactory for TypedFactory<G> {
    fn analyse(
        &self,
        position: Option<&str>,
        moves: &str,
        seed: u64,
        stop: &Stop,
    ) -> Result<Analysis, Trouble> {
        let play = TypedPlaythrough::new(Arc::clone(&self.opened.rules), position, moves, 0)?;
        let session = TypedSession { play, opened: self.opened.clone(), listener: None };
        session.decider()?;
        let _proof = session.proof_of(&self.bot, stop)?;
        session.ask_about(&mut *(self.make)(), seed, stop)
    }
}
