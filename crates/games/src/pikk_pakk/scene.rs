//! Drawing: the field, the lines that can be pushed and how they move, and the balls around the target.

use plywood_rules::scene::{Grid, Leader, LineEnd, Piece, Place, Push, Shape, Side, Square};
use plywood_rules::{Board, Depict, Motion, MoveNumber, Notation, Player, Scene, moves_or_outcomes};

use super::field::{Direction, bit, cells_of};
use super::game::{Colour, Move, PikkPakk, State};
use super::notation::{file_name, rank_name};
use super::options::Variant;

impl Depict for PikkPakk {
    fn scene(&self, state: &State) -> Scene {
        let side = self.field.side;
        let highlights = match self.encloser(state) {
            Some(_) => {
                let around = cells_of(self.field.around(state.target)).map(|cell| self.place_of(cell));
                let mut places: Vec<_> = around.map(|place| (place.row, place.column)).collect();
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

    fn board(&self) -> Board {
        Board {
            shape: Shape::Ball,
            pushed: true,
            dark_first: self.player(Colour::Dark) == Player::First,
            ..Board::default()
        }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        match mv.into() {
            Move::Place { cell } => Motion::Put(self.place_of(cell.into())),
            Move::Push { way, first, last } => Motion::Push(self.shown_push(state, way, first, last)),
        }
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let side = self.field.side;
        for colour in [Colour::Light, Colour::Dark] {
            let plane = usize::from(self.player(colour) != view);
            for cell in cells_of(state.balls(colour)) {
                let Place { row, column, .. } = self.place_of(cell);
                observation[(plane * side + row) * side + column] = 1.0;
            }
        }
        let Place { row, column, .. } = self.place_of(state.target.into());
        observation[(2 * side + row) * side + column] = 1.0;
    }

    fn player_names(&self) -> [&'static str; 2] {
        match self.player(Colour::Light) {
            Player::First => [Colour::Light.name(), Colour::Dark.name()],
            Player::Second => [Colour::Dark.name(), Colour::Light.name()],
        }
    }
}

/// The end of its line that a run moves to.
fn side_of(way: Direction) -> Side {
    match way {
        Direction::Down => Side::Bottom,
        Direction::Up => Side::Top,
        Direction::Left => Side::Left,
        Direction::Right => Side::Right,
    }
}

impl PikkPakk {
    /// The square of a cell: rows run from the top, ranks from the bottom.
    pub(super) fn place_of(&self, cell: usize) -> Place {
        Place { grid: 0, row: self.field.side - 1 - self.field.rank(cell), column: self.field.file(cell) }
    }

    /// The effect of pushing the run from `first` to `last`.
    fn shown_push(&self, state: &State, way: Direction, first: u8, last: u8) -> Push {
        let span = self.field.span(way, first, last);
        let mut run: Vec<Place> = cells_of(span).map(|cell| self.place_of(cell)).collect();
        // Cells ascend as ranks and files do.
        if !way.raises() {
            run.reverse();
        }
        let foremost = if way.raises() { last } else { first };
        let leader = if self.field.edge[way as usize] & bit(foremost.into()) == 0 {
            Leader::Moves
        } else if self.variant.rolls() {
            Leader::Returns
        } else {
            Leader::Leaves
        };
        let mut counts = [0; 2];
        for colour in [Colour::Light, Colour::Dark] {
            counts[self.player(colour).index()] = (state.balls(colour) & span).count_ones() as usize;
        }
        Push { run, way: side_of(way), counts, leader }
    }

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
            let Move::Push { way, first, .. } = mv.into() else { continue };
            let Place { row, column, .. } = self.place_of(first.into());
            let (side, line) = (side_of(way), if way.is_along_file() { column } else { row });
            ends.push(LineEnd { side, line, mv: self.move_text(state, mv) });
        }
        ends
    }

    /// Facts that the field does not show: balls still to be placed, balls captured.
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

#[cfg(test)]
mod tests {
    use super::super::{FieldSize, Opening};
    use super::*;

    fn game(size: FieldSize, variant: Variant, opening: Opening) -> PikkPakk {
        PikkPakk::new(size, variant, opening)
    }

    /// The one place on which a move puts a ball, or the cells of the run that it pushes, by name.
    fn cells(game: &PikkPakk, motion: &Motion) -> String {
        let places = match motion {
            Motion::Put(place) => std::slice::from_ref(place),
            Motion::Push(push) => &push.run,
            _ => panic!("{motion:?} moves nothing"),
        };
        let name =
            |place: &Place| format!("{}{}", file_name(place.column), rank_name(game.side() - 1 - place.row));
        places.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn motion(game: &PikkPakk, position: &str, mv: &str) -> Motion {
        let state = game.parse_state(position).unwrap();
        game.motion(&state, game.parse_move(&state, mv).unwrap())
    }

    #[track_caller]
    fn pushes(game: &PikkPakk, position: &str, mv: &str, run: &str, way: Side, rest: ([usize; 2], Leader)) {
        let motion = motion(game, position, mv);
        assert_eq!(cells(game, &motion), run, "'{position}' {mv}");
        let Motion::Push(push) = motion else { panic!("{mv} is no push") };
        assert_eq!((push.way, (push.counts, push.leader)), (way, rest), "'{position}' {mv}");
    }

    #[test]
    fn a_push_moves_its_run_and_counts_the_majority() {
        use Leader::{Leaves, Moves, Returns};
        let basic = game(FieldSize::Seven, Variant::Basic, Opening::Spiral);
        assert_eq!(basic.board(), Board { shape: Shape::Ball, pushed: true, ..Board::default() });
        let opening = "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 w";
        pushes(&basic, opening, "b-", "b8 b7 b6 b5 b4 b3 b2", Side::Bottom, ([6, 1], Moves));
        pushes(&basic, opening, "b+", "b2 b3 b4 b5 b6 b7 b8", Side::Top, ([6, 1], Moves));
        // The target counts for neither.
        pushes(&basic, opening, "5+", "b5 c5 d5 e5 f5 g5 h5", Side::Right, ([4, 2], Moves));
        pushes(&basic, opening, "5-", "h5 g5 f5 e5 d5 c5 b5", Side::Left, ([4, 2], Moves));

        let tie = game(FieldSize::Five, Variant::TieWin, Opening::Spiral);
        let position = "7/1wwwww1/1bbbwb1/1bwtwb1/1bbbwb1/1wwwbb1/7 w";
        pushes(&tie, position, "4+", "b4 c4 d4 e4 f4", Side::Right, ([2, 2], Moves));

        let capture = game(FieldSize::Three, Variant::Capture, Opening::Spiral);
        let position = "5/5/2t2/5/wwb2 w";
        pushes(&capture, position, "1-", "c1 b1 a1", Side::Left, ([2, 1], Leaves));
        pushes(&capture, position, "1+", "a1 b1 c1", Side::Right, ([2, 1], Moves));
        let position = "b4/5/2t2/5/w1wb1 b";
        pushes(&capture, position, "a-@5", "a5", Side::Bottom, ([0, 1], Moves));
        pushes(&capture, position, "a+@5", "a5", Side::Top, ([0, 1], Leaves));

        let rolling = game(FieldSize::Three, Variant::Rolling, Opening::Spiral);
        pushes(&rolling, "wbb/wtw/bbw w", "2+", "a2 b2 c2", Side::Right, ([2, 0], Returns));
        pushes(&rolling, "wbb/wtw/bbw w", "2-", "c2 b2 a2", Side::Left, ([2, 0], Returns));
        pushes(&rolling, "wbb/wtw/bbw b", "b-", "b3 b2 b1", Side::Bottom, ([0, 2], Returns));
        // The target may be the one that rolls round.
        pushes(&rolling, "wbb/wwt/bbw w", "2+", "a2 b2 c2", Side::Right, ([2, 0], Returns));
        let tie = game(FieldSize::Five, Variant::RollingTieWin, Opening::Spiral);
        let position = "wwwww/bwbbb/twbbw/bwbbb/wwwbb w";
        pushes(&tie, position, "3+", "a3 b3 c3 d3 e3", Side::Right, ([2, 2], Returns));
    }

    /// The player who places first is the first player: dark is then counted first.
    #[test]
    fn placements_put_balls_and_exchange_who_is_first() {
        let placing = game(FieldSize::Three, Variant::Basic, Opening::Placement);
        let put = motion(&placing, "5/5/2t2/5/5 b place", "b2");
        assert_eq!(put, Motion::Put(Place { grid: 0, row: 3, column: 1 }));
        assert_eq!(cells(&placing, &put), "b2");
        let position = "5/1bwb1/1wtw1/1bbw1/5 w";
        pushes(&placing, position, "d-", "d4 d3 d2", Side::Bottom, ([1, 2], Leader::Moves));
        let rolling = game(FieldSize::Three, Variant::Rolling, Opening::Placement);
        assert_eq!(cells(&rolling, &motion(&rolling, "3/1t1/3 b place", "a3")), "a3");
    }
}
