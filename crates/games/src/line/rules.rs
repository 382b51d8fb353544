//! The rules of games of lines, put together piece by piece.

use plywood_rules::TextError;

use super::board::LineBoard;
use super::cube::Cube;
use super::game::{LineDefinition, LineGame};
use crate::family::Visitor;

/// The most cells that a board or a cube can have.
const MOST_CELLS: usize = 1024;

/// The most columns and rows of a board, and the longest line.
pub(super) const LONGEST_SIDE: u32 = 32;

/// The rules of a game of lines: [`LineGame::mnk`] and [`LineGame::cube`] begin them, [`LineRules::build`] makes the game.
#[derive(Clone, Debug)]
pub struct LineRules {
    shape: LineShape,
    misere: bool,
}

#[derive(Clone, Debug)]
enum LineShape {
    Board(LineBoard),
    Cube { cube: Cube, without_centre: bool, closed_centre: bool },
}

impl LineGame {
    /// `k` in a row on a board of `columns` by `rows`, each from 1 to 32.
    ///
    /// ```
    /// use plywood_games::line::LineGame;
    /// use plywood_rules::{Game, Playable};
    ///
    /// let connect_four: LineGame = LineGame::mnk(7, 6, 4).gravity().build()?;
    /// assert_eq!(connect_four.name(), "mnk:m=7,n=6,k=4,gravity=on");
    /// assert_eq!(connect_four.count_moves(&connect_four.initial()), 7);
    /// // Bitboards have 64 cells a word; more cells need more words.
    /// let gomoku: LineGame<4> = LineGame::mnk(15, 15, 5).build()?;
    /// assert!(LineGame::mnk(15, 15, 5).build::<1>().is_err());
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    pub fn mnk(columns: usize, rows: usize, k: usize) -> LineRules {
        LineRules {
            shape: LineShape::Board(LineBoard { columns, rows, k, gravity: false, exact: false }),
            misere: false,
        }
    }

    /// `side` in a row in a cube of 2 to 5 dimensions, at most 1024 cells.
    ///
    /// ```
    /// use plywood_games::line::LineGame;
    /// use plywood_rules::Game;
    ///
    /// let cube: LineGame = LineGame::cube(3, 3).without_centre().build()?;
    /// assert_eq!(cube.count_moves(&cube.initial()), 26);
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    pub fn cube(side: usize, dimensions: usize) -> LineRules {
        let cube = Cube { side, dimensions };
        LineRules {
            shape: LineShape::Cube { cube, without_centre: false, closed_centre: false },
            misere: false,
        }
    }
}

impl LineRules {
    /// Marks fall to the lowest free cell of their column. Boards only: cubes stay as they are.
    pub fn gravity(mut self) -> LineRules {
        if let LineShape::Board(board) = &mut self.shape {
            board.gravity = true;
        }
        self
    }

    /// More than `k` in a row do not count. Boards only: lines of cubes cannot be longer.
    pub fn exact(mut self) -> LineRules {
        if let LineShape::Board(board) = &mut self.shape {
            board.exact = true;
        }
        self
    }

    /// Makes the player who completes a line lose.
    pub fn misere(mut self) -> LineRules {
        self.misere = true;
        self
    }

    /// Takes away the middle cell of a cube, with its lines.
    pub fn without_centre(mut self) -> LineRules {
        if let LineShape::Cube { without_centre, .. } = &mut self.shape {
            *without_centre = true;
        }
        self
    }

    /// Forbids the middle cell of a cube as the first move of the game.
    pub fn closed_centre(mut self) -> LineRules {
        if let LineShape::Cube { closed_centre, .. } = &mut self.shape {
            *closed_centre = true;
        }
        self
    }

