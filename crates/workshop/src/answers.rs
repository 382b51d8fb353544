//! Answers to questions. That to `solve` has one shape for all methods, and the things that only one method finds.

use std::fmt;
use std::str::FromStr;

use plywood_erased::{Analysis, Playthrough};
use plywood_rules::hints::race::Meeting;
use plywood_rules::{Outcome, Player, Proved, Value};
use plywood_solve::iterate::IterationProgress;
use plywood_solve::table::{Exact, PositionCounts, SolveProgress};
use serde::{Deserialize, Serialize, Serializer};

use crate::enumeration::Enumeration;
use crate::proof::{ProofProgress, ProofReport};
use crate::solve::{ForcedWin, Solution};
use crate::values::{Holder, text_in_json};

/// The answer to [`Solve`](crate::Solve).
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// The version of this shape, [`Solved::FORMAT`].
    pub format: u32,
    /// The full name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The method.
    pub method: SolveMethod,
    /// The side whose value it is: the side to move, the side whose win is in question, or the first player where chance decides.
    pub side: Player,
    /// The value.
    #[serde(flatten)]
    pub worth: Worth,
    /// The best move, if one was found.
    pub best: Option<String>,
    /// The line of best play, as far as it is known.
    pub pv: Vec<String>,
    /// The values of all moves, or of the outcomes of chance, where the method finds them.
    pub moves: Vec<SolvedMove>,
    /// The work: positions visited, or turns and positions valued.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The things that only this method finds.
    #[serde(flatten)]
    pub found: FoundBy,
    /// The game's own explanation of the position, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// True if this is all that was asked for.
    #[serde(skip)]
    pub is_complete: bool,
}

/// The method of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SolveMethod {
    /// By the engine: alpha-beta.
    Search,
    /// Every position that can be reached.
    Enumerate,
    /// Proof numbers.
    Proof,
    /// A dice race, pair of scores by pair of scores.
    Race,
    /// Value iteration between bounds.
    Iterate,
    /// A search for a forced win, which the option `within` asks for.
    Within,
}

impl SolveMethod {
    /// The word for it.
    pub fn name(self) -> &'static str {
        ["search", "enumerate", "proof", "race", "iterate", "within"][self as usize]
    }
}

impl fmt::Display for SolveMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SolveMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<SolveMethod, String> {
        [
            SolveMethod::Search,
            SolveMethod::Enumerate,
            SolveMethod::Proof,
            SolveMethod::Race,
            SolveMethod::Iterate,
        ]
        .into_iter()
        .find(|method| method.to_string() == text)
        .ok_or_else(|| "it has to be search, enumerate, proof, race or iterate".to_string())
    }
}

text_in_json!(SolveMethod, {
    "type": "string",
    "enum": ["search", "enumerate", "proof", "race", "iterate"]
});

/// A value for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Worth {
    /// 1 for a win, 0 for a draw, -1 for a loss, the mean of these with dice, or points; `None` if it is not known.
    #[serde(serialize_with = "number")]
    pub value: Option<f64>,
    /// `win`, `draw` or `loss`, if it is one of these and no other number.
    pub proved: Option<&'static str>,
    /// The plies to a win or a loss, if they are known.
    pub plies: Option<u32>,
    /// True if the plies are those of best play: otherwise there may be a quicker win.
    pub exact_plies: Option<bool>,
    /// The probability that the side wins, if there are dice and each game is won by somebody.
    pub win_probability: Option<f64>,
    /// The value is no further than this from the truth.
    #[serde(serialize_with = "number")]
    pub error_bound: Option<f64>,
}

/// A move or an outcome of chance with its value for the side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedMove {
    /// The move or the outcome.
    #[serde(rename = "move")]
    pub mv: String,
    /// The probability of an outcome of chance.
    pub probability: Option<f64>,
    /// Its value.
    #[serde(flatten)]
    pub worth: Worth,
}

