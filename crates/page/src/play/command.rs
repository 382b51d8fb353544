//! Inputs and outputs of the state machine.

use std::time::Duration;

use plywood_erased::{Analysis, Learnt};
use plywood_rules::Player;

use crate::play::clock::GameClock;
use crate::play::snapshot::{NextTable, Offer, Pace};

/// The number of a connection, given by the driver.
pub type ConnectionId = u64;

/// A point in time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now {
    /// Time since any fixed moment. Never falls.
    pub elapsed: Duration,
    /// Milliseconds since 1970, for dates.
    pub unix_ms: u64,
}

/// A moment of a game: the number of takebacks, and plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The number of takebacks.
    pub revision: u32,
    /// Plies played.
    pub ply: usize,
}

/// The moves of a game that a copy of it does not have yet: the copy takes back every move from `ply` on, and plays these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMoves {
    /// The ply of the first of them.
    pub ply: usize,
    /// The moves.
    pub moves: Vec<String>,
    /// The moment of the game after them, for the next [`LiveGame::moves_since`](crate::play::LiveGame::moves_since).
    pub moment: Moment,
}

/// The role of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its seat; `None` for a spectator.
    pub player: Option<Player>,
    /// True for the host of a game between two bots, or of two people who play at one screen.
    pub host: bool,
}

/// An input of the state machine.
#[derive(Clone, Debug)]
pub enum GameCommand {
    /// A connection opens.
    Join {
        /// Its number.
        connection: ConnectionId,
        /// The token of a seat; `None` for a spectator.
        token: Option<String>,
    },
    /// A connection was closed.
    Leave(ConnectionId),
    /// A person takes an open seat.
    Sit {
        /// The seat; `None` for any that is open.
        player: Option<Player>,
        /// Their name.
        name: String,
        /// The token of the seat from now on.
        token: String,
    },
    /// A connection makes a request.
    Ask(ConnectionId, Request),
    /// The answer to [`GameEffect::Roll`].
    Roll,
    /// Before the answer to [`GameEffect::StartSearch`], if a program has to be started for it: no clock runs meanwhile.
    Starts {
        /// The moment that will be searched.
        moment: Moment,
        /// True once it has started.
        done: bool,
    },
    /// The answer to [`GameEffect::StartSearch`].
    Chosen {
        /// The moment that was searched.
        moment: Moment,
        /// The choice of the bot, or why it has none.
        result: Result<Analysis, String>,
    },
    /// The answer to [`GameEffect::Teach`].
    Taught(Result<Vec<Learnt>, String>),
    /// The answer to [`GameEffect::Rematch`].
    RematchBegun(NextTable),
    /// The time [`LiveGame::alarm`](crate::play::LiveGame::alarm) has come.
    Alarm,
    /// Others need the place.
    Evict,
    /// The game could not be removed.
    NotRemoved,
}

/// A request of a connection.
#[derive(Clone, Debug)]
pub enum Request {
    /// A move.
    Move {
        /// The moment that it is meant for.
        moment: Moment,
        /// The move.
        text: String,
    },
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the offer.
    Draw,
    /// Requests a takeback, or agrees to it.
    Undo,
    /// Plays moves that were taken back again, up to the next decision of a person. For drivers whose players sit together:
    /// no one else has to agree.
    Redo,
    /// Requests a rematch, or agrees to it.
    Rematch,
    /// Declines an offer, or withdraws your own.
    Decline(Offer),
    /// Sets the pace of two bots.
    Pace(Pace),
}

/// An output of the state machine, for the driver to execute.
#[derive(Clone, Debug)]
pub enum GameEffect {
    /// Take the state of the game as it is now, and send it to everybody: at once, or where [`GameEffect::Roll`] or
    /// [`GameEffect::Persist`] follows, when that is written.
    Show,
    /// Write the snapshot, and the record of the game if it is `finished` by that. Call [`LiveGame::written`](crate::play::LiveGame::written) or
    /// [`LiveGame::not_written`](crate::play::LiveGame::not_written) before any other command.
    Persist {
        /// True if this change ended the game.
        finished: bool,
    },
    /// Send everything to a new connection, and the state to all others.
    Welcome(ConnectionId),
    /// Send the state again to this connection.
    Resend(ConnectionId),
    /// Answer with [`GameCommand::Roll`].
    Roll,
    /// Let a bot search, in place of any search that still runs. Answer with [`GameCommand::Chosen`].
    StartSearch(BotSearch),
    /// Cancel the search.
    CancelSearch,
    /// Send everybody the analysis behind the move of a bot.
    Explain(Moment, Player, Analysis),
    /// Let the learners learn the game. Answer with [`GameCommand::Taught`].
    Teach,
    /// Send everybody what was learnt.
    Lessons(Vec<Learnt>),
    /// Begin a rematch ([`LiveGame::rematch`](crate::play::LiveGame::rematch)). Answer with [`GameCommand::RematchBegun`].
    Rematch,
    /// Send this connection its invitation to the rematch, or all theirs.
    Invite(Option<ConnectionId>),
    /// Remove the game, which is abandoned. Answer with [`GameCommand::NotRemoved`] if that fails.
    Remove,
}

/// A search for the move of a bot.
#[derive(Clone, Copy, Debug)]
pub struct BotSearch {
    /// The moment that is searched.
    pub moment: Moment,
    /// The side to move.
    pub player: Player,
    /// The clocks, which run meanwhile.
    pub clock: GameClock,
}
