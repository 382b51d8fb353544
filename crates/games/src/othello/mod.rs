//! Othello, also known as Reversi.
//!
//! A disc is put where it encloses a run of the opponent's discs with another disc of its own colour; all
//! runs enclosed are turned over. A player without such a move passes; when neither player can move, two
//! passes would follow and the game is over. More discs win; cells that are still free count for the winner, unless the
//! options say otherwise.
//!
//! A move is the number of its cell, `size * rank + file`; the number after the last cell is the pass.

mod discs;
mod empties;
mod endgame;
mod evaluation;
mod game;
mod notation;

use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Effect, Place, Steps};
use plywood_rules::{
    Board, Cells, Depict, Game, Motion, MoveNumber, Outcome, Playable, Player, Scene, TextError, Turn,
};

pub use self::empties::Empties;
pub use self::game::{Othello, State};

use self::evaluation::Mobility;
use crate::cells::{cells, write_owners};
use crate::family::{Alias, Card, Family, Puzzles, choice};
use crate::rows::bits;

/// Othello, by its options.
pub const OTHELLO: Family = Family {
    name: "othello",
    title: "Othello",
    about: "Enclosed discs change their colour; the player with more discs at the end wins.",
    parameters: &[
        choice("size", &["4", "6", "8", "10"], "8", "cells along an edge"),
        choice("empties", &["winner", "none"], "winner", "whose the cells are that are free at the end"),
    ],
    aliases: &[Alias { name: "reversi", title: "Reversi", options: "size=8" }],
    elsewhere: &[],
    cards: &[Card::new("othello", "othello", 24)],
    samples: &["othello:size=4"],
    puzzles: Some(Puzzles { file: "othello", game: "othello:size=6", count: 200, place: 2 }),
};

/// The game of these options, read with the parameters of [`OTHELLO`].
///
/// # Errors
/// If the size is not 4, 6, 8 or 10.
pub fn from_options(options: &Options) -> Result<Othello, TextError> {
    let empties = if options.is("empties", "none") { Empties::Nobody } else { Empties::Winner };
    Ok(Othello::new(options.integer("size").unwrap_or(8) as usize)?.with_empties(empties))
}

impl Othello {
    /// The discs of both players; at the end with the free cells, if they count.
    fn scores(&self, state: &State) -> [u32; 2] {
        let discs = Player::BOTH.map(|player| state.discs(player).count_ones());
        let Turn::Over(Outcome::Payoff(payoff)) = self.turn(state) else { return discs };
        let more = (payoff.abs() as u32).saturating_sub(discs[0].abs_diff(discs[1]));
        if payoff > 0.0 { [discs[0] + more, discs[1]] } else { [discs[0], discs[1] + more] }
    }

    /// The full name of the game on this board with this rule.
    fn named(&self, empties: Empties) -> String {
        let empties = if empties == Empties::Winner { "winner" } else { "none" };
        OTHELLO.full_name(&[("size", self.rows.files.to_string()), ("empties", empties.to_string())])
    }
}

impl Depict for Othello {
    /// The board and the number of discs of both players.
    fn scene(&self, state: &State) -> Scene {
        let count = |player: Player| {
            (self.player_names()[player.index()].to_string(), state.discs(player).count_ones().to_string())
        };
        Scene {
            grids: vec![self.rows.grid_of(state.discs, ['b', 'w'])],
            scores: Some(self.scores(state)),
            facts: Player::BOTH.map(count).to_vec(),
            ..Scene::default()
        }
    }

    fn board(&self) -> Board {
        Board { axes: vec![self.rows.ranks, self.rows.files], ..Board::default() }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        if mv == self.pass() {
            return Motion::Choice;
        }
        let put = self.rows.place(mv.index());
        // The nearest discs turn first.
        let flipped = bits(self.flipped(state, mv.index())).map(|cell| self.rows.place(cell));
        let mut flipped: Vec<Place> = flipped.collect();
        flipped.sort_by_key(|at| at.row.abs_diff(put.row).max(at.column.abs_diff(put.column)));
        let flips = flipped.into_iter().map(Effect::Flip);
        let effects = [Effect::Put(put)].into_iter().chain(flips).collect();
        Motion::Steps(Steps { touched: vec![put], effects })
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        self.rows.observe(state.discs, view, observation);
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["dark", "light"]
    }
}

impl Playable for Othello {
    fn name(&self) -> String {
        self.named(self.empties)
    }

    /// Until cells that are free at the end counted for the winner, the plain count had the plain name.
    fn former_name(&self) -> Option<String> {
        (self.empties == Empties::Nobody).then(|| self.named(Empties::Winner))
    }

    fn formerly(&self) -> Option<String> {
        (self.empties == Empties::Winner).then(|| self.named(Empties::Nobody))
    }

    fn how_to_play(&self) -> String {
        let last = self.rows.name(self.rows.cells() - 1);
        let free = match self.empties {
            Empties::Winner => "Cells that are still free count for the winner",
            Empties::Nobody => "Cells that are still free count for nobody",
        };
        format!(
            "Put a disc where it encloses discs of the other colour in a straight line with another disc of \
             yours. They turn over.\n\
             If you cannot, you have to pass. When neither player can, the game ends; more discs win. {free}.\n\
             Moves are cells, a1 to {last}, or pass."
        )
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Othello>> {
        let about = "Counts moves, corners and cells beside free corners; towards the end the discs.";
        vec![NamedEvaluation::new("mobility", about, Mobility::new(self))]
    }

    /// The board: free, own, the opponent's.
    fn cells(&self) -> Box<dyn Cells<Othello>> {
        cells(self.rows.listed(3), |_, state: &State, view, cells| write_owners(cells, state.discs, view))
    }

    fn default_depth(&self) -> Option<u32> {
        match self.rows.files {
            4 => None,
            6 => Some(7),
            8 => Some(6),
            _ => Some(5),
        }
    }
}
