//! The HTTP interface: what there is to play, tables and records.

use plywood_rules::Player;

use super::board::{BoardView, Piece, StepView};
use super::live::{EndReason, Pace, SeatRequest, SeatView, TimeControl};

/// Records of one page of the list.
pub const RECORDS: usize = 30;

wire! {
    /// `GET api/house`: the games and bots to play.
    struct CatalogueView {
        /// The version of the protocol.
        pub protocol: u32,
        /// The version of the program.
        pub version: String,
        /// The games for the lobby, in their order.
        pub games: Vec<GameCard>,
        /// The puzzles of the page.
        pub puzzles: Vec<PuzzlesView>,
        /// All families of games with their options, for games that have no card.
        pub families: Vec<FamilyView>,
        /// All bots that play any game, with their options.
        pub bots: Vec<BotView>,
        /// The levels of the bot `level`, from level 1 up.
        pub levels: Vec<LevelView>,
        /// The most seconds that a bot may search for a move.
        pub think_seconds: f64,
    }

    /// A game of the lobby.
    struct GameCard {
        /// The key of its words in the page: `tictactoe`, `pikkpakk`.
        pub key: String,
        /// The full name of the game.
        pub game: String,
        /// Its family.
        pub family: String,
        /// A description in one English sentence.
        pub about: String,
        /// The opponents to offer: random play, levels from weak to strong, then those of another kind.
        pub opponents: Vec<OpponentView>,
        /// The index of the usual opponent, a level that follows the results of a person: the quick-start button uses it.
        pub middling: usize,
        /// True if the learner can play it.
        pub learns: bool,
        /// Plies after which its picture begins.
        pub begins: u32,
        /// The first player to hold out against, where it is known to win; null for other games.
        #[serde(default)]
        pub champion: Option<ChampionView>,
    }

    /// A bot that moves first in a game that the first player wins.
    struct ChampionView {
        /// Its name and options, for [`SeatRequest::Bot`].
        pub bot: String,
        /// True if it plays by a proof of the win: it never goes wrong.
        pub proved: bool,
    }

    /// A file of puzzles: [`Puzzles`](plywood_workshop::Puzzles) that a client can read back.
    struct PuzzlesView {
        /// The name of the file, without its ending.
        pub file: String,
        /// The name of their game.
        pub game: String,
        /// The number of puzzles.
        pub count: u32,
    }

    /// An opponent to offer.
    struct OpponentView {
        /// Its name and options, for [`SeatRequest::Bot`].
        pub bot: String,
        /// Games its brain has learnt, if it has one.
        pub games: Option<u64>,
    }

    /// A family of games: a [`FamilyInfo`](plywood_workshop::FamilyInfo) that a client can read back, as its texts are its own.
    struct FamilyView {
        /// The name to ask for it by.
        pub name: String,
        /// A description in one English sentence.
        pub about: String,
        /// The options it takes.
        pub parameters: Vec<ParameterView>,
        /// Short names for some of its games, with the options that each sets.
        pub aliases: Vec<(String, String)>,
    }

    /// A bot: a [`BotInfo`](plywood_erased::BotInfo) that a client can read back.
    struct BotView {
        /// Its name.
        pub name: String,
        /// A description in one English sentence.
        pub about: String,
        /// The options it takes.
        pub parameters: Vec<ParameterView>,
    }

    /// A level for people: a [`Level`](plywood_workshop::Level) without its number, which is its place in the list.
    struct LevelView {
        /// Positions it may visit for a move.
        pub nodes: u32,
        /// The share of its moves that are any legal move, from 0 to 1.
        pub blunder: f64,
    }

    /// An option: a [`Parameter`](plywood_rules::options::Parameter) that a client can read back.
    struct ParameterView {
        /// Its name, left of the equals sign.
        pub key: String,
        /// The values that it takes.
        pub values: ValuesView,
        /// The value where none is given; may be empty.
        pub default: String,
        /// Its purpose, in a few English words.
        pub about: String,
    }

    /// The values that an option takes: a [`Kind`](plywood_rules::options::Kind) as the server accepts it, without names of files.
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum ValuesView {
        /// A whole number within bounds, or one of these words.
        Integer {
            /// The least.
            min: u32,
            /// The greatest.
            max: u32,
            /// The words.
            words: Vec<String>,
        },
        /// A decimal number within bounds.
        Number {
            /// The least.
            min: f64,
            /// The greatest.
            max: f64,
        },
        /// One of these words.
        Choice {
            /// The words.
            words: Vec<String>,
        },
        /// A length of time: `500ms`, `2s`.
        Time {},
        /// A name: letters, digits, dashes and underscores.
        Name {},
    }

    /// `GET api/game?name=...`: a game of any options.
    struct GameView {
        /// Its full name.
        pub game: String,
        /// Its family.
        pub family: String,
        /// The names of the players, in English.
        pub players: [String; 2],
        /// The rules, in English.
        pub how_to_play: String,
        /// The opponents to offer: random play, levels from weak to strong, then those of another kind.
        pub opponents: Vec<OpponentView>,
        /// The index of the usual opponent.
        pub middling: usize,
        /// Bots that only play this game.
        pub own_bots: Vec<BotView>,
        /// Its static evaluations: the name and a description in English.
        pub evaluations: Vec<(String, String)>,
        /// True if the learner can play it.
        pub learns: bool,
        /// The brains there are for it, and the games they have learnt.
        pub brains: Vec<(String, u64)>,
        /// The programs whose networks can be asked about positions.
        #[serde(default)]
        pub networks: Vec<String>,
        /// The proofs that the server has of it.
        pub proofs: Vec<ProofView>,
        /// The board.
        pub board: BoardView,
        /// The opening.
        pub step: StepView,
    }

    /// A proof of the server.
    struct ProofView {
        /// Its short name.
        pub name: String,
        /// Its state.
        pub state: ProofStateView,
    }

    /// The state of a proof, without the proof.
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum ProofStateView {
        /// It is still to be checked.
        Waits {},
        /// It was checked.
        Checked {
            /// Its claims: a win, that one player cannot lose, or for a draw both.
            claims: Vec<ClaimView>,
        },
        /// It was checked and proves nothing.
        Refused {
            /// Why, in English.
            reason: String,
        },
    }

    /// A claim about the position at which a proof begins, in the words of a [`TreeProof`](plywood_workshop::TreeProof).
    #[derive(Copy, Eq)]
    struct ClaimView {
        /// The player who follows it.
        pub player: Player,
        /// True if that player wins; else it does not lose.
        pub wins: bool,
    }

    /// `POST api/look`: positions of a game, as they come about. For looking back, for lines that bots expect, and for
    /// the boards of the lobby.
    #[serde(deny_unknown_fields)]
    struct LookRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        pub moves: Vec<String>,
        /// The first ply to show; the last one if a game with random moves is over before.
        #[serde(default)]
        pub from: usize,
        /// Plies to add with moves chosen at random (0 to 60): a game that plays itself.
        #[serde(default)]
        pub random: usize,
    }

    /// The answer to a look. At most 400 steps: where there are more, ask again from the next ply.
    struct LookView {
        /// The full name of the game.
        pub game: String,
        /// Its family.
        pub family: String,
        /// The names of the players, in English.
        pub players: [String; 2],
        /// The board.
        pub board: BoardView,
        /// The positions from `from` on.
        pub steps: Vec<StepView>,
        /// All plies there are.
        pub plies: usize,
        /// All moves, as the game names them: several may be given in a word, and passes left out.
        pub moves: Vec<String>,
        /// The number of variations among the given moves.
        pub variations: usize,
        /// The moves with those variations that can be played, as a list of moves with parentheses; null if there are none.
        pub side_lines: Option<String>,
        /// How to write a position that was set up by hand; null where positions have another form.
        #[serde(default)]
        pub setup: Option<SetupView>,
        /// True if `api/replies` may know why a player is safe.
        #[serde(default)]
        pub replies: bool,
    }

    /// A way to write positions: the rows of the picture, a number for each run of free squares, `/` between rows, and after a blank
    /// the letter of the side to move.
    struct SetupView {
        /// The letters of pieces and their owners, those of both players first.
        pub letters: Vec<(char, Piece)>,
        /// The number of squares around the board that are in the picture alone, on each side.
        pub border: usize,
    }

    /// `POST api/tables`: a game to be played.
    #[serde(deny_unknown_fields)]
    struct TableRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// Moves that are played already: to go on from any ply of another game.
        #[serde(default)]
        pub moves: Vec<String>,
        /// The players.
        pub seats: [SeatRequest; 2],
        /// Your name, at most 40 characters; may be empty.
        #[serde(default)]
        pub name: String,
        /// Time for each player's moves; null for no limit.
        pub clock: Option<TimeControl>,
        /// True if it is in the list, for anybody to join or watch.
        #[serde(default)]
        pub public: bool,
        /// The greatest number of plies, after which it is a draw; null for the server's limit.
        pub max_plies: Option<usize>,
        /// Seconds a person may be away before the seat is lost; null for the server's limit.
        pub away: Option<u32>,
        /// The pace of the bots, if only bots play.
        pub pace: Option<Pace>,
    }

    /// A table made, or a seat taken.
    struct SeatTaken {
        /// The table.
        pub table: String,
        /// The seat; null if two bots play, or two people at one screen.
        pub seat: Option<Player>,
        /// Its token. A client with this token has the seat.
        pub token: String,
    }

    /// `POST api/tables/{id}/seats`: to sit down at an open seat.
    #[serde(deny_unknown_fields)]
    struct SitRequest {
        /// Which seat; null for any that is open.
        pub seat: Option<Player>,
        /// Your name, at most 40 characters; may be empty.
        #[serde(default)]
        pub name: String,
    }

    /// A line of `GET api/tables`: the public games that are not over.
    struct TableLine {
        /// Its name.
        pub id: String,
        /// The game.
        pub game: String,
        /// Its family.
        pub family: String,
        /// The players.
        pub seats: [SeatView; 2],
        /// Plies played.
        pub plies: usize,
        /// Time for each player's moves.
        pub clock: Option<TimeControl>,
        /// The time of its start, in milliseconds since 1970.
        pub begun: u64,
    }

    /// A line of `GET api/records?before=...&game=...`: games that are over, the newest first.
    struct RecordLine {
        /// Its name.
        pub id: String,
        /// Its place in the order: ask for those before it.
        pub number: u64,
        /// The game.
        pub game: String,
        /// Its family.
        pub family: String,
        /// The players: people by the name they gave (may be empty), bots by theirs.
        pub players: [SeatView; 2],
        /// The winner; null for a draw.
        pub winner: Option<Player>,
        /// Why it was over.
        pub reason: EndReason,
        /// Plies played.
        pub plies: usize,
        /// The time of its end, in milliseconds since 1970.
        pub ended: u64,
    }

    /// `GET api/records/{id}`: a finished game; `api/records/{id}/text` is the same as a file.
    struct RecordView {
        /// Its line in the list.
        pub line: RecordLine,
        /// The position it began at; null for the opening.
        pub position: Option<String>,
        /// The moves.
        pub moves: Vec<String>,
        /// The players who made them, null for chance.
        pub movers: Vec<Option<Player>>,
        /// The record as text.
        pub text: String,
        /// True if it is in the list: not if two people played each other in private.
        pub listed: bool,
    }

    /// `POST api/records/read`: the text of a record, or SGF or GGF, to be replayed. Answered by a [`ReadRecord`].
    #[serde(deny_unknown_fields)]
    struct ReadRequest {
        /// The text, at most 64 kB; the first game in it is taken.
        pub text: String,
    }

    /// A record read from a text: a [`Record`](plywood_erased::Record) whose moves were checked, by the full name of its game.
    struct ReadRecord {
        /// The game.
        pub game: String,
        /// The position it began at; null for the opening.
        pub position: Option<String>,
        /// The moves.
        pub moves: Vec<String>,
        /// Tags as they are in the file.
        pub tags: Vec<(String, String)>,
        /// The number of variations in the text.
        pub variations: usize,
        /// The moves with those variations that can be played, as a list of moves with parentheses; null if there are none.
        pub side_lines: Option<String>,
    }

    /// `POST api/records/write`: a game to be written as a record, with its variations. Answered by a [`WrittenRecord`].
    #[serde(deny_unknown_fields)]
    struct WriteRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves, as a list of moves: variations are in parentheses.
        pub moves: String,
        /// `First`, `Second`, `Result` and other tags of the record. Those of the game and its position are made anew.
        #[serde(default)]
        pub tags: Vec<(String, String)>,
    }

    /// A record as text: a [`Record`](plywood_erased::Record) as it is in a file.
    struct WrittenRecord {
        /// The text, as `POST api/records/read` reads it.
        pub text: String,
    }

    /// The query of `GET api/game`: a game by its name.
    struct GameQuery {
        /// The name.
        pub name: String,
    }

    /// `POST api/qr`: a link to be drawn as a QR code. Answered by SVG in a string. The link may lead to a seat, and so is no query, which
    /// proxies write down.
    #[serde(deny_unknown_fields)]
    struct LinkRequest {
        /// The link, at most 500 bytes.
        pub link: String,
    }

    /// The query of `GET api/records`: a page of the list, the newest first.
    struct RecordsQuery {
        /// Only records with smaller numbers; null for the newest.
        #[serde(default)]
        pub before: Option<u64>,
        /// Only records of this game.
        #[serde(default)]
        pub game: Option<String>,
    }
}
