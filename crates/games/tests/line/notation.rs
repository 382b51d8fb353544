//! Accepted texts, and the errors for wrong ones.

use plywood_rules::{Player, Turn};
use proptest::prelude::*;

use crate::line::asked::game;

/// The order of moves is a promise: what searches count depends on it.
#[test]
fn moves_are_listed_in_reading_order() {
    let cases = [
        ("tictactoe", "", "a3 b3 c3 a2 b2 c2 a1 b1 c1"),
        ("tictactoe", "xox/o1o/x2 x", "b2 b1 c1"),
        ("tictactoe", "xxx/oo1/3 o", ""),
        ("mnk:m=3,n=2,k=3,gravity=on", "", "a b c"),
        ("mnk:m=3,n=2,k=3,gravity=on", "1o1/1x1 x", "a c"),
        ("cube:n=2,d=3", "", "111 112 121 122 211 212 221 222"),
        ("cube:n=3,d=2,opening=nocentre", "", "11 12 13 21 23 31 32 33"),
        ("cube:n=3,d=2,opening=nocentre", "x2/3/3 o", "12 13 21 22 23 31 32 33"),
        ("cube:n=3,d=2,centre=off", "x2/3/3 o", "12 13 21 23 31 32 33"),
    ];
    for (name, position, expected) in cases {
        assert_eq!(game(name).moves(position), expected, "{name}: {position}");
    }
}

#[test]
fn moves_are_read_generously() {
    let cases = [
        ("tictactoe", "xox/o1o/x2 x", "b2", "xox/oxo/x2 o"),
        ("tictactoe", "", "B2", "3/1x1/3 o"),
        ("gomoku", "", "o15 a1", "14x/15/15/15/15/15/15/15/15/15/15/15/15/15/o14 x"),
        ("mnk:m=32,n=2,k=5", "", "af2 AA1 z1", "31x/25xo5 o"),
        ("mnk:m=32,n=2,k=5,gravity=on", "", "af af aa z1", "31o/25ox4x x"),
        ("connect4", "", "b B b3", "7/7/7/1x5/1o5/1x5 o"),
        ("cube3", "", "222 2.2.1", "3/3/3|3/ox1/3|3/3/3 x"),
        ("cube:n=10,d=2", "", "10.3 1.10", "9o/10/10/10/10/10/10/10/10/2x7 x"),
        ("cube3:opening=nocentre", "", "111 222", "x2/3/3|3/1o1/3|3/3/3 x"),
    ];
    for (name, position, moves, expected) in cases {
        assert_eq!(game(name).after(position, moves).as_deref(), Ok(expected), "{name}: {moves}");
    }
}

#[test]
fn wrong_moves_say_why() {
    let cells = "is not a cell; cells are a1, bottom left, to c3, top right";
    let cube = "is not a cell; a cell is 3 numbers from 1 to 3 (level, row, column), such as 222";
    let cases = [
        ("tictactoe", "", "d1", format!("'d1' {cells}")),
        ("tictactoe", "", "a4", format!("'a4' {cells}")),
        ("tictactoe", "", "a0", format!("'a0' {cells}")),
        ("tictactoe", "", "a01", format!("'a01' {cells}")),
        ("tictactoe", "", "a+1", format!("'a+1' {cells}")),
        ("tictactoe", "", "b", format!("'b' {cells}")),
        ("tictactoe", "", "", format!("'' {cells}")),
        ("tictactoe", "", "é1", format!("'é1' {cells}")),
        (
            "mnk:m=32,n=20,k=5",
            "",
            "ag1",
            "'ag1' is not a cell; cells are a1, bottom left, to af20, top right".into(),
        ),
        ("mnk:m=27,n=2,k=5,gravity=on", "", "ab", "'ab' is not a column; the columns are a to aa".into()),
        ("tictactoe", "3/1x1/3 o", "b2", "'b2' cannot be played: the cell is taken".into()),
        ("tictactoe", "xxx/oo1/3 o", "a1", "'a1' cannot be played: the game is over".into()),
        ("connect4", "", "h", "'h' is not a column; the columns are a to g".into()),
        ("connect4", "", "b2", "'b2' cannot be played: a mark in that column falls to b1".into()),
        ("mnk:m=2,n=2,k=3,gravity=on", "o1/x1 x", "a", "'a' cannot be played: the column is full".into()),
        ("mnk:m=2,n=2,k=3,gravity=on", "o1/x1 x", "a2", "'a2' cannot be played: the cell is taken".into()),
        ("cube3", "", "224", format!("'224' {cube}")),
        ("cube3", "", "28", format!("'28' {cube}")),
        ("cube3", "", "2222", format!("'2222' {cube}")),
        ("cube3", "", "0", format!("'0' {cube}")),
        ("cube3", "", "2..2", format!("'2..2' {cube}")),
        (
            "cube3:centre=off",
            "",
            "222",
            "'222' cannot be played: centre=off takes the middle cell away".into(),
        ),
        (
            "cube3:opening=nocentre",
            "",
            "222",
            "'222' cannot be the first move of the game: opening=nocentre forbids the middle cell".into(),
        ),
    ];
    for (name, position, mv, expected) in cases {
        assert_eq!(game(name).after(position, mv), Err(expected), "{name}: {mv}");
    }
}

