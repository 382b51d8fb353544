//! Games, scripts and questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{AnyRules, Playthrough, TextAnswer, TextTurn, TypedRules};
use plywood_games::Visitor;
use plywood_outside::{OutsideBot, ProcessLimits, Program, ProgramFailure, Programs};
use plywood_rules::{Playable, Stop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tempfile::TempDir;

struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn AnyRules>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn AnyRules> {
        Box::new(TypedRules(Arc::new(game)))
    }
}

/// The rules of a game.
pub fn rules(game: &str) -> Box<dyn AnyRules> {
    plywood_games::open(game, Erase).unwrap()
}

/// A game after these moves.
pub fn position(game: &str, moves: &str) -> Box<dyn Playthrough> {
    rules(game).begin(None, moves, 1).unwrap()
}

/// A folder with scripts, and the programs that they are.
pub struct Scripts {
    pub folder: TempDir,
    pub programs: Arc<Programs>,
}

impl Scripts {
    /// Programs with time enough on a busy machine.
    pub fn new() -> Scripts {
        Scripts::with_patience(Duration::from_secs(10))
    }

    pub fn with_patience(patience: Duration) -> Scripts {
        let limits =
            ProcessLimits { patience, start: patience, most_bytes: 2 << 20, ..ProcessLimits::default() };
        Scripts { folder: tempfile::tempdir().unwrap(), programs: Arc::new(Programs::new(limits)) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program that is this script for the shell, by its protocol. Its first argument is the folder.
    pub fn program(&self, protocol: &str, script: &str) -> Arc<Program> {
        let path = self.path("bot.sh");
        std::fs::write(&path, script).unwrap();
        named(&format!("{protocol} /bin/sh {} {}", path.display(), self.folder.path().display()))
    }

    pub fn bot(&self, program: &Arc<Program>) -> OutsideBot {
        OutsideBot::new(&self.programs, program)
    }

    /// The lines of a file that a script wrote.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.path(name)).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    /// Checks that none of the processes whose numbers a script wrote to `pids` is running, within a moment.
    pub fn assert_gone(&self, about: &str) {
        let pids = self.lines("pids");
        assert!(!pids.is_empty(), "{about}: the script wrote no number");
        let running = || {
            pids.iter()
                .filter(|pid| Path::new(&format!("/proc/{pid}/cmdline")).exists() && !is_dead(pid))
                .count()
        };
        for _ in 0..100 {
            if running() == 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{about}: {} of {} processes are running", running(), pids.len());
    }
}

/// True for a process that has ended and was not reaped by its new parent yet.
fn is_dead(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
}

pub fn named(text: &str) -> Arc<Program> {
    Arc::new(Program::named(text).unwrap())
}

/// Asks for a move without a clock.
pub fn ask(bot: &mut OutsideBot, position: &dyn Playthrough) -> Result<TextAnswer, ProgramFailure> {
    ask_until(bot, position, &Stop::never())
}

/// The same until `stop` is raised.
pub fn ask_until(
    bot: &mut OutsideBot,
    position: &dyn Playthrough,
    stop: &Stop,
) -> Result<TextAnswer, ProgramFailure> {
    bot.ask(&TextTurn { position, clock: None }, &mut ChaCha8Rng::seed_from_u64(1), stop)
}

/// Runs `python3`, or says that there is none.
pub fn has_python() -> bool {
    has("python3")
}

/// True if a program is installed; says so if not.
pub fn has(program: &str) -> bool {
    let found = std::process::Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("SKIPPED: there is no {program}");
    }
    found
}
