//! The checker of proof files with a theorem: proved, compiled and tested where Rocq is installed.

use std::process::Command;

use crate::cargo::{Cargo, works};
use crate::python;
use crate::setup::run;

/// The programs that build the checker, each with arguments with which it succeeds.
const NEEDED: &[(&str, &[&str])] = &[("coqc", &["--version"]), ("ocamlfind", &["query", "zarith"])];

/// The line to type where something is missing.
const INSTALL: &str = "sudo apt-get install -y coq ocaml-nox ocaml-findlib libzarith-ocaml-dev";

/// Proves the theorem, compiles the checker and compares it with the one in Python.
pub fn test(cargo: &Cargo) -> Result<String, String> {
    let fails = |(program, arguments): &&(&str, &[&str])| !works(Command::new(program).args(*arguments));
    if let Some((program, arguments)) = NEEDED.iter().find(fails) {
        let failed = [&[*program], *arguments].concat().join(" ");
        return Ok(format!(
            "THE CHECKER WITH A THEOREM IS NOT TESTED: '{failed}' does not work; '{INSTALL}' installs it"
        ));
    }
    let Some(python) = python::find() else {
        return Ok("THE CHECKER WITH A THEOREM IS NOT TESTED: Python 3.11 or newer is missing".to_string());
    };
    cargo.build_for_tests()?;
    let root = cargo.root();
    let program = format!("target/debug/plywood{}", std::env::consts::EXE_SUFFIX);
    run(Command::new(python)
        .arg("-B")
        .arg(root.join("tools/rocq/test_rocq.py"))
        .env("PLYWOOD", root.join(program)))?;
    Ok("the theorem is proved, and its checker agrees with the one in Python".to_string())
}
