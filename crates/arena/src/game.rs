//! One game between two bots.
//!
//! The referee trusts the rules and no bot: a panic is caught and a move is played only if it is on the list
//! of legal moves. Rules say nothing of play that never ends, so the referee adds what they lack: threefold
//! repetition and a limit of plies are draws.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use plywood_rules::ending::{Call, Ending};
use plywood_rules::student::Ended;
use plywood_rules::{Clock, Instant, Player, Stop, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::spent::Spent;
use crate::table::{Fault, Next, Table};

/// The time by which a move may exceed the clock before the game is lost: a thread that was ready in time may have to
/// wait for a processor.
pub const GRACE: Duration = Duration::from_millis(10);

/// Instant bots play this many plies between two checks of the stop: a check costs as much as a move.
const INSTANT_PLIES: u32 = 64;

/// The default limit of plies.
pub const MAX_PLIES: u32 = 10_000;

/// The limits of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameLimits {
    /// A game that has lasted for this many plies after the opening is a draw.
    pub max_plies: u32,
    /// The time of each player for the whole game, and the increment of each move; without it time does not count.
    pub clock: Option<Clock>,
    /// True if all bots are instant and there is no clock.
    pub instant: bool,
}

/// The seeds of a game's random choices: each player's choices and the dice stay the same whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seeds {
    /// For chance nodes.
    pub dice: u64,
    /// For the first player's bot and the second player's.
    pub bots: [u64; 2],
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<M> {
    /// All moves from the start on, those of the opening and the outcomes of chance included.
    pub moves: Vec<M>,
    /// The number of opening moves among them.
    pub opening: usize,
    /// The end of the game.
    pub ending: Ending,
}

/// A finished game, without its moves.
pub(crate) struct Finished {
    /// The number of its moves.
    pub plies: usize,
    /// The number of opening moves among them.
    pub opening: usize,
    pub ending: Ending,
    /// The first player's time and the second player's.
    pub spent: [Spent; 2],
}

/// The reason why a game was not finished.
pub(crate) enum Halt {
    /// It was stopped.
    Stopped,
    /// This player's bot failed, after so many plies.
    Failed(Player, usize, Fault),
}

/// Plays a game to its end, from `next` on, the turn after an opening of so many plies. Stopping, by `stop` or once `wanted`
/// returns false, takes effect when a bot has answered, and that answer is not played. A bot whose time runs out is
/// stopped, and has lost.
///
/// # Errors
/// If a bot panics or answers with a move that is not legal, and if the game is stopped before it is over.
pub(crate) fn play_game(
    table: &mut dyn Table,
    (mut next, opening): (Next, usize),
    limits: GameLimits,
    seeds: Seeds,
    stop: &Stop,
    wanted: &dyn Fn() -> bool,
) -> Result<Finished, Halt> {
    let mut dice = None;
    // Not `map`, which copies a generator of 320 bytes twice.
    let mut rngs = [ChaCha8Rng::seed_from_u64(seeds.bots[0]), ChaCha8Rng::seed_from_u64(seeds.bots[1])];
    let (mut plies, mut checked) = (opening, opening);
    let mut spent = [Spent::default(); 2];
    let mut clocks = [limits.clock; 2];
    let begun = Instant::now();
    let ending = loop {
        let player = match next {
            None => break Ending::Repetition,
            Some(Turn::Over(outcome)) => break Ending::Rules(outcome),
            Some(Turn::Decision(player)) => Some(player),
            Some(Turn::Chance) => None,
        };
        let Some(left) = limits.max_plies.checked_sub((plies - opening) as u32).filter(|&left| left > 0)
        else {
            break Ending::Called(Call::PlyLimit);
        };
        let Some(mut player) = player else {
            table.roll(dice.get_or_insert_with(|| ChaCha8Rng::seed_from_u64(seeds.dice)));
            next = table.play();
            plies += 1;
            continue;
        };
        // A bot that panicked is not asked again, so the state it was left in does not matter.
        if limits.instant {
            let mut counts = [0; 2];
            let most = left.min(INSTANT_PLIES);
            let answers = catch_unwind(AssertUnwindSafe(|| {
                table.play_on(&mut player, most, &mut rngs, stop, &mut counts)
            }));
            plies += (counts[0] + counts[1]) as usize;
            let answers = answers.unwrap_or_else(|payload| Err(Fault::of_panic(&*payload)));
            next = answers.map_err(|fault| Halt::Failed(player, plies, fault))?;
            spent.iter_mut().zip(counts).for_each(|(spent, count)| spent.moves += count);
            if plies - checked >= INSTANT_PLIES as usize {
                checked = plies;
                if stop.is_raised() || !wanted() {
                    return Err(Halt::Stopped);
                }
            }
            continue;
        }
        let (clock, rng) = (&mut clocks[player.index()], &mut rngs[player.index()]);
        let limited = clock.map(|clock| stop.within(clock.left + GRACE));
        let asked = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            table.ask(player, *clock, rng, limited.as_ref().unwrap_or(stop))
        }));
        let answer = answer.unwrap_or_else(|payload| Err(Fault::of_panic(&*payload)));
        answer.map_err(|fault| Halt::Failed(player, plies, fault))?;
        if stop.is_raised() || !wanted() {
            return Err(Halt::Stopped);
        }
        let time = asked.elapsed();
        let left = clock.map(|clock| clock.left);
        spent[player.index()].add(time, left);
        if left.is_some_and(|left| time >= left + GRACE) {
            break Ending::Called(Call::OutOfTime(player));
        }
        if let Some(clock) = clock {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        next = table.play();
        plies += 1;
    };
    // Two readings of the clock take longer than an instant bot: with such bots alone the game is timed as a
    // whole.
    if limits.instant {
        Spent::share(&mut spent, begun.elapsed());
    }
    let ended = match ending {
        Ending::Rules(outcome) => Ended::Rules(outcome),
        Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
    };
    table
        .finish(opening, ended)
        .map_err(|(player, reason)| Halt::Failed(player, plies, Fault::Trouble(reason)))?;
    Ok(Finished { plies, opening, ending, spent })
}
