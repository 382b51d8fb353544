//! Programs by name.

use std::path::{Path, PathBuf};

/// Finds a program as a shell does.
///
/// # Errors
/// If there is no such program, or it may not be run.
pub(crate) fn find(name: &str) -> Result<PathBuf, String> {
    if name.contains('/') {
        return match std::fs::metadata(name) {
            Err(error) => Err(format!("cannot find the program '{name}': {error}")),
            Ok(_) if !is_executable(Path::new(name)) => {
                Err(format!("'{name}' is not an executable program; try 'chmod +x {name}'"))
            }
            Ok(_) => Ok(PathBuf::from(name)),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|it| is_executable(it));
    found.ok_or_else(|| match Path::new(name).is_file() {
        true => format!("program '{name}' is not in PATH; for the file in this folder write './{name}'"),
        false => format!("program '{name}' is not in PATH; name it with its folder"),
    })
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
