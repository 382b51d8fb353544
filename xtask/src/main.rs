//! Chores, run as `cargo xtask COMMAND`.
//!
//! `cargo xtask test` is all there is to know: on a fresh machine with Rust on it, it installs what is missing
//! and checks everything that has to hold. It uses nothing but the standard library, so that it is built in a
//! second and cannot itself fail to download.

mod arrows;
mod beside;
mod book;
mod cargo;
mod circles;
mod dist;
mod drawing;
mod lengths;
mod licences;
mod modules;
mod names;
mod python;
mod rocq;
mod setup;
mod source;
mod tests;
mod web;
mod words;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use beside::Beside;
use cargo::Cargo;

const HELP: &str = "\
Chores of the workshop.

Usage: cargo xtask COMMAND [--quick] [--no-python] [--locked]

Commands:
  test      says what is missing, installs it, then runs every check below and all tests
  arrows    checks which crate depends on which, and that no two modules of a crate use each other
  licences  checks that all dependencies may be used freely
  lengths   checks that no source file is too long to be read
  names     checks that no two types share a name
  words     checks that documentation does not fall back into wording that was replaced
  types     checks the types of the page's scripts
  scripts   tests the page's scripts that need no browser
  browser   sets up the browser that the tests of the page need
  web       builds the WebAssembly module of the page without a server
  own-game  checks that the example of your own game, and the crates that plywood new writes, compile on their own
  book      builds the book as a site, with the documentation of the crates, and follows its links
  dist      makes the files of a release: archives, wheels, the page, checksums ('cargo xtask dist --help')
  rocq      proves the theorem of the checker in tools/rocq, compiles it and tests it; needs Rocq (Coq) and OCaml
  python    installs the Python package in a fresh virtual environment and tests it; needs Python 3.11 or newer
  help      prints this

Options:
  --quick      with test: installs nothing, and leaves out what takes long: lints, docs, scripts, the browser, Rocq,
               Python, and the tests whose names begin with slow_
  --no-python  with test: leaves out the Python package
  --locked     fails where Cargo.lock would have to change
";

/// A check: says in a few words what it found, or what is wrong.
type Check = fn(&Cargo) -> Result<String, String>;

/// A named check of a command.
struct CheckStep {
    name: &'static str,
    check: Check,
    /// The check that takes its place with `--quick`; without one the step is left out.
    quick: Option<Check>,
    /// True if it runs beside the tests, which leave processors idle while browsers and servers wait.
    beside: bool,
}

impl CheckStep {
    const fn quick(name: &'static str, check: Check) -> CheckStep {
        CheckStep { name, check, quick: Some(check), beside: false }
    }

    const fn beside(name: &'static str, check: Check) -> CheckStep {
        CheckStep { name, check, quick: None, beside: true }
    }

    const fn slow(name: &'static str, check: Check) -> CheckStep {
        CheckStep { name, check, quick: None, beside: false }
    }
}

/// In the order of `cargo xtask test`: what takes no time first.
const STEPS: &[CheckStep] = &[
    CheckStep::slow("setup", setup::announce),
    CheckStep::quick("format", format),
    CheckStep::quick("lengths", lengths::check),
    CheckStep::quick("names", names::check),
    CheckStep::quick("words", words::check),
    CheckStep::quick("arrows", arrows::check),
    CheckStep::quick("circles", circles::check),
    CheckStep::slow("licences", licences::check),
    CheckStep::slow("types", setup::types),
    CheckStep::slow("clippy", clippy),
    CheckStep::slow("docs", docs),
    CheckStep::slow("browser", setup::browser),
    CheckStep::slow("module", web::build_for_tests),
    CheckStep::slow("scripts", web::test_scripts),
    CheckStep { name: "tests", check: tests::all, quick: Some(tests::quick), beside: false },
    CheckStep::slow("own-game", tests::own_game),
    CheckStep::slow("rocq", rocq::test),
    CheckStep::beside("python", python::test),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, rest @ ..] = &arguments[..]
        && word == "dist"
    {
        return dist::run(rest);
    }
    let (options, words): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument.starts_with("--"));
    if options.iter().any(|option| option == "--help") || words.first().is_none_or(|word| word == "help") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let has = |option: &str| options.iter().any(|given| given == option);
    let cargo = Cargo { locked: has("--locked") };
    let word = if words.len() == 1 { words[0].as_str() } else { "" };
    let (quick, no_python) = (has("--quick"), has("--no-python"));
    let checks: Vec<(&str, Check)> = match word {
        "test" if quick => STEPS.iter().filter_map(|step| Some((step.name, step.quick?))).collect(),
        "test" => {
            let chosen = |step: &CheckStep| match step.name {
                "python" if no_python => ("python", python::left_out as Check),
                name => (name, step.check),
            };
            STEPS.iter().map(chosen).collect()
        }
        "arrows" => named(&["arrows", "circles"]),
        "scripts" => named(&["module", "scripts"]),
        "web" => vec![("web", web::build)],
        "book" => vec![("book", book::build)],
        "licences" | "lengths" | "names" | "words" | "types" | "browser" | "own-game" | "rocq" | "python" => {
            named(&[word])
        }
        _ => Vec::new(),
    };
    let strange = |option: &String| {
        option != "--locked" && (!["--quick", "--no-python"].contains(&option.as_str()) || word != "test")
    };
    if checks.is_empty() || options.iter().any(strange) {
        eprintln!("cannot do '{}'; the commands are:\n\n{HELP}", [words, options].concat().join(" "));
        return ExitCode::from(2);
    }
    // Checks of a name alone run as they are.
    let beside = STEPS.iter().filter(|step| step.beside && word == "test" && !quick);
    let beside: Vec<&str> =
        beside.map(|step| step.name).filter(|name| !(no_python && *name == "python")).collect();
    run(&cargo, &checks, &beside)
}

/// The checks of these names.
fn named(names: &[&str]) -> Vec<(&'static str, Check)> {
    STEPS.iter().filter(|step| names.contains(&step.name)).map(|step| (step.name, step.check)).collect()
}

/// Runs the checks up to the first that fails, each under a headline of its own, and ends with a summary. Those of the names
/// `beside` start together with the tests, and are waited for when it is their turn.
fn run(cargo: &Cargo, checks: &[(&'static str, Check)], beside: &[&str]) -> ExitCode {
    let start = Instant::now();
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut running: Vec<Beside> = Vec::new();
    for &(name, check) in checks {
        if name == "tests" {
            running = beside.iter().filter_map(|name| Beside::start(cargo, name).ok()).collect();
        }
        println!("\n== {name} ==");
        let begun = Instant::now();
        let found = match running.iter().position(|other| other.name == name) {
            Some(place) => running.swap_remove(place).finish(),
            None => check(cargo),
        };
        times.push((name, begun.elapsed()));
        match found {
            Ok(found) => println!("{found} ({:.1} s)", begun.elapsed().as_secs_f64()),
            Err(wrong) => {
                println!("{wrong}");
                println!("\nFAILED at step '{name}' after {}", summary(&times));
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

fn docs(cargo: &Cargo) -> Result<String, String> {
    cargo.run_with("doc", &["--workspace", "--no-deps"], &[], &[("RUSTDOCFLAGS", "-D warnings")])?;
    Ok("everything is documented and every link leads somewhere".to_string())
}
