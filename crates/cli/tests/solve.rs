//! `solve`: published values, forced wins, and refusals.

use crate::common::{interrupt, json, json_of, plywood, spawn};
use serde_json::Value as Json;

const SPIRAL_DARK_TO_MOVE: &str =
    "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 b";

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The keys of every answer.
const SHAPE: &[&str] = &[
    "format",
    "game",
    "position",
    "method",
    "side",
    "value",
    "proved",
    "plies",
    "exact_plies",
    "win_probability",
    "error_bound",
    "best",
    "pv",
    "moves",
    "nodes",
    "seconds",
];

#[test]
fn values_are_the_published_ones() {
    let cases = [
        ("tictactoe", "draw"),
        ("mnk:m=4,n=3,k=3", "win"),
        ("mnk:m=4,n=4,k=4", "draw"),
        ("mnk:m=4,n=4,k=4,gravity=on", "draw"),
        ("mnk:m=5,n=4,k=4", "draw"),
        // The second player takes the middle that the first one may not take.
        ("cube3", "win"),
        ("cube3:centre=off", "win"),
        ("cube3:opening=nocentre", "loss"),
    ];
    for (game, value) in cases {
        let solved = json(&format!("solve {game}"));
        assert_eq!(keys(&solved), [SHAPE, &["depth"]].concat());
        assert_eq!((&solved["format"], &solved["method"]), (&2.into(), &"search".into()));
        assert_eq!(solved["proved"], value, "{game}");
        assert_eq!(solved["plies"].is_null(), value == "draw", "{game}");
        assert_eq!(solved["exact_plies"].is_null(), value == "draw", "{game}");
        assert_eq!(solved["best"], solved["pv"][0], "{game}");
        assert!(solved["nodes"].as_u64().unwrap() > 0, "{game}");
    }
}

/// The number of plies agrees with the search for a forced win within that number.
#[test]
fn a_win_comes_within_the_plies_it_says() {
    for (game, moves, winner) in [
        ("mnk:m=4,n=3,k=3", "", "first"),
        ("tictactoe", "a1 b1", "first"),
        ("tictactoe", "a1 b1 b2", "first"),
        ("cube3", "", "first"),
        ("cube3:opening=nocentre", "", "second"),
        ("cube3:opening=nocentre", "111", "second"),
    ] {
        let solved = json_of(&["solve", game, "--moves", moves]);
        let plies = solved["plies"].as_u64().expect("it is decided");
        let forced =
            json_of(&["solve", game, "--moves", moves, "--side", winner, "--within", &plies.to_string()]);
        assert_eq!(forced["forced"], true, "{game} {moves}");
        let quickest = forced["plies"].as_u64().unwrap();
        assert_eq!(forced["pv"].as_array().unwrap().len() as u64, quickest, "{game} {moves}");
        let exact = solved["exact_plies"] == true;
        assert!(
            quickest == plies || !exact && quickest < plies,
            "{game} {moves}: {quickest}, {plies} ({exact})"
        );
    }
}

#[test]
fn a_win_within_so_many_plies_is_found_or_ruled_out() {
    let pushed = ["solve", "pikkpakk", "--position", SPIRAL_DARK_TO_MOVE, "--moves", "e-"];
    let forced = json_of(&[&pushed[..], &["--within", "10"]].concat());
    assert_eq!(keys(&forced), [SHAPE, &["forced", "none_within"]].concat());
    assert_eq!((&forced["proved"], &forced["best"]), (&"win".into(), &"d-".into()));
    assert_eq!((&forced["forced"], &forced["side"]), (&true.into(), &"first".into()));
    assert_eq!((&forced["plies"], &forced["none_within"]), (&3.into(), &2.into()));
    assert_eq!((&forced["pv"][0], forced["pv"].as_array().unwrap().len()), (&"d-".into(), 3));
    // Dark, who pushed badly, has nothing.
    let other = json_of(&[&pushed[..], &["--within", "6", "--side", "second"]].concat());
    assert_eq!((&other["forced"], &other["side"]), (&false.into(), &"second".into()));
    assert_eq!((&other["plies"], &other["none_within"]), (&Json::Null, &6.into()));
    assert_eq!(other["pv"].as_array().unwrap().len(), 0);

    let told = plywood(&["solve", "pikkpakk", "--within", "9"]);
    assert!(told.stdout.starts_with("first cannot force a win within 9 plies\n"), "{}", told.stdout);
    let told = plywood(&[&pushed[..], &["--within", "9"]].concat());
    assert!(told.stdout.starts_with("first wins in 3 plies: d- "), "{}", told.stdout);
}

