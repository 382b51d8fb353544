//! Ultimate tic-tac-toe: a board of nine boards.
//!
//! The cell that a mark is put on names the board of the next one: the board at the same place among the boards as
//! the cell among the cells. If that board is won or full, the player first chooses one of the others. Three boards
//! in a row win; if that is no longer possible and no board is open, the game is a draw.
//!
//! Boards and cells of a board are numbered 0 to 8, rank by rank from the bottom left. Move `9 * board + cell` puts a
//! mark, move `81 + board` chooses a board: the same player moves again.

mod cells;
mod evaluation;
mod game;
mod lines;
mod notation;

use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Grid, Piece, Place, Shape};
use plywood_rules::{Board, Cells, Depict, Motion, MoveNumber, Playable, Player, Scene, TextError};

pub use self::game::{State, Ultimate};

use self::evaluation::BoardsEvaluation;
use self::game::CELLS;
use self::lines::LINES;
use self::notation::{BOARD_NAMES, ROWS, spread};
use crate::family::{Card, Family, Puzzles};
use crate::rows::{Rows, bits, file_name};

/// Ultimate tic-tac-toe, which has no options.
pub const ULTIMATE: Family = Family {
    name: "ultimate",
    title: "ultimate tic-tac-toe",
    about: "Nine boards of tic-tac-toe: the cell you play names the board your opponent must play in.",
    parameters: &[],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("ultimate", "ultimate", 24)],
    samples: &["ultimate"],
    puzzles: Some(Puzzles { file: "ultimate", game: "ultimate", count: 200, place: 1 }),
};

/// The game.
///
/// # Errors
/// None: there are no options.
pub fn from_options(_: &Options) -> Result<Ultimate, TextError> {
    Ok(Ultimate)
}

/// A small board.
const BOARD: Rows = Rows { files: 3, ranks: 3 };

/// The place of a cell: grids and their rows run from the top.
fn place(board: usize, cell: usize) -> Place {
    Place { grid: grid_of(board), ..BOARD.place(cell) }
}

fn grid_of(board: usize) -> usize {
    3 * (2 - board / 3) + board % 3
}

impl Depict for Ultimate {
    /// Nine grids; lines of boards that are won are pointed out, boards that are won or full are decided, and those that
    /// can be played in are active.
    fn scene(&self, state: &State) -> Scene {
        let mut boards: Vec<usize> = (0..9).collect();
        boards.sort_unstable_by_key(|&board| grid_of(board));
        let grid = |board: usize| {
            let marks = state.marks_on(board);
            let won = marks
                .map(|own| LINES.iter().filter(|&line| own & line == *line).fold(0, |won, line| won | line));
            let highlights = bits((won[0] | won[1]).into()).map(|cell| place(board, cell));
            Grid {
                title: BOARD_NAMES[board].to_string(),
                columns: (0..3).map(|file| file_name(board % 3 * 3 + file)).collect(),
                rows: (0..3).rev().map(|rank| (board / 3 * 3 + rank + 1).to_string()).collect(),
                highlights: highlights.map(|at| (at.row, at.column)).collect(),
                ..BOARD.grid_of(marks.map(u128::from), ['x', 'o'])
            }
        };
        let count = |player: Player| {
            let names = self.player_names();
            (format!("boards of {}", names[player.index()]), state.won(player).count_ones().to_string())
        };
        let all = || boards.iter().copied();
        let winner = |board: usize| {
            let won = Player::BOTH.map(|player| state.won(player) >> board & 1 == 1);
            let winner = won.iter().position(|&won| won);
            winner.map_or(Piece::Neutral, |player| [Piece::First, Piece::Second][player])
        };
        Scene {
            active: all().filter(|&board| self.is_active(state, board)).map(grid_of).collect(),
            decided: all()
                .filter(|board| state.closed >> board & 1 == 1)
                .map(|board| (grid_of(board), winner(board)))
                .collect(),
            grids: boards.into_iter().map(grid).collect(),
            across: 3,
            scores: Some(Player::BOTH.map(|player| state.won(player).count_ones())),
            facts: Player::BOTH.map(count).to_vec(),
            ..Scene::default()
        }
    }

    fn board(&self) -> Board {
        let line = |board: usize, line: u16| bits(line.into()).map(|cell| place(board, cell)).collect();
        Board {
            axes: vec![9, 3, 3],
            shape: Shape::Mark,
            lines: (0..9).flat_map(|board| LINES.map(|cells| line(board, cells))).collect(),
            ..Board::default()
        }
    }

    fn motion(&self, _: &State, mv: MoveNumber) -> Motion {
        match mv.index().checked_sub(CELLS) {
            None => Motion::Put(place(mv.index() / 9, mv.index() % 9)),
            Some(board) => Motion::Grid(grid_of(board)),
        }
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        for (player, owned) in [view, view.other()].into_iter().zip(observation.chunks_exact_mut(CELLS)) {
            for board in 0..9 {
                let grid = &mut owned[9 * grid_of(board)..][..9];
                let marks = state.marks_on(board)[player.index()];
                for cell in 0..9 {
                    grid[3 * (2 - cell / 3) + cell % 3] = f32::from(marks >> cell & 1);
                }
            }
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

impl Playable for Ultimate {
    fn name(&self) -> String {
        "ultimate".to_string()
    }

    fn how_to_play(&self) -> String {
        let middle = ROWS.name(spread(9 * 4 + 4));
        format!(
            "Three marks in a row win a small board, three small boards in a row win the game.\n\
             The place of your mark in its small board names the board your opponent must play in: after {middle} \
             the middle one.\n\
             If that board is won or full, and at the start, choose an open board first.\n\
             Moves are cells, a1 to i9; boards are called {}.",
            BOARD_NAMES.join(", ")
        )
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Ultimate>> {
        let about = "Counts lines that only one player has marked, on each board and of boards.";
        vec![NamedEvaluation::new("boards", about, BoardsEvaluation)]
    }

    fn cells(&self) -> Box<dyn Cells<Ultimate>> {
        cells::at((0..CELLS).map(|cell| place(cell / 9, cell % 9)))
    }

    fn default_depth(&self) -> Option<u32> {
        Some(6)
    }
}
