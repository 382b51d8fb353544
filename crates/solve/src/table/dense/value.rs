//! Values positions stage by stage, in the order of plies to the end, as in `cyclic.rs`, but without lists of
//! moves: the ranking gives the positions that lead to a position.
//!
//! While a stage is valued, a position has a code and a count of moves that are not known to lose. The code may
//! be set before it is final: a win by a move to an earlier stage may be replaced by a quicker one, and a loss
//! by such moves holds only once no other move is left. It is final when no moves are left to count and the
//! round of its plies has come. The threads of a round may run in any order: they write the same win, or count
//! down, and only the one that reaches zero writes.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use plywood_rules::{Game, Outcome, Player, Turn};

use super::images::Setting;
use super::sweep::{Room, sweep};
use crate::values::{SolveError, SolveWatch, ValueCode};

/// Marks a rank one of whose moves is just being counted.
const CLAIMED: u8 = u8::MAX;
/// Moves that can be counted.
const MOST_MOVES: usize = CLAIMED as usize - 1;

/// The values of all ranks.
pub(super) struct RankValues<'a, G: ?Sized> {
    pub setting: &'a Setting<'a, G>,
    /// The images that can be reached; of those that are equal one, as soon as the stage is valued.
    pub reached: &'a [AtomicU16],
    pub codes: Vec<AtomicU16>,
    /// For the ranks of the stage being valued: moves that are not known to lose; none if a winning one is
    /// known.
    left: Vec<AtomicU8>,
    /// Finished positions without a winner.
    pub finished_draws: AtomicU64,
    /// The most plies of any code of this stage.
    highest: AtomicU32,
    /// True if some position ends in a draw.
    any_draw: AtomicBool,
}

