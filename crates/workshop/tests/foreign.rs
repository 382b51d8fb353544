//! Games in the formats of other programs: what is written is read back, and what others write is read.

use plywood_erased::foreign::{GameFormat, is_games, read_games, write_game};
use plywood_erased::{Call, Playthrough, Record};
use plywood_rules::Player;
use plywood_rules::random::{below, mix};
use plywood_workshop::Workshop;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn begun(game: &str, position: Option<&str>, moves: &str) -> Result<Box<dyn Playthrough>, String> {
    let game = Workshop::standard().open(game).map_err(|error| error.to_string())?;
    game.begin(position, moves, 1).map_err(|error| error.to_string())
}

/// A game that is played at random, from the opening or from the middle, to its end or until a player resigns.
fn random_game(game: &str, seed: u64) -> Box<dyn Playthrough> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = begun(game, None, "").unwrap();
    let most = if seed.is_multiple_of(3) { below(&mut rng, 20) + 2 } else { usize::MAX };
    while play.ending().is_none() && play.played().len() < most {
        let moves = play.moves();
        play.play(&moves[below(&mut rng, moves.len())]).unwrap();
    }
    if play.ending().is_none() && seed.is_multiple_of(2) {
        play.call(Call::Resigned(Player::Second)).unwrap();
    } else if seed % 5 == 1 && play.played().len() > 6 {
        // From a position in the middle.
        let position = begun(game, None, &play.played()[..6].join(" ")).unwrap().position();
        return begun(game, Some(&position), &play.played()[6..].join(" ")).unwrap();
    }
    play
}

fn read_one(text: &str) -> Record {
    let mut games = read_games(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.records.len(), 1, "{text}");
    games.records.remove(0)
}

/// The game of a record.
fn replayed(record: &Record) -> Box<dyn Playthrough> {
    let (game, moves) = (record.tag("Game").unwrap(), record.moves.join(" "));
    begun(game, record.tag("Position"), &moves).unwrap_or_else(|error| panic!("{record:?}: {error}"))
}

/// Writes a hundred games in a format and reads them back.
fn a_hundred(games: &[&str], format: GameFormat) {
    for seed in 0..100 {
        let game = games[seed as usize % games.len()];
        let play = random_game(game, seed);
        let record = play.record(["one [a\\b]", "two"]);
        let text = write_game(format, &*play, &record).unwrap();
        let read = read_one(&text);
        let again = replayed(&read);
        assert_eq!(again.game(), play.game(), "{text}");
        assert_eq!(again.played(), play.played(), "{text}");
        assert_eq!(again.position(), play.position(), "{text}");
        assert_eq!(again.start().is_some(), play.start().is_some(), "{text}");
        for tag in ["First", "Second", "Result", "Ending"] {
            assert_eq!(read.tag(tag), record.tag(tag), "{tag} {text}");
        }
        // Lists of moves read the text of a game from the opening as well.
        if play.start().is_none() && format != GameFormat::Record {
            assert_eq!(begun(&play.game(), None, &text).unwrap().played(), play.played());
        }
    }
}

#[test]
fn a_hundred_games_of_hex_go_to_sgf_and_back() {
    a_hundred(&["hex:size=5", "hex:size=11", "hex:size=4,swap=on", "hex:size=6,swap=on"], GameFormat::Sgf);
}

#[test]
fn a_hundred_games_of_gomoku_go_to_sgf_and_back() {
    a_hundred(&["gomoku", "mnk:m=9,n=7,k=5", "mnk:m=8,n=8,k=5,exact=on"], GameFormat::Sgf);
}

#[test]
fn a_hundred_games_of_othello_go_to_ggf_and_back() {
    a_hundred(&["othello:size=4", "othello:size=6", "othello", "othello:size=6"], GameFormat::Ggf);
}

#[test]
fn a_hundred_games_go_to_records_and_back() {
    a_hundred(&["tictactoe", "connect4", "hex:size=5,swap=on", "othello:size=6"], GameFormat::Record);
}

