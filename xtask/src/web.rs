//! The page without a server: builds the WebAssembly module that is in the program.
//!
//! It takes minutes, so no test does it: a test in the browser compares the answers of the module with those of the program.
//!
//! Rust's own toolchain has the target only where `rustup` can add it. Debian has a compiler with the sources of the standard
//! library, which is unpacked into a folder of its own: installing it would displace the one that is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::Cargo;
use crate::setup::run;

/// The packages of the compiler.
const PACKAGES: &[&str] =
    &["rustc-web", "libstd-rust-web-1.96", "libstd-rust-web-dev", "rust-web-src", "libllvm22"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Searches use vectors of 128 bits, and deep recursion needs a stack. A panic traps without words, which would be a sixth of the module.
const FLAGS: &str = "-Ctarget-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -Clink-arg=-zstack-size=8388608 -Clink-arg=--strip-all -Zshare-generics=yes \
                     -Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// The module, from the root of the workspace.
const MODULE: &str = "crates/server/ui/engine/plywood.wasm.gz";

/// Builds the module, and writes it where the page has it.
pub fn build(cargo: &Cargo) -> Result<String, String> {
    let to = &cargo.root().join(MODULE);
    let rustc = compiler(cargo)?;
    let linker = linker()?;
    let flags = format!("{FLAGS} -Clinker={}", linker.display());
    let folder = cargo.root().join("target/web");
    let arguments = [
        "--package",
        "plywood-web",
        "--lib",
        "--crate-type",
        "cdylib",
        "--profile",
        "web",
        "--target",
        TARGET,
        "-Zbuild-std=std,panic_abort",
        "-Zbuild-std-features=optimize_for_size",
    ];
    let text = |path: &Path| path.display().to_string();
    let variables = [
        ("RUSTC", text(&rustc)),
        ("RUSTC_BOOTSTRAP", "1".to_string()),
        ("CARGO_TARGET_DIR", text(&folder)),
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags),
    ];
    let variables: Vec<(&str, &str)> = variables.iter().map(|(key, value)| (*key, value.as_str())).collect();
    cargo.run_with("rustc", &arguments, &[], &variables)?;
    let built = folder.join(TARGET).join("web/plywood_web.wasm");
    let packed = Command::new("gzip").args(["--best", "--no-name", "--stdout"]).arg(&built).output();
    let packed = packed.map_err(|error| format!("gzip does not start: {error}"))?;
    if !packed.status.success() {
        return Err(format!("gzip failed ({}): {}", packed.status, String::from_utf8_lossy(&packed.stderr)));
    }
    fs::write(to, &packed.stdout).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    let bytes = fs::metadata(&built).map_or(0, |data| data.len());
    Ok(format!("{MODULE} has {} bytes, the module in it {bytes}", packed.stdout.len()))
}

/// The compiler, which is unpacked if it is missing.
fn compiler(cargo: &Cargo) -> Result<PathBuf, String> {
    let folder = cargo.root().join("target/web-toolchain");
    let (root, script) = (folder.join("root"), folder.join("rustc"));
    if script.is_file() {
        return Ok(script);
    }
    let packages = folder.join("packages");
    fs::create_dir_all(&packages).map_err(|error| format!("cannot make {}: {error}", packages.display()))?;
    println!("apt-get download {} (150 MB, unpacked into {})", PACKAGES.join(" "), root.display());
    let download = || run(Command::new("apt-get").arg("download").args(PACKAGES).current_dir(&packages));
    if download().is_err() {
        println!("apt-get update, as the lists of packages may be old or missing");
        run(Command::new("apt-get").arg("update"))?;
        download()?;
    }
    for package in packages.read_dir().into_iter().flatten().flatten() {
        run(Command::new("dpkg").arg("-x").arg(package.path()).arg(&root))?;
    }
    let libraries = root.join("usr/lib/x86_64-linux-gnu");
    let text = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH='{}' exec '{}' \"$@\"\n",
        libraries.display(),
        root.join("usr/bin/rustc").display()
    );
    fs::write(&script, text).map_err(|error| format!("cannot write {}: {error}", script.display()))?;
    run(Command::new("chmod").arg("+x").arg(&script))?;
    let _ = fs::remove_dir_all(packages);
    Ok(script)
}

/// The linker of Rust's own toolchain.
fn linker() -> Result<PathBuf, String> {
    let output = Command::new("rustc").args(["--print", "target-libdir"]).output();
    let output = output.map_err(|error| format!("rustc does not start: {error}"))?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let linker = folder.with_file_name("bin").join("rust-lld");
    if linker.is_file() { Ok(linker) } else { Err(format!("there is no linker '{}'", linker.display())) }
}
