//! The reasons for which a proof file is refused.

use std::fmt;

use plywood_rules::notation::abbreviated;
use plywood_rules::{Interrupted, Notation, TextError};

use crate::claim::Claim;

/// The reason for which a file proves nothing here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is something else.
    #[error("it is no proof file: those begin with 'plywood proof'")]
    NoProof,
    /// It was written by another version.
    #[error("it is a proof file of version '{0}'; only those of versions 1 to 3 can be read")]
    Version(String),
    /// It ends before its head does.
    #[error("it ends within its head: it was cut off")]
    HeadEnds,
    /// A line of its head is not as it has to be.
    #[error("line {line} of its head is wrong: {what}")]
    Head {
        /// The line, from 1 on.
        line: usize,
        /// The required value.
        what: String,
    },
    /// It is shorter than its head says.
    #[error("it ends {missing} {} too early: it was cut off", bytes(*missing))]
    Truncated {
        /// Bytes.
        missing: usize,
    },
    /// It is longer than its head says.
    #[error("{extra} {} more than its head says follow at its end", bytes(*extra))]
    TooLong {
        /// Bytes.
        extra: usize,
    },
    /// Its bytes are not those that were written.
    #[error("it is damaged: its bytes do not have the sum that its head says")]
    Damaged,
    /// It is about another game.
    #[error("it is about {file}, and not about {game}")]
    OtherGame {
        /// The game that it is about.
        file: String,
        /// The game that it was to be about.
        game: String,
    },
    /// It is about a game of this name whose rules, notation or order of moves were others.
    #[error("it was made by other rules of {game} than those of this version")]
    OtherRules {
        /// The game.
        game: String,
    },
    /// It is about a position that the game does not have.
    #[error("its position is none of {game}: {error}")]
    Position {
        /// The game.
        game: String,
        /// The error.
        error: TextError,
    },
    /// The walk through the game met something that does not prove the claim.
    #[error("it does not prove that {claim}: {place}, {fault}")]
    Unproved {
        /// The claim of the proof.
        claim: Claim,
        /// The place in the walk.
        place: Whereabouts,
        /// The fault at that place.
        fault: ProofFault,
    },
    /// A claim was proved before its part of the file was at its end.
    #[error("the part that proves that {claim} goes on for {left} {} after that was proved", bytes(*left))]
    LeftOver {
        /// The claim of the part.
        claim: Claim,
        /// Bytes.
        left: usize,
    },
    /// The check was stopped.
    #[error("stopped before all of it was checked")]
    Interrupted,
}

impl From<Interrupted> for Refusal {
    fn from(_: Interrupted) -> Refusal {
        Refusal::Interrupted
    }
}

fn bytes(count: usize) -> &'static str {
    if count == 1 { "byte" } else { "bytes" }
}

/// A fault at one place of the walk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// The part ends where an answer has to follow.
    #[error("the part of this claim ends where an answer has to follow")]
    Ends,
    /// A number is written with more bytes than it needs.
    #[error("a number is not in its shortest form")]
    LongNumber,
    /// A number has more than 32 bits.
    #[error("a number is greater than any can be")]
    LargeNumber,
    /// The game is over and the claim does not hold.
    #[error("the game is over and the claim is false")]
    False,
    /// A win that rests on itself.
    #[error("a position recurs that is still to be won: that goes round in a circle and is no win")]
    Circle,
    /// A move that does not exist.
    #[error("move number {place} is to be played, and there are {count}, counted from 0")]
    NoMove {
        /// Its place in the order of moves.
        place: u32,
        /// Their number.
        count: usize,
    },
    /// Replies are to be answered otherwise than one by one where there are none to answer.
    #[error(
        "replies of the opponent are to be answered together where the opponent does not decide, or all was proved before"
    )]
    NoReplies,
    /// A way of answering that there is not.
    #[error("replies are to be answered in way {0}, which this version of the format does not have")]
    NoWay(u32),
    /// Pairs cannot win.
    #[error("pairs are given, which can hold a game but not win it")]
    PairsInWin,
    /// A pair has a move that is not there.
    #[error("pairs are given with code {0}, which is that of no move, or of more than one")]
    PairMove(u32),
    /// Pairs by which one can lose.
    #[error("the pairs that are given do not hold")]
    Pairs,
    /// A connection that follows from one that is not there.
    #[error("a connection follows from the one {0} before it, and there is none")]
    NoConnection(u32),
    /// Connections that do not follow, or are not all that a win takes.
    #[error("the connections that are given do not win")]
    Connections,
    /// A number of groups, steps or replies that has to be at least one.
    #[error("a group without {0} is given")]
    Empty(&'static str),
    /// A group answers replies that are not there.
    #[error("a group answers reply number {place}, and there are {count}, counted from 0")]
    NoReply {
        /// Its place in the order of moves.
        place: u64,
        /// Their number.
        count: usize,
    },
    /// A group answers what was answered before.
    #[error("a group answers {0}, which was answered before")]
    Answered(String),
    /// A line does not win against a reply.
    #[error("the line given does not win against {}: {fault}", abbreviated(moves, MOST_MOVES))]
    Line {
        /// The reply and what was played after it.
        moves: Vec<String>,
        /// The fault at that place.
        fault: LineFault,
    },
}

/// The reason why a line does not win against a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// The other player or chance decides, or the game is over.
    #[error("it is not the prover's turn there")]
    NotToMove,
    /// The next move cannot be played.
    #[error("the move of code {0} that is to follow is not there, or there is more than one")]
    NoMove(u32),
    /// The game ended otherwise.
    #[error("there the game is over and not won")]
    NotWon,
    /// The line has no more moves.
    #[error("there it ends, before it has won")]
    Ends,
    /// The next move does not leave the turn to the opponent.
    #[error("there the opponent does not decide")]
    NoReply,
}

/// The most moves that are shown.
const MOST_MOVES: usize = 60;

/// A place in the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The moves from the position that the file is about.
    pub moves: Vec<String>,
    /// The position they lead to.
    pub position: String,
}

impl Whereabouts {
    /// The place that these moves lead to.
    pub(crate) fn after<'a, G: Notation>(
        game: &G,
        path: impl Iterator<Item = (&'a G::State, G::Move)>,
        state: &G::State,
    ) -> Whereabouts
    where
        G::State: 'a,
    {
        let moves = path.map(|(state, mv)| game.move_text(state, mv)).collect();
        Whereabouts { moves, position: game.state_text(state) }
    }
}

/// `after a1 b2 (position x2/1o1/3 x)`.
impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.moves[..] {
            [] => write!(f, "at the start ({})", self.position),
            moves => write!(f, "after {} ({})", abbreviated(moves, MOST_MOVES), self.position),
        }
    }
}
