//! Programs that take long to start, with and without an answer to the greeting.

use std::time::{Duration, Instant};

use plywood_erased::{TextBot, TextTurn};
use plywood_outside::{FailureKind, OutsideBot, ProgramFailure};
use plywood_rules::{Clock, Stop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{Scripts, position};

/// The time that the programs here sleep at their start.
const SLEEP: Duration = Duration::from_millis(600);
/// A clock that is shorter, and long enough for a script on a busy machine.
const LEFT: Duration = Duration::from_millis(500);

/// Sleeps, then answers the greeting with `ready` if it is some text, and every question with the first move of the list.
fn slow(ready: &str) -> String {
    format!(
        r#"echo $$ >> $1/pids; sleep 0.6
while read -r line; do
  case $line in *'"hello"'*) {ready} ;; *'"moves":["'*) rest=${{line#*'"moves":["'}}; echo "{{\"move\": \"${{rest%%\"*}}\"}}";; esac
done"#
    )
}

const READY: &str = r#"echo '{"ready": true}'"#;

/// Asks as a match does: prepares first, and then has the clock stop the question. Returns the time to start, that of the answer,
/// and the answer.
fn asked(bot: &mut OutsideBot, moves: &str) -> (Duration, Duration, Result<String, ProgramFailure>) {
    let game = position("tictactoe", moves);
    let turn = TextTurn { position: &*game, clock: Some(Clock { left: LEFT, increment: Duration::ZERO }) };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let start = bot.prepare(&turn, &mut rng, &Stop::never());
    let since = Instant::now();
    let answer = bot.ask(&turn, &mut rng, &Stop::never().within(LEFT + Duration::from_millis(10)));
    (start, since.elapsed(), answer.map(|answer| answer.mv))
}

#[test]
fn the_start_of_a_program_is_on_no_clock() {
    let play = |ready: &'static str| {
        let scripts = Scripts::new();
        let mut bot = scripts.bot(&scripts.program("exec:", &slow(ready)));
        let (start, time, answer) = asked(&mut bot, "");
        assert_eq!(answer.unwrap(), "a3", "{ready}");
        assert!(start >= SLEEP, "{ready}: {start:?}");
        assert!(time < LEFT, "{ready}: {time:?}");
        // It is running then, and a program that failed is started anew, off the clock too.
        let (start, _, answer) = asked(&mut bot, "a3 b3");
        assert!(answer.is_ok() && start < SLEEP, "{ready}: {start:?} {answer:?}");
        bot.fail();
        let (start, _, answer) = asked(&mut bot, "a3 b3 c3 b2");
        assert!(answer.is_ok() && start >= SLEEP, "{ready}: {start:?} {answer:?}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| play(READY));
        scope.spawn(|| play(":"));
    });
}

/// Only the first answer of a program that ignores greetings is off the clock, and not that of each game.
#[test]
fn one_answer_of_a_program_that_ignores_greetings_is_its_start() {
    let scripts = Scripts::new();
    let thinks =
        r#"while read -r line; do case $line in *'"moves"'*) sleep 0.6; echo '{"move": "a1"}';; esac; done"#;
    let program = scripts.program("exec:", thinks);
    let mut bot = scripts.bot(&program);
    let (start, time, answer) = asked(&mut bot, "");
    assert!(start > LEFT && time < LEFT && answer.is_ok(), "{start:?} {time:?} {answer:?}");
    bot.game_over(plywood_erased::Ending::Repetition);
    let mut bot = scripts.bot(&program);
    let (start, _, answer) = asked(&mut bot, "");
    assert!(start < LEFT, "{start:?}");
    assert_eq!(answer.unwrap_err().kind, FailureKind::Stopped, "its clock has run out");
}

#[test]
fn a_program_that_never_starts_fails_with_the_reason() {
    let scripts = Scripts::new();
    let program = scripts.program("exec:[start=200ms]", "echo $$ >> $1/pids; sleep 1000");
    let failure = asked(&mut scripts.bot(&program), "").2.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Start);
    assert_eq!(
        failure.reason,
        "it did not answer within 200ms, the time to start, nor in the time for its move after that; an answer has to be flushed"
    );
    scripts.assert_gone("exec");
}

/// The other protocols begin a game off the clock as well.
#[test]
fn the_beginning_of_a_game_is_on_no_clock() {
    let ugi = r#"while read -r line; do case $line in ugi) echo ugiok;; isready) sleep 0.6; echo readyok;; go*) echo bestmove a1;; esac; done"#;
    let gtp = r#"while read -r line; do case $line in protocol_version) printf '= 2\n\n';; genmove*) printf '= A1\n\n';; clear_board) sleep 0.6; printf '=\n\n';; *) printf '=\n\n';; esac; done"#;
    for (protocol, script) in [("ugi:", ugi), ("gtp:", gtp)] {
        let scripts = Scripts::new();
        let mut bot = scripts.bot(&scripts.program(protocol, script));
        let (start, time, answer) = asked(&mut bot, "");
        assert!(start > LEFT && time < LEFT, "{protocol} {start:?} {time:?}");
        assert_eq!(answer.unwrap(), "a1", "{protocol}");
    }
}
