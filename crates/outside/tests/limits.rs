//! Limits hold.

use crate::common::{Scripts, ask, has_python, named, position};

/// Tries to take more than it may, and says what it got.
const GREEDY: &str = r#"
import json, os, resource, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
files = []
try:
    for _ in range(10000):
        files.append(open("/dev/null"))
except OSError:
    pass
got = f"files {len(files) < 256}"
for file in files:
    file.close()
space = resource.getrlimit(resource.RLIMIT_AS)[0] >> 20
try:
    got += f" memory {len(bytearray(10 << 30)) if space < 10000 else space}"
except MemoryError:
    got += " memory refused"
got += f" core {resource.getrlimit(resource.RLIMIT_CORE)[0]}"
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open(sys.argv[1], "wb") as file:
        file.seek((256 << 20) - 1)
        file.write(b"xx")
        file.flush()
    got += " file got"
except OSError:
    got += " file refused"
for line in sys.stdin:
    if "moves" in line:
        print(json.dumps({"move": "a1", "comment": got}), flush=True)
"#;

#[test]
fn of_files_memory_and_cores() {
    if !has_python() {
        return;
    }
    let scripts = Scripts::new();
    let (path, large) = (scripts.path("greedy.py"), scripts.path("large"));
    std::fs::write(&path, GREEDY).unwrap();
    let command = |settings: &str| {
        named(&format!("exec:[patience=10s{settings}] python3 {} {}", path.display(), large.display()))
    };
    let start = position("tictactoe", "");
    let got = ask(&mut scripts.bot(&command("")), &*start).unwrap().comment.unwrap();
    assert_eq!(got, "files True memory refused core 0 file refused");
    let got = ask(&mut scripts.bot(&command(",memory=20000")), &*start).unwrap().comment.unwrap();
    assert!(got.contains("memory 20000"), "{got}");
}
