//! `new`: a crate with your own game or your own bot.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::NewArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output};

/// The game of `examples/own-game`.
const GAME: &str = include_str!("../../templates/game.rs");
const BOT: &str = include_str!("../../templates/bot.rs");

/// Runs the command.
pub fn run(args: &NewArgs) -> CommandResult {
    let name = crate_name(&args.dir)?;
    let plywood = plywood_crate(args.plywood.as_deref())?;
    if args.dir.exists() {
        return Err(Failure::Wrong(format!("'{}' is there already; name a new folder", args.dir.display())));
    }
    let source = args.dir.join("src");
    fs::create_dir_all(&source).map_err(|error| Failure::file("write", &source, &error))?;
    let program = if args.bot { BOT } else { GAME };
    let manifest = manifest(&name, &plywood);
    let texts = [("Cargo.toml", manifest.as_str()), (".gitignore", "target/\n"), ("src/main.rs", program)];
    for (file, text) in texts {
        files::write(&args.dir.join(file), |out| out.write_all(text.as_bytes()))?;
    }
    // With the versions of libraries that Plywood is tested with. Without them, the newest ones do.
    let _ = fs::copy(plywood.join("../../Cargo.lock"), args.dir.join("Cargo.lock"));
    let (what, tries) = match args.bot {
        true => ("a bot of your own, 'mine'", ["match tictactoe mine random", "play connect4 --second mine"]),
        false => ("a game of your own, 'sticks'", ["play sticks", "check sticks"]),
    };
    let tries = tries.map(|words| format!("  cargo run --release -- {words}\n")).concat();
    let dir = args.dir.display();
    Ok(Output::text(format!("{dir}: {what}, in src/main.rs\n\nTry it:\n  cd {dir}\n{tries}")))
}

/// The name of the crate: the last part of the path.
fn crate_name(dir: &Path) -> Result<String, Failure> {
    let name = dir.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    // A crate cannot have the name of one that it uses.
    match fits && name != "plywood" {
        true => Ok(name),
        false => Err(Failure::Wrong(format!(
            "'{}' cannot be the name of a crate; use letters, digits, - and _, such as my-game",
            dir.display()
        ))),
    }
}

/// The folder of the crate `plywood`: in the checkout that is named, or in the one that this program was built from.
fn plywood_crate(checkout: Option<&Path>) -> Result<PathBuf, Failure> {
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let checkout = checkout.unwrap_or(&built_from);
    let found = checkout.join("crates/plywood").canonicalize();
    found.ok().filter(|found| found.join("Cargo.toml").is_file()).ok_or_else(|| {
        Failure::Wrong(format!(
            "the source of Plywood is not in '{}'; name a checkout: --plywood DIR",
            checkout.display()
        ))
    })
}

fn manifest(name: &str, plywood: &Path) -> String {
    // A path in quotes as TOML wants it.
    let path = plywood.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
publish = false

[dependencies]
plywood = {{ path = "{path}", features = ["cli"] }}

# `cargo run` builds a changed line in seconds, `cargo run --release` in less than a minute; searches are then two or three
# times as fast.
[profile.dev]
opt-level = 1
debug = "line-tables-only"
lto = "off"

[profile.dev.package."*"]
codegen-units = 4
incremental = false

# Not a member of another workspace.
[workspace]
"#
    )
}
