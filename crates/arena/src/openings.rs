//! Openings: the moves a game begins with before the bots take over, so that two deterministic bots do not repeat the
//! same game.

use plywood_rules::Turn;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::table::{MatchGame, NextTurn};

/// The source of a match's openings. Both games of a pair get the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings<M> {
    /// No openings: every game starts at the start.
    #[default]
    None,
    /// These move sequences, used in turn and again from the beginning when there are more pairs. They
    /// include chance outcomes.
    List(Vec<Vec<M>>),
    /// This many random plies, different for each pair; fewer if the game would be over by then.
    Random {
        /// Moves and outcomes of chance together.
        plies: u16,
    },
}

/// Checks that every opening of a list of `count` can be played and leaves a game to play.
pub(crate) fn check_listed(table: &mut dyn MatchGame, count: usize) -> Result<(), String> {
    if count == 0 {
        return Err("the list of openings is empty".to_string());
    }
    for number in 1..=count {
        let mut next = table.restart();
        let mut ply = 0;
        while let Some(legal) = table.choose_listed(number as u64 - 1, ply) {
            ply += 1;
            if !legal {
                let at = table.position();
                return Err(format!("move {ply} of opening {number} is not legal at '{at}'"));
            }
            next = table.play();
        }
        if is_finished(next) {
            return Err(format!("opening {number} leaves nothing to play: the game is over after it"));
        }
    }
    Ok(())
}

/// Goes back to the start and plays the opening of pair number `pair`, which has a seed of its own: that of the list if there
/// is one, or `plies` random plies. Returns the number of its plies.
pub(crate) fn play_opening(table: &mut dyn MatchGame, plies: u16, pair: u64, seed: u64) -> (NextTurn, usize) {
    if plies > 0 {
        return random_opening(table, usize::from(plies), &mut ChaCha8Rng::seed_from_u64(seed));
    }
    let mut next = table.restart();
    let mut ply = 0;
    while table.choose_listed(pair, ply).is_some() {
        next = table.play();
        ply += 1;
    }
    (next, ply)
}

/// The number of attempts at an opening of the full length before a shorter one is taken.
const TRIES: u32 = 20;

/// Plays an opening of `plies` random plies, or the longest that was found.
fn random_opening(table: &mut dyn MatchGame, plies: usize, rng: &mut ChaCha8Rng) -> (NextTurn, usize) {
    let mut longest = (0, rng.clone());
    for _ in 0..TRIES {
        let before = rng.clone();
        let (next, length) = random_walk(table, plies, rng);
        if length == plies {
            return (next, length);
        }
        if length > longest.0 {
            longest = (length, before);
        }
    }
    let (plies, mut rng) = longest;
    random_walk(table, plies, &mut rng)
}

/// Plays up to `plies` random plies from the start, and one more if the game is over after that. Returns the number without it.
fn random_walk(table: &mut dyn MatchGame, plies: usize, rng: &mut ChaCha8Rng) -> (NextTurn, usize) {
    let mut next = table.restart();
    for length in 0..plies {
        match next {
            Some(Turn::Decision(_)) => table.choose_any(rng),
            Some(Turn::Chance) => table.roll(rng),
            None | Some(Turn::Over(_)) => return (next, length),
        }
        next = table.play();
        if is_finished(next) {
            return (next, length);
        }
    }
    (next, plies)
}

/// True if play ends there.
pub(crate) fn is_finished(next: NextTurn) -> bool {
    matches!(next, None | Some(Turn::Over(_)))
}
