//! All tests, and those that are over soon.

use std::fs;
use std::io;

use crate::cargo::Cargo;

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

/// Tests the crate of a user, which is no member of the workspace, with the versions of libraries of the workspace.
pub fn own_game(cargo: &Cargo) -> Result<String, String> {
    let folder = cargo.root().join("examples/own-game");
    let lock = "Cargo.lock";
    fs::copy(cargo.root().join(lock), folder.join(lock)).map_err(|error| format!("{lock}: {error}"))?;
    let own_game = folder.join("Cargo.toml").display().to_string();
    let target = cargo.root().join("target/own-game").display().to_string();
    // One profile for all of them, whatever their own: the library is compiled once, in the least time.
    let variables = [
        ("CARGO_TARGET_DIR", target.as_str()),
        ("CARGO_PROFILE_DEV_DEBUG", "0"),
        ("CARGO_PROFILE_DEV_OPT_LEVEL", "0"),
        ("CARGO_INCREMENTAL", "0"),
    ];
    let unlocked = Cargo { locked: false };
    let run = |command: &str, manifest: &str, last: &[&str]| {
        unlocked.run_with(command, &["--manifest-path", manifest], last, &variables)
    };
    run("test", &own_game, &[])?;
    // The crates that `new` writes.
    let kinds: [(&str, &[&str], &[&str]); 2] = [
        ("new-game", &[], &["check", "new-game"]),
        ("new-bot", &["--bot"], &["match", "tictactoe", "mine", "random"]),
    ];
    for (kind, options, words) in kinds {
        let folder = cargo.root().join("target").join(kind);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let folder = folder.display().to_string();
        run("run", &own_game, &[&["--", "new", &folder], options].concat())?;
        let manifest = format!("{folder}/Cargo.toml");
        run("test", &manifest, &[])?;
        run("run", &manifest, &[&["--"], words].concat())?;
    }
    Ok("your own game is solved, played, drawn and served; new games and bots build and play".to_string())
}
