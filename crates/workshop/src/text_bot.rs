//! Bots for every game, which see games as text.

use std::sync::Arc;

use plywood_erased::{BotInfo, Playthrough, TypedPlaythrough};
use plywood_rules::options::Options;
use plywood_rules::{Bot, Playable, Position, Report, Stop, TextError};
use rand_core::Rng;

/// A bot that plays every game. It sees positions and moves as text, so it need not know the types of a game.
pub trait TextBot: Send {
    /// Chooses one of the [moves](Playthrough::moves) of `position`, in which a player decides. All its random
    /// choices come from `rng`; it returns at once when `stop` is raised.
    fn choose(&mut self, position: &dyn Playthrough, rng: &mut dyn Rng, stop: &Stop) -> String;
}

/// Makes a bot from its options.
pub(crate) type BuildTextBot = Box<dyn Fn(&Options) -> Result<Box<dyn TextBot>, TextError> + Send + Sync>;

/// A bot that was added to a workshop.
pub(crate) struct AddedBot {
    pub info: BotInfo,
    pub build: BuildTextBot,
}

/// A [`TextBot`] as a bot of one game.
pub(crate) struct TypedBot<G> {
    pub game: Arc<G>,
    pub bot: Box<dyn TextBot>,
    pub trouble: Option<String>,
}

impl<G: Playable> Bot<G> for TypedBot<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let text = game.state_text(position.state);
        let best = TypedPlaythrough::new(Arc::clone(&self.game), Some(&text), "", 0)
            .map(|position| self.bot.choose(&position, rng, stop))
            .and_then(|text| game.parse_move(position.state, &text));
        self.trouble = best.as_ref().err().map(ToString::to_string);
        Report::without_value(best.unwrap_or(moves[0]), moves)
    }

    fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}
