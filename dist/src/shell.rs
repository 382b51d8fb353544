//! Other programs.

use std::process::{Command, Stdio};

/// True if a program is on the search path.
pub fn is_there(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .any(|folder| folder.join(name).is_file() || folder.join(format!("{name}.exe")).is_file())
}

/// Runs a command without input, its output shown as it comes.
pub fn run(command: &mut Command) -> Result<(), String> {
    println!("{}", in_words(command));
    let name = command.get_program().to_string_lossy().into_owned();
    let status =
        command.stdin(Stdio::null()).status().map_err(|error| format!("{name} does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// The output of a command.
pub fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{name} does not start: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} failed ({}):\n{}", in_words(command), output.status, errors.trim_end()));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} printed something other than text"))
}

/// A command as one would type it.
fn in_words(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
