//! A live game as it is kept on disk.

use plywood_rules::Player;
use plywood_rules::ending::Call;
use serde::{Deserialize, Serialize};

use crate::play::clock::TimeControl;
use crate::play::refusal::{RefusalCode, RefusedCommand, refuse};

/// The version of the format.
const FORMAT: u32 = 2;
/// The version before, which differs in the names of bots.
const FORMER: u32 = 1;

/// A player of a live game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// A person.
    Person {
        /// The name that they gave; may be empty.
        name: String,
        /// The secret that proves that a connection is theirs.
        token: String,
    },
    /// A bot, by its public name.
    Bot(String),
    /// Free: no player has taken it yet.
    Open,
}

impl Seat {
    /// True if a person sits here, or is to.
    pub fn is_for_person(&self) -> bool {
        !matches!(self, Seat::Bot(_))
    }
}

/// Open offers between the players: who made them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offers {
    /// A draw.
    pub draw: Option<Player>,
    /// A takeback.
    pub undo: Option<Player>,
    /// Another game, sides swapped.
    pub rematch: Option<Player>,
}

/// A kind of offer between the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Undo,
    /// Another game, sides swapped.
    Rematch,
}

/// The pace of a game between two bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pace {
    /// True while they wait.
    pub paused: bool,
    /// Milliseconds between their moves, up to 10000.
    pub millis: u32,
}

/// A rematch that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTable {
    /// Its table.
    pub table: String,
    /// For the people of this game, by their seats here.
    pub seats: [Option<NextSeat>; 2],
    /// The token of the host, if there is one.
    pub host: Option<String>,
}

/// A seat of a rematch, and its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextSeat(pub Player, pub String);

/// A live game as it is kept on disk: everything that is needed to continue it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSnapshot {
    format: u32,
    /// Its name.
    pub id: String,
    /// The full name of the game.
    pub game: String,
    /// The position where it began; `None` for the opening.
    pub position: Option<String>,
    /// All moves from there.
    pub moves: Vec<String>,
    /// The number of moves that were played already when it began.
    pub base: usize,
    /// The number of takebacks.
    #[serde(rename = "line")]
    pub revision: u32,
    /// The players, the first player first.
    #[serde(rename = "chairs")]
    pub seats: [Seat; 2],
    /// The token of the host: of a game between two bots, or of two people who play at one screen.
    pub host: Option<String>,
    /// True if it is in the list of games.
    pub public: bool,
    /// The limit of plies, at which it is a draw.
    pub max_plies: usize,
    /// Seconds a person may be away.
    pub away: u32,
    /// Time for each player's moves.
    pub clock: Option<TimeControl>,
    /// The time left, in milliseconds.
    pub left: [u64; 2],
    /// The pace of two bots.
    pub pace: Option<Pace>,
    /// The seed of dice and bots.
    pub seed: u64,
    /// The time when it was begun, in milliseconds since 1970.
    pub begun: u64,
    /// Open offers between the players.
    pub offers: Offers,
    /// The decision from outside that ended it.
    pub called: Option<Call>,
    /// The time when it ended, in milliseconds since 1970.
    pub ended: Option<u64>,
    /// True once its learners have learnt it.
    pub taught: bool,
    /// The rematch that followed.
    pub next: Option<NextTable>,
    /// The half points of the games before in this series of rematches, by the seats here: 2 for a win, 1 for a draw.
    #[serde(default, skip_serializing_if = "is_first")]
    pub score: [u32; 2],
}

