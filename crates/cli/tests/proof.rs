//! Proofs: found, checked and played by.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Scratch, interrupt, json_of, plywood, spawn};
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
            (&found["proved"], &found["claims"], &found["plies"]),
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

#[test]
fn a_proof_that_was_stopped_goes_on() {
    let scratch = Scratch::new("proof-stopped");
    let folder = scratch.file("checkpoints");
    let kept = Path::new(&folder).join("first-wins.numbers");
    let qubic = ["solve", "qubic", "--method", "proof", "--checkpoint", &folder];
    let child = spawn(&qubic);
    let begun = Instant::now();
    while !Path::new(&folder).join("proof.lock").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(500));
    let second = plywood(&qubic);
    assert!(second.stderr.contains("another process works with the checkpoints"), "{}", second.stderr);
    interrupt(&child);
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130));
    let told = String::from_utf8(stopped.stderr).unwrap();
    assert!(told.contains("the same command goes on from here"), "{told}");
    assert!(fs::metadata(&kept).unwrap().len() > 1_000);
    // Something else does not go on from there, and nothing of it is lost by that.
    let before = fs::read(&kept).unwrap();
    let small = ["solve", "mnk:m=5,n=5,k=4", "--method", "proof", "--checkpoint", &folder];
    let other = plywood(&small);
    assert!(other.code == 1 && other.stderr.contains("another game"), "{}", other.stderr);
    assert_eq!(fs::read(&kept).unwrap(), before);
    // What is known is not searched for again.
    fs::remove_file(&kept).unwrap();
    let (first, again) = (json_of(&small), json_of(&small));
    assert_eq!(first["proved"], "draw");
    assert_eq!(again["proved"], "draw");
    assert!(10 * again["nodes"].as_u64().unwrap() < first["nodes"].as_u64().unwrap(), "{again} {first}");
    for (args, told) in [
        (&["pikkpakk:size=3", "--method", "proof"][..], "only searches where none does can be kept"),
        (&["tictactoe"], "--checkpoint goes with --method enumerate or proof only"),
    ] {
        let run = plywood(&[&["solve"], args, &["--checkpoint", &folder]].concat());
        assert!(run.code == 2 && run.stderr.contains(told), "{} {}", run.code, run.stderr);
    }
}

/// The checker in Python, written from the format alone, says the same as `verify` of good files and of planted errors.
#[test]
fn another_checker_says_the_same() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/test_check_proof.py");
    let mut python = Command::new("python3");
    let run = python.arg("-B").arg(tests).env("PLYWOOD", env!("CARGO_BIN_EXE_plywood")).output();
    let output = match run {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("python3 is missing: the checker in Python is not tested");
            return;
        }
        run => run.expect("python3 starts"),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
