//! The check of a whole file: that it is about this game, undamaged, and each of its claims is proved.

use plywood_rules::{Playable, Run, fingerprint};

use crate::checked::Checked;
use crate::claim::Goal;
use crate::head::Head;
use crate::refusal::Refusal;
use crate::walk::Walk;
use crate::watch::ProofVisitor;
use crate::work::{CheckProgress, CheckRun};

/// Checks that `bytes` are a proof file of `game` that proves what it claims. Reports its progress
/// every few thousand steps.
///
/// # Errors
/// If they are not, with the reason.
pub fn check<G: Playable>(game: &G, bytes: &[u8], run: &Run<'_, CheckProgress>) -> Result<Checked, Refusal> {
    check_watched(game, bytes, &mut (), run)
}

/// The same as [`check`]; `watch` receives what the file says, which is proved only when the check has finished.
///
/// # Errors
/// Those of [`check`].
pub fn check_watched<G: Playable>(
    game: &G,
    bytes: &[u8],
    watch: &mut dyn ProofVisitor<G>,
    run: &Run<'_, CheckProgress>,
) -> Result<Checked, Refusal> {
    let head = Head::read(bytes)?;
    if head.game != game.name() && game.former_name() != Some(head.game.clone()) {
        return Err(Refusal::OtherGame { file: head.game, game: game.name() });
    }
    // Payoffs that have changed since are no reason to refuse it: each end is checked by the rules of today.
    if head.rules != fingerprint(game) && game.formerly().is_none() {
        return Err(Refusal::OtherRules { game: head.game });
    }
    if head.sum != sum(&bytes[head.end..]) {
        return Err(Refusal::Damaged);
    }
    let start =
        game.parse_state(&head.position).map_err(|error| Refusal::Position { game: game.name(), error })?;
    let mut work = CheckRun::new(bytes.len() - head.end, run);
    let mut plies = None;
    for (claim, part) in &head.parts {
        watch.claim(*claim, &start);
        let longest = Walk::new(game, *claim, &head, &bytes[part.clone()], watch).run(&start, &mut work)?;
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
