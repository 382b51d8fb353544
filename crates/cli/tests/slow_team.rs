//! Tables made by several processes: the same bytes as one makes, whatever is killed in between.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::common::{ProgramRun, Scratch, json_of, plywood, run, spawn};

const GAME: &str = "connect4:m=5,n=4";

fn hosts() -> String {
    let held = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    held.map(|listener| listener.local_addr().unwrap().to_string()).join(",")
}

/// Process `process` of two.
fn member(hosts: &str, process: &str, checkpoint: &str, more: &[&str]) -> Child {
    let args = [
        ["solve", GAME, "--method", "enumerate", "--workers", "2"].as_slice(),
        &["--hosts", hosts, "--process", process, "--checkpoint", checkpoint, "--json"],
        more,
    ];
    spawn(&args.concat())
}

fn ended(child: Child) -> ProgramRun {
    let output = child.wait_with_output().unwrap();
    ProgramRun {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_killed_process_costs_no_finished_level() {
    let scratch = Scratch::new("team-killed");
    let (alone, table, folder) = (scratch.file("alone"), scratch.file("table"), scratch.file("checkpoints"));
    let parts = scratch.file("parts");
    let known = json_of(&["solve", GAME, "--method", "enumerate", "-o", &alone]);
    // Three times in the middle of the work, which takes seconds: each time it gets a little further.
    let part = |level: u32| Path::new(&folder).join(format!("stage-{level:05}-worker-3-of-4.part"));
    for _ in 0..3 {
        let level = (8..).find(|&level| !part(level).exists()).unwrap();
        let addresses = hosts();
        let mut first = member(&addresses, "0", &folder, &["--parts", &parts]);
        let mut second = member(&addresses, "1", &folder, &["--parts", &parts]);
        let begun = Instant::now();
        while !part(level).exists() {
            assert!(begun.elapsed() < Duration::from_secs(120), "nothing is written down");
            assert!(first.try_wait().unwrap().is_none() && second.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        second.kill().unwrap();
        second.wait().unwrap();
        let left = ended(first);
        assert_eq!(left.code, 1, "{}", left.stderr);
        assert!(left.stdout.starts_with(r#"{"error":"#), "{}", left.stdout);
        let (_, host) = addresses.split_once(',').unwrap();
        assert!(
            left.stderr.contains(&format!("the connection to process 1 ({host}) is lost")),
            "{}",
            left.stderr
        );
        assert_eq!(left.stderr.lines().count(), 1, "{}", left.stderr);
        assert_eq!(fs::read_dir(&parts).unwrap().count(), 0);
    }
    // The same command once more, elsewhere.
    let addresses = hosts();
    let members = ["0", "1"].map(|process| member(&addresses, process, &folder, &["--parts", &parts]));
    for member in members {
        let run = ended(member);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let solved: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        for key in ["value", "plies", "positions", "up_to_symmetry", "wins", "losses", "draws", "longest"] {
            assert_eq!(solved[key], known[key], "{key}");
        }
        assert!(solved["resumed"].as_u64().unwrap() >= 8, "{solved}");
        assert!(solved["bytes"].is_null());
    }
    // The parts of both processes are one table, and with a file of it the same bytes.
    let best = |table: &str| json_of(&["analyse", GAME, "--bot", &format!("perfect:table={table}")]);
    assert_eq!(best(&parts)["moves"], best(&alone)["moves"]);
    let joined = json_of(&["table", "join", &parts, &table]);
    assert_eq!((&joined["parts"], &joined["positions"]), (&4.into(), &known["positions"]));
    assert_eq!(joined["bytes"], known["bytes"]);
    assert!(fs::read(&table).unwrap() == fs::read(&alone).unwrap(), "other bytes");
    let over = plywood(&["table", "join", &parts, &format!("{parts}/part-1-of-4.table")]);
    assert_eq!(over.code, 2, "{}", over.stderr);
    assert!(over.stderr.contains("part-1-of-4.table' is the name of a part"), "{}", over.stderr);
    assert_eq!(best(&parts)["moves"], best(&alone)["moves"]);
}

/// Files may not grow beyond a limit, which has the effect of a full disk on the writer.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_finished_level() {
    let scratch = Scratch::new("team-full");
    let (alone, table, folder) = (scratch.file("alone"), scratch.file("table"), scratch.file("checkpoints"));
    let solve = ["solve", GAME, "--method", "enumerate"];
    json_of(&[&solve[..], &["-o", &alone]].concat());
    let on = [&solve[..], &["--workers", "2", "--checkpoint", &folder, "-o", &table]].concat();
    let limited = |args: &[&str]| {
        let limited = format!("trap '' XFSZ; ulimit -f 64; exec {} \"$@\"", env!("CARGO_BIN_EXE_plywood"));
        run(std::process::Command::new("sh").args(["-c", &limited, "sh"]).args(args), "")
    };
    let full = limited(&on);
    assert_eq!((full.code, full.stdout.as_str()), (1, ""), "{}", full.stderr);
    assert!(
        full.stderr.contains("cannot write the checkpoint") && full.stderr.contains(&folder),
        "{}",
        full.stderr
    );
    assert_eq!(full.stderr.lines().count(), 1, "{}", full.stderr);
    let all =
        || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = || all().filter(|name| !name.ends_with(".lock"));
    assert!(names().count() > 8 && names().all(|name| name.ends_with(".part")));
    let solved = json_of(&on);
    assert!(solved["resumed"].as_u64().unwrap() >= 4, "{solved}");
    assert!(fs::read(&table).unwrap() == fs::read(&alone).unwrap(), "other bytes");
    // All levels are written down, and the part is not: it is there as a whole later, or not at all.
    let parts = scratch.file("parts");
    let on = [&solve[..], &["--workers", "2", "--checkpoint", &folder, "--parts", &parts]].concat();
    let full = limited(&on);
    assert_eq!((full.code, full.stdout.as_str()), (1, ""), "{}", full.stderr);
    assert!(
        full.stderr.contains("cannot write the part '") && full.stderr.contains(&parts),
        "{}",
        full.stderr
    );
    assert_eq!(fs::read_dir(&parts).unwrap().count(), 0);
    assert!(json_of(&on)["resumed"].as_u64().unwrap() > 4);
    fs::remove_file(&table).unwrap();
    let full = limited(&["table", "join", &parts, &table]);
    assert_eq!(full.code, 1, "{}", full.stderr);
    assert!(full.stderr.contains(&table) && !fs::exists(&table).unwrap(), "{}", full.stderr);
    json_of(&["table", "join", &parts, &table]);
    assert!(fs::read(&table).unwrap() == fs::read(&alone).unwrap(), "other bytes");
    let missing = Path::new(&parts).join("part-2-of-2.table");
    fs::remove_file(missing).unwrap();
    let player = format!("perfect:table={parts}");
    for args in [&["table", "join", &parts, &table][..], &["match", GAME, &player, "random", "--games", "2"]]
    {
        let refused = plywood(args);
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        assert!(refused.stderr.contains("copy 'part-2-of-2.table' here"), "{}", refused.stderr);
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let refused = |more: &[&str], code: i32, expected: &str| {
        let run = plywood(&[&["solve", "tictactoe", "--method", "enumerate"], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{more:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{more:?}: {}", run.stderr);
    };
    refused(&["--workers", "0"], 2, "--workers");
    refused(&["--hosts", "a:1"], 2, "--process");
    refused(&["--hosts", "a:1,b", "--process", "0"], 2, "'b' is no HOST:PORT");
    refused(&["--hosts", "a:1,a:1", "--process", "0"], 2, "'a:1' is there twice");
    refused(&["--hosts", "a:1,b:1", "--process", "2"], 2, "--process 2 is not among the 2 of --hosts");
    let whole = "--out cannot be used with --hosts: no process has the whole table; write it with --parts";
    refused(&["--hosts", "a:1,b:1", "--process", "0", "-o", "x"], 2, whole);
    refused(&["--parts", "a", "-o", "x"], 2, "--out cannot be used with --parts");
    let own = hosts();
    refused(&["--hosts", &own, "--process", "0", "--patience", "1"], 1, "no word of process 1");
    let run = plywood(&["solve", "tictactoe", "--workers", "2"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--workers goes with --method enumerate only"), "{}", run.stderr);
    // A port that somebody else has.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = format!("{},localhost:1", taken.local_addr().unwrap());
    refused(&["--hosts", &taken, "--process", "0"], 1, "cannot listen at 127.0.0.1:");
}
