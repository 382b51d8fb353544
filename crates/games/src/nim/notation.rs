//! Nim as text and as bytes.
//!
//! `3-4-5 first` is the objects in each heap and the side to move. Heaps are lettered from `a`; `b2` takes two
//! objects from heap b. Any position with at most as many objects in each heap as at the beginning is one,
//! either side being to move.

use plywood_rules::{MoveNumber, Notation, Player, TextError};

use super::game::{MOST_HEAPS, Nim, State, heap_and_taken, number};
use crate::text::{check_length, check_open, parse_side, parts, refuse, side_of_byte, whole};

/// The heaps as numbers joined by dashes.
pub(super) fn heaps_text(heaps: &[u8]) -> String {
    heaps.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// Reads `3-4-5`.
pub(super) fn parse_heaps(text: &str) -> Result<Vec<u8>, TextError> {
    text.split('-').map(parse_objects).collect()
}

/// Reads the objects of one heap.
fn parse_objects(text: &str) -> Result<u8, TextError> {
    match whole(text, 63) {
        Some(objects) => Ok(objects as u8),
        None => {
            refuse!("a heap cannot be '{text}'; heaps are numbers from 0 to 63 joined by dashes, like 3-4-5")
        }
    }
}

/// The letter of a heap.
pub(super) fn letter(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}

impl Nim {
    /// The state of these heaps, if they are as many as at the beginning and none has grown.
    fn state(&self, heaps: &[u8], mover: Player) -> Result<State, TextError> {
        let (count, given) = (self.start().len(), heaps.len());
        if given != count {
            return refuse!("there are {given} heaps instead of {count}");
        }
        let grown = heaps.iter().zip(self.start()).position(|(heap, start)| heap > start);
        if let Some(heap) = grown {
            let (letter, objects, most) = (letter(heap), heaps[heap], self.start()[heap]);
            return refuse!("heap {letter} cannot have {objects} objects; it began with {most}");
        }
        let mut state = State { heaps: [0; MOST_HEAPS], mover };
        state.heaps[..count].copy_from_slice(heaps);
        Ok(state)
    }
}

impl Notation for Nim {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        let (heap, taken) = heap_and_taken(mv);
        format!("{}{taken}", letter(heap))
    }

    /// Takes capitals too.
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let last = letter(self.start().len() - 1);
        let place = |name: char| ('a'..=last).position(|letter| letter == name.to_ascii_lowercase());
        let Some((heap, rest)) = text.chars().next().and_then(|name| Some((place(name)?, &text[1..]))) else {
            return refuse!(
                "'{text}' is not a move; it is the letter of a heap, a to {last}, and the objects to take, like a1"
            );
        };
        let (name, objects) = (letter(heap), state.heaps[heap]);
        match whole(rest, objects.into()).filter(|&taken| taken > 0) {
            Some(taken) => Ok(number(heap, taken as u8)),
            None if objects == 0 => {
                refuse!("'{text}' cannot be played: heap {name} is empty")
            }
            None => refuse!("'{text}' cannot be played: heap {name} allows {name}1 to {name}{objects}"),
        }
    }

    fn state_text(&self, state: &State) -> String {
        format!("{} {}", heaps_text(&state.heaps[..self.start().len()]), state.mover)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [heaps, side] = parts(self, text, "Nim", "the heaps and the side to move")?;
        self.state(&parse_heaps(heaps)?, parse_side(side)?)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    /// A byte for each heap and one for the side to move.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&state.heaps[..self.start().len()]);
        bytes.push(state.mover.index() as u8);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        check_length(bytes, self.start().len() + 1)?;
        let (heaps, side) = bytes.split_at(self.start().len());
        self.state(heaps, side_of_byte(side[0])?)
    }
}
