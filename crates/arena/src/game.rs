//! One game between two bots.
//!
//! The referee trusts the rules and no bot: a panic is caught and a move is played only if it is on the list
//! of legal moves. Rules say nothing of play that never ends, so the referee adds what they lack: threefold
//! repetition and a limit of plies are draws.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Clock, Instant, Player, Stop, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::spent::Spent;
use crate::table::{BotFault, MatchGame, NextTurn, Opinion};

/// The time by which a move may exceed the clock before the game is lost: a thread that was ready in time may have to
/// wait for a processor.
pub const GRACE: Duration = Duration::from_millis(10);

/// Instant bots play this many plies between two checks of the stop: a check costs as much as a move.
const INSTANT_PLIES: u32 = 64;

/// The default limit of plies.
pub const MAX_PLIES: u32 = 10_000;

/// Ends a game early when both bots know how it will end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjudication {
    /// A bot says that a player wins if its value is a chance of at least this, from above 0.5 to 1; and that the game is drawn
    /// if it has proved that.
    pub chance: f64,
    /// The number of answers in a row, of both bots, that have to say the same.
    pub answers: u32,
}

/// The limits of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameLimits {
    /// A game that has lasted for this many plies after the opening is a draw.
    pub max_plies: u32,
    /// The time of each player for the whole game, and the increment of each move; without it time does not count.
    pub clock: Option<Clock>,
    /// Ends games that both bots know.
    pub adjudication: Option<Adjudication>,
    /// True if all bots are instant, and there is neither clock nor adjudication nor judge.
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
pub struct GameRecord<M> {
    /// All moves from the start on, those of the opening and the outcomes of chance included.
    pub moves: Vec<M>,
    /// The number of opening moves among them.
    pub opening: usize,
    /// The end of the game.
    pub ending: Ending,
}

/// A finished game, without its moves.
pub(crate) struct GameSummary {
    /// The number of its moves.
    pub plies: usize,
    /// The number of opening moves among them.
    pub opening: usize,
    pub ending: Ending,
    /// The failure of a program from outside that ended it, in words.
    pub failure: Option<String>,
    /// The first player's time and the second player's.
    pub spent: [Spent; 2],
}

/// The reason why a game was not finished.
pub(crate) enum GameHalt {
    /// It was stopped.
    Stopped,
    /// This player's bot failed, after so many plies.
    Failed(Player, usize, BotFault),
}

/// The answers in a row that say the same of the end of a game.
#[derive(Default)]
struct Agreement {
    /// The winner, or that it will be a draw.
    said: Option<Option<Player>>,
    /// The answers of each player that said so.
    by: [u32; 2],
}

impl Agreement {
    /// Counts an answer of `player`. Returns the end that both bots are sure of.
    fn hear(&mut self, player: Player, value: Option<Opinion>, rule: Adjudication) -> Option<Option<Player>> {
        let said = match value {
            Some(Opinion::Drawn) => Some(None),
            Some(Opinion::Chance(chance)) if chance >= rule.chance => Some(Some(player)),
            Some(Opinion::Chance(chance)) if 1.0 - chance >= rule.chance => Some(Some(player.other())),
            _ => None,
        };
        if said != self.said {
            *self = Agreement { said, by: [0; 2] };
        }
        self.by[player.index()] += 1;
        self.said.filter(|_| self.by[0] > 0 && self.by[1] > 0 && self.by[0] + self.by[1] >= rule.answers)
    }
}

