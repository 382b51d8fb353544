//! `new`: a crate with your own game or your own bot.

use std::fs;
use std::path::{Path, PathBuf};

use plywood_workshop::Workshop;

use crate::args::NewArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, capitalised};

/// A game called chomp.
const GAME: &str = include_str!("../../templates/game.rs");
const BOT: &str = include_str!("../../templates/bot.rs");

/// Runs the command.
pub fn run(args: &NewArgs) -> CommandResult {
    let name = CrateNames::of(&args.dir, args.bot)?;
    let plywood = plywood_crate(args.plywood.as_deref())?;
    if args.dir.exists() {
        return Err(Failure::Wrong(format!("'{}' is there already; name a new folder", args.dir.display())));
    }
    for folder in ["src", ".cargo"].map(|folder| args.dir.join(folder)) {
        files::make_folder(&folder)?;
    }
    let checkout = plywood.join("../..");
    let checkout = checkout.canonicalize().unwrap_or(checkout);
    let program = match args.bot {
        true => BOT.to_string(),
        false => GAME.replace("Chomp", &name.of_type).replace("chomp", &name.of_crate),
    };
    let place = args.dir.canonicalize().unwrap_or_else(|_| args.dir.clone());
    let inside = place.strip_prefix(&checkout).ok();
    let member = inside.filter(|inside| !inside.starts_with("target"));
    let [manifest, config] = match member {
        Some(member) => member_files(&name.of_crate, &plywood, &checkout, member)?,
        None => own_files(&name.of_crate, &plywood, &checkout, inside.is_some())?,
    };
    let texts = [
        ("Cargo.toml", manifest),
        (".cargo/config.toml", config),
        (".gitignore", "target/\n".into()),
        ("src/main.rs", program),
    ];
    for (file, text) in texts {
        files::write(&args.dir.join(file), |out| out.write_all(text.as_bytes()))?;
    }
    if member.is_none() {
        // With the versions of libraries that Plywood is tested with. Without them, the newest ones do.
        let _ = fs::copy(checkout.join("Cargo.lock"), args.dir.join("Cargo.lock"));
    }
    let game = &name.of_crate;
    let (what, tries) = match args.bot {
        true => {
            let tries = ["match tictactoe mine random", "play connect4 --second mine"].map(String::from);
            ("a bot of your own, 'mine'".to_string(), tries)
        }
        false => {
            let tries = ["play", "check"].map(|command| format!("{command} {game}"));
            (format!("a game of your own, '{game}'"), tries)
        }
    };
    let tries = tries.map(|words| format!("  cargo run --release -- {words}\n")).concat();
    let dir = args.dir.display();
    let joined = match member {
        Some(_) => format!(
            "\n{} names it: nothing of Plywood is compiled again.",
            checkout.join("Cargo.toml").display()
        ),
        None => String::new(),
    };
    Ok(Output::text(format!("{dir}: {what}, in src/main.rs{joined}\n\nTry it:\n  cd {dir}\n{tries}")))
}

/// Words that Rust keeps for itself, and names that its crates have.
const KEPT: &str = "abstract alloc as async await become box break const continue core crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv proc-macro \
    proc_macro pub ref return self static std struct super test trait true try type typeof unsafe \
    unsized use virtual where while yield";

/// Types that the program uses.
const USED: &str = "Depict Game NoHints Notation Ok Options Outcome Playable Player Result Sticks String Symmetric \
    TextError Turn Vec Workshop";

/// The names in a crate.
struct CrateNames {
    /// `two-step`: of the crate and the game.
    of_crate: String,
    /// `TwoStep`.
    of_type: String,
}

impl CrateNames {
    /// The names that follow the last part of a path.
    fn of(dir: &Path, bot: bool) -> Result<CrateNames, Failure> {
        let name = dir.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        let wrong =
            |reason: &str, other: &str| Err(Failure::Wrong(format!("'{name}' {reason}; use {other}")));
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !is_word || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            let kept: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            let other = match kept.trim_matches('-') {
                "" => "my-game".to_string(),
                kept => format!("my-{kept}"),
            };
            return wrong(
                "cannot be the name of a crate: it takes letters, digits, - and _, a letter first",
                &other,
            );
        }
        let my = format!("my-{name}");
        if KEPT.split(' ').any(|kept| kept == name) {
            return wrong("is a word that Rust keeps for itself", &my);
        }
        // A crate cannot have the name of one that it uses.
        if name == "plywood" || name.starts_with("plywood-") || name.starts_with("plywood_") {
            return wrong("is the name of a part of Plywood", "my-game");
        }
        let of_type: String = name.split(['-', '_']).map(capitalised).collect();
        if !bot && USED.split(' ').any(|used| used == of_type) {
            return wrong("is the name of a part of Plywood's library", &my);
        }
        if !bot && Workshop::standard().names().any(|taken| taken == name) {
            return wrong("is a game of Plywood already", &my);
        }
        Ok(CrateNames { of_crate: name, of_type })
    }
}

