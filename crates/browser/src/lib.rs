//! Drives the page in a real browser, for the tests of this crate only.
//!
//! The browser is Chromium, driven by thirtyfour through its driver ([`session`]); the functions here block,
//! because a test does one thing after the other. [`page`] reads the attributes that report the state of the
//! page, [`house`] starts and kills servers, and [`proxy`] puts one behind a path prefix. Every failed
//! expectation panics, which fails the test.

pub mod house;
pub mod page;
pub mod proxy;
pub mod session;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::LazyLock;

use tokio::runtime::{Builder, Runtime};

/// The environment variable that says if there has to be a browser: `required` makes a missing one a failure, as in
/// `cargo xtask test`, and `none` leaves it out, as in its quick tier.
pub const SWITCH: &str = "PLYWOOD_BROWSER";

/// Waits for a command or a request to end, also from several tests at the same time.
fn wait<T>(work: impl Future<Output = T>) -> T {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        runtime.expect("there are threads")
    });
    RUNTIME.block_on(work)
}

/// True if [`SWITCH`] has this value. Without it, tests are skipped if there is no browser.
fn switched_to(value: &str) -> bool {
    std::env::var(SWITCH).is_ok_and(|set| set == value)
}

/// The first of some programs that is on the search path; `None` also if there shall be no browser.
fn program(names: &[&str]) -> Option<PathBuf> {
    if switched_to("none") {
        return None;
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

/// Says loudly that tests are skipped because something is missing.
///
/// # Panics
/// If nothing may be missing.
pub fn skip(missing: &str) {
    let advice = "'cargo xtask test' installs what is missing";
    assert!(!switched_to("required"), "{missing} is missing; {advice}");
    if switched_to("none") {
        return;
    }
    // Not by the macro, whose output the test harness hides if nothing fails.
    let _ = writeln!(
        stderr(),
        "SKIPPED: {missing} is missing, so the page was not tested in a browser; {advice}"
    );
}

/// The rules of accessibility, as a script for the browser; `None` if they are not installed.
///
/// # Panics
/// If they are required and not installed.
#[must_use]
pub fn axe() -> Option<String> {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/ui-checks/node_modules/axe-core/axe.min.js");
    let script = std::fs::read_to_string(place).ok();
    if script.is_none() {
        skip("axe-core (npm ci in crates/server/ui-checks)");
    }
    script
}
