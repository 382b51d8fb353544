//! Who wins, proved, checked and played.

mod common;

use std::fs;

use common::{Scratch, json_of, plywood};
use serde_json::json;

#[test]
fn a_proof_is_found_checked_and_played() {
    let scratch = Scratch::new("proof");
    for (game, value, claims) in [
        ("mnk:m=4,n=3,k=3", "win", json!(["first wins"])),
        ("tictactoe", "draw", json!(["second holds", "first holds"])),
        ("cube3", "win", json!(["first wins"])),
        ("connect4:m=4,n=4", "draw", json!(["second holds", "first holds"])),
    ] {
        let file = scratch.file("found.proof");
        let found = json_of(&["solve", game, "--method", "proof", "-o", &file]);
        assert_eq!(
            (&found["value"], &found["claims"], &found["plies"]),
            (&json!(value), &claims, &json!(null))
        );
        assert_eq!(found["bytes"].as_u64(), Some(fs::metadata(&file).unwrap().len()));
        assert!(
            found["positions"].as_u64() > Some(0) && found["nodes"].is_u64() && found["seconds"].is_f64()
        );
        let checked = json_of(&["verify", game, &file]);
        assert_eq!((&checked["ok"], &checked["claims"]), (&json!(true), &claims));
        assert_eq!(checked["positions"], found["positions"]);
        let bot = format!("perfect:proof={file}");
        for other in ["random", "rules"] {
            let games = json_of(&["match", game, &bot, other, "--games", "40", "--seed", "5"]);
            let losses = games["as_first"]["losses"].as_u64().unwrap();
            assert_eq!(losses, 0, "{game} against {other}: {games}");
            if value == "win" {
                assert_eq!(games["as_first"]["wins"], 20, "{game} against {other}: {games}");
            } else {
                assert_eq!(games["as_second"]["losses"], 0, "{game} against {other}: {games}");
            }
        }
    }
}

#[test]
fn a_proof_tells_what_it_is() {
    let scratch = Scratch::new("proof-words");
    let file = scratch.file("win.proof");
    let run = plywood(&["solve", "mnk:m=4,n=3,k=3", "--method", "proof", "-o", &file]);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert!(run.stdout.starts_with("first wins\nproof of ") && run.stdout.contains(&file), "{}", run.stdout);
    let run = plywood(&["solve", "mnk:m=4,n=3,k=3", "--moves", "a1", "--method", "proof", "--threads", "2"]);
    assert!(run.code == 0 && !run.stdout.contains("proof of"), "{}", run.stdout);
    // The same every time.
    let again = scratch.file("again.proof");
    plywood(&["solve", "mnk:m=4,n=3,k=3", "--method", "proof", "-o", &again]);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&again).unwrap());
    let full = plywood(&["solve", "tictactoe", "--method", "proof", "-o", "/no/such/folder/x.proof"]);
    assert!(full.code != 0 && full.stderr.contains("cannot write"), "{}", full.stderr);
}
