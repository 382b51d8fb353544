//! The files of a release.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::archive::{Packed, digest, files_below, released, tarred, zipped};
use crate::orders::Orders;
use crate::platform::Platform;
use crate::shell::run;
use crate::tools::Tools;
use crate::{build, page};

/// The shells that get completions, each with the name that it looks for.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "plywood.bash"),
    ("elvish", "plywood.elv"),
    ("fish", "plywood.fish"),
    ("powershell", "_plywood.ps1"),
    ("zsh", "_plywood"),
];

/// The texts of the repository that go into every archive.
const TEXTS: &[&str] = &["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Makes everything, in `folder`.
pub fn make(root: &Path, folder: &Path, tools: &Tools, orders: &Orders) -> Result<(), String> {
    tools.install(&orders.platforms, orders.wheels)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    build::module(root)?;
    let mut programs = Vec::new();
    for platform in &orders.platforms {
        programs.push((platform, build::program(root, tools, platform)?));
    }
    let own = match programs.iter().find(|(platform, _)| platform.is_here()) {
        Some((_, program)) => program.clone(),
        None => build::own_program(root)?,
    };
    let scratch = root.join("target/dist-scratch");
    let texts = texts(root, &own, &scratch)?;
    for (platform, program) in &programs {
        let archive = folder.join(platform.archive());
        pack(platform, program, &texts, &archive)
            .map_err(|error| format!("{}: {error}", archive.display()))?;
        println!("made {}", archive.display());
    }
    if orders.page {
        page::pack(&own, &scratch, folder)?;
    }
    if orders.wheels {
        for platform in &orders.platforms {
            build::wheel(root, tools, platform, folder)?;
        }
    }
    let sums = sums(folder).map_err(|error| format!("SHA256SUMS: {error}"))?;
    print!("\n{sums}");
    Ok(())
}

/// The files that all archives of the program have: texts, completions, manual pages.
fn texts(root: &Path, own: &Path, scratch: &Path) -> Result<Vec<Packed>, String> {
    let failed = |error: io::Error| format!("the texts of the archives: {error}");
    let _ = fs::remove_dir_all(scratch);
    fs::create_dir_all(scratch).map_err(failed)?;
    let mut texts = Vec::new();
    for name in TEXTS {
        let bytes = fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
        texts.push(Packed { name: (*name).to_string(), bytes, runs: false });
    }
    for (shell, name) in SHELLS {
        let script = crate::shell::output(Command::new(own).args(["completions", shell]))?;
        texts.push(Packed { name: format!("completions/{name}"), bytes: script.into_bytes(), runs: false });
    }
    let pages = scratch.join("man");
    run(Command::new(own).arg("man").arg(&pages))?;
    texts.extend(files_below(&pages, "man").map_err(failed)?);
    Ok(texts)
}

/// Packs a program with the texts.
fn pack(platform: &Platform, program: &Path, texts: &[Packed], archive: &Path) -> io::Result<()> {
    let program = Packed { name: platform.file().to_string(), bytes: fs::read(program)?, runs: true };
    let files: Vec<&Packed> = [&program].into_iter().chain(texts).collect();
    match platform.is_windows() {
        true => zipped(&platform.folder(), &files, archive),
        false => tarred(&platform.folder(), &files, archive),
    }
}

/// Writes the checksums of all files of a release, and returns them. Files of other versions are left out.
fn sums(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    for path in released(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        lines.push(format!("{}  {name}\n", digest(&fs::read(&path)?)));
    }
    let sums = lines.concat();
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    Ok(sums)
}
