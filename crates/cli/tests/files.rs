//! Files that `-o` writes: none is lost or half written, and no other file is touched.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::process::Command;

use crate::common::{ProgramRun, Scratch, plywood};

fn tree(out: &str) -> ProgramRun {
    plywood(&["tree", "tictactoe", "--depth", "1", "--format", "dot", "-o", out])
}

fn is_tree(text: &str) -> bool {
    text.starts_with("digraph") && text.trim_end().ends_with('}')
}

fn names(scratch: &Scratch) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(scratch.file(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_keeps_its_rights_and_its_neighbours() {
    let scratch = Scratch::new("out-rights");
    let (out, draft) = (scratch.file("t.dot"), scratch.file("t.dot.draft"));
    fs::write(&out, "old").unwrap();
    fs::write(&draft, "mine").unwrap();
    for mode in [0o600, 0o640, 0o755] {
        fs::set_permissions(&out, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(tree(&out).code, 0);
        assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, mode);
        assert!(is_tree(&fs::read_to_string(&out).unwrap()));
    }
    // Only root can give a file away.
    if chown(&out, Some(1234), Some(1234)).is_ok() {
        assert_eq!(tree(&out).code, 0);
        let data = fs::metadata(&out).unwrap();
        assert_eq!((data.uid(), data.gid(), data.mode() & 0o777), (1234, 1234, 0o755));
    }
    assert_eq!(fs::read_to_string(&draft).unwrap(), "mine");
    assert_eq!(names(&scratch), ["t.dot", "t.dot.draft"]);
}

#[test]
fn links_are_followed() {
    let scratch = Scratch::new("out-links");
    fs::create_dir(scratch.file("folder")).unwrap();
    fs::write(scratch.file("folder/real.dot"), "old").unwrap();
    symlink("folder/real.dot", scratch.file("link")).unwrap();
    symlink("folder/new.dot", scratch.file("dangling")).unwrap();
    for (link, real) in [("link", "folder/real.dot"), ("dangling", "folder/new.dot")] {
        let run = tree(&scratch.file(link));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(fs::symlink_metadata(scratch.file(link)).unwrap().is_symlink(), "{link}");
        assert!(is_tree(&fs::read_to_string(scratch.file(real)).unwrap()), "{real}");
    }
    assert_eq!(names(&scratch), ["dangling", "folder", "link"]);
    symlink("loop", scratch.file("loop")).unwrap();
    let run = tree(&scratch.file("loop"));
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[test]
fn pipes_and_devices_are_written_through() {
    let scratch = Scratch::new("out-pipes");
    let pipe = scratch.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let run = tree(&pipe);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(is_tree(&reader.join().unwrap()));
    assert_eq!(names(&scratch), ["pipe"]);
    let run = tree("/dev/full");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cannot write '/dev/full': No space left"), "{}", run.stderr);
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
    assert_eq!(tree("/dev/null").code, 0);
}

#[test]
fn a_dash_is_standard_output() {
    let run = tree("-");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(is_tree(&run.stdout), "{}", run.stdout);
    assert!(run.stderr.contains("nodes"), "the summary is on standard error: {}", run.stderr);
    let csv = plywood(&["compare", "tictactoe", "--depth", "2", "-o", "-"]);
    assert!(csv.stdout.lines().all(|line| line.contains(',')), "{}", csv.stdout);
    let both = plywood(&["tree", "tictactoe", "-o", "-", "--json"]);
    assert_eq!(both.code, 2);
    assert!(both.stderr.contains("--json"), "{}", both.stderr);
}

#[test]
fn a_folder_that_cannot_be_written_to_loses_nothing() {
    let scratch = Scratch::new("out-read-only");
    let run = tree(&scratch.file("no/such/t.dot"));
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("No such file"), "{}", run.stderr);
    assert_eq!(tree(&scratch.file("")).code, 2, "a folder is no file");
    // A read-only file system stops root as well, who may write to any folder.
    let read_only = Command::new("unshare")
        .args(["-rm", "sh", "-c"])
        .arg("echo old > \"$0/t.dot\" && mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && echo mounted && exec \"$1\" tree tictactoe --depth 1 -o \"$0/t.dot\"")
        .args([scratch.file("").as_str(), env!("CARGO_BIN_EXE_plywood")])
        .output();
    if let Ok(run) = read_only
        && run.stdout == b"mounted\n"
    {
        assert_eq!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(fs::read_to_string(scratch.file("t.dot")).unwrap(), "old\n");
        assert_eq!(names(&scratch), ["t.dot"]);
    }
}

#[test]
fn a_full_disk_keeps_the_old_file() {
    let scratch = Scratch::new("out-full-disk");
    // Without permission to mount there is no small disk; the test with /dev/full covers the case.
    let script = "mount -t tmpfs -o size=16k none \"$0\" && echo old > \"$0/t.svg\" && \
        { \"$1\" tree tictactoe --depth 2 -o \"$0/t.svg\"; echo \"code $?\"; cat \"$0/t.svg\"; ls -A \"$0\"; }";
    let run = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, &scratch.file(""), env!("CARGO_BIN_EXE_plywood")])
        .output();
    if let Ok(run) = run
        && run.status.success()
    {
        assert_eq!(String::from_utf8_lossy(&run.stdout), "code 1\nold\nt.svg\n");
        assert!(String::from_utf8_lossy(&run.stderr).contains("No space left"));
    }
}

