//! Strange folders, a folder that is read only, a full disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::BuiltProgram;
use crate::shell;

/// A small file system of its own, which is taken away when this is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where this user may not make one.
    fn at(folder: PathBuf, options: &str) -> Option<SmallDisk> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "plywood-dist"]).arg(&folder);
        shell::output(&mut mount).ok().map(|_| SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = shell::output(Command::new("umount").arg(&self.0));
    }
}

/// Tries everything that may be wrong with a folder.
pub fn check(program: &BuiltProgram) -> Result<String, String> {
    strange_names(program)?;
    let read_only = read_only(program)?;
    let full = full(program)?;
    Ok(format!("works in a folder 'Über uns & Söhne'; {read_only}; {full}"))
}

/// Blanks, umlauts and signs in every name.
fn strange_names(program: &BuiltProgram) -> Result<(), String> {
    let folder = program.folder("Über uns & Söhne (1) 100%")?;
    let here = program.at(folder.join(program.file().file_name().unwrap_or_default()));
    for file in [program.file().to_path_buf(), program.file().with_file_name("bcryptprimitives.dll")] {
        if file.is_file() {
            let to = folder.join(file.file_name().unwrap_or_default());
            fs::copy(&file, &to).map_err(|error| format!("{}: {error}", to.display()))?;
        }
    }
    let runs: &[&[&str]] = &[
        &["learn", "tictactoe", "--brain", "mein Gehirn ü.brain", "--stage", "100", "self", "--every", "0"],
        &["solve", "tictactoe", "--method", "enumerate", "-o", "Lösung é.table"],
        &[
            "match",
            "tictactoe",
            "random",
            "perfect:table=Lösung é.table",
            "--games",
            "4",
            "--save",
            "Spiele ß.txt",
        ],
        &["tree", "tictactoe", "--depth", "1", "-o", "Baum 🌳.svg"],
    ];
    for run in runs {
        here.text_in(&folder, run)?;
    }
    for file in ["mein Gehirn ü.brain", "Lösung é.table", "Spiele ß.txt", "Baum 🌳.svg"] {
        if !folder.join(file).is_file() {
            return Err(format!("{}: '{file}' is not there under its name", program.name()));
        }
    }
    let refused = here.refuses(&folder, &["show", "tictactoe", "--position", "Größe"])?;
    match refused.contains("Größe") {
        true => Ok(()),
        false => Err(format!("{}: umlauts are lost: {refused}", program.name())),
    }
}

/// Everything that writes.
const WRITING: &[&[&str]] = &[
    &["learn", "mnk:m=4,n=4,k=4", "--brain", "a.brain", "--stage", "100000", "self", "--every", "0"],
    &["solve", "connect4:m=4,n=4", "--method", "enumerate", "-o", "a.table"],
    &["solve", "connect4:m=5,n=5", "--method", "proof", "-o", "a.proof"],
    &["match", "connect4", "random", "random", "--games", "10000", "--save", "a.games"],
    &["tree", "tictactoe", "--depth", "3", "-o", "a.svg"],
    &["serve", "--listen", "127.0.0.1:0", "--data", "data", "--log", "off"],
];

fn read_only(program: &BuiltProgram) -> Result<String, String> {
    let folder = program.folder("read-only")?;
    let Some(_disk) = SmallDisk::at(folder.clone(), "ro,size=1m") else {
        return Ok("a folder that is read only is NOT CHECKED, it needs root".to_string());
    };
    refuses_all(program, &folder)?;
    Ok("a folder that is read only is refused in words".to_string())
}

fn full(program: &BuiltProgram) -> Result<String, String> {
    let folder = program.folder("full")?;
    let Some(_disk) = SmallDisk::at(folder.clone(), "size=64k") else {
        return Ok("a full disk is NOT CHECKED, it needs root".to_string());
    };
    let rest = vec![0; 1 << 20];
    // What fits is written, and then the disk is full.
    let _ = fs::write(folder.join("rest"), rest);
    refuses_all(program, &folder)?;
    Ok("a full disk is named".to_string())
}

fn refuses_all(program: &BuiltProgram, folder: &Path) -> Result<(), String> {
    for arguments in WRITING {
        let reason = program.refuses(folder, arguments)?;
        let last = reason.lines().last().unwrap_or_default();
        println!(
            "  {} in {}: {last}",
            arguments[0],
            folder.file_name().unwrap_or_default().to_string_lossy()
        );
    }
    Ok(())
}
