//! The index of a proof, to play by it.
//!
//! The contents of a file are noted while it is checked. A query follows the game from the first of its
//! positions that the proof knows: where positions were merged, by the images from which the proof continued;
//! through lines, step by step; and through pairs, from one answer to the next. Nothing is searched.

use std::collections::HashSet;

use plywood_rules::{Playable, Player, Position, Run};

use crate::check::check_watched;
use crate::checked::Checked;
use crate::cursor::{ProofCursor, Way};
use crate::notes::{ClaimIndex, Notes};
use crate::refusal::Refusal;
use crate::work::CheckProgress;

/// The contents of a checked proof, by position.
pub struct ProofIndex<G: Playable> {
    checked: Checked,
    claims: Vec<ClaimIndex<G>>,
}

impl<G: Playable> ProofIndex<G> {
    /// Checks a proof file of `game`, as [`check`](crate::check) does, and notes what it says.
    ///
    /// # Errors
    /// If it proves nothing of this game, with the reason.
    pub fn read(game: &G, bytes: &[u8], run: &Run<'_, CheckProgress>) -> Result<ProofIndex<G>, Refusal> {
        let mut notes = Notes::new(bytes);
        let checked = check_watched(game, bytes, &mut notes, run)?;
        Ok(ProofIndex { checked, claims: notes.claims() })
    }

    /// The result of the check.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Follows a game through what the proof says for `player`. `None` if it says nothing of its position: it
    /// is about the other player, or the game left the play that the proof covers. Some answers depend on
    /// earlier moves, so the history of the position counts.
    pub fn cursor<'a>(
        &'a self,
        game: &'a G,
        position: &Position<'_, G>,
        player: Player,
    ) -> Option<ProofCursor<'a, G>> {
        ProofCursor::to(game, self.claim_index(player)?, position)
    }

    /// The same for a position of which it is not known how the game came there.
    pub fn cursor_at<'a>(
        &'a self,
        game: &'a G,
        state: &G::State,
        player: Player,
    ) -> Option<ProofCursor<'a, G>> {
        ProofCursor::at(game, self.claim_index(player)?, state)
    }

    /// Returns true if the proof says of a position that `player` wins or holds it.
    pub fn covers(&self, game: &G, position: &Position<'_, G>, player: Player) -> bool {
        self.cursor(game, position, player).is_some()
    }

    /// The positions that were walked through to prove what is claimed for `player`; 0 if nothing is.
    pub fn positions(&self, player: Player) -> usize {
        self.claim_index(player).map_or(0, ClaimIndex::len)
    }

    /// The expected line from a position on: both play by what the proof says for them, and the loser plays
    /// the longest defence that it allows. It ends where the game does, where a position recurs, or where the
    /// proof has nothing to choose by.
    pub fn line(&self, game: &G, position: &Position<'_, G>) -> Vec<G::Move> {
        let mut cursors = Player::BOTH.map(|player| self.cursor(game, position, player));
        let mut state = position.state.clone();
        let (mut line, mut seen) = (Vec::new(), HashSet::new());
        while let Some(player) = game.turn(&state).player() {
            let [own, other] = [player, player.other()].map(|player| cursors[player.index()].as_ref());
            let mv = match (own, other) {
                (Some(own), _) if matches!(own.way(), Way::Pairs { .. }) => None,
                (Some(own), _) => own.answer(),
                (None, Some(other)) => other.longest().map(|(mv, _)| mv),
                (None, None) => None,
            };
            let Some(mv) = mv.filter(|_| seen.insert(state.clone())) else { break };
            line.push(mv);
            state = game.child(&state, mv);
            cursors = cursors.map(|cursor| cursor.and_then(|cursor| cursor.after(&state)));
        }
        line
    }

    fn claim_index(&self, player: Player) -> Option<&ClaimIndex<G>> {
        self.claims.iter().find(|claim_index| claim_index.claim.player == player)
    }
}
