//! A live game: its state, and the messages of its WebSocket.

use plywood_rules::Player;

pub use plywood_rules::student::Revalued;

use super::board::{BoardView, Place, StepView};
pub use crate::play::{ClockView, Offer, Offers, Pace, RefusalCode, TimeControl};

wire! {
    /// The end of a game.
    struct EndView {
        /// The winner; null for a draw.
        pub winner: Option<Player>,
        /// Why it is over.
        pub reason: EndReason,
        /// The payoff of the second player to the first, in games that end in payoffs.
        pub payoff: Option<f64>,
        /// The record of the game; null if none is kept, because no move was played.
        pub record: Option<String>,
    }

    /// The reason why a game is over: an [`Ending`](plywood_erased::Ending) in one word, without the player that it names, as
    /// [`EndView::winner`] says that.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "lowercase")]
    enum EndReason {
        /// Its rules say so.
        Rules,
        /// Threefold repetition.
        Repetition,
        /// Move limit reached.
        Plies,
        /// A player resigned.
        Resignation,
        /// The players agreed on a draw.
        Agreement,
        /// A player ran out of time.
        Time,
        /// A player went away and did not come back.
        Absence,
        /// A program from outside failed.
        Failure,
        /// A referee knew how it would end.
        Adjudication,
    }

    /// The wanted occupant of a seat.
    #[derive(Eq)]
    #[serde(rename_all = "lowercase", deny_unknown_fields)]
    enum SeatRequest {
        /// The sender of the request. On both seats: two people who play at one screen.
        Me,
        /// Another person, who joins by the link or from the list.
        Open,
        /// A bot, by its name and options: `alphabeta:depth=4`, `learner:brain=house,learn=on`.
        Bot(String),
    }

    /// The occupant of a seat: a [`Seat`](crate::play::Seat) without its token, which stays secret.
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum SeatView {
        /// A person.
        Person {
            /// Their name; may be empty.
            name: String,
            /// True if a page of theirs is open now.
            here: bool,
        },
        /// A bot.
        Bot {
            /// Its name and options.
            bot: String,
        },
        /// Open: no player yet.
        Open {},
    }

    /// The parts of a game that never change.
    struct TableView {
        /// Its name, as in its address.
        pub id: String,
        /// The full name of the game.
        pub game: String,
        /// The family it belongs to: `mnk`, `cube`, `pikkpakk`, `pig`, `tree`, or another.
        pub family: String,
        /// The names of the players: the first, the second; in English.
        pub players: [String; 2],
        /// The rules, in English; for games the page has no words for.
        pub how_to_play: String,
        /// The board.
        pub board: BoardView,
        /// The position it began at; null for the opening.
        pub start: Option<String>,
        /// True if it is in the list of games.
        pub public: bool,
        /// True if analyses and hints may be asked for during the game: not if two people play each other, each at a screen of their own.
        pub hints: bool,
        /// The limit of plies.
        pub max_plies: usize,
        /// Seconds a person may be away before the seat is lost.
        pub away: u32,
        /// The half points of the games before in a series of rematches, by seats: 2 for a win, 1 for a draw.
        #[serde(default)]
        pub score: [u32; 2],
    }

    /// The state of a live game.
    struct State {
        /// Counts all changes of the game; never falls.
        pub version: u64,
        /// The number of takebacks. A move has to name it.
        #[serde(rename = "line")]
        pub revision: u32,
        /// The position.
        pub step: StepView,
        /// The moves so far.
        pub played: Vec<String>,
        /// The players who made them, `null` for chance.
        pub movers: Vec<Option<Player>>,
        /// The players.
        pub seats: [SeatView; 2],
        /// The clocks, if there are any.
        pub clock: Option<ClockView>,
        /// Open offers between the players.
        pub offers: Offers,
        /// The side whose bot is searching.
        pub thinking: Option<Player>,
        /// The pace of the bots, if only bots play.
        pub pace: Option<Pace>,
        /// Spectators.
        pub watching: usize,
        /// The end, if it is over.
        pub end: Option<EndView>,
        /// The reason why the bot cannot move, if there is one. It is asked again after an undo or a restart of the
        /// server.
        pub trouble: Option<String>,
    }

    /// The value of a position or a move, for the side to move: a [`Value`](plywood_rules::Value) with what only its report knows,
    /// the worth of a win and whether plies are exact.
    #[derive(Copy)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum ValueView {
        /// A proved win.
        Win {
            /// Plies that are enough for it, if they are known.
            plies: Option<u32>,
            /// True if it takes exactly that many; otherwise it may be quicker.
            exact: bool,
        },
        /// A proved draw.
        Draw {},
        /// A proved loss.
        Loss {
            /// Plies that are enough for the other player's win, if they are known.
            plies: Option<u32>,
            /// True if it takes exactly that many; otherwise it may be quicker.
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

    /// The analysis of a position by a bot: an [`Analysis`](plywood_erased::Analysis) with its bot and its moment, all values as
    /// [`ValueView`]s.
    struct ThoughtView {
        /// The bot.
        pub bot: String,
        /// The ply that was analysed.
        pub ply: usize,
        /// The `line` of the game at that time.
        #[serde(rename = "line")]
        pub revision: u32,
        /// The side to move.
        pub side: Player,
        /// The move it would make, or made.
        pub best: String,
        /// True if it is any legal move, each as likely as the others: nothing was searched for it.
        pub random: bool,
        /// The value of the position for `side`.
        pub value: Option<ValueView>,
        /// The principal variation, beginning with `best`.
        pub pv: Vec<String>,
        /// All legal moves with their values for `side`, where they are known.
        pub moves: Vec<MoveWorth>,
        /// True if nothing in it is estimated: the value and that of every move are known exactly, plies included.
        pub exact: bool,
        /// Plies searched completely.
        pub depth: Option<u32>,
        /// Positions visited.
        pub nodes: u64,
        /// Seconds taken.
        pub seconds: f64,
    }

    /// The state of a search that is still running: a [`SearchInfo`](plywood_erased::SearchInfo) with its moment, the line cut short.
    struct ThinkingView {
        /// The ply that is analysed.
        pub ply: usize,
        /// The `line` of the game.
        #[serde(rename = "line")]
        pub revision: u32,
        /// The side to move.
        pub side: Player,
        /// The value of the position for `side`, if one is known yet.
        pub value: Option<ValueView>,
        /// The principal variation, beginning with the best move so far; its first 16 moves.
        pub pv: Vec<String>,
        /// Plies searched completely.
        pub depth: Option<u32>,
        /// Positions visited so far.
        pub nodes: u64,
        /// Seconds taken so far.
        pub seconds: f64,
    }

    /// A move and its value: a [`MoveValue`](plywood_erased::MoveValue) with a [`ValueView`].
    struct MoveWorth {
        /// The move.
        pub text: String,
        /// Its value for the player who makes it.
        pub value: Option<ValueView>,
    }

    /// The knowledge of a brain, or of a network of another program, about the legal moves of a position.
    struct OpinionView {
        /// The brain or network.
        pub brain: String,
        /// Games it has learnt; 0 for a network of another program.
        pub games: u64,
        /// The ply asked about.
        pub ply: usize,
        /// The `line` of the game it was asked in.
        #[serde(rename = "line")]
        pub revision: u32,
        /// Every legal move in its order.
        pub moves: Vec<OpinionMove>,
        /// The value of the position to its network, explained; null if it has none, or no player is to move.
        pub explanation: Option<ExplanationView>,
    }

    /// The value of a position to a network, and the squares that count in it: an
    /// [`Explanation`](plywood_workshop::Explanation) without the names of squares, for which the page has words.
    struct ExplanationView {
        /// The value for the side to move, from -1 to 1.
        pub value: f64,
        /// True if each share is of one square: the value, less the one that it would be if what stands there were taken away
        /// (occlusion). False if the shares are those of tuples, which add up to the value.
        #[serde(default)]
        pub occlusion: bool,
        /// The tuples, the largest share first.
        pub tuples: Vec<TupleView>,
    }

    /// A square or a tuple of cells, and its share of the value of a position.
    struct TupleView {
        /// Its squares.
        pub squares: Vec<Place>,
        /// Its numbers beside the board.
        pub numbers: Vec<u8>,
        /// The share of the value; a single one may be larger than the value.
        pub share: f64,
    }

    /// The knowledge of a brain about a move; everything null or 0 if it never saw it. A [`KnownMove`](plywood_erased::KnownMove)
    /// without what only the learner itself needs, so that no brain gives away more than the page shows.
    struct OpinionMove {
        /// The move.
        pub text: String,
        /// Its value for the player who makes it, from -1 to 1.
        pub q: Option<f64>,
        /// The number of times it was played.
        pub visits: u64,
        /// Its proved value, if there is one.
        pub proved: Option<ValueView>,
        /// The line the brain expects, beginning with the move.
        pub line: Vec<String>,
        /// Its probability by the policy of a network of another program, if that has one.
        #[serde(default)]
        pub probability: Option<f64>,
    }

    /// The lesson of a learner from the game: a [`Learnt`](plywood_erased::Learnt) with its brain.
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
        /// Positions in which it will play something else now, in the order of the game.
        pub changes: Vec<NewChoiceView>,
        /// The moves of the game in positions that came up for the first time, in their order.
        pub values: Vec<Revalued>,
    }

    /// A position of the game in which a learner will play something else from now on: a
    /// [`NewChoice`](plywood_erased::NewChoice) without the position, which the page has already.
    struct NewChoiceView {
        /// The ply.
        pub ply: usize,
        /// The side to move.
        pub side: Player,
        /// The move it would have played; null for anything new.
        pub before: Option<String>,
        /// The move it will play; null for anything new.
        pub now: Option<String>,
    }

    /// A message of a page over the WebSocket of a game. The first one is `hello`.
    #[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
    enum ClientMessage {
        /// The greeting. Without a token the sender is a spectator.
        Hello {
            /// The version of the protocol that the page speaks.
            protocol: u32,
            /// The token of a seat, or of the person who asked for the game.
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
        /// Resigns.
        Resign {},
        /// Offers a draw, or accepts the offer.
        Draw {},
        /// Asks for a takeback, or agrees to it. A bot always agrees.
        Undo {},
        /// Asks for another game, sides swapped, or agrees to it. A bot always agrees.
        Rematch {},
        /// Declines the opponent's offer, or withdraws the sender's own.
        Decline {
            /// The offer.
            what: Offer,
        },
        /// Sets the pace of two bots; from the host of their game.
        Pace(Pace),
        /// Asks for a hint. Answered by `thought`, to the sender only.
        Think {
            /// Moves before the position asked about.
            ply: usize,
            /// The bot to ask. Null asks for exact values if the game can be solved at once, else a bot that suits the
            /// game.
            bot: Option<String>,
        },
        /// Asks a brain. Answered by `opinion`.
        Ask {
            /// Moves before the position asked about.
            ply: usize,
            /// The name of the brain, or `onnx@` and the name of a program whose network is asked.
            brain: String,
        },
        /// Checks the connection. Answered by `pong`.
        Ping {},
    }

    /// A message of the server over the WebSocket of a game.
    #[serde(tag = "type", rename_all = "lowercase")]
    enum ServerMessage {
        /// The answer to `hello`.
        Welcome {
            /// The version of the protocol that the server speaks.
            protocol: u32,
            /// The parts that never change.
            table: Box<TableView>,
            /// The seat that the token is for; null for a spectator, and for a host.
            you: Option<Player>,
            /// True if the token is that of the host: it may set the pace of two bots, or moves for both of two people.
            host: bool,
            /// The state of the game.
            state: Box<State>,
        },
        /// The state of the game after a change. A slow reader may miss some of these, but never the last one.
        State(Box<State>),
        /// The analysis of the bot to move while it searches: at most four times a second, and only if something changed. Has no
        /// version: a slow reader misses some. None is about a move after the state in which that move is played.
        Thinking(ThinkingView),
        /// The analysis behind a bot's move, or a hint that was asked for.
        Thought(ThoughtView),
        /// The knowledge of a brain about a position: the answer to `ask`.
        Opinion(OpinionView),
        /// The lessons of the bots from the game.
        Learnt {
            /// One entry a brain.
            lessons: Vec<LearntView>,
        },
        /// The rematch has begun at another table. The token is for the receiver only; null for spectators.
        Rematch {
            /// The other table.
            table: String,
            /// The seat there.
            seat: Option<Player>,
            /// Its token.
            token: Option<String>,
        },
        /// A request is refused. The game is unchanged.
        Refused(Problem),
        /// The answer to `ping`.
        Pong {},
        /// The server is about to close the connection.
        Bye(Problem),
    }

    /// The reason of a refusal: a [`RefusedCommand`](crate::play::RefusedCommand) that is an answer over HTTP as well.
    #[derive(Eq)]
    struct Problem {
        /// The subject, for programs and translations.
        pub code: RefusalCode,
        /// The problem and a way out, in English.
        pub text: String,
    }
}
