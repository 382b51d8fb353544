//! Adding one brain to another.

use std::fs;
use std::sync::Arc;

use plywood_rules::{Playable, Stop};

use crate::brain::Brain;
use crate::draft::DraftFile;
use crate::error::BrainError;
use crate::knowledge::Knowledge;
use crate::store::Access;

impl<G: Playable> Brain<G> {
    /// Adds everything that another brain of the same game knows: visits add up, values are averaged by their visits, and
    /// a proof of either stays. The file is replaced in one step when everything is done.
    ///
    /// # Errors
    /// If the brains are not of the same game and settings, or a file cannot be read or written; then this brain is as
    /// it was.
    pub fn merge(self, other: &Brain<G>, stop: &Stop) -> Result<Option<Brain<G>>, BrainError> {
        if !replace_by_sum(&self, other, stop)? {
            return Ok(None);
        }
        let (game, path, limits) = (Arc::clone(self.shared_game()), self.path(), self.limits());
        drop(self);
        Brain::open(game, &path, Access::Write, limits).map(Some)
    }
}

/// Replaces the file of `own` by one that holds both; false if it was stopped.
fn replace_by_sum(own: &Knowledge, other: &Knowledge, stop: &Stop) -> Result<bool, BrainError> {
    check_fit(own, other)?;
    let path = own.path();
    if path.as_os_str().is_empty() {
        let reason = "a brain in memory cannot take in another one; merge into a brain in a file";
        return Err(BrainError::Mismatch(reason.to_string()));
    }
    let draft = DraftFile::beside(&path);
    // No other process can write while this brain is open.
    fs::copy(&path, &draft.0)?;
    let sum = Knowledge::open(&draft.0, Access::Write, own.limits())?;
    let mut failed = Ok(());
    let done = other.read().each(&mut |key, node| {
        failed = sum.add(key, node.info, &node.edges);
        failed.is_ok() && !stop.is_raised()
    })?;
    failed?;
    if done {
        let mut memory = sum.write();
        memory.counters.games += other.counters().games;
        if let (Some(network), Some(others)) = (&mut memory.network, &other.read().network) {
            network.merge(others);
        }
        // The run of the one is not the run of both.
        memory.run = None;
        memory.flush(&[])?;
        drop(memory);
        drop(sum);
        fs::rename(&draft.0, &path)?;
    }
    Ok(done)
}

fn check_fit(own: &Knowledge, other: &Knowledge) -> Result<(), BrainError> {
    let (ours, theirs) = (own.header(), other.header());
    if ours.game != theirs.game {
        let path = other.path();
        return Err(BrainError::OtherGame { path, other: theirs.game.clone(), wanted: ours.game.clone() });
    }
    if ours.rules != theirs.rules {
        return Err(BrainError::OtherRules { path: other.path(), game: ours.game.clone() });
    }
    if ours.settings != theirs.settings {
        return Err(BrainError::Mismatch(format!(
            "the brains learn differently ({} and {}) and cannot be merged",
            ours.settings, theirs.settings
        )));
    }
    let (own, other) = (own.read(), other.read());
    if own.network.as_ref().map(|network| network.shape())
        != other.network.as_ref().map(|network| network.shape())
    {
        return Err(BrainError::Mismatch("the networks have other tuples and cannot be merged".into()));
    }
    Ok(())
}
