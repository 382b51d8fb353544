//! Who wins, with a strategy to show for it: for games too large for a table, but not for a proof.
//!
//! [`prove`] asks of either player whether they win, and writes down what it found as a file ([`write`](mod@write)) that a checker who
//! knows the rules and nothing else can follow. Where no position recurs, that is done by proof numbers ([`search`]); elsewhere by
//! looking for closed sets and for short wins in turns ([`cycles`]).

mod ahead;
pub mod closed;
pub mod cycles;
mod expand;
pub mod falling;
pub mod kept;
mod numbers;
mod positions;
pub mod search;
mod show;
mod strategy;
mod weigh;
pub mod within;
pub mod write;

use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_rules::{Playable, Player, Trace};

use crate::Limits;

use self::cycles::{Settled, Trouble};
use self::kept::{Keeper, Kept, KeptError};
pub use self::numbers::Numbers;
use self::numbers::Table;
use self::search::{Interrupted, Progress as Seeking, REPORT, Search, Settings};
use self::strategy::{Attack, Hold};
use self::write::{Claim, Goal, Part, write};

/// What others left behind who broke down is as good as any: nothing is half done where this is used.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How to prove something.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Bytes for what is remembered.
    pub memory: u64,
    /// Threads, at least 1. The proof is the same however many there are.
    pub threads: usize,
    /// Whether proofs are to be written down, which takes a little longer and room for every position of the proof. Where
    /// positions recur they are in any case.
    pub write: bool,
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Looking for a win of this player.
    Seeks(Player, Seeking),
    /// Writing down a claim, so many positions so far.
    Writes(Claim, u64),
    /// Where positions recur.
    Settles(cycles::Progress),
}

/// What was proved.
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// What is sure: that a player wins; or that one or both hold, the latter a draw.
    pub claims: Vec<Claim>,
    /// The proofs of these, if they were to be written down.
    pub parts: Vec<Part>,
    /// Positions so many plies after the start, at most, are merged up to symmetry in them.
    pub merge: u32,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// Whether it was told to stop before everything was known.
    pub interrupted: bool,
}

impl Proved {
    /// How the game ends if both play their best, if that is known: who wins, or nobody.
    pub fn outcome(&self) -> Option<Option<Player>> {
        match self.claims[..] {
            [Claim { player, goal: Goal::Wins }] => Some(Some(player)),
            [_, _] => Some(None),
            _ => None,
        }
    }
}

/// Why nothing can be proved.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// Chance has a part in it.
    #[error("it leaves something to chance")]
    Chance,
    /// It would take more memory than allowed.
    #[error(
        "{found} positions were found and more were to come, which is more than fit into the memory allowed"
    )]
    TooLarge {
        /// Positions found, up to symmetry.
        found: u64,
    },
    /// Proof numbers are not for it.
    #[error("positions recur in it, and proof numbers are for games in which none does")]
    Recurs,
    /// What is known cannot be kept, or what was kept cannot be used.
    #[error(transparent)]
    Kept(#[from] KeptError),
    /// Where positions recur nothing is kept.
    #[error("positions recur in it, and only searches where none does can be kept and gone on with")]
    NotKept,
    /// The game does not read the positions that it has packed: a mistake in its notation.
    #[error("a position that was packed cannot be read again")]
    Unreadable,
}

/// Until how many plies after the start images are looked for: the more symmetries there are, the longer that takes, and
/// the more of what is merged has been merged by then.
fn merged_plies(symmetries: usize) -> u32 {
    match symmetries {
        ..=1 => 0,
        2..=8 => 10,
        9..=64 => 8,
        65..=256 => 6,
        _ => 4,
    }
}

/// Settles who wins from `start`, as far as `go_on` lets it. With a `keeper` it goes on from what was known when the same was asked
/// before, and keeps what is known every few minutes and whenever one question is answered or given up.
///
/// # Errors
/// If the game is not one that can be settled in this way, or the keeper fails.
pub fn prove<G: Playable>(
    game: &G,
    start: &G::State,
    plan: Plan,
    mut keeper: Option<&mut dyn Keeper>,
    go_on: &mut (dyn FnMut(Progress) -> bool + Send),
) -> Result<Proved, Unfit> {
    if game.has_chance() {
        return Err(Unfit::Chance);
    }
    if recurs(game, start) {
        return if keeper.is_some() { Err(Unfit::NotKept) } else { settle(game, start, plan, go_on) };
    }
    let merge = merged_plies(game.symmetries());
    let settings = Settings { memory: plan.memory, threads: plan.threads, merge, report: REPORT };
    let mut proved = Proved { merge, ..Proved::default() };
    let first = game.turn(start).player().unwrap_or(Player::First);
    for attacker in [first, first.other()] {
        let kept = keeper.as_deref_mut().map(|keeper| Kept::new(keeper, game, start, merge, attacker));
        let question = Question { attacker, settings: &settings, kept: kept.as_ref(), writes: plan.write };
        match ask(game, start, question, go_on, &mut proved)? {
            Ok(true) => {
                // What was known of the other's claims follows from this one.
                let last = proved.claims.len() - 1;
                proved.claims.drain(..last);
                proved.parts.drain(..proved.parts.len().saturating_sub(1));
                break;
            }
            Ok(false) => {}
            Err(Interrupted) => {
                proved.interrupted = true;
                break;
            }
        }
    }
    Ok(proved)
}

