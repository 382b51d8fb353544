//! Playing by a proof.
//!
//! What a file says is noted while it is checked. Asked for a move, the game is followed from the first of its positions that
//! the proof knows: where positions were merged, by the images that the proof went on from; through lines, step by step;
//! and through pairs, from one answer to the next. Nothing is searched for.

mod follower;
mod notes;
mod track;

use plywood_rules::{Playable, Player, Position};

pub use self::follower::Follower;
use self::notes::{Book, Notes};
use self::track::Track;
use crate::check::{Progress, check_watched};
use crate::checked::Checked;
use crate::head::Goal;
use crate::refusal::Refusal;

/// What a proof that was checked says of the positions that it comes to.
pub struct Guide<G: Playable> {
    checked: Checked,
    books: Vec<Book<G>>,
}

/// What a proof says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guided<M> {
    /// What the prover plays there.
    pub mv: M,
    /// What that comes to.
    pub goal: Goal,
    /// A win takes so many plies at most.
    pub plies: Option<u32>,
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

    /// What the proof plays in a position in which somebody decides. `None` if it says nothing of it: it is about the other
    /// player, or the game went where no play by the proof leads. Some answers depend on what was played before, so
    /// that the history of the position counts.
    pub fn answer(&self, game: &G, position: &Position<'_, G>) -> Option<Guided<G::Move>> {
        let player = game.turn(position.state).player()?;
        let book = self.book(player)?;
        let (mv, plies) = Track::to(game, book, position)?.answer()?;
        let goal = book.claim.goal;
        Some(Guided { mv, goal, plies: (goal == Goal::Wins).then_some(plies) })
    }

    /// Whether the proof says of a position that `player` wins or holds it.
    pub fn covers(&self, game: &G, position: &Position<'_, G>, player: Player) -> bool {
        self.book(player).is_some_and(|book| Track::to(game, book, position).is_some())
    }

    fn book(&self, player: Player) -> Option<&Book<G>> {
        self.books.iter().find(|book| book.claim.player == player)
    }
}