#[test]
fn games_without_an_end_are_solved_as_far_as_a_depth_proves_it() {
    let pushed = ["solve", "pikkpakk", "--position", SPIRAL_DARK_TO_MOVE, "--moves", "e-", "--depth", "5"];
    let solved = json_of(&pushed);
    assert_eq!((&solved["proved"], &solved["best"]), (&"win".into(), &"d-".into()));
    for game in ["pikkpakk", "qubic"] {
        let open = plywood(&["solve", game, "--depth", "3", "--json"]);
        assert_eq!(open.code, 1, "{game}");
        let solved: Json = serde_json::from_str(&open.stdout).unwrap();
        assert_eq!((&solved["value"], &solved["plies"]), (&Json::Null, &Json::Null), "{game}");
        assert!(open.stderr.contains("the value is not known"), "{}", open.stderr);
    }
}

#[test]
fn written_trees_are_played_out() {
    let solved = json_of(&["solve", "tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))"]);
    assert_eq!((&solved["value"], &solved["proved"], &solved["best"]), (&3.into(), &Json::Null, &"a".into()));
    let solved = json_of(&["solve", "tree:(a:(W,L) b:(=,(L,(W,W))))"]);
    assert_eq!(
        (&solved["value"], &solved["proved"], &solved["best"]),
        (&0.into(), &"draw".into(), &"b".into())
    );
    // The slow win hides behind the quick one.
    let solved = json_of(&["solve", "tree:(a:(W,(W,L)) b:(W,W))"]);
    assert_eq!(
        (&solved["proved"], &solved["plies"], &solved["best"]),
        (&"win".into(), &2.into(), &"b".into())
    );
    assert_eq!(solved["exact_plies"], true);
}

#[test]
fn nim_explains_itself() {
    let why = "3 xor 4 xor 5 = 2, not 0, so first wins by a2, which makes it 0";
    for command in ["solve", "analyse"] {
        assert_eq!(json(&format!("{command} nim"))["explanation"], why, "{command}");
        let told = plywood(&[command, "nim"]).stdout;
        assert!(told.ends_with(&format!("{why}\n")), "{command}: {told}");
        assert!(json(&format!("{command} tictactoe")).get("explanation").is_none());
    }
}

