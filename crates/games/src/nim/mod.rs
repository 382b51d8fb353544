//! Nim: heaps of objects, from one of which a player takes any number (Bouton, Annals of Mathematics 3, 1901).
//!
//! The player who takes the last object wins; in the misère game that player loses. The exclusive or of the
//! heaps, their [Grundy value](Nim::grundy), says who wins ([`Nim::winner`]).
//!
//! Move number `64 h + n` takes `n` objects, 1 to 63, from heap `h`, counted from 0.

mod game;
mod notation;
mod scene;

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::{Cells, Game, MoveNumber, Notation, Playable, TextError};

use self::game::heap_and_taken;
use crate::cells::{cells, numbers};
use crate::family::{Card, Family, choice};

pub use game::{Nim, State};

/// Nim, by its options.
pub const NIM: Family = Family {
    name: "nim",
    title: "Nim",
    about: "Take any number of objects from one heap; the player who takes the last one wins.",
    parameters: &[
        Parameter {
            key: "heaps",
            kind: Kind::Name,
            default: "3-4-5",
            about: "the objects in each of 1 to 8 heaps, 0 to 63, such as 1-3-5-7",
        },
        choice("misere", &["off", "on"], "off", "on: the player who takes the last object loses"),
    ],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("nim", "nim", 2)],
    samples: &["nim:heaps=1-2-3"],
    puzzles: None,
};

/// The game of these options, read with the parameters of [`NIM`].
///
/// # Errors
/// If the heaps are not numbers within bounds.
pub fn from_options(options: &Options) -> Result<Nim, TextError> {
    let heaps = notation::parse_heaps(options.text("heaps").unwrap_or("3-4-5"))?;
    let nim = Nim::new(&heaps)?;
    Ok(if options.is("misere", "on") { nim.misere() } else { nim })
}

impl Playable for Nim {
    fn name(&self) -> String {
        let misere = if self.misere { "on" } else { "off" };
        NIM.full_name(&[("heaps", notation::heaps_text(self.start())), ("misere", misere.to_string())])
    }

    fn how_to_play(&self) -> String {
        let end = if self.misere { "loses" } else { "wins" };
        format!(
            "Take any number of objects, at least one, from one heap.\n\
             The player who takes the last object {end}.\n\
             A move is the letter of the heap and the number of objects: b2 takes two from heap b."
        )
    }

    /// A number for each object: to take t from a heap is t - 1 more than all objects of the heaps before it at the start.
    fn actions(&self) -> usize {
        self.start().iter().map(|&objects| usize::from(objects)).sum()
    }

    fn action(&self, mv: MoveNumber) -> usize {
        let (heap, taken) = heap_and_taken(mv);
        let before: usize = self.start()[..heap].iter().map(|&objects| usize::from(objects)).sum();
        before + usize::from(taken).saturating_sub(1)
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Nim>> {
        let about = "The winner under best play, known from the exclusive or of the heaps.";
        vec![NamedEvaluation::new("xor", about, |nim: &Nim, state: &State| 0.5 * nim.winner(state).sign())]
    }

    /// The objects in each heap.
    fn cells(&self) -> Box<dyn Cells<Nim>> {
        let list = numbers(self.start().iter().map(|&objects| u16::from(objects) + 1));
        cells(list, |_, state: &State, _, cells| cells.copy_from_slice(&state.heaps[..cells.len()]))
    }

    /// Bouton's theory: the exclusive or of the heaps, and the moves that make it 0.
    fn explanation(&self, state: &State) -> Option<String> {
        let heaps: Vec<String> = state.heaps[..self.start().len()].iter().map(u8::to_string).collect();
        let sum = format!("{} = {}", heaps.join(" xor "), self.grundy(state));
        let (mover, winner) = (state.mover, self.winner(state));
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves.retain(|&mv| self.winner(&self.child(state, mv)) == mover);
        let moves: Vec<String> = moves.into_iter().map(|mv| self.move_text(state, mv)).collect();
        let wins = moves.join(" or ");
        Some(match self.misere && state.heaps.iter().all(|&heap| heap < 2) {
            true => format!("no heap has more than 1, so the parity of the heaps decides, and {winner} wins"),
            false if winner != mover => {
                format!("{sum}, and every move makes it another number, so {mover} loses")
            }
            false if self.misere => {
                format!(
                    "{sum}, not 0, so {mover} wins by {wins}: that leaves 0, or at the end an odd number of ones"
                )
            }
            false => format!("{sum}, not 0, so {mover} wins by {wins}, which makes it 0"),
        })
    }

    /// The evaluation is never wrong.
    fn default_depth(&self) -> Option<u32> {
        Some(2)
    }
}
