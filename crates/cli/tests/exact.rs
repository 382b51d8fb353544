//! The values of every position, and of dice; and bots that play by them.

use std::fs;

use crate::common::{Scratch, interrupt, json, json_of, plywood, spawn};

#[test]
fn every_position_is_counted_and_valued() {
    let counted = |game: &str| json(&format!("solve {game} --method enumerate"));
    let of = |game: &str, key: &str| counted(game)[key].as_u64().unwrap();
    let table = counted("tictactoe");
    for (key, value) in [
        ("positions", 5478),
        ("up_to_symmetry", 765),
        ("finished", 958),
        ("wins", 2836),
        ("losses", 1574),
        ("draws", 1068),
        ("endless_draws", 0),
    ] {
        assert_eq!(table[key], value, "{key}");
    }
    assert_eq!(
        (&table["proved"], &table["plies"], &table["endless"]),
        (&"draw".into(), &().into(), &false.into())
    );
    let won = counted("mnk:m=4,n=3,k=3");
    assert_eq!(
        (&won["proved"], &won["plies"], &won["positions"]),
        (&"win".into(), &7.into(), &111_973.into())
    );
    let pushes = counted("pikkpakk:size=3");
    assert_eq!(
        (&pushes["proved"], &pushes["endless"], &pushes["longest"]),
        (&"draw".into(), &true.into(), &40.into())
    );
    assert_eq!(of("mnk:m=4,n=4,k=4,gravity=on", "positions"), 161_029);
    assert_eq!(of("pikkpakk:size=3 --merge", "positions"), 349_034);
    assert!(of("pikkpakk:size=3 --merge", "up_to_symmetry") < 50_000);
}

/// A bot with exact values never loses a game that is not lost, against any opponent and with any method.
#[test]
fn who_knows_does_not_lose() {
    let scratch = Scratch::new("exact-players");
    let table = scratch.file("ttt.table");
    let written = plywood(&["solve", "tictactoe", "--method", "enumerate", "-o", &table]);
    assert!(written.stdout.contains(&format!("written to {table}")), "{}", written.stdout);
    for bot in [format!("perfect:table={table}"), "perfect:tie=random".to_string()] {
        for other in ["random", "engine", "mcts:playouts=200"] {
            let games = json_of(&["match", "tictactoe", &bot, other, "--games", "60"]);
            assert_eq!(games["second_bot"]["wins"], 0, "{bot} {other}");
        }
    }
    let known = json_of(&["analyse", "tictactoe", "--bot", "perfect", "--position", "xox/o1o/x2 x"]);
    assert_eq!(
        (&known["best"], &known["plies"], &known["exact_plies"]),
        (&"b2".into(), &1.into(), &true.into())
    );
    assert!(known["moves"].as_array().unwrap().iter().all(|mv| !mv["proved"].is_null()));
    // Over both seats it wins what was computed: 0.5399 against who holds at 20.
    let games = json_of(&["match", "pig", "perfect", "hold:at=20", "--games", "4000"]);
    let (low, high) =
        (games["win_share"]["low"].as_f64().unwrap(), games["win_share"]["high"].as_f64().unwrap());
    assert!(low < 0.5399 && 0.5399 < high, "{low} {high}");
}

