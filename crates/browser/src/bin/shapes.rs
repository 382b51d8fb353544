//! A server with a game for each way of drawing boards as data: hexagons, edges, pits, and walking pieces.
//!
//! The page has no special code for any of them.

use std::process::ExitCode;

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::scene::{Cell, Effect, Grid, Outline, Piece, Place, Shape, Square, Steps};
use plywood_rules::{
    Board, Depict, Game, Motion, NoHints, Notation, Outcome, Playable, Player, Scene, Symmetric, TextError,
    Turn,
};

/// The rules and the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kit {
    /// Stones on a rhombus of hexagons; one that is put turns the other player's beside it.
    Hex,
    /// Edges of two by two boxes; the player who draws the fourth edge of a box owns it and moves again.
    Edges,
    /// Pits whose seeds are sown, one in each pit round the board.
    Pits,
    /// Pieces that step ahead, straight or diagonally, and capture diagonally.
    Walk,
}

struct Shapes(Kit);

/// The contents of the grid, row by row (0 for nothing, 1 and 2 for the players' pieces, or a number of seeds),
/// and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct GridPosition {
    places: Vec<u8>,
    mover: Player,
}

/// A move from one place to another; the same place twice for a piece that is put there.
type Move = (u8, u8);

impl Kit {
    const ALL: [(&str, Kit); 4] =
        [("hex", Kit::Hex), ("edges", Kit::Edges), ("pits", Kit::Pits), ("walk", Kit::Walk)];

    /// Rows and columns of the grid.
    fn size(self) -> (usize, usize) {
        match self {
            Kit::Hex | Kit::Walk => (5, 5),
            Kit::Edges => (5, 5),
            Kit::Pits => (2, 8),
        }
    }

    /// Places that nothing is ever on.
    fn is_hole(self, place: usize) -> bool {
        let (row, column) = (place / self.size().1, place % self.size().1);
        match self {
            Kit::Edges => row % 2 == 0 && column % 2 == 0,
            Kit::Pits => row == 1 && (column == 0 || column == 7),
            Kit::Hex | Kit::Walk => false,
        }
    }

    fn place(self, index: u8) -> Place {
        let columns = self.size().1;
        Place { grid: 0, row: usize::from(index) / columns, column: usize::from(index) % columns }
    }

    /// The places at these offsets in rows and columns that are on the grid.
    fn beside(self, place: usize, offsets: &[(isize, isize)]) -> Vec<usize> {
        let (rows, columns) = self.size();
        let at = |&(down, right): &(isize, isize)| {
            let row = (place / columns).checked_add_signed(down).filter(|&row| row < rows)?;
            let column = (place % columns).checked_add_signed(right).filter(|&column| column < columns)?;
            Some(row * columns + column)
        };
        offsets.iter().filter_map(at).collect()
    }
}

