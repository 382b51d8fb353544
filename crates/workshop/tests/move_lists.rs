//! Lists of moves as people and other programs write them.

use plywood_erased::{Playthrough, Record, moves_with_side_lines};
use plywood_rules::random::below;
use plywood_workshop::Workshop;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn begun(game: &str, moves: &str) -> Result<Box<dyn Playthrough>, String> {
    let game = Workshop::standard().open(game).expect("a game");
    game.begin(None, moves, 1).map_err(|error| error.to_string())
}

fn played(game: &str, moves: &str) -> String {
    begun(game, moves).unwrap_or_else(|error| panic!("{game} {moves}: {error}")).played().join(" ")
}

#[test]
fn moves_need_no_blanks() {
    for (game, moves, expected) in [
        ("othello", "f5d6c3d3c4", "f5 d6 c3 d3 c4"),
        ("othello", "F5D6C3 d3c4", "f5 d6 c3 d3 c4"),
        ("gomoku", "h8h7i7g9", "h8 h7 i7 g9"),
        ("hex", "a10e4f6", "a10 e4 f6"),
        ("hex:swap=on", "a3swapb2", "a3 swap b2"),
        ("hex", "a1a10a11b1", "a1 a10 a11 b1"),
        ("breakthrough", "a2a3b7-b6a3b4", "a2-a3 b7-b6 a3-b4"),
        ("dotsandboxes", "ha1va1", "ha1 va1"),
        ("tictactoe", "b2a1c3", "b2 a1 c3"),
        ("nim", "a1b2", "a1 b2"),
        ("connect4", "44442", "d d d d b"),
        ("connect4", "1.4 4 2.4 4 3.2", "d d d d b"),
        ("connect4", "4 4 4 4 2", "d d d d b"),
        ("connect4", "dddd b", "d d d d b"),
        ("connect4", "dd dd2", "d d d d b"),
        ("mnk:m=12,n=6,k=4,gravity=on", "1212", "a b a b"),
        ("kalah", "345", "3 4 5"),
    ] {
        assert_eq!(played(game, moves), expected, "{game} {moves}");
    }
}

#[test]
fn numbers_comments_results_and_variations_are_no_moves() {
    for (moves, variations) in [
        ("1. d d 2. c", 0),
        ("1.d d 2.c", 0),
        ("1.dd2.c", 0),
        ("d, d,c", 0),
        ("1. d 1...d 2. c *", 0),
        ("d {the middle} d{again}c 1-0", 0),
        ("d ; the middle\nd c ; and ( no more", 0),
        ("d (1. a b (c)) d (a {a smile :) } b) c", 2),
        ("(a)d(b)d(c)c(d)", 4),
    ] {
        let game = begun("connect4", moves).unwrap_or_else(|error| panic!("{moves}: {error}"));
        assert_eq!(
            (game.played().join(" ").as_str(), game.skipped_variations()),
            ("d d c", variations),
            "{moves}"
        );
    }
    assert_eq!(played("othello", "1.f5d6 2.c3d3 3.c4"), "f5 d6 c3 d3 c4");
    assert_eq!(played("othello", "1.f5d62.c3d33.c4"), "f5 d6 c3 d3 c4");
    assert_eq!(played("cube:n=10,d=3", "1.10.3.1 1.1.1"), "10.3.1 1.1.1");
}

#[test]
fn variations_are_kept_with_the_move_that_they_replace() {
    for (moves, kept) in [
        ("d d c", "d d c"),
        ("1. d d (1... c 2. e {a comment} (f) g) 2. c", "d d (c e (f) g) c"),
        ("d (c) (b b) d (a)", "d (c) (b b) d (a)"),
        // One that cannot be played, has no moves, or comes before the first move is left out.
        ("d (z) d (c z) (c c c c c c c) () c (d)", "d d c (d)"),
        ("(a) d", "d"),
        ("dd(c(b)a)c", "d d (c (b) a) c"),
        ("1.d d (d c) 2.c (2.c e)", "d d (d c) c (c e)"),
    ] {
        let game = begun("connect4", moves).unwrap_or_else(|error| panic!("{moves}: {error}"));
        let list = moves_with_side_lines(game.played(), game.side_lines());
        assert_eq!(list, kept, "{moves}");
        let again = begun("connect4", &list).unwrap();
        assert_eq!((again.played(), again.side_lines()), (game.played(), game.side_lines()));
        // A record has them too.
        let record = game.record(["human", "human"]).with_side_lines(game.side_lines());
        let read = Record::read_all(&record.to_text()).unwrap();
        assert_eq!(read, std::slice::from_ref(&record));
        let again = begun("connect4", &read[0].moves.join(" ")).unwrap();
        assert_eq!(again.side_lines(), game.side_lines(), "{}", record.to_text());
    }
    let deep = "d ".to_string() + &"(c (d ".repeat(2000) + &")".repeat(4000);
    assert_eq!(begun("connect4", &deep).unwrap().skipped_variations(), 1);
    // Passes and outcomes of chance are moves of them.
    let game = begun("pig", "roll 4 (2 roll 3) hold").unwrap();
    assert_eq!(moves_with_side_lines(game.played(), game.side_lines()), "roll 4 (2 roll 3) hold");
}

