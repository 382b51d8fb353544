//! Programs from outside: the program asks another one of its kind for moves.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::program::BuiltProgram;
use crate::shell;

/// The longest time for a program to start, and to end.
const PATIENCE: Duration = Duration::from_secs(10);

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
    here.text_in(
        &folder,
        &["bot", "check", &format!("exec:[start=60s] {command} exec --bot random"), "tictactoe"],
    )?;
    let hangs = format!("exec:[patience=1s] {command} serve --listen 127.0.0.1:0 --data data");
    let ended = here.run(&folder, &["match", "tictactoe", &hangs, "random", "--games", "1"])?;
    if !format!("{}{}", ended.stdout, ended.stderr).contains("did not answer")
        && !format!("{}{}", ended.stdout, ended.stderr).contains("JSON")
    {
        return Err(format!("{}: a program that is no bot: {ended}", program.name()));
    }
    if cfg!(windows) {
        return Ok("plays with programs from outside; that they end with it is NOT CHECKED".to_string());
    }
    ends_with_it(&here, &folder, command)?;
    Ok("plays with programs from outside, and they end with it when it is killed".to_string())
}

/// Kills a program in the middle of a match: the other one has to end as well.
fn ends_with_it(program: &BuiltProgram, folder: &Path, command: &str) -> Result<(), String> {
    // A number that no other process has among its words.
    let mark = format!("--seed {}{}", std::process::id(), 424_242);
    let rival = format!("exec:{command} exec {mark}");
    // The program's own words have them too, after others.
    let words = format!("^[^ ]*plywood[^ ]* exec {mark}$");
    let running = || shell::output(Command::new("pgrep").args(["-f", "--", &words])).is_ok();
    let mut playing =
        program.spawn(folder, &["match", "connect4", &rival, "random", "--games", "1000000"])?;
    let begun = Instant::now();
    while !running() {
        if begun.elapsed() > PATIENCE {
            return Err(format!("{}: the other program does not start", program.name()));
        }
        sleep(Duration::from_millis(50));
    }
    // Time for it to start: Wine forgets programs whose parent is gone before that.
    sleep(Duration::from_secs(2));
    playing.kill().map_err(|error| format!("{}: cannot be killed: {error}", program.name()))?;
    let _ = playing.wait();
    let killed = Instant::now();
    while running() {
        if killed.elapsed() > PATIENCE {
            return Err(format!("{}: the other program runs on when it is killed", program.name()));
        }
        sleep(Duration::from_millis(50));
    }
    Ok(())
}
