//! The game through the commands of the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output of `own-game` with these words.
fn printed(words: &str) -> String {
    let program = env!("CARGO_BIN_EXE_own-game");
    let output = Command::new(program).args(words.split_whitespace()).output().expect("it starts");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn it_is_solved() {
    let solved = printed("solve sticks --method enumerate --json");
    assert!(solved.contains(r#""proved":"win""#), "{solved}");
    assert!(printed("solve sticks:heap=20 --method enumerate").starts_with("first loses in 10 plies"));
}

#[test]
fn its_bot_plays_a_match_and_is_never_beaten_from_a_won_heap() {
    let match_ = printed("match sticks nim engine:depth=2,eval=none --games 20 --json");
    assert!(match_.contains(r#""as_first":{"wins":10,"#), "{match_}");
}

#[test]
fn its_evaluation_is_used() {
    let evaluated = printed("eval sticks:heap=8 --json");
    assert!(evaluated.contains(r#""evaluation":"fours","side":"first","value":-10"#), "{evaluated}");
    assert!(printed("analyse sticks --bot alphabeta:depth=1").starts_with("1: +10 (estimate)"));
}

#[test]
fn its_tree_is_drawn() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sticks.svg");
    printed(&format!("tree sticks:heap=5 --view coloured --merge -o {}", file.display()));
    assert!(std::fs::read_to_string(file).expect("it was written").starts_with("<svg"));
}

#[test]
fn the_page_is_served_with_it() {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("served");
    let mut server = Command::new(env!("CARGO_BIN_EXE_own-game"))
        .args(["serve", "--listen", "127.0.0.1:0", "--json", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("it is piped")).read_line(&mut line).expect("it listens");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    let mut answers = Vec::new();
    for path in ["/", "/api/house"] {
        let mut stream = TcpStream::connect(address).expect("it is there");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answers.push(answer);
    }
    server.kill().expect("it is ours");
    server.wait().expect("it ends");
    assert!(answers[0].starts_with("HTTP/1.1 200") && answers[0].contains("<html"), "{}", answers[0]);
    assert!(answers[1].contains("sticks"), "{}", answers[1]);
}
