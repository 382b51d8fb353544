//! What there is to see: the field, which lines can be pushed, and who stands round the target.

use plywood_rules::scene::{Grid, LineEnd, Piece, Side, Square};
use plywood_rules::{Depict, Notation, Player, Scene, moves_or_outcomes};

use super::field::{Way, bit, cells_of};
use super::notation::{file_name, rank_name};
use super::{Colour, Move, PikkPakk, State, Variant};

impl Depict for PikkPakk {
    fn scene(&self, state: &State) -> Scene {
        let side = self.field.side;
        // Rows run from the top, ranks from the bottom.
        let place = |cell: usize| (side - 1 - self.field.rank(cell), self.field.file(cell));
        let highlights = match self.encloser(state) {
            Some(_) => {
                let mut places: Vec<_> = cells_of(self.field.around(state.target)).map(place).collect();
                places.sort_unstable();
                places
            }
            None => Vec::new(),
        };
        let grid = Grid {
            title: String::new(),
            columns: (0..side).map(file_name).collect(),
            rows: (0..side).rev().map(rank_name).collect(),
            squares: (0..side)
                .rev()
                .map(|rank| (0..side).map(|file| self.square(state, self.field.cell(file, rank))).collect())
                .collect(),
            highlights,
            ends: self.line_ends(state),
        };
        Scene { grids: vec![grid], facts: self.facts(state), ..Scene::default() }
    }

    fn player_names(&self) -> [&'static str; 2] {
        match self.player(Colour::Light) {
            Player::First => [Colour::Light.name(), Colour::Dark.name()],
            Player::Second => [Colour::Dark.name(), Colour::Light.name()],
        }
    }
}

impl PikkPakk {
    fn square(&self, state: &State, cell: usize) -> Square {
        let ball = |colour: Colour| {
            let piece = match self.player(colour) {
                Player::First => Piece::First,
                Player::Second => Piece::Second,
            };
            Square::Taken(piece, colour.letter())
        };
        if cell == usize::from(state.target) {
            Square::Taken(Piece::Neutral, 't')
        } else if state.light & bit(cell) != 0 {
            ball(Colour::Light)
        } else if state.dark & bit(cell) != 0 {
            ball(Colour::Dark)
        } else {
            Square::Free
        }
    }

    /// A mark for every push of the side to move, at the end of the line it moves towards.
    fn line_ends(&self, state: &State) -> Vec<LineEnd> {
        let mut ends = Vec::new();
        for mv in moves_or_outcomes(self, state) {
            let Move::Push { way, first, .. } = mv else { continue };
            let (file, rank) = (self.field.file(usize::from(first)), self.field.rank(usize::from(first)));
            let (side, line) = match way {
                Way::Down => (Side::Bottom, file),
                Way::Up => (Side::Top, file),
                Way::Left => (Side::Left, self.field.side - 1 - rank),
                Way::Right => (Side::Right, self.field.side - 1 - rank),
            };
            ends.push(LineEnd { side, line, mv: self.move_text(state, mv) });
        }
        ends
    }

    /// What cannot be seen on the field: balls still to be placed, balls captured.
    fn facts(&self, state: &State) -> Vec<(String, String)> {
        let word = match (state.placing, self.variant) {
            (true, _) => "to place",
            (false, Variant::Capture) => "lost",
            (false, _) => return Vec::new(),
        };
        let players = if self.player(Colour::Light) == Player::First {
            [Colour::Light, Colour::Dark]
        } else {
            [Colour::Dark, Colour::Light]
        };
        let missing = |colour| self.balls_each() - state.balls(colour).count_ones();
        players.map(|colour| (format!("{} {word}", colour.name()), missing(colour).to_string())).to_vec()
    }
}
