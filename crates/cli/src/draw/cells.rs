//! Boards that are not rectangles: hexagons in indented rows, and cells drawn at their centres, such
//! as pits, points, edges and regions.

use std::collections::BTreeMap;

use anstyle::Style;
use plywood_rules::scene::{Board, Cell, Grid, Outline, Scene, Square};

use super::line::{DIM, TextLine, content};

/// Characters and lines between neighbours.
const SPACING: [f64; 2] = [4.0, 2.0];
/// If a centre is this far from the origin, the board is drawn as rectangles.
const FURTHEST: f64 = 100.0;

fn is_hexagon(cell: &Cell) -> bool {
    matches!(cell.outline, Outline::Hexagon(_))
}

fn is_polygon(cell: &Cell) -> bool {
    matches!(cell.outline, Outline::Polygon(_))
}

/// The indents of the rows of a grid in half cells, if it has hexagons; else empty.
pub(super) fn indents(board: &Board, number: usize, grid: &Grid) -> Vec<usize> {
    let cells = || board.cells.iter().filter(|cell| cell.place.grid == number);
    if !cells().any(is_hexagon) || !are_near(board) {
        return Vec::new();
    }
    let indent = |row: usize| {
        let of_row = cells().filter(|cell| cell.place.row == row);
        let cell = of_row.min_by_key(|cell| !is_hexagon(cell))?;
        Some((2.0 * (cell.centre[0] - cell.place.column as f64)).round() as isize)
    };
    let indents: Vec<Option<isize>> = (0..grid.rows.len()).map(indent).collect();
    let least = indents.iter().copied().flatten().min().unwrap_or(0);
    indents.into_iter().map(|indent| (indent.unwrap_or(least) - least).unsigned_abs()).collect()
}

fn are_near(board: &Board) -> bool {
    board.cells.iter().flat_map(|cell| cell.centre).all(|along| along.abs() < FURTHEST)
}

/// The cells of a board at their centres. None if there are no such cells, or if two would overlap.
pub(super) fn placed(scene: &Scene, board: &Board) -> Option<Vec<TextLine>> {
    if board.cells.iter().any(is_hexagon) || board.cells.iter().all(is_polygon) || !are_near(board) {
        return None;
    }
    let mut spots: Vec<TextCell> = board.cells.iter().map(spot).collect();
    spots.sort_unstable();
    if spots.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let mut canvas = Canvas::default();
    for (number, grid) in scene.grids.iter().enumerate() {
        let cells: Vec<&Cell> = board.cells.iter().filter(|cell| cell.place.grid == number).collect();
        cells.iter().for_each(|cell| canvas.draw(grid, cell));
        canvas.name(grid, &cells, number + 1 == scene.grids.len());
    }
    Some(canvas.lines())
}

/// A line and a column of the picture.
type TextCell = (isize, isize);

fn spot(cell: &Cell) -> TextCell {
    let [x, y] = [0, 1].map(|axis| (cell.centre[axis] * SPACING[axis]).round() as isize);
    (y, x)
}

/// The characters and lines that a cell fills.
fn size(cell: &Cell) -> [isize; 2] {
    let Outline::Polygon(corners) = &cell.outline else { return [1, 1] };
    [0, 1].map(|axis| {
        let along = corners.iter().map(|corner| corner[axis].abs()).fold(0.0, f64::max);
        2 * (SPACING[axis] * along.min(FURTHEST)).round() as isize - 1
    })
}

/// Characters with their styles, at their lines and columns.
#[derive(Default)]
struct Canvas(BTreeMap<TextCell, (Style, char)>);

impl Canvas {
    fn write(&mut self, (line, column): TextCell, style: Style, text: &str) {
        self.0.extend((column..).zip(text.chars()).map(|(column, c)| ((line, column), (style, c))));
    }

    /// A piece on a polygon fills it; a hole is an ornament.
    fn draw(&mut self, grid: &Grid, cell: &Cell) {
        let (line, column) = spot(cell);
        let square = &grid.squares[cell.place.row][cell.place.column];
        let (style, text) = match square {
            Square::Hole => (DIM, "+".to_string()),
            Square::Free if is_polygon(cell) => return,
            _ => content(square),
        };
        let [wide, high] = size(cell).map(|size| size.max(1));
        let text = text.repeat(wide as usize);
        let width = text.chars().count() as isize;
        let first = column - width / 2;
        for row in 0..high {
            self.write((line - high / 2 + row, first), style, &text);
        }
        if grid.highlights.contains(&(cell.place.row, cell.place.column)) {
            // Brackets are beside the piece, or at the ends of a wide one.
            let out = if wide > 1 { 0 } else { 1 };
            self.write((line, first - out), Style::new(), "[");
            self.write((line, first + width - 1 + out), Style::new(), "]");
        }
    }

    /// The names of the columns and the title above or below a grid, the names of the rows beside it. Rows and columns of
    /// polygons alone have no names: they are between others.
    fn name(&mut self, grid: &Grid, cells: &[&Cell], below: bool) {
        let spots = || cells.iter().map(|cell| spot(cell));
        let (lines, columns) = (spots().map(|(line, _)| line), spots().map(|(_, column)| column));
        let (Some(edge), Some(left)) = (if below { lines.max() } else { lines.min() }, columns.min()) else {
            return;
        };
        let out = if below { 1 } else { -1 };
        for cell in cells.iter().filter(|cell| !is_polygon(cell)) {
            let (line, column) = spot(cell);
            let (name, row) = (&grid.columns[cell.place.column], &grid.rows[cell.place.row]);
            let [half, width] = [name.chars().count() as isize / 2, row.chars().count() as isize];
            self.write((edge + out, column - half), DIM, name);
            self.write((line, left - 1 - width), DIM, row);
        }
        self.write((edge + 2 * out, left), Style::new(), &grid.title);
    }

    fn lines(&self) -> Vec<TextLine> {
        let left = self.0.keys().map(|(_, column)| *column).min().unwrap_or(0);
        let (first, last) = (self.0.keys().next(), self.0.keys().next_back());
        let lines = first.zip(last).map_or(0..0, |(first, last)| first.0..last.0 + 1);
        let line = |number: isize| {
            let mut line = TextLine::plain("  ");
            for (&(_, column), &(style, c)) in self.0.range((number, isize::MIN)..(number + 1, isize::MIN)) {
                line.pad_to((column - left) as usize + 2);
                line.push_styled(style, &c.to_string());
            }
            line
        };
        lines.map(line).collect()
    }
}
