//! The wheels: what is in them, and the first picture from one.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::archive::released;
use crate::platform::Platform;
use crate::shell::{output, run};

/// The longest time from a wheel to the first picture in a notebook, which is installed beside it.
const FIRST_PICTURE: Duration = Duration::from_secs(60);

/// Runs a notebook of one cell, and looks at the picture below it.
const NOTEBOOK: &str = r#"
import nbclient, nbformat
cell = nbformat.v4.new_code_cell("""
import plywood as pw
position = pw.game('connect4').start().play('d').play('d')
position.play(position.analyse('engine', depth=6).move)
""")
nbclient.NotebookClient(nbformat.v4.new_notebook(cells=[cell])).execute()
pictures = [output.data["image/svg+xml"] for output in cell.outputs]
assert pictures[-1].startswith("<svg"), cell.outputs
"#;

/// Checks the wheel of a platform; installs it if it is for this machine.
pub fn check(folder: &Path, platform: &Platform, scratch: &Path) -> Result<String, String> {
    let files = released(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let Some(wheel) = files.iter().find(|file| platform.owns_wheel(file)) else {
        return Ok("there is no wheel".to_string());
    };
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", wheel.display());
    let archive = zip::ZipArchive::new(File::open(wheel).map_err(|error| failed(&error))?);
    let archive = archive.map_err(|error| failed(&error))?;
    let native = if platform.is_windows() { "plywood/_plywood.pyd" } else { "plywood/_plywood.abi3.so" };
    if !archive.file_names().flatten().any(|name| name == native) {
        return Err(failed(&format!("there is no {native} in it")));
    }
    if !platform.is_here() {
        return Ok("the wheel has its native part, and is NOT INSTALLED: no Python of that platform is here"
            .to_string());
    }
    let environment = scratch.join("python");
    let begun = Instant::now();
    run(Command::new(if cfg!(windows) { "python" } else { "python3" })
        .args(["-m", "venv", "--clear"])
        .arg(&environment))?;
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(&python).args(install).arg(wheel).args(["ipykernel", "nbclient"]))?;
    output(Command::new(&python).args(["-c", NOTEBOOK]).current_dir(scratch))?;
    let took = begun.elapsed();
    match took > FIRST_PICTURE {
        true => Err(format!("the first picture took {took:.1?}")),
        false => Ok(format!("from Python and the wheel to a picture in a notebook in {took:.1?}")),
    }
}
