//! Proof files that were read and checked. A file stays open for as long as it has a user, so that a bot that plays by it
//! meanwhile need not wait until it is checked again.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use plywood_erased::{Playthrough, TypedPlaythrough};
use plywood_rules::threads::{has_failed, lock};
use plywood_rules::{Playable, Player, Run, TextError};
use plywood_verify::{CheckProgress, Checked, Head, ProofCursor, ProofIndex, Refusal};

use crate::trouble::Trouble;

/// A checked proof file. While it is open, `perfect:proof=FILE` plays by the contents that it had when it was
/// opened.
pub trait AnyProof: Send + Sync {
    /// The checked proof.
    fn checked(&self) -> &Checked;
}

impl<G: Playable> AnyProof for ProofIndex<G> {
    fn checked(&self) -> &Checked {
        ProofIndex::checked(self)
    }
}

/// The full name of the game that a proof file claims to be about. The rest of the file is not checked.
///
/// # Errors
/// If it cannot be read or is no proof file.
pub fn proof_game(path: &Path) -> Result<String, UnusableProof> {
    Ok(Head::read(&std::fs::read(path)?)?.game)
}

/// The reason why nothing can be proved by a file.
#[derive(Debug, thiserror::Error)]
pub enum UnusableProof {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is no valid proof for the game, or it was stopped before all of it was checked.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl UnusableProof {
    /// The error about the file at `path`.
    pub(crate) fn at(&self, path: &Path) -> Trouble {
        match self {
            UnusableProof::Unreadable(error) => {
                TextError::with_file("cannot read the proof ", path, &format!(": {error}")).into()
            }
            UnusableProof::Refused(Refusal::Interrupted) => {
                Trouble::failed("stopped before all of the proof was checked")
            }
            UnusableProof::Refused(refusal) => {
                TextError::with_file("", path, &format!(" is refused: {refusal}")).into()
            }
        }
    }
}

/// A file that may be open.
struct OpenProof {
    game: String,
    path: PathBuf,
    guide: Weak<dyn Any + Send + Sync>,
}

/// Proof files that are open.
#[derive(Default)]
pub(crate) struct OpenProofs(Mutex<Vec<OpenProof>>);

impl OpenProofs {
    /// The contents of a proof file, which is checked unless it is open.
    ///
    /// # Errors
    /// If the file cannot be read or is no valid proof for this game, or it was stopped.
    pub(crate) fn open<G: Playable>(
        &self,
        game: &G,
        path: &Path,
        run: &Run<'_, CheckProgress>,
    ) -> Result<Arc<ProofIndex<G>>, UnusableProof> {
        let name = game.name();
        let known = lock(&self.0)
            .iter()
            .find(|it| it.path == path && it.game == name)
            .and_then(|it| it.guide.upgrade());
        if let Some(guide) = known.and_then(|known| known.downcast().ok()) {
            return Ok(guide);
        }
        let guide = Arc::new(ProofIndex::read(game, &std::fs::read(path)?, run)?);
        if has_failed() {
            return Ok(guide);
        }
        let weak: Weak<dyn Any + Send + Sync> = Arc::downgrade(&guide) as _;
        let mut open = lock(&self.0);
        open.retain(|it| it.guide.strong_count() > 0);
        open.push(OpenProof { game: name, path: path.to_path_buf(), guide: weak });
        Ok(guide)
    }
}

/// The reason that a proof does not cover the current position, with advice; `None` if it does for `player`,
/// or, without a `player`, for either.
pub(crate) fn silence<G: Playable>(
    play: &TypedPlaythrough<G>,
    guide: &ProofIndex<G>,
    path: &Path,
    player: Option<Player>,
) -> Option<TextError> {
    let game = &**play.rules();
    let states: Vec<&G::State> = play.states().iter().collect();
    let last = states.len() - 1;
    // Both are followed in one pass, with the progress of each: long games are traversed once.
    let mut left: Option<(usize, ProofCursor<'_, G>)> = None;
    for of in Player::BOTH.into_iter().filter(|&of| player.is_none_or(|player| player == of)) {
        let mut track: Option<ProofCursor<'_, G>> = None;
        for (ply, state) in states.iter().enumerate() {
            let next = track.and_then(|track| track.after(state));
            track = next.or_else(|| guide.cursor_at(game, state, of));
            if let Some(track) = &track
                && left.as_ref().is_none_or(|&(before, _)| before < ply)
            {
                left = Some((ply, track.clone()));
            }
        }
    }
    let checked = guide.checked();
    let what = match left {
        Some((ply, _)) if ply == last => return None,
        Some((ply, track)) if game.turn(states[ply]).player() == Some(track.claim().player) => {
            let played = play.played();
            let after = match ply {
                0 => String::new(),
                _ => format!(" after {}", played[..ply].join(" ")),
            };
            let by_it = track.answer().map_or(String::new(), |mv| game.move_text(states[ply], mv));
            format!("{} plays {by_it} by it{after}, and not {}", track.claim().player, played[ply])
        }
        _ => format!("no play by it leads here; it begins at '{}'", checked.position),
    };
    let why = format!(" says nothing of this position: {what}. It proves: {checked}");
    Some(TextError::with_file("the proof ", path, &why))
}
