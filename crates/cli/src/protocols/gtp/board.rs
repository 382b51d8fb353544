//! The board as text.

use plywood_outside::gtp::column;
use plywood_rules::{FlatBoard, Player, StoneGoal};

/// The name of the game for controllers: a capital letter, then small ones.
pub fn title(goal: StoneGoal) -> &'static str {
    if matches!(goal, StoneGoal::Chain { .. }) { "Hex" } else { "Gomoku" }
}

/// The stones of a position, `X` for black and `O` for white, on a square: `?` is beside the board.
pub fn squared(board: &FlatBoard) -> String {
    let [columns, rows] = [board.rules.columns, board.rules.rows];
    let side = columns.max(rows);
    let beside = (rows..side).map(|_| vec!["?"; side]);
    let on_board = board.rows().map(|row| {
        let cells = row.iter().map(|owner| owner.map_or(".", |owner| ["X", "O"][owner.index()]));
        cells.chain((columns..side).map(|_| "?")).collect()
    });
    beside.chain(on_board).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// The stones of a position, `x` for black and `o` for white.
pub fn drawn(board: &FlatBoard) -> String {
    let goal = board.rules.goal;
    let letter = |owner: &Option<Player>| owner.map_or('.', |owner| ['x', 'o'][owner.index()]);
    let mut text = String::new();
    for (row, rank) in board.rows().zip((1..=board.rules.rows).rev()) {
        // Each rank of Hex lies half a cell to the right of the one below.
        let shift = if matches!(goal, StoneGoal::Chain { .. }) { rank - 1 } else { 0 };
        let cells: String = row.iter().flat_map(|owner| [' ', letter(owner)]).collect();
        text += &format!("{}{rank:2}{cells}\n", " ".repeat(shift));
    }
    // Of a column with two letters the second one is shown.
    let last = |at| column(goal, at).pop().unwrap_or(' ');
    let letters: String = (0..board.rules.columns).flat_map(|at| [' ', last(at)]).collect();
    format!("{text}  {letters}")
}

#[cfg(test)]
mod tests {
    use plywood_rules::FlatRules;

    use super::*;

    /// A board with stones at these columns and rows.
    fn board(columns: usize, rows: usize, goal: StoneGoal, stones: &[(usize, usize, Player)]) -> FlatBoard {
        let mut board = FlatBoard::empty(FlatRules { columns, rows, goal }, Player::First);
        for &(column, row, owner) in stones {
            board.put(board.rules.cell(column, row).expect("a cell"), owner);
        }
        board
    }

    const ROW: StoneGoal = StoneGoal::Row { length: 3, exact: false, misere: false };
    const CHAIN: StoneGoal = StoneGoal::Chain { swap: false };
    use Player::{First, Second};

    #[test]
    fn boards_are_drawn() {
        assert_eq!(
            drawn(&board(10, 2, ROW, &[(0, 1, First), (1, 1, Second), (2, 0, First)])),
            " 2 x o . . . . . . . .\n 1 . . x . . . . . . .\n   a b c d e f g h j k"
        );
        assert_eq!(drawn(&board(2, 2, CHAIN, &[(1, 1, Second), (0, 0, First)])), "  2 . o\n 1 x .\n   a b");
    }

    #[test]
    fn boards_are_squares_for_controllers() {
        assert_eq!(squared(&board(3, 2, ROW, &[(1, 1, First), (2, 1, Second)])), "? ? ?\n. X O\n. . .");
        assert_eq!(squared(&board(2, 3, ROW, &[(1, 2, First), (0, 1, Second)])), ". X ?\nO . ?\n. . ?");
    }
}
