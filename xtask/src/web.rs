//! The page without a server: builds the WebAssembly module, which a program that is built afterwards has in it.

use std::fs;
use std::process::Command;

use crate::cargo::Cargo;
use crate::setup::{NPM, WEB, add_target, node_packages, run};

/// Searches use vectors of 128 bits, and deep recursion needs a stack.
const FLAGS: &str = "-Ctarget-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -Clink-arg=-zstack-size=8388608 \
                     -Clink-arg=--strip-all";

/// The module, from the root of the workspace. It is not committed.
const MODULE: &str = "crates/server/ui/engine/plywood.wasm";

/// Builds the module as it is sent to browsers, and writes it where the page has it.
pub fn build(cargo: &Cargo) -> Result<String, String> {
    add_target(WEB)?;
    built(cargo, "web", "web")
}

/// Builds it as quickly as the tests, which run it in the browser. Without it they leave that out.
pub fn build_for_tests(cargo: &Cargo) -> Result<String, String> {
    match add_target(WEB) {
        Ok(()) => built(cargo, "dev", "debug"),
        Err(reason) => {
            let _ = fs::remove_file(cargo.root().join(MODULE));
            Ok(format!(
                "SKIPPED: there is no module of the page, and no test of the page without a server: {reason}"
            ))
        }
    }
}

/// Tests the scripts of the page that need no browser. They ask the module.
pub fn test_scripts(cargo: &Cargo) -> Result<String, String> {
    if !cargo.root().join(MODULE).is_file() {
        return Ok(format!(
            "SKIPPED: the page's scripts were not tested: there is no {MODULE}, which 'cargo xtask web' builds"
        ));
    }
    run(Command::new(NPM).args(["run", "--silent", "test"]).current_dir(node_packages(cargo)?))?;
    Ok("the page's scripts pass their tests".to_string())
}

fn built(cargo: &Cargo, profile: &str, folder: &str) -> Result<String, String> {
    let target = cargo.root().join("target");
    let target_dir = target.display().to_string();
    let arguments = [
        "--package",
        "plywood-web",
        "--lib",
        "--crate-type",
        "cdylib",
        "--profile",
        profile,
        "--target",
        WEB,
    ];
    let arguments = [&arguments[..], &["--target-dir", &target_dir]].concat();
    cargo.run_with("rustc", &arguments, &[], &[("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)])?;
    let from = target.join(WEB).join(folder).join("plywood_web.wasm");
    let to = cargo.root().join(MODULE);
    let module = fs::read(&from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    // The program is built again after it was written.
    if fs::read(&to).ok().as_ref() != Some(&module) {
        fs::write(&to, &module).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    }
    Ok(format!("{MODULE} has {} bytes", module.len()))
}
