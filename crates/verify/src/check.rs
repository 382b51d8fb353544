//! The check of a whole file: that it is about this game, undamaged, and each of its claims is proved.

use plywood_rules::{Playable, fingerprint};

use crate::checked::Checked;
use crate::head::{Goal, Head};
use crate::refusal::{Fault, Refusal};
use crate::walk::Walk;
use crate::watch::Watch;

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions entered.
    pub positions: u64,
    /// Replies tried on lines.
    pub line_moves: u64,
    /// Bytes after the head that were read.
    pub read: usize,
    /// All bytes after the head.
    pub bytes: usize,
}

/// Checks that `bytes` are a proof file of `game` that proves what it claims. `go_on` is told every few thousand steps
/// how far it is, and stops the check by returning false.
///
/// # Errors
/// If they are not, with the reason.
pub fn check<G: Playable>(
    game: &G,
    bytes: &[u8],
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Checked, Refusal> {
    check_watched(game, bytes, &mut (), go_on)
}

/// [`check`], and `watch` is told what the file says. Until the check is done that is as good as nothing.
///
/// # Errors
/// Those of [`check`].
pub fn check_watched<G: Playable>(
    game: &G,
    bytes: &[u8],
    watch: &mut impl Watch<G>,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Checked, Refusal> {
    let head = Head::read(bytes)?;
    if head.game != game.name() {
        return Err(Refusal::OtherGame { file: head.game, game: game.name() });
    }
    if head.rules != fingerprint(game) {
        return Err(Refusal::OtherRules { game: head.game });
    }
    if head.sum != sum(&bytes[head.end..]) {
        return Err(Refusal::Damaged);
    }
    let start =
        game.parse_state(&head.position).map_err(|error| Refusal::Position { game: game.name(), error })?;
    let mut work = Work::new(bytes.len() - head.end, go_on);
    let mut plies = None;
    for (claim, part) in &head.parts {
        watch.claim(*claim, &start);
        let longest =
            Walk::new(game, *claim, head.merge, &bytes[part.clone()], watch).run(&start, &mut work)?;
        plies = (claim.goal == Goal::Wins).then_some(longest);
    }
    Ok(Checked::new(game, &head, &start, work.progress, plies))
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
fn sum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Why a walk was not finished.
pub enum Halt {
    Fault(Fault),
    Interrupted,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Counts what is done, and asks now and then whether to go on.
pub struct Work<'a> {
    pub progress: Progress,
    steps: u64,
    go_on: &'a mut dyn FnMut(Progress) -> bool,
}

impl<'a> Work<'a> {
    /// Steps between two questions.
    const STRIDE: u64 = 1 << 12;

    /// Nothing is done yet of a file with so many bytes after its head.
    pub fn new(bytes: usize, go_on: &'a mut dyn FnMut(Progress) -> bool) -> Work<'a> {
        let progress = Progress { positions: 0, line_moves: 0, read: 0, bytes };
        Work { progress, steps: 0, go_on }
    }

    /// One more step; false if it is to be the last.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        !self.steps.is_multiple_of(Work::STRIDE) || (self.go_on)(self.progress)
    }

    /// One more reply is tried on a line; false if it is to be the last.
    pub fn line_move(&mut self) -> bool {
        self.progress.line_moves += 1;
        self.step()
    }
}