/// Little Golem writes Hex with letters in pairs, White first.
#[test]
fn a_hundred_games_of_hex_are_read_as_little_golem_writes_them() {
    for seed in 0..100 {
        let play = random_game("hex:size=5,swap=on", seed * 5);
        let mut text =
            "(;FF[4]EV[hex.mc.2010]PB[Second]PW[First]SZ[5]RE[B]GC[game #1]SO[http://www.littlegolem.com]"
                .to_string();
        for (place, mv) in play.played().iter().enumerate() {
            let mut point = mv.clone();
            if mv != "swap" {
                let row = char::from(b'a' + mv[1..].parse::<u8>().unwrap() - 1);
                point = format!("{}{row}", &mv[..1]);
            }
            // Points with numbers are read too.
            let point = if place == 2 { mv } else { &point };
            text += &format!(";{}[{point}]", ["W", "B"][place % 2]);
        }
        let read = read_one(&(text + ")"));
        assert_eq!(replayed(&read).played(), play.played());
        assert_eq!((read.tag("First"), read.tag("Second")), (Some("First"), Some("Second")));
        assert_eq!((read.tag("Result"), read.tag("Ending")), (Some("second"), None));
    }
}

#[test]
fn texts_of_others_are_read() {
    let hexgui = "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[11]\r\n;B[a10];W[swap-pieces]C[a (comment\\] here];B[f6]\n(;W[e4];B[c3])\n(;W[d2](;B[a1])(;B[a2])))";
    let games = read_games(hexgui).unwrap();
    assert_eq!((games.variations, &*games.records[0].moves.join(" ")), (1, "a10 swap f6 e4 c3"));
    assert_eq!(games.records[0].tag("Game"), Some("hex:swap=on"));
    let position = read_one("(;FF[4]GM[11]SZ[4];AB[a1][b3]AW[b2]PL[W];W[c3];B[resign])");
    assert_eq!(position.tag("Position"), Some("4/1x2/1o2/x3 o"));
    assert_eq!((position.tag("Result"), position.tag("Ending")), (Some("second"), Some("resignation")));
    let gomoku = read_one("(;FF[4]GM[4]SZ[15]PB[a]PW[b]RE[W+Time];B[hh];W[ha];B[ao];W[h8])");
    assert_eq!(gomoku.moves.join(" "), "h8 h15 a1 h8");
    assert_eq!((gomoku.tag("Result"), gomoku.tag("Ending")), (Some("second"), Some("time")));
    let board = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    let ggf = format!(
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a]PW[b]RE[+12.000]TI[5:00]TY[8]BO[8 {board} *]B[F5//0.01]W[D6/1.5]B[c3];)\n2 (;GM[Othello]TY[8]BO[8 {board} *]B[F5]W[f6];)"
    );
    let games = read_games(&ggf).unwrap();
    assert_eq!(games.records.len(), 2);
    let othello = &games.records[0];
    assert_eq!(othello.moves.join(" "), "f5 d6 c3");
    assert_eq!(
        (othello.tag("Game"), othello.tag("Position"), othello.tag("Result")),
        (Some("othello"), None, Some("first"))
    );
    replayed(othello);
    // A pass that is left out is seen from the colours.
    let ggf = "(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[a2]B[a3]W[pass/2];)";
    assert_eq!(read_one(ggf).moves.join(" "), "a2 pass a3 pass");
}

