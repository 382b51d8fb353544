//! All tests, and those that are over soon.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::cargo::Cargo;
use crate::setup::run;

/// Tests that take more than a second or so, by a part of their names. Everything else is the quick tier.
const SLOW: &[&str] = &[
    // rules
    "each_fault_breaks_its_laws",
    "size_is_limited",
    // games
    "what_is_read_alike_is_in_the_reference",
    // search
    "alpha_beta_finds_what_minimax_finds",
    "whatever_it_uses_it_finds_what_minimax_finds",
    "what_a_selective_search_proves_is_true",
    "what_it_remembers_from_other_depths_and_positions_does_not_mislead_it",
    "tic_tac_toe_is_proved",
    "a_full_tree_goes_on_without_growing",
    // solve, cluster
    "a_changed_byte_is_refused_or_met_as_an_error_and_never_as_a_value",
    "a_file_that_changes_underneath_is_noticed",
    "work_goes_on_after_the_last_round_that_all_have_written_down",
    "as_many_workers_as_may_be_come_to_the_same_bytes",
    "processes_that_talk_over_sockets_come_to_the_same_bytes",
    // learn
    "interruptions_make_no_difference",
    "after_games_against",
    "a_winning_line_of",
    "what_comes_before_a_loop_learns_as_without_it",
    "threads_make_no_difference",
    // workshop
    "composed_positions_are_worth_what_plain_search_finds",
    "othello_scores_are_those_of_other_programs",
    "the_best_move_is_the_same_with_all_values",
    "mistakes_are_moves_that_lose_a_class_of_value",
    "in_games_of_points_moves_cost_points",
    "each_puzzle_of_the_page_has_one_good_move",
    "levels::",
    "strength::",
    "tuning::",
    "each_has_the_value_that_it_has_alone",
    // outside: programs that are waited for
    "each_fails_with_its_reason",
    "starting::",
    "starting_is_on_no_clock",
    "a_program_that_starts_slowly_loses_no_game_by_it",
    "faults_are_found_with_the_lines_before_them",
    // server
    "fuzz::",
    "training::",
    // cli: other processes, killed and started again
    "kills::",
    "team::",
    "a_tournament_that_grows",
    "written_bots_play_without_a_fault",
    "examples_print_what_their_document_says",
    "promises::",
    // cli: assistants, which wait for the end of the input or for reports
    "endless_calls_are_stopped_and_answered_after_the_end_of_the_input",
    "everything_that_was_asked_before_the_end_of_the_input_is_answered_once",
    "long_calls_report_their_progress",
    "shapes::",
];

/// Runs all tests, those in the documentation and in the browser too.
pub fn all(cargo: &Cargo) -> Result<String, String> {
    let forgotten = forgotten(cargo).map_err(|error| format!("the crates cannot be read: {error}"))?;
    if !forgotten.is_empty() {
        return Err(format!(
            "tests that no main.rs beside them names, so that they never run: {}",
            forgotten.join(", ")
        ));
    }
    // The browser is there: its tests must not be skipped.
    cargo.run_with("test", &["--workspace"], &[], &[("PLYWOOD_BROWSER", "required")])?;
    let names =
        cargo.output("test", &["--workspace", "--tests", "--quiet", "--", "--list", "--format", "terse"])?;
    let gone: Vec<&str> = SLOW.iter().copied().filter(|slow| !names.contains(slow)).collect();
    if !gone.is_empty() {
        return Err(format!("SLOW (xtask/src/tests.rs) lists tests that are not there: {}", gone.join(", ")));
    }
    Ok("all tests pass, those in the documentation too".to_string())
}

/// The files beside a `tests/main.rs` that it does not name as modules.
fn forgotten(cargo: &Cargo) -> io::Result<Vec<String>> {
    let mut forgotten = Vec::new();
    for package in fs::read_dir(cargo.root().join("crates"))? {
        let folder = package?.path().join("tests");
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
        for file in fs::read_dir(&folder)? {
            let file = file?.path();
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let is_rust = file.extension().is_some_and(|extension| extension == "rs");
            if is_rust && stem != "main" && !main.lines().any(|line| line == format!("mod {stem};")) {
                forgotten.push(file.display().to_string());
            }
        }
    }
    Ok(forgotten)
}

/// Runs the tests that are over soon, without those in the documentation and in the browser.
pub fn quick(cargo: &Cargo) -> Result<String, String> {
    let skipped: Vec<&str> = SLOW.iter().flat_map(|slow| ["--skip", slow]).collect();
    // The tests in the browser are compiled and left out: without their crate others would be compiled with other features.
    cargo.run_with(
        "test",
        &["--workspace", "--tests", "--quiet"],
        &[&["--"], &skipped[..]].concat(),
        &[("PLYWOOD_BROWSER", "none")],
    )?;
    Ok(format!("all but {} slow tests pass", SLOW.len()))
}

/// Checks that the crate of a user, and those that `plywood new` writes, compile as workspaces of their own, with the versions of
/// libraries of this one. What they do is tested by `crates/browser`, with what is compiled already.
pub fn own_game(cargo: &Cargo) -> Result<String, String> {
    let root = cargo.root();
    let example = root.join("examples/own-game");
    let lock = "Cargo.lock";
    fs::copy(root.join(lock), example.join(lock)).map_err(|error| format!("{lock}: {error}"))?;
    let target = root.join("target").display().to_string();
    let unlocked = Cargo { locked: false };
    let check = |folder: &Path| {
        let manifest = folder.join("Cargo.toml").display().to_string();
        let variables = [("CARGO_TARGET_DIR", target.as_str())];
        unlocked.run_with("check", &["--manifest-path", &manifest, "--tests"], &[], &variables)
    };
    check(&example)?;
    cargo.build_for_tests()?;
    for (name, options) in [("new-game", &[][..]), ("new-bot", &["--bot"])] {
        let folder = root.join("target").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut new = Command::new(root.join("target/debug/own-game"));
        run(new.arg("new").arg(&folder).args(options))?;
        check(&folder)?;
    }
    Ok("the example of your own game, a new game and a new bot compile on their own".to_string())
}