const HEXAGON: [(isize, isize); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
const CROSS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// The order of sowing: the lower pits to the right, the store, the upper pits to the left, the other store.
const ROUND: [u8; 14] = [9, 10, 11, 12, 13, 14, 7, 6, 5, 4, 3, 2, 1, 0];

fn number(player: Player) -> u8 {
    player.index() as u8 + 1
}

impl Shapes {
    /// The effects of a move, step by step.
    fn effects(&self, state: &GridPosition, (from, to): Move) -> Vec<Effect> {
        let (kit, place) = (self.0, |index| self.0.place(index));
        let theirs = number(state.mover.other());
        match kit {
            Kit::Hex => {
                let turned =
                    kit.beside(to.into(), &HEXAGON).into_iter().filter(|&at| state.places[at] == theirs);
                let flips = turned.map(|at| Effect::Flip(place(at as u8)));
                std::iter::once(Effect::Put(place(to))).chain(flips).collect()
            }
            Kit::Edges => {
                let (columns, edge) = (kit.size().1, usize::from(to));
                let mut boxes = kit.beside(edge, &CROSS);
                boxes.retain(|&it| {
                    let inside = it / columns % 2 == 1 && it % columns % 2 == 1;
                    let drawn = |&at: &usize| at == edge || state.places[at] != 0;
                    inside && kit.beside(it, &CROSS).iter().all(drawn)
                });
                let put = |at: usize| Effect::Put(place(at as u8));
                std::iter::once(edge).chain(boxes).map(put).collect()
            }
            Kit::Pits => {
                let begin = ROUND.iter().position(|&at| at == from).unwrap_or_default();
                let way = ROUND.iter().cycle().skip(begin + 1).filter(|&&at| at != from);
                let seeds = usize::from(state.places[usize::from(from)]);
                way.take(seeds).map(|&at| Effect::Slide(place(from), place(at))).collect()
            }
            Kit::Walk => vec![Effect::Slide(place(from), place(to))],
        }
    }

    fn winner_or_none(&self, places: &[u8]) -> Outcome {
        let [first, second] = match self.0 {
            Kit::Pits => [places[7], places[0]].map(usize::from),
            _ => [1, 2].map(|player| places.iter().filter(|&&at| at == player).count()),
        };
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    fn moves(&self, state: &GridPosition) -> Vec<Move> {
        let (kit, own) = (self.0, number(state.mover));
        let places = 0..state.places.len() as u8;
        let columns = kit.size().1;
        let here = |at: u8| state.places[usize::from(at)];
        match kit {
            Kit::Hex => places.filter(|&at| here(at) == 0).map(|at| (at, at)).collect(),
            Kit::Edges => {
                let is_edge = |at: u8| (usize::from(at) / columns + usize::from(at) % columns) % 2 == 1;
                places.filter(|&at| is_edge(at) && here(at) == 0).map(|at| (at, at)).collect()
            }
            Kit::Pits => {
                let pits = if state.mover == Player::First { 9..15 } else { 1..7 };
                pits.filter(|&at| here(at) > 0).map(|at| (at, at)).collect()
            }
            Kit::Walk => {
                let ahead = if state.mover == Player::First { -1 } else { 1 };
                let mut moves = Vec::new();
                for at in places.filter(|&at| here(at) == own) {
                    for aside in [-1, 0, 1] {
                        let to = kit.beside(at.into(), &[(ahead, aside)]);
                        let free = |&to: &usize| match state.places[to] {
                            0 => true,
                            piece => piece != own && aside != 0,
                        };
                        moves.extend(to.into_iter().filter(free).map(|to| (at, to as u8)));
                    }
                }
                moves
            }
        }
    }
}

impl Game for Shapes {
    type State = GridPosition;
    type Move = Move;

    fn initial(&self) -> GridPosition {
        let (rows, columns) = self.0.size();
        let place = |at: usize| match self.0 {
            Kit::Pits if !self.0.is_hole(at) && at != 0 && at != 7 => 3,
            Kit::Walk if at < columns => 2,
            Kit::Walk if at >= (rows - 1) * columns => 1,
            _ => 0,
        };
        GridPosition { places: (0..rows * columns).map(place).collect(), mover: Player::First }
    }

    fn turn(&self, state: &GridPosition) -> Turn {
        let columns = self.0.size().1;
        let walked = |range: &[u8], piece| self.0 == Kit::Walk && range.contains(&piece);
        if walked(&state.places[..columns], 1) {
            Turn::Over(Outcome::Win(Player::First))
        } else if walked(&state.places[state.places.len() - columns..], 2) {
            Turn::Over(Outcome::Win(Player::Second))
        } else if self.moves(state).is_empty() {
            Turn::Over(self.winner_or_none(&state.places))
        } else {
            Turn::Decision(state.mover)
        }
    }

    fn legal_moves(&self, state: &GridPosition, moves: &mut Vec<Move>) {
        if let Turn::Decision(_) = self.turn(state) {
            moves.extend(self.moves(state));
        }
    }

    fn play(&self, state: &mut GridPosition, mv: Move) {
        let (columns, own) = (self.0.size().1, number(state.mover));
        let index = |place: Place| place.row * columns + place.column;
        let effects = self.effects(state, mv);
        for &effect in &effects {
            match effect {
                Effect::Put(at) | Effect::Flip(at) => state.places[index(at)] = own,
                Effect::Remove(at) => state.places[index(at)] = 0,
                Effect::Slide(from, to) if self.0 == Kit::Pits => {
                    state.places[index(from)] -= 1;
                    state.places[index(to)] += 1;
                }
                Effect::Slide(from, to) => {
                    state.places[index(to)] = state.places[index(from)];
                    state.places[index(from)] = 0;
                }
            }
        }
        let goes_on = self.0 == Kit::Edges && effects.len() > 1;
        state.mover = if goes_on { state.mover } else { state.mover.other() };
    }
}

impl Notation for Shapes {
    fn move_text(&self, _: &GridPosition, (from, to): Move) -> String {
        let name = |at: u8| {
            let Place { row, column, .. } = self.0.place(at);
            format!("{}{}", char::from(b'a' + column as u8), self.0.size().0 - row)
        };
        if from == to { name(from) } else { format!("{}-{}", name(from), name(to)) }
    }

    fn state_text(&self, state: &GridPosition) -> String {
        let places: String = state.places.iter().map(|&at| char::from(b'A' + at)).collect();
        format!("{places} {}", state.mover)
    }

    fn parse_state(&self, text: &str) -> Result<GridPosition, TextError> {
        let read = || {
            let (places, mover) = text.split_once(' ')?;
            let most = if self.0 == Kit::Pits { b'Z' } else { b'C' };
            let fits = places.len() == self.initial().places.len()
                && places.bytes().all(|letter| (b'A'..=most).contains(&letter));
            let mover = Player::BOTH.into_iter().find(|player| player.to_string() == mover)?;
            fits.then(|| GridPosition { places: places.bytes().map(|letter| letter - b'A').collect(), mover })
        };
        read().ok_or_else(|| TextError::new(format!("'{text}' is no position")))
    }
}

impl Symmetric for Shapes {}
impl NoHints for Shapes {}

impl Depict for Shapes {
    fn scene(&self, state: &GridPosition) -> Scene {
        let (kit, (rows, columns)) = (self.0, self.0.size());
        let square = |at: usize| match (kit, state.places[at]) {
            _ if kit.is_hole(at) => Square::Hole,
            (_, 0) => Square::Free,
            (Kit::Pits, seeds) => {
                let first = at == 7 || (9..15).contains(&at);
                Square::Counted(if first { Piece::First } else { Piece::Second }, seeds.into())
            }
            (_, 1) => Square::Taken(Piece::First, 'x'),
            _ => Square::Taken(Piece::Second, 'o'),
        };
        let grid = Grid {
            title: String::new(),
            columns: (0..columns).map(|column| char::from(b'a' + column as u8).to_string()).collect(),
            rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
            squares: (0..rows)
                .map(|row| (0..columns).map(|at| square(row * columns + at)).collect())
                .collect(),
            highlights: Vec::new(),
            ends: Vec::new(),
        };
        Scene { grids: vec![grid], ..Scene::default() }
    }

    fn board(&self) -> Board {
        let (kit, (rows, columns)) = (self.0, self.0.size());
        let cell = |at: usize| {
            let (row, column) = ((at / columns) as f64, (at % columns) as f64);
            let (centre, outline) = match kit {
                Kit::Hex => ([column + row / 2.0, row * 0.75_f64.sqrt()], Outline::Hexagon(0.96)),
                Kit::Edges if kit.is_hole(at) => ([column / 2.0, row / 2.0], Outline::Circle(0.2)),
                // Boxes are squares, edges the long hexagons between two dots.
                Kit::Edges if at / columns % 2 == at % columns % 2 => {
                    ([column / 2.0, row / 2.0], Outline::Square(0.8))
                }
                Kit::Edges => {
                    let upright =
                        [[0.0, -0.4], [0.06, -0.34], [0.06, 0.34], [0.0, 0.4], [-0.06, 0.34], [-0.06, -0.34]];
                    let flat = (at / columns).is_multiple_of(2);
                    let turned = upright.map(|[x, y]| if flat { [-y, x] } else { [x, y] });
                    ([column / 2.0, row / 2.0], Outline::Polygon(turned.to_vec()))
                }
                Kit::Pits if at == 0 || at == 7 => ([column, 0.5], Outline::Circle(0.95)),
                Kit::Pits | Kit::Walk => ([column, row], Outline::Circle(0.9)),
            };
            Cell { place: kit.place(at as u8), centre, outline }
        };
        match kit {
            Kit::Walk => Board { axes: vec![rows, columns], shape: Shape::Ball, ..Board::default() },
            Kit::Pits => {
                let there = (0..rows * columns).filter(|&at| !kit.is_hole(at));
                Board { cells: there.map(cell).collect(), ..Board::default() }
            }
            Kit::Hex | Kit::Edges => {
                Board { cells: (0..rows * columns).map(cell).collect(), ..Board::default() }
            }
        }
    }

    fn motion(&self, state: &GridPosition, mv: Move) -> Motion {
        let mut touched = vec![self.0.place(mv.0)];
        if mv.0 != mv.1 {
            touched.push(self.0.place(mv.1));
        }
        Motion::Steps(Steps { touched, effects: self.effects(state, mv) })
    }
}

impl Playable for Shapes {
    fn name(&self) -> String {
        let (name, _) = Kit::ALL.iter().find(|(_, kit)| *kit == self.0).expect("all are listed");
        format!("shapes:board={name}")
    }
}

const BOARD: Parameter = Parameter {
    key: "board",
    kind: Kind::Choice(&["hex", "edges", "pits", "walk"]),
    default: "hex",
    about: "what it is played on",
};

fn main() -> ExitCode {
    let open = |options: &Options| {
        let kit = Kit::ALL.into_iter().find(|(name, _)| options.is("board", name));
        kit.map(|(_, kit)| Shapes(kit)).ok_or_else(|| TextError::new("there is no such board"))
    };
    let about = "Boards of hexagons, edges, pits and squares.";
    plywood_cli::run(plywood_workshop::Workshop::standard().with("shapes", about, &[BOARD], open))
}