/// Plays a game to its end, from `next` on, the turn after an opening of so many plies. Stopping, by `stop` or once `wanted`
/// returns false, takes effect when a bot has answered, and that answer is not played. A bot whose time runs out is
/// stopped, and has lost; so has a program from outside that fails.
///
/// # Errors
/// If any other bot fails, and if the game is stopped before it is over.
pub(crate) fn play_game(
    table: &mut dyn MatchGame,
    (mut next, opening): (NextTurn, usize),
    limits: GameLimits,
    seeds: Seeds,
    stop: &Stop,
    wanted: &dyn Fn() -> bool,
) -> Result<GameSummary, GameHalt> {
    let mut dice = None;
    // Not `map`, which copies a generator of 320 bytes twice.
    let mut rngs = [ChaCha8Rng::seed_from_u64(seeds.bots[0]), ChaCha8Rng::seed_from_u64(seeds.bots[1])];
    let (mut plies, mut checked) = (opening, opening);
    let mut spent = [Spent::default(); 2];
    let mut clocks = [limits.clock; 2];
    let mut agreement = Agreement::default();
    let mut failure = None;
    let begun = Instant::now();
    let ending = loop {
        if let Some(winner) = table.known_winner(next) {
            break Ending::Called(Call::Adjudicated(winner));
        }
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
            let answers = answers.unwrap_or_else(|payload| Err(BotFault::of_panic(&*payload)));
            next = answers.map_err(|fault| GameHalt::Failed(player, plies, fault))?;
            spent.iter_mut().zip(counts).for_each(|(spent, count)| spent.moves += count);
            if plies - checked >= INSTANT_PLIES as usize {
                checked = plies;
                if stop.is_raised() || !wanted() {
                    return Err(GameHalt::Stopped);
                }
            }
            continue;
        }
        let (clock, rng) = (&mut clocks[player.index()], &mut rngs[player.index()]);
        let mut asked = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            spent[player.index()].start += table.prepare(player, *clock, rng, stop);
            // The start of a program is not on its clock.
            asked = Instant::now();
            let limited = clock.map(|clock| stop.within(clock.left + GRACE));
            table.ask(player, *clock, rng, limited.as_ref().unwrap_or(stop))
        }));
        let answer = answer.unwrap_or_else(|payload| Err(BotFault::of_panic(&*payload)));
        let time = asked.elapsed();
        let outside = table.is_outside(player);
        // A program from outside that was stopped has no answer.
        if (outside || answer.is_ok()) && (stop.is_raised() || !wanted()) {
            return Err(GameHalt::Stopped);
        }
        let left = clock.map(|clock| clock.left);
        spent[player.index()].add(time, left);
        let late = left.is_some_and(|left| time >= left + GRACE);
        let opinion = match answer {
            Err(fault) if outside => {
                failure = Some(match fault {
                    BotFault::Trouble(reason) => reason.to_string(),
                    fault => fault.to_string(),
                });
                break Ending::Called(Call::Failed(player));
            }
            _ if late && outside => None,
            answer => answer.map_err(|fault| GameHalt::Failed(player, plies, fault))?,
        };
        if late {
            break Ending::Called(Call::OutOfTime(player));
        }
        let agreed = limits.adjudication.and_then(|rule| agreement.hear(player, opinion, rule));
        if let Some(clock) = clock {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        next = table.play();
        plies += 1;
        // A game that its rules end needs no referee.
        if let Some(winner) = agreed
            && !matches!(next, None | Some(Turn::Over(_)))
        {
            break Ending::Called(Call::Adjudicated(winner));
        }
    };
    // Two readings of the clock take longer than an instant bot: with such bots alone the game is timed as a
    // whole.
    if limits.instant {
        Spent::share(&mut spent, begun.elapsed());
    }
    // Rules that failed stop the match and end the game somehow: it is neither counted nor learnt.
    if stop.is_cancelled() {
        return Err(GameHalt::Stopped);
    }
    table
        .finish(opening, ending)
        .map_err(|(player, reason)| GameHalt::Failed(player, plies, BotFault::Trouble(reason)))?;
    Ok(GameSummary { plies, opening, ending, failure, spent })
}

/// The player that the first-named bot is in a game of this number.
pub(crate) fn player_of_first_bot(number: u64) -> Player {
    if number.is_multiple_of(2) { Player::First } else { Player::Second }
}
