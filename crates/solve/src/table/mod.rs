//! The exact value of every position that can be reached: enumeration and retrograde analysis.
//!
//! [`solve`] finds all positions of a game without chance from a start on, merged up to symmetry where the start is the
//! same from all sides, and values them: who wins and in how many plies, or a draw, and whether that draw ends. The
//! result is a [`Table`], sorted by [keys](Key) that are the packed positions as numbers.

mod blocks;
mod book;
mod bytes;
mod cyclic;
pub mod dense;
mod graded;
mod header;
mod key;
mod known;
mod packed;
mod parents;
mod sorted;

use plywood_rules::{Notation, Playable, Ranking, Symmetric, Turn};

pub use self::blocks::Source;
pub use self::book::{Binder, Book, BookError};
pub use self::bytes::{checksum, put, take};
pub use self::graded::{Stage, value_of};
pub use self::key::{Codec, Key};
pub use self::known::{Code, Exact};
pub use self::parents::Parents;

/// What a solver is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding positions, level by level: by stage, or by plies from the start where positions recur.
    Find,
    /// Valuing them, level by level: back from the last stage, or by plies to the end where positions recur.
    Value,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is busy with.
    pub phase: Phase,
    /// The level it did last, if it did one.
    pub level: Option<u32>,
    /// Positions found so far, up to symmetry.
    pub found: u64,
    /// Positions valued so far, up to symmetry.
    pub valued: u64,
    /// Images of positions that were looked at while finding, to tell which are the same: most of the work where there are
    /// many symmetries.
    pub images: u64,
    /// Bytes that it holds now, about.
    pub bytes: u64,
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// Somebody did not want to wait.
    #[error("stopped before every position was known")]
    Stopped,
    /// It would take more memory than allowed.
    #[error(
        "at least {needs} MiB are needed, which is above the {limit} MiB allowed: allow more, or solve a smaller game"
    )]
    Memory {
        /// MiB that it held, or would have from the start on where that is known before.
        needs: u64,
        /// MiB that it may hold.
        limit: u64,
    },
    /// More positions than can be numbered.
    #[error("there are more positions that recur than can be held: 2147483647 moves between them at most")]
    TooMany,
    /// A win of more plies than can be written down.
    #[error("a forced win takes more than {} plies, which is more than a table can hold", Code::MOST_PLIES)]
    TooLong,
    /// The game is none of those that can be solved so.
    #[error("{0}")]
    Unfit(String),
}

/// What a solver may use, and who is told how far it is.
pub type Limits<'a> = crate::Limits<'a, Progress>;

/// Watches over a solver.
struct Watch<'a> {
    limits: Limits<'a>,
    progress: Progress,
}

impl Watch<'_> {
    /// `more` positions were found or valued, and it holds `bytes`, if that is said.
    fn look(&mut self, more: u64, bytes: u64) -> Result<(), Halt> {
        match self.progress.phase {
            Phase::Find => self.progress.found += more,
            Phase::Value => self.progress.valued += more,
        }
        if bytes > 0 {
            self.progress.bytes = bytes;
        }
        if bytes > self.limits.memory {
            return Err(Halt::Memory { needs: bytes >> 20, limit: self.limits.memory >> 20 });
        }
        if (self.limits.go_on)(self.progress) { Ok(()) } else { Err(Halt::Stopped) }
    }

    /// So many moves were made while finding, each of whose positions has so many `images`.
    fn moved(&mut self, moves: u64, images: u64) {
        self.progress.images += moves * images;
    }

    fn begin(&mut self, phase: Phase) {
        (self.progress.phase, self.progress.level) = (phase, None);
    }

    fn level_done(&mut self, level: u32) -> Result<(), Halt> {
        self.progress.level = Some(level);
        self.look(0, 0)
    }
}

/// How many positions there are of each kind. Wins and losses are those of the side to move; where the game is over, of
/// whoever would be to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Different positions, finished ones included.
    pub positions: u64,
    /// The same, counting positions that are images of each other once.
    pub up_to_symmetry: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Draws, all of them.
    pub draws: u64,
    /// Draws in which play may go on for ever.
    pub endless: u64,
    /// Finished positions.
    pub finished: u64,
    /// Plies of the longest forced win.
    pub longest: u32,
}

impl Counts {
    /// Counts one position that stands for `orbit` of them. `own_win` says whether the player who moved last has won, where
    /// the game is over.
    pub fn add(&mut self, code: Code, turn: Turn, own_win: bool, orbit: u64) {
        let wins = match (turn, code.winner()) {
            (Turn::Decision(player), Some((winner, _))) => player == winner,
            // Whoever moved last has won, or has lost by that very move.
            _ => !own_win,
        };
        self.add_alike(code, wins, turn.outcome().is_some(), (orbit, 1));
    }

    /// Counts so many positions of which the same is known, and so many up to symmetry. If somebody wins, `wins` says whether that is
    /// the side to move; `over` whether nobody moves there any more.
    fn add_alike(&mut self, code: Code, wins: bool, over: bool, (orbit, up_to_symmetry): (u64, u64)) {
        self.positions += orbit;
        self.up_to_symmetry += up_to_symmetry;
        self.finished += if over { orbit } else { 0 };
        match code.winner() {
            None => {
                self.draws += orbit;
                self.endless += if code == Code::ENDLESS { orbit } else { 0 };
            }
            Some((_, plies)) => {
                self.longest = self.longest.max(plies);
                *(if wins { &mut self.wins } else { &mut self.losses }) += orbit;
            }
        }
    }
}

