//! A family of games in the list, and the operations on an opened game.

use plywood_rules::Playable;
use plywood_rules::options::Parameter;

/// A family of games that differ in their options.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
    /// Short names for some of its games.
    pub aliases: &'static [Alias],
}

/// A short name for a game.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The short name.
    pub name: &'static str,
    /// The options that it sets: `m=7,n=6,k=4`.
    pub options: &'static str,
}

/// Something to do with a game of whatever type.
pub trait Visitor {
    /// The result.
    type Output;
    /// Does it.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}