#[test]
fn a_person_is_told_in_words() {
    let told = |args: &[&str]| plywood(&[&["solve"], args].concat()).stdout;
    assert!(told(&["tictactoe"]).starts_with("draw\nbest "));
    let won = told(&["tictactoe", "--position", "xox/o1o/x2 x"]);
    assert!(won.starts_with("first wins in 1 ply\nbest b2\n"), "{won}");
    let lost = told(&["cube3:opening=nocentre", "--moves", "111 222"]);
    assert!(lost.starts_with("first loses in at most "), "{lost}");
    let worth = told(&["tree:(a:3 b:4)"]);
    assert!(worth.starts_with("worth +4 to first\nbest b\n"), "{worth}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let cases: &[(&[&str], &str)] = &[
        (&["pikkpakk"], "give --depth N or --within N"),
        (&["pig", "--method", "search"], "solves only games without it"),
        (&["pig", "--method", "enumerate"], "no table of pig can be made: it has chance"),
        (&["tree:(a:3 b:4)", "--method", "enumerate"], "the game ends with points"),
        (&["tictactoe", "--method", "race"], "is no race that can be solved exactly"),
        (&["pig:target=10000", "--against", "hold:at=0"], "hold:at=20"),
        (&["pig", "--against", "random"], "hold:at=20"),
        (&["tictactoe", "--against", "hold"], "--against goes with --method race only"),
        (&["tictactoe", "-o", "x.table"], "--out goes with --method enumerate or proof only"),
        (&["tictactoe", "--merge"], "--merge goes with --method enumerate only"),
        (&["tree:(a:3 b:{0.5 W 0.5 L})"], "solves only games without it"),
        (&["pig", "--method", "proof"], "it has chance"),
        (&["tictactoe", "--method", "luck"], "search, enumerate, proof, race or iterate"),
        (&["tictactoe", "--within", "0"], "1..=500"),
        (&["tictactoe", "--within", "501"], "1..=500"),
        (&["tictactoe", "--within", "5", "--side", "x"], "first or second"),
        (&["tictactoe", "--within", "5", "--depth", "5"], "search only, not with --within"),
        (&["tictactoe", "--within", "5", "--threads", "2"], "search or proof only, not with --within"),
        (&["tictactoe", "--side", "first"], "--within"),
        (&["tictactoe", "--depth", "0"], "1..=500"),
        (&["tictactoe", "--table", "0"], "1..=65536"),
        (&["pig", "--moves", "roll", "--within", "1"], "chance decides here"),
        (&["chess"], "unknown game 'chess'"),
    ];
    for (args, expected) in cases {
        let run = plywood(&[&["solve"], *args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{args:?} says: {}", run.stderr);
    }
}

/// In games with dice, `solve` finds wins against all rolls, also from a position after a roll.
#[test]
fn wins_are_forced_against_dice() {
    let forced = |tree: &str, moves: &str, within: &str| {
        json_of(&["solve", tree, "--moves", moves, "--side", "first", "--within", within])["forced"].clone()
    };
    let sure = "tree:(a:{0.9 W 0.1 +(L,W)} b:=)";
    assert_eq!([forced(sure, "", "2"), forced(sure, "", "3")], [false, true]);
    assert_eq!([forced(sure, "a", "1"), forced(sure, "a", "2")], [false, true]);
    assert_eq!(forced("tree:(a:{0.9 W 0.1 L} b:=)", "", "9"), false, "it is only likely");
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_is_known_so_far() {
    for (args, expected) in [
        (&["solve", "qubic", "--json"][..], "stopped before the value was known"),
        (&["solve", "pikkpakk", "--within", "60", "--json"], "stopped before 60 plies were searched"),
    ] {
        // On a busy machine it may take a while until the program listens.
        let stopped = [200, 1000, 5000].into_iter().find_map(|wait_ms| {
            let child = spawn(args);
            std::thread::sleep(std::time::Duration::from_millis(wait_ms));
            interrupt(&child);
            let output = child.wait_with_output().expect("it ends");
            output.status.code().is_some().then_some(output)
        });
        let output = stopped.expect("it listens within five seconds");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
        let told: Json = serde_json::from_slice(&output.stdout).expect("one object");
        assert!(told["nodes"].as_u64().unwrap() > 0, "{told}");
        assert!(told["value"].is_null() && told["forced"].is_null(), "{told}");
    }
}

#[test]
fn finished_positions_have_the_value_of_the_side_to_move() {
    let draw = "xox/xxo/oxo o";
    let cases = [
        ("tictactoe", "x2/xo1/xo1 o", "second", "loss", "X has won, a loss for O to move"),
        ("tictactoe", "ooo/xx1/x2 x", "first", "loss", "O has won, a loss for X to move"),
        ("mnk:m=3,n=3,k=3,misere=on", "x2/xo1/xo1 o", "second", "win", "O has won, a win for O to move"),
        ("tictactoe", draw, "second", "draw", "a draw"),
        ("pig:target=3", "0 6 0 second", "second", "win", "second has won, a win for second to move"),
        ("pikkpakk:size=3", "1b1t1/2wwb/1bww1/2b2/5 b", "second", "loss", "light has won, a loss for dark"),
        ("tree:(a:W b:L)", "b", "first", "loss", "second has won, a loss for first"),
    ];
    for (game, position, side, value, words) in cases {
        let at = [game, "--position", position];
        let asked = |command: &'static str| [&[command], &at[..]].concat();
        let solved = json_of(&asked("solve"));
        assert_eq!((&solved["proved"], &solved["side"]), (&value.into(), &side.into()), "{game} {position}");
        assert_eq!(solved["over"], true);
        assert!(plywood(&asked("solve")).stdout.contains(words), "{}", plywood(&asked("solve")).stdout);
        let analysed = json_of(&asked("analyse"));
        assert_eq!((&analysed["proved"], &analysed["side"]), (&value.into(), &side.into()), "{game}");
        assert_eq!((&analysed["best"], &analysed["over"]), (&Json::Null, &true.into()));
        assert_eq!(analysed["value"], json_of(&asked("eval"))["value"], "{game}");
        assert!(plywood(&asked("analyse")).stdout.contains(words));
    }
    let paid = json_of(&["solve", "tree:(a:3 b:-4)", "--position", "b"]);
    assert_eq!((&paid["value"], &paid["proved"], &paid["plies"]), (&(-4).into(), &Json::Null, &Json::Null));
    let played = json_of(&["solve", "tictactoe", "--moves", "a1 a2 b1 b2 c1", "--within", "3"]);
    assert_eq!((&played["proved"], &played["plies"]), (&"loss".into(), &0.into()));
}

/// Every option with every method: what does not belong to the method is refused, and nothing is ignored.
#[test]
fn options_belong_to_their_methods() {
    let methods: &[(&str, &[&str], &[&str])] = &[
        ("tictactoe", &["--method", "search"], &["depth", "threads", "table"]),
        (
            "tictactoe",
            &["--method", "enumerate"],
            &["out", "from", "max-memory", "merge", "workers", "hosts", "process", "patience", "checkpoint"],
        ),
        ("tictactoe", &["--method", "proof"], &["out", "max-memory", "checkpoint", "threads"]),
        ("pig:target=3", &["--method", "race"], &["against", "surface"]),
        ("pig:target=3", &[], &["against", "surface"]),
        ("tictactoe", &["--method", "iterate"], &["max-memory", "error"]),
        ("tictactoe", &["--within", "3"], &["side", "table"]),
    ];
    let options: &[(&str, &str)] = &[
        ("out", "no/folder"),
        ("from", "no/folder"),
        ("max-memory", "64"),
        ("merge", ""),
        ("workers", "1"),
        ("hosts", "a:1,b:1"),
        ("process", "0"),
        ("patience", "1"),
        ("checkpoint", "/dev/null/no"),
        ("error", "1e-3"),
        ("against", "hold"),
        ("side", "first"),
        ("depth", "9"),
        ("threads", "1"),
        ("table", "1"),
        ("surface", "no/folder/x.svg"),
    ];
    for (game, method, own) in methods {
        for (option, value) in options {
            let option_word = format!("--{option}");
            let value: &[&str] = if value.is_empty() { &[] } else { &[value] };
            let run = plywood(&[&["solve", game], *method, &[&option_word], value].concat());
            let refused = format!("{option_word} goes with ");
            assert_eq!(
                run.stderr.contains(&refused),
                !own.contains(option),
                "{method:?} {option}: {}",
                run.stderr
            );
            assert!(run.code == 2 || own.contains(option), "{method:?} {option}: {}", run.stderr);
        }
    }
    for (args, expected) in [
        (&["tictactoe", "--within", "3", "--method", "proof"][..], "--within cannot be used with --method"),
        (&["pig", "--depth", "3"], "--depth goes with --method search only, not with --method race"),
        (&["tictactoe", "--method", "enumerate", "--patience", "3"], "--patience needs --hosts"),
        (
            &["tictactoe", "--method", "enumerate", "--from", "x", "--merge"],
            "--from cannot be used with --merge",
        ),
        (
            &["tictactoe", "--method", "proof", "--table", "3"],
            "search or --within only, not with --method proof",
        ),
    ] {
        let run = plywood(&[&["solve"], args].concat());
        assert!(run.code == 2 && run.stderr.contains(expected), "{args:?} says: {}", run.stderr);
    }
}
