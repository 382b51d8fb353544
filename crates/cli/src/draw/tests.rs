use plywood_rules::scene::{Cell, Outline, Piece, Place};
use plywood_workshop::Workshop;

use super::*;

/// The picture of a game after these moves, without colours.
fn picture(game: &str, moves: &str) -> String {
    let game = Workshop::standard().open(game).expect("a game");
    let session = game.session(None, moves, 1).expect("legal moves");
    plain(&session.scene(), &session.playthrough().board())
}

fn plain(scene: &Scene, board: &Board) -> String {
    anstream::adapter::strip_str(&super::scene(scene, board)).to_string()
}

#[track_caller]
fn assert_draws(game: &str, moves: &str, expected: &str) {
    let drawn = format!("\n{}", picture(game, moves));
    assert_eq!(drawn, expected, "{game} after '{moves}' is\n{drawn}");
}

#[test]
fn hexagons_are_rows_indented_by_their_centres() {
    let expected = "
       a b c
       ○ ○ ○
  3  ● · · · ●
 2  ● · ○ · ●
1  ● ● · · ●
     ○ ○ ○

  ○ light (w)   ● dark (b)
";
    assert_draws("hex:size=3", "b2 a1", expected);
}

#[test]
fn a_chain_of_hexagons_that_wins_is_pointed_out() {
    let expected = "
      a b
      ○ ○
 2  ●[○]● ●
1  ●[○]· ●
     ○ ○

  ○ light (w)   ● dark (b)
";
    assert_draws("hex:size=2", "a1 b2 a2", expected);
}

#[test]
fn edges_join_dots_and_pieces_fill_boxes() {
    let expected = "
  3 +   +   +

  2 +═══+   +
    ║111│   │
  1 +───+   +
    a   b   c

  first boxes   1
  second boxes  0
";
    assert_draws("dotsandboxes:m=2,n=2", "ha1 va1 vc1 ha2 vb1", expected);
}

#[test]
fn grids_that_are_decided_say_who_won() {
    let named = |title: &str| {
        let squares = vec![vec![Square::Taken(Piece::Second, 'o')]];
        Grid { title: title.to_string(), highlights: Vec::new(), ..grid(squares) }
    };
    let decided = vec![(0, Piece::Second), (1, Piece::Neutral)];
    let scene = Scene { grids: vec![named("n"), named("s")], decided, ..Scene::default() };
    let expected = "   n: o      s: a draw\n   1         1\n1  o      1  o\n";
    assert_eq!(plain(&scene, &Board::default()), expected);
}

#[test]
fn pits_stand_where_their_centres_are() {
    let expected = "
    second
  store 3   2   1
        1   1   1
    ·               ·
        1   1   1
        1   2   3 store
        first
";
    assert_draws("kalah:houses=3,seeds=1", "", expected);
}

#[test]
fn counts_of_two_digits_end_where_others_do() {
    let expected = "
    second
  store 3   2   1
       12   1  12
    2               2
       12  11   2
        1   2   3 store
        first
";
    assert_draws("kalah:houses=3,seeds=9", "3 2", expected);
}

#[test]
fn rows_of_different_lengths_have_no_boxes() {
    assert_draws("nim:heaps=1-3", "b2", "\n   1 2 3\na  o\nb  o · ·\n");
}

fn grid(squares: Vec<Vec<Square>>) -> Grid {
    let names = |count: usize| (1..=count).map(|name| name.to_string()).collect();
    Grid {
        title: String::new(),
        columns: names(squares[0].len()),
        rows: names(squares.len()),
        squares,
        highlights: vec![(0, 0)],
        ends: Vec::new(),
    }
}

#[test]
fn rows_set_close_keep_their_columns_with_counts() {
    let counted = |count| Square::Counted(Piece::First, count);
    let squares =
        vec![vec![counted(10), counted(2), Square::Free], vec![counted(3), counted(125), counted(45)]];
    let scene = Scene { grids: vec![grid(squares)], ..Scene::default() };
    assert_eq!(plain(&scene, &Board::default()), "     1   2   3\n1  [10]  2   ·\n2    3 125  45\n");
}

#[test]
fn cells_that_would_hide_each_other_are_drawn_in_rows() {
    let scene = Scene { grids: vec![grid(vec![vec![Square::Free; 2]])], ..Scene::default() };
    let board = |right: f64| {
        let centre = |column: usize| [right * column as f64, 0.0];
        let place = |column: usize| Place { grid: 0, row: 0, column };
        let cell =
            |column| Cell { place: place(column), centre: centre(column), outline: Outline::Circle(0.5) };
        Board { cells: (0..2).map(cell).collect(), ..Board::default() }
    };
    let apart = "  1[·]  ·\n    1   2\n";
    assert_eq!(plain(&scene, &board(1.0)), apart);
    let boxed = plain(&scene, &Board::default());
    for right in [0.1, 1e9, f64::MAX] {
        assert_eq!(plain(&scene, &board(right)), boxed, "{right}");
    }
}
