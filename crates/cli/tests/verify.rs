//! `verify`, and who plays by a proof.

use std::fs;

use crate::common::{Scratch, json_of, plywood};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Game, Notation, Playable, fingerprint};
use serde_json::json;

/// First wins by going to `a`, whatever second does there; `d` would lose.
const TREE: &str = "tree:(d:L,a:(b:W,c:(e:W,f:=)))";

/// A proof file of the tree above with this position, this line of a claim and this body.
fn proof(position: &str, claim: &str, body: &[u8]) -> Vec<u8> {
    let tree = WrittenTree::parse(TREE.strip_prefix("tree:").unwrap()).unwrap();
    assert!(tree.parse_state(position).is_ok() && tree.turn(&tree.initial()).player().is_some());
    let sum = body
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let head = format!(
        "plywood proof 1\ngame: {}\nrules: {:016x}\nposition: {position}\nmerge: 0\nclaim: {claim}\nsum: {sum:016x}\n\n",
        tree.name(),
        fingerprint(&tree)
    );
    [head.as_bytes(), body].concat()
}

/// `a`, and after `c` then `e`.
const WIN: &[u8] = &[1 + 3, 1];

#[test]
fn a_proof_is_checked() {
    let scratch = Scratch::new("verify-proof");
    let file = scratch.file("win.proof");
    fs::write(&file, proof("root", "first wins, 2", WIN)).unwrap();
    let checked = json_of(&["verify", TREE, &file]);
    assert_eq!(
        (&checked["ok"], &checked["proved"], &checked["plies"], &checked["positions"], &checked["claims"]),
        (&json!(true), &json!("win"), &json!(3), &json!(3), &json!(["first wins"]))
    );
    assert_eq!((&checked["position"], &checked["reason"]), (&json!("root"), &json!(null)));
    assert!(checked["seconds"].as_f64().is_some() && checked["game"] == TREE);
    let run = plywood(&["verify", TREE, &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let sentence =
        format!("The first player wins {TREE} from the start, in 3 plies at most.\n3 positions checked in ");
    assert!(run.stdout.starts_with(&sentence), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn what_proves_nothing_is_refused() {
    let scratch = Scratch::new("verify-refused");
    let file = scratch.file("bad.proof");
    let check = |bytes: &[u8], expected: &str| {
        fs::write(&file, bytes).unwrap();
        let run = plywood(&["verify", TREE, &file]);
        assert_eq!((run.code, &*run.stdout), (1, ""), "{expected}");
        assert!(run.stderr.contains("is refused: ") && run.stderr.contains(expected), "{}", run.stderr);
        let run = plywood(&["verify", TREE, &file, "--json"]);
        assert_eq!((run.code, run.stdout.lines().count()), (1, 1), "{}", run.stderr);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((&json["ok"], &json["proved"]), (&json!(false), &json!(null)));
        assert!(json["reason"].as_str().is_some_and(|reason| reason.contains(expected)), "{json}");
    };
    let whole = proof("root", "first wins, 2", WIN);
    check(b"", "it is no proof file");
    check(&whole[..40], "it ends within its head");
    check(&whole[..whole.len() - 1], "it ends 1 byte too early");
    check(&[&whole[..], b"x"].concat(), "1 byte more than its head says");
    let damaged = [&whole[..whole.len() - 1], &[2]].concat();
    check(&damaged, "it is damaged");
    check(&proof("root", "first wins, 1", &[1]), "after d (d), the game is over and the claim is false");
    check(
        &proof("root", "first wins, 2", &[4, 4]),
        "after a c f (a/c/f), the game is over and the claim is false",
    );
    check(&proof("root", "first wins, 3", &[4, 1, 1]), "goes on for 1 byte after that was proved");
    check(&proof("root", "second holds, 1", &[0]), "after a (a), the part of this claim ends");
    let version = String::from_utf8(whole.clone()).unwrap().replacen("proof 1", "proof 7", 1);
    check(version.as_bytes(), "version '7'");
    let other = String::from_utf8(whole).unwrap().replacen(TREE, "tictactoe", 1);
    check(other.as_bytes(), "it is about tictactoe, and not about tree:");
}

#[test]
fn wrong_words_are_no_refusal() {
    let scratch = Scratch::new("verify-words");
    let file = scratch.file("win.proof");
    fs::write(&file, proof("root", "first wins, 2", WIN)).unwrap();
    let check = |args: &[&str], expected: &str| {
        let run = plywood(args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}: {}", run.stderr);
        assert!(
            run.stderr.contains(expected) && !run.stderr.contains("panicked"),
            "{args:?}: {}",
            run.stderr
        );
    };
    check(&["verify", "chess", &file], "unknown game 'chess'");
    check(&["verify", TREE, &scratch.file("missing.proof")], "cannot read");
    check(&["verify", TREE, &scratch.file("")], "cannot read");
    check(&["verify", TREE], "FILE");
    check(&["verify"], "GAME");
    check(&["verify", TREE, &file, "--position", "root"], "--position");
    let bot = format!("perfect:proof={file}");
    check(&["analyse", "tictactoe", "--bot", &bot], "and not about mnk:m=3,n=3,k=3");
    check(&["analyse", TREE, "--bot", &format!("{bot},tie=random")], "plays as its proof says");
    check(&["analyse", TREE, "--bot", &format!("{bot},table={file}")], "plays as its proof says");
}

#[test]
fn a_bot_plays_by_a_proof() {
    let scratch = Scratch::new("verify-bot");
    let file = scratch.file("win.proof");
    fs::write(&file, proof("root", "first wins, 2", WIN)).unwrap();
    let bot = format!("perfect:proof={file}");
    let said = json_of(&["analyse", TREE, "--bot", &bot]);
    assert_eq!(
        (&said["best"], &said["proved"], &said["plies"], &said["exact_plies"]),
        (&json!("a"), &json!("win"), &json!(3), &json!(false))
    );
    let said = json_of(&["analyse", TREE, "--moves", "a c", "--bot", &bot]);
    assert_eq!((&said["best"], &said["plies"]), (&json!("e"), &json!(1)));
    // It knows that the other side has lost, and how it holds out longest.
    let said = json_of(&["analyse", TREE, "--moves", "a", "--bot", &bot]);
    assert_eq!((&said["best"], &said["proved"], &said["plies"]), (&json!("c"), &json!("loss"), &json!(2)));
    assert_eq!(said["pv"], json!(["c", "e"]));
    let games = json_of(&["match", TREE, &bot, "random", "--games", "20"]);
    assert_eq!(games["as_first"]["wins"], 10);
    let missing = plywood(&["analyse", TREE, "--bot", "perfect:proof=/no/such/file"]);
    assert!(missing.code != 0 && missing.stderr.contains("cannot read the proof"), "{}", missing.stderr);
}
