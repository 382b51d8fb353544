//! Samples of the positions of games: of random play, or of a bot that plays itself.

use std::sync::{Arc, Mutex, PoisonError};

use plywood_rules::random::{below, part_seed};
use plywood_rules::threads::{beside, lock};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Run, Stop, TextError};

use super::game::{RANDOM_PLIES, play_game};
use super::positions::{GradePositions, GradedPosition};
use crate::AnyGame;
use crate::bot_factory::BotFactory;
use crate::trouble::Trouble;

/// Of the positions of a game, one in so many is taken.
const TAKEN: usize = 4;
/// Random games in a row without a new position, after which there are no more to look for.
const FRUITLESS: u32 = 1000;
/// The same of a bot's games: they take longer, and soon repeat if it always plays the same.
const FRUITLESS_OF_BOT: u32 = 200;

/// The positions to sample: different ones in which there is a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleOptions {
    /// Their number.
    pub count: usize,
    /// Fixes the games, and which of their positions are taken.
    pub seed: u64,
    /// The plies played before, outcomes of dice included; `None` for any number.
    pub ply: Option<u32>,
    /// The bot that plays the games with itself, after two random plies; `None` for random play.
    pub bot: Option<String>,
}

impl GradePositions {
    /// Adds a sample of positions. Without a ply, every position of every game is as likely as any other to be taken; one that was taken
    /// before is not taken again. Reports and returns the number found: fewer, if there are no more, or once it is stopped.
    ///
    /// # Errors
    /// If the bot cannot play the game, or it or the game fails, or the ply is one of the random ones before it plays.
    pub fn add_sample(
        &mut self,
        game: &Arc<dyn AnyGame>,
        sample: &SampleOptions,
        run: &Run<'_, u64>,
    ) -> Result<usize, Trouble> {
        let bot = sample.bot.as_deref().map(|bot| game.bot_factory(bot)).transpose()?;
        if bot.is_some() && sample.ply.is_some_and(|ply| ply < RANDOM_PLIES.into()) {
            let random = "a bot's games begin with two random plies, and positions come after them: ".into();
            return Err(
                TextError::of([random, ErrorPart::option("ply"), " has to be 2 or more".into()]).into()
            );
        }
        // A random game is over sooner than a thread has begun.
        let (at_a_time, most) = match &bot {
            Some(_) => (run.threads.max(1), FRUITLESS_OF_BOT),
            None => (1, FRUITLESS),
        };
        let (mut found, mut fruitless) = (0, 0);
        for first in (0..).step_by(at_a_time) {
            let games: Vec<Mutex<Option<_>>> = (0..at_a_time).map(|_| Mutex::default()).collect();
            let play = |place: usize| {
                let seed = part_seed(sample.seed, (first + place) as u64);
                taken_of_game(game, bot.as_deref(), sample.ply, seed, &run.stop)
            };
            let help = |place: usize| *lock(&games[place]) = Some(play(place));
            beside(at_a_time - 1, &help, &mut || help(0));
            // In the order of the games, and no further than needed: so their number at a time makes no difference.
            for (place, taken) in games.into_iter().enumerate() {
                if found >= sample.count || fruitless >= most || run.stop.is_raised() {
                    return Ok(found);
                }
                let before = found;
                let taken = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
                for (text, position) in taken.unwrap_or_else(|| play(place))? {
                    found += usize::from(found < sample.count && self.add(text, position));
                }
                fruitless = if found > before { 0 } else { fruitless + 1 };
                (run.progress)(found as u64);
            }
        }
        Ok(found)
    }
}

/// The positions that are taken of one game: that after `ply` plies, or each of a bot's choice as likely as any other.
fn taken_of_game(
    game: &Arc<dyn AnyGame>,
    bot: Option<&dyn BotFactory>,
    ply: Option<u32>,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<(String, GradedPosition)>, Trouble> {
    let mut taken = Vec::new();
    let first = if bot.is_some() { RANDOM_PLIES.into() } else { 0 };
    play_game(game, bot, seed, stop, &mut |session, rng| {
        let plies = session.played().len();
        let is_taken = match ply {
            Some(ply) => plies == ply as usize,
            None => below(rng, TAKEN) == 0,
        };
        if is_taken
            && plies >= first
            && session.moves().len() > 1
            && let Ok(position) = GradedPosition::of(session.playthrough())
        {
            taken.push((session.position(), position));
        }
        ply.is_none_or(|ply| plies < ply as usize)
    })?;
    Ok(taken)
}
