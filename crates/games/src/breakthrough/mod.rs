//! Breakthrough (Dan Troyka, 2000).
//!
//! Each player fills two ranks, on boards of fewer than six ranks one. Pieces step one rank forward, straight or
//! diagonally, and capture diagonally. Reaching the far rank or capturing every enemy wins. A player who is to
//! move always can: of the pieces that are furthest ahead, each has a diagonal neighbour in front of it, which is
//! free or an enemy's.
//!
//! Both players see the board from their own side: cell `files * rank + file` of the second player is that of the
//! first turned by half a turn. A move is three times its start, plus 0, 1 or 2 for a step to the left, straight
//! ahead or to the right, all seen by its player.

mod evaluation;
mod game;
mod notation;

use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Effect, Steps};
use plywood_rules::{Board, Cells, Depict, Motion, MoveNumber, Playable, Player, Scene, TextError};

pub use self::game::{Breakthrough, State};

use self::evaluation::Advance;
use crate::cells::{cells, write_owners};
use crate::family::{Card, Family, Puzzles, number, size};
use crate::rows::Rows;

/// Breakthrough, by its options.
pub const BREAKTHROUGH: Family = Family {
    name: "breakthrough",
    title: "Breakthrough",
    about: "Pieces step forward and capture diagonally; the first one on the far rank wins.",
    parameters: &[number("m", [3, 10], "8", "columns (width)"), number("n", [3, 10], "8", "rows (height)")],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("breakthrough", "breakthrough", 14)],
    samples: &["breakthrough:m=4,n=4"],
    puzzles: Some(Puzzles { file: "breakthrough", game: "breakthrough:m=5,n=5", count: 200, place: 3 }),
};

/// The game of these options, read with the parameters of [`BREAKTHROUGH`].
///
/// # Errors
/// If a size is not 3 to 10.
pub fn from_options(options: &Options) -> Result<Breakthrough, TextError> {
    Breakthrough::new(size(options, "m")?, size(options, "n")?)
}

impl Depict for Breakthrough {
    fn scene(&self, state: &State) -> Scene {
        Scene { grids: vec![self.rows.grid_of(self.pieces(state), ['w', 'b'])], ..Scene::default() }
    }

    fn board(&self) -> Board {
        Board { axes: vec![self.rows.ranks, self.rows.files], drawless: true, ..Board::default() }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        let [from, to] = self.path(state.mover, mv).map(|cell| self.rows.place(cell));
        Motion::Steps(Steps { touched: vec![from, to], effects: vec![Effect::Slide(from, to)] })
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        self.rows.observe(self.pieces(state), view, observation);
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["light", "dark"]
    }
}

impl Playable for Breakthrough {
    fn name(&self) -> String {
        let Rows { files, ranks } = self.rows;
        BREAKTHROUGH.full_name(&[("m", files.to_string()), ("n", ranks.to_string())])
    }

    fn how_to_play(&self) -> String {
        "Step one rank forward, straight or diagonally, to a free cell. Capture diagonally forward.\n\
         Reaching the far rank or capturing every enemy wins.\n\
         Moves are the two cells with a dash, or x for a capture: a2-b3, a2xb3."
            .to_string()
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Breakthrough>> {
        let about = "Counts pieces and how far they are, and sees who wins a race.";
        vec![NamedEvaluation::new("advance", about, Advance)]
    }

    /// The board: free, own, the opponent's.
    fn cells(&self) -> Box<dyn Cells<Breakthrough>> {
        cells(self.rows.listed(3), |game: &Breakthrough, state, view, cells| {
            write_owners(cells, game.pieces(state), view);
        })
    }

    fn default_depth(&self) -> Option<u32> {
        Some(if self.rows.cells() <= 30 { 6 } else { 4 })
    }
}
