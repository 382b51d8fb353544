//! Compiling for another machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::archive::EPOCH;
use crate::platform::{Linker, Platform};
use crate::shell::{output, run};
use crate::tools::Tools;

/// The oldest GNU C library that wheels for Linux run with: that of Debian 10 and of RHEL 8.
const MANYLINUX: &str = "manylinux_2_28";

/// Compiles the program of a platform and returns its file.
pub fn program(root: &Path, tools: &Tools, platform: &Platform) -> Result<PathBuf, String> {
    let mut command = match platform.linker {
        Linker::Mingw | Linker::Apple => cargo(),
        Linker::Zig => tools.program("cargo-zigbuild"),
    };
    let verb = if command.get_program().to_string_lossy().ends_with("cargo-zigbuild") {
        "zigbuild"
    } else {
        "build"
    };
    command.args([verb, "--release", "--locked", "--package", "plywood-cli"]);
    command.args(["--features", "onnx", "--target", platform.program]);
    run(reproducible(command.current_dir(root), root, platform.program))?;
    let built = target_folder(root).join(platform.program).join("release").join(platform.file());
    if built.is_file() { Ok(built) } else { Err(format!("cargo has not made {}", built.display())) }
}

/// Compiles the wheel of a platform into `folder`.
pub fn wheel(root: &Path, tools: &Tools, platform: &Platform, folder: &Path) -> Result<(), String> {
    let mut command = tools.program("maturin");
    command.args(["build", "--release", "--locked", "--features", "onnx", "--target", platform.wheel]);
    command.arg("--out").arg(folder);
    if platform.name.starts_with("linux") {
        command.args(["--zig", "--compatibility", MANYLINUX]);
    }
    run(reproducible(command.current_dir(root.join("python")), root, platform.wheel))
}

/// The program of this very machine, for the texts and the page that all archives have.
pub fn own_program(root: &Path) -> Result<PathBuf, String> {
    let mut command = cargo();
    command.args(["build", "--release", "--locked", "--package", "plywood-cli"]).current_dir(root);
    run(&mut command)?;
    Ok(target_folder(root).join("release").join(format!("plywood{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the module of the page without a server.
pub fn module(root: &Path) -> Result<(), String> {
    run(cargo().args(["xtask", "web"]).current_dir(root))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The folder of what is compiled.
fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// Keeps the names of this machine's folders, and the time, out of what is compiled.
fn reproducible<'a>(command: &'a mut Command, root: &Path, target: &str) -> &'a mut Command {
    let home = std::env::var("CARGO_HOME").ok().map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")));
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let mut flags = vec![format!("--remap-path-prefix={}=.", root.display())];
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags.push(format!("--remap-path-prefix={}=rust", sources.display()));
    // Beside those of .cargo/config.toml, which are for kinds of targets and not for one. A variable would be split at blanks.
    let flags = serde_json::json!(flags);
    command.args(["--config".to_string(), format!("target.{target}.rustflags={flags}")]);
    command.env("PLYWOOD_RELEASE", "1").env("SOURCE_DATE_EPOCH", EPOCH.to_string())
}
