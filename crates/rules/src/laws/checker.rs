//! The laws by number, and the count of how often each was checked and held.

use std::collections::HashMap;

use crate::{Board, Game, Outcome, Playable, Ranking, Scene, Turn};

/// The laws, in the order of [`Verdict::laws`](super::Verdict::laws).
pub(super) const LAWS: [&str; LAW_COUNT] = [
    "a decision has moves, all different, in the same order each time",
    "counting moves and picking the n-th agree with listing them",
    "chance outcomes differ, their probabilities are positive and sum to 1",
    "a finished game has no moves, and its payoff is a number",
    "a move's text reads back as that move, and only legal moves are read",
    "a position's text reads back as that position, with an equal key and hash",
    "different positions of a game have different texts",
    "a position's bytes read back as that position, and differ for different positions",
    "play and child agree, and leave the state they start from alone",
    "map 0 is the identity, and every map keeps turn, outcome and moves",
    "map(play(s, m)) = play(map(s), map(m))",
    "all images of a position have the same canonical form, and the orbit's size is right",
    "exchanging the players keeps moves, mirrors turn and outcome, and commutes with play",
    "every move raises the stage by one, if the game has stages",
    "an evaluation is a number smaller than a win, and the same each time",
    "play ends or recurs",
    "the full name and the names of players, evaluations and bots are in order",
    "a scene's grids are rectangular, a letter is one side's, and marks stand for moves",
    "every scene has the board's lines and nodes, and its grids keep their frames",
    "different moves have different motions, on squares, faces and nodes that there are",
    "a piece that is put on a place stands there afterwards, and did not before",
    "a push moves its run by one place and nothing else, and counts its pieces",
    "a branch leads to the node where the next scene stands",
    "candidates are legal, in order, and what they say holds when moves are tried",
    "a winning move is legal and wins at once, and whether some move does is known",
    "threats are candidates, and a reply that does not answer them loses",
    "move codes are in range, different for the moves of a position if used, and lead back",
    "equal positions have equal table keys, others only if they are images, and keys are mixed",
    "no game goes on for more plies than are said to be left",
    "freedom counts the mover's moves, and the other player's as well",
    "who can hold is not beaten within a few plies, and neither is whose opponent cannot win",
    "who answers by pairs that hold is not beaten within a few plies, and pairs do not overlap",
    "an evaluation carried along a game says the same as one made afresh",
    "a race is thrown and stopped as it says",
    "ranks lead back to positions, and moves by rank are the moves, forwards and backwards",
    "steps lead from the pieces before a move to those after it, and nothing else changes",
];
pub(super) const LAW_COUNT: usize = 36;

pub(super) const MOVES: usize = 0;
pub(super) const COUNTING: usize = 1;
pub(super) const CHANCE: usize = 2;
pub(super) const OVER: usize = 3;
pub(super) const MOVE_TEXT: usize = 4;
pub(super) const STATE_TEXT: usize = 5;
pub(super) const DISTINCT_TEXT: usize = 6;
pub(super) const BYTES: usize = 7;
pub(super) const PLAY: usize = 8;
pub(super) const IDENTITY: usize = 9;
pub(super) const COMMUTES: usize = 10;
pub(super) const CANONICAL: usize = 11;
pub(super) const EXCHANGE: usize = 12;
pub(super) const STAGE: usize = 13;
pub(super) const EVALUATION: usize = 14;
pub(super) const ENDS: usize = 15;
pub(super) const NAMES: usize = 16;
pub(super) const SCENE: usize = 17;
pub(super) const BOARD: usize = 18;
pub(super) const MOTION: usize = 19;
pub(super) const PUT: usize = 20;
pub(super) const PUSH: usize = 21;
pub(super) const BRANCH: usize = 22;
pub(super) const CANDIDATES: usize = 23;
pub(super) const WINNING: usize = 24;
pub(super) const THREATS: usize = 25;
pub(super) const CODES: usize = 26;
pub(super) const TABLE_KEY: usize = 27;
pub(super) const PLIES_LEFT: usize = 28;
pub(super) const FREEDOM: usize = 29;
pub(super) const HOLDING: usize = 30;
pub(super) const PAIRS: usize = 31;
pub(super) const ACCUMULATOR: usize = 32;
pub(super) const RACE: usize = 33;
pub(super) const RANKS: usize = 34;
pub(super) const EFFECTS: usize = 35;

/// The result of one law.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub(super) struct Checker<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) laws: [Law; LAW_COUNT],
    pub(super) effort: Effort,
    pub(super) still: Still,
    pub(super) known: Known<G>,
    /// Ranks of the positions after the opening, unless they are known to be wrong.
    pub(super) ranking: Option<Box<dyn Ranking<G>>>,
}

impl<G: Playable> Checker<'_, G> {
    pub(super) fn expect(&mut self, law: usize, holds: bool, example: impl FnOnce() -> String) -> bool {
        let law = &mut self.laws[law];
        law.checked += 1;
        if !holds {
            law.failed += 1;
            law.example.get_or_insert_with(example);
        }
        holds
    }

    pub(super) fn at(&self, state: &G::State) -> String {
        format!("at '{}'", self.game.state_text(state))
    }
}

/// The board and the first scene, with which all others of a game are compared.
pub(super) struct Still {
    pub(super) board: Board,
    pub(super) opening: Scene,
}

impl Still {
    pub(super) fn of<G: Playable>(game: &G) -> Still {
        Still { board: game.board(), opening: game.scene(&game.initial()) }
    }
}

/// Counts over all positions so far, for laws that no single position can check.
pub(super) struct Known<G: Game> {
    /// A position for each table key.
    pub(super) keys: HashMap<u64, G::State>,
    /// For each bit, the number of these keys that have it.
    pub(super) bits: [usize; 64],
    /// Threats that left the opponent a choice, and the number of those with a reply that loses at once.
    pub(super) threats: [usize; 2],
}

impl<G: Game> Known<G> {
    pub(super) fn new() -> Known<G> {
        Known { keys: HashMap::new(), bits: [0; 64], threats: [0; 2] }
    }
}

/// The same turn or end with the players exchanged.
pub(super) fn mirrored(turn: Turn) -> Turn {
    match turn {
        Turn::Decision(player) => Turn::Decision(player.other()),
        Turn::Chance => Turn::Chance,
        Turn::Over(Outcome::Win(player)) => Turn::Over(Outcome::Win(player.other())),
        Turn::Over(Outcome::Draw) => Turn::Over(Outcome::Draw),
        Turn::Over(Outcome::Payoff(points)) => Turn::Over(Outcome::Payoff(-points)),
    }
}