/// Whether positions may recur, as far as the game tells.
fn recurs<G: Playable>(game: &G, start: &G::State) -> bool {
    game.plies_left(start).is_none() && game.stage(start).is_none()
}

/// What a search by proof numbers came to that was to visit a limited number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sought {
    /// Whether the attacker wins, if that was found out.
    pub wins: Option<bool>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
}

/// Asks whether `attacker` wins from `start`, with at most so many bytes of `memory` and one searcher, until `go_on` says no, which is told
/// about a hundred times on the way to `nodes` positions, and writes down what the search knows then ([`Search::show`]).
///
/// # Errors
/// If the game is not one for proof numbers.
pub fn show<G: Playable>(
    game: &G,
    start: &G::State,
    attacker: Player,
    (memory, nodes): (u64, u64),
    go_on: &(dyn Fn(Seeking) -> bool + Sync),
    trace: &mut Trace<G::Move>,
) -> Result<Sought, Unfit> {
    if game.has_chance() {
        return Err(Unfit::Chance);
    }
    if recurs(game, start) {
        return Err(Unfit::Recurs);
    }
    let merge = merged_plies(game.symmetries());
    let report = (nodes / 100).clamp(1, REPORT);
    let tell = |so_far: Seeking| so_far.nodes < nodes && go_on(so_far);
    let search = Search::new(game, attacker, Settings { memory, threads: 1, merge, report }, &tell);
    let wins = search.settle(start, 0).ok();
    search.show(start, 0, trace);
    Ok(Sought { wins, nodes: search.nodes() })
}

/// [`prove`] where positions may recur.
fn settle<G: Playable>(
    game: &G,
    start: &G::State,
    plan: Plan,
    go_on: &mut (dyn FnMut(Progress) -> bool + Send),
) -> Result<Proved, Unfit> {
    let mut nodes = 0;
    let mut tell = |progress: cycles::Progress| {
        nodes = progress.nodes;
        go_on(Progress::Settles(progress))
    };
    match cycles::settle(game, start, Limits { memory: plan.memory, go_on: &mut tell }) {
        Ok(Settled { parts, merge, nodes, .. }) => {
            let claims = parts.iter().map(|part| part.claim).collect();
            Ok(Proved { claims, parts, merge, nodes, interrupted: false })
        }
        Err(Trouble::Stopped) => Ok(Proved { nodes, interrupted: true, ..Proved::default() }),
        Err(Trouble::TooLarge { found }) => Err(Unfit::TooLarge { found }),
        Err(Trouble::Chance) => Err(Unfit::Chance),
        Err(Trouble::Unreadable) => Err(Unfit::Unreadable),
    }
}

/// What is asked of a game, and how.
struct Question<'a, 'k> {
    attacker: Player,
    settings: &'a Settings,
    kept: Option<&'a Kept<'k>>,
    /// Whether the answer is to be written down.
    writes: bool,
}

/// Whether the attacker wins from `start`; adds what is sure then.
fn ask<G: Playable>(
    game: &G,
    start: &G::State,
    question: Question<'_, '_>,
    go_on: &mut (dyn FnMut(Progress) -> bool + Send),
    proved: &mut Proved,
) -> Result<Result<bool, Interrupted>, KeptError> {
    let Question { attacker, settings, kept, writes } = question;
    let go_on = Mutex::new(go_on);
    let tell = |progress| lock(&go_on)(progress);
    let seeks = |seeking| tell(Progress::Seeks(attacker, seeking));
    let keeps = |table: &Table| kept.is_none_or(|kept| kept.save_now_and_then(table));
    let search = Search::new(game, attacker, settings.clone(), &seeks).keeping(&keeps);
    kept.map_or(Ok(()), |kept| kept.load(search.table()))?;
    let wins = search.settle(start, 0);
    kept.map_or(Ok(()), |kept| kept.finish(search.table()))?;
    let claim = match wins {
        Ok(true) => Claim { player: attacker, goal: Goal::Wins },
        _ => Claim { player: attacker.other(), goal: Goal::Holds },
    };
    let mut written = Ok(None);
    if writes && wins.is_ok() {
        let mut tell = |positions| tell(Progress::Writes(claim, positions));
        let part = match claim.goal {
            Goal::Wins => {
                write(game, start, claim, settings.merge, &mut Attack::new(game, &search), &mut tell)
            }
            Goal::Holds => write(game, start, claim, settings.merge, &mut Hold::new(&search), &mut tell),
        };
        written = part.map(Some);
    }
    proved.nodes += search.nodes();
    Ok(wins.and_then(|wins| {
        proved.claims.push(claim);
        proved.parts.extend(written?);
        Ok(wins)
    }))
}
