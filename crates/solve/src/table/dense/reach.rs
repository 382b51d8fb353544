//! Reachability of positions: for every rank, which of its images can be reached.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use plywood_rules::{Game, Ranked};

use super::images::Setting;
use super::sweep::sweep;
use crate::values::{SolveError, SolveWatch};

/// Ranks with new images that are not passed on yet.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn set(&self, rank: u64) {
        self.0[(rank / 64) as usize].fetch_or(1 << (rank % 64), Ordering::AcqRel);
    }

    /// Removes the marks from these ranks and calls `each` for those that had one.
    fn take(
        &self,
        ranks: Range<u64>,
        mut each: impl FnMut(u64) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        for word in ranks.start / 64..ranks.end.div_ceil(64) {
            let from = ranks.start.saturating_sub(word * 64);
            let to = (word * 64 + 64).saturating_sub(ranks.end);
            let own = u64::MAX << from & u64::MAX >> to;
            let marks = &self.0[word as usize];
            if marks.load(Ordering::Relaxed) & own == 0 {
                continue;
            }
            let mut marked = marks.fetch_and(!own, Ordering::AcqRel) & own;
            while marked != 0 {
                each(word * 64 + u64::from(marked.trailing_zeros()))?;
                marked &= marked - 1;
            }
        }
        Ok(())
    }
}

/// For every rank the images that can be reached from `start`, as bits: the last stage first, because no move
/// leads to a later one. New images of a position are passed on to its children, until there are none.
pub(super) fn reach<G: Game + ?Sized>(
    setting: &Setting<'_, G>,
    start: Ranked,
    watch: &mut SolveWatch<'_>,
) -> Result<Vec<AtomicU16>, SolveError> {
    let Setting { ranking, images, stages, threads, .. } = setting;
    let reached: Vec<AtomicU16> = (0..setting.ranks()).map(|_| AtomicU16::new(0)).collect();
    let marks = Marks((0..setting.ranks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect());
    let from = match setting.merged {
        true => {
            (0..ranking.images()).filter(|&image| !ranking.exchanges(image)).fold(0, |all, at| all | 1 << at)
        }
        false => 1,
    };
    reached[start.rank as usize].store(images.after(from, start.image.into()), Ordering::Relaxed);
    marks.set(start.rank);
    watch.look(1, 0)?;
    let mut round = 0;
    for stage in stages.iter().rev() {
        loop {
            let looked = AtomicU64::new(0);
            sweep(*threads, stage, watch, &|ranks, room| {
                let mut found = 0;
                marks.take(ranks, |rank| {
                    looked.store(1, Ordering::Relaxed);
                    room.children.clear();
                    let spot = ranking.moves(rank, &mut room.children).ok_or_else(|| setting.broken(rank))?;
                    let set = images.closed(reached[rank as usize].load(Ordering::Acquire), spot.fixed);
                    // All are read before any is written, which waits for memory once and not for each; most of
                    // them are known already.
                    room.news.clear();
                    room.news.extend(room.children.iter().map(|child| {
                        let more = images.after(set, child.image.into());
                        more & !reached[child.rank as usize].load(Ordering::Relaxed)
                    }));
                    for (child, &more) in room.children.iter().zip(&room.news).filter(|it| *it.1 != 0) {
                        let before = reached[child.rank as usize].fetch_or(more, Ordering::AcqRel);
                        if before | more != before {
                            marks.set(child.rank);
                        }
                        found += u64::from(before == 0);
                    }
                    Ok(())
                })?;
                Ok(found)
            })?;
            if looked.into_inner() == 0 {
                break;
            }
            watch.level_done(round)?;
            round += 1;
        }
    }
    Ok(reached)
}