#[test]
fn positions_are_read_generously_and_printed_one_way() {
    let cases = [
        ("tictactoe", "xox/o1o/x2 x", "xox/o1o/x2 x"),
        ("tictactoe", " XOX/o1O/x2   X ", "xox/o1o/x2 x"),
        ("tictactoe", "XOX/O.O/X..", "xox/o1o/x2 x"),
        ("tictactoe", "xox/o.o/x2 x", "xox/o1o/x2 x"),
        ("mnk:m=12,n=1,k=3", "12 x", "12 x"),
        ("mnk:m=12,n=1,k=3", "10xo x", "10xo x"),
        ("tesseract", &format!("{0}||{0}||{0}||{0} x", ["4/4/4/4"; 4].join("|")), ""),
        ("cube:n=2,d=5", "2/2|2/2||2/2|2/2|||2/2|2/2||2/2|1x/2 o", "2/2|2/2||2/2|2/2|||2/2|2/2||2/2|1x/2 o"),
        // The winning line, and who would have been to move.
        ("tictactoe", "xxx/oo1/3 o", "xxx/oo1/3 o"),
        // Two lines that one mark has made.
        ("tictactoe", "xxx/xoo/xoo o", "xxx/xoo/xoo o"),
        // Six in a row do not win, and five with one more beside in another row do.
        ("mnk:m=6,n=2,k=5,exact=on", "xxxxxx/ooo1oo o", "xxxxxx/ooo1oo o"),
    ];
    for (name, position, expected) in cases {
        let expected = if expected.is_empty() { position } else { expected };
        assert_eq!(game(name).read(position).as_deref(), Ok(expected), "{name}: {position}");
    }
    assert_eq!(game("tictactoe").turn("xxx/oo1/3 o").outcome().unwrap().winner(), Some(Player::First));
    let misere = game("tictactoe:misere=on").turn("xxx/oo1/3 o");
    assert_eq!(misere.outcome().unwrap().winner(), Some(Player::Second));
    let six = game("mnk:m=6,n=2,k=5,exact=on").turn("xxxxxx/ooo1oo o");
    assert_eq!(six, Turn::Decision(Player::Second));
}

#[test]
fn wrong_positions_say_why() {
    let cases = [
        ("tictactoe", "", "'' has 1 row instead of 3"),
        ("tictactoe", "3/3/3 x o", "'o' is too much: a position ends with the side to move"),
        ("tictactoe", "3/3/3 w", "the side to move cannot be 'w'; it has to be x or o"),
        ("tictactoe", "3/3 x", "'3/3' has 2 rows instead of 3"),
        ("tictactoe", "3/3/3/3 x", "'3/3/3/3' has 4 rows instead of 3"),
        ("tictactoe", "3|3/3 x", "'|' follows row 1 of '3|3/3' instead of '/'"),
        ("cube3", "3/3/3/3/3/3|3/3/3 x", "'/' follows row 3 of '3/3/3/3/3/3|3/3/3' instead of '|'"),
        (
            "tictactoe",
            "3/1z1/3 x",
            "row 2, '1z1', has 'z': a row is made of x, o, and . or numbers for empty cells",
        ),
        ("tictactoe", "3/1x/3 x", "row 2, '1x', has 2 cells instead of 3"),
        ("tictactoe", "3/1x2/3 x", "row 2, '1x2', has 4 cells instead of 3"),
        ("tictactoe", "3/11x/3 x", "row 2, '11x', has 11 empty cells running, and a row is 3 cells long"),
        (
            "tictactoe",
            "3/3/99999999999999999999999 x",
            "row 3, '99999999999999999999999', has \
          99999999999999999999999 empty cells running, and a row is 3 cells long",
        ),
        (
            "tictactoe",
            "3/0x2/3 x",
            "row 2, '0x2', has '0': a run of empty cells is a number that begins with \
          1 to 9",
        ),
        (
            "tictactoe",
            "3/xx1/3",
            "2 x and 0 o do not say whose turn it is: add x or o at the end, the side to move",
        ),
        (
            "tictactoe",
            "o........",
            "0 x and 1 o do not say whose turn it is: add x or o at the end, the side to move",
        ),
        (
            "tictactoe",
            "xxx/ooo/3 x",
            "both players have a line (a2 b2 c2 and a3 b3 c3): the first one ends \
          the game",
        ),
        (
            "tictactoe",
            "xxx/oo1/2o x",
            "x has a line (a3 b3 c3) and yet o moved after it: a line ends the game",
        ),
        (
            "mnk:m=3,n=4,k=3",
            "xxx/ooo/oo1/xxx o",
            "both players have a line (a4 b4 c4 and a3 b3 c3): the first \
          one ends the game",
        ),
        (
            "mnk:m=3,n=5,k=3",
            "xxx/oo1/1oo/o2/xxx o",
            "no last move of x can have made its lines, for instance \
          a5 b5 c5: a line ends the game",
        ),
        // The line is covered: none of its marks was the last.
        (
            "mnk:m=3,n=3,k=3,gravity=on",
            "o2/oxo/xxx o",
            "no last move of x can have made its lines, for \
          instance a1 b1 c1: a line ends the game",
        ),
        ("connect4", "7/7/7/7/x6/7 o", "the mark on a2 floats: under gravity a1 cannot be empty"),
        ("cube3:centre=off", "3/3/3|3/1x1/3|3/3/3 o", "222 has a mark, but centre=off takes that cell away"),
        (
            "cube3:opening=nocentre",
            "3/3/3|3/1x1/3|3/3/3 o",
            "the first mark cannot have been made on 222: \
          opening=nocentre forbids it",
        ),
    ];
    for (name, position, expected) in cases {
        assert_eq!(game(name).read(position), Err(expected.to_string()), "{name}: {position}");
    }
}

