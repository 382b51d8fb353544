//! Bots for every game, which see games as text.

use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{BotInfo, Ending, TextAnswer, TextBot, TextTurn, TypedPlaythrough};
use plywood_rules::options::Options;
use plywood_rules::{Bot, Playable, Position, Report, Stop, TextError};
use rand_core::Rng;

/// Makes a bot from its options.
pub(crate) type BuildTextBot = Box<dyn Fn(&Options) -> Result<Box<dyn TextBot>, TextError> + Send + Sync>;

/// A bot that was added to a workshop.
pub(crate) struct AddedBot {
    pub info: BotInfo,
    pub build: BuildTextBot,
}

/// A [`TextBot`] as a bot of one game. It follows the game, so that the bot sees the start and all moves.
pub(crate) struct TypedBot<G: Playable> {
    bot: Box<dyn TextBot>,
    play: TypedPlaythrough<G>,
    trouble: Option<TextError>,
}

impl<G: Playable> TypedBot<G> {
    pub fn new(game: Arc<G>, bot: Box<dyn TextBot>) -> TypedBot<G> {
        let start = game.initial();
        TypedBot { bot, play: TypedPlaythrough::at(game, start, 0), trouble: None }
    }

    /// Brings the game to `position`. If its past is not known, or is none by the rules, the game begins there.
    fn follow(&mut self, position: &Position<'_, G>) {
        if self.play.follow(position.history, position.state) {
            return;
        }
        let start = position.history.first().unwrap_or(position.state);
        self.play = TypedPlaythrough::at(Arc::clone(self.play.rules()), start.clone(), 0);
        if !self.play.follow(position.history, position.state) {
            self.play = TypedPlaythrough::at(Arc::clone(self.play.rules()), position.state.clone(), 0);
        }
    }

    /// The legal part of the line that the bot expects, which begins with `best`.
    fn line(&self, best: G::Move, pv: &[String]) -> Vec<G::Move> {
        let (game, mut state) = (self.play.rules(), self.play.state().clone());
        let mut line = Vec::new();
        for text in pv {
            let Ok(mv) = game.parse_move(&state, text) else { break };
            if line.is_empty() && mv != best {
                break;
            }
            line.push(mv);
            game.play(&mut state, mv);
        }
        if line.is_empty() { vec![best] } else { line }
    }
}

impl<G: Playable> Bot<G> for TypedBot<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        self.follow(&position);
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let turn = TextTurn { position: &self.play, clock: position.clock };
        let answer = self.bot.answer(&turn, rng, stop).and_then(|answer| {
            let best = game.parse_move(position.state, &answer.mv);
            best.map(|best| (best, answer)).map_err(|error| format!("illegal move: {error}"))
        });
        match answer {
            Ok((best, TextAnswer { value, pv, .. })) => {
                Report { value, pv: self.line(best, &pv), ..Report::without_value(best, moves) }
            }
            Err(reason) => {
                self.trouble = Some(TextError::new(reason));
                Report::without_value(moves[0], moves)
            }
        }
    }

    fn is_ready(&self) -> bool {
        self.bot.is_ready()
    }

    fn prepare(&mut self, _game: &G, position: Position<'_, G>, rng: &mut dyn Rng, stop: &Stop) -> Duration {
        self.follow(&position);
        let turn = TextTurn { position: &self.play, clock: position.clock };
        self.bot.prepare(&turn, rng, stop)
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.trouble.take()
    }

    fn is_outside(&self) -> bool {
        self.bot.is_outside()
    }

    fn game_over(&mut self, ending: Ending) {
        self.bot.game_over(ending);
    }
}
