//! Small boards whose cells are not squares in rows and columns: their outlines and what is on them.

use std::fmt::Write;

use plywood_rules::scene::{Board, Cell, Outline, Piece, Place, Scene, Square};

use crate::style::INK;

use super::glyph::{FAINT, at};
use super::piece::{colour_of, draw_letters, draw_piece};

/// The greatest size of a board; a larger one is drawn as squares.
const LARGEST: f64 = 100.0;

/// True if the board has cells that can be drawn where they are.
pub fn has_cells(scene: &Scene, board: &Board) -> bool {
    let fits = |cell: &Cell| square(scene, cell).is_some() && cell.centre.iter().all(|at| at.is_finite());
    let Extent { wide, high, .. } = Extent::of(board);
    !board.cells.is_empty() && board.cells.iter().all(fits) && wide.max(high) < LARGEST
}

fn square<'a>(scene: &'a Scene, cell: &Cell) -> Option<&'a Square> {
    scene.grids.get(cell.place.grid)?.squares.get(cell.place.row)?.get(cell.place.column)
}

/// The corners of an outline, seen from its centre.
fn corners(outline: &Outline) -> Vec<[f64; 2]> {
    match outline {
        Outline::Square(side) | Outline::Circle(side) => {
            let half = side / 2.0;
            vec![[-half, -half], [half, -half], [half, half], [-half, half]]
        }
        Outline::Hexagon(width) => {
            let (half, high) = (width / 2.0, width / 3.0_f64.sqrt());
            vec![
                [0.0, -high],
                [half, -high / 2.0],
                [half, high / 2.0],
                [0.0, high],
                [-half, high / 2.0],
                [-half, -high / 2.0],
            ]
        }
        Outline::Polygon(corners) => corners.clone(),
    }
}

/// The rectangle of all outlines.
struct Extent {
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
}

impl Extent {
    fn of(board: &Board) -> Extent {
        let along = |axis: usize| {
            let cells = board.cells.iter().flat_map(move |cell| {
                corners(&cell.outline).into_iter().map(move |corner| cell.centre[axis] + corner[axis])
            });
            cells.fold((f64::MAX, f64::MIN), |(least, most), at| (least.min(at), most.max(at)))
        };
        let ((left, right), (top, bottom)) = (along(0), along(1));
        Extent { left, top, wide: right - left, high: bottom - top }
    }

    /// Pixels between neighbours: fewer on larger boards.
    fn scale(&self) -> f64 {
        match self.wide {
            ..6.0 => 16.0,
            ..10.0 => 12.0,
            _ => 9.0,
        }
    }
}

/// The size of the cells on the picture.
pub fn size(board: &Board) -> (f64, f64) {
    let extent = Extent::of(board);
    (extent.wide * extent.scale(), extent.high * extent.scale())
}

/// Paints the cells with their upper left corner there.
pub fn draw(svg: &mut String, scene: &Scene, board: &Board, (left, top): (f64, f64)) {
    let extent = Extent::of(board);
    let scale = extent.scale();
    let centre_of = |place: Place| {
        let cell = board.cells.iter().find(|cell| cell.place == place)?;
        Some((left + (cell.centre[0] - extent.left) * scale, top + (cell.centre[1] - extent.top) * scale))
    };
    for ends in &board.roads {
        if let [Some((x1, y1)), Some((x2, y2))] = ends.map(centre_of) {
            let _ = write!(
                svg,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{FAINT}\"/>"
            );
        }
    }
    for cell in &board.cells {
        let centre =
            (left + (cell.centre[0] - extent.left) * scale, top + (cell.centre[1] - extent.top) * scale);
        let Some(square) = square(scene, cell) else { continue };
        let filled = matches!(cell.outline, Outline::Polygon(_));
        let marks = &scene.grids[cell.place.grid].highlights;
        let (fill, stroke) = match square {
            Square::Taken(Piece::Neutral, _) if filled => (INK, INK),
            Square::Taken(piece, _) if filled => (colour_of(*piece), colour_of(*piece)),
            Square::Free if filled => ("none", "#ddd"),
            Square::Hole => (FAINT, FAINT),
            _ if marks.contains(&(cell.place.row, cell.place.column)) => ("#ffe08a", FAINT),
            _ => ("none", FAINT),
        };
        let paint = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\".5\"");
        draw_outline(svg, &cell.outline, centre, scale, &paint);
        match square {
            Square::Taken(piece, letter) if !filled => draw_piece(svg, *piece, *letter, centre, 0.8 * scale),
            Square::Counted(piece, count) => draw_letters(svg, *piece, &count.to_string(), centre, scale),
            _ => {}
        }
    }
}

fn draw_outline(svg: &mut String, outline: &Outline, (x, y): (f64, f64), scale: f64, paint: &str) {
    if let Outline::Circle(width) = outline {
        let radius = at(width / 2.0 * scale);
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {paint}/>", at(x), at(y));
        return;
    }
    let corners: Vec<String> = corners(outline)
        .into_iter()
        .map(|corner| format!("{} {}", at(x + corner[0] * scale), at(y + corner[1] * scale)))
        .collect();
    let _ = writeln!(svg, "<path d=\"M{}z\" {paint}/>", corners.join("L"));
}