/// The things that one method finds.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum FoundBy {
    /// The game is over: there is nothing to find.
    Nothing {
        /// True.
        over: bool,
    },
    /// A search to the end.
    Search {
        /// Plies searched completely, if it searched ply by ply.
        depth: Option<u32>,
        /// The value of the best move so far, if that of the position is not known.
        #[serde(skip)]
        so_far: Option<Value>,
    },
    /// Every position.
    Enumeration {
        /// True if the draw has no end.
        endless: bool,
        /// The number of positions of each kind.
        #[serde(flatten)]
        counts: PositionCounts,
        /// Bytes of the table; `None` where it is in parts.
        bytes: Option<u64>,
        /// Positions that were written as rows.
        rows: Option<u64>,
        /// Messages between workers; `None` for one.
        letters: Option<u64>,
        /// Their bytes.
        sent_bytes: Option<u64>,
        /// Rounds that were read from checkpoints.
        resumed: Option<u64>,
        /// The positions with their values.
        #[serde(skip)]
        table: Box<Enumeration>,
    },
    /// A strategy.
    Proof {
        /// `first wins`, `first holds`, `second holds` and the like.
        claims: Vec<String>,
        /// Positions of the proof, if it was to be written.
        positions: Option<u64>,
        /// The bytes of its file.
        bytes: Option<usize>,
        /// The file.
        #[serde(skip)]
        file: Option<Vec<u8>>,
    },
    /// A dice race.
    Race(RaceReport),
    /// Values between bounds.
    Iteration(IterationReport),
    /// A forced win within a number of plies.
    Forced {
        /// True if there is one; `None` if the search was stopped before that was known.
        forced: Option<bool>,
        /// There is none within this many plies.
        none_within: u32,
    },
}

/// The things that are found in a dice race besides its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RaceReport {
    /// The turn totals at which the player to move stops, from the least on, as runs: from, to.
    pub holds: Vec<(u16, u16)>,
    /// The results against another player, if requested.
    pub against: Option<AgainstHold>,
    /// For every score of the player and of the opponent, the least turn total at which to stop, or the
    /// distance to the target if there is none. Only if requested.
    #[serde(skip)]
    pub first_holds: Option<Vec<Vec<u16>>>,
}

/// The best results against a player who stops at a turn total.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgainstHold {
    /// That player.
    pub bot: Holder,
    /// By playing as one would against the best.
    pub optimal: Meeting,
    /// By the best answer to just this player.
    pub response: Meeting,
    /// And how that player does against the like.
    pub itself: Meeting,
}

/// The things that value iteration finds besides the value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationReport {
    /// True if play can continue for ever, other than with probability 0.
    pub endless: bool,
    /// Different positions that can be reached, ends and chance nodes included.
    pub positions: u64,
    /// The most sweeps over any positions that recur; 1 where none do.
    pub sweeps: u64,
}

/// The progress of solving. Searches report to the listener of their session.
#[derive(Clone, Debug)]
pub enum Solving {
    /// Finding and valuing all positions.
    Enumerates(SolveProgress),
    /// Looking for a proof.
    Proves(ProofProgress),
    /// Valuing positions between bounds.
    Iterates(IterationProgress),
    /// Solving a race, pair of scores by pair of scores.
    Races {
        /// The pairs that are done.
        done: u64,
        /// All pairs.
        all: u64,
    },
    /// No win within some plies.
    RulesOut(ForcedWin),
}

impl Worth {
    /// A value that is known for sure; nothing of an estimate.
    pub fn of(value: Value, exact_plies: bool) -> Worth {
        let number = match value {
            Value::Estimated(_) => return Worth::default(),
            value => Some(value.points(1.0) + 0.0),
        };
        let proved = value.proved();
        let plies = proved.and_then(Proved::plies);
        Worth {
            value: number,
            proved: proved.map(Proved::word),
            plies,
            exact_plies: plies.map(|_| exact_plies),
            win_probability: None,
            error_bound: Some(0.0),
        }
    }

    /// A mean between bounds.
    pub(crate) fn near(value: f64, win_probability: Option<f64>, error: f64) -> Worth {
        Worth { value: Some(value), win_probability, error_bound: Some(error), ..Worth::default() }
    }

    /// A probability of winning in a game that somebody wins.
    pub(crate) fn chance(probability: f64, error: f64) -> Worth {
        Worth::near(2.0 * probability - 1.0, Some(probability), 2.0 * error)
    }
}

impl Solved {
    /// The version of the shape.
    pub const FORMAT: u32 = 2;

