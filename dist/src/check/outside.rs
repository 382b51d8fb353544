//! Programs from outside: the program asks another one of its kind for moves.

use super::program::BuiltProgram;

/// Has the program play against itself as a program from outside, and against one that hangs.
pub fn check(program: &BuiltProgram) -> Result<String, String> {
    if !program.is_native() && !program.is_windows() {
        // It would start programs of the other processor without the emulator, which the kernel knows only where it is registered.
        return Ok(
            "programs from outside are NOT CHECKED: an emulated program starts no emulated one".to_string()
        );
    }
    let folder = program.folder("outside")?;
    let copy = folder.join(program.file().file_name().unwrap_or_default());
    for file in [program.file().to_path_buf(), program.file().with_file_name("bcryptprimitives.dll")] {
        if file.is_file() {
            let to = folder.join(file.file_name().unwrap_or_default());
            std::fs::copy(&file, &to).map_err(|error| format!("{}: {error}", to.display()))?;
        }
    }
    let here = program.at(copy);
    let command = if program.is_windows() { "./plywood.exe" } else { "./plywood" };
    for bot in ["exec", "ugi"] {
        let asked = format!("{bot}:{command} {bot}");
        here.text_in(&folder, &["match", "tictactoe", &asked, "random", "--games", "4", "--json"])?;
    }
    here.text_in(&folder, &["bot", "check", &format!("{command} exec --bot random"), "tictactoe"])?;
    let hangs = format!("exec:[patience=1s] {command} serve --listen 127.0.0.1:0 --data data");
    let ended = here.run(&folder, &["match", "tictactoe", &hangs, "random", "--games", "1"])?;
    if !format!("{}{}", ended.stdout, ended.stderr).contains("did not answer")
        && !format!("{}{}", ended.stdout, ended.stderr).contains("JSON")
    {
        return Err(format!("{}: a program that is no bot: {ended}", program.name()));
    }
    Ok("plays with programs from outside".to_string())
}
