//! The proof files of a server: those in its folder at the start, which are checked one after the other while it runs.
//!
//! They have short names, as brains do, and no request adds any. Checked proofs stay in memory, so that no bot waits for them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock, RwLockReadGuard};

use plywood_rules::Player;
use plywood_workshop::{AnyProof, Goal, proof_game};

use crate::names::{SHORT_NAME, is_short_name};
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{ClaimView, ProofStateView, ProofView};

/// Files that are read at most.
const MOST: usize = 100;
/// The largest of them, in bytes.
const LARGEST: u64 = 256 << 20;

/// The bot that plays by them.
pub const PLAYER: &str = "perfect";

/// The proofs in the folder.
#[derive(Default)]
pub struct Proofs(RwLock<Vec<Proof>>);

/// A file.
struct Proof {
    /// The full name of its game, as it says itself.
    game: String,
    name: String,
    path: PathBuf,
    state: State,
}

/// The state of a proof.
pub enum State {
    /// It has not been checked yet.
    Waits,
    /// As long as this is here, it is not checked again.
    Checked(Arc<dyn AnyProof>),
    /// Refused, with the reason.
    Refused(String),
}

impl Proofs {
    /// The files in this folder that may be proofs, by their heads. A folder that is not there has none.
    ///
    /// # Errors
    /// Those of the system.
    pub fn find(folder: &Path) -> std::io::Result<Proofs> {
        let files = match std::fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Proofs::default()),
            Err(error) => return Err(error),
        };
        let mut paths = files.map(|file| Ok(file?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "proof"));
        paths.sort();
        if paths.len() > MOST {
            tracing::warn!(files = paths.len(), most = MOST, "more proofs than the server reads");
        }
        let mut proofs = Vec::new();
        for path in paths.into_iter().take(MOST) {
            match Proof::at(&path) {
                Ok(proof) => proofs.push(proof),
                Err(error) => {
                    tracing::warn!(file = %path.display(), error, "a proof is passed over");
                }
            }
        }
        Ok(Proofs(RwLock::new(proofs)))
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<Proof>> {
        self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The names of the proofs of a game that were checked.
    pub fn of(&self, game: &str) -> Vec<String> {
        let proofs = self.read();
        let checked = proofs.iter().filter(|it| it.game == game && matches!(it.state, State::Checked(_)));
        checked.map(|it| it.name.clone()).collect()
    }

    /// The name of a checked proof that a player wins a game from its opening.
    pub fn winning(&self, game: &str, player: Player) -> Option<String> {
        let wins = |proof: &&Proof| match &proof.state {
            State::Checked(it) if proof.game == game && it.checked().is_start => {
                it.checked().claims.iter().any(|claim| claim.player == player && claim.goal == Goal::Wins)
            }
            _ => false,
        };
        self.read().iter().find(wins).map(|proof| proof.name.clone())
    }

    /// The proofs of a game as the page shows them.
    pub fn views(&self, game: &str) -> Vec<ProofView> {
        let proofs = self.read();
        proofs.iter().filter(|it| it.game == game).map(Proof::view).collect()
    }

    /// The file of a proof of this game, unless it was refused.
    pub fn file(&self, game: &str, name: &str) -> Result<PathBuf, Problem> {
        let proofs = self.read();
        let known = proofs.iter().find(|it| it.game == game && it.name == name);
        match known {
            Some(Proof { state: State::Refused(reason), .. }) => Err(refused(name, reason)),
            Some(proof) => Ok(proof.path.clone()),
            None => {
                let mine = proofs.iter().filter(|it| it.game == game).map(|it| it.name.as_str());
                let mine = mine.collect::<Vec<_>>().join(", ");
                let what = if mine.is_empty() { "none".to_string() } else { mine };
                let text = format!("the server has no proof '{name}' of this game; it has {what}");
                Err(Problem::new(RefusalCode::Options, text))
            }
        }
    }

    /// The names and files of the proofs of this game that can be looked into at once, or of the one of this name alone.
    pub fn open(&self, game: &str, name: Option<&str>) -> Result<Vec<(String, PathBuf)>, Problem> {
        if let Some(name) = name {
            self.file(game, name)?;
        }
        let proofs = self.read();
        let wanted = || proofs.iter().filter(|it| it.game == game && name.is_none_or(|name| it.name == name));
        let checked = wanted().filter(|it| matches!(it.state, State::Checked(_)));
        let checked: Vec<_> = checked.map(|it| (it.name.clone(), it.path.clone())).collect();
        if !checked.is_empty() {
            return Ok(checked);
        }
        let wrong = |text: String| Err(Problem::new(RefusalCode::Options, text));
        if let Some(waits) = wanted().find(|it| matches!(it.state, State::Waits)) {
            return wrong(format!(
                "the proof '{}' is still being checked; try again in a moment",
                waits.name
            ));
        }
        match wanted().next() {
            Some(Proof { name, state: State::Refused(reason), .. }) => Err(refused(name, reason)),
            _ => wrong("the server has no proof of this game".to_string()),
        }
    }

    /// The game and the file of a proof that waits to be checked.
    pub fn waiting(&self) -> Option<(String, PathBuf)> {
        let proofs = self.read();
        let proof = proofs.iter().find(|it| matches!(it.state, State::Waits))?;
        Some((proof.game.clone(), proof.path.clone()))
    }

    /// Sets the state of a proof.
    pub fn settle(&self, path: &Path, state: State) {
        let mut proofs = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(proof) = proofs.iter_mut().find(|it| it.path == path) {
            proof.state = state;
        }
    }
}

fn refused(name: &str, reason: &str) -> Problem {
    Problem::new(
        RefusalCode::Options,
        format!("the proof '{name}' was refused when it was checked: {reason}"),
    )
}

impl Proof {
    fn view(&self) -> ProofView {
        let state = match &self.state {
            State::Waits => ProofStateView::Waits {},
            State::Checked(proof) => {
                let claims = proof.checked().claims.iter();
                let claim = claims.map(|it| ClaimView { player: it.player, wins: it.goal == Goal::Wins });
                ProofStateView::Checked { claims: claim.collect() }
            }
            State::Refused(reason) => ProofStateView::Refused { reason: reason.clone() },
        };
        ProofView { name: self.name.clone(), state }
    }

    /// The file, or the reason why it cannot be one.
    fn at(path: &Path) -> Result<Proof, String> {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        if !is_short_name(&name) {
            return Err(format!("'{name}' is no name for a proof: {SHORT_NAME}"));
        }
        let bytes = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
        if bytes > LARGEST {
            return Err(format!("it has {bytes} bytes, and the server reads {LARGEST} at most"));
        }
        let game = proof_game(path).map_err(|error| error.to_string())?;
        Ok(Proof { game, name, path: path.to_path_buf(), state: State::Waits })
    }
}