/// The checkout that this program was built from. A program of a release names none: its bytes are the same wherever it is built.
const BUILT_FROM: Option<&str> = match option_env!("PLYWOOD_RELEASE") {
    Some(_) => None,
    None => Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")),
};

/// The folder of the crate `plywood`: in the checkout that is named, or in the one that this program was built from.
fn plywood_crate(checkout: Option<&Path>) -> Result<PathBuf, Failure> {
    let Some(checkout) = checkout.or(BUILT_FROM.map(Path::new)) else {
        let text =
            "a program of a release has no source of Plywood beside it; name a checkout: --plywood DIR";
        return Err(Failure::Wrong(text.to_string()));
    };
    let found = checkout.join("crates/plywood").canonicalize();
    found.ok().filter(|found| found.join("Cargo.toml").is_file()).ok_or_else(|| {
        Failure::Wrong(format!(
            "the source of Plywood is not in '{}'; name a checkout: --plywood DIR",
            checkout.display()
        ))
    })
}

/// A path in quotes as TOML wants it.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

/// Members of Plywood's workspace, and libraries of theirs, that no game uses.
const UNUSED: &[&str] = &["plywood-bench", "plywood-browser", "plywood-python", "reqwest", "thirtyfour"];

/// The flags of the compiler in the manifest of Plywood: what is compiled with others is compiled again.
fn profiles(manifest: &str) -> String {
    sections(manifest, |section| {
        let mut words = section.split(['[', '.', ']']).skip(1);
        words.next() == Some("profile")
            && matches!(words.next(), Some("dev" | "release"))
            && !words.nth(1).is_some_and(|package| UNUSED.contains(&package))
    })
}

/// The sections of a TOML file that are wanted, without the comments before them, which are about the workspace.
fn sections(text: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let sections = text.split("\n\n").filter_map(|section| section.find('[').map(|start| &section[start..]));
    sections
        .filter(|section| is_wanted(section))
        .map(|section| format!("\n{}\n", section.trim_end()))
        .collect()
}

/// The flags of the compiler for one's own code.
fn own_flags(name: &str) -> String {
    format!(
        "
# Your own code: `cargo run` builds a changed line in seconds, `cargo run --release` in less than a minute; searches are then
# two or three times as fast.
[profile.dev.package.{name}]
incremental = true

[profile.release.package.{name}]
codegen-units = 16
"
    )
}

fn manifest(name: &str, plywood: &Path) -> String {
    let path = quoted(plywood);
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
publish = false

[dependencies]
plywood = {{ path = {path}, features = ["cli"] }}
"#
    )
}

fn read_manifest(checkout: &Path) -> Result<String, Failure> {
    let place = checkout.join("Cargo.toml");
    fs::read_to_string(&place).map_err(|error| Failure::file("read", &place, &error))
}

/// `Cargo.toml` and `.cargo/config.toml` of a crate inside the checkout, which becomes a member of its workspace, as with `cargo new`:
/// then nothing of Plywood is compiled again.
fn member_files(name: &str, plywood: &Path, checkout: &Path, member: &Path) -> Result<[String; 2], Failure> {
    let workspace = read_manifest(checkout)?;
    let place = checkout.join("Cargo.toml");
    let Some((before, rest)) = workspace.split_once("members = [") else {
        return Err(Failure::Wrong(format!("'{}' names no members of a workspace", place.display())));
    };
    // Cargo writes paths with slashes on every system.
    let member = member.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    let added = format!("{before}members = [{}, {rest}", quoted(Path::new(&member)));
    files::write(&place, |out| out.write_all(added.as_bytes()))?;
    Ok([manifest(name, plywood), own_flags(name).trim_start().to_string()])
}

/// The same for a crate elsewhere, which shares the folder of what is compiled: libraries of others are not compiled again.
fn own_files(name: &str, plywood: &Path, checkout: &Path, is_inside: bool) -> Result<[String; 2], Failure> {
    let workspace = read_manifest(checkout)?;
    // Inside the checkout cargo would join the flags of both.
    let flags = match is_inside {
        true => String::new(),
        false => fs::read_to_string(checkout.join(".cargo/config.toml"))
            .map(|text| sections(&text, |section| section.starts_with("[target.")))
            .unwrap_or_default(),
    };
    let manifest = format!(
        "{}\n# Not a member of another workspace.\n[workspace]\n{}\n# All else as in Plywood's own manifest: what was compiled there is not \
         compiled again.\n{}",
        manifest(name, plywood),
        own_flags(name),
        profiles(&workspace)
    );
    let config = format!(
        "# Libraries that were compiled for Plywood are not compiled again: the same folder, the same flags.\n[build]\ntarget-dir = \
         {}\n{flags}",
        quoted(&checkout.join("target"))
    );
    Ok([manifest, config])
}
