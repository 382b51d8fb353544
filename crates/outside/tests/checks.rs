//! The check of a program: games, problems, notes.

use std::time::Duration;

use plywood_outside::{CheckOptions, CheckReport, check};
use plywood_rules::{Run, one_by_one};

use crate::common::{Scripts, rules};

fn checked(game: &str, script: &str) -> CheckReport {
    let waits = script.starts_with("sleep");
    let scripts = Scripts::with_patience(Duration::from_millis(if waits { 200 } else { 10_000 }));
    let program = scripts.program("exec:", script);
    let options = CheckOptions { games: 6, max_plies: 200, seed: 1 };
    let mut seen = 0;
    let hear = one_by_one(|games| seen = games);
    let run = Run { progress: &hear, ..Run::default() };
    let report = check(&*rules(game), &program, &scripts.programs, options, &run).unwrap();
    drop(hear);
    assert_eq!(seen, report.games);
    report
}

/// Answers with the first move of the list.
const FIRST: &str = r#"while read -r line; do
  case $line in *'"hello"'*) echo '{"ready": true}';; *'"moves":["'*) rest=${line#*'"moves":["'}; echo "{\"move\": \"${rest%%\"*}\"}";; esac
done"#;

#[test]
fn a_good_program_has_no_problems() {
    for game in ["tictactoe", "pig", "nim"] {
        let report = checked(game, FIRST);
        assert_eq!((report.games, &report.problems, &report.notes), (6, &vec![], &vec![]), "{game}");
        assert!(report.moves > 6);
    }
}

#[test]
fn slow_faults_are_found_with_the_lines_before_them() {
    for (script, kind, reason) in [
        ("while read -r l; do echo '{\"move\": \"a9\"}'; done", "illegal move", "illegal move: 'a9'"),
        ("while read -r l; do echo a1; done", "no answer", "which is not JSON"),
        ("read -r l; exit 1", "ended", "it ended (exit status: 1)"),
        ("sleep 1000", "start", "it did not answer"),
    ] {
        let report = checked("tictactoe", script);
        let problem = &report.problems[0];
        assert_eq!((problem.game, problem.kind), (1, kind));
        assert!(problem.reason.contains(reason), "{problem:?}");
        assert!(problem.exchanged.iter().any(|line| line.starts_with("> {")), "{problem:?}");
        assert_eq!(report.problems.len(), 5, "it ends after 5 problems");
    }
    // A line that comes late answers the next question.
    let talks = checked("tictactoe", &FIRST.replace(";; esac", "; echo thinking;; esac"));
    let kinds: Vec<_> = talks.problems.iter().map(|problem| problem.kind).collect();
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| ["not asked", "no answer"].contains(kind)),
        "{kinds:?}"
    );
}

#[test]
fn chance_without_the_seed_is_a_note() {
    // Its number decides between two moves.
    let script = "read -r l; read -r l; n=$(cat $1/n || echo 0); echo $((n + 1)) > $1/n; \
                  [ $n -gt 0 ] && echo '{\"move\": \"b2\"}' || echo '{\"move\": \"c3\"}'";
    let scripts = Scripts::new();
    let program = scripts.program("exec:", script);
    let options = CheckOptions { games: 1, max_plies: 1, seed: 1 };
    let report = check(&*rules("tictactoe"), &program, &scripts.programs, options, &Run::default()).unwrap();
    assert!(report.problems.is_empty(), "{report:?}");
    // The other note is about the greeting, which it does not answer.
    let notes = ["it does not answer the greeting", "it plays other moves for the same seed"];
    assert!(report.notes.iter().zip(notes).all(|(note, about)| note.starts_with(about)), "{report:?}");
    assert_eq!(report.notes.len(), notes.len(), "{report:?}");
}
