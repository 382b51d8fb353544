//! The laws by number, and the count of how often each was checked and held.

use std::collections::HashMap;

use serde::Serialize;

use super::subject::{CheckedGame, CheckedRanking, State};
use crate::{Board, Scene, Turn};

/// The laws in words, in the order of [`Verdict::laws`](super::Verdict::laws), and the number of each.
macro_rules! laws {
    ($($name:ident: $law:literal,)*) => {
        pub(super) const LAWS: &[&str] = &[$($law),*];
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are only counted")]
        enum LawNumber { $($name),* }
        $(pub(super) const $name: usize = LawNumber::$name as usize;)*
    };
}

laws! {
    MOVES: "a decision has moves, all different, in the same order each time",
    COUNTING: "the number of moves and the n-th move agree with the list of moves",
    CHANCE: "chance outcomes differ, their probabilities are positive and sum to 1",
    OVER: "a finished game has no moves, and its payoff is a number",
    MOVE_TEXT: "a move's text reads back as that move, and only legal moves are read",
    STATE_TEXT: "a position's text reads back as that position, with an equal key and hash",
    DISTINCT_TEXT: "different positions of a game have different texts",
    BYTES: "a position's bytes read back as that position, and differ for different positions",
    PLAY: "play and child agree, and do not change the state they start from",
    CHANGE: "a move of a player leads to another position",
    IDENTITY: "map 0 is the identity, and every map keeps turn, outcome and moves",
    COMMUTES: "map(play(s, m)) = play(map(s), map(m))",
    CANONICAL: "all images of a position have the same canonical form, and the orbit's size is right",
    EXCHANGE: "exchanging the players keeps moves, mirrors turn and outcome, and commutes with play",
    STAGE: "every move raises the stage by one, if the game has stages",
    EVALUATION: "an evaluation is a number smaller than a win, and the same each time",
    ENDS: "play ends or recurs",
    NAMES: "the full name and the names of players, evaluations and bots are well formed",
    SCENE: "a scene's grids are rectangular, a letter belongs to one side, and marks stand for moves",
    BOARD: "every scene has the board's lines and nodes, and its grids keep their frames",
    MOTION: "different moves have different motions, on squares, faces and nodes that exist",
    PUT: "a piece that is put on a place is there afterwards, and was not before",
    PUSH: "a push moves only its run, by one place, and counts its pieces",
    BRANCH: "a branch leads to the node of the next scene",
    CANDIDATES: "candidates are legal and in order, and what they say is true when moves are tried",
    WINNING: "a winning move is legal and wins at once, and wins_at_once says if there is one",
    THREATS: "threats are candidates, and a reply that does not answer them loses",
    DEFENCES: "defences are legal and in order, and any other move loses to the threat at once",
    CODES: "move codes are in range, differ within a position, and lead back to their moves",
    TABLE_KEY: "only a position and its images share a table key, and the bits of keys are mixed",
    OUTCOME_KEY: "positions of one outcome key have the same value, apart from the payoff so far",
    PLIES_LEFT: "no game lasts longer than the plies that are said to be left",
    MOBILITY: "mobility counts the legal moves of the side to move, and those of the other player",
    PAYOFF_BOUNDS: "the payoff is within all bounds stated before, and no draw where there can be none",
    HOLDING: "a player who cannot lose, or whose opponent cannot win, is not beaten within a few plies",
    PAIRS: "a player who holds by pairs is not beaten within a few plies, and pairs do not overlap",
    ACCUMULATOR: "an evaluation updated move by move equals one computed afresh",
    SOLVER: "the value that the game's own solver finds is that of the best move",
    ROOT_MOVES: "moves to which a search keeps are legal and in order; they win in time, or all others lose",
    RACE: "the probabilities of a solved race are those of what comes after each move",
    RANKS: "ranks lead back to positions, and moves by rank agree with moves, forwards and backwards",
    EFFECTS: "steps lead from the pieces before a move to those after it, and nothing else changes",
}

/// The result of one law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Law {
    /// The law in words.
    pub law: &'static str,
    /// The number of checks.
    pub checked: u64,
    /// The number of failures.
    pub failed: u64,
    /// The first time it did not hold, in words.
    pub example: Option<String>,
}

/// The amount of checking.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games to play.
    pub games: u32,
    /// Plies after which a game is cut.
    pub max_plies: u32,
    /// The number of maps tried at each position, drawn at random if there are more.
    pub maps: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: 100, max_plies: 2000, maps: 8 }
    }
}

/// A check of one game under way.
pub(super) struct Checker<'a> {
    pub(super) game: &'a dyn CheckedGame,
    pub(super) laws: Vec<Law>,
    pub(super) effort: Effort,
    /// The board and the first scene, with which all others of the game are compared.
    pub(super) board: Board,
    pub(super) opening: Scene,
    pub(super) known: LawCounts,
    /// Ranks of the positions after the opening, unless they are known to be wrong.
    pub(super) ranking: Option<Box<dyn CheckedRanking>>,
}

impl Checker<'_> {
    pub(super) fn expect(&mut self, law: usize, holds: bool, example: impl FnOnce() -> String) -> bool {
        let law = &mut self.laws[law];
        law.checked += 1;
        if !holds {
            law.failed += 1;
            law.example.get_or_insert_with(example);
        }
        holds
    }

    pub(super) fn at(&self, state: &State) -> String {
        format!("at '{}'", self.game.state_text(state))
    }
}

/// Counts over all positions so far, for laws that no single position can check.
pub(super) struct LawCounts {
    /// A position for each table key.
    pub(super) keys: HashMap<u64, State>,
    /// A position for each outcome key.
    pub(super) outcomes: HashMap<u64, State>,
    /// For each bit, the number of these table keys that have it.
    pub(super) bits: [usize; 64],
    /// Threats that left the opponent a choice, and the number of those with a reply that loses at once.
    pub(super) threats: [usize; 2],
}

impl LawCounts {
    pub(super) fn new() -> LawCounts {
        LawCounts { keys: HashMap::new(), outcomes: HashMap::new(), bits: [0; 64], threats: [0; 2] }
    }
}

/// The same turn or end with the players exchanged.
pub(super) fn mirrored(turn: Turn) -> Turn {
    match turn {
        Turn::Decision(player) => Turn::Decision(player.other()),
        Turn::Chance => Turn::Chance,
        Turn::Over(outcome) => Turn::Over(outcome.mirrored()),
    }
}