/// A table by rank is chosen where the game has ranks, by key where workers share the work: both say the same, and are played from.
#[test]
fn tables_by_rank_are_as_good_as_those_by_key() {
    let scratch = Scratch::new("exact-ranks");
    let (game, start) = ("pikkpakk:size=3,variant=capture", "5/1w3/2w1b/3t1/5 w");
    let solved = |form: &str, more: &[&str]| {
        let table = scratch.file(form);
        let words = ["solve", game, "--position", start, "--method", "enumerate", "-o", &table];
        let counts = json_of(&[&words[..], more].concat());
        let bot = format!("perfect:table={table}");
        let known = json_of(&["analyse", game, "--position", start, "--bot", &bot]);
        let file = fs::read(&table).unwrap();
        assert_eq!(counts["bytes"], file.len());
        (counts, known, file)
    };
    let (ranks, by_rank, file) = solved("ranks", &[]);
    let (keys, by_key, other) = solved("keys", &["--workers", "1"]);
    let says = |file: &[u8], line: &str| file[..1000].windows(line.len()).any(|own| own == line.as_bytes());
    assert!(says(&file, "\nby rank\n") && says(&other, "\nby key\n"));
    assert!(20 * file.len() < other.len(), "{} and {} bytes", file.len(), other.len());
    for key in [
        "value",
        "plies",
        "positions",
        "up_to_symmetry",
        "wins",
        "losses",
        "draws",
        "endless_draws",
        "longest",
    ] {
        assert_eq!(ranks[key], keys[key], "{key}");
    }
    for key in ["best", "value", "proved", "plies", "moves"] {
        assert_eq!(by_rank[key], by_key[key], "{key}");
    }
    let damaged = scratch.file("damaged");
    fs::write(&damaged, &file[..file.len() - 1]).unwrap();
    let refused = plywood(&["analyse", game, "--bot", &format!("perfect:table={damaged}")]);
    assert!(refused.code != 0 && refused.stderr.contains("it was cut off"), "{}", refused.stderr);
}

#[test]
fn dice_races_are_solved_as_published() {
    let pig = json("solve pig --against hold:at=20");
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!((number(&pig["win_probability"]) - 0.530592725).abs() < 5e-10);
    assert_eq!((&pig["best"], &pig["holds"][0][0]), (&"roll".into(), &21.into()));
    assert!(number(&pig["error_bound"]) < 1e-14);
    let against = &pig["against"];
    assert!((number(&against["itself"]["begins"]) - 0.534698).abs() < 1e-6);
    assert!(number(&against["response"]["score"]) > number(&against["optimal"]["score"]));
    assert!(number(&against["optimal"]["score"]) > 0.5);
    let late = json_of(&["solve", "pig", "--position", "41 49 27 first"]);
    assert_eq!((&late["best"], &late["holds"]), (&"roll".into(), &serde_json::json!([[22, 26], [28, 56]])));
    let piglet = json("solve piglet:target=2");
    assert!((number(&piglet["win_probability"]) - 4.0 / 7.0).abs() < 1e-15);
}

/// Iteration between bounds finds the values of the other methods.
#[test]
fn any_game_is_valued_between_bounds() {
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    for game in ["pig:target=20", "piglet"] {
        let (race, found) =
            (json(&format!("solve {game}")), json(&format!("solve {game} --method iterate --error 1e-8")));
        let error = number(&found["error_bound"]);
        assert!(error <= 1e-8);
        let near = |a: &serde_json::Value, b: &serde_json::Value, error: f64| {
            assert!((number(a) - number(b)).abs() <= error, "{game}: {race} {found}");
        };
        near(&race["win_probability"], &found["win_probability"], error);
        assert_eq!(race["best"], found["best"]);
        for (a, b) in race["moves"].as_array().unwrap().iter().zip(found["moves"].as_array().unwrap()) {
            assert_eq!(a["move"], b["move"]);
            near(&a["win_probability"], &b["win_probability"], number(&b["error_bound"]));
        }
        assert_eq!(found["endless"], false);
        assert!(number(&found["sweeps"]) > 1.0 && number(&found["positions"]) > 100.0);
    }
    let drawn = json("solve tictactoe --method iterate");
    assert_eq!((&drawn["value"], number(&drawn["error_bound"])), (&0.into(), 0.0));
    assert_eq!((&drawn["positions"], &drawn["sweeps"]), (&5478.into(), &1.into()));
    assert!(drawn["win_probability"].is_null());
    let endless = json("solve pikkpakk:size=3 --method iterate");
    assert_eq!((&endless["value"], number(&endless["error_bound"])), (&0.into(), 0.0));
    assert_eq!(endless["endless"], true);
    // Values are for the side to move.
    let tree = "tree:(a:{0.5 -(3 8) 0.5 -1} b:0.5)";
    let moved = json_of(&["solve", tree, "--method", "iterate"]);
    assert_eq!(moved["best"], "a");
    assert!((number(&moved["value"]) - 1.0).abs() < 1e-12);
    let answered = json_of(&["solve", tree, "--method", "iterate", "--position", "a/1"]);
    assert_eq!((&answered["value"], &answered["best"]), (&(-3).into(), &"a".into()));
    let told = plywood(&["solve", tree, "--method", "iterate"]).stdout;
    assert!(told.starts_with("worth +1 to first\nbest a: a +1, b +0.5\n"), "{told}");
    let told = plywood(&["solve", "tictactoe", "--method", "iterate"]).stdout;
    assert!(told.starts_with("worth 0 to first\n") && told.contains("error      none\n"), "{told}");
    let told = plywood(&["solve", "piglet:target=2", "--method", "iterate"]).stdout;
    assert!(told.starts_with("first wins with probability 0.57142857"), "{told}");
}

