//! Games of lines against published numbers and the laws of all games.

use plywood_rules::scene::{Piece, Square};

use crate::line::asked::{game, refusal};

#[test]
fn full_names_open_the_same_game_again() {
    let cases = [
        ("tictactoe", "mnk:m=3,n=3,k=3"),
        ("mnk", "mnk:m=3,n=3,k=3"),
        ("connect4", "mnk:m=7,n=6,k=4,gravity=on"),
        ("connect4:m=8", "mnk:m=8,n=6,k=4,gravity=on"),
        ("gomoku:exact=on", "mnk:m=15,n=15,k=5,exact=on"),
        ("tictactoe:misere=on,gravity=off", "mnk:m=3,n=3,k=3,misere=on"),
        ("cube", "cube:n=3,d=3"),
        ("cube3:centre=off", "cube:n=3,d=3,centre=off"),
        ("cube:opening=nocentre", "cube:n=3,d=3,opening=nocentre"),
        ("qubic", "cube:n=4,d=3"),
        ("tesseract", "cube:n=4,d=4"),
    ];
    for (name, expected) in cases {
        assert_eq!(game(name).full_name(), expected);
        assert_eq!(game(expected).full_name(), expected);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let cases = [
        ("mnk:m=33", "option 'm' of game 'mnk' cannot be '33'; it has to be 1 to 32"),
        (
            "cube:n=11,d=3",
            "a cube of n=11, d=3 has 1331 cells, and 1024 are the most; with d=3 n can be up to 10",
        ),
        (
            "cube:n=32,d=5",
            "a cube of n=32, d=5 has 33554432 cells, and 1024 are the most; with d=5 n can be up to 4",
        ),
        ("qubic:centre=off", "centre=off needs a middle cell, and n=4 is even"),
        ("cube:n=2,opening=nocentre", "opening=nocentre needs a middle cell, and n=2 is even"),
        (
            "cube:centre=off,opening=nocentre",
            "opening=nocentre needs the middle cell that centre=off takes away",
        ),
    ];
    for (name, expected) in cases {
        assert_eq!(refusal(name), expected);
    }
    for name in ["cube:n=10,d=3", "cube:n=5,d=4", "cube:n=4,d=5", "cube:n=32,d=2"] {
        game(name);
    }
}

/// The number of lines of n^d cells is ((n+2)^d - n^d)/2; the single numbers are those of Hales and Jewett's
/// boards as they are usually given.
#[test]
fn line_counts_are_the_published_ones() {
    let cases = [
        ("tictactoe", 8),
        ("mnk:m=4,n=4,k=4", 10),
        ("cube3", 49),
        ("cube3:centre=off", 36),
        ("qubic", 76),
        ("cube:n=5,d=3", 109),
        ("cube:n=3,d=4", 272),
        ("tesseract", 520),
        ("connect4", 69),
        ("gomoku", 572),
    ];
    for (name, expected) in cases {
        assert_eq!(game(name).lines(), expected, "{name}");
    }
    for d in 2..=5 {
        for n in (2..=32usize).take_while(|n| n.pow(d) <= 1024) {
            let expected = ((n + 2).pow(d) - n.pow(d)) / 2;
            assert_eq!(game(&format!("cube:n={n},d={d}")).lines(), expected, "{n}^{d}");
        }
    }
    for (m, n, k) in [
        (1, 1, 1),
        (5, 3, 1),
        (7, 2, 2),
        (6, 5, 4),
        (19, 19, 6),
        (19, 4, 5),
        (3, 2, 4),
        (20, 20, 5),
        (32, 32, 5),
        (32, 32, 32),
        (32, 1, 5),
    ] {
        // Places for the first of k cells along a side.
        let along = |side: usize| (side + 1).saturating_sub(k);
        let expected = match k {
            1 => m * n,
            _ => n * along(m) + m * along(n) + 2 * along(m) * along(n),
        };
        for options in ["", ",gravity=on", ",exact=on"] {
            assert_eq!(game(&format!("mnk:m={m},n={n},k={k}{options}")).lines(), expected, "{m},{n},{k}");
        }
    }
}

/// Symmetries of n^d: d! 2^d floor(n/2)! 2^(floor(n/2)-1) (Silver, "The group of automorphisms of the game of
/// 3-dimensional ticktacktoe", Amer. Math. Monthly 74, 1967, for 4^3).
#[test]
fn symmetries_are_counted() {
    let cases = [
        ("tictactoe", 8),
        ("mnk:m=4,n=4,k=4", 32),
        ("mnk:m=5,n=4,k=3", 4),
        ("mnk:m=3,n=3,k=3,gravity=on", 2),
        ("connect4", 2),
        ("gomoku", 8),
        ("gomoku:exact=on", 8),
        ("mnk:m=20,n=20,k=5", 8),
        ("mnk:m=32,n=32,k=5", 8),
        ("mnk:m=32,n=1,k=5", 2),
        ("mnk:m=1,n=32,k=5", 2),
        ("cube3", 48),
        ("cube3:centre=off", 48),
        ("cube3:opening=nocentre", 48),
        ("qubic", 192),
        ("cube:n=5,d=3", 192),
        ("cube:n=3,d=4", 384),
        ("tesseract", 1536),
        ("cube:n=3,d=5", 3840),
        ("cube:n=9,d=3", 9216),
        ("cube:n=4,d=5", 15360),
        // All pairs of the corners of a square are lines.
        ("cube:n=2,d=2", 24),
        // A chain can only be turned round; where exactly two win, the same.
        ("mnk:m=1,n=9,k=2", 2),
        ("mnk:m=1,n=9,k=2,exact=on", 2),
        // With pairs as lines the two cells of a column can be exchanged, unless rows of three count
        // differently.
        ("mnk:m=3,n=2,k=2", 16),
        ("mnk:m=3,n=2,k=2,exact=on", 4),
        // One line and no other: its cells can be exchanged at will.
        ("mnk:m=5,n=1,k=5", 120),
        // Two lines that fall down: whole columns.
        ("mnk:m=5,n=2,k=5,gravity=on", 120),
        // Neither player can win.
        ("mnk:m=3,n=2,k=4", 720),
    ];
    for (name, expected) in cases {
        assert_eq!(game(name).symmetry_count(), expected, "{name}");
    }
}

#[test]
fn where_symmetries_are_too_many_those_of_the_board_are_left() {
    let cases = [
        ("mnk:m=19,n=19,k=1", 8),
        ("mnk:m=19,n=18,k=19", 4),
        ("mnk:m=19,n=19,k=19", 8),
        ("mnk:m=32,n=32,k=32", 8),
        ("mnk:m=19,n=1,k=19", 2),
        ("mnk:m=19,n=2,k=19,gravity=on", 2),
        ("cube:n=2,d=5", 3840),
        ("cube:n=32,d=2", 8),
        ("cube:n=10,d=3", 48),
    ];
    for (name, expected) in cases {
        assert_eq!(game(name).symmetry_count(), expected, "{name}");
    }
}

#[test]
fn all_games_obey_the_laws() {
    let cases = [
        ("tictactoe", 30),
        ("mnk:m=1,n=1,k=1", 1),
        ("mnk:m=2,n=2,k=3", 5),
        ("mnk:m=4,n=4,k=4", 5),
        ("mnk:m=4,n=3,k=3,misere=on", 20),
        ("connect4", 20),
        ("mnk:m=9,n=8,k=3,gravity=on,exact=on,misere=on", 10),
        ("mnk:m=7,n=6,k=3,exact=on", 10),
        ("mnk:m=12,n=10,k=5", 3),
        ("gomoku:exact=on", 1),
        ("mnk:m=19,n=19,k=19", 1),
        ("mnk:m=19,n=17,k=4,gravity=on", 3),
        ("mnk:m=32,n=4,k=3", 1),
        ("mnk:m=32,n=32,k=3,gravity=on", 1),
        ("mnk:m=32,n=1,k=5", 3),
        ("mnk:m=1,n=32,k=5,gravity=on", 3),
        ("cube3", 5),
        ("cube:n=3,d=2,centre=off", 10),
        ("cube3:centre=off", 5),
        ("cube3:opening=nocentre", 5),
        ("qubic", 2),
        ("cube:n=5,d=3,opening=nocentre", 1),
        ("cube:n=10,d=2", 2),
        ("cube:n=2,d=5", 3),
        ("tesseract", 1),
        ("cube:n=3,d=5", 1),
    ];
    for (name, games) in cases {
        let verdict = game(name).laws(games);
        let holds = verdict.starts_with("all ") && verdict.ends_with(&format!(" laws hold in {games} games"));
        assert!(holds, "{name}: {verdict}");
    }
}

/// The number of tic-tac-toe games and positions is folklore that many have recounted; 4,4,4 and connect four
/// on 4x4 (Tromp's table) likewise.
#[test]
fn positions_and_games_are_counted() {
    let tictactoe = game("tictactoe");
    let perfts = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
    for (depth, expected) in (0..).zip(perfts) {
        assert_eq!(tictactoe.perft(depth), expected, "depth {depth}");
    }
    assert_eq!(tictactoe.games(), 255_168);
    let reached = tictactoe.reach();
    assert_eq!((reached.positions, reached.up_to_symmetry), (5478, 765));
    assert_eq!((reached.first, reached.second, reached.draw), (626, 316, 16));
    assert_eq!(game("mnk:m=4,n=4,k=4").reach().positions, 9_722_011);
    assert_eq!(game("mnk:m=4,n=4,k=4,gravity=on").reach().positions, 161_029);
}

/// On the first plies of a large board every free cell is a move.
#[test]
fn moves_of_large_boards_are_counted() {
    for (name, cells) in [("mnk:m=20,n=20,k=5", 400), ("mnk:m=32,n=32,k=5", 1024), ("mnk:m=32,n=1,k=5", 32)] {
        let expected: u64 = cells * (cells - 1);
        assert_eq!((game(name).perft(1), game(name).perft(2)), (cells, expected), "{name}");
    }
    assert_eq!(game("mnk:m=32,n=32,k=5,gravity=on").perft(3), 32 * 32 * 32);
    assert_eq!(game("mnk:m=1,n=32,k=5,gravity=on").perft(4), 1);
}

#[test]
fn counting_by_symmetry_agrees_with_counting_every_position() {
    for name in [
        "tictactoe",
        "tictactoe:misere=on",
        "mnk:m=4,n=3,k=3",
        "mnk:m=4,n=3,k=2,exact=on",
        "mnk:m=4,n=4,k=3,gravity=on",
        "mnk:m=5,n=2,k=5,gravity=on",
        "cube:n=3,d=2,centre=off",
        "cube:n=3,d=2,opening=nocentre",
        "cube:n=2,d=3",
    ] {
        let game = game(name);
        assert_eq!(game.reach(), game.every_position(), "{name}");
    }
}

#[test]
fn the_evaluation_counts_open_lines() {
    let cases = [
        ("tictactoe", "3/3/3 x", 0.0),
        ("tictactoe", "3/1x1/3 o", 4.0),
        ("tictactoe", "3/1x1/2o x", 3.0 - 2.0),
        ("tictactoe", "2o/1x1/1xo x", 25.0 + 1.0 - 25.0 - 1.0),
        ("tictactoe:misere=on", "3/1x1/3 o", -4.0),
        ("cube3", "3/3/3|3/1x1/3|3/3/3 o", 13.0),
        ("mnk:m=4,n=2,k=4", "xxx1/oo2 o", 625.0 - 25.0),
        // Lines longer than nine count no further.
        ("mnk:m=12,n=2,k=12", "xxxxxxxxxxx1/oooooooooo2 o", 0.0),
        ("mnk:m=12,n=2,k=12", "xxxxxxxxxx2/ooooooooo3 o", 0.0),
        ("mnk:m=12,n=2,k=12", "xxxxxxxxx3/oooooooo4 o", 25f64.powi(8) - 25f64.powi(7)),
        // Of x's lines a to c counts; b to d is next to a mark of x and would be too long.
        ("mnk:m=7,n=2,k=3,exact=on", "xx5/o5o x", 25.0 - 2.0),
        ("mnk:m=7,n=2,k=3", "xx5/o5o x", 25.0 + 1.0 - 2.0),
    ];
    for (name, position, expected) in cases {
        assert_eq!(game(name).points(position), expected, "{name}: {position}");
    }
}

#[test]
fn a_win_is_worth_more_than_any_evaluation() {
    assert_eq!(game("tictactoe").win_worth(), 1e6);
    assert_eq!(game("qubic").win_worth(), 1e6);
    for name in [
        "gomoku",
        "mnk:m=19,n=19,k=19",
        "mnk:m=19,n=19,k=10",
        "mnk:m=32,n=32,k=32",
        "mnk:m=32,n=32,k=5",
        "cube:n=4,d=5",
    ] {
        let worth = game(name).win_worth();
        assert!((1e6..2f64.powi(53)).contains(&worth), "{name}: {worth}");
    }
}

#[test]
fn cells_on_more_lines_promise_more() {
    assert_eq!(game("tictactoe").ordering_scores(), [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    assert_eq!(game("connect4").ordering_scores(), [3, 4, 5, 7, 5, 4, 3]);
    assert_eq!(game("cube3").ordering_scores()[13], 13);
}

#[test]
fn small_games_are_searched_to_the_end_by_default() {
    let cases =
        [("tictactoe", None), ("cube:n=3,d=2,centre=off", None), ("cube3", Some(5)), ("qubic", Some(4))];
    for (name, expected) in cases {
        assert_eq!(game(name).depth(), expected, "{name}");
    }
}

#[test]
fn scenes_show_the_board_and_the_winning_line() {
    let scene = game("tictactoe").scene("xxx/oo1/3 o");
    let grid = &scene.grids[0];
    assert_eq!((grid.columns.concat(), grid.rows.concat()), ("abc".to_string(), "321".to_string()));
    assert_eq!(grid.highlights, [(0, 0), (0, 1), (0, 2)]);
    assert_eq!(
        grid.squares[1],
        [Square::Taken(Piece::Second, 'o'), Square::Taken(Piece::Second, 'o'), Square::Free]
    );
    // Marks that fall are drawn where they land.
    let scene = game("connect4").scene("7/7/7/7/o6/x5x o");
    assert_eq!(scene.grids[0].squares[5][6], Square::Taken(Piece::First, 'x'));
    assert_eq!(scene.grids[0].squares[4][0], Square::Taken(Piece::Second, 'o'));
    let scene = game("cube3:centre=off").scene("");
    let titles: Vec<&str> = scene.grids.iter().map(|grid| grid.title.as_str()).collect();
    assert_eq!((titles, scene.across), (vec!["level 1", "level 2", "level 3"], 3));
    assert_eq!(scene.grids[1].squares[1][1], Square::Hole);
    let scene = game("tesseract").scene("");
    assert_eq!((scene.grids.len(), scene.across), (16, 4));
    assert_eq!(scene.grids[6].title, "cube 2, level 3");
    assert_eq!(game("cube:n=2,d=5").scene("").grids[3].title, "cube 1.2, level 2");
}
