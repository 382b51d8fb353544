//! A game under way in a protocol, and the bot that plays both sides of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use plywood_erased::{Analysis, Playthrough, SearchListener};
use plywood_outside::ugi::SearchLimits;
use plywood_rules::options::Parameter;
use plywood_rules::{Stop, Turn};
use plywood_workshop::{AnyGame, Clock, SeatedBots, Trouble, Workshop, default_bot};

use super::limits::{bot_within, deadline};
use crate::output::Failure;

/// The reason why something cannot be done, in one line.
pub type RefusalText = String;

/// An error in one line.
pub fn in_a_line(error: impl ToString) -> RefusalText {
    error.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// A game under way and its bot.
pub struct BotGame {
    pub game: Arc<dyn AnyGame>,
    /// The name of the bot, with its options.
    bot: String,
    seed: u64,
    /// The position that the game began with; `None` for the opening.
    start: Option<String>,
    pub play: Box<dyn Playthrough>,
    seated: Option<Seated>,
}

/// Bots that follow the game, and their name.
struct Seated {
    name: String,
    bots: Box<dyn SeatedBots>,
}

/// The bot that plays a game where none is named.
pub fn usual_bot(game: &dyn AnyGame) -> &'static str {
    default_bot(&game.details())
}

impl BotGame {
    /// The opening of `game`, with `bot` or the usual one.
    pub fn new(game: Arc<dyn AnyGame>, bot: Option<&str>, seed: u64) -> Result<BotGame, Trouble> {
        let bot = bot.unwrap_or_else(|| usual_bot(&*game)).to_string();
        game.check_bot(&bot)?;
        let play = game.begin(None, "", seed)?;
        Ok(BotGame { game, bot, seed, start: None, play, seated: None })
    }

    /// The opening of the game that `name` names.
    pub fn open(workshop: &Workshop, name: &str, bot: Option<&str>, seed: u64) -> Result<BotGame, Failure> {
        Ok(BotGame::new(workshop.open(name)?, bot, seed)?)
    }

    pub fn bot(&self) -> &str {
        &self.bot
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The options that bots of this kind take.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.game.read_bot(&self.bot).map_or(&[], |named| named.info().parameters)
    }

    /// Lets another bot play on.
    pub fn set_bot(&mut self, bot: &str) -> Result<(), RefusalText> {
        self.game.check_bot(bot).map_err(in_a_line)?;
        self.bot = bot.to_string();
        Ok(())
    }

    /// Changes the seed of all that is random from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.seated = None;
    }

    /// Another game, for which bots remember nothing of this one.
    pub fn begin_anew(&mut self) {
        self.seated = None;
        self.set_position(None, "").expect("the opening is a position");
    }

    /// Goes to a position; the game stays as it is if there is an error.
    pub fn set_position(&mut self, start: Option<&str>, moves: &str) -> Result<(), RefusalText> {
        let play = self.game.begin(start, moves, self.seed).map_err(in_a_line)?;
        if self.start.as_deref() != start {
            self.seated = None;
            self.start = start.map(str::to_string);
        }
        self.play = play;
        Ok(())
    }

    /// Prepares the search of the position.
    pub fn ask(&mut self, limits: &SearchLimits, stop: &Stop) -> Result<PreparedSearch, RefusalText> {
        let mover = match (self.play.ending(), self.play.turn()) {
            (Some(_), _) | (_, Turn::Over(_)) => return Err("the game is over".to_string()),
            (None, Turn::Chance) => {
                let outcomes = self.play.moves().join(" ");
                return Err(format!("chance decides here; play what came, one of {outcomes}"));
            }
            (None, Turn::Decision(player)) => player,
        };
        let clock = limits.clocks[mover.index()];
        let stop = deadline(limits.time, clock).map_or_else(|| stop.clone(), |time| stop.within(time));
        let name = bot_within(limits, &self.bot, self.parameters());
        let mut seated = match self.seated.take().filter(|seated| seated.name == name) {
            Some(seated) => seated,
            None => {
                let bots = self.game.seat_bots([Some(&name), Some(&name)], self.start.as_deref(), self.seed);
                Seated { bots: bots.map_err(in_a_line)?, name }
            }
        };
        seated.bots.follow(0, self.play.played()).map_err(in_a_line)?;
        Ok(PreparedSearch { seated, clock, stop })
    }

    /// Takes the bots back after a search.
    pub fn answered(&mut self, answered: FinishedSearch) -> Result<Analysis, RefusalText> {
        self.seated = answered.seated;
        answered.result
    }

    /// Searches the position and waits for the answer.
    pub fn search(&mut self, limits: &SearchLimits, stop: &Stop) -> Result<Analysis, RefusalText> {
        let answered = self.ask(limits, stop)?.answer(Arc::new(|_| {}));
        self.answered(answered)
    }

    /// Searches the position and plays the move.
    pub fn search_and_play(&mut self, limits: &SearchLimits, stop: &Stop) -> Result<Analysis, RefusalText> {
        let analysis = self.search(limits, stop)?;
        self.play.play(&analysis.best).map_err(in_a_line)?;
        Ok(analysis)
    }
}

/// A search that is about to begin, on any thread.
pub struct PreparedSearch {
    seated: Seated,
    clock: Option<Clock>,
    stop: Stop,
}

/// The bots after a search, unless they panicked, and the result.
pub struct FinishedSearch {
    seated: Option<Seated>,
    pub result: Result<Analysis, RefusalText>,
}

impl PreparedSearch {
    /// Searches. A bot that panics, as a user's own may, is made anew for the next search.
    pub fn answer(self, listener: SearchListener) -> FinishedSearch {
        let PreparedSearch { mut seated, clock, stop } = self;
        let search = AssertUnwindSafe(|| seated.bots.search(clock, listener, &stop));
        match catch_unwind(search) {
            Ok(result) => FinishedSearch { seated: Some(seated), result: result.map_err(in_a_line) },
            Err(_) => FinishedSearch { seated: None, result: Err(format!("bot '{}' panicked", seated.name)) },
        }
    }
}