    /// The game on bitboards of `W` words.
    ///
    /// # Errors
    /// If a size is out of range, the cells do not fit `W` words, or there is no middle cell although the rules
    /// need one.
    pub fn build<const W: usize>(self) -> Result<LineGame<W>, TextError> {
        let plan = self.plan()?;
        let cells = plan.geometry.cells();
        if cells > 64 * W {
            let words = cells.div_ceil(64);
            return Err(TextError::new(format!(
                "{cells} cells do not fit bitboards of {} cells; {words} words would do: LineGame<{words}>",
                64 * W
            )));
        }
        Ok(LineGame::new(plan))
    }

    /// Hands the game to `visitor`, on bitboards of the fewest words in use that hold it.
    ///
    /// # Errors
    /// As [`LineRules::build`], but for the cells that fit.
    pub fn visit<V: Visitor>(self, visitor: V) -> Result<V::Output, TextError> {
        // Every width is a type of its own for which searches and solvers are compiled.
        let plan = self.plan()?;
        Ok(match plan.geometry.cells() {
            0..=64 => visitor.visit(LineGame::<1>::new(plan)),
            65..=256 => visitor.visit(LineGame::<4>::new(plan)),
            cells if cfg!(target_family = "wasm") => {
                // One more type would be a fifth of what is sent to a browser.
                let text = format!("boards in a browser have 256 cells at most, and this one has {cells}");
                return Err(TextError::new(text));
            }
            _ => visitor.visit(LineGame::<16>::new(plan)),
        })
    }

    fn plan(self) -> Result<LineDefinition, TextError> {
        match self.shape {
            LineShape::Board(board) => board_plan(board, self.misere),
            LineShape::Cube { cube, without_centre, closed_centre } => {
                cube_plan(cube, self.misere, without_centre, closed_centre)
            }
        }
    }
}

fn board_plan(board: LineBoard, misere: bool) -> Result<LineDefinition, TextError> {
    for (what, size) in [("columns", board.columns), ("rows", board.rows), ("k", board.k)] {
        if !(1..=LONGEST_SIDE as usize).contains(&size) {
            return Err(TextError::new(format!("{what} cannot be {size}; it has to be 1 to {LONGEST_SIDE}")));
        }
    }
    let mut name = format!("mnk:m={},n={},k={}", board.columns, board.rows, board.k);
    for (key, on) in [("gravity", board.gravity), ("misere", misere), ("exact", board.exact)] {
        if on {
            name += &format!(",{key}=on");
        }
    }
    Ok(LineDefinition { geometry: Box::new(board), misere, removed: None, closed: None, name })
}

fn cube_plan(cube: Cube, misere: bool, without: bool, closed: bool) -> Result<LineDefinition, TextError> {
    let Cube { side, dimensions } = cube;
    if side < 2 || !(2..=5).contains(&dimensions) {
        return Err(TextError::new(format!(
            "there is no cube of n={side}, d={dimensions}: n has to be at least 2, d 2 to 5"
        )));
    }
    if misere {
        return Err(TextError::new("cubes have no misère variant"));
    }
    let cells = side.saturating_pow(dimensions as u32);
    if cells > MOST_CELLS {
        let side_that_fits = (2..side).rev().find(|n| n.pow(dimensions as u32) <= MOST_CELLS).unwrap_or(2);
        return Err(TextError::new(format!(
            "a cube of n={side}, d={dimensions} has {cells} cells, and {MOST_CELLS} are the most; with \
             d={dimensions} n can be up to {side_that_fits}"
        )));
    }
    let centre = cube.centre();
    if let (None, true) = (centre, without || closed) {
        let option = if without { "centre=off" } else { "opening=nocentre" };
        return Err(TextError::new(format!("{option} needs a middle cell, and n={side} is even")));
    }
    if without && closed {
        return Err(TextError::new("opening=nocentre needs the middle cell that centre=off takes away"));
    }
    let mut name = format!("cube:n={side},d={dimensions}");
    for (option, on) in [(",centre=off", without), (",opening=nocentre", closed)] {
        if on {
            name += option;
        }
    }
    Ok(LineDefinition {
        geometry: Box::new(cube),
        misere,
        removed: centre.filter(|_| without),
        closed: centre.filter(|_| closed),
        name,
    })
}
