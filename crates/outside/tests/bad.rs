//! Bad programs: each fails with its reason, in time, and leaves no process.

use std::time::{Duration, Instant};

use plywood_erased::{TextBot, TextTurn};
use plywood_outside::{FailureKind, OutsideBot};
use plywood_rules::Stop;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{Scripts, ask, ask_until, named, position};

/// Writes down the number of the script, and of two children that would live on.
const CHILDREN: &str =
    "echo $$ >> $1/pids; sleep 1000 & echo $! >> $1/pids; sleep 1000 >&- & echo $! >> $1/pids\n";

#[test]
fn slow_each_fails_with_its_reason() {
    let start = position("tictactoe", "");
    let cases = [
        (
            "exec:",
            "trap '' TERM; sleep 1000",
            FailureKind::Start,
            "it did not answer within 300ms, the time to start, nor in the time for its move",
        ),
        (
            "exec:",
            "read a; echo '{\"ready\": true}'; sleep 1000",
            FailureKind::Silent,
            "it did not answer within",
        ),
        ("gtp:", "sleep 1000", FailureKind::Start, "it was not ready within 300ms"),
        ("ugi:", "trap '' TERM; sleep 1000", FailureKind::Start, "it was not ready within 300ms"),
        (
            "ugi:",
            "read a; echo ugiok; read a; echo readyok; read a; read a; echo readyok; sleep 1000",
            FailureKind::Silent,
            "it did not answer",
        ),
        (
            "exec:",
            "echo 'out of luck' >&2; exit 3",
            FailureKind::Ended,
            "it ended (exit status: 3); its last line of errors: 'out of luck'",
        ),
        ("exec:", "read a; read a; kill -SEGV $$", FailureKind::Ended, "it ended (signal: 11"),
        (
            "exec:",
            "kill $(sed -n 2p $1/pids); exec >&-; sleep 1000",
            FailureKind::Ended,
            "it closed its standard output",
        ),
        ("exec:", "read a; read a; yes", FailureKind::NoAnswer, "it answered 'y', which is not JSON"),
        (
            "exec:",
            "read a; read a; yes | tr -d '\\n'",
            FailureKind::Flood,
            "it wrote a line of more than 1048576 bytes",
        ),
        (
            "ugi:",
            "yes $(printf '%01000d' 0)",
            FailureKind::Flood,
            "it wrote more than 2097152 bytes for one question",
        ),
        ("exec:", "read a; read a; echo 3", FailureKind::NoAnswer, "it answered '3' without a \"move\""),
        (
            "exec:",
            "while :; do sleep 1000 & done",
            FailureKind::Processes,
            "processes, and at most 64 are allowed",
        ),
    ];
    for (protocol, script, kind, reason) in cases {
        let waits = matches!(kind, FailureKind::Silent | FailureKind::Start);
        let patience = Duration::from_millis(if waits { 300 } else { 10_000 });
        let scripts = Scripts::with_patience(patience);
        let program = scripts.program(protocol, &format!("{CHILDREN}{script}"));
        let asked = Instant::now();
        let mut bot = scripts.bot(&program);
        let failure = ask(&mut bot, &*start).expect_err(script);
        let took = asked.elapsed();
        assert!(failure.reason.contains(reason), "{script}: {failure}");
        assert_eq!(failure.kind, kind, "{script}");
        assert!(took < patience + Duration::from_secs(2), "{script}: {took:?}");
        scripts.assert_gone(script);
    }
}

#[test]
fn a_program_that_is_gone_between_two_moves_is_started_anew() {
    let scripts = Scripts::new();
    let program = scripts.program("exec:", "read a; read a; echo '{\"move\": \"a1\"}'");
    let mut bot = scripts.bot(&program);
    assert_eq!(ask(&mut bot, &*position("tictactoe", "")).unwrap().mv, "a1");
    std::thread::sleep(Duration::from_millis(50));
    let failure = ask(&mut bot, &*position("tictactoe", "a1 b1")).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Ended, "{failure}");
    assert_eq!(ask(&mut bot, &*position("tictactoe", "a1 b1")).unwrap().mv, "a1", "a fresh one");
    let deaf = "read a; read a; exec 0<&-; echo '{\"move\": \"a1\"}'; sleep 1000";
    let mut bot = scripts.bot(&scripts.program("exec:[memory=900]", deaf));
    assert!(ask(&mut bot, &*position("tictactoe", "")).is_ok());
    let failure = ask(&mut bot, &*position("tictactoe", "")).unwrap_err();
    assert_eq!(failure.reason, "it closed its standard input");
}

#[test]
fn a_stop_takes_effect_at_once() {
    let scripts = Scripts::new();
    let program = scripts.program("exec:[patience=60s]", CHILDREN.replace('\n', "; sleep 1000").as_str());
    let mut bot = scripts.bot(&program);
    let start = position("tictactoe", "");
    let asked = Instant::now();
    let stop = Stop::never().within(Duration::from_millis(100));
    let failure = ask_until(&mut bot, &*start, &stop).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Stopped);
    assert!(asked.elapsed() < Duration::from_millis(400), "{:?}", asked.elapsed());
    scripts.assert_gone("stopped");
    // A bot has a legal move then, and nothing is wrong with it.
    let turn = TextTurn { position: &*start, clock: None };
    let answer = bot.answer(&turn, &mut ChaCha8Rng::seed_from_u64(1), &stop).unwrap();
    assert!(start.moves().contains(&answer.mv));
}

#[test]
fn programs_end_with_those_who_may_start_them() {
    let scripts = Scripts::new();
    let program = scripts.program(
        "exec:",
        &format!("{CHILDREN}trap '' TERM; while read a; do echo '{{\"move\": \"a1\"}}'; done; sleep 1000"),
    );
    let mut bots: Vec<OutsideBot> = (0..3).map(|_| scripts.bot(&program)).collect();
    for bot in &mut bots {
        assert!(ask(bot, &*position("tictactoe", "")).is_ok());
    }
    drop(bots);
    let Scripts { folder, programs } = scripts;
    let began = Instant::now();
    drop(programs);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    Scripts { folder, programs: Scripts::new().programs }.assert_gone("the end");
}

#[test]
fn a_script_that_cannot_be_run_says_so() {
    let scripts = Scripts::new();
    let path = scripts.path("bot");
    std::fs::write(&path, "#!/no/such/interpreter\n").unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&path).status().unwrap();
    let failure = ask(&mut scripts.bot(&named(&format!("exec:{}", path.display()))), &*position("nim", ""));
    let failure = failure.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Start, "{failure}");
}
