//! The rules of a game of any type.

use plywood_rules::laws::{Effort, Verdict};
use plywood_rules::options::Parameter;
use plywood_rules::{FlatRules, Run, TextError, Weight};

use crate::Playthrough;

/// The description of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The full name, which opens it again.
    pub name: String,
    /// The rules for a player who is about to begin, a sentence or two a line; may be empty.
    pub how_to_play: String,
    /// A reason why people may not want these options, in one sentence.
    pub warning: Option<String>,
    /// The names of the players in it.
    pub players: [&'static str; 2],
    /// True if it has chance nodes.
    pub has_chance: bool,
    /// True if it ends in a number of points, and not only in a win, a draw or a loss.
    pub has_points: bool,
    /// True if it is a race with dice, which can be solved exactly.
    pub is_race: bool,
    /// True if it finds replies by which a player is safe: by connections or pairs.
    pub has_replies: bool,
    /// Lines that win, in a game of lines.
    pub lines: Option<usize>,
    /// The depth of a search without limits; `None` for to the end.
    pub default_depth: Option<u32>,
    /// Its static evaluations, the default first.
    pub evaluations: Vec<EvaluationInfo>,
    /// Bots that only play this game.
    pub own_bots: Vec<BotInfo>,
}

/// An evaluation by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationInfo {
    /// Its name.
    pub name: &'static str,
    /// A sentence that describes it.
    pub about: &'static str,
    /// Its weights, if they can be tuned.
    pub weights: Vec<Weight>,
}

/// A bot by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// Its way of playing, in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
}

/// The rules of a game of any type.
pub trait AnyRules: Send + Sync {
    /// The full name, which opens it again.
    fn name(&self) -> String;
    /// The name for what is kept of this game: never the same for two games, also if one had the name of the other in earlier
    /// versions.
    fn kept_as(&self) -> String;
    /// The rules in the words of other programs, if it is a game of stones on a flat board.
    fn flat_rules(&self) -> Option<FlatRules>;
    /// The description of the game.
    fn details(&self) -> Details;
    /// The number of its symmetries, the identity included. May take a moment to find.
    fn symmetries(&self) -> usize;
    /// Begins a game at `position` (the opening if `None`) with `moves` played from there: a list with or without blanks,
    /// numbers of turns, comments, variations ([`Playthrough::skipped_variations`]) and forced passes. The outcomes of chance come
    /// from `seed`.
    ///
    /// # Errors
    /// If the position or a move is wrong: says which and why.
    fn begin(
        &self,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<Box<dyn Playthrough>, TextError>;
    /// Checks every law on games played at random; reports the number of games done.
    fn check_laws(&self, effort: Effort, seed: u64, run: &Run<'_, u32>) -> Verdict;
    /// The number of [actions](plywood_rules::Playable::actions); 0 if moves have no numbers.
    #[cfg(feature = "arrays")]
    fn action_count(&self) -> usize;
    /// An upper bound on all payoffs, at least 1.
    #[cfg(feature = "arrays")]
    fn greatest_payoff(&self) -> f64;
    /// The planes, rows and columns of [observations](plywood_rules::observation).
    #[cfg(feature = "arrays")]
    fn observation_shape(&self) -> [usize; 3];
    /// The opening, from which chance rolls by `seed`.
    #[cfg(feature = "arrays")]
    fn opening(&self, seed: u64) -> std::sync::Arc<dyn crate::AnyPosition>;
    /// Begins `count` games at once. Everything random comes from `seed`; a game of `max_plies` plies is cut. Games that end begin
    /// `again`, or stay as they are.
    ///
    /// # Errors
    /// If moves have no numbers, or nobody ever decides in this game.
    #[cfg(feature = "arrays")]
    fn batch(
        &self,
        count: usize,
        seed: u64,
        max_plies: u32,
        again: bool,
    ) -> Result<Box<dyn crate::GameBatch>, TextError>;
    /// Plays `count` games at random and counts their ends. A game of `max_plies` plies is a draw. The number of threads does not
    /// change the result.
    #[cfg(feature = "arrays")]
    fn playouts(&self, count: u64, seed: u64, max_plies: u32, run: &Run<'_, ()>) -> crate::Playouts;
}