    /// An answer about the position of `at` with this value and nothing else.
    pub(crate) fn new(
        at: &dyn Playthrough,
        method: SolveMethod,
        side: Player,
        worth: Worth,
        found: FoundBy,
    ) -> Solved {
        Solved {
            format: Solved::FORMAT,
            game: at.game(),
            position: at.position(),
            method,
            side,
            worth,
            best: None,
            pv: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            found,
            explanation: None,
            is_complete: true,
        }
    }

    pub(crate) fn finished(at: &dyn Playthrough, method: SolveMethod, side: Player, value: Value) -> Solved {
        Solved::new(at, method, side, Worth::of(value, true), FoundBy::Nothing { over: true })
    }

    pub(crate) fn by_search(at: &dyn Playthrough, solution: Solution) -> Solved {
        let Solution { value, exact_plies, payoff, analysis } = solution;
        // A draw of a game with points is none of them.
        let known = payoff.map(Value::Exact).or(value);
        let Analysis { best, pv, nodes, depth, value: so_far, .. } = analysis;
        let worth = known.map_or(Worth::default(), |value| Worth::of(value, exact_plies));
        let found = FoundBy::Search { depth, so_far: so_far.filter(|_| known.is_none()) };
        let is_complete = known.is_some();
        let solved = Solved::new(at, SolveMethod::Search, mover(at), worth, found);
        Solved { best: Some(best), pv, nodes, explanation: at.explanation(), is_complete, ..solved }
    }

    pub(crate) fn by_enumeration(at: &dyn Playthrough, table: Enumeration) -> Solved {
        let (side, counts) = (mover(at), table.counts);
        let worth = Worth::of(Value::Proved(table.value.proved(side)), true);
        let found = FoundBy::Enumeration {
            endless: table.value == Exact::Endless,
            counts,
            bytes: table.size(),
            rows: None,
            letters: table.team.map(|(traffic, _)| traffic.messages),
            sent_bytes: table.team.map(|(traffic, _)| traffic.bytes),
            resumed: table.team.map(|(_, resumed)| resumed),
            table: Box::new(table),
        };
        let solved = Solved::new(at, SolveMethod::Enumerate, side, worth, found);
        Solved { nodes: counts.up_to_symmetry, ..solved }
    }

    pub(crate) fn by_proof(at: &dyn Playthrough, report: ProofReport) -> Solved {
        let side = mover(at);
        // A proof says who wins, not how soon.
        let outcome = report.outcome.map(|winner| winner.map_or(Outcome::Draw, Outcome::Win).proved(side));
        let worth = outcome.map_or(Worth::default(), |proved| Worth {
            plies: None,
            exact_plies: None,
            ..Worth::of(Value::Proved(proved), true)
        });
        let found = FoundBy::Proof {
            claims: report.claims.iter().map(ToString::to_string).collect(),
            positions: report.file.as_ref().map(|_| report.positions),
            bytes: report.file.as_ref().map(Vec::len),
            file: report.file,
        };
        let solved = Solved::new(at, SolveMethod::Proof, side, worth, found);
        Solved { nodes: report.nodes, is_complete: !report.interrupted, ..solved }
    }

    pub(crate) fn within(at: &dyn Playthrough, found: ForcedWin, most: u32) -> Solved {
        let ForcedWin { side, plies, none_within, line, nodes } = found;
        let is_complete = plies.is_some() || none_within == most;
        let worth =
            plies.map_or(Worth::default(), |plies| Worth::of(Value::Proved(Proved::Win { plies }), true));
        let found = FoundBy::Forced { forced: is_complete.then_some(plies.is_some()), none_within };
        let best = line.first().filter(|_| at.turn().player() == Some(side)).cloned();
        let solved = Solved::new(at, SolveMethod::Within, side, worth, found);
        Solved { best, pv: line, nodes, is_complete, ..solved }
    }
}

/// The side to move, and the first player where chance decides.
fn mover(at: &dyn Playthrough) -> Player {
    at.turn().player().unwrap_or(Player::First)
}

/// Writes whole numbers without a decimal point, and nothing for one that is not finite.
fn number<S: Serializer>(number: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    const LARGEST: f64 = 9e15;
    match *number {
        Some(number) if number.fract() == 0.0 && number.abs() < LARGEST => to.serialize_i64(number as i64),
        Some(number) if number.is_finite() => to.serialize_f64(number),
        _ => to.serialize_none(),
    }
}