/// All ways to fill a board of rows of this length, with either side to move.
fn all_boards(rows: usize, length: usize) -> impl Iterator<Item = String> {
    (0..3usize.pow((rows * length) as u32)).flat_map(move |filling| {
        let mark = |cell: usize| [None, Some('x'), Some('o')][filling / 3usize.pow(cell as u32) % 3];
        let row = |row: usize| {
            let marks: Vec<Option<char>> = (row * length..(row + 1) * length).map(mark).collect();
            let part = |part: &[Option<char>]| part[0].map_or(part.len().to_string(), String::from);
            marks.chunk_by(|a, b| a.is_none() && b.is_none()).map(part).collect::<String>()
        };
        let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
        ["x", "o"].map(|side| format!("{board} {side}"))
    })
}

/// The positions that are read are those that can be reached, and composed ones, which say so: nothing impossible gets in,
/// nothing possible is refused.
#[test]
fn exactly_the_positions_that_can_be_reached_are_read() {
    let cases = [
        ("tictactoe", 3, 3),
        ("tictactoe:misere=on", 3, 3),
        ("mnk:m=5,n=2,k=2", 2, 5),
        ("mnk:m=3,n=3,k=2", 3, 3),
        ("mnk:m=4,n=2,k=1", 2, 4),
        ("mnk:m=10,n=1,k=3", 1, 10),
        ("cube:n=3,d=2,centre=off", 3, 3),
        ("cube:n=3,d=2,opening=nocentre", 3, 3),
        ("cube:n=2,d=2", 2, 2),
    ];
    for (name, rows, length) in cases {
        let game = game(name);
        let boards = all_boards(rows, length).filter(|text| game.holds(text));
        let read = boards.filter(|text| game.composed(text).is_none()).count();
        assert_eq!(read as u64, game.reach().positions, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_breaks_the_notation(text in "\\PC{0,40}", mv in "\\PC{0,6}") {
        for name in ["tictactoe", "connect4", "cube3:opening=nocentre", "cube:n=10,d=2"] {
            let game = game(name);
            game.holds(&text);
            let _ = game.after("", &mv);
        }
    }

    #[test]
    fn nearly_right_text_is_read_or_refused(
        board in "[xo1-4]{1,4}([/|]{1,2}[xo1-4]{1,4}){1,6}",
        side in "[xoXO]",
        mv in "[a-e1-4.]{1,4}",
    ) {
        let text = format!("{board} {side}");
        for options in ["mnk:m=4,n=4,k=3", "mnk:m=4,n=4,k=3,gravity=on", "mnk:m=4,n=4,k=2,exact=on", "cube:n=2"] {
            let game = game(options);
            game.holds(&text);
            let _ = game.after("", &mv);
        }
    }
}

#[test]
fn cubes_are_written_in_27_characters_and_cells_in_numbers_to_27() {
    let cube = game("cube3");
    let cells = [".............", "x", "............o"].concat();
    let written = "3/3/3|3/1x1/3|3/3/2o x";
    for spelling in [cells.clone(), format!("{cells} x"), cells.to_uppercase(), written.to_string()] {
        assert_eq!(cube.read(&spelling).as_deref(), Ok(written), "{spelling}");
    }
    // A printed position reads back as the same position.
    assert_eq!(cube.read(&cube.read(&cells).unwrap()).as_deref(), Ok(written));
    assert!(
        cube.composed(&format!("{cells} o")).unwrap().starts_with("1 x and 1 o with o to move, but x begins")
    );
    for wrong in [&cells[1..], &cells.replace('o', "z")] {
        assert!(cube.read(wrong).is_err(), "{wrong}");
    }
    for number in 1..=27 {
        let (level, row, column) = ((number - 1) / 9 + 1, (number - 1) / 3 % 3 + 1, (number - 1) % 3 + 1);
        let coordinates = format!("{level}{row}{column}");
        let by_number = cube.after("", &number.to_string()).unwrap();
        assert_eq!(by_number, cube.after("", &coordinates).unwrap(), "{number}");
        let mut marks = ["."; 27];
        marks[number - 1] = "x";
        assert_eq!(cube.read(&marks.concat()).unwrap(), by_number, "{number}");
    }
    assert!(cube.after("", "0").is_err() && cube.after("", "28").is_err());
}
