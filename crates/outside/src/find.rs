//! Programs by name.

use std::path::{Path, PathBuf};

/// Finds a program as a shell does.
///
/// # Errors
/// If there is no such program, or it may not be run.
pub(crate) fn find(name: &str) -> Result<PathBuf, String> {
    if name.contains('/') || cfg!(windows) && name.contains('\\') {
        let file = with_ending(Path::new(name));
        return match std::fs::metadata(&file) {
            Err(error) => Err(format!("cannot find the program '{name}': {error}")),
            Ok(found) if found.is_dir() => Err(format!("'{name}' is a folder; name the program in it")),
            Ok(_) if !is_executable(&file) => {
                let advice = run_by(name).unwrap_or_else(|| format!("chmod +x {name}"));
                Err(format!("'{name}' is not an executable program; try '{advice}'"))
            }
            Ok(_) => Ok(file),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .map(|folder| with_ending(&folder.join(name)))
        .find(|it| is_executable(it));
    found.ok_or_else(|| match Path::new(name).is_file() {
        true => {
            let advice = run_by(name).unwrap_or_else(|| format!("./{name}"));
            format!("program '{name}' is not in PATH; for the file in this folder write '{advice}'")
        }
        false => format!("program '{name}' is not in PATH; name it with its folder"),
    })
}

/// The program that runs a script which names none itself, as those of `bot new`, by its ending.
pub fn runner_of(script: &Path) -> Option<&'static str> {
    match script.extension()?.to_str()?.to_lowercase().as_str() {
        "py" => Some("python3"),
        "js" => Some("node"),
        _ => None,
    }
}

/// The command for such a script.
fn run_by(name: &str) -> Option<String> {
    Some(format!("{} {name}", runner_of(Path::new(name))?))
}

/// The file of this name: on Windows one that may be called without its ending.
fn with_ending(path: &Path) -> PathBuf {
    let endings: &[&str] = if cfg!(windows) { &["exe", "cmd", "bat"] } else { &[] };
    if endings.is_empty() || path.is_file() {
        return path.to_path_buf();
    }
    let ended = endings.iter().map(|ending| {
        let mut name = path.as_os_str().to_os_string();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    });
    ended.into_iter().find(|path| path.is_file()).unwrap_or_else(|| path.to_path_buf())
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}
