//! Games whose positions are graded: of random play, or of a bot that plays itself.

use std::sync::Arc;

use plywood_rules::random::{below, part_seed};
use plywood_rules::{Stop, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::AnyGame;
use crate::bot_factory::BotFactory;
use crate::session::Session;
use crate::trouble::Trouble;

/// Plies of a game at most.
const LONGEST: usize = 1000;
/// Random plies that a bot's games begin with, so that they differ.
pub(super) const RANDOM_PLIES: u16 = 2;

/// Plays a game at random, or after the first plies by a bot. Shows each position in which a player decides, and goes on as long as `see`
/// returns true. Returns the plies.
pub(super) fn play_game(
    game: &Arc<dyn AnyGame>,
    bot: Option<&dyn BotFactory>,
    seed: u64,
    stop: &Stop,
    see: &mut dyn FnMut(&dyn Session, &mut dyn Rng) -> bool,
) -> Result<usize, Trouble> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut session = Arc::clone(game).session(None, "", seed)?;
    while session.ending().is_none() && session.played().len() < LONGEST && !stop.is_raised() {
        let plies = session.played().len();
        match session.turn() {
            Turn::Decision(_) if !see(&*session, &mut rng) => break,
            Turn::Decision(_) => match bot.filter(|_| plies >= RANDOM_PLIES.into()) {
                Some(bot) => {
                    let seed = part_seed(seed, plies as u64);
                    let played = session.played().join(" ");
                    session.play(&bot.analyse(None, &played, seed, stop)?.best)?;
                }
                None => {
                    let moves = session.moves();
                    session.play(&moves[below(&mut rng, moves.len())])?;
                }
            },
            Turn::Chance => drop(session.roll()?),
            Turn::Over(_) => break,
        }
    }
    Ok(session.played().len())
}