#[test]
fn wrong_lists_are_refused_by_the_word_that_is_wrong() {
    for (game, moves, message) in [
        ("cube:n=10,d=3", "10.3.1 10.3.1", "move 2 ('10.3.1'): '10.3.1' cannot be played: the cell is taken"),
        ("othello", "f5d6c9", "move 3 ('c9')"),
        ("othello", "f5 d6 zz", "move 3 ('zz')"),
        ("hex", "a10zz", "move 1 ('a10zz')"),
        ("tictactoe", "b22", "move 1 ('b22')"),
        ("tictactoe", "1.b9", "move 1 ('b9')"),
        ("tictactoe", "b2 (a1", "a variation begins"),
        ("tictactoe", "b2 {a1", "a comment begins"),
        ("tictactoe", "b2) a1", "a ')' closes nothing"),
        ("tictactoe", "a1 b1 a2 b2 a3 b3", "move 6 ('b3'): the game is over"),
        ("othello", "pass", "move 1 ('pass'): you cannot pass"),
        ("pig", "ry", "move 1 ('ry')"),
    ] {
        let error = begun(game, moves).err().unwrap_or_else(|| panic!("{game} {moves} is read"));
        assert!(error.contains(message), "{game} {moves}: {error}");
    }
}

/// A word that is a move is that move, whatever else it could be.
#[test]
fn labels_of_trees_are_read_as_they_are() {
    let tree = "tree:(1.:(;x:(a;b:1 b:2) y:3) *:4)";
    assert_eq!(played(tree, "1. ;x a;b"), "1. ;x a;b");
    assert_eq!(played(tree, "*"), "*");
}

/// A game played at random.
fn random_game(game: &str, seed: u64) -> Box<dyn Playthrough> {
    let mut play = begun(game, "").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while play.ending().is_none() {
        let moves = play.moves();
        play.play(&moves[below(&mut rng, moves.len())]).unwrap();
    }
    play
}

#[test]
fn a_hundred_games_are_read_without_blanks_and_with_numbers() {
    let games = ["othello:size=6", "gomoku", "hex:size=11,swap=on", "breakthrough", "connect4", "tictactoe"];
    for seed in 0..100 {
        let game = games[seed as usize % games.len()];
        let play = random_game(game, seed);
        let expected = play.played().join(" ");
        assert_eq!(played(game, &play.played().concat()), expected, "{game} {seed}");
        assert_eq!(played(game, &play.played().concat().to_uppercase()), expected, "{game} {seed}");
        let numbered: String = (1..)
            .zip(play.played().chunks(2))
            .map(|(turn, moves)| format!("{turn}.{} ", moves.join(" ")))
            .collect();
        assert_eq!(played(game, &numbered), expected, "{game} {seed}");
    }
}

#[test]
fn forced_passes_may_be_left_out_or_written_otherwise() {
    let mut passes = 0;
    for seed in 0..60 {
        let play = random_game("othello:size=6", seed);
        let expected = play.played().join(" ");
        passes += expected.matches("pass").count();
        let without: Vec<&str> =
            play.played().iter().map(String::as_str).filter(|mv| *mv != "pass").collect();
        // Nothing comes after a pass that is the last move of all.
        if !expected.ends_with("pass") {
            assert_eq!(played("othello:size=6", &without.join(" ")), expected, "{seed}");
            assert_eq!(played("othello:size=6", &without.concat()), expected, "{seed}");
        }
        for pass in ["PA", "--", "pa"] {
            assert_eq!(played("othello:size=6", &play.played().concat().replace("pass", pass)), expected);
            assert_eq!(played("othello:size=6", &expected.replace("pass", pass)), expected);
        }
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn boards_of_othello_are_read_cell_by_cell() {
    for (size, seeds) in [(4, 0..5), (6, 5..15), (8, 15..25), (10, 25..30)] {
        let name = format!("othello:size={size}");
        let game = Workshop::standard().open(&name).unwrap();
        for seed in seeds {
            let mut play = random_game(&name, seed);
            for _ in 0..seed {
                play.undo();
            }
            let position = play.position();
            let (board, mover) = position.split_once(' ').unwrap();
            let mut rows: Vec<String> = Vec::new();
            for row in board.split('/') {
                let mut cells = String::new();
                let mut run = 0;
                for c in row.chars() {
                    match c.to_digit(10) {
                        Some(digit) => run = 10 * run + digit as usize,
                        None => {
                            cells += &"-".repeat(run);
                            run = 0;
                            cells.push(c);
                        }
                    }
                }
                cells += &"-".repeat(run);
                rows.insert(0, cells);
            }
            let board = rows.concat();
            for text in [
                format!("{board} {mover}"),
                format!("{} {}", board.to_uppercase().replace('X', "*"), mover.to_uppercase()),
                format!("{} {}", rows.join(" ").replace('x', "b").replace('o', "w").replace('-', "."), mover),
            ] {
                assert_eq!(game.begin(Some(&text), "", 1).unwrap().position(), position, "{text}");
            }
            if mover == "x" {
                assert_eq!(game.begin(Some(&board), "", 1).unwrap().position(), position, "{board}");
            }
        }
    }
    // The position 40 of FFO, whose best move is a2.
    let ffo = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let game = Workshop::standard().open("othello").unwrap();
    assert!(game.begin(Some(ffo), "a2", 1).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_list_is_read_or_refused(
        list in r"([a-i]|[0-9]|[0-9]\.|[a-h][1-8]|[ (){};\n*.-]|pass|swap|PA|é|\PC){0,30}",
        game in prop::sample::select(vec!["othello", "connect4", "hex:size=3,swap=on", "pig", "tree:(a:1 (b:2 c;:3))"]),
    ) {
        if let Ok(play) = begun(game, &list) {
            // What was read is read again as it is printed.
            let again = begun(game, &play.played().join(" ")).unwrap();
            prop_assert_eq!(again.played(), play.played());
        }
    }
}