impl Counts {
    /// All numbers, in the order in which they are declared.
    pub fn numbers(self) -> [u64; 8] {
        let Counts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } = self;
        [positions, up_to_symmetry, wins, losses, draws, endless, finished, longest.into()]
    }

    /// The counts of which these are [`Counts::numbers`]; `None` if they cannot be.
    pub fn of_numbers(numbers: [u64; 8]) -> Option<Counts> {
        let [positions, up_to_symmetry, wins, losses, draws, endless, finished, longest] = numbers;
        let longest = longest.try_into().ok()?;
        Some(Counts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest })
    }
}

impl std::ops::AddAssign for Counts {
    /// What two parts of all positions come to.
    fn add_assign(&mut self, other: Counts) {
        let Counts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } = other;
        self.positions += positions;
        self.up_to_symmetry += up_to_symmetry;
        self.wins += wins;
        self.losses += losses;
        self.draws += draws;
        self.endless += endless;
        self.finished += finished;
        self.longest = self.longest.max(longest);
    }
}

/// Positions, sorted, with what is known of them, level by level.
pub type Levels<K> = Vec<(Vec<K>, Vec<Code>)>;

/// The exact values of all positions of a game.
#[derive(Clone, Debug)]
pub struct Table<K> {
    /// Whether one position stands for all its images.
    pub merged: bool,
    /// The positions, sorted, and what is known of them: level by level where every move raises the stage, else all
    /// in one.
    pub levels: Levels<K>,
    /// The stage of the first level, where there are stages.
    pub first_stage: Option<u32>,
    /// How many there are.
    pub counts: Counts,
}

/// Whether this position has a key of type `K`; others of the game are packed in as many bytes, or about.
pub fn fits<G: Notation + ?Sized, K: Key>(game: &G, start: &G::State) -> bool {
    let mut bytes = Vec::new();
    game.pack(start, &mut bytes);
    bytes.len() <= K::BYTES
}

/// Finds and values all positions of `game` from `start` on. Where `start` is not the same from all sides, positions that
/// are images of each other are one only if `merge` says so: then more positions may be counted than can be reached, with
/// those that are images of such.
///
/// # Errors
/// If it is stopped or runs out of what `limits` allows, and for games with chance, payoffs or positions that keys cannot hold.
pub fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    game: &G,
    start: &G::State,
    merge: bool,
    limits: Limits<'_>,
) -> Result<Table<K>, Halt> {
    // First whether a position fits at all: to look at a large board from all sides may take minutes.
    Codec { game, merged: false }.key::<K>(start, false, &mut Vec::new())?;
    let codec = Codec::new(game, start, merge);
    let progress = Progress { phase: Phase::Find, level: None, found: 0, valued: 0, images: 0, bytes: 0 };
    let mut watch = Watch { limits, progress };
    let first_stage = game.stage(start);
    let (levels, counts) = match first_stage {
        Some(_) => graded::solve::<G, K>(&codec, start, &mut watch)?,
        None => cyclic::solve::<G, K>(&codec, start, &mut watch)?,
    };
    Ok(Table { merged: codec.merged, levels, first_stage, counts })
}

/// The level that `state` is in, if the first level has this stage.
fn level_of<G: Symmetric + ?Sized>(game: &G, state: &G::State, first_stage: Option<u32>) -> Option<usize> {
    match (first_stage, game.stage(state)) {
        (Some(first), Some(stage)) => Some(stage.checked_sub(first)? as usize),
        _ => Some(0),
    }
}

/// What a finished game is worth.
fn end_of<G: Symmetric + ?Sized>(game: &G, state: &G::State) -> Option<Exact> {
    let outcome = game.turn(state).outcome()?;
    Some(outcome.winner().map_or(Exact::Draw, |player| Exact::Win { player, plies: 0 }))
}

/// With fewer ranks than this a table by key is as good.
const WORTH_RANKS: u64 = 1 << 16;

/// Finds and values all positions as [`solve`] does, and packs them: by rank where the game has a [ranking](Playable::ranking) of
/// more than a few positions, with all processors there are.
///
/// # Errors
/// Those of [`solve`].
pub fn solve_packed<G: Playable>(
    game: &G,
    start: &G::State,
    merge: bool,
    limits: Limits<'_>,
) -> Result<Book, Halt> {
    let ranking = game.ranking(start);
    let worth =
        |ranking: &dyn Ranking<G>| ranking.stages().last().is_some_and(|stage| stage.end >= WORTH_RANKS);
    if let Some(ranking) = ranking.filter(|ranking| worth(&**ranking)) {
        let merged = merge && game.symmetries() > 1 || game.is_symmetric(start);
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let table = dense::solve(&*ranking, start, merged, threads, limits)?;
        return Ok(Book::by_rank(game, start, table).expect("it has ranks"));
    }
    if fits::<G, u64>(game, start) {
        Ok(Book::new(game, start, solve::<G, u64>(game, start, merge, limits)?))
    } else {
        Ok(Book::new(game, start, solve::<G, u128>(game, start, merge, limits)?))
    }
}

impl<K: Key> Table<K> {
    /// What is known of `state`; `None` if it is not one of the positions that were found.
    pub fn lookup<G: Symmetric + Notation + ?Sized>(&self, game: &G, state: &G::State) -> Option<Exact> {
        if let Some(exact) = end_of(game, state) {
            return Some(exact);
        }
        let key: K = Codec { game, merged: self.merged }.key(state, false, &mut Vec::new()).ok()?;
        let (keys, codes) = self.levels.get(level_of(game, state, self.first_stage)?)?;
        let at = keys.binary_search_by_key(&key, |key| key.position()).ok()?;
        codes[at].exact()
    }
}
