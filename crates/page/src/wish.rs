//! Wishes for a new game become its snapshot, or a refusal.

use plywood_rules::Player;

use crate::catalogue::Catalogue;
use crate::ids::{self, RandomBytes};
use crate::names;
use crate::play::{GameSnapshot, Seat};
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{Pace, SeatRequest, SeatTaken, TableRequest, TimeControl};

/// The shortest limit on absence that may be asked for, in seconds.
const LEAST_AWAY: u32 = 10;
/// The usual pause between the moves of two bots, in milliseconds.
const USUAL_PACE: u32 = 700;

/// The limits of games.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    /// Plies of a game, after which it is a draw.
    pub most_plies: usize,
    /// Seconds a person may be away.
    pub away: u32,
}

/// Reads a wish at a time in milliseconds since 1970: the snapshot of the game, and the seat of the player who asks.
///
/// # Errors
/// If something about the wish is wrong. May take a moment for large games.
pub fn read(
    wish: &TableRequest,
    catalogue: &Catalogue,
    limits: TableLimits,
    random: impl Fn() -> RandomBytes,
    now: u64,
) -> Result<(GameSnapshot, SeatTaken), Problem> {
    let wrong = |text: String| Err(Problem::new(RefusalCode::Options, text));
    let game = catalogue.game(&wish.game)?;
    Problem::if_too_long(&wish.moves)?;
    let begin = |moves: &[String]| {
        game.begin(wish.position.as_deref(), &moves.join(" "), 0).map_err(Problem::options)
    };
    let session = begin(&wish.moves)?;
    if session.ending().is_some() {
        return wrong("there is nothing to play: the game is over where it begins".to_string());
    }
    // At one screen, the name of one would stand for two.
    let both = wish.seats.iter().all(|seat| *seat == SeatRequest::Me);
    let name = if both { String::new() } else { names::check(&wish.name)? };
    let token = ids::secret(random());
    let mut seat = None;
    let mut seats = [Seat::Open, Seat::Open];
    for side in Player::BOTH {
        seats[side.index()] = match &wish.seats[side.index()] {
            SeatRequest::Me => {
                seat = Some(side).filter(|_| !both);
                Seat::Person { name: name.clone(), token: token.clone() }
            }
            SeatRequest::Open => Seat::Open,
            SeatRequest::Bot(bot) => Seat::Bot(catalogue.opponent(&game, bot)?.name),
        };
    }
    let bots = seats.iter().all(|seat| matches!(seat, Seat::Bot(_)));
    if seat.is_none() && !bots && !both {
        return wrong("take a seat yourself ('me'), or name two bots".to_string());
    }
    let mut snapshot = GameSnapshot::new(ids::id(random()), game.name(), seats);
    snapshot.position =
        wish.position.as_ref().map(|_| begin(&[]).map(|start| start.position())).transpose()?;
    snapshot.moves = session.played().to_vec();
    snapshot.base = snapshot.moves.len();
    snapshot.host = (bots || both).then(|| token.clone());
    snapshot.public = wish.public;
    snapshot.pace = bots.then(|| wish.pace.unwrap_or(Pace { paused: false, millis: USUAL_PACE }));
    if wish.pace.is_some_and(|pace| pace.millis > 10_000) {
        return wrong("'pace.millis' has to be 0 to 10000".to_string());
    }
    let most = limits.most_plies.max(snapshot.base + 1);
    snapshot.max_plies = wish.max_plies.unwrap_or(most);
    if !(snapshot.base + 1..=most).contains(&snapshot.max_plies) {
        return wrong(format!("'max_plies' has to be {} to {most}", snapshot.base + 1));
    }
    snapshot.away = wish.away.unwrap_or(limits.away);
    let least = LEAST_AWAY.min(limits.away);
    if !(least..=limits.away).contains(&snapshot.away) {
        return wrong(format!("'away' has to be {least} to {} seconds", limits.away));
    }
    if let Some(TimeControl { seconds, increment }) = wish.clock
        && (!(1..=86_400).contains(&seconds) || increment > 3600)
    {
        return wrong("a clock has 1 to 86400 seconds and an increment of 0 to 3600".to_string());
    }
    snapshot.set_clock(wish.clock);
    snapshot.seed = ids::seed(random());
    snapshot.begun = now;
    let taken = SeatTaken { table: snapshot.id.clone(), seat, token };
    Ok((snapshot, taken))
}