/// True if no game came before.
fn is_first(score: &[u32; 2]) -> bool {
    *score == [0, 0]
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
            score: [0, 0],
        }
    }

    /// A new game `id` with sides swapped, and the invitation to it. `score` are the half points so far, by the seats of this game.
    /// Tokens come from `secret`.
    pub(crate) fn rematch(
        &self,
        [first, second]: [u32; 2],
        id: String,
        secret: impl Fn() -> String,
        seed: u64,
        begun: u64,
    ) -> (GameSnapshot, NextTable) {
        let mut next = NextTable { table: id.clone(), seats: [None, None], host: None };
        next.host = self.host.as_ref().map(|_| secret());
        let mut seats = [Seat::Open, Seat::Open];
        for player in Player::BOTH {
            seats[player.other().index()] = match (&self.seats[player.index()], &next.host) {
                (Seat::Person { name, .. }, Some(host)) => {
                    Seat::Person { name: name.clone(), token: host.clone() }
                }
                (Seat::Person { name, .. }, None) => {
                    let token = secret();
                    next.seats[player.index()] = Some(NextSeat(player.other(), token.clone()));
                    Seat::Person { name: name.clone(), token }
                }
                (other, _) => other.clone(),
            };
        }
        let mut snapshot = GameSnapshot {
            position: self.position.clone(),
            moves: self.moves[..self.base].to_vec(),
            base: self.base,
            host: next.host.clone(),
            public: self.public,
            max_plies: self.max_plies,
            away: self.away,
            pace: self.pace.map(|pace| Pace { paused: false, ..pace }),
            seed,
            begun,
            score: [second, first],
            ..GameSnapshot::new(id, self.game.clone(), seats)
        };
        snapshot.set_clock(self.clock);
        (snapshot, next)
    }

    /// Sets the clocks to their beginning.
    pub fn set_clock(&mut self, clock: Option<TimeControl>) {
        self.clock = clock;
        self.left = [clock.map_or(0, |clock| u64::from(clock.seconds) * 1000); 2];
    }

    /// The snapshot as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a snapshot can always be written")
    }

    /// Reads a snapshot. `renamed` gives today's name of a bot in a snapshot of the version before.
    ///
    /// # Errors
    /// If it is damaged or has another format.
    pub fn from_bytes(bytes: &[u8], renamed: impl Fn(&str) -> String) -> Result<GameSnapshot, String> {
        let mut snapshot: GameSnapshot = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match snapshot.format {
            FORMAT => {}
            FORMER => {
                for seat in &mut snapshot.seats {
                    if let Seat::Bot(name) = seat {
                        *name = renamed(name);
                    }
                }
                snapshot.format = FORMAT;
            }
            other => return Err(format!("it has format {other}, and this program knows {FORMAT}")),
        }
        Ok(snapshot)
    }

    /// The seat of a token, and true if it is the token of the host. Where two people play at one screen, the host has both seats.
    ///
    /// # Errors
    /// If the token fits nothing here.
    pub fn seat_of(&self, token: &str) -> Result<(Option<Player>, bool), RefusedCommand> {
        if self.host.as_deref().is_some_and(|own| same(own, token)) {
            return Ok((None, true));
        }
        for player in Player::BOTH {
            if let Seat::Person { token: own, .. } = &self.seats[player.index()]
                && same(own, token)
            {
                return Ok((Some(player), false));
            }
        }
        refuse(RefusalCode::Token, "this link or token is not one of a seat at this table")
    }

    /// True if a seat is open.
    pub fn has_open_seat(&self) -> bool {
        self.seats.contains(&Seat::Open)
    }

    /// True if two people play, or are to play.
    pub fn is_between_people(&self) -> bool {
        self.seats.iter().all(Seat::is_for_person)
    }

    /// True if two people play at one screen: the host has both seats.
    pub fn is_at_one_screen(&self) -> bool {
        self.host.is_some() && self.seats.iter().all(|seat| matches!(seat, Seat::Person { .. }))
    }

    /// True if hints may be given during the game: not if two people play each other, each at a screen of their own.
    pub fn allows_hints(&self) -> bool {
        !self.is_between_people() || self.is_at_one_screen()
    }

    /// True if only bots play.
    pub fn is_between_bots(&self) -> bool {
        !self.seats.iter().any(Seat::is_for_person)
    }
}

/// Compares two secrets in a time that does not depend on where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_renaming(name: &str) -> String {
        panic!("'{name}' has the name of its version")
    }

    #[test]
    fn a_snapshot_reads_back_and_knows_its_tokens() {
        let person = Seat::Person { name: "é\"<".into(), token: "secret".into() };
        let mut snapshot =
            GameSnapshot::new("id".into(), "tictactoe".into(), [person, Seat::Bot("random".into())]);
        snapshot.set_clock(Some(TimeControl { seconds: 60, increment: 2 }));
        snapshot.called = Some(Call::Left(Player::Second));
        assert_eq!(GameSnapshot::from_bytes(&snapshot.to_bytes(), no_renaming), Ok(snapshot.clone()));
        assert_eq!(snapshot.seat_of("secret"), Ok((Some(Player::First), false)));
        for wrong in ["", "secre", "secret ", "Secret"] {
            assert_eq!(snapshot.seat_of(wrong).unwrap_err().code, RefusalCode::Token);
        }
        assert!(GameSnapshot::from_bytes(b"{}", no_renaming).is_err());
        let newer = String::from_utf8(snapshot.to_bytes()).unwrap().replace("\"format\":2", "\"format\":3");
        assert!(GameSnapshot::from_bytes(newer.as_bytes(), no_renaming).unwrap_err().contains("format 3"));
    }

    /// The names on disk are a promise: a game of an older program can be continued.
    #[test]
    fn the_format_on_disk_stays() {
        let text = r#"{"format":1,"id":"i","game":"pig","position":null,"moves":["roll"],"base":0,"line":3,
            "chairs":[{"Person":{"name":"","token":"t"}},{"Bot":"old"}],"host":null,"public":true,"max_plies":9,"away":60,
            "clock":{"seconds":60,"increment":0},"left":[1,2],"pace":null,"seed":7,"begun":8,
            "offers":{"draw":"first","undo":null,"rematch":null},"called":{"OutOfTime":"second"},"ended":9,
            "taught":false,"next":{"table":"n","seats":[["second","u"],null],"host":null}}"#;
        let renamed = |name: &str| name.replace("old", "new");
        let snapshot = GameSnapshot::from_bytes(text.as_bytes(), renamed).unwrap();
        assert_eq!((snapshot.revision, snapshot.offers.draw), (3, Some(Player::First)));
        assert_eq!(snapshot.called, Some(Call::OutOfTime(Player::Second)));
        let written: String = text.split_whitespace().collect();
        let written = written.replace("\"format\":1", "\"format\":2").replace("old", "new");
        assert_eq!(String::from_utf8(snapshot.to_bytes()).unwrap(), written);
        // Names of its own version stay.
        assert_eq!(
            GameSnapshot::from_bytes(written.replace("new", "old").as_bytes(), renamed).unwrap().seats[1],
            Seat::Bot("old".into())
        );
    }
}
