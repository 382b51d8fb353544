//! Searches and solvers that a game brings along.

use super::connecting::Connecting;
use super::forcing::Forcing;
use super::holding::Holding;
use super::race::DiceRace;
use super::ranking::Ranking;
use super::solver::NewSolver;
use crate::{Game, Player, Stop};

/// A new search for wins by forced replies.
pub type NewForcing<G> = fn(&G) -> Option<Box<dyn Forcing<G> + Send + '_>>;

/// A new search for whether this player, the defender, keeps the opponent from winning, with tables of so many bytes.
pub type NewHolding<G> = fn(&G, Player, u64) -> Option<Box<dyn Holding<G> + Send + '_>>;

/// Ranks of the positions that may come after a start, if enough of the ranks are used. The same for every call.
pub type NewRanking<G> = fn(&G, &<G as Game>::State) -> Option<Box<dyn Ranking<G>>>;

/// Appends, in the order of [`Game::legal_moves`], the moves of a decision that may prevent that the opponent wins next with the move
/// of this code. After every other move the opponent decides, exactly one legal move has the code, and it wins at once. Proofs depend
/// on it.
pub type Defences<G> = fn(&G, &<G as Game>::State, usize, &mut Vec<<G as Game>::Move>);

/// The move of a player, whose turn it is and who holds by these pairs, if no pair that stands alone asks for an answer. `None` if any
/// move will do.
pub type Unpaired<G> = fn(
    &G,
    &<G as Game>::State,
    Player,
    &[(<G as Game>::Move, <G as Game>::Move)],
) -> Option<<G as Game>::Move>;

/// Moves of a decision to which a search of it may keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMoves<M> {
    /// In the order of [`Game::legal_moves`], at least one.
    pub moves: Vec<M>,
    /// The plies within which each of them wins. `None` if that is not known: then all the others lose.
    pub wins: Option<u32>,
}

/// Finds such moves, in the time in which a search visits so many positions, or until it is stopped. `None` if it finds none: always if
/// that is too little time.
pub type NewRootMoves<G> = fn(&G, &<G as Game>::State, u64, &Stop) -> Option<RootMoves<<G as Game>::Move>>;

/// Searches and solvers of a game's own.
pub trait Specialized: Game {
    /// The parts that only this game and few others have. The default has none.
    fn specialists(&self) -> Specialists<Self> {
        Specialists::default()
    }
}

/// The knowledge of a game that few others have, and searches of its own. A search or a solver asks for it once, when it begins. The
/// default has none.
pub struct Specialists<G: Game + ?Sized> {
    /// A solver of positions, which is asked where a search to the end of the game would be.
    pub solver: Option<NewSolver<G>>,
    /// A solver of the whole game, if that is a dice race.
    pub race: Option<DiceRace<G>>,
    /// A search for wins by forced replies.
    pub forcing: Option<NewForcing<G>>,
    /// The answers to threats; without it every move may be one.
    pub defences: Option<Defences<G>>,
    /// The answer where no pair of a [pairing](crate::PairingHints::pairing) has one.
    pub unpaired: Option<Unpaired<G>>,
    /// A search for whether a player keeps the opponent from winning. Proof search asks it first.
    pub holding: Option<NewHolding<G>>,
    /// Wins by connections. Proof search asks its prover first.
    pub connecting: Option<Connecting<G>>,
    /// Ranks of positions: a table of all of them then need not store their keys.
    pub ranking: Option<NewRanking<G>>,
    /// A table of the last positions.
    pub endgames: Option<EndgameTable<G>>,
    /// The moves that a search keeps to at its root.
    pub root_moves: Option<NewRootMoves<G>>,
    /// A search of the last moves.
    pub last_moves: Option<LastMoves<G>>,
}

impl<G: Game + ?Sized> Default for Specialists<G> {
    fn default() -> Self {
        Specialists {
            solver: None,
            race: None,
            forcing: None,
            defences: None,
            unpaired: None,
            holding: None,
            connecting: None,
            ranking: None,
            endgames: None,
            root_moves: None,
            last_moves: None,
        }
    }
}

/// A table of a game's last positions.
pub struct EndgameTable<G: Game + ?Sized> {
    /// True if a search from a start to the end of the game takes longer than making the table.
    pub pays: fn(&G, &G::State) -> bool,
    /// The same game with the table: the last positions are over there, with the payoff of best play. `None` if it was stopped.
    #[allow(clippy::type_complexity)]
    pub make: fn(&G, &Stop) -> Option<Box<G>>,
}

/// A search of the last moves of a game, for searches that follow every line to the end.
pub struct LastMoves<G: Game + ?Sized> {
    /// Decides if best play from a decision brings the player who decides more than a level of points, if the game
    /// finds that more quickly than a search, for instance because only a few moves are left. Returns a lower bound of
    /// the points above the level, or an upper bound of at most the level, and the number of positions visited. `None`
    /// otherwise, and always if the game may end in a win.
    #[allow(clippy::type_complexity)]
    pub bound: fn(&G, &G::State, f64) -> Option<(f64, u64)>,
    /// Appends a better ordering score for each of these moves of a decision: much depends on the order while the end is far, so that
    /// it may take longer. Returns false if there is none.
    #[allow(clippy::type_complexity)]
    pub scores: fn(&G, &G::State, &[G::Move], &mut Vec<i32>) -> bool,
}

impl<G: Game + ?Sized> Clone for LastMoves<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for LastMoves<G> {}
