//! A live game as it is kept on disk.

use plywood_rules::Player;
use plywood_workshop::Call;
use serde::{Deserialize, Serialize};

use crate::problem::{Code, Problem};
use crate::protocol::{ClockWish, Offers, Pace, Side};

/// The version of what is written.
const FORMAT: u32 = 1;

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chair {
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

impl Chair {
    /// Whether a person sits here, or is to.
    pub fn is_for_person(&self) -> bool {
        !matches!(self, Chair::Bot(_))
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
pub struct Sheet {
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
    pub line: u32,
    /// Who sits where.
    pub chairs: [Chair; 2],
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

impl Sheet {
    /// A game that begins now.
    pub fn new(id: String, game: String, chairs: [Chair; 2]) -> Sheet {
        Sheet {
            format: FORMAT,
            id,
            game,
            position: None,
            moves: Vec::new(),
            base: 0,
            line: 0,
            chairs,
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

    /// The same game with sides swapped, begun anew, with chairs of its own.
    pub fn swapped(
        &self,
        id: String,
        chairs: [Chair; 2],
        host: Option<String>,
        seed: u64,
        now: u64,
    ) -> Sheet {
        let mut sheet = Sheet::new(id, self.game.clone(), chairs);
        sheet.position.clone_from(&self.position);
        sheet.moves = self.moves[..self.base].to_vec();
        sheet.base = self.base;
        sheet.host = host;
        sheet.public = self.public;
        sheet.max_plies = self.max_plies;
        sheet.away = self.away;
        sheet.set_clock(self.clock);
        sheet.pace = self.pace.map(|pace| Pace { paused: false, ..pace });
        sheet.seed = seed;
        sheet.begun = now;
        sheet
    }

    /// Sets the clocks to their beginning.
    pub fn set_clock(&mut self, clock: Option<ClockWish>) {
        self.clock = clock;
        self.left = [clock.map_or(0, |clock| u64::from(clock.seconds) * 1000); 2];
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a sheet can always be written")
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sheet, String> {
        let sheet: Sheet = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if sheet.format != FORMAT {
            return Err(format!("it has format {}, and this program knows {FORMAT}", sheet.format));
        }
        Ok(sheet)
    }

    /// The seat that a token stands for, and whether it may set the pace of bots.
    ///
    /// # Errors
    /// If the token fits nothing here.
    pub fn seat_of(&self, token: &str) -> Result<(Option<Side>, bool), Problem> {
        for side in Side::BOTH {
            if let Chair::Person { token: own, .. } = &self.chairs[side.index()]
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
        self.chairs.iter().all(Chair::is_for_person)
    }

    /// Whether only bots play.
    pub fn is_between_bots(&self) -> bool {
        !self.chairs.iter().any(Chair::is_for_person)
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
        let person = Chair::Person { name: "é\"<".into(), token: "secret".into() };
        let mut sheet = Sheet::new("id".into(), "tictactoe".into(), [person, Chair::Bot("random".into())]);
        sheet.set_clock(Some(ClockWish { seconds: 60, increment: 2 }));
        sheet.called = Some(Called::Left(Side::Second));
        assert_eq!(Sheet::from_bytes(&sheet.to_bytes()), Ok(sheet.clone()));
        assert_eq!(sheet.seat_of("secret"), Ok((Some(Side::First), false)));
        for wrong in ["", "secre", "secret ", "Secret"] {
            assert_eq!(sheet.seat_of(wrong).unwrap_err().code, Code::Token);
        }
        assert!(Sheet::from_bytes(b"{}").is_err());
        let newer = String::from_utf8(sheet.to_bytes()).unwrap().replace("\"format\":1", "\"format\":2");
        assert!(Sheet::from_bytes(newer.as_bytes()).unwrap_err().contains("format 2"));
    }
}