#[test]
fn iteration_says_when_it_did_not_get_there() {
    // Rounding alone is more than nothing.
    let run = plywood(&["solve", "piglet", "--method", "iterate", "--error", "0", "--json"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("do not come any closer"), "{}", run.stderr);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(found["error_bound"].as_f64().unwrap() < 1e-13, "{found}");
    let run = plywood(&["solve", "pig", "--method", "iterate", "--max-memory", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("above the 1 MiB allowed"), "{}", run.stderr);
    for (args, expected) in [
        (&["pig", "--error", "1e-3"][..], "--error goes with --method iterate only"),
        (&["pig", "--method", "iterate", "--error", "-1"], "error"),
        (&["pig", "--method", "iterate", "--error=-1"], "not below 0"),
    ] {
        let run = plywood(&[&["solve"], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn tables_that_are_not_of_the_game_are_refused() {
    let scratch = Scratch::new("exact-tables");
    let table = scratch.file("ttt.table");
    assert_eq!(plywood(&["solve", "tictactoe", "--method", "enumerate", "-o", &table]).code, 0);
    let whole = fs::read(&table).unwrap();
    let refused = |game: &str, bytes: &[u8], expected: &str| {
        let other = scratch.file("other.table");
        fs::write(&other, bytes).unwrap();
        let run = plywood(&["match", game, &format!("perfect:table={other}"), "random", "--games", "2"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(expected) && run.stderr.contains(&other), "{}", run.stderr);
    };
    refused("connect4", &whole, "this is a table of mnk:m=3,n=3,k=3, not of mnk:m=7,n=6,k=4,gravity=on");
    refused("tictactoe", &whole[..whole.len() - 3], "it was cut off, or something was added");
    refused("tictactoe", b"something else", "this is no table of Plywood");
    for place in [200, 1000, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[place] ^= 4;
        refused("tictactoe", &flipped, "this table is damaged");
    }
    let mut old = whole.clone();
    old[14] = b'1';
    refused(
        "tictactoe",
        &old,
        "this table has format 1, and this program reads format 3: solve the game again",
    );
    let run = plywood(&["match", "mnk:m=6,n=5,k=5", "perfect", "random", "--games", "2"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--method enumerate -o FILE"), "{}", run.stderr);
    let run = plywood(&["analyse", "tictactoe", "--bot", "perfect:table=/nowhere/at.all"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot read the table '/nowhere/at.all'"), "{}", run.stderr);
}

#[test]
fn memory_is_held_and_ctrl_c_is_obeyed() {
    let run = plywood(&["solve", "mnk:m=4,n=4,k=3", "--method", "enumerate", "--max-memory", "3"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("above the 3 MiB allowed"), "{}", run.stderr);
    let scratch = Scratch::new("exact-interrupted");
    let table = scratch.file("c4.table");
    let child = spawn(&["solve", "connect4:m=5,n=5", "--method", "enumerate", "-o", &table]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped before every position was known"));
    assert!(!fs::exists(&table).unwrap());
}