/// An ending says what is in a file: a file of another kind is refused before any work, and nothing is written.
#[test]
fn an_ending_that_is_not_written_is_refused() {
    let scratch = Scratch::new("endings");
    let brain = scratch.file("a.brain");
    assert_eq!(plywood(&["learn", "nim", "--brain", &brain, "--stage", "1", "random"]).code, 0);
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["solve", "tictactoe", "--method", "enumerate", "-o"],
            &["x.xlsx", "x.json", "x.proof", "x.SVG", "x.foo"],
        ),
        (&["solve", "tictactoe", "--method", "proof", "-o"], &["x.csv", "x.table", "x.txt", "x.docx"]),
        (&["solve", "pig:target=5", "--surface"], &["x.csv", "x.json", "x.txt", "x.jpeg2"]),
        (&["puzzles", "tictactoe", "--count", "1", "-o"], &["x.csv", "x.html", "x.xlsx"]),
        (&["tune", "tictactoe", "--iterations", "1", "--out"], &["x.csv", "x.toml", "x.yaml"]),
        (&["brain", "export", &brain, "-o"], &["x.csv", "x.svg", "x.bin"]),
        (&["match", "nim", "random", "random", "--games", "2", "--save"], &["x.csv", "x.json", "x.pgn"]),
        (
            &["tournament", "--game", "nim", "--player", "random", "--player", "first", "--records"],
            &["x.csv", "x.sgf"],
        ),
        (&["tournament", "--game", "nim", "--player", "random", "--player", "first", "-o"], &["x.txt", "x"]),
        (&["tree", "nim", "--bot", "minimax:depth=1", "-o"], &["x.csv", "x.table", "x"]),
        (&["tree", "nim", "--depth", "1", "--format", "dot", "-o"], &["x.svg", "x.json"]),
        (&["play", "nim", "--first", "random", "--second", "random", "--save"], &["x.csv", "x.pgn"]),
        (&["compare", "tictactoe", "--depth", "1", "-o"], &["x.json", "x"]),
        (&["learn", "nim", "--brain", &brain, "--stage", "1", "random", "--curve"], &["x.json", "x"]),
    ];
    for (words, names) in cases {
        for name in *names {
            let path = scratch.file(name);
            let run = plywood(&[words, &[path.as_str()][..]].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?} {name}: {}", run.stderr);
            assert!(run.stderr.contains(&path) && run.stderr.contains("."), "{}", run.stderr);
            assert!(!std::path::Path::new(&path).exists(), "{words:?} {name}");
        }
    }
}

/// Records are added to records, and to no other file.
#[test]
fn records_are_added_to_no_other_text() {
    let scratch = Scratch::new("records-and-notes");
    let path = scratch.file("notes.txt");
    let play = || plywood(&["match", "nim", "random", "random", "--games", "2", "--save", &path]);
    for other in [&b"\nbuy milk\n"[..], b"\x89PNG\r\n\x1a\n\0\xff"] {
        fs::write(&path, other).unwrap();
        let run = play();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(&path) && run.stderr.contains("records of games"), "{}", run.stderr);
        assert_eq!(fs::read(&path).unwrap(), other);
    }
    fs::write(&path, "").unwrap();
    assert_eq!([play().code, play().code], [0, 0]);
    assert_eq!(fs::read_to_string(&path).unwrap().matches("[Game \"nim").count(), 4);
}
