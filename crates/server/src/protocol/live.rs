//! A live game: its state, and the messages of its WebSocket.

use serde::{Deserialize, Serialize};

use super::board::{BoardView, Side, Step};

wire! {
    /// How a game ended.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct EndView {
        /// Who won; null for a draw.
        pub winner: Option<Side>,
        /// Why it is over.
        pub reason: Reason,
        /// What the second player pays the first, in games that end in payoffs.
        pub payoff: Option<f64>,
        /// The record of the game; null if none is kept, because nobody played.
        pub record: Option<String>,
    }

    /// Why a game is over.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Reason {
        /// Its rules say so.
        Rules,
        /// The position was there for the third time.
        Repetition,
        /// The greatest number of plies was reached.
        Plies,
        /// Somebody gave up.
        Resignation,
        /// The players agreed on a draw.
        Agreement,
        /// Somebody's time was over.
        Time,
        /// Somebody went away and did not come back.
        Absence,
    }

    /// Who is to sit in a seat.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase", deny_unknown_fields)]
    enum SeatWish {
        /// Whoever asks for the game.
        Me,
        /// Somebody else, who comes by the link or from the list.
        Open,
        /// A bot, by its name and options: `alphabeta:depth=4`, `learner:brain=house,learn=on`.
        Bot(String),
    }

    /// Who sits in a seat.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum SeatView {
        /// A person.
        Person {
            /// What they call themselves; may be empty.
            name: String,
            /// Whether a page of theirs is open now.
            here: bool,
        },
        /// A bot.
        Bot {
            /// Its name and options.
            bot: String,
        },
        /// Nobody yet.
        Open {},
    }

    /// Time for each player's moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct ClockWish {
        /// Seconds at the beginning, 1 to 86400.
        pub seconds: u32,
        /// Seconds more after each move, up to 3600.
        #[serde(default)]
        pub increment: u32,
    }

    /// The clocks, at the moment of sending.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct ClockView {
        /// What the players have left, in milliseconds.
        pub left: [u64; 2],
        /// Whose clock runs.
        pub running: Option<Side>,
        /// Milliseconds more after each move.
        pub increment: u64,
    }

    /// What stands open between the players: who asked for it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    struct Offers {
        /// A draw.
        pub draw: Option<Side>,
        /// Taking back.
        pub undo: Option<Side>,
        /// Another game, sides swapped.
        pub rematch: Option<Side>,
    }

    /// How two bots go about their game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Pace {
        /// Whether they wait.
        pub paused: bool,
        /// Milliseconds between their moves, up to 10000.
        pub millis: u32,
    }

    /// What stays the same all through a game.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct TableView {
        /// Its name, as in its address.
        pub id: String,
        /// The full name of the game.
        pub game: String,
        /// The family it belongs to: `mnk`, `cube`, `pikkpakk`, `pig`, `tree`, or another.
        pub family: String,
        /// What the players are called: the first, the second; in English.
        pub players: [String; 2],
        /// How it is played, in English; for games the page has no words for.
        pub how_to_play: String,
        /// The board.
        pub board: BoardView,
        /// The position it began at; null for the opening.
        pub start: Option<String>,
        /// Whether it is in the list of games.
        pub public: bool,
        /// Whether thoughts and hints may be asked for while it goes on: not where two people play each other.
        pub hints: bool,
        /// The greatest number of plies.
        pub max_plies: usize,
        /// Seconds a person may be away before the seat is lost.
        pub away: u32,
    }

    /// Where a live game stands.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct State {
        /// Counts all changes of the game; never falls.
        pub version: u64,
        /// Counts how often moves were taken back. A move has to name it.
        #[serde(rename = "line")]
        pub revision: u32,
        /// The position.
        pub step: Step,
        /// The moves so far.
        pub played: Vec<String>,
        /// Who made them, `null` for chance.
        pub movers: Vec<Option<Side>>,
        /// Who sits where.
        pub seats: [SeatView; 2],
        /// The clocks, if there are any.
        pub clock: Option<ClockView>,
        /// What stands open between the players.
        pub offers: Offers,
        /// Whose bot is thinking.
        pub thinking: Option<Side>,
        /// How bots go about it, where only bots play.
        pub pace: Option<Pace>,
        /// People who look on.
        pub watching: usize,
        /// How it ended, if it did.
        pub end: Option<EndView>,
        /// What keeps the bot to move from moving, if anything does; it is asked again after an undo or a new start of
        /// the house.
        pub trouble: Option<String>,
    }

    /// What a position or a move is worth, for the player who is to move there.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum ValueView {
        /// A proved win.
        Win {
            /// Plies that are enough for it, if they are known.
            plies: Option<u32>,
            /// Whether it takes just that many; it may be quicker otherwise.
            exact: bool,
        },
        /// A proved draw.
        Draw {},
        /// A proved loss.
        Loss {
            /// Plies that are enough for the other player's win, if they are known.
            plies: Option<u32>,
            /// Whether it takes just that many; it may be quicker otherwise.
            exact: bool,
        },
        /// An exact number of points, or an exact expectation.
        Exact {
            /// The points.
            points: f64,
            /// The same as a share of a win, from -1 to 1.
            share: f64,
        },
        /// A guess.
        Estimate {
            /// The points.
            points: f64,
            /// The same as a share of a win, from -1 to 1.
            share: f64,
        },
    }

    /// What a bot thinks of a position.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct ThoughtView {
        /// The bot.
        pub bot: String,
        /// The ply it thought about.
        pub ply: usize,
        /// The `line` of the game it thought in.
        #[serde(rename = "line")]
        pub revision: u32,
        /// Who was to move.
        pub side: Side,
        /// The move it would make, or made.
        pub best: String,
        /// What the position is worth for `side`.
        pub value: Option<ValueView>,
        /// The line it expects, beginning with `best`.
        pub pv: Vec<String>,
        /// All legal moves and what they are worth for `side`, where that is known.
        pub moves: Vec<MoveWorth>,
        /// Whether nothing in it is guessed: the value and that of every move are known exactly, plies included.
        pub exact: bool,
        /// Plies searched completely.
        pub depth: Option<u32>,
        /// Positions visited.
        pub nodes: u64,
        /// Seconds taken.
        pub seconds: f64,
    }

    /// What a bot knows of a position while it goes on thinking.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct ThinkingView {
        /// The ply it thinks about.
        pub ply: usize,
        /// The `line` of the game it thinks in.
        #[serde(rename = "line")]
        pub revision: u32,
        /// Who is to move.
        pub side: Side,
        /// What the position is worth for `side`, as far as it knows.
        pub value: Option<ValueView>,
        /// The line it expects, beginning with the best move so far; its first 16 moves.
        pub pv: Vec<String>,
        /// Plies searched completely.
        pub depth: Option<u32>,
        /// Positions visited so far.
        pub nodes: u64,
        /// Seconds taken so far.
        pub seconds: f64,
    }

    /// A move and what it is worth.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct MoveWorth {
        /// The move.
        pub text: String,
        /// Its value for the player who makes it.
        pub value: Option<ValueView>,
    }

    /// What a brain knows of the legal moves of a position.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct OpinionView {
        /// The brain.
        pub brain: String,
        /// Games it has learnt.
        pub games: u64,
        /// The ply asked about.
        pub ply: usize,
        /// The `line` of the game it was asked in.
        #[serde(rename = "line")]
        pub revision: u32,
        /// Every legal move in its order.
        pub moves: Vec<OpinionMove>,
    }

    /// What a brain knows of a move; everything null or 0 if it never saw it.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct OpinionMove {
        /// The move.
        pub text: String,
        /// Its value for the player who makes it, from -1 to 1.
        pub q: Option<f64>,
        /// How often it was played.
        pub visits: u64,
        /// What is proved of it.
        pub proved: Option<ValueView>,
        /// The line the brain expects, beginning with the move.
        pub line: Vec<String>,
    }

    /// What a learner learnt from the game.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct LearntView {
        /// Its brain.
        pub brain: String,
        /// Games it has learnt by now, this one included.
        pub games: u64,
        /// Positions that were new to it.
        pub new_positions: u64,
        /// Moves that were new to it.
        pub new_moves: u64,
        /// Moves it knew that are now worth something else to it.
        pub changed_moves: u64,
        /// Where it will play something else now, in the order of the game.
        pub changes: Vec<NewChoiceView>,
    }

    /// A position of the game in which a learner will play something else from now on.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct NewChoiceView {
        /// The ply.
        pub ply: usize,
        /// Who was to move.
        pub side: Side,
        /// What it would have played; null for anything new.
        pub before: Option<String>,
        /// What it will play; null for anything new.
        pub now: Option<String>,
    }

    /// What a page says over the WebSocket of a game. The first message is `hello`.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
    enum ClientMessage {
        /// Who is there. Without a token one looks on.
        Hello {
            /// The version of the protocol that the page speaks.
            protocol: u32,
            /// The token of a seat, or of whoever asked for the game.
            #[serde(default)]
            token: Option<String>,
        },
        /// A move. Sent again for the same `line` and `ply` it is answered with the state, and not played twice.
        Move {
            /// The `line` it is meant for.
            #[serde(rename = "line")]
            revision: u32,
            /// The ply it is meant for.
            ply: usize,
            /// The move, in the game's notation.
            text: String,
        },
        /// One gives up.
        Resign {},
        /// One offers a draw, or takes the one that is offered.
        Draw {},
        /// One asks to take back one's last move, or agrees to what the other one asked. Against a bot it is done at once.
        Undo {},
        /// One asks for another game, sides swapped, or agrees to it. Against a bot it begins at once.
        Rematch {},
        /// One says no to what the other one asked, or takes one's own request back.
        Decline {
            /// What is declined.
            what: Offer,
        },
        /// How bots are to go about it; from whoever asked for a game of two bots.
        Pace(Pace),
        /// What to play here, and why? Answered by `thought`, to the one who asked only.
        Think {
            /// Moves before the position asked about.
            ply: usize,
            /// Who is asked; null for what is known exactly where the game can be solved at once, else for a bot that
            /// suits it.
            #[serde(default)]
            bot: Option<String>,
        },
        /// What does a brain know here? Answered by `opinion`.
        Ask {
            /// Moves before the position asked about.
            ply: usize,
            /// The brain's name.
            brain: String,
        },
        /// Is anybody there? Answered by `pong`.
        Ping {},
    }

    /// What may stand open between the players.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Offer {
        /// A draw.
        Draw,
        /// Taking back.
        Undo,
        /// Another game, sides swapped.
        Rematch,
    }

    /// What the house says over the WebSocket of a game.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "lowercase")]
    enum ServerMessage {
        /// The answer to `hello`.
        Welcome {
            /// The version of the protocol that the house speaks.
            protocol: u32,
            /// What stays the same.
            table: Box<TableView>,
            /// The seat that the token stands for; null for one who looks on.
            you: Option<Side>,
            /// Whether the token may set the pace of the bots.
            host: bool,
            /// Where the game stands.
            state: Box<State>,
        },
        /// Something changed; this is where the game stands now. Whoever reads too slowly misses some of these, never
        /// the last one.
        State(Box<State>),
        /// What the bot to move thinks while it does, four times a second at most and only where there is news. Has no version:
        /// whoever reads slowly misses some. After the state in which the move is played none of them is about it.
        Thinking(ThinkingView),
        /// What a bot thought when it moved, or what was asked for.
        Thought(ThoughtView),
        /// What a brain knows of a position: the answer to `ask`.
        Opinion(OpinionView),
        /// What the bots learnt from the game.
        Learnt {
            /// One entry a brain.
            lessons: Vec<LearntView>,
        },
        /// The rematch has begun at another table. The token is for the one who gets it only; null for those who look on.
        Rematch {
            /// The other table.
            table: String,
            /// The seat there.
            seat: Option<Side>,
            /// Its token.
            token: Option<String>,
        },
        /// What was asked for is not done. The game goes on as it was.
        Refused(Problem),
        /// The answer to `ping`.
        Pong {},
        /// The connection is about to be closed by the house.
        Bye(Problem),
    }

    /// Why something is not done.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Problem {
        /// What it is about, for programs and translations.
        pub code: Code,
        /// What is wrong and what would do, in English.
        pub text: String,
    }

    /// What a refusal is about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Code {
        /// The message or the request cannot be read.
        Malformed,
        /// It is longer than is allowed.
        TooLong,
        /// The page speaks another version of the protocol: load it again.
        Protocol,
        /// There is no such game, table, record or file.
        NotFound,
        /// The token does not fit.
        Token,
        /// One has no seat in this game.
        NoSeat,
        /// It is not one's turn.
        NotYourTurn,
        /// The move was meant for another moment of the game.
        Stale,
        /// The move is not legal; the text says why.
        Illegal,
        /// The game is over.
        Over,
        /// The game is not over yet.
        NotOver,
        /// There is nothing to take back.
        NothingToUndo,
        /// The other one, or the bot, says no.
        Declined,
        /// Hints are not given while two people play each other.
        NoHints,
        /// The bot has trouble; the text says which.
        Bot,
        /// Too much is asked for at once: later.
        Busy,
        /// The house is full.
        Full,
        /// It could not be written to disk, and so it did not happen.
        Store,
        /// The seat is taken.
        Taken,
        /// An option is wrong; the text names it.
        Options,
        /// The page comes from somewhere else.
        Origin,
        /// The house is being closed; everything is kept.
        Closing,
        /// Something went wrong in the house.
        Internal,
    }
}
