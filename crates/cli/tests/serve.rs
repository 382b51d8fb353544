//! `serve` on the command line: addresses and folders where it starts, and where it cannot.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::plywood;

/// A server that runs until it is dropped.
struct House {
    child: Child,
    url: String,
}

impl House {
    fn open(data: &Path) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--json", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(told["data"], data.display().to_string());
        House { url: told["url"].as_str().unwrap().to_string(), child }
    }

    fn address(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches('/')
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywood-serve-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn where_it_cannot_open_it_says_why() {
    for (words, code, expected) in [
        ("--listen nonsense", 2, "like 127.0.0.1:7777, or a port"),
        ("--listen 127.0.0.1:0 --think 0", 2, "from 0.01 to 86400"),
        ("--listen 127.0.0.1:0 --threads 0", 2, "1..=256"),
        ("--listen 127.0.0.1:0 --train 0%", 2, "from 1% to 100%"),
        ("--listen 127.0.0.1:0 --train much", 2, "from 1% to 100%"),
        ("--listen 127.0.0.1:0 --log loud", 2, "text, json, off"),
        ("--listen 127.0.0.1:0 --data /dev/null/house", 2, "cannot use the folder '/dev/null/house'"),
        ("--listen 127.0.0.1:0 --data a,b", 1, "has a comma in its name"),
        ("--listen 127.0.0.1:0 --data /dev/null/house --proofs a,b", 1, "another one with --proofs"),
    ] {
        let args: Vec<&str> = ["serve"].into_iter().chain(words.split_whitespace()).collect();
        let run = plywood(&args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{args:?}");
        assert!(run.stderr.contains(expected), "{args:?} says: {}", run.stderr);
    }
}

#[test]
fn one_folder_and_one_address_are_for_one_house() {
    let (mine, other) = (folder("mine"), folder("other"));
    let house = House::open(&mine);
    let again = plywood(&["serve", "--listen", house.address(), "--data", &other.display().to_string()]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("name another address with --listen"), "{}", again.stderr);
    assert!(!other.exists(), "a house without a door makes no folder");
    let same = plywood(&["serve", "--listen", "127.0.0.1:0", "--data", &mine.display().to_string()]);
    assert_eq!(same.code, 1);
    assert!(same.stderr.contains("another server is using it"), "{}", same.stderr);
    drop(house);
    std::fs::remove_dir_all(mine).unwrap();
}

#[test]
fn a_server_is_asked_if_it_is_well() {
    let data = folder("well");
    let house = House::open(&data);
    let address = house.address().to_string();
    let check = |address: &str| plywood(&["serve", "--listen", address, "--check", "--json"]);
    let well = check(&address);
    assert_eq!((well.code, well.stderr.as_str()), (0, ""));
    assert_eq!(well.stdout, format!("{{\"url\":\"{}\",\"well\":true}}\n", house.url));
    let everywhere = format!("0.0.0.0:{}", address.rsplit(':').next().unwrap());
    assert_eq!(check(&everywhere).stdout, well.stdout, "it is asked on this machine");
    drop(house);
    let gone = check(&address);
    assert!(gone.code == 1 && gone.stdout.starts_with("{\"error\":{\"kind\":\"failed\""), "{}", gone.stdout);
    assert!(gone.stderr.contains("is not well"), "{}", gone.stderr);
    std::fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn asked_to_end_it_closes_and_says_nothing_more() {
    let data = folder("ends");
    let mut house = House::open(&data);
    let killed = Command::new("kill").arg(house.child.id().to_string()).status().unwrap();
    assert!(killed.success());
    assert_eq!(house.child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    house.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_log_in_a_pipe_has_no_colours() {
    let data = folder("log");
    std::fs::create_dir_all(data.join("proofs")).unwrap();
    std::fs::write(data.join("proofs/bad.proof"), "no proof").unwrap();
    let (kept, proofs) = (data.join("kept"), data.join("proofs"));
    let [kept, proofs] = [&kept, &proofs].map(|path| path.to_str().unwrap());
    let mut server =
        crate::common::spawn(&["serve", "--listen", "127.0.0.1:0", "--data", kept, "--proofs", proofs]);
    let mut line = String::new();
    BufReader::new(server.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(line.contains("passed over") && !line.contains('\u{1b}'), "{line:?}");
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_brain_that_a_server_holds_says_where_to_ask() {
    let folder = folder("brain");
    std::fs::create_dir_all(folder.join("brains")).unwrap();
    let brain = folder.join("brains/x.brain").display().to_string();
    let learn = ["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random"];
    assert_eq!(plywood(&learn).code, 0);
    let house = House::open(&folder);
    // Another process has it open, as the server has while somebody plays against it.
    let held =
        plywood_workshop::Store::open(Path::new(&brain), plywood_workshop::Access::Write, 1 << 20).unwrap();
    for args in [&["brain", "stats", &brain], &["brain", "show", &brain]] {
        let run = plywood(args);
        assert_eq!(run.code, 1, "{args:?}");
        assert!(run.stderr.contains(&format!("in use by the server at {}", house.url)), "{}", run.stderr);
    }
    drop(held);
    assert_eq!(plywood(&["brain", "stats", &brain]).code, 0);
    drop(house);
    let _ = std::fs::remove_dir_all(&folder);
}
