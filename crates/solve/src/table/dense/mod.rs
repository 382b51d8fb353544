//! Positions in arrays by [rank](Ranking): no keys, no lists of moves, and several threads.
//!
//! First `reach` finds the positions that can be reached, a set of images for every rank, and then `value`
//! values them, stage by stage. The result does not depend on the number of threads.

mod images;
mod reach;
mod sweep;
mod value;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};

use plywood_rules::threads::lock;
use plywood_rules::{Game, Player, Ranking, Run};

use self::images::{Images, Setting};
use self::reach::reach;
use self::sweep::sweep;
use self::value::RankValues;
use crate::values::{Exact, Phase, PositionCounts, SolveError, SolveProgress, SolveWatch, ValueCode};

/// Games of fewer ranks are solved by one thread.
const TOGETHER: u64 = 1 << 18;

/// The exact values of all positions of a game, by rank.
#[derive(Debug)]
pub struct DenseTable {
    /// True if all images of a position that can be reached are counted as reachable.
    pub merged: bool,
    /// The number of positions of each kind.
    pub counts: PositionCounts,
    codes: Vec<AtomicU16>,
}

/// The memory for solving with such stages, in bytes.
fn needs(stages: &[Range<u64>]) -> u64 {
    let ranks = stages.last().map_or(0, |stage| stage.end);
    let longest = stages.iter().map(|stage| stage.end - stage.start).max().unwrap_or_default();
    // Images and codes, marks, and moves left to be counted.
    4 * ranks + ranks / 8 + longest
}

/// Finds and values all positions from `start` on. With `merged` all images of
/// a position that do not exchange the players count as reached; otherwise just those that are.
///
/// # Errors
/// If it is stopped, or would take more memory than allowed, or if `ranking` has no rank for `start`.
pub fn solve<G: Game + ?Sized>(
    ranking: &dyn Ranking<G>,
    start: &G::State,
    merged: bool,
    run: &Run<'_, SolveProgress>,
) -> Result<DenseTable, SolveError> {
    let stages = ranking.stages();
    let place = ranking.place(start).ok_or_else(|| SolveError::Unfit("its start has no rank".to_string()))?;
    let bytes = needs(&stages);
    let mut watch = SolveWatch::new(run);
    // All memory is requested at once, and refused before any of it is used.
    watch.look(0, bytes)?;
    let mut setting =
        Setting { ranking, images: Images::new(ranking), stages, merged, threads: run.threads.max(1) };
    if setting.ranks() < TOGETHER {
        setting.threads = 1;
    }
    let reached = reach(&setting, place, &mut watch)?;
    watch.begin(Phase::Value);
    let mut values = RankValues::new(&setting, &reached);
    for stage in &setting.stages {
        values.stage(stage, &mut watch)?;
    }
    let mut counts = count(&values, &mut watch)?;
    counts.finished += values.finished_draws.into_inner();
    Ok(DenseTable { merged, counts, codes: values.codes })
}

/// The number of positions of each kind; finished draws are added by the caller.
fn count<G: Game + ?Sized>(
    values: &RankValues<'_, G>,
    watch: &mut SolveWatch<'_>,
) -> Result<PositionCounts, SolveError> {
    let Setting { ranking, images, stages, merged, threads } = values.setting;
    let counts = Mutex::new(PositionCounts::default());
    for stage in stages {
        sweep(*threads, stage, watch, &|ranks, _| {
            let mut own = PositionCounts::default();
            for rank in ranks {
                let reached = values.reached[rank as usize].load(Ordering::Relaxed);
                if reached == 0 {
                    continue;
                }
                let orbit = u64::from(reached.count_ones());
                // Images under maps of the board are one position there; those with the players exchanged another.
                let up_to_symmetry = match merged {
                    true => {
                        u64::from(reached & images.exchanged != 0)
                            + u64::from(reached & !images.exchanged != 0)
                    }
                    false => orbit,
                };
                let code = values.code(rank);
                let wins = code.winner().is_some_and(|(winner, _)| winner == ranking.mover(rank));
                let over = code.winner().is_some_and(|(_, plies)| plies == 0);
                own.add_alike(code, wins, over, (orbit, up_to_symmetry));
            }
            *lock(&counts) += own;
            Ok(0)
        })?;
    }
    let counts = *lock(&counts);
    Ok(counts)
}

/// The value of an image of a rank's representative, from the representative's code.
pub(super) fn exact_of<G: Game + ?Sized>(
    ranking: &dyn Ranking<G>,
    code: ValueCode,
    image: u8,
) -> Option<Exact> {
    let flipped = |player: Player| if ranking.exchanges(image.into()) { player.other() } else { player };
    Some(match code.exact()? {
        Exact::Win { player, plies } => Exact::Win { player: flipped(player), plies },
        draw => draw,
    })
}

impl DenseTable {
    /// The value of `state`, or of an image of it; `None` if neither can be reached.
    pub fn lookup<G: Game + ?Sized>(&self, ranking: &dyn Ranking<G>, state: &G::State) -> Option<Exact> {
        let place = ranking.place(state)?;
        exact_of(ranking, self.code(place.rank), place.image)
    }

    /// The code of a rank's representative.
    pub(super) fn code(&self, rank: u64) -> ValueCode {
        ValueCode(self.codes[rank as usize].load(Ordering::Relaxed))
    }

    /// The number of ranks.
    pub(super) fn ranks(&self) -> u64 {
        self.codes.len() as u64
    }
}
