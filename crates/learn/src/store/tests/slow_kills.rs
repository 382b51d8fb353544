//! Processes killed in the middle of their work.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::*;

/// Names the file for the child of [`killed_writers_lose_nothing_they_were_promised`] to write to.
const FILE: &str = "PLYWOOD_STORE_TEST_FILE";

/// Not a test but the process that the test below kills: commits numbers in pairs, and says each when it is promised.
#[test]
fn child() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let store = Store::open(Path::new(&path), Access::Write, CACHE).unwrap();
    let first = store.reader().unwrap().len().unwrap() / 2;
    for number in first.. {
        let padding = "x".repeat((number * 37 % 900) as usize);
        let value = format!("{number} {padding}");
        let (left, right) = (format!("left {number}"), format!("right {number}"));
        let pair = [&left, &right].map(|key| (key.as_bytes(), value.as_bytes()));
        store.commit(&mut pair.into_iter(), &[("last", Some(number.to_string().as_bytes()))]).unwrap();
        println!("promised {number}.");
    }
}

#[test]
fn killed_writers_lose_nothing_they_were_promised() {
    let folder = Folder::new("kill");
    let path = folder.at("a.brain");
    drop(create(&path));
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut next = 0;
    for round in 0..50 {
        let promised = run_and_kill(&path, Duration::from_micros(random.next_u64() % 60_000));
        next = next.max(promised.map_or(0, |number| number + 1));
        let access = if round % 2 == 0 { Access::Read } else { Access::Write };
        let start = Instant::now();
        let store = Store::open(&path, access, CACHE).unwrap();
        assert!(start.elapsed() < Duration::from_secs(1));
        let pairs = whole_pairs(&store);
        assert!(pairs >= next, "round {round}: {next} promised, {pairs} there");
        next = pairs;
    }
    assert!(next > 50, "only {next} commits were made");
}

#[test]
fn a_file_left_by_a_killed_writer_is_set_right_by_a_writer() {
    let folder = Folder::new("unclean");
    let (path, copy) = (folder.at("a.brain"), folder.at("b.brain"));
    let store = create(&path);
    put(&store, &[("a", "1")]).unwrap();
    // While a writer has it open, a copy of the file looks as if the writer was killed.
    fs::copy(&path, &copy).unwrap();
    set_readonly(&copy, true);
    let error = refusal(&copy, Access::Read);
    assert!(matches!(error, StoreError::Unrepaired { .. }), "{error}");
    set_readonly(&copy, false);
    assert_eq!(word(&Store::open(&copy, Access::Read, CACHE).unwrap()), "a1");
    set_readonly(&copy, true);
    assert_eq!(word(&Store::open(&copy, Access::Read, CACHE).unwrap()), "a1");
}

/// Lets a child write until some time after its first promise, and returns the last number that it promised.
fn run_and_kill(path: &Path, after: Duration) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::tests::slow_kills::child", "--nocapture", "--test-threads=1"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    // The first promise may follow the name of the test on the same line.
    let promise =
        |line: String| -> Option<u64> { line.split_once("promised ")?.1.strip_suffix('.')?.parse().ok() };
    let first = lines.by_ref().find_map(promise);
    std::thread::sleep(after);
    child.kill().unwrap();
    let last = lines.filter_map(promise).last();
    child.wait().unwrap();
    last.or(first)
}

/// The number of pairs; all of them are whole and without gaps.
fn whole_pairs(store: &Store) -> u64 {
    let reader = store.reader().unwrap();
    let count = reader.len().unwrap() / 2;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for number in 0..count {
        assert!(reader.get(format!("left {number}").as_bytes(), &mut left).unwrap());
        assert!(reader.get(format!("right {number}").as_bytes(), &mut right).unwrap());
        assert!(left == right && left.starts_with(format!("{number} ").as_bytes()), "{number}");
    }
    assert_eq!(reader.len().unwrap(), count * 2);
    let last = reader.note("last").unwrap().map(|text| String::from_utf8(text).unwrap());
    assert_eq!(last, count.checked_sub(1).map(|number| number.to_string()));
    count
}
