//! The files of a release, run as `cargo xtask dist`.
//!
//! A crate of its own because everyone compiles `xtask`, which uses the standard library alone.

mod archive;
mod build;
mod check;
mod orders;
mod page;
mod platform;
mod release;
mod shell;
mod tools;
mod unpack;
mod wheel;

use std::path::Path;
use std::process::ExitCode;

use orders::Orders;

const HELP: &str = "\
Makes the files of a release in target/dist: archives of the program, wheels, the page, SHA256SUMS. The same commit gives the
same bytes.

Usage: cargo xtask dist [PLATFORM...] [--no-wheels] [--no-page]
       cargo xtask dist --only-check [PLATFORM...]
       cargo xtask dist --needs [PLATFORM...]

Platforms: linux-x86_64, linux-aarch64, windows-x86_64, macos-aarch64; without any, all that this machine can build. Linux
builds all but macos-aarch64, which needs the SDK of macOS; other systems build what is theirs.

Options:
  --check       afterwards runs every program and wheel that can run here, and compares what they compute
  --only-check  runs those that are in target/dist already
  --needs       says what is missing, and how it is installed
  --no-wheels   leaves out the wheels for Python
  --no-page     leaves out the page without a server
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let orders = match Orders::read(&words) {
        Ok(orders) => orders,
        Err(wrong) => {
            eprintln!("{wrong}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match follow(&orders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

fn follow(orders: &Orders) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("this crate has no folder above it")?;
    let tools = tools::Tools::new(root);
    if orders.only_needs {
        print!("{}", tools.needs(&orders.platforms, orders.wheels));
        return Ok(());
    }
    let folder = root.join("target/dist");
    if orders.makes {
        release::make(root, &folder, &tools, orders)?;
    }
    if orders.checks { check::all(root, &folder, &orders.platforms) } else { Ok(()) }
}
