//! What the tests of the page need besides Rust: a browser with its driver, and what npm brings.
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
        programs: &["chromium", "chromium-browser", "google-chrome"],
        package: "chromium",
    },
    Need { what: "the browser's driver", programs: &["chromedriver"], package: "chromium-driver" },
];

const NODE: &[Need] = &[
    Need { what: "Node.js", programs: &["node"], package: "nodejs" },
    Need { what: "npm", programs: &["npm"], package: "npm" },
];

/// Sets up the browser and the rules of accessibility that are run in it.
pub fn browser(cargo: &Cargo) -> Result<String, String> {
    install(BROWSER)?;
    node_packages(cargo)?;
    Ok("a browser, its driver and the rules of accessibility are there".to_string())
}

/// Checks the types of the page's scripts, against those of the protocol too.
pub fn types(cargo: &Cargo) -> Result<String, String> {
    let folder = node_packages(cargo)?;
    run(Command::new("npm").args(["run", "--silent", "types"]).current_dir(folder))?;
    Ok("every script of the page keeps to its types".to_string())
}

/// Installs what npm brings, unless it is there and as new as the list of it. Answers the folder where it lies.
fn node_packages(cargo: &Cargo) -> Result<PathBuf, String> {
    install(NODE)?;
    let folder = cargo.root().join("crates/server/ui-checks");
    if is_older(&folder.join("node_modules/.package-lock.json"), &folder.join("package-lock.json")) {
        println!("npm ci in {}", folder.display());
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    }
    Ok(folder)
}

/// Whether a file was made before another, or not at all.
fn is_older(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|it| it.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    !file.exists() || time(file) < time(than)
}

/// The first of `programs` that is in one of `folders`.
fn find(programs: &[&str], folders: &[PathBuf]) -> Option<PathBuf> {
    let mut places = programs.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

/// Installs what is missing with the system's packages, or says what to type.
fn install(needs: &[Need]) -> Result<(), String> {
    let missing = || -> Vec<&Need> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        needs.iter().filter(|need| find(need.programs, &folders).is_none()).collect()
    };
    let absent = missing();
    if absent.is_empty() {
        return Ok(());
    }
    let named: Vec<&str> = absent.iter().map(|need| need.what).collect();
    let packages: Vec<&str> = absent.iter().map(|need| need.package).collect();
    println!("missing: {}", named.join(", "));
    let mut words =
        vec!["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"];
    if !is_root() {
        words.splice(0..0, ["sudo", "-n"]);
    }
    // Lists of packages may be old or absent: then they are fetched and it is tried once more.
    let fetch: Vec<&str> =
        words.iter().take_while(|word| **word != "install").copied().chain(["update"]).collect();
    words.extend(&packages);
    for command in [&words[..], &fetch, &words] {
        println!("{}", command.join(" "));
        let done = run(Command::new(command[0]).args(&command[1..])).is_ok();
        if done && missing().is_empty() {
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

fn run(command: &mut Command) -> Result<(), String> {
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
