//! Playing by a proof.
//!
//! What a file says is noted while it is checked. Asked for a move, the game is followed from the first of its positions that
//! the proof knows: where positions were merged, by the images that the proof went on from; through lines, step by step;
//! and through pairs, from one answer to the next. Nothing is searched for.

mod follower;
mod notes;
mod track;

use std::collections::HashSet;

use plywood_rules::{Playable, Player, Position};

pub use self::follower::Follower;
use self::notes::{Book, Notes};
pub use self::track::{Track, Way};
use crate::check::{Progress, check_watched};
use crate::checked::Checked;
use crate::refusal::Refusal;

/// What a proof that was checked says of the positions that it comes to.
pub struct Guide<G: Playable> {
    checked: Checked,
    books: Vec<Book<G>>,
}

impl<G: Playable> Guide<G> {
    /// Checks a proof file of `game`, as [`check`](crate::check) does, and takes down what it says.
    ///
    /// # Errors
    /// If it proves nothing of this game, with the reason.
    pub fn read(
        game: &G,
        bytes: &[u8],
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Guide<G>, Refusal> {
        let mut notes = Notes::new(bytes);
        let checked = check_watched(game, bytes, &mut notes, go_on)?;
        Ok(Guide { checked, books: notes.books() })
    }

    /// What was proved.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Follows a game through what the proof says for `player`. `None` if it says nothing of its position: it is about the
    /// other player, or the game went where no play by the proof leads. Some answers depend on what was played before, so that the
    /// history of the position counts.
    pub fn track<'a>(
        &'a self,
        game: &'a G,
        position: &Position<'_, G>,
        player: Player,
    ) -> Option<Track<'a, G>> {
        Track::to(game, self.book(player)?, position)
    }

    /// The same for a position of which it is not known how the game came there.
    pub fn track_at<'a>(&'a self, game: &'a G, state: &G::State, player: Player) -> Option<Track<'a, G>> {
        Track::at(game, self.book(player)?, state)
    }

    /// Whether the proof says of a position that `player` wins or holds it.
    pub fn covers(&self, game: &G, position: &Position<'_, G>, player: Player) -> bool {
        self.track(game, position, player).is_some()
    }

    /// The positions that were walked through to prove what is claimed for `player`; 0 if nothing is.
    pub fn positions(&self, player: Player) -> usize {
        self.book(player).map_or(0, Book::len)
    }

    /// The line to be expected from a position on: both play by what the proof says for them, and who loses holds out for as long as
    /// it allows. It ends where the game does, where play goes round, or where the proof has nothing to choose by.
    pub fn line(&self, game: &G, position: &Position<'_, G>) -> Vec<G::Move> {
        let mut tracks = Player::BOTH.map(|player| self.track(game, position, player));
        let mut state = position.state.clone();
        let (mut line, mut seen) = (Vec::new(), HashSet::new());
        while let Some(player) = game.turn(&state).player() {
            let [own, other] = [player, player.other()].map(|player| tracks[player.index()].as_ref());
            let mv = match (own, other) {
                (Some(own), _) if matches!(own.way(), Way::Pairs { .. }) => None,
                (Some(own), _) => own.answer(),
                (None, Some(other)) => other.longest().map(|(mv, _)| mv),
                (None, None) => None,
            };
            let Some(mv) = mv.filter(|_| seen.insert(state.clone())) else { break };
            line.push(mv);
            state = game.child(&state, mv);
            tracks = tracks.map(|track| track.and_then(|track| track.after(&state)));
        }
        line
    }

    fn book(&self, player: Player) -> Option<&Book<G>> {
        self.books.iter().find(|book| book.claim.player == player)
    }
}