#[test]
fn what_is_not_read_is_named_with_what_is() {
    for (text, named) in [
        ("[Event \"World Cup\"]\n[White \"a\"]\n\n1. e4 e5 1-0\n", "PGN"),
        ("[GameType \"20\"]\n\n1. 32-28 *\n", "PDN"),
        ("(;FF[4]GM[1]SZ[19];B[pd])", "SGF of Go"),
        ("(;FF[4]SZ[19];B[pd])", "SGF of Go"),
        ("(;GM[2]SZ[8];B[dc])", "SGF of Othello"),
        ("(;GM[17];B[dc])", "SGF of another game (GM[17])"),
        ("<?xml version='1.0'?>", "XML"),
        ("{\"game\": \"hex\"}", "JSON"),
    ] {
        let error = read_games(text).unwrap_err().to_string();
        assert!(error.starts_with(named), "{text}: {error}");
        assert!(error.contains("is not read; records of this program, SGF of Hex"), "{text}: {error}");
        assert!(is_games(text), "{text}");
    }
    for (text, message) in [
        ("(;GM[11]SZ[3];B[a1];B[a2])", "move 2 (B[a2])"),
        ("(;GM[11]SZ[3];B[a4])", "move 1: 'a4' is no point"),
        ("(;GM[11]SZ[3];B[a1];W[swap-sides])", "swap-sides"),
        ("(;GM[11]SZ[99])", "SZ[99]"),
        ("(;GM[11]SZ[3];B[a1)", "line 1: a value in square brackets never ends"),
        ("(;GM[11]SZ[3];B[a1]", "a game begins with '(' and never ends"),
        ("(;GM[11]\n;B[a1];W)", "line 2: 'W' has no value"),
        ("(;GM[11];B[a1])\n)", "line 2: a ')' closes nothing"),
        ("(;GM[Othello]TY[8a]BO[8 - *])", "anti-Othello"),
        ("(;GM[Othello])", "no board"),
    ] {
        let error = read_games(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn formats_are_of_their_games() {
    for (game, format) in [
        ("tictactoe", GameFormat::Sgf),
        ("pig", GameFormat::Sgf),
        ("hex", GameFormat::Ggf),
        ("connect4", GameFormat::Sgf),
    ] {
        let play = begun(game, None, "").unwrap();
        assert!(write_game(format, &*play, &Record::default()).is_err(), "{game}");
    }
    let games = read_games("(;GM[11]SZ[5];B[a1])").unwrap();
    for (wanted, fits) in
        [("hex:size=5", true), ("hex:size=5,swap=on", true), ("hex", false), ("othello:size=5", false)]
    {
        assert_eq!(games.may_be_of("hex:size=5", wanted), fits, "{wanted}");
    }
}

/// Texts of the formats with something changed at random.
#[test]
fn damaged_texts_are_read_or_refused() {
    let texts = [
        "(;AP[HexGui]FF[4]GM[11]SZ[5]PL[B]AB[a1]AW[b2];B[a5];W[swap-pieces](;B[c3]C[x\\]y])(;B[resign]))",
        "(;FF[4]GM[4]SZ[15:9]RE[W+R];B[hh];W[ai])",
        "(;GM[Othello]TY[4]RE[-2.0:r]BO[4 ---- -O*- -*O- ---- *]B[a2//1]W[PA];)",
        "[Game \"othello\"]\n[Result \"draw\"]\n\n1. f5 {a (b} d6 ; c\n2.c3 (d3)\n",
    ];
    const SIGNS: &str = "()[]{};\\\"*é\u{feff}\r\n09azBW:/-";
    for seed in 0..4000u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(mix(seed));
        let mut text: Vec<char> = texts[seed as usize % texts.len()].chars().collect();
        for _ in 0..=below(&mut rng, 4) {
            let at = below(&mut rng, text.len());
            match below(&mut rng, 3) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, SIGNS.chars().nth(below(&mut rng, SIGNS.chars().count())).unwrap()),
                _ => text.truncate(at + 1),
            }
        }
        let text: String = text.into_iter().collect();
        let _ = is_games(&text);
        for record in read_games(&text).map(|games| games.records).unwrap_or_default() {
            let game = record.tag("Game").unwrap_or("othello");
            let _ = begun(game, record.tag("Position"), &record.moves.join(" "));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_text_is_read_or_refused(text in r"(\(;)?(GM\[(11|4|Othello)\]|SZ\[[0-9]{0,3}\]|[BW]\[[a-z0-9]{0,3}\]|BO\[\PC{0,9}\]|[()\[\];{}]|\PC){0,20}") {
        let _ = is_games(&text);
        let _ = read_games(&text);
        let _ = begun("hex:size=5", None, &text);
        let _ = begun("othello", Some(&text), "");
    }
}
