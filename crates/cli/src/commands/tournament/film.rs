//! Games as pictures of every ply, in the least room: each element of a picture is kept once for all games, and each ply only says
//! which elements go and which come.

use std::collections::{HashMap, HashSet};

use plywood_draw::{board_elements, board_size, escape};
use plywood_erased::{Playthrough, turn_starts};
use plywood_rules::{Board, TextError};
use serde_json::{Value as Json, json};

/// The size of a picture of a game without a board, which is the position in its notation.
const TEXT_SIZE: (f64, f64) = (240.0, 40.0);

/// The elements of all pictures.
#[derive(Default)]
pub struct Film {
    elements: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// A game to look at.
#[derive(Debug)]
pub struct Replay {
    /// The width and height of the pictures, in their own units.
    size: (f64, f64),
    moves: Vec<String>,
    /// The plies with which a new move number begins.
    starts: Vec<usize>,
    /// The [`changes`] to the picture of the start, from nothing, and to that after each move.
    changes: Vec<Vec<usize>>,
}

impl Film {
    /// The pictures of the game that `play` is at the start of, with these moves.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn record(&mut self, play: &mut dyn Playthrough, moves: &[String]) -> Result<Replay, TextError> {
        let board = play.board();
        let mut shown = Vec::new();
        let mut replay =
            Replay { size: (0.0, 0.0), moves: moves.to_vec(), starts: Vec::new(), changes: Vec::new() };
        for ply in 0..=moves.len() {
            let (picture, size) = self.picture(play, &board);
            replay.size = (replay.size.0.max(size.0), replay.size.1.max(size.1));
            replay.changes.push(changes(&shown, &picture));
            shown = picture;
            if let Some(mv) = moves.get(ply) {
                play.play(mv)?;
            }
        }
        replay.starts = turn_starts((0..moves.len()).map(|ply| play.mover(ply)));
        Ok(replay)
    }

    /// The numbers of the elements of the position's picture, and its size.
    fn picture(&mut self, play: &dyn Playthrough, board: &Board) -> (Vec<usize>, (f64, f64)) {
        let scene = play.scene();
        let text = || {
            let position = escape(&play.position());
            let text = format!("<text x=\"0\" y=\"20\" font-size=\"12\" fill=\"#222\">{position}</text>");
            (vec![text], TEXT_SIZE)
        };
        let (elements, size) = match board_size(&scene, board) {
            Some(size) => (board_elements(&scene, board), size),
            None => text(),
        };
        (elements.into_iter().map(|element| self.number(element)).collect(), size)
    }

    fn number(&mut self, element: String) -> usize {
        *self.numbers.entry(element).or_insert_with_key(|element| {
            self.elements.push(element.clone());
            self.elements.len() - 1
        })
    }

    /// The elements, in the order of their numbers.
    pub fn into_elements(self) -> Vec<String> {
        self.elements
    }
}

impl Replay {
    /// For the script of the page.
    pub fn json(&self) -> Json {
        let rounded = |side: f64| (10.0 * side).round() / 10.0;
        json!({
            "size": (rounded(self.size.0), rounded(self.size.1)),
            "moves": self.moves.join(" "),
            "starts": self.starts,
            "changes": self.changes,
        })
    }
}

/// The changes from one list to another: a place in the list as it is then, and 0 if the number there goes, or one more than the
/// number that comes there; and so on.
fn changes(from: &[usize], to: &[usize]) -> Vec<usize> {
    let stays: HashSet<usize> = to.iter().copied().collect();
    let (mut changes, mut old, mut place) = (Vec::new(), from.iter().peekable(), 0);
    for &new in to {
        while old.next_if(|old| !stays.contains(old)).is_some() {
            changes.extend([place, 0]);
        }
        if old.next_if(|&&old| old == new).is_none() {
            changes.extend([place, new + 1]);
        }
        place += 1;
    }
    for _ in old {
        changes.extend([place, 0]);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn changes_lead_from_one_list_to_the_other(
            from in proptest::collection::vec(0..12_usize, 0..12), to in proptest::collection::vec(0..12_usize, 0..12)
        ) {
            let mut list = from.clone();
            for change in changes(&from, &to).chunks(2) {
                match change[1] {
                    0 => _ = list.remove(change[0]),
                    number => list.insert(change[0], number - 1),
                }
            }
            prop_assert_eq!(list, to);
        }
    }
}
