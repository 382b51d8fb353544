//! Drawing a game of Hex, and its entry in the list of games.

use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Cell, Effect, Grid, Outline, Piece, Place, Square, Steps};
use plywood_rules::{Board, Cells, Depict, Motion, MoveNumber, Playable, Player, Scene};

use super::{Bridges, HEX, Hex, State};
use crate::cells::{cells, write_words};

/// Half the height of a hexagon that is 1 wide.
const RADIUS: f64 = 0.577_350_269_189_625_8;
/// The width of the coloured edge.
const EDGE: f64 = 0.2;

impl Hex {
    /// The place of a cell. The grid has one more row and column on each side, for the edges in the colours of
    /// the players.
    fn place(&self, cell: usize) -> Place {
        Place { grid: 0, row: self.side() - cell / self.side(), column: cell % self.side() + 1 }
    }

    /// The owner of a square outside the cells; none at the corners.
    fn edge_owner(&self, row: usize, column: usize) -> Option<Player> {
        let outside = |place: usize| place == 0 || place > self.side();
        match (outside(row), outside(column)) {
            (true, false) => Some(Player::First),
            (false, true) => Some(Player::Second),
            _ => None,
        }
    }
}

fn taken(player: Player) -> Square {
    [Square::Taken(Piece::First, 'w'), Square::Taken(Piece::Second, 'b')][player.index()].clone()
}

impl Depict for Hex {
    fn scene(&self, state: &State) -> Scene {
        let side = self.side();
        let outside = |row: usize, column: usize| self.edge_owner(row, column).map_or(Square::Hole, taken);
        let mut squares: Vec<Vec<Square>> =
            (0..side + 2).map(|row| (0..side + 2).map(|column| outside(row, column)).collect()).collect();
        for cell in 0..self.cells() {
            let Place { row, column, .. } = self.place(cell);
            squares[row][column] = state.owner(cell).map_or(Square::Free, taken);
        }
        let chain = self.chains(state).into_iter().find(|chain| !chain.is_empty());
        let highlights = chain.into_iter().flat_map(|chain| chain.cells()).map(|cell| self.place(cell));
        let framed = |names: Vec<String>| [vec![String::new()], names, vec![String::new()]].concat();
        let Grid { columns, rows, .. } = self.rows().grid(|_| Square::Free);
        let grid = Grid {
            columns: framed(columns),
            rows: framed(rows),
            squares,
            highlights: highlights.map(|place| (place.row, place.column)).collect(),
            ..Grid::default()
        };
        Scene { grids: vec![grid], ..Scene::default() }
    }

    /// Hexagons, and along the sides of the rhombus bands in the colours of the players.
    fn board(&self) -> Board {
        let centre = |row: usize, column: usize| {
            [column as f64 + (self.side() + 1 - row) as f64 / 2.0, row as f64 * 1.5 * RADIUS]
        };
        let mut cells = Vec::new();
        for row in 0..self.side() + 2 {
            for column in 0..self.side() + 2 {
                let place = Place { grid: 0, row, column };
                let (outline, centre) = match self.edge_owner(row, column) {
                    None if row.is_multiple_of(self.side() + 1) => continue,
                    None => (Outline::Hexagon(0.97), centre(row, column)),
                    Some(owner) => {
                        // The band surrounds the hexagon beside it.
                        let inner = centre(row.clamp(1, self.side()), column.clamp(1, self.side()));
                        let turn = if row == 0 || column == 0 { 1.0 } else { -1.0 };
                        let (middle, corners) = band(owner);
                        let turned = |[x, y]: [f64; 2]| [turn * (x - middle[0]), turn * (y - middle[1])];
                        let outline = Outline::Polygon(corners.into_iter().map(turned).collect());
                        (outline, [inner[0] + turn * middle[0], inner[1] + turn * middle[1]])
                    }
                };
                cells.push(Cell { place, centre, outline });
            }
        }
        Board { cells, drawless: true, ..Board::default() }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        if mv != self.swap_move() {
            return Motion::Put(self.place(mv.index()));
        }
        let stone = state.stones[0].nth(0);
        let (from, to) = (self.place(stone), self.place(self.mirrored(stone)));
        let moved = vec![Effect::Remove(from), Effect::Put(to)];
        let effects = if from == to { vec![Effect::Flip(to)] } else { moved };
        Motion::Steps(Steps { touched: vec![from], effects })
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let (side, width) = (self.side(), self.side() + 2);
        for (player, plane) in
            [view, view.other()].into_iter().zip(observation.chunks_exact_mut(width * width))
        {
            for along in 1..=side {
                let ends = match player {
                    Player::First => [along, (width - 1) * width + along],
                    Player::Second => [along * width, along * width + width - 1],
                };
                ends.into_iter().for_each(|square| plane[square] = 1.0);
            }
            for cell in state.stones[player.index()].cells() {
                plane[(side - cell / side) * width + cell % side + 1] = 1.0;
            }
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["light", "dark"]
    }
}

/// The middle and the corners of the band above a hexagon (of the first player) or left of it (of the second),
/// seen from the middle of the hexagon.
fn band(owner: Player) -> ([f64; 2], Vec<[f64; 2]>) {
    let (half, out) = (RADIUS / 2.0, RADIUS + EDGE);
    match owner {
        Player::First => {
            let inner = [[-0.5, -half], [0.0, -RADIUS], [0.5, -half]];
            let outer = [[0.5, -half - EDGE], [0.0, -out], [-0.5, -half - EDGE]];
            ([0.0, -half - EDGE], [inner, outer].concat())
        }
        Player::Second => {
            let inner = [[0.0, -RADIUS], [-0.5, -half], [-0.5, half]];
            let outer = [[-0.5 - EDGE, half - EDGE / 2.0], [-0.5 - EDGE, -half - EDGE / 2.0], [-EDGE, -out]];
            ([-0.5 - EDGE / 2.0, -half], [inner, outer].concat())
        }
    }
}

impl Playable for Hex {
    /// The cells, then the swap if the game has it.
    fn actions(&self) -> usize {
        self.cells() + usize::from(self.swap)
    }

    fn name(&self) -> String {
        let swap = if self.swap { "on" } else { "off" };
        HEX.full_name(&[("size", self.side().to_string()), ("swap", swap.to_string())])
    }

    fn how_to_play(&self) -> String {
        let swap = if self.swap {
            "\nThe second player may answer the first stone by swap: it changes its owner and is mirrored on the \
             long diagonal, so that a2 becomes b1."
        } else {
            ""
        };
        format!(
            "Place a stone on any free cell. Stones never move.\n\
             Light connects top and bottom, dark left and right; one of them always does.{swap}\n\
             A move is the cell: a1 is at the bottom left, {} at the top right.",
            self.rows().name(self.cells() - 1)
        )
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Hex>> {
        let about = "Counts the stones that each player needs for a chain of bridges between the edges.";
        vec![NamedEvaluation::new("bridges", about, Bridges)]
    }

    /// The board: free, own, the opponent's.
    fn cells(&self) -> Box<dyn Cells<Hex>> {
        let list = (0..self.cells()).map(|cell| (Some(self.place(cell)), 3));
        cells(list, |_, state: &State, view, cells| {
            let [first, second] = &state.stones;
            write_words(cells, [first.words(), second.words()], view);
        })
    }

    fn default_depth(&self) -> Option<u32> {
        match self.side() {
            ..=4 => None,
            5..=6 => Some(7),
            7..=8 => Some(6),
            9 => Some(5),
            10..=13 => Some(4),
            14..=16 => Some(3),
            _ => Some(2),
        }
    }
}
