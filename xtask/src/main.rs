//! Chores, run as `cargo xtask COMMAND`.
//!
//! `cargo xtask test` is all there is to know: on a fresh machine with Rust on it, it installs what is missing
//! and checks everything that has to hold. It uses nothing but the standard library, so that it is built in a
//! second and cannot itself fail to download.

mod arrows;
mod cargo;
mod circles;
mod lengths;
mod licences;
mod modules;
mod setup;
mod source;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cargo::Cargo;

const HELP: &str = "\
Chores of the workshop.

Usage: cargo xtask COMMAND [--locked]

Commands:
  test      sets up what is missing, then runs every check below and all tests
  arrows    checks which crate depends on which, and that no two modules of a crate use each other
  licences  checks that all dependencies may be used freely
  lengths   checks that no source file is too long to be read
  types     checks the types of the page's scripts
  browser   sets up the browser that the tests of the page need
  help      prints this

Options:
  --locked  fails where Cargo.lock would have to change
";

/// A check: says in a few words what it found, or what is wrong.
type Check = fn(&Cargo) -> Result<String, String>;

/// A named check of a command.
struct Step {
    name: &'static str,
    check: Check,
}

/// In the order of `cargo xtask test`: what takes no time first.
const STEPS: &[Step] = &[
    Step { name: "format", check: format },
    Step { name: "lengths", check: lengths::check },
    Step { name: "arrows", check: arrows::check },
    Step { name: "circles", check: circles::check },
    Step { name: "licences", check: licences::check },
    Step { name: "types", check: setup::types },
    Step { name: "clippy", check: clippy },
    Step { name: "docs", check: docs },
    Step { name: "browser", check: setup::browser },
    Step { name: "tests", check: tests },
    Step { name: "own-game", check: own_game },
];

fn main() -> ExitCode {
    let (options, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    if options.iter().any(|option| option == "--help") || words.first().is_none_or(|word| word == "help") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let cargo = Cargo { locked: !options.is_empty() };
    let named = |name: &str| STEPS.iter().filter(|step| step.name == name).collect::<Vec<_>>();
    let steps = match &words[..] {
        [word] if word == "test" => STEPS.iter().collect(),
        [word] if word == "arrows" => [named("arrows"), named("circles")].concat(),
        [word] if ["licences", "lengths", "types", "browser"].contains(&word.as_str()) => named(word),
        _ => Vec::new(),
    };
    if steps.is_empty() || options.iter().any(|option| option != "--locked") {
        eprintln!("cannot do '{}'; the commands are:\n\n{HELP}", [words, options].concat().join(" "));
        return ExitCode::from(2);
    }
    run(&cargo, &steps)
}

/// Runs the steps up to the first that fails, each under a headline of its own, and ends with a summary.
fn run(cargo: &Cargo, steps: &[&Step]) -> ExitCode {
    let start = Instant::now();
    let mut times: Vec<(&str, Duration)> = Vec::new();
    for step in steps {
        println!("\n== {} ==", step.name);
        let begun = Instant::now();
        let found = (step.check)(cargo);
        times.push((step.name, begun.elapsed()));
        match found {
            Ok(found) => println!("{found} ({:.1} s)", begun.elapsed().as_secs_f64()),
            Err(wrong) => {
                println!("{wrong}");
                println!("\nFAILED at step '{}' after {}", step.name, summary(&times));
                return ExitCode::FAILURE;
            }
        }
    }
    println!("\nall passed in {:.1} s: {}", start.elapsed().as_secs_f64(), summary(&times));
    ExitCode::SUCCESS
}

fn summary(times: &[(&str, Duration)]) -> String {
    let parts = times.iter().map(|(name, time)| format!("{name} {:.1} s", time.as_secs_f64()));
    parts.collect::<Vec<_>>().join(", ")
}

fn format(cargo: &Cargo) -> Result<String, String> {
    cargo.install_component("rustfmt", "fmt")?;
    cargo.run("fmt", &["--all", "--check"], &[])?;
    Ok("all files are formatted".to_string())
}

fn clippy(cargo: &Cargo) -> Result<String, String> {
    cargo.install_component("clippy", "clippy")?;
    cargo.run("clippy", &["--workspace", "--all-targets"], &["--", "-D", "warnings"])?;
    Ok("no lint has anything to say".to_string())
}

fn tests(cargo: &Cargo) -> Result<String, String> {
    // The browser is there: its tests must not be skipped.
    cargo.run_with("test", &["--workspace"], &[], &[("PLYWOOD_BROWSER", "required")])?;
    Ok("all tests pass, those in the documentation too".to_string())
}

/// The crate of a user, which is no member of the workspace: as this one has it, with the same versions of libraries.
fn own_game(cargo: &Cargo) -> Result<String, String> {
    let folder = cargo.root().join("examples/own-game");
    let lock = "Cargo.lock";
    std::fs::copy(cargo.root().join(lock), folder.join(lock)).map_err(|error| format!("{lock}: {error}"))?;
    let manifest = folder.join("Cargo.toml").display().to_string();
    let target = cargo.root().join("target/own-game").display().to_string();
    let here = Cargo { locked: false };
    here.run_with("test", &["--manifest-path", &manifest], &[], &[("CARGO_TARGET_DIR", &target)])?;
    Ok("a game of a user's own is solved, played, drawn and served".to_string())
}

fn docs(cargo: &Cargo) -> Result<String, String> {
    cargo.run_with("doc", &["--workspace", "--no-deps"], &[], &[("RUSTDOCFLAGS", "-D warnings")])?;
    Ok("everything is documented and every link leads somewhere".to_string())
}