impl<'a, G: Game + ?Sized> RankValues<'a, G> {
    pub fn new(setting: &'a Setting<'a, G>, reached: &'a [AtomicU16]) -> RankValues<'a, G> {
        let longest = setting.stages.iter().map(|stage| stage.end - stage.start).max().unwrap_or_default();
        RankValues {
            setting,
            reached,
            codes: reached.iter().map(|_| AtomicU16::new(ValueCode::UNKNOWN.0)).collect(),
            left: (0..longest).map(|_| AtomicU8::new(0)).collect(),
            finished_draws: AtomicU64::new(0),
            highest: AtomicU32::new(0),
            any_draw: AtomicBool::new(false),
        }
    }

    pub fn code(&self, rank: u64) -> ValueCode {
        ValueCode(self.codes[rank as usize].load(Ordering::Relaxed))
    }

    fn write(&self, rank: u64, code: ValueCode) {
        if let Some((_, plies)) = code.winner() {
            self.highest.fetch_max(plies, Ordering::Relaxed);
        }
        self.codes[rank as usize].store(code.0, Ordering::Relaxed);
    }

    fn can_be_reached(&self, rank: u64) -> bool {
        self.reached[rank as usize].load(Ordering::Relaxed) != 0
    }

    /// Values all positions of a stage; those of the stages before it are known.
    pub fn stage(&mut self, stage: &Range<u64>, watch: &mut SolveWatch<'_>) -> Result<(), SolveError> {
        let threads = self.setting.threads;
        self.highest = AtomicU32::new(0);
        let this = &*self;
        sweep(threads, stage, watch, &|ranks, room| {
            for rank in ranks {
                match this.can_be_reached(rank) {
                    true => this.begin(rank, stage, room)?,
                    // There may be data of the stage before.
                    false => this.left(stage, rank).store(0, Ordering::Relaxed),
                }
            }
            Ok(0)
        })?;
        let mut plies = 0;
        while plies <= this.highest.load(Ordering::Relaxed) {
            if plies >= ValueCode::MOST_PLIES {
                return Err(SolveError::TooLong);
            }
            sweep(threads, stage, watch, &|ranks, room| {
                let mut valued = 0;
                for rank in ranks {
                    // A code is written before moves are left out of count, and so read after it.
                    if this.code(rank).winner().is_none_or(|it| it.1 != plies)
                        || this.left(stage, rank).load(Ordering::Acquire) != 0
                    {
                        continue;
                    }
                    if let Some((winner, found)) = this.code(rank).winner()
                        && found == plies
                    {
                        this.spread(rank, winner, plies + 1, stage, room);
                        valued += 1;
                    }
                }
                Ok(valued)
            })?;
            watch.level_done(plies)?;
            plies += 1;
        }
        self.draws(stage, watch)
    }

    fn left(&self, stage: &Range<u64>, rank: u64) -> &AtomicU8 {
        &self.left[(rank - stage.start) as usize]
    }

    /// Values a position by its moves to earlier stages, and counts its other moves.
    fn begin(&self, rank: u64, stage: &Range<u64>, room: &mut Room) -> Result<(), SolveError> {
        let Setting { ranking, images, .. } = self.setting;
        room.children.clear();
        let spot = ranking.moves(rank, &mut room.children).ok_or_else(|| self.setting.broken(rank))?;
        let reached = &self.reached[rank as usize];
        let own = images.distinct(reached.load(Ordering::Relaxed), spot.fixed);
        reached.store(own, Ordering::Relaxed);
        let (mut open, mut quickest, mut slowest) = (0, None, None);
        let code = match spot.turn {
            Turn::Over(Outcome::Win(winner)) => ValueCode::win(winner, 0),
            Turn::Over(Outcome::Draw) => {
                self.finished_draws.fetch_add(u64::from(own.count_ones()), Ordering::Relaxed);
                self.any_draw.store(true, Ordering::Relaxed);
                ValueCode::DRAW
            }
            Turn::Over(Outcome::Payoff(_)) | Turn::Chance => return Err(self.setting.broken(rank)),
            Turn::Decision(mover) => {
                for (child, exchanged) in self.setting.images.different(&mut room.children) {
                    let known = if child < stage.start { self.code(child).winner() } else { None };
                    match known.map(|(winner, plies)| (seen(winner, exchanged) == mover, plies + 1)) {
                        Some((true, plies)) => {
                            quickest = Some(quickest.map_or(plies, |known: u32| known.min(plies)))
                        }
                        Some((false, plies)) => slowest = slowest.max(Some(plies)),
                        None => open += 1,
                    }
                }
                match (quickest, slowest) {
                    (Some(plies), _) => {
                        open = 0;
                        ValueCode::win(mover, plies)
                    }
                    (None, Some(plies)) => ValueCode::win(mover.other(), plies),
                    (None, None) => ValueCode::UNKNOWN,
                }
            }
        };
        if open > MOST_MOVES {
            return Err(SolveError::Unfit(format!(
                "a position has {open} moves, and {MOST_MOVES} at most are counted"
            )));
        }
        self.write(rank, code);
        self.left(stage, rank).store(open as u8, Ordering::Relaxed);
        Ok(())
    }

    /// `winner` wins at `rank`: updates the positions before it, a ply further from the end.
    fn spread(&self, rank: u64, winner: Player, plies: u32, stage: &Range<u64>, room: &mut Room) {
        let ranking = self.setting.ranking;
        room.parents.clear();
        ranking.before(rank, &mut room.parents);
        room.different.clear();
        room.different
            .extend(self.setting.images.different(&mut room.parents).filter(|it| stage.contains(&it.0)));
        // All are read before any is written, which waits for memory once and not for each.
        room.news.clear();
        let left = |&(parent, _): &(u64, bool)| u16::from(self.left(stage, parent).load(Ordering::Acquire));
        room.news.extend(room.different.iter().map(left));
        for (&(parent, exchanged), &before) in room.different.iter().zip(&room.news) {
            // The count is zero for settled positions, unreachable ones, and those with a known win.
            if before == 0 && self.code(parent) == ValueCode::UNKNOWN {
                continue;
            }
            let (left, mover) = (self.left(stage, parent), ranking.mover(parent));
            let winner = seen(winner, exchanged);
            if winner == mover {
                let known = self.code(parent).winner();
                if left.load(Ordering::Acquire) != 0 || known.is_none_or(|known| known.1 > plies) {
                    self.write(parent, ValueCode::win(winner, plies));
                    left.store(0, Ordering::Release);
                }
                continue;
            }
            let count = |left: u8| match left {
                0 | CLAIMED => None,
                1 => Some(CLAIMED),
                more => Some(more - 1),
            };
            if left.fetch_update(Ordering::AcqRel, Ordering::Acquire, count) == Ok(1) {
                let slowest = self.code(parent).winner().map_or(plies, |known| known.1.max(plies));
                self.write(parent, ValueCode::win(winner, slowest));
                left.store(0, Ordering::Release);
            }
        }
    }

    /// Marks positions that no round has settled as draws. A draw ends if all moves that do not lose lead to
    /// draws that end.
    fn draws(&mut self, stage: &Range<u64>, watch: &mut SolveWatch<'_>) -> Result<(), SolveError> {
        let threads = self.setting.threads;
        let this = &*self;
        sweep(threads, stage, watch, &|ranks, _| {
            let mut draws = 0;
            for rank in ranks.filter(|&rank| this.can_be_reached(rank)) {
                if this.left(stage, rank).load(Ordering::Relaxed) > 0 {
                    this.write(rank, ValueCode::ENDLESS);
                }
                draws += u64::from(this.code(rank).winner().is_none());
            }
            Ok(draws)
        })?;
        while this.any_draw.load(Ordering::Relaxed) {
            let changed = AtomicBool::new(false);
            sweep(threads, stage, watch, &|ranks, room| {
                for rank in
                    ranks.filter(|&rank| this.code(rank) == ValueCode::ENDLESS && this.can_be_reached(rank))
                {
                    room.children.clear();
                    this.setting.ranking.moves(rank, &mut room.children);
                    let mut kept = room.children.iter().map(|child| this.code(child.rank));
                    // A player who could win would not draw, so every won child loses for the mover.
                    if kept.all(|code| code == ValueCode::DRAW || code.winner().is_some()) {
                        this.write(rank, ValueCode::DRAW);
                        changed.store(true, Ordering::Relaxed);
                    }
                }
                Ok(0)
            })?;
            if !changed.into_inner() {
                break;
            }
        }
        Ok(())
    }
}

/// The player after the exchange of players, if they are exchanged.
fn seen(player: Player, exchanged: bool) -> Player {
    if exchanged { player.other() } else { player }
}
