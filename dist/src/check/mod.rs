//! Runs what a release has, as far as it runs on this machine: every program alone, all of them compared, each with the files of
//! the one before it, and where the disk is full or the folder strange.

mod figures;
mod handover;
mod hostile;
mod outside;
mod program;
mod serving;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::platform::Platform;
use crate::{shell, unpack, wheel};
use program::BuiltProgram;

/// The longest time from an archive to the first board.
const FIRST_BOARD: Duration = Duration::from_secs(10);

/// Checks the programs and wheels of these platforms that are in `folder`.
pub fn all(root: &Path, folder: &Path, platforms: &[&'static Platform]) -> Result<(), String> {
    let scratch = root.join("target/dist-check");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let mut programs = Vec::new();
    for platform in platforms {
        let archive = folder.join(platform.archive());
        if !archive.is_file() {
            println!("{}: NOT CHECKED, there is no {}", platform.name, archive.display());
            continue;
        }
        let Some(runner) = platform.runner() else {
            println!("{}: NOT RUN, nothing here runs its programs; it is only compiled", platform.name);
            continue;
        };
        programs.push(unpacked(platform, runner, &archive, &scratch)?);
    }
    let quick = signature(root)?;
    let mut figures = BTreeMap::new();
    for program in &programs {
        let here = figures::of(program, &quick)?;
        println!("{}: {} figures", program.name(), here.len());
        compare(&mut figures, program.name(), here)?;
        println!("{}: {}", program.name(), serving::check(program)?);
        println!("{}: {}", program.name(), handover::killed(program)?);
        println!("{}: {}", program.name(), handover::interrupted(program)?);
        println!("{}: {}", program.name(), outside::check(program)?);
        println!("{}: {}", program.name(), hostile::check(program)?);
    }
    for (one, other) in programs.iter().zip(programs.iter().cycle().skip(1)) {
        if one.name() != other.name() {
            println!("{}", handover::check(one, other)?);
        }
    }
    for platform in platforms {
        println!("{}: {}", platform.name, wheel::check(folder, platform, &scratch)?);
    }
    println!("\n{} programs checked: {}", programs.len(), names(&programs));
    match programs.is_empty() {
        true => Err("no program could be run".to_string()),
        false => Ok(()),
    }
}

fn names(programs: &[BuiltProgram]) -> String {
    programs.iter().map(BuiltProgram::name).collect::<Vec<_>>().join(", ")
}

/// From an archive in an empty folder to the first board.
fn unpacked(
    platform: &'static Platform,
    runner: Vec<String>,
    archive: &Path,
    scratch: &Path,
) -> Result<BuiltProgram, String> {
    let home = scratch.join(platform.name);
    fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    let program =
        BuiltProgram::new(platform, runner, home.join(platform.folder()).join(platform.file()), home);
    // Made once for each user of Wine; on Windows there is no such wait.
    if platform.is_windows() && !program.is_native() {
        program.prepare_wine()?;
    }
    let begun = Instant::now();
    unpack::unpack(archive, program.home()).map_err(|error| format!("{}: {error}", archive.display()))?;
    let unpacking = begun.elapsed();
    if platform.is_windows() && !program.is_native() {
        add_random_numbers(&program)?;
    }
    let begun = Instant::now();
    let board = program.text(&["show", "connect4"])?;
    let took = unpacking + begun.elapsed();
    // An emulator has a start of its own.
    if took > FIRST_BOARD && program.is_native() {
        return Err(format!("{}: the first board took {took:.1?}", platform.name));
    }
    if !board.contains('a') {
        return Err(format!("{}: this is no board:\n{board}", platform.name));
    }
    println!("{}: from the archive to the first board in {took:.1?}", platform.name);
    Ok(program)
}

/// Wine before version 9 lacks a file that Windows has since version 7.
fn add_random_numbers(program: &BuiltProgram) -> Result<(), String> {
    let place = program.file().with_file_name("bcryptprimitives.dll");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/check/process_prng.c");
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    shell::run(compile.args(["-shared", "-O2", "-o"]).arg(&place).arg(source).arg("-ladvapi32"))
}

/// The signature of `bench --quick`.
fn signature(root: &Path) -> Result<String, String> {
    let text = fs::read_to_string(root.join("bench/signature.txt"))
        .map_err(|error| format!("signature: {error}"))?;
    let quick = text.lines().find_map(|line| line.strip_prefix("quick "));
    quick.map(str::to_string).ok_or_else(|| "bench/signature.txt has no line 'quick'".to_string())
}

/// Compares the figures of a program with those of the first.
fn compare(
    known: &mut BTreeMap<&'static str, (String, String)>,
    name: &str,
    figures: Vec<(&'static str, String)>,
) -> Result<(), String> {
    for (figure, value) in figures {
        let (first, expected) = known.entry(figure).or_insert_with(|| (name.to_string(), value.clone()));
        if *expected != value {
            return Err(format!("'{figure}' differs.\n{first}:\n{expected}\n{name}:\n{value}"));
        }
    }
    Ok(())
}
