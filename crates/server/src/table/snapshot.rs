//! A live game as it is kept on disk.

use plywood_erased::Call;
use plywood_rules::Player;
use serde::{Deserialize, Serialize};

use crate::problem::{Code, Problem};
use crate::protocol::{ClockWish, Offers, Pace, Side};

/// The version of what is written.
const FORMAT: u32 = 1;

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// A person.
    Person {
        /// What they call themselves.
        name: String,
        /// Whoever has this has the seat.
        token: String,
    },
    /// A bot, by the name everybody sees.
    Bot(String),
    /// Nobody yet.
    Open,
}

impl Seat {
    /// Whether a person sits here, or is to.
    pub fn is_for_person(&self) -> bool {
        !matches!(self, Seat::Bot(_))
    }
}

/// What ended a game from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Called {
    /// Somebody gave up.
    Resigned(Side),
    /// Somebody's time was over.
    OutOfTime(Side),
    /// Somebody did not come back.
    Left(Side),
    /// The players agreed on a draw.
    Agreed,
    /// It reached the greatest number of plies.
    PlyLimit,
}

impl From<Called> for Call {
    fn from(called: Called) -> Call {
        match called {
            Called::Resigned(side) => Call::Resigned(Player::from(side)),
            Called::OutOfTime(side) => Call::OutOfTime(Player::from(side)),
            Called::Left(side) => Call::Left(Player::from(side)),
            Called::Agreed => Call::Agreed,
            Called::PlyLimit => Call::PlyLimit,
        }
    }
}

/// A rematch that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTable {
    /// Its table.
    pub table: String,
    /// For those who sat here, by their seats here: the seat there and its token.
    pub seats: [Option<(Side, String)>; 2],
    /// For whoever asked for a game of two bots.
    pub host: Option<String>,
}

/// A live game as it is kept on disk: all that is needed to go on with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSnapshot {
    format: u32,
    /// Its name.
    pub id: String,
    /// The full name of the game.
    pub game: String,
    /// Where it began; `None` for the opening.
    pub position: Option<String>,
    /// All moves from there.
    pub moves: Vec<String>,
    /// How many of them were there from the beginning.
    pub base: usize,
    /// How often moves were taken back.
    #[serde(rename = "line")]
    pub revision: u32,
    /// The players, the first player first.
    #[serde(rename = "chairs")]
    pub seats: [Seat; 2],
    /// The token of whoever asked for a game of two bots.
    pub host: Option<String>,
    /// Whether it is in the list.
    pub public: bool,
    /// The greatest number of plies.
    pub max_plies: usize,
    /// Seconds a person may be away.
    pub away: u32,
    /// Time for each player's moves.
    pub clock: Option<ClockWish>,
    /// What is left of it, in milliseconds.
    pub left: [u64; 2],
    /// How bots go about it.
    pub pace: Option<Pace>,
    /// Fixes dice and bots.
    pub seed: u64,
    /// When it was begun, in milliseconds since 1970.
    pub begun: u64,
    /// What stands open between the players.
    pub offers: Offers,
    /// What ended it from outside.
    pub called: Option<Called>,
    /// When it was over, in milliseconds since 1970.
    pub ended: Option<u64>,
    /// Whether those who learn were told.
    pub taught: bool,
    /// The rematch that came of it.
    pub next: Option<NextTable>,
}

impl GameSnapshot {
    /// A game that begins now.
    pub fn new(id: String, game: String, seats: [Seat; 2]) -> GameSnapshot {
        GameSnapshot {
            format: FORMAT,
            id,
            game,
            position: None,
            moves: Vec::new(),
            base: 0,
            revision: 0,
            seats,
            host: None,
            public: false,
            max_plies: usize::MAX,
            away: u32::MAX,
            clock: None,
            left: [0, 0],
            pace: None,
            seed: 0,
            begun: 0,
            offers: Offers::default(),
            called: None,
            ended: None,
            taught: false,
            next: None,
        }
    }

    /// The same game with sides swapped, begun anew, with seats of its own.
    pub fn swapped(
        &self,
        id: String,
        seats: [Seat; 2],
        host: Option<String>,
        seed: u64,
        now: u64,
    ) -> GameSnapshot {
        let mut snapshot = GameSnapshot::new(id, self.game.clone(), seats);
        snapshot.position.clone_from(&self.position);
        snapshot.moves = self.moves[..self.base].to_vec();
        snapshot.base = self.base;
        snapshot.host = host;
        snapshot.public = self.public;
        snapshot.max_plies = self.max_plies;
        snapshot.away = self.away;
        snapshot.set_clock(self.clock);
        snapshot.pace = self.pace.map(|pace| Pace { paused: false, ..pace });
        snapshot.seed = seed;
        snapshot.begun = now;
        snapshot
    }

    /// Sets the clocks to their beginning.
    pub fn set_clock(&mut self, clock: Option<ClockWish>) {
        self.clock = clock;
        self.left = [clock.map_or(0, |clock| u64::from(clock.seconds) * 1000); 2];
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a snapshot can always be written")
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<GameSnapshot, String> {
        let snapshot: GameSnapshot = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if snapshot.format != FORMAT {
            return Err(format!("it has format {}, and this program knows {FORMAT}", snapshot.format));
        }
        Ok(snapshot)
    }

    /// The seat that a token stands for, and whether it may set the pace of bots.
    ///
    /// # Errors
    /// If the token fits nothing here.
    pub fn seat_of(&self, token: &str) -> Result<(Option<Side>, bool), Problem> {
        for side in Side::BOTH {
            if let Seat::Person { token: own, .. } = &self.seats[side.index()]
                && same(own, token)
            {
                return Ok((Some(side), false));
            }
        }
        if self.host.as_deref().is_some_and(|own| same(own, token)) {
            return Ok((None, true));
        }
        Err(Problem::new(Code::Token, "this link or token is not one of a seat at this table"))
    }

    /// Whether two people play, or are to play.
    pub fn is_between_people(&self) -> bool {
        self.seats.iter().all(Seat::is_for_person)
    }

    /// Whether only bots play.
    pub fn is_between_bots(&self) -> bool {
        !self.seats.iter().any(Seat::is_for_person)
    }
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_reads_back_and_knows_its_tokens() {
        let person = Seat::Person { name: "é\"<".into(), token: "secret".into() };
        let mut snapshot =
            GameSnapshot::new("id".into(), "tictactoe".into(), [person, Seat::Bot("random".into())]);
        snapshot.set_clock(Some(ClockWish { seconds: 60, increment: 2 }));
        snapshot.called = Some(Called::Left(Side::Second));
        assert_eq!(GameSnapshot::from_bytes(&snapshot.to_bytes()), Ok(snapshot.clone()));
        assert_eq!(snapshot.seat_of("secret"), Ok((Some(Side::First), false)));
        for wrong in ["", "secre", "secret ", "Secret"] {
            assert_eq!(snapshot.seat_of(wrong).unwrap_err().code, Code::Token);
        }
        assert!(GameSnapshot::from_bytes(b"{}").is_err());
        let newer = String::from_utf8(snapshot.to_bytes()).unwrap().replace("\"format\":1", "\"format\":2");
        assert!(GameSnapshot::from_bytes(newer.as_bytes()).unwrap_err().contains("format 2"));
    }
}
