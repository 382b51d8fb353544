//! Checking proofs: files that say how a player wins or holds a position whatever the other one plays. They
//! are small enough to pass on, and simple enough to check with a program of your own
//! (`book/src/reference/proof-files.md`).
//!
//! [`check`] makes a walk through the game by its rules and reads from the file only the prover's decisions,
//! so that no file can leave out a reply or make up a move. It shares no code with the search that found the
//! proof. Trusted are the rules; where a file merges positions, their symmetries; where it ends lines of
//! play in pairs, [`PairingHints::pairs_hold`](plywood_rules::PairingHints::pairs_hold); where it wins by
//! connections, [`Connecting::holds`](plywood_rules::hints::connecting::Connecting::holds); and where it answers
//! replies by threats, [`defences`](plywood_rules::Specialists::defences), which says what need not
//! be tried. `tools/check_proof.py` checks files of line games and of Hex with rules of its own,
//! `tools/rocq` those of line games, with a machine-checked theorem.
//!
//! A [`ProofIndex`] answers for positions by a file that was checked, and a [`ProofPlayer`] plays by it. They
//! are not part of the trusted code.

mod check;
mod checked;
mod claim;
mod cursor;
mod head;
mod index;
mod lines;
mod notes;
mod numbers;
mod player;
mod refusal;
mod walk;
mod watch;
mod work;

pub use check::{check, check_watched};
pub use checked::Checked;
pub use claim::{Claim, Goal};
pub use cursor::{ProofCursor, Way};
pub use head::Head;
pub use index::ProofIndex;
pub use player::ProofPlayer;
pub use refusal::{LineFault, ProofFault, Refusal, Whereabouts};
pub use watch::{LineStep, ProofVisitor};
pub use work::CheckProgress;
